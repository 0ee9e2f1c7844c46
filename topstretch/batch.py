"""A block of 16,384 races of one card by look-ups: the same races, horse for horse, as `playing.play` runs one by one.

Every lane of dice is a pair of rolls; the compiled tables turn pairs into Adjusted Power and finish keys. Then the field
steps, the same functions as for one race: the pace from the two highest, places, disqualifications. Trouble is rare, so its
dice are looked at only for the horses that meet it.
"""

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .dice import BLOCK, BatchDice, Lanes, Stream
from .rules.finish import Keys, figure_of, official_place, wire_place
from .rules.runners import Places
from .scoresheet import FULLPLAY, QUICKPLAY
from .tables import FACES, FACTORS, RED, SECOND, TROUBLED, TROUBLED_KEY, Tables

SHARE = np.uint16(50)  # values of a lane for each pair of rolls
ROLLS = np.uint16(FACES)
PAIRS = FACES * FACES
RED_OF_SECOND = RED[SECOND].astype(np.uint8)  # the red die of a pair's second roll
Bytes = npt.NDArray[np.uint8]
Flags = npt.NDArray[np.bool_]
Index = npt.NDArray[np.intp]


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
        level = (figure_of(self.key) == figure_of(self.key.max(axis=0))) & (self.key > 0)
        return np.asarray(level.sum(axis=0, dtype=np.uint8) > 1)

    def first(self, races: int) -> "Block":
        """The block's first races alone."""
        disqualified = np.flatnonzero(self.was_disqualified()[:, :races])
        pace, factor = self.pace[:races], self.factor[:races]
        return Block(pace, factor, self.key[:, :races], self.wire[:, :races], self.place[:, :races], disqualified)


@frozen(eq=False)
class Compiled:
    """A card's tables laid flat: one list a horse for whole rows, and all horses end to end for single places."""

    tables: Tables
    power: list[Bytes]  # by (pace, points, form roll); TROUBLED where the roll goes to Trouble
    keys: list[Keys]  # by (power index, factor, roll)
    direct: list[Keys]  # Quickplay: by (pace, factor, pair of form and final speed)
    photo: list[Keys]  # by the pair of photo and disqualification: what it adds to a key
    power_before_trouble: Bytes
    all_keys: Keys
    loss: Bytes  # of power, by the pair of trouble and test
    out: Flags
    disqualified: Flags

    @classmethod
    def of(cls, tables: Tables) -> "Compiled":
        """Lay out a card's tables."""
        horses = tables.horses
        powers = [np.where(horse.troubled, np.uint8(TROUBLED), horse.power) for horse in horses]
        one_step = tables.version == QUICKPLAY
        return cls(
            tables,
            [power.ravel() for power in powers],
            [horse.keys.ravel() for horse in horses],
            [chained(power, horse.keys) for power, horse in zip(powers, horses, strict=True)] if one_step else [],
            [horse.photo.astype(np.uint16) for horse in horses],
            np.concatenate([horse.power.ravel() for horse in horses]),
            np.concatenate([horse.keys.ravel() for horse in horses]),
            np.concatenate([-horse.trouble_change for horse in horses]).astype(np.uint8),
            np.concatenate([horse.trouble_out for horse in horses]),
            np.concatenate([horse.trouble_disqualified for horse in horses]),
        )


def chained(power: Bytes, keys: Keys) -> Keys:
    """Both look-ups of Quickplay in one: power (3 paces, 1, 36) and keys (power, 6, 36) to flat (3, 6, 36 x 36)."""
    return keys[power[:, 0]].transpose(0, 2, 1, 3).ravel()


def run_block(compiled: Compiled, stream: Stream, block: int) -> Block:
    """Run the 16,384 races of block number `block` of a seed."""
    tables, dice = compiled.tables, BatchDice(stream, block, compiled.tables.entries)

    # Pairs of rolls: pace and race factors of the race, form and final speed of each horse.
    shared, own = dice.lanes(0)[0] // SHARE, dice.lanes(1) // SHARE
    factor = tables.factor.take(shared % ROLLS)
    pace, row = pace_of_block(tables, dice, shared // ROLLS)

    # Own steps, then those who met Trouble.
    key = keys_of_block(compiled, own, row, factor)
    out, disqualified = meet_trouble(compiled, dice, key, own, row, factor)

    # Field steps: photos, places as run, places after disqualifications.
    last = dice.lanes(3) // SHARE
    photo = np.empty(BLOCK, np.uint16)
    for horse, totals in enumerate(compiled.photo):
        totals.take(last[horse], out=photo, mode="clip")
        key[horse] += photo
    key.ravel()[out] = 0
    wire = wire_place(key)
    return Block(pace, factor, key, wire, after_rulings(wire, disqualified, last), disqualified)


def keys_of_block(compiled: Compiled, own: Lanes, row: Lanes, factor: Bytes) -> Keys:
    """Each horse's finish key without a photo; TROUBLED_KEY where its form roll goes to Trouble.

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
        power = powers.take(before[horse]).astype(np.uint16)
        keys.take((power * FACTORS + factor) * ROLLS + roll[horse], out=key[horse], mode="clip")
    return key


def pace_of_block(tables: Tables, dice: BatchDice, roll: Lanes) -> tuple[Bytes, Lanes]:
    """The pace of each race, and the row (pace, points) of each horse's power table."""
    if tables.version != FULLPLAY:
        pace = tables.pace.take(roll)
        return pace, pace.astype(np.uint16)
    pairs = dice.lanes(4) // SHARE
    points = np.empty(pairs.shape, np.uint8)
    for horse, own_tables in enumerate(tables.horses):
        own_tables.points.take(pairs[horse], out=points[horse], mode="clip")
    highest, second = np.maximum(points[0], points[1]), np.minimum(points[0], points[1])
    for others in points[2:]:
        np.maximum(second, np.minimum(highest, others), out=second)
        np.maximum(highest, others, out=highest)
    pace = tables.pace.ravel().take((highest.astype(np.uint16) + second) * ROLLS + roll)
    return pace, pace.astype(np.uint16) * np.uint16(tables.point_values) + points


def meet_trouble(
    compiled: Compiled, dice: BatchDice, key: Keys, own: Lanes, row: Lanes, factor: Bytes
) -> tuple[Index, Index]:
    """Give the horses that meet Trouble their keys; gives who is out and who is to be disqualified, as flat places."""
    places = np.flatnonzero(key == TROUBLED_KEY)
    horse, race = places // BLOCK, places % BLOCK
    pair = own.ravel().take(places)
    trouble = horse * PAIRS + dice.lanes_at(2, places) // SHARE
    rows = row.ravel().take(places if row.ndim == 2 else race)
    before = horse * len(compiled.power[0]) + (rows * ROLLS + pair // ROLLS)
    power = compiled.power_before_trouble.take(before) - compiled.loss.take(trouble)
    cell = (power * np.uint16(FACTORS) + factor.take(race)) * ROLLS + pair % ROLLS
    key.ravel()[places] = compiled.all_keys.take(horse * len(compiled.keys[0]) + cell)
    return places[compiled.out.take(trouble)], places[compiled.disqualified.take(trouble)]


def after_rulings(wire: Places, disqualified: Index, last: Lanes) -> Places:
    """Official places: as run, but for the races with a disqualification, which are ranked again (R6)."""
    ruled = np.zeros(BLOCK, bool)
    ruled[disqualified % BLOCK] = True
    races = np.flatnonzero(ruled)
    flags = np.zeros(wire.shape, bool)
    flags.ravel()[disqualified] = True
    # `take` keeps the rows together in memory, which indexing does not promise.
    die = RED_OF_SECOND.take(last.take(races, axis=1), mode="clip")
    official = official_place(wire.take(races, axis=1), flags.take(races, axis=1), die)
    place = wire.copy()
    for row, places in zip(place, official, strict=True):  # row by row: half the time of place[:, races]
        row[races] = places
    return place
