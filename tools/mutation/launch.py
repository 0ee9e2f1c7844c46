"""Mutmut's command, with the tests of each mutant in two parts: first the few that are likeliest to notice, then all.

Loading the tests takes pytest longer than running them; most mutants fall to a test that noticed another of their function.
"""

import sys
from collections.abc import Iterable

import quickest
from mutmut.__main__ import cli
from mutmut.runners.harness import PytestRunner
from mutmut.utils.file_utils import change_cwd

run_all = PytestRunner.run_tests


def run_tests(self: PytestRunner, *, mutant_name: str | None, tests: Iterable[str]) -> int:
    """Pytest's status of a mutant's tests."""
    tests = list(tests)
    with change_cwd("mutants"):
        few = quickest.likeliest(tests) if mutant_name else []
        status = self.execute_pytest(self._pytest_args_regular_run(few)) if few else 0
    return int(status or run_all(self, mutant_name=mutant_name, tests=tests))


PytestRunner.run_tests = run_tests  # type: ignore[method-assign]

if __name__ == "__main__":
    sys.exit(cli())
