"""The verbs of `topstretch scratch`."""

import csv
import io
import json
import subprocess
import sys

import pytest
from topstretch.errors import InputError
from topstretch.scratch import exact, play, simulate, simulate_sessions
from topstretch.scratch.command import app
from typer.testing import CliRunner


def run(*arguments):
    """What a verb writes on stdout and on stderr."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout, result.stderr


def cells(text):
    """A CSV as lists of texts, header first."""
    return list(csv.reader(io.StringIO(text)))


def test_play_prints_the_session() -> None:
    out, err = run("play", "--players", 3, "--races", 2, "--seed", 7, "--money", 90, "--fee", 2, "--session", 5)
    assert out == str(play(3, 2, 7, 90, 2, session=5))
    assert err == ""


def test_play_csv_and_json_hold_the_frames_rows() -> None:
    rows = play(seed=7, races=2, fee_per_ticket=True).rows()
    options = ("--seed", 7, "--races", 2, "--fee-per-ticket", "--format")
    assert json.loads(run("play", *options, "json")[0]) == rows
    assert cells(run("play", *options, "csv")[0]) == [list(rows[0])] + [[str(v) for v in row.values()] for row in rows]


def test_play_without_a_seed_says_which_was_taken() -> None:
    out, err = run("play", "--format", "csv")
    assert err.startswith("seed ")
    assert run("play", "--format", "csv", "--seed", err.split()[1]) == (out, "")


def test_a_log_that_is_written_is_replayed(tmp_path) -> None:
    log = tmp_path / "log.csv"
    out, _ = run("play", "--seed", 7, "--log", log, "--format", "csv")
    assert run("play", "--replay", log, "--format", "csv") == (out, "")
    assert play(log=log) == play(seed=7)


def test_simulate_writes_its_tables() -> None:
    result = simulate(200, seed=7, players=3)
    options = ("--races", 200, "--seed", 7, "--players", 3)
    assert run("simulate", *options) == (str(result), "")
    assert json.loads(run("simulate", *options, "--format", "json")[0]) == result.rows()
    for table, rows in (
        ("horses", result.rows()),
        ("summary", result.summary_rows()),
        ("players", result.player_rows()),
    ):
        assert json.loads(run("simulate", *options, "--format", "json", "--table", table)[0]) == rows
        text = run("simulate", *options, "--table", table)[0]
        assert text.split()[: len(rows[0])] == list(rows[0])


def test_sessions_writes_its_tables() -> None:
    result = simulate_sessions(100, 5, 7, 3, 60, 2)
    options = ("--sessions", 100, "--races", 5, "--seed", 7, "--players", 3, "--money", 60, "--fee", 2)
    assert run("sessions", *options) == (str(result), "")
    for table, rows in (("players", result.rows()), ("lengths", result.length_rows())):
        assert json.loads(run("sessions", *options, "--format", "json", "--table", table)[0]) == rows


def test_exact_writes_its_tables() -> None:
    assert run("exact") == (str(exact()), "")
    assert run("exact", "--scratched", "7, 6,8,5", "--players", 5)[0] == str(exact((7, 6, 8, 5), players=5))
    for table, rows in (("summary", exact().summary_rows()), ("sets", exact().set_rows())):
        assert json.loads(run("exact", "--format", "json", "--table", table)[0]) == rows


def test_a_result_is_written_to_a_file_and_kept(tmp_path) -> None:
    out = tmp_path / "exact.csv"
    assert run("exact", "--format", "csv", "--out", out) == ("", "")
    assert cells(out.read_text())[0] == list(exact().rows()[0])
    with pytest.raises(InputError, match="'an existing file', allowed a new file, or --force"):
        run("exact", "--out", out)
    run("exact", "--out", out, "--force")
    assert out.read_text() == str(exact())


@pytest.mark.parametrize("verb", ["play", "simulate", "sessions", "exact"])
def test_an_existing_file_is_refused_before_any_work(verb, tmp_path, monkeypatch) -> None:
    out = tmp_path / "out"
    out.write_text("mine")
    for module, name in (
        ("playing", "play"), ("simulation", "simulate"), ("many_sessions", "simulate_sessions"), ("solver", "exact"),
    ):  # fmt: skip
        monkeypatch.delattr(f"topstretch.scratch.{module}.{name}")
    with pytest.raises(InputError, match="an existing file"):
        run(verb, "--out", out)
    assert out.read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "--players", "1"), "players: found 1, allowed a whole number from 2 to 44"),
        (("play", "--fee", "500"), "fee: found 500, allowed a whole number from 1 to 200"),
        (("play", "--replay", "none.csv"), "none.csv: found 'No such file or directory'"),
        (("simulate", "--races", "0"), "races: found 0"),
        (("sessions", "--sessions", "0"), "sessions: found 0"),
        (("exact", "--scratched", "7,7,8,9"), "scratched: found '7, 7, 8, 9', allowed 4 different horses"),
        (("exact", "--scratched", "seven"), "scratched: found 'seven', allowed 4 different horses"),
        (("exact", "--scratched", "7,,8,9"), "scratched: found '7,,8,9', allowed 4 different horses"),
    ],
)
def test_a_fault_is_an_input_error_for_the_main_program(arguments, message) -> None:
    with pytest.raises(InputError, match=message):
        run(*arguments)


def test_help_and_import_load_nothing_heavy() -> None:
    code = (
        "import sys, topstretch.scratch.command; print({'pandas', 'rich', 'matplotlib', 'jinja2'} & set(sys.modules))"
    )
    typer_alone = "import sys, typer; print({'pandas', 'rich', 'matplotlib', 'jinja2'} & set(sys.modules))"
    loaded = [subprocess.run([sys.executable, "-c", c], capture_output=True, text=True, check=True).stdout
              for c in (code, typer_alone)]  # fmt: skip
    assert loaded[0] == loaded[1]
