"""Dice at the table: a person is asked for each roll that is needed, and can take one back."""

import re

import pytest
import topstretch as ts

from golden.kept import KEPT
from rules.champagne import CARD
from rules.making import card

VERSIONS = ("quickplay", "fullplay")


class Table:
    """A person who answers from a list, and hears what is said."""

    def __init__(self, answers):
        self.answers, self.prompts, self.said = iter(answers), [], []

    def ask(self, prompt):
        self.prompts.append(prompt)
        return next(self.answers)

    def dice(self):
        return ts.AskDice(self.ask, self.said.append)

    @property
    def left(self):
        return list(self.answers)


def answers_of(sheet, write=lambda red, white: f"{red} {white}"):
    """What a person would say who throws the dice of a sheet."""
    return [str(row.red) if row.white is None else write(row.red, row.white) for row in sheet.log]


@pytest.mark.parametrize("version", VERSIONS)
def test_asked_dice_play_the_race_of_the_same_faces(version):
    for race in range(12):
        sheet = ts.play(CARD, seed=40, race=race, version=version)
        table = Table(answers_of(sheet))
        assert ts.play(CARD, dice=table.dice(), version=version) == sheet
        assert ts.play(CARD, dice=ts.ReplayDice(sheet.dice_log()), version=version) == sheet
        assert (table.left, table.said) == ([], [])


WAYS = {
    "3 4": "{} {}", "34": "{}{}", "3,4": "{},{}", "3, 4": "{}, {}", "3-4": "{}-{}", "3/4": "{}/{}", "3;4": "{};{}",
    " 3 4 ": "  {}   {}\n",
}  # fmt: skip


@pytest.mark.parametrize("way", list(WAYS))
def test_two_faces_can_be_said_in_many_ways(way):
    sheet = ts.play(CARD, seed=3)
    table = Table(answers_of(sheet, WAYS[way].format))
    assert ts.play(CARD, dice=table.dice()) == sheet


WRONG = [
    "",
    "7",
    "3",
    "0 4",
    "3 7",
    "345",
    "3 4 5",
    "three four",
    "３ ４",
    "٣٤",
    "3.4",
    "+3 4",
    "-3 -4",
    "3 4 back",
    "\x1b[a",
    "12 1",
    "½ 3",
]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_answer_is_asked_again_and_says_what_is_allowed(wrong):
    sheet = ts.play(CARD, seed=3)
    table = Table([wrong, *answers_of(sheet)])
    assert ts.play(CARD, dice=table.dice()) == sheet
    assert table.prompts[0] == table.prompts[1]
    (said,) = table.said
    assert said.startswith(f"Found {wrong.strip()!r}; allowed: red, then white, each 1 to 6")


@pytest.mark.parametrize("wrong", ["", "7", "0", "3 4", "34", "x", "２"])
def test_a_wrong_answer_for_one_die(wrong):
    field = card({"power_dirt": 25}, {})
    given = ["3 3", "1 2", "3 4", "5 5", "3 3", "6 6", "1 1", wrong, "2"]
    table = Table(given)
    sheet = ts.play(field, dice=table.dice(), charts=KEPT)
    assert sheet.lines[0].status.startswith("disqualified")
    assert table.said == [f"Found {wrong!r}; allowed: a face 1 to 6; or back to take the last roll back."]


@pytest.mark.parametrize("back", ["back", "b", "undo", "BACK", " Back "])
def test_back_takes_the_last_roll_back(back):
    sheet = ts.play(CARD, seed=6)
    right = answers_of(sheet)
    for at in (1, 2, 7, len(right) - 1):
        table = Table([*right[: at - 1], "1 1" if right[at - 1] != "1 1" else "6 6", back, *right[at - 1 :]])
        assert ts.play(CARD, dice=table.dice()) == sheet, at
        assert table.left == []


@pytest.mark.parametrize("version", VERSIONS)
def test_back_again_and_again_goes_back_to_the_start(version):
    sheet = ts.play(CARD, seed=6, version=version)
    right = answers_of(sheet)
    table = Table(["2 2"] * 8 + ["back"] * 8 + right)
    assert ts.play(CARD, dice=table.dice(), version=version) == sheet


def test_back_over_a_roll_that_sent_a_horse_to_trouble():
    field = card({}, {"power_dirt": 20})
    plain = ts.play(field, dice=Table(["3 4"] * 6).dice(), charts=KEPT)
    # Form of the first horse: a 3, its Trouble roll, then both taken back and a 7 thrown instead.
    table = Table(["3 4", "1 2", "3 4", "6 6", "back", "back", "back", "3 4", *["3 4"] * 4])
    sheet = ts.play(field, dice=table.dice(), charts=KEPT)
    assert sheet == plain
    assert "trouble" not in {row.roll for row in sheet.log}


def test_back_at_the_very_start_says_that_there_is_nothing_to_take_back():
    sheet = ts.play(CARD, seed=6)
    table = Table(["back", "undo", *answers_of(sheet)])
    assert ts.play(CARD, dice=table.dice()) == sheet
    assert table.said == ["There is no roll to take back."] * 2


@pytest.mark.parametrize("version", VERSIONS)
def test_the_prompt_names_the_roll_the_horse_and_the_dice(version):
    sheet = ts.play(CARD, seed=40, version=version)
    table = Table(answers_of(sheet))
    ts.play(CARD, dice=table.dice(), version=version)
    for row, prompt in zip(sheet.log, table.prompts, strict=True):
        assert prompt.startswith(row.roll.replace("_", " "))
        assert ("the whole race" if row.post is None else f"{row.post} {row.horse}") in prompt
        assert ("one die" if row.white is None else "red and white") in prompt


@pytest.mark.parametrize("version", VERSIONS)
def test_the_prompt_names_the_chart_that_the_roll_is_read_on(version):
    sheet = ts.play(CARD, seed=40, version=version)
    table = Table(answers_of(sheet))
    ts.play(CARD, dice=table.dice(), version=version)
    for row, prompt in zip(sheet.log, table.prompts, strict=True):
        named = re.search(r"chart (\w+)", prompt)
        assert (named[1] if named else "") == row.chart


def test_asked_dice_give_the_odds_too():
    odds = ts.odds(CARD, seed=9)
    table = Table(["5 5", "back", *(f"{row.red}{row.white}" for row in odds.log)])
    assert ts.odds(CARD, dice=table.dice()) == odds


def test_answers_are_not_used_twice():
    """The same person's dice for the odds and then for the race: each roll is asked for."""
    odds, sheet = ts.odds(CARD, seed=9), ts.play(CARD, seed=9)
    table = Table([*(f"{row.red}{row.white}" for row in odds.log), *answers_of(sheet)])
    dice = table.dice()
    assert ts.odds(CARD, dice=dice) == odds
    assert ts.play(CARD, dice=dice) == sheet
    assert table.left == []


def test_two_races_with_the_same_dice_ask_twice():
    first, second = ts.play(CARD, seed=1), ts.play(CARD, seed=2)
    table = Table([*answers_of(first), *answers_of(second)])
    dice = table.dice()
    assert ts.play(CARD, dice=dice) == first
    assert ts.play(CARD, dice=dice) == second


def test_control_characters_of_an_answer_are_written_out():
    table = Table(["\x1b[31m3", *answers_of(ts.play(CARD, seed=3))])
    ts.play(CARD, dice=table.dice())
    assert table.said[0].isprintable()


@pytest.mark.parametrize("version", VERSIONS)
def test_several_rolls_may_be_answered_at_once(version):
    sheet = ts.play(CARD, seed=5, version=version)
    said = [answer.ljust(2, "-") for answer in answers_of(sheet, "{}{}".format)]
    table = Table([" ".join(said[:9]), "  ".join(said[9:11]), *said[11:]])
    dice = table.dice()
    assert ts.play(CARD, dice=dice, version=version) == sheet
    assert (table.left, table.said, len(table.prompts)) == ([], [], len(said) - 9)
    assert dice.given == " ".join(said)
    again = Table([dice.given])
    assert ts.play(CARD, dice=again.dice(), version=version) == sheet
    assert len(again.prompts) == 1


def test_a_wrong_answer_among_several_ends_them():
    sheet = ts.play(CARD, seed=5)
    said = answers_of(sheet, "{}{}".format)
    table = Table([f"{said[0]} 3- 11", *said[1:]])
    assert ts.play(CARD, dice=table.dice()) == sheet
    (said,) = table.said
    assert said.startswith("Found '3-'; allowed: red, then white")
    assert said.endswith(" The 1 after it are not used.")


def test_several_rolls_are_taken_back_one_by_one():
    sheet = ts.play(CARD, seed=5)
    said = answers_of(sheet, "{}{}".format)
    table = Table([" ".join([*said[:3], "11"]), "back", "back", *said[2:]])
    assert ts.play(CARD, dice=table.dice()) == sheet
