"""What the cells of one chart must satisfy together to be readable at all (shape rules are in `invariants.py`)."""

import re
from collections.abc import Callable
from typing import Any

from .chart_files import FIGURES, PACES, SURFACES, Band
from .columns import Table
from .ratings import Form


def check_chart(name: str, table: Table) -> None:
    """Note the faults between the cells of the chart `name`; most charts need no check beyond their layout."""
    if name in CHECKS:
        CHECKS[name](table)


def check_race_pace(table: Table) -> None:
    """Each face of each line gives one pace."""
    for row in table.rows:
        if row.whole:
            named = [face for pace in PACES for face in (row[pace] or ())]
            if sorted(named) != list(range(1, 7)):
                table.fault(row.line, "", ", ".join(row.raw.values()), "every face 1 to 6 under one pace")


def check_marks(table: Table) -> None:
    """The t of a Pos cell stands at its Power cell too."""
    for row in table.rows:
        for form in Form if row.whole else ():
            if row[f"{form} Pos"][1] != row[f"{form} Power"][1]:
                table.fault(
                    row.line, f"{form} Power", row.raw[f"{form} Power"], f"a t as in {form} Pos, or none in both"
                )


def check_trouble(table: Table) -> None:
    """An out has a reason; a failed test for power has a loss; no other row has either."""
    for row in table.rows:
        if not row.whole:
            continue
        if (row["outcome"] == "out") != (row["reason"] is not None):
            table.fault(row.line, "reason", row.raw["reason"], "a reason for an out, else a blank")
        if (row["outcome"] == "test: power") != (row["power"] is not None):
            table.fault(row.line, "power", row.raw["power"], "a change for a test: power, else a blank")


def check_times(table: Table) -> None:
    """Every surface has every figure once."""
    seen: dict[tuple[str, int], int] = {}
    for row in table.rows:
        place = (row["surface"], row["figure"])
        if row.whole and seen.setdefault(place, row.line) != row.line:
            table.fault(row.line, "figure", f"{place[0]} {place[1]}, as on line {seen[place]}", "one row each")
        if row.whole and str(place[1]) not in FIGURES:
            table.fault(row.line, "figure", place[1], "a figure by tens from 0 to 200")
    for surface in SURFACES:
        for figure in FIGURES:
            if (surface, int(figure)) not in seen and all(row.whole for row in table.rows):
                table.fault(0, "figure", f"no row for {surface} {figure}", "0 to 200 by tens on dirt and turf")


def check_distance(table: Table) -> None:
    """Half furlongs from 0 up, the last row open-ended or not."""
    for i, row in enumerate(table.rows):
        expected = f"{i / 2:g}"
        label = str(row["furlongs"])
        last = i == len(table.rows) - 1
        if label != expected and not (last and re.fullmatch(re.escape(expected) + " or more", label)):
            table.fault(row.line, "furlongs", label, expected + (f", or {expected} or more" if last else ""))
    if not table.rows:
        table.fault(0, "furlongs", "no rows", "rows from 0 by half furlongs")


def check_unique(column: str, *more: str) -> Callable[[Table], None]:
    """A check that no two rows agree in some columns, and that there is a row at all."""

    def check(table: Table) -> None:
        seen: dict[tuple[Any, ...], int] = {}
        for row in table.rows:
            place = tuple(row[name].lower() if isinstance(row[name], str) else row[name] for name in (column, *more))
            if row.whole and seen.setdefault(place, row.line) != row.line:
                table.fault(row.line, column, f"{row.raw[column]}, as on line {seen[place]}", "one row each")
        if not table.rows:
            table.fault(0, column, "no rows", "at least one row")

    return check


def check_conditions(table: Table) -> None:
    """Each surface has conditions, each of them once."""
    check_unique("surface", "condition")(table)
    for surface in SURFACES:
        if surface not in [row["surface"] for row in table.rows]:
            table.fault(0, "surface", f"no row for {surface}", "a condition at least for dirt and for turf")


def check_codes(table: Table) -> None:
    """Points below the highest start at 0, where the highest itself stands."""
    first = table.rows[0]["points"] if table.rows else None
    if isinstance(first, Band) and first.low != 0:
        table.fault(table.rows[0].line, "points", str(first), "0 as the first row")


CHECKS: dict[str, Callable[[Table], None]] = {
    "race_pace": check_race_pace,
    "race_position": check_marks,
    "trouble": check_trouble,
    "final_time": check_times,
    "distance": check_distance,
    "lengths": check_unique("distance"),
    "payoffs": check_unique("odds"),
    "track_conditions": check_conditions,
    "odds_codes": check_codes,
}
