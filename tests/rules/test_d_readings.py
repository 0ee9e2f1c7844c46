"""D1 to D19: where the rulebook errs or is silent, and what is done. D7 has a file of its own."""

from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts

from golden.kept import KEPT, TABLES
from oracle import money
from oracle.charts import cell, change, change_and_trouble, condition_change, final_time, odds_to_one
from rules.champagne import champagne
from rules.making import SetDice, card, cells, each, rolls_of, run
from rules.reading import CHARTS, faces_testing, figure_at, form_change

VERSIONS = ("quickplay", "fullplay")


# Power and figures


@pytest.mark.parametrize("trouble", [7, 8])
def test_d1_the_2_points_of_trouble_are_lost(trouble):
    form = form_change(3)
    given = {("form", 1): 3, ("trouble", 1): trouble, ("trouble_test", 1): 8}
    sheet = run(card({"trouble": 7}, {}), given)
    assert cells(sheet, "Form Adj")[0] == form - 2
    assert cells(sheet, "Speed Figure Roll")[0] == figure_at(15 + cells(sheet, "Pace Adj")[0] + form - 2)


def test_d1_the_amount_is_a_chart_value():
    charts = attrs.evolve(ts.load_charts(), trouble_power=np.full(11, -7))
    given = {("form", 1): 3, ("trouble", 1): 7, ("trouble_test", 1): 8}
    sheet = run(card({}, {}), given, charts=charts)
    assert cells(sheet, "Form Adj")[0] == form_change(3) - 7


FACTOR = {("race_factors", None): faces_testing("Class", ride=True)}


def test_d2_the_factor_changes_the_figure():
    sheet = run(card({"class_": 3, "ride": 1}, {"class_": -3}), FACTOR)
    figure = figure_at(sheet.lines[0].final_power)
    assert cells(sheet, "Speed Figure Roll") == [figure, figure]
    assert cells(sheet, "Final Race Speed") == [figure + 4, figure - 3]


@pytest.mark.parametrize("roll", range(2, 13))
@pytest.mark.parametrize("factor", range(-5, 6))
def test_d2_by_a_house_rule_the_factor_changes_the_dice_within_2_to_12(roll, factor):
    ride = max(-2, min(2, factor))
    field = card({"class_": factor - ride, "ride": ride}, {})
    sheet = run(field, {**FACTOR, ("final_speed", 1): roll}, rules=ts.Rules(factor_target="dice"))
    figure = figure_at(sheet.lines[0].final_power, max(2, min(12, roll + factor)))
    assert (cells(sheet, "Speed Figure Roll")[0], cells(sheet, "Final Race Speed")[0]) == (figure, figure)
    assert cells(sheet, "Dice Roll Adj")[0] == factor
    assert next(row for row in sheet.log if (row.roll, row.post) == ("final_speed", 1)).total == roll


@pytest.mark.parametrize("target", ["roll", "", None, True, "Figure"])
def test_d2_no_other_target(target):
    with pytest.raises(ts.InputError, match=r"factor_target: found .*, allowed figure or dice"):
        ts.Rules(factor_target=target)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("start", "read_at"), [(-6, 0), (-1, 0), (0, 0), (29, 29), (30, 29), (60, 29)])
def test_d9_power_beyond_the_chart_is_read_at_its_end_and_kept_as_it_is(start, read_at, version):
    power = "Adj Power" if version == "quickplay" else "Start Adj Power"
    field = card({"adj_power": start, "pace": 5}, {"pace": 9}, {"pace": 9})
    given = {("pace", None): 4} if version == "quickplay" else each("break", [7, 6, 5])
    sheet = run(field, given, version=version, charts=KEPT)
    assert cells(sheet, "Pace Adj")[0] == 0
    assert cells(sheet, power)[0] == start
    assert cells(sheet, "Speed Figure Roll")[0] == change(TABLES, "final_speed", 7, read_at)
    if version == "fullplay":
        assert cells(sheet, "Final Adj Power")[0] == start


# Odds


def odds_for(*powers, given=None):
    field = card(*({"power_dirt": power} for power in powers))
    return ts.odds(field, dice=SetDice(given or {})).lines


@pytest.mark.parametrize("face", [1, 2, 3])
def test_d3_the_chart_right_of_a_is_b(face):
    line = odds_for(20, 18, 10, 10, 10, 10, given={("odds", 2): (face, face)})[1]
    assert line.code == "A"
    assert line.odds == odds_to_one(cell(CHARTS, "odds", face, "B"))


def test_d3_a_double_2_on_a_is_7_to_1():
    assert odds_for(20, 18, 10, 10, 10, 10, given={("odds", 2): (2, 2)})[1].text == "7-1"


def test_d4_left_of_the_favourites_chart_stays_there_and_right_of_e_too():
    for face in (4, 5, 6):
        line = odds_for(20, 10, given={("odds", 1): (face, face)})[0]
        assert (line.code, line.odds) == ("Fav", odds_to_one(cell(CHARTS, "odds", face, "Fav")))
    for face in (1, 2, 3):
        made = odds_for(20, 11, 20, 20, 20, 20, given={("odds", 2): (face, face)})  # 9 points below: X1
        assert (made[1].code, made[1].odds) == ("E", odds_to_one(cell(CHARTS, "odds", face, "E")))


def test_d5_all_that_share_the_highest_power_are_favourites():
    assert [line.code for line in odds_for(20, 20, 19, 20)] == [
        "Fav",
        "Fav",
        cell(CHARTS, "odds_codes", 1, "2-5"),
        "Fav",
    ]


# The field


@pytest.mark.parametrize("runners", [0, 1, 25, 32])
def test_d10_fewer_than_2_or_more_than_24_runners_are_refused(runners):
    with pytest.raises(ts.InputError, match=f"Test: entries: found {runners} runners, allowed 2 to 24 runners"):
        card(*[{}] * runners)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("runners", [2, 24])
def test_d10_2_and_24_runners_run(runners, version):
    assert len(ts.play(card(*[{}] * runners), seed=2, version=version).lines) == runners


def test_d10_scratched_horses_are_no_runners():
    with pytest.raises(ts.InputError, match="found 1 runners"):
        card({}, {}, {}).scratch(1, 3)
    assert len(card(*[{}] * 24, *[{"scratched": True}] * 8).runners) == 24


def twins(**options):
    """Two cards of one horse, of two kinds, and another horse."""
    return card({"name": "Man o' War", "kind": "career"}, {}, {"name": "MAN O WAR", "kind": "best-year"}, **options)


def test_d13_two_cards_of_one_horse_cannot_meet():
    for version in VERSIONS:
        with pytest.raises(ts.InputError, match="MAN O WAR on posts 1 and 3, allowed a horse once"):
            ts.play(twins(), seed=1, version=version)


def test_d13_unless_the_rule_allows_it():
    sheet = ts.play(twins(), seed=1, rules=ts.Rules(allow_same_horse=True))
    assert len(sheet.lines) == 3
    assert ts.play(twins().scratch(1), seed=1).lines[1].horse == "MAN O WAR"


@pytest.mark.parametrize("flag", ["yes", 1, 0, None, "true"])
def test_d13_the_rule_is_on_or_off(flag):
    with pytest.raises(ts.InputError, match=r"allow_same_horse: found .*, allowed true or false"):
        ts.Rules(allow_same_horse=flag)


# Out of the race


def out_of_two(version="quickplay"):
    """The best horse goes out; the other two come in level."""
    given = {("form", 2): 3, ("trouble", 2): 12}
    return run(card({}, {"power_dirt": 25, "odds": Fraction(2)}, {}), given, version=version)


@pytest.mark.parametrize("version", VERSIONS)
def test_d8_a_horse_that_is_out_has_no_figure_and_no_place(version):
    line = out_of_two(version).lines[1]
    later = (
        line.final_power, line.factor_adj, line.chart_figure, line.figure, line.photo_total, line.wire_place, line.place,
        line.seconds, line.lengths_behind,
    )  # fmt: skip
    assert set(later) == {None}
    form = form_change(3) if version == "quickplay" else change_and_trouble(CHARTS, "race_position", 3, "A Power")[0]
    assert (line.start, line.pace_adj is None, line.form_adj) == (25, False, form)
    if version == "fullplay":
        assert None not in (line.break_points, line.race2, line.race3)


@pytest.mark.parametrize("version", VERSIONS)
def test_d8_no_roll_is_made_for_it_any_more(version):
    calls = rolls_of(out_of_two(version))
    assert {name for name, post in calls if post == 2} == {"form", "trouble"} | (
        {"break", "setup"} if version == "fullplay" else set()
    )
    assert ("photo", 1) in calls


def test_d8_it_stands_after_the_finishers_with_the_reason():
    sheet = out_of_two()
    assert [line.post for line in sheet.finishers] == [1, 3]
    reason = cell(CHARTS, "trouble", 12, "reason")
    result = str(sheet).partition("Result")[2]
    assert result.index("Horse 1") < result.index("Horse 3") < result.index("Horse 2")
    assert f"out: {reason}" in result


@pytest.mark.parametrize("version", VERSIONS)
def test_d8_it_takes_no_part_in_lengths_and_time(version):
    field = card({"power_dirt": 29}, {"power_dirt": 20}, {"power_dirt": 9})
    sheet = run(field, {("form", 1): 3, ("trouble", 1): 2}, version=version)
    assert [line.lengths_behind == 0 for line in sheet.lines[1:]] == [True, False]
    assert sheet.seconds == sheet.lines[1].seconds
    assert {row["post"] for row in sheet.call_rows() if row["call"] == "finish"} == {2, 3}


def all_out(version="quickplay"):
    return run(card({}, {}), {**each("form", [3, 3]), **each("trouble", [2, 12])}, version=version)


@pytest.mark.parametrize("version", VERSIONS)
def test_d14_every_horse_is_out(version):
    sheet = all_out(version)
    assert (sheet.finishers, sheet.winners, sheet.seconds) == ((), (), None)
    assert "every horse is out of the race" in str(sheet)
    assert ts.payoffs(sheet, ts.odds(sheet.card, seed=1)).lines == ()
    assert ("race_factors", None) in rolls_of(sheet)
    assert list(sheet.to_frame()["Status"]) == ["out: broke down", "out: pulled up"]
    assert {row["call"] for row in sheet.call_rows()} == (
        set() if version == "quickplay" else {"break", "setup", "position"}
    )


# Dead heats, payoffs and times


def test_d11_level_horses_hold_the_better_place_and_are_each_paid_in_full():
    odds = Fraction(4)
    field = card({"odds": odds}, {"odds": odds}, {"power_dirt": 9, "odds": odds}, {"power_dirt": 9, "odds": odds})
    sheet = run(field)
    assert cells(sheet, "Fin") == [1, 1, 3, 3]
    lines = ts.payoffs(sheet, ts.odds(field, source="real")).lines
    win, place, show = money.prices(odds, CHARTS)
    assert [(line.win, line.place, line.show) for line in lines] == [(win, place, show)] * 2 + [(None, None, show)] * 2


def test_d11_three_level_horses_leave_second_and_third_empty():
    sheet = run(card({}, {}, {}, {"power_dirt": 9}))
    assert cells(sheet, "Fin") == [1, 1, 1, 4]
    assert [line.post for line in sheet.winners] == [1, 2, 3]


OFF_THE_CHART = ["5.6", "8.1", "1.45", "0.05", "0.4", "2.35", "17.3", "99", "0.01", "1/3", "200/7", "9999"]


@pytest.mark.parametrize("odds", OFF_THE_CHART)
def test_d12_odds_that_are_not_on_the_chart_are_paid_by_its_rule(odds):
    odds = Fraction(odds)
    sheet = run(card({"odds": odds}, {"power_dirt": 9, "odds": odds}))
    line = ts.payoffs(sheet, ts.odds(sheet.card, source="real")).lines[0]
    nickels = [2 * odds, odds, odds / 2]
    assert (line.win, line.place, line.show) == tuple((2 + profit) * 20 // 1 / Fraction(20) for profit in nickels)


def test_d12_the_chart_follows_the_rule():
    for row in CHARTS["payoffs"]:
        by_rule = money.prices(odds_to_one(row["odds"]), {**CHARTS, "payoffs": []})
        assert by_rule == tuple(Fraction(row[name]) for name in ("win", "place", "show"))


def test_d12_no_cent_is_lost_to_floating_point():
    odds = Fraction("1.6")  # 2.80 to show, and 2.75 in floating point
    charts = attrs.evolve(ts.load_charts(), payoffs={})
    sheet = run(card(*[{"odds": odds, "power_dirt": power} for power in (20, 15, 10)]))
    shown = ts.payoffs(sheet, ts.odds(sheet.card, source="real"), charts=charts).lines[2]
    assert shown.show == Fraction("2.80")


def test_d16_the_time_is_that_of_the_first_past_the_post_disqualified_or_not():
    given = {("form", 1): 3, ("trouble", 1): 10, ("disqualification", 1): 6}
    sheet = run(card({"power_dirt": 27}, {}, {"power_dirt": 9}), given)
    assert (sheet.lines[0].wire_place, sheet.lines[0].place) == (1, 3)
    assert sheet.seconds == sheet.lines[0].seconds < sheet.winners[0].seconds
    exact = final_time(CHARTS, "dirt", Fraction(8), sheet.lines[0].figure)
    assert abs(sheet.seconds - float(exact)) <= 0.005 + 1e-9
    assert sheet.lines[0].lengths_behind == 0 < sheet.lines[1].lengths_behind


# The track, and the ends of the charts


@pytest.mark.parametrize("wet", range(4))
def test_d15_a_horse_loses_what_the_track_takes_less_its_wet_but_never_gains(wet):
    taken = set()
    for surface in ("dirt", "turf", "synthetic"):
        for condition in ts.load_charts().conditions(ts.Surface(surface)):
            takes = -condition_change(CHARTS, surface, condition)
            field = card({"wet": wet}, {}, surface=surface, condition=condition)
            assert field.adjusted_power()[0].total == 15 - max(0, takes - wet), condition
            taken.add(takes)
    assert taken == {0, 1, 2, 3}


def test_d15_which_conditions_take_what_is_the_chart():
    charts = attrs.evolve(ts.load_charts(), track_conditions={("dirt", "fast"): -3, ("turf", "firm"): 0})
    assert [working.total for working in card({"wet": 1}, {}).adjusted_power(charts)] == [13, 12]
    with pytest.raises(ts.InputError, match="condition: found 'muddy', allowed on dirt: fast"):
        card({}, {}, condition="muddy").adjusted_power(charts)


def test_d17_points_and_sums_beyond_a_chart_are_read_at_its_last_row():
    narrow = attrs.evolve(
        ts.load_charts(), break_segment=np.tile(np.arange(11)[:, None] + 10, 10), pace_setup=np.zeros((11, 10)),
        pace_effects_first=15, pace_effects_fullplay=[[5, 6, 7], [0, 0, 0], [3, 1, 4]], race_pace_first=30,
        race_pace=[[0] * 6, [1] * 6, [2] * 6],
    )  # fmt: skip
    for totals, points, pace, effects in [
        ((12, 9, 2), [20, 17, 10], "Fast", [4, 4, 3]),
        ((8, 7, 5), [16, 15, 13], "Normal", [0, 0, 0]),
        ((7, 3, 2), [15, 11, 10], "Slow", [5, 5, 5]),
        ((8, 6, 3), [16, 14, 11], "Slow", [6, 5, 5]),
    ]:
        sheet = run(card({}, {}, {}), each("break", totals), version="fullplay", charts=narrow)
        assert cells(sheet, "Race2") == points
        assert (sheet.pace_of_race, cells(sheet, "Pace Adj")) == (pace, effects)


def test_d17_differences_of_power_beyond_the_codes_are_read_at_the_last_row():
    last = CHARTS["odds_codes"][-1]["2-5"]
    made = ts.odds(card({"adj_power": 60}, {"adj_power": -30}), seed=1).lines
    assert made[1].code == last


def test_d17_furlongs_beyond_the_distance_chart_are_read_at_the_last_row():
    last = int(CHARTS["distance"][-1]["power"])
    assert card({"range_high": 5}, {}, distance=16).adjusted_power()[0].total == 15 + last


@pytest.mark.parametrize("distance", [4, 4.99, 16.01, 24, -8, 0])
def test_d17_a_distance_beyond_the_time_chart_is_refused(distance):
    field = card({}, {}, distance=distance)
    for call in (lambda: ts.play(field, seed=1), lambda: ts.odds(field, seed=1), field.adjusted_power):
        with pytest.raises(ts.InputError, match=f"Test: distance: found {distance:g}, allowed 5 to 16 furlongs"):
            call()


# The dice


def test_d18_the_log_has_the_rolls_that_were_needed():
    sheet = run(card({}, {"power_dirt": 20}))
    assert rolls_of(sheet) == [
        ("pace", None), ("form", 1), ("form", 2), ("race_factors", None), ("final_speed", 1), ("final_speed", 2),
    ]  # fmt: skip
    assert "odds" not in {row.roll for row in ts.play(sheet.card, seed=1).log}
    names = {name for name, _ in rolls_of(champagne())}
    assert {"race_pace", "race_factors"} <= names
    assert not {"trouble", "disqualification", "odds", "pace"} & names


def test_d18_a_race_pace_without_a_die_line_needs_no_die():
    for line, thrown in ([0] * 6, False), ([0, 0, 0, 1, 1, 1], True):
        charts = attrs.evolve(ts.load_charts(), race_pace=[line])
        sheet = run(card({"pace": 0}, {"pace": 0}), version="fullplay", charts=charts)
        assert sheet.pace_of_race == "Slow"
        assert (("race_pace", None) in rolls_of(sheet)) is thrown


def test_d19_each_disqualified_horse_has_a_die_of_its_own():
    given = {("form", post): 3 for post in (1, 2)} | {("trouble", post): 10 for post in (1, 2)}
    given |= {("disqualification", 1): 1, ("disqualification", 2): 3}
    sheet = run(card(*({"power_dirt": power} for power in (28, 24, 16, 11, 6))), given)
    assert [line.post for line in sheet.finishers] == [3, 1, 4, 5, 2]
    assert [call for call in rolls_of(sheet) if call[0] == "disqualification"] == [
        ("disqualification", 1), ("disqualification", 2),
    ]  # fmt: skip


# D6: the points rule, not the remarks on lengths


def test_d6_the_points_give_the_lengths():
    after_break = {row["horse"]: row["lengths_behind"] for row in champagne().call_rows() if row["call"] == "break"}
    # The rulebook's remarks put Overlap half a length behind Aspire and 3 1/2 behind the leader.
    assert after_break["Overlap"] - after_break["Aspire"] == 1
    assert after_break["Overlap"] == 4
    after_setup = {row["horse"]: row["lengths_behind"] for row in champagne().call_rows() if row["call"] == "setup"}
    assert after_setup["Overlap"] - after_setup["Super Saver"] == 2  # the remark has one length
