"""The finish (R4, step 5), photos, and disqualifications (R6, D7)."""

import numpy as np

from .runners import Bools, Ints

BELOW_ALL = np.int32(1 << 30)


def in_photo(figure: Ints, finished: Bools) -> Bools:
    """R4.5: who shares a figure with another finisher."""
    level = (figure[:, None] == figure[None]) & finished[:, None] & finished[None]
    return np.asarray(level.sum(axis=1) > 1)


def photo_total(total: Ints, wire: Ints, ride: Ints) -> Ints:
    """R4.5: the two dice plus Wire plus Ride: 0 to 23."""
    return np.asarray(total + wire + ride)


def wire_place(figure: Ints, photo: Ints, finished: Bools) -> Ints:
    """R4.5: places as run, by figure and then by photo; level horses share the better place (D11). 0: not finished."""
    return places(-(figure.astype(np.int32) * 64 + photo), finished)


def official_place(wire: Ints, finished: Bools, disqualified: Bools, die: Ints) -> Ints:
    """R6, D7: places after disqualifications.

    A disqualified horse goes below as many of the clean horses behind it as its die shows, and below the clean horses
    level with that one. Only clean horses are counted, so the order of working does not matter.
    """
    clean = finished & ~disqualified
    moved = finished & disqualified
    other, own = wire[None], wire[:, None]
    ahead = (clean[None] & (other < own)).sum(axis=1)
    level = (clean[None] & (other == own)).sum(axis=1)
    passed = np.where(clean, ahead, ahead + level)
    target = passed + die
    above = (clean[None] & (passed[None] < target[:, None])).sum(axis=1)
    # Clean horses keep even keys; a moved one stands just above the next clean horse, in the order as run.
    key = np.where(clean, 2 * passed * 64, (2 * above - 1) * 64 + np.where(moved, wire, 0))
    return places(key.astype(np.int32), finished)


def places(key: np.typing.NDArray[np.int32], finished: Bools) -> Ints:
    """1 plus the number of finishers with a smaller key; 0 for those that did not finish. (horses, races)"""
    among = np.where(finished, key, BELOW_ALL)
    ahead = (among[None] < among[:, None]).sum(axis=1, dtype=np.int16)
    return np.where(finished, ahead + np.int16(1), np.int16(0))
