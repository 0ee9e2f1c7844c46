"""The exact chances of a small field in rational numbers, by going through every way that the dice can fall.

It reads the chart files by the oracle's reader, shares no code with the package, and knows no short cut but these: rolls are
counted by their totals, ways of equal meaning are added up, and a photo is thrown only where figures are level.
"""

import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from pathlib import Path

from attrs import frozen

from oracle import charts as chart_files
from oracle.charts import cell, change, change_and_trouble, span
from oracle.finish import disqualify, levels, places
from oracle.race import start_apr, two_highest

CLEAN, FOUL, OUT = "clean", "disqualified", "out"
Chances = dict  # what happens: its chance, a Fraction

FACES = range(1, 7)
TOTALS = [(total, Fraction(6 - abs(7 - total), 36)) for total in range(2, 13)]


@frozen
class Truth:
    """The chances of a field; lists go by horse, then by place, first place first."""

    wire: list
    official: list
    out: list
    disqualified: list
    dead_heat: list  # shares its official place with a clean horse, and is clean
    figures: list  # a dict for each horse: figure: chance
    paces: dict

    def at_least(self, place: int) -> list:
        """The chance of each horse to be officially in the first places."""
        return [sum(row[:place]) for row in self.official]


def solve(card: dict, folder: Path, version: str, target: str = "figure") -> Truth:
    """Go through everything that can happen to a card, which is as `fields.for_oracle` gives it."""
    charts = chart_files.load(folder)
    runners = card["runners"]
    starts = [start_apr(runner, card, charts) for runner in runners]
    before = quickplay_paces(runners, charts) if version == "quickplay" else fullplay_paces(runners, card, charts)
    troubles = [form_and_trouble(runner, version, charts) for runner in runners]
    factors = race_factors(runners, charts)

    paces: Chances = defaultdict(Fraction)
    figures = [defaultdict(Fraction) for _ in runners]
    outcomes: Chances = defaultdict(Fraction)  # (places at the wire, who is disqualified): chance
    for (pace, pace_changes), pace_chance in before.items():
        paces[pace] += pace_chance
        for adjustments, factor_chance in factors.items():
            own = [
                final_speeds(start + pace_change, adjustment, trouble, target, folder)
                for start, pace_change, adjustment, trouble in zip(starts, pace_changes, adjustments, troubles)
            ]
            state = pace_chance * factor_chance
            for horse, speeds in enumerate(own):
                for (status, figure), chance in speeds.items():
                    if status != OUT:
                        figures[horse][figure] += state * chance
            for pattern, chance in together(tuple(tuple(speeds.items()) for speeds in own)).items():
                outcomes[pattern] += state * chance

    bonuses = tuple(runner["wire"] + runner["ride"] for runner in runners)
    return truth(outcomes, bonuses, figures, dict(paces))


def truth(patterns: Chances, bonuses: tuple, figures: list, paces: dict) -> Truth:
    """Photos, then disqualifications, and the chances of every place."""
    horses = len(bonuses)
    wire, official = ([[Fraction(0)] * horses for _ in bonuses] for _ in range(2))
    out, foul, heats = ([Fraction(0)] * horses for _ in range(3))
    for (ranks, statuses), pattern_chance in patterns.items():
        for as_run, photo_chance in after_photos(ranks, bonuses).items():
            chance = pattern_chance * photo_chance
            for horse, (place, status) in enumerate(zip(as_run, statuses)):
                if status == OUT:
                    out[horse] += chance
                    continue
                wire[horse][place - 1] += chance
                foul[horse] += chance * (status == FOUL)
            for order, die_chance in rulings(as_run, statuses).items():
                for horse, place in enumerate(order):
                    if place:
                        official[horse][place - 1] += chance * die_chance
                        level = [h for h, other in enumerate(order) if other == place and statuses[h] == CLEAN]
                        heats[horse] += chance * die_chance * (horse in level and len(level) > 1)
    return Truth(wire, official, out, foul, heats, [dict(row) for row in figures], paces)


# Before the stretch


def quickplay_paces(runners: list, charts: dict) -> Chances:
    """R4.1: {(pace, each horse's change): chance}."""
    found: Chances = defaultdict(Fraction)
    highest = two_highest([runner["pace"] for runner in runners])
    for total, chance in TOTALS:
        pace = cell(charts, "pace_scenario", total, highest) or "Normal"
        changes = tuple(
            0 if pace == "Normal" else change(charts, "pace_effects_quickplay", pace, runner["pace"])
            for runner in runners
        )
        found[pace, changes] += chance
    return dict(found)


def fullplay_paces(runners: list, card: dict, charts: dict) -> Chances:
    """R7.1 to R7.3: {(pace, each horse's change): chance}."""
    found: Chances = defaultdict(Fraction)
    each = [starting_points(runner, card["distance"] >= 8, charts) for runner in runners]
    for ways in itertools.product(*(points.items() for points in each)):
        points = [value for value, _ in ways]
        chance = math.prod((chance for _, chance in ways), start=Fraction(1))
        for pace, pace_chance in race_pace(two_highest(points), charts).items():
            changes = tuple(
                0 if pace == "Normal" else change(charts, "pace_effects_fullplay", value, pace) for value in points
            )
            found[pace, changes] += chance * pace_chance
    return dict(found)


def starting_points(runner: dict, route: bool, charts: dict) -> Chances:
    """{points after break and setup: chance}."""
    found: Chances = defaultdict(Fraction)
    for total, chance in TOTALS:
        points = change(charts, "break_segment", total, runner["pace"])
        if not route:
            found[points] += chance
            continue
        for setup, setup_chance in TOTALS:
            found[points + change(charts, "pace_setup", setup, runner["pace"])] += chance * setup_chance
    return dict(found)


def race_pace(points: int, charts: dict) -> Chances:
    """{pace: chance} on the line of Race Pace."""
    found = {}
    for pace in ("Slow", "Normal", "Fast"):
        text = cell(charts, "race_pace", points, pace)
        if text == "all":
            found[pace] = Fraction(1)
        elif text:
            low, high = span(text)
            found[pace] = Fraction(int(high - low) + 1, 6)
    assert sum(found.values()) == 1
    return found


def form_and_trouble(runner: dict, version: str, charts: dict) -> tuple:
    """R4.2 or R7.4, R5: ((change of Adjusted Power, status), chance) for everything that can happen."""
    found: Chances = defaultdict(Fraction)
    for total, chance in TOTALS:
        if version == "quickplay":
            power, troubled = change_and_trouble(charts, "form", total, runner["form"])
        else:
            power, troubled = change_and_trouble(charts, "race_position", total, f"{runner['form']} Power")
        if not troubled:
            found[power, CLEAN] += chance
            continue
        for (loss, status), trouble_chance in trouble(runner, charts).items():
            found[power + loss, status] += chance * trouble_chance
    return tuple(found.items())


def trouble(runner: dict, charts: dict) -> Chances:
    """R5: {(change of Adjusted Power, status): chance}."""
    found: Chances = defaultdict(Fraction)
    fails = sum((chance for total, chance in TOTALS if total > runner["trouble"]), Fraction(0))
    for total, chance in TOTALS:
        outcome = cell(charts, "trouble", total, "outcome")
        if outcome.startswith("test:"):
            found[0, CLEAN] += chance * (1 - fails)
            failed = (
                (0, FOUL) if outcome == "test: disqualified" else (change(charts, "trouble", total, "power"), CLEAN)
            )
            found[failed] += chance * fails
        else:
            found[0, {"out": OUT, "disqualified": FOUL, "nothing": CLEAN}[outcome]] += chance
    return found


# The stretch


def race_factors(runners: list, charts: dict) -> Chances:
    """R4.3: {each horse's adjustment: chance}."""
    found: Chances = defaultdict(Fraction)
    for red, white in itertools.product(FACES, FACES):
        rating = {"Class": "class_", "Speed": "speed", "Trip": "trip"}[cell(charts, "race_factors", red, "red")]
        ride = cell(charts, "race_factors", white, "white") == "Ride"
        found[tuple(runner[rating] + (runner["ride"] if ride else 0) for runner in runners)] += Fraction(1, 36)
    return dict(found)


@cache
def final_speeds(power: int, adjustment: int, troubles: tuple, target: str, folder: Path) -> Chances:
    """R4.4, D2, D9: {(status, figure): chance}; a horse that is out has no figure."""
    final_speed = columns_of(folder)
    found: Chances = defaultdict(Fraction)
    for (lost, status), chance in troubles:
        if status == OUT:
            found[OUT, 0] += chance
            continue
        column = final_speed[max(0, min(29, power + lost))]
        for total, roll_chance in TOTALS:
            figure = column[max(2, min(12, total + adjustment))] if target == "dice" else column[total] + adjustment
            found[status, figure] += chance * roll_chance
    return {way: chance for way, chance in found.items() if chance}


@cache
def columns_of(folder: Path) -> dict:
    """The Final Speed Figure chart as {column: {roll: figure}}."""
    rows = chart_files.load(folder)["final_speed"]
    return {column: {int(row["roll"]): int(row[str(column)]) for row in rows} for column in range(30)}


@cache
def together(own: tuple) -> Chances:
    """All horses at once: {(ranks by figure, statuses): chance}. Level figures share a rank; 0 is out.

    A field that differs by nothing but higher figures has the same ranks, so they are what is kept.
    """
    found: Chances = defaultdict(Fraction)

    def go(ways: list, chance: Fraction) -> None:
        if len(ways) < len(own):
            for way, own_chance in own[len(ways)]:
                go([*ways, way], chance * own_chance)
            return
        statuses = tuple(status for status, _ in ways)
        finished = [figure for status, figure in ways if status != OUT]
        ranks = tuple(0 if s == OUT else 1 + sum(other > figure for other in finished) for s, figure in ways)
        found[ranks, statuses] += chance

    go([], Fraction(1))
    return found


@cache
def after_photos(ranks: tuple, bonuses: tuple) -> Chances:
    """R4.5: {places at the wire: chance}, from ranks by figure; 0 is out."""
    found: Chances = {ranks: Fraction(1)}
    for rank, number in Counter(ranks).items():
        if rank == 0 or number == 1:
            continue
        level = [horse for horse, other in enumerate(ranks) if other == rank]
        split: Chances = defaultdict(Fraction)
        for totals in itertools.product(TOTALS, repeat=number):
            photo = {horse: total + bonuses[horse] for horse, (total, _) in zip(level, totals)}
            chance = math.prod((chance for _, chance in totals), start=Fraction(1))
            split[tuple(sum(other > photo[horse] for other in photo.values()) for horse in level)] += chance
        apart: Chances = defaultdict(Fraction)
        for order, chance in found.items():
            for behind, photo_chance in split.items():
                after = list(order)
                for horse, number_behind in zip(level, behind):
                    after[horse] = rank + number_behind
                apart[tuple(after)] += chance * photo_chance
        found = apart
    return dict(found)


@cache
def rulings(as_run: tuple, statuses: tuple) -> Chances:
    """R6, D7: {official places: chance} over the dice of the disqualified; 0 is out.

    Faces from the number of finishers up all mean behind everybody.
    """
    finishers = {horse: -place for horse, place in enumerate(as_run) if statuses[horse] != OUT}
    fouls = [horse for horse in finishers if statuses[horse] == FOUL]
    found: Chances = defaultdict(Fraction)
    faces = Counter(min(face, len(finishers)) for face in FACES)
    for dice in itertools.product(faces.items(), repeat=len(fouls)):
        official = places(disqualify(levels(finishers), {horse: face for horse, (face, _) in zip(fouls, dice)}))
        ways = math.prod(ways for _, ways in dice)
        found[tuple(official.get(horse, 0) for horse in range(len(as_run)))] += Fraction(ways, 6 ** len(fouls))
    return dict(found)
