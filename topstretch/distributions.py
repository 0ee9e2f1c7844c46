"""Exact distributions of what each horse can come to, given what the horses of a race share.

Given the pace and the factor the horses of a Quickplay race are independent. In Fullplay the pace hangs on the two highest
totals of points. The races whose second highest total is b are those in which at most one horse has more than b, less those
in which at most one has more than b - 1. "At most one" is a product over the horses again if each weight carries a mark e
for a horse above b and e squared is nothing: so weights here have an axis of length 1 (Quickplay) or 2 (no mark, one mark).
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .house import FULLPLAY
from .rules.finish import PHOTO_SPAN
from .tables import FACES, FACTORS, PACES, PAIRS, HorseTables, Tables
from .weights import Weights, leave_one_out, product

PHOTOS = 24


@frozen(eq=False)
class Group:
    """Weights of some states. Arrays are (horses, marks, states, keys), `out` without the keys.

    Keys ascend: figure first, then photo total. `share` is what each state counts for, (marks, states): the chance of an
    event is the sum over marks and states of `share` times the product of its horses' weights.
    """

    clean: Weights
    disqualified: Weights
    out: Weights
    share: Weights
    pace: npt.NDArray[np.intp]  # (states)


@frozen(eq=False)
class Field:
    """The distributions of every horse before points are summed up.

    `points` (horses, point values); `clean`, `disqualified` (horses, point values, paces, factors, figures) given the
    points, the pace and the factor; `out` (horses); `photo` (horses, 24); `lowest_figure` is figure 0 of the last axis.
    """

    points: Weights
    clean: Weights
    disqualified: Weights
    out: Weights
    photo: Weights
    lowest_figure: int
    factor: Weights  # (6)


def field_of(tables: Tables) -> Field:
    """Weigh a card's tables by the number of ways of each roll."""
    highest = max(int(horse.keys.max()) for horse in tables.horses) // PHOTO_SPAN
    lowest = min(int(horse.keys.min()) for horse in tables.horses) // PHOTO_SPAN
    parts = [horse_weights(horse, lowest, highest - lowest + 1) for horse in tables.horses]
    points = [np.bincount(horse.points, minlength=tables.point_values) / PAIRS for horse in tables.horses]
    return Field(
        points=np.array(points),
        clean=np.array([clean for clean, _, _ in parts]),
        disqualified=np.array([disqualified for _, disqualified, _ in parts]),
        out=np.array([out for _, _, out in parts]),
        photo=np.array([np.bincount(horse.photo, minlength=PHOTOS) / FACES for horse in tables.horses]),
        lowest_figure=lowest,
        factor=np.bincount(tables.factor, minlength=FACTORS) / FACES,
    )


def horse_weights(horse: HorseTables, lowest: int, figures: int) -> tuple[Weights, Weights, float]:
    """(clean, disqualified), each (point values, paces, factors, figures), and the chance to be out."""
    indices = len(horse.keys)
    paces, values = horse.power.shape[:2]
    clean, disqualified = np.zeros((2, paces, values, indices))
    at = np.arange(paces * values).reshape(paces, values)
    out = 0.0
    ways = trouble_ways(horse)
    for roll in range(FACES):
        index = horse.power[:, :, roll].astype(np.intp)
        if not horse.troubled[roll]:
            np.add.at(clean.reshape(-1, indices), (at, index), 1 / FACES)
            continue
        out += ways.out / FACES
        for loss, weight, into in ways.losses(clean, disqualified):
            np.add.at(into.reshape(-1, indices), (at, index - loss), weight / FACES)
    figure = figure_weights(horse, lowest, figures)
    clean, disqualified = (np.einsum("pvi,ifg->vpfg", weights, figure) for weights in (clean, disqualified))
    return clean, disqualified, out


@frozen(eq=False)
class TroubleWays:
    """The chances of a horse in Trouble: out, and each loss of power, clean or disqualified."""

    out: float
    clean_losses: dict[int, float]
    disqualified_losses: dict[int, float]

    def losses(self, clean: Weights, disqualified: Weights) -> Iterator[tuple[int, float, Weights]]:
        """(loss, chance, the weights it adds to)."""
        for found, into in ((self.clean_losses, clean), (self.disqualified_losses, disqualified)):
            for loss, chance in found.items():
                yield loss, chance, into


def trouble_ways(horse: HorseTables) -> TroubleWays:
    """Count the 1296 pairs of trouble and test."""
    losses: tuple[dict[int, float], dict[int, float]] = ({}, {})
    for change, out, disqualified in zip(
        horse.trouble_change, horse.trouble_out, horse.trouble_disqualified, strict=True
    ):
        if not out:
            kind = losses[int(disqualified)]
            kind[-int(change)] = kind.get(-int(change), 0.0) + 1 / PAIRS
    return TroubleWays(float(np.count_nonzero(horse.trouble_out)) / PAIRS, *losses)


def figure_weights(horse: HorseTables, lowest: int, figures: int) -> Weights:
    """The chance of each figure by power index and factor: (indices, 6, figures)."""
    weights = np.zeros((len(horse.keys), FACTORS, figures))
    figure = horse.keys.astype(np.intp) // PHOTO_SPAN - lowest
    for roll in range(FACES):
        at = np.indices(figure.shape[:2])
        np.add.at(weights, (at[0], at[1], figure[:, :, roll]), 1 / FACES)
    return weights


def groups(tables: Tables, field: Field) -> Iterator[Group]:
    """The states of a race, in groups that fit the fast memory."""
    if tables.version != FULLPLAY:
        yield quickplay_group(tables, field)
    else:
        yield from fullplay_groups(tables, field)


def quickplay_group(tables: Tables, field: Field) -> Group:
    """All 18 states of Quickplay: pace by factor."""
    pace = np.bincount(tables.pace, minlength=PACES) / FACES
    return group_by_pace(field, pace, np.ones((len(field.out), PACES, 1)))


def group_by_pace(field: Field, pace: Weights, points: Weights) -> Group:
    """The 18 states of pace (3) by factor for horses that are independent given the pace, with their `points`
    (horses, paces, point values) given it."""
    horses, states = len(field.out), PACES * FACTORS
    clean, disqualified = (
        with_photo(np.einsum("hpv,hvpfg->hpfg", points, weights).reshape(horses, 1, states, -1), field.photo)
        for weights in (field.clean, field.disqualified)
    )
    out = np.broadcast_to(field.out[:, None, None], (horses, 1, states))
    share = (pace[:, None] * field.factor).reshape(1, -1)
    return Group(clean, disqualified, out, share, np.repeat(np.arange(PACES), FACTORS))


def mean_groups(tables: Tables, field: Field) -> Group:
    """All states of Quickplay; in Fullplay the same with each horse's points given the pace, the horses taken as independent.

    That leaves out how the points of two horses hang together given the pace.
    """
    if tables.version != FULLPLAY:
        return quickplay_group(tables, field)
    joint = np.zeros((len(field.out), PACES, tables.point_values))  # points and pace
    for pace, both, share in points_groups(tables, field):
        for horse, others in leave_one_out([(weight[:, None, None],) for weight in both.sum(axis=2)]):
            mine = product(both[horse][:, None], others[0])
            joint[horse, pace] += np.einsum("m,msv->v", share, mine)
    chances = joint.sum(axis=2)
    return group_by_pace(field, chances[0], joint / np.where(chances > 0, chances, 1)[:, :, None])


def points_groups(tables: Tables, field: Field) -> Iterator[tuple[int, Weights, Weights]]:
    """(pace, points (horses, marks, point values), share of the marks) for each second highest total b and pace.

    At most one horse above b, less at most one above b - 1; the horse above carries the mark and the chance of the pace.
    """
    values = tables.point_values
    chances = np.stack([(tables.pace == pace).mean(axis=-1) for pace in range(PACES)])  # (paces, sums)
    for second in range(values):
        for pace in range(PACES):
            # The top horse's points and b decide the pace; a top below b stands for b itself.
            tops = np.maximum(np.arange(values), second)
            by_top = chances[pace, tops + second]
            if not by_top.any():
                continue
            for limit, sign in ((second, 1.0), (second - 1, -1.0)):
                held, higher = field.points.copy(), field.points * by_top
                held[:, limit + 1 :] = 0
                higher[:, : limit + 1] = 0
                yield pace, np.stack((held, higher), axis=1), sign * np.array([by_top[second], 1.0])


def fullplay_groups(tables: Tables, field: Field) -> Iterator[Group]:
    """The states of Fullplay: for each group of points the six factors."""
    for pace, both, share in points_groups(tables, field):
        clean, disqualified = (
            with_photo(np.einsum("hmv,hvfg->hmfg", both, weights[:, :, pace]), field.photo)
            for weights in (field.clean, field.disqualified)
        )
        out = np.broadcast_to((both.sum(axis=2) * field.out[:, None])[:, :, None], (*both.shape[:2], FACTORS))
        yield Group(clean, disqualified, out, share[:, None] * field.factor, np.full(FACTORS, pace))


def with_photo(weights: Weights, photo: Weights) -> Weights:
    """(horses, marks, states, figures) to (horses, marks, states, keys): every horse's photo is independent."""
    keys = weights[..., None] * photo[:, None, None, None, :]
    return keys.reshape(*weights.shape[:-1], -1)
