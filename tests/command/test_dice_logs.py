"""`--dice LOG.csv`, `--dice ask` and `--dice-log`: a race written down is the same race again."""

import csv

import pytest
import topstretch as ts

from command.running import done, refused, run

RACE = "champagne-2009"


def body(text):
    """A printed race without the line that says what made it."""
    lines = text.splitlines()
    return [lines[0], *lines[2:]]


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
def test_a_log_round_trip_with_odds(version, tmp_path):
    log, again = tmp_path / "log.csv", tmp_path / "again.csv"
    first = done("play", RACE, "--version", version, "--seed", 7, "--dice-log", log)
    rows = read(log)
    assert list(rows[0]) == ["roll", "post", "horse", "red", "white", "total", "chart", "result"]
    assert sum(row["roll"] == "odds" for row in rows) == 6
    second = done("play", RACE, "--version", version, "--dice", log, "--dice-log", again)
    assert body(second) == body(first)
    assert "dice as logged" in second
    assert again.read_bytes() == log.read_bytes()


def test_a_log_without_odds_rows_has_no_odds_unless_they_are_asked_for(tmp_path):
    log = tmp_path / "log.csv"
    done("play", RACE, "--seed", 7, "--odds", "none", "--dice-log", log)
    assert "odds" not in {row["roll"] for row in read(log)}
    assert "Odds to 1" not in done("play", RACE, "--dice", log)
    assert "Odds to 1, as they were" in done("play", RACE, "--dice", log, "--odds", "real")
    assert "no roll odds for post 1" in refused("play", RACE, "--dice", log, "--odds", "chart")[0]


def test_a_log_with_odds_rows_can_be_run_without_them(tmp_path):
    log = tmp_path / "log.csv"
    done("play", RACE, "--seed", 7, "--dice-log", log)
    assert "Odds to 1" not in done("play", RACE, "--dice", log, "--odds", "none")


def test_a_log_of_the_odds_verb_is_not_a_race(tmp_path):
    log = tmp_path / "log.csv"
    log.write_text("roll,post,horse,red,white\n" + "".join(f"odds,{post},,3,4\n" for post in range(1, 7)))
    assert "no roll pace" in refused("play", RACE, "--dice", log)[0]


def test_some_odds_rows_missing(tmp_path):
    log = tmp_path / "log.csv"
    done("play", RACE, "--seed", 7, "--dice-log", log)
    lines = log.read_text().splitlines()
    log.write_text("\n".join(lines[:-1]) + "\n")
    (line,) = refused("play", RACE, "--dice", log)
    assert line == (
        f"{log}: found no roll odds for post 6 (Homeboykris), allowed the odds' rolls of every runner, or of none"
    )


def test_a_wrong_result_of_an_odds_row_is_told(tmp_path):
    log = tmp_path / "log.csv"
    done("play", RACE, "--seed", 7, "--dice-log", log)
    lines = log.read_text().splitlines()
    lines[-1] = lines[-1].rpartition(",")[0] + ",99-1"
    log.write_text("\n".join(lines) + "\n")
    (line,) = refused("play", RACE, "--dice", log)
    assert line.startswith(f"{log}:{len(lines)}:result: found '99-1', allowed ")


def test_every_fault_of_a_log_is_a_line(tmp_path):
    log = tmp_path / "log.csv"
    log.write_text("roll,post,horse,red,white\npace,,,7,1\nform,1,,2,\ngallop,1,,1,1\n")
    lines = refused("play", RACE, "--dice", log)
    assert [line.split(": found")[0] for line in lines] == [f"{log}:2:red", f"{log}:3:white", f"{log}:4:roll"]


# Asked at the table


def answers(sheet_or_odds):
    return [str(row.red) if row.white is None else f"{row.red} {row.white}" for row in sheet_or_odds.log]


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
def test_ask_takes_the_rolls_from_stdin_odds_first(version, tmp_path):
    sheet, odds = ts.play(RACE, seed=7, version=version), ts.odds(RACE, seed=7)
    log = tmp_path / "log.csv"
    said = "\n".join([*answers(odds), *answers(sheet)]) + "\n"
    outcome = run("play", RACE, "--version", version, "--dice", "ask", "--dice-log", log, stdin=said)
    assert outcome.status == 0
    assert body(outcome.out) == body(done("play", RACE, "--version", version, "--seed", 7))
    assert outcome.err.count("1 Super Saver") >= 3
    assert done("play", RACE, "--version", version, "--dice", log) == outcome.out


def test_ask_without_odds():
    sheet = ts.play(RACE, seed=7)
    outcome = run("play", RACE, "--dice", "ask", "--odds", "none", stdin="\n".join(answers(sheet)) + "\n")
    assert outcome.status == 0
    assert "odds" not in outcome.err


def test_ask_says_on_stderr_what_is_wrong_and_goes_on():
    sheet = ts.play(RACE, seed=7)
    said = "\n".join(["back", "9 9", "1 1", "back", *answers(sheet)]) + "\n"
    outcome = run("play", RACE, "--dice", "ask", "--odds", "none", "--format", "csv", stdin=said)
    assert outcome.status == 0
    assert "There is no roll to take back." in outcome.err
    assert "Found '9 9'; allowed: red, then white" in outcome.err
    assert outcome.out == done("play", RACE, "--seed", 7, "--odds", "none", "--format", "csv")


@pytest.mark.parametrize("said", ["", "3 4\n", "3 4\n" * 10])
def test_ask_a_person_who_leaves_writes_nothing(said, tmp_path):
    log, out = tmp_path / "log.csv", tmp_path / "out.csv"
    outcome = run("play", RACE, "--dice", "ask", "--dice-log", log, "--out", out, "--format", "csv", stdin=said)
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.endswith("the race was left before its last roll; nothing is written\n")
    assert list(tmp_path.iterdir()) == []


def test_ask_the_last_roll_of_the_odds_can_be_taken_back_at_the_first_roll_of_the_race():
    sheet, odds = ts.play(RACE, seed=7), ts.odds(RACE, seed=7)
    said = [*answers(odds)[:-1], "6 6", "back", answers(odds)[-1], *answers(sheet)]
    outcome = run("play", RACE, "--dice", "ask", stdin="\n".join(said) + "\n")
    assert outcome.status == 0, outcome.err
    assert body(outcome.out) == body(done("play", RACE, "--seed", 7))


@pytest.mark.parametrize("typed", [1, 5, 12])
def test_ask_rolls_of_a_person_who_leaves_are_given_again_as_one_answer(typed):
    sheet = ts.play(RACE, seed=7)
    said = answers(sheet)
    left = run("play", RACE, "--dice", "ask", "--odds", "none", "--format", "csv", stdin="\n".join(said[:typed]) + "\n")
    told = "The rolls so far, to be given again as one answer: "
    again = next(line.removeprefix(told) for line in left.err.splitlines() if line.startswith(told))
    assert len(again.split()) == typed
    outcome = run(
        "play",
        RACE,
        "--dice",
        "ask",
        "--odds",
        "none",
        "--format",
        "csv",
        stdin="\n".join([again, *said[typed:]]) + "\n",
    )
    assert outcome.status == 0
    assert outcome.out == done("play", RACE, "--seed", 7, "--odds", "none", "--format", "csv")
