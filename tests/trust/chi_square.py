"""Chi-square tests in great number: their tails, what two rolls show together, and whether all are in order."""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from attrs import Factory, frozen

LEVEL = 1e-6
Counts = npt.NDArray[np.floating]
Codes = npt.NDArray[np.uint16]


def gamma_tails(a: float, x: float) -> tuple[float, float]:
    """The regularised incomplete gamma functions P and Q (Numerical Recipes, 6.2: series, continued fraction)."""
    if x <= 0:
        return 0.0, 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        while term > total * 1e-16:
            a += 1
            term *= x / a
            total += term
        return front * total, 1 - front * total
    b, c, d, i = x + 1 - a, math.inf, 1 / (x + 1 - a), 0
    fraction, step = d, 0.0
    while abs(step - 1) > 1e-15:
        i += 1
        b += 2
        d = 1 / (i * (a - i) * d + b)
        c = b + i * (a - i) / c
        step = c * d
        fraction *= step
    return 1 - front * fraction, front * fraction


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """The chances of a chi-square at most, and at least, as large."""
    return gamma_tails(freedom / 2, statistic / 2)


def uniformity(chances: Iterable[float]) -> float:
    """The p-value of Kolmogorov and Smirnov's test that chances are even from 0 to 1 (Stephens's approximation)."""
    ordered = np.sort(np.fromiter(chances, float))
    number = len(ordered)
    steps = np.arange(number + 1) / number
    apart = max(float((steps[1:] - ordered).max()), float((ordered - steps[:-1]).max()))
    scaled = (math.sqrt(number) + 0.12 + 0.11 / math.sqrt(number)) * apart
    if scaled < 0.2:
        return 1.0
    return min(1.0, 2 * math.fsum((-1) ** (k - 1) * math.exp(-2 * (k * scaled) ** 2) for k in range(1, 101)))


@frozen
class Check:
    """One chi-square test: how likely a table at least as uneven (`high`) or at least as even (`low`) is."""

    family: str
    name: str
    low: float
    high: float

    @classmethod
    def of(cls, family: str, name: str, statistic: float, freedom: int) -> "Check":
        """The test of a chi-square statistic."""
        return cls(family, name, *chi_square_tails(statistic, freedom))


def even(counts: Counts) -> float:
    """Chi-square of counts against even chances."""
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected)


def together(family: str, name: str, table: Counts) -> Check:
    """What a table of two rolls shows beyond its rows and columns."""
    rows, columns = table.shape
    statistic = even(table) - even(table.sum(axis=1)) - even(table.sum(axis=0))
    return Check.of(family, name, max(statistic, 0.0), (rows - 1) * (columns - 1))


@frozen
class Tables:
    """Counts of how two rolls fall together, by family and name."""

    counts: defaultdict[tuple[str, str], Counts] = Factory(lambda: defaultdict(lambda: np.zeros((1, 1))))

    def add(self, family: str, name: str, first: Codes, second: Codes, ways: tuple[int, int] = (36, 36)) -> None:
        """Count two arrays of codes against each other."""
        joint = (first * np.uint16(ways[1]) + second).ravel()
        found = np.bincount(joint, minlength=ways[0] * ways[1]).reshape(ways)
        self.counts[family, name] = self.counts[family, name] + found

    def checks(self, prefix: str) -> list[Check]:
        """One check for each table."""
        return [together(family, f"{prefix}{name}", table) for (family, name), table in self.counts.items()]


@frozen
class Family:
    """The checks of one kind: the smallest chances, and how far their spread is from even."""

    name: str
    number: int
    highest: Check  # the least even table
    lowest: Check  # the most even one
    spread: float  # the p-value of `uniformity`

    @classmethod
    def of(cls, name: str, checks: Sequence[Check]) -> "Family":
        """Sum up."""
        highest, lowest = min(checks, key=lambda check: check.high), min(checks, key=lambda check: check.low)
        return cls(name, len(checks), highest, lowest, uniformity(check.high for check in checks))


def as_small(smallest: float, number: int) -> float:
    """The chance that the smallest of so many even chances is at most this."""
    return -math.expm1(number * math.log1p(-smallest)) if smallest < 1 else 1.0


def families_of(checks: Sequence[Check]) -> list[Family]:
    """The checks by kind, in the order of their first."""
    by_family = defaultdict(list)
    for check in checks:
        by_family[check.family].append(check)
    return [Family.of(name, found) for name, found in by_family.items()]


def out_of_order(families: Sequence[Family], level: float = LEVEL) -> list[str]:
    """What is beyond the level: half of it is shared among both tails of all checks, half among the families' spreads."""
    number = sum(family.number for family in families)
    tail, spread = level / 4 / number, level / 2 / len(families)
    found = []
    for family in families:
        if family.highest.high < tail:
            found.append(f"{family.name}, {family.highest.name}: chance {family.highest.high:.3g} of a table as uneven")
        if family.lowest.low < tail:
            found.append(f"{family.name}, {family.lowest.name}: chance {family.lowest.low:.3g} of a table as even")
        if family.spread < spread:
            found.append(f"{family.name}: the chances of its {family.number} checks are not even, {family.spread:.3g}")
    return found
