"""Arithmetic of weights that may carry a mark (see `distributions`), and products over all horses but one.

A weight is shaped (marks, states, keys) or (marks, states); with two marks it stands for a + e b with e squared nothing.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

Weights = npt.NDArray[np.float64]
# A polynomial in x, a weight for each power.
Powers = Sequence[Weights]


def product(a: Weights, b: Weights) -> Weights:
    """The product of two weights."""
    if len(a) == 1:
        return a * b
    return np.stack((a[0] * b[0], a[0] * b[1] + a[1] * b[0]))


def chance(weight: Weights, share: Weights) -> float:
    """The sum over marks, states and keys, each state by its share."""
    return float(np.einsum("ms,msk->", share, weight))


def above(weights: Weights) -> Weights:
    """The weight of all keys above each key."""
    return shifted(at_least(weights))


def at_least(weights: Weights) -> Weights:
    """The weight of each key and all above it."""
    return np.cumsum(weights[..., ::-1], axis=-1)[..., ::-1]


def shifted(weights: Weights) -> Weights:
    """Each key's value taken from the next key; nothing at the last."""
    return np.concatenate((weights[..., 1:], np.zeros_like(weights[..., :1])), axis=-1)


def up_to(weights: Weights, rest: Weights) -> Weights:
    """The weight of each key and all below it, and of `rest`, which has no key."""
    return np.cumsum(weights, axis=-1) + rest[..., None]


def below(weights: Weights, rest: Weights) -> Weights:
    """The weight of all keys below each key, and of `rest`."""
    sums = np.cumsum(weights, axis=-1)
    return np.concatenate((np.zeros_like(sums[..., :1]), sums[..., :-1]), axis=-1) + rest[..., None]


def times(powers: Powers, factor: Powers, most: int | None = None) -> list[Weights]:
    """The product of two polynomials, powers above `most` left out."""
    length = len(powers) + len(factor) - 1 if most is None else min(len(powers) + len(factor) - 1, most + 1)
    result: list[Weights | None] = [None] * length
    for i, a in enumerate(powers):
        for j, b in enumerate(factor):
            if i + j < length:
                term, so_far = product(a, b), result[i + j]
                result[i + j] = term if so_far is None else so_far + term
    return [weight for weight in result if weight is not None]


def leave_one_out(factors: Sequence[Powers], most: int | None = None) -> Iterator[tuple[int, Powers]]:
    """For each factor, the product of all the others: (place, polynomial). Halves are shared, nothing is divided."""
    yield from leave_out(list(enumerate(factors)), None, most)


def leave_out(some: list[tuple[int, Powers]], others: Powers | None, most: int | None) -> Iterator[tuple[int, Powers]]:
    """`leave_one_out` among `some`, each times `others`."""
    if len(some) == 1:
        assert others is not None
        yield some[0][0], others
        return
    half = len(some) // 2
    for kept, taken in ((some[:half], some[half:]), (some[half:], some[:half])):
        outside = others
        for _, factor in taken:
            outside = factor if outside is None else times(outside, factor, most)
        yield from leave_out(kept, outside, most)
