"""R7: Fullplay, by the rulebook's run of the Champagne Stakes and segment by segment."""

import itertools

import attrs
import numpy as np
import pytest
import topstretch as ts

from golden.kept import FOLDER, KEPT, TABLES
from oracle.charts import cell, change, change_and_trouble, find_label
from rules.champagne import CARD, QUOTED, champagne, points_after, rolls_of_the_race
from rules.making import card, cells, each, rolls_of, run
from rules.reading import CHARTS

ROLLS = range(2, 13)
SUPER_SAVER, OVERLAP = 0, 1


def full(field, given=None, **options):
    return run(field, given, version="fullplay", **options)


# The rulebook's examples


def test_x9_the_champagne_stakes_has_its_posts_and_conditions():
    horses = ["Super Saver", "Overlap", "Aspire", "Discreetly Mine", "Dublin", "Homeboykris"]
    assert [(entry.post, entry.horse.name) for entry in CARD.entries] == list(enumerate(horses, start=1))
    assert (CARD.track, CARD.distance, CARD.is_route) == ("Belmont Park", 8, True)
    assert CARD.date.startswith("2009")


def test_x10_pace_6_breaks_on_a_4_with_20_points():
    sheet = champagne()
    assert (sheet.lines[SUPER_SAVER].pace, QUOTED["break", 1]) == (6, 4)
    assert cells(sheet, "Break")[SUPER_SAVER] == 20


def test_x11_pace_4_breaks_on_a_3_with_15_points():
    sheet = champagne()
    assert (sheet.lines[OVERLAP].pace, QUOTED["break", 2]) == (4, 3)
    assert cells(sheet, "Break")[OVERLAP] == 15


def test_x12_the_order_after_the_break():
    assert points_after("break") == {
        "Discreetly Mine": 23, "Super Saver": 20, "Dublin": 19, "Aspire": 17, "Homeboykris": 16, "Overlap": 15,
    }  # fmt: skip
    assert list(points_after("break"))[:3] == ["Discreetly Mine", "Super Saver", "Dublin"]


def test_x13_setup_pace_6_roll_5_adds_nothing():
    assert QUOTED["setup", 1] == 5
    assert cells(champagne(), "Race2")[SUPER_SAVER] == 20


def test_x14_setup_pace_4_roll_10_adds_1():
    assert QUOTED["setup", 2] == 10
    assert cells(champagne(), "Race2")[OVERLAP] == 15 + 1


def test_x15_the_order_after_the_setup():
    points = points_after("setup")
    assert points == {
        "Discreetly Mine": 24, "Super Saver": 20, "Dublin": 18, "Overlap": 16, "Aspire": 16, "Homeboykris": 14,
    }  # fmt: skip
    calls = {row["horse"]: row for row in champagne().call_rows() if row["call"] == "setup"}
    assert calls["Homeboykris"]["lengths_behind"] == 5
    assert calls["Overlap"]["position"] == calls["Aspire"]["position"] == 4


@pytest.mark.parametrize("points", [44, 45])
@pytest.mark.parametrize(
    ("die", "pace"), [(1, "Normal"), (2, "Normal"), (3, "Fast"), (4, "Fast"), (5, "Fast"), (6, "Fast")]
)
def test_x16_a_sum_of_44_or_45_is_decided_by_one_die(points, die, pace):
    # Super Saver has 20 points by quoted cells, and Discreetly Mine is the one ahead of him.
    rating = CARD.entry(4).horse.pace
    ahead = next(
        (start, setup)
        for start in ROLLS
        for setup in ROLLS
        if 20 + change(CHARTS, "break_segment", start, rating) + change(CHARTS, "pace_setup", setup, rating) == points
    )
    sheet = full(CARD, {**QUOTED, ("break", 4): ahead[0], ("setup", 4): ahead[1], ("race_pace", None): die})
    assert sum(sorted(cells(sheet, "Race2"))[-2:]) == points
    assert sheet.pace_of_race == pace


def test_x17_fast_changes_20_points_by_0_and_16_points_by_1():
    sheet = champagne()
    assert sheet.pace_of_race == "Fast"
    adjusted = dict(zip(cells(sheet, "Race2"), cells(sheet, "Pace Adj")))
    assert (adjusted[20], adjusted[16]) == (0, 1)


def test_x18_adjusted_power_at_the_start_after_pace_and_after_form():
    lines = champagne().lines
    assert [line.start for line in lines[:2]] == [19, 14]
    assert lines[OVERLAP].start + lines[OVERLAP].pace_adj == 15
    assert [line.final_power for line in lines[:2]] == [18, 16]


def test_x19_form_c_roll_6_takes_one_point_and_one_of_power():
    sheet = champagne()
    assert (str(sheet.lines[SUPER_SAVER].form), QUOTED["form", 1]) == ("C", 6)
    assert (cells(sheet, "Race3")[SUPER_SAVER], cells(sheet, "Form Adj")[SUPER_SAVER]) == (19, -1)


def test_x20_form_d_roll_10_gives_two_points_and_one_of_power():
    sheet = champagne()
    assert (str(sheet.lines[OVERLAP].form), QUOTED["form", 2]) == ("D", 10)
    assert (cells(sheet, "Race3")[OVERLAP], cells(sheet, "Form Adj")[OVERLAP]) == (18, 1)


def test_x21_the_order_after_race_position():
    assert points_after("position") == {
        "Discreetly Mine": 24, "Super Saver": 19, "Overlap": 18, "Dublin": 18, "Aspire": 15, "Homeboykris": 12,
    }  # fmt: skip
    assert "trouble" not in {name for name, _ in rolls_of(champagne())}


IMPLIED = [
    ("setup", "pace_setup", {"Discreetly Mine": 1, "Super Saver": 0, "Dublin": -1, "Aspire": -1, "Homeboykris": -2}),
    ("form", "race_position", {"Discreetly Mine": 0, "Dublin": 0, "Aspire": -1, "Homeboykris": -2}),
]


@pytest.mark.parametrize(("roll", "chart", "gained"), IMPLIED)
def test_x21_the_states_imply_cells_that_the_set_holds(roll, chart, gained):
    for horse, points in gained.items():
        line = champagne().line(horse)
        column = line.pace if roll == "setup" else f"{line.form} Pos"
        rolls = [total for total in ROLLS if total != 3 or roll == "setup"]
        found = [change_and_trouble(CHARTS, chart, total, str(column))[0] for total in rolls]
        assert points in found, horse


# 1. Break   2. Pace setup


@pytest.mark.parametrize("total", ROLLS)
def test_r7_1_break_gives_points_by_pace(total):
    sheet = full(card(*({"pace": pace} for pace in range(10))), each("break", [total] * 10))
    assert cells(sheet, "Break") == [change(CHARTS, "break_segment", total, pace) for pace in range(10)]


@pytest.mark.parametrize("total", ROLLS)
def test_r7_2_setup_adds_points_by_pace(total):
    sheet = full(card(*({"pace": pace} for pace in range(10))), each("setup", [total] * 10))
    added = [after - before for before, after in zip(cells(sheet, "Break"), cells(sheet, "Race2"))]
    assert added == [change(CHARTS, "pace_setup", total, pace) for pace in range(10)]


@pytest.mark.parametrize(
    ("distance", "setup"), [(5, False), (7.5, False), (7.99, False), (8, True), (8.5, True), (16, True)]
)
def test_r7_2_the_setup_is_for_races_of_8_furlongs_or_more(distance, setup):
    sheet = full(card({}, {"pace": 8}, distance=distance))
    assert ("setup" in {name for name, _ in rolls_of(sheet)}) is setup
    calls = [call for call, _ in itertools.groupby(row["call"] for row in sheet.call_rows())]
    assert calls == ["break", *(["setup"] if setup else []), "position", "finish"]
    assert (cells(sheet, "Race2") == [None, None]) is not setup


# 3. The pace of the race


BREAKS = {change(CHARTS, "break_segment", total, pace): (pace, total) for pace in range(10) for total in ROLLS}
SUMS = {first + second: (first, second) for first in BREAKS for second in BREAKS}


@pytest.mark.parametrize("points", sorted(SUMS))
def test_r7_3_the_two_highest_totals_decide_the_pace(points):
    (pace_1, roll_1), (pace_3, roll_3) = (BREAKS[total] for total in SUMS[points])
    pace_2, roll_2 = BREAKS[min(BREAKS)]  # never above the other two
    field = card({"pace": pace_1}, {"pace": pace_2}, {"pace": pace_3}, distance=7)  # no setup: the points of the break
    line = {pace: cell(CHARTS, "race_pace", points, pace) for pace in ("Slow", "Normal", "Fast")}
    thrown = "all" not in line.values()
    for die in range(1, 7):
        given = {("break", 1): roll_1, ("break", 2): roll_2, ("break", 3): roll_3} | (
            {("race_pace", None): die} if thrown else {}
        )
        sheet = full(field, given)
        assert sum(sorted(cells(sheet, "Break"))[-2:]) == points
        assert sheet.pace_of_race in [pace for pace, text in line.items() if text == "all" or str(die) in spread(text)]


def spread(text):
    """The faces of `3-6`, as text."""
    low, _, high = text.partition("-")
    return [str(face) for face in range(int(low), int(high or low) + 1)] if low.isdigit() else []


def test_r7_3_every_line_of_the_chart_can_come_up():
    lines = [row["points"] for row in CHARTS["race_pace"]]
    totals = {
        change(CHARTS, "break_segment", start, pace) + change(CHARTS, "pace_setup", setup, pace)
        for start, setup, pace in itertools.product(ROLLS, ROLLS, range(10))
    }
    sums = {first + second for first in totals for second in totals}
    assert {find_label(lines, points) for points in sums} == set(lines)


def of_one_pace(pace_of_race, charts):
    """A chart set, but that every sum of points makes this pace."""
    return attrs.evolve(charts, race_pace=np.full((1, 6), ("Slow", "Normal", "Fast").index(pace_of_race)))


@pytest.mark.parametrize("break_roll", [2, 12])
@pytest.mark.parametrize("pace_of_race", ["Slow", "Normal", "Fast"])
def test_r7_3_the_pace_changes_each_horse_by_its_own_points(break_roll, pace_of_race):
    field = card(*({"pace": pace} for pace in range(10)))
    sheet = full(field, each("break", [break_roll] * 10), charts=of_one_pace(pace_of_race, ts.load_charts()))
    assert sheet.pace_of_race == pace_of_race
    effects = [
        0 if pace_of_race == "Normal" else change(CHARTS, "pace_effects_fullplay", points, pace_of_race)
        for points in cells(sheet, "Race2")
    ]
    assert cells(sheet, "Pace Adj") == effects


@pytest.mark.parametrize("pace_of_race", ["Slow", "Fast"])
def test_r7_3_a_sprint_takes_its_pace_from_the_break(pace_of_race):
    field = card({"pace": 9}, {"pace": 9}, {"pace": 0}, distance=6)
    sheet = full(field, each("break", [12, 12, 2]), charts=of_one_pace(pace_of_race, KEPT))
    expected = [change(TABLES, "pace_effects_fullplay", points, pace_of_race) for points in cells(sheet, "Break")]
    assert cells(sheet, "Pace Adj") == expected
    assert len(set(expected)) == 2


# 4. Race position


@pytest.mark.parametrize("form", list("ABCDE"))
def test_r7_4_pos_changes_points_and_power_changes_power_together(form):
    for total in ROLLS:
        sheet = full(card({"form": form}, {}), {("form", 1): total})
        moved = cells(sheet, "Race3")[0] - cells(sheet, "Race2")[0]
        expected = [
            change_and_trouble(CHARTS, "race_position", total, f"{form} {what}")[0] for what in ("Pos", "Power")
        ]
        assert [moved, cells(sheet, "Form Adj")[0]] == expected
        assert (("trouble", 1) in rolls_of(sheet)) is (total == 3)


def test_r7_4_final_power_is_start_and_pace_and_form():
    given = {**each("break", [2, 2]), ("form", 1): 11}
    line = full(card({"form": "E", "pace": 0}, {}), given, charts=KEPT).lines[0]
    assert line.pace_adj != 0 != line.form_adj
    assert line.final_power == line.start + line.pace_adj + line.form_adj
    assert line.chart_figure == change(TABLES, "final_speed", 7, line.final_power)


def test_r7_4_points_matter_no_more_after_the_position():
    charts = ts.load_charts()
    moved = attrs.evolve(charts, position_points=np.full((11, 5), -9))
    for race in range(20):
        plain, other = (ts.play(CARD, version="fullplay", seed=6, race=race, charts=used) for used in (charts, moved))
        assert [line.race3 for line in plain.lines] != [line.race3 for line in other.lines]
        assert [attrs.evolve(line, race3=0) for line in plain.lines] == [
            attrs.evolve(line, race3=0) for line in other.lines
        ]


# 5. The stretch, and the sheet


def test_r7_5_the_stretch_is_that_of_quickplay():
    ratings = [{"class_": 2, "ride": 1, "form": "C"}, {"speed": 1, "wire": 3, "form": "E"}]
    stretch = {("race_factors", None): (1, 2), **each("final_speed", [9, 4])}
    quick, fullplay = run(card(*ratings), stretch, charts=KEPT), full(card(*ratings), stretch, charts=KEPT)
    assert cells(quick, "Dice Roll Adj") == cells(fullplay, "Race Factor Adj") == [3, 0]
    for line in (*quick.lines, *fullplay.lines):
        assert line.final_power == line.start + line.pace_adj + line.form_adj
        assert line.chart_figure == change(TABLES, "final_speed", {1: 9, 2: 4}[line.post], line.final_power)
        assert line.figure == line.chart_figure + line.factor_adj


def test_r7_the_rolls_come_in_the_order_of_the_segments():
    trouble = {("form", 2): 3, ("trouble", 2): 5, ("trouble_test", 2): 12}
    rolls = {**rolls_of_the_race(TABLES), **trouble, ("race_factors", None): (2, 1)}
    sheet = full(CARD, rolls, charts=FOLDER)  # by the kept charts posts 3, 4 and 6 come in level
    order = [
        "break", "setup", "race_pace", "form", "trouble", "trouble_test", "race_factors", "final_speed", "photo",
        "disqualification",
    ]  # fmt: skip
    assert [name for name, _ in itertools.groupby(name for name, _ in rolls_of(sheet))] == order


def test_r7_the_sheet_has_the_rulebooks_columns():
    assert list(champagne().columns)[12:23] == [
        "Start Adj Power", "Break", "Race2", "Pace Adj", "Race3", "Form Adj", "Final Adj Power", "Race Factor Adj",
        "Speed Figure Roll", "Final Speed", "Fin",
    ]  # fmt: skip


def test_r7_a_point_is_half_a_length():
    for row in champagne().call_rows():
        if row["call"] != "finish":
            leader = max(points_after(row["call"]).values())
            assert row["lengths_behind"] == (leader - row["points"]) / 2


def test_r7_an_unknown_version_is_refused():
    for version in ("Fullplay", "full", "", None, 2):
        with pytest.raises(ts.InputError, match=r"version: found .*, allowed quickplay or fullplay"):
            ts.play(CARD, version=version)
