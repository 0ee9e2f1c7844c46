"""The scoresheet of one race: the rulebook's columns, the order at each call, the times, and the dice behind it all."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import attrs
from attrs import field, frozen

from .card import RaceCard
from .entries import row_of_horse
from .house import FULLPLAY, QUICKPLAY, Rules
from .replay import LogRow

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

    from .charts import ChartSet
    from .explaining import Explanation

# The columns of the rulebook's sheet (pages 9 and 17), with the field of a Line that each one shows.
ENTRY_COLUMNS: Mapping[str, str] = {
    "PP": "post", "Horse": "horse", "Jockey": "jockey", "Pace": "pace", "Form": "form", "Class": "class_", "Speed": "speed",
    "Trip": "trip", "Wire": "wire", "Ride": "ride", "Trbl": "trouble", "Odds": "odds",
}  # fmt: skip
RACE_COLUMNS: Mapping[str, Mapping[str, str]] = {
    QUICKPLAY: {
        "Adj Power": "start", "Pace Adj": "pace_adj", "Form Adj": "form_adj", "Dice Roll Adj": "factor_adj",
        "Speed Figure Roll": "chart_figure", "Final Race Speed": "figure", "Fin": "place",
    },
    FULLPLAY: {
        "Start Adj Power": "start", "Break": "break_points", "Race2": "race2", "Pace Adj": "pace_adj", "Race3": "race3",
        "Form Adj": "form_adj", "Final Adj Power": "final_power", "Race Factor Adj": "factor_adj",
        "Speed Figure Roll": "chart_figure", "Final Speed": "figure", "Fin": "place",
    },
}  # fmt: skip
LOG_COLUMNS = ("roll", "post", "horse", "red", "white", "total", "chart", "result")
CALL_COLUMNS = ("call", "position", "post", "horse", "points", "lengths_behind")
RESULT_COLUMNS: Mapping[str, str] = {"Status": "status", "Time (s)": "seconds", "Lengths behind": "lengths_behind"}


# The types of the columns that a line may lack, as those of a horse that is out.
TYPES = {
    **dict.fromkeys(
        ("break_points", "race2", "race3", "final_power", "factor_adj", "chart_figure", "figure", "place"), "Int64"
    ),
    **dict.fromkeys(("seconds", "lengths_behind"), "float64"),
    "odds": "object",
}


@frozen
class Line:
    """One runner's line. Points are half lengths; `seconds` of its own figure; `lengths_behind` the first past the post.

    A horse that is out has nothing after `form_adj`, and no figure, place or time (D8). `place` is official, `wire_place`
    as run.
    """

    post: int
    horse: str
    jockey: str
    pace: int
    form: str
    class_: int
    speed: int
    trip: int
    wire: int
    ride: int
    trouble: int
    odds: str | None
    start: int
    pace_adj: int
    form_adj: int
    status: str
    break_points: int | None = None
    race2: int | None = None
    race3: int | None = None
    final_power: int | None = None
    factor_adj: int | None = None
    chart_figure: int | None = None
    figure: int | None = None
    photo_total: int | None = None
    wire_place: int | None = None
    place: int | None = None
    seconds: float | None = None
    lengths_behind: float | None = None


@frozen
class Scoresheet:
    """A race as it came out. Printed, it is the sheet; two sheets are equal when their content is, whatever made them."""

    card: RaceCard
    version: str
    pace_of_race: str  # Slow, Normal, Fast
    factor: str  # Class, Speed, Trip
    ride_counts: bool
    lines: tuple[Line, ...]
    log: tuple[LogRow, ...]
    seed: int | None = field(default=None, eq=False)
    race: int | None = field(default=None, eq=False)
    chart_set: str = field(default="", eq=False)
    edition: str = field(default="", eq=False)
    rules: Rules = field(factory=Rules, eq=False)

    @property
    def columns(self) -> dict[str, str]:
        """The sheet's columns by the rulebook's names, with the field of a Line that each one shows."""
        return {**ENTRY_COLUMNS, **RACE_COLUMNS[self.version], **RESULT_COLUMNS}

    @property
    def finishers(self) -> tuple[Line, ...]:
        """The lines of the finishers in official order; level horses in post order."""
        return tuple(sorted((line for line in self.lines if line.place), key=lambda line: (line.place, line.post)))

    @property
    def winners(self) -> tuple[Line, ...]:
        """The official winner; more than one after a dead heat, none where every horse is out (D14)."""
        return tuple(line for line in self.finishers if line.place == 1)

    @property
    def seconds(self) -> float | None:
        """The time of the race: that of the first past the post, disqualified or not (D16)."""
        return next((line.seconds for line in self.lines if line.wire_place == 1), None)

    def line(self, horse: str | int) -> Line:
        """The line of a horse, by its name or its post."""
        return self.lines[row_of_horse(self.card.runners, horse)]

    def rows(self) -> list[dict[str, Any]]:
        """The sheet's rows by column name, in post order; None where a cell is empty."""
        return [{name: getattr(line, source) for name, source in self.columns.items()} for line in self.lines]

    def log_rows(self) -> list[dict[str, Any]]:
        """The dice log's rows: the rolls that were needed, in the order they are made (D18)."""
        return [row.as_dict() for row in self.log]

    def call_rows(self) -> list[dict[str, Any]]:
        """The order at each call: points and lengths behind the leader; the finish as run, in figure points."""
        return list(call_rows(self))

    def to_frame(self) -> "pd.DataFrame":
        """The sheet as a pandas frame, one row a runner in post order; whole numbers stay whole (Int64)."""
        types = {name: TYPES[source] for name, source in self.columns.items() if source in TYPES}
        return frame(self.rows(), tuple(self.columns), types)

    def dice_log(self) -> "pd.DataFrame":
        """The dice log: roll, post, horse, red, white, total, chart, result. `ReplayDice` takes it."""
        return frame(self.log_rows(), LOG_COLUMNS, {"post": "Int64", "white": "Int64", "horse": "object"})

    def calls(self) -> "pd.DataFrame":
        """The order at each call: call, position, post, horse, points, lengths_behind (break, setup, position, finish)."""
        return frame(self.call_rows(), CALL_COLUMNS)

    def with_odds(self, odds: Mapping[int, str], log: tuple[LogRow, ...] = ()) -> "Scoresheet":
        """The same sheet with other odds in its Odds column, by post, and the rolls that made them in its log."""
        lines = tuple(attrs.evolve(line, odds=odds.get(line.post)) for line in self.lines)
        kept = tuple(row for row in self.log if row.roll != "odds")
        return attrs.evolve(self, lines=lines, log=kept + log)

    def explain(self, horse: str | int | None = None, charts: "ChartSet | str | Path | None" = None) -> "Explanation":
        """Why a horse, or the whole race, came out as it did; `charts` are those it was run with (see `explain`)."""
        from .explaining import explain

        return explain(self, horse, charts)

    def __str__(self) -> str:
        from .show.text import as_text, sheet_text

        return as_text(sheet_text(self))

    def _repr_html_(self) -> str:
        from .show.html import sheet_html

        return sheet_html(self)

    def __repr__(self) -> str:
        return str(self)


def frame(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str], types: Mapping[str, str] | None = None
) -> "pd.DataFrame":
    """Rows as a pandas frame in which empty cells leave whole numbers whole (Int64); `types` that a column always has."""
    import pandas as pd

    made = pd.DataFrame(rows, columns=list(columns))
    wanted = dict(types or {})
    for name in columns:
        cells = [row[name] for row in rows if row[name] is not None]
        if len(cells) < len(rows) and cells and all(isinstance(cell, int) for cell in cells):
            wanted.setdefault(name, "Int64")
    return made.astype(wanted)


def call_rows(sheet: Scoresheet) -> Iterator[dict[str, Any]]:
    """The rows of `Scoresheet.calls`."""
    for call, source in (("break", "break_points"), ("setup", "race2"), ("position", "race3")):
        points = {line: getattr(line, source) for line in sheet.lines if getattr(line, source) is not None}
        most = max(points.values(), default=0)
        for line in sorted(points, key=lambda line: (-points[line], line.post)):
            position = 1 + sum(other > points[line] for other in points.values())
            yield call_row(call, position, line, points[line], (most - points[line]) / 2)
    passed = [line for line in sheet.lines if line.wire_place is not None]
    for line in sorted(passed, key=lambda line: (line.wire_place, line.post)):
        yield call_row("finish", line.wire_place or 0, line, line.figure, line.lengths_behind)


def call_row(call: str, position: int, line: Line, points: int | None, behind: float | None) -> dict[str, Any]:
    """One row of `Scoresheet.calls`."""
    return dict(zip(CALL_COLUMNS, (call, position, line.post, line.horse, points, behind), strict=True))


def odds_text(odds: Fraction) -> str:
    """Odds to 1 as the sport writes them: `7-2` where a board would, else a decimal as charts print it."""
    if odds.denominator in (1, 2, 5):
        return f"{odds.numerator}-{odds.denominator}"
    return f"{float(odds):.2f}"
