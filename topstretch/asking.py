"""Dice thrown by a person at the table, asked for one roll at a time."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np
from attrs import define, field

from .dice import ROLLS, Dice, DiceSource, Faces, Mask, Roll, SeededDice, chart_read
from .entries import Runner
from .errors import fault

T = TypeVar("T")
TAKE_BACK = ("back", "b", "undo")


class TakeBack(Exception):
    """The last roll is taken back: what is being rolled starts over with the answers that stand.

    `beyond` is true where that roll belonged to what was rolled before this, as the odds before the race.
    """

    def __init__(self, *, beyond: bool) -> None:
        super().__init__()
        self.beyond = beyond


@define(eq=False)
class AskDice:
    """Dice that a person throws: asks `ask(prompt)` for each roll that is needed, says so with `tell(text)`.

    An answer is two faces, red first, as `3 4`, `34` or `3,4`; one face where one die is thrown; `back` takes the last
    roll back, `reaches_back` also one of an earlier race or of the odds. Several rolls may be answered at once, as `34 56 2-`,
    one die with a dash: `given` are those so far, written like that.
    """

    ask: Callable[[str], str] = input
    tell: Callable[[str], None] = print
    reaches_back: bool = False
    answers: list[str] = field(factory=list, init=False, repr=False)  # the faces, as 34, or 3 of one die
    waiting: list[str] = field(factory=list, init=False, repr=False)  # answers ahead of their questions
    used: int = field(default=0, init=False, repr=False)

    def seat(self, runners: Sequence[Runner], race: int) -> "AskedDice":
        """The person's dice for these runners; the race number does not matter."""
        return AskedDice(self, runners, self.used)

    @property
    def given(self) -> str:
        """The rolls so far, as one answer that gives them again."""
        return " ".join(faces.ljust(2, "-") for faces in self.answers)

    def start_over(self) -> None:
        """Go back to the first answer: what was rolled so far is rolled again without asking."""
        self.used = 0


@define(eq=False)
class AskedDice:
    """A person's dice for one race: answers that are already given are not asked for again."""

    source: AskDice
    runners: Sequence[Runner]
    start: int
    version: str = ""

    def start_over(self) -> None:
        """Roll again from the start of this race, with the answers that stand."""
        self.source.used = self.start

    def roll(self, name: str, needed: Mask) -> Faces:
        """Ask for each needed roll, in post order."""
        roll = ROLLS[name]
        red, white = np.ones(needed.shape, np.uint8), np.ones(needed.shape, np.uint8)
        for place in np.flatnonzero(needed[:, 0]).tolist():
            runner = None if roll.whole_race else self.runners[place]
            red[place], white[place] = self._answer(roll, runner)
        return Faces(red, white)

    def _answer(self, roll: Roll, runner: Runner | None) -> tuple[int, int]:
        answers = self.source.answers
        if self.source.used == len(answers):
            answers.append(self._ask(roll, runner))
        self.source.used += 1
        faces = answers[self.source.used - 1]
        return int(faces[0]), int(faces[-1])

    def _ask(self, roll: Roll, runner: Runner | None) -> str:
        whom = "the whole race" if runner is None else f"{runner.post} {runner.name}"
        chart = chart_read(roll.name, self.version)
        what = roll.name.replace("_", " ") + (f" (chart {chart})" if chart else "")
        dice = "one die" if roll.dice == 1 else "red and white"
        wanted = "a face 1 to 6" if roll.dice == 1 else "red, then white, each 1 to 6, as 3 4 or 34"
        while True:
            text = self._next(f"{what}, {whom} - {dice}: ")
            faces = re.fullmatch(r"([1-6])-?" if roll.dice == 1 else r"([1-6])[ ,;/-]*([1-6])", text, re.ASCII)
            if faces:
                return "".join(faces.groups())
            dropped = len(self.source.waiting)
            self.source.waiting.clear()
            if text in TAKE_BACK:
                self._take_back()
            else:
                rest = f" The {dropped} after it are not used." if dropped else ""
                self.source.tell(f"Found {text!r}; allowed: {wanted}; or back to take the last roll back.{rest}")

    def _next(self, prompt: str) -> str:
        """The next answer: one that is waiting, else what the person says, the first of several rolls."""
        if not self.source.waiting:
            text = self.source.ask(prompt).strip().lower()
            several = re.fullmatch(r"[1-6][1-6-]( +[1-6][1-6-])+", text, re.ASCII)
            self.source.waiting += text.split() if several else [text]
        return self.source.waiting.pop(0)

    def _take_back(self) -> None:
        """Forget the last answer and start over; says so where there is none to forget."""
        first = 0 if self.source.reaches_back else self.start
        if len(self.source.answers) <= first:
            self.source.tell("There is no roll to take back.")
            return
        self.source.answers.pop()
        raise TakeBack(beyond=len(self.source.answers) < self.start)


def thrown(
    source: DiceSource, runners: Sequence[Runner], race: int, run: Callable[[Dice], T], version: str = ""
) -> tuple[T, Dice]:
    """What `run` makes of the dice of a source, and these dice; starts over where a person takes a roll back."""
    dice = source.seat(runners, race)
    if isinstance(dice, AskedDice):
        dice.version = version
    while True:
        try:
            return run(dice), dice
        except TakeBack as taken:
            if taken.beyond or not isinstance(dice, AskedDice):
                raise
            dice.start_over()


def check_source(seed: int | None, dice: DiceSource | None) -> DiceSource:
    """The dice of a call: those given, or seeded ones; raises InputError where a seed stands beside dice."""
    if dice is None:
        return SeededDice(seed)
    if seed is not None:
        raise fault("seed", seed, "no seed beside dice")
    return dice
