"""Run every `$ topstretch` command and every `>>>` example of the documentation and write what they print behind them.

python tools/fill_docs.py docs/first-race.md ...
"""

import contextlib
import io
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

CONSOLE = re.compile(r"```console\n\$ (topstretch [^\n]*)\n(?:.*?\n)??```", re.DOTALL)
PYCON = re.compile(r"```pycon\n(.*?)\n```", re.DOTALL)


def run_command(command: str) -> str:
    """What a command prints, faults too, as the page shows it."""
    program = Path(sys.executable).with_name("topstretch")
    with tempfile.TemporaryDirectory() as folder:  # what a command writes is not kept
        done = subprocess.run(
            [program, *shlex.split(command)[1:]], capture_output=True, text=True, check=False, cwd=folder
        )
    return (done.stdout + done.stderr).rstrip()


def run_examples(block: str, names: dict[str, object]) -> str:
    """The examples of a block with what they print now."""
    shown = []
    for source in re.findall(r"^>>> (.*(?:\n\.\.\. .*)*)", block, flags=re.MULTILINE):
        code = source.replace("\n... ", "\n")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "example", "single"), names)
        output = re.sub(r"^$", "<BLANKLINE>", printed.getvalue().rstrip(), flags=re.MULTILINE)
        shown.append(f">>> {source}" + (f"\n{output}" if printed.getvalue() else ""))
    return "\n".join(shown)


def fill(text: str) -> str:
    """A page with every output made anew; the examples of a page share their names."""
    names: dict[str, object] = {}
    text = CONSOLE.sub(lambda m: f"```console\n$ {m[1]}\n{run_command(m[1])}\n```", text)
    return PYCON.sub(lambda m: f"```pycon\n{run_examples(m[1], names)}\n```", text)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(fill(page.read_text(encoding="utf-8")), encoding="utf-8")
