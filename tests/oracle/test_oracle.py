"""The oracle on the examples of the rules, by their ids: the two versions of a race."""

from fractions import Fraction

import pytest

from oracle import charts as chart_files
from oracle import race
from oracle.charts import cell, change
from oracle.making import CHARTS, DATA, champagne, column, dice, each, packaged, quick, small_card, two


def test_x10_to_x21_the_champagne_stakes() -> None:
    card, log = champagne()
    result = race.run(card, log, CHARTS, "fullplay", "figure")
    assert column(result, "Break") == [20, 15, 17, 23, 19, 16]
    assert column(result, "Race2") == [20, 16, 16, 24, 18, 14]
    assert result["pace"] == "Fast"
    assert column(result, "Pace Adj") == [0, 1, 1, -2, 0, 1]
    assert column(result, "Race3") == [19, 18, 15, 24, 18, 12]
    assert column(result, "Form Adj") == [-1, 1, -1, 0, 0, -2]
    assert column(result, "Start Adj Power")[:2] == [19, 14]
    assert column(result, "Final Adj Power") == [18, 16, 17, 16, 19, 17]
    assert (result["factor"], result["ride"]) == ("Class", True)
    assert column(result, "Race Factor Adj") == [2, -1, 1, 3, 2, 1]
    assert column(result, "Speed Figure Roll") == [99, 94, 96, 94, 101, 96]
    assert column(result, "Final Speed") == [101, 93, 97, 97, 103, 97]
    assert column(result, "Fin") == [2, 6, 3, 3, 1, 5]
    assert result["winners"] == [5]
    assert result["time"] == Fraction("96.77")
    assert column(result, "Lengths behind")[0] == 2 / Fraction("1.82")


def test_x12_and_x15_the_calls_of_the_champagne_stakes() -> None:
    card, log = champagne()
    calls = race.run(card, log[::-1], CHARTS, "fullplay", "figure")["calls"]
    told = {}
    for line in calls:
        told.setdefault(line["call"], []).append((line["position"], line["post"], line["points"]))
    assert list(told) == ["break", "setup", "position", "finish"]
    assert told["break"] == [(1, 4, 23), (2, 1, 20), (3, 5, 19), (4, 3, 17), (5, 6, 16), (6, 2, 15)]
    assert told["setup"] == [(1, 4, 24), (2, 1, 20), (3, 5, 18), (4, 2, 16), (4, 3, 16), (6, 6, 14)]
    assert told["position"][2:4] == [(3, 2, 18), (3, 5, 18)]
    assert told["finish"] == [
        (1, 5, 103),
        (2, 1, 101),
        (3, 3, 97),
        (3, 4, 97),
        (5, 6, 97),
        (6, 2, 93),
    ]
    behind = {line["post"]: line["lengths_behind"] for line in calls if line["call"] == "setup"}
    assert behind == {4: 0, 1: 2, 5: 3, 2: 4, 3: 4, 6: 5}


@pytest.mark.parametrize(
    ("chart", "row", "column", "value"),
    [
        ("break_segment", 4, 6, 20),  # X10
        ("break_segment", 3, 4, 15),  # X11
        ("pace_setup", 5, 6, 0),  # X13
        ("pace_setup", 10, 4, 1),  # X14
        ("pace_effects_fullplay", 20, "Fast", 0),  # X17
        ("pace_effects_fullplay", 16, "Fast", 1),  # X17
        ("pace_effects_fullplay", 3, "Slow", -2),  # D17
        ("race_position", 6, "C Pos", -1),  # X19
        ("race_position", 6, "C Power", -1),  # X19
        ("race_position", 10, "D Pos", 2),  # X20
        ("race_position", 10, "D Power", 1),  # X20
        ("final_speed", 7, 31, 123),  # D17
    ],
)
def test_quoted_cells(chart: str, row: int, column: int | str, value: int) -> None:
    assert change(CHARTS, chart, row, column) == value


@pytest.mark.parametrize(("setup", "points"), [(5, 44), (10, 45)])
def test_x16_the_die_of_the_race_pace(setup: int, points: int) -> None:
    line = [cell(CHARTS, "race_pace", points, pace) for pace in ("Slow", "Normal", "Fast")]
    assert line == ["", "1-2", "3-6"]
    card, log = champagne()
    rolls = [row for row in log if row["roll"] not in ("race_pace", "final_speed", "photo")]
    rolls[6] = two("setup", 1, setup)
    rolls += each("final_speed", [11, 2, 8, 6, 12, 3])  # nobody level at either pace
    for die in range(1, 7):
        log = rolls + [dice("race_pace", None, die)]
        result = race.run(card, log, CHARTS, "fullplay", "figure")
        assert result["pace"] == ("Normal" if die <= 2 else "Fast")
        assert sum(sorted(column(result, "Race2"))[-2:]) == points


def test_under_a_mile_there_is_no_setup() -> None:
    card, log = champagne()
    card["distance"] = Fraction("7.5")
    log = [row for row in log if row["roll"] not in ("setup", "race_pace", "photo")]
    log += [two("photo", post, 7) for post in (3, 6)]
    result = race.run(card, log, CHARTS, "fullplay", "figure")  # 23 + 20 points: Fast, no die
    assert column(result, "Race2") == [None] * 6
    assert column(result, "Race3") == [19, 17, 16, 23, 19, 14]
    assert [line["call"] for line in result["calls"][::6]] == ["break", "position", "finish"]


def test_quoted_cells_of_the_chart_set() -> None:
    standard = chart_files.load(DATA / "charts" / "standard")
    for line in standard["quoted_cells"]:
        row, name = line["row"], line["column"]
        if line["chart"] == "pace_effects_fullplay":
            row = Fraction(row)
        if line["chart"] in ("break_segment", "pace_setup"):
            name = int(name)
        assert cell(standard, line["chart"], row, name) == line["value"], line


def test_x22_ride() -> None:
    for white in range(1, 7):
        card = small_card({"class_": 1, "ride": -2}, {})
        result = quick(card, dice("race_factors", None, 1, white))
        assert result["ride"] == (white <= 3)
        assert column(result, "Dice Roll Adj") == [-1 if white <= 3 else 1, 0]


def test_times_between_rows_and_columns() -> None:
    def time(surface: str, distance: str, figure: int) -> Fraction:
        return chart_files.final_time(CHARTS, surface, Fraction(distance), figure)

    assert time("dirt", "8", 100) == time("synthetic", "8", 100) == Fraction("97.10")
    assert time("turf", "8", 105) == Fraction("95.77")
    assert time("dirt", "8.25", 105) == Fraction("99.7325")
    assert time("dirt", "5", -3) == Fraction("64.57")


# Trouble, horses out, the ends of the charts


@pytest.mark.parametrize(
    ("trouble", "test", "status", "form_adj"),
    [
        (2, None, "out: broke down", -2),
        (3, None, "out: lost rider", -2),
        (12, None, "out: pulled up", -2),
        (4, 7, "finished", -2),
        (5, 8, "disqualified from 2", -2),
        (6, None, "finished", -2),
        (9, None, "finished", -2),
        (7, 7, "finished", -2),
        (8, 8, "disqualified from 2", -4),
        (10, None, "disqualified from 2", -2),
        (11, None, "disqualified from 2", -2),
    ],
)
def test_r5_trouble(trouble: int, test: int | None, status: str, form_adj: int) -> None:
    status = "finished" if trouble in (7, 8) else status  # D1: power, not the place
    log = [two("form", 1, 3), two("trouble", 1, trouble)]
    if test is not None:
        log.append(two("trouble_test", 1, test))
    if status.startswith("disqualified"):
        log.append(dice("disqualification", 1, 1))
    first = quick(small_card({}, {}), *log)["rows"][0]
    assert (first["Status"], first["Form Adj"]) == (status, form_adj)


def test_d8_a_horse_that_is_out_has_nothing_after() -> None:
    log = [two("form", 2, 3), two("trouble", 2, 12), two("photo", 1, 5), two("photo", 3, 5)]
    result = quick(small_card({}, {}, {}), *log)
    assert column(result, "Fin") == [1, None, 1]
    assert result["winners"] == [1, 3]
    out = result["rows"][1]
    assert (out["Adj Power"], out["Pace Adj"], out["Form Adj"]) == (20, 0, -2)
    after = list(out)[list(out).index("Dice Roll Adj") :]
    assert [out[name] for name in after if name != "Status"] == [None] * 6
    with pytest.raises(race.SurplusRoll, match="final_speed"):
        quick(small_card({}, {}, {}), *log, two("final_speed", 2, 7))


def test_d14_every_horse_is_out() -> None:
    log = each("form", [3, 3]) + each("trouble", [2, 12])
    result = quick(small_card({}, {}), *log)
    assert result["winners"] == [] and result["time"] is None and result["calls"] == []
    assert column(result, "Status") == ["out: broke down", "out: pulled up"]


def test_d9_power_beyond_the_chart() -> None:
    result = quick(small_card({"adj_power": 29}, {"adj_power": 0}), *each("form", [12, 2]))
    assert column(result, "Speed Figure Roll") == [123, 59]
    log = [row for row in champagne()[1] if row["roll"] not in ("photo", "race_pace")]
    card = packaged("champagne-2009")
    card["runners"][4]["power"] = 35
    log += [dice("race_pace", None, 1), two("photo", 3, 7), two("photo", 6, 7)]
    result = race.run(card, log, CHARTS, "fullplay", "figure")
    assert result["rows"][4]["Final Adj Power"] == 35
    assert result["rows"][4]["Speed Figure Roll"] == 123


def test_d2_the_factor_on_the_figure_or_on_the_dice() -> None:
    card = small_card({"class_": 3, "ride": 1}, {"class_": -2})
    log = [dice("race_factors", None, 1, 2), *each("final_speed", [10, 7])]
    result = quick(card, *log)
    assert column(result, "Speed Figure Roll") == [110, 103]
    assert column(result, "Final Race Speed") == [114, 101]
    result = quick(card, *log, target="dice")
    assert column(result, "Dice Roll Adj") == [4, -2]
    assert column(result, "Speed Figure Roll") == [116, 97]  # 12 and 5
    assert column(result, "Final Race Speed") == [116, 97]


def test_d16_the_time_is_that_of_the_first_past_the_post() -> None:
    log = [two("form", 1, 3), two("trouble", 1, 10), dice("disqualification", 1, 6)]
    result = quick(small_card({"adj_power": 24}, {}), *log)  # figures 107 and 103
    assert column(result, "Fin") == [2, 1]
    assert column(result, "Lengths behind") == [0, 4 / Fraction("1.82")]
    assert result["time"] == result["rows"][0]["Time"] == Fraction("96.33")
    assert [line["post"] for line in result["calls"]] == [1, 2]


def test_r3_distance_and_wet_track() -> None:
    cases = [("9", "fast", 0, 20), ("9.25", "fast", 0, 19), ("10.5", "fast", 0, 18)]
    cases += [("6", "heavy", 1, 17), ("8", "sloppy", 3, 20), ("16", "muddy", 0, 12)]
    for distance, condition, wet, apr in cases:
        runner = {"power": 20, "adj_power": None, "wet": wet}
        card = small_card(runner, {}, distance=distance, condition=condition)
        assert race.start_apr(card["runners"][0], card, CHARTS) == apr


def test_d10_and_d17_are_refused() -> None:
    with pytest.raises(ValueError, match="D10"):
        quick(small_card({}))
    with pytest.raises(ValueError, match="17"):
        quick(small_card({}, {}, distance="17"))


def test_d18_rolls_missing_repeated_and_passed_over() -> None:
    card, log = champagne()
    with pytest.raises(race.MissingRoll) as missing:
        race.run(card, log[1:], CHARTS, "fullplay", "figure")
    assert (missing.value.name, missing.value.post) == ("break", 1)
    with pytest.raises(race.RepeatedRoll):
        race.run(card, log + log[:1], CHARTS, "fullplay", "figure")
    race.run(card, log + [two("odds", 1, 5)], CHARTS, "fullplay", "figure")
