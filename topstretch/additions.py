"""Every addition from a horse's Power to its final figure: the chart, the row and column read, the roll, and the average.

Points of Adjusted Power become figure points by reading the chart final_speed at a roll of 7, its middle row, before and
after each change, in the order of the rules. The final-speed roll is then the figure that was read less the one at 7. So
the parts are whole numbers that anybody can read off the charts, and they add up to the final figure.

An average is the exact mean over the dice of a step, given all that came before it.
"""

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
from attrs import define, evolve, field, frozen

from .card import AdjustedPower
from .chart_files import PACES
from .charts import NORMAL, ChartSet
from .notation import ordinal
from .replay import LogRow
from .rules.factors import factor_adjustment, race_factors
from .rules.finish import official_place
from .rules.form import form_adjustment
from .rules.pace import pace_effect_fullplay, pace_effect_quickplay, pace_scenario, two_highest
from .rules.runners import Course, Ints, Runners
from .rules.segments import break_segment, pace_setup, race_pace, race_pace_line, race_position
from .rules.speed import HIGHEST_POWER, speed_figure
from .rules.trouble import fails_test, needs_test, power_lost, trouble_outcome
from .scoresheet import Line, Scoresheet
from .tables import BOTH, FIRST, RED, SECOND, TOTAL, WHITE

MIDDLE = 7
FACES = np.arange(1, 7)
POWER, POINTS, FIGURE, DICE_TOTAL = "Adjusted Power", "race position points", "figure points", "dice total"
PHOTO_TOTAL, PLACES = "photo total", "places"


@frozen
class Step:
    """One addition to a horse's account.

    `step` and `clause` say what it is; `chart`, `row` and `column` where it is read (empty: no chart); `red` and `white` the
    dice. `result` is what it gave, in words. `change` is that as a number in `unit`, and `average` its mean over the dice.
    `points` is the change in figure points, `average_points` its mean. `power` and `figure` are the Adjusted Power and the
    figure after the step, the figure read at a roll of 7 until the final-speed roll.
    """

    clause: str
    step: str
    chart: str = ""
    row: str = ""
    column: str = ""
    red: int | None = None
    white: int | None = None
    result: str = ""
    unit: str = ""
    change: int | None = None
    average: Fraction | None = None
    points: int = 0
    average_points: Fraction | None = None
    power: int = 0
    figure: int = 0

    @property
    def cell(self) -> str:
        """Where it is read: `form: roll 9, Form C`."""
        where = ", ".join(part for part in (self.row, self.column) if part)
        return f"{self.chart}: {where}" if self.chart else where

    @property
    def dice(self) -> str:
        """The dice as they fell: `3+4`, or one face."""
        if self.red is None:
            return ""
        return str(self.red) if self.white is None else f"{self.red}+{self.white}"


@frozen(eq=False)
class Ran:
    """The race of a sheet with its course, and the charts it was run with."""

    sheet: Scoresheet
    course: Course
    charts: ChartSet
    log: Mapping[tuple[str, int | None], LogRow]


@define(eq=False)
class Account:
    """One horse's steps as they are written down; `power` and `figure` run along."""

    ran: Ran
    place: int
    power: int = 0
    figure: int = 0
    steps: list[Step] = field(factory=list)

    @property
    def line(self) -> Line:
        """The horse's line of the sheet."""
        return self.ran.sheet.lines[self.place]

    @property
    def runners(self) -> Runners:
        """The ratings of the field."""
        return self.ran.course.runners

    def total(self, roll: str) -> int:
        """The total that was rolled."""
        return self.row(roll).total

    def row(self, roll: str) -> LogRow:
        """The horse's, or the race's, row of the dice log."""
        return self.ran.log.get((roll, self.line.post)) or self.ran.log[roll, None]

    def write(self, step: Step, roll: str = "") -> None:
        """Write a step that leaves the figure as it was, with the dice of its roll."""
        if roll:
            step = evolve(step, red=self.row(roll).red, white=self.row(roll).white)
        self.steps.append(evolve(step, power=self.power, figure=self.figure))

    def add_power(self, step: Step, change: int, possible: Ints | None = None, roll: str = "") -> None:
        """Write a change of Adjusted Power; `possible` are the changes that the dice could have given, each as likely."""
        charts, before = self.ran.charts, self.figure
        self.power += change
        self.figure = middle_figure(charts, self.power)
        step = evolve(step, unit=POWER, change=change, points=self.figure - before)
        if possible is not None:
            others = speed_figure(charts, self.power - change + possible, np.array(MIDDLE)) - before
            step = evolve(step, average=mean(possible), average_points=mean(others))
        self.write(step, roll)


def middle_figure(charts: ChartSet, power: int) -> int:
    """The figure of an Adjusted Power at a roll of 7."""
    return int(speed_figure(charts, np.array(power), np.array(MIDDLE)))


def mean(values: Ints) -> Fraction:
    """The exact mean of whole numbers that are equally likely."""
    return Fraction(int(np.sum(values, dtype=np.int64)), int(np.size(values)))


def signed(number: int) -> str:
    """A change as a chart prints it."""
    return f"{number:+d}" if number else "0"


def horse_steps(ran: Ran, place: int) -> tuple[Step, ...]:
    """Every step of the horse at a place of the arrays, to its final figure, or to where it was out of the race."""
    account = Account(ran, place)
    start_steps(account)
    if ran.course.position_change is None:
        quickplay_pace(account)
        quickplay_form(account)
    else:
        fullplay_segments(account)
        fullplay_pace(account)
        fullplay_position(account)
    trouble_steps(account)
    if account.line.figure is not None:
        factor_step(account)
        speed_step(account)
        photo_step(account)
        ruling_step(account)
    return tuple(account.steps)


def start_steps(account: Account) -> None:
    """R3: Power, distance, track and Wet."""
    card, charts = account.ran.sheet.card, account.ran.charts
    entry, working = card.starters[account.place], card.adjusted_power(charts)[account.place]
    account.power = working.total if working.power is None else working.power
    account.figure = middle_figure(charts, account.power)
    base = Step("R3", "Power", "final_speed", f"roll {MIDDLE}", read_at(account.power), unit=POWER)
    base = evolve(base, change=account.power, points=account.figure)
    if working.power is None:
        account.write(evolve(base, result=f"{account.power}, as the card gives it"))
        return
    account.write(evolve(base, result=f"Power {account.power} on {card.surface.rated_as}"))
    if working.furlongs_outside:
        row, low, high = distance_row(working, charts), entry.horse.range_low, entry.horse.range_high
        result = f"{card.distance:g} furlongs, Range {low:g}-{high:g}: {signed(working.distance)}"
        account.add_power(Step("R3", "Distance", "distance", row, result=result), working.distance)
    if working.track:
        row = f"{card.surface.rated_as}, {card.condition}"
        account.add_power(Step("R3", "Track", "track_conditions", row, result=signed(working.track)), working.track)
        account.add_power(Step("R3", "Wet", result=f"Wet {entry.horse.wet}: {signed(working.wet)}"), working.wet)


def distance_row(working: AdjustedPower, charts: ChartSet) -> str:
    """The label of the row of the chart distance that a horse outside its Range is read at."""
    rows = charts.sheets["distance"].rows
    half_furlongs = math.ceil(2 * working.furlongs_outside)
    return f"{rows[min(half_furlongs, len(rows) - 1)][0]} furlongs outside"


def read_at(power: int) -> str:
    """The column of final_speed for an Adjusted Power (D9)."""
    clipped = min(max(power, 0), HIGHEST_POWER)
    return f"Adj Power {power}" + ("" if clipped == power else f", read at {clipped}")


def quickplay_pace(account: Account) -> None:
    """R4.1: the pace of the race, and what it does to the horse."""
    charts, course, runners = account.ran.charts, account.ran.course, account.runners
    pace, rating = course.pace_of_race[0, 0], runners.pace[account.place]
    highest = two_highest(runners.pace, runners.running)[0]
    row, column = f"roll {account.total('pace')}", f"two highest Pace {highest[0]}"
    account.write(Step("R4.1", "Pace", "pace_scenario", row, column, result=PACES[pace]), "pace")
    possible = pace_effect_quickplay(charts, pace_scenario(charts, highest, TOTAL), rating)
    pace_effect(account, "R4.1", "pace_effects_quickplay", (PACES[pace], f"Pace {rating[0]}"), possible)


def pace_effect(account: Account, clause: str, chart: str, cell: tuple[str, str], possible: Ints) -> None:
    """What the pace of the race does to the horse; on a Normal pace no chart is read."""
    change = int(account.ran.course.pace_change[account.place, 0])
    if account.ran.course.pace_of_race[0, 0] == NORMAL:
        step = Step(clause, "Pace effect", result="Normal: 0")
    else:
        step = Step(clause, "Pace effect", chart, *cell, result=signed(change))
    account.add_power(step, change, possible)


def quickplay_form(account: Account) -> None:
    """R4.2: the Form roll."""
    form = account.runners.form[account.place]
    possible, _ = form_adjustment(account.ran.charts, form, TOTAL)
    step = Step("R4.2", "Form", "form", f"roll {account.total('form')}", f"Form {account.line.form}")
    change = int(account.ran.course.form_change[account.place, 0])
    account.add_power(evolve(step, result=account.row("form").result), change, possible, "form")


def fullplay_segments(account: Account) -> None:
    """R7.1 and R7.2: race position points out of the gate and in the second segment."""
    charts, course, place = account.ran.charts, account.ran.course, account.place
    rating = account.runners.pace[place]
    column = f"Pace {rating[0]}"
    for clause, name, roll, chart, found, possible in (
        ("R7.1", "Break", "break", "break_segment", course.break_points, break_segment(charts, rating, TOTAL)),
        (
            "R7.2",
            "Pace setup",
            "setup",
            "pace_setup",
            course.setup_change,
            pace_setup(charts, rating, TOTAL, np.ones(1, bool)),
        ),
    ):
        if (roll, account.line.post) not in account.ran.log or found is None:
            continue  # no second segment under 8 furlongs
        change = int(found[place, 0])
        step = Step(clause, name, chart, f"roll {account.total(roll)}", column, unit=POINTS, change=change)
        result = f"{change} points" if roll == "break" else f"{signed(change)} points"
        account.write(evolve(step, result=result, average=mean(possible)), roll)


def fullplay_pace(account: Account) -> None:
    """R7.3: the pace of the race from the two highest totals, and what it does to the horse by its own points."""
    charts, course, place = account.ran.charts, account.ran.course, account.place
    assert course.break_points is not None
    assert course.setup_change is not None
    points = course.break_points + course.setup_change
    highest = two_highest(points, account.runners.running)
    pace = PACES[course.pace_of_race[0, 0]]
    step = Step("R7.3", "Pace", "race_pace", f"two highest totals {highest[0, 0]}", result=pace)
    account.write(step, "race_pace" if ("race_pace", None) in account.ran.log else "")
    line = race_pace_line(charts, highest)
    paces = race_pace(np.broadcast_to(line, (1, len(FACES), 6)), FACES[None])[0]
    possible = pace_effect_fullplay(charts, paces, points[place])
    pace_effect(account, "R7.3", "pace_effects_fullplay", (f"{points[place, 0]} points", pace), possible)


def fullplay_position(account: Account) -> None:
    """R7.4: race position: points and Adjusted Power in one roll."""
    charts, course, place = account.ran.charts, account.ran.course, account.place
    _, possible, _ = race_position(charts, account.runners.form[place], TOTAL)
    step = Step("R7.4", "Race position", "race_position", f"roll {account.total('form')}", f"Form {account.line.form}")
    step = evolve(step, result=account.row("form").result)
    account.add_power(step, int(course.form_change[place, 0]), possible, "form")


def trouble_steps(account: Account) -> None:
    """R5: the Trouble roll and the test of the jockey. The average of the roll is what it and its test take together."""
    trouble, charts, place = account.ran.course.trouble, account.ran.charts, account.place
    if not trouble.troubled[place, 0]:
        return
    rating = account.runners.trouble[place]
    outcome = trouble_outcome(charts, TOTAL[FIRST])
    failed = needs_test(outcome) & fails_test(rating, TOTAL[SECOND])
    lost = power_lost(charts, outcome, TOTAL[FIRST], failed)
    row = account.row("trouble")
    step = Step("R5", "Trouble", "trouble", f"roll {row.total}", result=row.result)
    account.add_power(step, 0, np.broadcast_to(lost, BOTH.shape), "trouble")
    if trouble.tested[place, 0]:
        same = trouble_outcome(charts, np.full(TOTAL.shape, row.total))
        possible = power_lost(charts, same, np.full(TOTAL.shape, row.total), fails_test(rating, TOTAL))
        test = account.row("trouble_test")
        result = test.result if test.result != "clear" else "clear: 0"
        step = Step("R5", "Trouble test", row=f"roll {test.total}", column=f"Trouble {rating[0]}", result=result)
        account.add_power(step, int(trouble.change[place, 0]), possible, "trouble_test")


def factor_step(account: Account) -> None:
    """R4.3: the rating that the race tests, and Ride where it counts."""
    sheet, charts, line = account.ran.sheet, account.ran.charts, account.line
    tested, ride = race_factors(charts, RED, WHITE)
    possible = factor_adjustment(one_horse(account.runners, account.place), tested[None], ride[None])[0]
    change = line.factor_adj or 0
    rating = {"Class": line.class_, "Speed": line.speed, "Trip": line.trip}[sheet.factor]
    result = f"{sheet.factor} {signed(rating)}" + (f", Ride {signed(line.ride)}" if sheet.ride_counts else "")
    row = account.row("race_factors")
    step = Step("R4.3", "Race factors", "race_factors", f"red {row.red}", f"white {row.white}", result=result)
    step = evolve(step, change=change, average=mean(possible), unit=FIGURE)
    if account.ran.sheet.rules.factor_target == "dice":
        before = account.figure
        figures = speed_figure(charts, np.array(account.power), MIDDLE + possible)
        account.figure = int(speed_figure(charts, np.array(account.power), np.array(MIDDLE + change)))
        step = evolve(step, unit=DICE_TOTAL, points=account.figure - before, average_points=mean(figures - before))
    else:
        account.figure += change
        step = evolve(step, points=change, average_points=mean(possible))
    account.write(step, "race_factors")


def one_horse(runners: Runners, place: int) -> Runners:
    """The ratings of one horse alone."""
    names = [name for name in Runners.__annotations__ if name != "route"]
    rows: dict[str, Any] = {name: getattr(runners, name)[[place]] for name in names}
    return Runners(**rows, route=runners.route)


def speed_step(account: Account) -> None:
    """R4.4: the final-speed roll: the figure that was read, less the one at a roll of 7."""
    charts, line = account.ran.charts, account.line
    total, shift = account.total("final_speed"), 0
    row = f"roll {total}"
    if account.ran.sheet.rules.factor_target == "dice":
        shift = line.factor_adj or 0
        row += f" {shift:+d}, read at {min(max(total + shift, 2), 12)}" if shift else ""
    power = np.array(account.power)
    middle = int(speed_figure(charts, power, np.array(MIDDLE + shift)))
    possible = speed_figure(charts, power, TOTAL + shift) - middle
    change = (line.chart_figure or 0) - middle
    account.figure += change
    step = Step("R4.4", "Final speed", "final_speed", row, read_at(account.power), unit=FIGURE, change=change)
    step = evolve(step, points=change, average=mean(possible), average_points=mean(possible))
    account.write(evolve(step, result=f"{line.chart_figure} (at {MIDDLE}: {middle})"), "final_speed")


def photo_step(account: Account) -> None:
    """R4.5: the photo: two dice, Wire and Ride."""
    line = account.line
    if line.photo_total is None:
        return
    result = f"{account.total('photo')} + Wire {line.wire} + Ride {line.ride} = {line.photo_total}"
    average = mean(TOTAL) + line.wire + line.ride
    step = Step("R4.5", "Photo", result=result, unit=PHOTO_TOTAL, change=line.photo_total, average=average)
    account.write(step, "photo")


def ruling_step(account: Account) -> None:
    """R6: the die that moves a disqualified horse down; the average is over its die, the others' as thrown."""
    course, place, line = account.ran.course, account.place, account.line
    if not course.trouble.disqualified[place, 0]:
        return
    dice = np.repeat(course.disqualification_die, len(FACES), axis=1)
    dice[place] = FACES
    wire = np.repeat(course.wire_place, len(FACES), axis=1)
    ruled = np.repeat(course.trouble.disqualified, len(FACES), axis=1)
    moved = official_place(wire, ruled, dice)[place].astype(np.int16) - wire[place]
    change = (line.place or 0) - (line.wire_place or 0)
    die = account.row("disqualification").red
    result = f"die {die}: from {ordinal(line.wire_place or 0)} to {ordinal(line.place or 0)}"
    step = Step("R6", "Disqualification", result=result, unit=PLACES, change=change, average=mean(moved))
    account.write(step, "disqualification")
