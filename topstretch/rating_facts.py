"""The facts that cards are rated from: records of horses and riders, their feats and honours, as files and as records."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen

from .columns import Column, Row, Table, decimal, one_of, read_table, text, whole
from .errors import suggest
from .locate import data_dir
from .ratings import SEXES, Kind
from .rosters import YEAR, key

STYLES = ("front", "presser", "stalker", "midpack", "closer", "deep closer")
WET_FORM = ("excellent", "good", "neutral", "poor", "unknown")
LEVELS = ("champion", "grade 1", "stakes", "allowance", "claiming", "maiden")
RECORDS = ("world", "national", "track", "race", "age", "none")
SURFACE_HONOURS = ("turf best", "turf equal", "turf poor")
HONOURS = ("title", "classics", "champion", "males", "weight", "margin", *SURFACE_HONOURS)

AGE = whole(2, 30)
STARTS = whole(1, 1000)
RACES = whole(0, 1000)
FURLONGS = decimal(2, 24)
YES = one_of("yes", "no")


def fact(name: str, parse: Any, meaning: str, *, needed: bool = False, optional: bool = False) -> tuple[Column, str]:
    """A column of a fact file, and what it holds; a cell that is not `needed` may be empty: not known."""
    return Column(name, parse, optional=optional, blank=not needed), meaning


HORSE_FACTS = (
    fact("name", text(80), "the horse", needed=True),
    fact("sex", one_of(*SEXES), "colt, horse, gelding, filly or mare", needed=True),
    fact("level", one_of(*LEVELS), "the best company it did well in: " + ", ".join(LEVELS), optional=True),
    fact("rank", whole(1, 1000), "its place in a list of champions; a rank makes the level champion", optional=True),
    fact("career_starts", STARTS, "starts in its career"),
    fact("career_wins", RACES, "wins among them"),
    fact("career_seconds", RACES, "seconds"),
    fact("career_thirds", RACES, "thirds"),
    fact("oldest_age_stakes_win", AGE, "the oldest age at which it won a stakes race"),
    fact("best_year", YEAR, "its best season", needed=True),
    fact("age_best_year", AGE, "its age then", needed=True),
    fact("best_year_starts", STARTS, "starts in that season"),
    fact("best_year_wins", RACES, "wins among them"),
    fact("best_year_seconds", RACES, "seconds"),
    fact("best_year_thirds", RACES, "thirds"),
    fact("best_year_jockey", text(80), "who rode it in that season"),
    fact("career_main_jockey", text(80), "who rode it most"),
    fact("other_jockeys", text(500), "other riders, with semicolons between", optional=True),
    fact("raced_dirt", YES, "yes or no: whether it ever raced on dirt"),
    fact("raced_turf", YES, "yes or no: whether it ever raced on turf"),
    fact("best_year_raced_dirt", YES, "the same in its best season"),
    fact("best_year_raced_turf", YES, "the same in its best season"),
    fact("shortest_major_win_furlongs", FURLONGS, "the shortest race of note that it won, in furlongs"),
    fact("longest_major_win_furlongs", FURLONGS, "the longest"),
    fact("best_year_shortest_win_furlongs", FURLONGS, "the shortest win of its best season"),
    fact("best_year_longest_win_furlongs", FURLONGS, "the longest win of its best season"),
    fact("running_style", one_of(*STYLES), ", ".join(STYLES)),
    fact("off_track_form", one_of(*WET_FORM), "on wet tracks: " + ", ".join(WET_FORM)),
    fact("confidence", text(80), "how sure the facts are", optional=True),
    fact("source_note", text(4000), "where the facts are from", optional=True),
)  # fmt: skip
STORIES = ("foaled", "country", "career_earnings_usd", "notable_speed_feat", "dominance_note")  # read, not rated
HORSE_FACT_COLUMNS = (
    *(column for column, _ in HORSE_FACTS),
    *(Column(name, text(4000), optional=True, blank=True) for name in STORIES),
)
JOCKEY_FACTS = (
    fact("name", text(80), "the rider", needed=True),
    fact("years_active", text(80), "the years of the career", optional=True),
    fact("career_mounts", whole(1, 200_000), "mounts in the career"),
    fact("career_wins", whole(0, 50_000), "wins among them"),
    fact("win_pct", decimal(0, 100), "wins in 100 mounts, where the mounts are not known"),
    fact("notable", text(4000), "what is known besides; the words Hall of Fame count"),
    fact("confidence", text(80), "how sure the facts are", optional=True),
)
JOCKEY_FACT_COLUMNS = tuple(column for column, _ in JOCKEY_FACTS)
FEAT_COLUMNS = (
    Column("horse", text(80)),
    Column("year", YEAR, blank=True),
    Column("distance", FURLONGS, blank=True),
    Column("seconds", decimal(10, 1000), blank=True),
    Column("surface", one_of("dirt", "turf"), blank=True),
    Column("record", one_of(*RECORDS)),
    Column("what", text()),
)
HONOUR_COLUMNS = (
    Column("horse", text(80)),
    Column("year", YEAR, blank=True),
    Column("honour", one_of(*HONOURS)),
    Column("value", decimal(0, 1000), blank=True),
    Column("note", text(), blank=True),
    Column("basis", text(), blank=True),
)
QUOTED_COLUMNS = (
    Column("name", text(80)),
    Column("what", one_of("ride", "career age", "range_low", "range_high")),
    Column("value", decimal(-2, 30)),
    Column("page", whole(1, 99)),
)


@frozen
class Feat:
    """A fast time: `distance` in furlongs, `seconds`, and what `record` it was when it was run (see RECORDS)."""

    horse: str
    year: int | None
    distance: float | None
    seconds: float | None
    surface: str | None
    record: str
    what: str


@frozen
class Honour:
    """A title, a weight carried, a margin or the like (see HONOURS); `value` is its number where it has one."""

    horse: str
    year: int | None
    honour: str
    value: float | None
    note: str | None
    basis: str | None


@frozen
class Period:
    """A horse's facts for one card, its best season or its career; None is not known. Distances are furlongs."""

    name: str
    kind: Kind
    level: str | None
    sex: str
    year: int | None
    age: int | None
    born: int  # the year in which its age was counted as 0
    starts: int | None
    wins: int | None
    seconds: int | None
    thirds: int | None
    raced: Mapping[str, bool | None]  # by surface
    shortest: float | None
    longest: float | None
    style: str | None
    wet_form: str | None
    jockey: str | None
    usual_jockey: str | None
    career_starts: int | None
    career_wins: int | None
    titles: int  # Horse of the Year, in whatever year
    feats: tuple[Feat, ...]
    honours: tuple[Honour, ...]

    def named(self, honour: str) -> list[Honour]:
        """Its honours of one sort in the period."""
        return [one for one in self.honours if one.honour == honour]

    def most(self, honour: str) -> float:
        """The highest number among its honours of one sort; 0 where there is none."""
        return max((one.value or 0 for one in self.named(honour)), default=0)

    @property
    def is_female(self) -> bool:
        """Whether it is a filly or a mare."""
        return self.sex in ("filly", "mare")


@frozen
class HorseFacts:
    """A horse's row of facts with its feats and honours."""

    values: Mapping[str, Any]
    feats: tuple[Feat, ...] = ()
    honours: tuple[Honour, ...] = ()

    def __getitem__(self, name: str) -> Any:
        return self.values.get(name)

    def period(self, kind: Kind) -> Period:
        """The facts of one card. What is tied to no year counts for the career alone, but for the choice of surface."""
        best = kind is Kind.BEST_YEAR
        prefix, year = ("best_year", self["best_year"]) if best else ("career", None)
        surfaces, suffix = ("best_year_raced", "win") if best else ("raced", "major_win")
        ends = "best_year_" if best else ""
        age = self["age_best_year"] if best else self["oldest_age_stakes_win"]
        record = {what: self[f"{prefix}_{what}"] for what in ("starts", "wins", "seconds", "thirds")}
        return Period(
            name=self["name"],
            kind=kind,
            level=self["level"] or ("champion" if self["rank"] else None),
            sex=sex_at(self["sex"], age),
            year=year,
            age=age,
            born=self["best_year"] - self["age_best_year"],
            **record,
            raced={name: known(self[f"{surfaces}_{name}"]) for name in ("dirt", "turf")},
            shortest=self[f"{ends}shortest_{suffix}_furlongs"],
            longest=self[f"{ends}longest_{suffix}_furlongs"],
            style=self["running_style"],
            wet_form=None if self["off_track_form"] == "unknown" else self["off_track_form"],
            jockey=self["best_year_jockey"] if best else self["career_main_jockey"],
            usual_jockey=self["career_main_jockey"],
            career_starts=self["career_starts"],
            career_wins=self["career_wins"],
            titles=sum(one.honour == "title" for one in self.honours),
            feats=tuple(feat for feat in self.feats if not best or feat.year == year),
            honours=tuple(one for one in self.honours if not best or one.year == year or one.honour in SURFACE_HONOURS),
        )


def known(cell: str | None) -> bool | None:
    """Yes, no, or None for an empty cell."""
    return None if cell is None else cell == "yes"


def sex_at(sex: str, age: int | None) -> str:
    """A colt is a horse and a filly a mare from the age of five."""
    grown = {"colt": "horse", "filly": "mare"}
    return grown.get(sex, sex) if age is not None and age >= 5 else sex


# --- reading ---


def read_horse_facts(path: Path, feats: Path | None = None, honours: Path | None = None) -> tuple[HorseFacts, ...]:
    """The horses of a fact file, with the feats and honours of two more; every fault of a file at once."""
    table = read_table(path, HORSE_FACT_COLUMNS)
    for row in table.rows:
        if row.whole:
            check_horse(table, row)
    check_names(table)
    table.raise_faults()
    names = [row["name"] for row in table.rows]
    of_feats = [Feat(**row.values) for row in read_rows(feats, FEAT_COLUMNS, names)]
    of_honours = [Honour(**row.values) for row in read_rows(honours, HONOUR_COLUMNS, names)]
    return tuple(
        HorseFacts(
            row.values,
            tuple(feat for feat in of_feats if key(feat.horse) == key(row["name"])),
            tuple(one for one in of_honours if key(one.horse) == key(row["name"])),
        )
        for row in table.rows
    )


def read_jockey_facts(path: Path) -> tuple[Mapping[str, Any], ...]:
    """The riders of a fact file, by column name; every fault at once."""
    table = read_table(path, JOCKEY_FACT_COLUMNS)
    for row in table.rows:
        mounts, wins = row["career_mounts"], row["career_wins"]
        if mounts is not None and wins is not None and wins > mounts:
            table.fault(row.line, "career_wins", wins, f"at most the {mounts} mounts")
    check_names(table)
    table.raise_faults()
    return tuple(row.values for row in table.rows)


def read_rows(path: Path | None, columns: Sequence[Column], names: Sequence[str]) -> tuple[Row, ...]:
    """The rows of a table about horses, each of which must be among `names`."""
    if path is None:
        return ()
    table = read_table(path, columns)
    known_names = {key(name) for name in names}
    for row in table.rows:
        if row["horse"] and key(row["horse"]) not in known_names:
            found = row["horse"]
            table.fault(row.line, "horse", found, "a horse of the facts" + suggest(found, names))
    table.raise_faults()
    return table.rows


def check_names(table: Table) -> None:
    """Note a name that stands twice."""
    first: dict[str, int] = {}
    for row in table.rows:
        if row["name"]:
            line = first.setdefault(key(row["name"]), row.line)
            if line != row.line:
                table.fault(row.line, "name", f"{row['name']}, as on line {line}", "each name once")


def check_horse(table: Table, row: Row) -> None:
    """Note what cannot be true together."""
    for period, surfaces, low, high in (
        ("career", "raced", "shortest_major_win_furlongs", "longest_major_win_furlongs"),
        ("best_year", "best_year_raced", "best_year_shortest_win_furlongs", "best_year_longest_win_furlongs"),
    ):
        starts = row[f"{period}_starts"]
        placed = sum(row[f"{period}_{what}"] or 0 for what in ("wins", "seconds", "thirds"))
        if starts is not None and placed > starts:
            table.fault(row.line, f"{period}_starts", starts, f"{placed} or more: so often was it in the first three")
        if row[low] is not None and row[high] is not None and row[low] > row[high]:
            table.fault(row.line, low, f"{row[low]:g}", f"at most {row[high]:g}, the longest")
        if "yes" not in (row[f"{surfaces}_dirt"], row[f"{surfaces}_turf"]):
            table.fault(row.line, f"{surfaces}_dirt", "no surface", "yes for dirt, turf or both")
    for name in ("dirt", "turf"):
        if row[f"best_year_raced_{name}"] == "yes" and row[f"raced_{name}"] == "no":
            table.fault(row.line, f"raced_{name}", "no", "yes, as in the best season")


def blank_facts(*, riders: bool = False) -> str:
    """A fact file to fill in, of horses or of riders: a head line for each column that says what it holds, and the header.

    An empty cell means not known; `rate_horses` then gives the rating its neutral value and says so.
    """
    facts = JOCKEY_FACTS if riders else HORSE_FACTS
    lines = [f"# {column.name}: {meaning}{'' if column.blank else ' (needed)'}" for column, meaning in facts]
    return "\n".join([*lines, ",".join(column.name for column, _ in facts)]) + "\n"


# --- the packaged facts ---


def fact_files() -> tuple[Path, Path, Path]:
    """Where the facts, feats and honours of the packaged horses lie."""
    folder = data_dir("facts")
    return folder / "horses.csv", folder / "feats.csv", folder / "honours.csv"


@cache
def packaged_facts() -> Mapping[str, HorseFacts]:
    """The facts of the packaged horses by `rosters.key` of the name."""
    return by_key(read_horse_facts(*fact_files()))


def by_key(facts: Iterable[HorseFacts]) -> dict[str, HorseFacts]:
    """Facts by the forgiving form of the name."""
    return {key(one["name"]): one for one in facts}


@cache
def packaged_jockey_facts() -> Mapping[str, Mapping[str, Any]]:
    """The facts of the packaged riders by `rosters.key` of the name."""
    return {key(row["name"]): row for row in read_jockey_facts(data_dir("facts") / "jockeys.csv")}


def quoted(path: Path | None = None) -> tuple[Row, ...]:
    """What the rulebook itself says of horses and riders: name, what, value, page."""
    table = read_table(path or data_dir("facts") / "quoted.csv", QUOTED_COLUMNS)
    table.raise_faults()
    return table.rows
