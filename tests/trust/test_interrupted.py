"""Files that the command writes: never over another without --force, whole or not at all, even if it is killed."""

import re
from pathlib import Path

import pytest
import typer
from topstretch import cli, console

from command.running import refused, run
from trust.file_cards import FACTS
from trust.file_kills import COMMANDS, OLD, TEMPORARY, kill_some, killed_at, state

RACE = "champagne-2009"
SMALL_RACE = "seabiscuit-war-admiral"
# Every option that writes a file: the command, with what it needs to be quick, and the option (empty: an argument).
WRITERS: dict[tuple[str, str], tuple[object, ...]] = {
    ("play", "--out"): (RACE, "--seed", 7),
    ("play", "--dice-log"): (RACE, "--seed", 7),
    ("odds", "--out"): (RACE, "--seed", 7),
    ("simulate", "--out"): (RACE, "--seed", 7, "--races", 100),
    ("exact", "--out"): (SMALL_RACE,),
    ("compare", "--out"): (RACE, RACE, "--seed", 7, "--races", 100),
    ("card new", ""): (),
    ("charts realism", "--out"): ("--races", 1000, "--cards", 1),
    ("horses", "--out"): (),
    ("jockeys", "--out"): (),
    ("rate", "--out"): ("--blank",),
    ("sense", "--out"): ("--kind", "career", "--blocks", 1),
    ("scratch play", "--out"): ("--seed", 7),
    ("scratch play", "--log"): ("--seed", 7),
    ("scratch simulate", "--out"): ("--seed", 7, "--races", 100),
    ("scratch sessions", "--out"): ("--seed", 7, "--sessions", 10),
    ("scratch exact", "--out"): ("--scratched", "7,6,8,5"),
    ("ticket play", "--out"): ("--seed", 7),
    ("ticket play", "--log"): ("--seed", 7),
    ("ticket simulate", "--out"): ("--seed", 7, "--meetings", 2),
}
FOLDERS = ("charts copy", "ticket tables")  # these write a new folder, and have no --force
SLOW = ("charts realism", "sense")  # seconds each: that they refuse is tested, not what they write
MISSED = 3  # the status of `charts realism` and `sense` where a row is missed


def writing(command, options, path):
    """The arguments of a command that writes a file."""
    name, option = command
    return (*name.split(), *WRITERS[command], *((option, path) if option else (path,)), *options)


def commands(group, words=()):
    """Every command with its words."""
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*words, name))
        else:
            yield " ".join((*words, name)), command


def test_every_option_that_writes_is_in_the_table():
    found = set()
    for name, command in commands(typer.main.get_command(cli.app)):
        for parameter in command.params:
            text = getattr(parameter, "help", "") or ""
            if text.startswith(("Write", "The file to write")) and not getattr(parameter, "is_flag", False):
                found.add((name, parameter.opts[0] if parameter.opts[0].startswith("--") else ""))
            if "new folder" in text.lower():
                assert name in FOLDERS
                found.add((name, ""))
    assert found == {*WRITERS, *((name, "") for name in FOLDERS)}


@pytest.mark.parametrize("command", WRITERS, ids=" ".join)
def test_an_existing_file_is_kept(command, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("mine")
    assert refused(*writing(command, (), path)) == [
        f"{path}: found 'an existing file', allowed a new file, or --force to write over it"
    ]
    assert path.read_text() == "mine"
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "nowhere.csv")
    if command[0] not in SLOW:
        assert refused(*writing(command, (), link))
    assert sorted(item.name for item in tmp_path.iterdir()) == ["link.csv", "mine.csv"]


@pytest.mark.parametrize("command", [one for one in WRITERS if one[0] not in SLOW], ids=" ".join)
def test_with_force_it_is_the_whole_new_one(command, tmp_path):
    path, new = tmp_path / "mine.csv", tmp_path / "new.csv"
    path.write_text(OLD)
    assert run(*writing(command, (), new)).status == 0
    assert run(*writing(command, ("--force",), path)).status == 0
    # A blank card's note names the file; what is written does not.
    assert path.read_bytes() == new.read_bytes() != OLD.encode()
    assert sorted(item.name for item in tmp_path.iterdir()) == ["mine.csv", "new.csv"]


def test_of_two_files_neither_is_written_where_one_exists(tmp_path):
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("mine")
    for command in (("play", RACE, "--seed", 7), ("scratch", "play", "--seed", 7), ("ticket", "play", "--seed", 7)):
        log = "--dice-log" if command[0] == "play" else "--log"
        for options in ((log, new, "--out", old), (log, old, "--out", new)):
            refused(*command, *options)
            assert old.read_text() == "mine"
            assert not new.exists()


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_that_holds_something_is_kept(name, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "form.csv").write_text("mine")
    assert refused(*name.split(), folder)[0].startswith(f"{folder}: found ")
    assert [item.read_text() for item in folder.iterdir()] == ["mine"]
    assert [item.name for item in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize("name", FOLDERS)
@pytest.mark.parametrize("folder", ["x" * 300, "x" * 5000])
def test_a_folder_name_that_cannot_be(name, folder, tmp_path):
    assert refused(*name.split(), tmp_path / folder)[0].endswith("allowed a file name")


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_name_in_another_encoding(name, tmp_path):
    folder = tmp_path / "caf\udce9 \x1b[31m"
    outcome = run(*name.split(), folder)
    assert outcome.status == 0
    assert outcome.err.isprintable() or outcome.err.rstrip("\n").isprintable()
    assert any(folder.iterdir())


# Killed


def kill_everywhere(action, check):
    """Kill an action before each line of what writes, one after the other, and check what is left each time."""
    for line in range(1, 200):
        came_so_far = killed_at(line, action)
        check()
        if not came_so_far:
            return line - 1
    raise AssertionError("it never ends")


def test_a_killed_write_leaves_the_old_file_or_the_whole_new_one(tmp_path):
    path, seen = tmp_path / "mine.txt", set()
    text = "new\n" * 5000

    def check():
        seen.add(state(path, text.encode()))
        path.write_text(OLD)

    path.write_text(OLD)
    lines = kill_everywhere(lambda: console.write_whole(path, text, force=True), check)
    assert lines > 10
    assert seen == {"old", "new"}
    assert {item.name for item in tmp_path.iterdir() if not item.match(TEMPORARY)} == {"mine.txt"}
    console.write_whole(path, text, force=True)  # what was left behind is in nobody's way
    assert path.read_text() == text


def test_a_killed_write_of_a_new_file_leaves_none_or_the_whole_one(tmp_path):
    path, seen = tmp_path / "new.txt", set()

    def check():
        seen.add(path.read_text() if path.exists() else None)
        path.unlink(missing_ok=True)

    kill_everywhere(lambda: console.write_whole(path, "whole\n"), check)
    assert seen == {None, "whole\n"}


@pytest.mark.parametrize("name", FOLDERS)
def test_a_killed_copy_leaves_no_folder_or_the_whole_one(name, tmp_path):
    folder, whole = tmp_path / "mine", tmp_path / "whole"
    assert run(*name.split(), whole).status == 0
    files = {item.name: len(item.read_bytes()) for item in whole.iterdir() if item.name != "README.md"}
    seen = set()

    def check():
        found = {item.name: len(item.read_bytes()) for item in folder.iterdir()} if folder.exists() else {}
        found.pop("README.md", None)
        assert found in ({}, files)
        seen.add(len(found))
        for item in folder.iterdir() if folder.exists() else ():
            item.unlink()
        if folder.exists():
            folder.rmdir()

    assert kill_everywhere(lambda: run(*name.split(), folder), check) > len(files)
    assert seen == {0, len(files)}
    assert run(*name.split(), folder).status == 0


def test_a_killed_command_leaves_the_old_file_or_the_whole_new_one(monkeypatch):
    monkeypatch.setattr("trust.file_kills.COMMANDS", {"card new": COMMANDS["card new"]})
    kills = kill_some(4, seed=1)
    assert {kill.found for kill in kills} <= {"old", "new"}
    assert sum(kill.litter for kill in kills) > 0  # killed in the middle of the write, too


def test_a_writer_that_is_not_whole_is_noticed(tmp_path, monkeypatch):
    def in_place(path, text, *, force=False):
        with path.open("w") as file:
            for part in re.findall(r".{1,1000}", text, re.DOTALL):
                file.write(part)
                file.flush()

    monkeypatch.setattr(console, "write_whole", in_place)
    monkeypatch.setattr("trust.file_kills.WRITERS", (in_place.__code__,))
    path, seen = tmp_path / "mine.txt", set()
    path.write_text(OLD)
    kill_everywhere(
        lambda: console.write_whole(path, "new\n" * 1000), lambda: seen.add(state(path, ("new\n" * 1000).encode()))
    )
    assert "" in seen


def test_rating_from_a_file_with_an_odd_name_writes_cards_that_can_be_read(tmp_path):
    facts = tmp_path / 'facts, "mine"\n=1+1.csv'
    facts.write_text(FACTS, encoding="utf-8")
    out = tmp_path / "cards.csv"
    assert run("rate", facts, "--out", out).status == 0
    from topstretch.rosters import horse_cards

    assert len(horse_cards(out)) == 12
    assert not any(line.startswith("=") for line in Path(out).read_text().splitlines())
