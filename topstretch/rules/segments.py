"""The segments of Fullplay before the stretch (R7): break, pace setup, the pace of the race, race position."""

import numpy as np

from ..charts import ChartSet
from .runners import Bools, Ints


def break_segment(charts: ChartSet, pace: Ints, total: Ints) -> Ints:
    """R7.1: race position points out of the gate, by Pace rating."""
    return charts.break_segment[total - 2, pace]


def pace_setup(charts: ChartSet, pace: Ints, total: Ints, route: Bools) -> Ints:
    """R7.2: points added in the second segment, by Pace rating; none under 8 furlongs."""
    return np.where(route, charts.pace_setup[total - 2, pace], np.int16(0))


def race_pace_line(charts: ChartSet, points_sum: Ints) -> Ints:
    """R7.3: the line of Race Pace for the sum of the two highest totals: its pace for each face, (1, races, 6)."""
    return charts.race_pace[np.clip(points_sum - charts.race_pace_first, 0, len(charts.race_pace) - 1)]


def die_decides(line: Ints) -> Bools:
    """R7.3: whether one die decides on this line between two paces."""
    return np.asarray((line != line[..., :1]).any(axis=-1))


def race_pace(line: Ints, die: Ints) -> Ints:
    """R7.3: the pace of the race on a line, for a die's face."""
    return np.take_along_axis(line, die[..., None].astype(np.intp) - 1, axis=-1)[..., 0]


def race_position(charts: ChartSet, form: Ints, total: Ints) -> tuple[Ints, Ints, Bools]:
    """R7.4: the change of points, the change of Adjusted Power, and who goes to Trouble, by Form."""
    cell = (total - 2, form)
    return charts.position_points[cell], charts.position_power[cell], charts.position_trouble[cell]
