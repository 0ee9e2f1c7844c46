"""The ends of what a field, a card or a chart can be, in both engines."""

import math
import random
import warnings

import attrs
import numpy as np
import pytest
import topstretch as ts
from topstretch.batch import Compiled, run_block
from topstretch.dice import Stream
from topstretch.entries import MAX_ENTRIES
from topstretch.rules.finish import figure_of
from topstretch.tables import compile_tables

from engine.agreement import LIMIT, cells
from engine.making import (
    ROLLS,
    TARGETS,
    VERSIONS,
    all_level,
    all_to_trouble,
    close_card,
    coarse,
    column,
    copy_charts,
    no_trouble,
    played,
    rewrite,
    write_trouble,
)
from fields import random_card
from rules.making import card as plain_card

RACES = 200_000


def agrees(card, version, charts=None, target="figure"):
    """Exact and simulated agree in every cell; gives both."""
    rules = ts.Rules(factor_target=target)
    simulation = ts.simulate(card, races=RACES, seed=2, version=version, charts=charts, rules=rules)
    exact = ts.exact(card, version=version, charts=charts, rules=rules)
    compared = [cell for cell in cells(simulation, exact) if cell.counts(RACES)]
    assert max((abs(cell.z(RACES)) for cell in compared), default=0) < LIMIT
    assert sum(exact.paces.values()) == pytest.approx(1, abs=1e-12)
    assert exact.finish.sum(axis=1) + exact.out == pytest.approx(1, abs=1e-12)
    for cell in cells(simulation, exact):  # what is not possible never happens, what is certain always does
        assert -1e-12 < cell.chance < 1 + 1e-12
        assert cell.count == 0 or cell.chance > 0
        assert cell.count == RACES or cell.chance < 1 - 1e-12 or cell.chance == pytest.approx(1, abs=1e-12)
    return simulation, exact


@pytest.mark.parametrize("version", VERSIONS)
def test_d14_every_horse_is_out_in_every_race(tmp_path, version):
    charts = ts.load_charts(all_to_trouble(tmp_path / "out", "out"))
    simulation, exact = agrees(close_card(4), version, charts)
    assert simulation.tally.no_finish == RACES
    assert (exact.win == 0).all()
    assert exact.out == pytest.approx(1, abs=1e-12)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rows = exact.rows()
    for row in rows:
        assert row["win"] == row["place"] == row["show"] == 0
        assert math.isnan(row["figure"])
        assert math.isnan(row["mean_finish"])
        assert row["fair_odds"] == math.inf
    assert not simulation.scoresheet(5).finishers


@pytest.mark.parametrize("version", VERSIONS)
def test_d7_every_horse_is_disqualified_in_every_race(tmp_path, version):
    charts = ts.load_charts(coarse(all_to_trouble(tmp_path / "fouls", "disqualified")))
    simulation, exact = agrees(close_card(5), version, charts)
    assert np.array_equal(simulation.tally.official, simulation.tally.wire)
    assert (simulation.tally.disqualified == RACES).all()
    assert exact.win == pytest.approx(exact.finish[:, 0], abs=1e-12)
    for rows in (exact.rows(), simulation.rows()):
        for row in rows:
            assert 0 <= row["win"] <= row["place"] <= row["show"] <= 1 + 1e-12


@pytest.mark.parametrize("version", VERSIONS)
def test_no_horse_ever_meets_trouble(tmp_path, version):
    charts = ts.load_charts(no_trouble(tmp_path / "clean"))
    simulation, exact = agrees(close_card(5), version, charts)
    assert simulation.tally.disqualified.sum() == simulation.tally.official[:, 0].sum() == 0
    assert np.array_equal(simulation.tally.official, simulation.tally.wire)
    assert exact.bound == pytest.approx(0, abs=1e-15)
    assert exact.win == pytest.approx(exact.finish[:, 0], abs=1e-12)
    assert exact.official.place == pytest.approx(exact.finish[:, :2].sum(axis=1), abs=1e-12)
    assert exact.official.show == pytest.approx(exact.finish[:, :3].sum(axis=1), abs=1e-12)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_race_is_a_photo_of_the_whole_field(tmp_path, version):
    charts = ts.load_charts(all_level(tmp_path / "level"))
    card = plain_card(*({"form": form, "pace": pace} for form, pace in zip("ABCDE", (0, 3, 5, 8, 9))))
    simulation, exact = agrees(card, version, charts)
    assert simulation.photo_rate[0] > 0.99  # all but those that one horse alone finishes
    assert simulation.tally.win_dead_heats > RACES // 20
    for sheet in played(simulation, range(20)):
        assert {line.figure for line in sheet.finishers} == {100}
    assert [row["figure_sd"] for row in exact.rows()] == pytest.approx([0] * 5, abs=1e-6)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("target", TARGETS)
def test_d9_adjusted_power_far_below_0_and_above_29(version, target):
    extremes = [{"adj_power": -20}, {"adj_power": -3, "form": "E"}, {"adj_power": 29}, {"adj_power": 60, "class_": 3}]
    simulation, exact = agrees(plain_card(*extremes), version, target=target)
    powers = [line.final_power for sheet in played(simulation, range(200)) for line in sheet.finishers]
    assert min(powers) < -15
    assert max(powers) > 55
    assert exact.finish[3, 0] > 0.4


@pytest.mark.parametrize("version", VERSIONS)
def test_d9_the_widest_span_of_adjusted_power(tmp_path, version):
    """All that cards and charts allow at once: more cells of power, factor and roll than 16 bits count twice."""
    charts = ts.load_charts(widest_charts(tmp_path / "wide"))
    ends = [
        {"adj_power": -30, "form": "E", "pace": 0, "trouble": 2},
        {"adj_power": 60, "form": "A", "pace": 9},
        {"adj_power": 0, "form": "E"},
    ]
    card = plain_card(*ends)
    tables = compile_tables(card, version, charts, ts.Rules())
    assert 2 * tables.horses[0].keys.size > 2**16
    simulation, _ = agrees(card, version, charts)
    block = run_block(Compiled.of(tables), Stream(simulation.seed), 0)
    sheets = played(simulation, range(300))
    powers = column(sheets, "final_power")
    assert powers.max() - powers.min() > 140
    assert np.array_equal(block.place[:, :300], column(sheets, "place"))
    figures = np.where(block.key > 0, figure_of(block.key), 0)[:, :300]
    assert np.array_equal(figures, column(sheets, "figure"))


def widest_charts(folder):
    """The standard charts with the largest changes of power that a file may hold, two rolls of three to Trouble."""
    copy_charts(folder)
    for name in ("form", "race_position"):
        rewrite(folder, name, lambda roll, column, cell: WIDE[int(roll) % 3])
    rewrite(folder, "pace_effects_quickplay", lambda row, column, cell: "-9" if int(column) < 5 else "9")
    rewrite(folder, "pace_effects_fullplay", lambda row, column, cell: "-9" if column == "Slow" else "9")
    write_trouble(folder, dict.fromkeys(ROLLS, "test: power"))
    text = (folder / "trouble.csv").read_text(encoding="utf-8")
    (folder / "trouble.csv").write_text(text.replace("-2", "-9"), encoding="utf-8")
    return folder


WIDE = ("20", "-20t", "20t")


@pytest.mark.parametrize("version", VERSIONS)
def test_d10_two_runners(version):
    simulation, exact = agrees(plain_card({"power_dirt": 17}, {"power_dirt": 15, "form": "E"}), version)
    assert simulation.chances("place")[0] == pytest.approx(1 - exact.out, abs=0.01)
    for row in exact.rows():
        assert row["place"] == pytest.approx(1 - row["out"], abs=1e-9)
        assert row["show"] == pytest.approx(1 - row["out"], abs=1e-9)
    assert exact.to_frame().shape == (2, 12)
    assert "Horse 1" in str(exact)


@pytest.mark.parametrize("race", ["affirmed-alydar", "seabiscuit-war-admiral", "marlboro-cup-1973"])
def test_packaged_match_races_have_exact_chances(race):
    frame = ts.exact(race).to_frame()
    assert (frame["place"] + frame["out"]).to_list() == pytest.approx([1, 1], abs=1e-4)


@pytest.mark.parametrize(
    "version", ["quickplay", pytest.param("fullplay", marks=pytest.mark.verify)]
)  # the table of places of Fullplay takes some 15 seconds
def test_d10_24_runners_as_run(version):
    card = full_field()
    simulation, exact = agrees(card, version)
    assert exact.finish.shape == (24, 24)
    assert len(simulation.rows()) == 24


def test_d10_24_runners_win_in_fullplay():
    card = full_field()
    simulation, exact = ts.simulate(card, races=RACES, seed=2, version="fullplay"), ts.exact(card, version="fullplay")
    chance = exact.win
    assert (abs(simulation.chances("win")[0] - chance) < LIMIT * np.sqrt(chance * (1 - chance) / RACES) + 1e-5).all()


@pytest.mark.verify
@pytest.mark.parametrize("version", VERSIONS)
def test_d10_24_runners_officially(version):
    card = full_field()
    exact = ts.exact(card, version=version)
    simulation = ts.simulate(card, races=10_000_000, seed=1, version=version)
    for name in ("win", "place", "show"):
        chance = exact.win if name == "win" else getattr(exact.official, name)
        found, _ = simulation.chances(name)
        assert (abs(found - chance) < exact.bound + LIMIT * np.sqrt(chance * (1 - chance) / 1e7)).all()


def full_field():
    """24 runners, the most there can be."""
    rng = random.Random("full field")
    card = random_card(rng, 24)
    while len(card.runners) < 24:
        card = random_card(rng, 24)
    return card


def test_the_most_entries_there_can_be():
    """32 entries of which 8 are scratched; with those in front, the last runner's dice stand on the last row."""
    card = full_field()
    scratched = [attrs.evolve(card.entries[0], post=post, scratched=True) for post in range(1, 9)]
    behind = [attrs.evolve(entry, post=entry.post + 60) for entry in scratched]
    assert ts.simulate(attrs.evolve(card, entries=(*card.entries, *behind)), races=2000, seed=3).tally.same_as(
        ts.simulate(card, races=2000, seed=3).tally
    )
    moved = [attrs.evolve(entry, post=entry.post + 30) for entry in card.entries]
    simulation = ts.simulate(attrs.evolve(card, entries=(*scratched, *moved)), races=50, seed=3)
    assert simulation.card.runners[-1].entry == MAX_ENTRIES - 1
    places = column(played(simulation, range(50)), "place")
    assert np.array_equal(simulation.tally.official, [np.bincount(row, minlength=25) for row in places])
