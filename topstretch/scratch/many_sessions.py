"""Many whole sessions: who wins them, what is left of the money, and how many end early."""

from collections import Counter
from functools import reduce
from math import sqrt
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from attrs import define, field, frozen

from ..dice import check_seed
from .batch import Batch, Places, run_batch
from .playing import MOST_RACES
from .rules import TICKETS_A_HORSE, Settings, check_range
from .simulation import Sums, as_frame, pieces, tickets_held
from .stream import BLOCK

if TYPE_CHECKING:
    import pandas as pd

MOST_SESSIONS = 10**12


@frozen
class SessionSimulation:
    """Simulated sessions. Printed, it is two tables.

    `leads[k][p]` counts the sessions in which player p + 1 had the most money with k others; `money` and `out` sum the
    money at the end and the times a player ran out of it; `lengths[r]` counts the sessions of r races.
    """

    settings: Settings
    agreed: int
    sessions: int
    leads: tuple[tuple[int, ...], ...]
    money: Sums
    out: Sums
    lengths: tuple[int, ...]
    seed: int | None = field(default=None, eq=False)

    def rows(self) -> list[dict[str, Any]]:
        """One row a player, with standard errors: `win` the share of sessions won, a tie of k players counting 1/k (S8);
        `money` at the end in whole units; `out` the share of sessions that the player ended by running out of money."""
        columns = {
            "win": self._wins(),
            "money": (self.money.means(self.sessions), self.money.errors(self.sessions)),
            "out": (self.out.means(self.sessions), self.out.errors(self.sessions)),
        }
        rows: list[dict[str, Any]] = [{"player": player} for player in range(1, self.settings.players + 1)]
        for name, (means, errors) in columns.items():
            for row, mean, error in zip(rows, means, errors, strict=True):
                row |= {name: mean, f"{name}_se": error}
        return rows

    def _wins(self) -> tuple[list[float], list[float]]:
        n, players = self.sessions, range(self.settings.players)
        means = [sum(lead[p] / (k + 1) for k, lead in enumerate(self.leads)) / n for p in players]
        squares = [sum(lead[p] / (k + 1) ** 2 for k, lead in enumerate(self.leads)) / n for p in players]
        if n < 2:
            return means, [float("nan")] * len(means)
        # Rounding may take a variance of nothing below it.
        return means, [sqrt(max(s - m * m, 0.0) / (n - 1)) for m, s in zip(means, squares, strict=True)]

    def length_rows(self) -> list[dict[str, Any]]:
        """How many sessions had how many `races`, and their `share`; fewer than agreed where a player ran out of money."""
        counts = list(enumerate(self.lengths))
        return [{"races": races, "sessions": n, "share": n / self.sessions} for races, n in counts if n]

    def to_frame(self) -> "pd.DataFrame":
        """The players as a pandas frame, see `rows`."""
        return as_frame(self.rows())

    def by_length(self) -> "pd.DataFrame":
        """The sessions by their number of races as a pandas frame, see `length_rows`."""
        return as_frame(self.length_rows())

    def __str__(self) -> str:
        from .text import dict_rows_text, settings_text

        title = f"Scratch race: {self.sessions} sessions simulated of {settings_text(self.settings, self.agreed)}"
        title += f"; seed {self.seed}" if self.seed is not None else ""
        return dict_rows_text(title, self.rows()) + "\n" + dict_rows_text("", self.length_rows())

    def __repr__(self) -> str:
        return str(self)


def simulate_sessions(
    sessions: int = 10_000,
    races: int | None = None,
    seed: int | None = None,
    players: int = 4,
    money: int = 200,
    fee: int = 4,
    *,
    fee_per_ticket: bool = False,
    chunk: int = BLOCK,
) -> SessionSimulation:
    """Simulate whole sessions with money that can run out (S1 to S9).

    Session k is that of `play(players, races, seed, money, fee, session=k)`. `races` as agreed, None for one deal each.
    At most `chunk` sessions (1 to 4096) are held at a time; the result does not hang on it. Raises InputError for an
    argument out of range.
    """
    settings = Settings(players, money, fee, fee_per_ticket)
    agreed = players if races is None else check_range("races", races, 1, MOST_RACES)
    check_range("sessions", sessions, 1, MOST_SESSIONS)
    seed = check_seed(seed)
    parts = (run_sessions(seed, block, places, settings, agreed) for block, places in pieces(sessions, chunk))
    total = reduce(add, parts)
    lengths = tuple(total.lengths[length] for length in range(max(total.lengths) + 1))
    leads = tuple(map(tuple, total.leads.tolist()))
    return SessionSimulation(settings, agreed, sessions, leads, total.money, total.out, lengths, seed)


@define(eq=False)
class Evening:
    """Sessions as they go on, arrays by session: money (sessions, players), pot, races run, players out of money."""

    money: npt.NDArray[np.int64]
    pot: npt.NDArray[np.int64]
    races: npt.NDArray[np.int64]
    out: npt.NDArray[np.bool_]

    @classmethod
    def begin(cls, sessions: int, settings: Settings) -> "Evening":
        """Everyone with the same money (S3)."""
        shape = (sessions, settings.players)
        nothing = np.zeros(sessions, np.int64)
        return cls(np.full(shape, settings.money, np.int64), nothing.copy(), nothing.copy(), np.zeros(shape, np.bool_))

    def settle(self, live: Places, batch: Batch, settings: Settings, *, last: bool) -> Places:
        """Take the fees of a race, split its pot, and give the sessions that go on (S7 to S9)."""
        owed = settings.fee * (1 + batch.scratch_due.sum(axis=1, dtype=np.int64) + batch.roll_due)
        paid = np.minimum(owed, self.money[live])
        share, left = np.divmod(self.pot[live] + paid.sum(axis=1), TICKETS_A_HORSE)
        money = self.money[live] - paid + share[:, None] * tickets_held(batch, settings.players)
        out = money == 0
        over = out.any(axis=1) | last
        for ticket in range(TICKETS_A_HORSE - 1):
            lucky = np.flatnonzero(over & (left > ticket))
            money[lucky, batch.holders[lucky, ticket]] += 1
        self.money[live], self.out[live] = money, out
        self.pot[live] = np.where(over, 0, left)
        self.races[live] += 1
        return np.asarray(live[~over])


@frozen(eq=False)
class Part:
    """The counts of some sessions."""

    leads: npt.NDArray[np.int64]
    money: Sums
    out: Sums
    lengths: Counter[int]

    def __add__(self, other: "Part") -> "Part":
        return Part(
            self.leads + other.leads, self.money + other.money, self.out + other.out, self.lengths + other.lengths
        )


def run_sessions(seed: int, block: int, places: Places, settings: Settings, agreed: int) -> Part:
    """Play the sessions at `places` of a block race by race, and count them."""
    evening = Evening.begin(len(places), settings)
    live, race = np.arange(len(places)), 0
    while live.size:
        batch = run_batch(
            seed, block, race, places[live], settings.players, race % settings.players,
            fee_per_ticket=settings.fee_per_ticket,
        )  # fmt: skip
        race += 1
        live = evening.settle(live, batch, settings, last=race == agreed)
    most = evening.money == evening.money.max(axis=1, keepdims=True)
    ties = most.sum(axis=1) - 1
    leads = np.array([most[ties == k].sum(axis=0) for k in range(settings.players)], np.int64)
    lengths = Counter(evening.races.tolist())
    # At most 4096 sessions of 44 million units each: the squares add up to less than 2**63.
    return Part(leads, Sums.of(evening.money), Sums.of(evening.out), lengths)
