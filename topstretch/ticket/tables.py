"""What the rule text leaves to the box: the cards, the track, what stands on it, the points; read from CSV tables."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from pathlib import Path

from attrs import field, frozen

from ..columns import Column, Row, Table, one_of, read_table, text, whole
from ..errors import Fault, InputError, fault
from ..locate import data_dir
from .course import DIRECTIONS, MOST_SPACES, Course, Space

HORSES: Mapping[int, str] = {
    1: "orange", 2: "purple", 3: "green", 4: "blue", 5: "red", 6: "yellow", 7: "black",
}  # fmt: skip
CARDS, WILD_CARDS, HEDGES = 45, 3, 2  # in the box (G5, G10)
DISQUALIFIED = "disqualified"
TAKEN = (*(str(place) for place in range(1, 8)), DISQUALIFIED)
ONE, TWO, WILD = KINDS = ("one", "two", "wild")
HEDGE, RIVER, HOOF_PRINT = MARKS = ("hedge", "river", "hoof print")
MOST_ROWS, MOST_LANES = 60, 20

SOURCE = Column("source", text(200), blank=True)
WAYS = tuple(Column(name, whole(1, MOST_SPACES), blank=True) for name in DIRECTIONS)
COLUMNS: Mapping[str, tuple[Column, ...]] = {
    "cards": (
        Column("card", whole(1, CARDS)),
        Column("kind", one_of(*KINDS)),
        Column("horse", whole(1, 7), blank=True),
        Column("other", whole(1, 7), blank=True),
        *WAYS,
        SOURCE,
    ),
    "track": (
        Column("rows", whole(2, MOST_ROWS)),
        Column("lanes", whole(2, MOST_LANES)),
        Column("rail", one_of("left", "right")),
        SOURCE,
    ),
    "starts": (Column("row", whole(1, MOST_ROWS)), Column("lane", whole(1, MOST_LANES)), SOURCE),
    "marks": (
        Column("mark", one_of(*MARKS)),
        Column("row", whole(1, MOST_ROWS)),
        Column("lane", whole(1, MOST_LANES), blank=True),
        SOURCE,
    ),
    "points": (
        Column("predicted", whole(1, 3)),
        Column("taken", one_of(*TAKEN)),
        Column("points", whole(-20, 40)),
        SOURCE,
    ),
}


class Style(StrEnum):
    """The four styles of a race (G2)."""

    FLAT = "flat"
    OBSTACLE = "obstacle"
    STEEPLECHASE = "steeplechase"
    HARNESS = "harness"


@frozen
class Card:
    """A movement card (G5): `horses` that it names (none: wild), and, with one, its spaces forward, back, left, right."""

    number: int
    horses: tuple[int, ...] = ()
    spaces: tuple[int, ...] = ()

    @property
    def kind(self) -> str:
        """`one`, `two` or `wild`."""
        return (WILD, ONE, TWO)[len(self.horses)]

    def __str__(self) -> str:
        if self.kind == ONE:
            return f"{self.horses[0]} ({'/'.join(map(str, self.spaces))})"
        return "-".join(map(str, self.horses)) or WILD


@frozen
class Tables:
    """The silent values of the box, all of them replaceable: see `load_tables`.

    `cards` in order of their numbers 1 to 45; `rows` and `lanes` the size of the track; `rail` the side of the inside rail
    as the horses run; `starts` the seven white circles; `hedges` the rows that each have a hedge at their rear edge;
    `rivers` the rows where the river may lie; `points[predicted - 1][taken - 1]`, the last of each row for a disqualified
    horse (G9).
    """

    cards: tuple[Card, ...]
    rows: int
    lanes: int
    rail: str
    starts: tuple[Space, ...]
    hedges: tuple[int, ...]
    rivers: tuple[int, ...]
    hoof_prints: tuple[Space, ...]
    points: tuple[tuple[int, ...], ...]
    _courses: dict[tuple[str, int | None], Course] = field(factory=dict, init=False, eq=False, repr=False)

    def course(self, style: Style | str = Style.FLAT, river: int | None = None) -> Course:
        """The track of one style; `river` is the row of a steeplechase's river."""
        if (style, river) not in self._courses:
            hedges = self.hedges if style in (Style.OBSTACLE, Style.STEEPLECHASE) else ()
            prints = frozenset(self.hoof_prints if style == Style.HARNESS else ())
            self._courses[style, river] = Course(self.rows, self.lanes, self.rail, hedges, river, prints)
        return self._courses[style, river]


def load_tables(folder: Path | str | None = None) -> Tables:
    """The packaged tables, or those of a folder of your own: cards.csv, track.csv, starts.csv, marks.csv, points.csv.

    A file that your folder does not have is taken from the packaged ones. Raises InputError with every fault of every file.
    """
    return packaged_tables() if folder is None else read_tables(Path(folder))


@cache
def packaged_tables() -> Tables:
    """The packaged tables, read once."""
    return read_tables(data_dir("ticket"))


def read_tables(folder: Path) -> Tables:
    """Read the five tables of a folder, all faults at once."""
    faults: list[Fault] = []
    tables: dict[str, Table] = {}
    for name, file in table_files(folder).items():
        try:
            tables[name] = read_table(file, COLUMNS[name])
        except InputError as error:
            faults += error.faults
    if "cards" in tables:
        check_cards(tables["cards"])
    if {"track", "starts", "marks"} <= tables.keys():
        check_track(tables["track"], tables["starts"], tables["marks"])
    if "points" in tables:
        check_points(tables["points"])
    faults += [fault for table in tables.values() for fault in sorted(table.faults, key=lambda fault: fault.line)]
    if faults:
        raise InputError(faults)
    return made(tables)


def table_files(folder: Path) -> dict[str, Path]:
    """The file of each table; raises InputError for no folder, no table in it, or a CSV that is none of them."""
    files = {f"{name}.csv" for name in COLUMNS}
    try:
        present = {path.name for path in folder.iterdir() if path.suffix.lower() == ".csv"}
    except (OSError, ValueError) as error:
        raise fault(str(folder), getattr(error, "strerror", None) or "no folder", "a folder of tables") from None
    if strange := sorted(present - files):
        raise InputError(Fault.at(folder / name, 0, "", "no such table", ", ".join(sorted(files))) for name in strange)
    if not present:
        raise fault(str(folder), "no table", "one or more of " + ", ".join(sorted(files)))
    return {name: (folder if f"{name}.csv" in present else data_dir("ticket")) / f"{name}.csv" for name in COLUMNS}


def made(tables: Mapping[str, Table]) -> Tables:
    """The record of tables that are without fault."""
    track = tables["track"].rows[0]
    marks = {mark: [row for row in tables["marks"].rows if row["mark"] == mark] for mark in MARKS}
    points = {(row["predicted"], row["taken"]): row["points"] for row in tables["points"].rows}
    return Tables(
        cards=tuple(card_of(row) for row in sorted(tables["cards"].rows, key=lambda row: row["card"])),
        rows=track["rows"],
        lanes=track["lanes"],
        rail=track["rail"],
        starts=tuple((row["row"], row["lane"]) for row in tables["starts"].rows),
        hedges=tuple(sorted(row["row"] for row in marks[HEDGE])),
        rivers=tuple(sorted(row["row"] for row in marks[RIVER])),
        hoof_prints=tuple(sorted((row["row"], row["lane"]) for row in marks[HOOF_PRINT])),
        points=tuple(tuple(points[predicted, taken] for taken in TAKEN) for predicted in (1, 2, 3)),
    )


def card_of(row: Row) -> Card:
    """The card of a row."""
    horses = tuple(horse for horse in (row["horse"], row["other"]) if horse is not None)
    return Card(row["card"], horses, tuple(row[name] for name in DIRECTIONS if row[name] is not None))


def check_cards(table: Table) -> None:
    """G5: 45 cards, each number once, three of them wild, each with the cells of its kind and no others."""
    wanted = {
        ONE: ("horse", *DIRECTIONS),
        TWO: ("horse", "other"),
        WILD: (),
    }
    repeated(table, [(row, "card", row["card"]) for row in table.rows if row["card"] is not None])
    for row in table.rows:
        if not row.whole:
            continue
        for name in ("horse", "other", *DIRECTIONS):
            if (name in wanted[row["kind"]]) != (row[name] is not None):
                allowed = "a number" if name in wanted[row["kind"]] else f"a blank on a card of kind {row['kind']}"
                table.fault(row.line, name, row.raw[name], allowed)
        if row["horse"] is not None and row["horse"] == row["other"]:
            table.fault(row.line, "other", row["other"], "another horse than the first")
    count(table, "card", len(table.rows), CARDS)
    if all(row.whole for row in table.rows):
        count(table, "kind", sum(row["kind"] == WILD for row in table.rows), WILD_CARDS, " wild")


def check_track(track: Table, starts: Table, marks: Table) -> None:
    """G1, G10, G11: one track, seven starts behind the hedges, two hedges, the river beside one, all on the track."""
    count(track, "rows", len(track.rows), 1)
    count(starts, "row", len(starts.rows), len(HORSES))
    size = track.rows[0] if track.rows and track.rows[0].whole else None
    for table in (starts, marks):
        for row in table.rows:
            for name, limit in (("row", "rows"), ("lane", "lanes")):
                if size is not None and row[name] is not None and row[name] > size[limit]:
                    table.fault(row.line, name, row[name], f"1 to {size[limit]}, on the track")
    placed = [row for row in starts.rows if row.whole]
    repeated(starts, [(row, "lane", (row["row"], row["lane"])) for row in placed])
    check_marks(marks)
    hedges = {row["row"] for row in marks.rows if row["mark"] == HEDGE and row["row"] is not None}
    rivers = {row["row"] for row in marks.rows if row["mark"] == RIVER and row["row"] is not None}
    for row in placed:
        if hedges and row["row"] >= min(hedges):
            starts.fault(row.line, "row", row["row"], f"a start behind the hedges, 1 to {min(hedges) - 1}")
        if row["row"] in rivers:
            starts.fault(row.line, "row", row["row"], "a start that is not where the river may lie")


def check_marks(marks: Table) -> None:
    """G10, G11: two hedges, a river before or behind one of them, hoof prints on spaces."""
    rows = [row for row in marks.rows if row.whole]
    repeated(marks, [(row, "row", (row["mark"], row["row"], row["lane"])) for row in rows])
    for row in rows:
        if (row["mark"] == HOOF_PRINT) != (row["lane"] is not None):
            allowed = "a lane" if row["mark"] == HOOF_PRINT else f"a blank: a {row['mark']} lies across the track"
            marks.fault(row.line, "lane", row.raw["lane"], allowed)
        if row["mark"] == HEDGE and row["row"] == 1:
            marks.fault(row.line, "row", row["row"], "2 or more: a hedge stands at the rear edge of its row")
    if len(rows) == len(marks.rows):
        check_obstacles(marks)


def check_obstacles(marks: Table) -> None:
    """G10, G11: how many there are of each mark, and the river beside a hedge."""
    rows = {mark: [row for row in marks.rows if row["mark"] == mark] for mark in MARKS}
    count(marks, "mark", len(rows[HEDGE]), HEDGES, " hedges")
    hedges = {row["row"] for row in rows[HEDGE]}
    beside = sorted(hedges | {hedge - 1 for hedge in hedges})
    for row in rows[RIVER]:
        if row["row"] not in beside:
            marks.fault(row.line, "row", row["row"], f"before or behind a hedge: one of {', '.join(map(str, beside))}")
    for mark in (RIVER, HOOF_PRINT):
        if not rows[mark]:
            marks.fault(marks.header_line, "mark", f"no {mark}", "one or more")


def check_points(table: Table) -> None:
    """G9: points for each place predicted and each place taken, once."""
    rows = [row for row in table.rows if row.whole]
    repeated(table, [(row, "taken", (row["predicted"], row["taken"])) for row in rows])
    present = {(row["predicted"], row["taken"]) for row in table.rows}
    for predicted in (1, 2, 3):
        for taken in TAKEN:
            if (predicted, taken) not in present:
                table.fault(table.header_line, "taken", f"no row for {predicted}, {taken}", "one")


def repeated(table: Table, keys: Iterable[tuple[Row, str, object]]) -> None:
    """Note rows whose key an earlier row has."""
    seen: dict[object, int] = {}
    for row, column, key in keys:
        if seen.setdefault(key, row.line) != row.line:
            table.fault(row.line, column, row.raw[column], f"each once; line {seen[key]} has it")


def count(table: Table, column: str, found: int, wanted: int, what: str = " rows") -> None:
    """Note a number of rows that is not the one in the box."""
    if found != wanted:
        table.fault(table.header_line, column, f"{found}{what}", str(wanted))
