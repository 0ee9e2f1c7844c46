"""The random items of the proof `trust.races`: what is run, how, and what was counted."""

import random
from collections import Counter
from functools import cache
from pathlib import Path

import topstretch as ts
from attrs import Factory, define, frozen
from topstretch.dice import BLOCK

from fields import STANDARD, TRACKS, any_card, any_charts

VERSIONS = ("quickplay", "fullplay")
RULES = tuple(ts.Rules(target, twins) for twins in (False, True) for target in ("figure", "dice"))
SIZES = range(2, 25)
FEW = {"chances": (range(2, 15), range(2, 9)), "fractions": (range(2, 4), range(2, 4))}  # runners, by version
SETS = 200
loaded = cache(ts.load_charts)


class Different(AssertionError):
    """What was found is not what was wanted."""


def same(what: str, found: object, wanted: object) -> None:
    """Raise Different unless both are equal."""
    if found != wanted:
        raise Different(f"{what}: found {found}, wanted {wanted}")


@frozen
class Plan:
    """Where the items of a run come from."""

    seed: int
    folder: Path  # of the random chart sets, made as they are needed
    sets: int = SETS

    def name(self, number: int) -> str:
        """The name of a random chart set."""
        return f"seed-{self.seed}-set-{number}"

    def charts(self, number: int) -> Path:
        """The folder of a random chart set."""
        folder = self.folder / self.name(number)
        rng = random.Random(f"{self.seed} charts {number}")
        return folder if folder.exists() else any_charts(rng, folder, level=number % 8 == 0)

    def item(self, part: str, number: int) -> "Item":
        """An item of a part: versions, sizes, tracks and rules in turn, all else drawn."""
        rng = random.Random(f"{self.seed} {part} {number}")
        charts = STANDARD if rng.random() < 0.3 else self.charts(rng.randrange(self.sets))
        rules, span = RULES[number // 4 % len(RULES)], loaded(charts).time_distances[[0, -1]].tolist()
        sizes = FEW.get(part, (SIZES, SIZES))[number % 2]
        size = sizes[number // 2 % len(sizes)]
        track = TRACKS[number // 2 % len(TRACKS)]
        card = any_card(rng, size, track, tuple(span), twins=rules.allow_same_horse)
        race = rng.choice([0, BLOCK - 1, BLOCK, rng.randrange(BLOCK), rng.randrange(10**9)])
        return Item(part, number, card, charts, VERSIONS[number % 2], rules, rng.getrandbits(62), race)


@frozen
class Item:
    """One thing to compare: a card and how it is run."""

    part: str
    number: int
    card: ts.RaceCard
    charts: Path
    version: str
    rules: ts.Rules
    seed: int
    race: int

    @property
    def options(self) -> dict:
        """What every run of it takes."""
        return {"version": self.version, "rules": self.rules, "charts": loaded(self.charts)}

    def play(self, race: int | None = None) -> ts.Scoresheet:
        """One of its races."""
        return ts.play(self.card, seed=self.seed, race=self.race if race is None else race, **self.options)

    def __str__(self) -> str:
        card = self.card
        return (
            f"{self.part} {self.number}: {self.version}, {self.rules}, charts {self.charts}, {len(card.runners)} runners of "
            f"{len(card.entries)}, {card.name}, {card.distance} furlongs, {card.surface} {card.condition}, "
            f"seed {self.seed}, race {self.race}"
        )


@define
class Seen:
    """What was counted, the largest figure of each name, and what failed."""

    counts: Counter = Factory(Counter)
    largest: dict = Factory(dict)
    failures: list = Factory(list)

    def add(self, other: "Seen") -> "Seen":
        """Both together."""
        self.counts.update(other.counts)
        for name, value in other.largest.items():
            self.at_most(name, value)
        self.failures += other.failures
        return self

    def at_most(self, name: str, value: float) -> None:
        """Keep the largest value of a name."""
        self.largest[name] = max(self.largest.get(name, 0.0), float(value))
