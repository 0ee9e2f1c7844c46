"""`topstretch ticket`: meetings of Ticket Gagnant at the command line."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..console import Format, check_new, csv_text, emit, json_text, kind_of, note, write_whole
from ..errors import fault

if TYPE_CHECKING:
    from .meeting import Meeting
    from .simulation import Simulation

app: typer.Typer = typer.Typer(
    name="ticket",
    help="Ticket Gagnant: seven horses, 45 movement cards, tickets of one to three horses.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

CHOICE = "choice"

Players = Annotated[int | None, typer.Option("--players", help="2 to 6; 3 if not said.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Names the draws; fresh ones if not said.")]
Races = Annotated[
    int | None, typer.Option("--races", help="4 or 6 with 2 players, 3 or 6 with 3, 4 or 8 with 4, 5, 6.")
]
StyleName = Annotated[
    str | None, typer.Option("--style", help="flat, obstacle, steeplechase, harness, or choice: the first player's.")
]
Hidden = Annotated[bool | None, typer.Option("--hidden/--open", help="Hidden or open predictions; open if not said.")]
Cards = Annotated[int | None, typer.Option("--cards", help="Cards dealt to each, 3 to 7; the first player's choice.")]
PhotoName = Annotated[str | None, typer.Option("--photo", help="Level horses: cards or rail; cards if not said.")]
River = Annotated[int | None, typer.Option("--river", help="Row of a steeplechase's river; the first player's choice.")]
By = Annotated[
    list[str] | None, typer.Option("--by", help="random or look-ahead: once for all, or once for each seat in turn.")
]
TablesDir = Annotated[Path | None, typer.Option("--tables", help="A folder with tables of your own.", metavar="DIR")]
As = Annotated[Format, typer.Option("--format", help="How the result is written.")]
Out = Annotated[Path | None, typer.Option("--out", help="Write the result to a file.", metavar="FILE")]
Force = Annotated[bool, typer.Option("--force", help="Write over an existing file.")]


def settings(**given: Any) -> dict[str, Any]:
    """The options that were given, as `play` and `simulate` take them; the rest are left to their defaults."""
    from .tables import Style

    kept = {name: value for name, value in given.items() if value is not None and value != []}
    if "style" in kept:
        if kept["style"] not in (*Style, CHOICE):
            raise fault("--style", kept["style"], "one of " + ", ".join((*Style, CHOICE)))
        kept["style"] = None if kept["style"] == CHOICE else kept["style"]
    if "by" in kept and len(kept["by"]) == 1:
        (kept["by"],) = kept["by"]
    return kept


@app.command("play")
def play_meeting(
    players: Players = None,
    seed: Seed = None,
    meeting: Annotated[
        int | None, typer.Option("--meeting", help="Number of the meeting of this seed, from 0.")
    ] = None,
    races: Races = None,
    style: StyleName = None,
    hidden: Hidden = None,
    cards: Cards = None,
    photo: PhotoName = None,
    river: River = None,
    by: By = None,
    tables: TablesDir = None,
    log: Annotated[
        Path | None, typer.Option("--log", help="Write every draw and choice to a CSV.", metavar="OUT.csv")
    ] = None,
    replay: Annotated[
        Path | None, typer.Option("--replay", help="Play the meeting of a log again.", metavar="LOG.csv")
    ] = None,
    format_: As = Format.TEXT,
    out: Out = None,
    force: Force = False,
) -> None:
    """Play one meeting: boards, orders, scores."""
    from .log import LOG_COLUMNS

    for path in (log, out):
        check_new(path, force=force)
    given = settings(
        players=players, seed=seed, meeting=meeting, races=races, style=style, hidden=hidden, cards=cards, photo=photo,
        river=river, by=by,
    )  # fmt: skip
    played = played_of(given, replay, tables)
    if seed is None and played.seed is not None and format_ != Format.TEXT:
        note(f"seed {played.seed}")
    if log is not None:
        write_whole(log, csv_text(played.log_rows(), LOG_COLUMNS), force=force)
        note(f"log: {log}")
    emit(meeting_as(played, format_), out, force=force)


def played_of(given: dict[str, Any], log: Path | None, tables: Path | None) -> "Meeting":
    """The meeting of a log, or of the options."""
    from .playing import play
    from .replaying import replay

    if log is None:
        return play(tables=tables, **given)
    if given:
        raise fault(
            "--replay", "also " + ", ".join(f"--{name}" for name in given), "the log alone: it holds all of that"
        )
    return replay(log, tables=tables)


def meeting_as(played: "Meeting", format_: Format) -> str:
    """A meeting in one of the formats: csv and json are the rows of its frame."""
    from .meeting import RESULT_COLUMNS

    if format_ == Format.TEXT:
        return str(played)
    return csv_text(played.rows(), RESULT_COLUMNS) if format_ == Format.CSV else json_text(played.rows())


@app.command("simulate")
def simulate_meetings(
    meetings: Annotated[int, typer.Option("--meetings", help="How many.")] = 1000,
    players: Players = None,
    seed: Seed = None,
    races: Races = None,
    style: StyleName = None,
    hidden: Hidden = None,
    cards: Cards = None,
    photo: PhotoName = None,
    river: River = None,
    by: By = None,
    tables: TablesDir = None,
    format_: As = Format.TEXT,
    out: Out = None,
    force: Force = False,
) -> None:
    """Play many meetings: how often each style of prediction pays."""
    from time import perf_counter

    from .simulation import simulate

    check_new(out, force=force)
    given = settings(
        players=players,
        seed=seed,
        races=races,
        style=style,
        hidden=hidden,
        cards=cards,
        photo=photo,
        river=river,
        by=by,
    )
    start = perf_counter()
    found = simulate(meetings, tables=tables, **given)
    seconds = perf_counter() - start
    note(f"{found.meetings} meetings in {seconds:.1f} s, {found.meetings / seconds:.0f} a second; seed {found.seed}")
    emit(simulation_as(found, format_), out, force=force)


def simulation_as(found: "Simulation", format_: Format) -> str:
    """A simulation in one of the formats: csv and json are the rows of its frame."""
    from .simulation import COLUMNS

    if format_ == Format.TEXT:
        return str(found)
    return csv_text(found.rows(), COLUMNS) if format_ == Format.CSV else json_text(found.rows())


@app.command("tables")
def copy_tables(folder: Annotated[Path, typer.Argument(help="A new folder.")]) -> None:
    """Copy the packaged tables into a new folder, to put the values of your own box in."""
    from ..chart_copy import write_folder
    from ..locate import data_dir
    from .tables import COLUMNS

    if kind_of(folder, Path.exists):
        raise fault(str(folder), "it exists", "a new folder")
    write_folder(folder, (data_dir("ticket") / f"{name}.csv" for name in COLUMNS))
    note(f"{len(COLUMNS)} tables in {folder}; use them with --tables {folder}")
