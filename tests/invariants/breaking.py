"""Chart sets with something wrong in them: the standard files, changed as text."""

import csv
from collections.abc import Callable
from pathlib import Path

import topstretch as ts
from topstretch.chart_files import LAYOUTS
from topstretch.locate import data_dir

STANDARD = data_dir("charts") / "standard"
KEYS = {"final_time": 2, "track_conditions": 2}

Chart = list[list[str]]  # header and rows


class Box:
    """Every chart of the standard set as rows of text, to change and to write."""

    def __init__(self) -> None:
        self.charts: dict[str, Chart] = {}
        for name in LAYOUTS:
            with (STANDARD / f"{name}.csv").open(encoding="utf-8", newline="") as file:
                self.charts[name] = [row for row in csv.reader(file) if not row[0].startswith("#")]

    def row(self, chart: str, label: str) -> list[str]:
        """The row of a label: `7`, `dirt 100`, or `last`."""
        keys = KEYS.get(chart, 1)
        rows = self.charts[chart][1:]
        return rows[-1] if label == "last" else next(row for row in rows if " ".join(row[:keys]) == label)

    def column(self, chart: str, name: str) -> int:
        return self.charts[chart][0].index(name)

    def cell(self, chart: str, label: str, column: str) -> str:
        return self.row(chart, label)[self.column(chart, column)]

    def put(self, chart: str, label: str, column: str, text: str | Callable[[str], str]) -> "Box":
        """Change one cell: to a text, or by a function of the old one."""
        row, at = self.row(chart, label), self.column(chart, column)
        row[at] = text if isinstance(text, str) else text(row[at])
        return self

    def swap(self, chart: str, one: str, other: str) -> "Box":
        """Swap two columns under their headers."""
        a, b = self.column(chart, one), self.column(chart, other)
        for row in self.charts[chart][1:]:
            row[a], row[b] = row[b], row[a]
        return self

    def repeat(self, chart: str, source: str, label: str) -> "Box":
        """Put the cells of one row into another as well."""
        keys = KEYS.get(chart, 1)
        self.row(chart, label)[keys:] = self.row(chart, source)[keys:]
        return self

    def turn(self, chart: str) -> "Box":
        """Turn every sign of a chart."""
        for row in self.charts[chart][1:]:
            row[1:] = [turned(cell) for cell in row[1:]]
        return self

    def without(self, chart: str, label: str) -> "Box":
        """Take a row out."""
        self.charts[chart].remove(self.row(chart, label))
        return self

    def write(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        for name, rows in self.charts.items():
            with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
                file.write("# edition: wrong\n")
                csv.writer(file, lineterminator="\n").writerows(rows)
        return folder

    def load(self, folder: Path) -> ts.ChartSet:
        return ts.load_charts(self.write(folder))


def turned(cell: str) -> str:
    """A signed cell with the other sign."""
    number, mark = -int(cell.removesuffix("t")), "t" * cell.endswith("t")
    return (f"{number:+d}" if number else "0") + mark
