"""A million races: shares of wins, rolls, pots and what tickets earn, with standard errors."""

from collections.abc import Iterator
from functools import reduce
from math import nan, sqrt
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from attrs import field, fields, frozen

from ..dice import check_seed
from .batch import Batch, Places, run_batch
from .rules import HORSES, PACK, SPOTS, TICKETS_A_HORSE, Settings, check_range
from .stream import BLOCK

if TYPE_CHECKING:
    import pandas as pd

MOST_RACES = 10**12
SPOT_FEES = tuple(f"roll_fees_{spot}x" for spot in range(1, SPOTS + 1))
QUANTITIES = ("scratch_rolls", "race_rolls", "pot", "entry_fees", "scratch_fees", "roll_fees", *SPOT_FEES)
# What a ticket nets is counted in 44ths of a fee, what it gets in quarters: whole numbers, so that sums are exact.
SHARES = {"win": 1, "scratched": 1, "payoff": TICKETS_A_HORSE, "scratch_cost": TICKETS_A_HORSE, "net": len(PACK)}
PLAYER_SHARES = {"paid": 1, "won": TICKETS_A_HORSE, "net": TICKETS_A_HORSE}


@frozen
class Sums:
    """Sums and sums of squares of whole numbers, one for each of some things: they add up to the same in any order."""

    total: tuple[int, ...]
    squares: tuple[int, ...]

    @classmethod
    def of(cls, values: npt.NDArray[Any]) -> "Sums":
        """The sums over the first axis of (races, things)."""
        whole = values.astype(np.int64)
        return cls(tuple(whole.sum(axis=0).tolist()), tuple((whole * whole).sum(axis=0).tolist()))

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            tuple(a + b for a, b in zip(self.total, other.total, strict=True)),
            tuple(a + b for a, b in zip(self.squares, other.squares, strict=True)),
        )

    def means(self, n: int, unit: int = 1) -> list[float]:
        """The means of n values counted in 1/unit."""
        return [total / (n * unit) for total in self.total]

    def errors(self, n: int, unit: int = 1) -> list[float]:
        """The standard errors of the means; not a number for a single value."""
        if n < 2:
            return [nan] * len(self.total)
        spread = [n * squares - total * total for total, squares in zip(self.total, self.squares, strict=True)]
        return [sqrt(s / (n - 1)) / (n * unit) for s in spread]


@frozen
class Tally:
    """The sums of some races, in the units of SHARES and PLAYER_SHARES: by horse, by player, and by QUANTITIES."""

    win: Sums
    scratched: Sums
    payoff: Sums
    scratch_cost: Sums
    net: Sums
    player_paid: Sums
    player_won: Sums
    player_net: Sums
    summary: Sums

    def __add__(self, other: "Tally") -> "Tally":
        names = [attribute.name for attribute in fields(Tally)]
        return Tally(**{name: getattr(self, name) + getattr(other, name) for name in names})


@frozen
class Simulation:
    """Simulated races; money is in entry fees, and everyone can pay. Printed, it is two tables.

    `tally` holds the sums behind the tables; simulations are equal when these and the settings are.
    """

    races: int
    players: int
    fee_per_ticket: bool
    tally: Tally
    seed: int | None = field(default=None, eq=False)

    def rows(self) -> list[dict[str, Any]]:
        """One row a horse, each number with its standard error beside it (`_se`).

        `win` and `scratched` are chances. For one ticket of the horse and one race, in entry fees: `payoff` is what it gets
        of the pot, `scratch_cost` the fees that its scratch costs, `net` the payoff less that cost and less a 44th of all
        entry fees and fees for scratched totals, which no ticket causes; over the 44 tickets `net` adds up to 0.
        """
        return self._rows("horse", list(HORSES), SHARES, "")

    def player_rows(self) -> list[dict[str, Any]]:
        """One row a player, where player 1 deals: fees `paid`, `won` and `net` a race with standard errors."""
        return self._rows("player", list(range(1, self.players + 1)), PLAYER_SHARES, "player_")

    def _rows(self, label: str, keys: list[int], shares: dict[str, int], prefix: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = [{label: key} for key in keys]
        for name, unit in shares.items():
            sums: Sums = getattr(self.tally, prefix + name)
            for row, mean, error in zip(rows, sums.means(self.races, unit), sums.errors(self.races, unit), strict=True):
                row |= {name: mean, f"{name}_se": error}
        return rows

    def summary_rows(self) -> list[dict[str, Any]]:
        """Means a race with standard errors: rolls, and the pot and what goes into it, in entry fees.

        `roll_fees` are what rollers pay for scratched totals in the race, `roll_fees_1x` to `_4x` the same by spot.
        """
        sums = self.tally.summary
        values = zip(QUANTITIES, sums.means(self.races), sums.errors(self.races), strict=True)
        return [{"quantity": name, "mean": mean, "se": error} for name, mean, error in values]

    def to_frame(self) -> "pd.DataFrame":
        """The horses as a pandas frame, see `rows`."""
        return as_frame(self.rows())

    def summary(self) -> "pd.DataFrame":
        """Rolls and money a race as a pandas frame, see `summary_rows`."""
        return as_frame(self.summary_rows())

    def by_player(self) -> "pd.DataFrame":
        """Whether the seat matters, as a pandas frame, see `player_rows`."""
        return as_frame(self.player_rows())

    def __str__(self) -> str:
        from .text import dict_rows_text

        title = f"Scratch race: {self.races} races simulated, {self.players} players, money in entry fees"
        title += f"; seed {self.seed}" if self.seed is not None else ""
        return dict_rows_text(title, self.rows()) + "\n" + dict_rows_text("", self.summary_rows())

    def __repr__(self) -> str:
        return str(self)


def as_frame(rows: list[dict[str, Any]]) -> "pd.DataFrame":
    """Rows as a pandas frame with the columns of the first."""
    from ..scoresheet import frame

    return frame(rows, list(rows[0]))


def simulate(
    races: int = 100_000,
    seed: int | None = None,
    players: int = 4,
    *,
    fee_per_ticket: bool = False,
    chunk: int = BLOCK,
) -> Simulation:
    """Simulate single races in which everyone can pay (S2 to S7): who wins, how long it takes, what a ticket earns.

    Race k is the race of `play(seed=seed, session=k, races=1)` with `fee=1` and money enough. Without a seed fresh bits are
    taken, and the result says which. `players` 2 to 44. At most `chunk` races (1 to 4096) are held at a time, so memory does
    not grow with `races`; the result does not hang on it. Raises InputError for an argument out of range.
    """
    check_range("races", races, 1, MOST_RACES)
    Settings(players=players, fee_per_ticket=fee_per_ticket)
    seed = check_seed(seed)
    tallies = (
        measure(run_batch(seed, block, 0, places, players, fee_per_ticket=fee_per_ticket), players)
        for block, places in pieces(races, chunk)
    )
    return Simulation(races, players, fee_per_ticket, reduce(add, tallies), seed)


def pieces(count: int, chunk: int) -> Iterator[tuple[int, Places]]:
    """Session numbers 0 to `count` - 1 as (block, places in it), at most `chunk` at a time and never across a block."""
    check_range("chunk", chunk, 1, BLOCK)
    start = 0
    while start < count:
        block, place = divmod(start, BLOCK)
        size = min(chunk, count - start, BLOCK - place)
        yield block, np.arange(place, place + size)
        start += size


def measure(batch: Batch, players: int) -> Tally:
    """What is summed of each race."""
    horses = np.array(HORSES)
    spot_fees = batch.hits * np.arange(1, SPOTS + 1)
    scratch_fees = batch.scratch_due.sum(axis=2, dtype=np.int64)
    common = players + spot_fees.sum(axis=1)
    pot = common + scratch_fees.sum(axis=1)
    win = batch.winner[:, None] == horses
    on_spot = batch.scratched[:, :, None] == horses
    payoff = pot[:, None] * win
    cost = (scratch_fees[:, :, None] * on_spot).sum(axis=1)
    paid = 1 + batch.scratch_due.sum(axis=1, dtype=np.int64) + batch.roll_due
    won = pot[:, None] * tickets_held(batch, players)
    entry = np.full_like(pot, players)
    totals = [batch.scratch_rolls, batch.race_rolls, pot, entry, scratch_fees.sum(axis=1), spot_fees.sum(axis=1)]
    return Tally(
        win=Sums.of(win),
        scratched=Sums.of(on_spot.any(axis=1)),
        payoff=Sums.of(payoff),
        scratch_cost=Sums.of(cost),
        net=Sums.of((payoff - cost) * (len(PACK) // TICKETS_A_HORSE) - common[:, None]),
        player_paid=Sums.of(paid),
        player_won=Sums.of(won),
        player_net=Sums.of(won - TICKETS_A_HORSE * paid),
        summary=Sums.of(np.column_stack([*totals, spot_fees])),
    )


def tickets_held(batch: Batch, players: int) -> npt.NDArray[np.int64]:
    """How many of the winning tickets each player holds, shaped (races, players)."""
    return np.asarray((batch.holders[:, :, None] == np.arange(players)).sum(axis=1, dtype=np.int64))
