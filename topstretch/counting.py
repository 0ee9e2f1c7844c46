"""Counts of many races: whole numbers that add up, so the order in which blocks come back does not matter."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt
from attrs import field, fields, frozen

from .batch import Block, races_of
from .rules.finish import FIGURES, count_others, figure_of

Counts64 = npt.NDArray[np.int64]
DETAILS = ("exacta", "trifecta", "head_to_head")


@frozen(eq=False)
class Tally:
    """What was counted. Places run 1 first; index 0 of a place is a horse that is out.

    The details are None unless they were asked for: `exacta` (first, second) and `trifecta` (first, second, third) count
    official orders without a dead heat in those places; `head_to_head` (a, b) counts a officially ahead of b.
    """

    races: int
    official: Counts64  # (horses, places)
    wire: Counts64  # (horses, places)
    figures: Counts64  # (horses, 256)
    dead_heats: Counts64  # (horses): shares its official place
    disqualified: Counts64  # (horses)
    paces: Counts64  # (3)
    factors: Counts64  # (6): 2 x factor + whether Ride counts
    photos: int  # races whose first past the post was found by a photo
    win_dead_heats: int  # races with more than one official winner
    no_finish: int  # races in which every horse is out
    exacta: Counts64 | None = field(default=None)
    trifecta: Counts64 | None = field(default=None)
    head_to_head: Counts64 | None = field(default=None)

    def __add__(self, other: Self) -> Self:
        """Both counts together."""
        names = [attribute.name for attribute in fields(type(self))]
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in names}
        added: dict[str, Any] = {name: None if a is None else a + b for name, (a, b) in pairs.items()}
        return type(self)(**added)

    def same_as(self, other: Self) -> bool:
        """Whether every count agrees."""
        names = [attribute.name for attribute in fields(type(self))]
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)


def count_block(block: Block, details: tuple[str, ...] = ()) -> Tally:
    """Count the races of a block."""
    horses, races = block.place.shape
    figure = figure_of(block.key)  # far above FIGURES for a horse that is out
    figures = np.array([np.bincount(row, minlength=FIGURES)[:FIGURES] for row in figure])
    wire = count_places(block.wire)
    dead_heats, win_dead_heats = count_dead_heats(block)
    return Tally(
        races=races,
        official=wire + count_moves(block),
        wire=wire,
        figures=figures,
        dead_heats=dead_heats,
        disqualified=np.bincount(block.disqualified // max(races, 1), minlength=horses),
        paces=count_each(block.pace, 3),
        factors=count_each(block.factor, 6),
        photos=int(np.count_nonzero(block.photo_for_the_win())),
        win_dead_heats=win_dead_heats,
        no_finish=races - int(np.count_nonzero(block.wire.max(axis=0))),
        exacta=count_exacta(block) if "exacta" in details else None,
        trifecta=count_trifecta(block) if "trifecta" in details else None,
        head_to_head=count_head_to_head(block) if "head_to_head" in details else None,
    )


def count_each(values: npt.NDArray[np.uint8], kinds: int) -> Counts64:
    """How often each of the numbers from 0 to `kinds` - 1 is there: many times faster than `bincount` for a few of them."""
    return np.array([np.count_nonzero(values == kind) for kind in range(kinds)], np.int64)


def count_places(place: npt.NDArray[np.uint8]) -> Counts64:
    """How often each horse had each place: (horses, 1 + horses), out at index 0."""
    return np.array([count_each(row, len(place) + 1) for row in place])


def count_moves(block: Block) -> Counts64:
    """What disqualifications add to each horse at each place, and take from it: only races that have one are looked at."""
    horses, races = block.place.shape
    at = races_of(block.disqualified, races)
    first = (np.arange(horses, dtype=np.uint16) * np.uint16(horses + 1))[:, None]
    official, wire = (
        np.bincount((places.take(at, axis=1) + first).ravel(), minlength=horses * (horses + 1))
        for places in (block.place, block.wire)
    )
    return (official - wire).reshape(horses, horses + 1)


def count_dead_heats(block: Block) -> tuple[Counts64, int]:
    """How often each horse shared its official place, and races with more than one winner."""
    # Places 1 to n add up to n(n+1)/2 unless some are shared: only those races are looked at. Eight bits will do, for no
    # way of sharing places among 24 horses takes 256 off the sum.
    total = np.add.reduce(block.place, axis=0, dtype=np.uint8)
    finishers = np.add.reduce((block.place > 0).view(np.uint8), axis=0, dtype=np.uint8).astype(np.uint16)
    unshared = finishers * (finishers + np.uint16(1)) // np.uint16(2)
    shared = np.flatnonzero(total != unshared.astype(np.uint8))
    place = block.place.take(shared, axis=1)
    heats = (count_others(np.equal, place, place) > 0) & (place > 0)
    return heats.sum(axis=1, dtype=np.int64), int((heats & (place == 1)).any(axis=0).sum())


def count_exacta(block: Block) -> Counts64:
    """(first, second) of official orders without a dead heat in either place."""
    horses = len(block.place)
    first, second, _ = sole(block, 2)
    return np.bincount(first * horses + second, minlength=horses**2).reshape(horses, horses)


def count_trifecta(block: Block) -> Counts64:
    """(first, second, third) of official orders without a dead heat in those places."""
    horses = len(block.place)
    first, second, third = sole(block, 3)
    return np.bincount((first * horses + second) * horses + third, minlength=horses**3).reshape((horses,) * 3)


def sole(block: Block, places: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The horses in the first places of the races in which each of these places is held by one horse."""
    holds = [block.place == place for place in range(1, 4)]
    clear = np.all([hold.sum(axis=0) == 1 for hold in holds[:places]], axis=0)
    first, second, third = (hold[:, clear].argmax(axis=0) for hold in holds)
    return first, second, third


def count_head_to_head(block: Block) -> Counts64:
    """(a, b): how often a was officially ahead of b; a finisher is ahead of a horse that is out."""
    place = np.where(block.place > 0, block.place, np.uint8(255))
    return np.array([[np.count_nonzero(a < b) for b in place] for a in place])
