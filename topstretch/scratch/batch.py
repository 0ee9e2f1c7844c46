"""Many races at once: the rules of S3 to S6 on arrays, for sessions of one block of a seed.

Money is left out: within a race what players owe adds up whatever they have (S9 caps the sum as it caps each fee), so a
race gives the fees that each player owes, and the caller settles them.
"""

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .rules import HORSES, SPOTS, TICKETS_A_HORSE, squares
from .stream import RACE, SCRATCH, TOTALS, Bytes, deals, throw_rows

Places = npt.NDArray[np.int64]
Counts = npt.NDArray[np.int64]

# A track is 16 bytes for each session, by total: how many rolls a running horse still needs, or OFF + its spot.
STRIDE = 16
OFF = 64
TRACK: Bytes = np.array([squares(total) if total in HORSES else 0 for total in range(STRIDE)], np.uint8)


@frozen(eq=False)
class Batch:
    """Races of as many sessions, arrays by session first; players are counted from 0.

    `scratched` the horses on 1X to 4X; `winner`; `holders` of the winner's four tickets in the order dealt; `scratch_due`
    fees owed by (spot, player); `roll_due` fees owed by player for scratched totals in the race; `hits` how often each spot
    was rolled in the race; `scratch_rolls`, `race_rolls`.
    """

    scratched: Bytes
    winner: Bytes
    holders: Bytes
    scratch_due: Bytes
    roll_due: Counts
    hits: Counts
    scratch_rolls: Counts
    race_rolls: Counts


def run_batch(
    seed: int, block: int, race: int, places: Places, players: int, dealer: int = 0, *, fee_per_ticket: bool = False
) -> Batch:
    """Run race number `race` (from 0) of the sessions at `places` (rising) of a block. `dealer` and players from 0."""
    first, last = int(places[0]), int(places[-1]) + 1
    order = deals(seed, block, race, first, last)[places - first]
    holder = ((dealer + 1 + np.arange(order.shape[1])) % players).astype(np.uint8)
    track = np.tile(TRACK, len(places))
    scratched, scratch_rolls = scratches(seed, block, race, places, track)
    roller = (dealer + 1 + scratch_rolls) % players
    winner, race_rolls, hits, roll_due = race_on(seed, block, race, places, track, roller, players)
    return Batch(
        scratched=scratched,
        winner=winner,
        holders=holders_of(order, holder, winner[:, None])[:, 0],
        scratch_due=dues(holders_of(order, holder, scratched), players, fee_per_ticket=fee_per_ticket),
        roll_due=roll_due,
        hits=hits,
        scratch_rolls=scratch_rolls,
        race_rolls=race_rolls,
    )


def scratches(seed: int, block: int, race: int, places: Places, track: Bytes) -> tuple[Bytes, Counts]:
    """S4: throw until four different horses are scratched; gives them and the throws, and takes them off the track."""
    scratched = np.zeros((len(places), SPOTS), np.uint8)
    rolls = np.zeros(len(places), np.int64)
    taken = np.zeros(len(places), np.uint8)
    live = np.arange(len(places))
    rows = throw_rows(seed, SCRATCH, block, race)
    while live.size:
        total = TOTALS[next(rows)[places[live]]]
        rolls[live] += total > 0
        cell = live * STRIDE + total
        fresh = (total > 0) & (track[cell] < OFF)
        at = live[fresh]
        scratched[at, taken[at]] = total[fresh]
        taken[at] += 1
        track[cell[fresh]] = OFF + taken[at]
        live = live[taken[live] < SPOTS]
    return scratched, rolls


def race_on(
    seed: int, block: int, race: int, places: Places, track: Bytes, roller: Places, players: int
) -> tuple[Bytes, Counts, Counts, Counts]:
    """S5 and S6: throw until each race is won; gives winners, throws, hits by spot and fees owed by player."""
    winner = np.zeros(len(places), np.uint8)
    rolls = np.zeros(len(places), np.int64)
    hits = np.zeros((len(places), SPOTS), np.int64)
    due = np.zeros((len(places), players), np.int64)
    live = np.arange(len(places))
    rows = throw_rows(seed, RACE, block, race)
    while live.size:
        total = TOTALS[next(rows)[places[live]]]
        made = total > 0
        cell = live * STRIDE + total
        value = track[cell]
        off = value >= OFF
        at, spot = live[off], value[off] - OFF
        # A session has one throw in a row of bytes, so no place is written twice.
        due[at, (roller[at] + rolls[at]) % players] += spot
        hits[at, spot - 1] += 1
        rolls[live] += made
        track[cell] = value - (made & ~off)
        won = made & (value == 1)
        winner[live[won]] = total[won]
        live = live[~won]
    return winner, rolls, hits, due


def holders_of(order: Bytes, holder: Bytes, horses: Bytes) -> Bytes:
    """The players who hold the tickets of some horses (sessions, n), shaped (sessions, n, 4), in the order dealt."""
    ticket = order // TICKETS_A_HORSE + HORSES[0]
    held = np.nonzero(ticket[:, None, :] == horses[:, :, None])[2]
    return np.asarray(holder[held].reshape(*horses.shape, TICKETS_A_HORSE))


def dues(holders: Bytes, players: int, *, fee_per_ticket: bool) -> Bytes:
    """The fees that each player owes for the tickets of scratched horses, shaped (sessions, spots, players) (S4)."""
    held = (holders[..., None] == np.arange(players, dtype=np.uint8)).sum(axis=2, dtype=np.uint8)
    return np.asarray(held if fee_per_ticket else np.minimum(held, np.uint8(1)))
