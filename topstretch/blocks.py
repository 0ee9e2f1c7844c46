"""Blocks of races as work that can be done anywhere: by this process, by others, by any executor."""

import operator
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import lru_cache, reduce

import numpy as np
from attrs import frozen

from .batch import Block, Compiled, run_block
from .card import RaceCard
from .charts import ChartSet
from .counting import Tally, count_block
from .dice import BLOCK, Stream
from .errors import TopstretchError
from .house import Rules
from .tables import compile_tables

BLOCKS_A_TASK = 8
TASKS_AHEAD = 4  # a worker, so that none waits and none of the results pile up


class BlockError(TopstretchError):
    """A block failed or did not come back: its counts are missing, so there is no result."""


@frozen
class Job:
    """The races to run: everything a worker needs, and nothing that it would have to ask for."""

    card: RaceCard
    version: str
    seed: int
    charts: ChartSet
    rules: Rules
    races: int
    details: tuple[str, ...] = ()

    @property
    def blocks(self) -> int:
        """How many blocks the races fill, the last one perhaps in part."""
        return -(-self.races // BLOCK)


@frozen
class Task:
    """Some blocks of a job, in a row."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"blocks {self.first} to {self.last}"


@lru_cache(maxsize=2)
def compiled_for(card: RaceCard, version: str, charts: ChartSet, rules: Rules) -> Compiled:
    """A card's tables, kept for its next task: they take as long as a block and a half."""
    return Compiled.of(compile_tables(card, version, charts, rules))


def run_task(job: Job, task: Task) -> Tally:
    """Count the races of some blocks; what a worker runs."""
    compiled = compiled_for(job.card, job.version, job.charts, job.rules)
    blocks = blocks_of(compiled, job.seed, min(job.races, (task.last + 1) * BLOCK), task.first)
    return reduce(operator.add, (count_block(block, job.details) for block in blocks))


def blocks_of(compiled: Compiled, seed: int, races: int, first: int = 0) -> Iterator[Block]:
    """The blocks of the races below number `races`, from block number `first` on; the last one may hold fewer than the rest."""
    keep_small_arrays()
    stream = Stream(seed)
    for number in range(first, -(-races // BLOCK)):
        yield run_block(compiled, stream, number).first(races - number * BLOCK)


def keep_small_arrays() -> None:
    """Free one large array, after which glibc keeps freed arrays of a block at hand: half the time of a block otherwise
    goes into fresh pages."""
    np.empty(24 << 20, np.uint8)


def tally_job(job: Job, workers: int, executor: Executor | None, done: Callable[[int], None]) -> Iterator[Tally]:
    """The counts of the job's tasks, in order of their blocks; `done` is told the number of races after each."""
    tasks = [Task(first, min(first + BLOCKS_A_TASK, job.blocks) - 1) for first in range(0, job.blocks, BLOCKS_A_TASK)]
    if executor is None and (workers == 1 or len(tasks) == 1):
        results = (run_here(job, task) for task in tasks)
        yield from checked(job, tasks, results, done)
        return
    with ProcessPoolExecutor(workers, initializer=leave_ctrl_c) if executor is None else nullcontext(executor) as pool:
        yield from checked(job, tasks, in_order(pool, job, tasks, workers * TASKS_AHEAD), done)


def leave_ctrl_c() -> None:
    """In a worker: an interrupt is for the process that started it. A worker that dies of one breaks the pool, which then
    writes tracebacks and may never end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def naming(task: Task) -> Iterator[None]:
    """Whatever fails inside is an error that names the task."""
    try:
        yield
    except Exception as error:
        raise BlockError(f"{task} did not come back: {type(error).__name__}: {error}") from error


def run_here(job: Job, task: Task) -> Tally:
    """Run a task in this process."""
    with naming(task):
        return run_task(job, task)


def in_order(pool: Executor, job: Job, tasks: list[Task], ahead: int) -> Iterator[Tally]:
    """Results in the order of the tasks, with only so many tasks handed out ahead; the rest is cancelled at the end."""
    waiting: list[tuple[Task, Future[Tally]]] = []
    left = iter(tasks)
    try:
        while True:
            while len(waiting) < ahead and (task := next(left, None)) is not None:
                with naming(task):
                    waiting.append((task, pool.submit(run_task, job, task)))
            if not waiting:
                return
            task, future = waiting.pop(0)
            with naming(task):
                tally = future.result()
            yield tally
    finally:
        for _, future in waiting:
            future.cancel()


def checked(job: Job, tasks: list[Task], results: Iterator[Tally], done: Callable[[int], None]) -> Iterator[Tally]:
    """The results, each with the number of races it should have."""
    for task, tally in zip(tasks, results, strict=True):
        expected = min((task.last + 1) * BLOCK, job.races) - task.first * BLOCK
        found = getattr(tally, "races", None)  # an executor may hand back anything
        if found != expected:
            raise BlockError(f"{task}: found {found} races, expected {expected}")
        yield tally
        done(tally.races)
