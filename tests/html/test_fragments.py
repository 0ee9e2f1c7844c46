"""Results in a notebook: HTML that stands by itself, readable by everybody, in which no name can do harm."""

import re
from fractions import Fraction

import pytest
import topstretch as ts
from topstretch.scoresheet import ENTRY_COLUMNS, RACE_COLUMNS

from explain.attacks import EVIL, QUOTES, evil_card, evil_charts
from explain.markup import check_readable
from explain.odd_races import VERSIONS, some_races
from rules.making import card, run

CARD = ts.load_race("champagne-2009")


def results(race: ts.RaceCard, charts: ts.ChartSet, given=None):
    """One of everything that a notebook can show."""
    odds = ts.odds(race, seed=1, charts=charts)
    for version in VERSIONS:
        sheet = run(race, given or {}, version=version, charts=charts).with_odds(odds.texts, odds.log)
        yield from (
            sheet,
            ts.payoffs(sheet, odds, charts=charts),
            sheet.explain(charts=charts),
            sheet.explain(1, charts=charts),
        )
    yield from (race, odds, charts, charts.chart("form"), charts.chart("final_speed"))
    yield ts.simulate(race, races=50, seed=1, charts=charts)
    yield ts.exact(race, charts=charts)
    yield ts.compare(race, race.scratch(3), races=50, seed=1, charts=charts)


OUT = {("form", 1): 3, ("trouble", 1): 2}


@pytest.mark.parametrize("given", [{}, OUT], ids=["all finish", "one is out"])
def test_everything_is_readable_and_nothing_in_it_runs(given):
    kinds = set()
    for result in results(evil_card(), evil_charts(), given):
        markup = result._repr_html_()
        found = check_readable(markup)
        kinds.add(type(result).__name__)
        assert not found.named("script", "img")
        assert EVIL not in markup
        assert QUOTES not in markup
        assert len(found.named("style")) == 1
    assert kinds == {
        "Scoresheet", "Payoffs", "Explanation", "RaceCard", "Odds", "ChartSet", "Chart", "Simulation", "Exact", "Comparison",
    }  # fmt: skip


def test_what_is_escaped_can_be_read():
    sheet = run(evil_card())
    words = check_readable(sheet._repr_html_()).words
    assert EVIL in words
    assert QUOTES in words


@pytest.mark.parametrize("version", VERSIONS)
def test_a_sheet_shows_every_cell_under_the_rulebooks_names(version):
    sheet = ts.play(CARD, version=version, seed=7)
    found = check_readable(sheet._repr_html_())
    heads = [head.text for head in found.named("th") if head.attributes["scope"] == "col"]
    assert set(heads) >= {*ENTRY_COLUMNS, *RACE_COLUMNS[version]}
    cells = {cell.text for cell in found.named("td", "th")}
    for line in sheet.lines:
        for source in RACE_COLUMNS[version].values():
            value = getattr(line, source)
            assert {str(value), f"{value:+d}"} & cells


def test_the_running_order_never_runs_a_position_into_its_lengths():
    sheet = ts.play(CARD, version="fullplay", seed=7)
    markup = sheet._repr_html_().replace("\u00a0", " ")
    for row in sheet.call_rows():
        if row["call"] != "finish" and row["lengths_behind"] == 0.5:
            assert f"<td>{row['position']} (1/2)</td>" in markup
    assert "(1/2)" in markup


def test_the_chances_shown_are_those_of_the_simulation():
    sim = ts.simulate(CARD, races=2_000, seed=3)
    words = check_readable(sim._repr_html_()).words
    for row in sim.rows():
        assert f"{100 * row['win']:.2f} ({100 * row['win_se']:.2f})" in words
    fair = check_readable(ts.exact(CARD)._repr_html_()).words
    assert all(f"{100 * row['win']:.3f}" in fair for row in ts.exact(CARD).rows())


def test_every_step_of_an_account_is_in_the_explanation():
    for sheet, charts in some_races(12, seed=5, runners=6):
        for horse in (None, sheet.lines[0].post):
            found = sheet.explain(horse, charts=charts)
            words = check_readable(found._repr_html_()).words.replace("\u00a0", " ")
            for account in found.accounts:
                assert all(step.result in words and step.clause in words for step in account.steps)
            assert all(remark.text in words for remark in found.commentary)
            assert found.verdict.text in words


def test_a_chart_set_shows_every_chart_and_a_chart_every_cell():
    charts = ts.load_charts()
    found = check_readable(charts._repr_html_())
    assert [summary.text for summary in found.named("summary")] == list(charts.sheets)
    for name, sheet in charts.sheets.items():
        cells = [cell.text for cell in check_readable(charts.chart(name)._repr_html_()).named("td", "th")]
        assert cells == [*sheet.header, *(cell for row in sheet.rows for cell in row)]
        assert str(charts.chart(name)) == repr(charts.chart(name))


def test_an_unknown_chart_is_refused_with_the_closest_name():
    with pytest.raises(ts.InputError, match="did you mean final_speed"):
        ts.load_charts().chart("final_sped")


def test_colours_come_in_pairs_for_light_and_dark():
    style = check_readable(CARD._repr_html_()).named("style")[0].text
    assert "prefers-color-scheme: dark" in style
    assert "color-scheme: light dark" in style
    for scheme in re.findall(r"\{\s*(--paper:[^}]*)", style):
        for front, back in (
            ("ink", "paper"),
            ("faint", "paper"),
            ("ink", "band"),
            ("faint", "band"),
            ("accent", "paper"),
        ):
            assert contrast(colour(scheme, front), colour(scheme, back)) >= 4.5, (front, back)


def colour(scheme: str, name: str) -> tuple[int, ...]:
    """A colour of a scheme as red, green, blue."""
    text = re.search(rf"--{name}: #([0-9a-f]{{6}})", scheme)[1]
    return tuple(int(text[i : i + 2], 16) for i in (0, 2, 4))


def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """The contrast ratio of WCAG 2."""
    lights = sorted((light(one), light(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def light(rgb: tuple[int, ...]) -> float:
    """The relative luminance of WCAG 2."""
    linear = [c / 12.92 if (c := value / 255) <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for value in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_importing_the_package_loads_no_templates():
    import subprocess
    import sys

    code = "import sys, topstretch as ts; ts.play('champagne-2009', seed=1); sys.exit('jinja2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_nothing_paid_is_said_in_words():
    given = {("form", post): 3 for post in (1, 2)} | {("trouble", post): 2 for post in (1, 2)}
    race = card({"odds": Fraction(1)}, {"odds": Fraction(2)})
    sheet = run(race, given)
    assert "Nothing is paid." in ts.payoffs(sheet, ts.odds(race, source="real"))._repr_html_()
