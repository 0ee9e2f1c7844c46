"""Race cards as files: reading, writing, and the packaged races."""

import csv
import io
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs

from .card import LONGEST_SOURCE, LONGEST_TEXT, RaceCard, condition_faults, same_horse_faults, usual_condition
from .charts import ChartSet
from .columns import (
    ODDS,
    Column,
    Refused,
    Row,
    Table,
    decimal,
    frame_text,
    nonblank,
    odds_to_1,
    one_of,
    parse_table,
    read_table,
    text,
    whole,
)
from .console import csv_cell
from .entries import MAX_ENTRIES, MAX_POST, Entry
from .errors import Fault, InputError, clean, fault, suggest
from .house import Rules
from .locate import data_dir, is_there
from .ratings import HORSE_RATING_COLUMNS, JOCKEY_RATING_COLUMNS, RATINGS, Horse, Jockey, Kind, Surface, build
from .rosters import load_horses, load_jockeys

POWER = RATINGS["power"].parse
OWN_HORSE = ("power", "adj_power", *(column.name for column in HORSE_RATING_COLUMNS))
OWN_JOCKEY = tuple(column.name for column in JOCKEY_RATING_COLUMNS)
NEEDLESS = ("range_low", "range_high", "wet")  # where only the Adjusted Power is known

COLUMNS = (
    Column("post", whole(1, MAX_POST)),
    Column("horse", nonblank()),
    Column("jockey", nonblank(), optional=True, blank=True),
    Column("kind", one_of(*Kind), optional=True, blank=True),
    Column("odds", odds_to_1, optional=True, blank=True),
    Column("scratched", one_of("yes", "no"), optional=True, blank=True),
    Column("power", POWER, optional=True, blank=True),
    Column("adj_power", whole(-30, 60), optional=True, blank=True),
    *(attrs.evolve(c, optional=True, blank=True) for c in (*HORSE_RATING_COLUMNS, *JOCKEY_RATING_COLUMNS)),
    Column("source", text(500), optional=True, blank=True),
)
HEAD = ("race", "date", "track", "distance", "surface", "condition", "source")
HEAD_PARSERS: Mapping[str, Any] = {
    **dict.fromkeys(("race", "date", "track", "condition"), text(LONGEST_TEXT, of_a_cell=False)),
    "source": text(LONGEST_SOURCE, of_a_cell=False),
    "distance": decimal(0.25, 99),
    "surface": one_of(*Surface),
}


def race_ids() -> list[str]:
    """The packaged races, by id."""
    return sorted(path.stem for path in data_dir("races").glob("*.csv"))


def load_race(race: str | Path) -> RaceCard:
    """A packaged race by id (`champagne-2009`), or the race card in a file.

    Raises InputError with every fault of the card.
    """
    if not isinstance(race, str | Path):
        raise fault("race", type(race).__name__, "a RaceCard, a packaged race's id, or a file")
    path = data_dir("races") / f"{race}.csv"
    if isinstance(race, str) and race in race_ids():
        return read_card(path)
    if not is_there(Path(race)) and not str(race).endswith(".csv"):
        raise fault("race", str(race), f"a file, or one of {', '.join(race_ids())}{suggest(str(race), race_ids())}")
    return read_card(Path(race))


def read_card(path: Path, charts: ChartSet | None = None, rules: Rules | None = None) -> RaceCard:
    """The race card in a file; with charts and rules, what these do not allow is found in the same go."""
    return RaceCard(**card_parts(read_table(path, COLUMNS), charts, rules))


def card_from_frame(frame: Any, conditions: Mapping[str, Any]) -> dict[str, Any]:
    """The parts of a card from a pandas frame and its conditions."""
    given = {name: value for name, value in {**frame.attrs, **conditions}.items() if value is not None}
    unknown = [name for name in given if name not in HEAD]
    if unknown:
        raise InputError(Fault(name, "a condition of that name", ", ".join(HEAD)) for name in unknown)
    head = "".join(f'"# {name}: {str(value).replace(chr(34), chr(34) * 2)}"\n' for name, value in given.items())
    return card_parts(parse_table(Path("frame"), head + frame_text(frame), COLUMNS))


def card_parts(table: Table, charts: ChartSet | None = None, rules: Rules | None = None) -> dict[str, Any]:
    """What a RaceCard is made of, from a table; raises every fault of the table, those of the card's rules among them."""
    head = read_head(table)
    if len(table.rows) > MAX_POST:  # there are not so many posts: none of the names needs to be looked up
        found, allowed = f"{len(table.rows)} entries", f"at most {MAX_ENTRIES}, scratched ones too"
        table.fault(table.rows[MAX_ENTRIES].line, "", found, allowed)
        table.raise_faults()
    entries = [entry for row in table.rows if row.whole for entry in read_entry(table, row, head)]
    places = {name: f"{table.path}:{line}:{name}" for name, line in table.head_lines.items()}
    places |= {f"post {row['post']}": f"{table.path}:{row.line}:post" for row in table.rows}
    places["entries"] = str(table.path)

    def place(what: str) -> str:
        return places.get(what, f"{table.path}: {what}")

    note_repeated_posts(table)
    known = {"distance", "surface"} <= head.keys()
    if charts is not None and known:
        surface = Surface(head["surface"])
        table.faults.extend(condition_faults(surface, head["condition"].lower(), head["distance"], charts, place))
    if rules is not None and not rules.allow_same_horse:
        table.faults.extend(same_horse_faults((entry for entry in entries if not entry.scratched), place))
    parts = {**head, "entries": tuple(entries), "places": places}
    repeated = len({row["post"] for row in table.rows}) < len(table.rows)
    if table.faults and known and not repeated and len(entries) == len(table.rows):
        # The card's own rules are put to what could be read, so that a user sees these faults in the same go.
        try:
            RaceCard(**parts)
        except InputError as error:
            table.faults.extend(error.faults)
    table.raise_faults()
    return parts


def note_repeated_posts(table: Table) -> None:
    """Note posts that stand on two rows."""
    seen: dict[int, Row] = {}
    for row in table.rows:
        first = row if row["post"] is None else seen.setdefault(row["post"], row)
        if first is not row:
            found = f"{first.raw['horse']} and {row.raw['horse']} on post {row['post']}"
            table.faults.append(Fault(f"{table.path}:{row.line}:post", found, "one horse a post", row.line))


def read_head(table: Table) -> dict[str, Any]:
    """The conditions from the head lines, by the fields of RaceCard."""
    values: dict[str, Any] = {}
    for name, line in table.head_lines.items():
        if name not in HEAD:
            table.fault(line, name, "a head line of that name", ", ".join(HEAD))
    for name in HEAD:
        cell, line = table.head.get(name, ""), table.head_lines.get(name, 1)
        if not cell and name in ("distance", "surface"):
            table.fault(line, name, "no head line `# " + name + ": ...`", "one")
            continue
        try:
            values[name] = HEAD_PARSERS[name](cell)
        except Refused as refused:
            table.fault(line, name, cell, str(refused))
    values["name"] = values.pop("race", "") or file_title(table.path)
    if not values.get("condition"):
        values["condition"] = usual_condition(Surface(values.get("surface", "dirt")))
    return values


def file_title(path: Path) -> str:
    """What a card without a name is called: its file's name without the ending, fit to be printed."""
    return (clean(path.stem).strip() or clean(path.name))[:LONGEST_TEXT]


def read_entry(table: Table, row: Row, head: Mapping[str, Any]) -> Sequence[Entry]:
    """The entry of a row; none where a fault was noted."""
    horse = read_horse(table, row, head.get("surface"))
    jockey = read_jockey(table, row, horse)
    if horse is None or jockey is None:
        return ()
    scratched, source = row["scratched"] == "yes", row["source"] or ""
    return [Entry(row["post"], horse, jockey, row["odds"], scratched, row["adj_power"], source)]


def read_horse(table: Table, row: Row, surface: str | None) -> Horse | None:
    """The row's own horse if it gives ratings, else the packaged one of that name."""
    if all(row[name] is None for name in OWN_HORSE):
        roster = load_horses(row["kind"] or Kind.BEST_YEAR)
        horse = roster.find(row["horse"])
        if horse is None:
            table.fault(row.line, "horse", row["horse"], f"ratings in the row, or {roster.allowed(row['horse'])}")
        return horse
    only_adjusted = row["power"] is None and row["adj_power"] is not None
    if row["power"] is not None and row["adj_power"] is not None:
        table.fault(row.line, "adj_power", row.raw["adj_power"], "a power or an adj_power, not both")
    # What a card with an Adjusted Power alone leaves blank, and the Power of a horse that does not run.
    needless = [name for name in NEEDLESS if only_adjusted and row[name] is None]
    names = [column.name for column in HORSE_RATING_COLUMNS if column.name not in needless]
    if not only_adjusted and row["scratched"] != "yes":
        names.append("power")
    values = own_ratings(table, row, names)
    if values is None:
        return None
    power = row["power"]
    values.pop("power", None)
    for name in needless:
        values[name] = 0 if name == "wet" else None
    values["power_turf" if surface == Surface.TURF else "power_dirt"] = power
    kind = row["kind"] or Kind.BEST_YEAR
    horse = build(Horse, table, row, {"name": row["horse"], "kind": kind, "source": row["source"] or "", **values})
    return horse if isinstance(horse, Horse) else None


def read_jockey(table: Table, row: Row, horse: Horse | None) -> Jockey | None:
    """The row's own jockey if it gives ratings, else the packaged one of that name, else the horse's usual rider."""
    if row["jockey"] is None and (horse is None or horse.jockey is None):
        if horse is not None:
            table.fault(row.line, "jockey", "", "a jockey's name: this horse's card names no usual rider")
        return None
    if all(row[name] is None for name in OWN_JOCKEY):
        roster = load_jockeys()
        jockey = roster.find(row["jockey"] or (horse.jockey if horse else None))
        if jockey is None:
            table.fault(
                row.line, "jockey", row["jockey"], f"ride and trouble in the row, or {roster.allowed(row['jockey'])}"
            )
        return jockey
    values = own_ratings(table, row, OWN_JOCKEY)
    made = values and build(Jockey, table, row, {"name": row["jockey"] or (horse and horse.jockey), **values})
    return made if isinstance(made, Jockey) else None


def own_ratings(table: Table, row: Row, names: Sequence[str]) -> dict[str, Any] | None:
    """The ratings that a row gives itself; None where one is missing, which is noted."""
    parsers = {column.name: column for column in COLUMNS}
    missing = [name for name in names if row[name] is None]
    for name in missing:
        try:
            parsers[name].parse("")
        except Refused as refused:
            table.fault(row.line, name, "nothing", str(refused))
    return None if missing else {name: row[name] for name in names}


# --- writing ---


def head_of(card: RaceCard) -> dict[str, str]:
    """The head lines of a card."""
    values = (
        card.name,
        card.date,
        card.track,
        repr(card.distance).removesuffix(".0"),
        str(card.surface),
        card.condition,
        card.source,
    )
    return dict(zip(HEAD, values, strict=True))


def odds_cell(odds: Fraction) -> str:
    """Odds as the reader takes them: `7-2`, or a decimal where that would be too long."""
    text = f"{odds.numerator}-{odds.denominator}"
    return text if ODDS.fullmatch(text) else f"{float(odds):.9f}".rstrip("0")


def entry_rows(card: RaceCard) -> list[dict[str, Any]]:
    """A card's entries as rows of a card file, every rating written out."""
    rows = []
    for entry in card.entries:
        horse, jockey = entry.horse, entry.jockey
        ratings = {name: getattr(horse, name if name != "class" else "class_") for name in OWN_HORSE[2:]}
        rows.append(
            {
                "post": entry.post,
                "horse": horse.name,
                "jockey": jockey.name,
                "kind": str(horse.kind),
                "odds": None if entry.odds is None else odds_cell(entry.odds),
                "scratched": "yes" if entry.scratched else None,
                "power": horse.power(card.surface) if entry.adj_power is None else None,
                "adj_power": entry.adj_power,
                **{
                    name: f"{value:g}" if name.startswith("range") and value is not None else value
                    for name, value in ratings.items()
                },
                "ride": jockey.ride,
                "trouble": jockey.trouble,
                "source": entry.source,
            }
        )
    return rows


def card_csv(card: RaceCard) -> str:
    """A card as the text of a card file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for name, value in head_of(card).items():
        writer.writerow([f"# {name}: {value}"])
    writer.writerow([column.name for column in COLUMNS])
    for row in entry_rows(card):
        writer.writerow([csv_cell(row[column.name]) for column in COLUMNS])
    return out.getvalue()


def blank_card() -> str:
    """A race card to fill in: the head lines and the header."""
    lines = ["# race: ", "# date: ", "# track: ", "# distance: 8", "# surface: dirt", "# condition: fast", "# source: "]
    return "\n".join([*lines, ",".join(column.name for column in COLUMNS)]) + "\n"
