"""Plots of results by matplotlib (the extra `plots`). Each function takes the Axes to draw on, or makes one, and gives it back.

from topstretch.show import plots
plots.running_positions(sheet)
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ..distributions import PHOTOS
from ..errors import InputError, fault
from ..scoresheet import Line, Scoresheet
from ..simulation import Simulation
from ..solver import Exact

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

    from ..betting import Odds

Chances = Simulation | Exact
Floats = npt.NDArray[np.float64]
MOST_NUMBERED = 14  # horses: above that the numbers in a grid of places are too small to read
TEXT_SIZE, TITLE_SIZE = 8, 10
REALISM = ("figure", "real_low", "real_high", "quickplay", "fullplay")
SCALE = 2.6  # how high a ridge is, in rows


def axes(ax: "Axes | None", width: float, height: float) -> "Axes":
    """The Axes that were given, or new ones of this size in inches; raises InputError without matplotlib."""
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise fault("plots", "no matplotlib", "the extra `plots`: pip install 'topstretch[plots]'") from None
    return plt.subplots(figsize=(width, height), layout="constrained")[1] if ax is None else ax


def running_positions(sheet: Scoresheet, ax: "Axes | None" = None) -> "Axes":
    """Each horse's position at each call, first at the top, from its post at the gate to the finish as run.

    Quickplay has the gate and the finish alone. A horse that is out ends with a cross at its last call.
    """
    ax = axes(ax, 8, 1.5 + 0.32 * len(sheet.lines))
    calls = {name: {row["post"]: row["position"] for row in rows} for name, rows in by_call(sheet)}
    names = ["gate", *calls]
    order = {line.post: number for number, line in enumerate(sheet.lines, start=1)}
    ends: dict[int, list[Line]] = {}
    for line in sheet.lines:
        places = [order[line.post], *(found[line.post] for found in calls.values() if line.post in found)]
        [drawn] = ax.plot(range(len(places)), places, marker="o", markersize=4, linewidth=1.5)
        if line.wire_place is None:
            ax.plot(len(places) - 1, places[-1], marker="x", markersize=9, color=drawn.get_color())
        else:
            ends.setdefault(line.wire_place, []).append(line)
    for place, lines in ends.items():
        text = ", ".join(f"{line.post} {line.horse}" for line in lines)
        ax.annotate(literal(f"  {text}"), (len(names) - 1, place), va="center", size=TEXT_SIZE, annotation_clip=False)
    ax.set_xticks(range(len(names)), [name.capitalize() for name in names])
    ax.set_yticks(
        range(1, len(order) + 1), literals(f"{line.post} {line.horse}" for line in sheet.lines), size=TEXT_SIZE
    )
    ax.set_ylim(len(order) + 0.5, 0.5)
    ax.set_title(literal(f"{sheet.card.name}: position at each call"), loc="left", size=TITLE_SIZE)
    return plain(ax)


def by_call(sheet: Scoresheet) -> Iterable[tuple[str, list[Mapping[str, Any]]]]:
    """The rows of the calls, call by call."""
    return [(name, list(rows)) for name, rows in groupby(sheet.call_rows(), key=itemgetter("call"))]


def place_chances(found: Chances, ax: "Axes | None" = None) -> "Axes":
    """Each horse's chance of each place as run, in percent, likeliest winner first; what is missing in a row is out."""
    chances = np.asarray(found.finish)
    horses = len(chances)
    ax = axes(ax, 2.5 + 0.55 * horses, 1.2 + 0.34 * horses)
    order = np.argsort(-chances[:, 0], kind="stable")
    ax.imshow(chances[order], cmap="Greens", vmin=0, vmax=float(chances.max()), aspect="auto")
    if horses <= MOST_NUMBERED:
        middle = chances.max() / 2
        for row, horse in enumerate(order):
            for place in range(horses):
                ink = "white" if chances[horse, place] > middle else "black"
                text = f"{100 * chances[horse, place]:.1f}"
                ax.text(place, row, text, ha="center", va="center", size=TEXT_SIZE, color=ink)
    ax.set_xticks(range(horses), [str(place) for place in range(1, horses + 1)])
    ax.set_yticks(range(horses), labels(found, order), size=TEXT_SIZE)
    ax.set_xlabel("Place as run")
    ax.set_title(title(found, "chance of each place, %"), loc="left", size=TITLE_SIZE)
    return plain(ax)


def figure_distributions(found: Chances, ax: "Axes | None" = None) -> "Axes":
    """How each horse's final speed is spread over the races it finishes, highest mean at the top; a tick marks the mean."""
    figures, weights = figure_weights(found)
    ax = axes(ax, 8, 1.5 + 0.42 * len(weights))
    with np.errstate(invalid="ignore", divide="ignore"):
        shares = np.nan_to_num(weights / weights.sum(axis=1, keepdims=True))
    means = shares @ figures
    order = np.argsort(-means, kind="stable")
    height = SCALE / max(float(shares.max()), 1e-12)
    for row, horse in enumerate(order):
        ridge = row - shares[horse] * height
        [drawn] = ax.plot(figures, ridge, linewidth=1, zorder=row)
        ax.fill_between(figures, row, ridge, alpha=0.4, color=drawn.get_color(), zorder=row)
        ax.plot([means[horse]] * 2, [row, row - 0.25], color="black", linewidth=1, zorder=row)
    seen = np.flatnonzero(shares.max(axis=0) > shares.max() / 500)
    ax.set_xlim(figures[seen[0]], figures[seen[-1]])
    ax.set_yticks(range(len(order)), labels(found, order), size=TEXT_SIZE)
    ax.set_ylim(len(order) - 0.5, -SCALE - 0.3)
    ax.set_xlabel("Final speed")
    ax.set_title(title(found, "final speed"), loc="left", size=TITLE_SIZE)
    return plain(ax)


def figure_weights(found: Chances) -> tuple[Floats, Floats]:
    """The figures, and the weight of each for each horse: (horses, figures)."""
    if isinstance(found, Simulation):
        weights = np.asarray(found.tally.figures, np.float64)
        return np.arange(weights.shape[1], dtype=np.float64), weights
    weights = found.keys.reshape(len(found.keys), -1, PHOTOS).sum(axis=2)
    return np.arange(weights.shape[1], dtype=np.float64) + found.field.lowest_figure, weights


def odds_against_chance(odds: "Odds", found: Chances, ax: "Axes | None" = None) -> "Axes":
    """The chance to win against the chance that the odds stand for, in percent; below the line the odds are too short.

    Chances of a simulation have bars of two standard errors. Horses without odds are left out. Raises InputError where the
    odds are of another field.
    """
    if [line.post for line in odds.lines] != [runner.post for runner in found.card.runners]:
        raise fault("odds", "odds of another field", "odds of the runners on the card")
    ax = axes(ax, 8, 5)
    chances, errors = win_chances(found)
    most = 0.0
    for line, chance, error in zip(odds.lines, 100 * chances, 100 * errors, strict=True):
        if line.odds is None:
            continue
        at = 100 * float(1 / (line.odds + 1))
        name = literal(f"{line.post} {line.horse} {line.text}")
        ax.errorbar(
            at, chance, yerr=2 * error if error else None, fmt="o", markersize=12, capsize=2, alpha=0.6, label=name
        )
        ax.annotate(str(line.post), (at, chance), size=TEXT_SIZE, ha="center", va="center")
        most = max(most, at)
    ax.plot([0, 1.1 * most], [0, 1.1 * most], color="black", linewidth=1, linestyle="--")
    ax.set_xlim(0, 1.1 * most or 1)
    ax.set_ylim(0, 1.2 * 100 * float(np.max(chances)) or 1)
    ax.set_xlabel("Chance that the odds stand for, %")
    ax.set_ylabel("Chance to win, %")
    if most:
        ax.legend(loc="center left", bbox_to_anchor=(1, 0.5), fontsize=TEXT_SIZE, frameon=False, markerscale=0.5)
    ax.set_title(title(found, "odds against chances"), loc="left", size=TITLE_SIZE)
    return plain(ax)


def win_chances(found: Chances) -> tuple[Floats, Floats]:
    """Each horse's official chance to win, and its standard error, 0 where it is exact."""
    if isinstance(found, Simulation):
        return found.chances("win")
    return found.win, np.zeros(len(found.win))


def realism(frame: "pd.DataFrame", ax: "Axes | None" = None) -> "Axes":
    """Both versions against real racing: each figure as a share of the real one, a row a figure; a bar where that is a range.

    `frame` is the realism report's: columns figure, real_low, real_high, quickplay, fullplay; a share is of the middle of the
    real range. Rows without a real figure, or with 0, are left out. Raises InputError for a frame without these columns, or
    without a row to draw.
    """
    import pandas as pd

    missing = [name for name in REALISM if name not in frame.columns]
    if missing:
        raise fault("realism", "no column " + ", ".join(missing), "the columns " + ", ".join(REALISM))
    numbers = frame[list(REALISM[1:])].apply(pd.to_numeric, errors="coerce")
    middle = (numbers["real_low"] + numbers["real_high"]) / 2
    kept = middle.notna() & (middle != 0)
    if not kept.any():
        raise nothing_to_draw()
    shares = numbers[kept].div(middle[kept], axis=0).to_numpy(np.float64)
    ax = axes(ax, 8, 1.5 + 0.28 * len(shares))
    for row, (low, high, _, _) in enumerate(shares):
        ax.plot([low, high], [row, row], color="0.75", linewidth=6, solid_capstyle="butt", zorder=1)
    for column, (name, marker) in enumerate((("Quickplay", "o"), ("Fullplay", "s")), start=2):
        ax.plot(
            shares[:, column],
            range(len(shares)),
            marker=marker,
            linestyle="",
            markersize=6,
            fillstyle="none",
            label=name,
        )
    ax.axvline(1, color="black", linewidth=1, zorder=0)
    ax.set_yticks(range(len(shares)), literals(frame.loc[kept, "figure"].astype(str)), size=TEXT_SIZE)
    ax.set_ylim(len(shares) - 0.5, -0.5)
    ax.set_xlabel("Share of the real figure (1: as in real racing)")
    ax.set_title("The charts against real racing", loc="left", size=TITLE_SIZE)
    ax.legend(loc="best", frameon=False)
    return plain(ax)


def nothing_to_draw() -> InputError:
    """The error for a report of which nothing can be drawn."""
    return fault("realism", "no row with a real number", "at least one")


def labels(found: Chances, order: Sequence[int] | npt.NDArray[np.intp]) -> list[str]:
    """The horses' posts and names in an order of rows."""
    runners = found.card.runners
    return literals(f"{runners[horse].post} {runners[horse].name}" for horse in order)


def title(found: Chances, what: str) -> str:
    """The race, the version, and how many races were run."""
    run = f"{found.races:,} races" if isinstance(found, Simulation) else "exact"
    return literal(f"{found.card.name}: {what} ({found.version.capitalize()}, {run})")


def literal(text: str) -> str:
    """The text as it stands: a dollar sign would open a formula."""
    return text.replace("$", r"\$")


def literals(texts: Iterable[str]) -> list[str]:
    """Texts as they stand."""
    return [literal(text) for text in texts]


def plain(ax: "Axes") -> "Axes":
    """No frame but the axes themselves."""
    ax.spines[["top", "right"]].set_visible(False)
    return ax
