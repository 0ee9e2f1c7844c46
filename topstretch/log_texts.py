"""The dice log's last two columns: which chart a roll was read on, and what it gave."""

from typing import Any

from .chart_files import FACTORS, OUTCOMES, PACES
from .charts import OUT, TEST_POWER, ChartSet
from .dice import chart_read
from .house import FULLPLAY, QUICKPLAY
from .replay import LogRow
from .rules.runners import Course


def with_result(row: LogRow, place: int, course: Course, charts: ChartSet) -> LogRow:
    """The row with its chart and its result; `place` is the runner's place in the arrays of a course of one race."""
    chart = chart_read(row.roll, QUICKPLAY if course.position_change is None else FULLPLAY)
    return LogRow(row.roll, row.post, row.horse, row.red, row.white, chart, result_of(row, place, course, charts))


def result_of(row: LogRow, place: int, course: Course, charts: ChartSet) -> str:
    """What the roll gave, in the words of its chart."""
    match row.roll:
        case "pace" | "race_pace":
            return PACES[course.pace_of_race[0, 0]]
        case "form":
            return form_result(course, place)
        case "trouble":
            return trouble_result(course, place, charts, row.total)
        case "trouble_test":
            return test_result(course, place, row.total)
        case "race_factors":
            return FACTORS[course.factor[0, 0]] + (" + Ride" if course.ride_counts[0, 0] else "")
        case "break":
            return str(value_at(course.break_points, place))
        case "setup":
            return signed(value_at(course.setup_change, place))
        case "final_speed":
            return str(course.chart_figure[place, 0])
        case "photo":
            return str(course.photo_total[place, 0])
        case _:
            return f"down {row.red}"


def form_result(course: Course, place: int) -> str:
    """`-3t`, or `Pos -1, Power -1` in Fullplay."""
    mark = "t" if course.trouble.troubled[place, 0] else ""
    power = signed(course.form_change[place, 0]) + mark
    if course.position_change is None:
        return power
    return f"Pos {signed(course.position_change[place, 0])}{mark}, Power {power}"


def trouble_result(course: Course, place: int, charts: ChartSet, total: int) -> str:
    """The outcome, with the reason of an out."""
    outcome = int(course.trouble.outcome[place, 0])
    return OUTCOMES[outcome] + (f": {charts.trouble_reasons[total - 2]}" if outcome == OUT else "")


def test_result(course: Course, place: int, total: int) -> str:
    """What the test of the jockey's Trouble rating came to."""
    if total <= course.runners.trouble[place, 0]:
        return "clear"
    power = course.trouble.outcome[place, 0] == TEST_POWER
    return signed(course.trouble.change[place, 0]) if power else "disqualified"


def signed(number: Any) -> str:
    """A change as a chart prints it."""
    return f"{int(number):+d}" if number else "0"


def value_at(array: Any, place: int) -> int | None:
    """A runner's value of a column that may not exist in this version."""
    return None if array is None else int(array[place, 0])
