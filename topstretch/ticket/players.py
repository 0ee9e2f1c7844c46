"""Players as functions: from what one player knows to one of the choices that are open."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Any

from attrs import field, frozen

from ..drawing import Draws
from ..errors import fault, suggest
from .course import FORWARD, Course, Space
from .moves import placed
from .scoring import BOXED_TRIFECTA, TRIFECTA
from .state import Move, Photo, Prediction, Setup, State
from .tables import HORSES, ONE, TAKEN, TWO, Tables

PLACE_SETS = tuple(places for number in (1, 2, 3) for places in combinations((1, 2, 3), number))


class Phase(StrEnum):
    """What a player is asked for: a setup (the first player), a ticket (everyone), a card (in turn)."""

    SETUP = "setup"
    PREDICTION = "prediction"
    MOVE = "move"


@frozen
class View:
    """What one player knows when asked for a choice.

    `player` is the one asked and `first` the first player's, from 1; `race` counts from 1 to `races`; `scores` are the totals.
    From the deal on: `setup`, `horses` (the space of each horse 1 to 7), `hand` (the player's cards), `discards`, and
    `predictions` of each player, with None for those that are not made or that are hidden.
    """

    phase: Phase
    player: int
    first: int
    race: int
    races: int
    scores: tuple[int, ...]
    tables: Tables = field(repr=False)
    setup: Setup | None = None
    horses: tuple[Space, ...] = ()
    hand: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    predictions: tuple[Prediction | None, ...] = ()

    @property
    def course(self) -> Course:
        """The racetrack, once the race is set up."""
        setup = self.setup or Setup()
        return self.tables.course(setup.style, setup.river)

    @property
    def prediction(self) -> Prediction | None:
        """The player's own ticket."""
        return self.predictions[self.player - 1] if self.predictions else None


Player = Callable[[View, Sequence[Any], Draws], Any]
"""`player(view, options, draws)` gives one of `options`: a `Setup`, a `Prediction` or a `Move`, by `view.phase`.

`draws` are the player's own: a player that draws only from them plays the same meeting again.
"""


def view_of(state: State, phase: Phase, player: int, race: int, races: int, scores: tuple[int, ...]) -> View:
    """What `player` sees of a race."""
    shown: tuple[Prediction | None, ...] = state.predictions
    if state.setup.hidden:
        shown = tuple(ticket if other == player else None for other, ticket in enumerate(state.predictions, 1))
    return View(
        phase, player, state.first, race, races, scores, state.tables, state.setup, state.horses,
        state.hands[player - 1], state.discards, shown,
    )  # fmt: skip


def random_player(view: View, options: Sequence[Any], draws: Draws) -> Any:
    """Any of the options, each as likely."""
    return draws.choice(options)


def look_ahead(view: View, options: Sequence[Any], draws: Draws) -> Any:
    """Looks one card ahead for its own ticket.

    Setup: any, each as likely. Ticket: the places on it are drawn, each of the seven sets as likely, and filled with the
    horses that its hand helps most, the best on the best place. Move: the one after which its ticket is worth the most if
    the race ended there; among equals any, each as likely.
    """
    if view.phase == Phase.SETUP:
        return draws.choice(options)
    if view.phase == Phase.PREDICTION:
        return backed_by_hand(view, draws.choice(PLACE_SETS), draws)
    return best_now(view, options, draws)


PLAYERS: Mapping[str, Player] = {"random": random_player, "look-ahead": look_ahead}


def player_named(name: str) -> Player:
    """A packaged player, `random` or `look-ahead`; raises InputError for another name."""
    if name not in PLAYERS:
        raise fault("by", name, "one of " + ", ".join(PLAYERS) + suggest(name, PLAYERS))
    return PLAYERS[name]


def backed_by_hand(view: View, places: Sequence[int], draws: Draws) -> Prediction:
    """A ticket of these places: the horses with the most spaces forward in the hand, a two-horse card counting one."""
    help_of = dict.fromkeys(HORSES, 0)
    for number in view.hand:
        card = view.tables.cards[number - 1]
        if card.kind == ONE:
            help_of[card.horses[0]] += card.spaces[FORWARD]
        elif card.kind == TWO:
            for horse in card.horses:
                help_of[horse] += 1
    best_first = sorted(draws.shuffled(list(HORSES)), key=lambda horse: -help_of[horse])
    ticket: list[int | None] = [None, None, None]
    for place, horse in zip(places, best_first, strict=False):
        ticket[place - 1] = horse
    return (ticket[0], ticket[1], ticket[2])


def best_now(view: View, moves: Sequence[Move], draws: Draws) -> Move:
    """The move after which the player's own ticket is worth the most, see `worth`."""
    if view.prediction is None or view.setup is None:
        raise fault("view", "no ticket of the player's own", "a race whose predictions are made")
    key_of = space_keys(view.course, view.setup.photo)
    ticket, points = view.prediction, view.tables.points
    worths: dict[tuple[int, ...], float] = {}  # many moves come to the same ranks
    values = []
    for move in moves:
        keys = tuple([key_of[space] for space in placed(view.horses, move)])
        if keys not in worths:
            worths[keys] = worth(keys, ticket, points)
        values.append(worths[keys])
    best = max(values)
    return draws.choice([move for move, value in zip(moves, values, strict=True) if value == best])


@cache
def space_keys(course: Course, photo: Photo) -> Mapping[Space, int]:
    """A number for each space that ranks the horses on them: the foremost highest, equal where level, -1 on a hoof print."""
    rows = range(1, course.rows + 2)
    rail = photo == Photo.RAIL
    keys = {(row, lane): row * 100 - (lane if rail else 0) for row in rows for lane in range(1, course.lanes + 1)}
    return {**keys, **dict.fromkeys(course.hoof_prints, -1)}


def worth(keys: Sequence[int], ticket: Prediction, points: Sequence[Sequence[int]]) -> float:
    """What a ticket is worth if the race ended with horses of these `space_keys` (G8, G9).

    A horse that is level with others has the mean of the places they are level for; of the bonus, what is sure.
    """
    total = 0.0
    shows = exact = 0
    ordered = sorted(keys)
    for predicted, horse in enumerate(ticket):
        if horse is None:
            continue
        key = keys[horse - 1]
        if key < 0:
            total += points[predicted][len(TAKEN) - 1]
            continue
        ahead = len(ordered) - bisect_right(ordered, key)
        level = ordered.count(key)
        total += sum(points[predicted][ahead : ahead + level]) / level
        shows += ahead + level <= 3
        exact += level == 1 and ahead == predicted
    if shows == 3:
        total += TRIFECTA if exact == 3 else BOXED_TRIFECTA
    return total
