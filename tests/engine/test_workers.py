"""The same counts for any number of workers and any executor; a block that does not come back is an error that names it."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

import pytest
import topstretch as ts
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch import batch, blocks
from topstretch.dice import BLOCK

from engine.making import TASK, AtOnce, Spoiling, count_too_few, fail, give_nothing, kill_worker

CARD = ts.load_race("champagne-2009")
RACES = 3 * TASK + 2 * BLOCK + 77  # four tasks, of which the last ends in a part of a block
DETAILS = ("exacta", "trifecta", "head_to_head")
DEADLINE = 60  # seconds, for what takes one or two


def run(races=RACES, **options):
    """Races of one seed."""
    return ts.simulate(CARD, **{"races": races, "seed": 99, "version": "fullplay", "details": DETAILS, **options})


@pytest.fixture(scope="module")
def alone():
    """The races counted by this process."""
    return run()


# The same counts


@pytest.mark.parametrize("workers", [2, 3])
def test_workers_give_the_same_counts(alone, workers):
    assert run(workers=workers) == alone


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_a_process_pool_gives_the_same_counts(alone, start):
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(start)) as pool:
        assert run(executor=pool) == alone
        assert run(races=5, executor=pool) == run(races=5)  # the executor is left open


def test_threads_and_an_executor_of_ones_own_give_the_same_counts(alone):
    with ThreadPoolExecutor(3) as pool:
        assert run(executor=pool) == alone
    own = AtOnce()
    assert run(executor=own, workers=3) == alone
    assert own.tasks == 4


@pytest.mark.parametrize("races", [1, 2, BLOCK - 1, BLOCK, BLOCK + 1, TASK, TASK + 1])
def test_any_number_of_races(races):
    whole = run(races)
    assert whole.races == whole.tally.official[0].sum() == whole.tally.paces.sum() == races
    with ThreadPoolExecutor(2) as pool:
        assert run(races, executor=pool) == whole


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 3 * BLOCK), st.integers(0, 2**63 - 1), st.sampled_from(["quickplay", "fullplay"]))
def test_fewer_races_are_the_front_of_more(races, seed, version):
    """Each race found among the fewer is found among the more, and nothing else up to there."""
    few = ts.simulate(CARD, races=races, seed=seed, version=version)
    more = ts.simulate(CARD, races=races + 1 + seed % 20_000, seed=seed, version=version)
    for wanted in ({"dead_heat": True}, {"disqualified": 1}, {"out": 6}, {"photo": True, "pace": "Slow"}):
        found = more.find(**wanted, limit=10**6)
        assert few.find(**wanted, limit=10**6) == [race for race in found if race < races]


def test_seeds_differ_and_no_seed_is_told():
    assert ts.simulate(CARD, races=1000, seed=1) != ts.simulate(CARD, races=1000, seed=2)
    fresh = ts.simulate(CARD, races=1000)
    assert ts.simulate(CARD, races=1000, seed=fresh.seed) == fresh


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_is_told_every_race_once(workers):
    told = []
    run(workers=workers, progress=told.append)
    assert told == [TASK, TASK, TASK, RACES - 3 * TASK]


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"races": 0}, "races"),
        ({"races": 2.5}, "races"),
        ({"races": True}, "races"),
        ({"workers": 0}, "workers"),
        ({"workers": "two"}, "workers"),
        ({"seed": -1}, "seed"),
        ({"details": ["exactas"]}, "details"),
        ({"version": "longplay"}, "version"),
    ],
)
def test_a_call_that_cannot_be_is_refused(options, where):
    with pytest.raises(ts.InputError, match=f"^{where}: found .*, allowed "):
        run(**{"races": 10, **options})


# Blocks that do not come back


def test_a_block_that_fails_is_named():
    with pytest.raises(
        ts.BlockError, match=r"^blocks 8 to 15 did not come back: ValueError: the dice fell off the table$"
    ):
        run(executor=AtOnce({1: fail}))
    with (
        ProcessPoolExecutor(2) as pool,
        pytest.raises(ts.BlockError, match=r"^blocks 24 to 26 did not come back: Value"),
    ):
        run(executor=Spoiling(pool, {3: fail}))


def test_a_block_that_fails_in_this_process_is_named(monkeypatch):
    def breaks(compiled, stream, block):
        if block == 9:
            raise MemoryError("no room for the dice")
        return batch.run_block(compiled, stream, block)

    monkeypatch.setattr(blocks, "run_block", breaks)
    with pytest.raises(ts.BlockError, match=r"^blocks 8 to 15 did not come back: MemoryError: no room for the dice$"):
        run()


def test_a_worker_that_is_killed_is_an_error_that_names_the_blocks():
    with (
        ProcessPoolExecutor(2) as pool,
        pytest.raises(ts.BlockError, match=r"^blocks \d+ to \d+ did not come back: Broken"),
    ):
        run(executor=Spoiling(pool, {2: kill_worker}))


def test_a_pool_that_takes_no_more_tasks_is_an_error_that_names_the_blocks():
    """A worker that dies between two results breaks the pool: then it is `submit` that raises."""

    class Breaking(AtOnce):
        def submit(self, fn, /, *args, **kwargs):
            if self.tasks == 5:
                raise BrokenProcessPool("a worker died")
            return super().submit(fn, *args, **kwargs)

    with pytest.raises(ts.BlockError, match=r"^blocks 40 to 47 did not come back: BrokenProcessPool: a worker died$"):
        run(races=7 * TASK, executor=Breaking())


def test_an_executor_that_is_shut_is_an_error_that_names_the_blocks():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(ts.BlockError, match=r"^blocks 0 to 7 did not come back: RuntimeError: cannot schedule"):
        run(executor=pool)


def test_counts_that_are_lost_or_too_few_are_an_error_that_names_the_blocks():
    with pytest.raises(ts.BlockError, match=rf"^blocks 8 to 15: found {TASK - BLOCK} races, expected {TASK}$"):
        run(executor=AtOnce({1: count_too_few}))
    with pytest.raises(ts.BlockError, match=r"^blocks 16 to 23"):
        run(executor=AtOnce({2: give_nothing}))


def test_after_an_error_no_more_tasks_are_handed_out():
    pool = AtOnce({0: fail})
    with pytest.raises(ts.BlockError, match="blocks 0 to 7 "):
        run(races=40 * TASK, executor=pool)
    assert pool.tasks <= blocks.TASKS_AHEAD


def test_few_tasks_are_handed_out_ahead_of_their_results():
    waiting = []

    class Counting(AtOnce):
        def submit(self, fn, /, *args, **kwargs):
            waiting.append(self.tasks + 1 - len(done))
            return super().submit(fn, *args, **kwargs)

    done = []
    run(races=12 * TASK, executor=Counting(), progress=done.append, workers=2)
    assert len(done) == 12
    assert max(waiting) <= 2 * blocks.TASKS_AHEAD + 1


# Stopped from the keyboard


@pytest.mark.parametrize("after", [1, 3])
def test_a_run_that_is_stopped_keeps_the_finished_blocks(after):
    told = []

    def stop(races):
        told.append(races)
        if len(told) == after:
            raise KeyboardInterrupt

    with pytest.raises(ts.InterruptedSimulation) as stopped:
        run(progress=stop)
    kept = stopped.value.simulation
    assert kept == run(after * TASK)
    assert kept.scoresheet(0) == run(1).scoresheet(0)
    with pytest.raises(ts.InputError, match=f"0 to {after * TASK - 1}"):
        kept.scoresheet(after * TASK)


def test_a_run_that_is_stopped_before_its_first_block_keeps_nothing():
    class Stopping(AtOnce):
        def submit(self, fn, /, *args, **kwargs):
            raise KeyboardInterrupt

    with pytest.raises(ts.InterruptedSimulation) as stopped:
        run(executor=Stopping())
    assert stopped.value.simulation is None
    assert isinstance(stopped.value, KeyboardInterrupt)


LONG_RUN = """
import sys, topstretch as ts
def told(races):
    print(races, flush=True)
try:
    ts.simulate("champagne-2009", races=10**10, seed=1, workers=int(sys.argv[1]), progress=told)
except ts.InterruptedSimulation as stopped:
    kept = stopped.simulation
    again = ts.simulate("champagne-2009", races=kept.races, seed=1)
    print("kept", kept.races, kept == again, flush=True)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_stops_a_run_at_once_and_leaves_no_process_and_no_traceback(workers):
    process = subprocess.Popen(
        [sys.executable, "-c", LONG_RUN, str(workers)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        told = [process.stdout.readline() for _ in range(3)]
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the workers too
        out, err = process.communicate(timeout=DEADLINE)
        assert told == [f"{TASK}\n"] * 3
        word, races, same = out.splitlines()[-1].split()
        assert (word, same) == ("kept", "True")
        assert int(races) >= 3 * TASK
        assert process.returncode == 0
        assert err == ""
        deadline = time.monotonic() + DEADLINE
        while group_lives(process.pid):
            assert time.monotonic() < deadline, "a worker is left"
            time.sleep(0.05)
    finally:
        end_group(process)


INTERRUPTED_WORKERS = """
import multiprocessing, os, signal, topstretch as ts
told = []
def interrupt_workers(races):
    told.append(races)
    for worker in multiprocessing.active_children() if len(told) > 5 else []:
        os.kill(worker.pid, signal.SIGINT)
run = dict(card="champagne-2009", races=30 * 131_072, seed=1)
print(ts.simulate(**run, workers=2, progress=interrupt_workers) == ts.simulate(**run))
"""


def test_workers_leave_ctrl_c_to_the_process_that_started_them():
    """A worker that is interrupted breaks the pool: it writes a traceback, and now and then the pool never ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED_WORKERS],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        assert process.communicate(timeout=DEADLINE) == ("True\n", "")
    finally:
        end_group(process)


def end_group(process):
    """End a process and its workers, if they are still there."""
    if group_lives(process.pid):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    process.stderr.close()


def group_lives(group):
    """Whether a process group still has a process."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
