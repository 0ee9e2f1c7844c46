"""R3: Adjusted Power at the start: Power, the distance, the wet track less Wet."""

from fractions import Fraction

import pytest
import topstretch as ts

from oracle.charts import change, condition_change
from rules.making import card, cells, entry, run
from rules.reading import CHARTS

CONDITIONS = [(row["surface"], row["condition"]) for row in CHARTS["track_conditions"]]


def start(*runners, **conditions):
    return [working.total for working in card(*runners, **conditions).adjusted_power()]


def test_r3_in_its_range_on_a_fast_track_a_horse_has_its_power():
    assert start({"power_dirt": 29}, {"power_dirt": 0}) == [29, 0]


OUTSIDE = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.25, 2.5, 3, 3.5, 3.75, 4, 5, 6]


@pytest.mark.parametrize("furlongs", OUTSIDE)
def test_r3_outside_its_range_power_is_reduced_by_half_furlongs_rounded_up(furlongs):
    rounded = Fraction(-(-Fraction(furlongs) * 2 // 1), 2)
    loss = change(CHARTS, "distance", rounded, "power")
    assert loss <= 0
    longer = {"range_low": 5, "range_high": 10 - furlongs} if furlongs <= 5 else {"range_low": 16, "range_high": 16}
    shorter = {"range_low": 10 + furlongs, "range_high": 16}
    beyond = start(longer, shorter, distance=10)
    assert beyond == [15 + loss, 15 + loss]


@pytest.mark.parametrize("wet", [0, 1, 2, 3])
@pytest.mark.parametrize(("surface", "condition"), CONDITIONS)
def test_r3_wet_gives_back_what_a_wet_track_takes_and_no_more(surface, condition, wet):
    takes = condition_change(CHARTS, surface, condition)
    assert start({"wet": wet}, {}, surface=surface, condition=condition) == [15 - max(0, -takes - wet), 15 + takes]


@pytest.mark.parametrize("condition", [condition for surface, condition in CONDITIONS if surface == "dirt"])
def test_r3_a_synthetic_track_takes_what_dirt_takes(condition):
    dirt = start({"wet": 1}, {}, condition=condition)
    assert start({"wet": 1}, {}, surface="synthetic", condition=condition) == dirt


def test_r3_a_wet_track_takes_1_to_3_from_every_horse():
    taken = {(row["surface"], row["condition"]): int(row["power"]) for row in CHARTS["track_conditions"]}
    dry = {("dirt", "fast"), ("turf", "firm")}
    assert {taken[track] for track in dry} == {0}
    assert {amount for track, amount in taken.items() if track not in dry} == {-1, -2, -3}


def test_r3_distance_and_wet_add_up_and_may_go_below_0():
    runner = {"power_dirt": 2, "range_low": 5, "range_high": 5, "wet": 1}
    far, mud = change(CHARTS, "distance", Fraction(4), "power"), condition_change(CHARTS, "dirt", "heavy")
    made = card(runner, {}, distance=12, condition="heavy")
    assert made.adjusted_power()[0].total == 2 + far + mud + 1 < 0


def test_r3_the_working_is_told_part_by_part():
    made = card({"wet": 1, "range_high": 9}, {"adj_power": 31}, distance=10, condition="sloppy")
    working, given = made.adjusted_power()
    far, mud = change(CHARTS, "distance", Fraction(1), "power"), condition_change(CHARTS, "dirt", "sloppy")
    assert (working.power, working.furlongs_outside, working.distance, working.track, working.wet) == (
        15,
        1,
        far,
        mud,
        1,
    )
    assert str(working) == f"Power 15 {far:+d} distance {mud:+d} track +1 Wet = {15 + far + mud + 1}"
    assert (given.power, given.total) == (None, 31)
    assert str(given) == "31 (as the card gives it)"


def test_r3_an_adjusted_power_on_the_card_is_taken_as_it_is():
    ratings = {"adj_power": -4, "wet": 0, "range_low": None, "range_high": None, "power_dirt": None}
    for condition in ("fast", "heavy"):
        assert start(ratings, {}, condition=condition)[0] == -4


def test_r3_horses_stand_in_post_order():
    entries = (entry(7), entry(2), entry(5))
    made = ts.RaceCard("Test", 8, "dirt", "fast", entries)
    assert [line.post for line in ts.play(made, seed=1).lines] == [2, 5, 7]
    assert cells(run(made), "PP") == [2, 5, 7]
    assert [e.post for e in made.entries] == [2, 5, 7]


def test_r3_the_sheet_starts_from_the_adjusted_power():
    made = card({"power_dirt": 22}, {"adj_power": 33}, {"power_dirt": 3})
    assert cells(run(made), "Adj Power") == [22, 33, 3]
    assert cells(run(made, version="fullplay"), "Start Adj Power") == [22, 33, 3]
