"""Every kind of file that a user can hand in."""

from functools import cache

from trust.file_cards import fact_kinds, roster_kinds
from trust.file_charts import chart_kinds
from trust.file_kind import Kind
from trust.file_logs import game_kinds


@cache
def kinds() -> dict[str, Kind]:
    """Every kind by name."""
    every = [*chart_kinds(), *roster_kinds(), *fact_kinds(), *game_kinds()]
    return {kind.name: kind for kind in every}
