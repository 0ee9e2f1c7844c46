"""One race, Quickplay or Fullplay, worked out from its dice log by hand, as it were."""

import math
from fractions import Fraction

from oracle.charts import (
    Charts,
    cell,
    change,
    change_and_trouble,
    condition_change,
    final_time,
    span,
)
from oracle.dice import DiceLog, MissingRoll, RepeatedRoll, SurplusRoll
from oracle.finish import Order, disqualify, order_at_the_wire
from oracle.sheet import Horse, report

__all__ = ["MissingRoll", "RepeatedRoll", "SurplusRoll", "disqualify", "run", "start_apr"]

MILE = 8


def run(card: dict, log: list[dict], charts: Charts, version: str, factor_target: str) -> dict:
    """Play the race that the log holds: sheet rows, calls and the official result."""
    if version not in ("quickplay", "fullplay") or factor_target not in ("figure", "dice"):
        raise ValueError(f"no such version or target: {version}, {factor_target}")
    if not 2 <= len(card["runners"]) <= 24:
        raise ValueError("2 to 24 runners make a race (D10)")
    final_time(charts, card["surface"], card["distance"], 100)  # a distance it knows (D17)

    dice = DiceLog([row for row in log if row["roll"] != "odds"])
    runners = sorted(card["runners"], key=lambda runner: runner["post"])
    horses = [Horse(runner, start_apr(runner, card, charts)) for runner in runners]

    if version == "quickplay":
        pace = quickplay_to_the_stretch(horses, dice, charts)
    else:
        pace = fullplay_to_the_stretch(horses, card["distance"], dice, charts)
    factor, ride = race_factors(horses, dice, charts)
    for horse in horses:
        if horse.out is None:
            final_speed(horse, factor_target, dice, charts)

    as_run, official = finish(horses, dice)
    dice.check_all_used()
    return report(card, horses, version, as_run, official, charts) | {
        "pace": pace,
        "factor": factor,
        "ride": ride,
    }


def start_apr(runner: dict, card: dict, charts: Charts) -> int:
    """Adjusted Power at the start (R3): Power, the distance, the wet track less Wet (D15)."""
    if runner["power"] is None:
        if runner["adj_power"] is None:
            raise ValueError(f"post {runner['post']} has no Power on this surface")
        return runner["adj_power"]
    distance = card["distance"]
    outside = max(0, runner["range_low"] - distance, distance - runner["range_high"])
    to_the_half = Fraction(math.ceil(outside * 2), 2)
    for_distance = change(charts, "distance", to_the_half, "power")
    for_track = condition_change(charts, card["surface"], card["condition"])
    return runner["power"] + for_distance + min(0, for_track + runner["wet"])


def two_highest(numbers: list[int]) -> int:
    """The sum of the two highest of the numbers."""
    first, second = sorted(numbers, reverse=True)[:2]
    return first + second


def quickplay_to_the_stretch(horses: list[Horse], dice: DiceLog, charts: Charts) -> str:
    """Pace and form (R4 steps 1 and 2); gives the pace of the race."""
    highest = two_highest([horse.runner["pace"] for horse in horses])
    pace = cell(charts, "pace_scenario", dice.total("pace"), highest) or "Normal"
    for horse in horses:
        if pace != "Normal":
            horse.pace_adj = change(charts, "pace_effects_quickplay", pace, horse.runner["pace"])
    for horse in horses:
        roll = dice.total("form", horse.post)
        horse.form_adj, trouble = change_and_trouble(charts, "form", roll, horse.runner["form"])
        if trouble:
            meet_trouble(horse, dice, charts)
    return pace


def fullplay_to_the_stretch(horses: list[Horse], distance: Fraction, dice: DiceLog, charts: Charts) -> str:
    """Break, setup, pace and race position (R7 steps 1 to 4); gives the pace of the race."""
    for horse in horses:
        rating = horse.runner["pace"]
        roll = dice.total("break", horse.post)
        horse.break_points = change(charts, "break_segment", roll, rating)
        if distance >= MILE:
            roll = dice.total("setup", horse.post)
            gained = change(charts, "pace_setup", roll, rating)
            horse.setup_points = horse.break_points + gained

    pace = fullplay_pace(horses, dice, charts)
    for horse in horses:
        points = horse.points_before_position()
        if pace != "Normal":
            horse.pace_adj = change(charts, "pace_effects_fullplay", points, pace)

    for horse in horses:
        roll, form = dice.total("form", horse.post), horse.runner["form"]
        gained, trouble = change_and_trouble(charts, "race_position", roll, f"{form} Pos")
        horse.form_adj, also = change_and_trouble(charts, "race_position", roll, f"{form} Power")
        horse.position_points = horse.points_before_position() + gained
        if trouble != also:
            raise ValueError(f"race_position: {form} {roll} has its t on one side only")
        if trouble:
            meet_trouble(horse, dice, charts)
    return pace


def fullplay_pace(horses: list[Horse], dice: DiceLog, charts: Charts) -> str:
    """The pace from the two highest point totals, with a die where two share the line (R7.3)."""
    highest = two_highest([horse.points_before_position() for horse in horses])
    faces = {}
    for pace in ("Slow", "Normal", "Fast"):
        text = cell(charts, "race_pace", highest, pace)
        if text:
            faces[pace] = text
    if len(faces) == 1:
        return list(faces)[0]
    die = dice.single("race_pace")
    for pace, text in faces.items():
        low, high = span(text)
        if low <= die <= high:
            return pace
    raise ValueError(f"race_pace: no pace for {highest} points and die {die}")


def meet_trouble(horse: Horse, dice: DiceLog, charts: Charts) -> None:
    """The trouble chart, after the form's own result has counted (R5, D1)."""
    roll = dice.total("trouble", horse.post)
    outcome = cell(charts, "trouble", roll, "outcome")
    if outcome.startswith("test:"):
        test = dice.total("trouble_test", horse.post)
        if test <= horse.runner["trouble"]:
            return
    if outcome == "out":
        horse.out = cell(charts, "trouble", roll, "reason")
    elif outcome in ("disqualified", "test: disqualified"):
        horse.to_be_disqualified = True
    elif outcome == "test: power":
        horse.form_adj += change(charts, "trouble", roll, "power")
    elif outcome != "nothing":
        raise ValueError(f"trouble: no such outcome as {outcome}")


def race_factors(horses: list[Horse], dice: DiceLog, charts: Charts) -> tuple[str, bool]:
    """One roll for the whole race: which rating is tested, and Ride or not (R4 step 3)."""
    red, white = dice.both("race_factors")
    factor = cell(charts, "race_factors", red, "red")
    ride = cell(charts, "race_factors", white, "white") == "Ride"
    rating = {"Class": "class_", "Speed": "speed", "Trip": "trip"}[factor]
    for horse in horses:
        if horse.out is None:
            horse.factor_adj = horse.runner[rating]
            if ride:
                horse.factor_adj += horse.runner["ride"]
    return factor, ride


def final_speed(horse: Horse, factor_target: str, dice: DiceLog, charts: Charts) -> None:
    """The speed figure (R4 step 4), with the factor on the figure or on the dice (D2).

    The chart has columns 0 to 29: beyond them the end column is read (D9).
    """
    roll = dice.total("final_speed", horse.post)
    column = max(0, min(29, horse.apr))
    if factor_target == "dice":
        roll = max(2, min(12, roll + horse.factor_adj))
        horse.figure_roll = change(charts, "final_speed", roll, column)
        horse.final = horse.figure_roll
    else:
        horse.figure_roll = change(charts, "final_speed", roll, column)
        horse.final = horse.figure_roll + horse.factor_adj


def finish(horses: list[Horse], dice: DiceLog) -> tuple[Order, Order]:
    """The order at the wire and the official one; horses that are out are in neither (D8)."""
    finishers = [horse for horse in horses if horse.out is None]
    figures = {horse.post: horse.final for horse in finishers}
    bonus = {horse.post: horse.runner["wire"] + horse.runner["ride"] for horse in finishers}
    as_run = order_at_the_wire(figures, bonus, dice)
    die = {}
    for horse in finishers:
        if horse.to_be_disqualified:
            die[horse.post] = dice.single("disqualification", horse.post)
    return as_run, disqualify(as_run, die)
