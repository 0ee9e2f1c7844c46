"""The sense check of the hundred: many fields of ten, each raced once, and what came of them against what should."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .card import ROUTE, adjust
from .charts import ChartSet, chart_set
from .dice import BLOCK, BatchDice, Stream, check_count, check_seed
from .entries import Entry
from .house import Rules
from .matching import by_nearness, candidates, enough
from .rating_facts import packaged_facts
from .ratings import Horse, Kind, Surface, as_kind
from .rosters import find_jockey, key, load_horses
from .rules.quickplay import run_quickplay
from .rules.runners import Runners

FIELD = 10
# The races in which the average chance is taken: furlongs and surface.
PROGRAMME = (
    (6.0, Surface.DIRT), (7.0, Surface.DIRT), (8.0, Surface.DIRT), (9.0, Surface.DIRT), (10.0, Surface.DIRT),
    (12.0, Surface.DIRT), (16.0, Surface.DIRT), (8.0, Surface.TURF), (10.0, Surface.TURF), (12.0, Surface.TURF),
)  # fmt: skip
TOP_TEN = ("Man o' War", "Secretariat", "Citation")
# Specialists at their own distance, in fields drawn without regard to Range.
SPECIALISTS = (("Ta Wee", 6.0, Surface.DIRT), ("Kelso", 16.0, Surface.DIRT), ("Miesque", 8.0, Surface.TURF),
               ("All Along", 12.0, Surface.TURF))  # fmt: skip
LOWEST, HIGHEST = 0.03, 0.25
RANK_LOW, RANK_HIGH = 0.5, 0.9

Counts = npt.NDArray[np.int64]


@frozen
class Chance:
    """A horse over all its fields: `starts` and `wins` (a dead heat to win counts for both)."""

    horse: str
    rank: int
    starts: int
    wins: int

    @property
    def win(self) -> float:
        """The average chance to win."""
        return self.wins / self.starts if self.starts else float("nan")

    @property
    def error(self) -> float:
        """Its standard error: every field has dice of its own."""
        return float(np.sqrt(self.win * (1 - self.win) / self.starts)) if self.starts else float("nan")


@frozen
class Check:
    """One line of the sense check: what was measured, what was wanted, and whether it was met."""

    what: str
    found: str
    wanted: str
    met: bool


@frozen
class Sense:
    """The sense check of one kind of card: `chances` in the order of the average chance to win, and the `checks`."""

    kind: Kind
    fields: int
    seed: int
    chart_set: str
    edition: str
    chances: tuple[Chance, ...]
    checks: tuple[Check, ...]

    @property
    def met(self) -> bool:
        """Whether every check was met."""
        return all(check.met for check in self.checks)


def sense_check(
    kind: str = "best-year", *, blocks: int = 2, seed: int = 7, charts: ChartSet | Path | str | None = None
) -> Sense:
    """Race fields of ten of the packaged horses and put the outcome to what the game's designer expects.

    For each race of PROGRAMME, `blocks` x 16,384 fields are drawn among the horses that `matchmake` would draw among, each
    field anew and each with dice of its own, and run by Quickplay on a fast or firm track with each horse's own rider.
    """
    wanted = as_kind(kind)
    study = Study(wanted, chart_set(charts), check_seed(seed), check_count("blocks", blocks, 1))
    starts, wins = dict.fromkeys(load_horses(wanted), 0), dict.fromkeys(load_horses(wanted), 0)
    for number, (distance, surface) in enumerate(PROGRAMME):
        pool = enough(by_nearness(at_home(candidates(wanted, surface, None), surface), distance), FIELD)
        for horse, ran, won in study.race(number, pool, distance, surface):
            starts[horse] += ran
            wins[horse] += won
    chances = [Chance(name, blood_horse_rank(name), starts[name], wins[name]) for name in starts]
    ordered = tuple(sorted(chances, key=lambda one: (-one.win, one.rank)))
    checks = (*average_checks(ordered), *specialist_checks(study))
    fields = blocks * BLOCK * len(PROGRAMME)
    return Sense(wanted, fields, study.seed, study.charts.name, study.charts.edition, ordered, checks)


def at_home(horses: Iterable[Horse], surface: Surface) -> list[Horse]:
    """The horses that are rated no higher on the other surface."""
    return [horse for horse in horses if horse.power(surface) == max(horse.power_dirt or 0, horse.power_turf or 0)]


def blood_horse_rank(name: str) -> int:
    """The horse's place in The Blood-Horse's order; behind all of them where it has none."""
    facts = packaged_facts().get(key(name))
    return (facts and facts["rank"]) or len(packaged_facts()) + 1


# --- running many fields ---


@frozen
class Study:
    """What every race of the study has in common."""

    kind: Kind
    charts: ChartSet
    seed: int
    blocks: int

    def race(
        self, number: int, pool: Sequence[Horse], distance: float, surface: Surface
    ) -> Iterator[tuple[str, int, int]]:
        """Run `blocks` blocks of fields drawn from a pool; each horse's name, starts and wins. `number` sets its dice apart."""
        ratings = ratings_of(pool, distance, surface, self.charts)
        starts, wins = np.zeros(len(pool), np.int64), np.zeros(len(pool), np.int64)
        for block in range(number * self.blocks, (number + 1) * self.blocks):
            field = draw_fields(self.seed, block, len(pool))
            runners = Runners(
                **{name: values[field] for name, values in ratings.items()},
                running=np.ones((FIELD, 1), bool),
                route=np.array([[distance >= ROUTE]]),
            )
            dice = BatchDice(Stream(self.seed), block, range(FIELD))
            place = run_quickplay(runners, dice, self.charts, Rules(), BLOCK).place
            starts += np.bincount(field.ravel(), minlength=len(pool))
            wins += np.bincount(field[place == 1], minlength=len(pool))
        yield from ((horse.name, int(ran), int(won)) for horse, ran, won in zip(pool, starts, wins, strict=True))


def ratings_of(
    pool: Sequence[Horse], distance: float, surface: Surface, charts: ChartSet
) -> dict[str, npt.NDArray[np.int16]]:
    """The ratings of a pool as arrays (horses), Adjusted Power on a fast or firm track first."""
    riders = [find_jockey(horse.jockey or "") for horse in pool]
    start = [
        adjust(Entry(1, horse, rider), distance, surface, 0, charts).total
        for horse, rider in zip(pool, riders, strict=True)
    ]
    columns: dict[str, list[int]] = {
        "start": start,
        "form": [horse.form.column for horse in pool],
        "ride": [rider.ride for rider in riders],
        "trouble": [rider.trouble for rider in riders],
        **{name: [getattr(horse, name) for horse in pool] for name in ("pace", "class_", "speed", "trip", "wire")},
    }
    return {name: np.array(values, np.int16) for name, values in columns.items()}


def draw_fields(seed: int, block: int, pool: int) -> Counts:
    """Fields of a block, (FIELD, BLOCK): places in the pool, each set of ten as likely, by the order of random words."""
    bits = np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=(2, block)))
    words = np.asarray(bits.random_raw(BLOCK * pool)).reshape(BLOCK, pool)
    return np.argsort(words, axis=1)[:, :FIELD].T


# --- what is expected ---


def average_checks(chances: Sequence[Chance]) -> Iterator[Check]:
    """Nobody walks over, nobody is hopeless, the order is near The Blood-Horse's without being its copy."""
    first, last = chances[0], chances[-1]
    yield check("highest average chance", first.win, f"at most {HIGHEST:.0%}", first.win <= HIGHEST, first.horse)
    yield check("lowest average chance", last.win, f"at least {LOWEST:.0%}", last.win >= LOWEST, last.horse)
    correlation = spearman([-one.win for one in chances], [one.rank for one in chances])
    met = RANK_LOW <= correlation <= RANK_HIGH
    yield Check("rank correlation with The Blood-Horse", f"{correlation:.2f}", f"{RANK_LOW} to {RANK_HIGH}", met)
    order = [one.horse for one in chances]
    for name in TOP_TEN:
        place = order.index(name) + 1
        yield Check(f"{name}'s place by average chance", str(place), "1 to 10", place <= 10)


def specialist_checks(study: Study) -> Iterator[Check]:
    """Specialists win more than their share where they belong, in fields drawn from all that have raced on the surface."""
    for number, (name, distance, surface) in enumerate(SPECIALISTS, len(PROGRAMME)):
        pool = candidates(study.kind, surface, None)
        won = {horse: wins / ran for horse, ran, wins in study.race(number, pool, distance, surface)}
        what = f"{name} at {distance:g} furlongs on {surface}, among all"
        yield check(
            what,
            won[name],
            f"above {1 / FIELD:.0%}",
            won[name] > 1 / FIELD,
            f"place {place_of(name, won)} of {len(won)}",
        )


def place_of(name: str, chances: Mapping[str, float]) -> int:
    """The place of a horse by its chance."""
    return 1 + sum(chance > chances[name] for chance in chances.values())


def check(what: str, found: float, wanted: str, met: bool, whose: str) -> Check:
    """A check of a chance."""
    return Check(what, f"{found:.1%} ({whose})", wanted, met)


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Spearman's rank correlation; equal values share the mean of their ranks."""
    return float(np.corrcoef(ranks(first), ranks(second))[0, 1])


def ranks(values: Sequence[float]) -> npt.NDArray[np.float64]:
    """Ranks from 1 up, the mean rank for equal values."""
    array = np.asarray(values, float)
    below = (array[None] < array[:, None]).sum(axis=1)
    level = (array[None] == array[:, None]).sum(axis=1)
    return np.asarray(below + (level + 1) / 2)


# --- as text ---


SENSE_COLUMNS = ("kind", "check", "found", "wanted", "result")


def sense_rows(sense: Sense) -> list[dict[str, Any]]:
    """The checks as rows: kind, check, found, wanted, result."""
    return [dict(zip(SENSE_COLUMNS, (str(sense.kind), *texts(one)), strict=True)) for one in sense.checks]


def texts(one: Check) -> tuple[str, str, str, str]:
    """A check's four texts."""
    return one.what, one.found, one.wanted, "within" if one.met else "missed"


def sense_text(sense: Sense) -> str:
    """The sense check as text: the checks, then every horse's average chance to win, best first."""
    head = (
        f"{sense.kind} cards: {sense.fields:,} fields of {FIELD}, Quickplay, seed {sense.seed}, "
        f"charts {sense.chart_set} ({sense.edition})"
    )
    widths = [max(len(texts(one)[i]) for one in sense.checks) for i in range(3)]
    lines = ["  ".join([*(text.ljust(width) for text, width in zip(texts(one), widths, strict=False)), texts(one)[3]])
             for one in sense.checks]  # fmt: skip
    return "\n".join(
        [
            head,
            "",
            *lines,
            "",
            "average chance to win, standard error, rank in The Blood-Horse's order",
            *columns(sense),
        ]
    )


def columns(sense: Sense) -> Iterator[str]:
    """The chances in two columns."""
    cells = [
        f"{i:3}  {one.horse:<18} {one.win:6.1%} {one.error:5.1%} {one.rank:4}" for i, one in enumerate(sense.chances, 1)
    ]
    half = (len(cells) + 1) // 2
    for place in range(half):
        yield "    ".join(cells[place::half]).rstrip()
