"""Cards, chart sets, played races and broken executors for the tests of the engine."""

import csv
import os
import random
import shutil
from concurrent.futures import Executor, Future
from pathlib import Path

import numpy as np
import topstretch as ts
from topstretch.blocks import BLOCKS_A_TASK
from topstretch.dice import BLOCK

from fields import STANDARD, random_card, random_charts
from rules.making import card as plain_card

VERSIONS = ("quickplay", "fullplay")
TARGETS = ("figure", "dice")
TASK = BLOCKS_A_TASK * BLOCK  # races that one worker is handed at a time
PACES = ("Slow", "Normal", "Fast")
FACTORS = ("Class", "Speed", "Trip")


def random_cases(name: str, folder: Path, number: int):
    """(card, folder of charts, version, rules) for a seeded study, both versions in turn; first fields of 2 and of 24."""
    rng = random.Random(name)
    for case in range(number):
        charts = STANDARD if rng.random() < 0.25 else random_charts(rng, folder / f"{name} {case}")
        runners = (2, 2, 24, 24, 24, 24)[case] if case < 6 else None
        yield random_card(rng, runners), charts, VERSIONS[case % 2], ts.Rules(factor_target=rng.choice(TARGETS))


def close_card(runners: int, **conditions) -> ts.RaceCard:
    """Runners with little between them, of every Pace and Form: many photos, some dead heats."""
    rng = random.Random(f"close {runners}")
    ratings = [
        {
            "power_dirt": rng.randint(14, 16), "pace": rng.randint(0, 9), "form": rng.choice("ABCDE"), "wire": 4,
            **{name: rng.choice((0, 0, 1)) for name in ("class_", "speed", "trip")}, "trouble": rng.randint(3, 9),
        }
        for _ in range(runners)
    ]  # fmt: skip
    return plain_card(*ratings, **conditions)


def troubled_charts(folder: Path) -> Path:
    """The standard charts, but one roll in six goes to Trouble, where everything happens often."""
    copy_charts(folder)
    for name in ("form", "race_position"):
        rewrite(folder, name, lambda roll, column, cell: cell.removesuffix("t") + ("t" if roll in ("3", "7") else ""))
    outcomes = {2: "out", 3: "out", 4: "test: power", 5: "test: disqualified", 6: "disqualified", 7: "disqualified"}
    write_trouble(folder, {roll: outcomes.get(roll, "nothing" if roll % 2 else "test: disqualified") for roll in ROLLS})
    return folder


ROLLS = range(2, 13)


def coarse(folder: Path, step: int = 10) -> Path:
    """The charts of a folder with figures by tens, or other steps: many photos and dead heats."""
    rewrite(folder, "final_speed", lambda roll, column, cell: str(max(5, int(cell) // step * step)))
    return folder


def copy_charts(folder: Path) -> Path:
    """A copy of the standard charts to change."""
    folder.mkdir(parents=True)
    for path in STANDARD.glob("*.csv"):
        shutil.copy(path, folder)
    return folder


def rewrite(folder: Path, name: str, make) -> None:
    """Write a chart again, each cell as `make(row label, column, cell)` says."""
    path = folder / f"{name}.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    head = [line for line in lines if line.startswith("#")]
    header, *rows = csv.reader(line for line in lines if not line.startswith("#"))
    body = [[row[0], *(make(row[0], column, cell) for column, cell in zip(header[1:], row[1:]))] for row in rows]
    text = "\n".join([*head, *(",".join(row) for row in [header, *body])])
    path.write_text(text + "\n", encoding="utf-8")


def write_trouble(folder: Path, outcomes: dict[int, str]) -> None:
    """Write the Trouble chart with an outcome for each roll."""
    lines = ["roll,outcome,reason,power"]
    for roll, outcome in outcomes.items():
        reason, power = "went home" if outcome == "out" else "", "-2" if outcome == "test: power" else ""
        lines.append(f"{roll},{outcome},{reason},{power}")
    (folder / "trouble.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def all_to_trouble(folder: Path, outcome: str) -> Path:
    """Charts by which every horse goes to Trouble, whose every roll has the same outcome."""
    copy_charts(folder)
    for name in ("form", "race_position"):
        rewrite(folder, name, lambda roll, column, cell: cell.removesuffix("t") + "t")
    write_trouble(folder, dict.fromkeys(ROLLS, outcome))
    return folder


def no_trouble(folder: Path) -> Path:
    """Charts by which no horse ever goes to Trouble."""
    copy_charts(folder)
    for name in ("form", "race_position"):
        rewrite(folder, name, lambda roll, column, cell: cell.removesuffix("t"))
    return folder


def all_level(folder: Path) -> Path:
    """Charts by which every figure is 100, so that every race is one photo."""
    copy_charts(folder)
    rewrite(folder, "final_speed", lambda roll, column, cell: "100")
    return folder


def played(simulation: ts.Simulation, races) -> list[ts.Scoresheet]:
    """The scoresheets of some races of a simulation, each played alone by its seed and number."""
    return [
        ts.play(
            simulation.card, version=simulation.version, seed=simulation.seed, race=race, rules=simulation.rules,
            charts=simulation.charts,
        )
        for race in races
    ]  # fmt: skip


def column(sheets, name: str) -> np.ndarray:
    """A field of the lines of many sheets: (horses, races), 0 where a cell is empty."""
    return np.array([[getattr(line, name) or 0 for line in sheet.lines] for sheet in sheets]).T


def is_disqualified(line) -> bool:
    """Whether a runner was disqualified, by its status."""
    return line.status.startswith("disqualified")


class AtOnce(Executor):
    """An executor that runs each task as it is handed over; `spoil` replaces tasks by their number."""

    def __init__(self, spoil=None):
        self.spoil, self.tasks = spoil or {}, 0

    def submit(self, fn, /, *args, **kwargs):
        """Run the task, or what replaces it."""
        future: Future = Future()
        chosen = self.spoil.get(self.tasks, fn)
        self.tasks += 1
        try:
            future.set_result(chosen(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Spoiling(Executor):
    """Another executor, some of whose tasks are replaced by their number."""

    def __init__(self, pool, spoil):
        self.pool, self.spoil, self.tasks = pool, spoil, 0

    def submit(self, fn, /, *args, **kwargs):
        """Hand the task, or what replaces it, to the other executor."""
        self.tasks += 1
        return self.pool.submit(self.spoil.get(self.tasks - 1, fn), *args, **kwargs)


def kill_worker(job, task):
    """A task that ends its process as a kill does."""
    os._exit(9)


def fail(job, task):
    """A task that fails."""
    raise ValueError("the dice fell off the table")


def give_nothing(job, task):
    """A task that loses its counts on the way."""
    return


def count_too_few(job, task):
    """A task that leaves out its last block."""
    from attrs import evolve
    from topstretch.blocks import run_task

    return run_task(job, evolve(task, last=task.last - 1))
