"""Small moves of a chart's cells, each in the chart's own way: numbers by points, odds by halves, codes by a letter, lines
by their ends. `testing_charts` keeps a move only where every rule of shape still holds."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from .betting import payoff_rule
from .chart_files import CODES, FACTORS, Band, band
from .columns import odds_to_1
from .scoresheet import odds_text

Grid = tuple[tuple[str, ...], ...]  # the rows of a chart as printed, labels first
Move = Callable[[str, int], str]


def signed_number(text: str, step: int) -> str:
    """A change, with its t if it has one, moved by `step` points."""
    number = int(text.removesuffix("t")) + step
    return (f"{number:+d}" if number else "0") + ("t" if text.endswith("t") else "")


def plain_number(text: str, step: int) -> str:
    """A number printed without a plus, moved by `step`."""
    return str(int(text) + step)


def decimal_by(size: float) -> Move:
    """Moves of a decimal, `size` for each step."""
    return lambda text, step: f"{float(text) + size * step:.2f}"


def along(names: tuple[str, ...]) -> Move:
    """Moves to the neighbour in a list of names, whatever the size of the step; the ends stay."""

    def move(text: str, step: int) -> str:
        at = names.index(text) + (1 if step > 0 else -1)
        return names[min(max(at, 0), len(names) - 1)]

    return move


def other_factor(text: str, step: int) -> str:
    """Another factor for a red face; the white die's cell stays."""
    return FACTORS[(FACTORS.index(text) + step) % len(FACTORS)] if text in FACTORS else text


def price(text: str, step: int) -> str:
    """Odds moved by halves; never below 1-2."""
    return odds_text(max(Fraction(1, 2), odds_to_1(text) + Fraction(step, 2)))


MOVES: Mapping[str, Move] = {
    "pace_scenario": along(("Slow", "", "Fast")),
    "pace_effects_quickplay": signed_number,
    "pace_effects_fullplay": signed_number,
    "form": signed_number,
    "race_factors": other_factor,
    "final_speed": plain_number,
    "final_time": decimal_by(0.2),
    "lengths": decimal_by(0.02),
    "break_segment": plain_number,
    "pace_setup": signed_number,
    "race_position": signed_number,
    "odds_codes": along(CODES),
    "odds": price,
    "track_conditions": plain_number,
    "distance": plain_number,
}
KEYS: Mapping[str, int] = {"final_time": 2, "track_conditions": 2}  # columns that name the row; one elsewhere
NUDGED = (*MOVES, "race_pace", "payoffs")  # Trouble stands in the rulebook: there is nothing to move


def nudge(chart: str, rows: Grid, what: str, row: int, column: int, step: int) -> Grid:
    """The chart with a cell, a row, a column or all of it moved by `step`; row and column count round.

    The result may be no chart any more, or break a rule: whoever asks must check it.
    """
    row %= len(rows)
    if chart == "payoffs":
        return other_odds(rows, row, step)
    if chart == "race_pace" and what in ("cell", "column"):
        return (*rows[:row], cut_moved(rows[row], step), *rows[row + 1 :])
    if chart in ("race_pace", "pace_effects_fullplay") and what in ("row", "all"):
        return ends_moved(rows, row, step)
    keys = KEYS.get(chart, 1)
    column = keys + column % (len(rows[0]) - keys)
    return tuple(
        tuple(
            MOVES[chart](text, step)
            if at >= keys and (what in ("all", "row") or at == column) and (what in ("all", "column") or here == row)
            else text
            for at, text in enumerate(line)
        )
        for here, line in enumerate(rows)
    )


def other_odds(rows: Grid, row: int, step: int) -> Grid:
    """Payoffs without a line, or with a line for odds a few quarters away, by the rule (D12)."""
    odds = odds_to_1(rows[row][0]) + Fraction(step, 4)
    if odds <= 0 or odds in {odds_to_1(line[0]) for line in rows}:
        return rows[:row] + rows[row + 1 :]
    amounts = (f"{float(amount):.2f}" for amount in payoff_rule(odds))
    return (*rows[: row + 1], (odds_text(odds), *amounts), *rows[row + 1 :])


def cut_moved(line: tuple[str, ...], step: int) -> tuple[str, ...]:
    """A line of Race Pace that a die decides, with the cut between the two paces elsewhere."""
    named = [at for at, text in enumerate(line) if at and text]
    if len(named) != 2:
        return line
    cut = (int(line[named[0]].rpartition("-")[2]) + step - 1) % 5 + 1
    faces = (f"1-{cut}" if cut > 1 else "1", f"{cut + 1}-6" if cut < 5 else "6")
    moved = list(line)
    for at, text in zip(named, faces, strict=True):
        moved[at] = text
    return tuple(moved)


def ends_moved(rows: Grid, row: int, step: int) -> Grid:
    """A banded chart in which the line `row` starts, and the one above it ends, `step` numbers later."""
    if row == 0:
        return rows
    above, here = band(rows[row - 1][0]), band(rows[row][0])
    if above.high is None or here.low is None:
        return rows
    labels = (str(Band(above.low, above.high + step)), str(Band(here.low + step, here.high)))
    changed = tuple((label, *line[1:]) for label, line in zip(labels, rows[row - 1 : row + 1], strict=True))
    return rows[: row - 1] + changed + rows[row + 1 :]
