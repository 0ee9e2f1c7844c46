"""The log of a session, read back: the same cards and throws, from a file or a frame."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from ..columns import Column, Row, decode, frame_text, one_of, parse_table, whole
from ..errors import Fault, InputError
from .records import CARD, ROLL
from .rules import HORSES, MOST_PLAYERS, PACK, TICKETS_A_HORSE

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    Column("race", whole(1, 999_999_999)),
    Column("kind", one_of(CARD, ROLL)),
    Column("number", whole(1, 999_999_999)),
    Column("player", whole(1, MOST_PLAYERS), optional=True, blank=True),
    Column("ticket", whole(HORSES[0], HORSES[-1]), blank=True),
    Column("red", whole(1, 6), blank=True),
    Column("white", whole(1, 6), blank=True),
)
FILLED: dict[str, tuple[str, ...]] = {CARD: ("ticket",), ROLL: ("red", "white")}
CHECKED = ("player", "total", "result")
Address = tuple[int, str, int]


class ReplayLog:
    """Cards and throws read from a log: a path to a CSV, or a pandas frame such as `session.rolls()`.

    Columns: race, kind (`card` or `roll`), number (of the card or the throw in its race, from 1), ticket (cards), red and
    white (throws); player, total and result may be missing or blank, and are checked where they are not. The order of the
    rows does not matter. Raises InputError with every fault: a row that cannot be or is repeated here; what is missing,
    left over, or not as the rules have it when the session is played.
    """

    def __init__(self, log: Union["pd.DataFrame", Path, str]) -> None:
        path, content = (
            (Path(log), decode(Path(log))) if isinstance(log, Path | str) else (Path("log"), frame_text(log))
        )
        self._table = parse_table(path, content, COLUMNS, extra=True)
        self._rows: dict[Address, Row] = {}
        for row in self._table.rows:
            if row.whole:
                self._take(row)
        self._table.raise_faults()
        self._check_packs()

    def _take(self, row: Row) -> None:
        """Keep a row by its address, and note what is wrong with it."""
        for name in ("ticket", "red", "white"):
            if (row[name] is None) == (name in FILLED[row["kind"]]):
                allowed = f"a blank for a {row['kind']}" if row[name] is not None else f"a number for a {row['kind']}"
                self._table.fault(row.line, name, row.raw[name], allowed)
        address = (row["race"], row["kind"], row["number"])
        if row["kind"] == CARD and row["number"] > len(PACK):
            self._table.fault(row.line, "number", row["number"], f"a card from 1 to {len(PACK)}")
        first = self._rows.setdefault(address, row)
        if first is not row:
            self._table.fault(row.line, "number", f"{named(address)}, as on line {first.line}", "each once")

    def _check_packs(self) -> None:
        """Raise InputError for tickets beyond the four of a horse in one race (S2)."""
        dealt: dict[tuple[int, int], int] = {}
        for (race, kind, _), row in self._rows.items():
            if kind == CARD:
                held = dealt[race, row["ticket"]] = dealt.get((race, row["ticket"]), 0) + 1
                if held > TICKETS_A_HORSE:
                    found = f"ticket {held} of horse {row['ticket']} in race {race}"
                    self._table.fault(row.line, "ticket", found, "four of each horse in a race")
        self._table.raise_faults()

    def cards(self, race: int) -> tuple[int, ...]:
        """The shuffled pack of a race; raises InputError that names every card that is missing."""
        addresses = [(race, CARD, number) for number in range(1, len(PACK) + 1)]
        missing = [address for address in addresses if address not in self._rows]
        if len(missing) == len(PACK):
            raise self._missing([f"no cards of race {race}"])
        if missing:
            raise self._missing("no " + named(address) for address in missing)
        return tuple(self._rows[address]["ticket"] for address in addresses)

    def throw(self, race: int, number: int, *, scratching: bool) -> tuple[int, int]:
        """The red and the white die of a throw; raises InputError where the log has none."""
        row = self._rows.get((race, ROLL, number))
        if row is None:
            raise self._missing(["no " + named((race, ROLL, number))])
        return row["red"], row["white"]

    def _missing(self, found: Iterable[str]) -> InputError:
        return InputError([Fault(str(self._table.path), what, "all that the session needs") for what in found])

    def check_against(self, played: Sequence[Mapping[str, Any]]) -> None:
        """Raise InputError for rows left over, and for columns that the session's own log rows belie."""
        meant = {(row["race"], row["kind"], row["number"]): row for row in played}
        last = max(race for race, _, _ in meant)
        told = set()
        for address, row in self._rows.items():
            if address in meant:
                self._compare(row, meant[address])
            elif address[0] <= last:
                self._table.fault(row.line, "number", named(address), "only what the session needs")
            elif address[0] not in told:
                told.add(address[0])
                self._table.fault(row.line, "race", f"race {address[0]}", f"races 1 to {last}: the session is over")
        self._table.raise_faults()

    def _compare(self, row: Row, expected: Mapping[str, Any]) -> None:
        for name in CHECKED:
            cell, right = row.raw.get(name, ""), "" if expected[name] is None else str(expected[name])
            if cell not in ("", right):
                self._table.fault(row.line, name, cell, f"{right}, or a blank" if right else "a blank")


def named(address: Address) -> str:
    """How a message calls a card or a throw."""
    race, kind, number = address
    return f"{kind} {number} of race {race}"
