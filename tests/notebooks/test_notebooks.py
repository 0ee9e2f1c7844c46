"""Each notebook asks one question, is kept without outputs, and runs from top to bottom."""

import ast
import json
import re
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
# The two other games have notebooks that end with what to try next.
WITH_ANSWER_LAST = [path for path in NOTEBOOKS if path.stem not in ("scratch-race", "ticket-gagnant")]
MOST_SECONDS = 60

pytestmark = pytest.mark.skipif(not NOTEBOOKS, reason="the notebooks are not in this copy of the project")
each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def cells(path, kind=None):
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in found if kind in (None, cell["cell_type"])]


def source(cell):
    return "".join(cell["source"])


def display(value):
    """Show what a notebook shows of a value: its HTML where it has one, else its text."""
    as_html = getattr(value, "_repr_html_", None)
    print(as_html() if as_html else repr(value))


def run_cell(text, name, names):
    """Run a cell's code and show the value of its last line, unless that ends with a semicolon."""
    tree = ast.parse(text, name)
    shown = tree.body and isinstance(tree.body[-1], ast.Expr) and not text.rstrip().endswith(";")
    last = tree.body.pop() if shown else None
    exec(compile(tree, name, "exec"), names)
    if last is not None:
        value = eval(compile(ast.Expression(last.value), name, "eval"), names)
        if value is not None:
            display(value)


def run(path, monkeypatch, folder):
    """Run a notebook in a fresh namespace and an empty folder."""
    matplotlib = pytest.importorskip("matplotlib")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    matplotlib.use("Agg", force=True)
    monkeypatch.chdir(folder)
    names = {"__name__": "__main__", "display": display}
    for cell in cells(path, "code"):
        run_cell(source(cell), f"{path.name} {cell['id']}", names)
    matplotlib.pyplot.close("all")
    return names


@each
def test_a_notebook_is_kept_without_outputs(path):
    notebook = json.loads(path.read_text(encoding="utf-8"))
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    code = cells(path, "code")
    assert code
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@each
def test_the_cells_of_a_notebook_have_ids_of_their_own(path):
    ids = [cell["id"] for cell in cells(path)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", one) for one in ids)


@each
def test_a_notebook_opens_with_a_question_that_the_index_has(path):
    heading = source(cells(path)[0]).splitlines()[0]
    assert re.fullmatch(r"# .+\?", heading)
    row = f"| [{path.name}]({path.name}) | {heading[2:]} |"
    assert row in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()


def test_the_index_has_no_other_notebook():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"\| \[(.+\.ipynb)\]", text)) == [path.name for path in NOTEBOOKS]


def typed_texts(tree):
    """The texts in code as they were typed, without format specifications."""
    specs = {id(one) for node in ast.walk(tree) if isinstance(node, ast.FormattedValue) and node.format_spec
             for one in ast.walk(node.format_spec)}  # fmt: skip
    strings = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return [node.value for node in strings if id(node) not in specs]


@pytest.mark.parametrize("path", WITH_ANSWER_LAST, ids=lambda path: path.stem)
def test_the_last_cell_prints_an_answer_without_a_typed_number(path):
    *_, heading, answer = cells(path)
    assert source(heading).splitlines()[-1] == "## The answer"
    assert answer["cell_type"] == "code"
    texts = typed_texts(ast.parse(source(answer)))
    assert "print(" in source(answer)
    assert not [text for text in texts if re.search(r"\d", text)]


def test_a_typed_number_in_an_answer_is_seen():
    tree = ast.parse('print(f"Secretariat wins {chance:.1%} of 12 races")')
    assert [text for text in typed_texts(tree) if re.search(r"\d", text)] == [" of 12 races"]


def test_the_first_race_runs(monkeypatch, tmp_path, capsys):
    names = run(FOLDER / "first-race.ipynb", monkeypatch, tmp_path)
    said = capsys.readouterr().out
    assert names["favourite"].horse in said
    assert f"{names['chance']:.1%}" in said


@pytest.mark.verify
@each
def test_a_notebook_runs_from_top_to_bottom(path, monkeypatch, tmp_path, capsys):
    began = time.process_time()  # not the clock: a busy machine is no fault
    run(path, monkeypatch, tmp_path)
    spent = time.process_time() - began
    assert capsys.readouterr().out.strip()
    assert spent < MOST_SECONDS
    assert list(tmp_path.iterdir()) == [], "a notebook leaves nothing in the reader's folder"
