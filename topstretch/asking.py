"""Dice thrown by a person at the table, asked for one roll at a time."""

import re
from collections.abc import Callable, Sequence

import numpy as np
from attrs import define, field, frozen

from .card import Runner
from .dice import ROLLS, Faces, Mask, Roll

Answer = tuple[int, int]
TAKE_BACK = ("back", "b", "undo")


class TakeBack(Exception):
    """The last roll is taken back: the race is played again from its start with the answers that stand."""


@frozen
class AskDice:
    """Dice that a person throws: asks `ask(prompt)` for each roll that is needed, says so with `tell(text)`.

    An answer is two faces, red first, as `3 4`, `34` or `3,4`; one face where one die is thrown; `back` takes the last
    roll back.
    """

    ask: Callable[[str], str] = input
    tell: Callable[[str], None] = print
    answers: list[Answer] = field(factory=list, eq=False, repr=False)

    def seat(self, runners: Sequence[Runner], race: int) -> "AskedDice":
        """The person's dice for these runners; the race number does not matter."""
        return AskedDice(self, runners)


@define
class AskedDice:
    """One run of a race with a person's dice: answers already given are not asked for again."""

    source: AskDice
    runners: Sequence[Runner]
    used: int = 0

    def roll(self, name: str, needed: Mask) -> Faces:
        """Ask for each needed roll, in post order."""
        roll = ROLLS[name]
        red, white = np.ones(needed.shape, np.uint8), np.ones(needed.shape, np.uint8)
        for place in np.flatnonzero(needed[:, 0]).tolist():
            runner = None if roll.whole_race else self.runners[place]
            red[place], white[place] = self._answer(roll, runner)
        return Faces(red, white)

    def _answer(self, roll: Roll, runner: Runner | None) -> Answer:
        answers = self.source.answers
        if self.used == len(answers):
            answers.append(self._ask(roll, runner))
        self.used += 1
        return answers[self.used - 1]

    def _ask(self, roll: Roll, runner: Runner | None) -> Answer:
        whom = "the whole race" if runner is None else f"{runner.post} {runner.name}"
        what = roll.name.replace("_", " ") + (f" (chart {roll.chart})" if roll.chart else "")
        dice = "one die" if roll.dice == 1 else "red and white"
        while True:
            text = self.source.ask(f"{what}, {whom} - {dice}: ").strip().lower()
            if text in TAKE_BACK:
                if not self.source.answers:
                    self.source.tell("There is no roll to take back.")
                    continue
                self.source.answers.pop()
                raise TakeBack
            faces = re.fullmatch(r"([1-6])" if roll.dice == 1 else r"([1-6])[ ,;/-]*([1-6])", text, re.ASCII)
            if faces:
                return int(faces[1]), int(faces[roll.dice])
            wanted = "a face 1 to 6" if roll.dice == 1 else "red, then white, each 1 to 6, as 3 4 or 34"
            self.source.tell(f"Found {text!r}; allowed: {wanted}; or back to take the last roll back.")
