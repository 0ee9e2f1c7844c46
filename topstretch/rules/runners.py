"""What the steps work on: the runners of a race as arrays, and what a race came to."""

from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import define, field, frozen

from ..card import RaceCard
from ..charts import ChartSet

Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]
Places = npt.NDArray[np.uint8]


@frozen(eq=False)
class Runners:
    """The ratings of a field, each (horses, 1) or (horses, races), and whether the race is a route (1, 1 or races).

    `start` is the Adjusted Power at the start; `form` is 0 for A to 4 for E; `running` is False for a place in the array
    that holds no horse.
    """

    start: Ints
    pace: Ints
    form: Ints
    class_: Ints
    speed: Ints
    trip: Ints
    wire: Ints
    ride: Ints
    trouble: Ints
    running: Bools
    route: Bools

    @classmethod
    def of(cls, card: RaceCard, charts: ChartSet) -> "Runners":
        """The starters of a card under a chart set."""
        starters = card.starters

        def column(values: Any) -> Ints:
            return np.array(list(values), np.int16)[:, None]

        return cls(
            start=column(working.total for working in card.adjusted_power(charts)),
            pace=column(entry.horse.pace for entry in starters),
            form=column(entry.horse.form.column for entry in starters),
            class_=column(entry.horse.class_ for entry in starters),
            speed=column(entry.horse.speed for entry in starters),
            trip=column(entry.horse.trip for entry in starters),
            wire=column(entry.horse.wire for entry in starters),
            ride=column(entry.jockey.ride for entry in starters),
            trouble=column(entry.jockey.trouble for entry in starters),
            running=np.ones((len(starters), 1), bool),
            route=np.array([[card.is_route]]),
        )


@frozen(eq=False)
class Trouble:
    """What Trouble (R5) did, each (horses, races); values mean nothing where `troubled` or `tested` is False."""

    troubled: Bools
    outcome: Ints
    tested: Bools
    change: Ints  # of Adjusted Power, 0 or less
    out: Bools
    disqualified: Bools


@define(eq=False)
class Course:
    """What a race came to, step by step: each array (horses, races), or (1, races) where it belongs to the race.

    A value of a horse that does not have it (out of the race, no photo) is 0 and means nothing.
    """

    runners: Runners
    pace_of_race: Ints  # Slow 0, Normal 1, Fast 2
    pace_change: Ints
    form_change: Ints  # the roll's own result, without trouble
    trouble: Trouble
    break_points: Ints | None = None  # Fullplay
    setup_change: Ints | None = None  # Fullplay; 0 under 8 furlongs
    position_change: Ints | None = None  # Fullplay
    factor: Ints = field(init=False)  # Class 0, Speed 1, Trip 2
    ride_counts: Bools = field(init=False)
    factor_change: Ints = field(init=False)
    chart_figure: Ints = field(init=False)
    figure: Ints = field(init=False)
    in_photo: Bools = field(init=False)
    photo_total: Ints = field(init=False)
    wire_place: Places = field(init=False)  # as run
    disqualification_die: Places = field(init=False)
    place: Places = field(init=False)  # official

    @property
    def finished(self) -> Bools:
        """Who passed the post: the runners that are not out of the race."""
        return self.runners.running & ~self.trouble.out

    @property
    def power(self) -> Ints:
        """Adjusted Power after pace, form and trouble: what the final speed is read at."""
        return self.runners.start + self.pace_change + self.form_change + self.trouble.change
