"""Mutation tests of the rules, the dice, the cards and the money: does a test notice each small change of the source?

    python tools/mutants.py --write docs/accuracy.md

Mutmut makes the changes of functions and methods in a copy of the project and runs the tests that reach them. What it does
not change (properties, and all that runs when a module is loaded) is changed here in the same ways, each in a process of
its own; so is what survives mutmut, since a test may have used a value from before the change. Ends with 1 where less than
95 percent are killed, where a survivor is not explained in mutation/explained.toml, or where an explanation is of none.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mutation.by_mutmut import results, run_mutmut
from mutation.copying import copy_project
from mutation.forked import judge, warm_up
from mutation.mutant import SURVIVED, Explanation, Mutant, percent_killed, read_explanations
from mutation.report import section
from mutation.settings import ENOUGH, SOURCES, first_tests
from mutation.unseen import run_unseen

ROOT = Path(__file__).resolve().parent.parent
EXPLAINED = ROOT / "tools" / "mutation" / "explained.toml"


def sources(patterns: Iterable[str]) -> list[str]:
    """The source files that match the patterns, in order."""
    return [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(pattern))]


def seen_mutants(copy: Path, files: Sequence[str]) -> Iterator[Mutant]:
    """Mutmut's mutants; survivors have another trial in a process that loads all afresh, but those that are explained."""
    run_mutmut(ROOT, copy, tuple(files))
    keys = {explanation.key for explanation in read_explanations(EXPLAINED)}
    for mutant in results(copy):
        again = mutant.status == SURVIVED and mutant.key not in keys
        status = judge(copy / "mutants", first_tests(mutant.file), mutant.name) if again else mutant.status
        yield told(mutant.with_status(status))


def told(mutant: Mutant) -> Mutant:
    """The mutant, after saying that it survived where it did."""
    if mutant.status == SURVIVED:
        sys.stderr.write(f"survived: {mutant.file} {mutant.function}\n  - {mutant.was}\n  + {mutant.becomes}\n")
    return mutant


def failings(mutants: Sequence[Mutant], explanations: Sequence[Explanation], files: Sequence[str]) -> Iterator[str]:
    """What is wrong with the outcome."""
    if percent_killed(mutants) < ENOUGH:
        yield f"{percent_killed(mutants):.1f} percent are killed, {ENOUGH:g} are asked"
    survivors = {mutant.key for mutant in mutants if mutant.status == SURVIVED}
    explained = {explanation.key for explanation in explanations if explanation.key[0] in files}
    yield from (f"survived, not explained: {key}" for key in sorted(survivors - explained))
    yield from (f"explained, but no survivor: {key}" for key in sorted(explained - survivors))


def run(folder: Path, files: Sequence[str]) -> list[Mutant]:
    """All mutants of the files, with what became of them."""
    warm_up()
    copy_project(ROOT, folder / "seen")
    copy_project(ROOT, folder / "unseen")
    unseen = [told(mutant) for mutant in run_unseen(folder / "unseen", list(files))]
    return [*seen_mutants(folder / "seen", files), *unseen]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all; 1 where something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", nargs="*", default=SOURCES, help="patterns of source files")
    parser.add_argument("--folder", type=Path, help="where the copies are made (a temporary folder)")
    parser.add_argument("--write", type=Path, help="the document to put the section into")
    options = parser.parse_args(arguments)
    start = time.monotonic()
    files = sources(options.files)
    with tempfile.TemporaryDirectory() as temporary:
        mutants = run((options.folder or Path(temporary)).resolve(), files)
    explanations = [each for each in read_explanations(EXPLAINED) if each.key[0] in files]
    text = section(mutants, explanations, time.monotonic() - start)
    sys.stdout.write(text)
    wrong = list(failings(mutants, explanations, files))
    sys.stderr.write("".join(f"{line}\n" for line in wrong))
    if options.write is not None:
        sys.path.insert(0, str(ROOT / "tests"))
        from trust.sections import write_section

        write_section(options.write, "mutants", text)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
