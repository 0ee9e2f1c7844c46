"""Golden races: each log is replayed by the kept charts and must give its text, to the letter; what the rulebook quotes holds
by the standard set too; and the pinned dice of a few addresses."""

import csv
from collections import Counter

import numpy as np
import pytest
import topstretch as ts
from topstretch.dice import BLOCK, REFUSED_FROM, ROLLS, BatchDice, RaceDice, Stream, row_of
from topstretch.show.text import as_text, sheet_text

from command.running import done
from differential.judge import judge, judge_money
from golden.cases import CASES, HERE, LADIES, log_text, replayed
from golden.kept import FOLDER, KEPT, TABLES
from oracle.charts import cell
from rules.champagne import TOLD, champagne
from rules.making import SetDice
from rules.reading import CHARTS


def read(path):
    """The rows of a CSV."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


PINNED = read(HERE / "dice_stream.csv")


@pytest.mark.parametrize("name", list(CASES))
def test_a_log_gives_its_text(name):
    case = CASES[name]
    sheet, text = replayed(case, ts.ReplayDice(case.log))
    assert text == case.text.read_text(encoding="utf-8")
    assert log_text(sheet) == case.log.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", list(CASES))
def test_the_oracle_comes_to_the_same_sheet(name):
    case = CASES[name]
    dice = ts.ReplayDice(case.log)
    sheet, _ = replayed(case, dice)
    judge(sheet, FOLDER)
    if dice.has_odds:
        odds = ts.odds(case.card, dice=dice, charts=KEPT)
        judge_money(sheet, odds, ts.payoffs(sheet, odds, charts=KEPT), FOLDER)


@pytest.mark.parametrize("quoted", CHARTS["quoted_cells"], ids=lambda quoted: "-".join(quoted.values()))
def test_the_kept_charts_have_every_quoted_cell(quoted):
    row = int(quoted["row"]) if quoted["row"].isdigit() else quoted["row"]
    assert cell(TABLES, quoted["chart"], row, quoted["column"]) == quoted["value"]


def test_every_case_has_its_files_and_every_file_its_case():
    logs, texts = ({path.stem for path in HERE.glob(f"*.{ending}")} for ending in ("csv", "txt"))
    assert logs - {"dice_stream"} == texts == set(CASES)


@pytest.mark.parametrize(("race", "version"), [("champagne-2009", "fullplay"), ("ladies-classic-2009", "quickplay")])
def test_the_command_prints_the_rulebooks_races(race, version):
    case = CASES[race]
    printed = done("play", race, "--version", version, "--dice", case.log, "--charts", FOLDER)
    assert printed == case.text.read_text(encoding="utf-8")


# What the rulebook quotes, by the kept charts and by the standard set


def champagne_by_the_standard_set():
    """The text of the rulebook's run by the standard set; rolls that the rulebook does not tell are found on it."""
    return str(champagne())


def ladies_classic_by_the_standard_set():
    """The golden order of finish, with odds and payoffs of the golden faces by the standard set."""
    dice = ts.ReplayDice(CASES["ladies-classic-2009"].log)
    sheet = ts.play(LADIES, dice=dice, charts=KEPT)
    faces = {
        ("odds", int(row["post"])): faces_of(row)
        for row in read(CASES["ladies-classic-2009"].log)
        if row["roll"] == "odds"
    }
    odds = ts.odds(LADIES, dice=SetDice(faces))
    return as_text(sheet_text(sheet.with_odds(odds.texts, odds.log), odds, ts.payoffs(sheet, odds)))


def faces_of(row):
    """Red and white of a row of a log; a single die counts alone."""
    return int(row["red"]), int(row["white"] or 1)


def golden_text(name):
    """A text as it is kept."""
    return CASES[name].text.read_text(encoding="utf-8")


CHAMPAGNE_TEXTS = {"kept": lambda: golden_text("champagne-2009"), "standard": champagne_by_the_standard_set}
LADIES_TEXTS = {"kept": lambda: golden_text("ladies-classic-2009"), "standard": ladies_classic_by_the_standard_set}


def rows(text, heading):
    """The rows of one table of a text, as words."""
    table = text.partition(heading)[2]
    return [line.split() for line in table.partition("\n\n")[0].splitlines() if line.strip()]


def row_of_horse(table, horse):
    """The cells behind a horse's name."""
    words = horse.split()
    return next(row[row.index(words[0]) + len(words) :] for row in table if words[0] in row)


@pytest.mark.parametrize("charts", list(CHAMPAGNE_TEXTS))
def test_x10_to_x21_the_champagne_stakes_text_has_the_quoted_states(charts):
    """Break, points after setup and after position, as the rulebook has them; Adjusted Power where it is given."""
    text = CHAMPAGNE_TEXTS[charts]()
    assert "The race: pace Fast;" in text
    table = rows(text, "The race:")
    quoted = {
        "Discreetly Mine": ("23", "24", "24"), "Super Saver": ("20", "20", "19"), "Dublin": ("19", "18", "18"),
        "Aspire": ("17", "16", "15"), "Homeboykris": ("16", "14", "12"), "Overlap": ("15", "16", "18"),
    }  # fmt: skip
    for horse, points in quoted.items():
        cells = row_of_horse(table, horse)
        assert (cells[1], cells[2], cells[4]) == points, horse
    assert row_of_horse(table, "Super Saver")[:7] == ["19", "20", "20", "0", "19", "-1", "18"]
    assert row_of_horse(table, "Overlap")[:7] == ["14", "15", "16", "+1", "18", "+1", "16"]


def test_x10_to_x21_the_champagne_stakes_log_has_the_quoted_rolls():
    log = {(row["roll"], row["post"]): int(row["total"]) for row in read(CASES["champagne-2009"].log)}
    assert {(roll, post): log[roll, str(post)] for roll, post in TOLD} == TOLD


@pytest.mark.parametrize("charts", list(LADIES_TEXTS))
def test_x1_to_x8_the_ladies_classic_text_has_the_quoted_odds_and_payoffs(charts):
    text = LADIES_TEXTS[charts]()
    odds = rows(text, "Odds to 1")
    codes = {"Careless Jewel": "A", "Life Is Sweet": "Fav", "Mushka": "A", "Lethal Heat": "C", "Proviso": "C",
             "Cocoa Beach": "E", "Music Note": "A", "Rainbow View": "D"}  # fmt: skip
    assert {horse: row_of_horse(odds, horse)[0] for horse in codes} == codes
    for horse, cells in {"Careless Jewel": ["A", "7-2"], "Life Is Sweet": ["Fav", "8-5"], "Mushka": ["A", "7-1"],
                         "Lethal Heat": ["C", "11-1"]}.items():  # fmt: skip
        assert row_of_horse(odds, horse)[:2] == cells
    paid = rows(text, "Payoffs for $2")
    assert paid[2:] == [
        ["1", "Careless", "Jewel", "$9.00", "$5.50", "$3.75"],
        ["4", "Lethal", "Heat", "$13.00", "$7.50"],
        ["2", "Life", "Is", "Sweet", "$2.80"],
    ]


SHOWN = {
    "horse-out": ["out: lost rider"],
    "winner-disqualified": ["disqualified from 1st, placed 5th", "disqualified from 4th, placed 6th"],
    "dead-heat": ["Dead heat for 1st: Life Is Sweet and Rainbow View"],
    "all-out": ["every horse is out of the race", "out: broke down", "out: pulled up"],
    "sprint": ["6 furlongs, dirt, sloppy"],
    "three-disqualified": ["from 1st, placed 2nd", "from 4th, placed 7th", "from 5th, placed 8th"],
    "factor-on-the-dice": ["factor changes the dice"],
}


@pytest.mark.parametrize("name", list(SHOWN))
def test_a_golden_race_shows_what_it_is_for(name):
    text = golden_text(name)
    assert all(part in text for part in SHOWN[name])
    assert ("Setup" in text) is (CASES[name].version == "fullplay" and name != "sprint")


# Where the rulebook's own cells decide, the golden faces mean the same by any set that holds them.
DECIDED = {
    "horse-out": {2: "out"},
    "winner-disqualified": {4: "disqualified", 5: "disqualified"},
    "all-out": {1: "out", 2: "out"},
    "three-disqualified": {1: "disqualified", 2: "disqualified", 7: "disqualified"},
    "factor-on-the-dice": {},
}


@pytest.mark.parametrize("name", list(DECIDED))
def test_trouble_of_a_golden_race_is_the_same_by_the_standard_set(name):
    case = CASES[name]
    dice = SetDice({(row["roll"], int(row["post"]) if row["post"] else None): faces_of(row) for row in read(case.log)})
    sheet = ts.play(case.card, version=case.version, rules=case.rules, dice=dice)
    states = {line.post: line.status.split(":")[0].split()[0] for line in sheet.lines}
    assert states == {runner.post: DECIDED[name].get(runner.post, "finished") for runner in case.card.runners}


# The dice of a seed, for ever


@pytest.mark.parametrize("pinned", PINNED, ids=lambda row: f"{row['seed']}-{row['race']}-{row['entry']}-{row['roll']}")
def test_a_named_roll_of_an_address_shows_these_faces_for_ever(pinned):
    seed, race, entry = (int(pinned[name]) for name in ("seed", "race", "entry"))
    faces = RaceDice(Stream(seed), race, [entry]).roll(pinned["roll"], np.ones((1, 1), bool))
    assert [faces.red[0, 0], faces.white[0, 0]] == [int(pinned["red"]), int(pinned["white"])]
    refused = (
        Stream(seed).lanes(race // BLOCK, row_of(ROLLS[pinned["roll"]].plane, entry))[0, race % BLOCK] >= REFUSED_FROM
    )
    assert refused == (pinned["lane"] == "replaced")


def test_a_pinned_roll_is_the_same_in_its_batch():
    for pinned in PINNED[:12] + PINNED[-6:]:
        seed, race, entry = (int(pinned[name]) for name in ("seed", "race", "entry"))
        faces = BatchDice(Stream(seed), race // BLOCK, [entry]).roll(pinned["roll"], np.ones((1, BLOCK), bool))
        at = race % BLOCK
        assert [faces.red[0, at], faces.white[0, at]] == [int(pinned["red"]), int(pinned["white"])]


def test_the_pinned_addresses_hold_every_roll_and_replaced_lanes():
    assert {row["roll"] for row in PINNED} == set(ROLLS)
    assert Counter(row["lane"] for row in PINNED)["replaced"] >= 6
    assert {row["seed"] for row in PINNED} >= {"0", str(2**63 - 1)}


def test_a_seeded_race_is_the_race_of_its_addresses():
    sheet = ts.play("champagne-2009", seed=7, race=123_456, version="fullplay")
    found = {(row.roll, row.post): (row.red, row.white) for row in sheet.log}
    pinned = {row["roll"]: (int(row["red"]), int(row["white"])) for row in PINNED if row["race"] == "123456"}
    for roll in ("break", "setup", "form", "final_speed"):
        assert found[roll, 4] == pinned[roll]  # the fourth entry is at place 3
    assert found["race_factors", None] == pinned["race_factors"]
