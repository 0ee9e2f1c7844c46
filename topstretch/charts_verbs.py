"""What the verb `charts check` does before it writes anything."""

from pathlib import Path

from .charts import load_charts
from .errors import TopstretchError, clean
from .invariants import INVARIANTS, Broken, check_charts


class BrokenShapeError(TopstretchError):
    """A chart set that loads and plays, but breaks rules of shape: `broken` says which and where, one line each."""

    status = 2

    def __init__(self, broken: list[Broken]) -> None:
        self.broken: tuple[Broken, ...] = tuple(broken)
        super().__init__("\n".join(str(one) for one in broken))


def checked(folder: Path) -> str:
    """Check a folder of charts; gives the line to print.

    Raises InputError with every fault of a set that cannot be read, BrokenShapeError with every rule of shape that a set
    breaks.
    """
    charts = load_charts(folder)
    broken = check_charts(charts)
    if broken:
        raise BrokenShapeError(broken)
    return (
        f"{clean(folder)}: {len(charts.sheets)} charts, edition {charts.edition}; "
        f"{len(INVARIANTS)} rules of shape; no faults"
    )
