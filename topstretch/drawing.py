"""Draws in order from a seed: dice, numbers and shuffles for the games that are played one draw after the other."""

import operator
from collections.abc import Sequence
from typing import TypeVar

import numpy as np

T = TypeVar("T")
WORD = 2**64


class Draws:
    """A stream of draws: the same seed and key give the same draws for ever.

    `seed` and the numbers of `key` are whole numbers from 0 up; a key gives each part of a study (a meeting, a race, a
    player) draws of its own.
    """

    def __init__(self, seed: int, *key: int) -> None:
        self._bits = np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=tuple(operator.index(k) for k in key)))

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1, each as likely."""
        refused_from = WORD - WORD % limit
        while (word := int(self._bits.random_raw())) >= refused_from:
            pass
        return word % limit

    def die(self) -> int:
        """One die, 1 to 6."""
        return self.below(6) + 1

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a drawn order, each order as likely (Fisher and Yates)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[self.below(len(items))]
