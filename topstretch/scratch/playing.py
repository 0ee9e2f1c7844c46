"""A session played throw by throw, from a seed or from a log."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Union

from attrs import define, field, frozen

from ..dice import check_count, check_seed
from ..errors import fault
from .records import Race, Session, Throw
from .replaying import ReplayLog
from .rules import HORSES, PACK, Settings, Table, check_range, deal, payouts, roll, scratch
from .stream import BLOCK as SESSIONS_A_BLOCK
from .stream import RACE, SCRATCH, deals, throws

if TYPE_CHECKING:
    import pandas as pd

MOST_RACES = 1_000_000


class Source(Protocol):
    """Where cards and dice come from: a seed or a log. Races are numbered from 1."""

    def cards(self, race: int) -> tuple[int, ...]:
        """The shuffled pack of a race."""
        ...

    def throw(self, race: int, number: int, *, scratching: bool) -> tuple[int, int]:
        """The red and the white die of a throw; throws are asked for in order, `number` from 1 in each race."""
        ...


@define
class SeededTable:
    """Cards and dice of one session of a seed."""

    seed: int
    session: int
    _dice: dict[tuple[int, bool], Iterator[tuple[int, int]]] = field(factory=dict, init=False)

    def cards(self, race: int) -> tuple[int, ...]:
        """The shuffled pack of a race."""
        block, place = divmod(self.session, SESSIONS_A_BLOCK)
        return tuple(PACK[card] for card in deals(self.seed, block, race - 1, place, place + 1)[0])

    def throw(self, race: int, number: int, *, scratching: bool) -> tuple[int, int]:
        """The next throw of the scratches or of the race."""
        if (race, scratching) not in self._dice:
            block, place = divmod(self.session, SESSIONS_A_BLOCK)
            kind = SCRATCH if scratching else RACE
            self._dice[race, scratching] = throws(self.seed, kind, block, race - 1, place)
        return next(self._dice[race, scratching])


@frozen
class Played:
    """A race as it was run, before its pot is split."""

    table: Table
    entry: tuple[int, ...]
    throws: tuple[Throw, ...]


def play(
    players: int = 4,
    races: int | None = None,
    seed: int | None = None,
    money: int = 200,
    fee: int = 4,
    *,
    fee_per_ticket: bool = False,
    session: int = 0,
    log: Union[ReplayLog, "pd.DataFrame", Path, str, None] = None,
) -> Session:
    """Play a session of the scratch race (S1 to S9) and keep every card, throw and payment.

    `players` 2 to 44; `races` as agreed, None for one deal each (S8); equal starting `money` and the entry `fee` in whole
    units (a fee that four divides leaves no odd units in the pot while all can pay); `fee_per_ticket` for the house rule
    of S4. `seed` and `session`, whole numbers from 0 up, name a session for ever; without a seed fresh bits are taken, and
    the result says which. `log` (a `ReplayLog`, or what it takes) stands in for the seed: the same settings give the same
    session. Raises InputError for an argument out of range and for every fault of a log.
    """
    settings = Settings(players, money, fee, fee_per_ticket)
    agreed = players if races is None else check_range("races", races, 1, MOST_RACES)
    check_count("session", session)
    if log is None:
        seeded = SeededTable(check_seed(seed), session)
        return Session(settings, agreed, play_races(settings, agreed, seeded), seeded.seed, session)
    if seed is not None or session:
        raise fault("seed, session", f"{seed}, {session}", "neither beside a log")
    replay = log if isinstance(log, ReplayLog) else ReplayLog(log)
    played = Session(settings, agreed, play_races(settings, agreed, replay))
    replay.check_against(played.log_rows())
    return played


def play_races(settings: Settings, agreed: int, source: Source) -> tuple[Race, ...]:
    """The races of a session, until the agreed number or a player without money ends it (S8)."""
    money, pot, dealer = (settings.money,) * settings.players, 0, 1
    races: list[Race] = []
    for number in range(1, agreed + 1):
        played = run_race(number, *deal(settings, dealer, source.cards(number), money, pot), source)
        table, end = played.table, payouts(played.table, last=number == agreed)
        races.append(Race(
            number, dealer, table.cards, played.entry, played.throws, table.scratched, table.winner or 0, table.pot,
            end.share, end.won, end.odd, end.money, end.pot,
        ))  # fmt: skip
        if end.over:
            break
        money, pot, dealer = end.money, end.pot, settings.left_of(dealer)
    return tuple(races)


def run_race(race: int, table: Table, entry: tuple[int, ...], source: Source) -> Played:
    """Throw until a horse has won."""
    made: list[Throw] = []
    while table.winner is None:
        player, number = table.roller, len(made) + 1
        red, white = source.throw(race, number, scratching=table.scratching)
        step = (scratch if table.scratching else roll)(table, red + white)
        table = step.table
        square = 1 + table.rolled[HORSES.index(red + white)] if step.what == "moved" else 0
        made.append(Throw(number, player, red, white, step.what, step.spot, square, step.paid))
    return Played(table, entry, tuple(made))
