"""Why a race came out as it did: every addition of every horse, what decided it, and the race told from its facts.

The race is run again from the sheet's own dice log, by the same rules, and must give the same sheet: a sheet is explained
by the charts it was run with, or not at all.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import asdict, evolve, frozen

from .additions import Ran, Step, horse_steps
from .charts import ChartSet, chart_set
from .commentary import commentary
from .deciding import Verdict, verdict
from .dice import ROLLS, Faces, Mask
from .entries import Runner, row_of_horse
from .errors import Fault, InputError
from .log_texts import with_result
from .playing import RUN, Recorder, make_sheet
from .remarks import Remark
from .replay import LogRow
from .rules.runners import Runners
from .scoresheet import Line, Scoresheet, frame

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "post", "horse", "clause", "step", "chart", "row", "column", "red", "white", "result", "unit", "change", "average",
    "points", "average_points", "power", "figure",
)  # fmt: skip


@frozen
class Account:
    """One horse's way from its Power to its final figure. The `points` of `steps` add up to the final figure."""

    line: Line
    steps: tuple[Step, ...]

    def rows(self) -> list[dict[str, Any]]:
        """One row a step, as `Explanation.to_frame` has them."""
        return [
            {"post": self.line.post, "horse": self.line.horse}
            | {name: plain(value) for name, value in asdict(step).items()}
            for step in self.steps
        ]


@frozen
class Explanation:
    """Why one horse, or a whole race, came out as it did.

    `accounts` holds the horse's account, or that of every horse in post order; `verdict` is what decided: the winner
    against the next horse, or the horse against the winner. `commentary` tells the whole race; it is empty for one horse.
    """

    sheet: Scoresheet
    accounts: tuple[Account, ...]
    verdict: Verdict
    commentary: tuple[Remark, ...] = ()

    @property
    def of_race(self) -> bool:
        """Whether the whole race is explained, not one horse."""
        return bool(self.commentary)

    def rows(self) -> list[dict[str, Any]]:
        """One row a step of each horse explained."""
        return [row for account in self.accounts for row in account.rows()]

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame, one row a step of each horse explained.

        post, horse; clause and step of the rules; chart, row, column; red, white; result in words; unit, change and average
        (the change as a number, and its exact mean over the dice of the step); points and average_points (the same in
        figure points); power and figure (Adjusted Power and figure after the step). Empty where a step has none.
        """
        return frame(self.rows(), COLUMNS)

    def __str__(self) -> str:
        from .show.text import as_text
        from .show.why import explanation_text

        return as_text(explanation_text(self))

    def _repr_html_(self) -> str:
        from .show.html import explanation_html

        return explanation_html(self)

    def __repr__(self) -> str:
        return str(self)


def plain(value: Any) -> Any:
    """A cell of a frame: a mean as a float, nothing for an empty text."""
    if isinstance(value, Fraction):
        return float(value)
    return None if value == "" else value


def explain(
    sheet: Scoresheet, horse: str | int | None = None, charts: ChartSet | str | Path | None = None
) -> Explanation:
    """Why a horse (its name or post), or the whole race (None), came out as it did.

    `charts` are those that the race was run with, the standard set without them. Raises InputError where they are not, and
    for a horse that did not run.
    """
    charts = chart_set(charts)
    ran = run_again(sheet, charts)
    places = range(len(sheet.lines)) if horse is None else [row_of_horse(sheet.card.runners, horse)]
    accounts = tuple(Account(line, horse_steps(ran, place)) for place in places for line in [sheet.lines[place]])
    if horse is not None:
        return Explanation(sheet, accounts, verdict(ran, places[0]))
    winner = next((sheet.lines.index(line) for line in sheet.winners), None)
    return Explanation(sheet, accounts, verdict(ran, winner), commentary(ran))


def run_again(sheet: Scoresheet, charts: ChartSet) -> Ran:
    """The course of a sheet's race, from its dice log; raises InputError where the charts give another sheet."""
    card, refuse = sheet.card, refusal(sheet, charts)
    log = {(row.roll, row.post): row for row in sheet.log}
    recorder = Recorder(KnownDice(card.runners, log, refuse), card.runners)
    course = RUN[sheet.version](Runners.of(card, charts), recorder, charts, sheet.rules)
    rows = tuple(with_result(row, place, course, charts) for row, place in recorder.rows)
    again = make_sheet(card, sheet.version, course, charts, rows, sheet.rules, None, 0)
    for found, expected in differences(again, sheet):
        raise refuse(found, expected)
    return Ran(sheet, course, charts, log)


@frozen
class KnownDice:
    """The dice of a sheet's log. A roll that the log has not is needed by other charts than the sheet's."""

    runners: tuple[Runner, ...]
    log: dict[tuple[str, int | None], LogRow]
    refuse: Callable[[str, str], InputError]

    def roll(self, name: str, needed: Mask) -> Faces:
        """The faces of the needed rolls."""
        posts = [None] if ROLLS[name].whole_race else [runner.post for runner in self.runners]
        red, white = np.ones(needed.shape, np.uint8), np.ones(needed.shape, np.uint8)
        for place in np.flatnonzero(needed[:, 0]):
            row = self.log.get((name, posts[place]))
            if row is None:
                raise self.refuse(f"a roll {name}", "none")
            red[place], white[place] = row.red, row.white or 1
        return Faces(red, white)


def refusal(sheet: Scoresheet, charts: ChartSet) -> Callable[[str, str], InputError]:
    """The error for charts that do not give the sheet: what they give, and what stands on the sheet."""

    def refuse(found: str, expected: str) -> InputError:
        by = f"{charts.name} ({charts.edition}), which gives {found}"
        allowed = f"the charts of the sheet, {sheet.chart_set} ({sheet.edition}), which gave {expected}"
        return InputError([Fault("charts", by, allowed)])

    return refuse


def differences(again: Scoresheet, sheet: Scoresheet) -> Iterator[tuple[str, str]]:
    """Each difference of two sheets of one card, odds aside: in the first, in the second."""
    names = {source: name for name, source in sheet.columns.items()}
    for new, old in zip(again.lines, sheet.lines, strict=True):
        for source, value in asdict(evolve(new, odds=old.odds)).items():
            if value != getattr(old, source):
                what = f"{names.get(source, source)} of {old.horse}"
                yield f"{what} {value}", f"{getattr(old, source)}"
    logs = [{(row.roll, row.post): row for row in log if row.roll != "odds"} for log in (again.log, sheet.log)]
    for key in logs[0] | logs[1]:
        found, expected = (texts(log.get(key)) for log in logs)
        if found != expected:
            yield f"{key[0]} {found}", expected
    for name in ("pace_of_race", "factor", "ride_counts"):
        if getattr(again, name) != getattr(sheet, name):
            yield f"{name} {getattr(again, name)}", f"{getattr(sheet, name)}"


def texts(row: LogRow | None) -> str:
    """What a roll gave, for a message."""
    return "none" if row is None else f"{row.horse or 'the race'}: {row.result}"
