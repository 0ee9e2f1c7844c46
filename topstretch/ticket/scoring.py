"""The rank at the end of a race (G8, G11) and what the tickets score (G9)."""

from collections.abc import Callable, Iterator, Sequence

from attrs import frozen

from .course import Course, Space
from .state import Photo, Prediction
from .tables import HORSES, TAKEN, Tables

TRIFECTA, BOXED_TRIFECTA = 5, 2
LOWEST_TOTAL = -8
TOKEN = 40
LAST = len(HORSES)

Pick = Callable[[Sequence[int], int], int]
"""Draws one photo-finish card: the level horses and the place they are level for, to the horse that takes it."""


@frozen
class Result:
    """How a race ended: the place of each horse 1 to 7, those disqualified, and the photo draws as (place, horse).

    Level horses that nothing parts share the better place; a disqualified horse takes the last place, several in the order
    they stood.
    """

    places: tuple[int, ...]
    disqualified: tuple[int, ...] = ()
    photos: tuple[tuple[int, int], ...] = ()

    def taken(self, horse: int) -> int:
        """The place a horse took, 1 to 7; 8 for a disqualified one: its column of the points table, from 1."""
        return len(TAKEN) if horse in self.disqualified else self.places[horse - 1]

    @property
    def order(self) -> tuple[int, ...]:
        """The horses by place; those that share one by number."""
        return tuple(sorted(HORSES, key=lambda horse: (self.places[horse - 1], horse)))

    def __str__(self) -> str:
        text = ""
        for before, horse in zip((0, *self.order), self.order, strict=False):
            level = before and self.places[before - 1] == self.places[horse - 1]
            text += ("=" if level else "-" if before else "") + str(horse)
            text += "d" if horse in self.disqualified else ""
        return text


def finish(horses: Sequence[Space], course: Course, photo: Photo, pick: Pick) -> Result:
    """Rank the horses by how far forward they stand (G8), the disqualified behind the others (G11).

    With `Photo.CARDS`, `pick` parts level horses for the first three places and the last; the others share the better
    place. With `Photo.RAIL` the nearer to the inside rail is ahead, and nothing is drawn.
    """
    out = tuple(horse for horse, space in enumerate(horses, 1) if space in course.hoof_prints)
    places = [0] * LAST
    photos: list[tuple[int, int]] = []

    def noted(level: Sequence[int], place: int) -> int:
        photos.append((place, pick(level, place)))
        return photos[-1][1]

    ahead = 0
    for level in groups(horses, out, photo):
        shows = 0 if level[0] in out else 3
        for horse, place in part(level, ahead + 1, shows, noted):
            places[horse - 1] = place
        ahead += len(level)
    return Result(tuple(places), out, tuple(photos))


def groups(horses: Sequence[Space], out: Sequence[int], photo: Photo) -> Iterator[list[int]]:
    """The horses that are level, the foremost first; by the rail no two are."""
    by_key: dict[tuple[bool, int, int], list[int]] = {}
    for horse, (row, lane) in enumerate(horses, 1):
        by_key.setdefault((horse in out, -row, lane if photo == Photo.RAIL else 0), []).append(horse)
    for key in sorted(by_key):
        yield by_key[key]


def part(level: Sequence[int], best: int, shows: int, pick: Pick) -> Iterator[tuple[int, int]]:
    """The place of each of some level horses: `best` is the first to be had, those up to `shows` are drawn for (G8)."""
    left = list(level)
    last = best + len(left) - 1
    drawn = [*range(best, min(last, shows) + 1), *([last] if last == LAST and last > shows else [])]
    for place in drawn:
        horse = pick(left, place) if len(left) > 1 else left[0]
        left.remove(horse)
        yield horse, place
    shared = best + sum(place <= shows for place in drawn)
    for horse in left:
        yield horse, shared


@frozen
class Score:
    """What a ticket scored in a race (G9): the points of the horse on each place of it (None: no token), and the bonus."""

    points: tuple[int | None, int | None, int | None]
    bonus: int = 0

    @property
    def total(self) -> int:
        """Points and bonus."""
        return sum(points or 0 for points in self.points) + self.bonus


def score(prediction: Prediction, result: Result, tables: Tables) -> Score:
    """Score a ticket (G9).

    Each horse scores the table's points for the place predicted and the place taken; all three exact are a trifecta (+5),
    all three in the first three in another order a boxed one (+2).
    """
    taken = [None if horse is None else result.taken(horse) for horse in prediction]
    first, second, third = (
        None if place is None else tables.points[predicted][place - 1] for predicted, place in enumerate(taken)
    )
    bonus = TRIFECTA if taken == [1, 2, 3] else BOXED_TRIFECTA if set(taken) == {1, 2, 3} else 0
    return Score((first, second, third), bonus)


def added(total: int, points: int) -> int:
    """A player's total after a race: never under -8 (G9)."""
    return max(LOWEST_TOTAL, total + points)


def tokens(total: int) -> tuple[int, int]:
    """The +40 tokens and the space on the scoring board of a total: over 40 it counts on from 0 (G9)."""
    held = max(0, (total - 1) // TOKEN)
    return held, total - TOKEN * held
