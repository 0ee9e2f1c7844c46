"""The rules of the scratch race: what each step does to the table. Pure functions on immutable records; none of them draws.

Players are numbered from 1; player k's money is `money[k - 1]`. Money is in whole units. The ids S1 to S10 are the clauses
in `docs/scratch-race.md`.
"""

import operator
from collections import Counter
from collections.abc import Sequence
from typing import SupportsIndex

import attrs
from attrs import field, frozen

from ..errors import fault

HORSES = tuple(range(2, 13))
TICKETS_A_HORSE = 4
PACK = tuple(horse for horse in HORSES for _ in range(TICKETS_A_HORSE))
SPOTS = 4
MOST_PLAYERS = len(PACK)
MOST_MONEY = 1_000_000

Money = tuple[int, ...]


def squares(horse: int) -> int:
    """The squares of a horse's column, which is also the number of its rolls that win the race (S1, S6): 3 to 8."""
    return 8 - abs(horse - 7)


def ways(total: int) -> int:
    """In how many of the 36 ways two dice show a total, 1 to 6."""
    return 6 - abs(total - 7)


@frozen
class Settings:
    """What the players agree on: `players` 2 to 44, equal `money` to start with and the entry `fee`, in whole units.

    `fee_per_ticket` is the house rule of S4: a scratched horse costs a fee for each ticket held, not for each player who
    holds one. Raises InputError for what is out of range; `fee` is at least 1 and at most `money`.
    """

    players: int = 4
    money: int = 200
    fee: int = 4
    fee_per_ticket: bool = False

    def __attrs_post_init__(self) -> None:
        check_range("players", self.players, 2, MOST_PLAYERS)
        check_range("money", self.money, 1, MOST_MONEY)
        check_range("fee", self.fee, 1, self.money)
        if not isinstance(self.fee_per_ticket, bool):
            raise fault("fee_per_ticket", self.fee_per_ticket, "true or false")

    def left_of(self, player: int, places: int = 1) -> int:
        """The player who sits so many places to the left of another: play and deal pass that way."""
        return (player - 1 + places) % self.players + 1


def check_range(what: str, value: object, low: int, high: int) -> int:
    """A whole number from `low` to `high`, as a plain int; raises InputError for anything else."""
    number = operator.index(value) if isinstance(value, SupportsIndex) and not isinstance(value, bool) else None
    if number is None or not low <= number <= high:
        raise fault(what, value, f"a whole number from {low} to {high}")
    return number


@frozen
class Table:
    """The table in the middle of a race: all that the rules look at.

    `cards` are the 44 tickets in the order they are dealt, each the number of its horse; `scratched` the horses on the spots
    1X to 4X, as far as they are taken; `rolled` how often each horse's number moved its token, in the order of HORSES; `roller`
    the player who throws next.
    """

    settings: Settings
    dealer: int
    cards: tuple[int, ...]
    money: Money
    pot: int
    roller: int
    scratched: tuple[int, ...] = ()
    rolled: tuple[int, ...] = field(default=(0,) * len(HORSES))
    winner: int | None = None

    @property
    def scratching(self) -> bool:
        """Whether the next roll is for a scratch (S4) and not for the race (S5)."""
        return len(self.scratched) < SPOTS

    def holder(self, card: int) -> int:
        """The player who was dealt the card at a place of `cards`, 0 to 43 (S3)."""
        return self.settings.left_of(self.dealer, card + 1)

    def holders(self, horse: int) -> tuple[int, ...]:
        """The players who hold the four tickets of a horse, in the order they were dealt."""
        return tuple(self.holder(place) for place, ticket in enumerate(self.cards) if ticket == horse)


@frozen
class Step:
    """The table after a step, what it was and what each player paid in it.

    `what` is one of: `scratched` (the horse goes to `spot`), `rolled on` (already scratched: no fee), `moved`, `won`, `fee`
    (a scratched total in the race: the roller pays for `spot`). `spot` is 0 where none is touched.
    """

    table: Table
    what: str
    spot: int
    paid: Money


def charge(table: Table, due: Sequence[int]) -> tuple[Table, Money]:
    """Move fees into the pot: what each player owes, or what is left of a player's money where that is less (S9)."""
    paid = tuple(min(owed, has) for owed, has in zip(due, table.money, strict=True))
    money = tuple(has - gone for has, gone in zip(table.money, paid, strict=True))
    return attrs.evolve(table, money=money, pot=table.pot + sum(paid)), paid


def deal(settings: Settings, dealer: int, cards: Sequence[int], money: Money, pot: int = 0) -> tuple[Table, Money]:
    """Deal the whole pack, one ticket at a time from the dealer's left, and take the entry fees (S2, S3).

    `cards` is the shuffled pack; `pot` what is left over from the race before. Gives the table and what each player paid.
    Raises InputError for cards that are not the pack of 44.
    """
    if Counter(cards) != Counter(PACK):
        raise fault("cards", f"{len(cards)} cards", "the pack: four tickets of each horse 2 to 12")
    table = Table(settings, dealer, tuple(cards), money, pot, settings.left_of(dealer))
    return charge(table, [settings.fee] * settings.players)


def scratch(table: Table, total: int) -> Step:
    """A roll for a scratch (S4): the horse of the total goes to the next spot, and the holders of its tickets pay.

    A total that is already scratched is rolled on by the next player, without a fee.
    """
    after = attrs.evolve(table, roller=table.settings.left_of(table.roller))
    if total in table.scratched:
        return Step(after, "rolled on", 0, (0,) * table.settings.players)
    held = Counter(table.holders(total))
    most = TICKETS_A_HORSE if table.settings.fee_per_ticket else 1
    due = [table.settings.fee * min(held[player], most) for player in range(1, table.settings.players + 1)]
    after, paid = charge(attrs.evolve(after, scratched=(*table.scratched, total)), due)
    return Step(after, "scratched", len(after.scratched), paid)


def roll(table: Table, total: int) -> Step:
    """A roll of the race: a running horse moves one square, or wins from its last one; a scratched total costs the roller
    the fee times the spot's multiple (S5, S6)."""
    after = attrs.evolve(table, roller=table.settings.left_of(table.roller))
    nothing = (0,) * table.settings.players
    if total in table.scratched:
        spot = table.scratched.index(total) + 1
        due = [table.settings.fee * spot if player == table.roller else 0 for player in range(1, len(nothing) + 1)]
        after, paid = charge(after, due)
        return Step(after, "fee", spot, paid)
    rolled = tuple(times + (horse == total) for horse, times in zip(HORSES, table.rolled, strict=True))
    after = attrs.evolve(after, rolled=rolled)
    if rolled[HORSES.index(total)] == squares(total):
        return Step(attrs.evolve(after, winner=total), "won", 0, nothing)
    return Step(after, "moved", 0, nothing)


@frozen
class Payouts:
    """The end of a race: what each player won, what the winning tickets got of the odd units at the very end of the session
    (nothing before), the money after it all, what stays in the pot, and whether the session is over."""

    share: int
    won: Money
    odd: Money
    money: Money
    pot: int
    over: bool


def payouts(table: Table, *, last: bool = False) -> Payouts:
    """Split the pot over the four winning tickets (S7); odd units stay in it (S9).

    The session is over after its agreed `last` race, or when a player has no money after the split (S8); the odd units then
    go to the winning tickets, one each in the order they were dealt (S9; the order is ours).
    """
    tickets = table.holders(table.winner or 0)
    share, left = divmod(table.pot, TICKETS_A_HORSE)
    won = tuple(share * tickets.count(player) for player in range(1, table.settings.players + 1))
    money = tuple(has + gets for has, gets in zip(table.money, won, strict=True))
    over = last or 0 in money
    lucky = tickets[:left] if over else ()
    odd = tuple(lucky.count(player) for player in range(1, table.settings.players + 1))
    money = tuple(has + gets for has, gets in zip(money, odd, strict=True))
    return Payouts(share, won, odd, money, left - sum(odd), over)


def leaders(money: Money) -> tuple[int, ...]:
    """The players with the most money: they win the session, and ties are shared (S8)."""
    return tuple(player for player, has in enumerate(money, 1) if has == max(money))
