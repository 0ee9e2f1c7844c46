"""Results as text for a terminal, 100 columns wide."""

import io
import math
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..betting import Odds, Payoffs
from ..card import RaceCard
from ..charts import ChartSet
from ..errors import clean
from ..house import FULLPLAY, Rules
from ..notation import decimal_text, dollars_text, lengths_text, one_in, ordinal, time_text
from ..scoresheet import ENTRY_COLUMNS, RACE_COLUMNS, Line, Scoresheet

if TYPE_CHECKING:
    from ..comparing import Comparison
    from ..simulation import Simulation
    from ..solver import Exact

WIDTH = 100
LEFT = ("Horse", "Jockey", "Status", "Rating", "Working", "Chart")
SIGNED = ("pace_adj", "form_adj", "factor_adj")


def as_text(shown: RenderableType) -> str:
    """What a renderable looks like without colour, 100 columns wide."""
    out = io.StringIO()
    Console(file=out, width=WIDTH, color_system=None, legacy_windows=False).print(shown)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


LONGEST_WORD = 24  # columns of a name, beyond which it goes on in the next line


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], *, left: Sequence[str] = LEFT) -> Group:
    """A table in the house's layout: numbers to the right and never broken, every cell as plain text."""
    made = Table(box=box.SIMPLE_HEAD, padding=(0, 0), show_edge=False)
    cells = [[cell_text(cell) for cell in row] for row in rows]
    for place, name in enumerate(columns):
        if name in left:
            most = longest(name)
            needed = max((len(row[place]) for row in cells), default=0)
            least = min(needed, most) if most and name == "Horse" else None  # a horse's name is the last to be folded
            made.add_column(Text(name), justify="left", overflow="fold", min_width=least, max_width=most)
        else:
            made.add_column(Text(name), justify="right", no_wrap=True)
    for row in cells:
        made.add_row(*(Text(cell) for cell in row))
    return Group(Text(title), made) if title else Group(made)


def cell_text(cell: object) -> str:
    """A cell as plain text; a line break of ours stays one."""
    return "" if cell is None else "\n".join(clean(line) for line in str(cell).split("\n"))


def longest(name: str) -> int | None:
    """How wide a column of words may be: names are folded, longer texts take what is left."""
    return LONGEST_WORD if name in ("Horse", "Jockey") else None


def heading(card: RaceCard) -> str:
    """The sheet's header: race, date, track, surface, distance, condition."""
    parts = [card.name, card.date, card.track, f"{card.distance:g} furlongs", str(card.surface), card.condition]
    return clean(", ".join(part for part in parts if part))


def sheet_text(sheet: Scoresheet, odds: Odds | None = None, payoffs: Payoffs | None = None) -> Group:
    """The whole scoresheet; with odds and payoffs where they are given."""
    parts: list[RenderableType] = [Text(heading(sheet.card)), Text(made_by(sheet)), Text("")]
    parts += [entry_table(sheet), Text(""), race_table(sheet), Text("")]
    if sheet.version == FULLPLAY:
        parts += [calls_table(sheet), Text("")]
    if odds is not None:
        parts += [odds_table(odds), Text("")]
    parts += [result_table(sheet)]
    if payoffs is not None and payoffs.lines:
        parts += [Text(""), payoffs_table(payoffs)]
    return Group(*parts)


def made_by(sheet: Scoresheet) -> str:
    """What made the sheet: version, seed and race, chart set and edition, house rules."""
    dice = "dice as logged" if sheet.seed is None else f"seed {sheet.seed}, race {sheet.race}"
    text = f"{sheet.version.capitalize()}; {dice}; charts {sheet.chart_set} ({sheet.edition})"
    return clean(text + rules_text(sheet.rules))


def rules_text(rules: Rules) -> str:
    """The house rules that are not the usual ones, to stand behind the charts."""
    text = "" if rules.factor_target == "figure" else f"; factor changes the {rules.factor_target}"
    return text + ("; the same horse may meet itself" if rules.allow_same_horse else "")


def entry_table(sheet: Scoresheet) -> Group:
    """The left of the sheet: the field and its ratings."""
    rows = [[getattr(line, source) for source in ENTRY_COLUMNS.values()] for line in sheet.lines]
    return table("Entries", list(ENTRY_COLUMNS), rows)


def race_table(sheet: Scoresheet) -> Group:
    """The right of the sheet: the race by the rulebook's columns."""
    columns = RACE_COLUMNS[sheet.version]
    ride = " and Ride" if sheet.ride_counts else ""
    title = f"The race: pace {sheet.pace_of_race}; race factor {sheet.factor}{ride}"
    rows = [[line.post, line.horse, *(race_cell(line, source) for source in columns.values())] for line in sheet.lines]
    return table(title, ["PP", "Horse", *(name.replace(" ", "\n") for name in columns)], rows)


def race_cell(line: Line, source: str) -> object:
    """A cell of the sheet; changes with their sign, `out` where a horse has no place."""
    value = getattr(line, source)
    if source == "place" and value is None:
        return "out"
    return f"{value:+d}" if source in SIGNED and value else value


def calls_table(sheet: Scoresheet) -> Group:
    """The running order: position and lengths behind the leader at each call, in the order of the finish."""
    calls = {call: list(call_rows) for call, call_rows in groupby(sheet.call_rows(), key=itemgetter("call"))}
    by_post: dict[int, dict[str, str]] = {line.post: {} for line in sheet.lines}
    for call, call_rows in calls.items():
        for row in call_rows:
            by_post[row["post"]][call] = call_cell(row["position"], row["lengths_behind"])
    order = sorted(sheet.lines, key=lambda line: (line.wire_place or 99, line.post))
    rows = [[line.post, line.horse, *(by_post[line.post].get(call, "") for call in calls)] for line in order]
    names = [f"{call.capitalize()}" for call in calls]
    return table(
        "Running order: position (lengths behind) at each call", ["PP", "Horse", *names], rows, left=(*LEFT, *names)
    )


def call_cell(position: int, behind: float) -> str:
    """Position, and lengths behind the leader in brackets: ` 3 (1/2)`."""
    lengths = lengths_text(behind)
    return f"{position:>2} {f'({lengths})' if lengths else '':<8}"


def result_table(sheet: Scoresheet) -> Group:
    """The official order with times, then those that are out; disqualifications in words."""
    if not sheet.finishers:
        title = "Result: every horse is out of the race; nobody finished, nothing is paid"
    else:
        title = f"Result: final time {time_text(sheet.seconds or 0)}"
    tied = [line.place for line in sheet.finishers]
    rows: list[list[object]] = [
        [f"{line.place}{' dh' if tied.count(line.place) > 1 else ''}", line.post, line.horse, line.odds, line.figure,
         time_text(line.seconds or 0), lengths_text(line.lengths_behind or 0), status_text(line)]
        for line in sheet.finishers
    ]  # fmt: skip
    rows += [
        ["", line.post, line.horse, line.odds, "", "", "", line.status] for line in sheet.lines if line.place is None
    ]
    columns = ["Fin", "PP", "Horse", "Odds", "Final\nSpeed", "Time", "Lengths\nbehind", "Status"]
    return Group(table(title, columns, rows), *(Text(note) for note in notes(sheet)))


def status_text(line: Line) -> str:
    """`disqualified from 1st, placed 4th`, or nothing for a horse that finished without incident."""
    if not line.status.startswith("disqualified"):
        return ""
    return f"disqualified from {ordinal(line.wire_place or 0)}, placed {ordinal(line.place or 0)}"


def notes(sheet: Scoresheet) -> list[str]:
    """Photos and dead heats in words."""
    found = []
    photos = sorted(
        (line for line in sheet.lines if line.photo_total is not None), key=lambda line: line.wire_place or 0
    )
    for figure, horses in groupby(photos, key=lambda line: line.figure):
        parts = ", ".join(f"{line.horse} {line.photo_total}" for line in horses)
        found.append(clean(f"Photo at {figure}: {parts}"))
    for place, level in groupby(sheet.finishers, key=lambda line: line.place or 0):
        names = [line.horse for line in level]
        if len(names) > 1:
            found.append(clean(f"Dead heat for {ordinal(place)}: {' and '.join(names)}"))
    return found


def odds_table(odds: Odds) -> Group:
    """Odds as a board would show them, with decimal odds and the chance they stand for."""
    rows = [
        [
            line.post,
            line.horse,
            line.code,
            line.text,
            *((decimal_text(line.odds), one_in(line.odds)) if line.odds else ("", "")),
        ]
        for line in odds.lines
    ]
    title = "Odds to 1" + (", as they were" if odds.source == "real" else ", by the charts")
    return table(title, ["PP", "Horse", "Code", "Odds", "Decimal", "Stands for"], rows)


def payoffs_table(payoffs: Payoffs) -> Group:
    """Payoffs for $2."""
    rows = [
        [line.post, line.horse, *(dollars_text(paid) for paid in (line.win, line.place, line.show))]
        for line in payoffs.lines
    ]
    return table("Payoffs for $2", ["PP", "Horse", "Win", "Place", "Show"], rows)


def simulation_text(sim: "Simulation") -> Group:
    """Chances with their standard errors in brackets, likeliest first."""
    made = f"{sim.races:,} races of seed {sim.seed}; charts {sim.charts.name} ({sim.charts.edition})"
    made += rules_text(sim.rules)
    head = f"{sim.version.capitalize()}; {made}"
    rows = [
        [row["post"], row["horse"], *(chance_cell(row[name], row[f"{name}_se"]) for name in SHARES),
         *(number_cell(row[name], row[f"{name}_se"]) for name in ("mean_finish", "figure", "figure_sd"))]
        for row in sorted(sim.rows(), key=lambda row: -row["win"])
    ]  # fmt: skip
    titles = [
        "PP",
        "Horse",
        "Win %",
        "Place %",
        "Show %",
        "Out %",
        "Disq. %",
        "Dead\nheat %",
        "Mean\nfinish",
        "Figure",
        "Figure\nsd",
    ]
    paces = ", ".join(f"{pace} {100 * value:.1f}" for pace, (value, _) in sim.pace_shares().items())
    foot = f"Pace %: {paces}. Photo for the win in {100 * sim.photo_rate[0]:.1f} % of races. (Standard errors in brackets.)"
    return Group(Text(heading(sim.card)), Text(clean(head)), Text(""), table("", titles, rows), Text(foot))


def exact_text(found: "Exact") -> Group:
    """Exact chances with fair odds, likeliest first."""
    head = f"{found.version.capitalize()}; exact; charts {found.charts.name} ({found.charts.edition})"
    head += rules_text(found.rules)
    percents = ("win", "place", "show", "out", "disqualified", "dead_heat")
    rows = [
        [row["post"], row["horse"], *(f"{100 * row[name]:.3f}" for name in percents),
         *("" if math.isnan(row[name]) else f"{row[name]:.3f}" for name in ("mean_finish", "figure", "figure_sd")),
         "" if math.isinf(row["fair_odds"]) else f"{row['fair_odds']:.2f}"]
        for row in sorted(found.rows(), key=lambda row: -row["win"])
    ]  # fmt: skip
    titles = [
        "PP", "Horse", "Win %", "Place %", "Show %", "Out %", "Disq. %", "Dead\nheat %", "Mean\nfinish", "Figure",
        "Figure\nsd", "Fair\nodds",
    ]  # fmt: skip
    foot = f"Place and show are within {100 * found.bound:.1g} % of the truth; all else is exact."
    return Group(Text(heading(found.card)), Text(clean(head)), Text(""), table("", titles, rows), Text(foot))


def comparison_text(found: "Comparison") -> Group:
    """Differences in chances with their paired standard errors, and how much pairing gained."""
    made = f"{found.races:,} races of seed {found.seed} on both cards, the same dice for each post"
    made += f"; charts {found.charts.name} ({found.charts.edition})" + rules_text(found.rules)
    head = f"{found.version.capitalize()}; {made}"
    rows = []
    for row in found.rows():
        both = row["horse"] if row["horse"] == row["horse_other"] else f"{row['horse']} / {row['horse_other']}"
        cells = [
            f"{100 * row[f'{name}_difference']:+.2f}\n({100 * row[f'{name}_difference_se']:.2f})"
            for name in ("win", "place", "show")
        ]
        figure = f"{row['figure_difference']:+.2f}\n({row['figure_difference_se']:.2f})"
        smaller = "" if math.isnan(row["win_times_smaller"]) else f"{row['win_times_smaller']:.1f}"
        rows.append(
            [row["post"], both, f"{100 * row['win']:.2f}", f"{100 * row['win_other']:.2f}", *cells, figure, smaller]
        )
    titles = ["PP", "Horse", "Win %", "Other\nwin %", "Win", "Place", "Show", "Figure", "Times\nsmaller"]
    foot = (
        "Differences are the other card's less this one's, in percent and figure points (standard errors in brackets)."
    )
    last = "Times smaller: the standard error of the win difference against that of unpaired races."
    heads = [Text(heading(found.card)), Text("against: " + heading(found.other)), Text(clean(head)), Text("")]
    return Group(*heads, table("", titles, rows), Text(foot), Text(last))


SHARES = ("win", "place", "show", "out", "disqualified", "dead_heat")


def chance_cell(value: float, error: float) -> str:
    """A chance in percent with its standard error."""
    return f"{100 * value:.2f}\n({100 * error:.2f})"


def number_cell(value: float, error: float) -> str:
    """A number with its standard error; empty where there is none."""
    return "" if math.isnan(value) else f"{value:.2f}\n({error:.2f})"


def card_text(card: RaceCard) -> str:
    """A race card: the conditions and the field."""
    return as_text(card_group(card))


def card_group(card: RaceCard) -> Group:
    """The heading of a race card and its table of entries."""
    columns = [name for name in ENTRY_COLUMNS if name != "Odds"]
    rows = [
        [entry.post, entry.horse.name, entry.jockey.name, entry.horse.pace, entry.horse.form, entry.horse.class_,
         entry.horse.speed, entry.horse.trip, entry.horse.wire, entry.jockey.ride, entry.jockey.trouble,
         "scratched" if entry.scratched else ""]
        for entry in card.entries
    ]  # fmt: skip
    return Group(Text(heading(card)), table("", [*columns, "Status"], rows))


def working_table(card: RaceCard, charts: ChartSet) -> Group:
    """Each starter's Adjusted Power with its working."""
    pairs = zip(card.starters, card.adjusted_power(charts), strict=True)
    rows = [[entry.post, entry.horse.name, working.total, str(working)] for entry, working in pairs]
    return table("Adjusted Power at the start", ["PP", "Horse", "Adj\nPower", "Working"], rows)


def chart_table(charts: ChartSet, name: str) -> Group:
    """A chart as the game box would print it, with what its head says."""
    sheet = charts.sheets[name]
    head = [Text(clean(f"{key}: {value}")) for key, value in sheet.head.items() if key != "chart"]
    title = name.replace("_", " ").capitalize()
    rows = [[cell or "." for cell in row] for row in sheet.rows]
    parts = [
        table(title if not number else f"{title}, continued", *columns_of(sheet.header, rows, chosen), left=CHART_WORDS)
        for number, chosen in enumerate(parts_of(sheet.header, rows))
    ]
    return Group(*parts, *head)


CHART_WORDS = ("outcome", "reason", "condition")
LABELS = ("surface", "figure")  # columns that stand before every part of a wide chart, beside the first


def columns_of(
    header: Sequence[str], rows: Sequence[Sequence[str]], chosen: Sequence[int]
) -> tuple[list[str], list[list[str]]]:
    """Some columns of a chart: their headers and their cells."""
    return [header[i] for i in chosen], [[row[i] for i in chosen] for row in rows]


def parts_of(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[list[int]]:
    """The columns of a chart in parts that fit the width; the labels stand before each."""
    widths = [max(len(cell) for cell in column) + 1 for column in zip(header, *rows, strict=True)]
    labels = [i for i, name in enumerate(header) if i == 0 or name in LABELS]
    parts: list[list[int]] = [list(labels)]
    for i in range(len(header)):
        if i in labels:
            continue
        if sum(widths[column] for column in parts[-1]) + widths[i] > WIDTH:
            parts.append(list(labels))
        parts[-1].append(i)
    return parts
