"""The exact solver against a public library of dice, and against simulating."""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import topstretch as ts

from .fields import field_of
from .report import Line, at_least, at_most
from .timing import interleaved, milliseconds, ratio

FIELDS = (3, 4, 5, 6)
ROUNDS = 5


def lines(*, quick: bool = False) -> Iterator[Line]:
    """Lines 5 and 6."""
    yield from icepool_lines((3,) if quick else FIELDS)
    for version, races in (("quickplay", 1_000_000), ("fullplay", 10_000_000)):
        yield places_line(version, races // 10 if quick else races)


def places_line(version: str, races: int) -> Line:
    """All places of ten runners against simulated races."""
    card = field_of(10)
    taken = interleaved(
        {
            "exact": lambda: ts.exact(card, version=version).finish,
            "simulate": lambda: ts.simulate(card, races=races, version=version, seed=1),
        },
        ROUNDS,
    )
    return at_most(
        f"6. all places of ten runners (`exact(...).finish`) in {version} against {races:,} simulated races",
        1, ratio(taken["exact"], taken["simulate"]),
        f"{milliseconds(taken['exact'])} against {milliseconds(taken['simulate'])}",
    )  # fmt: skip


def icepool_lines(fields: tuple[int, ...]) -> Iterator[Line]:
    """Win chances of small fields by icepool, in two ways, and by the solver."""
    if find_spec("icepool") is None:
        yield Line("5. exact win chances against icepool's", "at least 800 times", "icepool is not installed", None)
        return
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    win_chances = import_module("engine.by_icepool").win_chances

    for runners in fields:
        yield from icepool_field(field_of(runners), win_chances)


def icepool_field(card: ts.RaceCard, win_chances: Callable[..., list[Fraction]]) -> Iterator[Line]:
    """One field by icepool, its dice compared in two ways."""
    runners = len(card.runners)

    def solved() -> object:
        return ts.exact(card).win

    taken = interleaved({"exact": solved, "cumulative": lambda: win_chances(card)}, ROUNDS)
    start = time.process_time()
    chances = win_chances(card, plainly=True)  # once: it takes half a minute
    plainly = [time.process_time() - start]
    apart = np.abs(np.array(chances, np.float64) - ts.exact(card).win).max()
    yield at_least(
        f"5. exact win chances of {runners} runners against icepool's, dice compared as `mine >= best`",
        800, plainly[0] / statistics.median(taken["exact"]),
        f"{milliseconds(taken['exact'])} against {milliseconds(plainly)}; the chances differ by {apart:.0e}",
    )  # fmt: skip
    yield Line(
        f"5a. the same where icepool's dice are compared by cumulative quantities ({runners} runners)", "none",
        f"{ratio(taken['cumulative'], taken['exact']):,.0f} times", None,
        f"{milliseconds(taken['exact'])} against {milliseconds(taken['cumulative'])}",
    )  # fmt: skip
