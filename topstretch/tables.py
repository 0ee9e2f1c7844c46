"""The own steps of a card run once over every face of the dice: look-up tables for `batch` and exact weights for `solver`.

A pair of rolls is one number, first roll x 36 + second roll; a roll is (red - 1) x 6 + white - 1. No rule stands here: each
table is a rule of `rules/` put to the product of its inputs.
"""

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .card import RaceCard
from .charts import ChartSet
from .house import FULLPLAY, Rules
from .rules.factors import factor_adjustment, race_factors
from .rules.finish import finish_key, photo_total
from .rules.form import form_adjustment
from .rules.pace import pace_effect_fullplay, pace_effect_quickplay, pace_scenario, two_highest
from .rules.runners import Ints, Runners
from .rules.segments import break_segment, pace_setup, race_pace, race_pace_line, race_position
from .rules.speed import final_speed
from .rules.trouble import fails_test, is_disqualified, is_out, needs_test, power_lost, trouble_outcome

FACES = 36
PAIRS = FACES * FACES
FACTORS = 6  # Class, Speed, Trip, each without and with Ride
PACES = 3

ROLL = np.arange(FACES)
RED = (ROLL // 6 + 1).astype(np.int16)
WHITE = (ROLL % 6 + 1).astype(np.int16)
TOTAL = RED + WHITE
BOTH = np.arange(PAIRS)
FIRST, SECOND = BOTH // FACES, BOTH % FACES

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint16]


@frozen(eq=False)
class HorseTables:
    """One runner's own steps.

    `power` (3 paces, points, 36 form rolls) is the Adjusted Power after pace and form, as an index into `keys`; Quickplay
    has one point value. `troubled` says where the form roll goes to Trouble. `keys` (power index, 6 factors, 36 rolls) are
    finish keys without a photo.
    """

    points: Bytes  # (1296 pairs of break and setup): race position points less `lowest_points`
    power: Bytes
    troubled: npt.NDArray[np.bool_]  # (36 form rolls)
    keys: Words
    photo: Bytes  # (36 rolls): photo total
    trouble_change: Ints  # (1296 pairs of trouble and test)
    trouble_out: npt.NDArray[np.bool_]
    trouble_disqualified: npt.NDArray[np.bool_]


@frozen(eq=False)
class Tables:
    """The tables of a card: its horses', and the steps of the race's own."""

    version: str
    entries: tuple[int, ...]  # the runners' places among the card's entries, which address their dice
    horses: tuple[HorseTables, ...]
    lowest_points: int
    point_values: int  # how many there are from `lowest_points` up; 1 in Quickplay
    wire: Ints  # (horses, 1), as `ride`: what photos add to the dice
    ride: Ints
    factor: Bytes  # (36 rolls): 2 x factor + whether Ride counts
    pace: Bytes  # Quickplay: (36 rolls): the pace; Fullplay: (sum of points less 2 x lowest, 36 rolls)


def compile_tables(card: RaceCard, version: str, charts: ChartSet, rules: Rules) -> Tables:
    """Run the own steps of every runner over every face; takes a few milliseconds."""
    runners = Runners.of(card, charts)
    full = version == FULLPLAY
    points = starting_points(charts, runners) if full else np.zeros((len(runners.pace), PAIRS), np.int16)
    lowest, highest = int(points.min()), int(points.max())
    changes = [power_changes(charts, runners, place, full, lowest, highest) for place in range(len(points))]
    troubles = [trouble_tables(charts, int(rating)) for rating in runners.trouble[:, 0]]
    starts = runners.start[:, 0]
    powers = [start + change for start, (change, _) in zip(starts, changes, strict=True)]
    lowest_power = min(int(power.min() + loss[0].min()) for power, loss in zip(powers, troubles, strict=True))
    highest_power = max(int(power.max()) for power in powers)
    span = np.arange(lowest_power, highest_power + 1, dtype=np.int16)
    horses = tuple(
        HorseTables(
            points=(points[place] - lowest).astype(np.uint8),
            power=(powers[place] - lowest_power).astype(np.uint8),
            troubled=troubled,
            keys=finish_keys(charts, rules, runners, place, span),
            photo=photo_total(TOTAL, runners.wire[place], runners.ride[place]).astype(np.uint8),
            trouble_change=troubles[place][0],
            trouble_out=troubles[place][1],
            trouble_disqualified=troubles[place][2],
        )
        for place, (change, troubled) in enumerate(changes)
    )
    factor, ride = race_factors(charts, RED, WHITE)
    pace = fullplay_paces(charts, lowest, highest) if full else quickplay_paces(charts, runners)
    entries = tuple(runner.entry for runner in card.runners)
    return Tables(
        version,
        entries,
        horses,
        lowest,
        highest - lowest + 1,
        runners.wire,
        runners.ride,
        (2 * factor + ride).astype(np.uint8),
        pace.astype(np.uint8),
    )


def starting_points(charts: ChartSet, runners: Runners) -> Ints:
    """R7.1, R7.2: points after break and setup: (horses, 1296)."""
    first = break_segment(charts, runners.pace, TOTAL[FIRST])
    return first + pace_setup(charts, runners.pace, TOTAL[SECOND], runners.route)


def power_changes(
    charts: ChartSet, runners: Runners, place: int, full: bool, lowest: int, highest: int
) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """R4.1, R4.2 or R7.3, R7.4: change (3 paces, points, 36 form rolls), and where it goes to Trouble (36 form rolls)."""
    paces, form = np.arange(PACES)[:, None], runners.form[place]
    if full:
        by_pace = pace_effect_fullplay(charts, paces, np.arange(lowest, highest + 1, dtype=np.int16))
        _, by_form, troubled = race_position(charts, form, TOTAL)
    else:
        by_pace = pace_effect_quickplay(charts, paces, runners.pace[place])
        by_form, troubled = form_adjustment(charts, form, TOTAL)
    return by_pace[:, :, None] + by_form, troubled


def finish_keys(charts: ChartSet, rules: Rules, runners: Runners, place: int, span: Ints) -> Words:
    """R4.3, R4.4: (power index, 6 factors, 36 rolls) finish keys."""
    own = Runners(**{name: getattr(runners, name)[[place]] for name in OWN}, route=runners.route)
    factor = np.arange(FACTORS)
    adjustment = factor_adjustment(own, (factor // 2)[None], (factor % 2 == 1)[None])[0]
    _, figure = final_speed(charts, rules, span[:, None, None], TOTAL, adjustment[:, None])
    return finish_key(figure.astype(np.int16), np.zeros(1, np.int16))


OWN = ("start", "pace", "form", "class_", "speed", "trip", "wire", "ride", "trouble", "running")


def trouble_tables(charts: ChartSet, rating: int) -> tuple[Ints, npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """R5: (change of Adjusted Power, out, disqualified), each (1296 pairs of trouble and test)."""
    total = TOTAL[FIRST]
    outcome = trouble_outcome(charts, total)
    failed = needs_test(outcome) & fails_test(np.array([rating]), TOTAL[SECOND])
    return power_lost(charts, outcome, total, failed), is_out(outcome), is_disqualified(outcome, failed)


def quickplay_paces(charts: ChartSet, runners: Runners) -> Ints:
    """R4.1: the pace for each of 36 rolls."""
    return np.asarray(pace_scenario(charts, two_highest(runners.pace, runners.running), TOTAL)[0])


def fullplay_paces(charts: ChartSet, lowest: int, highest: int) -> Ints:
    """R7.3: the pace for each sum of the two highest totals and each of 36 rolls, of which the red die counts."""
    line = race_pace_line(charts, np.arange(2 * lowest, 2 * highest + 1, dtype=np.int16)[:, None])
    return race_pace(np.broadcast_to(line, (len(line), FACES, 6)), np.broadcast_to(RED, (len(line), FACES)))
