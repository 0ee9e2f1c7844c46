"""The engine against the plain oracle under random chart sets: every step alone, and whole races from drawn dice."""

import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
import topstretch as ts
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from topstretch.rules import factors, form, pace, segments, speed, trouble
from topstretch.testing import cards, chart_sets, dice_logs, write_charts

from differential.judge import judge, judge_money
from oracle.charts import cell, change, change_and_trouble, final_time, points_a_length

PACES = ("Slow", "Normal", "Fast")
SETTINGS = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
ROLLS, FACES, LETTERS = st.integers(2, 12), st.integers(1, 6), st.integers(0, 4)
ANY_SET = chart_sets() | chart_sets(shaped=True)


def for_oracle(charts: ts.ChartSet) -> dict:
    """A chart set as the oracle takes it: rows of texts by header."""
    return {name: [dict(zip(sheet.header, row)) for row in sheet.rows] for name, sheet in charts.sheets.items()}


def array(value, dtype=np.int16):
    """One race of one horse."""
    return np.array([[value]], dtype)


def one(result):
    """The value of an array that holds one."""
    assert result.size == 1
    return result.reshape(-1)[0].item()


@settings(max_examples=40, **SETTINGS)
@given(ANY_SET, st.integers(0, 18), st.integers(0, 9), st.integers(-30, 200), st.sampled_from(PACES), ROLLS, FACES)
def test_r4_1_and_r7_3_the_pace_of_the_race_and_its_effects(charts, pace_sum, rating, points, name, total, die):
    plain, at = for_oracle(charts), array(PACES.index(name))
    scenario = cell(plain, "pace_scenario", total, pace_sum) or "Normal"
    assert PACES[one(pace.pace_scenario(charts, array(pace_sum), array(total)))] == scenario
    quickplay = 0 if name == "Normal" else change(plain, "pace_effects_quickplay", name, rating)
    assert one(pace.pace_effect_quickplay(charts, at, array(rating))) == quickplay
    fullplay = 0 if name == "Normal" else change(plain, "pace_effects_fullplay", points, name)
    assert one(pace.pace_effect_fullplay(charts, at, array(points))) == fullplay
    line = segments.race_pace_line(charts, array(points))
    texts = {pace_name: cell(plain, "race_pace", points, pace_name) for pace_name in PACES}
    assert one(segments.die_decides(line)) is ("all" not in texts.values())
    low, _, high = texts[PACES[one(segments.race_pace(line, array(die)))]].partition("-")
    assert low == "all" or int(low) <= die <= int(high or low)


@settings(max_examples=40, **SETTINGS)
@given(ANY_SET, LETTERS, ROLLS, ROLLS, ROLLS)
def test_r4_2_r5_and_r7_4_form_position_and_trouble(charts, letter, total, test, rating):
    plain, name = for_oracle(charts), "ABCDE"[letter]
    power, marked = form.form_adjustment(charts, array(letter), array(total))
    assert (one(power), one(marked)) == change_and_trouble(plain, "form", total, name)
    points, power, marked = segments.race_position(charts, array(letter), array(total))
    assert (one(points), one(marked)) == change_and_trouble(plain, "race_position", total, f"{name} Pos")
    assert (one(power), one(marked)) == change_and_trouble(plain, "race_position", total, f"{name} Power")
    outcome, text = trouble.trouble_outcome(charts, array(total)), cell(plain, "trouble", total, "outcome")
    failed = trouble.fails_test(array(rating), array(test)) & trouble.needs_test(outcome)
    assert one(trouble.is_out(outcome)) is (text == "out")
    assert one(trouble.is_disqualified(outcome, failed)) is (
        text == "disqualified" or (text == "test: disqualified" and test > rating)
    )
    lost = change(plain, "trouble", total, "power") if text == "test: power" and test > rating else 0
    assert one(trouble.power_lost(charts, outcome, array(total), failed)) == lost


@settings(max_examples=40, **SETTINGS)
@given(ANY_SET, st.integers(-60, 90), st.integers(0, 9), ROLLS, FACES, st.integers(-5, 5), st.booleans())
def test_r4_3_r4_4_r7_1_and_r7_2_factors_speed_and_segments(charts, power, rating, total, face, adjustment, on_dice):
    plain, rules = for_oracle(charts), ts.Rules(factor_target="dice" if on_dice else "figure")
    factor, ride = factors.race_factors(charts, array(face), array(face))
    assert ("Class", "Speed", "Trip")[one(factor)] == cell(plain, "race_factors", face, "red")
    assert one(ride) is (cell(plain, "race_factors", face, "white") == "Ride")
    figure, final = speed.final_speed(charts, rules, array(power), array(total), array(adjustment))
    read = max(2, min(12, total + adjustment)) if on_dice else total
    assert one(figure) == change(plain, "final_speed", read, max(0, min(29, power)))
    assert one(final) == one(figure) + (0 if on_dice else adjustment)
    assert 0 <= one(final) <= 200
    assert one(segments.break_segment(charts, array(rating), array(total))) == change(
        plain, "break_segment", total, rating
    )
    setup = segments.pace_setup(charts, array(rating), array(total), np.array([[True]]))
    assert one(setup) == change(plain, "pace_setup", total, rating)


@settings(max_examples=40, **SETTINGS)
@given(ANY_SET, st.integers(0, 200), st.integers(20, 64), st.sampled_from(["dirt", "turf", "synthetic"]))
def test_r4_6_times_and_lengths(charts, figure, quarters, surface):
    plain, distance = for_oracle(charts), Fraction(quarters, 4)
    seconds = charts.seconds(figure, quarters / 4, ts.Surface(surface)).item()
    assert seconds == pytest.approx(float(final_time(plain, surface, distance, figure)))
    assert charts.points_a_length(quarters / 4) == pytest.approx(float(points_a_length(plain, distance)))


@settings(max_examples=60, **SETTINGS)
@given(ANY_SET, st.sampled_from(["quickplay", "fullplay"]), st.sampled_from(["figure", "dice"]), st.data())
def test_a_race_of_drawn_dice_by_drawn_charts_is_the_oracle_s(charts, version, target, data):
    rules = ts.Rules(factor_target=target)
    card = data.draw(cards(max_runners=8, charts=charts))
    log = data.draw(dice_logs(card, version, charts=charts, rules=rules, odds=True))
    dice = ts.ReplayDice(log)
    sheet = ts.play(card, version=version, dice=dice, rules=rules, charts=charts)
    odds = ts.odds(card, dice=dice, charts=charts)
    with tempfile.TemporaryDirectory() as folder:
        written = write_charts(charts, Path(folder) / "charts")
        judge(sheet, written)
        if all(all(amounts) for amounts in charts.payoffs.values()):  # the judge takes $0.00 for not paid
            judge_money(sheet, odds, ts.payoffs(sheet, odds, charts=charts), written)


@settings(max_examples=25, **SETTINGS)
@given(chart_sets(shaped=True), cards(max_runners=8), st.integers(0, 2**40))
def test_a_better_figure_is_never_a_slower_time_by_charts_in_shape(charts, card, seed):
    for version in ("quickplay", "fullplay"):
        lines = ts.play(card, version=version, seed=seed, charts=charts).finishers
        for better in lines:
            for worse in lines:
                if better.figure > worse.figure:
                    assert better.seconds <= worse.seconds
                    assert better.lengths_behind <= worse.lengths_behind
