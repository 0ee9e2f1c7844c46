"""Every rule of shape: the standard set satisfies it, and one cell is enough to break it (where one cell can)."""

from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts
from topstretch.chart_files import LAYOUTS
from topstretch.invariants import INVARIANTS, Broken, check_charts

from invariants.breaking import Box

SET = ts.load_charts()
LINES = [row[0] for row in SET.sheets["race_pace"].rows]
EFFECTS = [row[0] for row in SET.sheets["pace_effects_fullplay"].rows]
FARTHEST = SET.sheets["distance"].rows[-1][0]
LONGEST_CODES = SET.sheets["odds_codes"].rows[-1][0]
OTHER = Box()  # the standard cells, to take values from

# rule; chart, row, column and text of the one cell that breaks it; where it is then broken
ONE_CELL = [
    ("pace_scenario in order", "pace_scenario", "12", "18", "Slow", "12/18"),
    ("pace effects within 2", "pace_effects_quickplay", "Slow", "9", "+3", "Slow/9"),
    ("pace effects within 2", "pace_effects_fullplay", "last", "Fast", "-3", f"{EFFECTS[-1]}/Fast"),
    ("pace effects in order", "pace_effects_quickplay", "Slow", "9", "-2", "Slow/9"),
    ("pace effects in order", "pace_effects_fullplay", "last", "Fast", "+2", f"{EFFECTS[-1]}/Fast"),
    ("pace effects take sides", "pace_effects_quickplay", "Slow", "0", "+1", "Slow/0"),
    ("pace effects take sides", "pace_effects_quickplay", "Fast", "9", "+1", "Fast/9"),
    ("pace effects take sides", "pace_effects_quickplay", "Fast", "1", "-1", "Fast/1"),
    ("pace effects take sides", "pace_effects_fullplay", "last", "Slow", "-1", f"{EFFECTS[-1]}/Slow"),
    ("form spread grows", "form", "12", "D", "+20", "column E"),
    ("form mean falls", "form", "7", "E", "+20", "column E"),
    ("form best is E", "form", "12", "A", "+20", "12/A"),
    ("form marks the 3", "form", "3", "C", "-4", "3/C"),
    ("form marks the 3", "form", "4", "C", "-3t", "4/C"),
    ("trouble as the rulebook", "trouble", "6", "outcome", "disqualified", "6/outcome"),
    ("trouble as the rulebook", "trouble", "7", "power", "-3", "7/power"),
    ("race_factors bring Ride in on 1 to 3", "race_factors", "4", "white", "Ride", "4/white"),
    ("race_factors bring Ride in on 1 to 3", "race_factors", "1", "white", "", "1/white"),
    ("final_speed never falls", "final_speed", "7", "15", "5", "7/15"),
    ("final_speed slope", "final_speed", "7", "29", "195", "roll 7"),
    ("final_speed slope", "final_speed", "2", "29", lambda _: OTHER.cell("final_speed", "2", "0"), "roll 2"),
    ("times fall with the figure", "final_time", "dirt 100", "8", lambda _: OTHER.cell("final_time", "dirt 90", "8"),
     "dirt 100/8"),
    ("times grow with the distance", "final_time", "turf 90", "8", lambda _: OTHER.cell("final_time", "turf 90", "7.5"),
     "turf 90/8"),
    ("lengths follow the times", "lengths", "8", "points", lambda cell: f"{float(cell) * 1.3:.2f}", "8/points"),
    ("lengths change with the times", "lengths", "8", "points",
     lambda _: f"{float(OTHER.cell('lengths', '7.5', 'points')) + 0.01:.2f}", "8/points"),
    ("break mean rises", "break_segment", "7", "9", "0", "column 9"),
    ("break flattens above 6", "break_segment", "7", "9", "99", "column 9"),
    ("setup small", "pace_setup", "7", "5", "-4", "7/5"),
    ("race_position signs agree", "race_position", "12", "C Power", "-1", "12/C Power"),
    ("race_position spread grows", "race_position", "12", "D Power", "+20", "column E Power"),
    ("race_position mean falls", "race_position", "7", "E Power", "+20", "column E Power"),
    ("race_position best is E", "race_position", "12", "A Power", "+20", "12/A Power"),
    ("odds rise along a chart", "odds", "3", "A", lambda _: OTHER.cell("odds", "2", "A"), "3/A"),
    ("odds rise from Fav to E", "odds", "3", "A", lambda _: OTHER.cell("odds", "3", "Fav"), "3/A"),
    ("odds_codes never shorter", "odds_codes", "last", "6-8", "A", f"{LONGEST_CODES}/6-8"),
    ("odds_codes start at Fav", "odds_codes", "0", "2-5", "A", "0/2-5"),
    ("payoffs follow the odds", "payoffs", "7-2", "show", "3.80", "7-2/show"),
    ("fast and firm take nothing", "track_conditions", "turf firm", "power", "-1", "turf firm/power"),
    ("off tracks take 1 to 3", "track_conditions", "dirt good", "power", "0", "dirt good/power"),
    ("distance never rises", "distance", "last", "power", "0", f"{FARTHEST}/power"),
    ("distance inside costs nothing", "distance", "0", "power", "-1", "0/power"),
]  # fmt: skip


def more_than_a_cell() -> dict[str, Box]:
    """Sets for the rules that no single cell of the standard set can break."""
    level = Box()
    for row in level.charts["pace_scenario"][1:]:
        row[1:] = [""] * 19
    unmarked = Box()
    for column in ("C Pos", "C Power"):
        unmarked.put("race_position", "3", column, lambda cell: cell.removesuffix("t"))
    one_factor = Box()
    for face in "123456":
        one_factor.put("race_factors", face, "red", "Trip")
    slower, no_fast, skips, no_die = Box(), Box(), Box(), Box()
    for box, label, paces in (
        (slower, LINES[2], ("all", "", "")), (no_fast, LINES[-1], ("", "all", "")),
        (skips, LINES[1], ("1-3", "", "4-6")), (no_die, LINES[3], ("", "", "all")),
    ):  # fmt: skip
        box.row("race_pace", label)[1:] = paces
    return {
        "complete": Box().without("track_conditions", "dirt heavy"),
        "pace_scenario moves": level,
        "race_position marks the 3": unmarked,
        "race_factors test all three": one_factor,
        "race_pace in order": slower,
        "race_pace in order ": no_fast,
        "race_pace die lines": skips,
        "race_pace die lines ": no_die,
    }


MORE = more_than_a_cell()
IN_MEMORY = {"lengths positive", "values in range"}  # a file cannot hold what breaks it


@pytest.mark.parametrize("name", INVARIANTS)
def test_the_standard_set_satisfies(name):
    assert INVARIANTS[name](SET) == []


def test_the_standard_set_satisfies_every_rule():
    assert check_charts(SET) == []


def test_every_rule_is_shown_to_be_broken():
    assert {rule for rule, *_ in ONE_CELL} | {name.strip() for name in MORE} | IN_MEMORY == set(INVARIANTS)


@pytest.mark.parametrize(("rule", "chart", "row", "column", "text", "where"), ONE_CELL)
def test_one_cell_breaks(rule, chart, row, column, text, where, tmp_path):
    charts = Box().put(chart, row, column, text).load(tmp_path)
    broken = [one for one in check_charts(charts) if one.rule == rule]
    assert (chart, where) in [(one.chart, one.where) for one in broken]
    assert broken == INVARIANTS[rule](charts)
    for one in broken:
        assert str(one) == f"{rule}: {one.chart} {one.where}: found {one.found}, satisfied by {one.satisfied_by}"


@pytest.mark.parametrize("name", MORE)
def test_a_line_or_a_chart_breaks(name, tmp_path):
    assert name.strip() in {one.rule for one in check_charts(MORE[name].load(tmp_path))}


def test_a_length_worth_nothing_breaks_by_name():
    points = np.array(SET.length_points)
    points[2] = 0
    broken = INVARIANTS["lengths positive"](attrs.evolve(SET, length_points=points))
    assert broken == [Broken("lengths positive", "lengths", f"{SET.length_distances[2]:g}/points", "0", "more than 0")]


def test_a_gain_by_trouble_breaks_by_name():
    power = np.array(SET.trouble_power)
    power[5] = 2
    broken = INVARIANTS["values in range"](attrs.evolve(SET, trouble_power=power))
    assert broken == [Broken("values in range", "trouble", "7/power", "+2", "a loss, -9 to 0")]


def test_what_satisfies_a_rule_is_said_in_the_chart_s_own_terms(tmp_path):
    box = (
        Box()
        .put("odds", "3", "A", "40-1")
        .put("track_conditions", "dirt fast", "power", "-1")
        .put("form", "3", "B", "-3")
    )
    found = {one.rule: str(one) for one in check_charts(box.load(tmp_path))}
    assert found["fast and firm take nothing"].endswith("track_conditions dirt fast/power: found -1, satisfied by 0")
    assert found["form marks the 3"].endswith("form 3/B: found -3, satisfied by -3t")
    b, next_a = OTHER.cell("odds", "3", "B"), OTHER.cell("odds", "4", "A")
    assert found["odds rise from Fav to E"].endswith(
        f"odds 3/B: found {b}, satisfied by longer than 40-1, which 3/A has"
    )
    assert found["odds rise along a chart"].endswith(
        f"odds 4/A: found {next_a}, satisfied by longer than 40-1, which 3/A has"
    )


def test_every_broken_cell_of_every_broken_rule_is_named(tmp_path):
    box = Box()
    for roll in ("2", "5", "9"):
        box.put("pace_setup", roll, "4", "+9")
    box.put("payoffs", "7-2", "win", "1.00").put("payoffs", "7-2", "show", "1.00")
    broken = check_charts(box.load(tmp_path))
    assert [(one.rule, one.where) for one in broken] == [
        ("setup small", "2/4"), ("setup small", "5/4"), ("setup small", "9/4"),
        ("payoffs follow the odds", "7-2/win"), ("payoffs follow the odds", "7-2/show"),
    ]  # fmt: skip


def test_a_rule_has_a_name_a_statement_and_the_charts_it_reads():
    for name, rule in INVARIANTS.items():
        assert rule.name == name
        assert rule.statement.endswith(".") and "\n" not in rule.statement
        assert rule.charts and set(rule.charts) <= set(LAYOUTS)
    assert {chart for rule in INVARIANTS.values() if len(rule.charts) <= 2 for chart in rule.charts} == set(LAYOUTS)


BAD_VALUES = {
    "pace_scenario": ("pace_scenario", 7), "pace_effects_quickplay": ("pace_effects_quickplay", 10),
    "pace_effects_fullplay": ("pace_effects_fullplay", -10), "form": ("form", 21), "trouble": ("trouble", 9),
    "trouble_power": ("trouble", -10), "factor_red": ("race_factors", 3), "final_speed": ("final_speed", 196),
    "break_segment": ("break_segment", -1), "pace_setup": ("pace_setup", 10), "race_pace": ("race_pace", 3),
    "position_points": ("race_position", 21), "position_power": ("race_position", -21), "odds_codes": ("odds_codes", 6),
    "distance": ("distance", 1), "final_time": ("final_time", 0.5), "length_points": ("lengths", 51),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD_VALUES)
def test_a_value_out_of_range_in_memory_is_named_and_no_rule_fails_on_it(name):
    chart, value = BAD_VALUES[name]
    array = np.array(getattr(SET, name))
    array[(-1,) * array.ndim] = value
    broken = check_charts(attrs.evolve(SET, **{name: array}))
    assert chart in {one.chart for one in broken if one.rule == "values in range"}


def test_a_normal_pace_that_changes_power_is_out_of_range():
    effects = np.array(SET.pace_effects_quickplay)
    effects[1, 4] = 1
    broken = check_charts(attrs.evolve(SET, pace_effects_quickplay=effects))
    assert [str(one) for one in broken] == [
        "values in range: pace_effects_quickplay Normal/4: found +1, satisfied by 0: a Normal pace changes nothing"
    ]


SIZED = [name for name in ts.ChartSet.__annotations__ if isinstance(getattr(SET, name), np.ndarray)]


@pytest.mark.parametrize("name", SIZED)
def test_a_chart_without_its_cells_in_memory_is_incomplete_and_no_rule_fails_on_it(name):
    for wrong in (np.zeros((0,)), np.zeros((7, 3)), np.zeros((2, 2, 2)), np.array(0)):
        broken = check_charts(attrs.evolve(SET, **{name: wrong}))
        assert "complete" in {one.rule for one in broken}


def test_tuples_and_tables_without_their_cells_are_incomplete_too():
    for changed in (
        {"odds": ()}, {"odds": ((Fraction(1),),)}, {"trouble_reasons": ()}, {"payoffs": {}}, {"track_conditions": {}},
    ):  # fmt: skip
        assert "complete" in {one.rule for one in check_charts(attrs.evolve(SET, **changed))}


def test_distances_must_be_covered(tmp_path):
    box = Box()
    for row in box.charts["final_time"]:
        del row[-1]
    box.without("lengths", "5")
    broken = [one for one in check_charts(box.load(tmp_path)) if one.rule == "complete"]
    assert [(one.chart, one.found, one.satisfied_by) for one in broken] == [
        ("final_time", "5 to 15 furlongs", "5 to 16 furlongs at least"),
        ("lengths", "5.5 to 16 furlongs", "5 to 15 furlongs at least"),
    ]


def test_a_set_without_its_printed_charts_is_checked_by_number():
    cells = np.array(SET.race_pace)
    cells[-1] = 0
    last = SET.race_pace_first + len(cells) - 1
    broken = check_charts(attrs.evolve(SET, sheets={}, race_pace=cells))
    assert str(last) in {one.where for one in broken if one.rule == "race_pace in order"}
