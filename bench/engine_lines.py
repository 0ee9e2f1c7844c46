"""The simulator: blocks of races against their dice, against a plain loop, against each other."""

import random
from collections.abc import Callable, Iterator
from itertools import count

import numpy as np
import topstretch as ts
from topstretch.batch import Compiled, run_block
from topstretch.blocks import keep_small_arrays
from topstretch.dice import BLOCK, BatchDice, Stream
from topstretch.tables import compile_tables

from .fields import field_of
from .plain_loop import charts_of, horses_of, race
from .report import Line, at_least, at_most
from .timing import interleaved, per_race, ratio

ROUNDS = 25
BLOCKS = 8  # timed at a time
PLAIN_RACES = 1000
CHECKED = 60_000  # races by which the plain loop is checked
ROLLS = 22  # pace, race factors, and form and final speed of ten horses


def blocks_of(card: ts.RaceCard, version: str = "quickplay") -> Callable[[], None]:
    """A task: run some blocks, every horse's place in each race."""
    compiled = Compiled.of(compile_tables(card, version, ts.load_charts(), ts.Rules()))
    stream, numbers = Stream(1), count()

    def task() -> None:
        for _ in range(BLOCKS):
            run_block(compiled, stream, next(numbers))

    return task


def dice_of(card: ts.RaceCard, planes: tuple[int, ...]) -> Callable[[], None]:
    """A task: draw the lanes of some planes for as many blocks, refused lanes replaced, divided into pairs of rolls."""
    entries = tuple(runner.entry for runner in card.runners)
    stream, numbers = Stream(1), count()

    def task() -> None:
        for _ in range(BLOCKS):
            dice = BatchDice(stream, next(numbers), entries)
            for plane in planes:
                dice.pairs(plane)

    return task


def plain_races(card: ts.RaceCard) -> Callable[[], None]:
    """A task: run races in the plain loop."""
    charts, horses = charts_of(ts.load_charts()), horses_of(card, ts.load_charts())

    def task() -> None:
        for _ in range(PLAIN_RACES):
            race(horses, charts)

    return task


def naive_dice(at_a_time: int) -> Callable[[], None]:
    """A task: draw two `integers(1, 7)` for each roll of as many races of ten horses, so many races at a time."""
    generator = np.random.default_rng(1)

    def task() -> None:
        for _ in range(BLOCKS * BLOCK // at_a_time):
            for _ in range(2 * ROLLS):
                generator.integers(1, 7, at_a_time)

    return task


def simulated(card: ts.RaceCard, version: str = "quickplay") -> Callable[[], object]:
    """A task: the whole simulation of as many races, counts and all."""
    return lambda: ts.simulate(card, races=BLOCKS * BLOCK, seed=1, version=version)


def lines() -> Iterator[Line]:
    """Lines 1 to 4."""
    keep_small_arrays()
    card, races = field_of(10), BLOCKS * BLOCK
    taken = interleaved(
        {
            "run": blocks_of(card),
            "dice": dice_of(card, (0, 1, 2, 3)),
            "fewer": dice_of(card, (0, 1, 3)),
            "plain": plain_races(card),
            "simulate": simulated(card),
            "naive": naive_dice(BLOCK),
            "naive at once": naive_dice(races),
            "fullplay": simulated(card, "fullplay"),
            "twenty": simulated(field_of(20)),
        },
        ROUNDS,
    )
    ns = {name: per_race(seconds, PLAIN_RACES if name == "plain" else races) for name, seconds in taken.items()}
    yield at_most(
        "1. places of all ten runners in Quickplay (`run_block`) against drawing their dice the best exact way",
        3.6, ratio(taken["run"], taken["dice"]), f"{ns['run']} a race against {ns['dice']}",
    )  # fmt: skip
    narrow = ratio(taken["run"], taken["fewer"])
    yield Line(
        "1a. the same against the lanes that every race reads: planes 0, 1 and 3, without trouble's", "none",
        f"{narrow:.3g} times", None, f"{ns['run']} against {ns['fewer']}",
    )  # fmt: skip
    faster = ratio(taken["plain"], taken["run"]) * races / PLAIN_RACES
    yield at_least(
        "1b. the same against a plain loop with `random.randint` (`bench/plain_loop.py`)",
        350, faster, f"{ns['run']} against {ns['plain']}; {check_plain_loop(card)}",
    )  # fmt: skip
    yield at_most(
        f"2. the whole simulation against drawing its {ROLLS} rolls, two `Generator.integers(1, 7, {BLOCK})` each",
        1.2, ratio(taken["simulate"], taken["naive"]), f"{ns['simulate']} a race against {ns['naive']}",
    )  # fmt: skip
    yield Line(
        f"2a. the same where each call draws for all {races:,} races at once, which numpy likes better", "none",
        f"{ratio(taken['simulate'], taken['naive at once']):.3g} times", None,
        f"{ns['simulate']} against {ns['naive at once']}",
    )  # fmt: skip
    yield at_most(
        "3. simulation of Fullplay against Quickplay", 2, ratio(taken["fullplay"], taken["simulate"]),
        f"{ns['fullplay']} a race against {ns['simulate']}",
    )  # fmt: skip
    yield at_most(
        "4. simulation of twenty runners against ten", 3, ratio(taken["twenty"], taken["simulate"]),
        f"{ns['twenty']} a race against {ns['simulate']}",
    )  # fmt: skip


def check_plain_loop(card: ts.RaceCard) -> str:
    """How far the plain loop's win chances are from the exact ones, in words."""
    charts, horses = charts_of(ts.load_charts()), horses_of(card, ts.load_charts())
    random.seed(1)
    wins = np.zeros(len(horses))
    for _ in range(CHECKED):
        for number, place in race(horses, charts).items():
            wins[number] += place == 1
    chance = ts.exact(card).win
    score = np.abs(wins - CHECKED * chance) / np.sqrt(CHECKED * chance * (1 - chance))
    return f"its win chances in {CHECKED:,} races are within {score.max():.1f} standard errors of the exact ones"
