"""Exact chances against simulated races, with a fixed seed.

Some 3,000 cells are compared with a limit of 4.5: with right chances and another seed, 2 runs of 100 would fail by chance
(3,000 cells times 6.8e-6 each).
"""

import pytest
import topstretch as ts

from engine.agreement import LIMIT, VERSIONS, agree, cells, field_of, main, official
from engine.making import close_card, coarse, troubled_charts
from trust.sections import write_section

RACES = 2_000_000


def as_run(card, version, races=RACES, charts=None, seed=1):
    """The z-scores of all cells that need no official place or show."""
    simulation = ts.simulate(card, races=races, version=version, seed=seed, charts=charts)
    exact = ts.exact(card, version=version, charts=charts)
    return {cell.name: cell.z(races) for cell in cells(simulation, exact) if cell.counts(races)}


COMPARED = {2: 60, 3: 100, 6: 250, 10: 500}


@pytest.mark.parametrize("runners", COMPARED)
@pytest.mark.parametrize("version", VERSIONS)
def test_every_cell_agrees(runners, version):
    scores = as_run(field_of(runners), version)
    assert len(scores) >= COMPARED[runners]
    assert max(map(abs, scores.values())) < LIMIT, max(scores, key=lambda name: abs(scores[name]))
    assert sum(z * z for z in scores.values()) / len(scores) < 1.5


@pytest.mark.parametrize("version", VERSIONS)
def test_every_cell_agrees_where_trouble_photos_and_dead_heats_are_common(tmp_path, version):
    charts = ts.load_charts(coarse(troubled_charts(tmp_path / "charts")))
    scores = as_run(close_card(7), version, charts=charts)
    assert len(scores) > 100
    assert max(map(abs, scores.values())) < LIMIT, max(scores, key=lambda name: abs(scores[name]))


@pytest.mark.parametrize("runners", [2, 3, 6, 10])
@pytest.mark.parametrize("version", VERSIONS)
def test_official_place_and_show_are_within_the_bound(runners, version):
    assert agree(field_of(runners), version, RACES).beyond < LIMIT


@pytest.mark.parametrize("runners", [4, 6])
def test_official_place_and_show_are_within_the_bound_where_fouls_are_common(tmp_path, runners):
    charts = ts.load_charts(coarse(troubled_charts(tmp_path / "charts")))
    card = close_card(runners)
    simulation, exact = ts.simulate(card, races=RACES, seed=1, charts=charts), ts.exact(card, charts=charts)
    off, beyond = official(simulation, exact)
    assert beyond < LIMIT
    assert off > 1e-3  # the bound is put to the test


def test_wrong_chances_are_noticed():
    """A horse of one more Power is far outside the limit."""
    card = field_of(6)
    other = card.replace(1, jockey=ts.Jockey("Other", 2, 10))
    simulation, exact = ts.simulate(other, races=RACES, seed=1), ts.exact(card)
    assert max(abs(cell.z(RACES)) for cell in cells(simulation, exact) if cell.counts(RACES)) > 2 * LIMIT


def test_the_program_writes_its_section_once(tmp_path, capsys):
    document = tmp_path / "accuracy.md"
    document.write_text("# Accuracy\n\nOther words.\n", encoding="utf-8")
    for races in ("20000", "30000"):
        assert main(["--races", races, "--workers", "1", "--fields", "3", "--write", str(document)]) == 0
    text = document.read_text(encoding="utf-8")
    assert text.startswith("# Accuracy\n\nOther words.\n")
    assert text.count("## Exact chances against 30,000 simulated races") == text.count("## ") == 1
    assert "| 3 | fullplay |" in text
    assert text.count(capsys.readouterr().out.rpartition("## ")[2]) == 1
    write_section(document, "another", "More.")
    assert document.read_text(encoding="utf-8").count("begin -->") == 2
