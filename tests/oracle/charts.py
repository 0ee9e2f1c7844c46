"""The chart files, read in the plainest way: a list of rows, each a dict of texts."""

import csv
import math
from fractions import Fraction
from pathlib import Path

Table = list[dict[str, str]]
Charts = dict[str, Table]


class OutsideChart(ValueError):
    """A value that no row or column of a chart covers."""


def load(directory: Path) -> Charts:
    """Every chart of a folder, by its file's name without the ending."""
    return {path.stem: read_table(path) for path in sorted(Path(directory).glob("*.csv"))}


def read_table(path: Path) -> Table:
    """One CSV file: the `#` lines on top and the blank rows are passed over."""
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    while lines and (lines[0].startswith("#") or not lines[0].strip()):
        lines.pop(0)
    rows = [[text.strip() for text in row] for row in csv.reader(lines)]
    header = rows[0]
    return [dict(zip(header, row)) for row in rows[1:] if any(row)]


def span(label: str) -> tuple[float | Fraction, float | Fraction]:
    """The lowest and the highest number that a label such as `44-45` covers."""
    if label.endswith("or less"):
        return -math.inf, Fraction(label.removesuffix("or less").strip())
    if label.endswith("or more"):
        return Fraction(label.removesuffix("or more").strip()), math.inf
    if "-" in label[1:]:
        low, high = label.split("-")
        return Fraction(low), Fraction(high)
    return Fraction(label), Fraction(label)


def find_label(labels: list[str], value: int | Fraction) -> str:
    """The label that covers a number; beyond the ends, the end one (D17)."""
    for label in labels:
        low, high = span(label)
        if low <= value <= high:
            return label
    first = min(labels, key=lambda label: span(label)[0])
    last = max(labels, key=lambda label: span(label)[1])
    if value < span(first)[0]:
        return first
    if value > span(last)[1]:
        return last
    raise OutsideChart(f"no line for {value} among {labels}")


def cell(charts: Charts, name: str, row: int | Fraction | str, column: int | str) -> str:
    """The text where a row meets a column; numbers look for the label covering them."""
    table = charts[name]
    first, *others = table[0]
    if not isinstance(row, str):
        row = find_label([line[first] for line in table], row)
    if not isinstance(column, str):
        column = find_label(others, column)
    for line in table:
        if line[first] == row:
            return line[column]
    raise OutsideChart(f"{name} has no row {row}")


def change(charts: Charts, name: str, row: int | Fraction | str, column: int | str) -> int:
    """A cell that holds a whole number, such as `-2`, `0` or `+1`."""
    return int(cell(charts, name, row, column))


def change_and_trouble(charts: Charts, name: str, row: int, column: str) -> tuple[int, bool]:
    """A whole number, and whether the `t` of the trouble chart stands behind it."""
    text = cell(charts, name, row, column)
    return int(text.removesuffix("t")), text.endswith("t")


def odds_to_one(text: str) -> Fraction:
    """Odds to 1 as a number: `7-2` and `3.5` are the same."""
    if "-" in text:
        left, right = text.split("-")
        return Fraction(left) / Fraction(right)
    return Fraction(text)


def straight_line(points: list[tuple[Fraction, Fraction]], x: Fraction) -> Fraction:
    """The height at x of the line drawn from each point to the next."""
    points = sorted(points)
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        if x0 <= x <= x1:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    raise OutsideChart(f"{x} is not between {points[0][0]} and {points[-1][0]}")


def as_on_dirt(surface: str) -> str:
    """Synthetic tracks count as dirt (R1)."""
    return "dirt" if surface == "synthetic" else surface


def condition_change(charts: Charts, surface: str, condition: str) -> int:
    """What a track in this condition takes from every horse, 0 or less (D15)."""
    for line in charts["track_conditions"]:
        if (line["surface"], line["condition"]) == (as_on_dirt(surface), condition):
            return int(line["power"])
    raise OutsideChart(f"track_conditions has no {condition} for {surface}")


def final_time(charts: Charts, surface: str, distance: Fraction, figure: int) -> Fraction:
    """Seconds for a figure at a distance (R4, D17: a figure past the ends is read there)."""
    rows = [line for line in charts["final_time"] if line["surface"] == as_on_dirt(surface)]
    at_this_distance = []
    for line in rows:
        across = [
            (Fraction(furlongs), Fraction(seconds))
            for furlongs, seconds in line.items()
            if furlongs not in ("surface", "figure")
        ]
        at_this_distance.append((Fraction(line["figure"]), straight_line(across, distance)))
    lowest, highest = min(at_this_distance)[0], max(at_this_distance)[0]
    return straight_line(at_this_distance, max(lowest, min(highest, Fraction(figure))))


def points_a_length(charts: Charts, distance: Fraction) -> Fraction:
    """How many figure points one length is worth at the wire."""
    points = [(Fraction(line["distance"]), Fraction(line["points"])) for line in charts["lengths"]]
    return straight_line(points, distance)
