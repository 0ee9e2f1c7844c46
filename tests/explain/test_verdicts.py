"""What decided a race: two horses side by side, in parts that add up to the margin."""

import random
import re

import pytest
import topstretch as ts
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.explaining import explain

from explain.odd_races import VERSIONS, random_race
from rules.making import card, run

CHARTS = ts.load_charts()


@given(st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_the_differences_add_up_to_the_margin(number):
    rng = random.Random(number)
    sheet, charts = random_race(rng)
    for horse in (None, rng.choice(sheet.lines).post):
        found = explain(sheet, horse, charts).verdict
        if found.margin is None:
            assert found.other is None
            continue
        assert found.margin == found.horse.figure - found.other.figure
        assert sum(part.difference for part in found.parts) == found.margin
        assert sum(part.points for part in found.parts) == found.horse.figure
        assert sum(part.other for part in found.parts) == found.other.figure
        assert {part.name for part in found.parts} >= {"Power"}


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_the_sentences_hold_each_difference_and_their_sums(number):
    sheet, charts = random_race(random.Random(number))
    found = explain(sheet, charts=charts).verdict
    for part in found.parts:
        assert (part.text in found.text) == (part.difference != 0)
    together = [int(total) for total in re.findall(r"together ([+-]\d+):", found.text)]
    for total in together:
        sign = 1 if total > 0 else -1
        assert total == sum(part.difference for part in found.parts if part.difference * sign > 0)


@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_the_winner_is_set_against_the_next_and_any_other_against_the_winner(number):
    sheet, charts = random_race(random.Random(number))
    order = sheet.finishers
    if len(order) < 2:
        return
    whole = explain(sheet, charts=charts).verdict
    assert (whole.horse, whole.other) == (order[0], order[1])
    for line in order[1:4]:
        found = explain(sheet, line.post, charts).verdict
        assert (found.horse, found.other) == (line, order[0])


def test_won_by_points_with_the_lengths_and_the_parts():
    field = card({"power_dirt": 18, "speed": 1}, {"power_dirt": 20})
    sheet = run(field, {("final_speed", 1): 10, ("form", 2): 5})
    found = explain(sheet).verdict
    chart = CHARTS.final_speed
    power = chart[5, 18] - chart[5, 20]
    form = -(chart[5, 20 + CHARTS.form[3, 0]] - chart[5, 20])
    assert {part.name: part.difference for part in found.parts} == {
        "Power": power, "form": form, "race factors": 1, "final speed": chart[8, 18] - chart[5, 18],
    }  # fmt: skip
    assert found.text.startswith(f"Horse 1 won by {found.margin} points (")
    assert f"form {form:+d} (0 against {-form:+d})" in found.text
    assert f"Against it: Power {power:+d} ({chart[5, 18]} against {chart[5, 20]})." in found.text


def test_a_photo_decides_where_the_figures_are_level():
    found = explain(run(card({"wire": 2}, {}), {})).verdict
    assert found.margin == 0
    assert found.text == (
        f"Horse 1 and Horse 2 were level on {CHARTS.final_speed[5, 15]}; the photo put Horse 1 ahead, 9 against 7. "
        "No part of the race told them apart."
    )
    assert "the photo put Horse 2 behind, 7 against 9" in explain(run(card({"wire": 2}, {}), {}), 2).verdict.text


def test_d11_a_dead_heat_is_told_as_one():
    assert "in the photo too, 7 each: a dead heat" in explain(run(card({}, {}), {})).verdict.text


@pytest.mark.parametrize("version", VERSIONS)
def test_r6_a_winner_by_ruling_did_not_win_by_points(version):
    given = {("form", 1): 3, ("trouble", 1): 10, ("disqualification", 1): 1, ("final_speed", 1): 12}
    found = explain(run(card({}, {}, {"power_dirt": 10}), given, version=version)).verdict
    assert found.horse.horse == "Horse 2"
    assert found.margin < 0
    assert "Horse 2 finished" in found.text
    assert " won by " not in found.text
    assert found.text.endswith("Horse 1 was disqualified from 1st and placed 2nd.")


def test_d8_a_horse_that_is_out_has_no_figure_to_compare():
    found = explain(run(card({}, {}), {("form", 1): 3, ("trouble", 1): 3}), 1).verdict
    assert found.text == f"Horse 1 is out of the race ({CHARTS.trouble_reasons[1]}), so it has no final figure."
    assert (found.parts, found.other) == ((), None)


def test_the_only_finisher_has_nobody_to_be_set_against():
    found = explain(run(card({}, {}), {("form", 1): 3, ("trouble", 1): 3})).verdict
    assert found.text == f"Horse 2 is the only finisher, with {CHARTS.final_speed[5, 15]}."


def test_d14_nobody_finished():
    given = {("form", post): 3 for post in (1, 2)} | {("trouble", post): 2 for post in (1, 2)}
    found = explain(run(card({}, {}), given))
    assert found.verdict.text == "Every horse is out of the race: nobody finished."
    assert found.verdict.horse is None
    assert "nobody finishes" in found.commentary[-1].text


def test_the_frame_of_a_verdict_has_a_row_a_part():
    found = ts.play("champagne-2009", seed=7).explain().verdict
    frame = found.to_frame()
    assert list(frame.columns) == ["part", "points", "other", "difference"]
    assert frame["difference"].sum() == found.margin
    assert len(frame) == len(found.parts)
