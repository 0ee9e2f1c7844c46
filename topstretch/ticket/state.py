"""The plain state of a race: what lies on the table between two moves (G2 to G4)."""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations, permutations
from typing import Any, NamedTuple

import attrs
from attrs import field, frozen

from ..dice import check_count
from ..errors import fault
from .course import Course, Space
from .tables import CARDS, HORSES, Style, Tables

FEWEST_CARDS, MOST_CARDS = 3, 7
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6

Prediction = tuple[int | None, int | None, int | None]
"""The horses on the 1st, 2nd and 3rd place of a ticket (G3); None where there is no token: (7, 3, 5), (None, None, 2)."""


class Photo(StrEnum):
    """How level horses are parted (G8): by drawn cards, or the nearer to the inside rail first."""

    CARDS = "cards"
    RAIL = "rail"


class Move(NamedTuple):
    """One card played: `horse` goes to `to`, the horse that stood there to `pushed` (G5, G7). No horse: discarded.

    A horse that crosses the line goes to the row after the last. A two-horse card that is played without a move is its
    first horse staying where it is. (A named tuple: a turn may have hundreds of them.)
    """

    card: int
    horse: int | None = None
    to: Space | None = None
    pushed: Space | None = None


def check_style(value: object) -> Style:
    """A style by its name; raises InputError for any other."""
    if value not in list(Style):
        raise fault("style", value, "one of " + ", ".join(Style))
    return Style(str(value))


def check_photo(value: object) -> Photo:
    """A kind of photo finish by its name; raises InputError for any other."""
    if value not in list(Photo):
        raise fault("photo", value, "one of " + ", ".join(Photo))
    return Photo(str(value))


def check_cards(value: Any) -> int:
    """A number of cards for each hand, 3 to 7 (G2); raises InputError for any other."""
    if not FEWEST_CARDS <= check_count("cards", value) <= MOST_CARDS:
        raise fault("cards", value, f"{FEWEST_CARDS} to {MOST_CARDS}")
    return int(value)


def check_hidden(value: object) -> bool:
    """Hidden predictions or not; raises InputError for anything but True and False."""
    if not isinstance(value, bool):
        raise fault("hidden", value, "true or false")
    return value


@frozen
class Setup:
    """What the first player sets before a race (G2): cards dealt to each, style, hidden predictions, how level horses are
    parted, and, in a steeplechase, the row of the river."""

    cards: int = field(default=5, converter=check_cards)
    style: Style = field(default=Style.FLAT, converter=check_style)
    hidden: bool = field(default=False, converter=check_hidden)
    photo: Photo = field(default=Photo.CARDS, converter=check_photo)
    river: int | None = None

    def check(self, tables: Tables) -> None:
        """Raises InputError unless the river lies where the tables allow it, and only in a steeplechase (G10)."""
        allowed = tables.rivers if self.style == Style.STEEPLECHASE else (None,)
        if self.river not in allowed:
            raise fault(
                "river", self.river, "one of the rows " + ", ".join(map(str, allowed)) + f" in a {self.style} race"
            )


@frozen
class State:
    """A race between two moves; all of it is open here, see `View` for what one player knows.

    `first` and `turn` are players, from 1; `horses` the space of each horse 1 to 7; `hands` the cards of each player;
    `undealt` and `discards` the rest of the 45; `predictions` of each player, empty before they are made.
    """

    tables: Tables = field(repr=False)
    setup: Setup
    first: int
    turn: int
    horses: tuple[Space, ...]
    hands: tuple[tuple[int, ...], ...]
    undealt: tuple[int, ...]
    discards: tuple[int, ...] = ()
    predictions: tuple[Prediction, ...] = ()

    @property
    def course(self) -> Course:
        """The racetrack of this race."""
        return self.tables.course(self.setup.style, self.setup.river)

    @property
    def winner(self) -> int | None:
        """The horse that has crossed the dashed line (G4)."""
        rows = self.tables.rows
        return next((horse for horse, space in enumerate(self.horses, 1) if space[0] > rows), None)

    @property
    def over(self) -> bool:
        """Whether the race is over: a horse has crossed the line, or all cards are played (G4)."""
        return self.winner is not None or not any(self.hands)


def deal(tables: Tables, setup: Setup, hands: Sequence[Sequence[int]], horses: Sequence[int], first: int = 1) -> State:
    """A race that is set up and dealt (G1, G2): `hands` of each player, `horses` in the order of the starting circles.

    Raises InputError for hands of another size than the setup's, a card dealt twice, or horses that are not the seven.
    """
    setup.check(tables)
    if not FEWEST_PLAYERS <= len(hands) <= MOST_PLAYERS:
        raise fault("hands", len(hands), f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players")
    if not 1 <= first <= len(hands):
        raise fault("first", first, f"a player, 1 to {len(hands)}")
    dealt = [card for hand in hands for card in hand]
    if any(len(hand) != setup.cards for hand in hands):
        raise fault("hands", [len(hand) for hand in hands], f"{setup.cards} cards each")
    if len(set(dealt)) != len(dealt) or not set(dealt) <= set(range(1, CARDS + 1)):
        raise fault("hands", sorted(dealt), f"cards 1 to {CARDS}, each once")
    if sorted(horses) != list(HORSES):
        raise fault("horses", list(horses), "the seven horses, each once")
    spaces = tuple(tables.starts[list(horses).index(horse)] for horse in HORSES)
    undealt = tuple(sorted(set(range(1, CARDS + 1)) - set(dealt)))
    return State(tables, setup, first, first, spaces, tuple(tuple(sorted(hand)) for hand in hands), undealt)


@cache
def legal_predictions() -> tuple[Prediction, ...]:
    """All 357 tickets (G3): 1 to 3 different horses, each on a place of its own."""
    tickets: list[Prediction] = []
    for number in (1, 2, 3):
        for places in combinations(range(3), number):
            for horses in permutations(HORSES, number):
                on = dict(zip(places, horses, strict=True))
                tickets.append((on.get(0), on.get(1), on.get(2)))
    return tuple(tickets)


def predict(state: State, predictions: Sequence[Prediction]) -> State:
    """The state with everyone's ticket (G3); raises InputError for a ticket that is not legal."""
    if state.predictions or state.discards:
        raise fault("predictions", "a second set", "one a race, before the first card")
    if len(predictions) != len(state.hands):
        raise fault("predictions", len(predictions), f"one for each of the {len(state.hands)} players")
    for player, ticket in enumerate(predictions, 1):
        if ticket not in legal_predictions():
            raise fault(
                f"player {player}: prediction",
                ticket,
                "horses 1 to 7 or None for 1st, 2nd and 3rd: one or more, no two alike",
            )
    return attrs.evolve(state, predictions=tuple(predictions))
