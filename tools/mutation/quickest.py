"""A pytest plugin: first the tests that noticed another mutant of the same function, then the others, the quickest first."""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

LASTING = Path("mutmut-stats.json")  # written by mutmut where the tests run
NOTICED = Path("noticed.txt")
FEW = 12


def function_under_test() -> str:
    """The function whose mutant is on, empty where none is."""
    return os.environ.get("MUTANT_UNDER_TEST", "").rpartition("__mutmut_")[0]


def soonest() -> Callable[[str], tuple[Any, ...]]:
    """A key that sorts tests by how soon they are likely to fail."""
    lasting = json.loads(LASTING.read_text(encoding="utf-8"))["duration_by_test"] if LASTING.exists() else {}
    lines = NOTICED.read_text(encoding="utf-8").splitlines() if NOTICED.exists() else []
    pairs = [line.partition(" ")[::2] for line in lines]
    of_function = Counter(test for function, test in pairs if function == function_under_test())
    of_any = Counter(test for _, test in pairs)
    return lambda test: (-of_function[test], -of_any[test], lasting.get(test, 0.0))


def likeliest(tests: Iterable[str]) -> list[str]:
    """The few tests that are likely to fail soonest."""
    return sorted(tests, key=soonest())[:FEW]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests into the order in which they are likeliest to fail soon."""
    if function_under_test():
        key = soonest()
        items.sort(key=lambda item: key(item.nodeid))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Note down which test failed."""
    function = function_under_test()
    if report.failed and function:
        with NOTICED.open("a", encoding="utf-8") as out:
            out.write(f"{function} {report.nodeid}\n")
