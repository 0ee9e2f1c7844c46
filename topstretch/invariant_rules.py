"""The rules of shape of the charts that run a race: pace, form, trouble, factors, speed and Fullplay's segments."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from .chart_files import FACES, FACTORS, OUTCOMES, PACES, ROLLS
from .charts import ChartSet
from .invariant_cells import (
    LETTERS,
    PACE_RATINGS,
    SIGNED,
    WAYS,
    Cells,
    Finding,
    Words,
    best_is_last,
    in_order,
    lines_of,
    marked_on_3,
    mean_falls,
    means,
    named,
    rule,
    signed,
    spread_grows,
)

POINT_LOW, POINT_HIGH = 2.0, 2.5  # figure points that a point of Adjusted Power is worth
LARGEST_EFFECT = 2  # X23
LARGEST_SETUP = 3  # points: a length and a half
KNEE = 6  # Pace above which the break gains less
POWERS = tuple(str(power) for power in range(30))
SUMS = tuple(str(pace_sum) for pace_sum in range(19))
POWER_COLUMNS = tuple(f"{letter} Power" for letter in LETTERS)
PACE_WORDS = Words(lambda pace: named(PACES, pace), higher="faster", lower="slower")


# --- final speed ---


@rule("final_speed never falls", "final_speed")
def final_speed_never_falls(charts: ChartSet) -> Iterator[Finding]:
    """The figure never falls as Adjusted Power or the roll rises."""
    for axis in (0, 1):
        yield from in_order("final_speed", charts.final_speed, ROLLS, POWERS, axis=axis)


@rule("final_speed slope", "final_speed")
def final_speed_slope(charts: ChartSet) -> Iterator[Finding]:
    """On each roll, a point of Adjusted Power is worth 2 to 2.5 figure points on average from 0 to 29."""
    for roll, row in zip(ROLLS, charts.final_speed.astype(int), strict=True):
        worth = (row[-1] - row[0]) / (len(row) - 1)
        if not POINT_LOW <= worth <= POINT_HIGH:
            low, high = (round((len(row) - 1) * point, 1) for point in (POINT_LOW, POINT_HIGH))
            allowed = f"2 to 2.5: {low:g} to {high:g} points from 0 to 29"
            yield "final_speed", f"roll {roll}", f"{worth:.2f} points a point of Adjusted Power", allowed


# --- the pace of the race ---


def effects(charts: ChartSet) -> Iterator[tuple[str, tuple[str, ...], Cells]]:
    """Both charts of pace effects: name, the labels of the ratings or points, and (Slow, Fast) x those."""
    yield "pace_effects_quickplay", PACE_RATINGS, charts.pace_effects_quickplay[::2]
    lines = lines_of(charts, "pace_effects_fullplay", charts.pace_effects_first, charts.pace_effects_fullplay[::2].T)
    labels = tuple(label for label, _ in lines)
    yield "pace_effects_fullplay", labels, np.array([row for _, row in lines]).T


EFFECTS = ("pace_effects_quickplay", "pace_effects_fullplay")


def place_of(chart: str, pace: str, label: str) -> str:
    """Where an effect stands: Quickplay's chart has the paces as rows, Fullplay's as columns."""
    return f"{pace}/{label}" if chart == "pace_effects_quickplay" else f"{label}/{pace}"


@rule("pace effects within 2", *EFFECTS)
def effects_within_2(charts: ChartSet) -> Iterator[Finding]:
    """A pace effect is -2 to 2, in both versions."""
    for chart, labels, cells in effects(charts):
        for pace, column in np.ndindex(cells.shape):
            if abs(cells[pace, column]) > LARGEST_EFFECT:
                where = place_of(chart, ("Slow", "Fast")[pace], labels[column])
                yield chart, where, signed(int(cells[pace, column])), "-2 to +2"


@rule("pace effects in order", *EFFECTS)
def effects_in_order(charts: ChartSet) -> Iterator[Finding]:
    """From low Pace or points to high, the effect never falls on Slow and never rises on Fast."""
    for chart, labels, cells in effects(charts):
        for pace, row in zip(("Slow", "Fast"), cells, strict=True):
            falling = pace == "Fast"
            if chart == "pace_effects_quickplay":
                yield from in_order(chart, row[None, :], (pace,), labels, axis=1, falling=falling, words=SIGNED)
            else:
                yield from in_order(chart, row[:, None], labels, (pace,), axis=0, falling=falling, words=SIGNED)


@rule("pace effects take sides", *EFFECTS)
def effects_take_sides(charts: ChartSet) -> Iterator[Finding]:
    """Low Pace or points never gain on Slow nor lose on Fast, high ones the reverse; nobody gains or loses on both."""
    for chart, labels, cells in effects(charts):
        for column, side in ((0, 1), (cells.shape[1] - 1, -1)):
            for pace, sign in (("Slow", side), ("Fast", -side)):
                cell = int(cells[("Slow", "Fast").index(pace), column])
                if cell * sign > 0:
                    allowed = "0 or less" if sign > 0 else "0 or more"
                    yield chart, place_of(chart, pace, labels[column]), signed(cell), allowed
        for label, (slow, fast) in zip(labels, cells.T.tolist(), strict=True):
            if slow * fast > 0:
                allowed = f"{'a loss' if slow > 0 else 'a gain'} or 0, as Slow has {signed(slow)}"
                yield chart, place_of(chart, "Fast", label), signed(fast), allowed


@rule("pace_scenario in order", "pace_scenario")
def scenario_in_order(charts: ChartSet) -> Iterator[Finding]:
    """No cell is slower than the one of a lower sum or a lower roll."""
    for axis in (0, 1):
        yield from in_order("pace_scenario", charts.pace_scenario, ROLLS, SUMS, axis=axis, words=PACE_WORDS)


@rule("pace_scenario moves", "pace_scenario")
def scenario_moves(charts: ChartSet) -> Iterator[Finding]:
    """There is more Fast and less Slow at the highest sum than at the lowest, and on a roll of 12 than of 2."""
    cells = charts.pace_scenario
    slow, fast = 0, 2
    by_sum = [[int(WAYS @ (cells[:, column] == pace)) for column in (0, -1)] for pace in (slow, fast)]
    by_roll = [[int((cells[row] == pace).sum()) for row in (0, -1)] for pace in (slow, fast)]
    for where, unit, ((slow_low, slow_high), (fast_low, fast_high)), low in (
        ("column 18", "ways of 36", by_sum, "column 0"),
        ("roll 12", "cells", by_roll, "roll 2"),
    ):
        if slow_high >= slow_low:
            yield (
                "pace_scenario",
                where,
                f"Slow in {slow_high} {unit}",
                f"less than the {slow_low} of {low}, or more there",
            )
        if fast_high <= fast_low:
            yield (
                "pace_scenario",
                where,
                f"Fast in {fast_high} {unit}",
                f"more than the {fast_low} of {low}, or fewer there",
            )


# --- form and race position ---


@rule("form spread grows", "form")
def form_spread(charts: ChartSet) -> Iterator[Finding]:
    """The standard deviation of Form grows from A to E."""
    yield from spread_grows("form", charts.form, LETTERS)


@rule("form mean falls", "form")
def form_mean(charts: ChartSet) -> Iterator[Finding]:
    """The mean of Form falls from A to E."""
    yield from mean_falls("form", charts.form, LETTERS)


@rule("form best is E", "form")
def form_best(charts: ChartSet) -> Iterator[Finding]:
    """E has the best single result of all."""
    yield from best_is_last("form", charts.form, LETTERS)


@rule("form marks the 3", "form")
def form_marks(charts: ChartSet) -> Iterator[Finding]:
    """A 3, and only a 3, is marked t for Trouble."""
    yield from marked_on_3("form", charts.form, charts.form_trouble, LETTERS)


@rule("race_position signs agree", "race_position")
def position_signs(charts: ChartSet) -> Iterator[Finding]:
    """Pos and Power of one cell never differ in sign."""
    for row, column in np.ndindex(charts.position_points.shape):
        points, power = int(charts.position_points[row, column]), int(charts.position_power[row, column])
        if points * power < 0:
            allowed = f"0 or {'more' if points > 0 else 'less'}, as Pos has {signed(points)}"
            yield "race_position", f"{ROLLS[row]}/{POWER_COLUMNS[column]}", signed(power), allowed


@rule("race_position spread grows", "race_position")
def position_spread(charts: ChartSet) -> Iterator[Finding]:
    """The standard deviation of Power grows from A to E, as on Form."""
    yield from spread_grows("race_position", charts.position_power, POWER_COLUMNS)


@rule("race_position mean falls", "race_position")
def position_mean(charts: ChartSet) -> Iterator[Finding]:
    """The mean of Power falls from A to E, as on Form."""
    yield from mean_falls("race_position", charts.position_power, POWER_COLUMNS)


@rule("race_position best is E", "race_position")
def position_best(charts: ChartSet) -> Iterator[Finding]:
    """E has the best single Power of all, as on Form."""
    yield from best_is_last("race_position", charts.position_power, POWER_COLUMNS)


@rule("race_position marks the 3", "race_position")
def position_marks(charts: ChartSet) -> Iterator[Finding]:
    """A 3, and only a 3, is marked t for Trouble, as on Form."""
    yield from marked_on_3("race_position", charts.position_power, charts.position_trouble, POWER_COLUMNS)


# --- the segments before the stretch ---


@rule("break mean rises", "break_segment")
def break_rises(charts: ChartSet) -> Iterator[Finding]:
    """The mean of the break rises with Pace."""
    mean = means(charts.break_segment)
    for pace, (last, own) in enumerate(pairwise(mean.tolist()), start=1):
        if own <= last:
            allowed = f"a mean above the {last / 36:.2f} of Pace {pace - 1}"
            yield "break_segment", f"column {pace}", f"mean {own / 36:.2f}", allowed


@rule("break flattens above 6", "break_segment")
def break_flattens(charts: ChartSet) -> Iterator[Finding]:
    """Each step of the break's mean above Pace 6 is smaller than every step below it."""
    steps = np.diff(means(charts.break_segment))
    smallest = int(steps[:KNEE].min())
    for pace, step in enumerate(steps[KNEE:].tolist(), start=KNEE + 1):
        if step >= smallest:
            allowed = f"a step below {smallest / 36:.2f}, the smallest up to Pace 6"
            yield "break_segment", f"column {pace}", f"a step of {step / 36:.2f}", allowed


@rule("setup small", "pace_setup")
def setup_small(charts: ChartSet) -> Iterator[Finding]:
    """The pace setup moves nobody by more than 3 points, a length and a half."""
    for row, pace in np.ndindex(charts.pace_setup.shape):
        points = int(charts.pace_setup[row, pace])
        if abs(points) > LARGEST_SETUP:
            yield "pace_setup", f"{ROLLS[row]}/{pace}", signed(points), "-3 to +3"


def pace_lines(charts: ChartSet) -> list[tuple[str, list[int]]]:
    """The lines of Race Pace: label, and the pace of each face."""
    lines = lines_of(charts, "race_pace", charts.race_pace_first, charts.race_pace)
    return [(label, [int(pace) for pace in row]) for label, row in lines]


def line_text(paces: list[int]) -> str:
    """A line of Race Pace in words: `Normal`, or `1-2 Normal, 3-6 Fast`."""
    if len(set(paces)) == 1:
        return named(PACES, paces[0])
    faces = {pace: [face for face, found in enumerate(paces, start=1) if found == pace] for pace in sorted(set(paces))}
    return ", ".join(f"{faces_text(thrown)} {named(PACES, pace)}" for pace, thrown in faces.items())


def faces_text(faces: list[int]) -> str:
    """Faces as a chart prints them: `3`, `1-2`."""
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


@rule("race_pace in order", "race_pace")
def race_pace_in_order(charts: ChartSet) -> Iterator[Finding]:
    """As the sum rises no face brings a slower pace, and Slow, Normal and Fast have lines of their own."""
    lines = pace_lines(charts)
    for (before, last), (label, own) in pairwise(lines):
        if any(pace < other for pace, other in zip(own, last, strict=True)):
            yield "race_pace", label, line_text(own), f"no face slower than on {before}: {line_text(last)}"
    for pace, name in enumerate(PACES):
        if not any(set(own) == {pace} for _, own in lines):
            yield "race_pace", f"column {name}", "no line with all faces", f"a line that is {name} whatever the die"


@rule("race_pace die lines", "race_pace")
def race_pace_die_lines(charts: ChartSet) -> Iterator[Finding]:
    """A die decides only between neighbouring paces, on one or two lines between Slow and Normal, and Normal and Fast."""
    lines = pace_lines(charts)
    for label, own in lines:
        if len(set(own)) > 1 and sorted(set(own)) not in ([0, 1], [1, 2]):
            yield "race_pace", label, line_text(own), "a die between Slow and Normal, or between Normal and Fast"
    for pair in ((0, 1), (1, 2)):
        count = sum(set(own) == set(pair) for _, own in lines)
        if not 1 <= count <= 2:
            where = f"between {PACES[pair[0]]} and {PACES[pair[1]]}"
            yield "race_pace", where, f"{count} lines with a die", "one or two"


# --- trouble and race factors ---

RULEBOOK_TROUBLE: Mapping[int, tuple[str, int]] = {
    **dict.fromkeys((2, 3, 12), ("out", 0)),
    **dict.fromkeys((4, 5), ("test: disqualified", 0)),
    **dict.fromkeys((6, 9), ("nothing", 0)),
    **dict.fromkeys((7, 8), ("test: power", -2)),
    **dict.fromkeys((10, 11), ("disqualified", 0)),
}  # R5, D1


@rule("trouble as the rulebook", "trouble")
def trouble_as_the_rulebook(charts: ChartSet) -> Iterator[Finding]:
    """Trouble is as the rulebook tells it: each roll's outcome, and 2 points for a failed test on 7 or 8."""
    for place, roll in enumerate(ROLLS):
        outcome, power = RULEBOOK_TROUBLE[int(roll)]
        found = named(OUTCOMES, int(charts.trouble[place]))
        if found != outcome:
            yield "trouble", f"{roll}/outcome", f"the outcome {found}", f"the outcome {outcome}"
        lost = int(charts.trouble_power[place])
        if found == outcome and lost != power:
            yield "trouble", f"{roll}/power", signed(lost), signed(power)


@rule("race_factors bring Ride in on 1 to 3", "race_factors")
def factors_bring_ride(charts: ChartSet) -> Iterator[Finding]:
    """The white die brings Ride in on 1, 2 and 3, and on no other face."""
    for face, rides in zip(FACES, charts.factor_ride.tolist(), strict=True):
        if rides is not (int(face) <= 3):
            found, allowed = ("Ride", "a blank") if rides else ("a blank", "Ride")
            yield "race_factors", f"{face}/white", found, allowed


@rule("race_factors test all three", "race_factors")
def factors_test_all(charts: ChartSet) -> Iterator[Finding]:
    """Class, Speed and Trip each have a face of the red die."""
    for factor, name in enumerate(FACTORS):
        if factor not in charts.factor_red:
            yield "race_factors", "column red", f"no face for {name}", f"{name} on one face at least"
