"""One race: a batch of one that keeps every step's column."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from attrs import define, field

from .asking import check_source, thrown
from .card import RaceCard
from .card_files import load_race
from .chart_files import FACTORS, PACES
from .charts import ChartSet, chart_set
from .dice import ROLLS, Dice, DiceSource, Faces, Mask, SeededDice, check_count
from .entries import Runner
from .errors import fault
from .house import FULLPLAY, QUICKPLAY, VERSIONS, Rules
from .log_texts import with_result
from .replay import LoggedDice, LogRow
from .rules.fullplay import run_fullplay
from .rules.quickplay import run_quickplay
from .rules.runners import Course, Runners
from .scoresheet import Line, Scoresheet, odds_text

RUN: dict[str, Callable[..., Course]] = {QUICKPLAY: run_quickplay, FULLPLAY: run_fullplay}


def play(
    card: RaceCard | str | Path,
    *,
    version: str = QUICKPLAY,
    seed: int | None = None,
    race: int = 0,
    dice: DiceSource | None = None,
    rules: Rules | None = None,
    charts: ChartSet | str | Path | None = None,
) -> Scoresheet:
    """Run one race and keep its scoresheet.

    `card` is a RaceCard, a packaged race's id or a file. `version` is "quickplay" (R4) or "fullplay" (R7). `seed` and
    `race`, whole numbers from 0 up, name a race for ever; without a seed fresh bits are taken, and the sheet says which.
    `dice` (`ReplayDice`, `AskDice`) take the place of the seed. Raises InputError for what the card, the charts or the dice
    do not allow.
    """
    card, charts, rules = prepared(card, version, charts, rules)
    race = check_count("race", race)
    source = check_source(seed, dice)
    runners = Runners.of(card, charts)

    def run(dice: Dice) -> tuple[Course, Recorder]:
        recorder = Recorder(dice, card.runners)
        return RUN[version](runners, recorder, charts, rules), recorder

    (course, recorder), seated = thrown(source, card.runners, race, run, version)
    log = tuple(with_result(row, place, course, charts) for row, place in recorder.rows)
    if isinstance(seated, LoggedDice):
        seated.finish(log, odds=False)
    return make_sheet(card, version, course, charts, log, rules, source, race)


def prepared(
    card: RaceCard | str | Path, version: str, charts: ChartSet | str | Path | None, rules: Rules | None
) -> tuple[RaceCard, ChartSet, Rules]:
    """What every run starts from; raises InputError for what the card, the version, the charts or the rules do not allow."""
    card = card if isinstance(card, RaceCard) else load_race(card)
    charts, rules = chart_set(charts), rules or Rules()
    check_version(version)
    card.check_same_horse(rules.allow_same_horse)
    card.check(charts)
    return card, charts, rules


def check_version(version: str) -> None:
    """Raise InputError for a version there is not."""
    if version not in VERSIONS:
        raise fault("version", version, " or ".join(VERSIONS))


@define
class Recorder:
    """Passes rolls on to the dice and keeps those that were needed: the row, and the runner's place in the arrays."""

    dice: Dice
    runners: tuple[Runner, ...]
    rows: list[tuple[LogRow, int]] = field(factory=list)

    def roll(self, name: str, needed: Mask) -> Faces:
        """Throw a roll of a batch of one, and write it down."""
        faces = self.dice.roll(name, needed)
        roll = ROLLS[name]
        for place in np.flatnonzero(needed[:, 0]):
            runner = None if roll.whole_race else self.runners[place]
            post, horse = (None, None) if runner is None else (runner.post, runner.name)
            white = None if roll.dice == 1 else int(faces.white[place, 0])
            self.rows.append((LogRow(name, post, horse, int(faces.red[place, 0]), white), int(place)))
        return faces


def make_sheet(
    card: RaceCard,
    version: str,
    course: Course,
    charts: ChartSet,
    log: tuple[LogRow, ...],
    rules: Rules,
    source: Any,
    race: int,
) -> Scoresheet:
    """The scoresheet of a course of one race."""
    seeded = isinstance(source, SeededDice)
    reasons = {row.post: row.result for row in log if row.roll == "trouble"}
    return Scoresheet(
        card=card,
        version=version,
        pace_of_race=PACES[course.pace_of_race[0, 0]],
        factor=FACTORS[course.factor[0, 0]],
        ride_counts=bool(course.ride_counts[0, 0]),
        lines=tuple(make_line(card, place, course, charts, reasons) for place in range(len(card.starters))),
        log=log,
        seed=source.seed if seeded else None,
        race=race if seeded else None,
        chart_set=charts.name,
        edition=charts.edition,
        rules=rules,
    )


def make_line(card: RaceCard, place: int, course: Course, charts: ChartSet, reasons: dict[int | None, str]) -> Line:
    """One runner's line."""
    entry = card.starters[place]
    horse, jockey = entry.horse, entry.jockey
    out = bool(course.trouble.out[place, 0])
    return Line(
        post=entry.post, horse=horse.name, jockey=jockey.name, pace=horse.pace, form=str(horse.form), class_=horse.class_,
        speed=horse.speed, trip=horse.trip, wire=horse.wire, ride=jockey.ride, trouble=jockey.trouble,
        odds=None if entry.odds is None else odds_text(entry.odds),
        start=int(course.runners.start[place, 0]),
        pace_adj=int(course.pace_change[place, 0]),
        form_adj=int(course.form_change[place, 0] + course.trouble.change[place, 0]),
        status=reasons[entry.post] if out else finisher_status(course, place),
        **segment_cells(card, course, place),
        **({} if out else finish_cells(card, course, charts, place)),
    )  # fmt: skip


def finisher_status(course: Course, place: int) -> str:
    """`finished`, or `disqualified from N`, its place at the wire."""
    return f"disqualified from {course.wire_place[place, 0]}" if course.trouble.disqualified[place, 0] else "finished"


def segment_cells(card: RaceCard, course: Course, place: int) -> dict[str, int]:
    """Break, Race2 (routes only) and Race3; nothing in Quickplay."""
    if course.break_points is None or course.setup_change is None or course.position_change is None:
        return {}
    start = int(course.break_points[place, 0])
    after_setup = start + int(course.setup_change[place, 0])
    cells = {"break_points": start, "race3": after_setup + int(course.position_change[place, 0])}
    return {**cells, "race2": after_setup} if card.is_route else cells


def finish_cells(card: RaceCard, course: Course, charts: ChartSet, place: int) -> dict[str, Any]:
    """What a finisher has that a horse that is out has not."""
    figure = int(course.figure[place, 0])
    first = int(course.figure[:, 0][course.finished[:, 0]].max())
    return {
        "final_power": int(course.power[place, 0]),
        "factor_adj": int(course.factor_change[place, 0]),
        "chart_figure": int(course.chart_figure[place, 0]),
        "figure": figure,
        "photo_total": int(course.photo_total[place, 0]) if course.in_photo[place, 0] else None,
        "wire_place": int(course.wire_place[place, 0]),
        "place": int(course.place[place, 0]),
        "seconds": round(float(charts.seconds(figure, card.distance, card.surface)), 2),
        "lengths_behind": round((first - figure) / charts.points_a_length(card.distance), 2),
    }
