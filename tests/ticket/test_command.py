"""`topstretch ticket` at the command line."""

import csv
import io
import json
from pathlib import Path

import pytest
from topstretch import ticket
from topstretch.errors import InputError
from topstretch.ticket.command import app
from topstretch.ticket.meeting import RESULT_COLUMNS
from topstretch.ticket.simulation import COLUMNS
from typer.testing import CliRunner

GOLDEN = Path(__file__).parent / "golden"
RUNNER = CliRunner()


def run(*words):
    return RUNNER.invoke(app, [str(word) for word in words], catch_exceptions=False)


def refused(*words) -> str:
    with pytest.raises(InputError) as caught:
        run(*words)
    return str(caught.value)


def test_play_prints_the_meeting():
    result = run("play", "--players", 2, "--seed", 4, "--meeting", 1)
    assert result.exit_code == 0
    assert result.stdout == str(ticket.play(players=2, seed=4, meeting=1)) + "\n"
    assert result.stderr == ""


def test_play_takes_every_option():
    result = run(
        "play", "--players", 2, "--seed", 4, "--races", 6, "--style", "steeplechase", "--river", 7, "--hidden", "--cards", 3,
        "--photo", "rail", "--by", "random", "--by", "look-ahead",
    )  # fmt: skip
    expected = ticket.play(
        2, 4, races=6, style="steeplechase", river=7, hidden=True, cards=3, photo="rail", by=["random", "look-ahead"]
    )
    assert result.stdout == str(expected) + "\n"
    choice = run("play", "--players", 2, "--seed", 4, "--style", "choice", "--open")
    assert choice.stdout == str(ticket.play(2, 4, style=None)) + "\n"


def test_play_as_csv_and_json_holds_the_rows_and_nothing_else():
    rows = ticket.play(2, 4).rows()
    found = run("play", "--players", 2, "--seed", 4, "--format", "csv")
    read = list(csv.DictReader(io.StringIO(found.stdout)))
    assert tuple(read[0]) == RESULT_COLUMNS
    assert [[row[name] for name in RESULT_COLUMNS] for row in read] == [
        ["" if cell is None else str(cell) for cell in row.values()] for row in rows
    ]
    assert json.loads(run("play", "--players", 2, "--seed", 4, "--format", "json").stdout) == rows


def test_play_without_a_seed_says_which_it_took():
    result = run("play", "--players", 2, "--format", "csv")
    seed = int(result.stderr.removeprefix("seed "))
    assert run("play", "--players", 2, "--format", "csv", "--seed", seed).stdout == result.stdout


def test_a_log_is_written_and_replayed(tmp_path):
    log = tmp_path / "log.csv"
    played = run("play", "--seed", 7, "--log", log, "--format", "csv")
    assert played.stderr == f"log: {log}\n"
    assert log.read_text("utf-8") == (GOLDEN / "flat.csv").read_text("utf-8")
    assert run("play", "--replay", log, "--format", "csv").stdout == played.stdout
    assert refused("play", "--seed", 7, "--log", log).endswith("allowed a new file, or --force to write over it")
    assert run("play", "--seed", 8, "--log", log, "--force").exit_code == 0
    assert log.read_text("utf-8") != (GOLDEN / "flat.csv").read_text("utf-8")


def test_a_replay_takes_no_option_that_the_log_holds():
    found = refused("play", "--replay", GOLDEN / "flat.csv", "--seed", 7, "--style", "flat")
    assert found.startswith("--replay: found 'also --seed, --style'")


def test_simulate(tmp_path):
    expected = ticket.simulate(20, players=2, seed=3)
    found = run("simulate", "--meetings", 20, "--players", 2, "--seed", 3)
    assert found.stdout == str(expected) + "\n"
    assert found.stderr.startswith("20 meetings in ")
    rows = run("simulate", "--meetings", 20, "--players", 2, "--seed", 3, "--format", "json").stdout
    assert json.loads(rows) == expected.rows()
    out = tmp_path / "styles.csv"
    run("simulate", "--meetings", 20, "--players", 2, "--seed", 3, "--format", "csv", "--out", out)
    assert out.read_text("utf-8").splitlines()[0] == ",".join(COLUMNS)


def test_tables_are_copied_and_used(tmp_path):
    own = tmp_path / "own"
    assert run("tables", own).exit_code == 0
    assert sorted(path.name for path in own.iterdir()) == [
        "cards.csv",
        "marks.csv",
        "points.csv",
        "starts.csv",
        "track.csv",
    ]
    same = run("play", "--seed", 7, "--players", 2, "--tables", own)
    assert same.stdout == run("play", "--seed", 7, "--players", 2).stdout
    (own / "track.csv").write_text("rows,lanes,rail,source\n10,7,up,ours\n", "utf-8")
    assert refused("play", "--tables", own) == f"{own}/track.csv:2:rail: found 'up', allowed one of left, right"
    assert refused("tables", own) == f"{own}: found 'it exists', allowed a new folder"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", "--players", 9), "players: found 9, allowed 2 to 6"),
        (("play", "--races", 5), "races: found 5, allowed 3 or 6 with 3 players"),
        (
            ("play", "--style", "trot"),
            "--style: found 'trot', allowed one of flat, obstacle, steeplechase, harness, choice",
        ),
        (("play", "--photo", "coin"), "photo: found 'coin', allowed one of cards, rail"),
        (("play", "--by", "chance"), "by: found 'chance', allowed one of random, look-ahead"),
        (("play", "--seed", "-1"), "seed: found -1, allowed a whole number, 0 or more"),
        (("play", "--replay", "/no/such/log.csv"), "/no/such/log.csv: found 'No such file or directory'"),
        (("simulate", "--meetings", 0), "meetings: found 0, allowed a whole number, 1 or more"),
    ],
)
def test_faults_are_input_errors(words, message):
    assert refused(*words).startswith(message)


def test_every_verb_has_help():
    for verb in ("play", "simulate", "tables"):
        assert run(verb, "--help").exit_code == 0
