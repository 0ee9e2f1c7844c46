"""Races found by what happened in them."""

import numpy as np
import numpy.typing as npt
from attrs import frozen

from .batch import Block
from .chart_files import PACES
from .errors import fault

Flags = npt.NDArray[np.bool_]


@frozen
class Wanted:
    """What a race must hold to be found: rows of the block's arrays, None where it does not matter."""

    order: tuple[int, ...] = ()
    winner: int | None = None
    dead_heat: bool | None = None
    disqualified: int | None = None
    out: int | None = None
    pace: int | None = None
    photo: bool | None = None

    def match(self, block: Block) -> Flags:
        """(races): where everything that matters happened."""
        flags = [block.place[row] == place for place, row in enumerate(self.order, 1)]
        if self.winner is not None:
            flags.append(block.place[self.winner] == 1)
        if self.dead_heat is not None:
            flags.append((np.count_nonzero(block.place == 1, axis=0) > 1) == self.dead_heat)
        if self.disqualified is not None:
            flags.append(block.was_disqualified()[self.disqualified])
        if self.out is not None:
            flags.append(block.place[self.out] == 0)
        if self.pace is not None:
            flags.append(block.pace == self.pace)
        if self.photo is not None:
            flags.append(block.photo_for_the_win() == self.photo)
        return np.logical_and.reduce(flags) if flags else np.ones(block.pace.shape, bool)


def pace_number(pace: str) -> int:
    """Slow 0, Normal 1, Fast 2."""
    names = [name.lower() for name in PACES]
    if str(pace).lower() not in names:
        raise fault("pace", pace, ", ".join(PACES))
    return names.index(pace.lower())
