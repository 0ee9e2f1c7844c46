"""The race as one page: no network, nothing lost, and the replay's data are the race's own."""

import json
import re

import attrs
import pytest
import topstretch as ts
from topstretch.errors import clean
from topstretch.scoresheet import ENTRY_COLUMNS, RACE_COLUMNS
from topstretch.show.oval import LANES
from topstretch.show.page import race_page, replay_of, scoresheet_page

from command.running import done, refused, run
from explain.attacks import EVIL, QUOTES, evil_card, evil_charts
from explain.markup import Document, check_readable
from explain.odd_races import VERSIONS, some_races
from rules.making import run as run_race

CARD = ts.load_race("champagne-2009")
SVG = "http://www.w3.org/2000/svg"


def page(version="fullplay", seed=7):
    """The page of a race with its odds and payoffs."""
    odds = ts.odds(CARD, seed=seed)
    sheet = ts.play(CARD, version=version, seed=seed).with_odds(odds.texts, odds.log)
    return sheet, race_page(sheet, odds, ts.payoffs(sheet, odds))


def data_of(found: Document) -> dict:
    """The data of the replay in a page."""
    [script] = [e for e in found.named("script") if e.attributes.get("type") == "application/json"]
    return json.loads(script.text)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_page_is_whole_and_loads_nothing(version):
    _, markup = page(version)
    found = check_readable(markup)
    assert markup.startswith("<!doctype html>")
    assert [e.attributes["lang"] for e in found.named("html")] == ["en"]
    assert set(re.findall(r"https?://[^\"'\s)]+", markup)) == {SVG}
    assert "url(" not in markup
    assert "@import" not in markup
    [policy] = [e.attributes["content"] for e in found.named("meta") if "http-equiv" in e.attributes]
    assert policy.startswith("default-src 'none'")
    assert "width=device-width" in markup
    assert "prefers-reduced-motion" in markup
    assert len(found.named("h1")) == 1


@pytest.mark.parametrize("version", VERSIONS)
def test_the_page_holds_the_sheet_the_odds_the_payoffs_the_dice_and_the_reasons(version):
    sheet, markup = page(version)
    words = check_readable(markup).words.replace("\u00a0", " ")
    for row in sheet.log_rows():
        assert row["result"] in words
    for line in sheet.lines:
        assert line.horse in words
        assert f"{line.post} {line.horse}: final figure {line.figure}" in words
    for text in ("Payoffs for $2", "Odds to 1", "The dice log", "Scoresheet, " + version.capitalize()):
        assert text in words
    found = sheet.explain()
    assert found.verdict.text in words
    assert all(remark.text in words for remark in found.commentary)


def test_the_replays_calls_are_those_of_the_sheet():
    for sheet, charts in some_races(40, seed=11):
        calls = replay_of(sheet, charts)["calls"]
        by_name = {call["call"]: call for call in calls}
        assert calls[0]["call"] == "gate"
        assert calls[-1]["call"] == "official"
        for call in calls:
            assert len(call["order"]) == len(sheet.lines)
            assert {row["post"] for row in call["order"]} == {line.post for line in sheet.lines}
        for row in sheet.call_rows():
            [shown] = [one for one in by_name[row["call"]]["order"] if one["post"] == row["post"]]
            assert (shown["position"], shown["lengths"]) == (row["position"], row["lengths_behind"])
        wire = {line.post: line.wire_place for line in sheet.lines}
        assert {row["post"]: row["position"] for row in by_name["finish"]["order"]} == wire
        official = {line.post: line.place for line in sheet.lines}
        assert {row["post"]: row["position"] for row in by_name["official"]["order"]} == official
        places = [row["position"] for row in by_name["official"]["order"] if row["position"]]
        assert places == sorted(places)


def test_on_the_oval_nobody_runs_backwards_and_everybody_has_a_lane():
    for sheet, charts in some_races(40, seed=12):
        data = replay_of(sheet, charts)
        at = {line.post: -1e9 for line in sheet.lines}
        for call in data["calls"]:
            for row in call["order"]:
                if row["back"] is None:
                    assert row["lane"] is None
                    continue
                run = call["at"] * data["units"] - row["back"]
                assert run >= at[row["post"]] - 0.02  # rounded to hundredths
                assert row["lane"] in range(LANES)
                at[row["post"]] = run
        runs = [[row["back"] for row in call["order"] if row["position"]] for call in data["calls"]]
        leaders = [min(backs) for backs in runs if backs]
        assert set(leaders) <= {0.0}


def test_what_is_said_at_the_calls_is_the_whole_commentary():
    for sheet, charts in some_races(20, seed=13):
        calls = replay_of(sheet, charts)["calls"]
        told = " ".join(call["text"] for call in calls)
        for remark in sheet.explain(charts=charts).commentary:
            assert told.count(clean(remark.text)) == 1, remark
        assert all(call["text"] for call in calls)


@pytest.mark.parametrize("version", VERSIONS)
def test_no_name_can_run_anything_in_the_page(version):
    race, charts = evil_card(), evil_charts()
    odds = ts.odds(race, seed=1, charts=charts)
    given = {("form", 1): 3, ("trouble", 1): 2, ("form", 2): 3, ("trouble", 2): 10, ("disqualification", 2): 1}
    sheet = run_race(race, given, version=version, charts=charts).with_odds(odds.texts, odds.log)
    markup = race_page(sheet, odds, ts.payoffs(sheet, odds, charts=charts), charts)
    found = check_readable(markup)
    assert len(found.named("script")) == 2
    assert not found.named("img")
    for attack in (EVIL, QUOTES, "</script><script>"):
        assert attack not in markup
    assert {horse["name"] for horse in data_of(found)["horses"]} == {line.horse for line in sheet.lines}
    for blank in (scoresheet_page(race, version), scoresheet_page(sheet)):
        assert not check_readable(blank).named("script", "img")


def test_other_charts_than_the_sheets_are_refused():
    sheet = ts.play(CARD, seed=7)
    with pytest.raises(ts.InputError, match="the charts of the sheet"):
        race_page(sheet, charts=attrs.evolve(ts.load_charts(), final_speed=ts.load_charts().final_speed + 1))


def test_a_race_that_nobody_finishes_has_a_page_too():
    sheets = [(sheet, charts) for sheet, charts in some_races(300, seed=14, runners=3) if not sheet.finishers]
    assert sheets
    for sheet, charts in sheets[:3]:
        found = check_readable(race_page(sheet, charts=charts))
        assert "nobody finished" in found.words
        assert all(row["position"] is None for row in data_of(found)["calls"][-1]["order"])


# --- the printed scoresheet ---


@pytest.mark.parametrize("version", VERSIONS)
def test_the_printed_sheet_has_the_rulebooks_columns_and_every_cell(version):
    sheet = ts.play(CARD, version=version, seed=7)
    found = check_readable(scoresheet_page(sheet))
    heads = [head.text for head in found.named("th") if head.attributes["scope"] == "col"]
    assert heads == [*ENTRY_COLUMNS, *RACE_COLUMNS[version]]
    rows = cells_by_row(found, len(heads))
    for line, cells in zip(sheet.lines, rows, strict=True):
        for source, text in zip([*ENTRY_COLUMNS.values(), *RACE_COLUMNS[version].values()], cells, strict=True):
            value = getattr(line, source)
            assert text in ({"", "out"} if value is None else {str(value), f"+{value}"})
    assert f"{CARD.distance:g} furlongs" in found.words


@pytest.mark.parametrize("version", VERSIONS)
def test_a_blank_sheet_has_the_field_and_empty_columns(version):
    found = check_readable(scoresheet_page(CARD.scratch(2), version))
    columns = len(ENTRY_COLUMNS) + len(RACE_COLUMNS[version])
    rows = cells_by_row(found, columns)
    assert [row[1] for row in rows] == [entry.horse.name for entry in CARD.scratch(2).starters]
    assert {cell for row in rows for cell in row[len(ENTRY_COLUMNS) - 1 :]} == {""}
    assert all(row[3] for row in rows)


def test_a_version_there_is_not_is_refused():
    with pytest.raises(ts.InputError, match="quickplay or fullplay"):
        scoresheet_page(CARD, "slowplay")


def cells_by_row(found: Document, columns: int) -> list[list[str]]:
    """The cells of the table body, row by row."""
    cells = [e.text for e in found.named("td", "th") if "tbody" in e.inside]
    return [cells[i : i + columns] for i in range(0, len(cells), columns)]


# --- the command ---


def test_play_writes_the_page_to_a_file_or_to_stdout(tmp_path):
    out = tmp_path / "race.html"
    arguments = ("play", "champagne-2009", "--version", "fullplay", "--seed", 7, "--format", "html")
    assert done(*arguments, "--out", out) == ""
    markup = out.read_text(encoding="utf-8")
    assert check_readable(markup)
    assert markup.rstrip("\n") == page()[1].rstrip("\n")
    assert refused(*arguments, "--out", out)


def test_play_explains_by_the_charts_it_was_given(tmp_path):
    folder = tmp_path / "mine"
    done("charts", "copy", folder)
    chart = folder / "form.csv"
    chart.write_text(re.sub(r"(?m)^7,.*$", "7,+1,+1,+1,+1,+1", chart.read_text(encoding="utf-8")), encoding="utf-8")
    markup = done("play", "champagne-2009", "--seed", 7, "--charts", folder, "--format", "html")
    assert "charts mine" in check_readable(markup).words


def test_html_is_for_play_alone():
    assert run("simulate", "champagne-2009", "--races", 10, "--format", "html").status == 2
