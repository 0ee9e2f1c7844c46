"""R8: odds for a field, by start Adjusted Power."""

from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts

from oracle.charts import cell, change, odds_to_one
from rules.making import SetDice, card
from rules.reading import CHARTS

CODES = ["Fav", "A", "B", "C", "D", "E"]
LADIES_CLASSIC = ts.load_race("ladies-classic-2009")
# X2 to X5: the rulebook's rolls for the first four; the others are any that are not doubles.
ROLLS = {
    ("odds", 1): (3, 2), ("odds", 2): (4, 1), ("odds", 3): (2, 2), ("odds", 4): (6, 6), ("odds", 5): (1, 2),
    ("odds", 6): (2, 3), ("odds", 7): (5, 4), ("odds", 8): (6, 1),
}  # fmt: skip


def roll(race, given):
    return ts.odds(race, dice=SetDice(given))


def odds_of(horse):
    line = next(line for line in roll(LADIES_CLASSIC, ROLLS).lines if line.horse == horse)
    return line.code, line.text


def test_x1_codes_of_the_ladies_classic():
    powers = [working.total for working in LADIES_CLASSIC.adjusted_power()]
    assert powers == [20, 22, 20, 17, 16, 13, 21, 15]
    assert [line.code for line in roll(LADIES_CLASSIC, {}).lines] == ["A", "Fav", "A", "C", "C", "E", "A", "D"]


def test_x1_the_field_of_the_ladies_classic():
    horses = [
        "Careless Jewel", "Life Is Sweet", "Mushka", "Lethal Heat", "Proviso", "Cocoa Beach", "Music Note", "Rainbow View",
    ]  # fmt: skip
    assert [line.horse for line in roll(LADIES_CLASSIC, {}).lines] == horses


def test_x2_careless_jewel_code_a_red_3_is_7_to_2():
    assert odds_of("Careless Jewel") == ("A", "7-2")


def test_x3_life_is_sweet_favourite_red_4_is_8_to_5():
    assert odds_of("Life Is Sweet") == ("Fav", "8-5")


def test_x4_mushka_code_a_double_2_is_read_one_chart_to_the_right():
    assert odds_of("Mushka") == ("A", "7-1")


def test_x5_lethal_heat_code_c_double_6_is_read_one_chart_to_the_left():
    assert odds_of("Lethal Heat") == ("C", "11-1")


# What each code, red face and white face gives


SIZES = {"2-5": (2, 5), "6-8": (6, 8), "9-12": (9, 12), "13 or more": (13, 24)}


@pytest.mark.parametrize("size", list(SIZES))
def test_r8_codes_go_by_field_size_and_points_below_the_highest(size):
    for runners in SIZES[size]:
        for points in range(16):
            field = card({"power_dirt": 29}, {"power_dirt": 29 - points}, *[{"power_dirt": 29}] * (runners - 2))
            expected = cell(CHARTS, "odds_codes", points, size)
            assert roll(field, {}).lines[1].code == expected, (runners, points)


# A race of six, and a chart on which 0 to 5 points below the highest are the six codes.
EVERY_CODE = card(*({"power_dirt": 20 - below} for below in range(6)))
CODES_IN_TURN = np.repeat(np.arange(6)[:, None], 4, axis=1)


@pytest.mark.parametrize("red", range(1, 7))
@pytest.mark.parametrize("white", range(1, 7))
def test_r8_red_is_read_on_the_codes_chart_or_next_to_it_after_doubles(red, white):
    charts = attrs.evolve(ts.load_charts(), odds_codes=CODES_IN_TURN)
    made = ts.odds(EVERY_CODE, dice=SetDice({("odds", post): (red, white) for post in range(1, 7)}), charts=charts)
    assert [line.code for line in made.lines] == CODES
    step = 0 if red != white else (1 if red <= 3 else -1)
    columns = [CODES[min(max(place + step, 0), 5)] for place in range(6)]
    assert [line.odds for line in made.lines] == [odds_to_one(cell(CHARTS, "odds", red, column)) for column in columns]


def test_r8_the_start_power_decides_not_the_power_rating():
    field = card({"power_dirt": 20, "range_high": 5}, {"power_dirt": 19}, {}, distance=9)
    below = 19 - (20 + change(CHARTS, "distance", Fraction(4), "power"))
    assert below > 0
    assert [line.code for line in roll(field, {}).lines][:2] == [cell(CHARTS, "odds_codes", below, "2-5"), "Fav"]


def test_r8_scratched_horses_have_no_odds_and_do_not_count_in_the_field():
    field = card({"power_dirt": 29}, *[{"power_dirt": 26}] * 5)
    assert [line.code for line in roll(field, {}).lines][1] == cell(CHARTS, "odds_codes", 3, "6-8")
    after = roll(field.scratch(1), {}).lines
    assert [line.post for line in after] == [2, 3, 4, 5, 6]
    assert [line.code for line in after] == ["Fav"] * 5
    three_below = card({"power_dirt": 29}, *[{"power_dirt": 26}] * 4)
    assert roll(three_below, {}).lines[1].code == cell(CHARTS, "odds_codes", 3, "2-5")


def test_r8_real_odds_may_be_used_instead():
    made = ts.odds(LADIES_CLASSIC, source="real")
    assert made.by_post[2] == Fraction("8.1")
    assert made.by_post[1] is None
    assert made.texts == {2: "8.10", 4: "16-1"}
    assert {line.code for line in made.lines} == {""}
    assert made.log == ()


def test_r8_a_card_without_real_odds_is_told_so():
    with pytest.raises(ts.InputError, match="Test: odds: found 'no real odds on the card', allowed a column odds"):
        ts.odds(card({}, {}), source="real")
    with pytest.raises(ts.InputError, match="odds: found 'board', allowed chart or real"):
        ts.odds(LADIES_CLASSIC, source="board")


def test_r8_every_runner_has_one_roll_of_its_own():
    made = roll(LADIES_CLASSIC, ROLLS)
    assert [(row.roll, row.post) for row in made.log] == [("odds", post) for post in range(1, 9)]
    assert [(row.red, row.white) for row in made.log] == list(ROLLS.values())
    assert [row.result for row in made.log] == [line.text for line in made.lines]


@pytest.mark.parametrize("odds", [0, -3, Fraction(-1, 2), 10_000, "nine", float("nan"), float("inf")])
def test_r8_real_odds_are_above_0(odds):
    with pytest.raises(ts.InputError, match="odds"):
        card({"odds": odds}, {})


@pytest.mark.parametrize(("given", "exact"), [(5.6, Fraction("5.6")), ("7-2", Fraction(7, 2)), (8, Fraction(8))])
def test_r8_real_odds_that_are_no_fraction_are_taken_exactly_or_refused(given, exact):
    try:
        field = card({"odds": given}, {"odds": Fraction(2)})
    except ts.InputError:
        return
    line = ts.odds(field, source="real").lines[0]
    assert (line.odds, type(line.odds)) == (exact, Fraction)
    assert line.text
