"""Horses and jockeys as files, and looking them up by name."""

import pytest
import topstretch as ts
from topstretch.rosters import Roster, key

from cards.texts import faults_of, write

HORSE_COLUMNS = ",".join([
    "name,kind,year,age,sex,overall,power_dirt,power_turf,range_low,range_high,wet,pace,form,trip,class,speed,wire",
    "jockey,source",
])  # fmt: skip
HORSES = (
    "Man o' War,best-year,1920,3,colt,120,25,,5,13,2,8,A,1,3,3,6,Clarence Kummer,our own",
    "Man o' War,career,1920,3,colt,119,24,,5,13,2,8,A,1,3,3,6,Clarence Kummer,our own",
    "Miesque,best-year,1987,3,filly,115,,25,8,9,1,5,A,1,2,3,7,Freddie Head,our own",
)
JOCKEYS = ("Eddie Arcaro,2,10,our own", "Freddie Head,1,8,")


def horses(*rows, columns=HORSE_COLUMNS):
    return "\n".join([columns, *(rows or HORSES)]) + "\n"


def jockeys(*rows):
    return "\n".join(["name,ride,trouble,source", *(rows or JOCKEYS)]) + "\n"


def load(tmp_path, content, kind="best-year"):
    return ts.load_horses(kind, path=write(tmp_path, content, "horses.csv"))


def load_jockeys(path):
    return ts.load_jockeys(path)


def test_r1_best_year_and_career_are_two_cards_of_a_name(tmp_path):
    best, career = (load(tmp_path, horses(), kind) for kind in ("best-year", "career"))
    assert (list(best), list(career)) == (["Man o' War", "Miesque"], ["Man o' War"])
    assert (best["Man o' War"].power_dirt, career["Man o' War"].power_dirt) == (25, 24)
    miesque = best["Miesque"]
    assert (miesque.power_dirt, miesque.power_turf, miesque.is_female, miesque.jockey) == (
        None,
        25,
        True,
        "Freddie Head",
    )
    assert (miesque.range_low, miesque.range_high, miesque.year, miesque.age) == (8.0, 9.0, 1987, 3)


def test_r1_a_career_card_may_be_better_than_the_best_year(tmp_path):
    better = HORSES[1].replace(",24,", ",29,")
    career = load(tmp_path, horses(HORSES[0], better), "career")
    assert career["Man o' War"].power_dirt == 29 > load(tmp_path, horses(), "best-year")["Man o' War"].power_dirt


@pytest.mark.parametrize(
    "name", ["Man o' War", "man o war", "MAN O’ WAR", "  man   o' war ", "Man o` War", "Man o. War"]
)
def test_a_name_is_found_whatever_its_case_apostrophes_and_blanks(name, tmp_path):
    roster = load(tmp_path, horses())
    assert roster[name].name == "Man o' War"
    assert name in roster


def test_an_unknown_name_is_answered_with_the_closest(tmp_path):
    roster = load(tmp_path, horses())
    with pytest.raises(KeyError, match=r"Man of War; did you mean Man o' War\?"):
        roster["Man of War"]
    with pytest.raises(KeyError, match="'Zzz'"):
        roster["Zzz"]
    assert "Zzz" not in roster
    assert 5 not in roster
    assert roster.get("Zzz") is None


def test_a_roster_is_a_mapping_with_a_length_and_a_frame(tmp_path):
    roster = load(tmp_path, horses())
    assert (len(roster), list(roster), [horse.name for horse in roster.values()]) == (
        2,
        ["Man o' War", "Miesque"],
        list(roster),
    )
    frame = roster.to_frame()
    assert list(frame["name"]) == list(roster)
    assert set(HORSE_COLUMNS.split(",")) <= set(frame.columns)
    assert repr(roster) == "<2 cards: Man o' War, Miesque>"
    riders = ts.load_jockeys(write(tmp_path, jockeys(), "jockeys.csv"))
    assert list(riders.to_frame().columns) == ["name", "ride", "trouble", "source"]


HORSE_FAULTS = {
    "power_dirt": (",25,,5,", ",30,,5,", "found '30', allowed a whole number from 0 to 29"),
    "range_low": (",25,,5,", ",25,,4.9,", "found '4.9', allowed a number from 2 to 24 in steps of 1/4"),
    "kind": (",best-year,", ",worst-year,", "found 'worst-year', allowed one of best-year, career"),
    "sex": (",colt,", ",dog,", "found 'dog', allowed one of colt, horse, gelding, filly, mare"),
    "form": (",A,", ",Z,", "found 'Z', allowed one of A, B, C, D, E"),
    "year": ("1920", "20", "found '20', allowed a whole number from 1700 to 2200"),
    "class": ("1,3,3,6", "1,4,3,6", "found '4', allowed a whole number from -3 to 3"),
    "wire": ("1,3,3,6", "1,3,3,", "found '', allowed a whole number from 0 to 9"),
}


@pytest.mark.parametrize("column", list(HORSE_FAULTS))
def test_a_fault_of_a_horse_is_told_by_line_and_column(column, tmp_path):
    old, new, expected = HORSE_FAULTS[column]
    assert old in HORSES[0]
    path = write(tmp_path, horses(HORSES[1], HORSES[0].replace(old, new)), "horses.csv")
    assert faults_of(path, lambda file: ts.load_horses(path=file)) == [f"horses.csv:3:{column}: {expected}"]


def test_faults_between_the_cells_of_a_horse(tmp_path):
    rows = (HORSES[0].replace(",5,13,", ",13,5,"), HORSES[2].replace(",,25,", ",,,"), HORSES[1], HORSES[1])
    found = faults_of(write(tmp_path, horses(*rows), "horses.csv"), lambda file: ts.load_horses(path=file))
    assert found == [
        "horses.csv:2:range_low: found '13.0 to 5.0', allowed low to high, 2 to 24 furlongs in quarters",
        "horses.csv:3:power_dirt: found 'no Power on any surface', allowed a Power for dirt, turf or both",
        'horses.csv:5:name: found "Man o\' War (career), as on line 4", allowed one card of a kind',
    ]


@pytest.mark.parametrize("row", [",1,8,", "  ,1,8,", "Al\x07,1,8,"])
def test_a_jockey_without_a_name(row, tmp_path):
    (fault,) = faults_of(write(tmp_path, jockeys(JOCKEYS[0], row), "jockeys.csv"), load_jockeys)
    assert fault.startswith("jockeys.csv:3:name: found ")


def test_a_jockey_has_one_card(tmp_path):
    path = write(tmp_path, jockeys("Eddie Arcaro,2,10,", "eddie arcaro,1,9,"), "jockeys.csv")
    assert faults_of(path, load_jockeys) == [
        "jockeys.csv:3:name: found 'eddie arcaro, as on line 2', allowed one card a jockey"
    ]


def test_a_missing_column_of_horses_is_told(tmp_path):
    content = horses(*(row.rpartition(",")[0] for row in HORSES), columns=HORSE_COLUMNS.removesuffix(",source"))
    path = write(tmp_path, content, "horses.csv")
    assert faults_of(path, lambda file: ts.load_horses(path=file)) == [
        "horses.csv:1:source: found 'no such column', allowed one"
    ]


def test_an_unknown_kind_of_card():
    with pytest.raises(ts.InputError, match="kind: found 'year', allowed one of best-year, career"):
        ts.load_horses("year")


def test_packaged_cards_load_and_every_name_finds_itself():
    for roster in (ts.load_horses(), ts.load_horses("career"), ts.load_jockeys()):
        assert isinstance(roster, Roster)
        assert all(roster[name].name == name for name in roster)
        assert len({key(name) for name in roster}) == len(roster)
