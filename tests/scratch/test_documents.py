"""The page and the notebook: what they show is what comes out."""

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest
from topstretch.scratch.command import app
from typer.testing import CliRunner

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "scratch-race.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```console\n\$ topstretch scratch (.*)\n((?s:.*?))\n```", PAGE)
NOTEBOOK = json.loads((ROOT / "notebooks" / "scratch-race.ipynb").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("command", "shown"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_the_page_shows_what_each_command_prints(command, shown) -> None:
    assert CliRunner().invoke(app, shlex.split(command), catch_exceptions=False).stdout.rstrip() == shown


def test_the_page_shows_what_python_prints() -> None:
    blocks = "\n".join(re.findall(r"```pycon\n(.*?)\n```", PAGE, flags=re.DOTALL))
    page = doctest.DocTestParser().get_doctest(blocks, {}, "scratch-race.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(page)
    assert runner.summarize(verbose=False) == (0, len(page.examples))
    assert len(page.examples) > 10


def test_the_page_has_every_clause() -> None:
    assert re.findall(r"^\| (S\d+) \|", PAGE, flags=re.MULTILINE) == [f"S{n}" for n in range(1, 11)]


def test_the_notebook_is_kept_without_outputs() -> None:
    code = [cell for cell in NOTEBOOK["cells"] if cell["cell_type"] == "code"]
    assert len(code) > 5
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert len({cell["id"] for cell in NOTEBOOK["cells"]}) == len(NOTEBOOK["cells"])


def test_the_notebook_runs(monkeypatch) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names = {}
    for cell in NOTEBOOK["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
    assert names["best"] == [4, 10]
