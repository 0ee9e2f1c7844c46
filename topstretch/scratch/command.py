"""`topstretch scratch`: play, simulate, sessions and exact at the command line."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..console import Format, check_new, csv_text, emit, json_text, note, write_whole

app: typer.Typer = typer.Typer(
    name="scratch",
    help="The scratch race: eleven horses, two dice, 44 tickets, four scratches and a pot.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

Players = Annotated[int, typer.Option(help="Players, 2 to 44.")]
Seed = Annotated[int | None, typer.Option(help="A whole number that names the dice and cards; fresh ones without it.")]
Money = Annotated[int, typer.Option(help="Each player's money at the start, in whole units.")]
Fee = Annotated[int, typer.Option(help="The entry fee, in whole units.")]
PerTicket = Annotated[bool, typer.Option("--fee-per-ticket", help="House rule: a scratch costs a fee for each ticket.")]
Agreed = Annotated[int | None, typer.Option(help="Races agreed on; one deal for each player without it.")]
Shape = Annotated[Format, typer.Option("--format", help="How to write the result.")]
Out = Annotated[Path | None, typer.Option(help="Write the result to a file.", metavar="FILE")]
Force = Annotated[bool, typer.Option("--force", help="Write over a file that exists.")]


class SimulateTable(StrEnum):
    """The tables of a simulation of races."""

    HORSES = "horses"
    SUMMARY = "summary"
    PLAYERS = "players"


class SessionsTable(StrEnum):
    """The tables of a simulation of sessions."""

    PLAYERS = "players"
    LENGTHS = "lengths"


class ExactTable(StrEnum):
    """The tables of the exact chances."""

    HORSES = "horses"
    SUMMARY = "summary"
    SETS = "sets"


@app.callback()
def scratch() -> None:
    """The scratch race: eleven horses, two dice, 44 tickets, four scratches and a pot."""


@app.command()
def play(
    players: Players = 4,
    races: Agreed = None,
    seed: Seed = None,
    money: Money = 200,
    fee: Fee = 4,
    fee_per_ticket: PerTicket = False,
    session: Annotated[int, typer.Option(help="Which session of the seed, from 0.")] = 0,
    replay: Annotated[Path | None, typer.Option(help="Play by the cards and dice of a log.", metavar="LOG.csv")] = None,
    log: Annotated[
        Path | None, typer.Option(help="Write the log of cards and dice to a file.", metavar="OUT.csv")
    ] = None,
    format_: Shape = Format.TEXT,
    out: Out = None,
    force: Force = False,
) -> None:
    """Play a session, race by race. csv and json hold one row a race."""
    from . import playing
    from .records import LOG_COLUMNS

    for path in (log, out):
        check_new(path, force=force)
    played = playing.play(players, races, seed, money, fee, fee_per_ticket=fee_per_ticket, session=session, log=replay)
    say_seed(seed, played.seed, format_)
    if log is not None:
        write_whole(log, csv_text(played.log_rows(), LOG_COLUMNS), force=force)
    write(str(played), played.rows(), format_, out, force)


@app.command()
def simulate(
    races: Annotated[int, typer.Option(help="How many races.")] = 100_000,
    seed: Seed = None,
    players: Players = 4,
    fee_per_ticket: PerTicket = False,
    table: Annotated[SimulateTable | None, typer.Option(help="This table alone; csv and json: horses.")] = None,
    format_: Shape = Format.TEXT,
    out: Out = None,
    force: Force = False,
) -> None:
    """Simulate single races: who wins, how long it takes, what a ticket earns. Money is in entry fees."""
    from . import simulation

    check_new(out, force=force)
    result = simulation.simulate(races, seed, players, fee_per_ticket=fee_per_ticket)
    say_seed(seed, result.seed, format_)
    tables = {None: result.rows, "horses": result.rows, "summary": result.summary_rows, "players": result.player_rows}
    write(text_of(result, table, tables[table]()), tables[table](), format_, out, force)


@app.command()
def sessions(
    count: Annotated[int, typer.Option("--sessions", help="How many sessions.")] = 10_000,
    races: Agreed = None,
    seed: Seed = None,
    players: Players = 4,
    money: Money = 200,
    fee: Fee = 4,
    fee_per_ticket: PerTicket = False,
    table: Annotated[SessionsTable | None, typer.Option(help="This table alone; csv and json: players.")] = None,
    format_: Shape = Format.TEXT,
    out: Out = None,
    force: Force = False,
) -> None:
    """Simulate whole sessions, in which money can run out."""
    from . import many_sessions

    check_new(out, force=force)
    result = many_sessions.simulate_sessions(count, races, seed, players, money, fee, fee_per_ticket=fee_per_ticket)
    say_seed(seed, result.seed, format_)
    rows = result.length_rows() if table is SessionsTable.LENGTHS else result.rows()
    write(text_of(result, table, rows), rows, format_, out, force)


@app.command()
def exact(
    scratched: Annotated[
        str | None,
        typer.Option(help="The four horses on 1X to 4X, as 7,6,8,5; averaged over all scratches without it."),
    ] = None,
    players: Players = 4,
    fee_per_ticket: PerTicket = False,
    table: Annotated[ExactTable | None, typer.Option(help="This table alone; csv and json: horses.")] = None,
    format_: Shape = Format.TEXT,
    out: Out = None,
    force: Force = False,
) -> None:
    """Exact chances of the horses, expected rolls and costs, what tickets are worth. Money is in entry fees."""
    from . import solver

    check_new(out, force=force)
    horses = None if scratched is None else solver.parse_scratched(scratched)
    result = solver.exact(horses, players=players, fee_per_ticket=fee_per_ticket)
    tables = {None: result.rows, "horses": result.rows, "summary": result.summary_rows, "sets": result.set_rows}
    write(text_of(result, table, tables[table]()), tables[table](), format_, out, force)


def text_of(result: object, table: str | None, rows: Sequence[Mapping[str, Any]]) -> str:
    """The whole result as text, or one table of it."""
    from .text import dict_rows_text

    return str(result) if table is None else dict_rows_text("", rows)


def say_seed(asked: int | None, taken: int | None, format_: Format) -> None:
    """Say which fresh seed was taken where the result does not."""
    if asked is None and taken is not None and format_ is not Format.TEXT:
        note(f"seed {taken}")


def write(text: str, rows: Sequence[Mapping[str, Any]], format_: Format, out: Path | None, force: bool) -> None:
    """The result in the format asked for."""
    if format_ is Format.CSV:
        text = csv_text(rows, list(rows[0]))
    elif format_ is Format.JSON:
        text = json_text(rows)
    emit(text, out, force=force)
