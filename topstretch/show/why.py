"""Why a race came out as it did, as text."""

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..additions import signed
from ..errors import clean
from .text import heading, made_by, table

if TYPE_CHECKING:
    from ..additions import Step
    from ..deciding import Verdict
    from ..explaining import Account, Explanation
    from ..remarks import Remark

READING = (
    "Points of Adjusted Power are turned into figure points by the chart final_speed at a roll of 7, read",
    "before and after each change, in order; the final-speed roll is its own figure less the one at 7.",
    "Average: the exact mean over the dice of the step, given what came before.",
)


def explanation_text(found: "Explanation") -> Group:
    """One horse's account with what decided, or what decided the race and its commentary."""
    parts: list[RenderableType] = [Text(heading(found.sheet.card)), Text(made_by(found.sheet)), Text("")]
    if not found.of_race:
        parts += [account_table(found.accounts[0]), *(Text(line) for line in READING), Text("")]
    parts.append(Text(clean(found.verdict.text)))
    if found.verdict.parts:
        parts += [Text(""), verdict_table(found.verdict)]
    if found.of_race:
        parts.append(Text(""))
        parts.append(commentary_table(found.commentary))
    return Group(*parts)


def commentary_table(remarks: "Sequence[Remark]") -> Table:
    """The remarks, call by call."""
    made = Table(box=None, show_header=False, padding=(0, 1, 0, 0), show_edge=False)
    for call, said in groupby(remarks, key=attrgetter("call")):
        made.add_row(Text(call.capitalize()), Text(clean(" ".join(remark.text for remark in said))))
    return made


def account_table(account: "Account") -> Group:
    """Every step of a horse."""
    titles = ["Clause", "Step", "Read on", "Dice ", "Gave", "Average", "Figure\npoints", "Average\npoints", "Total"]
    rows = [
        [step.clause, step.step, step.cell.replace("_", " "), step.dice, step.result, mean_text(step.average),
         points_text(step), mean_text(step.average_points), step.figure]
        for step in account.steps
    ]  # fmt: skip
    title = f"{account.line.post} {account.line.horse}: from Power to the final figure"
    return table(clean(title), titles, rows, left=("Clause", "Step", "Read on", "Gave"))


def mean_text(mean: object) -> str:
    """A mean to two decimals."""
    return "" if mean is None else f"{float(mean):.2f}"  # type: ignore[arg-type]


def points_text(step: "Step") -> str:
    """A step's figure points: the first is a figure, the others are changes."""
    if step.step == "Power":
        return str(step.points)
    return f"{step.points:+d}" if step.points else "0" if step.average_points is not None else ""


def verdict_table(found: "Verdict") -> Group:
    """Two horses side by side."""
    assert found.horse is not None
    assert found.other is not None
    rows: list[list[object]] = [
        [part.name[0].upper() + part.name[1:], part.points, part.other, signed(part.difference)] for part in found.parts
    ]
    rows.append(["Final figure", found.horse.figure, found.other.figure, signed(found.margin or 0)])
    return table("Figure points", ["Part", found.horse.horse, found.other.horse, "Difference"], rows, left=("Part",))
