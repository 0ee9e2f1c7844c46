"""Many meetings of a seed: how often each style of prediction pays."""

from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from attrs import cmp_using, field, frozen

from ..dice import check_count, check_seed
from .meeting import Meeting, RaceRecord
from .players import PLACE_SETS, look_ahead
from .playing import By, Plan
from .state import Photo, Prediction
from .tables import Style, Tables

if TYPE_CHECKING:
    import pandas as pd

PLACE_NAMES = ("1st", "2nd", "3rd")
STYLES = tuple(" ".join(PLACE_NAMES[place - 1] for place in places) for places in PLACE_SETS)
STYLE_OF = {tuple(place in places for place in (1, 2, 3)): number for number, places in enumerate(PLACE_SETS)}
COUNTS = ("tickets", "points", "paid", "exact", "shown")
COLUMNS = (
    "places", "horses", "tickets", "share", "points", "points_se", "paid", "paid_se", "exact", "exact_se", "shown",
    "shown_se", "points_share", "points_share_se",
)  # fmt: skip
SEAT_COLUMNS = ("player", "points", "points_se", "wins", "wins_se")

Counts = npt.NDArray[np.int64]


@frozen
class Simulation:
    """What many meetings gave; `meeting(k)` is meeting number k of them, whole.

    `counts` holds, for each meeting, each style of `STYLES` and each of `COUNTS`: tickets of that style, their points
    (bonus included), those with more than 0 points, their horses exactly as predicted, and in the first three elsewhere.
    `totals` holds the points of each player at the end of each meeting.
    """

    seed: int
    plan: Plan = field(repr=False)
    counts: Counts = field(eq=cmp_using(eq=np.array_equal), repr=False)
    totals: Counts = field(eq=cmp_using(eq=np.array_equal), repr=False)

    @property
    def meetings(self) -> int:
        """How many meetings were played."""
        return len(self.counts)

    def meeting(self, number: int) -> Meeting:
        """Meeting `number` of this seed, from 0, as it was played."""
        return self.plan.play(self.seed, check_count("meeting", number))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each style of prediction, by the places on its ticket.

        `share` is its share of all tickets; `points` the mean a ticket, bonus included; `paid` the share of its tickets with
        more than 0 points; `exact` and `shown` the shares of its horses that came exactly as predicted, and elsewhere in the
        first three; `points_share` its share of all points. Standard errors count whole meetings, whose tickets hang
        together; they are None with fewer than two meetings, and so are the means of a style that nobody played.
        """
        by = dict(zip(COUNTS, np.moveaxis(self.counts, 2, 0), strict=True))
        rows = []
        for number, name in enumerate(STYLES):
            own = {count: values[:, number] for count, values in by.items()}
            horses = len(PLACE_SETS[number])
            row: dict[str, Any] = {"places": name, "horses": horses, "tickets": int(own["tickets"].sum())}
            row["share"], _ = ratio(own["tickets"], by["tickets"].sum(axis=1))
            for count, whole in (
                ("points", own["tickets"]),
                ("paid", own["tickets"]),
                ("exact", own["tickets"] * horses),
                ("shown", own["tickets"] * horses),
            ):
                row[count], row[f"{count}_se"] = ratio(own[count], whole)
            row["points_share"], row["points_share_se"] = ratio(own["points"], by["points"].sum(axis=1))
            rows.append(row)
        return rows

    def seat_rows(self) -> list[dict[str, Any]]:
        """A row for each player: mean points a meeting, and the share of meetings won, a shared win counting its share."""
        best = self.totals == self.totals.max(axis=1, keepdims=True)
        wins = best / best.sum(axis=1, keepdims=True)
        rows = []
        for seat in range(self.totals.shape[1]):
            values = (*mean(self.totals[:, seat]), *mean(wins[:, seat]))
            rows.append(dict(zip(SEAT_COLUMNS, (seat + 1, *values), strict=True)))
        return rows

    def to_frame(self) -> "pd.DataFrame":
        """The rows of `rows` as a pandas frame."""
        from ..scoresheet import frame

        return frame(self.rows(), list(COLUMNS))

    def seats(self) -> "pd.DataFrame":
        """The rows of `seat_rows` as a pandas frame."""
        from ..scoresheet import frame

        return frame(self.seat_rows(), list(SEAT_COLUMNS))

    def __str__(self) -> str:
        from .display import simulation_text

        return simulation_text(self)

    def __repr__(self) -> str:
        return str(self)


def simulate(
    meetings: int = 1000,
    players: int = 3,
    seed: int | None = None,
    *,
    races: int | None = None,
    style: Style | str | None = Style.FLAT,
    hidden: bool | None = False,
    cards: int | None = None,
    photo: Photo | str | None = Photo.CARDS,
    river: int | None = None,
    by: By = look_ahead,
    tables: Tables | Path | str | None = None,
) -> Simulation:
    """Play meetings 0 to `meetings` - 1 of a seed and count what each style of prediction scored.

    Everything else is as in `play`: `play(players, seed, meeting=k, ...)` is meeting k of the simulation. Raises InputError
    for what the rules or the tables do not allow.
    """
    wanted = check_count("meetings", meetings, 1)
    plan = Plan.of(players, races, by, tables, style=style, hidden=hidden, cards=cards, photo=photo, river=river)
    key = check_seed(seed)
    counts = np.zeros((wanted, len(STYLES), len(COUNTS)), np.int64)
    totals = np.zeros((wanted, plan.players), np.int64)
    for number in range(wanted):
        played = plan.play(key, number)
        totals[number] = played.totals
        for record in played.races:
            tally(record, counts[number])
    counts.setflags(write=False)
    totals.setflags(write=False)
    return Simulation(key, plan, counts, totals)


def tally(record: RaceRecord, counts: Counts) -> None:
    """Add the tickets of a race to the counts, shaped (styles, counts)."""
    for ticket, scored in zip(record.started.predictions, record.scores, strict=True):
        points = scored.total
        exact, shown = hits(ticket, record)
        counts[style_of(ticket)] += (1, points, points > 0, exact, shown)


def style_of(ticket: Prediction) -> int:
    """The number of a ticket's style among `STYLES`."""
    return STYLE_OF[tuple(horse is not None for horse in ticket)]


def hits(ticket: Prediction, record: RaceRecord) -> tuple[int, int]:
    """How many horses of a ticket came exactly as predicted, and how many in the first three elsewhere."""
    taken = {place: record.result.taken(horse) for place, horse in enumerate(ticket, 1) if horse is not None}
    exact = sum(place == at for place, at in taken.items())
    return exact, sum(at <= len(ticket) for at in taken.values()) - exact


def ratio(parts: Counts, wholes: Counts) -> tuple[float | None, float | None]:
    """The sum of parts over the sum of wholes, and its standard error, where each meeting is one draw of both.

    The error is the linearized one of a ratio of two means: sqrt(n / (n - 1) * sum((part - ratio * whole) ** 2)) / sum(whole).
    """
    whole, number = float(wholes.sum()), len(wholes)
    if whole == 0:
        return None, None
    value = float(parts.sum()) / whole
    if number == 1:
        return value, None
    spread = float(((parts - value * wholes) ** 2).sum())
    return value, sqrt(number / (number - 1) * spread) / abs(whole)


def mean(values: npt.NDArray[Any]) -> tuple[float | None, float | None]:
    """The mean of one value a meeting and its standard error."""
    return ratio(values, np.ones(len(values), np.int64))
