"""What a session leaves behind: every throw, race and payment, as immutable records that can be compared and printed."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from .rules import SPOTS, Money, Settings, leaders, squares

if TYPE_CHECKING:
    import pandas as pd

LOG_COLUMNS = ("race", "kind", "number", "player", "ticket", "red", "white", "total", "result")
CARD, ROLL = "card", "roll"


@frozen
class Throw:
    """One throw of the two dice: its `number` in the race from 1, scratches included, the player, the faces, what it did.

    `what` and `spot` are those of `rules.Step`; `square` is where the token stands after it moved, counted from the numbered
    square; `paid` what each player paid into the pot.
    """

    number: int
    player: int
    red: int
    white: int
    what: str
    spot: int
    square: int
    paid: Money

    @property
    def total(self) -> int:
        """Red plus white: the horse's number."""
        return self.red + self.white

    @property
    def result(self) -> str:
        """What came of it, as the log says it."""
        if self.what == "moved":
            return f"square {self.square} of {squares(self.total)}"
        return {"scratched": f"scratched {self.spot}X", "fee": f"pays {self.spot}X"}.get(self.what, self.what)


@frozen
class Race:
    """A race of a session, in whole units of money; tuples are by player.

    `cards` are the tickets in the order dealt (from the dealer's left), `scratched` the horses on 1X to 4X. `entry` is what
    was paid to enter, `pot` what was split, `share` what each winning ticket got, `won` the shares of each player, `odd` the
    odd units of the very end (S9), `money` what each has after the race, `left` what stays in the pot.
    """

    number: int
    dealer: int
    cards: tuple[int, ...]
    entry: Money
    throws: tuple[Throw, ...]
    scratched: tuple[int, ...]
    winner: int
    pot: int
    share: int
    won: Money
    odd: Money
    money: Money
    left: int

    @property
    def paid(self) -> Money:
        """What each player paid into the pot, entry and all."""
        return tuple(map(sum, zip(self.entry, *(throw.paid for throw in self.throws), strict=True)))

    @property
    def scratch_rolls(self) -> int:
        """The throws for the scratches, those rolled on included: 4 or more."""
        return next(throw.number for throw in self.throws if throw.what == "scratched" and throw.spot == SPOTS)

    @property
    def race_rolls(self) -> int:
        """The throws of the race itself, fees included: 3 or more."""
        return len(self.throws) - self.scratch_rolls

    def hand(self, player: int) -> tuple[int, ...]:
        """The tickets of a player, by number."""
        players = len(self.money)
        places = range((player - self.dealer - 1) % players, len(self.cards), players)
        return tuple(sorted(self.cards[place] for place in places))

    def __str__(self) -> str:
        from .text import race_text

        return race_text(self)

    def __repr__(self) -> str:
        return str(self)


@frozen
class Session:
    """A session as it was played. Printed, it is a readable account; sessions are equal when their content is.

    `agreed` is the number of races agreed on; `races` has fewer where a player ran out of money (S8).
    """

    settings: Settings
    agreed: int
    races: tuple[Race, ...]
    seed: int | None = field(default=None, eq=False)
    session: int | None = field(default=None, eq=False)

    @property
    def money(self) -> Money:
        """What each player has at the end."""
        return self.races[-1].money

    @property
    def winners(self) -> tuple[int, ...]:
        """The player with the most money; several where they share it (S8)."""
        return leaders(self.money)

    @property
    def columns(self) -> list[str]:
        """The columns of `to_frame`."""
        players = range(1, self.settings.players + 1)
        spots = [f"scratched_{spot}x" for spot in range(1, SPOTS + 1)]
        start = ["race", "dealer", *spots, "scratch_rolls", "race_rolls", "winner", "pot", "share", "left"]
        return start + [f"{what}_{player}" for what in ("paid", "won", "money") for player in players]

    def rows(self) -> list[dict[str, Any]]:
        """One row a race by column name; `won` has the odd units of the very end in it."""
        return [
            dict(zip(self.columns, [
                race.number, race.dealer, *race.scratched, race.scratch_rolls, race.race_rolls, race.winner, race.pot,
                race.share, race.left, *race.paid, *map(sum, zip(race.won, race.odd, strict=True)), *race.money,
            ], strict=True))
            for race in self.races
        ]  # fmt: skip

    def to_frame(self) -> "pd.DataFrame":
        """The races as a pandas frame: scratches, rolls, winner, pot, and what each player paid, won and had after it."""
        from ..scoresheet import frame

        return frame(self.rows(), self.columns)

    def log_rows(self) -> list[dict[str, Any]]:
        """The log's rows in the order they happened: 44 cards dealt, then the throws, race by race."""
        return [row for race in self.races for row in log_of(race)]

    def rolls(self) -> "pd.DataFrame":
        """The log of cards and dice as a pandas frame, one row a card or throw. `ReplayLog` takes it."""
        from ..scoresheet import frame

        return frame(self.log_rows(), list(LOG_COLUMNS))

    def __str__(self) -> str:
        from .text import session_text

        return session_text(self)

    def __repr__(self) -> str:
        return str(self)


def log_of(race: Race) -> Iterator[dict[str, Any]]:
    """The log's rows of one race."""
    players = len(race.money)
    for number, ticket in enumerate(race.cards, 1):
        player = (race.dealer - 1 + number) % players + 1
        yield log_row(race.number, CARD, number, player, ticket, None, None, None, None)
    for throw in race.throws:
        faces = (throw.red, throw.white, throw.total)
        yield log_row(race.number, ROLL, throw.number, throw.player, None, *faces, throw.result)


def log_row(*cells: Any) -> dict[str, Any]:
    """One row of the log."""
    return dict(zip(LOG_COLUMNS, cells, strict=True))
