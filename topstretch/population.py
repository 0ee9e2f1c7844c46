"""The population of the realism report: a fresh card in every race, ratings drawn from stated shares, dirt, fast.

Every share below is a choice that stands before any chart is looked at; field sizes and distances are those of NYRA 2019.
A share is a deck: as many cards of each value as the share says, one drawn for each horse.
"""

from collections.abc import Mapping
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .card import ROUTE, RaceCard
from .dice import BLOCK
from .entries import Entry
from .ratings import Horse, Jockey
from .real_racing import real
from .rules.runners import Bools, Runners

Values = npt.NDArray[np.int16]

CLASS_MEAN, CLASS_SD, HORSE_SD = 15.0, 4.6, 2.4  # Adjusted Power: cards, and horses around their card's class
LOWEST_POWER, HIGHEST_POWER = 0, 29
SIZES = range(3, 15)
DISTANCES = (6.0, 7.0, 8.0, 8.5, 9.0)

# Shares in percent, from the lowest value up.
SHARES: Mapping[str, tuple[int, tuple[int, ...]]] = {
    "pace": (0, (4, 6, 9, 13, 16, 17, 14, 10, 7, 4)),
    "form": (0, (10, 25, 30, 25, 10)),  # A to E
    "class_": (-3, (3, 9, 20, 36, 20, 9, 3)),
    "speed": (-3, (3, 9, 20, 36, 20, 9, 3)),
    "trip": (-3, (3, 9, 20, 36, 20, 9, 3)),
    "wire": (0, (4, 6, 9, 13, 18, 18, 13, 9, 6, 4)),
    "ride": (-2, (8, 22, 40, 22, 8)),
    "trouble": (2, (1, 2, 6, 11, 18, 22, 18, 12, 6, 3, 1)),
}
NORMAL_STEPS = 4096


@frozen(eq=False)
class Cards:
    """A block of cards, each race its own: `runners` (horses, races); `size` and `distance` (races)."""

    runners: Runners
    size: Values
    distance: npt.NDArray[np.float64]

    @property
    def running(self) -> Bools:
        """Where there is a horse: (horses, races)."""
        return self.runners.running


def deck(first: int, counts: tuple[int, ...]) -> Values:
    """Each value from `first` up as often as its count says."""
    return np.repeat(np.arange(first, first + len(counts), dtype=np.int16), counts)


def size_deck() -> Values:
    """Field sizes as often as NYRA ran them."""
    races = [real("field_size_share", f"{size} starters") for size in SIZES]
    return deck(SIZES[0], tuple(round(found.value * found.n) for found in races))


def distance_deck() -> npt.NDArray[np.float64]:
    """The distances as often as NYRA ran them, among these alone."""
    races = [real("distance_share", f"{distance:.1f}f") for distance in DISTANCES]
    return np.repeat(np.array(DISTANCES), [round(found.value * found.n) for found in races])


def normal_deck() -> npt.NDArray[np.float64]:
    """Equally likely values of a standard normal distribution."""
    normal = NormalDist()
    return np.array([normal.inv_cdf((step + 0.5) / NORMAL_STEPS) for step in range(NORMAL_STEPS)])


class Population:
    """Cards by a seed: the same seed and block give the same cards for ever."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._sizes, self._distances, self._normal = size_deck(), distance_deck(), normal_deck()
        self._decks = {name: deck(*shares) for name, shares in SHARES.items()}

    def block(self, number: int) -> Cards:
        """BLOCK cards; those of one number are the same whatever else is drawn."""
        bits = np.random.PCG64DXSM(np.random.SeedSequence(self.seed, spawn_key=(2, number)))
        horses = SIZES[-1]

        def drawn(cards: npt.NDArray[Any], rows: int) -> npt.NDArray[Any]:
            """`rows` x BLOCK draws from a deck, by the high half of a product of 32-bit numbers."""
            words = np.asarray(bits.random_raw(rows * BLOCK // 2)).astype("<u8", copy=False).view(np.uint32)
            place = (words.astype(np.uint64) * np.uint64(len(cards))) >> np.uint64(32)
            return cards[place.astype(np.intp)].reshape(rows, BLOCK)

        size = drawn(self._sizes, 1)[0]
        distance = drawn(self._distances, 1)[0]
        power = CLASS_MEAN + CLASS_SD * drawn(self._normal, 1) + HORSE_SD * drawn(self._normal, horses)
        runners = Runners(
            start=np.clip(np.rint(power), LOWEST_POWER, HIGHEST_POWER).astype(np.int16),
            running=np.arange(horses)[:, None] < size,
            route=(distance >= ROUTE)[None],
            **{name: drawn(cards, horses) for name, cards in self._decks.items()},
        )
        return Cards(runners, size, distance)


def race_card(cards: Cards, race: int) -> RaceCard:
    """One race of a block as a card for the verbs that take one: horses and riders by number."""

    def rating(name: str, horse: int) -> int:
        return int(getattr(cards.runners, name)[horse, race])

    def horse(number: int) -> Horse:
        pace, class_, speed, trip, wire = (rating(name, number) for name in ("pace", "class_", "speed", "trip", "wire"))
        return Horse(
            f"Horse {number + 1}", range_low=None, range_high=None, wet=0, form="ABCDE"[rating("form", number)], pace=pace,
            class_=class_, speed=speed, trip=trip, wire=wire,
        )  # fmt: skip

    entries = tuple(
        Entry(
            number + 1,
            horse(number),
            Jockey(f"Rider {number + 1}", rating("ride", number), rating("trouble", number)),
            adj_power=rating("start", number),
        )
        for number in range(int(cards.size[race]))
    )
    return RaceCard(f"Race {race}", float(cards.distance[race]), "dirt", "fast", entries)
