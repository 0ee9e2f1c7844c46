"""Named rolls of the two dice, and dice thrown by a seed.

Every roll of every race of a seed has an address, so a race can be thrown alone or among a million and is the same race.
A seed is a stream of 64-bit words (PCG64DXSM, whose stream numpy promises to keep), read little-endian as 16-bit lanes.
One lane holds two rolls of two dice: 1296 ways x 50 = 64,800 of its 65,536 values; a lane above that is replaced by a
hash of seed and address. A lane's address is (block of 16,384 races, row, race in the block); a row is the race's own
lane or one plane's lane of one entry, see `ROLLS`.
"""

import operator
import secrets
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt
from attrs import field, frozen

from .entries import MAX_ENTRIES, Runner
from .errors import fault
from .house import FULLPLAY

BLOCK = 16_384
LANES_A_WORD = 4
WORDS_A_ROW = BLOCK // LANES_A_WORD
WAYS = 1296
SHARE = 50
REFUSED_FROM = WAYS * SHARE
GOLDEN = 0x9E3779B97F4A7C15

Bytes = npt.NDArray[np.uint8]
Lanes = npt.NDArray[np.uint16]
Words = npt.NDArray[np.uint64]
Mask = npt.NDArray[np.bool_]


@frozen
class Roll:
    """A named roll: one or two dice, once a race or for each horse, the chart it reads, and its place in the lanes."""

    name: str
    chart: str
    plane: int
    half: int
    dice: int = 2
    whole_race: bool = False


# Planes: 0 the race's own; 1 to 5 one lane for each entry. A race is run in one version, so `pace` and `race_pace` share.
ROLLS: Mapping[str, Roll] = {
    roll.name: roll
    for roll in (
        Roll("pace", "pace_scenario", 0, 0, whole_race=True),
        Roll("race_pace", "race_pace", 0, 0, dice=1, whole_race=True),
        Roll("race_factors", "race_factors", 0, 1, whole_race=True),
        Roll("form", "form", 1, 0),
        Roll("final_speed", "final_speed", 1, 1),
        Roll("trouble", "trouble", 2, 0),
        Roll("trouble_test", "trouble", 2, 1),
        Roll("photo", "", 3, 0),
        Roll("disqualification", "", 3, 1, dice=1),
        Roll("break", "break_segment", 4, 0),
        Roll("setup", "pace_setup", 4, 1),
        Roll("odds", "odds", 5, 0),
    )
}


def chart_read(roll: str, version: str) -> str:
    """The chart that a roll is read on: in Fullplay the form roll is read on Race Position (R7.4)."""
    return "race_position" if roll == "form" and version == FULLPLAY else ROLLS[roll].chart


ROWS_A_BLOCK = 1 + 5 * MAX_ENTRIES


@frozen
class Faces:
    """What the dice show: `red` and `white`, 1 to 6, arrays shaped (horses or 1, races). One die thrown is the red."""

    red: Bytes
    white: Bytes

    @property
    def total(self) -> Bytes:
        """Red plus white, 2 to 12."""
        return self.red + self.white


class Dice(Protocol):
    """Dice for one race or one batch: asked for a roll by name, with a mask of who needs it."""

    def roll(self, name: str, needed: Mask) -> Faces:
        """Throw the roll `name`; faces where `needed` is False mean nothing. `needed` is (horses or 1, races)."""
        ...


class DiceSource(Protocol):
    """Where a race's dice come from: a seed, a log, a person at the table."""

    def seat(self, runners: Sequence[Runner], race: int) -> Dice:
        """Dice for race number `race` of these runners."""
        ...


def check_seed(seed: int | None) -> int:
    """A seed as given, or fresh bits from the system; raises InputError for anything but a whole number from 0 up."""
    return secrets.randbits(63) if seed is None else check_count("seed", seed)


def check_count(what: str, value: int, low: int = 0) -> int:
    """A whole number from `low` up; raises InputError for anything else."""
    try:
        number = operator.index(value)
    except TypeError:
        number = -1
    if isinstance(value, bool) or not low <= number:
        raise fault(what, value, f"a whole number, {low} or more")
    if number >= 2**63:
        raise fault(what, value, "less than 2**63")
    return number


class Stream:
    """The lanes of a seed, by address."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64DXSM(seed)
        self._at = 0
        self._key = np.random.SeedSequence(seed, spawn_key=(1,)).generate_state(1, np.uint64)[0]

    def lanes(self, block: int, row: int, rows: int = 1) -> Lanes:
        """The lanes of `rows` rows of a block from `row` on, shaped (rows, BLOCK), refused values among them."""
        return self._words(self._address(block, row, 0), rows * WORDS_A_ROW).view(np.uint16).reshape(rows, BLOCK)

    def lane(self, row: int, race: int) -> int:
        """One lane of race number `race`, refused values replaced: 0 to 64,799."""
        block, place = divmod(race, BLOCK)
        words = self._words(self._address(block, row, place // LANES_A_WORD), 1)
        value = int(words.view(np.uint16)[place % LANES_A_WORD])
        if value < REFUSED_FROM:
            return value
        return int(self.replacements(block, np.array([row * BLOCK + place]))[0])

    def replacements(self, block: int, address: npt.NDArray[np.intp]) -> Lanes:
        """Values 0 to 64,799 for refused lanes of a block at row x BLOCK + place: words of a splitmix64 stream by address."""
        start = (int(self._key) + block * ROWS_A_BLOCK * BLOCK * GOLDEN) % 2**64
        words = mix(address.astype(np.uint64) * np.uint64(GOLDEN) + np.uint64(start))
        return (words - words // np.uint64(REFUSED_FROM) * np.uint64(REFUSED_FROM)).astype(np.uint16)  # % is slower

    def _address(self, block: int, row: int, word: int) -> int:
        return (block * ROWS_A_BLOCK + row) * WORDS_A_ROW + word

    def _words(self, start: int, count: int) -> Words:
        self._bits.advance(start - self._at)
        self._at = start + count
        return np.asarray(self._bits.random_raw(count)).astype("<u8", copy=False)


def mix(words: Words) -> Words:
    """The output function of splitmix64 (Steele, Lea, Flood 2014) on its states, `GOLDEN` apart."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(words ^ (words >> np.uint64(31)))


def row_of(plane: int, entry: int) -> int:
    """The row of a plane's lane for an entry (0 to 31); plane 0 is the race's own lane."""
    return 0 if plane == 0 else 1 + (plane - 1) * MAX_ENTRIES + entry


def faces_of(pair: Lanes, half: int) -> Faces:
    """The dice of one half of pairs of rolls."""
    roll = (pair // 36 if half == 0 else pair % 36).astype(np.uint8)
    return Faces(roll // 6 + 1, roll % 6 + 1)


@frozen
class SeededDice:
    """Dice by a seed: the same race number gives the same dice for ever.

    Without a seed fresh bits are taken; `seed` says which. Raises InputError for anything but a whole number from 0 up.
    """

    seed: int = field(default=None, converter=check_seed)

    def seat(self, runners: Sequence[Runner], race: int) -> Dice:
        """Dice for one race, thrown as they are needed."""
        return RaceDice(Stream(self.seed), check_count("race", race), [runner.entry for runner in runners])


@frozen
class RaceDice:
    """The dice of one race of a seed; `entries` are the runners' places among the card's entries."""

    stream: Stream
    race: int
    entries: Sequence[int]

    def roll(self, name: str, needed: Mask) -> Faces:
        """The race's dice for `name`, for those who need it."""
        roll = ROLLS[name]
        entries = (0,) if roll.whole_race else self.entries
        lanes = [
            self.stream.lane(row_of(roll.plane, entry), self.race) if need else 0
            for entry, need in zip(entries, needed[:, 0], strict=True)
        ]
        return faces_of(np.array(lanes, np.uint16)[:, None] // np.uint16(SHARE), roll.half)


@frozen
class BatchDice:
    """The dice of one whole block of a seed, (horses, BLOCK) at a time; the mask is ignored."""

    stream: Stream
    block: int
    entries: Sequence[int]

    def lanes(self, plane: int) -> Lanes:
        """The lanes of a plane for the entries (one row for plane 0), refused values replaced."""
        rows = self._rows(plane)
        lanes = self._drawn(rows)
        # A flat search is many times faster than one over two dimensions.
        refused = np.flatnonzero(lanes >= REFUSED_FROM)
        lanes.ravel()[refused] = self._replacements(rows, refused)
        return lanes

    def pairs(self, plane: int) -> Lanes:
        """The pairs of rolls of a plane: first x 36 + second, 0 to 1295."""
        lanes = self.lanes(plane)
        lanes //= np.uint16(SHARE)
        return lanes

    def pairs_at(self, plane: int, places: npt.NDArray[np.intp]) -> Lanes:
        """The pairs of rolls of a plane at flat places of (horses, BLOCK)."""
        rows = self._rows(plane)
        lanes = self._drawn(rows).ravel().take(places)
        refused = np.flatnonzero(lanes >= REFUSED_FROM)
        lanes[refused] = self._replacements(rows, places[refused])
        return lanes // np.uint16(SHARE)

    def _replacements(self, rows: npt.NDArray[np.intp], places: npt.NDArray[np.intp]) -> Lanes:
        """For refused lanes at flat places of (rows, BLOCK)."""
        moved = (rows - np.arange(len(rows))) * BLOCK  # from a flat place to its address
        return self.stream.replacements(self.block, places + moved.take(places // BLOCK))

    def _rows(self, plane: int) -> npt.NDArray[np.intp]:
        return np.array([0]) if plane == 0 else row_of(plane, 0) + np.array(self.entries)

    def _drawn(self, rows: npt.NDArray[np.intp]) -> Lanes:
        first, last = int(rows[0]), int(rows[-1])
        lanes = self.stream.lanes(self.block, first, last - first + 1)
        return lanes if len(lanes) == len(rows) else lanes[rows - first]

    def roll(self, name: str, needed: Mask) -> Faces:
        """The block's dice for `name`."""
        roll = ROLLS[name]
        return faces_of(self.pairs(roll.plane), roll.half)
