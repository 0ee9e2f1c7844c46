"""The stretch, the same in both versions: race factors, final speed, finish, disqualification (R4.3 to R4.6, R6)."""

import numpy as np

from ..charts import ChartSet
from ..dice import Dice
from ..house import Rules
from .factors import factor_adjustment, race_factors
from .finish import finish_key, in_photo, official_place, photo_total, wire_place
from .runners import Bools, Course, Ints, Runners, Trouble
from .speed import final_speed
from .trouble import fails_test, is_disqualified, is_out, needs_test, power_lost, trouble_outcome


def wide(faces: np.typing.NDArray[np.uint8]) -> Ints:
    """Faces and totals as 16-bit numbers, so that sums and differences cannot wrap."""
    return faces.astype(np.int16)


def everyone(runners: Runners, races: int) -> Bools:
    """Every runner of every race."""
    return np.broadcast_to(runners.running, (len(runners.running), races))


def meet_trouble(runners: Runners, dice: Dice, charts: ChartSet, troubled: Bools) -> Trouble:
    """R5: roll for those who go to Trouble, and test the jockeys who must be."""
    total = wide(dice.roll("trouble", troubled).total)
    outcome = np.where(troubled, trouble_outcome(charts, total), np.int16(0))
    tested = troubled & needs_test(outcome)
    failed = tested & fails_test(runners.trouble, wide(dice.roll("trouble_test", tested).total))
    return Trouble(
        troubled=troubled,
        outcome=outcome,
        tested=tested,
        change=power_lost(charts, outcome, total, failed),
        out=is_out(outcome),
        disqualified=is_disqualified(outcome, failed),
    )


def run_stretch(course: Course, dice: Dice, charts: ChartSet, rules: Rules) -> Course:
    """R4.3 to R4.6: from the top of the stretch to the official order."""
    runners, finished = course.runners, course.finished
    once = np.ones((1, finished.shape[1]), bool)

    roll = dice.roll("race_factors", once)
    course.factor, course.ride_counts = race_factors(charts, wide(roll.red), wide(roll.white))
    course.factor_change = factor_adjustment(runners, course.factor, course.ride_counts)

    total = wide(dice.roll("final_speed", finished).total)
    course.chart_figure, course.figure = final_speed(charts, rules, course.power, total, course.factor_change)

    course.in_photo = in_photo(course.figure, finished)
    photo = photo_total(wide(dice.roll("photo", course.in_photo).total), runners.wire, runners.ride)
    course.photo_total = np.where(course.in_photo, photo, np.int16(0))
    course.wire_place = wire_place(np.where(finished, finish_key(course.figure, course.photo_total), np.uint16(0)))

    course.disqualification_die = dice.roll("disqualification", course.trouble.disqualified).red
    course.place = official_place(course.wire_place, course.trouble.disqualified, course.disqualification_die)
    return course
