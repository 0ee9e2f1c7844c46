"""The time chart and the lengths, from real times, their spread, and the greatest feats of the hundred."""

from collections.abc import Mapping

import attrs
import numpy as np
import numpy.typing as npt
from attrs import frozen
from topstretch.charts import ChartSet
from topstretch.population import DISTANCES
from topstretch.real_racing import BRIS, CHARTS_US, real
from topstretch.realism_races import Block

Numbers = npt.NDArray[np.generic]

FIGURES = np.arange(0, 201, 10)
BEST = 130  # a great day of a horse of Power 25: about one race in a few hundred
# Above this figure a point is worth more than below it on dirt, less on turf: the great feats on dirt stand further from
# the times of every day than those on turf do.
TURN = 110
BEND = {"dirt": 1.3, "turf": 0.8}

# The fastest times of the hundred on dirt (data/facts/feats.csv); at 5 furlongs the only one that is timed.
FEATS: Mapping[float, float] = {
    5: 56.0, 5.5: 62.2, 6: 68.0, 6.5: 74.4, 7: 80.0, 8: 92.2, 8.5: 99.0, 9: 105.4, 9.5: 112.4, 10: 117.8, 12: 144.0,
    13: 158.2, 14: 172.8, 16: 199.2,
}  # fmt: skip
NEAR_FEAT = 0.5  # seconds
SECONDS_A_LENGTH = 0.2  # the sport's fifth of a second
# Seconds of winners on dirt where the report has no row: 5.5 and 6.5 as the BRIS lines have them (64.35, 76.87), moved by
# less than 1 percent towards the feat; 5 at the same speed as 5.5 less a start; 7.5 between its neighbours.
SHORT_PARS: Mapping[float, float] = {5: 58.1, 5.5: 64.6, 6.5: 77.4, 7.5: 90.1}
TURF_PARS: Mapping[float, float] = {
    5: 55.6,
    5.5: 62.2,
    6: 68.4,
    6.5: 75.0,
    7: 81.7,
    7.5: 88.6,
    8: 95.5,
    8.5: 101.9,
    9: 108.2,
}
TURF_ENDURANCE = 1.08  # from 9 furlongs, seconds grow with this power of the distance (8f 1:32 4/5, 12f 2:23 4/5)


def bent(figure: Numbers, surface: str) -> Numbers:
    """Figures as the time chart counts them: each point above TURN for so much."""
    return np.asarray(np.minimum(figure, TURN) + BEND[surface] * np.maximum(figure - TURN, 0))


def timed(charts: ChartSet, races: Mapping[str, Block]) -> ChartSet:
    """The set with times and lengths for the winners' figures of these races."""
    winners = Winners.of(races, charts)
    distances = [float(distance) for distance in charts.time_distances]
    fitted = fit(winners)
    columns = {distance: column(distance, fitted, winners.usual["dirt"]) for distance in distances}
    slopes = np.array([slope for _, slope in columns.values()])
    dirt = np.array([par for par, _ in columns.values()])
    turf = np.array([TURF_PARS.get(at, TURF_PARS[9] * (at / 9) ** TURF_ENDURANCE) for at in distances])
    seconds = [
        pars - slopes * (bent(FIGURES, surface)[:, None] - winners.usual[surface])
        for surface, pars in (("dirt", dirt), ("turf", turf))
    ]
    return attrs.evolve(
        charts,
        final_time=np.round(np.stack(seconds), 2),
        length_distances=distances,
        length_points=np.round(SECONDS_A_LENGTH / slopes, 2),
    )


@frozen
class Winners:
    """Figure points: the usual winner's figure and its spread, and how the field comes to the wire behind it."""

    usual: Mapping[str, float]  # by surface, as the time chart counts figures
    spread: float  # on dirt, likewise
    margin: float  # mean
    middle_margin: float  # median
    to_last: float  # median
    within: float  # standard deviation within a race

    @classmethod
    def of(cls, races: Mapping[str, Block], charts: ChartSet) -> "Winners":
        """From the races of both versions; lengths are taken back to points by the set's own chart."""

        def points(name: str) -> npt.NDArray[np.float64]:
            values = np.concatenate([block[name] for block in races.values()]).astype(np.float64)
            if name != "best_figure":
                distances = np.concatenate([block["distance"] for block in races.values()])
                values *= np.interp(distances, charts.length_distances, charts.length_points)
            return values[~np.isnan(values)]

        best, margin = points("best_figure"), points("margin")
        return cls(
            usual={surface: float(bent(best, surface).mean()) for surface in BEND},
            spread=float(bent(best, "dirt").std()),
            margin=float(margin.mean()),
            middle_margin=float(np.median(margin)),
            to_last=float(np.median(points("first_to_last"))),
            within=float(points("within_sd").mean()),
        )


PARS = np.arange(-150, 151) / 100  # seconds from the real mean
SLOPES = np.arange(50, 251) / 1000  # seconds a point


def fit(winners: Winners) -> dict[float, tuple[float, float]]:
    """(seconds at the usual winner's figure, seconds a point) by distance: the slopes that cost least together among those
    that never fall with distance, each with its own best par."""
    costs = [cost(distance, winners) for distance in DISTANCES]
    best = np.array([by_par.min(axis=0) for by_par in costs])  # (distances, slopes)
    total, before = best[0], []
    for row in best[1:]:
        cheapest = np.minimum.accumulate(total)
        before.append([int(np.flatnonzero(total[: i + 1] == cheapest[i])[-1]) for i in range(len(total))])
        total = cheapest + row
    chosen = [int(total.argmin())]
    for links in reversed(before):
        chosen.insert(0, links[chosen[0]])
    pars = [float(PARS[by_par[:, slope].argmin()]) for by_par, slope in zip(costs, chosen, strict=True)]
    return {
        distance: (real_mean(distance) + par, float(SLOPES[slope]))
        for distance, par, slope in zip(DISTANCES, pars, chosen, strict=True)
    }


def real_mean(distance: float) -> float:
    """Seconds of real winners on fast dirt."""
    return real("race_time_seconds_mean", f"dirt; {distance}f", BRIS).value


def cost(distance: float, winners: Winners) -> npt.NDArray[np.float64]:
    """(pars, slopes): squared distances, each in its row's tolerance, from the real mean and spread of winners' times and
    from real lengths at the wire; a feat more than half a second off at the best figure is as bad as ten tolerances."""
    mean, deviation = real_mean(distance), real("race_time_seconds_sd", f"dirt; {distance}f", BRIS).value
    margin, middle = (real(f"winning_margin_lengths_{which}", "all", BRIS).value for which in ("mean", "q50"))
    last = real("first_to_last_lengths_q50", "all", CHARTS_US).value
    within = real("within_race_sd_lengths", "all", CHARTS_US).value
    lengths = SLOPES / SECONDS_A_LENGTH
    parts = [
        (SLOPES * winners.spread - deviation) / (0.3 * deviation),
        np.log(winners.margin * lengths / margin) / np.log(1.6),
        np.log(winners.middle_margin * lengths / middle) / np.log(2.3),
        (winners.to_last * lengths - last) / (0.3 * last),
        (winners.within * lengths - within) / (0.3 * within),
    ]
    at_best = mean + PARS[:, None] - SLOPES * (float(bent(np.array(BEST), "dirt")) - winners.usual["dirt"])
    missed = np.abs(at_best - FEATS[distance]) > NEAR_FEAT
    return np.asarray((PARS[:, None] / (0.01 * mean)) ** 2 + sum(part**2 for part in parts) + 100.0 * missed)


def column(distance: float, fitted: Mapping[float, tuple[float, float]], usual: float) -> tuple[float, float]:
    """(seconds at the usual figure, seconds a point) of a column on dirt.

    Short distances: the slope in proportion between those that are fitted. Long ones: the slope grows with the distance
    from 9 furlongs, and the feat stands at the best figure.
    """
    known = sorted(fitted)
    if distance in fitted:
        return fitted[distance]
    if distance < known[-1]:
        first = fitted[known[0]][1]
        slope = float(np.interp(distance, [0, *known], [0, *(fitted[at][1] for at in known)]))
        return SHORT_PARS[distance], slope if distance > known[0] else first * distance / known[0]
    slope = fitted[known[-1]][1] * distance / known[-1]
    feat = float(np.interp(distance, list(FEATS), list(FEATS.values())))
    return feat + slope * (float(bent(np.array(BEST), "dirt")) - usual), slope
