"""What a user waits for: one race, several processes, memory, start-up."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import topstretch as ts

from .fields import field_of
from .report import Line, at_most
from .timing import interleaved, milliseconds, ratio

OPENED = 50
ROOT = Path(__file__).parents[1]
MEMORY = """
import resource, sys
from bench.fields import field_of
import topstretch as ts
ts.simulate(field_of(10), races=int(sys.argv[1]), seed=1)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def lines(*, quick: bool = False) -> Iterator[Line]:
    """Lines 7 to 11."""
    yield from single_races()
    yield two_processes(2_000_000 if quick else 20_000_000)
    yield memory(1_000_000 if quick else 10_000_000)
    yield from start_up(5 if quick else 15)


def single_races() -> Iterator[Line]:
    """Opening a race of a simulation, and playing one."""
    card = field_of(10)
    simulation = ts.simulate(card, races=1_000_000, seed=1)
    numbers = iter(range(0, 10**6, 997))

    def repeated(one: Callable[[int], object]) -> Callable[[], None]:
        def task() -> None:
            for _ in range(OPENED):
                one(next(numbers))

        return task

    taken = interleaved(
        {
            "open": repeated(simulation.scoresheet),
            "quickplay": repeated(lambda race: ts.play(card, seed=1, race=race)),
            "fullplay": repeated(lambda race: ts.play(card, seed=1, race=race, version="fullplay")),
        },
        5,
    )
    each = {name: [second / OPENED for second in seconds] for name, seconds in taken.items()}
    opened, played = (1e3 * statistics.median(each[name]) for name in ("open", "quickplay"))
    yield at_most("7. opening race k of a million, ten runners (`scoresheet`)", 5, opened, "", " ms")
    details = f"Fullplay {milliseconds(each['fullplay'])}"
    yield at_most("8. `play` once loaded, ten runners, Quickplay", 2, played, details, " ms")


def two_processes(races: int) -> Line:
    """Wall time of two workers against one."""
    card = field_of(10)
    tasks = {
        "one": lambda: ts.simulate(card, races=races, seed=1),
        "two": lambda: ts.simulate(card, races=races, seed=1, workers=2),
    }
    taken = interleaved(tasks, 3, time.perf_counter)
    faster = ratio(taken["one"], taken["two"])
    return Line(
        f"9. two processes against one for {races:,} races (by the clock on the wall)", "none", f"{faster:.3g} times faster",
        None, f"{milliseconds(taken['two'])} against {milliseconds(taken['one'])}",
    )  # fmt: skip


def memory(many: int) -> Line:
    """Peak memory of many races and of few, each in a process of its own."""
    few = 100_000
    peaks = {races: [int(run("-c", MEMORY, str(races)).stdout) / 1024 for _ in range(3)] for races in (many, few)}
    high, low = (statistics.median(peaks[races]) for races in (many, few))
    return at_most(
        f"10. peak memory of {many:,} races over that of {few:,}",
        50,
        high - low,
        f"{high:.0f} MB against {low:.0f} MB",
        " MB",
    )


def start_up(rounds: int) -> Iterator[Line]:
    """Cold processes, by the clock on the wall."""
    tasks = {
        "numpy": lambda: run("-c", "import numpy"),
        "topstretch": lambda: run("-c", "import topstretch"),
        "play": lambda: run("-m", "topstretch", "play", "champagne-2009", "--seed", "7"),
    }
    taken = interleaved(tasks, rounds, time.perf_counter)
    names = {
        "topstretch": "11. start-up: `import topstretch`",
        "play": "11a. a cold `topstretch play champagne-2009 --seed 7`",
    }
    for name, what in names.items():
        yield Line(
            f"{what} against `import numpy`, each a process of its own (by the clock on the wall)", "none",
            f"{ratio(taken[name], taken['numpy']):.3g} times", None,
            f"{milliseconds(taken[name])} against {milliseconds(taken['numpy'])}",
        )  # fmt: skip


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with what it prints."""
    command: Sequence[str] = (sys.executable, *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)  # noqa: S603  our own arguments
