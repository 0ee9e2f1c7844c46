"""Chart sets on disk with one thing changed."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
import topstretch as ts
from topstretch.locate import data_dir

STANDARD = data_dir("charts") / "standard"


def copy(folder: Path, **changed: str) -> Path:
    """A copy of the standard set, with the text of some charts changed."""
    made = folder / "own"
    shutil.copytree(STANDARD, made)
    for name, content in changed.items():
        (made / f"{name}.csv").write_text(content, encoding="utf-8")
    return made


def content(name: str) -> str:
    """A chart of the standard set as text."""
    return (STANDARD / f"{name}.csv").read_text(encoding="utf-8")


def lines(name: str) -> list[str]:
    """Its lines; line 1 is at 0."""
    return content(name).splitlines()


def line_of(name: str, start: str) -> int:
    """The line, from 1, that starts with a row label."""
    return next(i for i, line in enumerate(lines(name), start=1) if line.startswith(start))


def with_row(name: str, label: str, new: str | None, *, also: str = "") -> str:
    """The chart with the row of a label replaced; None takes it out; `also` is a line put behind it."""
    found = lines(name)
    at = line_of(name, f"{label},") - 1
    found[at : at + 1] = [*([] if new is None else [new]), *([also] if also else [])]
    return "\n".join(found) + "\n"


def with_cell(name: str, label: str, column: str, cell: str) -> str:
    """The chart with one cell changed."""
    return with_cells(name, {(label, column): cell})


def with_cells(name: str, changed: Mapping[tuple[str, str], str]) -> str:
    """The chart with some cells changed, by row label and column."""
    header = lines(name)[header_line(name) - 1].split(",")
    found = lines(name)
    for (label, column), cell in changed.items():
        at = line_of(name, f"{label},") - 1
        row = found[at].split(",")
        row[header.index(column)] = cell
        found[at] = ",".join(row)
    return "\n".join(found) + "\n"


def cell_of(name: str, label: str, column: str) -> str:
    """One cell of the standard set as text."""
    header = lines(name)[header_line(name) - 1].split(",")
    return lines(name)[line_of(name, f"{label},") - 1].split(",")[header.index(column)]


def with_every_cell(name: str, change: Callable[[str], str]) -> str:
    """The chart with every cell but the row labels changed."""
    body = [line.split(",") for line in lines(name)[header_line(name) :]]
    made = [",".join([label, *(change(cell) for cell in cells)]) for label, *cells in body]
    return "\n".join([*lines(name)[: header_line(name)], *made]) + "\n"


def header_line(name: str) -> int:
    """The line of the header, from 1."""
    return next(i for i, line in enumerate(lines(name), start=1) if not line.startswith("#"))


def faults(folder: Path) -> list[str]:
    """Every fault of a set, without the folder."""
    with pytest.raises(ts.InputError) as refused:
        ts.load_charts(folder)
    return [str(fault).replace(f"{folder}/", "") for fault in refused.value.faults]
