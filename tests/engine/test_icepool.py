"""The official win chances against a public library of dice, which shares no code with the solver."""

import numpy as np
import pytest
import topstretch as ts

from engine.making import close_card, coarse, copy_charts, no_trouble, troubled_charts

pytest.importorskip("icepool")


@pytest.mark.parametrize("runners", [2, 3, 4])
def test_win_chances_of_small_fields(runners):
    from engine.by_icepool import win_chances

    card = close_card(runners)
    assert np.array(win_chances(card), float) == pytest.approx(ts.exact(card).win, abs=1e-13)


@pytest.mark.parametrize("make", [troubled_charts, no_trouble])
def test_win_chances_by_other_charts(tmp_path, make):
    from engine.by_icepool import win_chances

    card, charts = ts.load_race("woodward-1967"), ts.load_charts(make(tmp_path / "charts"))
    assert np.array(win_chances(card, charts), float) == pytest.approx(ts.exact(card, charts=charts).win, abs=1e-13)


def test_both_ways_to_compare_dice_are_the_same(tmp_path):
    from engine.by_icepool import win_chances

    card, charts = close_card(2), ts.load_charts(coarse(copy_charts(tmp_path / "charts"), 20))
    assert win_chances(card, charts, plainly=True) == win_chances(card, charts)


@pytest.mark.verify
def test_win_chances_of_a_packaged_race_of_six():
    from engine.by_icepool import win_chances

    card = ts.load_race("champagne-2009")
    assert np.array(win_chances(card), float) == pytest.approx(ts.exact(card).win, abs=1e-13)
