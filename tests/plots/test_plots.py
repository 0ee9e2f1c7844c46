"""Plots show the numbers of the results they are given, on the Axes they are given."""

import subprocess
import sys
from fractions import Fraction
from unittest import mock

import numpy as np
import pandas as pd
import pytest
import topstretch as ts

from explain.odd_races import some_races
from rules.making import card, run

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
from topstretch.show import plots  # noqa: E402

CARD = ts.load_race("champagne-2009")
SIM = ts.simulate(CARD, races=4_000, seed=5)
EXACT = ts.exact(CARD)
ODDS = ts.odds(CARD, seed=5)
REPORT = pd.DataFrame(
    {"figure": ["wins", "time", "none", "not known"], "real_low": [38.0, 97.1, 0.0, None], "real_high": [42.0, 97.1, 0.0, None],
     "quickplay": [38.0, 97.0, 1.0, 1.0], "fullplay": [42.0, None, 2.0, None]}
)  # fmt: skip
SHEET = ts.play(CARD, version="fullplay", seed=7)
EVERY = [
    (plots.running_positions, (SHEET,)),
    (plots.place_chances, (SIM,)),
    (plots.place_chances, (EXACT,)),
    (plots.figure_distributions, (SIM,)),
    (plots.figure_distributions, (EXACT,)),
    (plots.odds_against_chance, (ODDS, SIM)),
    (plots.odds_against_chance, (ODDS, EXACT)),
    (plots.realism, (REPORT,)),
]


@pytest.fixture(autouse=True)
def _closed():
    """Close the figures of each test."""
    yield
    plt.close("all")


def drawn(ax):
    """Draw the figure, so that whatever cannot be drawn fails the test."""
    ax.figure.canvas.draw()
    return ax


@pytest.mark.parametrize(
    ("plot", "given"), EVERY, ids=[f"{plot.__name__}-{type(given[-1]).__name__}" for plot, given in EVERY]
)
def test_each_plot_draws_on_the_axes_it_is_given_or_makes_its_own(plot, given):
    ax = plt.figure().add_subplot()
    assert plot(*given, ax=ax) is ax
    assert drawn(ax).get_title(loc="left")
    own = drawn(plot(*given))
    assert own is not ax
    assert own.get_title(loc="left") == ax.get_title(loc="left")


def test_running_positions_are_those_of_the_calls():
    ax = plots.running_positions(SHEET)
    calls = SHEET.call_rows()
    for place, (line, shown) in enumerate(zip(SHEET.lines, ax.get_lines(), strict=True)):
        positions = [row["position"] for row in calls if row["post"] == line.post]
        assert shown.get_ydata().tolist() == [place + 1, *positions]
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["Gate", "Break", "Setup", "Position", "Finish"]
    assert ax.yaxis_inverted()


def test_quickplay_runs_from_the_gate_to_the_finish():
    ax = plots.running_positions(ts.play(CARD, seed=7))
    assert [tick.get_text() for tick in ax.get_xticklabels()] == ["Gate", "Finish"]


def test_a_horse_that_is_out_ends_with_a_cross_and_no_name_at_the_finish():
    sheet = run(card({}, {}, {}), {("form", 2): 3, ("trouble", 2): 2}, version="fullplay")
    ax = plots.running_positions(sheet)
    crosses = [line for line in ax.get_lines() if line.get_marker() == "x"]
    assert [cross.get_xdata().tolist() for cross in crosses] == [[3]]
    assert "Horse 2" not in " ".join(text.get_text() for text in ax.texts)


def test_dead_heats_share_their_label():
    ax = plots.running_positions(run(card({}, {}, {"power_dirt": 10}), version="fullplay"))
    assert "  1 Horse 1, 2 Horse 2" in [text.get_text() for text in ax.texts]


def test_every_random_race_can_be_drawn():
    for sheet, _ in some_races(12, seed=2):
        drawn(plots.running_positions(sheet))
        plt.close("all")


@pytest.mark.parametrize("found", [SIM, EXACT], ids=["sim", "exact"])
def test_place_chances_are_the_finish_likeliest_winner_first(found):
    ax = plots.place_chances(found)
    shown = np.asarray(ax.images[0].get_array())
    order = np.argsort(-found.finish[:, 0], kind="stable")
    assert np.array_equal(shown, found.finish[order])
    names = [tick.get_text() for tick in ax.get_yticklabels()]
    assert names == [f"{CARD.runners[i].post} {CARD.runners[i].name}" for i in order]
    assert [text.get_text() for text in ax.texts] == [f"{100 * chance:.1f}" for chance in found.finish[order].ravel()]


@pytest.mark.parametrize("found", [SIM, EXACT], ids=["sim", "exact"])
def test_the_ridges_hold_each_horses_figures_and_the_ticks_their_means(found):
    ax = plots.figure_distributions(found)
    means = np.sort([row["figure"] for row in found.rows()])[::-1]
    ticks = [line.get_xdata()[0] for line in ax.get_lines() if line.get_color() == "black"]
    assert np.allclose(ticks, means)
    ridges = [line for line in ax.get_lines() if line.get_color() != "black"]
    for row, (ridge, mean) in enumerate(zip(ridges, means, strict=True)):
        weights = row - np.asarray(ridge.get_ydata())
        assert weights @ np.asarray(ridge.get_xdata()) / weights.sum() == pytest.approx(mean)


def test_odds_stand_at_the_chance_they_stand_for():
    ax = plots.odds_against_chance(ODDS, SIM)
    points = {text.get_text(): text.xy for text in ax.texts}
    for line, chance in zip(ODDS.lines, SIM.chances("win")[0], strict=True):
        assert points[str(line.post)] == pytest.approx((100 / (float(line.odds) + 1), 100 * chance))
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == [f"{line.post} {line.horse} {line.text}" for line in ODDS.lines]


def test_odds_of_another_field_are_refused_and_unknown_ones_left_out():
    with pytest.raises(ts.InputError, match="odds of another field"):
        plots.odds_against_chance(ts.odds(CARD.scratch(2), seed=1), SIM)
    race = card({"odds": Fraction(2)}, {})
    ax = plots.odds_against_chance(ts.odds(race, source="real"), ts.exact(race))
    assert [text.get_text() for text in ax.texts] == ["1"]


def test_realism_draws_each_figure_as_a_share_of_the_real_one():
    ax = plots.realism(REPORT)
    ranges, found = ax.get_lines()[:2], ax.get_lines()[2:4]
    assert [line.get_xdata().tolist() for line in ranges] == [pytest.approx([38 / 40, 42 / 40]), [1, 1]]
    quickplay, fullplay = (line.get_xdata().tolist() for line in found)
    assert quickplay == pytest.approx([38 / 40, 97 / 97.1])
    assert fullplay == pytest.approx([42 / 40, float("nan")], nan_ok=True)
    assert ax.get_lines()[4].get_xdata() == [1, 1]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["wins", "time"]


def test_a_report_that_cannot_be_drawn_is_refused():
    with pytest.raises(ts.InputError, match="no column fullplay"):
        plots.realism(REPORT.drop(columns="fullplay"))
    with pytest.raises(ts.InputError, match="no row with a real number"):
        plots.realism(REPORT.tail(2))


def test_a_name_with_a_dollar_sign_is_text_not_a_formula():
    race = card({"name": "$\\frac{1}{"}, {"name": "A $ and a $ more"})
    for ax in (
        plots.running_positions(run(race)),
        plots.place_chances(ts.exact(race)),
        plots.figure_distributions(ts.exact(race)),
    ):
        drawn(ax)


@pytest.mark.parametrize(("plot", "given"), EVERY[:1] + EVERY[-1:])
def test_without_matplotlib_the_error_names_the_extra(plot, given):
    missing = {"matplotlib": None, "matplotlib.pyplot": None}
    with (
        mock.patch.dict(sys.modules, missing),
        pytest.raises(ts.InputError, match=r"pip install 'topstretch\[plots\]'"),
    ):
        plot(*given)


def test_importing_the_plots_loads_no_matplotlib():
    code = "import sys; from topstretch.show import plots; sys.exit('matplotlib' in sys.modules or 'pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
