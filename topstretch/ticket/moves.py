"""Which cards can be played and how, and what a played card does (G4 to G7, G10)."""

from collections.abc import Iterator, Sequence

from ..errors import fault
from .course import Course, Space
from .state import Move, State
from .tables import TWO, WILD, Card


def legal_moves(state: State) -> list[Move]:
    """Every way the player in turn may play a card; where there is none, the discard of each card of the hand (G7).

    The order is fixed: by card, then by the way it is played. Raises InputError before the predictions and after the race.
    """
    if not state.predictions:
        raise fault("state", "no predictions", "a race whose predictions are made")
    if state.over:
        raise fault("state", "a race that is over", "a race with cards to play")
    hand = state.hands[state.turn - 1]
    course = state.course
    occupied = frozenset(state.horses)
    moves: list[Move] = []
    for number in hand:
        for horse, to in ways(state.tables.cards[number - 1], state.horses, course):
            start = state.horses[horse - 1]
            if to == start or to not in occupied:
                moves.append(Move(number, horse, to))
            else:
                free = (spot for spot in course.around[to] if spot == start or spot not in occupied)
                moves += [Move(number, horse, to, spot) for spot in free]
    return moves or [Move(number) for number in hand]


def ways(card: Card, horses: Sequence[Space], course: Course) -> Iterator[tuple[int, Space]]:
    """The horses a card may move, each with where it may end, no two alike (G5, G6)."""
    if card.kind == TWO:
        yield from ways_of_two(card, horses, course)
    elif card.kind == WILD:
        for horse, start in enumerate(horses, 1):
            for to in course.wild[start]:
                yield horse, to
    else:
        (horse,) = card.horses
        reach = course.reach[horses[horse - 1]]
        ends = (reach[way][count - 1] for way, count in enumerate(card.spaces))
        for end in dict.fromkeys(ends):
            if end is not None:
                yield horse, end


def ways_of_two(card: Card, horses: Sequence[Space], course: Course) -> Iterator[tuple[int, Space]]:
    """Either horse to a space that adjoins the other; if they adjoin already, no move at all is one way (G5)."""
    one, two = card.horses
    for horse, other in ((one, two), (two, one)):
        start = horses[horse - 1]
        for to in course.beside[horses[other - 1]]:
            if to is not None and (to != start or horse == one) and course.may_be_put(start, to):
                yield horse, to


def apply(state: State, move: Move) -> State:
    """The state after a move of the player in turn; raises InputError for a move that is not legal."""
    allowed = legal_moves(state)
    if move not in allowed:
        raise fault("move", move, f"one of the {len(allowed)} of legal_moves(state)")
    return moved(state, move)


def moved(state: State, move: Move) -> State:
    """As `apply`, for a move that is known to be legal."""
    at = state.turn - 1
    hand = tuple(card for card in state.hands[at] if card != move.card)
    return State(
        state.tables,
        state.setup,
        state.first,
        state.turn % len(state.hands) + 1,
        placed(state.horses, move),
        (*state.hands[:at], hand, *state.hands[at + 1 :]),
        state.undealt,
        (*state.discards, move.card),
        state.predictions,
    )


def placed(horses: tuple[Space, ...], move: Move) -> tuple[Space, ...]:
    """Where the horses stand after a move."""
    if move.horse is None or move.to is None:
        return horses
    spaces = list(horses)
    if move.pushed is not None:
        spaces[horses.index(move.to)] = move.pushed
    spaces[move.horse - 1] = move.to
    return tuple(spaces)
