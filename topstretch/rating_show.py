"""The rated horses and riders as lists and one by one: everything that is known of them, and why they are rated so."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .console import csv_text, json_text
from .errors import fault
from .matching import furlongs_outside
from .rating import RatedHorse, RatedJockey, horse_row, jockey_row, neutral_counts
from .rating_facts import HorseFacts, packaged_facts, packaged_jockey_facts
from .ratings import Horse, Jockey, Kind, Surface
from .rosters import HORSE_COLUMNS, JOCKEY_COLUMNS, Roster, key, load_horses, load_jockeys

WIDTH = 100
INDENT = 22
LIST_COLUMNS = {
    "Horse": "name", "Year": "year", "Age": "age", "Sex": "sex", "Ovr": "overall", "Dirt": "power_dirt",
    "Turf": "power_turf", "From": "range_low", "To": "range_high", "Wet": "wet", "Pace": "pace", "Form": "form",
    "Trip": "trip", "Cls": "class", "Spd": "speed", "Wire": "wire", "Jockey": "jockey",
}  # fmt: skip
RATED = ("overall", "power_dirt", "power_turf", "range_low", "range_high", "wet", "pace", "form", "trip", "class", "speed",
         "wire", "jockey", "ride", "trouble")  # fmt: skip
PIECES = re.compile("; (?=(?:" + "|".join(RATED) + r")\b)")


def chosen_horses(
    kind: Kind, sex: str | None = None, surface: Surface | None = None, distance: float | None = None
) -> list[Horse]:
    """The packaged cards of a kind that pass: female or male, a Power on a surface, a Range that covers a distance."""
    return [
        horse
        for horse in load_horses(kind).values()
        if (sex is None or horse.is_female == (sex == "female"))
        and (surface is None or horse.power(surface) is not None)
        and (distance is None or furlongs_outside(horse, distance) == 0)
    ]


def one_of_name(roster: Roster[Any], what: str, name: str) -> Any:
    """The record of a name, or an error that suggests one."""
    record = roster.find(name)
    if record is None:
        raise fault(what, name, roster.allowed(name))
    return record


def rows_text(rows: list[dict[str, Any]], columns: Iterable[str], form: str) -> str:
    """Rows as csv or json."""
    return json_text(rows) if form == "json" else csv_text(rows, list(columns))


def horses_text(horses: list[Horse], form: str = "text") -> str:
    """A list of cards as text, csv or json (the last two in the columns of a card file)."""
    rows = [horse_row(horse) for horse in horses]
    if form != "text":
        return rows_text(rows, [column.name for column in HORSE_COLUMNS], form)
    from .show.text import as_text, table

    lines = [[row[source] for source in LIST_COLUMNS.values()] for row in rows]
    kinds = ", ".join(dict.fromkeys(str(horse.kind) for horse in horses))
    title = f"{len(rows)} cards" + (f", {kinds}" if kinds else "")
    return as_text(table(title, list(LIST_COLUMNS), lines, left=("Horse", "Sex", "Form", "Jockey")))


def jockeys_text(jockeys: list[Jockey], form: str = "text") -> str:
    """A list of riders as text, csv or json (the last two in the columns of a card file)."""
    rows = [jockey_row(jockey) for jockey in jockeys]
    if form != "text":
        return rows_text(rows, [column.name for column in JOCKEY_COLUMNS], form)
    from .show.text import as_text, table

    lines = [[row["name"], row["ride"], row["trouble"]] for row in rows]
    return as_text(table(f"{len(rows)} riders", ["Jockey", "Ride", "Trouble"], lines))


# --- one horse, one rider ---


def horse_text(name: str, kinds: Iterable[Kind]) -> str:
    """Everything about one horse: its cards with the working, its facts, feats and honours. Raises InputError."""
    horses = [one_of_name(load_horses(kind), "horse", name) for kind in kinds]
    lines = [horses[0].name]
    for horse in horses:
        when = [str(horse.year)] if horse.year else []
        age = [f"age {horse.age}"] if horse.age else []
        lines += ["", f"{horse.kind} card: " + ", ".join([*when, *age, horse.sex or "", f"{horse.jockey} up"])]
        lines += working_lines(horse)
    facts = packaged_facts().get(key(horses[0].name))
    return "\n".join([*lines, *(fact_lines(facts) if facts else [])])


def jockey_text(name: str) -> str:
    """Everything about one rider: the card with the working, the facts, the mounts. Raises InputError."""
    jockey = one_of_name(load_jockeys(), "jockey", name)
    lines = [jockey.name, "", *working_lines(jockey)]
    facts = packaged_jockey_facts().get(key(jockey.name))
    if facts:
        lines += ["", "facts", *value_lines(facts)]
    for kind in Kind:
        mounts = [horse.name for horse in load_horses(kind).values() if horse.jockey == jockey.name]
        if mounts:
            lines += wrapped(f"rides, {kind}", ", ".join(mounts))
    return "\n".join(lines)


def working_lines(card: Horse | Jockey) -> Iterator[str]:
    """A card's ratings, one a line, with the working as the source column keeps it."""
    pieces = PIECES.split(card.source)
    if not any(piece.startswith(RATED) for piece in pieces):
        row = horse_row(card) if isinstance(card, Horse) else jockey_row(card)
        pieces = [f"{name} {row[name]}: {card.source or 'no working kept'}" for name in RATED if name in row]
    for piece in pieces:
        rating, colon, why = piece.partition(": ")
        yield from wrapped(rating, why) if colon else wrapped("", piece)


def wrapped(label: str, text: str) -> list[str]:
    """A label and its text, folded to the width, the text in a column of its own."""
    first = f"  {label}".ljust(INDENT - 1) + " "
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=" " * INDENT) or [first.rstrip()]


def fact_lines(facts: HorseFacts) -> Iterator[str]:
    """A horse's facts, feats and honours."""
    yield from ("", "facts", *value_lines(facts.values))
    if facts.feats:
        yield from ("", "feats")
    for feat in facts.feats:
        record = "" if feat.record == "none" else f" ({feat.record} record)"
        over = f", {feat.distance:g} furlongs" if feat.distance else ""
        clock = f", {feat.seconds:g} s" if feat.seconds else ""
        yield from wrapped(str(feat.year or ""), f"{feat.what}{over}{clock}{record}")
    if facts.honours:
        yield from ("", "honours")
    for one in facts.honours:
        number = "" if one.value is None else f" {one.value:g}"
        note = f": {one.note}" if one.note else ""
        yield from wrapped(str(one.year or ""), f"{one.honour}{number}{note} ({one.basis})")


def value_lines(values: Mapping[str, Any]) -> Iterator[str]:
    """The facts that are known, one a line, long ones folded."""
    for name, value in values.items():
        if value is not None:
            shown = f"{value:g}" if isinstance(value, float) else str(value)
            yield from textwrap.wrap(f"{name}: {shown}", WIDTH, initial_indent="  ", subsequent_indent="    ")


def neutral_text(rated: tuple[RatedHorse, ...] | tuple[RatedJockey, ...]) -> str:
    """How many values are neutral for want of a fact, by rating: one line, ratings without any left out."""
    counts = neutral_counts(rated)
    shown = [f"{row['rating']} {sum(v for v in row.values() if isinstance(v, int))}" for row in counts]
    some = [text for text in shown if not text.endswith(" 0")]
    return f"{len(rated)} cards; neutral values: {', '.join(some) or 'none'}"
