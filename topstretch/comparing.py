"""Two cards under the same luck: every race is run on both with the same dice, and the differences are paired.

A seed's dice belong to the entries, so a change of one horse, rider, distance or track leaves every other roll as it was.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .batch import Block, Compiled
from .blocks import blocks_of
from .card import RaceCard
from .charts import ChartSet
from .dice import check_count, check_seed
from .entries import Runner
from .errors import fault
from .house import QUICKPLAY, Rules
from .playing import prepared
from .rules.finish import figure_of
from .scoresheet import frame
from .tables import compile_tables

if TYPE_CHECKING:
    import pandas as pd

MEASURES = ("win", "place", "show", "figure")
PARTS = ("", "_other", "_difference", "_difference_se", "_times_smaller")
COLUMNS = ("post", "horse", "horse_other", *(name + part for name in MEASURES for part in PARTS))
Sums = npt.NDArray[np.float64]


@frozen(eq=False)
class Comparison:
    """Paired differences, other card less card, for each post that runs on both.

    `sums` (horses, measures, 6): number of races that count, then sums of a, b, a squared, b squared, a times b, with a the
    measure on the card and b on the other.
    """

    card: RaceCard
    other: RaceCard
    version: str
    seed: int
    charts: ChartSet
    rules: Rules
    races: int
    pairs: tuple[tuple[Runner, Runner], ...]
    sums: Sums

    def rows(self) -> list[dict[str, Any]]:
        """One row a post: each measure on both cards, their difference with its standard error, and how many times smaller
        that error is than the error of unpaired races."""
        rows = []
        for (first, second), measures in zip(self.pairs, self.sums, strict=True):
            row: dict[str, Any] = {"post": first.post, "horse": first.name, "horse_other": second.name}
            for name, sums in zip(MEASURES, measures, strict=True):
                row |= dict(zip((name + part for part in PARTS), paired(sums), strict=True))
            rows.append(row)
        return rows

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame: post, horse, horse_other, then for win, place, show and figure the value on the card, `_other`,
        `_difference`, `_difference_se` and `_times_smaller`, the unpaired standard error over the paired one."""
        return frame(self.rows(), COLUMNS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Comparison) and self.pairs == other.pairs and np.array_equal(self.sums, other.sums)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __str__(self) -> str:
        from .show.text import as_text, comparison_text

        return as_text(comparison_text(self))

    def _repr_html_(self) -> str:
        from .show.html import comparison_html

        return comparison_html(self)

    def __repr__(self) -> str:
        return str(self)


def paired(sums: Sums) -> tuple[float, float, float, float, float]:
    """(a, b, b - a, its paired standard error, how many times smaller that is than the unpaired one); NaN where no race
    counts or nothing differs."""
    number, a, b, aa, bb, ab = (float(value) for value in sums)
    if not number:
        return (float("nan"),) * 5
    a, b, aa, bb, ab = (value / number for value in (a, b, aa, bb, ab))
    difference = b - a
    apart = max(aa - a * a, 0) + max(bb - b * b, 0)
    together = max(aa + bb - 2 * ab - difference**2, 0)
    smaller = float(np.sqrt(apart / together)) if together > 0 else float("nan")
    return a, b, difference, float(np.sqrt(together / number)), smaller


def compare(
    card: RaceCard | str | Path,
    other: RaceCard | str | Path,
    *,
    races: int = 100_000,
    version: str = QUICKPLAY,
    seed: int | None = None,
    rules: Rules | None = None,
    charts: ChartSet | str | Path | None = None,
) -> Comparison:
    """Run the same races of a seed on two cards, as after `replace`, `scratch` or `on`, and pair the differences.

    Posts are matched; a post that runs on one card only is left out. Raises InputError for what the cards or the charts do
    not allow, or where no post runs on both.
    """
    check_count("races", races, 1)
    card, charts, rules = prepared(card, version, charts, rules)
    other, _, _ = prepared(other, version, charts, rules)
    rows = {runner.post: (row, runner) for row, runner in enumerate(other.runners)}
    matched = [(row, runner, *rows[runner.post]) for row, runner in enumerate(card.runners) if runner.post in rows]
    if not matched:
        raise fault("compare", "no post that runs on both cards", "cards with the same posts")
    number = check_seed(seed)
    both = [Compiled.of(compile_tables(one, version, charts, rules)) for one in (card, other)]
    sums = np.zeros((len(matched), len(MEASURES), 6))
    for first, second in zip(*(blocks_of(compiled, number, races) for compiled in both), strict=True):
        for pair, (row, _, other_row, _) in enumerate(matched):
            sums[pair] += pair_sums(first, row, second, other_row)
    pairs = tuple((runner, other_runner) for _, runner, _, other_runner in matched)
    return Comparison(card, other, version, number, charts, rules, races, pairs, sums)


def pair_sums(first: Block, row: int, second: Block, other_row: int) -> Sums:
    """The sums of a block for one horse on both cards: (measures, 6)."""
    places = first.place[row], second.place[other_row]
    keys = first.key[row], second.key[other_row]
    measures = [tuple(((place > 0) & (place <= last)).astype(np.float64) for place in places) for last in (1, 2, 3)]
    there = (keys[0] > 0) & (keys[1] > 0)  # figures count where the horse finishes on both
    measures.append(tuple(figure_of(key[there]).astype(np.float64) for key in keys))
    return np.array([[len(a), a.sum(), b.sum(), a @ a, b @ b, a @ b] for a, b in measures])
