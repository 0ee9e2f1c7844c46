"""A meeting by seed: the draws and the player functions behind it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from attrs import field, frozen

from ..dice import check_count, check_seed
from ..drawing import Draws
from ..errors import fault
from .meeting import Meeting, RaceRecord, check_players, check_races, run_meeting, setups
from .players import Player, View, look_ahead, player_named
from .state import Move, Photo, Prediction, Setup
from .tables import CARDS, HORSES, Style, Tables, load_tables

By = Player | str | Sequence[Player | str]
TABLE = 0  # the key of the table's own draws; a player's is the player's number


def play(
    players: int = 3,
    seed: int | None = None,
    *,
    meeting: int = 0,
    races: int | None = None,
    style: Style | str | None = Style.FLAT,
    hidden: bool | None = False,
    cards: int | None = None,
    photo: Photo | str | None = Photo.CARDS,
    river: int | None = None,
    by: By = look_ahead,
    tables: Tables | Path | str | None = None,
) -> Meeting:
    """Play a whole meeting (G1 to G12).

    `players` is 2 to 6; `races` a number that G1 gives for them (the least if None). `seed` and `meeting`, whole numbers
    from 0 up, name a meeting for ever; without a seed fresh bits are taken, and the meeting says which. `style`, `hidden`,
    `cards` (3 to 7), `photo` and `river` (a row, in a steeplechase) hold for every race; None leaves them to the first
    player of each. `by` is one player function or name (`random`, `look-ahead`) for all, or one for each seat. `tables` are
    `Tables` or a folder of them. Raises InputError for what the rules or the tables do not allow.
    """
    plan = Plan.of(players, races, by, tables, style=style, hidden=hidden, cards=cards, photo=photo, river=river)
    return plan.play(check_seed(seed), check_count("meeting", meeting))


@frozen
class Plan:
    """What is settled before the first draw of a meeting, checked once for many."""

    players: int
    races: int
    by: tuple[Player, ...]
    tables: Tables = field(repr=False)
    options: tuple[Setup, ...] = field(repr=False)

    @classmethod
    def of(cls, players: int, races: int | None, by: By, tables: Tables | Path | str | None, **settings: Any) -> "Plan":
        """A plan of checked parts; `settings` as in `setups`."""
        seats = check_players(players)
        ready = tables if isinstance(tables, Tables) else load_tables(tables)
        return cls(seats, check_races(races, seats), seated(by, seats), ready, setups(ready, **settings))

    def play(self, seed: int, meeting: int) -> Meeting:
        """Play one meeting of a seed."""
        dealer = SeededDealer.of(seed, meeting, self.by)
        return Meeting(run_meeting(dealer, self.players, self.races, self.options, self.tables), seed, meeting)


def seated(by: By, players: int) -> tuple[Player, ...]:
    """The player function of each seat; raises InputError for an unknown name or another number of them."""
    each = [by] * players if callable(by) or isinstance(by, str) else list(by)
    if len(each) != players:
        raise fault("by", len(each), f"one player, or one for each of the {players} seats")
    found = [player_named(player) if isinstance(player, str) else player for player in each]
    for player in found:
        if not callable(player):
            raise fault("by", player, "a player function or its name")
    return tuple(found)


@frozen
class SeededDealer:
    """Draws of a seed and choices of player functions. The table and each player have draws of their own."""

    draws: Draws
    by: tuple[Player, ...]
    own: tuple[Draws, ...]

    @classmethod
    def of(cls, seed: int, meeting: int, by: tuple[Player, ...]) -> "SeededDealer":
        """The dealer of meeting number `meeting` of a seed."""
        own = tuple(Draws(seed, meeting, player) for player in range(1, len(by) + 1))
        return cls(Draws(seed, meeting, TABLE), by, own)

    def first(self, players: int) -> int:
        """Any player, each as likely: who rode last is not known."""
        return self.draws.below(players) + 1

    def setup(self, view: View, options: Sequence[Setup]) -> Setup:
        """The first player's choice; there is none where everything is settled."""
        return options[0] if len(options) == 1 else cast("Setup", self._ask(view, options))

    def start_order(self) -> list[int]:
        """The horses in a drawn order."""
        return self.draws.shuffled(list(HORSES))

    def hands(self, players: int, cards: int) -> list[list[int]]:
        """Hands of a deck that is shuffled whole."""
        deck = self.draws.shuffled(range(1, CARDS + 1))
        return [deck[player * cards : (player + 1) * cards] for player in range(players)]

    def prediction(self, view: View, options: Sequence[Prediction]) -> Prediction:
        """The player's ticket."""
        return cast("Prediction", self._ask(view, options))

    def move(self, view: View, options: Sequence[Move]) -> Move:
        """The player's move."""
        return cast("Move", self._ask(view, options))

    def photo(self, level: Sequence[int], place: int) -> int:
        """One of the level horses, each as likely."""
        return self.draws.choice(level)

    def ended(self, record: RaceRecord) -> None:
        """Nothing to check."""

    def _ask(self, view: View, options: Sequence[Any]) -> Any:
        choice = self.by[view.player - 1](view, options, self.own[view.player - 1])
        if choice not in options:
            allowed = f"one of its {len(options)} options"
            raise fault(f"race {view.race}: {view.phase} of player {view.player}", choice, allowed)
        return choice
