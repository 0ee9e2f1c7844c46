"""Results as text: 100 columns wide, nothing lost, no character that could steer a terminal."""

import re
from collections import Counter
from fractions import Fraction

import attrs
import pytest
import topstretch as ts
from topstretch.notation import decimal_text, dollars_text, lengths_text, one_in, ordinal, time_text
from topstretch.show.text import WIDTH, as_text, chart_table, sheet_text, working_table

from golden.kept import KEPT
from rules.champagne import champagne
from rules.making import card, each, run

VERSIONS = ("quickplay", "fullplay")


def wide_field(**more):
    """Twelve runners with names of 18 characters, riders of 24, and the widest ratings."""
    return card(*(
        {"name": f"Eighteen Letters{post:02d}", "jockey": f"Twenty-Four Characters{post:02d}", "odds": Fraction(1001, 70),
         "ride": -2, "class_": -3, "speed": -3, "trip": -3, "trouble": 12, "pace": post % 10, "form": "E", **more}
        for post in range(1, 13)
    ), name="The Very Long Name of a Stakes Race", track="A Racecourse in the Country", date="2026-11-30")  # fmt: skip


def troubled(version):
    """That field with five disqualified and two out, all the others level."""
    trouble = {("trouble", post): 10 for post in range(1, 6)} | {("trouble", 6): 2, ("trouble", 7): 12}
    given = {**each("form", [3] * 12), **trouble, **{("trouble", post): 6 for post in range(8, 13)}}
    return run(wide_field(), given, version=version)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_field_of_twelve_with_long_names_fits_100_columns_whole(version):
    field = wide_field()
    assert {len(entry.horse.name) for entry in field.entries} == {18}
    assert {len(entry.jockey.name) for entry in field.entries} == {24}
    odds = ts.odds(field, seed=1)
    for sheet in (ts.play(field, seed=2, version=version), troubled(version)):
        text = as_text(sheet_text(sheet, odds, ts.payoffs(sheet, odds)))
        assert max(len(line) for line in text.splitlines()) <= WIDTH == 100
        for entry in field.entries:
            in_tables = [
                line for line in text.splitlines() if line.lstrip().startswith(f"{entry.post} {entry.horse.name}")
            ]
            assert len(in_tables) >= 3, entry.horse.name
            assert text.count(entry.jockey.name) == 1


@pytest.mark.parametrize("version", VERSIONS)
def test_every_cell_of_the_sheet_is_in_the_text(version):
    sheet = troubled(version)
    lines = str(sheet).splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("The race:"))
    for line in sheet.lines:
        row = next(text for text in lines[at:] if re.match(rf" *{line.post} {line.horse}", text))
        numbers = row.split(line.horse)[1].split()
        shown = [sheet_cell(value) for value in list(sheet.rows()[line.post - 1].values())[12:-3] if value is not None]
        assert [number.lstrip("+") for number in numbers if number != "out"] == shown


def sheet_cell(value):
    return str(value)


@pytest.mark.parametrize("runners", [2, 24])
def test_small_and_large_fields_fit_too(runners):
    for version in VERSIONS:
        sheet = ts.play(card(*[{}] * runners), seed=1, version=version)
        assert max(len(line) for line in str(sheet).splitlines()) <= 100


@pytest.mark.parametrize("letters", [24, 40, 80])
def test_no_number_is_lost_beside_a_long_name(letters):
    """A name may have 80 characters: whatever is done with it, posts and figures stay on the sheet."""
    field = card({"name": "N" * letters, "jockey": "J" * letters, "power_dirt": 20}, {})
    sheet = run(field)
    result = str(sheet).partition("Result")[2]
    for line in sheet.lines:
        assert re.search(rf"(?<!\d){line.figure}(?!\d)", result), line.figure
    entries = str(sheet).partition("Entries")[2].partition("The race")[0]
    assert re.search(r"\bTrbl\b", entries)
    assert re.search(r"\bFin\b", str(sheet).partition("The race")[2])


def test_d8_the_result_lists_who_is_out_last_and_says_why():
    result = str(troubled("quickplay")).partition("Result")[2].splitlines()
    outs = [i for i, line in enumerate(result) if "out: " in line]
    placed = [i for i, line in enumerate(result) if re.match(r" *\d+(?: dh)? +\d+ Eighteen", line)]
    assert len(outs) == 2
    assert max(placed) < min(outs)


def test_disqualifications_photos_and_dead_heats_are_told_in_words():
    given = {("form", 1): 3, ("trouble", 1): 10, ("disqualification", 1): 2, **each("photo", [5, 9, 9])}
    sheet = run(card({"power_dirt": 17}, {}, {}, {"power_dirt": 4}), given, charts=KEPT)
    text = str(sheet)
    assert "disqualified from 3rd, placed 4th" in text
    assert f"Photo at {sheet.lines[1].figure}: " in text
    assert "Dead heat for 1st: Horse 2 and Horse 3" in text


def test_the_head_of_the_sheet_says_what_made_it():
    sheet = ts.play("champagne-2009", seed=7, race=12, rules=ts.Rules(factor_target="dice"))
    first, second = str(sheet).splitlines()[:2]
    for part in ("Champagne Stakes", "2009-10-10", "Belmont Park", "dirt", "8 furlongs", "fast"):
        assert part in first
    for part in ("Quickplay", "seed 7", "race 12", f"charts standard ({ts.load_charts().edition})", "dice"):
        assert part in second
    assert "dice as logged" in str(champagne())


def test_the_head_tells_every_house_rule():
    twins = card({"name": "Twin"}, {"name": "Twin"})
    text = str(ts.play(twins, seed=1, rules=ts.Rules(allow_same_horse=True)))
    assert "same horse" in text.splitlines()[1].replace("_", " ")


def test_no_control_character_reaches_the_terminal():
    sheet = ts.play("champagne-2009", seed=1)
    nasty = attrs.evolve(
        sheet,
        chart_set="x\x1b[2J",
        edition="y\x07",
        lines=(attrs.evolve(sheet.lines[0], horse="z\x9b31m"), *sheet.lines[1:]),
    )
    assert all(line.isprintable() for line in str(nasty).splitlines())


@pytest.mark.parametrize("markup", ["[red]Red[/red]", "[bold]", "[/]", "[link=x]y", ":smile:", "100%", "{0}", "\\[x]"])
def test_a_name_is_not_read_as_markup(markup):
    field = card({"name": markup, "jockey": markup}, {"power_dirt": 9})
    for shown in (str(ts.play(field, seed=1, version="fullplay")), str(field), str(ts.odds(field, seed=1))):
        assert markup in shown


@pytest.mark.parametrize("name", list(ts.load_charts().sheets))
def test_a_chart_prints_whole_and_no_wider_than_100(name):
    charts = ts.load_charts()
    text = as_text(chart_table(charts, name))
    assert max(len(line) for line in text.splitlines()) <= 100
    assert charts.sheets[name].head["edition"] in text
    # Every cell stands unbroken, as often as the chart has it, whether on one table or on several parts of it.
    cells = Counter(word for row in charts.sheets[name].rows for cell in row for word in (cell or ".").split())
    assert cells - Counter(text.split()) == Counter()


def test_the_working_of_each_adjusted_power_prints():
    field = ts.load_race("champagne-2009").on(condition="muddy", distance=9)
    text = as_text(working_table(field, KEPT))
    assert "Power 14 -1 distance -2 track +0 Wet = 11" in text
    for line, entry, working in zip(text.splitlines()[-6:], field.entries, field.adjusted_power(KEPT), strict=True):
        assert line.split()[0] == str(entry.post)
        assert entry.horse.name in line
        assert line.endswith(f" {working.total} {working}")


# How the sport writes things


@pytest.mark.parametrize(("lengths", "text"), [
    (0, ""), (-1, ""), (0.05, "nose"), (0.1, "head"), (0.25, "neck"), (0.3, "neck"), (0.5, "1/2"), (0.75, "3/4"), (0.99, "1"),
    (1.25, "1 1/4"), (1.13, "1 1/4"), (12.5, "12 1/2"), (31, "31"),
])  # fmt: skip
def test_lengths(lengths, text):
    assert lengths_text(lengths) == text


@pytest.mark.parametrize(("seconds", "text"), [
    (94.4, "1:34.40"), (46.78, ":46.78"), (59.999, "1:00.00"), (60, "1:00.00"), (119.996, "2:00.00"), (144, "2:24.00"),
    (5.05, ":05.05"),
])  # fmt: skip
def test_times(seconds, text):
    assert time_text(seconds) == text


def test_ordinals():
    found = [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 24)]
    assert found == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "24th"]


@pytest.mark.parametrize(("odds", "decimal", "chance"), [
    ("7/2", "4.50", "1 in 4.5"), ("8/5", "2.60", "1 in 2.6"), ("1", "2.00", "1 in 2"), ("99", "100.00", "1 in 100"),
    ("9999", "10000.00", "1 in 10000"), ("1234.5", "1235.50", "1 in 1236"),
])  # fmt: skip
def test_odds_as_decimal_and_as_a_chance(odds, decimal, chance):
    assert decimal_text(Fraction(odds)) == decimal
    assert one_in(Fraction(odds)) == chance


def test_dollars():
    assert [dollars_text(amount) for amount in (Fraction(9), Fraction("2.8"), None)] == ["$9.00", "$2.80", ""]
