"""The same bad files at the command line: status 0 with the result written, or 2 with nothing but the faults on stderr.

PYTHONPATH=tests python -m trust.file_commands --inputs 4000 --write docs/accuracy.md
"""

import argparse
import contextlib
import io
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from unittest import mock

from attrs import frozen
from topstretch import cli
from topstretch.card_files import card_csv
from topstretch.locate import data_dir

from trust.file_cards import FACTS
from trust.file_judge import FAILED, REFUSED, USED, Late, Verdict, place_of, time_limit
from trust.file_kind import SMALL, Kind
from trust.files import IN_MEMORY, Tally, input_of
from trust.sections import write_section

SECONDS = 20.0  # the command prints tables, and the machine may be busy
DONE, AT_FAULT = 0, 2
OUT, LOG, CARD = "out.txt", "made.csv", "small.csv"


@frozen
class Call:
    """A command that reads a file: its arguments, and the files it writes where all is well."""

    arguments: Callable[[Path], Sequence[object]]
    writes: tuple[str, ...] = (OUT,)
    status: tuple[int, ...] = (DONE, AT_FAULT)


def calls(kind: Kind) -> list[Call]:
    """The commands that read a kind of file; none for those that only the library reads."""
    if kind.name.startswith("chart-"):
        return [Call(lambda file: ("charts", "show", kind.name.removeprefix("chart-"), "--charts", file.parent), ())]
    if kind.name in ("ticket-cards", "ticket-track", "ticket-starts", "ticket-marks", "ticket-points"):
        return [Call(lambda file: ("ticket", "play", "--players", 2, "--seed", 1, "--style", "choice", "--tables", file.parent,
                                   "--format", "csv", *written(file), *logged(file, "--log")), (OUT, LOG))]  # fmt: skip
    found: dict[str, list[Call]] = {
        "race-card": [
            Call(lambda file: ("card", "check", file), ()),
            Call(lambda file: ("play", file, "--seed", 1, "--format", "html", *written(file), *logged(file)), (OUT, LOG)),
            Call(lambda file: ("odds", file, "--seed", 1, "--format", "csv", *written(file))),
            Call(lambda file: ("simulate", file, "--seed", 1, "--races", 100, "--format", "json", *written(file))),
        ],
        "horse-facts": [Call(lambda file: ("rate", file, *written(file)))],
        "feats": [Call(lambda file: ("rate", beside(file, "facts.csv", FACTS), "--feats", file, *written(file)))],
        "honours": [Call(lambda file: ("rate", beside(file, "facts.csv", FACTS), "--honours", file, *written(file)))],
        "jockey-facts": [Call(lambda file: ("rate", file, "--riders", *written(file)))],
        "quotes": [Call(lambda file: ("rate", beside(file, "r.csv", RIDERS), "--riders", "--quotes", file, *written(file)))],
        "dice-log": [Call(lambda file: ("play", beside(file, CARD, card_csv(SMALL[0])), "--dice", file, "--version", fits(file),
                                        *written(file), *logged(file)), (OUT, LOG))],
        "scratch-log": [Call(lambda file: ("scratch", "play", "--players", 2, "--races", 1, "--replay", file, *written(file),
                                           *logged(file, "--log")), (OUT, LOG))],
        "ticket-log": [Call(lambda file: ("ticket", "play", "--replay", file, *written(file), *logged(file, "--log")),
                            (OUT, LOG))],
    }  # fmt: skip
    return found.get(kind.name, [])


RIDERS = "name,career_mounts,career_wins,win_pct,notable\nEddie Arcaro,24092,4779,,\n"


def written(file: Path) -> tuple[object, ...]:
    """The option that writes the result beside the folder of the file."""
    return ("--out", file.parent.parent / OUT)


def logged(file: Path, option: str = "--dice-log") -> tuple[object, ...]:
    """The option that writes the log there."""
    return (option, file.parent.parent / LOG)


def beside(file: Path, name: str, content: str) -> Path:
    """Another file that the command needs."""
    path = file.parent.parent / name
    path.write_text(content, encoding="utf-8", newline="")
    return path


def fits(file: Path) -> str:
    """The version that a dice log seems to be of."""
    return "fullplay" if b"break" in file.read_bytes() else "quickplay"


def run(arguments: Sequence[object]) -> tuple[int, str, str]:
    """The command in this process: its status, and what it wrote on stdout and stderr."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    argv = ["topstretch", *map(str, arguments)]
    with mock.patch.object(sys, "argv", argv), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            cli.main()
        except SystemExit as left:
            status = left.code if isinstance(left.code, int) else 1
    return status, out.getvalue(), err.getvalue()


def judge(kind: Kind, data: bytes, number: int, folder: Path) -> Verdict:
    """Hand a file to one of its commands; the folder holds nothing else before and after."""
    every = calls(kind)
    call = every[number % len(every)]
    path = folder / kind.name / kind.file
    path.parent.mkdir()
    if kind.name.startswith("chart-"):
        others(path)
    path.write_bytes(data)
    arguments = call.arguments(path)
    try:
        with time_limit(SECONDS):
            status, out, err = run(arguments)
    except Late:
        return Verdict(FAILED, f"late: {arguments[0]}")
    except Exception as error:
        return Verdict(FAILED, f"{type(error).__name__} {place_of(error)}: {str(error)[:200]}")
    made = tuple(name for name in (OUT, LOG) if (folder / name).exists())
    wrong = problem(call, status, out, err, made)
    return Verdict(FAILED, f"{arguments[0]}: {wrong}") if wrong else Verdict(USED if status == DONE else REFUSED)


def others(path: Path) -> None:
    """The other charts of the set, by links to the packaged ones."""
    for file in (data_dir("charts") / "standard").glob("*.csv"):
        if file.name != path.name:
            (path.parent / file.name).symlink_to(file)


def problem(call: Call, status: int, out: str, err: str, made: tuple[str, ...]) -> str:
    """What is wrong with the end of a command, if anything."""
    lines = err.splitlines()
    if status not in call.status:
        return f"status {status}: {err[-300:]}"
    if "Traceback" in err or not all(line.isprintable() for line in lines):
        return f"stderr: {err[-300:]}"
    if status == AT_FAULT and (out or made or not lines or not all(": found " in line for line in lines)):
        return f"status 2 with {made}, {len(out)} characters on stdout and on stderr {err[:300]!r}"
    if status == DONE and made != call.writes:
        return f"status 0 with {made}, not {call.writes}"
    return ""


def run_some(seed: int, numbers: Iterable[int]) -> Tally:
    """Hand inputs of a seed to the command; those that no command reads are passed over."""
    tally = Tally()
    for number in numbers:
        one = input_of(seed, number)
        if not calls(one.kind):
            continue
        with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder, warnings.catch_warnings():
            warnings.simplefilter("error")
            start = time.perf_counter()
            verdict = judge(one.kind, one.data, number, Path(folder))
        tally.note(one, verdict, time.perf_counter() - start)
    return tally


def section(tally: Tally, seed: int, inputs: int, seconds: float) -> str:
    """The section of docs/accuracy.md."""
    return f"""## Bad files at the command

Made by `PYTHONPATH=tests python -m trust.file_commands --inputs {inputs} --seed {seed} --write docs/accuracy.md`
({seconds:.0f} s). Of the same inputs, those that some verb of the command reads were handed to it: {tally.outcomes.total():,}
of {inputs:,}. Each must end with status 0 and every file that was asked for, or with status 2, a line for each fault on stderr,
nothing on stdout and no file. {tally.of(USED):,} ended with 0, {tally.of(REFUSED):,} with 2, and
**{tally.of(FAILED):,} failed**.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command on inputs; 1 where one failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help="the document to put the section into")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    tally = run_some(options.seed, range(options.inputs))
    text = section(tally, options.seed, options.inputs, time.perf_counter() - start)
    sys.stdout.write(text)
    sys.stderr.writelines(f"number {number}, {name}: {problem}\n" for number, name, problem in tally.failures)
    if options.write is not None:
        write_section(options.write, "file commands", text)
    return int(bool(tally.failures))


if __name__ == "__main__":
    sys.exit(main())
