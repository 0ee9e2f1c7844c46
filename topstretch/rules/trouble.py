"""Trouble (R5): what a roll of 3 can lead to."""

import numpy as np

from ..charts import DISQUALIFIED, OUT, TEST_DISQUALIFIED, TEST_POWER, ChartSet
from .runners import Bools, Ints


def trouble_outcome(charts: ChartSet, total: Ints) -> Ints:
    """R5: the outcome of a roll on Trouble: NOTHING, OUT, DISQUALIFIED or one of the two tests."""
    return charts.trouble[total - 2]


def needs_test(outcome: Ints) -> Bools:
    """R5: whether the jockey's Trouble rating is tested."""
    return np.isin(outcome, (TEST_DISQUALIFIED, TEST_POWER))


def fails_test(rating: Ints, total: Ints) -> Bools:
    """R5: a roll above the jockey's Trouble rating fails."""
    return np.greater(total, rating)


def is_out(outcome: Ints) -> Bools:
    """R5: out of the race at once."""
    return np.equal(outcome, OUT)


def is_disqualified(outcome: Ints, failed: Bools) -> Bools:
    """R5: to be disqualified after the race."""
    return np.asarray((outcome == DISQUALIFIED) | ((outcome == TEST_DISQUALIFIED) & failed))


def power_lost(charts: ChartSet, outcome: Ints, total: Ints, failed: Bools) -> Ints:
    """R5, D1: the change of Adjusted Power (0 or less) by the roll on Trouble and its failed test."""
    return np.where((outcome == TEST_POWER) & failed, charts.trouble_power[total - 2], np.int16(0))
