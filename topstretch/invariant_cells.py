"""What the rules of shape are made of: a rule, what breaks it, and the ways to walk a chart cell by cell."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .chart_files import ROLLS, band
from .charts import ChartSet
from .columns import Refused
from .errors import clean

LETTERS = tuple("ABCDE")
PACE_RATINGS = tuple("0123456789")
WAYS = np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])  # of 36, to roll 2 to 12

Finding = tuple[str, str, str, str]  # chart, where, found, satisfied by
Check = Callable[[ChartSet], Iterator[Finding]]
Cells = npt.NDArray[Any]


@frozen
class Broken:
    """One place where a chart set breaks a rule of shape.

    `where` is `row/column` in the chart's own labels, or a whole `roll 7` or `column C`; `found` is what stands there and
    `satisfied_by` what would satisfy the rule there.
    """

    rule: str
    chart: str
    where: str
    found: str
    satisfied_by: str

    def __str__(self) -> str:
        return clean(f"{self.rule}: {self.chart} {self.where}: found {self.found}, satisfied by {self.satisfied_by}")


@frozen
class Rule:
    """A rule of shape: its name, its statement in one line, the charts that it reads, and the check.

    Called with a chart set, gives every place that breaks the rule.
    """

    name: str
    statement: str
    charts: tuple[str, ...]
    check: Check

    def __call__(self, charts: ChartSet) -> list[Broken]:
        """Every place in `charts` that breaks this rule; empty where it holds."""
        return [Broken(self.name, *finding) for finding in self.check(charts)]


def rule(name: str, *charts: str) -> Callable[[Check], Rule]:
    """Make a rule of a function that yields findings; the docstring's first line is the statement."""

    def make(check: Check) -> Rule:
        return Rule(name, (check.__doc__ or "").partition("\n")[0], charts, check)

    return make


@frozen
class Words:
    """How cells are written in a message, and what a higher and a lower one are called."""

    text: Callable[[Any], str] = str
    higher: str = "higher"
    lower: str = "lower"


PLAIN = Words()
SIGNED = Words(lambda value: signed(int(value)))


def signed(number: int) -> str:
    """A change as a chart prints it: -2, 0, +1."""
    return f"{number:+d}" if number else "0"


def named(names: Sequence[str], value: int) -> str:
    """The name of a coded cell, or the number where there is none."""
    return names[value] if 0 <= value < len(names) else str(value)


def in_order(
    chart: str,
    cells: Cells,
    rows: Sequence[str],
    columns: Sequence[str],
    *,
    axis: int,
    falling: bool = False,
    strict: bool = False,
    words: Words = PLAIN,
) -> Iterator[Finding]:
    """Each cell that goes the wrong way from the cell before it, along an axis: 0 down a column, 1 along a row.

    `strict`: a cell level with the one before it is wrong too.
    """
    for row, column in np.ndindex(cells.shape):
        before = (row - 1, column) if axis == 0 else (row, column - 1)
        if min(before) < 0:
            continue
        cell, last = cells[row, column], cells[before]
        if last < cell if falling else cell < last:
            pass
        elif cell != last or not strict:
            continue
        at = f"which {rows[before[0]]}/{columns[before[1]]} has"
        more = words.lower if falling else words.higher
        allowed = f"{more} than {words.text(last)}" if strict else f"{words.text(last)} or {more}"
        yield chart, f"{rows[row]}/{columns[column]}", words.text(cell), f"{allowed}, {at}"


def means(cells: Cells) -> npt.NDArray[np.int64]:
    """36 times the mean of each column of a chart by roll: whole numbers, so that they compare exactly."""
    return np.asarray(WAYS @ cells.astype(np.int64))


def variances(cells: Cells) -> npt.NDArray[np.int64]:
    """36 squared times the variance of each column of a chart by roll."""
    whole = cells.astype(np.int64)
    return np.asarray(36 * (WAYS @ whole**2) - (WAYS @ whole) ** 2)


def spread_grows(chart: str, cells: Cells, names: Sequence[str]) -> Iterator[Finding]:
    """Each column, A to E, whose standard deviation is not above that of the one before."""
    spread = variances(cells)
    for at in range(1, len(names)):
        if spread[at] <= spread[at - 1]:
            own, last = (float(np.sqrt(spread[i])) / 36 for i in (at, at - 1))
            yield chart, f"column {names[at]}", f"sd {own:.2f}", f"an sd above the {last:.2f} of {names[at - 1]}"


def mean_falls(chart: str, cells: Cells, names: Sequence[str]) -> Iterator[Finding]:
    """Each column, A to E, whose mean is not below that of the one before."""
    mean = means(cells)
    for at in range(1, len(names)):
        if mean[at] >= mean[at - 1]:
            own, last = mean[at] / 36, mean[at - 1] / 36
            yield chart, f"column {names[at]}", f"mean {own:.2f}", f"a mean below the {last:.2f} of {names[at - 1]}"


def best_is_last(chart: str, cells: Cells, names: Sequence[str]) -> Iterator[Finding]:
    """Each column before E whose best result is not below E's best."""
    best = cells.max(axis=0)
    for at in range(len(names) - 1):
        if best[at] >= best[-1]:
            where = f"{ROLLS[int(cells[:, at].argmax())]}/{names[at]}"
            allowed = f"less than {signed(int(best[-1]))}, the best of {names[-1]}"
            yield chart, where, signed(int(best[at])), allowed


def marked_on_3(chart: str, cells: Cells, marks: Cells, names: Sequence[str]) -> Iterator[Finding]:
    """Each cell whose t is missing on a 3, or stands on another roll."""
    for row, column in np.ndindex(cells.shape):
        is_3 = ROLLS[row] == "3"
        if bool(marks[row, column]) != is_3:
            number = signed(int(cells[row, column]))
            found, allowed = (number, f"{number}t") if is_3 else (f"{number}t", f"{number}, without the t")
            yield chart, f"{ROLLS[row]}/{names[column]}", found, allowed


def lines_of(charts: ChartSet, chart: str, first: int, cells: Cells) -> list[tuple[str, Cells]]:
    """The lines of a banded chart as printed, each with its label: the dense rows, those of one line taken together."""
    lines: list[tuple[str, Cells]] = []
    for number, row in enumerate(cells, start=first):
        label = label_of(charts, chart, number)
        if not lines or lines[-1][0] != label or not np.array_equal(lines[-1][1], row):
            lines.append((label, row))
    return lines


def label_of(charts: ChartSet, chart: str, number: int) -> str:
    """The printed label of the line that a number falls on; the number itself where the set has no printed chart."""
    for row in charts.sheets[chart].rows if chart in charts.sheets else ():
        try:
            label = band(row[0])
        except Refused:
            continue
        if (label.low is None or label.low <= number) and (label.high is None or number <= label.high):
            return row[0]
    return str(number)
