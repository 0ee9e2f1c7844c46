"""Whole charts keyed in wrong: columns swapped, rows repeated, signs turned, charts missing; and what the command says."""

import pytest
import topstretch as ts
from topstretch.chart_files import LAYOUTS
from topstretch.invariants import INVARIANTS, check_charts

from command.running import done, refused
from invariants.breaking import Box

SWAPPED = [
    ("pace_scenario", "2", "16", "pace_scenario in order"),
    ("pace_effects_quickplay", "1", "8", "pace effects in order"),
    ("pace_effects_fullplay", "Slow", "Fast", "pace effects take sides"),
    ("form", "A", "E", "form spread grows"),
    ("final_speed", "3", "20", "final_speed never falls"),
    ("final_time", "6", "8", "times grow with the distance"),
    ("break_segment", "2", "8", "break mean rises"),
    ("race_pace", "Slow", "Fast", "race_pace in order"),
    ("race_position", "B Power", "D Power", "race_position spread grows"),
    ("odds", "A", "B", "odds rise from Fav to E"),
    ("payoffs", "place", "show", "payoffs follow the odds"),
]
REPEATED = [
    ("pace_effects_quickplay", "Slow", "Fast", "pace effects take sides"),
    ("final_time", "dirt 90", "dirt 100", "times fall with the figure"),
    ("odds", "2", "3", "odds rise along a chart"),
    ("payoffs", "7-2", "5-1", "payoffs follow the odds"),
    ("trouble", "5", "6", "trouble as the rulebook"),
    ("race_factors", "3", "4", "race_factors bring Ride in on 1 to 3"),
    ("track_conditions", "dirt fast", "dirt muddy", "off tracks take 1 to 3"),
]
TURNED = [
    ("pace_effects_quickplay", "pace effects take sides"), ("pace_effects_fullplay", "pace effects in order"),
    ("form", "form mean falls"), ("race_position", "race_position mean falls"),
]  # fmt: skip


def rules_broken(box: Box, folder) -> set[str]:
    return {one.rule for one in check_charts(box.load(folder))}


@pytest.mark.parametrize(("chart", "one", "other", "rule"), SWAPPED)
def test_two_columns_swapped(chart, one, other, rule, tmp_path):
    assert rule in rules_broken(Box().swap(chart, one, other), tmp_path)


@pytest.mark.parametrize(("chart", "source", "label", "rule"), REPEATED)
def test_a_row_s_cells_keyed_in_twice(chart, source, label, rule, tmp_path):
    assert rule in rules_broken(Box().repeat(chart, source, label), tmp_path)


@pytest.mark.parametrize(("chart", "rule"), TURNED)
def test_every_sign_of_a_chart_turned(chart, rule, tmp_path):
    assert rule in rules_broken(Box().turn(chart), tmp_path)


@pytest.mark.parametrize("chart", LAYOUTS)
def test_a_chart_missing_is_a_fault_by_its_name(chart, tmp_path):
    folder = Box().write(tmp_path)
    (folder / f"{chart}.csv").unlink()
    with pytest.raises(ts.InputError) as refused:
        ts.load_charts(folder)
    assert {fault.where.partition(":")[0] for fault in refused.value.faults} == {str(folder / f"{chart}.csv")}


@pytest.mark.parametrize("chart", [name for name, layout in LAYOUTS.items() if layout.rows and name != "final_time"])
def test_a_row_twice_is_a_fault_by_its_line(chart, tmp_path):
    box = Box()
    box.charts[chart].append(list(box.charts[chart][1]))
    line = 1 + len(box.charts[chart])  # the edition stands on line 1
    with pytest.raises(ts.InputError, match=rf"{chart}\.csv:{line}:.*, as on line 3"):
        box.load(tmp_path)


def test_a_set_that_breaks_a_rule_still_loads_and_plays(tmp_path):
    charts = Box().turn("form").swap("odds", "A", "E").load(tmp_path)
    assert check_charts(charts)
    for version in ("quickplay", "fullplay"):
        sheet = ts.play("champagne-2009", version=version, seed=1, charts=charts)
        assert sheet == ts.play("champagne-2009", version=version, dice=ts.ReplayDice(sheet.dice_log()), charts=charts)
        assert ts.payoffs(sheet, ts.odds("champagne-2009", seed=1, charts=charts), charts=charts).lines


def test_the_command_counts_charts_and_rules_of_a_clean_set(tmp_path):
    assert done("charts", "check", Box().write(tmp_path)) == (
        f"{tmp_path}: {len(LAYOUTS)} charts, edition wrong; {len(INVARIANTS)} rules of shape; no faults\n"
    )


def test_the_command_prints_each_broken_cell_on_a_line_of_stderr(tmp_path):
    folder = Box().put("pace_setup", "5", "4", "+9").put("payoffs", "7-2", "show", "3.80").write(tmp_path)
    assert refused("charts", "check", folder) == [
        "setup small: pace_setup 5/4: found +9, satisfied by -3 to +3",
        "payoffs follow the odds: payoffs 7-2/show: found 3.80, satisfied by 3.75",
    ]


def test_the_command_gives_faults_of_the_files_first(tmp_path):
    folder = Box().put("pace_setup", "5", "4", "+9").put("form", "7", "A", "many").write(tmp_path)
    (line,) = refused("charts", "check", folder)
    assert line.startswith(f"{folder}/form.csv:8:A: found 'many'")


def test_a_condition_of_a_user_s_own_is_named_as_it_is_written(tmp_path):
    box = Box()
    box.charts["track_conditions"].append(["dirt", "of, my own", "0"])
    assert refused("charts", "check", box.write(tmp_path)) == [
        "off tracks take 1 to 3: track_conditions dirt of, my own/power: found 0, satisfied by -3 to -1"
    ]
