"""Bad files, the fast part: every input that failed once, some thousand fresh ones, and planted defects to be noticed."""

import subprocess
import sys
import time
import warnings
import zlib
from pathlib import Path

import pytest
import topstretch as ts
from topstretch import card_files, chart_checks, columns
from topstretch.errors import InputError, TopstretchError, fault

from trust import file_commands, files
from trust.file_judge import FAILED, REFUSED, REFUSED_IN_USE, USED, judge, kept, minimised, same_problem
from trust.file_kind import SMALL
from trust.file_kinds import kinds
from trust.files import CASES, input_of, keep_failures, run, section
from trust.mutating import LEVELS, plain

FRESH = 2_500
COMMANDS = 150
SEED = 20_261_130
CASE_FILES = sorted(CASES.glob("*--*"))


@pytest.fixture
def card(tmp_path):
    """A judge of one good race card."""
    kind = kinds()["race-card"]

    def judged(seconds=5.0, **options):
        return judge(kind, plain(kind.goods[0]), tmp_path, seconds=seconds, **options)

    return judged


@pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: path.stem)
def test_what_failed_once_does_not_fail_again(path, tmp_path):
    kind = kinds()[path.name.partition("--")[0]]
    verdict = judge(kind, path.read_bytes(), tmp_path, thorough=True, seconds=20)
    assert not verdict.problem


def test_there_are_cases():
    assert len(CASE_FILES) >= 5


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.name)
def test_a_good_file_is_read_and_used(kind, tmp_path):
    for good in kind.goods:
        assert judge(kind, plain(good), tmp_path, seconds=20).outcome == USED


def test_fresh_inputs():
    tally = run(SEED, range(FRESH))
    assert tally.failures == []
    assert {name for name, _ in tally.outcomes} == set(kinds())
    assert {name for name, outcome in tally.outcomes if outcome == REFUSED} == set(kinds())
    assert {name for name, outcome in tally.outcomes if outcome == USED} == set(kinds())
    assert {level for level, _ in tally.levels} == {*LEVELS, files.SWAPPED, files.AS_IT_IS}
    assert tally.of(USED) > FRESH / 8
    assert tally.of(REFUSED_IN_USE) > FRESH / 100
    text = section(tally, SEED, FRESH, 1, 1.0)
    assert "**0 failed**" in text
    assert f"{tally.of(USED):,} were read and used" in text


def test_an_input_is_named_by_seed_and_number():
    first = [input_of(3, number).data for number in range(100)]
    assert first == [input_of(3, number).data for number in range(100)]
    assert len({zlib.crc32(data) for data in first}) > 95
    assert first != [input_of(4, number).data for number in range(100)]


def test_the_command_ends_well_or_says_what_is_wrong(tmp_path):
    ended = file_commands.run_some(SEED, range(COMMANDS))
    assert ended.failures == []
    assert min(ended.of(USED), ended.of(REFUSED)) > COMMANDS / 20


# The fuzzer sees


def broken(error):
    """A function that fails."""

    def fail(*arguments, **options):
        raise error

    return fail


def hang(*arguments, **options):
    while True:
        time.sleep(0.001)


def warn(*arguments, **options):
    warnings.warn("overflow", RuntimeWarning, stacklevel=2)
    return {}


def grow(*arguments, **options):
    return [bytearray(2**20) for _ in range(260)] and {}


UNSEEN = [
    (broken(ValueError("x")), "ValueError"),
    (broken(KeyError("x")), "KeyError"),
    (broken(OverflowError("x")), "OverflowError"),
    (broken(RecursionError("x")), "RecursionError"),
    (broken(MemoryError()), "MemoryError"),
    (broken(columns.Refused("x")), "Refused"),
    (warn, "RuntimeWarning"),
    (hang, "late"),
    (broken(fault("distance", "x", "y")), "message without a place"),
    (broken(fault("", "x", "y")), "message without a place"),
    (broken(TopstretchError("no place")), "message of a TopstretchError"),
    (broken(InputError([])), "message of unprintable lines"),
    (broken(TopstretchError("card.csv:1:\x1b[31m")), "message of unprintable lines"),
    (broken(fault("x", 5, "y" * 3000)), "message of a line of"),
]


@pytest.mark.parametrize(("planted", "problem"), UNSEEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_planted_defect_of_a_reader_is_noticed(planted, problem, card, monkeypatch):
    assert card().outcome == USED
    monkeypatch.setattr(card_files, "read_head", planted)
    verdict = card(seconds=0.2)
    assert verdict.outcome == FAILED
    assert verdict.problem.startswith(problem)


def test_a_planted_defect_of_what_is_done_with_the_file_is_noticed(card, monkeypatch):
    monkeypatch.setattr(ts.RaceCard, "adjusted_power", broken(ZeroDivisionError("x")))
    assert card(thorough=True).problem.startswith("ZeroDivisionError rules/runners.py:of")


def test_a_file_that_is_written_otherwise_than_read_is_noticed(card, monkeypatch):
    real = card_files.card_csv
    monkeypatch.setattr(card_files, "card_csv", lambda card: real(card).replace("fast", "sloppy"))
    assert "another card read again" in card(thorough=True).problem
    monkeypatch.setattr(card_files, "card_csv", lambda card: real(card).replace("fast", "fa\0st"))
    assert "what was written is not read again" in card(thorough=True).problem


def test_memory_is_noticed():
    script = """
from pathlib import Path; import tempfile
from trust import test_files
from topstretch import card_files
from trust.file_judge import judge
from trust.file_kind import SMALL
from trust.file_kinds import kinds
from trust.mutating import plain
kind = kinds()["race-card"]
real = card_files.read_head
def large(table):
    kept = [bytearray(2**20) for _ in range(260)]
    return real(table)
card_files.read_head = large
print(judge(kind, plain(kind.goods[0]), Path(tempfile.mkdtemp()), seconds=20).problem)
"""
    assert in_a_process(script).startswith("memory 2")


def in_a_process(script, *arguments):
    """What a script prints in a process of its own."""
    paths = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]
    made = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {paths}\n{script}", *arguments],
        capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    return made.stdout


def test_a_rare_planted_defect_is_found_made_smaller_and_kept(monkeypatch, tmp_path):
    def rare(table):
        if any(row["13 or more"] == "E" and row["2-5"] == "Fav" for row in table.rows):
            raise KeyError("13 or more")

    monkeypatch.setitem(chart_checks.CHECKS, "odds_codes", rare)
    numbers = [number for number in range(6000) if input_of(SEED, number).kind.name == "chart-odds_codes"]
    tally = run(SEED, numbers)
    assert 0 < len(tally.failures) < len(numbers) / 4
    assert {problem.split(":")[0] for _, _, problem in tally.failures} == {"KeyError chart_checks.py"}
    for path in keep_failures(SEED, tally, tmp_path):
        assert path.name.startswith("chart-odds_codes--keyerror")
        assert len(path.read_bytes().splitlines()) <= 3
        (tmp_path / "again").mkdir(exist_ok=True)
        assert judge(kinds()["chart-odds_codes"], path.read_bytes(), tmp_path / "again").outcome == FAILED
    assert 1 <= len(list(tmp_path.glob("*--*"))) <= files.MOST_KEPT


def test_what_is_made_smaller_fails_at_the_same_place(monkeypatch, tmp_path):
    kind = kinds()["jockeys"]
    monkeypatch.setattr(
        "topstretch.rosters.jockeys_in", lambda table: 1 / 0 if "Al Snider" in [r["name"] for r in table.rows] else []
    )
    data = plain(kind.goods[0])
    verdict = judge(kind, data, tmp_path)
    smaller = minimised(kind, data, verdict)
    assert b"Al Snider" in smaller
    assert len(smaller) < len(data) / 5
    assert same_problem(verdict, judge(kind, smaller, tmp_path))
    assert kept(kind, smaller, verdict.problem, tmp_path).read_bytes() == smaller


# Large files

LARGE = """
import time
from pathlib import Path
import topstretch as ts
from trust.file_judge import forget_peak, peak
from topstretch.scratch.replaying import ReplayLog
CARD = b"# distance: 8\\n# surface: dirt\\npost,horse,jockey\\n"
LOG = b"roll,post,horse,red,white\\n"
MOST = 19_999_000
INPUTS = [
    (ts.ReplayDice, LOG + b"x\\n" * (MOST // 2)),
    (ts.ReplayDice, LOG + b"x\\n" * 149_000),
    (ts.ReplayDice, LOG + b"\\n" * MOST),
    (ts.ReplayDice, b",".join([LOG[:-1], *(b"%d" % i for i in range(140_000))]) + b"\\n"),
    (ts.load_race, b"# x: y\\n" * (MOST // 7)),
    (ts.load_race, CARD + b"".join(b"%d,Horse %d,Someone\\n" % (i % 99 + 1, i) for i in range(100_000))),
    (ts.load_race, CARD[:-1] + b"," * MOST),
    (ts.load_race, CARD + b'"' + b"x\\n" * 70_000),
    (ts.load_race, CARD + "\\U0001f3c7".encode() * (MOST // 5)),
    (ts.load_race, CARD + b"1,x,y\\n" * (MOST // 6)),
    (ReplayLog, b"race,kind,number,ticket,red,white\\n" + b"".join(b"%d,card,1,7,,\\n" % i for i in range(1, 149_000))),
    (ts.ReplayDice, b",".join([LOG[:-1], *(b"c%d" % i for i in range(195))]) + b"\\n" + (b"xy," * 199 + b"z\\n") * 4_990),
    (ts.ReplayDice, LOG + "\\U0001f3c7".encode() + b"xy," * (MOST // 3 - 20)),
]
path = Path(sys.argv[1])
for read, content in INPUTS:
    path.write_bytes(content)
    start, before = time.process_time(), forget_peak()
    try:
        read(path)
        lines = 0
    except ts.InputError as error:
        lines = str(error).count("\\n") + 1
    memory = (peak() - before) >> 20
    print(read.__name__, lines, memory, round(time.process_time() - start, 1))
"""


def test_a_large_file_takes_seconds_and_little_memory_and_is_answered_briefly(tmp_path):
    lines = in_a_process(LARGE, str(tmp_path / "large.csv")).splitlines()
    assert len(lines) == LARGE.count("    (")
    for line in lines:
        _, faults, memory, seconds = line.split()
        assert int(faults) <= columns.MOST_FAULTS + 1, line
        assert int(memory) < 200, line
        assert float(seconds) < 10, line


RIDERS = "name,ride,trouble,source\nAnn,0,7,\nBob,0,7,\n"
LIMITS = {  # what RIDERS needs, how much more with a line end of two characters, and the message where it is one less
    "MAX_LINES": (3, 0, ":3: found '3 lines', allowed at most {}"),
    "MAX_CELLS": (12, 0, ":3: found 'more cells', allowed at most {} cells in a file"),
    "LONGEST_ROW": (25, 1, ":1: found 'a longer row', allowed rows of at most {} characters"),
    "MAX_BYTES": (43, 3, ": found 'more than {0} bytes', allowed at most {0} bytes"),
}


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("limit", LIMITS)
def test_a_file_at_a_limit_is_read_and_one_beyond_it_is_refused(limit, end, tmp_path, monkeypatch):
    path = tmp_path / "riders.csv"
    path.write_text(RIDERS.replace("\n", end), newline="")
    needed, more, message = LIMITS[limit]
    needed += more * (len(end) - 1)
    monkeypatch.setattr(columns, limit, needed)
    assert list(ts.load_jockeys(path)) == ["Ann", "Bob"]
    monkeypatch.setattr(columns, limit, needed - 1)
    with pytest.raises(ts.InputError) as error:
        ts.load_jockeys(path)
    assert str(error.value) == f"{path}{message.format(needed - 1)}"


def test_a_quoted_line_end_does_not_hide_a_long_row(tmp_path, monkeypatch):
    path = tmp_path / "riders.csv"
    path.write_text(RIDERS + '"a\n' + "b\n" * 20 + '",0,7,\n')
    monkeypatch.setattr(columns, "LONGEST_ROW", 30)
    with pytest.raises(
        ts.InputError, match=r"riders.csv:4: found 'a longer row', allowed rows of at most 30 characters"
    ):
        ts.load_jockeys(path)


def test_reading_stops_at_many_faults_and_says_so(tmp_path, monkeypatch):
    path = tmp_path / "riders.csv"
    path.write_text("name,ride,trouble,source\n" + "Ann,9,1,\n" * 10)
    monkeypatch.setattr(columns, "MOST_FAULTS", 5)
    with pytest.raises(ts.InputError) as error:
        ts.load_jockeys(path)
    lines = str(error.value).splitlines()
    assert [line.removeprefix(f"{path}:").split(":")[0] for line in lines] == ["2", "2", "3", "3", "4", "4"]
    assert lines[-1] == f"{path}:4: found '5 faults', allowed fewer: what comes after them was not read"


@pytest.mark.parametrize(
    ("name", "title"),
    [("Derby", "Derby"), ("\x1b[31m", "\\x1b[31m"), (" ", " .csv"), ("\u202ex", "\\u202ex"), ("x" * 250, "x" * 200)],
)
def test_a_card_without_a_name_has_its_files_fit_to_be_printed(name, title, tmp_path):
    path = tmp_path / f"{name}.csv"
    path.write_text(card_files.card_csv(SMALL[1]).replace("# race: Test", "# race: "))
    assert ts.load_race(path).name == title
