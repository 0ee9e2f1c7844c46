"""The packaged horses and jockeys, looked up by name: case and apostrophes are forgiven, a typo is answered with a name."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import attrs

from .columns import Column, Table, one_of, read_table, text, whole
from .errors import fault, suggest
from .locate import data_dir
from .ratings import HORSE_RATING_COLUMNS, JOCKEY_RATING_COLUMNS, RATINGS, SEXES, Horse, Jockey, Kind, as_kind, build

if TYPE_CHECKING:
    import pandas as pd

R = TypeVar("R", Horse, Jockey)

YEAR = whole(1700, 2200)
HORSE_COLUMNS = (
    Column("name", text(80)),
    Column("kind", one_of(*Kind)),
    Column("year", YEAR, blank=True),
    Column("age", whole(2, 30), blank=True),
    Column("sex", one_of(*SEXES), blank=True),
    Column("overall", RATINGS["overall"].parse, blank=True),
    Column("power_dirt", RATINGS["power"].parse, blank=True),
    Column("power_turf", RATINGS["power"].parse, blank=True),
    *HORSE_RATING_COLUMNS,
    Column("jockey", text(80), blank=True),
    Column("source", text(4000), blank=True),
)
JOCKEY_COLUMNS = (Column("name", text(80)), *JOCKEY_RATING_COLUMNS, Column("source", text(4000), blank=True))


def key(name: str) -> str:
    """A name without case, apostrophes, full stops and extra blanks."""
    return " ".join("".join(c for c in name.casefold() if c not in "'’‘`.").split())


class Roster(Mapping[str, R], Generic[R]):
    """Records by name, in file order. `roster["man o war"]` finds Man o' War; an unknown name is a KeyError that
    suggests the closest one."""

    def __init__(self, records: Mapping[str, R]) -> None:
        self._records: dict[str, R] = dict(records)
        self._names: dict[str, str] = {key(name): name for name in self._records}

    def find(self, name: object) -> R | None:
        """The record, or None."""
        if not isinstance(name, str):
            return None
        found = self._names.get(key(name))
        return None if found is None else self._records[found]

    def __getitem__(self, name: str) -> R:
        found = self.find(name)
        if found is None:
            raise KeyError(f"{name}{suggest(str(name), self._records)}")
        return found

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and key(name) in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __repr__(self) -> str:
        return f"<{len(self)} cards: {', '.join(list(self)[:4])}{', ...' if len(self) > 4 else ''}>"

    def to_frame(self) -> "pd.DataFrame":
        """One row a record, columns as in the file (`class` without the underscore)."""
        import pandas as pd

        rows = [attrs.asdict(record) for record in self.values()]
        return pd.DataFrame(rows).rename(columns={"class_": "class"})

    def allowed(self, name: str) -> str:
        """What a message allows where `name` was found."""
        return f"a packaged name{suggest(name, self)}"


def horses_in(table: Table) -> list[Horse]:
    """The horses of a file; its faults are noted in the table."""
    made = [
        (row, build(Horse, table, row, {**row.values, "source": row["source"] or ""}))
        for row in table.rows
        if row.whole
    ]
    seen: dict[tuple[str, str], int] = {}
    for row, horse in made:
        if horse is None:
            continue
        if horse.power_dirt is None and horse.power_turf is None:
            table.fault(row.line, "power_dirt", "no Power on any surface", "a Power for dirt, turf or both")
        first = seen.setdefault((key(horse.name), horse.kind), row.line)
        if first != row.line:
            table.fault(row.line, "name", f"{horse.name} ({horse.kind}), as on line {first}", "one card of a kind")
    return [horse for _, horse in made if horse is not None]


def jockeys_in(table: Table) -> list[Jockey]:
    """The jockeys of a file; its faults are noted in the table."""
    made = [
        (row, build(Jockey, table, row, {**row.values, "source": row["source"] or ""}))
        for row in table.rows
        if row.whole
    ]
    seen: dict[str, int] = {}
    for row, jockey in made:
        if jockey is None:
            continue
        first = seen.setdefault(key(jockey.name), row.line)
        if first != row.line:
            table.fault(row.line, "name", f"{jockey.name}, as on line {first}", "one card a jockey")
    return [jockey for _, jockey in made if jockey is not None]


def load_horses(kind: str = "best-year", path: Path | str | None = None) -> Roster[Horse]:
    """The cards of one kind, `best-year` or `career`, by name: the packaged ones, or those of a file at `path`.

    Raises InputError with every fault of the file.
    """
    wanted = as_kind(kind)
    return packaged_roster(wanted) if path is None else roster_of(horse_cards(path), wanted)


def roster_of(horses: Iterable[Horse], kind: Kind) -> Roster[Horse]:
    """The cards of one kind by name."""
    return Roster({horse.name: horse for horse in horses if horse.kind is kind})


def load_jockeys(path: Path | str | None = None) -> Roster[Jockey]:
    """The jockeys by name: the packaged ones, or those of a file at `path`. Raises InputError with every fault."""
    return packaged_jockeys() if path is None else read_jockeys(Path(path))


def horse_cards(path: Path | str | None = None) -> tuple[Horse, ...]:
    """Every card of both kinds, packaged or of a file."""
    if path is None:
        return packaged_horses()
    table = read_table(path, HORSE_COLUMNS)
    horses = horses_in(table)
    table.raise_faults()
    return tuple(horses)


def read_jockeys(path: Path) -> Roster[Jockey]:
    """The jockeys of a file."""
    table = read_table(path, JOCKEY_COLUMNS)
    jockeys = jockeys_in(table)
    table.raise_faults()
    return Roster({jockey.name: jockey for jockey in jockeys})


@cache
def packaged_horses() -> tuple[Horse, ...]:
    """Both cards of every packaged horse."""
    return tuple(horse for file in sorted(data_dir("horses").glob("cards*.csv")) for horse in horse_cards(file))


@cache
def packaged_roster(kind: Kind) -> Roster[Horse]:
    """The packaged cards of one kind by name: made once, as a race card asks for it at every row."""
    return roster_of(packaged_horses(), kind)


@cache
def packaged_jockeys() -> Roster[Jockey]:
    """Every packaged jockey."""
    files = sorted(data_dir("jockeys").glob("cards*.csv"))
    return Roster({name: jockey for file in files for name, jockey in read_jockeys(file).items()})


def find_horse(name: object, kind: str = "best-year") -> Horse:
    """The packaged card of a horse. Raises InputError that suggests the closest name."""
    return found(load_horses(kind), "horse", name)


def find_jockey(name: object) -> Jockey:
    """The packaged card of a jockey. Raises InputError that suggests the closest name."""
    return found(packaged_jockeys(), "jockey", name)


def found(roster: Roster[R], what: str, name: object) -> R:
    """The record of a name, or an error that says what was meant."""
    record = roster.find(name) if isinstance(name, str) else None
    if record is None:
        raise fault(what, name, roster.allowed(str(name)))
    return record
