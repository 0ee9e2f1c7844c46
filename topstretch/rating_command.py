"""The verbs `rate`, `horses`, `jockeys` and `sense`, undecorated: the command mounts them."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from .console import Format, check_new, csv_text, emit, json_text, note
from .errors import fault
from .ratings import Kind, Surface

MISSED = 3  # exit status where a check was missed


class Sex(StrEnum):
    """Fillies and mares, or colts, horses and geldings."""

    FEMALE = "female"
    MALE = "male"


OutOption = Annotated[Path | None, typer.Option(help="Write the result to a file.", metavar="FILE")]
ForceOption = Annotated[bool, typer.Option("--force", help="Write over existing files.")]
FormatOption = Annotated[Format, typer.Option("--format", help="How the result is written.")]
ChartsOption = Annotated[Path | None, typer.Option(help="A folder with a chart set of your own.", metavar="DIR")]


def rate(
    facts: Annotated[Path | None, typer.Argument(help="A file of facts.", metavar="FACTS.csv")] = None,
    feats: Annotated[Path | None, typer.Option(help="Fast times of these horses.", metavar="FEATS.csv")] = None,
    honours: Annotated[Path | None, typer.Option(help="Titles and the like.", metavar="HONOURS.csv")] = None,
    quotes: Annotated[Path | None, typer.Option(help="Ride ratings that stand (--riders).", metavar="CSV")] = None,
    riders: Annotated[bool, typer.Option("--riders", help="The facts are of riders.")] = False,
    blank: Annotated[bool, typer.Option("--blank", help="Write a file of facts to fill in.")] = False,
    charts: ChartsOption = None,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """Rate horses or riders of your own from their facts, by the method of the packaged ones."""
    from .charts import chart_set
    from .rating import horse_cards_text, jockey_cards_text, rate_horses, rate_jockeys
    from .rating_facts import blank_facts
    from .rating_show import neutral_text

    check_new(out, force=force)
    if blank:
        emit(blank_facts(riders=riders), out, force=force)
        return
    if facts is None:
        raise fault("FACTS.csv", "no file", "a file of facts, or --blank for one to fill in")
    if riders:
        jockeys = rate_jockeys(facts, quotes=quotes)
        files = [path.name for path in (facts, quotes) if path is not None]
        emit(jockey_cards_text(jockeys, files), out, force=force)
        note(neutral_text(jockeys))
        return
    made = chart_set(charts)
    horses = rate_horses(facts, feats=feats, honours=honours, charts=made)
    files = [path.name for path in (facts, feats, honours) if path is not None]
    emit(horse_cards_text(horses, files, made), out, force=force)
    note(neutral_text(horses))


def horses(
    name: Annotated[str | None, typer.Argument(help="A horse: shows its cards and why.", metavar="NAME")] = None,
    kind: Annotated[Kind | None, typer.Option(help="Which cards (lists: best-year).")] = None,
    sex: Annotated[Sex | None, typer.Option(help="Fillies and mares, or males.")] = None,
    surface: Annotated[Surface | None, typer.Option(help="Rated on this surface.")] = None,
    distance: Annotated[float | None, typer.Option(help="Range covers these furlongs.", min=2, max=24)] = None,
    form: FormatOption = Format.TEXT,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """List the rated horses, or show one with all that is known of it."""
    from .rating_show import chosen_horses, horse_text, horses_text, one_of_name
    from .rosters import load_horses

    if name is None:
        emit(horses_text(chosen_horses(kind or Kind.BEST_YEAR, sex, surface, distance), form), out, force=force)
        return
    if (sex, surface, distance) != (None, None, None):
        raise fault("NAME", name, "a name, or the filters --sex, --surface and --distance")
    kinds = tuple(Kind) if kind is None else (kind,)
    if form is Format.TEXT:
        emit(horse_text(name, kinds), out, force=force)
    else:
        emit(horses_text([one_of_name(load_horses(one), "horse", name) for one in kinds], form), out, force=force)


def jockeys(
    name: Annotated[str | None, typer.Argument(help="A rider: shows the card and why.", metavar="NAME")] = None,
    form: FormatOption = Format.TEXT,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """List the rated riders, or show one with all that is known."""
    from .rating_show import jockey_text, jockeys_text, one_of_name
    from .rosters import load_jockeys

    roster = load_jockeys()
    if name is None:
        emit(jockeys_text(list(roster.values()), form), out, force=force)
    elif form is Format.TEXT:
        emit(jockey_text(name), out, force=force)
    else:
        emit(jockeys_text([one_of_name(roster, "jockey", name)], form), out, force=force)


def sense(
    kind: Annotated[Kind | None, typer.Option(help="One kind of card; without it both.")] = None,
    blocks: Annotated[int, typer.Option(help="Blocks of 16,384 fields for each race.", min=1)] = 2,
    seed: Annotated[int, typer.Option(help="Names the fields and their dice.", min=0)] = 7,
    charts: ChartsOption = None,
    form: FormatOption = Format.TEXT,
    out: OutOption = None,
    force: ForceOption = False,
) -> None:
    """Race the hundred in fields of ten and put what comes out to what is expected. Status 3 where a check is missed."""
    from .hundred import SENSE_COLUMNS, sense_check, sense_rows, sense_text

    check_new(out, force=force)
    senses = [sense_check(one, blocks=blocks, seed=seed, charts=charts) for one in Kind if kind in (None, one)]
    rows = [row for one in senses for row in sense_rows(one)]
    if form is Format.TEXT:
        emit("\n\n".join(sense_text(one) for one in senses), out, force=force)
    else:
        emit(json_text(rows) if form is Format.JSON else csv_text(rows, SENSE_COLUMNS), out, force=force)
    if not all(one.met for one in senses):
        raise typer.Exit(MISSED)
