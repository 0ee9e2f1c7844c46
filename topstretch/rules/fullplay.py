"""Fullplay (R7): the steps in order."""

from ..charts import ChartSet
from ..dice import Dice
from ..house import Rules
from .pace import pace_effect_fullplay, two_highest
from .runners import Course, Runners
from .segments import break_segment, die_decides, pace_setup, race_pace, race_pace_line, race_position
from .stretch import everyone, meet_trouble, run_stretch, wide


def run_fullplay(runners: Runners, dice: Dice, charts: ChartSet, rules: Rules, races: int = 1) -> Course:
    """Run `races` races of a field by the version that shows the race unfold."""
    all_runners = everyone(runners, races)

    # 1. Break
    break_points = break_segment(charts, runners.pace, wide(dice.roll("break", all_runners).total))

    # 2. Pace setup, from 8 furlongs
    setup_roll = wide(dice.roll("setup", all_runners & runners.route).total)
    setup_change = pace_setup(charts, runners.pace, setup_roll, runners.route)
    points = break_points + setup_change

    # 3. Pace of the race
    line = race_pace_line(charts, two_highest(points, runners.running))
    pace_of_race = race_pace(line, wide(dice.roll("race_pace", die_decides(line)).red))
    pace_change = pace_effect_fullplay(charts, pace_of_race, points)

    # 4. Race position, and Trouble after a 3
    form_roll = wide(dice.roll("form", all_runners).total)
    position_change, form_change, troubled = race_position(charts, runners.form, form_roll)
    trouble = meet_trouble(runners, dice, charts, troubled & all_runners)

    # 5. Race factors, final speed, finish, disqualifications
    course = Course(
        runners, pace_of_race, pace_change, form_change, trouble,
        break_points=break_points, setup_change=setup_change, position_change=position_change,
    )  # fmt: skip
    return run_stretch(course, dice, charts, rules)
