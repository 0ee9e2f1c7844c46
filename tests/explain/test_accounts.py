"""Every addition from Power to the final figure: the parts add up, and each is what the charts say."""

import copy
import pickle
import random
from fractions import Fraction

import attrs
import pytest
import topstretch as ts
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.explaining import COLUMNS, explain

from explain.odd_races import VERSIONS, chart_sets, random_race
from rules.champagne import CARD, champagne
from rules.making import card, run

CHARTS = ts.load_charts()
EVERY_TOTAL = [(red, white) for red in range(1, 7) for white in range(1, 7)]


def steps(sheet, horse, charts=None):
    """The steps of a horse by name."""
    found = explain(sheet, horse, charts).accounts[0].steps
    return {step.step: step for step in found}


@given(st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_the_parts_of_every_horse_add_up_to_its_final_figure(number):
    sheet, charts = random_race(random.Random(number))
    for account in explain(sheet, charts=charts).accounts:
        line, last = account.line, account.steps[-1]
        assert sum(step.points for step in account.steps) == last.figure
        changes = [step.change for step in account.steps if step.unit == "Adjusted Power"]
        assert sum(changes) == last.power == line.start + line.pace_adj + line.form_adj
        if line.figure is None:
            assert line.status.startswith("out")
            assert last.clause == "R5"
        else:
            assert last.figure == line.figure
            assert last.power == line.final_power


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_the_running_figure_is_the_sum_so_far(number):
    sheet, charts = random_race(random.Random(number))
    for account in explain(sheet, charts=charts).accounts:
        total = 0
        for step in account.steps:
            total += step.points
            assert step.figure == total


def test_the_races_of_these_tests_have_every_kind_of_end():
    rng = random.Random(7)
    ends = {"finished": 0, "out": 0, "disqualified": 0, "photo": 0}
    for _ in range(60):
        sheet, _ = random_race(rng)
        for line in sheet.lines:
            ends[line.status.split(":")[0].split(" from")[0]] += 1
            ends["photo"] += line.photo_total is not None
    assert min(ends.values()) > 20, ends


def test_r3_working_is_power_distance_track_and_wet():
    field = card({"wet": 1, "range_high": 6, "power_dirt": 20}, {}, distance=8, condition="sloppy")
    sheet = run(field)
    [working, _] = field.adjusted_power(CHARTS)
    found = steps(sheet, 1)
    given = {name: found[name].change for name in ("Power", "Distance", "Track", "Wet")}
    assert given == {"Power": 20, "Distance": working.distance, "Track": working.track, "Wet": 1}
    assert found["Distance"].row == "2 furlongs outside"
    assert found["Track"].row == "dirt, sloppy"
    assert {found[name].clause for name in given} == {"R3"}
    assert found["Wet"].power == working.total == sheet.lines[0].start


def test_r3_within_the_range_on_a_fast_track_is_power_alone():
    assert [step.step for step in explain(run(card({}, {})), 1).accounts[0].steps if step.clause == "R3"] == ["Power"]


def test_r3_a_card_that_knows_only_the_adjusted_power_says_so():
    found = steps(run(card({"adj_power": 17}, {})), 1)["Power"]
    assert (found.change, found.result) == (17, "17, as the card gives it")


@pytest.mark.parametrize(("power", "read"), [(-4, 0), (35, 29)])
def test_d9_power_beyond_the_chart_is_read_at_its_end(power, read):
    found = steps(run(card({"adj_power": power}, {})), 1)["Power"]
    assert found.points == CHARTS.final_speed[7 - 2, read]
    assert found.column == f"Adj Power {power}, read at {read}"


def test_x10_x13_x16_x17_x19_super_savers_way_in_fullplay():
    found = steps(champagne(), "Super Saver")
    assert (found["Power"].change, found["Break"].change, found["Pace setup"].change) == (19, 20, 0)
    assert (found["Break"].row, found["Break"].column) == ("roll 4", "Pace 6")
    assert (found["Pace"].row, found["Pace"].dice, found["Pace"].result) == ("two highest totals 44", "4", "Fast")
    assert (found["Pace effect"].row, found["Pace effect"].column) == ("20 points", "Fast")
    assert found["Pace effect"].change == 0
    assert (found["Race position"].cell, found["Race position"].result) == (
        "race_position: roll 6, Form C",
        "Pos -1, Power -1",
    )
    assert found["Race position"].power == 18


def test_x17_x20_overlaps_way_in_fullplay():
    found = steps(champagne(), "Overlap")
    assert (found["Pace effect"].change, found["Pace effect"].power) == (1, 15)
    assert (found["Race position"].change, found["Race position"].power) == (1, 16)


def test_r7_2_there_is_no_setup_under_8_furlongs():
    assert "Pace setup" not in steps(run(card({}, {}, distance=7), version="fullplay"), 1)


def test_r4_3_the_factor_is_figure_points_or_by_a_house_rule_a_shift_of_the_dice():
    field = card({"speed": 2, "ride": 1}, {})
    given = {("race_factors", None): (3, 1), ("final_speed", 1): 5}
    plain = steps(run(field, given), 1)
    assert (plain["Race factors"].result, plain["Race factors"].points) == ("Speed +2, Ride +1", 3)
    house = steps(run(field, given, rules=ts.Rules(factor_target="dice")), 1)
    chart = CHARTS.final_speed[:, 15]
    assert house["Race factors"].points == chart[10 - 2] - chart[7 - 2]
    assert house["Final speed"].points == chart[8 - 2] - chart[10 - 2]
    assert house["Final speed"].row == "roll 5 +3, read at 8"


def test_r4_4_the_final_speed_roll_is_its_figure_less_that_at_7():
    found = steps(run(card({}, {}), {("final_speed", 1): 11}), 1)["Final speed"]
    assert found.points == CHARTS.final_speed[11 - 2, 15] - CHARTS.final_speed[7 - 2, 15]


def test_r4_5_the_photo_is_dice_wire_and_ride():
    found = steps(run(card({"wire": 5, "ride": -1}, {}), {("photo", 1): 9}), 1)["Photo"]
    assert (found.change, found.average) == (13, 11)
    assert found.result == "9 + Wire 5 + Ride -1 = 13"


def test_r5_a_failed_test_costs_its_points_of_power():
    found = steps(run(card({}, {}), {("form", 1): 3, ("trouble", 1): 8, ("trouble_test", 1): 12}), 1)
    assert found["Trouble test"].change == CHARTS.trouble_power[8 - 2]
    assert (found["Trouble test"].row, found["Trouble test"].column) == ("roll 12", "Trouble 7")


def test_d8_an_account_of_a_horse_that_is_out_ends_in_trouble():
    found = explain(run(card({}, {}), {("form", 1): 3, ("trouble", 1): 2}), 1)
    assert found.accounts[0].steps[-1].step == "Trouble"
    assert found.verdict.margin is None


def test_r6_a_disqualified_horse_is_told_its_die_and_its_places():
    given = {("form", 1): 3, ("trouble", 1): 10, ("disqualification", 1): 2, ("final_speed", 1): 12}
    found = steps(run(card({}, {}, {"power_dirt": 14}, {"power_dirt": 13}), given), 1)["Disqualification"]
    assert (found.change, found.result) == (2, "die 2: from 1st to 3rd")
    assert found.average == Fraction(1 + 2 + 3 + 3 + 3 + 3, 6)


# --- averages, by playing the same race with every face of the dice of one step ---


def replays(field, call, every, **options):
    """The line of post 1 for each way that one roll can fall."""
    return [run(field, {call: dice}, **options).lines[0] for dice in every]


def mean(values):
    return Fraction(sum(values), len(values))


FIELD = card(
    {"pace": 8, "form": "C", "speed": 2, "class_": -1, "trip": 3, "ride": -2, "trouble": 7, "power_dirt": 18},
    {"pace": 6},
    {},
)


@pytest.mark.parametrize(
    ("step", "call", "cell"),
    [
        ("Pace effect", ("pace", None), lambda line: line.pace_adj),
        ("Form", ("form", 1), lambda line: line.form_adj),
        ("Race factors", ("race_factors", None), lambda line: line.factor_adj),
    ],
)
def test_averages_in_quickplay_are_the_means_over_every_face(step, call, cell):
    average = steps(run(FIELD), 1)[step].average
    assert average == mean([cell(line) for line in replays(FIELD, call, EVERY_TOTAL)])


def test_the_average_of_the_final_speed_roll_is_the_mean_over_every_face():
    found = steps(run(FIELD), 1)["Final speed"]
    figures = [line.chart_figure for line in replays(FIELD, ("final_speed", 1), EVERY_TOTAL)]
    assert found.average == mean(figures) - run(FIELD).lines[0].chart_figure


@pytest.mark.parametrize(
    ("step", "call", "cell"),
    [
        ("Break", ("break", 1), lambda line: line.break_points),
        ("Pace setup", ("setup", 1), lambda line: line.race2 - line.break_points),
        ("Race position", ("form", 1), lambda line: line.form_adj),
        ("Race factors", ("race_factors", None), lambda line: line.factor_adj),
    ],
)
def test_averages_in_fullplay_are_the_means_over_every_face(step, call, cell):
    average = steps(run(FIELD, version="fullplay"), 1)[step].average
    assert average == mean([cell(line) for line in replays(FIELD, call, EVERY_TOTAL, version="fullplay")])


def test_r7_3_the_average_of_the_pace_is_over_the_faces_of_its_die():
    given = {("race_pace", None): 4, **{("break", post): total for post, total in zip(range(1, 7), [4, 3, 6, 9, 6, 4])},
             **{("setup", post): total for post, total in zip(range(1, 7), [5, 10, 4, 10, 3, 2])}}  # fmt: skip
    sheets = [run(CARD, {**given, ("race_pace", None): die}, version="fullplay") for die in range(1, 7)]
    found = steps(champagne(), "Overlap")["Pace effect"]
    assert found.average == mean([sheet.lines[1].pace_adj for sheet in sheets]) == Fraction(4, 6)


def test_r5_the_average_of_trouble_is_over_its_roll_and_its_test():
    base = run(FIELD, {("form", 1): 3, ("trouble", 1): 6})
    lost = []
    for trouble in range(2, 13):
        for test in range(2, 13):
            rolls = {("form", 1): 3, ("trouble", 1): trouble}
            tested = {("trouble_test", 1): test} if CHARTS.trouble[trouble - 2] in (3, 4) else {}
            change = run(FIELD, rolls | tested).lines[0].form_adj - base.lines[0].form_adj
            ways = (6 - abs(trouble - 7)) * (6 - abs(test - 7))
            lost += [change] * ways
    assert steps(base, 1)["Trouble"].average == mean(lost)


@pytest.mark.parametrize("die", range(1, 7))
def test_r6_the_average_of_a_disqualification_does_not_hang_on_the_die_thrown(die):
    given = {("form", 1): 3, ("trouble", 1): 11, ("final_speed", 1): 12, ("disqualification", 1): die}
    places = [run(FIELD, {**given, ("disqualification", 1): other}).lines[0] for other in range(1, 7)]
    average = steps(run(FIELD, given), 1)["Disqualification"].average
    assert average == mean([line.place - line.wire_place for line in places])


# --- asking for it ---


def test_a_sheet_explains_itself_by_name_or_post():
    sheet = ts.play("champagne-2009", seed=7)
    assert sheet.explain("super saver") == explain(sheet, 1)
    assert sheet.explain().accounts[0] == sheet.explain(1).accounts[0]


def test_an_unknown_horse_is_refused_with_the_closest_name():
    with pytest.raises(ts.InputError, match="did you mean Super Saver"):
        ts.play("champagne-2009", seed=7).explain("Super Savor")


def test_other_charts_than_the_sheets_are_refused_by_name():
    other = chart_sets()[1]
    sheet = ts.play("champagne-2009", seed=7, charts=other)
    assert sheet.explain(charts=other)
    with pytest.raises(ts.InputError, match=rf"charts: found standard .*allowed the charts of the sheet, {other.name}"):
        sheet.explain()


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    "chart",
    ["form", "final_speed", "break_segment", "position_power", "pace_effects_quickplay", "final_time", "length_points"],
)
def test_a_chart_that_gives_another_number_is_refused(version, chart):
    sheet = ts.play("champagne-2009", version=version, seed=7)
    other = attrs.evolve(CHARTS, **{chart: getattr(CHARTS, chart) + 1})
    used = {
        "form": "quickplay",
        "pace_effects_quickplay": "quickplay",
        "break_segment": "fullplay",
        "position_power": "fullplay",
    }
    if used.get(chart, version) != version:
        assert sheet.explain(charts=other)
        return
    with pytest.raises(ts.InputError, match="the charts of the sheet, standard"):
        sheet.explain(charts=other)


def test_charts_that_need_a_roll_more_or_less_are_refused():
    sheet = run(card({}, {}), {("form", 1): 3, ("trouble", 1): 6})
    for trouble in (CHARTS.form_trouble | True, CHARTS.form_trouble & False):
        with pytest.raises(ts.InputError, match="the charts of the sheet"):
            sheet.explain(charts=attrs.evolve(CHARTS, form_trouble=trouble))


def test_a_replayed_a_pickled_and_a_copied_sheet_explain_alike():
    sheet = ts.play("champagne-2009", version="fullplay", seed=7)
    again = ts.play("champagne-2009", version="fullplay", dice=ts.ReplayDice(sheet.dice_log()))
    for other in (again, pickle.loads(pickle.dumps(sheet)), copy.deepcopy(sheet)):
        assert other.explain().accounts == sheet.explain().accounts
        assert other.explain().commentary == sheet.explain().commentary
        assert str(other.explain(1).verdict) == str(sheet.explain(1).verdict)


def test_the_frame_has_a_row_a_step_and_real_numbers():
    found = ts.play("champagne-2009", version="fullplay", seed=7).explain()
    frame = found.to_frame()
    assert tuple(frame.columns) == COLUMNS
    assert len(frame) == sum(len(account.steps) for account in found.accounts)
    assert set(frame["horse"]) == {line.horse for line in found.sheet.lines}
    assert frame["average"].dtype == float
    assert str(frame["red"].dtype) == "Int64"
    by_horse = frame.groupby("post")["points"].sum()
    assert by_horse.tolist() == [line.figure for line in found.sheet.lines]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_text_holds_every_step_within_100_columns(version):
    sheet = ts.play("champagne-2009", version=version, seed=7)
    for horse in range(1, 7):
        text = str(sheet.explain(horse))
        assert max(map(len, text.splitlines())) <= 100
        for step in sheet.explain(horse).accounts[0].steps:
            assert step.step in text
            assert step.clause in text
        assert repr(sheet.explain(horse)) == text
