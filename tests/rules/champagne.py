"""The rulebook's run of the 2009 Champagne Stakes (pages 16 to 23), up to where its text breaks off."""

from pathlib import Path

import topstretch as ts

from oracle.charts import Charts, change_and_trouble, load
from rules.making import Call, SetDice, run
from rules.reading import CHARTS

CARD = ts.load_race("champagne-2009")
# The rulebook tells Super Saver's and Overlap's rolls, by post.
TOLD: dict[Call, int] = {
    ("break", 1): 4, ("break", 2): 3, ("setup", 1): 5, ("setup", 2): 10, ("form", 1): 6, ("form", 2): 10,
}  # fmt: skip
# Of the others it tells what their rolls gave: points at the break, in the setup and by position, by post.
GIVEN: dict[Call, int] = {
    ("break", 3): 17, ("break", 4): 23, ("break", 5): 19, ("break", 6): 16,
    ("setup", 3): -1, ("setup", 4): +1, ("setup", 5): -1, ("setup", 6): -2,
    ("form", 3): -1, ("form", 4): 0, ("form", 5): 0, ("form", 6): -2,
}  # fmt: skip
READ_ON = {"break": "break_segment", "setup": "pace_setup", "form": "race_position"}
FIRST_TRIED = (7, 6, 8, 5, 9, 4, 10, 11, 2, 12)  # a 3 may go to Trouble, and nobody did


def roll_giving(charts: Charts, roll: str, post: int, points: int) -> int:
    """A total by which the horse gets these points; the nearest there is where a chart has none."""
    horse = CARD.entry(post).horse
    column = f"{horse.form} Pos" if roll == "form" else str(horse.pace)
    return min(FIRST_TRIED, key=lambda total: abs(change_and_trouble(charts, READ_ON[roll], total, column)[0] - points))


def rolls_of_the_race(charts: Charts = CHARTS) -> dict[Call, int | tuple[int, int]]:
    """Rolls that lead to the states that the rulebook quotes, by a chart set that holds the cells it quotes."""
    others = {(roll, post): roll_giving(charts, roll, post, points) for (roll, post), points in GIVEN.items()}
    return {**TOLD, **others, ("race_pace", None): 4}


QUOTED = rolls_of_the_race()


def champagne(folder: Path | None = None) -> ts.Scoresheet:
    """The race in Fullplay; the stretch, which the text does not tell, is by rolls of 7. By the charts of a folder, or the
    standard set."""
    rolls = QUOTED if folder is None else rolls_of_the_race(load(folder))
    return run(CARD, rolls, version="fullplay", charts=folder)


def points_after(call: str) -> dict[str, int]:
    """Race position points after a call, by horse, in the order of the call."""
    return {row["horse"]: row["points"] for row in champagne().call_rows() if row["call"] == call}


__all__ = ["CARD", "QUOTED", "SetDice", "champagne", "points_after"]
