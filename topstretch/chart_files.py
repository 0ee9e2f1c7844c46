"""The charts as files: how each is laid out, and how its cells are read. `charts.py` makes a ChartSet of them."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

from attrs import frozen

from .columns import Column, Refused, Table, decimal, nonblank, odds_to_1, one_of, read_table, text, whole
from .errors import Fault, InputError
from .ratings import Form

ROLLS = tuple(str(roll) for roll in range(2, 13))
FACES = tuple(str(face) for face in range(1, 7))
PACES = ("Slow", "Normal", "Fast")
FACTORS = ("Class", "Speed", "Trip")
OUTCOMES = ("nothing", "out", "disqualified", "test: disqualified", "test: power")
CODES = ("Fav", "A", "B", "C", "D", "E")
FIELD_SIZES = ("2-5", "6-8", "9-12", "13 or more")
FIGURES = tuple(str(figure) for figure in range(0, 201, 10))
# A figure stays within 0 to 200 after the largest factor adjustment, 5 either way.
LOWEST_FIGURE, HIGHEST_FIGURE = 5, 195

Cell = Callable[[str], Any]


@frozen
class Layout:
    """How a chart is printed: its first column with the row labels (None: bands of numbers) and its other columns."""

    corner: str
    rows: tuple[str, ...] | None
    cells: Mapping[str, Cell]
    blank: frozenset[str] = frozenset()

    @property
    def declared(self) -> list[Column]:
        """The columns as the CSV reader takes them."""
        label = one_of(*self.rows) if self.rows is not None else band
        return [
            Column(self.corner, label),
            *(Column(name, cell, blank=name in self.blank) for name, cell in self.cells.items()),
        ]


@frozen
class Band:
    """A row label: the numbers from `low` to `high`; None where it is open."""

    low: int | None
    high: int | None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.low} or more" if self.high is None else f"{self.high} or less"
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


BAND = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4})| or (less|more))?")


def band(label: str) -> Band:
    """Reads `44`, `44-45`, `38 or less`, `46 or more`."""
    match = BAND.fullmatch(label)
    if not match:
        raise Refused("points as 44, 44-45, 38 or less, 46 or more")
    number = int(match[1])
    if match[3]:
        return Band(None, number) if match[3] == "less" else Band(number, None)
    return Band(number, int(match[2] or number))


def marked(low: int, high: int) -> Cell:
    """A whole number, with a `t` behind it where the roll goes to Trouble: (number, marked)."""
    number = whole(low, high)

    def parse(cell: str) -> tuple[int, bool]:
        try:
            return number(cell.removesuffix("t")), cell.endswith("t")
        except Refused as refused:
            raise Refused(f"{refused}, with a t where it goes to Trouble") from None

    return parse


def faces(cell: str) -> frozenset[int]:
    """The faces of one die that a line names: a blank, `all`, `3`, `1-2`."""
    if cell == "all":
        return frozenset(range(1, 7))
    match = re.fullmatch(r"([1-6])(?:-([1-6]))?", cell)
    if cell and (not match or int(match[2] or 6) < int(match[1])):
        raise Refused("a blank, all, or die faces as 3 or 1-2")
    return frozenset(range(int(match[1]), int(match[2] or match[1]) + 1)) if match else frozenset()


def dollars(cell: str) -> Fraction:
    """Dollars and cents: `9.00`."""
    if not re.fullmatch(r"[0-9]{1,7}(\.[0-9]{1,2})?", cell):
        raise Refused("dollars as 9.00")
    return Fraction(cell)


CHANGE = whole(-9, 9)


def grid(corner: str, rows: tuple[str, ...] | None, names: Sequence[str], cell: Cell, *, blank: bool = False) -> Layout:
    """A layout whose columns all hold the same kind of cell."""
    return Layout(corner, rows, dict.fromkeys(names, cell), frozenset(names) if blank else frozenset())


def numbered(count: int) -> tuple[str, ...]:
    """Column names 0 to count - 1."""
    return tuple(str(i) for i in range(count))


LAYOUTS: Mapping[str, Layout] = {
    "pace_scenario": grid("roll", ROLLS, numbered(19), one_of("Slow", "Fast"), blank=True),
    "pace_effects_quickplay": grid("pace", ("Slow", "Fast"), numbered(10), CHANGE),
    "form": grid("roll", ROLLS, tuple(Form), marked(-20, 20)),
    "trouble": Layout(
        "roll",
        ROLLS,
        {"outcome": one_of(*OUTCOMES), "reason": text(40), "power": whole(-9, 0)},  # a loss, never a gain (D1)
        frozenset({"reason", "power"}),
    ),
    "race_factors": Layout("die", FACES, {"red": one_of(*FACTORS), "white": one_of("Ride")}, frozenset({"white"})),
    "final_speed": grid("roll", ROLLS, numbered(30), whole(LOWEST_FIGURE, HIGHEST_FIGURE)),
    "lengths": Layout("distance", (), {"points": decimal(0.05, 50)}),
    "final_time": Layout("surface", (), {}),
    "break_segment": grid("roll", ROLLS, numbered(10), whole(0, 99)),
    "pace_setup": grid("roll", ROLLS, numbered(10), CHANGE),
    "race_pace": grid("points", None, PACES, faces, blank=True),
    "pace_effects_fullplay": grid("points", None, ("Slow", "Fast"), CHANGE),
    "race_position": Layout(
        "roll", ROLLS, {f"{form} {what}": marked(-20, 20) for form in Form for what in ("Pos", "Power")}
    ),
    "odds_codes": grid("points", None, FIELD_SIZES, one_of(*CODES)),
    "odds": grid("red", FACES, CODES, odds_to_1),
    "payoffs": Layout("odds", (), {"win": dollars, "place": dollars, "show": dollars}),
    "track_conditions": Layout("surface", (), {"condition": nonblank(40), "power": whole(-3, 0)}),
    "distance": Layout("furlongs", (), {"power": whole(-29, 0)}),
}
SURFACES = ("dirt", "turf")
# Charts whose first column is a value of its own, not a fixed label.
FIRST_COLUMNS: Mapping[str, Cell] = {
    "lengths": decimal(2, 24),
    "payoffs": odds_to_1,
    "track_conditions": one_of(*SURFACES),
    "distance": text(20),
    "final_time": one_of(*SURFACES),
}


def read_chart(path: Path, name: str) -> Table:
    """Read one chart; its faults, those of the layout among them, are noted in the table."""
    layout = LAYOUTS[name]
    columns = layout.declared
    if name in FIRST_COLUMNS:
        columns[0] = Column(layout.corner, FIRST_COLUMNS[name])
    if name == "final_time":
        columns += [Column("figure", whole(0, 200)), *(Column(d, decimal(1, 1000)) for d in time_distances(path))]
    table = read_table(path, columns)
    if name not in FIRST_COLUMNS:
        check_rows(table, layout)
    return table


def time_distances(path: Path) -> list[str]:
    """The distance columns of the time chart, as its header names them."""
    table = read_table(path, [Column("surface", text())], extra=True)
    distances = [name for name in table.header if name not in ("surface", "figure", "")]
    numbers = [float(name) if re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?", name) else 0.0 for name in distances]
    rising = all(a < b for a, b in pairwise(numbers))
    if not (numbers and rising and numbers[0] >= 2 and numbers[-1] <= 24):
        allowed = "rising distances from 2 to 24 furlongs as columns"
        raise InputError([Fault.at(path, table.header_line, "", ",".join(distances), allowed)])
    return distances


def check_rows(table: Table, layout: Layout) -> None:
    """Note rows that are missing or repeated, and bands that overlap or leave a gap."""
    labels = [(row.line, row[layout.corner]) for row in table.rows if row[layout.corner] is not None]
    if layout.rows is None:
        check_bands(table, layout.corner, labels)
        return
    seen: dict[str, int] = {}
    for line, label in labels:
        first = seen.setdefault(label, line)
        if first != line:
            table.fault(line, layout.corner, f"{label}, as on line {first}", "one row each")
    refused = len(labels) < len(table.rows)
    for label in () if refused else layout.rows:
        if label not in seen:
            table.fault(0, layout.corner, f"no row {label}", ", ".join(layout.rows))


def check_bands(table: Table, corner: str, labels: Sequence[tuple[int, Band]]) -> None:
    """Note bands out of order: each starts one above the last, only the first and last may be open."""
    for i, (line, label) in enumerate(labels):
        last = labels[i - 1][1] if i else None
        if last is None and label.low is None and len(labels) > 1:
            continue
        expected = None if last is None else (last.high or 0) + 1
        if last is not None and (last.high is None or label.low != expected):
            allowed = "nothing after an open row" if last.high is None else f"a row that starts at {expected}"
            table.fault(line, corner, str(label), allowed)
        elif label.low is None or (label.high is not None and label.high < label.low):
            table.fault(line, corner, str(label), "a row from a lower to a higher number")
    if not labels:
        table.fault(0, corner, "no rows", "at least one row")
