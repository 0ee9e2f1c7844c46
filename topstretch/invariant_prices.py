"""The rules of shape of the charts around a race: odds, payoffs, times, lengths, tracks and distances."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from .betting import payoff_rule
from .card import usual_condition
from .chart_files import CODES, FACES, FIELD_SIZES, FIGURES, SURFACES
from .charts import ChartSet
from .invariant_cells import SIGNED, Cells, Finding, Words, in_order, lines_of, named, rule, signed
from .ratings import Surface
from .scoresheet import odds_text

FIFTH = 0.2  # seconds: a length at the wire
TOLERANCE = 0.1  # of the points that the time chart says a length is worth
SLOW_FIGURE, FAST_FIGURE = 50, 150  # between these a point's worth in seconds is taken
ODDS_WORDS = Words(odds_text, higher="longer", lower="shorter")
CODE_WORDS = Words(lambda code: named(CODES, code), higher="longer", lower="shorter")
TIME_WORDS = Words("{:.2f}".format, higher="slower", lower="faster")


@rule("odds rise along a chart", "odds")
def odds_rise_along(charts: ChartSet) -> Iterator[Finding]:
    """On each odds chart the odds rise with the red die."""
    yield from in_order("odds", np.array(charts.odds), FACES, CODES, axis=0, strict=True, words=ODDS_WORDS)


@rule("odds rise from Fav to E", "odds")
def odds_rise_across(charts: ChartSet) -> Iterator[Finding]:
    """For each face of the red die the odds rise from Fav to E."""
    yield from in_order("odds", np.array(charts.odds), FACES, CODES, axis=1, strict=True, words=ODDS_WORDS)


@rule("odds_codes never shorter", "odds_codes")
def codes_never_shorter(charts: ChartSet) -> Iterator[Finding]:
    """With more points below the highest Adjusted Power the code is never a shorter one."""
    lines = lines_of(charts, "odds_codes", 0, charts.odds_codes)
    cells = np.array([row for _, row in lines])
    labels = [label for label, _ in lines]
    yield from in_order("odds_codes", cells, labels, FIELD_SIZES, axis=0, words=CODE_WORDS)


@rule("odds_codes start at Fav", "odds_codes")
def codes_start_at_fav(charts: ChartSet) -> Iterator[Finding]:
    """The highest Adjusted Power, 0 points below, is Fav in a field of any size."""
    for size, code in zip(FIELD_SIZES, charts.odds_codes[0].tolist(), strict=True):
        if code != CODES.index("Fav"):
            yield "odds_codes", f"0/{size}", named(CODES, code), "Fav"


@rule("payoffs follow the odds", "payoffs")
def payoffs_follow(charts: ChartSet) -> Iterator[Finding]:
    """$2 pay 2 x (odds + 1) to win, half that profit to place, a quarter to show, cut to 5 cents."""
    for odds, amounts in charts.payoffs.items():
        for name, found, wanted in zip(("win", "place", "show"), amounts, payoff_rule(odds), strict=True):
            if found != wanted:
                yield "payoffs", f"{odds_text(odds)}/{name}", f"{float(found):.2f}", f"{float(wanted):.2f}"


def time_charts(charts: ChartSet) -> Iterator[tuple[list[str], list[str], Cells]]:
    """The time chart of each surface: row labels, distances, seconds by figure and distance."""
    distances = [f"{distance:g}" for distance in charts.time_distances]
    for surface, seconds in zip(SURFACES, charts.final_time, strict=True):
        yield [f"{surface} {figure}" for figure in FIGURES], distances, seconds


@rule("times fall with the figure", "final_time")
def times_fall(charts: ChartSet) -> Iterator[Finding]:
    """At each distance a higher figure is a faster time."""
    for rows, distances, seconds in time_charts(charts):
        yield from in_order("final_time", seconds, rows, distances, axis=0, falling=True, strict=True, words=TIME_WORDS)


@rule("times grow with the distance", "final_time")
def times_grow(charts: ChartSet) -> Iterator[Finding]:
    """For each figure a longer distance is a slower time."""
    for rows, distances, seconds in time_charts(charts):
        yield from in_order("final_time", seconds, rows, distances, axis=1, strict=True, words=TIME_WORDS)


def points_by_the_times(charts: ChartSet) -> Cells:
    """Figure points a length at each distance of the lengths chart, by the time chart: a fifth of a second over the
    seconds a point, the mean of dirt and turf. Not a number where the times do not fall."""
    slow, fast = (charts.final_time[:, FIGURES.index(str(figure))] for figure in (SLOW_FIGURE, FAST_FIGURE))
    seconds_a_point = (slow - fast).mean(axis=0) / (FAST_FIGURE - SLOW_FIGURE)
    here = np.interp(charts.length_distances, charts.time_distances, seconds_a_point)
    return np.where(here > 0, FIFTH / np.where(here > 0, here, 1), np.nan)


@rule("lengths positive", "lengths")
def lengths_positive(charts: ChartSet) -> Iterator[Finding]:
    """A length is worth more than nothing at every distance."""
    for distance, points in zip(charts.length_distances, charts.length_points, strict=True):
        if not points > 0:
            yield "lengths", f"{distance:g}/points", f"{points:g}", "more than 0"


@rule("lengths follow the times", "lengths", "final_time")
def lengths_follow(charts: ChartSet) -> Iterator[Finding]:
    """A length is a fifth of a second over the time chart's seconds a point, within 10 percent."""
    wanted = points_by_the_times(charts)
    for distance, points, by_times in zip(charts.length_distances, charts.length_points, wanted, strict=True):
        if abs(points - by_times) > TOLERANCE * by_times:
            low, high = (by_times * (1 + side * TOLERANCE) for side in (-1, 1))
            allowed = f"{low:.2f} to {high:.2f}, by the times there"
            yield "lengths", f"{distance:g}/points", f"{points:.2f}", allowed


@rule("lengths change with the times", "lengths", "final_time")
def lengths_change(charts: ChartSet) -> Iterator[Finding]:
    """From one distance to the next a length's worth falls or grows as the time chart says."""
    steps = zip(pairwise(charts.length_points), pairwise(points_by_the_times(charts)), strict=True)
    for place, ((last, own), (last_wanted, wanted)) in enumerate(steps, start=1):
        if (own - last) * (wanted - last_wanted) < 0:
            before, here = (f"{distance:g}" for distance in charts.length_distances[place - 1 : place + 1])
            allowed = f"{'less' if wanted < last_wanted else 'more'} than {last:.2f}, which {before} has"
            yield "lengths", f"{here}/points", f"{own:.2f}", allowed


@rule("fast and firm take nothing", "track_conditions")
def usual_takes_nothing(charts: ChartSet) -> Iterator[Finding]:
    """Fast dirt and firm turf take nothing."""
    for surface in SURFACES:
        condition = usual_condition(Surface(surface))
        power = charts.track_conditions.get((surface, condition), 0)
        if power:
            yield "track_conditions", f"{surface} {condition}/power", signed(power), "0"


@rule("off tracks take 1 to 3", "track_conditions")
def off_takes(charts: ChartSet) -> Iterator[Finding]:
    """Every other track condition takes 1 to 3 from a horse without Wet."""
    for (surface, condition), power in charts.track_conditions.items():
        if condition != usual_condition(Surface(surface)) and not -3 <= power <= -1:
            yield "track_conditions", f"{surface} {condition}/power", signed(power), "-3 to -1"


def half_furlongs(charts: ChartSet) -> list[str]:
    """The labels of the distance chart's rows, as printed where the set has a printed chart of that size."""
    printed = [row[0] for row in charts.sheets["distance"].rows] if "distance" in charts.sheets else []
    counted = [f"{place / 2:g}" for place in range(len(charts.distance))]
    return printed if len(printed) == len(counted) else counted


@rule("distance never rises", "distance")
def distance_never_rises(charts: ChartSet) -> Iterator[Finding]:
    """Farther outside the Range never costs less."""
    cells, labels = charts.distance[:, None], half_furlongs(charts)
    yield from in_order("distance", cells, labels, ("power",), axis=0, falling=True, words=SIGNED)


@rule("distance inside costs nothing", "distance")
def distance_inside(charts: ChartSet) -> Iterator[Finding]:
    """Inside the Range, 0 furlongs outside, the distance costs nothing."""
    if charts.distance[0]:
        yield "distance", "0/power", signed(int(charts.distance[0])), "0"
