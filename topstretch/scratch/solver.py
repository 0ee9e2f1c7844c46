"""Exact chances of the scratch race, without sampling.

The race between independent counters, solved in closed form. Only the throws of the seven running totals move tokens; by
themselves they are moves that fall on horse g with p_g = ways(g) / (ways of the seven together). Horse h wins on move
m + k_h (k = squares) when the first m + k_h - 1 moves hold k_h - 1 of h and, for each other horse g, fewer than k_g:

    (m + k_h - 1)! / (k_h - 1)! * p_h^k_h * [x^m] prod over g of (1 + p_g x + ... + (p_g x)^(k_g - 1) / (k_g - 1)!)

which is the integral over time of independent Poisson clocks, term by term. All terms are positive: nothing cancels. The
scratched totals run on clocks of their own, so each is thrown, in a race of an expected n throws, n * ways / 36 times.
"""

import operator
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial
from typing import TYPE_CHECKING, Any

import numpy as np
from attrs import field, frozen

from ..columns import WHOLE
from ..errors import fault
from .rules import HORSES, PACK, SPOTS, TICKETS_A_HORSE, Settings, squares, ways
from .simulation import QUANTITIES, as_frame

if TYPE_CHECKING:
    import pandas as pd

ALL_WAYS = 36
SCRATCHED_ALLOWED = f"{SPOTS} different horses from {HORSES[0]} to {HORSES[-1]}"


@frozen
class SetChances:
    """A race without four horses, whatever their spots: `chance` of this set of scratches, `win` by running horse, and
    `rolls`, the expected throws of the races that the horse wins times the chance that it does."""

    scratched: tuple[int, ...]
    chance: float
    win: Mapping[int, float]
    rolls: Mapping[int, float]

    @property
    def race_rolls(self) -> float:
        """The expected throws of the race, those of scratched totals included."""
        return sum(self.rolls.values())


@frozen
class Order:
    """An order of scratches, its chance and the expected throws that it takes (S4)."""

    horses: tuple[int, ...]
    chance: float
    throws: float


@cache
def set_chances(scratched: tuple[int, ...]) -> SetChances:
    """The race that is run without these four horses (rising numbers)."""
    running = [horse for horse in HORSES if horse not in scratched]
    together = sum(map(ways, running))
    p = {horse: ways(horse) / together for horse in running}
    below = {g: np.array([p[g] ** j / factorial(j) for j in range(squares(g))]) for g in running}
    win, rolls = {}, {}
    for horse in running:
        others = np.ones(1)
        for g in running:
            others = others if g == horse else np.convolve(others, below[g])
        k = squares(horse)
        terms = [c * p[horse] ** k * factorial(m + k - 1) / factorial(k - 1) for m, c in enumerate(others.tolist())]
        win[horse] = sum(terms)
        rolls[horse] = sum(term * (m + k) for m, term in enumerate(terms)) * ALL_WAYS / together
    chance = sum(order.chance for order in orders(scratched))
    return SetChances(scratched, chance, win, rolls)


@cache
def orders(scratched: tuple[int, ...]) -> tuple[Order, ...]:
    """The 24 orders of four scratches: each total is drawn by its ways among those not yet scratched (S4)."""
    return tuple(map(order_of, permutations(scratched)))


def order_of(horses: tuple[int, ...]) -> Order:
    """The chance of an order of scratches, and the expected throws: 36 / (the ways left) for each spot."""
    chance, throws, left = 1.0, 0.0, ALL_WAYS
    for horse in horses:
        chance *= ways(horse) / left
        throws += ALL_WAYS / left
        left -= ways(horse)
    return Order(horses, chance, throws)


def all_sets() -> tuple[SetChances, ...]:
    """All 330 sets of four scratched horses."""
    return tuple(map(set_chances, combinations(HORSES, SPOTS)))


@frozen
class Exact:
    """Exact chances and expectations of a race; money is in entry fees, and everyone can pay. Printed, it is two tables.

    `scratched` is None (averaged over the scratches), the four horses in the order of their spots, or a frozenset of them
    (averaged over their orders). Tuples by horse are in the order of HORSES, 2 to 12. `roll_fees` is by spot, 1X to 4X.
    """

    players: int
    fee_per_ticket: bool
    scratched: tuple[int, ...] | frozenset[int] | None
    win: tuple[float, ...]
    scratch: tuple[float, ...]
    payoff: tuple[float, ...]
    scratch_rolls: float
    race_rolls: float
    fees_a_scratch: float
    roll_fees: tuple[float, ...]
    sets: tuple[SetChances, ...] = field(repr=False)

    @property
    def pot(self) -> float:
        """The expected pot, in entry fees."""
        return self.players + SPOTS * self.fees_a_scratch + sum(self.roll_fees)

    def rows(self) -> list[dict[str, Any]]:
        """One row a horse: `win`, `fair_odds` to 1 (None without a chance), `scratched`, its chance of that; and for one
        ticket of it in one race, in entry fees: `payoff`, `scratch_cost` and `net` as in `Simulation.rows`."""
        everyone = (self.players + sum(self.roll_fees)) / len(PACK)
        rows = []
        for horse, win, scratched, payoff in zip(HORSES, self.win, self.scratch, self.payoff, strict=True):
            cost = scratched * self.fees_a_scratch / TICKETS_A_HORSE
            rows.append({
                "horse": horse, "win": win, "fair_odds": (1 - win) / win if win else None, "scratched": scratched,
                "payoff": payoff, "scratch_cost": cost, "net": payoff - cost - everyone,
            })  # fmt: skip
        return rows

    def summary_rows(self) -> list[dict[str, Any]]:
        """Expected rolls and money of a race, named as in `Simulation.summary_rows`."""
        fees = [self.players, SPOTS * self.fees_a_scratch, sum(self.roll_fees)]
        values = [self.scratch_rolls, self.race_rolls, self.pot, *fees, *self.roll_fees]
        return [{"quantity": name, "mean": float(value)} for name, value in zip(QUANTITIES, values, strict=True)]

    def set_rows(self) -> list[dict[str, Any]]:
        """One row a set of scratches: the set, its `chance`, the expected `race_rolls`, and `win_2` to `win_12`."""
        return [
            {"scratched": " ".join(map(str, one.scratched)), "chance": one.chance, "race_rolls": one.race_rolls}
            | {f"win_{horse}": one.win.get(horse, 0.0) for horse in HORSES}
            for one in self.sets
        ]

    def to_frame(self) -> "pd.DataFrame":
        """The horses as a pandas frame, see `rows`."""
        return as_frame(self.rows())

    def summary(self) -> "pd.DataFrame":
        """Rolls and money of a race as a pandas frame, see `summary_rows`."""
        return as_frame(self.summary_rows())

    def by_set(self) -> "pd.DataFrame":
        """The sets of scratches behind it as a pandas frame, see `set_rows`: 330, or the one asked for."""
        return as_frame(self.set_rows())

    def __str__(self) -> str:
        from .text import dict_rows_text

        if self.scratched is None:
            which = "averaged over the scratches"
        elif isinstance(self.scratched, tuple):
            which = "scratched " + ", ".join(f"{horse} on {spot}X" for spot, horse in enumerate(self.scratched, 1))
        else:
            which = f"scratched {', '.join(map(str, sorted(self.scratched)))} in any order"
        title = f"Scratch race, exact: {which}; {self.players} players, money in entry fees"
        return dict_rows_text(title, self.rows()) + "\n" + dict_rows_text("", self.summary_rows())

    def __repr__(self) -> str:
        return str(self)


def exact(
    scratched: Sequence[int] | AbstractSet[int] | None = None, *, players: int = 4, fee_per_ticket: bool = False
) -> Exact:
    """The exact chance of each horse to win, the expected rolls and costs of a race, and what each ticket is worth.

    `scratched`: None averages over the scratches of S4; a sequence gives the four horses on 1X to 4X; a set the four horses
    in any order (the order changes what a scratched total costs, not who wins). `players` and `fee_per_ticket` change the
    money alone. Chances add up to 1 within 1e-12. Raises InputError for anything but four different horses from 2 to 12.
    """
    Settings(players=players, fee_per_ticket=fee_per_ticket)
    if scratched is None:
        every = [order for one in combinations(HORSES, SPOTS) for order in orders(one)]
        return expect(None, every, players, fee_per_ticket)
    horses = check_scratched(scratched)
    if isinstance(scratched, AbstractSet):
        return expect(frozenset(horses), orders(tuple(sorted(horses))), players, fee_per_ticket)
    return expect(horses, [order_of(horses)], players, fee_per_ticket)


def check_scratched(scratched: Iterable[int]) -> tuple[int, ...]:
    """Four different horses; raises InputError for anything else."""
    try:
        horses = tuple(map(operator.index, scratched))
    except TypeError:
        raise fault("scratched", scratched, SCRATCHED_ALLOWED) from None
    if len(set(horses)) != SPOTS or len(horses) != SPOTS or not set(horses) <= set(HORSES):
        raise fault("scratched", ", ".join(map(str, horses)) or "none", SCRATCHED_ALLOWED)
    return horses


def parse_scratched(text: str) -> tuple[int, ...]:
    """The four horses of a text such as `7,6,8,5`, in order; raises InputError for anything else."""
    cells = [cell.strip() for cell in text.split(",")]
    if not all(WHOLE.fullmatch(cell) for cell in cells):
        raise fault("scratched", text, SCRATCHED_ALLOWED)
    return check_scratched(map(int, cells))


def expect(
    scratched: tuple[int, ...] | frozenset[int] | None, cases: Sequence[Order], players: int, fee_per_ticket: bool
) -> Exact:
    """The expectations over some orders of scratches, weighted by their chances among themselves."""
    whole = sum(order.chance for order in cases)
    by_scratch = expected_fees(players, fee_per_ticket=fee_per_ticket)
    win, scratch, pot = dict.fromkeys(HORSES, 0.0), dict.fromkeys(HORSES, 0.0), dict.fromkeys(HORSES, 0.0)
    throws = rolls = 0.0
    roll_fees = [0.0] * SPOTS
    for order in cases:
        weight = order.chance / whole
        one = set_chances(tuple(sorted(order.horses)))
        throws += weight * order.throws
        rolls += weight * one.race_rolls
        by_roll = [spot * ways(horse) / ALL_WAYS for spot, horse in enumerate(order.horses, 1)]
        for spot, horse in enumerate(order.horses):
            scratch[horse] += weight
            roll_fees[spot] += weight * by_roll[spot] * one.race_rolls
        for horse, chance in one.win.items():
            win[horse] += weight * chance
            pot[horse] += weight * ((players + SPOTS * by_scratch) * chance + sum(by_roll) * one.rolls[horse])
    payoff = tuple(value / TICKETS_A_HORSE for value in pot.values())
    sets = tuple(map(set_chances, dict.fromkeys(tuple(sorted(order.horses)) for order in cases)))
    return Exact(
        players, fee_per_ticket, scratched, tuple(win.values()), tuple(scratch.values()), payoff, throws, rolls,
        by_scratch, tuple(roll_fees), sets,
    )  # fmt: skip


def expected_fees(players: int, *, fee_per_ticket: bool) -> float:
    """The expected fees for one scratched horse: its tickets, or the players who hold one or more of them (S4).

    A player with h of the 44 tickets holds none of the four with chance C(44 - h, 4) / C(44, 4).
    """
    if fee_per_ticket:
        return float(TICKETS_A_HORSE)
    least, more = divmod(len(PACK), players)
    hands = [least + (player < more) for player in range(players)]
    none = sum(comb(len(PACK) - hand, TICKETS_A_HORSE) for hand in hands)
    return players - none / comb(len(PACK), TICKETS_A_HORSE)
