"""Files that the command writes: whole or not at all, and nothing written over without --force."""

import os

import pytest
import topstretch as ts
from topstretch import console

from command.running import done, refused, run

RACE = "champagne-2009"


def test_out_writes_what_stdout_would_have_had(tmp_path):
    for form in ("text", "csv", "json"):
        out = tmp_path / f"race.{form}"
        outcome = run("play", RACE, "--seed", 7, "--format", form, "--out", out)
        assert (outcome.status, outcome.out, outcome.err) == (0, "", "")
        assert out.read_bytes().decode() == done("play", RACE, "--seed", 7, "--format", form)


@pytest.mark.parametrize("option", ["--out", "--dice-log"])
def test_nothing_is_written_over(option, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("mine")
    assert refused("play", RACE, "--seed", 7, option, path) == [
        f"{path}: found 'an existing file', allowed a new file, or --force to write over it"
    ]
    assert path.read_text() == "mine"
    assert run("play", RACE, "--seed", 7, option, path, "--force").status == 0
    assert path.read_text() != "mine"
    assert [item.name for item in tmp_path.iterdir()] == ["mine.csv"]


@pytest.mark.parametrize("arguments", [("odds", RACE, "--seed", 1, "--out"), ("card", "new")])
def test_nothing_is_written_over_by_other_verbs(arguments, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("mine")
    assert refused(*arguments, path)[0].startswith(f"{path}: found 'an existing file'")
    assert path.read_text() == "mine"
    assert run(*arguments, path, "--force").status == 0
    assert path.read_text() != "mine"


def test_an_existing_file_is_told_before_a_person_is_asked(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("mine")
    outcome = run("play", RACE, "--dice", "ask", "--dice-log", path)
    assert outcome.status == 2
    assert "red and white" not in outcome.err


def test_a_folder_that_is_not_there_is_told_before_a_person_is_asked(tmp_path):
    outcome = run(
        "play", RACE, "--dice", "ask", "--odds", "none", "--dice-log", tmp_path / "none" / "log.csv", stdin="3 4\n" * 20
    )
    assert outcome.status == 2
    assert "red and white" not in outcome.err


def test_a_folder_instead_of_a_file(tmp_path):
    for force in ((), ("--force",)):
        assert refused("play", RACE, "--seed", 7, "--out", tmp_path, *force) == [
            f"{tmp_path}: found 'a folder', allowed a file name"
        ]


def test_a_folder_that_is_not_there(tmp_path):
    path = tmp_path / "none" / "out.csv"
    for option in ("--out", "--dice-log"):
        assert refused("play", RACE, "--seed", 7, option, path) == [
            f"{path}: found 'no such folder', allowed a file in a folder that is there"
        ]
    assert not path.parent.exists()


def test_where_one_of_two_files_cannot_be_written_neither_is(tmp_path):
    log = tmp_path / "log.csv"
    refused("play", RACE, "--seed", 7, "--dice-log", log, "--out", tmp_path / "none" / "out.txt")
    assert not log.exists()


@pytest.mark.parametrize("force", [(), ("--force",)])
def test_the_same_file_for_both_is_refused_and_nothing_is_written(force, tmp_path):
    path = tmp_path / "both.csv"
    refused("play", RACE, "--seed", 7, "--dice-log", path, "--out", path, *force)
    assert not path.exists()


@pytest.mark.parametrize("name", ["x" * 300, "x" * 250])
def test_a_long_file_name(name, tmp_path):
    outcome = run("play", RACE, "--seed", 7, "--out", tmp_path / name)
    if len(name) > 255:
        assert outcome.status == 2
        assert "Traceback" not in outcome.err
    else:  # a name that the system allows
        assert (outcome.status, outcome.err) == (0, "")


def test_what_goes_wrong_while_writing_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "mine.csv"
    path.write_text("mine")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert refused("play", RACE, "--seed", 7, "--out", path, "--force") == [
        f"{path}: found 'No space left on device', allowed a file that can be written"
    ]
    assert path.read_text() == "mine"
    refused("play", RACE, "--seed", 7, "--out", tmp_path / "new.csv")
    assert [item.name for item in tmp_path.iterdir()] == ["mine.csv"]


def test_a_file_that_comes_up_meanwhile_is_kept(tmp_path, monkeypatch):
    path = tmp_path / "mine.csv"
    real = os.fsync

    def meanwhile(descriptor):
        path.write_text("theirs")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    assert refused("play", RACE, "--seed", 7, "--out", path)[0].startswith(f"{path}: found 'an existing file'")
    assert path.read_text() == "theirs"
    assert [item.name for item in tmp_path.iterdir()] == ["mine.csv"]


def test_where_the_disk_has_no_hard_links_a_new_file_is_still_written(tmp_path, monkeypatch):
    def no_links(source, target):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "out.txt"
    assert run("play", RACE, "--seed", 7, "--out", path).status == 0
    assert path.read_text() == done("play", RACE, "--seed", 7)


def test_what_is_no_plain_file_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    refused("play", RACE, "--seed", 7, "--out", pipe, "--force")
    assert not pipe.is_file()


def test_a_written_file_has_the_rights_of_any_new_file(tmp_path):
    path, other = tmp_path / "out.txt", tmp_path / "other.txt"
    done("play", RACE, "--seed", 7, "--out", path)
    other.write_text("")
    assert path.stat().st_mode == other.stat().st_mode


def test_a_blank_card_can_be_written_filled_in_checked_and_run(tmp_path):
    path = tmp_path / "card.csv"
    outcome = run("card", "new", path)
    assert (outcome.status, outcome.out) == (0, "")
    assert "topstretch card check" in outcome.err
    assert refused("card", "check", path) == [f"{path}: found 0 runners, allowed 2 to 24 runners"]
    names = path.read_text().splitlines()[-1].split(",")
    rows = [dict(zip(CELLS, values)) for values in ((1, "Alpha", "Ann", 20), (2, "Beta", "Bob", 18))]
    with path.open("a") as file:
        for row in rows:
            file.write(",".join(str({**RATED, **row}.get(name, "")) for name in names) + "\n")
    assert f"{path}: 2 runners; no faults" in done("card", "check", path)
    assert "Alpha" in done("play", path, "--seed", 1)


CELLS = ("post", "horse", "jockey", "power")
RATED = {
    "range_low": 7, "range_high": 9, "wet": 0, "pace": 4, "form": "C", "class": 0, "speed": 0, "trip": 0, "wire": 5, "ride": 0,
    "trouble": 7,
}  # fmt: skip


def test_write_whole_in_the_current_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    console.write_whole(console.Path("here.txt"), "whole")
    assert (tmp_path / "here.txt").read_text() == "whole"
    assert ts.race_ids()
