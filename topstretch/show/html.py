"""Results as HTML for notebooks: the tables of `text` and `why`, with captions and scopes, legible in light and dark."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from attrs import frozen
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..betting import Odds, Payoffs
from ..card import RaceCard
from ..charts import Chart, ChartSet
from ..entries import MAX_POST
from ..errors import clean
from ..house import FULLPLAY
from ..notation import lengths_text
from ..remarks import Remark
from ..scoresheet import Scoresheet
from .text import (
    card_group,
    comparison_text,
    entry_table,
    exact_text,
    heading,
    made_by,
    odds_table,
    payoffs_table,
    race_table,
    result_table,
    simulation_text,
)
from .why import account_table, verdict_table

if TYPE_CHECKING:
    import jinja2

    from ..comparing import Comparison
    from ..explaining import Account, Explanation
    from ..simulation import Simulation
    from ..solver import Exact


CHART_WORDS = ("outcome", "reason", "condition", "surface")
MAY_BE_EMPTY = ("Status",)  # left out where no horse has one
MIXED = re.compile(r"(?<=\d) (?=\d/\d)")


@frozen
class Column:
    """A column of a table: its heading, and whether it holds numbers."""

    name: str
    number: bool


@frozen
class Grid:
    """A table as the templates take it; `head` is the column whose cells name their rows."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    head: int


@frozen
class Lines:
    """Lines of text that stand together."""

    lines: tuple[str, ...]


@cache
def environment() -> "jinja2.Environment":
    """The templates; everything that is put into them is escaped."""
    import jinja2

    loader = jinja2.PackageLoader(__package__, "templates")
    made = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.tests["grid"] = lambda block: isinstance(block, Grid)
    return made


def render(template: str, **given: Any) -> str:
    """A template filled in."""
    return environment().get_template(template).render(**given)


def plain(shown: object) -> str:
    """A heading or a cell as one line of text."""
    return unbroken((shown.plain if isinstance(shown, Text) else str(shown or "")).replace("\n", " "))


def unbroken(text: str) -> str:
    """The text with `1 1/2` held together, so that no line ends within a number."""
    return MIXED.sub("\u00a0", text)


def grid(shown: RenderableType, caption: str = "") -> Grid:
    """A table of `text`, with its title before it or without one, as the templates take it."""
    return next(block for block in blocks(shown, caption) if isinstance(block, Grid))


def blocks(shown: RenderableType, caption: str = "") -> Iterator[Grid | Lines]:
    """What `text` made, as tables and paragraphs in order; `caption` is for a table without a title."""
    waiting: list[str] = []
    for part in flat(shown):
        if isinstance(part, Text) and part.plain:
            waiting.append(plain(part))
            continue
        if waiting:
            yield Lines(tuple(waiting))
            waiting = []
        if isinstance(part, Titled):
            yield grid_of(part.table, part.title or caption)
    if waiting:
        yield Lines(tuple(waiting))


@frozen
class Titled:
    """A table with its title."""

    title: str
    table: Table


def flat(shown: RenderableType) -> Iterator[RenderableType | Titled]:
    """The parts of a group and of the groups in it; a table is a group of its title and itself, or of itself."""
    if isinstance(shown, Table):
        yield Titled(plain(shown.title), shown)
    elif not isinstance(shown, Group):
        yield shown
    elif [type(part) for part in shown.renderables] == [Text, Table]:
        title, table = shown.renderables
        yield Titled(plain(title), table)  # type: ignore[arg-type]
    else:
        for part in shown.renderables:
            yield from flat(part)


def grid_of(table: Table, caption: str) -> Grid:
    """A table as the templates take it."""
    filled = {plain(column.header): any(map(plain, column.cells)) for column in table.columns}
    shown = [
        column for column in table.columns if filled[plain(column.header)] or plain(column.header) not in MAY_BE_EMPTY
    ]
    columns = tuple(Column(plain(column.header), column.justify == "right") for column in shown)
    rows = tuple(zip(*(map(plain, column.cells) for column in shown), strict=True))
    names = [column.name for column in columns]
    head = next((names.index(name) for name in ("Horse", "Step") if name in names), 0)
    return Grid(caption, columns, rows, head)


def fragment(shown: RenderableType, caption: str = "") -> str:
    """A piece of HTML that stands by itself in a notebook."""
    return render("fragment.html", blocks=list(blocks(shown, caption)))


def sheet_html(sheet: Scoresheet) -> str:
    """A scoresheet."""
    found: list[Grid | Lines] = [Lines((heading(sheet.card), made_by(sheet)))]
    found += [grid(entry_table(sheet)), grid(race_table(sheet))]
    found += [calls_grid(sheet)] if sheet.version == FULLPLAY else []
    return render("fragment.html", blocks=[*found, *blocks(result_table(sheet))])


def calls_grid(sheet: Scoresheet) -> Grid:
    """The running order, in the order of the finish: position, and lengths behind in brackets."""
    cells: dict[int, dict[str, str]] = {line.post: {} for line in sheet.lines}
    names: dict[str, None] = {}
    for row in sheet.call_rows():
        names[row["call"]] = None
        behind = lengths_text(row["lengths_behind"])
        cells[row["post"]][row["call"]] = (
            f"{row['position']}\u00a0({unbroken(behind)})" if behind else str(row["position"])
        )
    order = sorted(sheet.lines, key=lambda line: (line.wire_place or MAX_POST, line.post))
    rows = tuple(
        (str(line.post), clean(line.horse), *(cells[line.post].get(name, "out") for name in names)) for line in order
    )
    columns = (Column("PP", True), Column("Horse", False), *(Column(name.capitalize(), False) for name in names))
    return Grid("Running order: position, and lengths behind in brackets", columns, rows, 1)


def card_html(card: RaceCard) -> str:
    """A race card."""
    return fragment(card_group(card), "Entries")


def odds_html(odds: Odds) -> str:
    """The odds of a field."""
    return fragment(odds_table(odds))


def payoffs_html(payoffs: Payoffs) -> str:
    """The payoffs of a race."""
    return fragment(payoffs_table(payoffs) if payoffs.lines else Text("Nothing is paid."))


def simulation_html(sim: "Simulation") -> str:
    """The chances of a simulation."""
    return fragment(simulation_text(sim), "Chances")


def exact_html(found: "Exact") -> str:
    """Exact chances."""
    return fragment(exact_text(found), "Chances")


def comparison_html(found: "Comparison") -> str:
    """Paired differences."""
    return fragment(comparison_text(found), "Differences")


def chart_html(chart: Chart) -> str:
    """One chart."""
    return render("fragment.html", blocks=chart_blocks(chart.charts, chart.name))


def chart_blocks(charts: ChartSet, name: str) -> list[Grid | Lines]:
    """A chart whole, and what its head says."""
    sheet = charts.sheets[name]
    columns = tuple(Column(plain(clean(column)), column not in CHART_WORDS) for column in sheet.header)
    rows = tuple(tuple(clean(cell) for cell in row) for row in sheet.rows)
    head = tuple(clean(f"{key}: {value}") for key, value in sheet.head.items() if key != "chart")
    return [Grid(name.replace("_", " ").capitalize(), columns, rows, 0), Lines(head)]


def chart_set_html(charts: ChartSet) -> str:
    """Every chart of a set, each to be opened."""
    opened = [(name, chart_blocks(charts, name)) for name in charts.sheets]
    return render("chart_set.html", title=clean(f"Chart set {charts.name}, edition {charts.edition}"), opened=opened)


@frozen
class Told:
    """What is said at one call."""

    call: str
    text: str


def told(remarks: Iterable[Remark]) -> list[Told]:
    """The remarks call by call."""
    return [
        Told(call, unbroken(clean(" ".join(remark.text for remark in said))))
        for call, said in groupby(remarks, key=attrgetter("call"))
    ]


@frozen
class Opened:
    """One horse's account, to be opened: its heading and its table."""

    title: str
    grid: Grid


def opened_accounts(accounts: Sequence["Account"]) -> list[Opened]:
    """The accounts of horses, each with the figure it ends on."""
    return [Opened(clean(account_title(account)), grid(account_table(account))) for account in accounts]


def account_title(account: "Account") -> str:
    """`3 Aspire: final figure 89`, or why it has none."""
    line = account.line
    return f"{line.post} {line.horse}: {line.status if line.figure is None else f'final figure {line.figure}'}"


def verdict_grid(found: "Explanation") -> Grid | None:
    """Two horses side by side, where there are two."""
    return grid(verdict_table(found.verdict)) if found.verdict.parts else None


def explanation_html(found: "Explanation") -> str:
    """Why a horse, or a whole race, came out as it did."""
    return render(
        "explanation.html",
        lines=[heading(found.sheet.card), made_by(found.sheet)],
        verdict=unbroken(clean(found.verdict.text)),
        verdict_grid=verdict_grid(found),
        told=told(found.commentary),
        accounts=opened_accounts(found.accounts),
        of_race=found.of_race,
    )
