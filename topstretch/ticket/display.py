"""The board and the results as text."""

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .course import Course, Space
from .scoring import tokens
from .state import Setup, State
from .tables import HORSES, Style

if TYPE_CHECKING:
    from .meeting import Meeting, RaceRecord
    from .simulation import Simulation

WIDTH = 120
ESTIMATES = ("points", "paid", "exact", "shown", "points_share")


def table_text(columns: Sequence[str], rows: Sequence[Sequence[Any]], left: Sequence[str] = ()) -> str:
    """A table as plain text; numbers to the right, the columns of `left` to the left, None as a dash."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in columns:
        table.add_column(name, justify="left" if name in left else "right", no_wrap=True)
    for row in rows:
        table.add_row(*("-" if cell is None else str(cell) for cell in row))
    out = io.StringIO()
    Console(file=out, width=WIDTH, color_system=None, highlight=False, markup=False, emoji=False).print(table)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


def board_text(horses: Sequence[Space], course: Course) -> str:
    """The racetrack, the horses running to the right: `|` a hedge, `~` the river, `u` a hoof print, `:` the dashed line."""
    lanes = range(1, course.lanes + 1) if course.rail == "left" else range(course.lanes, 0, -1)
    standing = {space: horse for horse, space in enumerate(horses, 1)}
    head = "row     " + "".join(f"{row:>3} " for row in range(1, course.rows + 1))
    rail = "rail    " + "=" * (4 * course.rows)
    body = [f"lane {lane:<3}" + lane_text(lane, standing, course) for lane in lanes]
    lines = [head, rail, *body] if course.rail == "left" else [head, *body, rail]
    return "\n".join(line.rstrip() for line in lines)


def lane_text(lane: int, standing: dict[Space, int], course: Course) -> str:
    """The spaces of one lane, four characters each, and what is over the line."""
    text = ""
    for row in range(1, course.rows + 1):
        horse = standing.get((row, lane))
        hoof_print = "u" if (row, lane) in course.hoof_prints else ""
        space = "~" if row == course.river else hoof_print or "."
        text += ("|" if row in course.hedges else " ") + f"{space if horse is None else f'{horse}{hoof_print}':>2} "
    return f"{text}: {standing.get((course.rows + 1, lane), '')}"


def state_text(state: State) -> str:
    """The board, the tickets that lie open, and whose turn it is."""
    lines = [board_text(state.horses, state.course)]
    if not state.setup.hidden or state.over:
        lines += [f"player {player}: {ticket_text(ticket)}" for player, ticket in enumerate(state.predictions, 1)]
    lines.append("The race is over." if state.over else f"Player {state.turn} is to play.")
    return "\n".join(lines)


def ticket_text(ticket: Sequence[int | None]) -> str:
    """The horses of a ticket, a dash where there is no token: `7 3 5`, `- - 2`."""
    return " ".join("-" if horse is None else str(horse) for horse in ticket)


def setup_text(setup: Setup) -> str:
    """A setup in a line."""
    hidden = "hidden" if setup.hidden else "open"
    river = "" if setup.river is None else f", river on row {setup.river}"
    return f"{setup.style}{river}, {setup.cards} cards each, {hidden} predictions, photo by {setup.photo}"


def race_text(record: "RaceRecord", races: int) -> str:
    """One race: its setup, the board at the end, the order, the scores."""
    state = record.ended
    first = f"player {record.started.first} first"
    lines = [f"Race {record.race} of {races}: {setup_text(state.setup)}; {first}", ""]
    lines += [board_text(state.horses, state.course), "", order_text(record), ""]
    rows = [
        (player, ticket_text(ticket), *scored.points, scored.bonus, scored.total, total)
        for player, (ticket, scored, total) in enumerate(
            zip(state.predictions, record.scores, record.totals, strict=True), 1
        )
    ]
    return "\n".join([*lines, table_text(("player", "ticket", "1st", "2nd", "3rd", "bonus", "points", "total"), rows)])


def order_text(record: "RaceRecord") -> str:
    """The order of the horses, how the race ended, and what the photo finish decided."""
    crossed = record.ended.winner
    end = "all cards played" if crossed is None else f"{crossed} {HORSES[crossed]} crossed the line"
    draws = "".join(f"; photo for place {place}: {horse}" for place, horse in record.result.photos)
    out = " (d: disqualified)" if record.ended.setup.style == Style.HARNESS and record.result.disqualified else ""
    return f"Order: {record.result}{out}; {end}{draws}"


def meeting_text(meeting: "Meeting") -> str:
    """Every race, and who won the meeting."""
    parts = [race_text(record, len(meeting.races)) for record in meeting.races]
    if meeting.seed is not None:
        parts.insert(0, f"{len(meeting.totals)} players, seed {meeting.seed}, meeting {meeting.meeting}")
    return "\n\n".join([*parts, "\n".join(standing_lines(meeting))])


def standing_lines(meeting: "Meeting") -> Iterator[str]:
    """The winners, and the scoring board."""
    who = " and ".join(map(str, meeting.winners))
    won = f"Player {who} wins" if len(meeting.winners) == 1 else f"Players {who} share the win"
    yield f"{won} with {max(meeting.totals)} points."
    for player, total in enumerate(meeting.totals, 1):
        held, space = tokens(total)
        if held:
            yield f"Player {player}: {held} +40 token{'s' if held > 1 else ''} and {space} on the scoring board."


def estimate_text(value: float | None, error: float | None) -> str | None:
    """An estimate and its standard error."""
    if value is None:
        return None
    return f"{value:.3f}" if error is None else f"{value:.3f} ({error:.3f})"


def simulation_text(simulation: "Simulation") -> str:
    """The styles of prediction and the seats, standard errors in brackets."""
    head = f"{simulation.meetings} meetings of {simulation.plan.races} races, "
    head += f"{simulation.plan.players} players, seed {simulation.seed}; standard errors in brackets"
    rows = [
        (row["places"], row["tickets"], *(estimate_text(row[name], row[f"{name}_se"]) for name in ESTIMATES))
        for row in simulation.rows()
    ]
    seats = [
        (row["player"], *(estimate_text(row[name], row[f"{name}_se"]) for name in ("points", "wins")))
        for row in simulation.seat_rows()
    ]
    styles = table_text(("places", "tickets", *ESTIMATES), rows, left=("places",))
    return "\n\n".join((head, styles, table_text(("player", "points", "wins"), seats)))
