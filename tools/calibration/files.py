"""A ChartSet as the CSV files of data/README.md: head lines kept, tables written anew, each file whole or not at all."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from topstretch.chart_files import CODES, FIELD_SIZES, FIGURES, PACES, SURFACES
from topstretch.charts import FAST, NORMAL, SLOW, ChartSet
from topstretch.columns import Column, read_table, text
from topstretch.console import write_whole
from topstretch.locate import data_dir

Rows = list[Sequence[object]]
ROLLS = range(2, 13)


def write_set(charts: ChartSet, directory: Path, *, write: bool) -> list[str]:
    """Write the charts that differ; gives their names. The head lines of each file stay as they are."""
    changed = []
    for name, (header, rows) in tables(charts).items():
        path = directory / f"{name}.csv"
        old = path.read_text(encoding="utf-8")
        head = [line for line in old.splitlines() if line.startswith("#")]
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([header, *rows])
        new = "\n".join(head) + "\n" + out.getvalue()
        if new != old:
            changed.append(name)
            if write:
                write_whole(path, new, force=True)
    return changed


def broken_quotes(charts: ChartSet) -> list[str]:
    """The quoted cells of the calibrated charts that do not hold."""
    quoted = read_table(data_dir("charts") / "standard" / "quoted_cells.csv", QUOTED_COLUMNS).rows
    made = {
        name: (list(map(str, header)), [list(map(str, row)) for row in rows])
        for name, (header, rows) in tables(charts).items()
    }
    found = []
    for row in quoted:
        if row["chart"] in made:
            header, lines = made[row["chart"]]
            cells = [cells[header.index(row["column"])] for cells in lines if covers(cells[0], row["row"])]
            if set(cells) != {row["value"]}:
                found.append(
                    f"{row['chart']} {row['row']} {row['column']}: found {', '.join(cells)}, quoted {row['value']}"
                )
    return found


def covers(label: str, row: str) -> bool:
    """Whether a row of a chart holds a quoted row, alone or within its band."""
    if label == row:
        return True
    number = re.fullmatch("[0-9]+", row)
    match = re.fullmatch("([0-9]+)-([0-9]+)|([0-9]+) or (less|more)", label)
    if not number or not match:
        return False
    low = match[1] or (match[3] if match[4] == "more" else 0)
    high = match[2] or (match[3] if match[4] == "less" else 999)
    return int(low) <= int(row) <= int(high)


QUOTED_COLUMNS = [Column(name, text()) for name in ("chart", "row", "column")] + [
    Column("value", text(), blank=True),
    Column("page", text()),
]


def tables(charts: ChartSet) -> dict[str, tuple[Sequence[object], Rows]]:
    """Header and rows of every chart that is calibrated."""
    return {
        "final_speed": (["roll", *range(30)], by_roll(charts.final_speed.tolist())),
        "break_segment": (["roll", *range(10)], by_roll(charts.break_segment.tolist())),
        "pace_scenario": (["roll", *range(19)], by_roll([[pace_cell(p) for p in row] for row in charts.pace_scenario])),
        "pace_effects_quickplay": (["pace", *range(10)], effects_rows(charts)),
        "race_pace": (["points", *PACES], race_pace_rows(charts)),
        "pace_effects_fullplay": (["points", "Slow", "Fast"], banded_effects(charts)),
        "odds_codes": (["points", *FIELD_SIZES], codes_rows(charts)),
        "odds": (["red", *CODES], [[face, *(odds_cell(o) for o in row)] for face, row in enumerate(charts.odds, 1)]),
        "payoffs": (
            ["odds", "win", "place", "show"],
            [[odds_cell(o), *(f"{float(paid):.2f}" for paid in charts.payoffs[o])] for o in sorted(charts.payoffs)],
        ),
        "final_time": (["surface", "figure", *(f"{d:g}" for d in charts.time_distances)], time_rows(charts)),
        "lengths": (
            ["distance", "points"],
            [[f"{d:g}", f"{p:.2f}"] for d, p in zip(charts.length_distances, charts.length_points, strict=True)],
        ),
    }


def by_roll(rows: Iterable[Sequence[object]]) -> Rows:
    """Rows with the roll before them."""
    return [[roll, *row] for roll, row in zip(ROLLS, rows, strict=True)]


def signed(number: int) -> str:
    """A change as the charts print it: `+1`, `0`, `-2`."""
    return f"{number:+d}" if number else "0"


def pace_cell(pace: int) -> str:
    """`Slow`, `Fast`, blank for Normal."""
    return "" if pace == NORMAL else PACES[pace]


def odds_cell(odds: object) -> str:
    """`7-2`."""
    over, under = odds.as_integer_ratio()  # type: ignore[attr-defined]
    return f"{over}-{under}"


def effects_rows(charts: ChartSet) -> Rows:
    """Pace Effects (Quickplay)."""
    return [[PACES[pace], *(signed(int(e)) for e in charts.pace_effects_quickplay[pace])] for pace in (SLOW, FAST)]


def bands(rows: Sequence[tuple[object, ...]], first: int) -> list[tuple[int, int, tuple[object, ...]]]:
    """Equal neighbours as (first number, last number, row)."""
    found: list[tuple[int, int, tuple[object, ...]]] = []
    for number, row in enumerate(rows, first):
        if found and found[-1][2] == row:
            found[-1] = (found[-1][0], number, row)
        else:
            found.append((number, number, row))
    return found


def banded(rows: Sequence[tuple[object, ...]], first: int) -> Rows:
    """Bands as the charts label them; the first and the last are open."""
    found = bands(rows, first)
    made: Rows = []
    for i, (low, high, row) in enumerate(found):
        label = f"{low}-{high}" if high > low else str(low)
        label = f"{high} or less" if i == 0 else f"{low} or more" if i == len(found) - 1 else label
        made.append([label, *row])
    return made


def race_pace_rows(charts: ChartSet) -> Rows:
    """Race Pace: `all`, or the faces of a die."""

    def faces(line: Sequence[int], pace: int) -> str:
        there = [face for face in range(1, 7) if line[face - 1] == pace]
        if len(there) == 6:
            return "all"
        return "" if not there else str(there[0]) if len(there) == 1 else f"{there[0]}-{there[-1]}"

    lines = [tuple(faces(line, pace) for pace in (SLOW, NORMAL, FAST)) for line in charts.race_pace.tolist()]
    return banded(lines, charts.race_pace_first)


def banded_effects(charts: ChartSet) -> Rows:
    """Pace Effects (Fullplay)."""
    slow, fast = (charts.pace_effects_fullplay[pace].tolist() for pace in (SLOW, FAST))
    return banded([(signed(a), signed(b)) for a, b in zip(slow, fast, strict=True)], charts.pace_effects_first)


def codes_rows(charts: ChartSet) -> Rows:
    """Odds codes, the last row open."""
    last = len(charts.odds_codes) - 1
    return [
        [f"{last} or more" if points == last else points, *(CODES[code] for code in row)]
        for points, row in enumerate(charts.odds_codes)
    ]


def time_rows(charts: ChartSet) -> Rows:
    """Final Time to the hundredth."""
    seconds = np.asarray(charts.final_time)
    return [
        [surface, figure, *(f"{cell:.2f}" for cell in seconds[i, j])]
        for i, surface in enumerate(SURFACES)
        for j, figure in enumerate(FIGURES)
    ]
