"""Hand-built shapes of the charts that the search may bend, each with a few parameters, and the cells that are pinned."""

from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int16]
ROLLS = np.arange(2, 13)
WAYS = np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])  # of 36, to roll 2 to 12
SCORE = (ROLLS - 7) / np.sqrt(35 / 6)
POWERS = np.arange(30)

# What the search may choose from: figure points, and the weight of the square of the roll's score that is taken off.
SPEED_SD = (6.2, 6.3, 6.4, 6.5, 6.6, 6.7, 6.8, 6.9, 7.0, 7.1, 7.2)
SPEED_SKEW = (0.08, 0.10, 0.12, 0.14, 0.16, 0.18, 0.20)

# Figure points: Power 25 means 113, Power 10 means 80 (2.2 a point).
LEVEL, SLOPE = 58.0, 2.2

# Means of the break by Pace 0 to 9, rising less above 6, and how the dice move them.
BREAK_MEANS = np.array([10.0, 12.0, 13.8, 15.4, 17.35, 19.2, 20.5, 21.7, 22.7, 23.6])
BREAK_DICE = np.array([-3.0, -2.0, -1.0, -0.7, -0.3, 0, 0.3, 0.8, 1.1, 1.9, 3.0])

# Pace Effects (Fullplay): the last points of -2, -1, 0 and +1 on Slow, and of +2, +1, 0 and -1 on Fast. The bands of Slow
# lie lower than those of Fast, as the points of a slow race do. X17 fixes 16 and 20 points on Fast.
SLOW_BANDS, FAST_BANDS = (11, 14, 18, 21), (11, 16, 21, 23)

# Race Pace: the sum at which a die decides between Slow and Normal; X16 fixes 44 and 45.
SLOW_SUM = 42


def hand_built() -> dict[str, Any]:
    """The charts that the search does not touch, as fields of a ChartSet."""
    first_effect, effects = pace_effects()
    first_pace, lines = race_pace()
    return {
        "break_segment": np.rint(BREAK_MEANS[None] + BREAK_DICE[:, None] + 1e-9).astype(np.int16),
        "pace_effects_first": first_effect,
        "pace_effects_fullplay": effects,
        "race_pace_first": first_pace,
        "race_pace": lines,
    }


def skewed(weight: float) -> npt.NDArray[np.float64]:
    """The scores of the rolls bent to the left, mean 0 and standard deviation 1."""
    bent = SCORE - weight * (SCORE**2 - 1)
    bent -= (WAYS * bent).sum() / 36
    return np.asarray(bent / np.sqrt((WAYS * bent**2).sum() / 36))


def final_speed(sd: float, skew: float) -> Ints:
    """Figures by roll and Adjusted Power: the same steps for every Power, whole, rising, with a mean of exactly 0."""
    wanted = sd * skewed(skew)
    steps = np.rint(wanted).astype(int)
    for i in range(6, 11):
        steps[i] = max(steps[i], steps[i - 1] + 1)
    for i in range(4, -1, -1):
        steps[i] = min(steps[i], steps[i + 1] - 1)
    while over := int((WAYS * steps).sum()):
        steps = nearest_step(steps, wanted, over)
    level = np.floor(LEVEL + SLOPE * POWERS + 0.4999)
    return (level[None] + steps[:, None]).astype(np.int16)


def nearest_step(steps: npt.NDArray[np.int64], wanted: npt.NDArray[np.float64], over: int) -> npt.NDArray[np.int64]:
    """The steps with one of them moved by 1 towards a mean of 0, the one that then fits best; they go on rising."""
    sign = -1 if over > 0 else 1
    tried = [steps + sign * (np.arange(11) == i) for i in range(11) if WAYS[i] <= abs(over)]
    rising = [one for one in tried if (np.diff(one) > 0).all()]
    return min(rising, key=lambda one: float((WAYS * (one - wanted) ** 2).sum()))


def pace_effects() -> tuple[int, Ints]:
    """Pace Effects (Fullplay) from its bands: low points lose on Slow and gain on Fast."""
    first = SLOW_BANDS[0]
    points = np.arange(first, FAST_BANDS[-1] + 2)
    lose = np.searchsorted(SLOW_BANDS, points, side="left") - 2
    gain = 2 - np.searchsorted(FAST_BANDS, points, side="left")
    return first, np.stack([lose, np.zeros_like(lose), gain]).astype(np.int16)


def race_pace() -> tuple[int, Ints]:
    """Race Pace: Slow below SLOW_SUM, a die there, Normal to 43, the quoted line at 44 and 45 (X16), Fast above."""
    lines = {SLOW_SUM - 1: [0] * 6, SLOW_SUM: [0] * 3 + [1] * 3}
    lines |= {points: [1] * 6 for points in range(SLOW_SUM + 1, 44)}
    lines |= {44: [1, 1, 2, 2, 2, 2], 45: [1, 1, 2, 2, 2, 2], 46: [2] * 6}
    return SLOW_SUM - 1, np.array([lines[points] for points in range(SLOW_SUM - 1, 47)], np.int16)
