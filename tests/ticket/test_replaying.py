"""The log of a meeting, and its exact replay."""

import contextlib
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch import ticket
from topstretch.console import csv_text
from topstretch.errors import InputError
from topstretch.ticket.log import CELLS, LOG_COLUMNS

from ticket.test_meeting import MEETINGS

GOLDEN = Path(__file__).parent / "golden"
# The meetings of the golden files: what they were played with, and what each of them shows.
GOLDEN_MEETINGS = {
    "flat": {"players": 3, "seed": 7},
    "obstacle": {"players": 2, "seed": 3, "style": "obstacle", "hidden": True, "photo": "rail"},
    "steeplechase": {"players": 2, "seed": 11, "style": "steeplechase", "by": "random"},
    "harness": {"players": 4, "seed": 3, "style": "harness", "cards": 7},
}


def log_text(meeting: ticket.Meeting) -> str:
    return csv_text(meeting.log_rows(), LOG_COLUMNS)


@pytest.mark.parametrize("name", GOLDEN_MEETINGS)
def test_a_golden_log_replays_to_its_golden_text(name):
    replayed = ticket.replay(GOLDEN / f"{name}.csv")
    assert str(replayed) + "\n" == (GOLDEN / f"{name}.txt").read_text("utf-8")
    assert log_text(replayed) == (GOLDEN / f"{name}.csv").read_text("utf-8")


@pytest.mark.parametrize("name", GOLDEN_MEETINGS)
def test_the_seed_of_a_golden_log_still_gives_it(name):
    assert log_text(ticket.play(**GOLDEN_MEETINGS[name])) == (GOLDEN / f"{name}.csv").read_text("utf-8")


def test_the_golden_logs_show_every_event_but_the_discard():
    logs = [pd.read_csv(GOLDEN / f"{name}.csv") for name in GOLDEN_MEETINGS]
    assert set(pd.concat(logs)["event"]) == set(CELLS) - {"discard"}
    assert pd.concat(logs)["pushed"].notna().any()


@settings(max_examples=20, deadline=None)
@given(MEETINGS)
def test_a_replay_gives_the_same_meeting(options):
    meeting = ticket.play(**options)
    again = ticket.replay(meeting.log())
    assert again == meeting
    assert log_text(again) == log_text(meeting)


def test_a_replay_of_a_file(tmp_path):
    meeting = ticket.play(players=2, seed=1)
    file = tmp_path / "log.csv"
    file.write_text(log_text(meeting), "utf-8")
    assert ticket.replay(file) == meeting == ticket.replay(str(file))


def test_a_log_holds_every_draw_and_choice():
    meeting = ticket.play(players=3, seed=7)
    events = Counter((row["race"], row["event"]) for row in meeting.log_rows())
    for record in meeting.races:
        assert events[record.race, "start"] == 7
        assert events[record.race, "deal"] == 3 * record.started.setup.cards
        tokens = sum(horse is not None for ticket_ in record.started.predictions for horse in ticket_)
        assert events[record.race, "predict"] == tokens
        assert events[record.race, "play"] + events[record.race, "discard"] == len(record.moves)
        assert events[record.race, "draw"] == len(record.result.photos)
        assert events[record.race, "total"] == events[record.race, "score"] == 3


FLAT = (GOLDEN / "flat.csv").read_text("utf-8")


def faults(tmp_path, text, **options):
    file = tmp_path / "log.csv"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        ticket.replay(file, **options)
    return str(caught.value).replace(f"{tmp_path}/", "")


def line_of(event: str, number: int = 0) -> tuple[int, list[str]]:
    """The line of an event of the flat log, and its cells."""
    found = [(line, text.split(",")) for line, text in enumerate(FLAT.splitlines(), 1) if text.split(",")[1] == event]
    return found[number]


def changed(event: str, column: str, value: str, number: int = 0) -> tuple[str, str]:
    """The flat log with one cell changed, and where it stands."""
    line, cells = line_of(event, number)
    cells[LOG_COLUMNS.index(column)] = value
    lines = FLAT.splitlines()
    lines[line - 1] = ",".join(cells)
    return "\n".join(lines) + "\n", f"log.csv:{line}:{column}"


@pytest.mark.parametrize(
    ("event", "column", "value", "message"),
    [
        ("players", "value", "7", "found '7', allowed a whole number from 2 to 6"),
        ("races", "value", "4", "found 4, allowed 3 or 6 with 3 players"),
        ("first", "player", "4", "found 4, allowed 1 or 2 or 3"),
        ("cards", "value", "8", "found '8', allowed a whole number from 3 to 7"),
        ("style", "value", "trot", "found 'trot', allowed one of flat, obstacle, steeplechase, harness"),
        ("hidden", "value", "maybe", "found 'maybe', allowed one of yes, no"),
        ("start", "lane", "2", "found 2, allowed 1"),
        ("deal", "player", "2", "found 2, allowed 1"),
        ("deal", "card", "46", "found '46', allowed a whole number from 1 to 45"),
        ("predict", "player", "3", "found 3, allowed 1"),
        ("play", "player", "1", "found 1, allowed 2"),
        ("place", "value", "2", "found '2', allowed 1"),
        ("score", "value", "40", "found '40', allowed"),
        ("total", "value", "-8", "found '-8', allowed"),
        ("deal", "race", "2", "found 2, allowed 1"),
        ("deal", "event", "trade", "found 'trade', allowed one of players, races, first"),
        ("deal", "horse", "3", "found '3', allowed a blank in deal"),
        ("deal", "player", "", "found '', allowed a player"),
    ],
)
def test_a_row_that_cannot_be_is_named_with_its_line_and_column(tmp_path, event, column, value, message):
    text, place = changed(event, column, value)
    assert f"{place}: {message}" in faults(tmp_path, text)


def test_a_card_dealt_twice_and_a_horse_started_twice(tmp_path):
    _, cells = line_of("deal")
    text, place = changed("deal", "card", cells[3], 1)
    assert faults(tmp_path, text) == f"{place}: found {cells[3]}, allowed each card once"
    _, cells = line_of("start")
    text, place = changed("start", "horse", cells[4], 1)
    assert faults(tmp_path, text) == f"{place}: found {cells[4]}, allowed each horse once"


def test_an_illegal_move_is_named(tmp_path):
    text, place = changed("play", "row", "9")
    assert place.rpartition(":")[0] in faults(tmp_path, text)
    assert "legal ways" in faults(tmp_path, text)


def test_a_wrong_displaced_horse_is_named(tmp_path):
    rows = [text.split(",") for text in FLAT.splitlines()]
    number = next(i for i, cells in enumerate(row for row in rows if row[1] == "play") if cells[7])
    _, cells = line_of("play", number)
    other = str(int(cells[7]) % 7 + 1)
    text, place = changed("play", "pushed", other, number)
    assert faults(tmp_path, text) == f"{place}: found {other}, allowed {cells[7]}"


def test_a_log_that_ends_early_or_goes_on(tmp_path):
    lines = FLAT.splitlines()
    assert "found 'the end of the log'" in faults(tmp_path, "\n".join(lines[:60]))
    assert "allowed the end of the log" in faults(tmp_path, FLAT + lines[-1] + "\n")
    assert "found 'the end of the log', allowed players" in faults(tmp_path, lines[0] + "\n")


def test_a_photo_draw_of_a_horse_that_is_not_level_is_named(tmp_path):
    _, cells = line_of("draw")
    winner = line_of("place")[1][4] if line_of("place")[1][4] != cells[4] else line_of("place", 6)[1][4]
    text, place = changed("draw", "horse", winner)
    assert faults(tmp_path, text).startswith(f"{place}: found {winner}, allowed one of the level horses")
    text, place = changed("draw", "value", "5")
    assert faults(tmp_path, text).startswith(f"{place}: found '5', allowed {cells[10]}")


def test_all_cells_that_cannot_be_read_are_named_at_once(tmp_path):
    text = FLAT.replace("0,players,,,,,,,,,3", "0,players,,,,,,,,,nine").replace(
        "0,races,,,,,,,,,3", "0,races,2,,,,,,,,x"
    )
    found = faults(tmp_path, text).splitlines()
    assert [fault.split(": ")[0] for fault in found] == ["log.csv:2:value", "log.csv:3:player", "log.csv:3:value"]


def test_a_log_is_checked_against_the_tables_in_use(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "track.csv").write_text("rows,lanes,rail,source\n10,7,right,ours\n", "utf-8")
    assert "legal ways" in faults(tmp_path, FLAT, tables=tmp_path / "own")


@given(st.integers(0, 10**6))
def test_two_rows_that_change_places_are_refused_or_mean_the_same(number):
    lines = FLAT.splitlines()
    at = 1 + number % (len(lines) - 2)
    lines[at], lines[at + 1] = lines[at + 1], lines[at]
    swapped = pd.DataFrame([line.split(",") for line in lines[1:]], columns=lines[0].split(","))
    if lines[at] != lines[at + 1]:
        with contextlib.suppress(InputError):  # two cards of a hand may change places
            assert log_text(ticket.replay(swapped)) == FLAT
