"""A chart set of one's own: every fault is told by file, line and column."""

import pytest
import topstretch as ts
from topstretch.chart_files import LAYOUTS

from charts.folders import (
    STANDARD,
    content,
    copy,
    faults,
    header_line,
    line_of,
    lines,
    with_cell,
    with_cells,
    with_row,
)

ROLL_CHARTS = [name for name, layout in LAYOUTS.items() if layout.corner == "roll"]
BANDED = ["race_pace", "pace_effects_fullplay", "odds_codes"]


def test_a_copy_of_the_standard_set_has_no_fault(tmp_path):
    assert ts.load_charts(copy(tmp_path)) == ts.load_charts()


# A chart, a row, a column that is missing or twice there


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_a_missing_chart(name, tmp_path):
    folder = copy(tmp_path)
    (folder / f"{name}.csv").unlink()
    assert faults(folder) == [f"{name}.csv: found 'No such file or directory', allowed a file that can be read"]


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_an_empty_chart(name, tmp_path):
    (fault,) = faults(copy(tmp_path, **{name: ""}))
    assert fault.startswith(f"{name}.csv: found ")


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_a_chart_with_a_header_alone(name, tmp_path):
    head = "\n".join(lines(name)[: header_line(name)]) + "\n"
    found = faults(copy(tmp_path, **{name: head}))
    assert all(fault.startswith(f"{name}.csv") for fault in found)


def first_label(name):
    return lines(name)[header_line(name)].split(",")[0]


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_a_row_that_is_repeated(name, tmp_path):
    row = lines(name)[header_line(name)]
    found = faults(copy(tmp_path, **{name: content(name) + row + "\n"}))
    last = len(lines(name)) + 1
    assert found[-1].startswith(f"{name}.csv:{last}:")
    assert {fault.split(":")[0] for fault in found} == {f"{name}.csv"}


@pytest.mark.parametrize("name", [*ROLL_CHARTS, "race_factors", "odds", "pace_effects_quickplay"])
def test_a_row_that_is_missing(name, tmp_path):
    label = first_label(name)
    (fault,) = faults(copy(tmp_path, **{name: with_row(name, label, None)}))
    assert fault.startswith(f"{name}.csv:{LAYOUTS[name].corner}: found 'no row {label}', allowed {label}, ")


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name != "final_time"])  # whose columns are its maker's
def test_a_column_that_is_missing(name, tmp_path):
    cut = [line if line.startswith("#") else line.rpartition(",")[0] for line in lines(name)]
    found = faults(copy(tmp_path, **{name: "\n".join(cut) + "\n"}))
    column = lines(name)[header_line(name) - 1].rpartition(",")[2]
    assert found == [f"{name}.csv:{header_line(name)}:{column}: found 'no such column', allowed one"]


@pytest.mark.parametrize("name", list(LAYOUTS))
def test_a_column_that_is_unknown(name, tmp_path):
    wide = [line if line.startswith("#") else f"{line},{'extra' if i == header_line(name) else '1'}"
            for i, line in enumerate(lines(name), start=1)]  # fmt: skip
    found = faults(copy(tmp_path, **{name: "\n".join(wide) + "\n"}))
    assert found[0].startswith(f"{name}.csv")
    assert "extra" in found[0]


# One cell


BAD_CELLS = [
    ("pace_scenario", "7", "9", "Medium", "one of Slow, Fast"),
    ("pace_effects_quickplay", "Slow", "4", "ten", "a whole number from -9 to 9"),
    ("pace_effects_quickplay", "Slow", "4", "", "a whole number from -9 to 9"),
    ("form", "7", "C", "1.5", "a whole number from -20 to 20, with a t where it goes to Trouble"),
    ("form", "3", "C", "t", "a whole number from -20 to 20, with a t where it goes to Trouble"),
    ("form", "3", "C", "-4T", "a whole number from -20 to 20, with a t where it goes to Trouble"),
    ("trouble", "7", "outcome", "maybe", "one of nothing, out, disqualified, test: disqualified, test: power"),
    ("race_factors", "1", "red", "Pace", "one of Class, Speed, Trip"),
    ("race_factors", "1", "white", "Yes", "one of Ride"),
    ("final_speed", "7", "15", "4", "a whole number from 5 to 195"),
    ("final_speed", "7", "15", "196", "a whole number from 5 to 195"),
    ("final_speed", "7", "15", "NaN", "a whole number from 5 to 195"),
    ("final_speed", "7", "15", "９２", "a whole number from 5 to 195"),
    ("break_segment", "7", "4", "-1", "a whole number from 0 to 99"),
    ("pace_setup", "7", "4", "−1", "a whole number from -9 to 9"),
    ("race_pace", "44-45", "Fast", "6-3", "a blank, all, or die faces as 3 or 1-2"),
    ("race_pace", "44-45", "Fast", "3-7", "a blank, all, or die faces as 3 or 1-2"),
    ("race_position", "6", "C Pos", "21", "a whole number from -20 to 20, with a t where it goes to Trouble"),
    ("odds_codes", "3", "6-8", "F", "one of Fav, A, B, C, D, E"),
    ("odds", "3", "A", "7 to 2", "odds to 1 above 0 and at most 9999, as 7-2 or 3.5"),
    ("odds", "3", "A", "0", "odds to 1 above 0 and at most 9999, as 7-2 or 3.5"),
    ("payoffs", "7-2", "win", "$9.00", "dollars as 9.00"),
    ("payoffs", "7-2", "win", "9.005", "dollars as 9.00"),
    ("payoffs", "7-2", "win", "", "dollars as 9.00"),
    ("distance", "1", "power", "1", "a whole number from -29 to 0"),
    ("lengths", "8", "points", "0", "a number from 0.05 to 50"),
    ("lengths", "8", "points", "1e1", "a number from 0.05 to 50"),
]


@pytest.mark.parametrize(("name", "label", "column", "cell", "allowed"), BAD_CELLS)
def test_one_cell_off(name, label, column, cell, allowed, tmp_path):
    found = faults(copy(tmp_path, **{name: with_cell(name, label, column, cell)}))
    line = line_of(name, f"{label},")
    assert found == [f"{name}.csv:{line}:{column}: found {cell!r}, allowed {allowed}"]


@pytest.mark.parametrize("name", ROLL_CHARTS)
@pytest.mark.parametrize("label", ["1", "13", "7.0", "seven", "", "2-3", "７"])
def test_a_row_label_that_is_no_roll(name, label, tmp_path):
    row = lines(name)[line_of(name, "7,") - 1]
    found = faults(copy(tmp_path, **{name: with_row(name, "7", label + row[1:])}))
    place = f"{name}.csv:{line_of(name, '7,')}:roll: found {label!r}, allowed one of 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"
    assert found == [place]


SECONDS = "a number from 1 to 1000"


@pytest.mark.parametrize(("column", "cell", "allowed"), [
    ("surface", "sand", "one of dirt, turf"), ("figure", "105", "a figure by tens from 0 to 200"),
    ("figure", "210", "a whole number from 0 to 200"),
    ("5", "0.58", SECONDS), ("5", "0:58", SECONDS), ("5", "", SECONDS), ("5", "1000.01", SECONDS),
])  # fmt: skip
def test_a_cell_of_the_time_chart(column, cell, allowed, tmp_path):
    line = line_of("final_time", "dirt,100,")
    found = faults(copy(tmp_path, final_time=with_cell("final_time", "dirt,100", column, cell)))
    (told,) = [fault for fault in found if fault.startswith(f"final_time.csv:{line}:")]
    assert told.replace("'", "") == f"final_time.csv:{line}:{column}: found {cell}, allowed {allowed}"


@pytest.mark.parametrize("header", [
    "surface,figure", "surface,figure,5,5", "surface,figure,6,5", "surface,figure,1,5", "surface,figure,5,25",
    "surface,figure,5f", "surface,figure,-5,6", "surface,figure,NaN", "surface,figure,５",
])  # fmt: skip
def test_distances_of_the_time_chart_rise_from_2_to_24(header, tmp_path):
    count = header.count(",") - 1
    body = [line.split(",")[: 2 + count] for line in lines("final_time")[header_line("final_time") :]]
    made = "\n".join([header, *(",".join(cells) for cells in body)]) + "\n"
    found = faults(copy(tmp_path, final_time=made))
    assert found[0].startswith("final_time.csv")


def test_a_time_chart_of_other_distances(tmp_path):
    body = [line.split(",") for line in lines("final_time") if not line.startswith("#")]
    made = "\n".join(",".join([*cells[:2], *cells[8:11]]) for cells in body) + "\n"
    assert list(ts.load_charts(copy(tmp_path, final_time=made)).time_distances) == [8, 8.5, 9]


# Bands


def banded(name, labels):
    """A banded chart with these row labels, its rows used over and over."""
    body = [line.split(",")[1:] for line in lines(name)[header_line(name) :]]
    head = lines(name)[: header_line(name)]
    return (
        "\n".join([*head, *(",".join([label, *body[min(i, len(body) - 1)]]) for i, label in enumerate(labels))]) + "\n"
    )


BAD_BANDS = {
    "a gap": (["38 or less", "40-43", "44 or more"], 1, "a row that starts at 39"),
    "an overlap": (["38 or less", "38-43", "44 or more"], 1, "a row that starts at 39"),
    "the wrong way round": (["38 or less", "43-39", "44 or more"], 1, None),
    "a row after an open one": (["38 or less", "39 or more", "46"], 2, "nothing after an open row"),
    "an open row in the middle": (["38 or less", "43 or less", "44 or more"], 1, "a row that starts at 39"),
    "one open row alone": (["38 or less"], 0, "a row from a lower to a higher number"),
    "no number": (["few", "39-43", "44 or more"], 0, "points as 44, 44-45, 38 or less, 46 or more"),
    "a decimal": (["38 or less", "39.5", "40 or more"], 1, "points as 44, 44-45, 38 or less, 46 or more"),
    "an open row by a sign": (["<39", "39-43", "44+"], 0, "points as 44, 44-45, 38 or less, 46 or more"),
    "the same row twice": (["38 or less", "39-43", "39-43", "44 or more"], 2, "a row that starts at 44"),
}


@pytest.mark.parametrize("kind", list(BAD_BANDS))
@pytest.mark.parametrize("name", ["race_pace", "pace_effects_fullplay"])
def test_bands_with_a_gap_or_an_overlap(name, kind, tmp_path):
    labels, at, allowed = BAD_BANDS[kind]
    found = faults(copy(tmp_path, **{name: banded(name, labels)}))
    assert found[0].startswith(f"{name}.csv:{header_line(name) + 1 + at}:points: found ")
    if allowed:
        assert found[0].endswith(f"allowed {allowed}")


def test_points_below_the_highest_start_at_0(tmp_path):
    for first in ("1", "0 or less", "1-2"):
        made = banded("odds_codes", [first, "3-4", "5 or more"] if first != "1" else ["1", "2", "3 or more"])
        found = faults(copy(tmp_path / first[:3].strip(), odds_codes=made))
        place = f"odds_codes.csv:{header_line('odds_codes') + 1}:points"
        assert f"{place}: found {first!r}, allowed 0 as the first row" in found


def test_d17_bands_of_another_layout_are_read_at_their_ends(tmp_path):
    made = banded("pace_effects_fullplay", ["10", "11-30"])
    charts = ts.load_charts(copy(tmp_path, pace_effects_fullplay=made))
    assert (charts.pace_effects_first, charts.pace_effects_fullplay.shape) == (10, (3, 21))


def test_a_line_of_race_pace_gives_every_face_to_one_pace(tmp_path):
    for cells, there in [("44-45,,1-2,4-6", "a face missing"), ("44-45,,1-3,3-6", "a face twice"), ("44-45,,,", "no face"),
                         ("44-45,all,all,", "all twice")]:  # fmt: skip
        folder = copy(tmp_path / there.replace(" ", ""), race_pace=with_row("race_pace", "44-45", cells))
        (fault,) = faults(folder)
        assert fault.startswith(f"race_pace.csv:{line_of('race_pace', '44-45')}: found ")
        assert fault.endswith("allowed every face 1 to 6 under one pace")


# Cells that must agree


def test_the_t_of_pos_and_power_agree(tmp_path):
    for column, cell in (("C Pos", "-4"), ("C Power", "-4")):
        name = column.replace(" ", "")
        (fault,) = faults(copy(tmp_path / name, race_position=with_cell("race_position", "3", column, cell)))
        assert fault.startswith(f"race_position.csv:{line_of('race_position', '3,')}:C Power: found ")
        assert fault.endswith("allowed a t as in C Pos, or none in both")


TROUBLE = [
    ("2", "2,out,,", "reason", "a reason for an out, else a blank"),
    ("6", "6,nothing,went home,", "reason", "a reason for an out, else a blank"),
    ("7", "7,test: power,,", "power", "a change for a test: power, else a blank"),
    ("6", "6,nothing,,-2", "power", "a change for a test: power, else a blank"),
]


@pytest.mark.parametrize(("label", "row", "column", "allowed"), TROUBLE)
def test_reason_and_power_of_trouble_stand_where_they_count(label, row, column, allowed, tmp_path):
    (fault,) = faults(copy(tmp_path, trouble=with_row("trouble", label, row)))
    assert fault.startswith(f"trouble.csv:{line_of('trouble', label + ',')}:{column}: found ")
    assert fault.endswith(f"allowed {allowed}")


def test_d1_a_failed_test_cannot_give_power(tmp_path):
    (fault,) = faults(copy(tmp_path, trouble=with_row("trouble", "7", "7,test: power,,+2")))
    assert fault.startswith(f"trouble.csv:{line_of('trouble', '7,')}:power: found '+2', allowed ")


@pytest.mark.parametrize(("label", "new"), [("1", "1.25,-1"), ("1", "2,-1"), ("1", "one,-1"), ("4 or more", "5 or more,-6"),
                                            ("2", "2 or more,-3")])  # fmt: skip
def test_furlongs_outside_the_range_go_by_halves(label, new, tmp_path):
    (fault,) = faults(copy(tmp_path, distance=with_row("distance", label, new)))
    assert fault.startswith(f"distance.csv:{line_of('distance', label + ',')}:furlongs: found ")


def test_conditions_are_there_for_dirt_and_turf_and_once_each(tmp_path):
    dirt = "\n".join(line for line in lines("track_conditions") if not line.startswith("turf")) + "\n"
    assert faults(copy(tmp_path / "dirt", track_conditions=dirt)) == [
        "track_conditions.csv:surface: found 'no row for turf', allowed a condition at least for dirt and for turf"
    ]
    twice = content("track_conditions") + "dirt,FAST,0\n"
    (fault,) = faults(copy(tmp_path / "twice", track_conditions=twice))
    assert "as on line" in fault


@pytest.mark.parametrize("row", ["dirt,,0", "dirt, ,-1"])
def test_a_condition_has_a_name(row, tmp_path):
    found = faults(copy(tmp_path, track_conditions=content("track_conditions") + row + "\n"))
    assert found[0].startswith(f"track_conditions.csv:{len(lines('track_conditions')) + 1}:condition: found ")


def test_a_condition_takes_0_to_3(tmp_path):
    for amount in ("1", "-4", "-1.5"):
        made = with_cell("track_conditions", "dirt,muddy", "power", amount)
        (fault,) = faults(copy(tmp_path / amount, track_conditions=made))
        assert fault.endswith(f":power: found {amount!r}, allowed a whole number from -3 to 0")


def test_a_time_chart_without_a_surface_or_a_figure(tmp_path):
    without = "\n".join(line for line in lines("final_time") if not line.startswith("turf,100,")) + "\n"
    assert faults(copy(tmp_path, final_time=without)) == [
        "final_time.csv:figure: found 'no row for turf 100', allowed 0 to 200 by tens on dirt and turf"
    ]


# The set as a whole


def test_faults_of_every_file_come_in_one_go(tmp_path):
    folder = copy(
        tmp_path,
        form=with_cells("form", {("7", "C"): "x", ("4", "E"): "y"}),
        odds=with_cell("odds", "3", "A", "0"),
        race_pace=banded("race_pace", ["38 or less", "40 or more"]),
    )
    (folder / "lengths.csv").unlink()
    places = [fault.split(": found")[0] for fault in faults(folder)]
    assert sorted(places) == sorted([
        f"form.csv:{line_of('form', '4,')}:E", f"form.csv:{line_of('form', '7,')}:C", f"odds.csv:{line_of('odds', '3,')}:A",
        f"race_pace.csv:{header_line('race_pace') + 2}:points", "lengths.csv",
    ])  # fmt: skip


def test_no_folder(tmp_path):
    for path in (tmp_path / "none", STANDARD / "form.csv"):
        with pytest.raises(ts.InputError, match="found 'no folder of that name', allowed a folder with the charts"):
            ts.load_charts(path)


def test_an_empty_folder_misses_every_chart(tmp_path):
    assert [fault.split(":")[0] for fault in faults(tmp_path)] == [f"{name}.csv" for name in LAYOUTS]
