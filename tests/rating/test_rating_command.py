"""The verbs rate, horses, jockeys and sense, as the command mounts them."""

import csv
import io
import json

import pytest
import topstretch as ts
import typer
from topstretch import rating_command
from topstretch.locate import data_dir
from topstretch.rating_facts import blank_facts
from topstretch.rosters import load_horses
from typer.testing import CliRunner

from rating.making import PLAIN, facts_text


@pytest.fixture(scope="module")
def run():
    app = typer.Typer(pretty_exceptions_enable=False)
    for verb in (rating_command.rate, rating_command.horses, rating_command.jockeys, rating_command.sense):
        app.command()(verb)
    return lambda *arguments: CliRunner().invoke(app, list(arguments))


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_rate_makes_the_packaged_cards_from_the_packaged_facts(run):
    folder = data_dir("facts")
    files = (f"{folder}/horses.csv", "--feats", f"{folder}/feats.csv", "--honours", f"{folder}/honours.csv")
    result = run("rate", *files)
    assert result.exit_code == 0
    assert result.stdout == (data_dir("horses") / "cards.csv").read_text(encoding="utf-8")
    assert "200 cards; neutral values: " in result.stderr


def test_rate_riders_makes_the_packaged_cards(run):
    folder = data_dir("facts")
    result = run("rate", f"{folder}/jockeys.csv", "--riders", "--quotes", f"{folder}/quoted.csv")
    assert result.stdout == (data_dir("jockeys") / "cards.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize("riders", [False, True])
def test_rate_blank_writes_a_file_to_fill_in(run, riders):
    assert run("rate", "--blank", *(["--riders"] if riders else [])).stdout == blank_facts(riders=riders)


def test_rate_writes_a_file_that_loads_and_keeps_an_existing_one(run, tmp_path):
    own, out = tmp_path / "own.csv", tmp_path / "cards.csv"
    own.write_text(facts_text([PLAIN]), encoding="utf-8")
    assert run("rate", str(own), "--out", str(out)).stdout == ""
    assert list(load_horses("career", out)) == ["Plain Jane"]
    again = run("rate", str(own), "--out", str(out))
    assert isinstance(again.exception, ts.InputError)
    assert "an existing file" in str(again.exception)
    assert run("rate", str(own), "--out", str(out), "--force").exit_code == 0


def test_rate_without_a_file_says_what_is_allowed(run):
    assert "a file of facts, or --blank" in str(run("rate").exception)


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ((), lambda horse: True),
        (("--sex", "female"), lambda horse: horse.is_female),
        (("--sex", "male"), lambda horse: not horse.is_female),
        (("--surface", "turf"), lambda horse: horse.power_turf is not None),
        (("--distance", "16"), lambda horse: horse.range_low <= 16 <= horse.range_high),
        (
            ("--sex", "female", "--surface", "dirt", "--distance", "6"),
            lambda horse: horse.is_female and horse.power_dirt is not None and horse.range_low <= 6,
        ),
    ],
)
@pytest.mark.parametrize("kind", ["best-year", "career"])
def test_horses_lists_and_filters(run, options, kept, kind):
    result = run("horses", "--kind", kind, *options, "--format", "csv")
    assert [row["name"] for row in rows_of(result.stdout)] == [h.name for h in load_horses(kind).values() if kept(h)]


def test_horses_in_text_and_json_are_the_same_cards(run):
    listed = run("horses").stdout
    made = json.loads(run("horses", "--format", "json").stdout)
    assert len(made) == 100
    assert all(row["name"] in listed for row in made)
    assert all(len(line) <= 100 for line in listed.splitlines())


def test_horses_with_a_name_shows_everything_known_and_why(run):
    shown = run("horses", "man o war").stdout
    for part in ("best-year card: 1920, age 3, colt, Clarence Kummer up", "career card: age 3, colt, Johnny Loftus up",
                 "11 wins of 11 starts", "wet form not known (neutral)", "career_starts: 21", "Belmont Stakes in 2:14 1/5",
                 "margin 100: Lawrence Realization (facts)"):  # fmt: skip
        assert part in shown
    assert all(len(line) <= 100 for line in shown.splitlines())
    assert run("horses", "man o war", "--kind", "career").stdout.count(" card: ") == 1


@pytest.mark.parametrize("name", sorted(load_horses()))
def test_every_horse_can_be_shown_with_each_rating_on_a_line(run, name):
    lines = run("horses", name, "--kind", "career").stdout.splitlines()
    for rating in ("overall", "power_dirt", "power_turf", "range_low", "range_high", "wet", "pace", "form", "trip", "class",
                   "speed", "wire", "jockey"):  # fmt: skip
        assert sum(line.startswith(f"  {rating} ") for line in lines) == 1, rating


def test_horses_with_a_name_as_csv_gives_its_cards(run):
    assert [row["kind"] for row in rows_of(run("horses", "Kelso", "--format", "csv").stdout)] == ["best-year", "career"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("horses", "Secretariet"), "did you mean Secretariat?"),
        (("horses", "Kelso", "--sex", "male"), "a name, or the filters"),
        (("jockeys", "Eddy Arcaro"), "did you mean Eddie Arcaro?"),
        (("rate", "nowhere.csv"), "nowhere.csv: found"),
    ],
)
def test_a_mistake_is_answered_with_what_is_allowed(run, arguments, message):
    result = run(*arguments)
    assert isinstance(result.exception, ts.InputError)
    assert message in str(result.exception)


def test_jockeys_lists_all_and_shows_one(run):
    assert len(rows_of(run("jockeys", "--format", "csv").stdout)) == 122
    assert all(name in run("jockeys").stdout for name in ts.load_jockeys())
    shown = run("jockeys", "bill shoemaker").stdout
    for part in ("ride 2", "the rulebook says so (page 5)", "career_wins: 8833", "rides, best-year", "Gallant Man"):
        assert part in shown
    assert json.loads(run("jockeys", "bill shoemaker", "--format", "json").stdout)[0]["trouble"] == 10


def test_sense_prints_the_checks_and_its_status_tells(run):
    result = run("sense", "--blocks", "1", "--kind", "best-year", "--format", "csv")
    rows = rows_of(result.stdout)
    missed = [row["check"] for row in rows if row["result"] == "missed"]
    assert result.exit_code == (3 if missed else 0)
    assert {row["kind"] for row in rows} == {"best-year"}


def test_sense_has_status_3_where_a_check_is_missed(run, monkeypatch):
    monkeypatch.setattr("topstretch.hundred.HIGHEST", 0.01)
    result = run("sense", "--blocks", "1", "--kind", "career")
    assert result.exit_code == 3
    assert "missed" in result.stdout
