"""Top of the Stretch, the tabletop horse racing simulation, as a library.

Data flows one way: files (`columns`) become records (`ratings`, `charts`, `card`); `dice` give named rolls; `rules` turn
ratings and rolls into columns; `playing` keeps the columns of one race as a `scoresheet`; `betting` adds odds and payoffs;
`show` displays results and computes nothing.

The public names are loaded when they are first used, so that start-up stays short.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .asking import AskDice
    from .betting import Odds, Payoffs, odds, payoffs
    from .blocks import BlockError
    from .card import RaceCard
    from .card_files import load_race, race_ids
    from .charts import ChartSet, load_charts
    from .comparing import Comparison, compare
    from .dice import SeededDice
    from .entries import Entry
    from .errors import Fault, InputError, TopstretchError
    from .explaining import Explanation, explain
    from .house import Rules
    from .matching import matchmake
    from .playing import play
    from .rating import rate_horses, rate_jockeys
    from .ratings import Form, Horse, Jockey, Kind, Surface
    from .replay import ReplayDice
    from .rosters import load_horses, load_jockeys
    from .scoresheet import Scoresheet
    from .simulation import InterruptedSimulation, Simulation, simulate
    from .solver import Exact, exact

__version__ = "0.1.0"

# Where each public name lives.
HOMES: dict[str, tuple[str, ...]] = {
    "asking": ("AskDice",),
    "betting": ("Odds", "Payoffs", "odds", "payoffs"),
    "card": ("RaceCard",),
    "entries": ("Entry",),
    "card_files": ("load_race", "race_ids"),
    "charts": ("ChartSet", "load_charts"),
    "comparing": ("Comparison", "compare"),
    "dice": ("SeededDice",),
    "errors": ("Fault", "InputError", "TopstretchError"),
    "house": ("Rules",),
    "matching": ("matchmake",),
    "explaining": ("Explanation", "explain"),
    "playing": ("play",),
    "rating": ("rate_horses", "rate_jockeys"),
    "ratings": ("Form", "Horse", "Jockey", "Kind", "Surface"),
    "replay": ("ReplayDice",),
    "rosters": ("load_horses", "load_jockeys"),
    "scoresheet": ("Scoresheet",),
    "blocks": ("BlockError",),
    "solver": ("Exact", "exact"),
    "simulation": ("InterruptedSimulation", "Simulation", "simulate"),
}
HOME_OF: dict[str, str] = {name: module for module, names in HOMES.items() for name in names}

__all__ = [
    "AskDice",
    "BlockError",
    "ChartSet",
    "Comparison",
    "Entry",
    "Exact",
    "Explanation",
    "Fault",
    "Form",
    "Horse",
    "InputError",
    "InterruptedSimulation",
    "Jockey",
    "Kind",
    "Odds",
    "Payoffs",
    "RaceCard",
    "ReplayDice",
    "Rules",
    "Scoresheet",
    "SeededDice",
    "Simulation",
    "Surface",
    "TopstretchError",
    "compare",
    "exact",
    "explain",
    "load_charts",
    "load_horses",
    "load_jockeys",
    "load_race",
    "matchmake",
    "odds",
    "payoffs",
    "play",
    "race_ids",
    "rate_horses",
    "rate_jockeys",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Load a public name from its module on first use."""
    if name not in HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return sorted({*globals(), *HOME_OF})
