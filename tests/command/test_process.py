"""The command as a process of its own, sparingly: the entry points, pipes, signals and start-up."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RACE = "champagne-2009"
TIMEOUT = 60


def run(*arguments, stdin="", **options):
    """`python -m topstretch` with these arguments."""
    return subprocess.run(
        [sys.executable, "-m", "topstretch", *arguments],
        input=stdin, capture_output=True, text=True, timeout=TIMEOUT, check=False, **options,
    )  # fmt: skip


def test_python_m_topstretch_is_the_command():
    made = run("play", RACE, "--seed", "7")
    assert (made.returncode, made.stderr) == (0, "")
    script = Path(sys.executable).with_name("topstretch")
    again = subprocess.run(
        [script, "play", RACE, "--seed", "7"], capture_output=True, text=True, timeout=TIMEOUT, check=True
    )
    assert again.stdout == made.stdout


def test_a_fault_is_a_line_on_stderr_and_status_2():
    made = run("play", "no-such-race")
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.startswith("race: found 'no-such-race', allowed a file, or one of ")
    assert made.stderr.count("\n") == 1


def test_asked_dice_over_a_pipe():
    made = run("play", RACE, "--dice", "ask", "--odds", "none", "--format", "csv", stdin="3 4\n" * 40)
    assert made.returncode == 0
    assert made.stdout.startswith("PP,Horse,Jockey,")
    assert made.stderr.startswith("pace (chart pace_scenario), the whole race - red and white: ")


def test_a_pipe_that_ends_before_the_race():
    made = run("play", RACE, "--dice", "ask", stdin="3 4\n")
    assert (made.returncode, made.stdout) == (1, "")
    assert made.stderr.endswith("the race was left before its last roll; nothing is written\n")


def test_a_reader_that_goes_away_is_no_traceback():
    reader, writer = os.pipe()
    os.close(reader)
    made = subprocess.run(
        [sys.executable, "-m", "topstretch", "charts", "show", "final_time"],
        stdout=writer, stderr=subprocess.PIPE, text=True, timeout=TIMEOUT, check=False,
    )  # fmt: skip
    os.close(writer)
    assert made.returncode == 1
    assert "Traceback" not in made.stderr


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_of_another_encoding_is_no_traceback(encoding):
    made = run("play", RACE, "--seed", "7", env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert "Traceback" not in made.stderr
    assert made.returncode == 0


def test_asked_dice_that_are_no_text_are_no_traceback():
    made = subprocess.run(
        [sys.executable, "-m", "topstretch", "play", RACE, "--dice", "ask"],
        input=b"\xff\n3 4\n", capture_output=True, timeout=TIMEOUT, check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert (made.returncode, made.stdout) == (1, b"")
    assert b"Traceback" not in made.stderr


def loaded_after(code):
    """Which of the heavy libraries are loaded after some code in a fresh process."""
    heavy = "['pandas', 'matplotlib', 'jinja2', 'rich', 'typer']"
    show = f"import sys; print(*[name for name in {heavy} if name in sys.modules])"
    made = subprocess.run(
        [sys.executable, "-c", f"{code}\n{show}"], capture_output=True, text=True, timeout=TIMEOUT, check=True
    )
    return made.stdout.split()


def test_import_loads_nothing_heavy():
    assert loaded_after("import topstretch") == []


def test_a_race_loads_nothing_heavy():
    assert (
        loaded_after(
            "import topstretch as ts; ts.payoffs(ts.play('champagne-2009', seed=1), ts.odds('champagne-2009', seed=1))"
        )
        == []
    )


def test_a_card_a_log_and_the_charts_load_nothing_heavy():
    assert loaded_after("import topstretch as ts; ts.load_charts(); ts.load_race('champagne-2009').scratch(2)") == []
