"""Odds for a field (R8) and payoffs of a race (R9)."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import field, frozen

from .asking import check_source, thrown
from .card import RaceCard
from .card_files import load_race
from .chart_files import CODES
from .charts import ChartSet, chart_set
from .dice import Dice, DiceSource, SeededDice, check_count
from .entries import Runner
from .errors import fault
from .replay import LoggedDice, LogRow
from .rosters import key
from .scoresheet import Scoresheet, frame, odds_text

if TYPE_CHECKING:
    import pandas as pd

BASE = 2  # dollars: payoffs are for a $2 bet
NICKEL = Fraction(1, 20)
LAST_CODE = len(CODES) - 1
SOURCES = ("chart", "real")


@frozen
class OddsLine:
    """A runner's odds to 1: its code on the chart (empty for real odds) and the odds, None where they are not known."""

    post: int
    horse: str
    code: str
    odds: Fraction | None

    @property
    def text(self) -> str:
        """`7-2`; empty where not known."""
        return "" if self.odds is None else odds_text(self.odds)

    def as_dict(self) -> dict[str, Any]:
        """The columns of the odds frame."""
        number = None if self.odds is None else float(self.odds)
        return {"post": self.post, "horse": self.horse, "code": self.code, "odds": number, "text": self.text}


@frozen
class Odds:
    """The odds of a field, one line a runner in post order, and the rolls behind them. Equality is of the odds."""

    lines: tuple[OddsLine, ...]
    log: tuple[LogRow, ...] = field(default=(), eq=False)
    source: str = field(default="chart", eq=False)
    seed: int | None = field(default=None, eq=False)
    race: int | None = field(default=None, eq=False)
    chart_set: str = field(default="", eq=False)
    edition: str = field(default="", eq=False)

    @property
    def by_post(self) -> Mapping[int, Fraction | None]:
        """The odds to 1 by post."""
        return {line.post: line.odds for line in self.lines}

    @property
    def texts(self) -> Mapping[int, str]:
        """The odds by post as the sport writes them; runners without odds are left out."""
        return {line.post: line.text for line in self.lines if line.odds is not None}

    @property
    def inverse_sum(self) -> float:
        """The sum of 1 / (odds + 1): what is above 1 is the house's share of the chances."""
        return float(sum(1 / (line.odds + 1) for line in self.lines if line.odds is not None))

    def rows(self) -> list[dict[str, Any]]:
        """One row a runner: post, horse, code, odds, text."""
        return [line.as_dict() for line in self.lines]

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame: post, horse, code, odds (to 1), text."""
        return frame(self.rows(), ["post", "horse", "code", "odds", "text"])

    def __str__(self) -> str:
        from .show.text import as_text, odds_table

        return as_text(odds_table(self))

    def _repr_html_(self) -> str:
        from .show.html import odds_html

        return odds_html(self)

    def __repr__(self) -> str:
        return str(self)


def odds(
    card: RaceCard | str | Path,
    *,
    seed: int | None = None,
    race: int = 0,
    dice: DiceSource | None = None,
    charts: ChartSet | str | Path | None = None,
    source: str = "chart",
) -> Odds:
    """The odds of a field: rolled on the odds charts by start Adjusted Power (R8), or the card's real ones.

    `seed` and `race` name the rolls for ever; `dice` takes their place. With `source="real"` the odds on the card are used
    and neither dice nor charts matter; a runner without them has none. Raises InputError where no runner has real odds.
    """
    card = card if isinstance(card, RaceCard) else load_race(card)
    charts = chart_set(charts)
    if source not in SOURCES:
        raise fault("odds", source, " or ".join(SOURCES))
    if source == "real":
        return real_odds(card)
    powers = [working.total for working in card.adjusted_power(charts)]
    codes = odds_codes(powers, charts)
    race = check_count("race", race)
    thrown_by = check_source(seed, dice)
    (log, lines), seated = thrown(
        thrown_by, card.runners, race, lambda rolled: roll_odds(card.runners, codes, rolled, charts)
    )
    if isinstance(seated, LoggedDice):
        seated.finish(log, odds=True)
    named, number = (thrown_by.seed, race) if isinstance(thrown_by, SeededDice) else (None, None)
    return Odds(lines, log, seed=named, race=number, chart_set=charts.name, edition=charts.edition)


def real_odds(card: RaceCard) -> Odds:
    """The odds that stand on the card."""
    lines = tuple(OddsLine(entry.post, entry.horse.name, "", entry.odds) for entry in card.starters)
    if all(line.odds is None for line in lines):
        raise fault(f"{card.name}: odds", "no real odds on the card", "a column odds with those that are known")
    return Odds(lines, source="real")


def odds_codes(powers: list[int], charts: ChartSet) -> list[int]:
    """R8: each runner's code, Fav 0, A 1 ... E 5, by points below the highest and the size of the field (D5, D17)."""
    column = next(i for i, most in enumerate((5, 8, 12, 24)) if len(powers) <= most)
    last = len(charts.odds_codes) - 1
    return [int(charts.odds_codes[min(max(powers) - power, last), column]) for power in powers]


def roll_odds(
    runners: tuple[Runner, ...], codes: list[int], dice: Dice, charts: ChartSet
) -> tuple[tuple[LogRow, ...], tuple[OddsLine, ...]]:
    """R8: two dice a horse; the red one is read on its code's chart, or next to it after doubles."""
    faces = dice.roll("odds", np.ones((len(runners), 1), bool))
    log, lines = [], []
    for place, (runner, code) in enumerate(zip(runners, codes, strict=True)):
        red, white = int(faces.red[place, 0]), int(faces.white[place, 0])
        line = OddsLine(runner.post, runner.name, CODES[code], charts.odds[red - 1][column_read(code, red, white)])
        lines.append(line)
        log.append(LogRow("odds", runner.post, runner.name, red, white, "odds", line.text))
    return tuple(log), tuple(lines)


def column_read(code: int, red: int, white: int) -> int:
    """R8: the column to read: the code's own; after doubles of 1 to 3 the next longer, of 4 to 6 the next shorter (D3, D4)."""
    if red != white:
        return code
    return min(code + 1, LAST_CODE) if red <= 3 else max(code - 1, 0)


@frozen
class PayoffLine:
    """What a placed horse pays for $2, in dollars; None where it is not paid or its odds are not known."""

    post: int
    horse: str
    finish: int
    win: Fraction | None
    place: Fraction | None
    show: Fraction | None

    def as_dict(self) -> dict[str, Any]:
        """The columns of the payoffs frame."""
        paid = {name: getattr(self, name) for name in ("win", "place", "show")}
        dollars = {name: None if amount is None else float(amount) for name, amount in paid.items()}
        return {"post": self.post, "horse": self.horse, "finish": self.finish, **dollars}


@frozen
class Payoffs:
    """The payoffs of a race: one line for each horse in the first three, in official order."""

    lines: tuple[PayoffLine, ...]

    def rows(self) -> list[dict[str, Any]]:
        """One row a placed horse: post, horse, finish, win, place, show (dollars for $2)."""
        return [line.as_dict() for line in self.lines]

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame: post, horse, finish, win, place, show (dollars for $2; empty where none)."""
        return frame(self.rows(), ["post", "horse", "finish", "win", "place", "show"])

    def __str__(self) -> str:
        from .show.text import as_text, payoffs_table

        return as_text(payoffs_table(self))

    def _repr_html_(self) -> str:
        from .show.html import payoffs_html

        return payoffs_html(self)

    def __repr__(self) -> str:
        return str(self)


def payoffs(sheet: Scoresheet, odds: Odds, *, charts: ChartSet | str | Path | None = None) -> Payoffs:
    """What $2 to win, place and show pay, by each horse's odds and official place (R9).

    Dead heats are paid in full for the place they hold (D11). Raises InputError where the odds are of another field.
    """
    charts = chart_set(charts)
    check_field(odds, sheet.card)
    placed = [line for line in sheet.finishers if line.place is not None and line.place <= 3]
    return Payoffs(
        tuple(
            PayoffLine(line.post, line.horse, line.place or 0, *paid(line.place or 0, odds.by_post[line.post], charts))
            for line in placed
        )
    )


def check_field(odds: Odds, card: RaceCard) -> None:
    """Raise InputError where odds are of another field than a card's runners."""
    runners = [(runner.post, key(runner.name)) for runner in card.runners]
    if [(line.post, key(line.horse)) for line in odds.lines] != runners:
        raise fault("odds", "odds of another field", f"odds of the runners of {card.name}")


def paid(place: int, to_1: Fraction | None, charts: ChartSet) -> list[Fraction | None]:
    """R9: a winner is paid win, place and show, a second place and show, a third show."""
    if to_1 is None:
        return [None, None, None]
    amounts = charts.payoffs.get(to_1) or payoff_rule(to_1)
    return [amount if place <= last else None for amount, last in zip(amounts, (1, 2, 3), strict=True)]


def payoff_rule(to_1: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """D12: what odds that are not on the chart pay: place a half and show a quarter of the win profit, cut to 5 cents."""
    profit = BASE * to_1
    win, place, show = (BASE + share for share in (profit, profit / 2, profit / 4))
    return cut(win), cut(place), cut(show)


def cut(dollars: Fraction) -> Fraction:
    """Dollars cut to the 5 cents below, exactly."""
    return dollars // NICKEL * NICKEL
