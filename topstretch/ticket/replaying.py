"""A meeting from its log: the same draws and choices again, each checked against the rules, and the results with them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from attrs import define

from ..columns import Row, Table, decode, frame_text, parse_table
from ..errors import Fault, InputError
from .log import COLUMNS, LOG_COLUMNS, VALUES, check_rows, outcome_rows
from .meeting import Meeting, RaceRecord, check_races, run_meeting
from .players import View
from .state import Move, Prediction, Setup
from .tables import Style, Tables, load_tables

if TYPE_CHECKING:
    import pandas as pd


def replay(log: Union["pd.DataFrame", Path, str], *, tables: Tables | Path | str | None = None) -> Meeting:
    """Play the meeting of a log again: a path to a CSV, or a frame such as `meeting.log()`.

    `tables` are those it was played with. Raises InputError for a row that cannot be read, for the first that the rules do
    not allow where it stands, and for a result that they do not give.
    """
    ready = tables if isinstance(tables, Tables) else load_tables(tables)
    path, content = (Path(log), decode(Path(log))) if isinstance(log, Path | str) else (Path("log"), frame_text(log))
    table = parse_table(path, content, COLUMNS)
    check_rows(table)
    table.raise_faults()
    dealer = LoggedDealer(table, ready)
    players = dealer.value("players")
    races = dealer.value("races")
    try:
        check_races(races, players)
    except InputError as error:
        raise dealer.wrong("value", races, error.faults[0].allowed) from None
    records = run_meeting(dealer, players, races, (), ready)
    if dealer.at < len(table.rows):
        row = dealer.take()
        raise dealer.wrong("", row["event"], "the end of the log")
    return Meeting(records)


@define
class LoggedDealer:
    """Draws and choices read row by row; `at` counts the rows that are used up."""

    table: Table
    tables: Tables
    at: int = 0
    race: int = 0

    def first(self, players: int) -> int:
        """The logged first player."""
        return self.player_of(self.take("first"), range(1, players + 1))

    def setup(self, view: View, options: Sequence[Setup]) -> Setup:
        """The logged setup."""
        self.race = view.race
        cards, style = self.value("cards"), self.value("style")
        hidden, photo = self.value("hidden") == "yes", self.value("photo")
        river = self.value("river") if style == Style.STEEPLECHASE else None
        setup = Setup(cards, style, hidden, photo, river)
        try:
            setup.check(self.tables)
        except InputError as error:
            raise self.wrong("value", river, error.faults[0].allowed) from None
        return setup

    def start_order(self) -> list[int]:
        """The logged horses on the starting circles."""
        order: list[int] = []
        for row, lane in self.tables.starts:
            found = self.take("start")
            self.same(found, {"row": row, "lane": lane})
            if found["horse"] in order:
                raise self.wrong("horse", found["horse"], "each horse once")
            order.append(found["horse"])
        return order

    def hands(self, players: int, cards: int) -> list[list[int]]:
        """The logged deal, player by player."""
        dealt: list[int] = []
        for player in range(1, players + 1):
            for _ in range(cards):
                row = self.take("deal")
                self.player_of(row, (player,))
                if row["card"] in dealt:
                    raise self.wrong("card", row["card"], "each card once")
                dealt.append(row["card"])
        return [dealt[player * cards : (player + 1) * cards] for player in range(players)]

    def prediction(self, view: View, options: Sequence[Prediction]) -> Prediction:
        """The logged ticket of a player."""
        ticket: list[int | None] = [None, None, None]
        tokens = 0
        while tokens == 0 or self.ahead("predict", view.player):
            row = self.take("predict")
            self.player_of(row, (view.player,))
            place = VALUES["predict"](row["value"])
            if ticket[place - 1] is not None or row["horse"] in ticket:
                raise self.wrong("horse", row["horse"], "one horse a place, no two alike")
            ticket[place - 1] = row["horse"]
            tokens += 1
        return ticket[0], ticket[1], ticket[2]

    def move(self, view: View, options: Sequence[Move]) -> Move:
        """The logged move of a player; it must be one of the legal ones."""
        row = self.take("play", "discard")
        self.player_of(row, (view.player,))
        if row["event"] == "discard":
            move = Move(row["card"])
        else:
            pushed = None if row["pushed"] is None else (row["pushed_row"], row["pushed_lane"])
            move = Move(row["card"], row["horse"], (row["row"], row["lane"]), pushed)
        if move not in options:
            held = "a card of the hand" if row["card"] in view.hand else f"a card of {list(view.hand)}"
            raise self.wrong("", f"{row['event']} {tuple(move)}", f"{held}, played in one of {len(options)} legal ways")
        if move.pushed is not None and move.to is not None:
            self.same(row, {"pushed": view.horses.index(move.to) + 1})
        return move

    def photo(self, level: Sequence[int], place: int) -> int:
        """The logged photo-finish card."""
        row = self.take("draw")
        self.same(row, {"value": str(place)})
        if row["horse"] not in level:
            raise self.wrong("horse", row["horse"], "one of the level horses " + ", ".join(map(str, level)))
        return int(row["horse"])

    def ended(self, record: RaceRecord) -> None:
        """Check the logged results against those that follow."""
        for expected in outcome_rows(record):
            row = self.take(expected["event"])
            self.same(row, {name: expected[name] for name in LOG_COLUMNS if expected[name] is not None})

    def take(self, *events: str) -> Row:
        """The next row, which must be one of these events (any, if none is named) in this race."""
        rows = self.table.rows
        allowed = " or ".join(events)
        self.at += 1
        if self.at > len(rows):
            line = rows[-1].line if rows else self.table.header_line
            raise InputError([Fault.at(self.table.path, line, "event", "the end of the log", allowed)])
        row = rows[self.at - 1]
        if events and row["event"] not in events:
            raise self.wrong("event", row["event"], allowed)
        if events and row["race"] != self.race:
            raise self.wrong("race", row["race"], str(self.race))
        return row

    def ahead(self, event: str, player: int) -> bool:
        """Whether the next row is such an event of such a player."""
        rows = self.table.rows
        return self.at < len(rows) and (rows[self.at]["event"], rows[self.at]["player"]) == (event, player)

    def value(self, event: str) -> Any:
        """The value of the next row, which must be this event."""
        return VALUES[event](self.take(event)["value"])

    def player_of(self, row: Row, allowed: Sequence[int]) -> int:
        """The player of a row, who must be one of these."""
        if row["player"] not in allowed:
            raise self.wrong("player", row["player"], " or ".join(map(str, allowed)))
        return int(row["player"])

    def same(self, row: Row, expected: Mapping[str, Any]) -> None:
        """Raises InputError for the first cell that is not what the rules give."""
        for name, value in expected.items():
            if row[name] != value:
                raise self.wrong(name, row[name], str(value))

    def wrong(self, column: str, found: object, allowed: str) -> InputError:
        """An error about the row that was taken last."""
        return InputError([Fault.at(self.table.path, self.table.rows[self.at - 1].line, column, found, allowed)])
