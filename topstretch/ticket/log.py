"""The log of a meeting: every draw, choice and result as a row, in the order they come at the table."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..columns import Column, Refused, Table, one_of, text, whole
from .state import FEWEST_CARDS, FEWEST_PLAYERS, MOST_CARDS, MOST_PLAYERS, Photo
from .tables import CARDS, MOST_LANES, MOST_ROWS, Style

if TYPE_CHECKING:
    from .meeting import Meeting, RaceRecord

COLUMNS = (
    Column("race", whole(0, 8)),
    Column("event", text(20)),
    Column("player", whole(1, MOST_PLAYERS), blank=True),
    Column("card", whole(1, CARDS), blank=True),
    Column("horse", whole(1, 7), blank=True),
    Column("row", whole(1, MOST_ROWS + 1), blank=True),
    Column("lane", whole(1, MOST_LANES), blank=True),
    Column("pushed", whole(1, 7), blank=True),
    Column("pushed_row", whole(1, MOST_ROWS), blank=True),
    Column("pushed_lane", whole(1, MOST_LANES), blank=True),
    Column("value", text(20), blank=True),
)
LOG_COLUMNS = tuple(column.name for column in COLUMNS)
PUSHED = ("pushed", "pushed_row", "pushed_lane")

# The cells that each event has, besides race and event; `play` has those of a displaced horse too, if there is one.
CELLS: Mapping[str, tuple[str, ...]] = {
    "players": ("value",),
    "races": ("value",),
    "first": ("player",),
    "cards": ("value",),
    "style": ("value",),
    "hidden": ("value",),
    "photo": ("value",),
    "river": ("value",),
    "start": ("horse", "row", "lane"),
    "deal": ("player", "card"),
    "predict": ("player", "horse", "value"),
    "play": ("player", "card", "horse", "row", "lane"),
    "discard": ("player", "card"),
    "draw": ("horse", "value"),
    "place": ("horse", "value"),
    "disqualified": ("horse", "value"),
    "score": ("player", "value"),
    "total": ("player", "value"),
}
VALUES: Mapping[str, Callable[[str], Any]] = {
    "players": whole(FEWEST_PLAYERS, MOST_PLAYERS),
    "races": whole(1, 8),
    "cards": whole(FEWEST_CARDS, MOST_CARDS),
    "style": one_of(*Style),
    "hidden": one_of("yes", "no"),
    "photo": one_of(*Photo),
    "river": whole(1, MOST_ROWS),
    "predict": whole(1, 3),
    "draw": whole(1, 7),
    "place": whole(1, 7),
    "disqualified": whole(1, 7),
    "score": whole(-100, 200),
    "total": whole(-8, 1000),
}


def check_rows(table: Table) -> None:
    """Note events that there are not, cells that their event has not, and values that it does not allow."""
    for row in table.rows:
        if not row.whole:
            continue
        event = row["event"]
        if event not in CELLS:
            table.fault(row.line, "event", event, "one of " + ", ".join(CELLS))
            continue
        pushed = event == "play" and any(row[name] is not None for name in PUSHED)
        wanted = CELLS[event] + (PUSHED if pushed else ())
        for name in LOG_COLUMNS[2:]:
            if (name in wanted) != (row[name] is not None):
                table.fault(row.line, name, row.raw[name], f"a {name}" if name in wanted else f"a blank in {event}")
        if "value" in wanted and row["value"] is not None:
            try:
                VALUES[event](row["value"])
            except Refused as refused:
                table.fault(row.line, "value", row["value"], str(refused))


def log_row(race: int, event: str, **cells: Any) -> dict[str, Any]:
    """A row of the log; `value` is written as text."""
    if "value" in cells:
        cells["value"] = str(cells["value"])
    return {name: cells.get(name) for name in LOG_COLUMNS} | {"race": race, "event": event}


def meeting_rows(meeting: "Meeting") -> list[dict[str, Any]]:
    """The log of a meeting."""
    started = meeting.races[0].started
    rows = [
        log_row(0, "players", value=len(started.hands)),
        log_row(0, "races", value=len(meeting.races)),
        log_row(0, "first", player=started.first),
    ]
    for record in meeting.races:
        rows += [*setup_rows(record), *ticket_rows(record), *move_rows(record), *result_rows(record)]
    return rows


def setup_rows(record: "RaceRecord") -> Iterator[dict[str, Any]]:
    """The setup, the starting order and the deal of a race."""
    race, state = record.race, record.started
    setup = state.setup
    yield log_row(race, "cards", value=setup.cards)
    yield log_row(race, "style", value=setup.style)
    yield log_row(race, "hidden", value="yes" if setup.hidden else "no")
    yield log_row(race, "photo", value=setup.photo)
    if setup.river is not None:
        yield log_row(race, "river", value=setup.river)
    for row, lane in state.tables.starts:
        yield log_row(race, "start", horse=state.horses.index((row, lane)) + 1, row=row, lane=lane)
    for player, hand in enumerate(state.hands, 1):
        for card in hand:
            yield log_row(race, "deal", player=player, card=card)


def ticket_rows(record: "RaceRecord") -> Iterator[dict[str, Any]]:
    """The tickets of a race: a row for each token."""
    for player, ticket in enumerate(record.started.predictions, 1):
        for place, horse in enumerate(ticket, 1):
            if horse is not None:
                yield log_row(record.race, "predict", player=player, horse=horse, value=place)


def move_rows(record: "RaceRecord") -> Iterator[dict[str, Any]]:
    """The moves of a race; the displaced horse is named with where it went."""
    from .moves import placed

    horses = record.started.horses
    for player, move in zip(record.players(), record.moves, strict=True):
        if move.horse is None or move.to is None:
            yield log_row(record.race, "discard", player=player, card=move.card)
            continue
        cells = {"player": player, "card": move.card, "horse": move.horse, "row": move.to[0], "lane": move.to[1]}
        if move.pushed is not None:
            cells |= dict(zip(PUSHED, (horses.index(move.to) + 1, *move.pushed), strict=True))
        yield log_row(record.race, "play", **cells)
        horses = placed(horses, move)


def result_rows(record: "RaceRecord") -> Iterator[dict[str, Any]]:
    """The photo draws, and what follows from all of it: places, points, totals. A replay checks these."""
    for place, horse in record.result.photos:
        yield log_row(record.race, "draw", horse=horse, value=place)
    yield from outcome_rows(record)


def outcome_rows(record: "RaceRecord") -> Iterator[dict[str, Any]]:
    """The results alone."""
    result = record.result
    for horse in result.order:
        event = "disqualified" if horse in result.disqualified else "place"
        yield log_row(record.race, event, horse=horse, value=result.places[horse - 1])
    for player, scored in enumerate(record.scores, 1):
        yield log_row(record.race, "score", player=player, value=scored.total)
    for player, total in enumerate(record.totals, 1):
        yield log_row(record.race, "total", player=player, value=total)
