"""What the verbs `play` and `simulate` do before they write anything."""

import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from .asking import AskDice, TakeBack, check_source
from .betting import Odds, Payoffs, odds, payoffs
from .card import RaceCard
from .card_files import load_race
from .charts import ChartSet, load_charts
from .console import note
from .dice import DiceSource, SeededDice
from .errors import TopstretchError, fault
from .house import Rules
from .playing import play
from .replay import ReplayDice
from .scoresheet import Scoresheet

if TYPE_CHECKING:
    from .simulation import Simulation


class LeftError(TopstretchError):
    """The person at the table went away before the race was over."""


def play_race(
    race: str,
    version: str,
    seed: int | None,
    number: int | None,
    dice: str | None,
    odds_from: str | None,
    charts: Path | None,
    rules: Sequence[str],
) -> tuple[Scoresheet, Odds | None, Payoffs | None]:
    """The sheet of a race with its odds and payoffs, as the command's options say."""
    card, chart_set, house = load_race(race), load_charts(charts), Rules.parse(rules)
    card.check_same_horse(house.allow_same_horse)
    source = dice_source(dice, seed)
    if dice is not None and number is not None:
        raise fault("--race", number, "no race number beside dice")
    number = number or 0
    while True:
        try:
            board = make_odds(card, chart_set, source, number, odds_from)
            sheet = play(card, version=version, race=number, dice=source, rules=house, charts=chart_set)
            break
        except TakeBack:  # from the race back into the odds
            assert isinstance(source, AskDice)
            source.start_over()
        except (LeftError, KeyboardInterrupt):
            if isinstance(source, AskDice):
                note("")  # ends the line of the question
            if isinstance(source, AskDice) and source.answers:
                note(f"The rolls so far, to be given again as one answer: {source.given}")
            raise
    if board is None:
        return sheet, None, None
    return sheet.with_odds(board.texts, board.log), board, payoffs(sheet, board, charts=chart_set)


def dice_source(dice: str | None, seed: int | None) -> DiceSource:
    """The dice that the options name; raises InputError where a seed stands beside other dice."""
    if dice is None:
        return SeededDice(seed)
    return check_source(seed, AskDice(ask_on_stderr, note, reaches_back=True) if dice == "ask" else ReplayDice(dice))


def make_odds(card: RaceCard, charts: ChartSet, source: DiceSource, number: int, odds_from: str | None) -> Odds | None:
    """The odds that the options ask for; a log without odds rows has none unless they are asked for."""
    if odds_from == "none" or (odds_from is None and isinstance(source, ReplayDice) and not source.has_odds):
        return None
    if odds_from == "real":
        board = odds(card, source="real", charts=charts)
        unknown = [line.horse for line in board.lines if line.odds is None]
        if unknown:
            note("No real odds on the card for " + ", ".join(unknown) + "; nothing is paid on them.")
        return board
    return odds(card, race=number, dice=source, charts=charts)


def ask_on_stderr(prompt: str) -> str:
    """Ask a person; the prompt goes to stderr, so that stdout holds the result alone."""
    sys.stderr.write(prompt)
    sys.stderr.flush()
    try:
        answer = sys.stdin.readline()
    except UnicodeDecodeError:
        return "no text"
    if not answer:
        raise LeftError("the race was left before its last roll; nothing is written")
    return answer


def simulate_with_progress(
    race: str, races: int, version: str, seed: int | None, workers: int, charts: Path | None, rules: Sequence[str]
) -> "Simulation":
    """Many races with a progress bar on stderr where that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .simulation import simulate

    columns = (TextColumn("races"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task("races", total=races)
    # Not even started where nobody sees it: rich before 14.3 ends a disabled bar with an empty line.
    with bar if console.is_terminal else nullcontext():
        return simulate(
            load_race(race),
            races=races,
            version=version,
            seed=seed,
            workers=workers,
            rules=Rules.parse(rules),
            charts=load_charts(charts),
            progress=lambda done: bar.advance(task, done),
        )
