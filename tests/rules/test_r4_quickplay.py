"""R4: Quickplay, step by step."""

import itertools
from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts

from golden.kept import KEPT, TABLES
from oracle.charts import cell, change, change_and_trouble, final_time
from rules.making import card, cells, each, rolls_of, run
from rules.reading import CHARTS, faces_testing, figure_at, form_change

ROLLS = range(2, 13)
PACES = ("Slow", "Normal", "Fast")


# 1. Pace


@pytest.mark.parametrize("total", ROLLS)
def test_r4_1_the_two_highest_pace_ratings_pick_the_column(total):
    for pace_sum in range(19):
        first = min(9, pace_sum)
        second = pace_sum - first
        made = card({"pace": second}, {"pace": 0}, {"pace": first}, {"pace": min(second, first)})
        expected = cell(CHARTS, "pace_scenario", total, sum(sorted((second, 0, first, min(second, first)))[-2:]))
        assert run(made, {("pace", None): total}).pace_of_race == (expected or "Normal"), pace_sum


def of_every_rating(pace):
    """A race of this pace between horses of each Pace rating, by the standard set but for the chart of the pace."""
    charts = attrs.evolve(ts.load_charts(), pace_scenario=np.full((11, 19), PACES.index(pace)))
    return run(card(*({"pace": rating} for rating in range(10))), charts=charts)


@pytest.mark.parametrize("pace", PACES)
def test_r4_1_the_pace_changes_each_horse_by_its_own_rating(pace):
    sheet = of_every_rating(pace)
    assert sheet.pace_of_race == pace
    expected = [
        0 if pace == "Normal" else change(CHARTS, "pace_effects_quickplay", pace, rating) for rating in range(10)
    ]
    assert cells(sheet, "Pace Adj") == expected


def test_x23_pace_effects_as_a_whole_run_from_minus_2_to_plus_2():
    slow, fast = (cells(of_every_rating(pace), "Pace Adj") for pace in ("Slow", "Fast"))
    assert (min(slow + fast), max(slow + fast)) == (-2, 2)
    assert slow == sorted(slow)
    assert fast == sorted(fast, reverse=True)


# 2. Form


@pytest.mark.parametrize("form", list("ABCDE"))
def test_r4_2_form_changes_power_by_its_letter(form):
    for total in ROLLS:
        sheet = run(card({"form": form}, {}), {("form", 1): total})
        expected, troubled = change_and_trouble(CHARTS, "form", total, form)
        assert cells(sheet, "Form Adj") == [expected, form_change(7)]
        assert (("trouble", 1) in rolls_of(sheet)) is troubled is (total == 3)


def test_r4_2_each_horse_has_a_form_roll_of_its_own():
    totals = [12, 2, 7, 3, 9]
    sheet = run(card(*({"form": "C"} for _ in totals)), each("form", totals))
    assert cells(sheet, "Form Adj") == [change_and_trouble(CHARTS, "form", total, "C")[0] for total in totals]


# 3. Race factors


FACTORS = [(red, white) for red in range(1, 7) for white in range(1, 7)]


@pytest.mark.parametrize(("red", "white"), FACTORS)
def test_x22_white_1_2_3_brings_ride_in_and_red_picks_the_rating(red, white):
    tested = cell(CHARTS, "race_factors", red, "red")
    ratings = {"class_": 3, "speed": -2, "trip": 1, "ride": 2}
    sheet = run(card(ratings, {"ride": -2}), {("race_factors", None): (red, white)})
    assert (sheet.factor, sheet.ride_counts) == (tested, white <= 3)
    own = ratings[{"Class": "class_", "Speed": "speed", "Trip": "trip"}[tested]]
    assert cells(sheet, "Dice Roll Adj") == ([own + 2, -2] if white <= 3 else [own, 0])


def test_r4_3_one_roll_serves_the_whole_race():
    sheet = run(card({}, {}, {}, {}, {}))
    assert [call for call in rolls_of(sheet) if call[0] == "race_factors"] == [("race_factors", None)]


# 4. Final speed

FIRST_COLUMNS = ("Adj Power", "Pace Adj", "Form Adj")


@pytest.mark.parametrize("total", ROLLS)
def test_r4_4_the_figure_is_read_at_the_power_as_adjusted_so_far(total):
    field = [{"power_dirt": power, "pace": 0, "form": "A"} for power in (0, 4, 15, 23)]
    sheet = run(card(*field), {("pace", None): 2, **each("form", [12] * 4), **each("final_speed", [total] * 4)})
    power = [start + pace + form for start, pace, form in zip(*(cells(sheet, name) for name in FIRST_COLUMNS))]
    assert len(set(power)) == 4
    assert power[0] == change(CHARTS, "pace_effects_quickplay", "Slow", 0) + change(CHARTS, "form", 12, "A")
    read_at = [max(0, value) for value in power]
    assert cells(sheet, "Speed Figure Roll") == [change(CHARTS, "final_speed", total, value) for value in read_at]


def test_r4_4_the_factor_is_added_to_the_figure():
    field = card({"class_": 3, "ride": 2}, {"class_": -3, "ride": -2})
    sheet = run(field, {("race_factors", None): faces_testing("Class", ride=True)})
    figure = figure_at(sheet.lines[0].final_power)
    assert cells(sheet, "Speed Figure Roll") == [figure, figure]
    assert cells(sheet, "Final Race Speed") == [figure + 5, figure - 5]


# 5. Finish


def test_r4_5_highest_figure_first():
    sheet = run(card(*({"power_dirt": power} for power in (9, 21, 15, 3))))
    assert cells(sheet, "Fin") == [3, 1, 2, 4]
    assert [line.horse for line in sheet.finishers] == ["Horse 2", "Horse 3", "Horse 1", "Horse 4"]
    assert "photo" not in {call[0] for call in rolls_of(sheet)}


@pytest.mark.parametrize(("wire", "ride", "rolls", "places"), [
    ((9, 0), (0, 0), (2, 12), [2, 1, 3]),
    ((9, 0), (0, 0), (2, 11), [1, 1, 3]),
    ((9, 0), (0, 0), (2, 10), [1, 2, 3]),
    ((0, 0), (2, -2), (7, 12), [2, 1, 3]),
    ((0, 0), (2, -2), (7, 11), [1, 1, 3]),
    ((0, 0), (2, -2), (7, 10), [1, 2, 3]),
])  # fmt: skip
def test_r4_5_a_photo_is_two_dice_and_wire_and_ride(wire, ride, rolls, places):
    field = [{"wire": w, "ride": r} for w, r in zip(wire, ride)] + [{"power_dirt": 3}]
    sheet = run(card(*field), each("photo", rolls))
    totals = [roll + w + r for roll, w, r in zip(rolls, wire, ride)]
    assert [line.photo_total for line in sheet.lines] == [*totals, None]
    assert cells(sheet, "Fin") == places


def test_r4_5_any_number_of_horses_can_be_in_one_photo():
    sheet = run(card({}, {}, {}, {}, {"power_dirt": 3}), each("photo", [5, 9, 5, 12]))
    assert cells(sheet, "Fin") == [3, 2, 3, 1, 5]


def test_r4_5_two_photos_in_one_race_are_apart():
    field = card({}, {}, {"power_dirt": 3}, {"power_dirt": 3})
    sheet = run(field, each("photo", [2, 3, 12, 11]))
    assert cells(sheet, "Fin") == [2, 1, 3, 4]


def test_r4_5_a_factor_can_bring_about_a_photo():
    figure = [change(TABLES, "final_speed", 7, power) for power in (15, 16)]
    assert figure[1] - figure[0] == 2
    given = {("race_factors", None): (1, 6), ("photo", 1): 9}
    assert cell(TABLES, "race_factors", 1, "red") == "Class"
    sheet = run(card({"class_": 2}, {"power_dirt": 16}), given, charts=KEPT)
    assert cells(sheet, "Final Race Speed") == [figure[1]] * 2
    assert cells(sheet, "Fin") == [1, 2]


# 6. Time


@pytest.mark.parametrize(("surface", "distance"), [("dirt", 8), ("dirt", 5), ("turf", 8.25), ("synthetic", 15.5)])
def test_r4_6_each_finisher_has_the_time_of_its_figure(surface, distance):
    field = card({"power_dirt": 11}, {"power_turf": 24}, {}, surface=surface, distance=distance, condition="good")
    sheet = run(field)
    for line in sheet.lines:
        exact = final_time(CHARTS, surface, Fraction(distance), line.figure)
        assert abs(line.seconds - float(exact)) <= 0.005 + 1e-9
    assert sheet.seconds == min(line.seconds for line in sheet.lines)


# The steps in order


def test_r4_the_rolls_come_in_the_order_of_the_steps():
    sheet = run(card({}, {"form": "E"}), {("form", 2): 3, ("trouble", 2): 5, ("trouble_test", 2): 12})
    order = ["pace", "form", "trouble", "trouble_test", "race_factors", "final_speed", "disqualification"]
    assert [name for name, _ in itertools.groupby(name for name, _ in rolls_of(sheet))] == order


def test_r4_quickplay_is_the_version_unless_said_otherwise():
    assert ts.play(card({}, {}), seed=1).version == "quickplay"
    assert list(ts.play(card({}, {}), seed=1).columns)[12:19] == [
        "Adj Power", "Pace Adj", "Form Adj", "Dice Roll Adj", "Speed Figure Roll", "Final Race Speed", "Fin",
    ]  # fmt: skip
