"""The page and the notebook of the game: their code runs, and their tables name what there is."""

import json
import re
from pathlib import Path

import pytest
from topstretch.ticket.log import CELLS, LOG_COLUMNS, PUSHED
from topstretch.ticket.tables import COLUMNS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "ticket-gagnant.md"
NOTEBOOK = ROOT / "notebooks" / "ticket-gagnant.ipynb"

pytestmark = pytest.mark.skipif(not PAGE.exists(), reason="the docs are not in this copy of the project")


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", range(4))
def test_a_python_block_of_the_page_runs(block):
    assert len(blocks()) == 4
    exec(compile(blocks()[block], f"block {block}", "exec"), {})


def rows_after(heading: str) -> dict[str, str]:
    """The first two cells of each row of the table under a heading."""
    section = PAGE.read_text("utf-8").partition(f"\n## {heading}")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \|", section, re.MULTILINE)
    return {first: second for first, second in rows[1:] if not first.startswith("---")}


def test_the_page_names_every_event_of_the_log_and_its_cells():
    rows = rows_after("The log")
    named = {event: cells for events, cells in rows.items() for event in events.split(", ")}
    assert set(named) == set(CELLS)
    for event, cells in named.items():
        wanted = CELLS[event] + (PUSHED if event == "play" else ())
        assert {name for name in LOG_COLUMNS if re.search(rf"\b{name}\b", cells.split(": the first")[0])} >= set(wanted)


def test_the_page_names_every_table_and_its_columns():
    rows = rows_after("The tables, and how to put in your own")
    assert set(rows) == set(COLUMNS)
    for name, cells in rows.items():
        for column in COLUMNS[name]:
            assert column.name == "source" or re.search(rf"\b{column.name}\b", cells)


def test_the_notebook_is_without_outputs_and_its_code_compiles():
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert code
    for cell in code:
        assert cell["outputs"] == []
        assert cell["execution_count"] is None
        compile("".join(cell["source"]), cell["id"], "exec")
