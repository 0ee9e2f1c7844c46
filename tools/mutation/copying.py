"""Copies of the project to break."""

import os
import shutil
from pathlib import Path

from .settings import COPIED, NO_SHRINKING, PYTEST, SOURCES, TESTS

LEFT_OUT = shutil.ignore_patterns("__pycache__", "_build", ".hypothesis", "*.pyc")


def copy_project(root: Path, to: Path) -> None:
    """A copy of what the tests need, its properties without the search for the smallest failing example."""
    if to.exists():
        shutil.rmtree(to)
    to.mkdir(parents=True)
    for name in COPIED:
        source = root / name
        if source.is_dir():
            shutil.copytree(source, to / name, ignore=LEFT_OUT)
        else:
            shutil.copy2(source, to / name)
    with (to / "tests" / "conftest.py").open("a", encoding="utf-8") as conftest:
        conftest.write(NO_SHRINKING)


def write_settings(copy: Path, sources: tuple[str, ...] = SOURCES) -> None:
    """Mutmut's settings."""
    several = {
        "only_mutate": sources,
        "also_copy": [name for name in COPIED if name not in ("topstretch", "tests", "pyproject.toml")],
        "pytest_add_cli_args": PYTEST,
        "pytest_add_cli_args_test_selection": TESTS,
    }
    lines = [
        "[mutmut]", "source_paths = topstretch", "use_setproctitle = false", "use_git_change_detection = false",
        "timeout_multiplier = 3", "timeout_constant = 5",
        *(f"{name} =\n" + "\n".join(f"    {value}" for value in values) for name, values in several.items()),
    ]  # fmt: skip
    (copy / "setup.cfg").write_text("\n".join(lines) + "\n", encoding="utf-8")


def environment(root: Path) -> dict[str, str]:
    """The environment of a test run: with the plugin, without what other runs left."""
    kept = {name: value for name, value in os.environ.items() if name != "MUTANT_UNDER_TEST"}
    return {**kept, "PYTHONPATH": str(root / "tools" / "mutation")}
