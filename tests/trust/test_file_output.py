"""What names can do in the files that are written: nothing in a page, a terminal or a spreadsheet."""

import csv
import io
import re

import attrs
import pytest
import topstretch as ts
from topstretch import card_files, console, rosters, testing
from topstretch.columns import as_meant, disarmed
from topstretch.locate import data_dir
from topstretch.rating import RatedHorse, RatedJockey, horse_cards_text, jockey_cards_text
from topstretch.show.page import race_page, scoresheet_page

from command.running import done, refused, run
from explain.markup import check_readable
from rules.making import card as plain_card

MARKUP = (
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(2)>", "'-alert(3)-'", "{{7*7}}", "{% include 'x' %}",
    "${7*7}", "]]></script><script>", "<!--", "&lt;b&gt;", "javascript:alert(4)", "[red]x[/red]",
    "[link=http://x]y[/link]", "[/]", "$x^2$",
)  # fmt: skip
FORMULAS = (
    "=1+1", "+1+1", "-1+1", "@SUM(A1)", "=cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!A0", "+", "-", "=", "'=1+1", "''=1",
    "-1.5-x", "＝1+1", "＋1", "－1", "＠x", '=HYPERLINK("http://x","y")', "+3tt", "- 1",
)  # fmt: skip
HARMLESS = ("'5", "'tis", "O'Brien", "7-2", "5", "-5", "+5", "-3t", "+2.5", "a=b", "#1")
UNPRINTABLE = (
    "\x1b[31mred\x1b[0m", "\x1b]0;t\x07", "a\0b", "a\rb", "a\nb", "a\tb", "\u202eevil", "\u2066x\u2069", "\u200fx", "\x9b2J",
)  # fmt: skip
VERSIONS = ("quickplay", "fullplay")


def field_of(names):
    """A card with these horses, and riders of the same names."""
    return plain_card(*({"name": name, "jockey": name} for name in names))


def races(names):
    """Cards of up to ten horses with these names."""
    for start in range(0, len(names), 10):
        yield field_of([*names[start : start + 10], "Alpha", "Beta"])  # names apart but for an apostrophe are one horse


def cells(text):
    """Every cell of a CSV."""
    return [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]


def runs(cell):
    """Whether a spreadsheet may run a cell as a formula; a number of a chart or a log it may not."""
    risky = cell.lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠")) or cell.startswith(
        ("\t", "\r", "\n")
    )
    return risky and not re.fullmatch(r"[+-]\d+(\.\d+)?t?", cell)


# Pages and terminals


@pytest.mark.parametrize("version", VERSIONS)
def test_names_are_text_in_a_page(version):
    for card in races(MARKUP):
        board = ts.odds(card, seed=1)
        sheet = ts.play(card, version=version, seed=1).with_odds(board.texts, board.log)
        usual = check_readable(race_page(ts.play(field_of(["A", "B", "C"]), version=version, seed=1)))
        for page in (race_page(sheet, board, ts.payoffs(sheet, board)), scoresheet_page(card), sheet._repr_html_()):
            found = check_readable(page)
            words = found.words.replace("\u00a0", " ")
            assert not found.named("img")
            assert len(found.named("script")) <= len(usual.named("script"))
            for runner in card.runners:
                assert runner.name in words
            assert not any(name.startswith("on") for element in found.named("*") for name in element.attributes)


@pytest.mark.parametrize("version", VERSIONS)
def test_names_are_text_in_a_terminal(version):
    for card in races((*MARKUP, *FORMULAS)):
        sheet = ts.play(card, version=version, seed=1)
        for text in (str(sheet), str(card), str(ts.odds(card, seed=1)), str(ts.simulate(card, races=10, seed=1))):
            assert all(line.isprintable() for line in text.split("\n"))
            joined = re.sub(r"\s+", "", text)
            for runner in card.runners:
                assert len(runner.name) > 20 or re.sub(r"\s+", "", runner.name) in joined  # a long one is folded


@pytest.mark.parametrize("text", UNPRINTABLE)
def test_what_is_not_printable_is_in_no_record(text):
    for made in (
        lambda: field_of([text, "B"]),
        lambda: ts.Jockey(text, 0, 7),
        lambda: attrs.evolve(field_of(["A", "B"]), name=text),
        lambda: attrs.evolve(field_of(["A", "B"]), track=text),
    ):
        with pytest.raises(ts.InputError) as error:
            made()
        assert str(error.value).isprintable()


@pytest.mark.parametrize("text", UNPRINTABLE)
@pytest.mark.parametrize("what", ["horse", "race", "edition", "reason", "condition"])
def test_what_is_not_printable_is_in_no_file(what, text, tmp_path):
    charts = tmp_path / "mine"
    done("charts", "copy", charts)
    card = tmp_path / "card.csv"
    content = card_files.card_csv(plain_card({}, {}))
    quoted = '"' + text + '"'
    card.write_text(content, newline="")
    if what == "horse":
        card.write_text(content.replace("Horse 1", quoted), newline="")
    elif what == "race":
        card.write_text(content.replace("# race: Test", f'"# race: {text}"'), newline="")
    else:
        name, old, new = {
            "edition": ("form", "# edition: .*", f'"# edition: {text}"'),
            "reason": ("trouble", "(?<=,out,)[^,]+", quoted),
            "condition": ("track_conditions", "(?<=,)sloppy(?=,)", quoted),
        }[what]
        chart = (charts / f"{name}.csv").read_text()
        changed = re.sub(old, lambda found: new, chart, count=1)
        assert changed != chart
        (charts / f"{name}.csv").write_text(changed, newline="")
    lines = refused("play", card, "--charts", charts, "--seed", 1)
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("name", [text.replace("\0", "\x01") for text in UNPRINTABLE])
def test_a_folder_name_reaches_no_terminal_as_it_is(name, tmp_path):
    charts = tmp_path / name
    done("charts", "copy", charts)
    texts = [
        done("play", "champagne-2009", "--seed", 1, "--charts", charts, "--format", form) for form in ("text", "html")
    ]
    texts += [done("charts", "list", "--charts", charts), done("charts", "check", charts)]
    texts += refused("play", charts / "form.csv", "--seed", 1)
    assert not any(name in text or "\x1b" in text or "\u202e" in text for text in texts)
    facts, out = tmp_path / f"{name}.csv", tmp_path / "out.csv"
    facts.write_text("name,career_mounts,career_wins,win_pct,notable\nA,,,,\n")
    assert run("rate", facts, "--riders", "--out", out).status == 0
    assert list(ts.load_jockeys(out)) == ["A"]
    assert all(line.isprintable() for line in out.read_text().splitlines())


# Spreadsheets


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_written_behind_an_apostrophe_and_read_as_it_was(text):
    assert disarmed(text) == f"'{text}"
    assert as_meant(disarmed(text)) == text
    assert not runs(disarmed(text))


@pytest.mark.parametrize("text", [*HARMLESS, *MARKUP[:2]])
def test_any_other_text_is_written_as_it_is(text):
    assert disarmed(text) == text == as_meant(text)


@pytest.mark.parametrize("text", ["\t=1+1", "\r=1+1", "\n=1", " =1+1", "\tx", "\rx", "  -1+1", "\u00a0=1"])
def test_blanks_and_line_ends_before_a_formula_are_no_way_round(text):
    assert not runs(disarmed(text))
    written = console.csv_text([{"a": text}], ["a"])
    assert not any(runs(cell) for cell in cells(written))
    assert all(line.isprintable() for line in written.splitlines())


def test_no_csv_of_the_command_holds_a_formula(tmp_path):
    for card in races([text for text in FORMULAS if not text.startswith("'")]):
        path, log, other = tmp_path / "card.csv", tmp_path / "log.csv", tmp_path / "other.csv"
        path.write_text(card_files.card_csv(card), newline="")
        other.write_text(card_files.card_csv(card.on(distance=9)), newline="")
        log.unlink(missing_ok=True)
        texts = [done("play", path, "--seed", 1, "--dice-log", log, "--format", "csv", "--version", "fullplay")]
        texts += [done("odds", path, "--seed", 1, "--format", "csv"), path.read_text(), log.read_text()]
        texts += [done("simulate", path, "--races", 10, "--seed", 1, "--format", "csv")]
        texts += [done("compare", path, other, "--races", 10, "--seed", 1, "--format", "csv")]
        for text in texts:
            names = [as_meant(cell) for cell in cells(text)]
            assert {runner.name for runner in card.runners} <= set(names)
            assert not any(runs(cell) for cell in cells(text))
        again = done("play", path, "--dice", log, "--version", "fullplay", "--format", "csv", "--odds", "none")
        assert not any(runs(cell) for cell in cells(again))
    exact = done("exact", card_of_two(tmp_path), "--format", "csv")
    assert "'=1+1" in cells(exact)


def card_of_two(tmp_path):
    """A file with a card of two horses, one of which is a formula."""
    path = tmp_path / "two.csv"
    path.write_text(card_files.card_csv(field_of(["=1+1", "Alpha"])), newline="")
    return path


@pytest.mark.parametrize("text", [*FORMULAS, *HARMLESS, *MARKUP])
def test_a_name_is_the_same_after_writing_and_reading(text, tmp_path):
    path = tmp_path / "file.csv"
    card = attrs.evolve(field_of([text, "Alpha"]), name=text, track=text, source=text)
    path.write_text(card_files.card_csv(card), newline="")
    read = ts.load_race(path)
    assert (read.name, read.track, read.source) == (text, text, text)
    assert read.runners == card.runners
    frame = ts.RaceCard.from_frame(card.to_frame())
    assert (frame.name, frame.runners) == (text, card.runners)
    horse = attrs.evolve(card.entries[0].horse, jockey=text, source=text)
    path.write_text(horse_cards_text([RatedHorse(horse, ())], ["x.csv"]), newline="")
    assert rosters.horse_cards(path) == (horse,)
    jockey = ts.Jockey(text, 0, 7, source=text)
    path.write_text(jockey_cards_text([RatedJockey(jockey, ())], ["x.csv"]), newline="")
    assert list(ts.load_jockeys(path).values()) == [jockey]
    sheet = ts.play(card, seed=1)
    assert ts.play(card, dice=ts.ReplayDice(sheet.dice_log())) == sheet


@pytest.mark.parametrize("text", ["Derby,", "Derby, the", "a,,b", '"Derby"', "#1", "a: b", "x,,"])
def test_a_card_keeps_its_name_as_it_is(text, tmp_path):
    path = tmp_path / "file.csv"
    path.write_text(card_files.card_csv(attrs.evolve(field_of(["A", "B"]), name=text)), newline="")
    assert ts.load_race(path).name == text


@pytest.mark.parametrize("text", FORMULAS)
def test_charts_that_are_written_hold_no_formula(text, tmp_path):
    folder = tmp_path / "mine"
    done("charts", "copy", folder)
    path = folder / "trouble.csv"
    reason = re.search(",out,([^,]+)", path.read_text())[1]
    quoted = text.replace('"', '""')
    path.write_text(path.read_text().replace(f",{reason},", f',"{quoted}",'), newline="")
    charts = ts.load_charts(folder)
    assert text.removeprefix("'" if text.startswith("'") else "") in charts.trouble_reasons
    testing.write_charts(charts, tmp_path / "written")
    assert ts.load_charts(tmp_path / "written") == charts
    written = cells((tmp_path / "written" / "trouble.csv").read_text())
    assert not any(runs(cell) for cell in written)


def test_a_checked_card_is_named_without_its_control_characters(tmp_path):
    path = tmp_path / "card\x1b[31m.csv"
    path.write_bytes((data_dir("races") / "champagne-2009.csv").read_bytes())
    outcome = run("card", "check", path)
    assert outcome.status == 0
    assert "\x1b" not in outcome.out
    assert "no faults" in outcome.out
