"""A remark on a race, and what remarks rest on: the order at each call, the names, the favourite."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from attrs import frozen

from .additions import Ran
from .columns import odds_to_1
from .scoresheet import Line

# The calls of a race as it is told; those of `Scoresheet.calls` are among them.
CALLS = ("start", "break", "setup", "pace", "form", "position", "trouble", "stretch", "finish", "official")
Rows = Sequence[Mapping[str, Any]]


@frozen
class Remark:
    """A sentence or two at a call, the clause of the rules that its facts come from, and the posts it names."""

    call: str
    clause: str
    text: str
    posts: tuple[int, ...] = ()


def names(lines: Sequence[Line]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    found = [line.horse for line in lines]
    return " and ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def posts(*lines: Line) -> tuple[int, ...]:
    """The posts of lines."""
    return tuple(dict.fromkeys(line.post for line in lines))


def s(lines: Sequence[Line]) -> str:
    """The ending of a verb for one horse or several."""
    return "s" if len(lines) == 1 else ""


def sole_favourite(lines: Sequence[Line]) -> Line | None:
    """The horse with the shortest odds, where all odds are known and no other has the same."""
    try:
        odds = [odds_to_1(line.odds or "") for line in lines]
    except ValueError:  # odds that are not known, or decimal
        return None
    return lines[odds.index(min(odds))] if odds.count(min(odds)) == 1 else None


@frozen(eq=False)
class Call:
    """The order at a call: rows of `Scoresheet.calls`, and the lines of the sheet by post."""

    rows: Rows
    lines: Mapping[int, Line]

    def at(self, position: int) -> list[Line]:
        """The horses that share a position."""
        return [self.lines[row["post"]] for row in self.rows if row["position"] == position]

    @property
    def leaders(self) -> list[Line]:
        """The horses in front."""
        return self.at(1)

    @property
    def next(self) -> tuple[list[Line], float]:
        """The horses behind the leaders, and their lengths behind; nobody where all are level."""
        behind = [row for row in self.rows if row["position"] > 1]
        return (self.at(behind[0]["position"]), behind[0]["lengths_behind"]) if behind else ([], 0.0)

    @property
    def last(self) -> tuple[list[Line], float]:
        """The horses at the back, and their lengths behind the leader."""
        row = self.rows[-1]
        return self.at(row["position"]), row["lengths_behind"]

    def row(self, line: Line) -> Mapping[str, Any]:
        """A horse's row."""
        return next(row for row in self.rows if row["post"] == line.post)


def calls_of(ran: Ran) -> dict[str, Call]:
    """The calls of a sheet by name."""
    lines = {line.post: line for line in ran.sheet.lines}
    grouped = groupby(ran.sheet.call_rows(), key=itemgetter("call"))
    return {name: Call(list(rows), lines) for name, rows in grouped}
