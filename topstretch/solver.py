"""Exact chances, without sampling: every place as run, official win, and official place and show within a printed bound."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from attrs import define, field

from .betting import BASE, Odds, check_field, paid
from .card import RaceCard
from .chart_files import PACES
from .charts import ChartSet
from .distributions import PHOTOS, Field, Group, field_of, groups
from .house import QUICKPLAY, Rules
from .official import OfficialChances, official_chances
from .playing import prepared
from .scoresheet import frame
from .tables import Tables, compile_tables
from .weights import Weights, above, chance, leave_one_out, product, up_to

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    "post", "horse", "win", "place", "show", "mean_finish", "figure", "figure_sd", "out", "disqualified", "dead_heat",
    "fair_odds",
)  # fmt: skip


@define(eq=False, slots=False)
class Exact:
    """The exact chances of a card. What takes long is worked out when it is first asked for."""

    card: RaceCard
    version: str
    charts: ChartSet
    rules: Rules
    tables: Tables = field(repr=False)
    field: Field = field(repr=False)

    @cached_property
    def _wire(self) -> tuple[Weights, Weights, Weights]:
        places, keys, paces = wire_chances(groups(self.tables, self.field))
        return locked(places), locked(keys), locked(paces)

    @property
    def finish(self) -> Weights:
        """Chances of places as run: (horses, places), first place first; what is missing to 1 in a row is out."""
        return self._wire[0]

    @property
    def keys(self) -> Weights:
        """Chances of each horse's finish key: (horses, keys), figure first, then photo total."""
        return self._wire[1]

    @property
    def paces(self) -> dict[str, float]:
        """Chances of each pace of the race."""
        return dict(zip(PACES, self._wire[2].tolist(), strict=True))

    @cached_property
    def win(self) -> Weights:
        """Chances to be officially first, alone or in a dead heat: (horses). Exact."""
        return locked(official_win(groups(self.tables, self.field)))

    @cached_property
    def official(self) -> OfficialChances:
        """Chances to be officially in the first two and three, with the bound of what is left out."""
        return official_chances(self.tables, self.field, self.win)

    @property
    def bound(self) -> float:
        """No chance in `place` and `show` is further from the truth than this."""
        return self.official.bound

    @property
    def figures(self) -> tuple[Weights, Weights]:
        """Mean and standard deviation of the final speed over the races a horse finishes: each (horses)."""
        weights = self.keys.reshape(len(self.keys), -1, PHOTOS).sum(axis=2)
        values = np.arange(weights.shape[1]) + self.field.lowest_figure
        total = weights.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = weights @ values / total
            return mean, np.sqrt((weights * (values - mean[:, None]) ** 2).sum(axis=1) / total)

    @property
    def out(self) -> Weights:
        """Chances to be out of the race: (horses)."""
        return locked(self.field.out)

    @property
    def disqualified(self) -> Weights:
        """Chances to be disqualified: (horses); the same for every pace and factor."""
        return np.asarray(self.field.disqualified[:, 0, 0, 0].sum(axis=-1))

    def rows(self) -> list[dict[str, Any]]:
        """One row a horse in post order."""
        places = np.arange(1, len(self.finish) + 1)
        mean, deviation = self.figures
        with np.errstate(divide="ignore", invalid="ignore"):
            mean_finish = self.finish @ places / self.finish.sum(axis=1)
            fair = 1 / self.win - 1
        columns = (
            self.win, self.official.place, self.official.show, mean_finish, mean, deviation, self.out, self.disqualified,
            self.official.dead_heat, fair,
        )  # fmt: skip
        cells = zip(*(column.tolist() for column in columns), strict=True)
        return [
            dict(zip(COLUMNS, (runner.post, runner.name, *row), strict=True))
            for runner, row in zip(self.card.runners, cells, strict=True)
        ]

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame: post, horse, win, place, show (official), mean_finish (as run), figure, figure_sd, out,
        disqualified, dead_heat (shares its place with a clean horse), fair_odds (to 1)."""
        return frame(self.rows(), COLUMNS)

    def value(self, odds: Odds) -> "pd.DataFrame":
        """What $1 bet at given odds returns on average, 0 even: post, horse, win, place, show."""
        check_field(odds, self.card)
        chances = np.stack((self.win, self.official.place, self.official.show), axis=1)
        rows = []
        for line, won in zip(odds.lines, chances, strict=True):
            amounts = paid(1, line.odds, self.charts)
            value = [None if a is None else float(a) / BASE * c - 1 for a, c in zip(amounts, won.tolist(), strict=True)]
            rows.append(
                dict(zip(("post", "horse", "win", "place", "show"), (line.post, line.horse, *value), strict=True))
            )
        return frame(rows, ("post", "horse", "win", "place", "show"))

    def __eq__(self, other: object) -> bool:
        names = ("finish", "out", "disqualified", "win")
        return (
            isinstance(other, Exact)
            and self.card == other.card
            and all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)
        )

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __str__(self) -> str:
        from .show.text import as_text, exact_text

        return as_text(exact_text(self))

    def _repr_html_(self) -> str:
        from .show.html import exact_html

        return exact_html(self)

    def __repr__(self) -> str:
        return str(self)


def exact(
    card: RaceCard | str | Path,
    *,
    version: str = QUICKPLAY,
    rules: Rules | None = None,
    charts: ChartSet | str | Path | None = None,
) -> Exact:
    """The exact chances of a card: the frame of `simulate` without sampling, with fair odds.

    `finish` (every place as run) and `win` (official) are exact; official place and show are within `bound`. Raises
    InputError for what the card or the charts do not allow.
    """
    card, charts, rules = prepared(card, version, charts, rules)
    tables = compile_tables(card, version, charts, rules)
    return Exact(card, version, charts, rules, tables, field_of(tables))


def locked(weights: Weights) -> Weights:
    """The same array, which nobody can write to: it is handed out again and again."""
    weights.setflags(write=False)
    return weights


def wire_chances(states: Iterator[Group]) -> tuple[Weights, Weights, Weights]:
    """(horses, places) as run, (horses, keys), and the chances of the paces.

    A horse at key k is placed 1 plus the number of others above k: the powers of x in the product over the others of
    (not above k) + x (above k).
    """
    places, keys, paces = None, None, np.zeros(len(PACES))
    for group in states:
        finished = group.clean + group.disqualified
        higher, not_higher = above(finished), up_to(finished, group.out)
        if places is None or keys is None:
            places, keys = np.zeros((len(finished),) * 2), np.zeros((len(finished), finished.shape[-1]))
        for horse, others in leave_one_out(list(zip(not_higher, higher, strict=True))):
            for ahead, weight in enumerate(others):
                mine = product(finished[horse], weight)
                places[horse, ahead] += chance(mine, group.share)
                keys[horse] += np.einsum("ms,msk->k", group.share, mine)
        total = all_together(finished.sum(axis=-1) + group.out)
        np.add.at(paces, group.pace, (group.share * total).sum(axis=0))
    assert places is not None
    assert keys is not None
    return places, keys, paces


def all_together(weights: Sequence[Weights] | Weights) -> Weights:
    """The product of every horse's whole weight: (marks, states)."""
    total = weights[0]
    for other in weights[1:]:
        total = product(total, other)
    return total


def official_win(states: Iterator[Group]) -> Weights:
    """Official win: the best clean horse; where no clean horse finishes, the best disqualified one (D7)."""
    win = None
    for group in states:
        win = np.zeros(len(group.clean)) if win is None else win
        gone = group.out[..., None] + np.zeros(1)
        dropped = group.disqualified.sum(axis=-1, keepdims=True) + gone
        no_clean_above = up_to(group.clean, dropped[..., 0])
        nobody_above = up_to(group.disqualified, group.out)
        for horse, others in leave_one_out([(weight,) for weight in no_clean_above]):
            win[horse] += chance(product(group.clean[horse], others[0]), group.share)
        for horse, others in leave_one_out([(weight,) for weight in nobody_above]):
            win[horse] += chance(product(group.disqualified[horse], others[0]), group.share)
    assert win is not None
    return win
