"""Random races with much trouble in them, for whatever must hold of any race. Everything hangs on the `random.Random`."""

import random
import tempfile
from functools import cache
from pathlib import Path

import topstretch as ts

from fields import random_card, random_charts

VERSIONS = ("quickplay", "fullplay")


@cache
def chart_sets() -> tuple[ts.ChartSet, ...]:
    """The standard set, and eight in which outs and disqualifications are common."""
    rng = random.Random(20)
    with tempfile.TemporaryDirectory() as folder:
        return (
            ts.load_charts(),
            *(ts.load_charts(random_charts(rng, Path(folder) / f"set-{number}")) for number in range(8)),
        )


def random_race(rng: random.Random, runners: int | None = None) -> tuple[ts.Scoresheet, ts.ChartSet]:
    """A race in either version, by any rules and charts, and the charts it was run with."""
    sheet = ts.play(
        random_card(rng, runners),
        version=rng.choice(VERSIONS),
        seed=rng.randrange(10**9),
        rules=ts.Rules(factor_target=rng.choice(["figure", "dice"])),
        charts=(charts := rng.choice(chart_sets())),
    )
    if rng.random() < 0.5:
        odds = ts.odds(sheet.card, seed=rng.randrange(10**9), charts=charts)
        sheet = sheet.with_odds(odds.texts, odds.log)
    return sheet, charts


def some_races(count: int, seed: int = 1, runners: int | None = None) -> list[tuple[ts.Scoresheet, ts.ChartSet]]:
    """That many of them."""
    rng = random.Random(seed)
    return [random_race(rng, runners) for _ in range(count)]
