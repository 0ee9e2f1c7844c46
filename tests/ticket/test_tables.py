"""The packaged tables, and tables of one's own."""

import csv
import shutil
from pathlib import Path

import attrs
import pytest
from topstretch import ticket
from topstretch.errors import InputError
from topstretch.locate import data_dir

from ticket.making import PACKAGED

FILES = ("cards", "track", "starts", "marks", "points")


def rows_of(name: str) -> list[dict[str, str]]:
    lines = (data_dir("ticket") / f"{name}.csv").read_text("utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    for name in FILES:
        shutil.copy(data_dir("ticket") / f"{name}.csv", tmp_path)
    return tmp_path


def change(folder: Path, name: str, old: str, new: str) -> None:
    file = folder / f"{name}.csv"
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
    file.write_text(text.replace(old, new), "utf-8")


def faults(folder: Path) -> list[str]:
    with pytest.raises(InputError) as caught:
        ticket.load_tables(folder)
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.faults]


def test_g5_the_box_has_45_cards_of_which_three_are_wild():
    kinds = [card.kind for card in PACKAGED.cards]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"one": 21, "two": 21, "wild": 3}
    assert len({card.horses for card in PACKAGED.cards if card.kind == "two"}) == 21
    assert [sum(card.horses == (horse,) for card in PACKAGED.cards) for horse in range(1, 8)] == [3] * 7


def test_g5_the_rulebooks_card_of_horse_5_is_in_the_box():
    assert (3, 1, 3, 2) in [card.spaces for card in PACKAGED.cards if card.horses == (5,)]


def test_g9_the_points_that_the_rulebook_and_the_review_give():
    assert [PACKAGED.points[place][place] for place in range(3)] == [7, 5, 4]
    elsewhere = [PACKAGED.points[place][at] for place in range(3) for at in range(3) if at != place]
    assert elsewhere == [3] * 6
    assert all(row[3:] == (-1, -1, -1, -1, -2) for row in PACKAGED.points)


@pytest.mark.parametrize("name", FILES)
def test_every_value_names_its_source(name):
    for row in rows_of(name):
        assert row["source"].startswith(("rulebook", "ours", "published review: https://")), row


def test_the_quoted_points_are_marked_as_the_rulebooks():
    quoted = {(row["predicted"], row["taken"]) for row in rows_of("points") if row["source"].startswith("rulebook")}
    assert quoted == {("1", "1"), ("3", "2"), ("2", "6"), *((place, "disqualified") for place in "123")}


def test_no_horse_has_better_cards_than_another():
    spaces = [sorted(card.spaces for card in PACKAGED.cards if card.horses == (horse,)) for horse in range(1, 8)]
    assert spaces == [spaces[0]] * 7


def test_a_copy_reads_as_the_packaged_tables(own):
    assert ticket.load_tables(own) == PACKAGED


def test_a_folder_with_one_table_takes_the_others_from_the_package(tmp_path):
    (tmp_path / "track.csv").write_text("rows,lanes,rail,source\n12,8,right,box\n", "utf-8")
    assert ticket.load_tables(tmp_path) == attrs.evolve(PACKAGED, rows=12, lanes=8, rail="right")


def test_a_meeting_is_played_with_ones_own_tables(own):
    change(own, "points", "1,1,7,", "1,1,20,")
    theirs = ticket.play(players=2, seed=5, tables=own)
    packaged = ticket.play(players=2, seed=5)
    exact = [row for row in packaged.rows() if row["points_1st"] == 7]
    assert exact
    assert {row["points_1st"] for row in theirs.rows()} >= {20}
    assert 7 not in {row["points_1st"] for row in theirs.rows()}


def test_no_folder_an_empty_one_and_a_strange_table(tmp_path):
    with pytest.raises(InputError, match="No such file or directory"):
        ticket.load_tables(tmp_path / "none")
    with pytest.raises(InputError, match="found 'no table', allowed one or more of cards"):
        ticket.load_tables(tmp_path)
    (tmp_path / "tracks.csv").write_text("rows\n", "utf-8")
    assert faults(tmp_path) == [
        "tracks.csv: found 'no such table', allowed cards.csv, marks.csv, points.csv, starts.csv, track.csv"
    ]


def test_all_faults_of_all_tables_are_named_at_once(own):
    change(own, "cards", "\n1,one,1,,3,1,3,2,", "\n1,one,1,,0,1,3,,")
    change(own, "track", "10,7,left", "10,7,up")
    change(own, "points", "\n1,7,-1,", "\n1,7,minus one,")
    change(own, "marks", "hedge,5,", "fence,5,")
    found = faults(own)
    assert [fault.split(": found")[0] for fault in found] == [
        "cards.csv:7:forward",
        "track.csv:5:rail",
        "marks.csv:7:mark",
        "points.csv:11:points",
    ]


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("cards", "\n1,one,1,,3,1,3,2,", "\n1,one,1,,3,1,3,,", "cards.csv:7:right: found '', allowed a number"),
        ("cards", "\n1,one,1,,", "\n1,one,1,2,", "cards.csv:7:other: found '2', allowed a blank on a card of kind one"),
        ("cards", "\n22,two,1,2,", "\n22,two,1,1,", "cards.csv:28:other: found 1, allowed another horse than the first"),
        ("cards", "\n22,two,1,2,", "\n21,two,1,2,", "cards.csv:28:card: found '21', allowed each once; line 27 has it"),
        ("cards", "\n1,one,1,,3,1,3,2,", "\n1,wild,,,,,,,", "cards.csv:6:kind: found '4 wild', allowed 3"),
        ("cards", "\n45,wild,,,,,,,rulebook: three wild cards", "", "cards.csv:6:card: found '44 rows', allowed 45"),
        ("cards", "\n1,one,1,", "\n1,one,8,", "cards.csv:7:horse: found '8', allowed a whole number from 1 to 7"),
        ("track", "10,7,left,ours\n", "10,7,left,ours\n9,7,left,ours\n", "track.csv:4:rows: found '2 rows', allowed 1"),
        ("track", "10,7,left", "10,6,left", "starts.csv:11:lane: found 7, allowed 1 to 6, on the track"),
        ("starts", "2,7,ours", "2,6,ours", "starts.csv:11:lane: found '6', allowed each once; line 10 has it"),
        ("starts", "2,7,ours", "5,7,ours", "starts.csv:11:row: found 5, allowed a start behind the hedges, 1 to 4"),
        ("starts", "2,7,ours", "4,7,ours", "starts.csv:11:row: found 4, allowed a start that is not where the river may lie"),
        ("starts", "2,7,ours\n", "", "starts.csv:4:row: found '6 rows', allowed 7"),
        ("marks", "hedge,5,,", "hedge,1,,", "marks.csv:7:row: found 1, allowed 2 or more: a hedge stands at"),
        ("marks", "hedge,5,,", "hedge,5,3,", "marks.csv:7:lane: found '3', allowed a blank: a hedge lies across the track"),
        ("marks", "hedge,5,,ours\n", "", "marks.csv:6:mark: found '1 hedges', allowed 2"),
        ("marks", "river,4,,", "river,9,,", "marks.csv:9:row: found 9, allowed before or behind a hedge: one of 4, 5, 7, 8"),
        ("marks", "hoof print,10,6,", "hoof print,10,,", "marks.csv:22:lane: found '', allowed a lane"),
        ("marks", "hoof print,10,6,", "hoof print,11,6,", "marks.csv:22:row: found 11, allowed 1 to 10, on the track"),
        ("points", "\n3,7,", "\n3,6,", "points.csv:27:taken: found '6', allowed each once; line 26 has it"),
        ("points", "\n3,7,", "\n3,6,", "points.csv:4:taken: found 'no row for 3, 7', allowed one"),
    ],
)  # fmt: skip
def test_a_fault_of_a_table_is_named_with_its_line_and_column(own, name, old, new, fault):
    change(own, name, old, new)
    assert any(found.startswith(fault) for found in faults(own))


def test_a_track_without_river_or_hoof_prints_is_a_fault(own):
    file = own / "marks.csv"
    kept = [line for line in file.read_text("utf-8").splitlines() if not line.startswith(("river,", "hoof"))]
    file.write_text("\n".join(kept), "utf-8")
    assert faults(own) == [
        "marks.csv:6:mark: found 'no river', allowed one or more",
        "marks.csv:6:mark: found 'no hoof print', allowed one or more",
    ]
