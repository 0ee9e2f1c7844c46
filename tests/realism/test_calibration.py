"""The program that makes the packaged chart values: it writes what lies there, and it holds to the quoted cells."""

import subprocess
import sys
from pathlib import Path

import attrs
import pytest
import topstretch as ts
from topstretch.locate import data_dir

TOOLS = Path(__file__).parents[2] / "tools"
STANDARD = data_dir("charts") / "standard"


@pytest.fixture(scope="module")
def files(tools):
    from calibration import files

    return files


def test_a_set_is_written_as_it_was_read(files):
    assert files.write_set(ts.load_charts(), STANDARD, write=False) == []


def test_a_changed_chart_is_written_with_its_old_head(files, tmp_path):
    for path in STANDARD.glob("*.csv"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    charts = ts.load_charts()
    changed = attrs.evolve(charts, final_speed=charts.final_speed + 1)
    assert files.write_set(changed, tmp_path, write=True) == ["final_speed"]
    read = ts.load_charts(tmp_path)
    assert (read.final_speed == charts.final_speed + 1).all()
    assert read.sheets["final_speed"].head == charts.sheets["final_speed"].head


def test_quoted_cells_that_do_not_hold_are_named(files):
    charts = ts.load_charts()
    assert files.broken_quotes(charts) == []
    points = charts.break_segment.copy()
    points[2, 6] = 19
    assert files.broken_quotes(attrs.evolve(charts, break_segment=points)) == ["break_segment 4 6: found 19, quoted 20"]
    effects = charts.pace_effects_fullplay.copy()
    effects[2, 16 - charts.pace_effects_first] = 2
    broken = files.broken_quotes(attrs.evolve(charts, pace_effects_fullplay=effects))
    assert broken == ["pace_effects_fullplay 16 Fast: found +2, quoted +1"]


@pytest.mark.verify
def test_the_calibration_run_again_changes_nothing():
    found = subprocess.run(
        [sys.executable, TOOLS / "calibrate.py", "--check"], capture_output=True, text=True, check=False
    )
    assert (found.stdout, found.returncode) == ("changed: nothing\n", 0), found.stderr
