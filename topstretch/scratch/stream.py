"""The seeded cards and dice of the scratch race, by address: the same session of a seed alone or among a million.

Three streams for each race of a block of 4,096 sessions, each a PCG64DXSM of its own, of which only raw 64-bit words are
read (numpy promises to keep those):

- deal: 44 words for each session. A word's low six bits are replaced by the ticket's place in the pack; the pack in the
  order of the words is the shuffle. Words that are level in the other 58 bits (once in 10^14 shuffles) are drawn anew.
- scratch and race: rows of one byte for each session, a row for each throw. 252 of a byte's 256 values are 7 for each of
  the 36 ways of two dice; with the other four no throw is made, and the next row counts. No way is likelier than another.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from .rules import PACK

BLOCK = 4096
ROWS_AT_ONCE = 32
WORDS_A_ROW = BLOCK // 8
SHARE = 7
REFUSED_FROM = 36 * SHARE
DEAL, SCRATCH, RACE, REDEAL = range(4)
PLACE = np.uint64(63)
PACK_PLACES = np.arange(len(PACK), dtype=np.uint64)

Bytes = npt.NDArray[np.uint8]
Words = npt.NDArray[np.uint64]

# The total that a byte shows; 0 where no throw is made.
TOTALS: Bytes = np.array(
    [byte // SHARE // 6 + byte // SHARE % 6 + 2 if byte < REFUSED_FROM else 0 for byte in range(256)], np.uint8
)


def bits(seed: int, *address: int) -> Any:
    """The bit generator of an address: what is drawn, the block of sessions, the race of the session."""
    return np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=address))


def words(source: Any, count: int) -> Words:
    """Raw words of a bit generator, in the byte order that the streams are defined in."""
    return np.asarray(source.random_raw(count)).astype("<u8", copy=False)


def shuffled(keys: Words) -> tuple[Bytes, npt.NDArray[np.bool_]]:
    """Shuffles of the pack from words shaped (sessions, 44): places in the pack in the order dealt, and which are level."""
    order = np.sort(keys & ~PLACE | PACK_PLACES, axis=1)
    level = (order[:, 1:] >> np.uint64(6) == order[:, :-1] >> np.uint64(6)).any(axis=1)
    return (order & PLACE).astype(np.uint8), np.asarray(level)


def deals(seed: int, block: int, race: int, first: int, last: int) -> Bytes:
    """The shuffles of a race of the sessions at places `first` to `last` - 1 of a block, shaped (sessions, 44)."""
    source = bits(seed, DEAL, block, race)
    source.advance(first * len(PACK))
    order, level = shuffled(words(source, (last - first) * len(PACK)).reshape(-1, len(PACK)))
    for place in np.flatnonzero(level):
        order[place] = redeal(seed, block, race, first + int(place))
    return order


def redeal(seed: int, block: int, race: int, place: int) -> Bytes:
    """The shuffle of a session whose first words were level."""
    source = bits(seed, REDEAL, block, race, place)
    while True:
        order, level = shuffled(words(source, len(PACK)).reshape(1, -1))
        if not level[0]:
            return np.asarray(order[0])


def throw_rows(seed: int, kind: int, block: int, race: int) -> Iterator[Bytes]:
    """The rows of a stream of dice, one byte for each session of the block, without end."""
    source = bits(seed, kind, block, race)
    while True:
        yield from words(source, ROWS_AT_ONCE * WORDS_A_ROW).view(np.uint8).reshape(ROWS_AT_ONCE, BLOCK)


def throws(seed: int, kind: int, block: int, race: int, place: int) -> Iterator[tuple[int, int]]:
    """The red and the white die of each throw of one session, without end."""
    source = bits(seed, kind, block, race)
    source.advance(place // 8)
    while True:
        byte = int(source.random_raw()) >> (place % 8 * 8) & 255
        source.advance(WORDS_A_ROW - 1)
        if byte < REFUSED_FROM:
            yield byte // SHARE // 6 + 1, byte // SHARE % 6 + 1
