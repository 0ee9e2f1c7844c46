"""Cards and dice for tests of the engine: everything is plain but for what a test names."""

from collections.abc import Mapping, Sequence
from typing import Any

import attrs
import numpy as np
import topstretch as ts
from topstretch.dice import ROLLS, Faces, Mask

Call = tuple[str, int | None]  # the name of a roll, and the post it is for (None: the whole race)
PLAIN: Mapping[str, Any] = {
    "power_dirt": 15, "power_turf": 15, "range_low": 5, "range_high": 16, "wet": 0, "pace": 4, "form": "A", "trip": 0,
    "class_": 0, "speed": 0, "wire": 0,
}  # fmt: skip


def entry(post: int, changes: Mapping[str, Any] | None = None) -> ts.Entry:
    """A runner like any other, but for the changes: fields of Horse, `ride` and `trouble`, fields of Entry."""
    changes = dict(changes or {})
    jockey = ts.Jockey(changes.pop("jockey", f"Jockey {post}"), changes.pop("ride", 0), changes.pop("trouble", 7))
    of_entry = {name: changes.pop(name) for name in ("odds", "scratched", "adj_power") if name in changes}
    horse = ts.Horse(changes.pop("name", f"Horse {post}"), **{**PLAIN, **changes})
    return ts.Entry(changes.pop("post", post), horse, jockey, **of_entry)


def card(*runners: Mapping[str, Any], **conditions: Any) -> ts.RaceCard:
    """A card of plain runners on posts 1, 2, 3 ..., one mapping of changes each; 8 furlongs on fast dirt."""
    entries = tuple(entry(post, changes) for post, changes in enumerate(runners, start=1))
    return ts.RaceCard(
        **{"name": "Test", "distance": 8, "surface": "dirt", "condition": "fast", **conditions, "entries": entries}
    )


def faces(total: int) -> tuple[int, int]:
    """A red and a white face that make a total."""
    red = max(1, total - 6)
    return red, total - red


@attrs.define
class SetDice:
    """Dice that fall as a test says, each roll by name and post: two faces, a total, or the face of a single die.

    A roll that the test does not name is a red 3 and a white 4: 7, and Speed without Ride. A single die shows 1.
    """

    given: Mapping[Call, int | tuple[int, int]]
    asked: list[Call] = attrs.field(factory=list)

    def seat(self, runners: Sequence[Any], race: int) -> "SeatedDice":
        """These dice for the runners of a race."""
        return SeatedDice(self, [runner.post for runner in runners])


@attrs.define
class SeatedDice:
    """Set dice at one race."""

    source: SetDice
    posts: list[int]

    def roll(self, name: str, needed: Mask) -> Faces:
        """The faces that were given for the roll."""
        red, white = np.ones(needed.shape, np.uint8), np.ones(needed.shape, np.uint8)
        posts = [None] if ROLLS[name].whole_race else self.posts
        for place in np.flatnonzero(needed[:, 0]):
            call = (name, posts[place])
            self.source.asked.append(call)
            red[place], white[place] = self.shown(call)
        return Faces(red, white)

    def shown(self, call: Call) -> tuple[int, int]:
        """Red and white of one roll."""
        single = ROLLS[call[0]].dice == 1
        given = self.source.given.get(call, 1 if single else (3, 4))
        if isinstance(given, tuple):
            return given
        return (given, 1) if single else faces(given)


def run(race: ts.RaceCard, given: Mapping[Call, int | tuple[int, int]] | None = None, **options: Any) -> ts.Scoresheet:
    """The sheet of a race by set dice; a roll that is given and not needed fails the test."""
    dice = SetDice(given or {})
    sheet = ts.play(race, dice=dice, **options)
    unneeded = set(dice.given) - set(dice.asked)
    assert not unneeded, f"rolls that the race never asked for: {unneeded}"
    return sheet


def each(roll: str, totals: Sequence[int]) -> dict[Call, int]:
    """The same roll for post 1, 2, 3 and so on."""
    return {(roll, post): total for post, total in enumerate(totals, start=1)}


def cells(sheet: ts.Scoresheet, column: str) -> list[Any]:
    """A column of the sheet, in post order."""
    return [row[column] for row in sheet.rows()]


def rolls_of(sheet: ts.Scoresheet) -> list[Call]:
    """Which rolls a race needed, in the order in which they were made."""
    return [(row.roll, row.post) for row in sheet.log]
