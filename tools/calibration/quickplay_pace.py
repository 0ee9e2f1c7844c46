"""Quickplay's pace charts: what Fullplay does on average to fields and horses of each Pace rating.

So the two versions agree on how often a pace comes about and on whom it suits, and nothing of it is free to tune.
"""

import attrs
import numpy as np
import numpy.typing as npt
from topstretch.charts import FAST, NORMAL, SLOW, ChartSet
from topstretch.dice import BLOCK, BatchDice, Stream
from topstretch.house import Rules
from topstretch.population import SIZES, Population
from topstretch.rules.fullplay import run_fullplay
from topstretch.rules.pace import two_highest

from .shapes import WAYS

SEED = 1812
BLOCKS = range(4)
SUMS, PACES = 19, 10
FEWEST = 200  # races of a sum, for its shares to count
MOST = 2  # X23: the values run from -2 to +2, which Pace 0 and Pace 9 have
LONGEST = np.cumsum(WAYS) / 36  # the chance of a roll of at most 2 to 12


def quickplay_pace(charts: ChartSet) -> ChartSet:
    """The set with Pace Scenario and Pace Effects (Quickplay) as Fullplay has them."""
    shares, effects, seen = fullplay_means(charts)
    rounded = np.rint(effects).astype(np.int16)
    rounded[NORMAL] = 0
    rounded[SLOW, [0, -1]], rounded[FAST, [0, -1]] = (-MOST, MOST), (MOST, -MOST)
    return attrs.evolve(charts, pace_scenario=scenario(shares, seen), pace_effects_quickplay=monotone(rounded))


def fullplay_means(charts: ChartSet) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """(3 paces, 19 sums) share of each pace; (3 paces, 10 Pace ratings) mean effect; (19) races of each sum."""
    races, change, horses = np.zeros((3, SUMS)), np.zeros((3, PACES)), np.zeros((3, PACES))
    population, stream = Population(SEED), Stream(SEED)
    for number in BLOCKS:
        cards, dice = population.block(number), BatchDice(stream, number, range(SIZES[-1]))
        course = run_fullplay(cards.runners, dice, charts, Rules(), BLOCK)
        pace_of_race, there = course.pace_of_race, cards.running
        np.add.at(races, (pace_of_race[0], two_highest(cards.runners.pace, there)[0]), 1)
        where = np.broadcast_to(pace_of_race, there.shape)[there], cards.runners.pace[there]
        np.add.at(change, where, course.pace_change[there])
        np.add.at(horses, where, 1)
    seen = races.sum(axis=0)
    return races / np.maximum(seen, 1), change / np.maximum(horses, 1), seen.astype(np.int64)


def monotone(effects: npt.NDArray[np.int16]) -> npt.NDArray[np.int16]:
    """Effects that never fall with Pace on Slow nor rise on Fast."""
    effects[SLOW] = np.maximum.accumulate(effects[SLOW])
    effects[FAST] = np.minimum.accumulate(effects[FAST])
    return effects


def scenario(shares: npt.NDArray[np.float64], seen: npt.NDArray[np.int64]) -> npt.NDArray[np.int16]:
    """Pace Scenario: low rolls Slow and high rolls Fast, as many of each as come nearest to the shares of the sum.

    Sums that hardly occur are read at the nearest one that does. A roll of 2 is Slow and a roll of 12 Fast in any field.
    """
    often = [total for total in range(SUMS) if seen[total] >= FEWEST]
    chart = np.ones((11, SUMS), np.int16)
    last_slow, first_fast = 10, 10
    for total in range(SUMS):
        near = min(often, key=lambda other: abs(other - total))
        at_most = [0.0, *LONGEST]
        slow = min(range(1, 11), key=lambda rolls: abs(at_most[rolls] - shares[SLOW, near]))
        fast = min(range(1, 11), key=lambda roll: abs(1 - at_most[roll] - shares[FAST, near]))
        last_slow, first_fast = min(last_slow, slow), min(first_fast, max(fast, slow))
        chart[:last_slow, total] = SLOW
        chart[first_fast:, total] = FAST
    return chart
