"""Results as pandas frames, rows, JSON and CSV: columns, types and what is empty."""

import csv
import io
import json
from fractions import Fraction

import pandas as pd
import pytest
import topstretch as ts
from topstretch.console import csv_text, json_text
from topstretch.scoresheet import LOG_COLUMNS

from oracle.charts import cell
from rules.champagne import champagne
from rules.making import card, each, run
from rules.reading import CHARTS, faces_testing

LEFT = ["PP", "Horse", "Jockey", "Pace", "Form", "Class", "Speed", "Trip", "Wire", "Ride", "Trbl", "Odds"]
QUICK = ["Adj Power", "Pace Adj", "Form Adj", "Dice Roll Adj", "Speed Figure Roll", "Final Race Speed", "Fin"]
FULL = [
    "Start Adj Power", "Break", "Race2", "Pace Adj", "Race3", "Form Adj", "Final Adj Power", "Race Factor Adj",
    "Speed Figure Roll", "Final Speed", "Fin",
]  # fmt: skip
RIGHT = ["Status", "Time (s)", "Lengths behind"]
TEXT = {"Horse", "Jockey", "Form", "Odds", "Status"}


def with_an_out(version="quickplay", **options):
    """Three horses; the second goes out."""
    field = card({"power_dirt": 20}, {"odds": Fraction(7, 2)}, {"power_dirt": 9}, **options)
    return run(field, {("form", 2): 3, ("trouble", 2): 2}, version=version)


def all_out():
    return run(card({}, {}), {**each("form", [3, 3]), **each("trouble", [2, 12])})


# The sheet


@pytest.mark.parametrize(("version", "middle"), [("quickplay", QUICK), ("fullplay", FULL)])
def test_the_sheets_frame_has_the_rulebooks_columns_in_order(version, middle):
    for sheet in (with_an_out(version), ts.play("champagne-2009", seed=1, version=version)):
        assert list(sheet.to_frame().columns) == list(sheet.columns) == LEFT + middle + RIGHT
        assert [list(row) for row in sheet.rows()] == [LEFT + middle + RIGHT] * len(sheet.lines)


def test_one_row_a_runner_in_post_order():
    frame = ts.play("champagne-2009", seed=1).to_frame()
    assert list(frame["PP"]) == [1, 2, 3, 4, 5, 6]
    assert list(frame.index) == list(range(6))


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
def test_whole_numbers_stay_whole(version):
    for sheet in (with_an_out(version), ts.play("champagne-2009", seed=1, version=version)):
        frame = sheet.to_frame()
        for name in set(frame.columns) - TEXT - {"Time (s)", "Lengths behind"}:
            assert pd.api.types.is_integer_dtype(frame[name]), name
        for name in ("Time (s)", "Lengths behind"):
            assert pd.api.types.is_float_dtype(frame[name]), name


@pytest.mark.parametrize("distance", [7, 8])
@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
def test_a_column_has_one_type_whatever_the_race(version, distance):
    """So that the frames of many races can be put together."""
    usual = (
        ts.play("champagne-2009", seed=1, version="fullplay" if version == "fullplay" else "quickplay")
        .to_frame()
        .dtypes
    )
    for sheet in (with_an_out(version, distance=distance), run_all_out(version, distance)):
        found = sheet.to_frame().dtypes
        assert {name: found[name] for name in found.index if found[name] != usual[name]} == {}


def run_all_out(version, distance):
    return run(card({}, {}, distance=distance), {**each("form", [3, 3]), **each("trouble", [2, 12])}, version=version)


def test_what_a_horse_that_is_out_does_not_have_is_empty():
    frame = with_an_out("fullplay").to_frame()
    missing = {name for name in frame.columns if frame[name].isna()[1]}
    assert missing == {
        "Final Adj Power",
        "Race Factor Adj",
        "Speed Figure Roll",
        "Final Speed",
        "Fin",
        "Time (s)",
        "Lengths behind",
    }
    assert frame["Status"][1] == "out: broke down"
    assert not frame.loc[[0, 2], FULL].isna().any().any()


def test_race2_is_empty_under_8_furlongs():
    frame = run(card({}, {"power_dirt": 9}, distance=7), version="fullplay").to_frame()
    assert frame["Race2"].isna().all()
    assert not frame["Break"].isna().any()


def test_a_frame_of_no_finishers():
    frame = all_out().to_frame()
    assert frame["Fin"].isna().all()
    assert list(frame["Status"]) == ["out: broke down", "out: pulled up"]
    assert list(all_out().calls().columns) == ["call", "position", "post", "horse", "points", "lengths_behind"]


# The dice log and the calls


def test_the_dice_log_has_its_columns():
    frame = champagne().dice_log()
    assert list(frame.columns) == ["roll", "post", "horse", "red", "white", "total", "chart", "result"]
    for name in ("post", "red", "white", "total"):
        assert pd.api.types.is_integer_dtype(frame[name]), name
    single = frame[frame["roll"] == "race_pace"].iloc[0]
    assert (single["red"], pd.isna(single["white"]), single["total"], pd.isna(single["post"])) == (4, True, 4, True)


RESULTS = [
    ("break", 1, "break_segment", "20"), ("setup", 2, "pace_setup", "+1"), ("race_pace", None, "race_pace", "Fast"),
    ("form", 1, "race_position", "Pos -1, Power -1"), ("form", 2, "race_position", "Pos +2, Power +1"),
    ("race_factors", None, "race_factors", cell(CHARTS, "race_factors", 3, "red")),
]  # fmt: skip


@pytest.mark.parametrize(("roll", "post", "chart", "result"), RESULTS)
def test_the_dice_log_tells_the_chart_and_what_it_gave(roll, post, chart, result):
    row = next(row for row in champagne().log if (row.roll, row.post) == (roll, post))
    assert (row.chart, row.result) == (chart, result)


def test_the_dice_log_tells_trouble_tests_photos_and_disqualifications():
    given = {
        **each("form", [3, 3, 3, 3]), ("trouble", 1): 2, ("trouble", 2): 7, ("trouble", 3): 10, ("trouble", 4): 5,
        ("trouble_test", 2): 12, ("trouble_test", 4): 2, ("disqualification", 3): 4,
        ("race_factors", None): faces_testing("Class", ride=True),
        ("photo", 3): 9, ("photo", 4): 5,
    }  # fmt: skip
    log = {
        (row.roll, row.post): row.result for row in run(card({}, {}, {"wire": 2}, {"ride": 1, "class_": -1}), given).log
    }
    assert [log["trouble", post] for post in range(1, 5)] == [
        "out: broke down",
        "test: power",
        "disqualified",
        "test: disqualified",
    ]
    assert (log["trouble_test", 2], log["trouble_test", 4]) == ("-2", "clear")
    assert log["disqualification", 3] == "down 4"
    assert log["race_factors", None] == "Class + Ride"
    assert (log["photo", 3], log["photo", 4]) == ("11", "6")
    assert log["form", 1].endswith("t")


def test_calls_have_their_columns_and_come_in_order():
    frame = champagne().calls()
    assert list(frame.columns) == ["call", "position", "post", "horse", "points", "lengths_behind"]
    assert list(frame["call"].unique()) == ["break", "setup", "position", "finish"]
    for _, rows in frame.groupby("call"):
        assert list(rows["position"]) == sorted(rows["position"])
        assert list(rows["points"]) == sorted(rows["points"], reverse=True)
        assert rows["lengths_behind"].iloc[0] == 0
    assert list(ts.play("champagne-2009", seed=1).calls()["call"].unique()) == ["finish"]


def test_the_finish_call_is_the_order_as_run():
    given = {("form", 1): 3, ("trouble", 1): 10, ("disqualification", 1): 6}
    sheet = run(card({"power_dirt": 27}, {}, {"power_dirt": 9}), given)
    rows = sheet.call_rows()
    assert [(row["position"], row["post"]) for row in rows] == [(1, 1), (2, 2), (3, 3)]
    assert [row["points"] for row in rows] == [line.figure for line in sheet.lines]


# Odds and payoffs


def test_odds_and_payoffs_have_their_columns():
    sheet, odds = ts.play("ladies-classic-2009", seed=1), ts.odds("ladies-classic-2009", seed=1)
    frame = odds.to_frame()
    assert list(frame.columns) == ["post", "horse", "code", "odds", "text"]
    assert pd.api.types.is_float_dtype(frame["odds"])
    assert (frame["odds"] == [float(line.odds) for line in odds.lines]).all()
    paid = ts.payoffs(sheet, odds).to_frame()
    assert list(paid.columns) == ["post", "horse", "finish", "win", "place", "show"]
    assert [int(missing) for missing in paid[["win", "place", "show"]].isna().sum()][0] == (paid["finish"] > 1).sum()


def test_real_odds_that_are_not_known_are_empty():
    frame = ts.odds("ladies-classic-2009", source="real").to_frame()
    assert frame["odds"].isna().sum() == 6
    assert list(frame["text"][frame["odds"].isna()]) == [""] * 6


def test_the_inverse_sum_of_odds():
    odds = ts.odds("champagne-2009", seed=1)
    assert odds.inverse_sum == pytest.approx(sum(1 / (1 + float(line.odds)) for line in odds.lines))


# JSON and CSV


def test_json_has_the_rows_and_nothing_else():
    for sheet in (with_an_out(), with_an_out("fullplay", distance=6), all_out()):
        assert json.loads(json_text(sheet.rows())) == sheet.rows()


def test_csv_has_the_rows_and_leaves_empty_what_is_empty():
    sheet = with_an_out("fullplay")
    text = csv_text(sheet.rows(), list(sheet.columns))
    read = list(csv.DictReader(io.StringIO(text)))
    assert [list(row) for row in read] == [list(sheet.columns)] * 3
    assert read[1]["Fin"] == read[1]["Time (s)"] == ""
    assert [int(row["PP"]) for row in read] == [1, 2, 3]


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)", "-Bold", "+Plus", "=cmd|' /C calc'!A0"])
def test_a_name_that_a_spreadsheet_would_run_is_disarmed_and_replays(name, tmp_path):
    sheet = run(card({"name": name}, {"power_dirt": 9}))
    text = csv_text(sheet.log_rows(), LOG_COLUMNS)
    assert {row["horse"] for row in csv.DictReader(io.StringIO(text))} == {"", f"'{name}", "Horse 2"}
    path = tmp_path / "log.csv"
    path.write_text(text, encoding="utf-8")
    assert ts.play(sheet.card, dice=ts.ReplayDice(path)) == sheet


@pytest.mark.parametrize("value", ["-3t", "+1", "0", "-2", "7-2", "Pos -1, Power -1"])
def test_a_signed_number_is_not_disarmed(value):
    assert csv_text([{"a": value}], ["a"]).splitlines()[1].strip('"') == value
