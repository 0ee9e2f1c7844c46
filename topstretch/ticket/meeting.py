"""A meeting: its races one after the other, from whoever makes the draws and the choices (G1 to G12)."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

from attrs import field, frozen

from ..dice import check_count
from ..errors import fault
from .moves import legal_moves, moved
from .players import Phase, View, view_of
from .scoring import Result, Score, added, finish, score
from .state import (
    FEWEST_CARDS,
    FEWEST_PLAYERS,
    MOST_CARDS,
    MOST_PLAYERS,
    Move,
    Photo,
    Prediction,
    Setup,
    State,
    deal,
    legal_predictions,
    predict,
)
from .tables import Style, Tables

if TYPE_CHECKING:
    import pandas as pd

RACES: Mapping[int, tuple[int, ...]] = {2: (4, 6), 3: (3, 6), 4: (4, 8), 5: (5,), 6: (6,)}  # G1
RESULT_COLUMNS = (
    "race", "player", "1st", "2nd", "3rd", "points_1st", "points_2nd", "points_3rd", "bonus", "points", "total",
)  # fmt: skip


@frozen
class RaceRecord:
    """One race as it was run.

    `started` is the state once it was dealt and predicted, `moves` what was played from it in turn, `ended` the state at
    the end; `scores` and `totals` are those of each player, after this race.
    """

    race: int
    started: State
    moves: tuple[Move, ...]
    ended: State
    result: Result
    scores: tuple[Score, ...]
    totals: tuple[int, ...]

    def players(self) -> list[int]:
        """The player of each move."""
        seats = len(self.started.hands)
        return [(self.started.first - 1 + turn) % seats + 1 for turn in range(len(self.moves))]


@frozen
class Meeting:
    """A meeting as it came out; printed, it is its boards and tables.

    Two meetings are equal when everything that was drawn and done is; `seed` and `meeting` only say where they are from.
    """

    races: tuple[RaceRecord, ...]
    seed: int | None = field(default=None, eq=False)
    meeting: int | None = field(default=None, eq=False)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each player at the end."""
        return self.races[-1].totals

    @property
    def winners(self) -> tuple[int, ...]:
        """The players with the most points: more than one share the win (G12)."""
        return tuple(player for player, total in enumerate(self.totals, 1) if total == max(self.totals))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each race and player: the ticket, the points of each place of it, bonus, points, total."""
        rows = []
        for record in self.races:
            for player, ticket in enumerate(record.started.predictions, 1):
                scored, total = record.scores[player - 1], record.totals[player - 1]
                values = (record.race, player, *ticket, *scored.points, scored.bonus, scored.total, total)
                rows.append(dict(zip(RESULT_COLUMNS, values, strict=True)))
        return rows

    def log_rows(self) -> list[dict[str, Any]]:
        """Every draw, choice and result in order; `replay` plays the meeting again from them."""
        from .log import meeting_rows

        return meeting_rows(self)

    def to_frame(self) -> "pd.DataFrame":
        """The rows of `rows` as a pandas frame."""
        from ..scoresheet import frame

        return frame(self.rows(), list(RESULT_COLUMNS))

    def log(self) -> "pd.DataFrame":
        """The rows of `log_rows` as a pandas frame; `replay` takes it."""
        from ..scoresheet import frame
        from .log import LOG_COLUMNS

        return frame(self.log_rows(), list(LOG_COLUMNS))

    def __str__(self) -> str:
        from .display import meeting_text

        return meeting_text(self)

    def __repr__(self) -> str:
        return str(self)


class Dealer(Protocol):
    """Where a meeting's draws and choices come from: a seed and player functions, or a log."""

    def first(self, players: int) -> int:
        """The player who begins the meeting (G1: the last to have ridden)."""
        ...

    def setup(self, view: View, options: Sequence[Setup]) -> Setup:
        """The first player's choice for a race (G2)."""
        ...

    def start_order(self) -> Sequence[int]:
        """The horses in the order of the starting circles (G1)."""
        ...

    def hands(self, players: int, cards: int) -> Sequence[Sequence[int]]:
        """The cards dealt to each player, from all 45 (G2)."""
        ...

    def prediction(self, view: View, options: Sequence[Prediction]) -> Prediction:
        """A player's ticket (G3)."""
        ...

    def move(self, view: View, options: Sequence[Move]) -> Move:
        """A player's move (G4)."""
        ...

    def photo(self, level: Sequence[int], place: int) -> int:
        """The photo-finish card drawn for a place (G8)."""
        ...

    def ended(self, record: RaceRecord) -> None:
        """A race has ended like this."""
        ...


def check_players(players: int) -> int:
    """2 to 6 players (G1); raises InputError for any other number."""
    if not FEWEST_PLAYERS <= check_count("players", players) <= MOST_PLAYERS:
        raise fault("players", players, f"{FEWEST_PLAYERS} to {MOST_PLAYERS}")
    return int(players)


def check_races(races: int | None, players: int) -> int:
    """A number of races that G1 gives for the players, the least where none is said; raises InputError for any other."""
    allowed = RACES[players]
    if races is not None and races not in allowed:
        raise fault("races", races, " or ".join(map(str, allowed)) + f" with {players} players")
    return allowed[0] if races is None else races


def setups(
    tables: Tables,
    *,
    cards: int | None = None,
    style: Style | str | None = Style.FLAT,
    hidden: bool | None = False,
    photo: Photo | str | None = Photo.CARDS,
    river: int | None = None,
) -> tuple[Setup, ...]:
    """The setups open to the first player of each race (G2): what is None is theirs to choose.

    A `river` counts in steeplechases only; without one they choose among the rows of the tables. Raises InputError for what
    no setup allows.
    """
    if river is not None and (river not in tables.rivers or style not in (None, Style.STEEPLECHASE)):
        raise fault("river", river, "in a steeplechase, one of the rows " + ", ".join(map(str, tables.rivers)))
    hands = range(FEWEST_CARDS, MOST_CARDS + 1) if cards is None else (cards,)
    hides = (False, True) if hidden is None else (hidden,)
    photos = list(Photo) if photo is None else (photo,)
    found = []
    for name in list(Style) if style is None else (style,):
        rivers = ((river,) if river else tables.rivers) if name == Style.STEEPLECHASE else (None,)
        for number, hides_them, by, row in product(hands, hides, photos, rivers):
            found.append(Setup(number, name, hides_them, by, row))
    return tuple(found)


def run_meeting(
    dealer: Dealer, players: int, races: int, options: Sequence[Setup], tables: Tables
) -> tuple[RaceRecord, ...]:
    """Run the races of a meeting; the first player's token moves on to the left after each (G1)."""
    first = dealer.first(players)
    totals = (0,) * players
    records = []
    for race in range(1, races + 1):
        view = View(Phase.SETUP, first, first, race, races, totals, tables)
        setup = dealer.setup(view, options)
        order = dealer.start_order()
        state = deal(tables, setup, dealer.hands(players, setup.cards), order, first)
        record = run_race(dealer, state, race, races, totals)
        dealer.ended(record)
        records.append(record)
        totals = record.totals
        first = first % players + 1
    return tuple(records)


def run_race(dealer: Dealer, state: State, race: int, races: int, totals: tuple[int, ...]) -> RaceRecord:
    """Run one race that is dealt: tickets, moves, rank, points (G3 to G9)."""
    players = range(1, len(state.hands) + 1)
    views = [view_of(state, Phase.PREDICTION, player, race, races, totals) for player in players]
    state = started = predict(state, [dealer.prediction(view, legal_predictions()) for view in views])
    moves = []
    while not state.over:
        view = view_of(state, Phase.MOVE, state.turn, race, races, totals)
        moves.append(dealer.move(view, legal_moves(state)))
        state = moved(state, moves[-1])
    result = finish(state.horses, state.course, state.setup.photo, dealer.photo)
    scores = tuple(score(ticket, result, state.tables) for ticket in state.predictions)
    after = tuple(added(total, scored.total) for total, scored in zip(totals, scores, strict=True))
    return RaceRecord(race, started, tuple(moves), state, result, scores, after)
