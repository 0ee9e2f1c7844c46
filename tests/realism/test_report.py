"""The realism report: its rows, its verdicts, and the verb with status 3."""

import csv
import io
import json
import math
from pathlib import Path

import attrs
import numpy as np
import pytest
import topstretch as ts
import typer
from topstretch import realism_command
from topstretch.chart_copy import copy_charts
from topstretch.estimates import Estimate
from topstretch.population import SHARES
from topstretch.realism import COLUMNS, judged, realism
from topstretch.realism_feats import fastest_feats, feat_rows, figure_for
from topstretch.realism_rows import Goal, goals
from typer.testing import CliRunner

RACES, CARDS = 32_768, 12
FOUND = realism(races=RACES, cards=CARDS)


@pytest.fixture(scope="module")
def run():
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(realism_command.realism)
    return lambda *arguments: CliRunner().invoke(app, ["--races", "1000", "--cards", "1", *arguments])


def test_the_packaged_set_meets_every_row():
    assert [row.figure for row in FOUND.missed] == []
    assert FOUND.met
    assert sum(row.verdict == "within" for row in FOUND.rows) == 37


def test_every_row_has_its_columns():
    rows = FOUND.to_frame()
    assert tuple(rows.columns) == COLUMNS
    assert len(rows) == len(goals()) + 2
    assert rows["fullplay"].notna().all()
    assert set(rows[rows["quickplay"].isna()]["figure"]) == {
        "front third wins, Slow - Fast", "leader after the break wins", "segment 1 and finish, correlation",
        "segment 3 and finish, correlation", "gap of versions, mean", "gap of versions, 99th centile",
    }  # fmt: skip
    assert (rows["verdict"] == "").sum() == 6


def test_a_row_is_measured_by_hand_once_more():
    by_name = {row.figure: row for row in FOUND.rows}
    paces = [by_name[f"{pace} races"].quickplay for pace in ("Slow", "Normal", "Fast")]
    assert sum(paces) == pytest.approx(100)
    share = paces[0] / 100
    assert by_name["Slow races"].quickplay_se == pytest.approx(100 * math.sqrt(share * (1 - share) / RACES), rel=1e-3)


def test_the_report_is_the_same_for_a_seed_and_another_for_another():
    first, again, other = (realism(races=2_000, seed=seed, cards=2) for seed in (3, 3, 4))
    assert first == again
    assert first != other
    assert str(first) == str(again)


def test_more_races_begin_with_the_same_ones():
    few, more = (realism(races=races, cards=1) for races in (3_000, 16_384))
    assert few.field_size != more.field_size
    assert few.rows[-1] == more.rows[-1]


def goal(least, most):
    return Goal("a row", "%", lambda races: Estimate(0, 0), 4, 6, "a source", "1", least, most)


@pytest.mark.parametrize(
    ("quick", "full", "verdict"),
    [
        (3, 7, "within"),
        (2.9, 5, "missed"),
        (5, 7.1, "missed"),
        (float("nan"), 5, "missed"),
        (None, 5, "within"),
        (None, 8, "missed"),
    ],
)
def test_a_row_is_within_where_both_versions_are(quick, full, verdict):
    row = judged(goal(3, 7), None if quick is None else Estimate(quick, 0.1), Estimate(full, 0.2))
    assert row.verdict == verdict
    assert (row.quickplay, row.quickplay_se) == (
        (None, None) if quick is None else (pytest.approx(quick, nan_ok=True), 0.1)
    )
    assert (row.real_low, row.real_high, row.source, row.fullplay_se) == (4, 6, "a source", 0.2)


def test_a_row_without_a_tolerance_has_no_verdict():
    assert judged(goal(None, None), Estimate(50, 1), Estimate(50, 1)).verdict == ""


def test_tolerances_are_those_of_the_table():
    by_name = {goal.figure: goal for goal in goals()}
    wins = by_name["favourite wins, all"]
    assert (wins.low, wins.least, wins.most) == pytest.approx((37.795, 34.795, 40.795))
    assert (by_name["first to last, median"].least, by_name["first to last, median"].most) == pytest.approx(
        (12.6, 23.4)
    )
    margin = by_name["winning margin, mean"]
    assert (margin.least, margin.most) == pytest.approx((2.09859 / 1.6, 2.09859 * 1.6))
    rise = by_name["front third wins, Slow - Fast"]
    assert (rise.low, rise.high) == pytest.approx((20.379, 22.615), abs=0.001)
    assert not by_name["skew of its luck"].allows(-0.29)
    assert by_name["skew of its luck"].allows(-2)


def test_a_set_that_is_not_real_is_missed():
    charts = ts.load_charts()
    tame = attrs.evolve(charts, final_speed=np.tile(charts.final_speed[5], (11, 1)))
    found = realism(tame, races=4_000, cards=1)
    missed = {row.figure for row in found.missed}
    assert {"favourite wins, all", "run-to-run sd of a horse", "first to last, median"} <= missed
    assert "Missed: favourite wins, all" in str(found)


# --- feats ---


def test_feats_are_the_fastest_of_their_distance():
    feats = {(feat["surface"], feat["distance"]): feat for feat in fastest_feats()}
    assert feats["dirt", 10]["horse"] == "Spectacular Bid"
    assert feats["dirt", 12]["seconds"] == 144


def test_great_feats_are_given_to_half_a_second():
    # Not of a great day by the chart: 11 furlongs in 1920, and a race on yielding turf.
    for row in feat_rows(ts.load_charts(), 130):
        if (row.surface, row.distance) not in {("dirt", 11), ("turf", 13)}:
            assert abs(row.behind) <= 0.5, row


def test_the_figure_that_a_time_takes():
    charts = ts.load_charts()
    seconds = float(charts.seconds(112.3, 8, ts.Surface.DIRT))
    assert figure_for(charts, seconds, 8, ts.Surface.DIRT) == pytest.approx(112.3)
    assert math.isnan(figure_for(charts, 60, 8, ts.Surface.DIRT))
    assert math.isnan(figure_for(charts, 200, 8, ts.Surface.DIRT))


# --- the verb ---


@pytest.fixture(scope="module")
def unreal(tmp_path_factory):
    """A copy of the packaged set whose favourites stand at 15-1 and more."""
    folder = tmp_path_factory.mktemp("sets") / "unreal"
    copy_charts(folder)
    path = folder / "odds.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("red,"))
    rows = [
        f"{face},{14 + face}-1,{30 + face}-1,{40 + face}-1,{50 + face}-1,{60 + face}-1,{70 + face}-1"
        for face in range(1, 7)
    ]
    path.write_text("\n".join([*lines[: start + 1], *rows]) + "\n", encoding="utf-8")
    return folder


def test_status_3_where_a_row_is_missed(run, unreal):
    result = run(str(unreal))
    assert result.exit_code == 3
    assert "inverse odds, sum of a field" in result.stderr
    assert "missed: return of bets on favourites" in result.stderr
    assert "missed" in result.stdout
    assert "charts unreal" in result.stdout


def test_status_0_where_none_is(run):
    result = run("--races", "32768")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "Missed: none" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 100


def test_csv_and_json_hold_the_frame(run):
    rows = list(csv.DictReader(io.StringIO(run("--format", "csv").stdout)))
    records = json.loads(run("--format", "json").stdout)
    assert tuple(rows[0]) == COLUMNS == tuple(records[0])
    assert [row["figure"] for row in rows] == [record["figure"] for record in records]
    assert float(rows[0]["quickplay"]) == records[0]["quickplay"]


def test_a_file_is_not_written_over(run, tmp_path):
    out = tmp_path / "report.txt"
    out.write_text("mine", encoding="utf-8")
    result = run("--out", str(out))
    assert isinstance(result.exception, ts.InputError)
    assert out.read_text(encoding="utf-8") == "mine"
    run("--out", str(out), "--force")
    assert "Figure" in out.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "allowed"), [({"races": 999}, "1000 or more"), ({"cards": 0}, "1 or more"), ({"seed": -1}, "0 or more")]
)
def test_what_cannot_be_is_refused(change, allowed):
    with pytest.raises(ts.InputError, match=allowed):
        realism(**({"races": 1_000, "cards": 1} | change))


def test_charts_that_do_not_reach_are_refused():
    charts = ts.load_charts()
    short = attrs.evolve(charts, time_distances=charts.time_distances[4:], final_time=charts.final_time[:, :, 4:])
    with pytest.raises(ts.InputError, match="found '7 to 16 furlongs', allowed 6 to 9 furlongs"):
        realism(short, races=1_000, cards=1)
    turf = {place: power for place, power in charts.track_conditions.items() if place[0] == "turf"}
    with pytest.raises(ts.InputError, match="no fast dirt"):
        realism(attrs.evolve(charts, track_conditions=turf), races=1_000, cards=1)


# --- the page ---

PAGE = Path(__file__).parents[2] / "docs" / "charts.md"


def test_the_page_names_every_chart_and_row():
    text = PAGE.read_text(encoding="utf-8")
    for name in ts.load_charts().sheets:
        assert f"| {name} |" in text
    report = text[text.index("<!-- report -->") : text.index("<!-- end -->")]
    for row in FOUND.rows:
        assert row.figure in report


def test_the_page_states_the_population():
    text = PAGE.read_text(encoding="utf-8")
    for _, percents in SHARES.values():
        *most, last = (str(percent) for percent in percents)
        assert f"{', '.join(most)} and {last} percent" in text


def test_the_page_states_the_final_speed_steps():
    steps = ts.load_charts().final_speed[:, 10] - 80
    assert " ".join(f"{step:+d}" for step in steps) in PAGE.read_text(encoding="utf-8")


@pytest.mark.verify
def test_the_page_shows_the_report_as_it_is_printed():
    text = PAGE.read_text(encoding="utf-8")
    shown = text[text.index("<!-- report -->\n\n```text\n") : text.index("\n```\n\n<!-- end -->")]
    assert shown.removeprefix("<!-- report -->\n\n```text\n") == str(realism())
