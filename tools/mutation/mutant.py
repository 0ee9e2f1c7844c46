"""A mutant and what became of it."""

import tomllib
from collections.abc import Iterable
from difflib import unified_diff
from pathlib import Path

from attrs import evolve, frozen

KILLED, SURVIVED, TIMEOUT = "killed", "survived", "timeout"


@frozen
class Mutant:
    """One change of the source: the lines it changes, what they become, and whether a test noticed.

    `own` is True for those that mutmut does not make.
    """

    name: str
    file: str
    function: str
    was: str
    becomes: str
    own: bool
    status: str = SURVIVED

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What an explanation names it by."""
        return self.file, self.function, self.was, self.becomes

    def with_status(self, status: str) -> "Mutant":
        """The same mutant after its tests."""
        return evolve(self, status=status)


def changed_lines(before: str, after: str) -> tuple[str, str]:
    """The lines that differ, each side on one line."""
    lines = list(unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm=""))[2:]
    was, becomes = (
        " ".join(" ".join(line[1:].split()) for line in lines if line.startswith(sign)) for sign in ("-", "+")
    )
    return was, becomes


@frozen
class Explanation:
    """Why no test can notice a mutant."""

    key: tuple[str, str, str, str]
    reason: str


def read_explanations(path: Path) -> list[Explanation]:
    """The explanations of a TOML file: tables `explained` with file, function, reason, and pairs [was, becomes]."""
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("explained", [])
    return [
        Explanation(
            (table["file"], table["function"], " ".join(was.split()), " ".join(becomes.split())), table["reason"]
        )
        for table in tables
        for was, becomes in table["mutants"]
    ]


def percent_killed(mutants: Iterable[Mutant]) -> float:
    """The share of mutants that some test noticed, or that made a test run for ever."""
    every = list(mutants)
    return 100 * sum(mutant.status != SURVIVED for mutant in every) / len(every) if every else 100.0
