"""The command `topstretch`: each verb reads its input, calls the library and writes the result."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .console import Format, check_new, csv_text, emit, json_text, note, report, write_whole
from .errors import TopstretchError, clean
from .house import FULLPLAY, QUICKPLAY
from .rating_command import horses, jockeys, rate, sense
from .realism_command import realism
from .scratch.command import app as scratch_app
from .ticket.command import app as ticket_app


class StoppedError(TopstretchError):
    """The person stopped the command before it had a result."""

    status = 130


class StoppableGroup(TyperGroup):
    """Verbs that say so when they are stopped by Ctrl-C; the command library ends without a word."""

    def invoke(self, ctx: Any) -> Any:
        """Run the verb."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise StoppedError("stopped; the result is not written") from None


app: typer.Typer = typer.Typer(
    name="topstretch",
    cls=StoppableGroup,
    help="Top of the Stretch: play, study and replay horse races by the tabletop game's rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
charts_app: typer.Typer = typer.Typer(help="The charts of the game.", no_args_is_help=True, rich_markup_mode=None)
card_app: typer.Typer = typer.Typer(help="Race cards of your own.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(charts_app, name="charts")
app.add_typer(card_app, name="card")
charts_app.command()(realism)
app.command()(horses)
app.command()(jockeys)
app.command()(rate)
app.command()(sense)
app.add_typer(scratch_app, name="scratch")
app.add_typer(ticket_app, name="ticket")


class Version(StrEnum):
    """The two versions of the game."""

    QUICKPLAY = QUICKPLAY
    FULLPLAY = FULLPLAY


class PlayFormat(StrEnum):
    """How a race is written."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"
    HTML = "html"


class OddsFrom(StrEnum):
    """Where a race's odds come from."""

    CHART = "chart"
    REAL = "real"
    NONE = "none"


Race = Annotated[
    str, typer.Argument(help="A packaged race's id (see `topstretch races`) or a race card file.", metavar="RACE")
]
VersionOption = Annotated[Version, typer.Option(help="Which version of the game.")]
SeedOption = Annotated[
    int | None, typer.Option(help="A whole number that names the dice; fresh bits without it.", min=0)
]
ChartsOption = Annotated[Path | None, typer.Option(help="A folder with a chart set of your own.", metavar="DIR")]
RuleOption = Annotated[
    list[str] | None, typer.Option(help="A house rule, NAME=VALUE; may be given again.", metavar="NAME=VALUE")
]
FormatOption = Annotated[Format, typer.Option("--format", help="How the result is written.")]
OutOption = Annotated[Path | None, typer.Option(help="Write the result to a file.", metavar="FILE")]
ForceOption = Annotated[bool, typer.Option("--force", help="Write over existing files.")]


@app.command()
def races(form: Annotated[Format, typer.Option("--format", help="How the list is written.")] = Format.TEXT) -> None:
    """List the packaged races."""
    from .card_files import load_race, race_ids

    rows = [
        {
            "id": race_id,
            "race": card.name,
            "distance": card.distance,
            "surface": str(card.surface),
            "condition": card.condition,
            "runners": len(card.runners),
        }
        for race_id, card in ((race_id, load_race(race_id)) for race_id in race_ids())
    ]
    emit_rows(rows, "Packaged races", form, None, False)


@app.command()
def play(
    race: Race,
    version: VersionOption = Version.QUICKPLAY,
    seed: SeedOption = None,
    number: Annotated[int | None, typer.Option("--race", help="Which race of the seed.", min=0)] = None,
    dice: Annotated[
        str | None, typer.Option(help="A dice log to replay, or `ask` for your own dice.", metavar="LOG.csv|ask")
    ] = None,
    dice_log: Annotated[Path | None, typer.Option(help="Write the dice log to a file.", metavar="OUT.csv")] = None,
    odds: Annotated[
        OddsFrom | None, typer.Option(help="Odds by the charts (the default), the card's real ones, or none.")
    ] = None,
    charts: ChartsOption = None,
    rule: RuleOption = None,
    form: Annotated[
        PlayFormat,
        typer.Option(
            "--format", help="text: the whole sheet; csv, json: the sheet's rows; html: a page with the replay."
        ),
    ] = PlayFormat.TEXT,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """Run one race: scoresheet, odds, result, payoffs, times."""
    from .verbs import play_race

    check_new(dice_log, out, force=force)
    sheet, board, paid = play_race(race, version, seed, number, dice, odds, charts, rule or [])
    if dice_log is not None:
        from .scoresheet import LOG_COLUMNS

        write_whole(dice_log, csv_text(sheet.log_rows(), LOG_COLUMNS), force=force)
    if form is PlayFormat.TEXT:
        from .show.text import as_text, sheet_text

        emit(as_text(sheet_text(sheet, board, paid)), out, force=force)
    elif form is PlayFormat.HTML:
        from .show.page import race_page

        emit(race_page(sheet, board, paid, charts), out, force=force)
    else:
        say_seed(seed, sheet.seed)
        emit_rows(sheet.rows(), "", Format(form.value), out, force)


@app.command()
def odds(
    race: Race,
    seed: SeedOption = None,
    number: Annotated[int, typer.Option("--race", help="Which race of the seed.", min=0)] = 0,
    charts: ChartsOption = None,
    form: Annotated[Format, typer.Option("--format", help="How the odds are written.")] = Format.TEXT,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """Roll the odds for a field."""
    from .betting import odds as roll

    check_new(out, force=force)
    board = roll(race, seed=seed, race=number, charts=charts)
    if form is Format.TEXT:
        emit(
            f"{board}\nseed {board.seed}, race {board.race}; charts {board.chart_set} ({board.edition})",
            out,
            force=force,
        )
    else:
        emit_rows(board.rows(), "", form, out, force)


@app.command()
def simulate(
    race: Race,
    races: Annotated[int, typer.Option(help="How many races.", min=1)] = 100_000,
    version: VersionOption = Version.QUICKPLAY,
    seed: SeedOption = None,
    workers: Annotated[int, typer.Option(help="How many processes.", min=1)] = 1,
    charts: ChartsOption = None,
    rule: RuleOption = None,
    form: FormatOption = Format.TEXT,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """Run many races: chances with standard errors. Ctrl-C prints what is finished."""
    from .simulation import InterruptedSimulation
    from .verbs import simulate_with_progress

    check_new(out, force=force)
    try:
        simulation = simulate_with_progress(race, races, version, seed, workers, charts, rule or [])
    except InterruptedSimulation as stopped:
        if stopped.simulation is None:
            raise
        note(f"Stopped after {stopped.simulation.races:,} of {races:,} races.")
        emit_result(stopped.simulation, form, out, force, seed)
        raise typer.Exit(130) from None
    emit_result(simulation, form, out, force, seed)


@app.command()
def exact(
    race: Race,
    version: VersionOption = Version.QUICKPLAY,
    charts: ChartsOption = None,
    rule: RuleOption = None,
    form: FormatOption = Format.TEXT,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """Exact chances and fair odds, without sampling."""
    from .house import Rules
    from .solver import exact as solve

    check_new(out, force=force)
    emit_result(solve(race, version=version, rules=Rules.parse(rule or []), charts=charts), form, out, force)


@app.command()
def compare(
    race: Race,
    other: Annotated[str, typer.Argument(help="The other race, an id or a file.", metavar="OTHER")],
    races: Annotated[int, typer.Option(help="How many races.", min=1)] = 100_000,
    version: VersionOption = Version.QUICKPLAY,
    seed: SeedOption = None,
    charts: ChartsOption = None,
    rule: RuleOption = None,
    form: FormatOption = Format.TEXT,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """Run the same races on two cards: paired differences with standard errors."""
    from .comparing import compare as run
    from .house import Rules

    check_new(out, force=force)
    rules = Rules.parse(rule or [])
    emit_result(run(race, other, races=races, version=version, seed=seed, rules=rules, charts=charts), form, out, force)


@charts_app.command("list")
def charts_list(charts: ChartsOption = None) -> None:
    """List the charts of a set: rows, columns, what is quoted."""
    from .charts import load_charts

    loaded = load_charts(charts)
    emit_rows(loaded.rows(), f"Chart set {loaded.name}, edition {loaded.edition}", Format.TEXT, None, False)


@charts_app.command("show")
def charts_show(
    name: Annotated[str, typer.Argument(help="A chart's name, see `topstretch charts list`.")],
    charts: ChartsOption = None,
) -> None:
    """Print a chart as the game box would."""
    from .charts import load_charts

    emit(str(load_charts(charts).chart(name)), None)


@charts_app.command("copy")
def charts_copy(folder: Annotated[Path, typer.Argument(help="A new folder.", metavar="DIR")]) -> None:
    """Write a copy of the standard charts to key your own into."""
    from .chart_copy import copy_charts

    copied = copy_charts(folder)
    note(f"{copied} charts in {folder}; README.md there says how to go on.")


@charts_app.command("check")
def charts_check(folder: Annotated[Path, typer.Argument(help="The folder of a chart set.", metavar="DIR")]) -> None:
    """Find every fault of a chart set, and every rule of shape that it breaks."""
    from .charts_verbs import checked

    emit(checked(folder), None)


@card_app.command("new")
def card_new(
    out: Annotated[Path, typer.Argument(help="The file to write.", metavar="OUT.csv")], force: ForceOption = False
) -> None:
    """Write a blank race card to fill in."""
    from .card_files import blank_card

    write_whole(out, blank_card(), force=force)
    note(f"{out}: fill in the head lines and a row for each entry; `topstretch card check {out}` finds every fault.")


@card_app.command("check")
def card_check(
    file: Annotated[Path, typer.Argument(help="A race card file.", metavar="FILE")],
    charts: ChartsOption = None,
    rule: RuleOption = None,
) -> None:
    """Find every fault of a race card; show each Adjusted Power with its working."""
    from .card_files import read_card
    from .charts import load_charts
    from .house import Rules
    from .show.text import as_text, working_table

    loaded, rules = load_charts(charts), Rules.parse(rule or [])
    card = read_card(file, loaded, rules)
    emit(
        f"{card}\n\n{as_text(working_table(card, loaded))}\n{clean(file)}: {len(card.runners)} runners; no faults", None
    )


def say_seed(asked: int | None, taken: int | None) -> None:
    """Say which fresh seed was taken where the result itself does not."""
    if asked is None and taken is not None:
        note(f"seed {taken}")


def emit_result(result: Any, form: Format, out: Path | None, force: bool, seed: int | None = 0) -> None:
    """A result with rows: its text, or its rows with a note of a fresh seed."""
    if form is not Format.TEXT:
        say_seed(seed, getattr(result, "seed", None))
    if form is Format.TEXT:
        emit(str(result), out, force=force)
    else:
        emit_rows(result.rows(), "", form, out, force)


def emit_rows(rows: list[dict[str, Any]], title: str, form: Format, out: Path | None, force: bool) -> None:
    """Rows in the format that was asked for; nothing else on stdout."""
    columns = list(rows[0]) if rows else []
    if form is Format.JSON:
        text = json_text(rows)
    elif form is Format.CSV:
        text = csv_text(rows, columns)
    else:
        from .show.text import as_text, table

        words = [name for name in columns if rows and isinstance(rows[0][name], str)]
        text = as_text(table(title, columns, [list(row.values()) for row in rows], left=words))
    emit(text, out, force=force)


def main() -> None:
    """Run the command; a fault of the input is a line on stderr and exit status 2, any other failure of ours 1."""
    try:
        app()
    except TopstretchError as error:
        report(error)
        sys.exit(error.status)


if __name__ == "__main__":
    main()
