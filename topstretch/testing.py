"""Property tests of the game with Hypothesis: strategies for horses, jockeys, race cards, chart sets and dice logs.

Needs the extra `testing` (`pip install "topstretch[testing]"`). Charts of your own are put to the test in a few lines::

    mine = topstretch.load_charts("my-charts")
    check_charts(mine)

    @given(st.data())
    def test_the_time_of_the_race_is_that_of_the_first_past_the_post(data):
        card = data.draw(cards(charts=mine))
        log = data.draw(dice_logs(card, "fullplay", charts=mine))
        sheet = topstretch.play(card, version="fullplay", dice=topstretch.ReplayDice(log), charts=mine)
        ...

Everything drawn is legal: what a record, a card or a folder of charts refuses is never drawn, and all that they take can
come up. An example shrinks to few runners and few rolls, ratings near 0, and the charts that it started from with as few
cells changed as can be.
"""

import csv
import io
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pandas as pd  # not at the first draw, which Hypothesis would find too slow
from attrs import frozen
from hypothesis import strategies as st

from . import invariants
from .betting import odds as roll_odds
from .card import MAX_RUNNERS, MIN_RUNNERS, RaceCard, as_surface
from .chart_copy import holds_anything, write_folder
from .charts import ChartSet, Sheet, chart_set
from .columns import as_meant
from .console import csv_cell, kind_of
from .dice import ROLLS, Faces, Mask
from .entries import MAX_ENTRIES, MAX_POST, Entry, Runner
from .errors import fault
from .house import QUICKPLAY, Rules
from .playing import play
from .ratings import RANGE_HIGH, RANGE_LOW, RATINGS, SEXES, Form, Horse, Jockey, Kind, Surface
from .testing_charts import chart_sets, whole

__all__ = ["cards", "chart_sets", "check_charts", "dice_logs", "horses", "jockeys", "write_charts"]

QUARTERS = st.integers(int(4 * RANGE_LOW), int(4 * RANGE_HIGH)).map(lambda quarters: quarters / 4)
NAMES = st.text(st.characters(categories=("L", "N", "P", "S"), include_characters=" "), min_size=1, max_size=80).filter(
    lambda name: bool(name.strip()) and name.isprintable()
)
HIGHEST_ODDS = 9999
BY_PLAINNESS = (3, 4, 2, 5, 1, 6)  # faces, those that make a plain race first
PAIRS = tuple(
    sorted(
        ((r, w) for r in range(1, 7) for w in range(1, 7)), key=lambda pair: (abs(sum(pair) - 7), abs(pair[0] - 3.4))
    )
)

RARE = ((1, 1), (1, 2), (2, 1), (6, 6))  # 2, 3 and 12: trouble, and most of what comes of it

# Strategies are made once: a field of 24 draws hundreds of values.
RATING = {name: st.integers(rating.low, rating.high) for name, rating in RATINGS.items()}
FORMS, KINDS = st.sampled_from(Form), st.sampled_from(Kind)
SOME_SEX, SOME_AGE = st.sampled_from((None, *SEXES)), st.none() | st.integers(2, 30)
SOME_POWER, SOME_OVERALL = st.none() | RATING["power"], st.none() | whole(0, 200)
SOME_START = st.none() | st.none() | whole(-10, 40)
SOME_ODDS = st.none() | st.builds(Fraction, st.integers(1, HIGHEST_ODDS), st.sampled_from((1, 2, 5, 20)))
RATED = st.sampled_from((Surface.DIRT, Surface.TURF))
ONE_DIE, TWO_DICE = (
    st.sampled_from(BY_PLAINNESS),
    st.sampled_from(PAIRS) | st.sampled_from(PAIRS) | st.sampled_from(RARE),
)


@st.composite
def horses(draw: st.DrawFn, name: str | None = None, *, surface: str | None = None) -> Horse:
    """Horses with every rating anywhere in its range (R1), rated for dirt, turf or both.

    `name` fixes the name; with `surface` the horse has a Power rating for it.
    """
    on = draw(RATED) if surface is None else as_surface(surface).rated_as
    power, other = draw(RATING["power"]), draw(SOME_POWER)
    low, high = sorted((draw(QUARTERS), draw(QUARTERS)))
    return Horse(
        draw(NAMES) if name is None else name,
        power_dirt=power if on is Surface.DIRT else other,
        power_turf=power if on is Surface.TURF else other,
        range_low=low,
        range_high=high,
        wet=draw(RATING["wet"]),
        pace=draw(RATING["pace"]),
        form=draw(FORMS),
        trip=draw(RATING["trip"]),
        class_=draw(RATING["class"]),
        speed=draw(RATING["speed"]),
        wire=draw(RATING["wire"]),
        kind=draw(KINDS),
        age=draw(SOME_AGE),
        sex=draw(SOME_SEX),
        overall=draw(SOME_OVERALL),
    )


@st.composite
def jockeys(draw: st.DrawFn, name: str | None = None) -> Jockey:
    """Jockeys with Ride -2 to 2 and Trouble 2 to 12; `name` fixes the name."""
    return Jockey(draw(NAMES) if name is None else name, draw(RATING["ride"]), draw(RATING["trouble"]))


@st.composite
def entries(draw: st.DrawFn, post: int, surface: Surface, scratched: bool) -> Entry:
    """An entry at a post: some with an Adjusted Power alone to start from, off the chart too (D9), some with real odds."""
    return Entry(
        post,
        draw(horses(f"Horse {post}", surface=surface)),
        draw(jockeys(f"Jockey {post}")),
        odds=draw(SOME_ODDS),
        scratched=scratched,
        adj_power=draw(SOME_START),
    )


@st.composite
def cards(
    draw: st.DrawFn,
    min_runners: int = MIN_RUNNERS,
    max_runners: int = MAX_RUNNERS,
    *,
    max_scratched: int = 3,
    surfaces: Sequence[str] = tuple(Surface),
    charts: ChartSet | str | Path | None = None,
) -> RaceCard:
    """Race cards that a chart set can run: 2 to 24 runners on any posts, and up to `max_scratched` that do not run.

    Distance (in quarters of a furlong, and both ends of the time chart) and condition are what `charts` (the standard set
    if not said) has. Raises InputError for numbers of runners outside 2 to 24.
    """
    if not MIN_RUNNERS <= min_runners <= max_runners <= MAX_RUNNERS:
        raise fault("runners", f"{min_runners} to {max_runners}", f"{MIN_RUNNERS} to {MAX_RUNNERS}, the lower first")
    known = chart_set(charts)
    surface = as_surface(draw(st.sampled_from(surfaces)))
    runners = draw(whole(min_runners, max_runners))
    gone = draw(st.integers(0, min(max_scratched, MAX_ENTRIES - runners)))
    posts = draw(st.lists(st.integers(1, MAX_POST), min_size=runners + gone, max_size=runners + gone, unique=True))
    low, high = (float(known.time_distances[end]) for end in (0, -1))
    quarters = [low, *(quarter / 4 for quarter in range(int(4 * low) + 1, int(4 * high) + 1)), high]
    return RaceCard(
        "Property",
        draw(st.sampled_from(sorted(set(quarters))) | st.sampled_from((low, high))),
        surface,
        draw(st.sampled_from(known.conditions(surface))),
        tuple(draw(entries(post, surface, place < gone)) for place, post in enumerate(posts)),
    )


@frozen
class DrawnDice:
    """Dice that Hypothesis throws, roll by roll, as a race asks for them."""

    draw: st.DrawFn

    def seat(self, runners: Sequence[Runner], race: int) -> "DrawnDice":
        """The same dice for any runners."""
        return self

    def roll(self, name: str, needed: Mask) -> Faces:
        """Draw the needed rolls; totals of 7 are the plainest, and one in three is a 2, 3 or 12."""
        red, white = np.ones(needed.shape, np.uint8), np.ones(needed.shape, np.uint8)
        for place in np.flatnonzero(needed[:, 0]).tolist():
            pair = (self.draw(ONE_DIE), 1) if ROLLS[name].dice == 1 else self.draw(TWO_DICE)
            red[place], white[place] = pair
        return Faces(red, white)


@st.composite
def dice_logs(
    draw: st.DrawFn,
    card: RaceCard,
    version: str = QUICKPLAY,
    *,
    charts: ChartSet | str | Path | None = None,
    rules: Rules | None = None,
    odds: bool = False,
) -> pd.DataFrame:
    """Dice logs that play `card` in a version by `charts` and `rules`: frames as `Scoresheet.dice_log` gives them.

    The log has exactly the rolls that the race needs, and with `odds` those of the odds too. It replays only with the
    same card, version, charts and rules; without its columns chart and result, and total, it holds the faces alone.
    """
    known, dice = chart_set(charts), DrawnDice(draw)
    sheet = play(card, version=version, dice=dice, rules=rules, charts=known)
    if not odds:
        return sheet.dice_log()
    board = roll_odds(card, dice=dice, charts=known)
    return sheet.with_odds(board.texts, board.log).dice_log()


def check_charts(charts: ChartSet | str | Path | None = None) -> None:
    """Raise AssertionError with every place where a chart set breaks a rule of shape, one a line; a set, a folder or None
    for the standard set. `topstretch.invariants.check_charts` gives them as records."""
    broken = invariants.check_charts(chart_set(charts))
    if broken:
        raise AssertionError("\n".join(str(one) for one in broken))


def write_charts(charts: ChartSet, folder: Path | str) -> Path:
    """Write a chart set to a new (or empty) folder, to look into a set that a test failed on, or to play with it.

    Raises InputError where the folder holds anything, or cannot be written.
    """
    folder = Path(folder)
    if kind_of(folder, Path.exists) and (not folder.is_dir() or kind_of(folder, holds_anything)):
        raise fault(str(folder), "a folder that is not empty", "a new folder")
    write_folder(folder, (), {f"{name}.csv": sheet_text(sheet) for name, sheet in charts.sheets.items()})
    return folder


def sheet_text(sheet: Sheet) -> str:
    """A chart as the text of its file."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    out.writelines(f"# {key}: {value}\n" for key, value in sheet.head.items())
    writer.writerows([csv_cell(as_meant(cell)) for cell in row] for row in (sheet.header, *sheet.rows))
    return out.getvalue()
