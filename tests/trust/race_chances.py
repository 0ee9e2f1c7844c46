"""Exact chances against simulated races and against rational numbers, for the proof `trust.races`."""

import shutil
from pathlib import Path

import numpy as np
import topstretch as ts
from attrs import evolve

from engine import rational
from engine.agreement import cells, official
from engine.making import coarse, rewrite
from fields import for_oracle
from trust.race_items import Different, Item, Plan, Seen

SIMULATED, LIMIT = 400_000, 5.5  # races a field; z-scores
EXACTLY = IMPOSSIBLE = 1e-12


def chances(plan: Plan, number: int, seen: Seen) -> None:
    """Exact chances against many simulated races: each cell's z-score, and official place and show beyond the bound."""
    item = plan.item("chances", number)
    simulation = ts.simulate(item.card, races=SIMULATED, seed=item.seed, **item.options)
    exact = ts.exact(item.card, **item.options)
    scores = {cell.name: cell.z(SIMULATED) for cell in cells(simulation, exact) if cell.counts(SIMULATED)}
    impossible = [cell.name for cell in cells(simulation, exact) if cell.count and cell.chance < IMPOSSIBLE]
    worst = max(scores, key=lambda name: abs(scores[name]), default="")
    beyond = official(simulation, exact)[1]
    seen.counts["chances",] += len(scores)
    seen.counts["squares",] += sum(score**2 for score in scores.values())
    seen.at_most("z", abs(scores.get(worst, 0.0)))
    seen.at_most("beyond", beyond)
    if abs(scores.get(worst, 0.0)) > LIMIT or beyond > LIMIT or impossible:
        raise Different(f"z-score {scores.get(worst)} of {worst}; beyond the bound {beyond}; cannot be: {impossible}")


def fractions(plan: Plan, number: int, seen: Seen) -> None:
    """Exact chances of two or three runners against every way the dice can fall, in rational numbers."""
    item = plan.item("fractions", number)
    seen.counts["fraction charts", item.charts.name] += 1
    if len(item.card.runners) > 2 or item.version == "fullplay":
        item = evolve(item, charts=few_ways(item, plan.folder / f"seed-{plan.seed}-few-{number}"))
    truth = rational.solve(for_oracle(item.card), item.charts, item.version, item.rules.factor_target)
    exact = ts.exact(item.card, **item.options)
    figures = exact.keys.reshape(len(exact.keys), -1, 24).sum(axis=2)
    wanted = np.zeros(figures.shape)
    for horse, row in enumerate(truth.figures):
        for figure, chance in row.items():
            wanted[horse, figure - exact.field.lowest_figure] = chance
    pairs = {
        "finish": (exact.finish, truth.wire), "win": (exact.win, truth.at_least(1)), "out": (exact.out, truth.out),
        "disqualified": (exact.disqualified, truth.disqualified), "figures": (figures, wanted),
        "dead heats": (exact.official.dead_heat, truth.dead_heat),
        "paces": (list(exact.paces.values()), [truth.paces.get(pace, 0) for pace in exact.paces]),
        "place": (exact.official.place, truth.at_least(2)), "show": (exact.official.show, truth.at_least(3)),
    }  # fmt: skip
    for name, (found, right) in pairs.items():
        off = float(abs(np.array(found, float) - np.array(right, float)).max())
        bounded = exact.bound if name in ("place", "show") else 0.0
        seen.at_most("place and show" if bounded else "exact", off)
        seen.counts["fractions",] += np.size(found)
        if not off <= bounded + EXACTLY:
            raise Different(f"{name} is off by {off}, allowed {bounded}: found {found}, wanted {right}")
    for kept in FORGOTTEN:
        kept.cache_clear()


FORGOTTEN = (
    rational.together, rational.final_speeds, rational.columns_of, rational.rulings, rational.after_photos,
)  # fmt: skip


def few_ways(item: Item, folder: Path) -> Path:
    """The item's charts with few figures and few starting points, so that every way can be gone through."""
    if not folder.exists():
        shutil.copytree(item.charts, folder)
        coarse(folder, 20)
        rewrite(folder, "break_segment", lambda roll, column, cell: str(int(cell) // 5 * 5))
        rewrite(folder, "pace_setup", lambda roll, column, cell: "0")
    return folder
