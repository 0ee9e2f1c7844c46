"""How a horse's facts become ratings: one short rule a rating. `rating_method` states the rules and their reasons."""

import math
from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from .card import ROUTE
from .charts import ChartSet
from .rating_facts import SURFACE_HONOURS, Period
from .ratings import RATINGS, Kind, Surface

# Points of Power and Class by the company a horse kept. The hundred are champions all; the rest is for horses of one's own.
LEVEL_POWER = {"champion": 22.5, "grade 1": 20.0, "stakes": 18.0, "allowance": 15.0, "claiming": 12.0, "maiden": 10.0}
LEVEL_CLASS = {"champion": 0, "grade 1": 0, "stakes": 0, "allowance": -1, "claiming": -1, "maiden": -2}
NEUTRAL_LEVEL = "stakes"
RECORD_POINTS = 2.0  # of Power for a horse that won every start
SEASON_STARTS = 3  # at the career's rate, added to a season's
NEUTRAL_SHARE = 0.56  # of starts won, where the record is not known: the middle horse of the hundred
STYLE_POWER = {"front": 0.625, "closer": -0.75, "deep closer": -0.75}
TWO_POWER = -0.75  # for a best year at two
LONG_MARGIN, GREAT_WEIGHT = 10, 130  # lengths, lb
STYLE_PACE = {"front": 8, "presser": 6, "stalker": 5, "midpack": 4, "closer": 3, "deep closer": 0}
STYLE_TRIP = {"front": 1, "presser": 1, "stalker": 1, "midpack": 0, "closer": 0, "deep closer": 0}
NEUTRAL_STYLE = "stalker"  # in the middle of Pace, and the middle of the hundred
MALES_CLASS = 2  # for a filly or mare that beat males
WET_RATING = {"excellent": 3, "good": 2, "neutral": 1, "poor": 0}
FORM_FROM = (("A", 0.95), ("B", 0.85), ("C", 0.65), ("D", 0.50))
FORM_TRIP = {"A": 1, "B": 1, "C": 0, "D": -1, "E": -2}
RECORD_SPEED = {"world": 3, "national": 2, "track": 2, "race": 1, "age": 1, "none": 0}
OTHER_SURFACE = {"turf best": ("dirt", -2), "turf poor": ("turf", -4)}


@frozen
class Worked:
    """A rating with the working that led to it; `neutral` where a missing fact left it, or a part of it, neutral."""

    rating: str
    value: Any
    why: str
    neutral: bool = False

    def __str__(self) -> str:
        shown = "none" if self.value is None else f"{self.value:g}" if isinstance(self.value, float) else self.value
        return f"{self.rating} {shown}: {self.why}" + (" (neutral)" if self.neutral else "")


def half_up(value: float) -> int:
    """The nearest whole number, halves up."""
    return math.floor(value + 0.5)


# --- Power ---


def power(period: Period) -> Worked:
    """Ability on the better surface, before it is given to dirt and turf."""
    record, missing = record_points(period)
    parts = [
        (f"{period.level or NEUTRAL_LEVEL}", LEVEL_POWER[period.level or NEUTRAL_LEVEL]),
        record,
        *honour_points(period),
    ]
    if period.style in STYLE_POWER:
        parts.append((period.style, STYLE_POWER[period.style]))
    if period.is_female and not period.named("males"):
        parts.append(("won against fillies and mares only", -0.25))
    if period.kind is Kind.BEST_YEAR and period.age == 2:
        parts.append(("two years old", TWO_POWER))
    if period.kind is Kind.CAREER:
        parts.append(("career", -0.5))
    total = sum(points for _, points in parts)
    value = min(max(half_up(total), RATINGS["power"].low), RATINGS["power"].high)
    (first, base), *rest = parts
    why = f"{first} {base:g}" + "".join(f", {name} {round(points, 2):+g}" for name, points in rest)
    return Worked(
        "power", value, f"{why} = {round(total, 2):g}", missing or period.level is None or period.style is None
    )


def record_points(period: Period) -> tuple[tuple[str, float], bool]:
    """Points for the share of starts won, a season's drawn towards the career's; and whether the record is missing."""
    if period.career_starts is None or period.career_wins is None:
        share, career = NEUTRAL_SHARE, "career not known"
    else:
        share = period.career_wins / (period.career_starts + 1)
        career = f"{period.career_wins} wins of {period.career_starts} starts in the career"
    if period.kind is Kind.CAREER:
        return (career, RECORD_POINTS * share), period.career_starts is None or period.career_wins is None
    if period.starts is None or period.wins is None:
        return (f"season not known, {career}", RECORD_POINTS * share), True
    season = (period.wins + SEASON_STARTS * share) / (period.starts + SEASON_STARTS)
    return (f"{period.wins} wins of {period.starts} starts, {career}", RECORD_POINTS * season), False


def honour_points(period: Period) -> Iterator[tuple[str, float]]:
    """Points for titles and feats of strength."""
    titles = len(period.named("title"))
    if titles:
        yield "Horse of the Year", 0.5
    if titles > 1 or period.titles > titles:
        yield "Horse of the Year again" if titles else "Horse of the Year in another year", 0.25
    if period.most("classics") >= 2:
        yield f"{period.most('classics'):g} classics in a year", 0.25
    if period.most("margin") >= LONG_MARGIN:
        yield f"won by {period.most('margin'):g} lengths", 0.25
    if period.most("weight") >= GREAT_WEIGHT:
        yield f"won under {period.most('weight'):g} lb", 0.25


def power_on(period: Period, best: Worked, surface: str) -> Worked:
    """Power on one surface: None where it did not race on it in the period, or where nobody knows."""
    name = f"power_{surface}"
    if not period.raced[surface]:
        unknown = period.raced[surface] is None
        return Worked(name, None, "not known to have raced on it" if unknown else "did not race on it", unknown)
    other = "turf" if surface == "dirt" else "dirt"
    if not period.raced[other]:
        return Worked(name, best.value, best.why, best.neutral)
    marks = [one for one in period.honours if one.honour in SURFACE_HONOURS]
    if not marks:
        if surface == "dirt":
            return Worked(name, best.value, best.why, best.neutral)
        return Worked(name, max(best.value - 1, 0), f"Power {best.value}, 1 less: turf form not known apart", True)
    lower, change = OTHER_SURFACE.get(marks[0].honour, ("", 0))
    if surface != lower:
        return Worked(name, best.value, f"{best.why}, {marks[0].honour}: {marks[0].note}", best.neutral)
    why = f"Power {best.value}, {-change} less, {marks[0].honour}: {marks[0].note}"
    return Worked(name, max(best.value + change, 0), why, best.neutral)


# --- Range ---


def distance_range(period: Period) -> tuple[Worked, Worked]:
    """Range, low and high, in furlongs."""
    low, why_low = (period.shortest, f"shortest win {period.shortest:g}") if period.shortest else (8.0, "not known")
    high, why_high = (period.longest, f"longest win {period.longest:g}") if period.longest else (10.0, "not known")
    low, high = (low, max(low, high)) if period.longest is None else (min(low, high), high)
    if period.shortest is not None and high >= 8 > low:
        low, why_low = 7.0 if low <= 6 else 8.0, f"{why_low}, and won at a mile or more"
    grown = [feat.distance for feat in period.feats if feat.distance and (feat.year or 0) - period.born >= 3]
    if min(grown, default=low) < low:
        low, why_low = min(grown), f"{why_low}, but a feat at {min(grown):g} from the age of three"
    if max(grown, default=high) > high:
        high, why_high = max(grown), f"{why_high}, but a feat at {max(grown):g} from the age of three"
    low, high = math.ceil(2 * low) / 2, math.floor(2 * high) / 2
    if high < low + 1:
        high, why_high = low + 1, f"{why_high}, a furlong at least"
    return (
        Worked("range_low", low, why_low, period.shortest is None),
        Worked("range_high", high, why_high, period.longest is None),
    )


# --- the other ratings ---


def wet(period: Period) -> Worked:
    """Wet, 0 to 3."""
    if period.wet_form is None:
        return Worked("wet", 1, "wet form not known", neutral=True)
    return Worked("wet", WET_RATING[period.wet_form], f"{period.wet_form} on wet tracks")


def pace(period: Period) -> Worked:
    """Pace, 0 to 9."""
    if period.style is None:
        return Worked("pace", STYLE_PACE[NEUTRAL_STYLE], "running style not known", neutral=True)
    if period.style == "front" and period.shortest is not None and period.longest is not None:
        if period.longest < ROUTE:
            return Worked("pace", 9, f"front, a sprinter (longest win {period.longest:g})")
        if period.shortest > 7:
            return Worked("pace", 7, f"front, over a distance of ground (shortest win {period.shortest:g})")
    return Worked("pace", STYLE_PACE[period.style], period.style)


def in_first_three(period: Period) -> tuple[int, int] | None:
    """How often it was in the first three, and its starts; None where either is not known."""
    placed = (period.wins, period.seconds, period.thirds)
    if period.starts is None or any(count is None for count in placed):
        return None
    return sum(count for count in placed if count is not None), period.starts


def form(period: Period) -> Worked:
    """Form, A to E."""
    placed = in_first_three(period)
    if placed is None:
        return Worked("form", "C", "places not known", neutral=True)
    share = placed[0] / (placed[1] + 1)
    letter = next((letter for letter, least in FORM_FROM if share >= least), "E")
    return Worked("form", letter, f"in the first three in {placed[0]} of {placed[1]} starts")


def trip(period: Period) -> Worked:
    """Trip, -3 to 3."""
    steady = form(period)
    style = STYLE_TRIP[period.style or NEUTRAL_STYLE]
    why = f"{period.style or 'style not known'} {style:+d}, Form {steady.value} {FORM_TRIP[steady.value]:+d}"
    return Worked("trip", style + FORM_TRIP[steady.value], why, steady.neutral or period.style is None)


def class_(period: Period) -> Worked:
    """Class, -3 to 3."""
    base = LEVEL_CLASS[period.level or NEUTRAL_LEVEL]
    reasons = sorted({f"beat {one.note}" for one in period.named("champion")})
    points = base + len(reasons)
    if period.named("males"):
        reasons.append("beat males")
        points += MALES_CLASS
    why = ", ".join(reasons) or "no honour known"
    return Worked("class", min(points, 3), (f"{period.level} {base:+d}, " if base else "") + why, not reasons)


def speed(period: Period) -> Worked:
    """Speed, -3 to 3."""
    best = max(period.feats, key=lambda feat: RECORD_SPEED[feat.record], default=None)
    if best is None:
        return Worked("speed", 0, "no feat of speed known", neutral=True)
    kind = "fast time, no record" if best.record == "none" else f"{best.record} record"
    return Worked("speed", RECORD_SPEED[best.record], f"{kind}: {best.what}" + (f", {best.year}" if best.year else ""))


def wire(period: Period) -> Worked:
    """Wire, 0 to 9."""
    if period.wins is None or period.seconds is None:
        return Worked("wire", 7, "seconds not known", neutral=True)
    wins, seconds = period.wins, period.seconds
    value = min(10 * (wins + 1) // (wins + seconds + 2), 9)
    return Worked("wire", value, f"{wins} firsts, {seconds} seconds")


def jockey(period: Period) -> Worked:
    """The rider of the card."""
    if period.jockey is None:
        return Worked("jockey", period.usual_jockey, "rider of the season not known: the usual one", neutral=True)
    return Worked(
        "jockey", period.jockey, "rode it in its best season" if period.kind is Kind.BEST_YEAR else "rode it most"
    )


def overall(powers: list[int], charts: ChartSet) -> Worked:
    """The figure to expect at the best: the mean of the Final Speed column over the 36 ways of two dice."""
    best = max(powers)
    ways = [6 - abs(7 - roll) for roll in range(2, 13)]
    mean = sum(way * int(row[best]) for way, row in zip(ways, charts.final_speed, strict=True)) / 36
    return Worked("overall", half_up(mean), f"mean of Final Speed at Power {best}: {mean:.2f}")


OTHERS: tuple[Callable[[Period], Worked], ...] = (wet, pace, form, trip, class_, speed, wire, jockey)


def work(period: Period, charts: ChartSet) -> tuple[Worked, ...]:
    """Every rating of a card, in the order of the card's columns."""
    best = power(period)
    surfaces = [power_on(period, best, str(surface)) for surface in (Surface.DIRT, Surface.TURF)]
    figure = overall([one.value for one in surfaces if one.value is not None], charts)
    return (figure, *surfaces, *distance_range(period), *(rate(period) for rate in OTHERS))
