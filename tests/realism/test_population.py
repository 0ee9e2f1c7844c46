"""The population of the realism report is the one that is stated, and the same for a seed for ever."""

import numpy as np
import pytest
from topstretch.dice import BLOCK
from topstretch.population import DISTANCES, HORSE_SD, SHARES, SIZES, Population, race_card
from topstretch.real_racing import real

BLOCKS = [Population(11).block(number) for number in range(6)]
RUNNING = np.concatenate([cards.running for cards in BLOCKS], axis=1)
SIZE = np.concatenate([cards.size for cards in BLOCKS])


def of(name):
    return np.concatenate([getattr(cards.runners, name) for cards in BLOCKS], axis=1)


def test_field_sizes_are_nyra_s():
    assert RUNNING.sum(axis=0).tolist() == SIZE.tolist()
    assert (SIZE.min(), SIZE.max()) == (SIZES[0], SIZES[-1]) == (3, 14)
    # 98,304 fields: five standard errors are 0.03 and 0.025.
    assert SIZE.mean() == pytest.approx(real("field_size_mean", "all").value, abs=0.03)
    assert SIZE.std() == pytest.approx(real("field_size_sd", "all").value, abs=0.025)
    assert real("field_size_mean", "all").value == pytest.approx(7.45, abs=0.01)


def test_adjusted_power_has_the_stated_spreads():
    start = np.where(RUNNING, of("start"), 0)
    mean = start.sum(axis=0) / SIZE
    within = ((start - mean) ** 2 * RUNNING).sum() / (SIZE - 1).sum()
    # Rounding to whole points adds a twelfth of a point to the variance.
    assert within == pytest.approx(HORSE_SD**2 + 1 / 12, rel=0.02)
    assert mean.mean() == pytest.approx(15, abs=0.1)
    between = mean.var() - within * (1 / SIZE).mean()
    assert np.sqrt(between) == pytest.approx(4.6, rel=0.02)
    assert start.min() >= 0
    assert start.max() <= 29


@pytest.mark.parametrize("name", list(SHARES))
def test_a_rating_has_its_stated_shares(name):
    first, percents = SHARES[name]
    assert sum(percents) == 100
    values = of(name)[RUNNING]
    counts = np.bincount(values - first, minlength=len(percents)) / len(values)
    assert len(counts) == len(percents)
    # Over 700,000 horses: five standard errors of a share are below 0.3 percent.
    assert counts == pytest.approx(np.array(percents) / 100, abs=0.003)


def test_ratings_do_not_hang_together():
    names = ["start", *SHARES]
    table = np.corrcoef([of(name)[RUNNING] for name in names])
    assert np.abs(table - np.eye(len(names))).max() < 0.01


def test_distances_and_routes():
    distance = np.concatenate([cards.distance for cards in BLOCKS])
    assert sorted(set(distance.tolist())) == list(DISTANCES)
    races = {furlongs: real("distance_share", f"{furlongs:.1f}f").value for furlongs in DISTANCES}
    for furlongs, share in races.items():
        assert (distance == furlongs).mean() == pytest.approx(share / sum(races.values()), abs=0.008)
    assert (of("route")[0] == (distance >= 8)).all()


def test_a_block_is_the_same_whatever_was_drawn_before():
    again = Population(11).block(3)
    assert (again.runners.start == BLOCKS[3].runners.start).all()
    assert (again.size == BLOCKS[3].size).all()
    assert (Population(12).block(3).runners.start != BLOCKS[3].runners.start).any()
    assert again.runners.start.shape == (14, BLOCK)


def test_a_race_of_a_block_as_a_card():
    cards = BLOCKS[0]
    card = race_card(cards, 5)
    assert len(card.entries) == cards.size[5]
    assert card.distance == cards.distance[5]
    assert [working.total for working in card.adjusted_power()] == cards.runners.start[: cards.size[5], 5].tolist()
    for name in ("pace", "class_", "speed", "trip", "wire"):
        found = [getattr(entry.horse, name) for entry in card.entries]
        assert found == getattr(cards.runners, name)[: cards.size[5], 5].tolist()
    assert [entry.horse.form.column for entry in card.entries] == cards.runners.form[: cards.size[5], 5].tolist()
    assert [entry.jockey.ride for entry in card.entries] == cards.runners.ride[: cards.size[5], 5].tolist()
    assert [entry.jockey.trouble for entry in card.entries] == cards.runners.trouble[: cards.size[5], 5].tolist()


def test_the_seed_s_first_cards_are_pinned():
    cards = Population(7).block(0)
    assert cards.size[:8].tolist() == [9, 8, 6, 7, 7, 3, 6, 6]
    assert cards.runners.start[0, :8].tolist() == [6, 12, 15, 14, 18, 12, 19, 7]
