"""Whether a chart set is whole and every value in its range. A set read from a folder mostly is, or it would not load; one
made in memory may not be."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from .chart_files import CODES, FACES, FACTORS, FIGURES, LAYOUTS, OUTCOMES, PACES, ROLLS, SURFACES
from .charts import ChartSet
from .columns import Refused, decimal
from .invariant_cells import Cells, Finding, named, rule
from .scoresheet import odds_text

SCENARIOS = ("Slow", "", "Fast")
SHORTEST, LONGEST = 5.0, 16.0  # furlongs: what the time chart covers at least
CONDITIONS: Mapping[str, tuple[str, ...]] = {
    "dirt": ("fast", "wet fast", "good", "muddy", "sloppy", "slow", "heavy"),
    "turf": ("firm", "good", "yielding", "soft", "heavy"),
}
# The size of every array of a chart; None is a length that the set chooses, 1 or more.
SIZES: Mapping[str, Mapping[str, tuple[int | None, ...]]] = {
    "pace_scenario": {"pace_scenario": (11, 19)},
    "pace_effects_quickplay": {"pace_effects_quickplay": (3, 10)},
    "form": {"form": (11, 5), "form_trouble": (11, 5)},
    "trouble": {"trouble": (11,), "trouble_power": (11,), "trouble_reasons": (11,)},
    "race_factors": {"factor_red": (6,), "factor_ride": (6,)},
    "final_speed": {"final_speed": (11, 30)},
    "final_time": {"time_distances": (None,), "final_time": (2, 21, None)},
    "lengths": {"length_distances": (None,), "length_points": (None,)},
    "break_segment": {"break_segment": (11, 10)},
    "pace_setup": {"pace_setup": (11, 10)},
    "race_pace": {"race_pace": (None, 6)},
    "pace_effects_fullplay": {"pace_effects_fullplay": (3, None)},
    "race_position": {"position_points": (11, 5), "position_power": (11, 5), "position_trouble": (11, 5)},
    "odds_codes": {"odds_codes": (None, 4)},
    "odds": {"odds": (6, 6)},
    "distance": {"distance": (None,)},
}


def wrong_sizes(charts: ChartSet) -> Iterator[Finding]:
    """Each array of a size that no printed chart could have."""
    for chart, sizes in SIZES.items():
        for name, size in sizes.items():
            found = np.shape(np.array(getattr(charts, name), dtype=object))
            if len(found) != len(size) or any(n != (m or max(n, 1)) for n, m in zip(found, size, strict=True)):
                wanted = " x ".join("any number" if n is None else str(n) for n in size)
                yield chart, name, " x ".join(str(n) for n in found) + " cells", f"{wanted} cells"
    pairs = (
        ("final_time", np.atleast_1d(charts.final_time).shape[-1], np.ravel(charts.time_distances)),
        ("lengths", charts.length_points.size, np.ravel(charts.length_distances)),
    )
    for chart, columns, distances in pairs:
        if columns != len(distances) or (np.diff(distances) <= 0).any():
            found_text = f"{columns} columns for " + ", ".join(f"{distance:g}" for distance in distances)
            yield chart, "distances", found_text, "one column for each distance, rising"


@rule("complete", *LAYOUTS)
def complete(charts: ChartSet) -> Iterator[Finding]:
    """No roll, rating, figure, distance or track condition is missing."""
    yield from wrong_sizes(charts)
    for surface, conditions in CONDITIONS.items():
        for condition in conditions:
            if (surface, condition) not in charts.track_conditions:
                yield "track_conditions", f"{surface} {condition}/power", "no such row", "0 to -3"
    for chart, distances, low, high in (
        ("final_time", charts.time_distances, SHORTEST, LONGEST),
        ("lengths", charts.length_distances, *ends(charts.time_distances)),
    ):
        first, last = ends(distances)
        if not (first <= low and high <= last):
            yield chart, "distances", f"{first:g} to {last:g} furlongs", f"{low:g} to {high:g} furlongs at least"
    if not charts.payoffs:
        yield "payoffs", "rows", "none", "at least one"


def ends(distances: Cells) -> tuple[float, float]:
    """The first and last distance; from infinity to less where there is none."""
    return (float(distances.flat[0]), float(distances.flat[-1])) if distances.size else (np.inf, -np.inf)


@rule("values in range", *LAYOUTS)
def in_range(charts: ChartSet) -> Iterator[Finding]:
    """Every value is one that its chart's cell can hold; figures are 5 to 195, so that 5 either way stays in 0 to 200."""
    whole = set(LAYOUTS) - {finding[0] for finding in wrong_sizes(charts)}
    for chart, row, column, text in printed(charts, whole):
        layout = LAYOUTS[chart]
        try:
            if text or column not in layout.blank:
                layout.cells[column](text)
        except Refused as refused:
            yield chart, f"{row}/{column}", text or "a blank", str(refused)
    for chart, check in FURTHER.items():
        if chart in whole:
            yield from check(charts)


def times_in_range(charts: ChartSet) -> Iterator[Finding]:
    """Each time that is not 1 to 1000 seconds."""
    seconds = decimal(1, 1000)
    for place in np.ndindex(charts.final_time.shape):
        text = f"{charts.final_time[place]:.2f}"
        try:
            seconds(text)
        except Refused as refused:
            surface, figure, distance = place
            where = f"{SURFACES[surface]} {FIGURES[figure]}/{charts.time_distances[distance]:g}"
            yield "final_time", where, text, str(refused)


def losses_in_range(charts: ChartSet) -> Iterator[Finding]:
    """Each failed test that would give Adjusted Power, or take more than 9."""
    for roll, lost in zip(ROLLS, charts.trouble_power.tolist(), strict=True):
        if not -9 <= lost <= 0:
            yield "trouble", f"{roll}/power", f"{lost:+d}", "a loss, -9 to 0"


def paces_in_range(charts: ChartSet) -> Iterator[Finding]:
    """Each face that brings none of the three paces."""
    for number, row in enumerate(charts.race_pace.tolist(), start=charts.race_pace_first):
        for face, pace in enumerate(row, start=1):
            if not 0 <= pace < len(PACES):
                yield "race_pace", f"{number}/face {face}", str(pace), ", ".join(PACES)


def normal_changes_nothing(chart: str, first: int, effects: Cells) -> Iterator[Finding]:
    """Each rating or number of points, from `first` up, that a Normal pace would change."""
    for place, effect in enumerate(effects[1].tolist(), start=first):
        if effect:
            yield chart, f"Normal/{place}", f"{effect:+d}", "0: a Normal pace changes nothing"


FURTHER: Mapping[str, Callable[[ChartSet], Iterator[Finding]]] = {
    "final_time": times_in_range,
    "trouble": losses_in_range,
    "race_pace": paces_in_range,
    "pace_effects_quickplay": lambda c: normal_changes_nothing("pace_effects_quickplay", 0, c.pace_effects_quickplay),
    "pace_effects_fullplay": lambda c: normal_changes_nothing(
        "pace_effects_fullplay", c.pace_effects_first, c.pace_effects_fullplay
    ),
}


def printed(charts: ChartSet, whole: set[str]) -> Iterator[tuple[str, str, str, str]]:
    """Chart, row, column and text of every cell whose range its layout declares, as the arrays have it."""
    for chart, grid in GRIDS.items():
        if chart in whole:
            rows, cells = grid(charts)
            columns = COLUMNS.get(chart) or tuple(LAYOUTS[chart].cells)
            for row, column in np.ndindex(cells.shape):
                yield chart, rows[row], columns[column], str(cells[row, column])
    for (surface, condition), power in charts.track_conditions.items():
        yield "track_conditions", f"{surface} {condition}", "power", str(power)


Grid = tuple[Sequence[str], Cells]  # row labels, cells by row and column


def texts(cells: Cells, text: Callable[[int], str]) -> Cells:
    """The cells as a chart prints them."""
    return np.array([[text(cell) for cell in row] for row in cells.tolist()], dtype=object)


def numbered(first: int, cells: Cells) -> Grid:
    """Dense rows, labelled by their numbers."""
    return [str(first + place) for place in range(len(cells))], cells


def positions(charts: ChartSet) -> Grid:
    """Pos and Power by turns, as the chart has them."""
    both = [array[:, at] for at in range(5) for array in (charts.position_points, charts.position_power)]
    return ROLLS, np.array(both).T


COLUMNS: Mapping[str, tuple[str, ...]] = {"trouble": ("outcome",), "race_factors": ("red",)}
GRIDS: Mapping[str, Callable[[ChartSet], Grid]] = {
    "pace_scenario": lambda c: (ROLLS, texts(c.pace_scenario, lambda pace: named(SCENARIOS, pace))),
    "pace_effects_quickplay": lambda c: (("Slow", "Fast"), c.pace_effects_quickplay[::2]),
    "pace_effects_fullplay": lambda c: numbered(c.pace_effects_first, c.pace_effects_fullplay[::2].T),
    "form": lambda c: (ROLLS, c.form),
    "trouble": lambda c: (ROLLS, texts(c.trouble[:, None], lambda outcome: named(OUTCOMES, outcome))),
    "race_factors": lambda c: (FACES, texts(c.factor_red[:, None], lambda factor: named(FACTORS, factor))),
    "final_speed": lambda c: (ROLLS, c.final_speed),
    "lengths": lambda c: ([f"{d:g}" for d in c.length_distances], texts(c.length_points[:, None], "{:.4f}".format)),
    "break_segment": lambda c: (ROLLS, c.break_segment),
    "pace_setup": lambda c: (ROLLS, c.pace_setup),
    "race_position": positions,
    "odds_codes": lambda c: numbered(0, texts(c.odds_codes, lambda code: named(CODES, code))),
    "odds": lambda c: (FACES, np.array([[odds_text(price) for price in row] for row in c.odds], dtype=object)),
    "distance": lambda c: ([f"{place / 2:g}" for place in range(len(c.distance))], c.distance[:, None]),
}
