"""The lines of the report, and docs/benchmarks.md."""

import os
import platform
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from attrs import frozen


@frozen
class Line:
    """One thing measured: what against what, the goal in words, the figure, whether it is met (None: no goal), and details."""

    what: str
    goal: str
    measured: str
    met: bool | None
    details: str = ""

    @property
    def verdict(self) -> str:
        """met, not met, or nothing where there is no goal."""
        return "" if self.met is None else "met" if self.met else "not met"


def at_most(what: str, limit: float, found: float, details: str, unit: str = " times") -> Line:
    """A line whose figure should be no higher than a limit."""
    return Line(what, f"at most {limit:g}{unit}", f"{found:.3g}{unit}", found <= limit, details)


def at_least(what: str, limit: float, found: float, details: str) -> Line:
    """A line whose figure should be no lower than a limit."""
    return Line(what, f"at least {limit:g} times", f"{found:,.0f} times", found >= limit, details)


def processor() -> str:
    """The processor's name, as the system tells it."""
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def versions() -> str:
    """Python and the packages that matter for speed."""
    found = [f"Python {platform.python_version()}"]
    for name in ("topstretch", "numpy", "pandas", "icepool"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"no {name}")
    return ", ".join(found)


def loads() -> str:
    """The load of the machine over the last 1, 5 and 15 minutes."""
    return " ".join(f"{load:.2f}" for load in os.getloadavg()) if hasattr(os, "getloadavg") else "not known"


def document(lines: Sequence[Line], before: str) -> str:
    """The text of docs/benchmarks.md."""
    today = datetime.now(UTC).date().isoformat()
    head = ("what", "goal", "measured", "", "times behind it")
    rows = [head, ("---",) * len(head)]
    rows += [(line.what, line.goal, line.measured, line.verdict, line.details) for line in lines]
    table = "\n".join("| " + " | ".join(cells) + " |" for cells in rows)
    missed, goals = (sum(line.met in found for line in lines) for found in ((False,), (False, True)))
    return f"""# Benchmarks

Made by `python -m bench` on {today}. Machine: {processor()}, {os.cpu_count()} cores, {platform.system()}.
Versions: {versions()}.
Load of the machine (1, 5, 15 minutes): {before} before, {loads()} after.

The figures are ratios. What is compared runs in turn, round after round, and each ratio is the median over the rounds of the
two times of the same round; times are of the processor, one core, unless a line says otherwise. Absolute times hang on the
machine and on what else it does: trust the ratios. Nothing is asserted; goals missed: {missed} of {goals}.

A field of ten runners is `bench.fields.field_of(10)`, over nine furlongs, by the standard charts. The dice of a Quickplay race,
drawn the best exact way, are all lanes that it can need: planes 0 to 3 of the seed's stream, refused lanes replaced, divided
into pairs of rolls.

{table}
"""
