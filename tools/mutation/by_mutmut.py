"""Mutmut's run in a copy, and its results."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import libcst as cst
from mutmut.mutation.diff_apply import read_functions_from_index

from .copying import environment, write_settings
from .mutant import KILLED, SURVIVED, TIMEOUT, Mutant, changed_lines

# Mutmut's exit codes of a mutant: pytest's, or its own.
STATUS = {
    0: SURVIVED,
    1: KILLED,
    3: KILLED,
    5: SURVIVED,
    33: SURVIVED,
    -24: TIMEOUT,
    24: TIMEOUT,
    36: TIMEOUT,
    152: TIMEOUT,
    255: TIMEOUT,
}


def run_mutmut(root: Path, copy: Path, sources: tuple[str, ...]) -> None:
    """Run every mutant, one at a time, in processes forked from one that has the tests loaded."""
    write_settings(copy, sources)
    command = [sys.executable, str(Path(__file__).with_name("launch.py")), "run", "--max-children", "1"]
    with (copy / "mutmut.log").open("w", encoding="utf-8") as log:
        done = subprocess.run(command, cwd=copy, env=environment(root), stdout=log, stderr=log, check=False)
    if done.returncode:
        sys.exit(f"mutmut ended with status {done.returncode}; see {log.name}")


def results(copy: Path) -> Iterator[Mutant]:
    """Every mutant of a run, in the order of the files."""
    with chdir(copy):
        for meta in sorted(Path("mutants/topstretch").rglob("*.meta")):
            file = meta.relative_to("mutants").with_suffix("")
            for name, code in json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"].items():
                if code not in STATUS:
                    sys.exit(f"{name}: mutmut gave status {code}")
                yield described(name, file).with_status(STATUS[code])


def described(name: str, file: Path) -> Mutant:
    """A mutant by mutmut's name, with what it changes."""
    functions = read_functions_from_index(name, file)
    assert functions is not None, name
    before, after = (code_of(function) for function in functions)
    was, becomes = changed_lines(before, after)
    parts = name.rpartition(".")[2].partition("__mutmut_")[0].split("ǁ")
    function = parts[0].removeprefix("x_") if len(parts) == 1 else f"{parts[1]}.{parts[2]}"
    return Mutant(name, str(file), function, was, becomes, own=False)


def code_of(function: cst.FunctionDef) -> str:
    """A function as text."""
    return cst.Module([function]).code
