"""States and tables for the tests, and an oracle of the moves that walks space by space."""

from collections.abc import Iterator

import attrs
from topstretch import ticket
from topstretch.ticket.state import Setup, State
from topstretch.ticket.tables import Card, Tables

PACKAGED = ticket.load_tables()
STEPS = {"forward": (1, 0), "back": (-1, 0), "left": (0, -1), "right": (0, 1)}  # with the rail on the left
TICKETS = ((1, None, None), (2, None, None))


def small(rows: int, lanes: int, hedges=(), rivers=(), prints=(), rail="left") -> Tables:
    """Tables of a track of another size; nothing on it unless said."""
    return attrs.evolve(
        PACKAGED,
        rows=rows,
        lanes=lanes,
        hedges=tuple(hedges),
        rivers=tuple(rivers),
        hoof_prints=tuple(prints),
        rail=rail,
    )


def with_card(tables: Tables, *cards: Card) -> Tables:
    """Tables in which some cards are others, by their numbers."""
    changed = {card.number: card for card in cards}
    return attrs.evolve(tables, cards=tuple(changed.get(card.number, card) for card in tables.cards))


def state(horses, hand, tables=PACKAGED, style="flat", river=None, other=(), hidden=False, photo="cards") -> State:
    """A race in which player 1 is in turn with this hand; `horses` are the spaces of the horses 1 to 7."""
    held = {*hand, *other}
    rest = tuple(card for card in range(1, 46) if card not in held)
    setup = Setup(cards=3, style=style, hidden=hidden, photo=photo, river=river)
    return State(tables, setup, 1, 1, tuple(horses), (tuple(hand), tuple(other)), rest, (), TICKETS)


def pair_card(one: int, two: int) -> int:
    """The number of the packaged card of two horses."""
    return next(card.number for card in PACKAGED.cards if card.horses == (one, two))


def cards_of(horse: int) -> list[Card]:
    """The packaged cards of one horse."""
    return [card for card in PACKAGED.cards if card.horses == (horse,)]


WILD = next(card.number for card in PACKAGED.cards if card.kind == "wild")


# The oracle: every card, horse, space and place of a displaced horse is tried against the words of the rules.


def oracle(race: State) -> set[tuple]:
    """Every legal move of the player in turn, as plain tuples; discards where there is none."""
    hand = race.hands[race.turn - 1]
    found = {move for number in hand for move in tried(race, race.tables.cards[number - 1])}
    return found or {(number, None, None, None) for number in hand}


def tried(race: State, card: Card) -> Iterator[tuple]:
    tables = race.tables
    board = [(row, lane) for row in range(1, tables.rows + 1) for lane in range(1, tables.lanes + 1)]
    over = [(tables.rows + 1, lane) for lane in range(1, tables.lanes + 1)]
    for horse in range(1, 8):
        for to in board + over:
            if not card_allows(race, card, horse, to):
                continue
            stood = [other for other in range(1, 8) if other != horse and race.horses[other - 1] == to]
            if not stood:
                yield card.number, horse, to, None
                continue
            for spot in board:
                if may_take(race, horse, stood[0], spot):
                    yield card.number, horse, to, spot


def card_allows(race: State, card: Card, horse: int, to) -> bool:
    start = race.horses[horse - 1]
    if card.kind == "wild":
        return any(walked(race, start, way, count) == to for way in STEPS for count in (1, 2, 3))
    if horse not in card.horses:
        return False
    if card.kind == "one":
        return any(walked(race, start, way, count) == to for way, count in zip(STEPS, card.spaces))
    other = race.horses[sum(card.horses) - horse - 1]
    if abs(to[0] - other[0]) + abs(to[1] - other[1]) != 1 or to[0] == river(race):
        return False
    if to == start:
        return horse == card.horses[0]
    return not behind_crossed_hedge(race, start, to)


def walked(race: State, start, way: str, count: int):
    """Where a horse that walks `count` spaces ends; None where that is not allowed."""
    rows, lanes = STEPS[way]
    lanes *= 1 if race.tables.rail == "left" else -1
    at, railed = start, False
    for _ in range(count):
        step = (at[0] + rows, at[1] + lanes)
        if step[0] > race.tables.rows:
            return step[0], step[1]
        if step[0] < 1 or not 1 <= step[1] <= race.tables.lanes:
            railed = True
            break
        if way == "back" and at[0] in hedges(race):
            break
        at = step
    if at[0] == river(race):
        at = (at[0] - rows, at[1])
    return None if at == start and not railed else at


def may_take(race: State, mover: int, displaced: int, spot) -> bool:
    """Whether the displaced horse may be put there (G7, G10)."""
    stood = race.horses[displaced - 1]
    near = max(abs(spot[0] - stood[0]), abs(spot[1] - stood[1])) == 1
    free = all(space != spot for horse, space in enumerate(race.horses, 1) if horse != mover)
    return near and free and spot[0] != river(race) and not behind_crossed_hedge(race, stood, spot)


def hedges(race: State) -> tuple:
    return race.tables.hedges if race.setup.style in ("obstacle", "steeplechase") else ()


def river(race: State):
    return race.setup.river


def behind_crossed_hedge(race: State, start, to) -> bool:
    return any(to[0] < hedge <= start[0] for hedge in hedges(race))
