"""The realism report: figures of real racing beside those of both versions, on a stated population of cards."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from attrs import frozen

from .charts import ChartSet, chart_set
from .dice import BLOCK, check_count, check_seed
from .errors import fault
from .estimates import Estimate, average, per, quantile
from .house import FULLPLAY, QUICKPLAY, VERSIONS
from .population import DISTANCES, Population, race_card
from .realism_feats import FeatRow, best_figure, feat_rows
from .realism_races import Block, run_blocks
from .realism_rows import PERCENT, Goal, goals
from .scoresheet import frame
from .solver import exact

if TYPE_CHECKING:
    import pandas as pd

FEWEST_RACES = 1_000
WITHIN, MISSED = "within", "missed"


@frozen
class RealismRow:
    """A figure of the report.

    The real figure lies from `real_low` to `real_high` (None: there is none), by `source`. A version that has no such
    figure has None and no standard error. `verdict` is within, missed, or empty where there is no tolerance.
    """

    figure: str
    unit: str
    real_low: float | None
    real_high: float | None
    source: str
    quickplay: float | None
    quickplay_se: float | None
    fullplay: float | None
    fullplay_se: float | None
    tolerance: str
    verdict: str
    digits: int = 2


COLUMNS = tuple(column.name for column in attrs.fields(RealismRow) if column.name != "digits")


@frozen
class Realism:
    """The report: its rows in order, the greatest feats by the time chart, and what made them."""

    rows: tuple[RealismRow, ...]
    feats: tuple[FeatRow, ...]
    best_figure: float
    races: int
    cards: int
    field_size: tuple[float, float]  # mean and standard deviation
    seed: int
    chart_set: str
    edition: str

    @property
    def missed(self) -> tuple[RealismRow, ...]:
        """The rows that lie outside their tolerance."""
        return tuple(row for row in self.rows if row.verdict == MISSED)

    @property
    def met(self) -> bool:
        """Whether no row is missed."""
        return not self.missed

    def records(self) -> list[dict[str, Any]]:
        """The rows with the columns of the frame."""
        return [{name: getattr(row, name) for name in COLUMNS} for row in self.rows]

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame: figure, unit, real_low, real_high, source, quickplay, quickplay_se, fullplay, fullplay_se,
        tolerance, verdict."""
        return frame(self.records(), COLUMNS)

    def __str__(self) -> str:
        from .show.realism import realism_text
        from .show.text import as_text

        return as_text(realism_text(self))

    def __repr__(self) -> str:
        return str(self)


def realism(
    charts: ChartSet | Path | str | None = None, races: int = 200_000, seed: int = 7, *, cards: int = 200
) -> Realism:
    """Run `races` races of each version, every race on a card and with dice of its own, and put them to real racing.

    The population is stated in `population`; `seed` names its cards and their dice. On the first `cards` of its cards both
    versions are solved exactly and compared. Raises InputError for fewer than 1,000 races or no card, and for a chart set
    whose times do not reach from 6 to 9 furlongs or that has no fast dirt.
    """
    charts, seed = chart_set(charts), check_seed(seed)
    races, cards = check_count("races", races, FEWEST_RACES), check_count("cards", cards, 1)
    check_reach(charts)
    blocks = range(math.ceil(races / BLOCK))
    measured = {}
    for version in VERSIONS:
        whole = run_blocks(charts, version, seed, blocks)
        measured[version] = {name: values[:races] for name, values in whole.items()}
    best = best_figure(block["champion"] for block in measured.values())
    sizes = measured[QUICKPLAY]["starters"].astype(np.float64)
    return Realism(
        rows=(*(row_of(goal, measured) for goal in goals()), *version_rows(charts, seed, cards)),
        feats=tuple(feat_rows(charts, best)),
        best_figure=best,
        races=races,
        cards=cards,
        field_size=(float(sizes.mean()), float(sizes.std(ddof=1))),
        seed=seed,
        chart_set=charts.name,
        edition=charts.edition,
    )


def check_reach(charts: ChartSet) -> None:
    """Raise InputError for charts that the population's races cannot be run by."""
    low, high = charts.time_distances[[0, -1]]
    if low > DISTANCES[0] or high < DISTANCES[-1]:
        raise fault(f"{charts.name}: final_time", f"{low:g} to {high:g} furlongs", "6 to 9 furlongs, or more")
    if ("dirt", "fast") not in charts.track_conditions:
        raise fault(f"{charts.name}: track_conditions", "no fast dirt", "a row dirt,fast")


def row_of(goal: Goal, measured: Mapping[str, Block]) -> RealismRow:
    """A goal measured in both versions, or in Fullplay alone."""
    quick = None if goal.fullplay_only else goal.measure(measured[QUICKPLAY])
    return judged(goal, quick, goal.measure(measured[FULLPLAY]))


def judged(goal: Goal, quick: Estimate | None, full: Estimate) -> RealismRow:
    """A row of the report; it is within where each version that has the figure lies within the tolerance."""
    values = [found.value for found in (quick, full) if found is not None]
    return RealismRow(
        goal.figure, goal.unit, goal.low, goal.high, goal.source,
        None if quick is None else quick.value,
        None if quick is None else quick.error,
        full.value,
        full.error,
        goal.tolerance,
        (WITHIN if all(map(goal.allows, values)) else MISSED) if goal.judged else "",
        goal.digits,
    )  # fmt: skip


def version_rows(charts: ChartSet, seed: int, cards: int) -> list[RealismRow]:
    """How far a horse's chance to win differs between the versions, exactly, over the first cards of the population."""
    block = Population(seed).block(0)
    differences = []
    for race in range(cards):
        card = race_card(block, race)
        quick, full = (exact(card, version=version, charts=charts).win for version in (QUICKPLAY, FULLPLAY))
        differences.append(PERCENT * np.abs(full - quick))
    by_card = np.array([found.sum() for found in differences])
    horses = np.array([len(found) for found in differences])
    everyone = np.concatenate(differences)
    mean = per(by_card, horses) if cards > 1 else average(everyone)
    last = quantile(everyone, 0.99)
    return [
        judged(Goal("gap of versions, mean", "%", no_measure, 0, 0, "", "1", 0, 1), None, mean),
        judged(Goal("gap of versions, 99th centile", "%", no_measure, 0, 0, "", "5", 0, 5), None, last),
    ]


def no_measure(races: Block) -> Estimate:
    """These rows are worked out on cards of their own, not from the races."""
    raise NotImplementedError
