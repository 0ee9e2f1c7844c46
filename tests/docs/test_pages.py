"""Every command and every example of the documentation prints what the page shows."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Pages that their own tests run, and pages whose commands take minutes.
ELSEWHERE = ("scratch-race.md", "ticket-gagnant.md", "the-hundred.md")
LONG = ("charts.md",)


def load_filler():
    spec = importlib.util.spec_from_file_location("fill_docs", ROOT / "tools" / "fill_docs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def runs(page):
    marks = [pytest.mark.verify] if page.name in LONG else []
    return pytest.param(page, id=page.name, marks=marks)


@pytest.mark.parametrize("page", [runs(page) for page in PAGES if page.name not in ELSEWHERE])
def test_a_page_shows_what_is_printed(page):
    text = page.read_text(encoding="utf-8")
    if "$ topstretch" not in text and ">>> " not in text:
        pytest.skip("nothing to run on this page")
    assert load_filler().fill(text) == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page):
    for target in re.findall(r"\]\(([\w.-]+\.md)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).is_file(), target
