"""A block of 16,384 races of one card by look-ups: the same races, horse for horse, as `playing.play` runs one by one.

The dice come as pairs of rolls; the compiled tables turn pairs into Adjusted Power and finish keys. Then the field
steps, the same functions as for one race: the pace from the two highest, places, disqualifications. Trouble is rare, so its
dice are looked at only for the horses that meet it.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .dice import BLOCK, BatchDice, Lanes, Stream
from .house import FULLPLAY, QUICKPLAY
from .rules.finish import FIGURES, PHOTO_SPAN, Keys, figure_of, finish_key, official_place, photo_total, wire_place
from .rules.runners import Ints, Places
from .tables import FACES, FACTORS, PAIRS, RED, SECOND, Tables

ROLLS = np.uint16(FACES)
TROUBLED = np.uint16(FIGURES * PHOTO_SPAN)  # above every finish key
OUT, DISQUALIFIED = np.uint8(1), np.uint8(2)
RED_OF_SECOND = RED[SECOND].astype(np.uint8)  # the red die of a pair's second roll
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Index = npt.NDArray[np.intp]
Cells = npt.NDArray[Any]  # uint16, or uint32 where charts have many powers


@frozen(eq=False)
class Block:
    """What the races of a block came to. Arrays are (horses, races); `pace` and `factor` are (races)."""

    pace: Bytes  # Slow 0, Normal 1, Fast 2
    factor: Bytes  # 2 x factor + whether Ride counts
    key: Keys  # finish keys, 0 for a horse that is out
    wire: Places  # places as run, 0 for a horse that is out
    place: Places  # official places
    disqualified: Index  # flat places in (horses, races)

    def was_disqualified(self) -> Flags:
        """(horses, races): who is to be disqualified."""
        flags = np.zeros(self.key.shape, bool)
        flags.ravel()[self.disqualified] = True
        return flags

    def photo_for_the_win(self) -> Flags:
        """(races): whether the first past the post was found by a photo."""
        least = finish_key(figure_of(self.key.max(axis=0)), np.zeros(1, np.uint16))  # of the winner's figure
        level = np.greater_equal(self.key, least).view(np.uint8)
        return np.asarray(np.add.reduce(level, axis=0, dtype=np.uint8) > 1)

    def first(self, races: int) -> "Block":
        """The block's first races alone; the block itself where it has no more."""
        if races >= self.key.shape[1]:
            return self
        disqualified = np.flatnonzero(self.was_disqualified()[:, :races])
        pace, factor = self.pace[:races], self.factor[:races]
        return Block(pace, factor, self.key[:, :races], self.wire[:, :races], self.place[:, :races], disqualified)


@frozen(eq=False)
class Compiled:
    """A card's tables laid flat: one list a horse for whole rows, and all horses end to end for single places.

    A cell is a flat place in `keys`: (power index, factor, roll). Where a roll goes to Trouble, the look-up gives TROUBLED
    and, on top of it, the cell that the horse has before its Trouble.
    """

    tables: Tables
    direct: list[Keys]  # Quickplay: by (pace, factor, pair of form and final speed)
    power: list[Cells]  # Fullplay: by (pace, points, form roll): power index, or power indices + power index to Trouble
    keys: list[Keys]  # Fullplay: by cell, and by cells + cell to Trouble
    all_keys: Keys  # by (horse, cell)
    down: Keys  # by (horse, pair of trouble and test): how many cells Trouble costs
    outcome: Bytes  # the same: OUT, DISQUALIFIED or 0

    @classmethod
    def of(cls, tables: Tables) -> "Compiled":
        """Lay out a card's tables."""
        horses = tables.horses
        keys = [horse.keys.ravel() for horse in horses]
        marked = [np.concatenate((own, TROUBLED + np.arange(own.size, dtype=np.uint16))) for own in keys]
        indices = len(horses[0].keys)
        cell = np.min_scalar_type(2 * indices * FACTORS * FACES)
        power = [(horse.power + horse.troubled * indices).astype(cell) for horse in horses]
        one_step = tables.version == QUICKPLAY
        shape = (2 * indices, FACTORS, FACES)
        return cls(
            tables,
            [chained(own, key.reshape(shape)) for own, key in zip(power, marked, strict=True)] if one_step else [],
            [own.ravel() for own in power],
            marked,
            np.concatenate(keys),
            np.concatenate([-horse.trouble_change * FACTORS * FACES for horse in horses]).astype(np.uint16),
            np.concatenate([horse.trouble_out * OUT + horse.trouble_disqualified * DISQUALIFIED for horse in horses]),
        )


def chained(power: Cells, keys: Keys) -> Keys:
    """Both look-ups of Quickplay in one: power (3 paces, 1, 36) and keys (power, 6, 36) to flat (3, 6, 36 x 36)."""
    return keys[power[:, 0]].transpose(0, 2, 1, 3).ravel()


def run_block(compiled: Compiled, stream: Stream, block: int) -> Block:
    """Run the 16,384 races of block number `block` of a seed."""
    tables, dice = compiled.tables, BatchDice(stream, block, compiled.tables.entries)

    # The race's own steps.
    shared = dice.pairs(0)[0]
    first = shared // ROLLS
    factor = tables.factor.take(shared - first * ROLLS)
    pace, row = pace_of_block(tables, dice, first)

    # Each horse's own steps, then those of the few that meet Trouble.
    key = keys_of_block(compiled, dice.pairs(1), row, factor)
    out, disqualified = meet_trouble(compiled, dice, key)

    # Field steps: photos, places as run, places after disqualifications.
    last = dice.pairs(3)
    key += photo_total(totals_of(last // ROLLS), tables.wire, tables.ride).view(np.uint16)
    key.ravel()[out] = 0
    wire = wire_place(key)
    return Block(pace, factor, key, wire, after_rulings(wire, disqualified, last), disqualified)


def totals_of(roll: Lanes) -> Ints:
    """Red plus white of rolls 0 to 35: (roll // 6 + 1) + (roll % 6 + 1), without the slow remainder."""
    total = roll // np.uint16(6)
    total *= np.uint16(5)
    np.subtract(roll, total, out=total)
    total += np.uint16(2)
    return total.view(np.int16)


def keys_of_block(compiled: Compiled, own: Lanes, row: Lanes, factor: Bytes) -> Keys:
    """Each horse's finish key without a photo; TROUBLED + cell where its form roll goes to Trouble.

    In Quickplay by one look-up of (pace, factor, pair); in Fullplay, whose points would make that table too large for the
    fast memory, by two: (pace, points, form roll) to a power index, (power index, factor, speed roll) to a key.
    """
    key = np.empty(own.shape, np.uint16)
    if compiled.direct:
        cell = (row * FACTORS + factor) * np.uint16(PAIRS) + own
        for horse, keys in enumerate(compiled.direct):
            keys.take(cell[horse], out=key[horse], mode="clip")
        return key
    form = own // ROLLS
    roll = own - form * ROLLS
    before = row * ROLLS + form
    for horse, (powers, keys) in enumerate(zip(compiled.power, compiled.keys, strict=True)):
        power = powers.take(before[horse])
        keys.take((power * FACTORS + factor) * ROLLS + roll[horse], out=key[horse], mode="clip")
    return key


def pace_of_block(tables: Tables, dice: BatchDice, roll: Lanes) -> tuple[Bytes, Lanes]:
    """The pace of each race, and the row (pace, points) of each horse's power table."""
    if tables.version != FULLPLAY:
        pace = tables.pace.take(roll)
        return pace, pace.astype(np.uint16)
    pairs = dice.pairs(4)
    points = np.empty(pairs.shape, np.uint8)
    for horse, own_tables in enumerate(tables.horses):
        own_tables.points.take(pairs[horse], out=points[horse], mode="clip")
    highest, second = np.maximum(points[0], points[1]), np.minimum(points[0], points[1])
    for others in points[2:]:
        np.maximum(second, np.minimum(highest, others), out=second)
        np.maximum(highest, others, out=highest)
    pace = tables.pace.ravel().take((highest.astype(np.uint16) + second) * ROLLS + roll)
    return pace, pace.astype(np.uint16) * np.uint16(tables.point_values) + points


def meet_trouble(compiled: Compiled, dice: BatchDice, key: Keys) -> tuple[Index, Index]:
    """Give the horses that meet Trouble their keys; gives who is out and who is to be disqualified, as flat places."""
    places = places_of(key >= TROUBLED)
    horse = places // BLOCK
    trouble = horse * PAIRS + dice.pairs_at(2, places)
    cell = key.ravel().take(places) - TROUBLED - compiled.down.take(trouble)
    cells = compiled.all_keys.size // len(key)
    key.ravel()[places] = compiled.all_keys.take(horse * cells + cell)
    outcome = compiled.outcome.take(trouble)
    return places.compress(outcome == OUT), places.compress(outcome == DISQUALIFIED)


def places_of(flags: Flags) -> Index:
    """Flat places of flags, looked for in groups of eight: twice as fast as one by one where about one in twenty is set."""
    groups = flags.ravel().view(np.uint64)
    some = np.flatnonzero(groups != 0)
    found = np.flatnonzero(groups.take(some).view(bool))
    return some.take(found >> 3) * 8 + (found & 7)


def races_of(places: Index, races: int) -> Index:
    """The races, each once, in which flat places of (horses, races) lie."""
    flags = np.zeros(races, bool)
    flags[places % races] = True
    return np.flatnonzero(flags)


def after_rulings(wire: Places, disqualified: Index, last: Lanes) -> Places:
    """Official places: as run, but for the races with a disqualification, which are ranked again (R6)."""
    die = np.zeros(wire.shape, np.uint8)  # of the disqualified; 0 for the others
    die.ravel()[disqualified] = RED_OF_SECOND.take(last.ravel().take(disqualified))
    races = races_of(disqualified, BLOCK)
    # `take` keeps the rows together in memory, which indexing does not promise.
    die = die.take(races, axis=1)
    official = official_place(wire.take(races, axis=1), die > 0, die)
    place = wire.copy()
    for row, places in zip(place, official, strict=True):  # row by row: half the time of place[:, races]
        row[races] = places
    return place
