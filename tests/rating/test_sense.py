"""R1: nobody walks over, nobody is hopeless; the sense check on real races of the engine."""

import numpy as np
import pytest
import topstretch as ts
from topstretch.dice import BLOCK
from topstretch.hundred import PROGRAMME, Study, at_home, draw_fields, sense_check, sense_rows, sense_text, spearman
from topstretch.matching import candidates
from topstretch.ratings import Kind, Surface


@pytest.fixture(scope="module", params=list(Kind), ids=str)
def sense(request):
    return sense_check(request.param, blocks=1, seed=11)


def test_r1_every_check_is_met(sense):
    assert [check.what for check in sense.checks if not check.met] == []
    assert sense.met


def test_r1_every_horse_of_the_hundred_runs(sense):
    assert len(sense.chances) == 100
    assert min(one.starts for one in sense.chances) > 1000
    assert sum(one.starts for one in sense.chances) == 10 * sense.fields == 10 * BLOCK * len(PROGRAMME)


def test_somebody_wins_each_field(sense):
    wins = sum(one.wins for one in sense.chances)
    assert sense.fields * 0.999 < wins < sense.fields * 1.02  # a dead heat counts for both; all ten out is rare


def test_the_chances_are_in_order_and_have_errors(sense):
    wins = [one.win for one in sense.chances]
    assert wins == sorted(wins, reverse=True)
    assert all(0 < one.error < 0.01 for one in sense.chances)


def test_the_text_and_the_rows_say_the_same(sense):
    text = sense_text(sense)
    assert [row["result"] for row in sense_rows(sense)] == ["within"] * len(sense.checks)
    assert all(row["found"] in text for row in sense_rows(sense))
    assert all(one.horse in text for one in sense.chances)


def test_the_same_seed_gives_the_same_chances():
    first, again = (sense_check("career", blocks=1, seed=3) for _ in range(2))
    assert first == again
    assert first.chances != sense_check("career", blocks=1, seed=4).chances


def test_a_fault_of_the_call_is_named():
    with pytest.raises(ts.InputError, match="kind: found 'best', allowed one of best-year, career"):
        sense_check("best")
    with pytest.raises(ts.InputError, match="blocks: found 0, allowed a whole number, 1 or more"):
        sense_check(blocks=0)


@pytest.mark.parametrize("pool", [10, 13])
def test_a_drawn_field_has_ten_different_horses_each_as_likely(pool):
    fields = draw_fields(seed=5, block=0, pool=pool)
    assert fields.shape == (10, BLOCK)
    assert all(len(set(column)) == 10 for column in fields.T[:2000])
    counts = np.bincount(fields.ravel(), minlength=pool)
    share = 10 / pool
    assert np.abs(counts / BLOCK - share).max() <= 5 * np.sqrt(share * (1 - share) / BLOCK)


def test_fields_of_different_blocks_and_seeds_differ():
    first = draw_fields(5, 0, 13)
    assert not np.array_equal(first, draw_fields(5, 1, 13))
    assert not np.array_equal(first, draw_fields(6, 0, 13))


def test_horses_at_home_on_a_surface_are_rated_no_higher_on_the_other():
    turf = at_home(candidates(Kind.CAREER, Surface.TURF, None), Surface.TURF)
    assert turf
    assert all(horse.power_turf >= (horse.power_dirt or 0) for horse in turf)


def test_equal_horses_have_equal_chances():
    horse = ts.load_horses()["Citation"]
    study = Study(Kind.BEST_YEAR, ts.load_charts(), 1, 1)
    won = [wins for _, _, wins in study.race(0, [horse] * 10, 10.0, Surface.DIRT)]
    assert max(abs(wins / BLOCK - 0.1) for wins in won) < 5 * np.sqrt(0.09 / BLOCK)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ([1, 2, 3], [1, 2, 3], 1),
        ([1, 2, 3], [3, 2, 1], -1),
        ([1, 2, 2, 4], [1, 2, 3, 4], 3 / np.sqrt(10)),
        ([1, 5, 9, 2], [1, 3, 4, 2], 1),
    ],
)
def test_rank_correlation(first, second, expected):
    assert spearman(first, second) == pytest.approx(expected)
