"""The page on charts of one's own: its commands print what it shows, its code runs, its table names every rule."""

import re
import shlex
from pathlib import Path

import pytest
import topstretch as ts
from topstretch.invariants import INVARIANTS

from command.running import run
from invariants.breaking import Box

PAGE = Path(__file__).parents[2] / "docs" / "own-charts.md"
pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the docs are not in this copy of the project")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)\n```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place to work in, with charts of one's own."""
    monkeypatch.chdir(tmp_path)
    box = Box()
    assert box.cell("form", "3", "C").endswith("t")
    box.put("form", "3", "C", "-4t")
    box.write(tmp_path / "my-charts")
    return tmp_path


def test_every_command_of_the_page_runs_and_prints_what_is_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    copied, _, _ = blocks("text")
    first, check, *others = [run(*shlex.split(line)[1:]) for line in lines]
    assert (first.status, first.err.strip()) == (0, copied)
    assert check.status == 0
    assert [other.status for other in others] == [0, 0]


def test_the_lines_of_the_check_are_those_on_the_page(folder):
    _, broken, clean = blocks("text")
    box = Box().put("form", "3", "C", "-4").put("payoffs", "7-2", "show", "3.80")
    box.write(folder / "my-charts")
    outcome = run("charts", "check", "my-charts")
    assert (outcome.status, outcome.err.strip()) == (2, broken)
    Box().write(folder / "my-charts")
    for path in (folder / "my-charts").glob("*.csv"):
        path.write_text(path.read_text("utf-8").replace("# edition: wrong", "# edition: my box"), "utf-8")
    assert run("charts", "check", "my-charts").out.strip() == clean


def test_the_python_of_the_page_runs(folder):
    names: dict = {}
    use, test = blocks("python")
    exec(compile(use, "use", "exec"), {})
    exec(compile(test, "test", "exec"), names)
    names["test_nobody_is_faster_than_the_first_past_the_post"]()
    assert isinstance(names["mine"], ts.ChartSet)


def test_the_table_has_every_rule_with_its_statement():
    table = PAGE.read_text("utf-8").partition("## The rules of shape")[2]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", table, re.MULTILINE)[2:]
    assert [(name, statement) for name, _, statement in rows] == [(r.name, r.statement) for r in INVARIANTS.values()]
