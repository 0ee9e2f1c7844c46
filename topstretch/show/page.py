"""A race as one page that needs no network, and the scoresheet as a page to print."""

from pathlib import Path
from typing import Any

from attrs import frozen

from ..betting import Odds, Payoffs
from ..card import RaceCard
from ..charts import ChartSet
from ..errors import clean
from ..explaining import explain
from ..house import FULLPLAY, QUICKPLAY
from ..notation import ordinal, time_text
from ..playing import check_version
from ..scoresheet import ENTRY_COLUMNS, LOG_COLUMNS, RACE_COLUMNS, Scoresheet
from .html import Column, Grid, Lines, blocks, calls_grid, grid, opened_accounts, render, told, unbroken, verdict_grid
from .oval import HALF, HEIGHT, RADIUS, STRAIGHT, WIDTH, replay_data
from .text import heading, made_by, odds_table, payoffs_table, race_cell, result_table, status_text

PRINTED_ROWS = 124.0  # millimetres for the rows of a printed sheet, A4 and letter landscape
TALLEST_ROW = 8.5
BLANK, TO_FILL_IN = "", "............"


@frozen
class Printed:
    """A scoresheet to print: labelled head lines, the rulebook's columns, a row a horse, and a line at the foot."""

    title: str
    head: tuple[tuple[str, str], ...]
    left: tuple[Column, ...]
    right: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: tuple[str, ...]
    row_height: str


def race_page(
    sheet: Scoresheet,
    odds: Odds | None = None,
    payoffs: Payoffs | None = None,
    charts: ChartSet | str | Path | None = None,
) -> str:
    """A race as one HTML page: result, replay, what decided it, scoresheet, odds, every horse's account, the dice.

    `charts` are those the race was run with, the standard set without them. The page loads nothing; printed, it is the
    scoresheet on one page, landscape. Raises InputError where the charts are others.
    """
    found = explain(sheet, charts=charts)
    results = list(blocks(result_table(sheet)))
    return render(
        "page.html",
        title=clean(sheet.card.name),
        lines=[heading(sheet.card), made_by(sheet)],
        result=next(block for block in results if isinstance(block, Grid)),
        notes=[line for block in results if isinstance(block, Lines) for line in block.lines],
        payoffs=grid(payoffs_table(payoffs)) if payoffs is not None and payoffs.lines else None,
        odds=None if odds is None else grid(odds_table(odds)),
        calls=calls_grid(sheet) if sheet.version == FULLPLAY else None,
        verdict=unbroken(clean(found.verdict.text)),
        verdict_grid=verdict_grid(found),
        told=told(found.commentary),
        accounts=opened_accounts(found.accounts),
        dice=log_grid(sheet),
        sheet=printed(sheet, sheet.version),
        replay=replay_data(sheet, found.commentary),
        oval={"width": WIDTH, "height": HEIGHT, "straight": STRAIGHT, "outer": RADIUS + HALF, "inner": RADIUS - HALF},
    )


def scoresheet_page(race: Scoresheet | RaceCard, version: str = QUICKPLAY) -> str:
    """A scoresheet to print on one page, A4 or letter, landscape: filled in, or blank to be filled in by hand.

    A Scoresheet is printed as it came out; of a RaceCard the field and its ratings are printed, and the columns of
    `version`, "quickplay" or "fullplay", are left blank.
    """
    check_version(version)
    version = race.version if isinstance(race, Scoresheet) else version
    card = race.card if isinstance(race, Scoresheet) else race
    return render("sheet_page.html", title=clean(f"Scoresheet: {card.name}"), sheet=printed(race, version))


def printed(race: Scoresheet | RaceCard, version: str) -> Printed:
    """What a printed sheet holds."""
    card = race.card if isinstance(race, Scoresheet) else race
    rows = filled_rows(race) if isinstance(race, Scoresheet) else blank_rows(race, version)
    head = (
        ("Race", card.name), ("Date", card.date), ("Track", card.track), ("Surface", str(card.surface)),
        ("Distance", f"{card.distance:g} furlongs"), ("Condition", card.condition),
    )  # fmt: skip
    return Printed(
        f"Scoresheet, {version.capitalize()}",
        tuple((name, clean(value) or TO_FILL_IN) for name, value in head),
        tuple(Column(name, name not in ("Horse", "Jockey")) for name in ENTRY_COLUMNS),
        tuple(Column(name, True) for name in RACE_COLUMNS[version]),
        rows,
        foot_lines(race) if isinstance(race, Scoresheet) else blank_foot(),
        f"{min(TALLEST_ROW, PRINTED_ROWS / len(rows)):.2f}mm",
    )


def filled_rows(sheet: Scoresheet) -> tuple[tuple[str, ...], ...]:
    """The rows of a sheet as it came out."""
    sources = (*ENTRY_COLUMNS.values(), *RACE_COLUMNS[sheet.version].values())
    return tuple(tuple(cell_text(race_cell(line, source)) for source in sources) for line in sheet.lines)


def cell_text(value: object) -> str:
    """A cell; empty where there is none."""
    return "" if value is None else clean(value)


def blank_rows(card: RaceCard, version: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a sheet to be filled in: the field and its ratings."""
    return tuple(
        (
            str(entry.post), clean(entry.horse.name), clean(entry.jockey.name), str(entry.horse.pace), str(entry.horse.form),
            str(entry.horse.class_), str(entry.horse.speed), str(entry.horse.trip), str(entry.horse.wire),
            str(entry.jockey.ride), str(entry.jockey.trouble), BLANK, *(BLANK for _ in RACE_COLUMNS[version]),
        )
        for entry in card.starters
    )  # fmt: skip


def foot_lines(sheet: Scoresheet) -> tuple[str, ...]:
    """Pace, factor and time; photos, dead heats and rulings by post, so that they fit; what made the sheet."""
    ride = " and Ride" if sheet.ride_counts else ""
    time = "no finisher" if sheet.seconds is None else f"time {time_text(sheet.seconds)}"
    facts = [f"Pace {sheet.pace_of_race}; race factor {sheet.factor}{ride}; {time}", *photo_notes(sheet)]
    facts += [
        clean(f"PP {line.post} {status_text(line) or line.status}") for line in sheet.lines if line.status != "finished"
    ]
    return ("; ".join(facts) + ".", made_by(sheet) + ".")


def photo_notes(sheet: Scoresheet) -> list[str]:
    """Each photo with its totals, and each dead heat, by post."""
    photos: dict[int, list[str]] = {}
    heats: dict[int, list[str]] = {}
    for line in sorted(sheet.lines, key=lambda line: (line.wire_place or 0, line.post)):
        if line.photo_total is not None:
            photos.setdefault(line.figure or 0, []).append(f"PP {line.post} {line.photo_total}")
    for line in sheet.finishers:
        heats.setdefault(line.place or 0, []).append(f"PP {line.post}")
    found = [f"photo at {figure}: {', '.join(horses)}" for figure, horses in photos.items()]
    return found + [f"dead heat for {ordinal(p)}: {', '.join(level)}" for p, level in heats.items() if len(level) > 1]


def blank_foot() -> tuple[str, ...]:
    """Labels for what belongs to the whole race."""
    labels = ("Pace of the race", "Race factor", "Ride (yes or no)", "Final time")
    return ("      ".join(f"{label}: {TO_FILL_IN}" for label in labels),)


def log_grid(sheet: Scoresheet) -> Grid:
    """The dice log as a table."""
    words = ("roll", "horse", "chart", "result")
    columns = tuple(Column(name.capitalize(), name not in words) for name in LOG_COLUMNS)
    rows = tuple(tuple(cell_text(row[name]) for name in LOG_COLUMNS) for row in sheet.log_rows())
    return Grid("The dice log", columns, rows, 0)


def replay_of(sheet: Scoresheet, charts: ChartSet | str | Path | None = None) -> dict[str, Any]:
    """The data of the replay alone, call by call, as the page's script takes it."""
    return replay_data(sheet, explain(sheet, charts=charts).commentary)
