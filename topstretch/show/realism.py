"""The realism report as text."""

import math
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from ..errors import clean
from ..notation import time_text
from ..realism_feats import GREAT_DAY
from .text import table

if TYPE_CHECKING:
    from ..realism import Realism, RealismRow

COLUMNS = ("Figure", "Real", "Src", "Quickplay", "Fullplay", "Tolerance", "")


def realism_text(found: "Realism") -> Group:
    """The rows, the sources by number, the greatest feats, and what was missed."""
    sources = list(dict.fromkeys(one for row in found.rows for one in row.source.split("; ") if one))
    mean, deviation = found.field_size
    made = f"{found.races:,} races a version of seed {found.seed}, each on a card of its own"
    head = (
        f"{made}; charts {found.chart_set} ({found.edition})",
        f"Fields of {mean:.2f} horses (sd {deviation:.2f}); dirt, fast, 6 to 9 furlongs. Standard errors in brackets.",
    )
    rows = [
        [label(row), real_text(row), numbers(row, sources), *(value_text(row, name) for name in ("quickplay", "fullplay")),
         row.tolerance, row.verdict]
        for row in found.rows
    ]  # fmt: skip
    missed = ", ".join(row.figure for row in found.missed) or "none"
    return Group(
        *(Text(clean(line)) for line in head),
        Text(""),
        table("", COLUMNS, rows, left=("Figure", "")),
        Text(
            f"Gap of versions: a horse's chance to win by Fullplay and by Quickplay, exactly, on {found.cards} cards."
        ),
        Text("Sources: " + "; ".join(f"{i} {name}" for i, name in enumerate(sources, 1))),
        Text(""),
        feats_table(found),
        Text(""),
        Text(f"Missed: {missed}"),
    )


def label(row: "RealismRow") -> str:
    """The figure with its unit."""
    return f"{row.figure} ({row.unit})" if row.unit else row.figure


def real_text(row: "RealismRow") -> str:
    """The real figure, or its range."""
    if row.real_low is None or row.real_high is None:
        return ""
    low, high = (f"{end:.{row.digits}f}" for end in (row.real_low, row.real_high))
    return low if low == high else f"{low} to {high}"


def numbers(row: "RealismRow", sources: list[str]) -> str:
    """The numbers of a row's sources."""
    return ",".join(str(sources.index(one) + 1) for one in row.source.split("; ") if one)


def value_text(row: "RealismRow", version: str) -> str:
    """A version's value with its standard error."""
    value, error = getattr(row, version), getattr(row, f"{version}_se")
    if value is None:
        return ""
    return "none" if math.isnan(value) else f"{value:.{row.digits}f} ({error:.{row.digits}f})"


def feats_table(found: "Realism") -> RenderableType:
    """The fastest times of the hundred and the time chart's at a great day's figure."""
    title = (
        f"The fastest times of the hundred, and the time chart's at a figure of {found.best_figure:.0f}, which a horse of "
        f"Power 25 reaches once in {1 / (1 - GREAT_DAY):.0f} races"
    )
    rows = [
        [f"{feat.distance:g}", feat.surface, feat.horse, feat.year or "", time_text(feat.seconds),
         "beyond" if math.isnan(feat.figure) else f"{feat.figure:.0f}", time_text(feat.best_seconds), f"{feat.behind:+.2f}"]
        for feat in found.feats
    ]  # fmt: skip
    columns = ("Furlongs", "Surface", "Horse", "Year", "Time", "Takes\nfigure", "Chart's\nbest", "Slower\nby")
    return table(title, columns, rows, left=("Surface", "Horse"))
