"""Everything that a strategy draws in a fixed number of examples, always the same ones."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings


def seen(strategy, examples: int, of: Callable[[Any], Any] = lambda drawn: drawn) -> list[Any]:
    """What `of` makes of each example, in a run without chance."""
    found: list[Any] = []

    @settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )  # fmt: skip
    @given(strategy)
    def look(drawn):
        found.append(of(drawn))

    look()
    return found
