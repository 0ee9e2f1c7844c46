"""Quickplay (R4): the steps in order."""

import numpy as np

from ..charts import ChartSet
from ..dice import Dice
from ..house import Rules
from .form import form_adjustment
from .pace import pace_effect_quickplay, pace_scenario, two_highest
from .runners import Course, Runners
from .stretch import everyone, meet_trouble, run_stretch, wide


def run_quickplay(runners: Runners, dice: Dice, charts: ChartSet, rules: Rules, races: int = 1) -> Course:
    """Run `races` races of a field by the short version."""
    once = np.ones((1, races), bool)
    all_runners = everyone(runners, races)

    # 1. Pace
    pace_sum = two_highest(runners.pace, runners.running)
    pace_of_race = pace_scenario(charts, pace_sum, wide(dice.roll("pace", once).total))
    pace_change = pace_effect_quickplay(charts, pace_of_race, runners.pace)

    # 2. Form, and Trouble after a 3
    form_change, troubled = form_adjustment(charts, runners.form, wide(dice.roll("form", all_runners).total))
    trouble = meet_trouble(runners, dice, charts, troubled & all_runners)

    # 3. Race factors  4. Final speed  5. Finish  6. Disqualifications
    course = Course(runners, pace_of_race, pace_change, form_change, trouble)
    return run_stretch(course, dice, charts, rules)
