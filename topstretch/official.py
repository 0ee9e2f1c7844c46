"""Official place and show, after disqualifications (R6, D7), and how far they can be from the truth.

A clean horse with a clean horses ahead is officially first where a is 0. A disqualified horse gets ahead of it only where
its die and the clean horses at or ahead of it add up to no more than a: so where a is 1, only one ahead of every clean horse
whose die is 1; where a is 2, also one ahead of both whose die is 2 and one between them whose die is 1. One such horse is
taken in exactly; two at once are so rare that they go into the bound.

A disqualified horse is officially among the first three only where few clean horses end ahead of it. It is placed as if
other disqualified horses were not there, which is exact but for two of them near the front at once: that is the bound too.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

import numpy as np
from attrs import define, frozen

from .distributions import Field, Group, groups, mean_groups
from .house import FULLPLAY
from .tables import Tables
from .weights import Powers, Weights, above, at_least, below, chance, leave_one_out, product, up_to

A_FACE = 1 / 6


@frozen(eq=False)
class OfficialChances:
    """Chances to be officially in the first two, the first three, and to share a place, each (horses).

    No chance in `place` and `show` is further from the truth than `bound`.
    """

    place: Weights
    show: Weights
    dead_heat: Weights
    bound: float


@define(eq=False)
class Sums:
    """What the states add up to, each (horses)."""

    place: Weights
    show: Weights
    dead_heat: Weights
    left_out: Weights


def official_chances(tables: Tables, field: Field, win: Weights) -> OfficialChances:
    """Work out official place and show; `win` is the exact chance to be officially first.

    In Fullplay what disqualified horses do is worked out as if the horses were independent given the pace; all of it is
    then in the bound.
    """
    fullplay = tables.version == FULLPLAY
    sums = Sums(*(np.zeros(len(win)) for _ in range(4)))
    in_front = 0.0
    for group in groups(tables, field):
        add_clean(sums, group)
        in_front += front_runners(group) if fullplay else 0.0
    mean = mean_groups(tables, field)
    add_disqualified(sums, mean)
    add_passed_by_one(sums, mean)
    bound = in_front + few_clean(mean) if fullplay else pairs_in_front(mean) + float(np.max(sums.left_out))
    place, show = np.maximum(sums.place, win), np.maximum(sums.show, win)
    bound = min(bound, 1.0)
    return OfficialChances(place, np.maximum(show, place), sums.dead_heat, bound)


def add_clean(sums: Sums, group: Group) -> None:
    """Clean horses by the clean horses ahead of them, and dead heats among clean horses."""
    dropped = group.disqualified.sum(axis=-1) + group.out
    factors = list(zip(up_to(group.clean, dropped), above(group.clean), strict=True))
    for horse, ahead in leave_one_out(factors, most=2):
        chances = [chance(product(group.clean[horse], weight), group.share) for weight in ahead]
        sums.place[horse] += sum(chances[:2])
        sums.show[horse] += sum(chances)
    whole = group.clean.sum(axis=-1) + dropped
    not_level = whole[..., None] - group.clean
    for horse, others in leave_one_out([(weight,) for weight in not_level]):
        sums.dead_heat[horse] -= chance(product(group.clean[horse], others[0]), group.share)
    for horse, others in leave_one_out([(weight,) for weight in whole[..., None]]):
        sums.dead_heat[horse] += chance(product(group.clean[horse], others[0]), group.share)


def add_disqualified(sums: Sums, group: Group) -> None:
    """Disqualified horses, by the number of clean horses in the race."""
    none_left = group.disqualified.sum(axis=-1) + group.out
    higher = above(group.disqualified)
    kept = list(zip(up_to(group.disqualified, group.out), higher, strict=True))
    for horse, ahead in leave_one_out(kept, most=2):
        chances = [chance(product(group.disqualified[horse], weight), group.share) for weight in ahead]
        sums.place[horse] += sum(chances[:2])
        sums.show[horse] += sum(chances)
    for horse in range(len(kept)):
        add_with_one_clean(sums, group, horse, kept)
    add_with_more_clean(sums, group, none_left, higher)


def add_with_one_clean(sums: Sums, group: Group, horse: int, kept: Sequence[Powers]) -> None:
    """One clean horse: it is first, the disqualified ones follow in the order as run."""
    others = [place for place in range(len(kept)) if place != horse]
    if len(others) == 1:
        mine = product(group.disqualified[horse], group.clean[others[0]].sum(axis=-1, keepdims=True))
        sums.place[horse] += chance(mine, group.share)
        sums.show[horse] += chance(mine, group.share)
        return
    for number, ahead in leave_one_out([kept[place] for place in others], most=1):
        clean = group.clean[others[number]].sum(axis=-1, keepdims=True)
        mine = product(group.disqualified[horse], clean)
        chances = [chance(product(mine, weight), group.share) for weight in ahead]
        sums.place[horse] += chances[0]
        sums.show[horse] += sum(chances)


def add_with_more_clean(sums: Sums, group: Group, none_left: Weights, higher: Weights) -> None:
    """Two clean horses or more: by the key of the best or of the second-best clean horse."""
    lower = below(group.clean, none_left)
    gone = none_left[..., None] + np.zeros_like(group.clean)
    total = group.clean.sum(axis=-1)[..., None] + np.zeros_like(group.clean)
    some, or_higher, strictly = group.clean, at_least(group.clean), above(group.clean)
    beneath = below(group.clean, np.zeros_like(none_left))
    wanted = {
        "best here": (lower, some, 1), "alone": (gone, some, 1),
        "two from here": (lower, or_higher, 2), "two above": (lower, strictly, 2), "two here": (lower, some, 2),
        "only two from here": (gone, or_higher, 2), "only two above": (gone, strictly, 2), "only two here": (gone, some, 2),
        "only two to here": (gone, beneath + some, 2), "only two below": (gone, beneath, 2),
    }  # fmt: skip
    found = {name: coefficients(*what) for name, what in wanted.items()}
    two = coefficients(gone[..., :1], total[..., :1], 2)
    two_and_no_other = coefficients(group.out[..., None], total[..., :1], 2)
    for horse in range(len(lower)):
        at = {name: weights[horse] for name, weights in found.items()}
        # The best clean horse is here, one horse alone; more clean horses are below.
        best = at["best here"] - at["alone"]
        just_two = at["only two to here"] - at["only two below"] - at["only two here"]
        # The second best is here and the third below; level best ones count once more, for a die of 1.
        second = at["two from here"] - at["two above"] + at["two here"]
        second -= at["only two from here"] - at["only two above"] + at["only two here"]
        ahead_of_it = higher[horse] * A_FACE
        sums.place[horse] += chance(product(ahead_of_it, best), group.share)
        sums.show[horse] += chance(product(ahead_of_it, best - just_two + second), group.share)
        whole = group.disqualified[horse].sum(axis=-1, keepdims=True)
        with_two = chance(product(whole, two[horse]), group.share)
        sums.show[horse] += with_two
        sums.left_out[horse] += with_two - chance(product(whole, two_and_no_other[horse]), group.share)


def coefficients(constant: Weights, marked: Weights, power: int) -> Weights:
    """For each horse the coefficient of x to a power in the product over the others of constant + x marked."""
    result = np.zeros(np.broadcast_shapes(constant.shape, marked.shape))
    for horse, others in leave_one_out(list(zip(constant, marked, strict=True)), most=power):
        if len(others) > power:
            result[horse] = others[power]
    return result


def add_passed_by_one(sums: Sums, group: Group) -> None:
    """Take off the clean horses that one disqualified horse gets ahead of: for every three horses (h, c, i).

    i is disqualified, ahead of the clean c with the die that lets it stay there; c is ahead of the clean h.
    """
    clean, share = group.clean[:, 0], group.share[0]
    dropped = (group.disqualified.sum(axis=-1) + group.out)[:, 0]
    not_higher, higher = up_to(clean, dropped), above(clean)
    stays = above(group.disqualified[:, 0]) * A_FACE
    weighed = clean * share[:, None]
    for chosen, rest in pick(list(zip(not_higher, higher, strict=True)), 3):
        for h, c, i in permutations(chosen):
            passed = weighed[h] * above(clean[c] * stays[i])
            sums.place[h] -= overlap(passed, rest[0])
            if len(rest) > 1:
                sums.show[h] -= overlap(passed, rest[1])


def overlap(a: Weights, b: Weights) -> float:
    """The sum of a times b; not by BLAS, whose threads cost more than they save here."""
    return float(np.einsum("sk,sk->", a, b))


def pick(factors: Sequence[Powers], number: int) -> Iterator[tuple[tuple[int, ...], Powers]]:
    """Every choice of `number` places, with the product of the others as far as the first power of x."""
    one: Powers = (np.ones_like(factors[0][0]),)

    def go(place: int, chosen: tuple[int, ...], rest: Powers) -> Iterator[tuple[tuple[int, ...], Powers]]:
        if place == len(factors):
            if len(chosen) == number:  # a field may have fewer horses than that
                yield chosen, rest
            return
        if len(chosen) < number:
            yield from go(place + 1, (*chosen, place), rest)
        if len(factors) - place > number - len(chosen):
            yield from go(place + 1, chosen, plain_times(rest, factors[place]))

    yield from go(0, (), one)


def plain_times(powers: Powers, factor: Powers) -> Powers:
    """The product of two polynomials of weights without marks, as far as the first power of x."""
    constant = powers[0] * factor[0]
    first = powers[0] * factor[1]
    return (constant, first + powers[1] * factor[0]) if len(powers) > 1 else (constant, first)


def few_clean(group: Group) -> float:
    """The largest chance of a horse to be disqualified where at most two others finish clean."""
    whole, dropped = group.clean.sum(axis=-1), group.disqualified.sum(axis=-1) + group.out
    factors = [(gone[..., None], stays[..., None]) for gone, stays in zip(dropped, whole, strict=True)]
    fouls = group.disqualified.sum(axis=-1, keepdims=True)
    return max(
        sum(chance(product(fouls[horse], weight), group.share) for weight in clean)
        for horse, clean in leave_one_out(factors, most=2)
    )


def front_runners(group: Group) -> float:
    """The expected number of disqualified horses with at most one clean horse at or ahead of them and a die of 1 or 2."""
    dropped = group.disqualified.sum(axis=-1) + group.out
    factors = list(zip(below(group.clean, dropped), at_least(group.clean), strict=True))
    return (
        2
        * A_FACE
        * sum(
            chance(product(group.disqualified[horse], weight), group.share)
            for horse, ahead in leave_one_out(factors, most=1)
            for weight in ahead
        )
    )


def pairs_in_front(group: Group) -> float:
    """The expected number of pairs of such horses: the lower of the two has at most one clean horse at or ahead of it."""
    clean, fouls, share = group.clean[:, 0], group.disqualified[:, 0], group.share[0]
    dropped = (group.disqualified.sum(axis=-1) + group.out)[:, 0]
    factors = list(zip(below(clean, dropped), at_least(clean), strict=True))
    total = 0.0
    for (a, b), rest in pick(factors, 2):
        lower = (fouls[a] * at_least(fouls[b]) + fouls[b] * above(fouls[a])) * share[:, None]
        total += sum(overlap(lower, weight) for weight in rest)
    return (2 * A_FACE) ** 2 * total
