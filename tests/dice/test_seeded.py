"""Dice by a seed: every roll has an address, so a race is the same alone, in a batch, and whoever else runs."""

import random

import numpy as np
import pytest
import topstretch as ts
from topstretch.dice import BLOCK, REFUSED_FROM, ROLLS, BatchDice, RaceDice, SeededDice, Stream, check_count, row_of
from topstretch.entries import MAX_ENTRIES, Runner

from rules.making import PLAIN, cells

CHAMPAGNE = ts.load_race("champagne-2009")
ONE = np.ones((1, 1), bool)
ENTRIES = [0, 1, 5, 17, MAX_ENTRIES - 1]


def alone(seed, race, name, entries):
    """The faces of one roll in a race thrown by itself: (entries or 1, 2)."""
    needed = ONE if ROLLS[name].whole_race else np.ones((len(entries), 1), bool)
    faces = RaceDice(Stream(seed), race, entries).roll(name, needed)
    return np.stack([faces.red[:, 0], faces.white[:, 0]], axis=1)


# Alone or in a batch


@pytest.mark.parametrize("name", list(ROLLS))
@pytest.mark.parametrize(("seed", "block"), [(0, 0), (7, 3), (2**63 - 1, 61_035)])
def test_a_race_alone_has_the_dice_that_it_has_in_its_batch(seed, block, name):
    batch = BatchDice(Stream(seed), block, ENTRIES).roll(name, np.ones((len(ENTRIES), BLOCK), bool))
    rng = random.Random(f"{seed} {block} {name}")
    for place in [0, 1, 2, 3, 4, BLOCK - 1, *(rng.randrange(BLOCK) for _ in range(20))]:
        faces = np.stack([batch.red[:, place], batch.white[:, place]], axis=1)
        assert (alone(seed, block * BLOCK + place, name, ENTRIES) == faces).all(), place


def refused(seed, block, row):
    """Where the lanes of a row are refused."""
    return np.flatnonzero(Stream(seed).lanes(block, row)[0] >= REFUSED_FROM)


@pytest.mark.parametrize(
    ("name", "entry"), [("pace", 0), ("race_factors", 0), ("form", 0), ("final_speed", 31), ("odds", 9)]
)
def test_a_refused_lane_is_replaced_by_the_same_value_alone_and_in_a_batch(name, entry):
    seed, block = 11, 2
    places = refused(seed, block, row_of(ROLLS[name].plane, entry))
    assert len(places) > 100  # 736 of 65,536 values are refused: some 184 of a row's 16,384 lanes
    batch = BatchDice(Stream(seed), block, [entry]).roll(name, np.ones((1, BLOCK), bool))
    for place in places:
        assert alone(seed, block * BLOCK + int(place), name, [entry])[0].tolist() == [
            batch.red[0, place], batch.white[0, place],
        ]  # fmt: skip


def test_replaced_lanes_are_as_even_as_the_others():
    places = np.concatenate([refused(5, 0, row_of(1, entry)) for entry in range(MAX_ENTRIES)])
    assert len(places) > 4000
    values = np.concatenate([
        Stream(5).replacements(0, row_of(1, entry) * BLOCK + refused(5, 0, row_of(1, entry))) for entry in range(MAX_ENTRIES)
    ])  # fmt: skip
    assert values.max() < REFUSED_FROM
    faces = np.bincount(values // 50 // 36 // 6, minlength=6)
    expected = len(values) / 6
    assert ((faces - expected) ** 2 / expected).sum() < QUANTILES[5]


def test_lanes_may_be_opened_in_any_order():
    stream, again = Stream(3), Stream(3)
    races = [5, 0, 10**12, 1, 10**6, 5, 2**62]
    forward = {race: stream.lane(7, race) for race in races}
    assert {race: again.lane(7, race) for race in reversed(races)} == forward
    assert len(set(forward.values())) > 1


def test_the_batch_does_not_hang_on_the_mask():
    dice = BatchDice(Stream(9), 0, [0, 1])
    nobody, everybody = (dice.roll("form", np.full((2, BLOCK), flag)) for flag in (False, True))
    assert (nobody.red == everybody.red).all()


# Whoever else runs


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
def test_scratching_a_horse_keeps_the_dice_of_the_others(version):
    for race in range(30):
        whole = ts.play(CHAMPAGNE, seed=21, race=race, version=version)
        without = ts.play(CHAMPAGNE.scratch(2, 6), seed=21, race=race, version=version)
        shared = {(row.roll, row.post): (row.red, row.white) for row in whole.log}
        for row in without.log:
            faces = shared.get((row.roll, row.post), (row.red, row.white))
            assert faces == (row.red, row.white), (race, row)
        assert sum((row.roll, row.post) in shared for row in without.log) >= 10


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
def test_one_other_rating_keeps_every_roll(version):
    stronger = ts.Horse("Stronger", **{**PLAIN, "power_dirt": 25, "form": "E", "pace": 9})
    changed = CHAMPAGNE.replace(4, horse=stronger, jockey=ts.Jockey("Better Rider", 2, 12)).on(condition="muddy")
    for race in range(30):
        before, after = (ts.play(card, seed=5, race=race, version=version) for card in (CHAMPAGNE, changed))
        shared = {(row.roll, row.post): (row.red, row.white) for row in before.log}
        for row in after.log:
            assert shared.get((row.roll, row.post), (row.red, row.white)) == (row.red, row.white)
        assert {name for name, _ in shared} & {"form", "final_speed", "race_factors"}


def test_a_roll_that_is_not_needed_moves_nothing():
    for race in range(40):
        quick, with_odds = ts.play(CHAMPAGNE, seed=5, race=race), ts.odds(CHAMPAGNE, seed=5, race=race)
        assert quick == ts.play(CHAMPAGNE, seed=5, race=race)
        assert with_odds == ts.odds(CHAMPAGNE, seed=5, race=race)


def test_the_two_versions_share_form_and_stretch_dice():
    quick, full = (ts.play(CHAMPAGNE, seed=2, race=9, version=version) for version in ("quickplay", "fullplay"))
    rolls = {(row.roll, row.post): (row.red, row.white) for row in quick.log}
    for row in full.log:
        if row.roll in ("form", "final_speed", "race_factors"):
            assert rolls[row.roll, row.post] == (row.red, row.white)


def test_other_seeds_and_races_are_other_races():
    sheets = {(seed, race): ts.play(CHAMPAGNE, seed=seed, race=race).log for seed in range(5) for race in range(5)}
    assert len(set(sheets.values())) == 25


def test_without_a_seed_fresh_bits_are_taken_and_told():
    first, second = ts.play(CHAMPAGNE), ts.play(CHAMPAGNE)
    assert first.seed != second.seed
    assert ts.play(CHAMPAGNE, seed=first.seed) == first
    assert first.race == 0


def test_cells_of_a_seeded_sheet_are_plain_numbers():
    sheet = ts.play(CHAMPAGNE, seed=np.int64(4), race=np.int64(2))
    assert sheet == ts.play(CHAMPAGNE, seed=4, race=2)
    assert (type(sheet.seed), type(sheet.race)) == (int, int)
    assert {type(cell) for cell in cells(sheet, "Fin")} == {int}


# Seeds and race numbers

REFUSED_NUMBERS = [
    -1,
    -(2**70),
    1.0,
    0.5,
    float("nan"),
    float("inf"),
    True,
    False,
    "7",
    b"7",
    [7],
    7 + 0j,
    2**63,
    2**64,
    10**30,
]


@pytest.mark.parametrize("value", REFUSED_NUMBERS, ids=repr)
def test_a_seed_is_a_whole_number_from_0_up(value):
    for call in (ts.play, ts.odds):
        with pytest.raises(ts.InputError, match=r"^seed: found .*, allowed (a whole number, 0 or more|less than 2)"):
            call(CHAMPAGNE, seed=value)
    with pytest.raises(ts.InputError):
        SeededDice(value)


@pytest.mark.parametrize("value", [*REFUSED_NUMBERS, None], ids=repr)
def test_a_race_number_is_a_whole_number_from_0_up(value):
    for call in (ts.play, ts.odds):
        with pytest.raises(ts.InputError, match=r"^race: found .*, allowed (a whole number, 0 or more|less than 2)"):
            call(CHAMPAGNE, seed=1, race=value)


@pytest.mark.parametrize("value", [-1, 1.5, True, "7"])
def test_a_race_number_is_checked_whatever_the_dice(value):
    log = ts.play(CHAMPAGNE, seed=1).dice_log()
    with pytest.raises(ts.InputError, match=r"^race: "):
        ts.play(CHAMPAGNE, dice=ts.ReplayDice(log), race=value)


def test_a_seed_beside_other_dice_is_refused():
    log = ts.play(CHAMPAGNE, seed=1).dice_log()
    with pytest.raises(ts.InputError, match="seed"):
        ts.play(CHAMPAGNE, dice=ts.ReplayDice(log), seed=1)


@pytest.mark.parametrize("value", [0, 1, 2**63 - 1, np.uint8(5), np.int64(2**62)])
def test_whole_numbers_of_every_kind_are_seeds_and_races(value):
    assert check_count("seed", value) == int(value)
    assert ts.play(CHAMPAGNE, seed=value, race=value) == ts.play(CHAMPAGNE, seed=int(value), race=int(value))


# Fair dice. Each bound is a chi-square quantile: one false alarm in 100,000 for dice that are fair, and the seeds are fixed.

QUANTILES = {5: 30.86, 10: 41.30, 35: 82.64, 1295: 1523.61}


def chi_square(counts, shares):
    expected = counts.sum() * shares
    return float(((counts - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("name", list(ROLLS))
def test_every_pair_of_faces_is_as_likely(name):
    dice = BatchDice(Stream(2009), 4, [0, 3, 8])
    faces = dice.roll(name, np.ones((3, BLOCK), bool))
    assert (faces.red.min(), faces.red.max(), faces.white.min(), faces.white.max()) == (1, 6, 1, 6)
    pairs = np.bincount(((faces.red - 1) * 6 + faces.white - 1).ravel(), minlength=36)
    assert chi_square(pairs, np.full(36, 1 / 36)) < QUANTILES[35]
    totals = np.bincount(faces.total.ravel(), minlength=13)[2:]
    assert chi_square(totals, np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]) / 36) < QUANTILES[10]


TWO_ROLLS = [
    ("form", "final_speed"), ("trouble", "trouble_test"), ("break", "setup"), ("pace", "race_factors"),
    ("form", "break"), ("photo", "form"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), TWO_ROLLS)
def test_two_rolls_of_a_horse_have_nothing_to_do_with_each_other(first, second):
    dice = BatchDice(Stream(1973), 0, [0, 1, 2, 3])
    one, other = (dice.roll(name, np.ones((4, BLOCK), bool)) for name in (first, second))
    pair = ((one.red - 1) * 6 + one.white - 1).astype(int) * 36 + (other.red - 1) * 6 + other.white - 1
    assert chi_square(np.bincount(pair.ravel(), minlength=1296), np.full(1296, 1 / 1296)) < QUANTILES[1295]


@pytest.mark.parametrize("apart", ["horse", "race", "block", "seed"])
def test_neighbours_have_nothing_to_do_with_each_other(apart):
    def red(seed=64, block=0, entry=0):
        return BatchDice(Stream(seed), block, [entry]).roll("form", np.ones((1, BLOCK), bool)).red[0].astype(int)

    one = red()
    other = {"horse": red(entry=1), "race": np.roll(one, 1), "block": red(block=1), "seed": red(seed=65)}[apart]
    counts = np.bincount((one - 1) * 6 + other - 1, minlength=36)
    assert chi_square(counts, np.full(36, 1 / 36)) < QUANTILES[35]


def test_a_seat_is_for_the_places_of_the_runners_on_the_card():
    runners = [Runner(4, 9, "Ninth"), Runner(0, 1, "First")]
    faces = SeededDice(3).seat(runners, 8).roll("form", np.ones((2, 1), bool))
    assert np.stack([faces.red[:, 0], faces.white[:, 0]], axis=1).tolist() == alone(3, 8, "form", [4, 0]).tolist()
