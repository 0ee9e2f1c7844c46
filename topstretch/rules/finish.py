"""The finish (R4, step 5), photos, and disqualifications (R6, D7).

Places are counted by comparing each horse with the one 1, 2, ... rows further on, round the end: on small whole numbers that
is many times faster than a sort, and level horses need no care of their own.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from .runners import Bools, Ints, Places

Keys = npt.NDArray[np.uint16]
NOT_COUNTED = np.uint8(255)
FIGURES = 256  # more than any figure, 0 to 206
PHOTO_SPAN = 32  # more than any photo total, 0 to 23


def in_photo(figure: Ints, finished: Bools) -> Bools:
    """R4.5: who shares a figure with another finisher."""
    among = np.where(finished, figure, np.int16(-1))
    return (count_others(np.equal, among, among) > 0) & finished


def photo_total(total: Ints, wire: Ints, ride: Ints) -> Ints:
    """R4.5: the two dice plus Wire plus Ride: 0 to 23."""
    return np.asarray(total + (wire + ride))


def finish_key(figure: Ints, photo: Ints) -> Keys:
    """R4.5: one number a finisher that orders by figure, then by photo; 1 or more. 0 stands for a horse that is out."""
    return (figure * np.int16(PHOTO_SPAN) + photo + np.int16(1)).astype(np.uint16)


def figure_of(key: Keys) -> Keys:
    """The figure of finish keys; far above any figure for a horse that is out."""
    return (key - np.uint16(1)) // np.uint16(PHOTO_SPAN)


def wire_place(key: Keys) -> Places:
    """R4.5: places as run from finish keys; level horses share the better place (D11). 0: not finished."""
    return (count_others(np.greater, key, key) + np.uint8(1)) * (key > 0)


def official_place(wire: Places, disqualified: Bools, die: Places) -> Places:
    """R6, D7: places after disqualifications, from places as run.

    A disqualified horse goes below as many of the clean horses behind it as its die shows, and below the clean horses
    level with that one. Only clean horses are counted, so the order of working does not matter.
    """
    clean = (wire > 0) & ~disqualified
    not_counted = ~clean * NOT_COUNTED
    # Clean horses ahead of each horse; for a disqualified one also those level with it.
    bound = wire + disqualified.view(np.uint8)
    passed = count_others(np.less, wire | not_counted, bound)
    # Clean horses keep even ranks; a moved one stands just above the next clean horse, in the order as run.
    key = (passed.astype(np.int16) + not_counted) * np.int16(2 * 32)
    moved = np.flatnonzero(disqualified & (wire > 0))  # few: worked out for these places alone
    race = moved % wire.shape[1]
    ahead = (passed | not_counted).take(race, axis=1) < (passed + die).ravel().take(moved)
    above = ahead.sum(axis=0, dtype=np.int16)
    key.ravel()[moved] = (2 * above - 1) * np.int16(32) + wire.ravel().take(moved)
    return (count_others(np.less, key, key) + np.uint8(1)) * (wire > 0)


def count_others(compare: np.ufunc, values: npt.NDArray[Any], own: npt.NDArray[Any]) -> Places:
    """For each horse, how many of the other horses' `values` compare so with its `own`: (horses, races)."""
    total = np.zeros(own.shape, np.uint8)
    flag = np.empty(own.shape, bool)
    for shift in range(1, len(own)):
        compare(values[shift:], own[:-shift], out=flag[:-shift])
        compare(values[:shift], own[-shift:], out=flag[-shift:])
        total += flag.view(np.uint8)
    return total
