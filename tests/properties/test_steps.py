"""Each step of the rules, a pure function on arrays, against its chart as the file has it."""

from fractions import Fraction

import numpy as np
import topstretch as ts
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.rules import factors, finish, form, pace, segments, speed, trouble

from oracle.charts import cell, change, change_and_trouble, final_time
from rules.reading import CHARTS

SET = ts.load_charts()
PACES = ("Slow", "Normal", "Fast")
ROLLS, FACES = st.integers(2, 12), st.integers(1, 6)
FORMS, PACE_RATINGS = st.integers(0, 4), st.integers(0, 9)
MANY = settings(max_examples=150, deadline=None)


def array(value, dtype=np.int16):
    """One race of one horse."""
    return np.array([[value]], dtype)


def one(result):
    """The value of an array that holds one."""
    assert result.size == 1
    return result.reshape(-1)[0].item()


@MANY
@given(st.integers(0, 18), ROLLS)
def test_r4_1_pace_scenario(pace_sum, total):
    assert PACES[one(pace.pace_scenario(SET, array(pace_sum), array(total)))] == (
        cell(CHARTS, "pace_scenario", total, pace_sum) or "Normal"
    )


@MANY
@given(st.sampled_from(PACES), PACE_RATINGS)
def test_r4_1_pace_effects(name, rating):
    expected = 0 if name == "Normal" else change(CHARTS, "pace_effects_quickplay", name, rating)
    assert one(pace.pace_effect_quickplay(SET, array(PACES.index(name)), array(rating))) == expected


@MANY
@given(st.lists(st.integers(-30, 60), min_size=2, max_size=24), st.data())
def test_the_two_highest_of_those_that_run(values, data):
    running = data.draw(
        st.lists(st.booleans(), min_size=len(values), max_size=len(values)).filter(lambda r: sum(r) >= 2)
    )
    found = pace.two_highest(np.array(values, np.int16)[:, None], np.array(running)[:, None])
    assert one(found) == sum(sorted(value for value, there in zip(values, running) if there)[-2:])


@MANY
@given(FORMS, ROLLS)
def test_r4_2_form(letter, total):
    power, marked = form.form_adjustment(SET, array(letter), array(total))
    assert (one(power), one(marked)) == change_and_trouble(CHARTS, "form", total, "ABCDE"[letter])


@MANY
@given(ROLLS, ROLLS, st.integers(2, 12))
def test_r5_trouble_and_its_test(total, test, rating):
    outcome = trouble.trouble_outcome(SET, array(total))
    failed = trouble.fails_test(array(rating), array(test))
    needed = trouble.needs_test(outcome)
    text = cell(CHARTS, "trouble", total, "outcome")
    assert one(needed) is text.startswith("test:")
    assert one(failed) is (test > rating)
    failed = failed & needed
    assert one(trouble.is_out(outcome)) is (text == "out")
    fails = text == "test: disqualified" and test > rating
    assert one(trouble.is_disqualified(outcome, failed)) is (text == "disqualified" or fails)
    lost = change(CHARTS, "trouble", total, "power") if text == "test: power" and test > rating else 0
    assert one(trouble.power_lost(SET, outcome, array(total), failed)) == lost <= 0


@MANY
@given(FACES, FACES)
def test_r4_3_race_factors(red, white):
    factor, ride = factors.race_factors(SET, array(red), array(white))
    assert ("Class", "Speed", "Trip")[one(factor)] == cell(CHARTS, "race_factors", red, "red")
    assert one(ride) is (cell(CHARTS, "race_factors", white, "white") == "Ride")


@MANY
@given(st.integers(-60, 90), ROLLS, st.integers(-5, 5), st.sampled_from(["figure", "dice"]))
def test_r4_4_final_speed(power, total, adjustment, target):
    rules = ts.Rules(factor_target=target)
    figure, final = speed.final_speed(SET, rules, array(power), array(total), array(adjustment))
    column = max(0, min(29, power))
    read = total if target == "figure" else max(2, min(12, total + adjustment))
    assert one(figure) == change(CHARTS, "final_speed", read, column)
    assert one(final) == one(figure) + (adjustment if target == "figure" else 0)
    assert 0 <= one(final) <= 200


@MANY
@given(PACE_RATINGS, ROLLS, st.booleans())
def test_r7_1_break_and_r7_2_setup(rating, total, route):
    assert one(segments.break_segment(SET, array(rating), array(total))) == change(
        CHARTS, "break_segment", total, rating
    )
    added = segments.pace_setup(SET, array(rating), array(total), np.array([[route]]))
    assert one(added) == (change(CHARTS, "pace_setup", total, rating) if route else 0)


@MANY
@given(st.integers(-20, 120), FACES)
def test_r7_3_race_pace_d17(points, die):
    line = segments.race_pace_line(SET, array(points))
    texts = {name: cell(CHARTS, "race_pace", points, name) for name in PACES}
    decides = "all" not in texts.values()
    assert one(segments.die_decides(line)) is decides
    found = PACES[one(segments.race_pace(line, array(die)))]
    low, _, high = texts[found].partition("-")
    assert texts[found] == "all" or int(low) <= die <= int(high or low)


@MANY
@given(st.integers(-20, 120), st.sampled_from(PACES))
def test_r7_3_pace_effects_d17(points, name):
    expected = 0 if name == "Normal" else change(CHARTS, "pace_effects_fullplay", points, name)
    assert one(pace.pace_effect_fullplay(SET, array(PACES.index(name)), array(points))) == expected


@MANY
@given(FORMS, ROLLS)
def test_r7_4_race_position(letter, total):
    points, power, marked = segments.race_position(SET, array(letter), array(total))
    name = "ABCDE"[letter]
    assert (one(points), one(marked)) == change_and_trouble(CHARTS, "race_position", total, f"{name} Pos")
    assert (one(power), one(marked)) == change_and_trouble(CHARTS, "race_position", total, f"{name} Power")


@MANY
@given(st.lists(st.integers(60, 66), min_size=2, max_size=12), st.data())
def test_r4_5_who_is_in_a_photo(figures, data):
    there = data.draw(st.lists(st.booleans(), min_size=len(figures), max_size=len(figures)))
    found = finish.in_photo(np.array(figures, np.int16)[:, None], np.array(there)[:, None])[:, 0]
    running = [figure for figure, runs in zip(figures, there) if runs]
    assert found.tolist() == [runs and running.count(figure) > 1 for figure, runs in zip(figures, there)]


@MANY
@given(st.integers(0, 200), st.integers(20, 64), st.sampled_from(["dirt", "turf", "synthetic"]))
def test_r4_6_times_lie_on_straight_lines(figure, quarters, surface):
    expected = final_time(CHARTS, surface, Fraction(quarters, 4), figure)
    assert abs(SET.seconds(figure, quarters / 4, ts.Surface(surface)).item() - float(expected)) < 1e-9
