"""Dice from a dice log: the same race again, from a file or a frame."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from attrs import define, field, frozen

from .columns import Column, Row, Table, as_meant, decode, frame_text, one_of, parse_table, text, whole
from .dice import ROLLS, Faces, Mask
from .entries import MAX_POST, Runner
from .errors import Fault, InputError, fault
from .rosters import key

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = (
    Column("roll", one_of(*ROLLS)),
    Column("post", whole(1, MAX_POST), blank=True),
    Column("horse", text(80), blank=True),
    Column("red", whole(1, 6)),
    Column("white", whole(1, 6), blank=True),
)
CHECKED = ("total", "chart", "result")


@frozen
class LogRow:
    """One roll of a race: its name, the post and horse it was for (None: the whole race), the faces, and what it meant.

    `white` is None where one die is thrown; `chart` and `result` say which chart was read and what it gave.
    """

    roll: str
    post: int | None
    horse: str | None
    red: int
    white: int | None
    chart: str = ""
    result: str = ""

    @property
    def total(self) -> int:
        """Red plus white."""
        return self.red + (self.white or 0)

    def as_dict(self) -> dict[str, Any]:
        """The columns of a dice log, in order."""
        return {
            "roll": self.roll,
            "post": self.post,
            "horse": self.horse,
            "red": self.red,
            "white": self.white,
            "total": self.total,
            "chart": self.chart,
            "result": self.result,
        }


class ReplayDice:
    """Dice read from a dice log: a path to a CSV, or a pandas frame such as `sheet.dice_log()`.

    Raises InputError with every fault: a roll that cannot be, is repeated, missing or left over, a total, chart or result
    that the charts in use do not give.
    """

    def __init__(self, log: Union["pd.DataFrame", Path, str]) -> None:
        if isinstance(log, Path | str):
            path, content = Path(log), decode(Path(log))
        elif hasattr(log, "to_csv"):
            path, content = Path("dice log"), frame_text(log)
        else:
            raise fault("dice", type(log).__name__, "a path or a pandas frame")
        self._table = parse_table(path, content, COLUMNS, extra=True)
        check_rolls(self._table)
        self._table.raise_faults()

    @property
    def has_odds(self) -> bool:
        """Whether the log holds the rolls of the odds."""
        return any(row["roll"] == "odds" for row in self._table.rows)

    def seat(self, runners: Sequence[Runner], race: int) -> "LoggedDice":
        """The log's dice for these runners; the race number does not matter."""
        by_post = {runner.post: runner for runner in runners}
        rolls: dict[tuple[str, int | None], int] = {}
        faults = []
        for i, row in enumerate(self._table.rows):
            runner = by_post.get(row["post"])
            rolls[row["roll"], row["post"]] = i
            if row["post"] is not None and runner is None:
                allowed = "a post that runs: " + ", ".join(str(post) for post in by_post)
                faults.append(Fault.at(self._table.path, row.line, "post", row["post"], allowed))
            elif runner is not None and row["horse"] is not None and key(row["horse"]) != key(runner.name):
                faults.append(
                    Fault.at(self._table.path, row.line, "horse", row["horse"], f"{runner.name}, who is on that post")
                )
        odds = {row["post"] for row in self._table.rows if row["roll"] == "odds"}
        for runner in runners if odds else ():
            if runner.post not in odds:
                found = f"no roll odds for post {runner.post} ({runner.name})"
                faults.append(Fault(str(self._table.path), found, "the odds' rolls of every runner, or of none"))
        if faults:
            raise InputError(faults)
        return LoggedDice(self._table, runners, rolls)


def check_rolls(table: Table) -> None:
    """Note rolls that are repeated, or that have a post or a die too many or too few."""
    seen: dict[tuple[str, int | None], int] = {}
    for row in table.rows:
        if not row.whole:
            continue
        roll = ROLLS[row["roll"]]
        if roll.whole_race != (row["post"] is None):
            allowed = "a blank: this roll is for the whole race" if roll.whole_race else "the post it is for"
            table.fault(row.line, "post", row.raw["post"], allowed)
        if (roll.dice == 1) != (row["white"] is None):
            table.fault(
                row.line, "white", row.raw["white"], "a blank: one die is thrown" if roll.dice == 1 else "a face 1 to 6"
            )
        first = seen.setdefault((roll.name, row["post"]), row.line)
        if first != row.line:
            table.fault(row.line, "roll", f"{roll.name}, as on line {first}", "each roll once")


@define
class LoggedDice:
    """A log's dice at one race; `used` are the rows that were asked for."""

    table: Table
    runners: Sequence[Runner]
    rolls: Mapping[tuple[str, int | None], int]
    used: set[int] = field(factory=set)

    def roll(self, name: str, needed: Mask) -> Faces:
        """Look the needed rolls up; raises InputError that names every one that is missing."""
        posts: list[int | None] = [None] if ROLLS[name].whole_race else [runner.post for runner in self.runners]
        red, white = np.ones(needed.shape, np.uint8), np.ones(needed.shape, np.uint8)
        missing = []
        for place, (post, need) in enumerate(zip(posts, needed[:, 0], strict=True)):
            at = self.rolls.get((name, post)) if need else None
            if at is not None:
                row = self.table.rows[at]
                self.used.add(at)
                red[place], white[place] = row["red"], row["white"] or 1
            elif need:
                whom = "" if post is None else f" for post {post} ({self.runners[place].name})"
                missing.append(
                    Fault(
                        f"{self.table.path}", f"no roll {name}{whom}", "every roll that the race needs in its version"
                    )
                )
        if missing:
            raise InputError(missing)
        return Faces(red, white)

    def finish(self, log: Sequence[LogRow], *, odds: bool) -> None:
        """Raise InputError for rolls left over, and for columns that the charts belie.

        `odds` says which part of the log was used: the odds' rolls, or all the others; the other part is passed over.
        """
        meant = {(row.roll, row.post): row for row in log}
        faults = []
        for i, row in enumerate(self.table.rows):
            if (row["roll"] == "odds") != odds:
                continue
            if i not in self.used:
                faults.append(self._fault(row, "roll", row["roll"], "only rolls that the race needs"))
            given = meant.get((row["roll"], row["post"]))
            for name in CHECKED if given else ():
                cell, expected = as_meant(row.raw.get(name, "")), str(getattr(given, name))
                if cell not in ("", expected):
                    faults.append(self._fault(row, name, cell, f"{expected}, or a blank"))
        if faults:
            raise InputError(faults)

    def _fault(self, row: Row, column: str, found: object, allowed: str) -> Fault:
        return Fault.at(self.table.path, row.line, column, found, allowed)
