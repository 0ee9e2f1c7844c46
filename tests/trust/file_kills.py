"""Writing that is killed in the middle: a file is the old one or the whole new one, and the next run is none the worse.

    PYTHONPATH=tests python -m trust.file_kills --tries 200 --write docs/accuracy.md

Commands that write over a file with --force are killed (SIGKILL) at a random moment, or as soon as the new file's first bytes
are on the disk; and, in forked processes, at every line of the functions that write.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from attrs import frozen
from topstretch import chart_copy, console

from trust.sections import write_section

OLD = "mine\n" * 2000
TEMPORARY = ".topstretch-*"
COMMANDS: dict[str, tuple[str, ...]] = {  # the last argument, the file, is added
    "card new": ("card", "new", "--force"),
    "play --out": ("play", "champagne-2009", "--seed", "7", "--format", "html", "--force", "--out"),
    "play --dice-log": ("play", "champagne-2009", "--seed", "7", "--format", "csv", "--force", "--dice-log"),
    "simulate --out": ("simulate", "champagne-2009", "--seed", "7", "--races", "20000", "--force", "--out"),
    "scratch play --log": (
        "scratch", "play", "--seed", "1", "--races", "60", "--money", "9999", "--fee", "1", "--force", "--log",
    ),
    "ticket play --out": ("ticket", "play", "--seed", "1", "--force", "--out"),
}  # fmt: skip


@frozen
class Kill:
    """A killed command: whether the file was then the old or the new one (empty: neither), and what lay beside it."""

    command: str
    found: str
    litter: int


def process(arguments: Sequence[str], file: Path) -> subprocess.Popen[bytes]:
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "topstretch", *arguments, str(file)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def whole(arguments: Sequence[str], folder: Path) -> tuple[bytes, float]:
    """What the command writes where it is left alone, and how long it takes."""
    start = time.perf_counter()
    path = folder / "whole"
    if process(arguments, path).wait() != 0:
        raise AssertionError(f"{arguments} does not write {path}")
    return path.read_bytes(), time.perf_counter() - start


def state(file: Path, new: bytes) -> str:
    """Whether a file is the old one or the new one."""
    content = file.read_bytes() if file.exists() else b""
    return "old" if content == OLD.encode() else "new" if content == new else ""


def killed(name: str, new: bytes, after: float | None, folder: Path) -> Kill:
    """Kill a command after some seconds, or (None) as soon as a temporary file is there; then run it to its end."""
    file = folder / "mine.txt"
    file.write_text(OLD)
    running = process(COMMANDS[name], file)
    until = time.perf_counter() + (30 if after is None else after)
    while running.poll() is None and time.perf_counter() < until:
        if after is None and any(folder.glob(TEMPORARY)):
            break
        time.sleep(0.0002)
    running.kill()
    running.wait()
    found, litter = state(file, new), len(list(folder.glob(TEMPORARY)))
    if process(COMMANDS[name], file).wait() != 0 or state(file, new) != "new":
        found = ""
    others = [path.name for path in folder.iterdir() if path != file and not path.match(TEMPORARY)]
    return Kill(name, "" if others else found, litter)


def kill_some(tries: int, seed: int) -> list[Kill]:
    """Kill commands in turn, every second time in the middle of the write."""
    rng, made, kills = random.Random(seed), {}, []
    for number in range(tries):
        name = list(COMMANDS)[number % len(COMMANDS)]
        with tempfile.TemporaryDirectory() as folder:
            if name not in made:
                made[name] = whole(COMMANDS[name], Path(folder))
                (Path(folder) / "whole").unlink()
            new, seconds = made[name]
            after = None if number // len(COMMANDS) % 2 else rng.uniform(0, 1.1 * seconds)
            kills.append(killed(name, new, after, Path(folder)))
    return kills


# --- at every line of what writes ---

WRITERS: tuple[CodeType, ...] = tuple(
    function.__code__ for function in (console.write_whole, console.put_in_place, chart_copy.write_folder)
)


def killed_at(line: int, action: Callable[[], Any]) -> bool:
    """Run an action in a forked process that kills itself before the line number `line` of what writes, counted as they
    run; whether it came so far."""
    child = os.fork()
    if child == 0:
        count = 0

        def trace(frame: FrameType, event: str, argument: Any) -> Any:
            nonlocal count
            if frame.f_code not in WRITERS:
                return None
            if event == "line":
                count += 1
                if count == line:
                    os.kill(os.getpid(), signal.SIGKILL)
            return trace

        try:
            sys.settrace(trace)
            action()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


# --- the proof ---


def section(kills: Sequence[Kill], tries: int, seed: int, seconds: float) -> str:
    """The section of docs/accuracy.md."""
    counts = Counter((kill.command, kill.found) for kill in kills)
    names = dict.fromkeys(kill.command for kill in kills)
    lines = [f"| `{name}` | {counts[name, 'old']} | {counts[name, 'new']} | {counts[name, '']} |" for name in names]
    litter, bad = sum(kill.litter > 0 for kill in kills), sum(not kill.found for kill in kills)
    table = "\n".join(("| command | old | new | neither |", "| --- | ---: | ---: | ---: |", *lines))
    return f"""## Interrupted writes

Made by `PYTHONPATH=tests python -m trust.file_kills --tries {tries} --seed {seed} --write docs/accuracy.md` ({seconds:.0f} s).
Commands that write over a file with `--force` were killed (SIGKILL) {tries} times, every second time at a random moment and
else as soon as a temporary file was seen. The file must then be the old one or the whole new one, and the same command, run
again, must write the whole new one: **{bad} failed**. {litter} times a temporary file was left behind beside it.

{table}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill commands; 1 where a file was neither old nor new."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", type=Path, help="the document to put the section into")
    options = parser.parse_args(arguments)
    start = time.perf_counter()
    kills = kill_some(options.tries, options.seed)
    text = section(kills, options.tries, options.seed, time.perf_counter() - start)
    sys.stdout.write(text)
    if options.write is not None:
        write_section(options.write, "interrupted", text)
    return int(any(not kill.found for kill in kills))


if __name__ == "__main__":
    sys.exit(main())
