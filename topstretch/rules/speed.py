"""The final speed (R4, step 4)."""

import numpy as np

from ..charts import ChartSet
from ..house import Rules
from .runners import Ints

HIGHEST_POWER = 29


def speed_figure(charts: ChartSet, power: Ints, total: Ints) -> Ints:
    """R4.4, D9: the chart's figure; Adjusted Power is read at 0 to 29, a total at 2 to 12."""
    return charts.final_speed[np.clip(total, 2, 12) - 2, np.clip(power, 0, HIGHEST_POWER)]


def final_speed(charts: ChartSet, rules: Rules, power: Ints, total: Ints, adjustment: Ints) -> tuple[Ints, Ints]:
    """R4.4, D2: the chart's figure and the final speed; the factor changes the figure, or the total by a house rule."""
    if rules.factor_target == "dice":
        figure = speed_figure(charts, power, total + adjustment)
        return figure, figure
    figure = speed_figure(charts, power, total)
    return figure, figure + adjustment
