"""Pace in Quickplay (R4, step 1) and what a pace does to the horses in both versions."""

import numpy as np

from ..charts import ChartSet
from .runners import Bools, Ints


def two_highest(values: Ints, running: Bools) -> Ints:
    """The sum of the two highest values of each race: (horses, races) in, (1, races) out."""
    among = np.where(running, values, np.int16(-999))
    return np.asarray(np.sort(among, axis=0)[-2:].sum(axis=0, keepdims=True, dtype=np.int16))


def pace_scenario(charts: ChartSet, pace_sum: Ints, total: Ints) -> Ints:
    """R4.1: the pace of the race from the two highest Pace ratings and one roll."""
    return charts.pace_scenario[total - 2, pace_sum]


def pace_effect_quickplay(charts: ChartSet, pace_of_race: Ints, pace: Ints) -> Ints:
    """R4.1: the change of Adjusted Power for a horse's Pace rating."""
    return charts.pace_effects_quickplay[pace_of_race, pace]


def pace_effect_fullplay(charts: ChartSet, pace_of_race: Ints, points: Ints) -> Ints:
    """R7.3: the change of Adjusted Power for a horse's own points."""
    chart = charts.pace_effects_fullplay
    return chart[pace_of_race, np.clip(points - charts.pace_effects_first, 0, chart.shape[1] - 1)]
