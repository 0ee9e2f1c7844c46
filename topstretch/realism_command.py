"""The verb `charts realism`, undecorated: the command mounts it."""

from pathlib import Path
from typing import Annotated

import typer

from .console import Format, check_new, csv_text, emit, json_text, note

MISSED_STATUS = 3  # exit status where a row is missed


def realism(
    folder: Annotated[
        Path | None, typer.Argument(help="A folder with a chart set; without it the packaged one.", metavar="DIR")
    ] = None,
    races: Annotated[
        int,
        typer.Option(
            help="Races of each version. The default takes about a minute.",
            min=1_000,
        ),
    ] = 200_000,
    seed: Annotated[int, typer.Option(help="Names the cards and their dice.", min=0)] = 7,
    cards: Annotated[int, typer.Option(help="Cards on which the versions are compared exactly.", min=1)] = 200,
    form: Annotated[Format, typer.Option("--format", help="How the result is written.")] = Format.TEXT,
    out: Annotated[Path | None, typer.Option(help="Write the result to a file.", metavar="FILE")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over existing files.")] = False,
) -> None:
    """Put a chart set to real racing: every figure within its tolerance, or missed. Status 3 where one is missed."""
    from .realism import COLUMNS
    from .realism import realism as report

    check_new(out, force=force)
    found = report(folder, races, seed, cards=cards)
    if form is Format.TEXT:
        emit(str(found), out, force=force)
    else:
        emit(
            json_text(found.records()) if form is Format.JSON else csv_text(found.records(), COLUMNS), out, force=force
        )
    for row in found.missed:
        note(f"missed: {row.figure}")
    if not found.met:
        raise typer.Exit(MISSED_STATUS)
