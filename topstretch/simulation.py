"""Millions of races of one card: chances with standard errors, races found by what happened, any of them opened again."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .batch import Compiled
from .betting import BASE, Odds, check_field, paid
from .blocks import Job, blocks_of, tally_job
from .card import RaceCard
from .chart_files import FACTORS, PACES
from .charts import ChartSet
from .counting import DETAILS, Tally
from .dice import BLOCK, check_count, check_seed
from .entries import row_of_horse
from .errors import fault
from .finding import Wanted, pace_number
from .house import QUICKPLAY, Rules
from .playing import play, prepared
from .rules.finish import FIGURES
from .scoresheet import Scoresheet, frame
from .tables import compile_tables

if TYPE_CHECKING:
    import pandas as pd

Numbers = npt.NDArray[np.float64]
MEASURES = ("win", "place", "show", "mean_finish", "figure", "figure_sd", "out", "disqualified", "dead_heat")
COLUMNS = ("post", "horse", *(name + twin for name in MEASURES for twin in ("", "_se")))


class InterruptedSimulation(KeyboardInterrupt):
    """The run was stopped from the keyboard; `simulation` holds the blocks that were finished, None where there were none."""

    def __init__(self, simulation: "Simulation | None") -> None:
        super().__init__()
        self.simulation = simulation


@frozen(eq=False)
class Simulation:
    """The counts of many races of a card and what made them. Two are equal when their counts are."""

    card: RaceCard
    version: str
    seed: int
    charts: ChartSet
    rules: Rules
    tally: Tally

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Simulation) and self.card == other.card and self.tally.same_as(other.tally)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def races(self) -> int:
        """How many races were run."""
        return self.tally.races

    def chances(self, measure: str) -> tuple[Numbers, Numbers]:
        """One of the measures of the frame and its standard error, each (horses): `win`, `place`, `mean_finish` ..."""
        tally, races = self.tally, self.races
        if measure in ("mean_finish", "figure", "figure_sd"):
            weights = tally.wire[:, 1:] if measure == "mean_finish" else tally.figures
            values = np.arange(1, weights.shape[1] + 1) if measure == "mean_finish" else np.arange(FIGURES)
            return moments(values, weights)[measure == "figure_sd"]
        counts = {
            "win": tally.official[:, 1],
            "place": tally.official[:, 1:3].sum(axis=1),
            "show": tally.official[:, 1:4].sum(axis=1),
            "out": tally.official[:, 0],
            "disqualified": tally.disqualified,
            "dead_heat": tally.dead_heats,
        }[measure]
        return share(counts, races)

    def rows(self) -> list[dict[str, Any]]:
        """One row a horse in post order: the chances with their standard errors."""
        columns: dict[str, Any] = {"post": [], "horse": []}
        for runner in self.card.runners:
            columns["post"].append(runner.post)
            columns["horse"].append(runner.name)
        for name in MEASURES:
            columns[name], columns[f"{name}_se"] = (array.tolist() for array in self.chances(name))
        return [dict(zip(columns, cells, strict=True)) for cells in zip(*columns.values(), strict=True)]

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame: post, horse, then each measure and its standard error in a twin column `_se`.

        win, place, show: chances to be officially first, in the first two, the first three; mean_finish of the places as
        run, over the races it finished; figure and figure_sd of its final speed; out, disqualified, dead_heat (shares its
        official place).
        """
        return frame(self.rows(), COLUMNS)

    def pace_shares(self) -> dict[str, tuple[float, float]]:
        """The share of races of each pace, with its standard error."""
        shares, errors = share(self.tally.paces, self.races)
        return {pace: (float(s), float(e)) for pace, s, e in zip(PACES, shares, errors, strict=True)}

    def factor_shares(self) -> dict[str, tuple[float, float]]:
        """The share of races of each race factor, with its standard error."""
        shares, errors = share(self.tally.factors.reshape(3, 2).sum(axis=1), self.races)
        return {name: (float(s), float(e)) for name, s, e in zip(FACTORS, shares, errors, strict=True)}

    @property
    def photo_rate(self) -> tuple[float, float]:
        """The share of races whose first past the post was found by a photo, with its standard error."""
        rate, error = share(np.array([self.tally.photos]), self.races)
        return float(rate[0]), float(error[0])

    @property
    def finish(self) -> Numbers:
        """Chances of places as run: (horses, places), first place first; what is missing to 1 in a row is out."""
        return self.tally.wire[:, 1:] / self.races

    @property
    def official(self) -> Numbers:
        """Chances of official places, after disqualifications: (horses, places)."""
        return self.tally.official[:, 1:] / self.races

    def detail(self, name: str) -> "pd.DataFrame":
        """Shares of `exacta`, `trifecta` or `head_to_head`, asked for by `details=`, with standard errors, likeliest first.

        Columns: the horses' names in order, then chance and chance_se. Orders with a dead heat in a place that counts are
        left out, so exacta and trifecta add up to a little less than 1.
        """
        counts = getattr(self.tally, name, None) if name in DETAILS else None
        if counts is None:
            raise fault("detail", name, "one of " + ", ".join(DETAILS) + ", asked for by simulate(..., details=[...])")
        names = [runner.name for runner in self.card.runners]
        titles = ("first", "second", "third")[: counts.ndim] if name != "head_to_head" else ("ahead", "behind")
        rows = []
        for places in zip(*np.nonzero(counts), strict=True):
            chance, error = share(counts[places], self.races)
            horses = {title: names[horse] for title, horse in zip(titles, places, strict=True)}
            rows.append({**horses, "chance": float(chance), "chance_se": float(error)})
        rows.sort(key=lambda row: -row["chance"])
        return frame(rows, (*titles, "chance", "chance_se"))

    def returns(self, odds: Odds) -> "pd.DataFrame":
        """What a flat $2 bet returns at given odds: post, horse, bet, return (per dollar staked, 0 is even), return_se.

        Raises InputError where the odds are of another field.
        """
        check_field(odds, self.card)
        rows = [
            {"post": line.post, "horse": line.horse, "bet": bet, "return": mean, "return_se": error}
            for place, line in enumerate(odds.lines)
            if line.odds is not None
            for bet, (mean, error) in self._returns_of(place, line.odds).items()
        ]
        return frame(rows, ("post", "horse", "bet", "return", "return_se"))

    def _returns_of(self, horse: int, to_1: Any) -> dict[str, tuple[float, float]]:
        amounts = paid(1, to_1, self.charts)
        found = {}
        for bet, places, amount in zip(("win", "place", "show"), (1, 2, 3), amounts, strict=True):
            chance, error = share(self.tally.official[horse, 1 : places + 1].sum(), self.races)
            per_dollar = float(amount or 0) / BASE
            found[bet] = (float(chance) * per_dollar - 1, float(error) * per_dollar)
        return found

    def find(
        self,
        *,
        winner: str | int | None = None,
        order: Sequence[str | int] = (),
        dead_heat: bool | None = None,
        disqualified: str | int | None = None,
        out: str | int | None = None,
        pace: str | None = None,
        photo: bool | None = None,
        limit: int = 10,
    ) -> list[int]:
        """Numbers of the races in which all of this happened, the first `limit` of them.

        Horses are names or posts. `winner`: officially first, or one of those that are. `order`: the horses that were
        officially first, second ... `dead_heat`: for the win. `disqualified`, `out`: this horse was. `pace`: Slow, Normal
        or Fast. `photo`: the first past the post was found by a photo.
        """
        check_count("limit", limit, 1)
        wanted = Wanted(
            order=tuple(self._row(horse) for horse in order),
            winner=None if winner is None else self._row(winner),
            dead_heat=dead_heat,
            disqualified=None if disqualified is None else self._row(disqualified),
            out=None if out is None else self._row(out),
            pace=None if pace is None else pace_number(pace),
            photo=photo,
        )
        found: list[int] = []
        compiled = Compiled.of(compile_tables(self.card, self.version, self.charts, self.rules))
        for number, block in enumerate(blocks_of(compiled, self.seed, self.races)):
            found += (number * BLOCK + np.flatnonzero(wanted.match(block))).tolist()
            if len(found) >= limit:
                break
        return found[:limit]

    def _row(self, horse: str | int) -> int:
        return row_of_horse(self.card.runners, horse)

    def scoresheet(self, race: int) -> Scoresheet:
        """The whole scoresheet of one of the races, 0 to `races` - 1: the same as `play(card, seed=..., race=...)`."""
        if not 0 <= check_count("race", race) < self.races:
            raise fault("race", race, f"0 to {self.races - 1}")
        return play(self.card, version=self.version, seed=self.seed, race=race, rules=self.rules, charts=self.charts)

    def __str__(self) -> str:
        from .show.text import as_text, simulation_text

        return as_text(simulation_text(self))

    def _repr_html_(self) -> str:
        from .show.html import simulation_html

        return simulation_html(self)

    def __repr__(self) -> str:
        return str(self)


def share(counts: Any, races: int) -> tuple[Numbers, Numbers]:
    """Shares of the races, and their binomial standard errors."""
    shares = np.asarray(counts, np.float64) / races
    return shares, np.sqrt(shares * (1 - shares) / races)


def moments(
    values: npt.NDArray[Any], counts: npt.NDArray[Any]
) -> tuple[tuple[Numbers, Numbers], tuple[Numbers, Numbers]]:
    """(mean, its error) and (standard deviation, its error) of counted values, a row a horse; NaN where nothing was counted.

    The error of the standard deviation is the large-sample one, from the fourth moment.
    """
    number = counts.sum(axis=1).astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = counts @ values / number
        apart = values - mean[:, None]
        second, fourth = ((counts * apart**power).sum(axis=1) / number for power in (2, 4))
        deviation = np.sqrt(second)
        error = np.sqrt(np.maximum(fourth - second**2, 0) / number) / (2 * deviation)
        return (mean, deviation / np.sqrt(number)), (deviation, np.where(second > 0, error, 0.0))


def simulate(
    card: RaceCard | str | Path,
    *,
    races: int = 100_000,
    version: str = QUICKPLAY,
    seed: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    rules: Rules | None = None,
    charts: ChartSet | str | Path | None = None,
    details: Sequence[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Simulation:
    """Run many races of a card and count.

    Race k is the race that `play(card, seed=seed, race=k)` runs, for any number of `workers` (processes) and for any
    `concurrent.futures.Executor` as `executor`; with one, `workers` says how many tasks it does at once. `details` asks for
    exacta, trifecta or head_to_head tables. `progress` is told the number of races of each batch that is done. Memory does
    not grow with `races`.

    Raises InputError for what the card or the charts do not allow, BlockError where races fail to come back, and
    InterruptedSimulation, with what is finished, when stopped from the keyboard.
    """
    card, charts, rules = prepared(card, version, charts, rules)
    check_count("races", races, 1)
    check_count("workers", workers, 1)
    unknown = [name for name in details if name not in DETAILS]
    if unknown:
        raise fault("details", unknown[0], ", ".join(DETAILS))
    job = Job(card, version, check_seed(seed), charts, rules, races, tuple(details))
    total: Tally | None = None
    try:
        for tally in tally_job(job, workers, executor, progress or ignore):
            total = tally if total is None else total + tally
    except KeyboardInterrupt:
        made = None if total is None else Simulation(card, version, job.seed, charts, rules, total)
        raise InterruptedSimulation(made) from None
    assert total is not None
    return Simulation(card, version, job.seed, charts, rules, total)


def ignore(races: int) -> None:
    """Nobody watches the progress."""
