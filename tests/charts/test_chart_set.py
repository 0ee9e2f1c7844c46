"""A chart set in memory: typed, locked, equal by content."""

import copy as copying
import pickle
import shutil
from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts
from topstretch.chart_copy import copy_charts
from topstretch.chart_files import LAYOUTS

from charts.folders import STANDARD, cell_of, content, copy, lines, with_cell, with_every_cell
from oracle.charts import final_time, points_a_length
from rules.reading import CHARTS

SET = ts.load_charts()
ARRAYS = [name for name in ts.ChartSet.__annotations__ if isinstance(getattr(SET, name), np.ndarray)]


def test_the_standard_set_is_read_once():
    assert ts.load_charts() is SET
    assert ts.load_charts(STANDARD) == SET
    assert ts.load_charts(str(STANDARD)) == SET


def edition_of(name):
    """What the file of a chart says."""
    return next(line for line in lines(name) if line.startswith("# edition: ")).removeprefix("# edition: ")


def test_a_set_is_known_by_name_and_edition(tmp_path):
    edition = edition_of("form")
    assert {edition_of(name) for name in LAYOUTS} == {edition}
    assert edition.startswith("standard ")
    assert (SET.name, SET.edition) == ("standard", edition)
    own = ts.load_charts(
        copy(tmp_path, form=content("form").replace(f"# edition: {edition}", "# edition: keyed by me"))
    )
    assert (own.name, own.edition) == ("own", f"{edition}; keyed by me")
    assert repr(own) == f"<chart set own, edition {edition}; keyed by me>"


def test_sets_are_equal_by_content_not_by_name_or_spelling(tmp_path):
    def other(cell):  # a plus is gone, and zeros and signs stand before the number
        number = cell.removesuffix("t")
        return {"0": "-00"}.get(number, f"-0{number[1:]}" if number.startswith("-") else number.lstrip("+")) + cell[
            len(number) :
        ]

    spelled = with_every_cell("form", other)
    assert len({*lines("form")} & {*spelled.splitlines()}) == len(lines("form")) - 11
    assert cell_of("odds", "3", "A") == "7-2"
    own = ts.load_charts(copy(tmp_path, form=spelled, odds=with_cell("odds", "3", "A", "3.5")))
    assert own == SET
    assert hash(own) == hash(SET)
    assert own.name != SET.name


@pytest.mark.parametrize(("name", "label", "column", "cells"), [
    ("form", "7", "C", ("1", "2")), ("final_speed", "12", "29", ("137", "136")), ("odds", "1", "E", ("31-1", "32-1")),
    ("payoffs", "7-2", "show", ("3.80", "3.85")), ("trouble", "2", "reason", ("went home", "fell")),
    ("lengths", "8", "points", ("1.83", "1.84")), ("distance", "1", "power", ("-2", "-1")),
    ("pace_scenario", "7", "9", ("Fast", "Slow")), ("race_factors", "4", "white", ("Ride", "")),
    ("odds_codes", "3", "6-8", ("A", "B")),
])  # fmt: skip
def test_a_set_with_one_cell_changed_is_another_set(name, label, column, cells, tmp_path):
    as_it_is = cell_of(name, label, column).lstrip("+")
    cell = next(other for other in cells if other != as_it_is)
    assert ts.load_charts(copy(tmp_path / "same", **{name: with_cell(name, label, column, as_it_is)})) == SET
    assert ts.load_charts(copy(tmp_path / "other", **{name: with_cell(name, label, column, cell)})) != SET


def test_a_set_does_not_equal_something_else():
    assert SET != "standard"
    assert SET != None  # noqa: E711
    assert attrs.evolve(SET, name="other") == SET


def test_rows_may_stand_in_any_order(tmp_path):
    for name in ("form", "odds", "payoffs", "track_conditions", "lengths", "final_time", "pace_effects_quickplay"):
        head = [line for line in lines(name) if line.startswith("#")]
        header, *rows = [line for line in lines(name) if not line.startswith("#")]
        turned = "\n".join([*head, header, *reversed(rows)]) + "\n"
        assert ts.load_charts(copy(tmp_path / name, **{name: turned})) == SET, name


@pytest.mark.parametrize("name", ARRAYS)
def test_nobody_can_write_to_a_chart(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(SET, name)[...] = 0


@pytest.mark.parametrize("again", [copying.copy, copying.deepcopy, lambda charts: pickle.loads(pickle.dumps(charts))],
                         ids=["copy", "deepcopy", "pickle"])  # fmt: skip
def test_a_copied_or_pickled_set_is_equal_and_locked_too(again):
    made = again(SET)
    assert made == SET
    assert hash(made) == hash(SET)
    assert (made.name, made.edition) == (SET.name, SET.edition)
    assert not any(getattr(made, name).flags.writeable for name in ARRAYS)


def test_figures_stay_within_0_to_200():
    largest = 3 + 2
    assert SET.final_speed.min() - largest >= 0
    assert SET.final_speed.max() + largest <= 200


def test_times_are_straight_between_cells_and_fall_as_the_figure_rises():
    times = SET.seconds(np.arange(201), 8.25, ts.Surface.DIRT)
    assert (np.diff(times) < 0).all()
    figures, (near, far) = ("100", "110"), list(CHARTS["final_time"][0])[8:10]
    row, next_row = (
        {name: float(cell_of("final_time", f"dirt,{figure}", name)) for name in (near, far)} for figure in figures
    )
    assert SET.seconds(100, float(near), ts.Surface.DIRT) == pytest.approx(row[near])
    assert SET.seconds(105, float(near), ts.Surface.DIRT) == pytest.approx((row[near] + next_row[near]) / 2)
    half_way = (float(near) + float(far)) / 2
    assert SET.seconds(100, half_way, ts.Surface.DIRT) == pytest.approx((row[near] + row[far]) / 2)
    assert SET.seconds(250, 8, ts.Surface.TURF) == SET.seconds(200, 8, ts.Surface.TURF)
    for figure, distance in ((0, 5), (93, 7.25), (118, 12.5), (200, 16)):
        exact = final_time(CHARTS, "turf", Fraction(distance), figure)
        assert SET.seconds(figure, distance, ts.Surface.TURF) == pytest.approx(float(exact))


@pytest.mark.parametrize("distance", [5, 5.25, 8, 8.75, 16])
def test_points_a_length_are_straight_between_rows(distance):
    assert SET.points_a_length(distance) == pytest.approx(float(points_a_length(CHARTS, Fraction(distance))))


def test_conditions_by_surface():
    assert SET.conditions(ts.Surface.SYNTHETIC) == SET.conditions(ts.Surface.DIRT)
    assert SET.conditions(ts.Surface.TURF)[0] == "firm"


def test_every_chart_says_its_edition_and_what_is_quoted():
    for name, sheet in SET.sheets.items():
        assert {"chart", "edition", "quoted", "ours"} <= set(sheet.head), name
        assert sheet.head["chart"] == name


def test_a_copy_to_key_into_is_a_whole_set(tmp_path):
    assert copy_charts(tmp_path / "mine") == len(LAYOUTS)
    assert ts.load_charts(tmp_path / "mine") == SET
    readme = (tmp_path / "mine" / "README.md").read_text(encoding="utf-8")
    assert all(name in readme for name in LAYOUTS)
    assert str(tmp_path / "mine") in readme


def test_a_copy_writes_over_nothing(tmp_path):
    copy_charts(tmp_path / "mine")
    with pytest.raises(ts.InputError, match="found 'a folder that is not empty', allowed a new folder"):
        copy_charts(tmp_path / "mine")
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(ts.InputError):
            copy_charts(path)
    (tmp_path / "empty").mkdir()
    copy_charts(tmp_path / "empty")


def test_a_copy_that_fails_leaves_nothing_half_written(tmp_path, monkeypatch):
    real, copied = shutil.copyfile, []

    def fail_at_the_third(source, target):
        if len(copied) == 2:
            raise OSError(28, "No space left on device")
        copied.append(target)
        return real(source, target)

    monkeypatch.setattr(shutil, "copyfile", fail_at_the_third)
    with pytest.raises(ts.InputError, match="No space left on device"):
        copy_charts(tmp_path / "mine")
    monkeypatch.undo()
    copy_charts(tmp_path / "mine")
    assert ts.load_charts(tmp_path / "mine") == SET


def test_a_race_by_ones_own_charts_differs_and_says_so(tmp_path):
    own = copy(tmp_path, final_speed=with_every_cell("final_speed", lambda cell: str(int(cell) + 1)))
    sheet = ts.play("champagne-2009", seed=1, charts=own)
    assert (sheet.chart_set, sheet.edition) == ("own", SET.edition)
    standard = ts.play("champagne-2009", seed=1)
    assert [line.figure for line in sheet.lines] == [line.figure + 1 for line in standard.lines]
    assert (
        sheet
        == ts.play("champagne-2009", seed=1, charts=str(own))
        == ts.play("champagne-2009", seed=1, charts=ts.load_charts(own))
    )
