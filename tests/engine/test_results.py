"""Results can be compared, copied and pickled, and carry what made them."""

import contextlib
import copy
import pickle
import random

import numpy as np
import pytest
import topstretch as ts

from engine.making import VERSIONS, all_to_trouble, troubled_charts
from fields import random_card

CARD = random_card(random.Random("results"), 4)
COPIES = {
    "pickle": lambda result: pickle.loads(pickle.dumps(result)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


def made(kind, version="fullplay", seed=3, card=CARD):
    """A result of each kind."""
    if kind == "simulation":
        return ts.simulate(card, races=500, seed=seed, version=version, details=["exacta"])
    if kind == "exact":
        return ts.exact(card, version=version)
    return ts.compare(card, card.replace(card.runners[0].post, jockey=ts.Jockey("Best", 2, 12)), races=500, seed=seed)


@pytest.mark.parametrize("kind", ["simulation", "exact", "comparison"])
@pytest.mark.parametrize("how", COPIES)
def test_a_copy_equals_what_it_was_made_of(kind, how):
    result = made(kind)
    again = COPIES[how](result)
    assert again == result
    assert again.to_frame().equals(result.to_frame())
    assert str(again) == str(result)
    assert again.card == result.card


@pytest.mark.parametrize("how", COPIES)
def test_what_was_worked_out_is_copied_too(how):
    result = ts.exact(CARD)
    before = result.to_frame()
    assert COPIES[how](result).to_frame().equals(before)


@pytest.mark.parametrize("kind", ["simulation", "exact", "comparison"])
def test_equality_is_of_content(kind):
    result = made(kind)
    assert result == made(kind)
    assert result != made(kind, card=CARD.on(distance=CARD.distance + 4) if CARD.distance < 9 else CARD.on(distance=5))
    assert result != "a result"
    with pytest.raises(TypeError):
        hash(result)


def test_equality_of_simulations_is_not_of_provenance():
    result = made("simulation")
    assert result != made("simulation", seed=4)
    same_charts = ts.simulate(CARD, races=500, seed=3, version="fullplay", details=["exacta"], charts=ts.load_charts())
    assert result == same_charts
    without = ts.simulate(CARD, races=500, seed=3, version="fullplay")
    assert result != without


@pytest.mark.parametrize("version", VERSIONS)
def test_a_result_says_what_made_it(tmp_path, version):
    charts, rules = ts.load_charts(troubled_charts(tmp_path / "mine")), ts.Rules(factor_target="dice")
    simulation = ts.simulate(CARD, races=50, seed=9, version=version, charts=charts, rules=rules)
    assert (simulation.seed, simulation.version, simulation.races) == (9, version, 50)
    assert (simulation.charts.name, simulation.charts, simulation.rules) == ("mine", charts, rules)
    exact = ts.exact(CARD, version=version, charts=charts, rules=rules)
    assert (exact.version, exact.charts.name, exact.rules) == (version, "mine", rules)
    assert simulation.scoresheet(7) == ts.play(CARD, version=version, seed=9, race=7, charts=charts, rules=rules)


def test_the_tables_of_a_result_cannot_be_changed_by_accident():
    """A frame is the caller's own; the result behind it stays."""
    simulation = made("simulation")
    before = simulation.to_frame()
    frame = simulation.to_frame()
    frame["win"] = 0.0
    assert simulation.to_frame().equals(before)
    table = simulation.finish
    table[:] = 0
    assert np.array_equal(simulation.finish, simulation.tally.wire[:, 1:] / 500)


def test_an_exact_table_stays_what_it_is_when_it_is_handed_out():
    exact = ts.exact(CARD)
    for name in ("finish", "win", "out"):
        before = getattr(exact, name).copy()
        with contextlib.suppress(ValueError):  # it may be read-only, or a copy
            getattr(exact, name)[:] = 7.0
        assert np.array_equal(getattr(exact, name), before), name


def test_exact_chances_that_differ_in_disqualifications_alone_are_not_equal(tmp_path):
    """The places are the same, bit for bit; in one every horse is disqualified."""
    results = [ts.exact(CARD, charts=all_to_trouble(tmp_path / name, name)) for name in ("nothing", "disqualified")]
    assert np.array_equal(results[0].finish, results[1].finish)
    assert not results[0].to_frame().equals(results[1].to_frame())
    assert results[0] != results[1]
