"""Dice that keep what they were asked for."""

from typing import Any

import attrs
import topstretch as ts
from topstretch.dice import Faces, Mask


@attrs.define
class Recorded:
    """Dice by a seed; `asked` has the name and the mask of each roll, in the order in which they were made."""

    seed: int = 3
    asked: list[tuple[str, Mask]] = attrs.field(factory=list)
    seated: Any = None

    def seat(self, runners: Any, race: int) -> "Recorded":
        """These dice for the runners of a race."""
        self.seated = ts.SeededDice(self.seed).seat(runners, race)
        return self

    def roll(self, name: str, needed: Mask) -> Faces:
        """The seed's dice."""
        self.asked.append((name, needed))
        return self.seated.roll(name, needed)
