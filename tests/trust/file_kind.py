"""A kind of file that a user can hand in, and what the kinds have in common."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import topstretch as ts
from attrs import field, frozen
from topstretch.console import csv_text
from topstretch.errors import TopstretchError

from rules.making import card as plain_card
from trust.mutating import Good


@frozen
class Share:
    """Which of the steps that take long are done: each with a chance, all of them where `thorough`."""

    rng: random.Random
    thorough: bool = False

    def of(self, chance: float) -> bool:
        """Whether a step with this chance is done."""
        return self.rng.random() < chance or self.thorough


Use = Callable[[Any, Path, Share], None]


@frozen(eq=False)
class Kind:
    """A kind of file. `read` and `use` raise TopstretchError for what a user did wrong, and nothing else ever."""

    name: str
    file: str
    goods: tuple[Good, ...] = field(repr=False)
    read: Callable[[Path], Any] = field(repr=False)
    use: Use = field(repr=False)
    weight: float = 1.0


def shortened(path: Path, rows: Sequence[int], longest: int = 60) -> str:
    """Some rows of a packaged file, their long texts cut."""
    table = ts.columns.read_table(path, (), extra=True)
    cells = [{name: cell[:longest] for name, cell in table.rows[at].raw.items()} for at in rows]
    head = "".join(f"# {name}: {value[:longest].replace(',', ';')}\n" for name, value in table.head.items())
    return head + csv_text(cells, table.header)


def again(path: Path, log: str, read: Callable[[], Any]) -> None:
    """What the package wrote it must read."""
    path.with_name("log.csv").write_text(log, encoding="utf-8", newline="")
    try:
        read()
    except TopstretchError as error:
        raise AssertionError(f"what was written is not read again: {error}") from error


VERSIONS = ("quickplay", "fullplay")
SMALL = (
    plain_card(
        {"form": "E", "pace": 9},
        {"pace": 0, "form": "D", "power_dirt": 29, "wire": 9},
        {"adj_power": -30},
        distance=8.5,
    ),
    plain_card({"form": "A", "trouble": 2}, {"adj_power": 60, "trouble": 12, "ride": 2}, distance=6),
    plain_card(
        {"wet": 3}, {"trip": -3, "class_": -3, "speed": -3, "ride": -2}, distance=12, surface="turf", condition="firm"
    ),
)
