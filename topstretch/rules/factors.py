"""Race factors (R4, step 3): one roll for the whole race tests Class, Speed or Trip, and Ride or not."""

import numpy as np

from ..charts import ChartSet
from .runners import Bools, Ints, Runners


def race_factors(charts: ChartSet, red: Ints, white: Ints) -> tuple[Ints, Bools]:
    """R4.3: which rating is tested (Class 0, Speed 1, Trip 2), and whether Ride counts too."""
    return charts.factor_red[red - 1], charts.factor_ride[white - 1]


def factor_adjustment(runners: Runners, factor: Ints, ride_counts: Bools) -> Ints:
    """R4.3: each horse's tested rating, plus its jockey's Ride where that counts."""
    tested = np.choose(factor, (runners.class_, runners.speed, runners.trip))
    return np.asarray(tested + np.where(ride_counts, runners.ride, np.int16(0)))
