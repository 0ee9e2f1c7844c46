"""Rolls by name and dice by a seed at their limits: a seed names its dice for ever, so nothing of this may move."""

import hashlib

import numpy as np
import pytest
import topstretch as ts
from topstretch.dice import (
    BLOCK,
    REFUSED_FROM,
    ROLLS,
    ROWS_A_BLOCK,
    BatchDice,
    Faces,
    RaceDice,
    Stream,
    chart_read,
    check_count,
    check_seed,
    faces_of,
    mix,
    row_of,
)

# name: chart, plane, half, dice, once a race
TABLE = {
    "pace": ("pace_scenario", 0, 0, 2, True),
    "race_pace": ("race_pace", 0, 0, 1, True),
    "race_factors": ("race_factors", 0, 1, 2, True),
    "form": ("form", 1, 0, 2, False),
    "final_speed": ("final_speed", 1, 1, 2, False),
    "trouble": ("trouble", 2, 0, 2, False),
    "trouble_test": ("trouble", 2, 1, 2, False),
    "photo": ("", 3, 0, 2, False),
    "disqualification": ("", 3, 1, 1, False),
    "break": ("break_segment", 4, 0, 2, False),
    "setup": ("pace_setup", 4, 1, 2, False),
    "odds": ("odds", 5, 0, 2, False),
}


def test_every_roll_has_its_chart_and_its_place_in_the_lanes():
    assert {
        name: (roll.chart, roll.plane, roll.half, roll.dice, roll.whole_race) for name, roll in ROLLS.items()
    } == TABLE
    assert [roll.name for roll in ROLLS.values()] == list(TABLE)
    assert {type(roll.whole_race) for roll in ROLLS.values()} == {bool}


def test_r7_the_form_roll_of_fullplay_is_read_on_race_position():
    assert chart_read("form", "fullplay") == "race_position"
    assert chart_read("form", "quickplay") == "form"
    assert {name: chart_read(name, "fullplay") for name in TABLE if name != "form"} == {
        name: chart for name, (chart, *_) in TABLE.items() if name != "form"
    }


def test_the_addresses_of_a_seed():
    assert (BLOCK, ROWS_A_BLOCK, REFUSED_FROM) == (16_384, 161, 64_800)
    assert [row_of(plane, entry) for plane, entry in [(0, 0), (0, 9), (1, 0), (1, 31), (2, 0), (5, 31)]] == [
        0, 0, 1, 32, 33, 160,
    ]  # fmt: skip


def test_a_row_is_the_generators_own_words():
    seed, block, row = 9, 2, 5
    bits = np.random.PCG64DXSM(seed)
    bits.advance((block * 161 + row) * 4096)
    words = np.asarray(bits.random_raw(2 * 4096), np.uint64).astype("<u8")
    assert Stream(seed).lanes(block, row).shape == (1, BLOCK)
    assert (Stream(seed).lanes(block, row, 2) == words.view("<u2").reshape(2, BLOCK)).all()


def test_a_stream_goes_back_as_well_as_on():
    stream = Stream(4)
    first = stream.lanes(1, 3).copy()
    stream.lanes(0, 0)
    assert (stream.lanes(1, 3) == first).all()
    assert stream.lane(3, BLOCK + 5) == Stream(4).lane(3, BLOCK + 5)


def test_splitmix64_as_published():
    # Steele, Lea, Flood 2014: the first outputs of the generator started at 0 are those of states GOLDEN, 2 GOLDEN, ...
    golden = 0x9E3779B97F4A7C15
    states = np.array([golden * count % 2**64 for count in (1, 2, 3)], np.uint64)
    assert [int(word) for word in mix(states)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


def test_a_replacement_is_a_word_of_the_seeds_own_splitmix64():
    seed, block, row, place = 11, 2, 7, 130
    key = int(np.random.SeedSequence(seed, spawn_key=(1,)).generate_state(1, np.uint64)[0])
    address = (block * 161 + row) * BLOCK + place
    state = (key + address * 0x9E3779B97F4A7C15) % 2**64
    word = int(mix(np.array([state], np.uint64))[0])
    made = Stream(seed).replacements(block, np.array([row * BLOCK + place]))
    assert (made.tolist(), made.dtype) == ([word % 64_800], np.dtype(np.uint16))


def test_a_lane_is_replaced_from_64800_up_and_not_below():
    stream = Stream(3)
    rows = np.concatenate([stream.lanes(0, row)[0] for row in range(161)])
    for value in (64_799, 64_800, 65_535):
        row, place = divmod(int(np.flatnonzero(rows == value)[0]), BLOCK)
        lane = stream.lane(row, place)
        kept = int(stream.replacements(0, np.array([row * BLOCK + place]))[0])
        assert lane == (value if value < 64_800 else kept)
        assert lane != (kept if value < 64_800 else value)
        plane, entry = (0, 0) if row == 0 else divmod(row - 1, 32)
        batch = BatchDice(stream, 0, [entry])
        plane = plane if row == 0 else plane + 1
        assert batch.lanes(plane)[0, place] == lane
        assert batch.pairs(plane)[0, place] == lane // 50
        assert batch.pairs_at(plane, np.array([place])).tolist() == [lane // 50]


def test_a_lane_holds_two_rolls_of_two_dice():
    ways = [(a, b, c, d) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) for d in range(1, 7)]
    pairs = np.arange(1296, dtype=np.uint16)
    first, second = faces_of(pairs, 0), faces_of(pairs, 1)
    assert list(zip(*(values.tolist() for values in (first.red, first.white, second.red, second.white)))) == ways
    assert {values.dtype for values in (first.red, first.white, first.total)} == {np.dtype(np.uint8)}


def test_each_way_of_two_rolls_has_50_lanes():
    dice = BatchDice(Stream(2), 0, range(32))
    lanes, pairs = dice.lanes(1), dice.pairs(1)
    assert (lanes.max(), pairs.max()) == (64_799, 1295)
    assert (pairs == lanes // 50).all()
    assert len(np.unique(pairs)) == 1296


def test_r2_a_roll_is_the_sum():
    faces = Faces(np.array([[1, 6]], np.uint8), np.array([[1, 6]], np.uint8))
    assert faces.total.tolist() == [[2, 12]]


def test_a_race_throws_one_lane_for_each_who_needs_it():
    dice = RaceDice(Stream(8), 77, [0, 4, 9])
    everyone = dice.roll("form", np.ones((3, 1), bool))
    assert everyone.red.shape == (3, 1)
    some = dice.roll("form", np.array([[True], [False], [True]]))
    assert (some.red[[0, 2]] == everyone.red[[0, 2]]).all()
    assert (some.red[1, 0], some.white[1, 0]) == (1, 1)  # not thrown
    with pytest.raises(ValueError, match="zip"):
        dice.roll("form", np.ones((2, 1), bool))
    with pytest.raises(ValueError, match="zip"):
        dice.roll("pace", np.ones((3, 1), bool))


def test_lanes_of_entries_with_gaps_are_those_of_each_entry():
    stream = Stream(6)
    together = BatchDice(stream, 1, [2, 3, 7])
    for plane in (1, 5):
        assert together.lanes(plane).shape == (3, BLOCK)
        for place, entry in enumerate([2, 3, 7]):
            assert (together.lanes(plane)[place] == BatchDice(stream, 1, [entry]).lanes(plane)[0]).all()
    places = np.array([0, BLOCK - 1, BLOCK, 3 * BLOCK - 1])
    assert (together.pairs_at(2, places) == together.pairs(2).ravel()[places]).all()
    assert together.lanes(0).shape == (1, BLOCK)


def test_the_dice_of_a_seed_do_not_move():
    dice = BatchDice(Stream(20_261_130), 3, [0, 1, 2, 30, 31])
    digest = hashlib.sha256(b"".join(dice.lanes(plane).tobytes() for plane in range(6)))
    assert digest.hexdigest()[:16] == "8beb51b942d1dfc1"


# Seeds and counts


def test_a_seed_and_a_count_are_whole_numbers():
    assert [check_seed(0), check_seed(2**63 - 1), check_seed(np.int64(5))] == [0, 2**63 - 1, 5]
    assert [check_count("races", 0), check_count("races", 3, 3)] == [0, 3]
    assert len({check_seed(None) for _ in range(20)}) == 20
    assert max(check_seed(None) for _ in range(200)) >= 2**61
    assert all(0 <= check_seed(None) < 2**63 for _ in range(200))


@pytest.mark.parametrize("value", [-1, True, False, 2.0, "5", None])
def test_a_count_that_is_none(value):
    with pytest.raises(ts.InputError) as refused:
        check_count("races", value)
    assert str(refused.value) == f"races: found {value!r}, allowed a whole number, 0 or more"


def test_a_count_below_the_least():
    with pytest.raises(ts.InputError, match=r"^races: found 2, allowed a whole number, 3 or more$"):
        check_count("races", 2, 3)
    with pytest.raises(ts.InputError, match=r"^seed: found -2, allowed a whole number, 0 or more$"):
        ts.SeededDice(-2)


def test_a_count_too_large():
    with pytest.raises(ts.InputError) as refused:
        check_seed(2**63)
    assert str(refused.value) == "seed: found 9223372036854775808, allowed less than 2**63"


def test_no_seed_is_a_fresh_one():
    assert ts.SeededDice().seed != ts.SeededDice().seed
    assert ts.SeededDice(None).seed >= 0
    assert ts.SeededDice(4).seed == 4


def test_a_seeded_race_is_a_whole_number_from_0():
    with pytest.raises(ts.InputError, match=r"^race: found -1, allowed a whole number, 0 or more$"):
        ts.SeededDice(4).seat((), -1)
    with pytest.raises(ts.InputError, match=r"^race: found 'x', allowed a whole number, 0 or more$"):
        ts.SeededDice(4).seat((), "x")
