"""Exact chances against simulated races, cell by cell, as z-scores.

    PYTHONPATH=tests python -m engine.agreement --races 100000000 --write docs/accuracy.md

Compared are the counts of every cell whose expected count is over 50: each horse at each place as run, each of its figures,
officially first, out, disqualified, and each pace. A z-score is the difference from the expected count over its standard
deviation. Official place and show are exact within a bound only: what is above the bound counts.
"""

import argparse
import math
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import topstretch as ts
from attrs import frozen

from trust.sections import write_section

FIELDS = (2, 3, 6, 10, 14)
VERSIONS = ("quickplay", "fullplay")
SEED = 20_261_130
LIMIT = 4.5
ENOUGH = 50  # expected in a cell, and outside it
HEAD = (
    "runners",
    "version",
    "cells",
    "largest z",
    "in",
    "mean z squared",
    "place, show off by",
    "bound",
    "beyond it, z",
)


@frozen
class Cell:
    """A count with its chance."""

    name: str
    count: int
    chance: float

    def z(self, races: int) -> float:
        """How many standard deviations the count is off."""
        return (self.count - races * self.chance) / math.sqrt(races * self.chance * (1 - self.chance))

    def counts(self, races: int) -> bool:
        """Whether the count is large enough to be compared by a z-score."""
        return min(self.chance, 1 - self.chance) * races > ENOUGH


@frozen
class Agreement:
    """How one field's counts agree with its exact chances."""

    runners: int
    version: str
    races: int
    cells: tuple[Cell, ...]
    off: float  # largest difference of official place and show
    bound: float
    beyond: float  # largest z-score of what is above the bound, 0 where nothing is
    seconds: float

    @property
    def worst(self) -> Cell:
        """The cell that is furthest off."""
        return max(self.cells, key=lambda cell: abs(cell.z(self.races)))

    @property
    def largest(self) -> float:
        """The largest z-score without its sign."""
        return abs(self.worst.z(self.races))

    @property
    def mean_square(self) -> float:
        """The mean of the squared z-scores: near 1 where all is well."""
        return float(np.mean([cell.z(self.races) ** 2 for cell in self.cells]))


def field_of(runners: int) -> ts.RaceCard:
    """A route with `runners` made-up horses of every Pace and Form, close together."""
    rng = random.Random(f"a field of {runners}")
    entries = []
    for post in range(1, runners + 1):
        ratings = {name: rng.randint(-3, 3) for name in ("class_", "speed", "trip")}
        power, pace, form, wire = rng.randint(14, 20), rng.randint(0, 9), rng.choice("ABCDE"), rng.randint(0, 9)
        horse = ts.Horse(
            f"Horse {post}",
            power_dirt=power,
            range_low=8,
            range_high=10,
            pace=pace,
            form=form,
            wire=wire,
            wet=0,
            **ratings,
        )
        entries.append(ts.Entry(post, horse, ts.Jockey(f"Jockey {post}", rng.randint(-2, 2), rng.randint(4, 10))))
    return ts.RaceCard(f"A field of {runners}", 9, "dirt", "fast", tuple(entries))


def cells(simulation: ts.Simulation, exact: ts.Exact) -> Iterator[Cell]:
    """Every cell that can be compared, whatever its count."""
    tally, horses = simulation.tally, len(exact.finish)
    keys = exact.keys.reshape(horses, -1, 24).sum(axis=2)
    for horse in range(horses):
        name = simulation.card.runners[horse].name
        for place, chance in enumerate(exact.finish[horse], 1):
            yield Cell(f"{name}, place {place}", int(tally.wire[horse, place]), float(chance))
        for figure, chance in enumerate(keys[horse], exact.field.lowest_figure):
            yield Cell(f"{name}, figure {figure}", int(tally.figures[horse, figure]), float(chance))
        yield Cell(f"{name}, win", int(tally.official[horse, 1]), float(exact.win[horse]))
        yield Cell(f"{name}, out", int(tally.official[horse, 0]), float(exact.out[horse]))
        yield Cell(f"{name}, disqualified", int(tally.disqualified[horse]), float(exact.disqualified[horse]))
    for (pace, chance), count in zip(exact.paces.items(), tally.paces.tolist(), strict=True):
        yield Cell(f"{pace} pace", count, chance)


def official(simulation: ts.Simulation, exact: ts.Exact) -> tuple[float, float]:
    """The largest difference of place and show, and the largest z-score of what is above the bound."""
    off, beyond = 0.0, 0.0
    for name in ("place", "show"):
        found, _ = simulation.chances(name)
        chance = np.clip(getattr(exact.official, name), 0, 1)
        error = np.sqrt(np.maximum(chance * (1 - chance), ENOUGH / simulation.races) / simulation.races)
        difference = abs(found - chance)
        off = max(off, float(difference.max()))
        beyond = max(beyond, float(((difference - exact.bound) / error).max()))
    return off, beyond


def agree(
    card: ts.RaceCard, version: str, races: int, workers: int = 1, charts: ts.ChartSet | None = None, seed: int = SEED
) -> Agreement:
    """Run the races of a card and compare."""
    start = time.perf_counter()
    simulation = ts.simulate(card, races=races, version=version, seed=seed, workers=workers, charts=charts)
    exact = ts.exact(card, version=version, charts=charts)
    compared = tuple(cell for cell in cells(simulation, exact) if cell.counts(races))
    off, beyond = official(simulation, exact)
    seconds = time.perf_counter() - start
    return Agreement(len(card.runners), version, races, compared, off, exact.bound, beyond, seconds)


def row(found: Agreement) -> tuple[str, ...]:
    """A line of the table."""
    return (
        str(found.runners), found.version, str(len(found.cells)), f"{found.largest:.2f}", found.worst.name,
        f"{found.mean_square:.3f}", f"{found.off:.6f}", f"{found.bound:.6f}", f"{found.beyond:.2f}",
    )  # fmt: skip


def section(results: Sequence[Agreement], workers: int) -> str:
    """The section of docs/accuracy.md: what was compared, the table, and what it says."""
    races = results[0].races
    number = sum(len(found.cells) for found in results)
    largest = max(found.largest for found in results)
    seconds = sum(found.seconds for found in results)
    alarms = number * math.erfc(LIMIT / math.sqrt(2))
    lines = [" | ".join(cells) for cells in (HEAD, ["---"] * len(HEAD), *map(row, results))]
    table = "\n".join(f"| {line} |" for line in lines)
    return f"""## Exact chances against {races:,} simulated races a field

Made by `PYTHONPATH=tests python -m engine.agreement --races {races} --workers {workers} --write docs/accuracy.md`
(numpy {np.__version__}, {os.cpu_count()} cores, {seconds:.0f} s), seed {SEED}. Compared is the count of every cell
expected more than {ENOUGH} times: each horse at each place as run and at each figure, officially first, out,
disqualified, and each pace: {number:,} comparisons. A z-score is the difference from the expected count over its standard
deviation; with right chances their squares are 1 on average. The largest is {largest:.2f}; one above {LIMIT} would be
expected {alarms:.3f} times in a table of this size. Official place and show are worked out within the bound; the last
column is the z-score of what is above it, 0 where nothing is.

{table}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all fields; 1 where a cell is further off than the limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=10_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--fields", type=int, nargs="*", default=FIELDS, help="numbers of runners")
    parser.add_argument("--write", type=Path, help="the document to put the section into")
    options = parser.parse_args(arguments)
    results = []
    for runners in options.fields:
        for version in VERSIONS:
            found = agree(field_of(runners), version, options.races, options.workers)
            results.append(found)
            sys.stderr.write(" | ".join(row(found)) + f" | {found.seconds:.1f} s\n")
    text = section(results, options.workers)
    sys.stdout.write(text)
    if options.write is not None:
        write_section(options.write, "agreement", text)
    return int(any(max(found.largest, found.beyond) > LIMIT for found in results))


if __name__ == "__main__":
    sys.exit(main())
