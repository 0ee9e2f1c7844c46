"""The golden races: which card and version each log is for, and the text that it must give by the kept charts."""

from pathlib import Path

import topstretch as ts
from attrs import field, frozen
from topstretch.console import csv_text
from topstretch.replay import ReplayDice
from topstretch.scoresheet import LOG_COLUMNS
from topstretch.show.text import as_text, sheet_text

from golden.kept import KEPT

HERE = Path(__file__).parent
CHAMPAGNE, LADIES = ts.load_race("champagne-2009"), ts.load_race("ladies-classic-2009")


@frozen
class Case:
    """A golden race: its log is `<name>.csv`, its text `<name>.txt`."""

    name: str
    card: ts.RaceCard
    version: str
    rules: ts.Rules = field(factory=ts.Rules)

    @property
    def log(self) -> Path:
        """The dice log."""
        return HERE / f"{self.name}.csv"

    @property
    def text(self) -> Path:
        """The scoresheet, with odds and payoffs where the log has the rolls of the odds."""
        return HERE / f"{self.name}.txt"


CASES = {
    case.name: case
    for case in (
        Case("champagne-2009", CHAMPAGNE, "fullplay"),
        Case("ladies-classic-2009", LADIES, "quickplay"),
        Case("horse-out", CHAMPAGNE, "quickplay"),
        Case("winner-disqualified", CHAMPAGNE, "fullplay"),
        Case("dead-heat", LADIES, "quickplay"),
        Case("all-out", CHAMPAGNE.scratch(3, 4, 5, 6), "quickplay"),
        Case("sprint", CHAMPAGNE.on(distance=6, condition="sloppy"), "fullplay"),
        Case("three-disqualified", LADIES, "quickplay"),
        Case("factor-on-the-dice", LADIES.scratch(2).on(distance=10), "quickplay", ts.Rules(factor_target="dice")),
    )
}


def replayed(case: Case, dice: ReplayDice) -> tuple[ts.Scoresheet, str]:
    """The sheet of a log, and its text as `topstretch play --dice LOG.csv --charts CHARTS` prints it."""
    sheet = ts.play(case.card, version=case.version, rules=case.rules, dice=dice, charts=KEPT)
    odds = ts.odds(case.card, dice=dice, charts=KEPT) if dice.has_odds else None
    if odds is None:
        return sheet, as_text(sheet_text(sheet)) + "\n"
    with_odds = sheet.with_odds(odds.texts, odds.log)
    return with_odds, as_text(sheet_text(with_odds, odds, ts.payoffs(sheet, odds, charts=KEPT))) + "\n"


def log_text(sheet: ts.Scoresheet) -> str:
    """The log of a sheet as a file."""
    return csv_text(sheet.log_rows(), LOG_COLUMNS)
