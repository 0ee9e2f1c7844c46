"""Imports go one way: each module of the core imports only those above it in this list, when it is loaded."""

import ast
from itertools import chain
from pathlib import Path

import pytest
import topstretch

PACKAGE = Path(topstretch.__file__).parent
ORDER = [
    "errors", "house", "locate", "notation", "drawing", "columns", "ratings", "rosters", "chart_files",
    "chart_checks", "charts", "console", "chart_copy", "entries", "card", "card_files", "dice", "replay", "asking",
    "scoresheet", "rules.runners", "rules.pace", "rules.form", "rules.trouble", "rules.factors", "rules.speed",
    "rules.finish", "rules.segments", "rules.stretch", "rules.quickplay", "rules.fullplay", "log_texts", "playing",
    "betting", "tables", "additions", "deciding", "remarks", "finishing", "commentary", "explaining", "batch",
    "counting", "blocks", "finding", "simulation", "comparing", "weights", "distributions", "official", "solver",
    "estimates", "real_racing", "population", "realism_races", "realism_rows", "rating_facts", "realism_feats",
    "realism",
]  # fmt: skip


def imported_on_load(module: str) -> set[str]:
    """The modules of the package that a module imports when it is loaded, not inside its functions or for type checkers."""
    path = PACKAGE / f"{module.replace('.', '/')}.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = set()
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.level:
            base = module.split(".")[: -node.level] if node.level <= module.count(".") + 1 else []
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found |= {".".join([*base, name]) for name in names}
    return found


@pytest.mark.parametrize("module", ORDER)
def test_a_module_imports_only_what_stands_above_it(module):
    above = set(ORDER[: ORDER.index(module)])
    assert imported_on_load(module) <= above


def test_the_check_sees_imports():
    assert "charts" in imported_on_load("card")
    assert "rules.runners" in imported_on_load("rules.pace")
    assert "charts" in imported_on_load("rules.pace")


def test_no_module_bears_the_name_of_a_public_function():
    modules = {path.stem for path in PACKAGE.glob("*.py")}
    assert not modules & set(topstretch.__all__)


def test_public_names_are_listed_once_and_each_loads():
    homes = list(chain.from_iterable(topstretch.HOMES.values()))
    assert sorted(homes) == sorted(topstretch.__all__)
    assert len(set(homes)) == len(homes)
    for name in topstretch.__all__:
        assert getattr(topstretch, name) is not None
