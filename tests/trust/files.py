"""Every file that a user can hand in, made bad in a million ways: each must end in a result or in an error that says where.

    PYTHONPATH=tests python -m trust.files --inputs 1000000 --seed 1 --write docs/accuracy.md

An input is named by the seed and its number, for ever: `--number N` judges one alone, `--show N` writes its bytes. Inputs
that fail are made smaller and kept in tests/trust/cases.
"""

import argparse
import random
import resource
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from attrs import define, field, frozen

from trust.file_judge import FAILED, MEGABYTES, OUTCOMES, SECONDS, Verdict, judge, kept, minimised
from trust.file_kind import Kind
from trust.file_kinds import kinds
from trust.mutating import mutated, plain
from trust.sections import write_section

CASES = Path(__file__).parent / "cases"
SWAPPED, AS_IT_IS = "another file", "as it is"
GUARD = 600  # megabytes more than at the start, at which the system gives no more
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
MOST_KEPT = 3  # of failures alike


@frozen
class Input:
    """One file to hand in."""

    number: int
    kind: Kind
    data: bytes
    levels: tuple[str, ...]


def input_of(seed: int, number: int) -> Input:
    """Input number `number` of a seed."""
    rng = random.Random(f"{seed}:{number}")
    every = list(kinds().values())
    kind = rng.choices(every, [one.weight for one in every])[0]
    other = rng.choice(every)
    lot = rng.random()
    good = rng.choice(kind.goods if lot >= 0.03 else other.goods)
    if lot < 0.01 or lot > 0.995:
        return Input(number, kind, plain(good), (SWAPPED if lot < 0.01 else AS_IT_IS,))
    data, levels = mutated(rng, good, plain(rng.choice(other.goods)))
    return Input(number, kind, data, (SWAPPED, *levels) if lot < 0.03 else levels)


@define
class Tally:
    """What came of many inputs: counts by kind and outcome, and by level and outcome, and the failures."""

    outcomes: Counter[tuple[str, str]] = field(factory=Counter)
    levels: Counter[tuple[str, str]] = field(factory=Counter)
    failures: list[tuple[int, str, str]] = field(factory=list)  # number, kind, problem
    slowest: tuple[float, int] = (0.0, 0)
    longest: tuple[int, int] = (0, 0)  # lines of a message
    largest: tuple[int, int] = (0, 0)  # bytes

    def note(self, one: Input, verdict: Verdict, seconds: float) -> None:
        """Count one input."""
        self.outcomes[one.kind.name, verdict.outcome] += 1
        for level in set(one.levels):
            self.levels[level, verdict.outcome] += 1
        self.slowest = max(self.slowest, (seconds, one.number))
        self.longest = max(self.longest, (verdict.lines, one.number))
        self.largest = max(self.largest, (verdict.memory, one.number))
        if verdict.outcome == FAILED:
            self.failures.append((one.number, one.kind.name, verdict.problem))

    def add(self, other: "Tally") -> None:
        """Count what another process has counted."""
        self.outcomes += other.outcomes
        self.levels += other.levels
        self.failures += other.failures
        self.slowest, self.longest = max(self.slowest, other.slowest), max(self.longest, other.longest)
        self.largest = max(self.largest, other.largest)

    def of(self, outcome: str) -> int:
        """How many inputs ended so."""
        return sum(count for (_, found), count in self.outcomes.items() if found == outcome)


def judge_again(one: Input, folder: Path) -> tuple[Verdict, float]:
    """Judge an input; one that is late is given a second chance, as the machine may have been busy."""
    for _ in range(2):
        start = time.perf_counter()
        verdict = judge(one.kind, one.data, folder)
        if not verdict.problem.startswith("late"):
            break
    return verdict, time.perf_counter() - start


def run(seed: int, numbers: Iterable[int]) -> Tally:
    """Judge some inputs of a seed; every warning is an error."""
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="trust-files-", dir=IN_MEMORY) as folder, warnings.catch_warnings():
        warnings.simplefilter("error")
        for number in numbers:
            one = input_of(seed, number)
            tally.note(one, *judge_again(one, Path(folder)))
    return tally


def run_part(seed: int, first: int, last: int) -> Tally:
    """Judge inputs in a row; what a worker runs. The system refuses memory far beyond the start's."""
    kinds()
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + GUARD * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))
    return run(seed, range(first, last))


def run_all(seed: int, inputs: int, workers: int) -> Tally:
    """Judge inputs 0 to `inputs` - 1, and say on stderr how far it is."""
    tally, start = Tally(), time.perf_counter()
    size = -(-inputs // max(20, workers))
    parts = [(first, min(first + size, inputs)) for first in range(0, inputs, size)]
    with ProcessPoolExecutor(workers) as pool:
        for (_, last), part in zip(
            parts, pool.map(run_part, *zip(*((seed, *part) for part in parts), strict=True)), strict=True
        ):
            tally.add(part)
            seconds = time.perf_counter() - start
            sys.stderr.write(f"{last:,} inputs, {last / seconds:.0f} a second, {len(tally.failures)} failed\n")
            sys.stderr.writelines(f"  number {number}, {name}: {problem}\n" for number, name, problem in part.failures)
    return tally


def keep_failures(seed: int, tally: Tally, folder: Path) -> Iterator[Path]:
    """Make the failing inputs smaller and keep them: a few of each sort."""
    seen: Counter[str] = Counter()
    for number, name, problem in sorted(tally.failures):
        sort = f"{name}: {problem.split(':')[0:2]}"
        seen[sort] += 1
        if seen[sort] <= MOST_KEPT:
            one = input_of(seed, number)
            data = minimised(one.kind, one.data, Verdict(FAILED, problem))
            yield kept(one.kind, data, problem, folder)


HEAD = ("file", "inputs", *OUTCOMES)


def table(first: str, counts: Counter[tuple[str, str]]) -> str:
    """Counts by name and outcome."""
    names = list(dict.fromkeys(name for name, _ in sorted(counts)))
    rows = [[name, *(counts[name, outcome] for outcome in OUTCOMES)] for name in names]
    cells = [[name, f"{sum(found):,}", *(f"{count:,}" for count in found)] for name, *found in rows]
    return "\n".join(
        f"| {' | '.join(line)} |" for line in ([first, *HEAD[1:]], ["---", *["---:"] * (len(HEAD) - 1)], *cells)
    )


def section(tally: Tally, seed: int, inputs: int, workers: int, seconds: float) -> str:
    """The section of docs/accuracy.md."""
    kept_cases = len(list(CASES.glob("*--*")))
    (slowest, slow), (longest, long), (largest, large) = tally.slowest, tally.longest, tally.largest
    return f"""## Bad files

Made by `PYTHONPATH=tests python -m trust.files --inputs {inputs} --workers {workers} --seed {seed} --write docs/accuracy.md`
({seconds:.0f} s). Every kind of file that can be handed in was made bad in {inputs:,} ways, named by seed and number: cells,
rows, columns, comments, bytes, encodings, very long lines, another kind of file in its place, and values that are allowed
but extreme. Every input must end in a result, or in an error of the package with the place in the file; an exception of any
other sort, a warning, more than {SECONDS:g} s, or more than {MEGABYTES} MB of memory is a failure.

Of {inputs:,} inputs {tally.of("used"):,} were read and used, {tally.of("refused"):,} refused by the reader,
{tally.of("refused in use"):,} read and refused when used, and **{tally.of("failed"):,} failed**. What is read is used: races
run, and of shares of them the sheet, the page and the log made, cards written and read again, tables compiled, races simulated
and solved exactly. The slowest took {slowest:.2f} s (number {slow}), the longest message has {longest:,} lines (number {long}),
and the largest took {largest / 2**20:.0f} MB (number {large}). {kept_cases} inputs that failed once are kept in
tests/trust/cases and run with every test.

{table("file", tally.outcomes)}

An input that was changed on several levels counts on each.

{table("level", tally.levels)}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all inputs; 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, help="judge this input alone, with every longer step")
    parser.add_argument("--show", type=int, help="write the bytes of this input to stdout")
    parser.add_argument("--write", type=Path, help="the document to put the section into")
    options = parser.parse_args(arguments)
    if options.show is not None:
        sys.stdout.buffer.write(input_of(options.seed, options.show).data)
        return 0
    if options.number is not None:
        one = input_of(options.seed, options.number)
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("error")
            verdict = judge(one.kind, one.data, Path(folder), thorough=True)
        sys.stdout.write(f"{one.kind.name}: {', '.join(one.levels)}\n{verdict}\n")
        return int(verdict.outcome == FAILED)
    start = time.perf_counter()
    tally = run_all(options.seed, options.inputs, options.workers)
    text = section(tally, options.seed, options.inputs, options.workers, time.perf_counter() - start)
    sys.stdout.write(text)
    for path in keep_failures(options.seed, tally, CASES):
        sys.stderr.write(f"kept {path}\n")
    if options.write is not None:
        write_section(options.write, "files", text)
    return int(bool(tally.failures))


if __name__ == "__main__":
    sys.exit(main())
