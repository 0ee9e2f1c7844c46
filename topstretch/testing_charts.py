"""Random chart sets for property tests: a set with cells, lines and whole charts drawn anew, or moved within the rules of
shape. Needs the extra `testing`; `topstretch.testing` is the module to import."""

import csv
import tempfile
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from attrs import frozen
from hypothesis import strategies as st

from .chart_checks import check_chart
from .chart_files import CODES, FACTORS, LAYOUTS, OUTCOMES, read_chart
from .charts import ChartSet, Sheet, build_fields, load_charts
from .columns import Table
from .errors import InputError
from .invariants import INVARIANTS
from .testing_nudges import KEYS, NUDGED, Grid, nudge

Texts = st.SearchStrategy[tuple[str, ...]]
Group = tuple[tuple[int, ...], Texts]  # columns that are drawn together, and their texts
MOST_CELLS, MOST_NUDGES = 8, 16
NAMED_CHANGES = 12


def whole(low: int, high: int) -> st.SearchStrategy[int]:
    """Whole numbers, both ends often."""
    return st.integers(low, high) | st.integers(low, high) | st.sampled_from((low, high))


def signed_texts(low: int, high: int) -> st.SearchStrategy[str]:
    """Whole numbers as a chart prints a change."""
    return whole(low, high).map(lambda number: f"{number:+d}" if number else "0")


def plain_texts(low: int, high: int) -> st.SearchStrategy[str]:
    """Whole numbers without a sign."""
    return whole(low, high).map(str)


def hundredths(low: int, high: int) -> st.SearchStrategy[str]:
    """Decimals with two places, from `low` to `high` hundredths."""
    return whole(low, high).map(lambda number: f"{number // 100}.{number % 100:02d}")


def marked_pair(position: str, power: str, mark: bool) -> tuple[str, str]:
    """Pos and Power, both with the t or neither."""
    t = "t" if mark else ""
    return position + t, power + t


def face_lines() -> list[tuple[str, ...]]:
    """Every line of Race Pace: one pace for all faces, or the faces cut into runs, each run under a pace of its own."""
    lines = [tuple("all" if place == pace else "" for place in range(3)) for pace in range(3)]
    for cuts in [(cut,) for cut in range(1, 6)] + [(a, b) for a in range(1, 6) for b in range(a + 1, 6)]:
        edges = [0, *cuts, 6]
        runs = [f"{a + 1}-{b}" if b > a + 1 else str(b) for a, b in pairwise(edges)]
        runs += [""] * (3 - len(runs))
        orders = ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
        lines += [tuple(runs[place] for place in order) for order in orders]
    return list(dict.fromkeys(lines))


def trouble_line(outcome: str, power: int) -> tuple[str, ...]:
    """A row of Trouble: an out has a reason, a failed test for power a change."""
    return outcome, "went home" if outcome == "out" else "", str(power) if outcome == "test: power" else ""


CHANGES = signed_texts(-9, 9)
RESULTS = signed_texts(-20, 20)
MARKS = st.booleans()
PRICES = st.builds("{}-{}".format, whole(1, 9999), st.sampled_from([1, 2, 5]))
# What a cell may hold, for the charts whose cells are drawn one by one.
CELLS: Mapping[str, st.SearchStrategy[str]] = {
    "pace_scenario": st.sampled_from(["", "Slow", "Fast"]),
    "pace_effects_quickplay": CHANGES,
    "pace_effects_fullplay": CHANGES,
    "form": st.builds(lambda cell, mark: cell + "t" * mark, RESULTS, MARKS),
    "final_speed": plain_texts(5, 195),
    "final_time": hundredths(100, 100_000),
    "lengths": hundredths(5, 5000),
    "break_segment": plain_texts(0, 99),
    "pace_setup": CHANGES,
    "odds_codes": st.sampled_from(CODES),
    "odds": PRICES,
    "payoffs": hundredths(0, 99_999_99),
    "track_conditions": plain_texts(-3, 0),
    "distance": plain_texts(-29, 0),
}
BANDED = ("race_pace", "pace_effects_fullplay", "odds_codes")


def groups(chart: str, columns: int) -> list[Group]:
    """The columns of a chart that are drawn together, each group with what it may hold."""
    if chart == "race_position":
        pair = st.builds(marked_pair, RESULTS, RESULTS, MARKS)
        return [((at, at + 1), pair) for at in range(1, columns, 2)]
    if chart == "trouble":
        return [((1, 2, 3), st.builds(trouble_line, st.sampled_from(OUTCOMES), whole(-9, 0)))]
    if chart == "race_factors":
        return [((1,), one(st.sampled_from(FACTORS))), ((2,), one(st.sampled_from(["", "Ride"])))]
    if chart == "race_pace":
        return [((1, 2, 3), st.sampled_from(face_lines()))]
    cell = one(CELLS[chart])
    return [((at,), cell) for at in range(KEYS.get(chart, 1), columns)]


def one(cell: st.SearchStrategy[str]) -> Texts:
    """A group of one cell."""
    return cell.map(lambda text: (text,))


@st.composite
def bands(draw: st.DrawFn, first: int | None) -> list[str]:
    """Labels of a banded chart: lines of 1 to 20 numbers from `first` (None: anywhere) on, the ends open or not."""
    start = draw(st.integers(0, 60)) if first is None else first
    labels = []
    for width in draw(st.lists(st.integers(1, 20), min_size=1, max_size=8)):
        labels.append(f"{start}-{start + width - 1}" if width > 1 else str(start))
        start += width
    if draw(st.booleans()):
        labels[-1] = f"{labels[-1].partition('-')[0]} or more"
    if first is None and len(labels) > 1 and draw(st.booleans()):
        labels[0] = f"{labels[0].rpartition('-')[2]} or less"
    return labels


@st.composite
def drawn_anew(draw: st.DrawFn, chart: str, printed: Grid) -> Grid:
    """A chart with some cells, or all of them, drawn from everything that its file can hold."""
    if not draw(st.booleans()):
        return draw(some_cells(chart, printed))
    rows = [list(row) for row in printed]
    if chart in BANDED:
        labels = draw(bands(0 if chart == "odds_codes" else None))
        rows = [[label, *rows[0][1:]] for label in labels]
    if chart == "distance":
        rows = [[f"{place / 2:g}", "0"] for place in range(draw(whole(1, 12)))]
    return draw(all_cells(chart, rows))


@st.composite
def some_cells(draw: st.DrawFn, chart: str, printed: Grid) -> Grid:
    """A chart with up to 8 cells, or groups of cells, drawn anew."""
    rows = [list(row) for row in printed]
    units = [(row, group) for row in range(len(rows)) for group in groups(chart, len(rows[0]))]
    places = st.integers(0, len(units) - 1)
    for at in draw(st.lists(places, min_size=1, max_size=MOST_CELLS, unique=True)):
        row, (columns, texts) = units[at]
        for column, text in zip(columns, draw(texts), strict=True):
            rows[row][column] = text
    return tuple(tuple(row) for row in rows)


@st.composite
def all_cells(draw: st.DrawFn, chart: str, rows: list[list[str]]) -> Grid:
    """A chart whose every cell is one of up to 8 drawn ones, dealt out by strides: a chart of hundreds of cells from a few
    draws."""
    dealt: dict[int, tuple[list[tuple[str, ...]], int, int]] = {}
    for place, (columns, texts) in enumerate(groups(chart, len(rows[0]))):
        if id(texts) not in dealt:
            hand = draw(st.lists(texts, min_size=1, max_size=MOST_CELLS))
            dealt[id(texts)] = hand, draw(st.integers(1, MOST_CELLS)), draw(st.integers(1, MOST_CELLS))
        hand, down, across = dealt[id(texts)]
        for number, row in enumerate(rows):
            for column, text in zip(columns, hand[(number * down + place * across) % len(hand)], strict=True):
                row[column] = text
    return tuple(tuple(row) for row in rows)


def read_rows(chart: str, header: tuple[str, ...], rows: Grid) -> Table:
    """A chart of these rows, through a file, as a user's own would be read. Raises InputError for what it cannot hold."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{chart}.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([header, *rows])
        table = read_chart(path, chart)
    check_chart(chart, table)
    table.raise_faults()
    return table


@cache
def tables_of(base: ChartSet) -> Mapping[str, Table]:
    """Every chart of a set as read."""
    return {name: read_rows(name, sheet.header, sheet.rows) for name, sheet in base.sheets.items()}


@st.composite
def chart_sets(draw: st.DrawFn, shaped: bool = False, around: ChartSet | None = None) -> ChartSet:
    """Chart sets that load and play: `around` (the standard set if not said) with charts changed; shrinks to it.

    By default any chart may hold anything that its file can: races by such a set are wild, and every end of every range
    comes up. With `shaped`, values are moved only as far as every rule of shape in `topstretch.invariants` still holds;
    `around` must then satisfy them. The set's name is `drawn`, and its edition tells what was changed. `around` is a set
    that was read from a folder.
    """
    base = load_charts() if around is None else around
    make = Maker.of(base)
    if shaped:
        for step in draw(st.lists(nudges(base), max_size=MOST_NUDGES)):
            make = make.nudged(*step)
        return make.charts()
    for chart in draw(st.lists(st.sampled_from(tuple(LAYOUTS)), unique=True)):
        make = make.changed(chart, draw(drawn_anew(chart, base.sheets[chart].rows)))
    return make.charts()


def nudges(base: ChartSet) -> st.SearchStrategy[tuple[str, str, int, int, int]]:
    """A move within a chart: chart, what is moved (a cell, row, column or all), row, column, by how much."""
    whats = st.sampled_from(("cell", "row", "column", "all"))
    steps = st.sampled_from((1, -1, 2, -2, 3, -3))
    return st.tuples(st.sampled_from(NUDGED), whats, st.integers(0, 99), st.integers(0, 99), steps)


@frozen(eq=False, kw_only=True, repr=False)
class DrawnCharts(ChartSet):
    """A drawn chart set: a failing test shows its name and edition, not its two thousand cells."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """As Hypothesis prints an example."""
        printer.text(repr(self))


@frozen
class Maker:
    """A chart set in the making: its base, and every chart as read."""

    base: ChartSet
    tables: Mapping[str, Table]
    changes: Mapping[str, Grid]

    @classmethod
    def of(cls, base: ChartSet) -> "Maker":
        """A maker with the base's own charts, or an InputError where it breaks the rules of a chart file."""
        return cls(base, tables_of(base), {})

    def changed(self, chart: str, rows: Grid) -> "Maker":
        """With one chart's rows put in the place of the old ones. Raises InputError for what its file cannot hold."""
        table = read_rows(chart, self.base.sheets[chart].header, rows)
        return Maker(self.base, {**self.tables, chart: table}, {**self.changes, chart: rows})

    def nudged(self, chart: str, what: str, row: int, column: int, step: int) -> "Maker":
        """With one move made, or as it is where the move would break a rule."""
        rows = self.changes.get(chart) or self.base.sheets[chart].rows
        moved = nudge(chart, rows, what, row, column, step)
        try:
            made = self.changed(chart, moved)
        except InputError:
            return self
        charts = made.charts()
        return self if any(rule(charts) for rule in INVARIANTS.values() if chart in rule.charts) else made

    def charts(self) -> ChartSet:
        """The chart set."""
        edition = self.edition()
        sheets = {
            name: Sheet(sheet.header, self.changes.get(name, sheet.rows), {"chart": name, "edition": edition})
            for name, sheet in self.base.sheets.items()
        }
        return DrawnCharts(name="drawn", edition=edition, sheets=sheets, **build_fields(self.tables))

    def edition(self) -> str:
        """What was changed, in words, so that a failing test shows it."""
        changes = []
        for chart, rows in self.changes.items():
            sheet = self.base.sheets[chart]
            if [row[0] for row in rows] != [row[0] for row in sheet.rows]:
                changes.append(f"{chart} anew")
                continue
            keys = KEYS.get(chart, 1)
            for old, new in zip(sheet.rows, rows, strict=True):
                named = [(name, b) for name, a, b in zip(sheet.header, old, new, strict=True) if a != b]
                changes += [f"{chart} {' '.join(new[:keys])}/{name} {text or 'blank'}" for name, text in named]
        more = f" and {len(changes) - NAMED_CHANGES} more" if len(changes) > NAMED_CHANGES else ""
        return f"{self.base.name} with " + ", ".join(changes[:NAMED_CHANGES]) + more if changes else self.base.name
