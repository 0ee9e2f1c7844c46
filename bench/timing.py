"""Times taken side by side."""

import statistics
import time
from collections.abc import Callable, Mapping

Clock = Callable[[], float]


def interleaved(
    tasks: Mapping[str, Callable[[], object]], rounds: int, clock: Clock = time.process_time
) -> dict[str, list[float]]:
    """Seconds of each task in each round: in a round every task runs once, in turn, after one turn that is not counted.

    The clock is this process's own time on the processor, which other programs disturb least.
    """
    for task in tasks.values():
        task()
    seconds: dict[str, list[float]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, task in tasks.items():
            start = clock()
            task()
            seconds[name].append(clock() - start)
    return seconds


def ratio(above: list[float], below: list[float]) -> float:
    """The median over the rounds of one task's time over the other's in the same round."""
    return statistics.median(a / b for a, b in zip(above, below, strict=True))


def per_race(seconds: list[float], races: int) -> str:
    """The median time of a race in nanoseconds, as text."""
    return f"{statistics.median(seconds) / races * 1e9:,.0f} ns"


def milliseconds(seconds: list[float]) -> str:
    """The median in milliseconds, as text."""
    median = statistics.median(seconds) * 1e3
    return f"{median:,.0f} ms" if median >= 100 else f"{median:.3g} ms"
