"""Make the chart values of the set `standard` that are ours: `python tools/calibrate.py [DIR] [--check]`.

Nothing is tuned but chart values. The population is that of the realism report (topstretch/population.py) and is not
touched; the objective is the sum, over the report's rows with a tolerance and over both versions, of the squared distance
from the real figure in tolerances. The work goes chart by chart, each step seeded, so that a second run writes the same
files:

1. hand-built shapes for the early part of Fullplay, which hold every quoted cell (shapes.py);
2. Quickplay's pace charts as what Fullplay does on average to horses of each Pace rating (quickplay_pace.py);
3. the Final Speed Figure chart by a search over its spread and skew, every pair of a grid, 65,536 races a version each;
4. the time chart from real times, their spread and the greatest feats, and the lengths from it (times.py);
5. the odds, and the codes from the chance to win at each number of points below the highest (prices.py).

Form, Race Position, Pace Setup, Distance and Track Condition are built by hand in their files and stay as they are.
"""

import argparse
import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import attrs
from calibration.files import broken_quotes, write_set
from calibration.prices import price
from calibration.quickplay_pace import quickplay_pace
from calibration.shapes import SPEED_SD, SPEED_SKEW, final_speed, hand_built
from calibration.times import timed
from topstretch.charts import ChartSet, load_charts
from topstretch.estimates import Estimate
from topstretch.house import VERSIONS
from topstretch.invariants import check_charts
from topstretch.realism_races import Block, run_blocks
from topstretch.realism_rows import Goal, goals

SEED = 1811  # the cards and dice of the search; the report has others
BLOCKS = range(4)
MIDDLING_SD, MIDDLING_SKEW = 6.7, 0.16
# Ours: no figure of real racing says how often a pace is Slow or Fast by the game's words.
PACE_AIM: Mapping[str, float] = {"Slow races": 30, "Normal races": 40, "Fast races": 30}
PACE_WIDTH = 20.0


def run(charts: ChartSet) -> dict[str, Block]:
    """The races that a set is judged by."""
    return {version: run_blocks(charts, version, SEED, BLOCKS) for version in VERSIONS}


def distance(goal: Goal, found: Estimate) -> float:
    """How far a figure lies from the real one, in tolerances; 0 inside the range of the real figures."""
    if goal.figure in PACE_AIM:
        return (found.value - PACE_AIM[goal.figure]) / PACE_WIDTH
    assert goal.low is not None
    assert goal.high is not None
    assert goal.least is not None
    assert goal.most is not None
    if found.value < goal.low:
        return (goal.low - found.value) / (goal.low - goal.least)
    return max(0.0, (found.value - goal.high) / (goal.most - goal.high))


def objective(races: Mapping[str, Block]) -> float:
    """The sum of squared distances over the judged rows and the versions."""
    total = 0.0
    for goal in goals():
        for version, block in races.items():
            if goal.judged and not (goal.fullplay_only and version == "quickplay"):
                total += distance(goal, goal.measure(block)) ** 2
    return total


def search(charts: ChartSet) -> ChartSet:
    """The set with the Final Speed Figure chart, of those on offer, that lies nearest to real racing."""
    best, nearest, seen = float("inf"), charts, set()
    for sd, skew in product(SPEED_SD, SPEED_SKEW):
        chart = final_speed(sd, skew)
        if chart.tobytes() in seen:
            continue
        seen.add(chart.tobytes())
        tried = attrs.evolve(charts, final_speed=chart)
        found = objective(run(tried))
        if found < best:
            best, nearest = found, tried
            print(f"sd {sd:g}, skew {skew:g}: {found:.3f}", file=sys.stderr)
    return nearest


def finished(charts: ChartSet) -> ChartSet:
    """The set with times, lengths and prices for the races that it gives."""
    return price(timed(charts, run(charts)))


def calibrated() -> ChartSet:
    """The whole way: shapes, times and prices for a middling Final Speed, the search, times and prices again.

    Raises ValueError where the set breaks a quoted cell or a rule of shape.
    """
    charts = quickplay_pace(attrs.evolve(load_charts(), **hand_built()))
    charts = finished(attrs.evolve(charts, final_speed=final_speed(MIDDLING_SD, MIDDLING_SKEW)))
    charts = finished(search(charts))
    faults = [*broken_quotes(charts), *(str(one) for one in check_charts(charts))]
    if faults:
        raise ValueError("\n".join(faults))
    return charts


def main() -> int:
    """Write the set, or with --check say whether the files are what this program makes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path, default=Path(__file__).parents[1] / "data/charts/standard")
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 where a file would change")
    options = parser.parse_args()
    changed = write_set(calibrated(), options.directory, write=not options.check)
    print("changed: " + (", ".join(changed) or "nothing"))
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
