"""Drawn chart sets: legal, every end of every cell, shaped ones in shape; and what is done with a set that fails."""

import itertools

import pytest
import topstretch as ts
from hypothesis import find, settings
from topstretch import invariants
from topstretch.chart_files import LAYOUTS
from topstretch.testing import chart_sets, check_charts, write_charts
from topstretch.testing_charts import Maker, drawn_anew
from topstretch.testing_nudges import NUDGED

from invariants.breaking import Box
from invariants.seeing import seen

SET = ts.load_charts()
QUICK_FIND = settings(max_examples=500, database=None, derandomize=True)


def ends_of(name: str, rows: list[tuple[str, ...]]) -> set[str]:
    """The cells of a chart's rows, without a t for Trouble."""
    cells = {cell for row in rows for cell in row[1:]}
    return {cell.removesuffix("t") for cell in cells} if name in ("form", "race_position") else cells


ENDS = {
    "pace_scenario": {"", "Slow", "Fast"}, "pace_effects_quickplay": {"-9", "+9"}, "pace_effects_fullplay": {"-9", "+9"},
    "form": {"-20", "+20"}, "final_speed": {"5", "195"}, "final_time": {"1.00", "1000.00"}, "lengths": {"0.05", "50.00"},
    "break_segment": {"0", "99"}, "pace_setup": {"-9", "+9"}, "race_pace": {"all", "1", "6", "2-6", "1-5", "3"},
    "race_position": {"-20", "+20"}, "odds_codes": {"Fav", "E"}, "odds": {"1-5", "9999-1"},
    "payoffs": {"0.00", "99999.99"}, "track_conditions": {"-3", "0"}, "distance": {"-29", "0"},
    "trouble": {"out", "disqualified", "test: disqualified", "test: power", "nothing", "-9", "0"},
    "race_factors": {"Class", "Speed", "Trip", "Ride", ""},
}  # fmt: skip


def test_every_chart_has_its_ends():
    assert set(ENDS) == set(LAYOUTS)


@pytest.mark.parametrize("name", ENDS)
def test_a_chart_drawn_anew_reaches_every_end_of_its_cells(name):
    drawn = seen(drawn_anew(name, SET.sheets[name].rows), 80)
    cells = set().union(*(ends_of(name, rows) for rows in drawn))
    assert ENDS[name] <= cells


@pytest.mark.parametrize("name", ["race_pace", "pace_effects_fullplay", "odds_codes", "distance"])
def test_a_banded_chart_comes_with_other_lines_too(name):
    drawn = seen(drawn_anew(name, SET.sheets[name].rows), 60)
    assert {1, 12 if name == "distance" else 8} <= {len(rows) for rows in drawn}
    labels = {row[0] for rows in drawn for row in rows}
    if name != "distance":
        assert any(label.endswith("or more") for label in labels) and any(label.isdigit() for label in labels)
    assert any(label.endswith("or less") for label in labels) is (name in ("race_pace", "pace_effects_fullplay"))


def test_chart_sets_are_legal_and_charts_of_every_sort_are_changed(tmp_path):
    drawn = seen(chart_sets(), 60)
    changed = {name for charts in drawn for name in LAYOUTS if charts.sheets[name].rows != SET.sheets[name].rows}
    assert len(changed) >= 14
    assert any(charts == SET for charts in drawn)
    for number, charts in enumerate(drawn[:20]):
        assert ts.load_charts(write_charts(charts, tmp_path / str(number))) == charts


def test_any_legal_set_can_be_put_to_the_rules():
    broken = seen(chart_sets(), 40, invariants.check_charts)
    assert len({one.rule for found in broken for one in found}) > 15


def test_shaped_chart_sets_satisfy_every_rule_and_differ():
    drawn = seen(chart_sets(shaped=True), 60)
    for charts in drawn:
        check_charts(charts)
    changed = {name for charts in drawn for name in LAYOUTS if charts.sheets[name].rows != SET.sheets[name].rows}
    assert len(changed) >= 9
    assert len({charts.edition for charts in drawn}) > 15


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name != "trouble"])
def test_a_shaped_set_can_move_every_chart_but_the_rulebook_s_own(name):
    assert set(NUDGED) == set(LAYOUTS) - {"trouble"}
    start, moved, sheet = Maker.of(SET), set(), SET.sheets[name]
    rows, columns = (range(0, size, max(1, size // 8)) for size in (len(sheet.rows), len(sheet.header)))
    for what, step, row, column in itertools.product(("cell", "row", "all"), (1, -1, 2, -2), rows, columns):
        charts = start.nudged(name, what, row, column, step).charts()
        if charts != SET:
            check_charts(charts)
            moved.add(charts.sheets[name].rows)
        if len(moved) == 2:
            return
    pytest.fail(f"only {len(moved)} moves")


def test_chart_sets_around_one_s_own_start_from_it(tmp_path):
    own = Box().put("form", "7", "A", "+1").load(tmp_path)
    drawn = seen(chart_sets(around=own), 20)
    assert any(charts == own for charts in drawn)
    assert sum(charts.sheets["form"].rows == own.sheets["form"].rows for charts in drawn) > 5


def test_a_chart_set_shrinks_to_one_cell_and_says_which():
    found = find(chart_sets(), lambda charts: charts.pace_setup.max() > 5, settings=QUICK_FIND)
    assert (found.pace_setup != SET.pace_setup).sum() == 1
    assert found.edition.startswith("standard with pace_setup ") and found.edition.count(",") == 0
    assert found.pace_setup.max() == 6


def test_the_edition_of_a_set_changed_much_stays_short():
    editions = [charts.edition for charts in seen(chart_sets(), 30)]
    assert max(len(edition) for edition in editions) < 700
    assert any(edition.endswith(" more") for edition in editions)


def test_check_charts_raises_with_every_broken_cell(tmp_path):
    check_charts()
    check_charts(SET)
    folder = Box().put("pace_setup", "5", "4", "+9").put("payoffs", "7-2", "show", "3.80").write(tmp_path)
    for given_as in (folder, str(folder), ts.load_charts(folder)):
        with pytest.raises(AssertionError) as broken:
            check_charts(given_as)
        assert str(broken.value).splitlines() == [
            "setup small: pace_setup 5/4: found +9, satisfied by -3 to +3",
            "payoffs follow the odds: payoffs 7-2/show: found 3.80, satisfied by 3.75",
        ]


def test_write_charts_writes_over_nothing(tmp_path):
    assert ts.load_charts(write_charts(SET, tmp_path / "new")) == SET
    (tmp_path / "file").write_text("mine")
    for folder in (tmp_path / "new", tmp_path / "file"):
        with pytest.raises(ts.InputError, match="allowed a new folder"):
            write_charts(SET, folder)
    with pytest.raises(ts.InputError, match="allowed a folder that can be written"):
        write_charts(SET, tmp_path / "file" / "below")
