"""`topstretch play` and `odds`: results on stdout, notes on stderr, the status says how it went."""

import csv
import io
import json

import pytest
import topstretch as ts

from command.running import done, refused, run

RACE = "champagne-2009"
VERSIONS = ("quickplay", "fullplay")


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


# What play writes


@pytest.mark.parametrize("version", VERSIONS)
def test_play_prints_the_sheet_the_odds_the_result_and_the_payoffs(version):
    outcome = run("play", RACE, "--version", version, "--seed", 7)
    assert (outcome.status, outcome.err) == (0, "")
    order = [
        "Champagne Stakes",
        "Entries",
        "The race:",
        "Odds to 1, by the charts",
        "Result: final time",
        "Payoffs for $2",
    ]
    at = [outcome.out.index(part) for part in order]
    assert at == sorted(at)
    assert ("Running order" in outcome.out) is (version == "fullplay")
    assert max(len(line) for line in outcome.out.splitlines()) <= 100


def test_play_is_quickplay_unless_said_otherwise():
    assert done("play", RACE, "--seed", 7) == done("play", RACE, "--version", "quickplay", "--seed", 7)
    assert "Quickplay; seed 7, race 0" in done("play", RACE, "--seed", 7)


def test_play_is_the_librarys_race_of_that_seed_and_number():
    sheet = ts.play(RACE, seed=7, race=123_456, version="fullplay")
    odds = ts.odds(RACE, seed=7, race=123_456)
    text = done("play", RACE, "--version", "fullplay", "--seed", 7, "--race", 123_456)
    for line in sheet.lines:
        row = next(row for row in text.partition("The race:")[2].splitlines() if line.horse in row)
        assert str(line.figure) in row.split()
    for line in odds.lines:
        assert any({line.horse.split()[0], line.text} <= set(row.split()) for row in text.splitlines())
    assert "seed 7, race 123456" in text


def test_without_a_seed_the_sheet_says_which_it_took():
    first = done("play", RACE)
    seed = first.partition("seed ")[2].partition(",")[0]
    assert done("play", RACE, "--seed", seed) == first


def test_without_a_seed_csv_and_json_can_be_run_again_too():
    outcome = run("play", RACE, "--format", "csv")
    assert "seed" in outcome.err
    seed = outcome.err.partition("seed ")[2].split()[0].strip(",;.")
    assert done("play", RACE, "--format", "csv", "--seed", seed) == outcome.out


@pytest.mark.parametrize("version", VERSIONS)
def test_csv_and_json_are_the_frames_rows_and_nothing_else(version):
    sheet = ts.play(RACE, seed=7, version=version)
    odds = ts.odds(RACE, seed=7)
    rows = sheet.with_odds(odds.texts).rows()
    assert json.loads(done("play", RACE, "--version", version, "--seed", 7, "--format", "json")) == rows
    read = table(done("play", RACE, "--version", version, "--seed", 7, "--format", "csv"))
    assert [list(row) for row in read] == [list(sheet.columns)] * 6
    assert read == [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in rows]


def test_a_race_of_no_finishers_is_printed(tmp_path):
    charts = tmp_path / "charts"
    done("charts", "copy", charts)
    every = "".join(f"{roll},out,went home,\n" for roll in range(2, 13))
    (charts / "trouble.csv").write_text("roll,outcome,reason,power\n" + every)
    marked = "".join(f"{roll}," + ",".join(["-1t"] * 5) + "\n" for roll in range(2, 13))
    (charts / "form.csv").write_text("roll,A,B,C,D,E\n" + marked)
    text = done("play", RACE, "--seed", 1, "--charts", charts)
    assert "every horse is out of the race; nobody finished, nothing is paid" in " ".join(text.split())
    assert "Payoffs" not in text
    assert all(
        row["Fin"] == "" for row in table(done("play", RACE, "--seed", 1, "--charts", charts, "--format", "csv"))
    )


# Odds


def test_odds_none_leaves_odds_and_payoffs_out():
    text = done("play", RACE, "--seed", 7, "--odds", "none")
    assert "Odds to 1" not in text
    assert "Payoffs" not in text


def test_odds_real_are_the_cards_and_the_unknown_are_told():
    outcome = run("play", "ladies-classic-2009", "--seed", 7, "--odds", "real")
    assert outcome.status == 0
    assert "Odds to 1, as they were" in outcome.out
    assert outcome.err.startswith("No real odds on the card for Careless Jewel, Mushka, ")
    assert "8.10" in outcome.out


def test_odds_real_on_a_card_without_any(tmp_path):
    path = tmp_path / "card.csv"
    frame = ts.load_race(RACE).to_frame().assign(odds=None)
    head = "# distance: 8\n# surface: dirt\n"
    path.write_text(head + frame.to_csv(index=False))
    assert refused("play", path, "--seed", 1, "--odds", "real") == [
        "card: odds: found 'no real odds on the card', allowed a column odds with those that are known"
    ]


def test_odds_chart_is_the_same_as_none_said():
    assert done("play", RACE, "--seed", 7, "--odds", "chart") == done("play", RACE, "--seed", 7)


def test_odds_verb_is_the_librarys_odds():
    odds = ts.odds(RACE, seed=3, race=9)
    text = done("odds", RACE, "--seed", 3, "--race", 9)
    assert text.startswith(str(odds))
    assert f"seed 3, race 9; charts standard ({ts.load_charts().edition})" in text
    assert json.loads(done("odds", RACE, "--seed", 3, "--race", 9, "--format", "json")) == odds.rows()
    assert [row["text"] for row in table(done("odds", RACE, "--seed", 3, "--race", 9, "--format", "csv"))] == [
        line.text for line in odds.lines
    ]


def test_the_odds_of_play_are_those_of_the_odds_verb():
    played = done("play", RACE, "--seed", 3)
    for line in done("odds", RACE, "--seed", 3).splitlines()[1:-1]:
        assert line in played


# House rules and charts


def test_a_house_rule_changes_the_race_and_is_told():
    text = done("play", RACE, "--seed", 7, "--rule", "factor_target=dice")
    assert "factor changes the dice" in text
    rows = json.loads(
        done("play", RACE, "--seed", 7, "--rule", "factor_target=dice", "--format", "json", "--odds", "none")
    )
    sheet = ts.play(RACE, seed=7, rules=ts.Rules(factor_target="dice"))
    assert [row["Final Race Speed"] for row in rows] == [line.figure for line in sheet.lines]


@pytest.mark.parametrize(
    "rule", ["factor_target", "factor_target=", "factor_target=both", "speed=2", "=dice", "", "allow_same_horse=maybe"]
)
def test_a_rule_that_there_is_not(rule):
    (line,) = refused("play", RACE, "--seed", 7, "--rule", rule)
    assert ": found " in line
    assert ", allowed " in line


def test_a_rule_given_twice():
    assert refused("play", RACE, "--rule", "factor_target=dice", "--rule", "factor_target=figure")[0].startswith(
        "--rule: found "
    )


def test_d13_the_same_horse_twice_by_a_rule(tmp_path):
    path = tmp_path / "twins.csv"
    lines = (ts.locate.data_dir("races") / f"{RACE}.csv").read_text().replace("Overlap", "Aspire")
    path.write_text(lines)
    (line,) = refused("play", path, "--seed", 1)
    assert "Aspire on posts 2 and 3, allowed a horse once, or the rule allow_same_horse" in line
    assert "Aspire" in done("play", path, "--seed", 1, "--rule", "allow_same_horse=true")


# What is at fault


FAULTS = [
    (("play", "no-such-race"), "race: found 'no-such-race', allowed a file, or one of "),
    (("play", "missing.csv"), "missing.csv: found 'No such file or directory', allowed a file that can be read"),
    (
        ("play", RACE, "--charts", "no-folder"),
        "no-folder: found 'no folder of that name', allowed a folder with the charts",
    ),
    (
        ("play", RACE, "--dice", "no-log.csv"),
        "no-log.csv: found 'No such file or directory', allowed a file that can be read",
    ),
    (("play", RACE, "--seed", 2**63), f"seed: found {2**63}, allowed less than 2**63"),
    (("play", RACE, "--seed", 1, "--race", 2**64), f"race: found {2**64}, allowed less than 2**63"),
    (("odds", "no-such-race"), "race: found 'no-such-race', allowed a file, or one of "),
    (("play", "x" * 300), "race: found "),
    (("play", ""), ""),
]


@pytest.mark.parametrize(
    ("arguments", "start"), FAULTS, ids=lambda value: " ".join(map(str, value))[:40] if isinstance(value, tuple) else ""
)
def test_a_fault_of_the_input_is_a_line_on_stderr_and_status_2(arguments, start):
    lines = refused(*arguments)
    assert len(lines) == 1
    assert lines[0].startswith(start)


USAGE = [
    ("play",), ("play", RACE, "--seed", "-1"), ("play", RACE, "--seed", "seven"), ("play", RACE, "--race", "1.5"),
    ("play", RACE, "--version", "Quick"), ("play", RACE, "--format", "xml"), ("play", RACE, "--odds", "tote"),
    ("play", RACE, "more"), ("play", RACE, "--no-such-option"), ("gallop",),
]  # fmt: skip


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_a_command_that_cannot_be_is_told_with_status_2(arguments):
    lines = refused(*arguments)
    assert lines[0].startswith("Usage: ")
    assert any(line.startswith("Error: ") for line in lines)


def test_every_fault_of_a_card_is_a_line(tmp_path):
    path = tmp_path / "card.csv"
    text = (ts.locate.data_dir("races") / f"{RACE}.csv").read_text()
    path.write_text(text.replace("# distance: 8", "# distance: eight").replace(",7,10,2,6,C,", ",7,10,9,6,X,"))
    lines = refused("play", path)
    assert [line.split(": found")[0] for line in lines] == [f"{path}:4:distance", f"{path}:9:wet", f"{path}:9:form"]


def test_a_fault_never_steers_the_terminal(tmp_path):
    path = tmp_path / "card.csv"
    text = (ts.locate.data_dir("races") / f"{RACE}.csv").read_text()
    path.write_text(text.replace("Overlap", "\x1b[2J\x1b]0;owned\x07"))
    assert all(line.isprintable() for line in refused("play", path))


def test_seed_and_dice_together_are_refused(tmp_path):
    log = tmp_path / "log.csv"
    done("play", RACE, "--seed", 1, "--dice-log", log, "--odds", "none")
    assert "seed" in " ".join(refused("play", RACE, "--dice", log, "--seed", 1))


@pytest.mark.parametrize(
    ("verb", "stopped"),
    [
        (("compare", RACE, RACE), "comparing.compare"), (("exact", RACE), "solver.exact"),
        (("charts", "realism"), "realism.realism"), (("play", RACE, "--dice", "ask"), "verbs.ask_on_stderr"),
    ],
)  # fmt: skip
def test_ctrl_c_says_that_nothing_is_written(verb, stopped, monkeypatch, tmp_path):
    def stop(*given, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"topstretch.{stopped}", stop)
    out = tmp_path / "out.csv"
    outcome = run(*verb, "--out", out)
    assert (outcome.status, outcome.out, outcome.err.strip()) == (130, "", "stopped; the result is not written")
    assert not out.exists()


def test_ctrl_c_while_the_page_is_made_keeps_the_dice_log(monkeypatch, tmp_path):
    def stop(*given, **named):
        raise KeyboardInterrupt

    monkeypatch.setattr("topstretch.show.page.race_page", stop)
    log, out = tmp_path / "log.csv", tmp_path / "race.html"
    outcome = run("play", RACE, "--seed", 7, "--format", "html", "--dice-log", log, "--out", out)
    assert (outcome.status, outcome.err) == (130, "stopped; the result is not written\n")
    assert log.read_text(encoding="utf-8").startswith("roll,post,")
    assert not out.exists()
