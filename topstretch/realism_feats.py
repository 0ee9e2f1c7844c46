"""The greatest feats of the hundred put to the time chart: what figure each takes, and how near a great day comes to it."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from attrs import frozen

from .charts import ChartSet
from .columns import read_table
from .estimates import Numbers, known
from .locate import data_dir
from .rating_facts import FEAT_COLUMNS
from .ratings import Surface

GREAT_DAY = 0.998  # a figure that the champion reaches once in 500 races


@frozen
class FeatRow:
    """A feat: the horse's time in seconds, the figure that gives it (NaN beyond the chart), the chart's time at the
    champion's best figure, and how much slower that is than the feat."""

    horse: str
    year: int | None
    distance: float
    surface: str
    seconds: float
    figure: float
    best_seconds: float

    @property
    def behind(self) -> float:
        """Seconds by which the best figure's time is slower than the feat; below 0: faster."""
        return self.best_seconds - self.seconds


def fastest_feats() -> list[dict[str, Any]]:
    """The fastest time of the hundred at each distance and surface, dirt first, shortest first."""
    table = read_table(data_dir("facts") / "feats.csv", FEAT_COLUMNS)
    table.raise_faults()
    timed = [row.values for row in table.rows if row["seconds"] is not None]
    fastest: dict[tuple[str, float], dict[str, Any]] = {}
    for feat in timed:
        place = feat["surface"], feat["distance"]
        if place not in fastest or feat["seconds"] < fastest[place]["seconds"]:
            fastest[place] = dict(feat)
    return [fastest[place] for place in sorted(fastest)]


def best_figure(figures: Iterable[Numbers]) -> float:
    """The champion's figure of a great day, over all of these races."""
    return float(np.quantile(known(np.concatenate(list(figures))), GREAT_DAY))


def feat_rows(charts: ChartSet, best: float) -> Iterator[FeatRow]:
    """The fastest feats by a chart set, for a best figure; those beyond its distances are left out."""
    low, high = charts.time_distances[[0, -1]]
    for feat in fastest_feats():
        if low <= feat["distance"] <= high:
            surface = Surface(feat["surface"])
            yield FeatRow(
                feat["horse"], feat["year"], feat["distance"], feat["surface"], feat["seconds"],
                figure_for(charts, feat["seconds"], feat["distance"], surface),
                float(charts.seconds(best, feat["distance"], surface)),
            )  # fmt: skip


def figure_for(charts: ChartSet, seconds: float, distance: float, surface: Surface) -> float:
    """The figure that gives a time, to the tenth; NaN where the chart does not reach it."""
    figures = np.arange(0, 2001) / 10
    times = charts.seconds(figures, distance, surface)
    if not times[-1] <= seconds <= times[0]:
        return float("nan")
    return float(figures[np.abs(times - seconds).argmin()])
