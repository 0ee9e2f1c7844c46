"""What decided a race: two horses' accounts side by side, in figure points that add up to the margin."""

from typing import TYPE_CHECKING, Any

from attrs import frozen

from .additions import Ran, Step, horse_steps, signed
from .notation import lengths_text, ordinal
from .scoresheet import Line, Scoresheet, frame

if TYPE_CHECKING:
    import pandas as pd

# The steps that change the figure, by the part that they are told as.
PART_OF = {
    "Power": "Power", "Distance": "distance", "Track": "wet track", "Wet": "wet track", "Pace effect": "pace",
    "Form": "form", "Race position": "form", "Trouble": "trouble", "Trouble test": "trouble", "Race factors": "race factors",
    "Final speed": "final speed",
}  # fmt: skip
COLUMNS = ("part", "points", "other", "difference")


@frozen
class Part:
    """What a part of the race gave a horse and the other one, in figure points."""

    name: str
    points: int
    other: int

    @property
    def difference(self) -> int:
        """The horse's points less the other's."""
        return self.points - self.other

    @property
    def text(self) -> str:
        """`form +7 (+2 against -5)`; Power is a figure, not a change, and has no sign."""
        show = str if self.name == "Power" else signed
        return f"{self.name} {signed(self.difference)} ({show(self.points)} against {show(self.other)})"


@frozen
class Verdict:
    """What decided between `horse` and `other`; either is None where there is none.

    The differences of `parts` add up to `margin`, the horse's figure less the other's; a photo decides where that is 0, and
    a disqualification may set the places the other way.
    """

    text: str
    horse: Line | None = None
    other: Line | None = None
    parts: tuple[Part, ...] = ()
    margin: int | None = None

    def rows(self) -> list[dict[str, Any]]:
        """One row a part: part, points (the horse's), other, difference."""
        return [{name: getattr(part, name) for name in ("name", *COLUMNS[1:])} for part in self.parts]

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame, one row a part: part, points, other, difference, in figure points."""
        return frame([{"part": row.pop("name"), **row} for row in self.rows()], COLUMNS)

    def __str__(self) -> str:
        return self.text


def verdict(ran: Ran, place: int | None) -> Verdict:
    """What decided for the horse at a place of the sheet's lines; None: nobody won.

    A winner is set against the next horse, any other horse against the winner.
    """
    sheet = ran.sheet
    if place is None:
        return Verdict("Every horse is out of the race: nobody finished.")
    line = sheet.lines[place]
    if line.figure is None:
        return Verdict(f"{line.horse} is out of the race ({reason(line)}), so it has no final figure.", line)
    others = [other for other in sheet.finishers if other is not line]
    if not others:
        return Verdict(f"{line.horse} is the only finisher, with {line.figure}.", line)
    other = others[0]
    parts = side_by_side(horse_steps(ran, place), horse_steps(ran, sheet.lines.index(other)))
    margin = line.figure - (other.figure or 0)
    sentences = [opening(ran, line, other, margin), *balance(parts), *rulings(line, other)]
    return Verdict(" ".join(sentences), line, other, parts, margin)


def reason(line: Line) -> str:
    """Why a horse is out of the race."""
    return line.status.removeprefix("out: ")


def side_by_side(steps: tuple[Step, ...], others: tuple[Step, ...]) -> tuple[Part, ...]:
    """The parts of two accounts that either horse has points of."""
    sums = [dict.fromkeys(PART_OF.values(), 0) for _ in range(2)]
    for account, found in zip(sums, (steps, others), strict=True):
        for step in found:
            if step.step in PART_OF:
                account[PART_OF[step.step]] += step.points
    return tuple(Part(name, sums[0][name], sums[1][name]) for name in sums[0] if sums[0][name] or sums[1][name])


def opening(ran: Ran, line: Line, other: Line, margin: int) -> str:
    """By how much the horse was ahead or behind, or that the photo decided."""
    if not margin:
        return photo_opening(line, other)
    apart = points_text(ran, abs(margin))
    figures = f"{line.figure} against {other.figure}"
    if margin < 0:
        return f"{line.horse} finished {apart} behind {other.horse}, {figures}."
    if line.place == 1 and not ruled(ran.sheet):
        return f"{line.horse} won by {apart} from {other.horse}, {figures}."
    return f"{line.horse} finished {apart} ahead of {other.horse}, {figures}."


def points_text(ran: Ran, points: int) -> str:
    """`3 points (1 3/4 lengths)`."""
    lengths = points / ran.charts.points_a_length(ran.sheet.card.distance)
    return f"{count(points, 'point')} ({lengths_phrase(lengths)})"


def count(number: int, what: str) -> str:
    """`1 point`, `3 points`."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def lengths_phrase(lengths: float) -> str:
    """A distance between horses in words: `a nose`, `half a length`, `3/4 of a length`, `1 length`, `1 1/4 lengths`."""
    text = lengths_text(lengths)
    if text in ("nose", "head", "neck"):
        return f"a {text}"
    short = {"1/2": "half a length", "3/4": "3/4 of a length", "1": "1 length"}
    return short.get(text, f"{text} lengths")


def photo_opening(line: Line, other: Line) -> str:
    """Two horses level on figure: what the photo said."""
    level = f"{line.horse} and {other.horse} were level on {line.figure}"
    mine, its = line.photo_total or 0, other.photo_total or 0
    if mine == its:
        return f"{level} and in the photo too, {mine} each: a dead heat."
    return f"{level}; the photo put {line.horse} {'ahead' if mine > its else 'behind'}, {mine} against {its}."


def ruled(sheet: Scoresheet) -> bool:
    """Whether a disqualification moved the winner or the horse after it."""
    return any(line.wire_place != line.place for line in sheet.finishers[:2])


def balance(parts: tuple[Part, ...]) -> list[str]:
    """What spoke for the horse and what against it, the largest difference first."""
    sentences = []
    for opens, sign in (("In its favour", 1), ("Against it", -1)):
        found = sorted((part for part in parts if part.difference * sign > 0), key=lambda part: -abs(part.difference))
        if found:
            together = sum(part.difference for part in found)
            total = f", together {signed(together)}" if len(found) > 1 else ""
            sentences.append(f"{opens}{total}: {', '.join(part.text for part in found)}.")
    return sentences or ["No part of the race told them apart."]


def rulings(*lines: Line) -> list[str]:
    """Which of the horses was disqualified."""
    return [
        f"{line.horse} was disqualified from {ordinal(line.wire_place or 0)} and placed {ordinal(line.place or 0)}."
        for line in lines
        if line.status.startswith("disqualified")
    ]
