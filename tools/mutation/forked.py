"""Tests of one mutant in a process of its own, which loads the package afresh: for what runs when a module is loaded."""

import importlib
import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

import pytest

from .mutant import KILLED, SURVIVED, TIMEOUT
from .settings import FIRST, FIRST_OF_RULES, PYTEST, TESTS

PATIENCE = 300.0  # seconds: several times what all tests take
WARM = (
    "attrs",
    "hypothesis",
    "hypothesis.extra.numpy",
    "jinja2",
    "numpy",
    "pandas",
    "rich.console",
    "rich.table",
    "typer",
)


def warm_up() -> None:
    """Load what the tests need and no mutant can change, once for all."""
    for name in WARM:
        importlib.import_module(name)


def run_clean(tree: Path) -> None:
    """Run all tests where nothing is changed, which also compiles them; ends the program where one fails."""
    code = in_child(tree, (*FIRST.values(), FIRST_OF_RULES, TESTS), "", writes=True)
    if code != 0:
        sys.exit(f"the tests fail without a mutant: status {code} in {tree}")


def judge(tree: Path, first: Sequence[str], mutant: str = "") -> str:
    """What becomes of the mutant that stands in a tree, or that mutmut's trampolines there switch on."""
    code = in_child(tree, (first, TESTS), mutant)
    if code is None:
        return TIMEOUT
    return KILLED if code else SURVIVED  # killed also where a changed module cannot be loaded


def in_child(tree: Path, parts: Sequence[Sequence[str]], mutant: str, *, writes: bool = False) -> int | None:
    """Pytest's status in a forked process, None where it did not end in time."""
    child = os.fork()
    if child == 0:
        run_tests(tree, parts, mutant, writes)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def run_tests(tree: Path, parts: Sequence[Sequence[str]], mutant: str, writes: bool) -> None:
    """The child's work, part by part until a test fails; does not return."""
    os.chdir(tree)
    with Path("fresh.log").open("w") as log:
        os.dup2(log.fileno(), 1)
        os.dup2(log.fileno(), 2)
    sys.dont_write_bytecode = not writes
    sys.path[:0] = [str(tree), str(Path(__file__).parent)]
    os.environ["MUTANT_UNDER_TEST"] = mutant
    status = 3
    try:
        for tests in parts:
            status = int(pytest.main(["-x", "-q", "--rootdir=.", *PYTEST, *tests]))
            if status:
                break
    except BaseException:  # whatever it is, the child must end here
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(status)
