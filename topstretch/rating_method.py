"""The rating method in words: what each rule does, why, and what a missing fact gives. The numbers are those in use."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from .card import ROUTE
from .rating_riders import BEST_TROUBLE, GOOD_SHARE, LOWEST_RIDE, NEUTRAL_TROUBLE, RIDE_FROM, TROUBLE_FROM
from .rating_rules import (
    FORM_FROM,
    FORM_TRIP,
    GREAT_WEIGHT,
    LEVEL_CLASS,
    LEVEL_POWER,
    LONG_MARGIN,
    MALES_CLASS,
    NEUTRAL_LEVEL,
    NEUTRAL_SHARE,
    NEUTRAL_STYLE,
    RECORD_POINTS,
    RECORD_SPEED,
    SEASON_STARTS,
    STYLE_PACE,
    STYLE_POWER,
    STYLE_TRIP,
    TWO_POWER,
    WET_RATING,
)


@frozen
class Rule:
    """A rule as it is stated to the reader."""

    rating: str
    rule: str
    reason: str
    neutral: str


def listed(values: Mapping[str, Any], form: str = "") -> str:
    """`front 8, presser 6`."""
    return ", ".join(f"{name} {value:{form}}" for name, value in values.items())


CHAMPION = LEVEL_POWER["champion"]
FORM_SHARES = ", ".join(f"{letter} from {least:.2f}" for letter, least in FORM_FROM)
RIDES = ", ".join(f"{value} from {least:g} %" for least, value in RIDE_FROM)
TROUBLES = ", ".join(f"{value} from {least}" for least, value in TROUBLE_FROM)

RULES = (
    Rule(
        "Overall",
        "the mean, over the 36 ways of two dice, of the Final Speed column of the higher Power",
        "the rulebook calls it the figure to expect under the best conditions (page 7): it follows from Power",
        "none",
    ),
    Rule(
        "Power",
        f"{CHAMPION:g} for a champion of its day (other levels: {listed(dict(list(LEVEL_POWER.items())[1:]), 'g')}), plus "
        f"{RECORD_POINTS:g} x the share of starts won; 1/2 for Horse of the Year, 1/4 for that title again or in another year; "
        f"1/4 each for two classics in a year, a stakes won by {LONG_MARGIN} lengths, a stakes won under {GREAT_WEIGHT} lb; "
        f"by style {listed(STYLE_POWER, '+g')}; -1/4 for a filly or mare that beat no males; {TWO_POWER:g} for a best year "
        "at two; -1/2 for a career. Nearest whole number, halves up. Share of a career: wins over starts + 1; of a season: "
        f"with {SEASON_STARTS} starts at the career's share added",
        "record first, honours second; few starts are drawn towards what is known besides; the pace charts take from a "
        "front-runner and give to a closer in a field of champions, and the record is what is to come out; at two a horse "
        "meets only its own age; a career holds its weaker seasons",
        f"season not known: the career's share; career not known: {NEUTRAL_SHARE:g}, the middle of the hundred; level not "
        f"known: {NEUTRAL_LEVEL}; style not known: nothing added",
    ),
    Rule(
        "Power on dirt and turf",
        "only for a surface raced on in the period; raced on both: the same on dirt, 1 less on turf; by honour `turf equal` "
        "the same on both, `turf best` 2 less on dirt, `turf poor` 4 less on turf",
        "the rulebook rates no surface that a horse did not run on (page 6); most records on both were made on dirt",
        "not known whether it raced on it: no rating; turf form not known apart: 1 less",
    ),
    Rule(
        "Range",
        "from the shortest to the longest winning distance of the period, inwards to half furlongs and a furlong wide at "
        "least; the low end of a horse that won at 8 furlongs or more is 7 if its shortest win was at 6 or less, 8 if it was "
        "shorter than 8; a feat from the age of three beyond an end keeps its distance in the Range",
        "short wins of a horse that stays were mostly at two or in preparation; so old horses come out wide and modern ones "
        "narrow by their own races",
        "shortest not known: 8; longest not known: 10",
    ),
    Rule("Wet", listed(WET_RATING), "the sources' word for its form on wet tracks", "1"),
    Rule(
        "Pace",
        f"{listed(STYLE_PACE)}; front: 9 for a sprinter (longest win under {ROUTE:g} furlongs, where routes begin), 7 for one "
        "without a win at 7 or less",
        "the sources' word for its style; who wins sprinting from the front has the speed to lead early",
        f"{STYLE_PACE[NEUTRAL_STYLE]}, as a {NEUTRAL_STYLE}",
    ),
    Rule(
        "Form",
        f"the share of starts in the first three, one start added: {FORM_SHARES}, else E",
        "a steady horse is seldom out of the first three",
        "C",
    ),
    Rule(
        "Trip",
        f"by style {listed(STYLE_TRIP, '+d')}; and by Form {listed(FORM_TRIP, '+d')}",
        "who runs near the lead has nobody to go round; who is steady meets little trouble",
        f"style not known: as a {NEUTRAL_STYLE}; places not known: as Form C",
    ),
    Rule(
        "Class",
        f"1 for each victory over a champion among its honours, {MALES_CLASS} for beating males, up to 3; levels below stakes "
        f"less: {listed({k: v for k, v in LEVEL_CLASS.items() if v}, 'd')}",
        "the company it beat; titles and classics count in Power already",
        "0",
    ),
    Rule(
        "Speed",
        f"by the best time of the period when it was run: {listed(RECORD_SPEED)}",
        "a record is measured against its own day, so that tracks and times of all eras compare",
        "0",
    ),
    Rule(
        "Wire",
        "the tenths of firsts among firsts and seconds, one of each added; at most 9",
        "who is in the first two and wins is the one that gets its nose in front",
        "7, the middle of the career cards",
    ),
    Rule("Jockey", "who rode it in its best season; in its career, who rode it most", "the record", "the usual rider"),
    Rule(
        "Ride",
        f"2 for the three whom the rulebook puts at the top (page 5); 1 for a member of a Hall of Fame; else by wins in 100 "
        f"mounts: {RIDES}, else {LOWEST_RIDE}",
        "the rulebook keeps the very top for three and has the others only just behind",
        "0",
    ),
    Rule(
        "Trouble",
        f"{BEST_TROUBLE} for those three; else by career wins: {TROUBLES}; 1 more from {GOOD_SHARE:g} % of wins, up to "
        f"{TROUBLE_FROM[0][1]}",
        "who has ridden most has steered clear most",
        f"{NEUTRAL_TROUBLE}, the middle of the rulebook's 4 to 10",
    ),
)


def method_text() -> str:
    """The rules as a Markdown table."""
    head = ["| rating | rule | why | a missing fact gives |", "| --- | --- | --- | --- |"]
    return "\n".join([*head, *(f"| {one.rating} | {one.rule} | {one.reason} | {one.neutral} |" for one in RULES)])
