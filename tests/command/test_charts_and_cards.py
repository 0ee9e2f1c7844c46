"""The verbs `races`, `charts` and `card`."""

import csv
import io
import json

import pytest
import topstretch as ts
from topstretch.chart_files import LAYOUTS
from topstretch.locate import data_dir

from charts.folders import line_of, with_cell, with_cells
from command.running import done, refused, run

RACE = "champagne-2009"
EDITION = ts.load_charts().edition


def test_races_lists_every_packaged_race():
    rows = json.loads(done("races", "--format", "json"))
    assert [row["id"] for row in rows] == ts.race_ids()
    for row in rows:
        card = ts.load_race(row["id"])
        assert (row["race"], row["distance"], row["runners"]) == (card.name, card.distance, len(card.runners))
    assert [row["id"] for row in csv.DictReader(io.StringIO(done("races", "--format", "csv")))] == ts.race_ids()
    text = done("races")
    assert all(race in text for race in ts.race_ids())
    assert max(len(line) for line in text.splitlines()) <= 100


def test_charts_list_names_every_chart_and_the_edition():
    text = done("charts", "list")
    assert f"Chart set standard, edition {EDITION}" in text
    names = [line.split()[0] for line in text.splitlines() if line.strip()]
    assert set(LAYOUTS) <= set(names)
    assert max(len(line) for line in text.splitlines()) <= 100


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_charts_show_prints_each_chart(name):
    text = done("charts", "show", name)
    sheet = ts.load_charts().sheets[name]
    assert f"edition: {sheet.head['edition']}" in text
    assert f"quoted: {sheet.head['quoted']}"[:60] in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_charts_show_of_ones_own_set(tmp_path):
    done("charts", "copy", tmp_path / "mine")
    (tmp_path / "mine" / "odds.csv").write_text(with_cell("odds", "1", "A", "97-3"))
    assert "97-3" in done("charts", "show", "odds", "--charts", tmp_path / "mine")
    assert "97-3" not in done("charts", "show", "odds")


def test_charts_show_a_chart_that_there_is_not():
    (line,) = refused("charts", "show", "brake_segment")
    assert line.startswith("chart: found 'brake_segment', allowed one of pace_scenario, ")
    assert line.endswith("; did you mean break_segment?")


def test_charts_copy_and_check(tmp_path):
    folder = tmp_path / "mine"
    outcome = run("charts", "copy", folder)
    assert (outcome.status, outcome.out) == (0, "")
    assert outcome.err.startswith(f"{len(LAYOUTS)} charts in {folder}")
    checked = done("charts", "check", folder)
    assert checked.startswith(f"{folder}: {len(LAYOUTS)} charts, edition {EDITION}; ")
    assert checked.endswith("no faults\n")
    assert refused("charts", "copy", folder) == [f"{folder}: found 'a folder that is not empty', allowed a new folder"]


def test_charts_check_finds_every_fault(tmp_path):
    folder = tmp_path / "mine"
    done("charts", "copy", folder)
    (folder / "lengths.csv").unlink()
    path = folder / "form.csv"
    path.write_text(with_cells("form", {("7", "B"): "x", ("7", "E"): "y"}))
    lines = refused("charts", "check", folder)
    row = line_of("form", "7,")
    assert [line.split(": found")[0] for line in lines] == [
        f"{path}:{row}:B", f"{path}:{row}:E", f"{folder / 'lengths.csv'}",
    ]  # fmt: skip


def test_charts_check_of_no_folder():
    (line,) = refused("charts", "check", "no-folder")
    assert line.startswith("no-folder: found 'no folder of that name', allowed a folder with the charts")


def test_every_verb_that_takes_charts_says_their_faults(tmp_path):
    folder = tmp_path / "mine"
    done("charts", "copy", folder)
    (folder / "odds.csv").unlink()
    for arguments in (("play", RACE), ("odds", RACE), ("charts", "list"), ("charts", "show", "form"),
                      ("card", "check", data_dir("races") / f"{RACE}.csv")):  # fmt: skip
        assert refused(*arguments, "--charts", folder) == [
            f"{folder / 'odds.csv'}: found 'No such file or directory', allowed a file that can be read"
        ]


def test_card_check_shows_the_working():
    path = data_dir("races") / f"{RACE}.csv"
    text = done("card", "check", path)
    assert "Power 19 +0 distance +0 track +0 Wet = 19" in text
    assert text.rstrip().endswith(f"{path}: 6 runners; no faults")


def changed(tmp_path, *replacements):
    text = (data_dir("races") / f"{RACE}.csv").read_text()
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "card.csv"
    path.write_text(text)
    return path


def test_card_check_finds_every_fault_of_head_rows_and_card(tmp_path):
    path = changed(tmp_path, ("# surface: dirt", "# surface: grass"), ("2,Overlap", "1,Overlap"), (",4,D,", ",14,F,"))
    lines = refused("card", "check", path)
    places = [line.split(": found")[0] for line in lines]
    assert places == [f"{path}:5:surface", f"{path}:10:pace", f"{path}:10:form", f"{path}:10:post"]
    assert lines[-1].endswith(": found Super Saver and Overlap on post 1, allowed one horse a post")


def test_card_check_finds_the_condition_and_the_distance_beside_faults_of_rows(tmp_path):
    path = changed(
        tmp_path, ("# condition: fast", "# condition: mud"), ("# distance: 8", "# distance: 4"), (",4,D,", ",14,D,")
    )
    places = [line.split(": found")[0] for line in refused("card", "check", path)]
    assert places == [f"{path}:4:distance", f"{path}:6:condition", f"{path}:10:pace"]


def test_card_check_finds_the_same_horse_beside_other_faults(tmp_path):
    path = changed(tmp_path, ("# condition: fast", "# condition: mud"), ("Overlap", "Aspire"))
    lines = refused("card", "check", path)
    assert len(lines) == 2
    assert any("mud" in line for line in lines)
    assert any("Aspire on posts 2 and 3" in line for line in lines)


def test_card_check_takes_rules(tmp_path):
    path = changed(tmp_path, ("Overlap", "Aspire"))
    assert "Aspire on posts 2 and 3" in refused("card", "check", path)[0]
    assert "no faults" in done("card", "check", path, "--rule", "allow_same_horse=yes")


@pytest.mark.parametrize(
    "arguments", [("--help",), ("play", "--help"), ("charts", "--help"), ("card", "new", "--help")]
)
def test_help_goes_to_stdout_with_status_0(arguments):
    outcome = run(*arguments)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out.startswith("Usage: ") or outcome.out.lstrip().startswith("Usage: ")


@pytest.mark.parametrize("arguments", [(), ("charts",), ("card",)])
def test_a_verb_is_needed(arguments):
    outcome = run(*arguments)
    assert outcome.status == 2
    assert "Usage: " in outcome.out + outcome.err
