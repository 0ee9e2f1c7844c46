"""Logs that cannot be: each fault is named, with its line and column where it has one."""

import pandas as pd
import pytest
from topstretch.errors import InputError
from topstretch.scratch import ReplayLog, play

from scratch.making import write_log

SESSION = play(players=3, seed=5, races=3)
# In a file of SESSION the header is line 1, race 1's cards lines 2 to 45, its throws from line 46 on.
FIRST_THROW = 44
LAST = len(SESSION.races[0].throws)


def faults(tmp_path, change, **settings):
    """The messages of a session played by its changed log, without the file's path."""
    path = write_log(tmp_path / "log.csv", SESSION, change)
    with pytest.raises(InputError) as caught:
        play(**{"players": 3, "races": 3, "log": path, **settings})
    return str(caught.value).replace(f"{path}:", "").splitlines()


def test_a_log_without_faults_plays(tmp_path) -> None:
    assert play(players=3, races=3, log=write_log(tmp_path / "log.csv", SESSION)) == SESSION
    assert play(players=3, races=3, log=str(tmp_path / "log.csv")) == SESSION


def test_a_missing_roll_is_named(tmp_path) -> None:
    found = faults(tmp_path, lambda rows: rows.pop(FIRST_THROW + 9))
    assert found == [" found no roll 10 of race 1, allowed all that the session needs"]


def test_missing_cards_are_all_named(tmp_path) -> None:
    def drop(rows):
        del rows[10:12]

    assert faults(tmp_path, drop) == [
        " found no card 11 of race 1, allowed all that the session needs",
        " found no card 12 of race 1, allowed all that the session needs",
    ]


def test_a_missing_race_is_named(tmp_path) -> None:
    def drop(rows):
        rows[:] = [row for row in rows if row["race"] != 2]

    assert faults(tmp_path, drop) == [" found no cards of race 2, allowed all that the session needs"]


def test_a_surplus_roll_is_named(tmp_path) -> None:
    def add(rows):
        rows.append({**rows[FIRST_THROW], "number": LAST + 1, "player": "", "result": ""})

    line = len(SESSION.log_rows()) + 2
    assert faults(tmp_path, add) == [
        f"{line}:number: found 'roll {LAST + 1} of race 1', allowed only what the session needs"
    ]


def test_surplus_races_are_named_once_each(tmp_path) -> None:
    line = 2 + sum(row["race"] == 1 for row in SESSION.log_rows())
    later = 2 + sum(row["race"] < 3 for row in SESSION.log_rows())
    assert faults(tmp_path, None, races=1) == [
        f"{line}:race: found 'race 2', allowed races 1 to 1: the session is over",
        f"{later}:race: found 'race 3', allowed races 1 to 1: the session is over",
    ]


def test_a_repeated_roll_is_named(tmp_path) -> None:
    found = faults(tmp_path, lambda rows: rows.insert(FIRST_THROW + 1, dict(rows[FIRST_THROW])))
    assert found == ["47:number: found 'roll 1 of race 1, as on line 46', allowed each once"]


def test_a_repeated_card_is_named(tmp_path) -> None:
    found = faults(tmp_path, lambda rows: rows.insert(1, dict(rows[0])))
    assert found == ["3:number: found 'card 1 of race 1, as on line 2', allowed each once"]


@pytest.mark.parametrize(
    ("place", "cell", "value", "message"),
    [
        (FIRST_THROW, "red", 7, "46:red: found '7', allowed a whole number from 1 to 6"),
        (FIRST_THROW, "white", 0, "46:white: found '0', allowed a whole number from 1 to 6"),
        (FIRST_THROW, "white", "", "46:white: found '', allowed a number for a roll"),
        (FIRST_THROW, "ticket", 7, "46:ticket: found '7', allowed a blank for a roll"),
        (FIRST_THROW, "kind", "die", "46:kind: found 'die', allowed one of card, roll"),
        (FIRST_THROW, "number", 1.5, "46:number: found '1.5', allowed a whole number from 1 to 999999999"),
        (0, "ticket", 13, "2:ticket: found '13', allowed a whole number from 2 to 12"),
        (0, "ticket", "", "2:ticket: found '', allowed a number for a card"),
        (0, "red", 3, "2:red: found '3', allowed a blank for a card"),
        (0, "number", 45, "2:number: found 45, allowed a card from 1 to 44"),
        (0, "race", 0, "2:race: found '0', allowed a whole number from 1 to 999999999"),
    ],
)
def test_an_impossible_cell_is_named(tmp_path, place, cell, value, message) -> None:
    assert faults(tmp_path, lambda rows: rows[place].update({cell: value})) == [message]


def test_s2_a_fifth_ticket_of_a_horse_is_named(tmp_path) -> None:
    tickets = [row["ticket"] for row in SESSION.log_rows()[:44]]
    other = next(place for place, ticket in enumerate(tickets) if ticket != tickets[0])
    last = max(place for place, ticket in enumerate(tickets) if ticket == tickets[0] or place == other)
    found = faults(tmp_path, lambda rows: rows[other].update(ticket=tickets[0]))
    assert found == [
        f"{last + 2}:ticket: found 'ticket 5 of horse {tickets[0]} in race 1', allowed four of each horse in a race"
    ]


@pytest.mark.parametrize(
    ("place", "cell", "value"),
    [(FIRST_THROW, "player", 1), (FIRST_THROW, "total", 11), (FIRST_THROW, "result", "won"), (0, "player", 1)],
)
def test_columns_that_the_rules_belie_are_named(tmp_path, place, cell, value) -> None:
    right = SESSION.log_rows()[place][cell]
    assert right != value
    message = f"{place + 2}:{cell}: found '{value}', allowed {right}, or a blank"
    assert faults(tmp_path, lambda rows: rows[place].update({cell: value})) == [message]


def test_a_card_has_no_total(tmp_path) -> None:
    assert faults(tmp_path, lambda rows: rows[0].update(total=9)) == ["2:total: found '9', allowed a blank"]


def test_another_face_moves_what_follows_and_is_named(tmp_path) -> None:
    row = SESSION.log_rows()[FIRST_THROW]
    red = row["red"] % 6 + 1
    assert faults(tmp_path, lambda rows: rows[FIRST_THROW].update(red=red))


def test_another_number_of_players_is_named(tmp_path) -> None:
    assert any(":player: found '1', allowed" in message for message in faults(tmp_path, None, players=4))


def test_all_faults_of_a_log_are_told_at_once(tmp_path) -> None:
    def spoil(rows):
        rows[0]["ticket"] = 1
        rows[FIRST_THROW]["red"] = 9

    assert [message.split(":")[:2] for message in faults(tmp_path, spoil)] == [["2", "ticket"], ["46", "red"]]


def test_a_frame_has_no_path_to_name() -> None:
    frame = SESSION.rolls().drop(index=FIRST_THROW)
    with pytest.raises(InputError, match=r"^log: found no roll 1 of race 1, allowed"):
        play(players=3, races=3, log=frame)


def test_a_frame_without_a_column_is_refused() -> None:
    with pytest.raises(InputError, match="white: found 'no such column'"):
        ReplayLog(SESSION.rolls().drop(columns="white"))


def test_an_empty_frame_is_refused() -> None:
    empty = pd.DataFrame(columns=["race", "kind", "number", "ticket", "red", "white"])
    with pytest.raises(InputError, match="no cards of race 1"):
        play(log=empty)


def test_a_missing_file_is_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="No such file"):
        play(log=tmp_path / "none.csv")


@pytest.mark.parametrize("also", [{"seed": 1}, {"session": 2}])
def test_a_log_and_a_seed_are_not_both_obeyed(also) -> None:
    with pytest.raises(InputError, match="neither beside a log"):
        play(players=3, log=SESSION.rolls(), **also)
