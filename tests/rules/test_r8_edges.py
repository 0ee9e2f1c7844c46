"""R8 at its limits: how odds are named, asked for and told."""

from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts
from topstretch.betting import SOURCES, Odds, OddsLine, odds_codes

from rules.making import SetDice, card
from rules.recorded import Recorded
from rules.test_r8_odds import LADIES_CLASSIC, ROLLS

LINES = (OddsLine(1, "One", "A", Fraction(7, 2)), OddsLine(2, "Two", "", None), OddsLine(3, "Three", "B", Fraction(1)))


def test_r8_the_dice_are_asked_once_for_every_runner():
    dice = Recorded()
    ts.odds(LADIES_CLASSIC.scratch(4), dice=dice)
    [(name, needed)] = dice.asked
    assert (name, needed.shape, needed.dtype) == ("odds", (7, 1), np.dtype(bool))
    assert needed.all()


def test_r8_the_first_race_of_a_seed_is_race_0():
    assert ts.odds(LADIES_CLASSIC, seed=5) == ts.odds(LADIES_CLASSIC, seed=5, race=0)
    assert ts.odds(LADIES_CLASSIC, seed=5) != ts.odds(LADIES_CLASSIC, seed=5, race=1)


def test_r8_odds_say_what_seed_race_and_charts_they_are_of():
    charts = attrs.evolve(ts.load_charts(), name="mine", edition="mine 1")
    made = ts.odds(LADIES_CLASSIC, seed=5, race=2, charts=charts)
    assert (made.seed, made.race, made.chart_set, made.edition, made.source) == (5, 2, "mine", "mine 1", "chart")
    fresh = ts.odds(LADIES_CLASSIC)
    assert ts.odds(LADIES_CLASSIC, seed=fresh.seed, race=0).log == fresh.log
    thrown = ts.odds(LADIES_CLASSIC, dice=SetDice(ROLLS), race=2)
    assert (thrown.seed, thrown.race, thrown.edition) == (None, None, ts.load_charts().edition)


def test_r8_real_odds_are_of_no_seed_and_no_charts():
    made = ts.odds(LADIES_CLASSIC, source="real")
    assert (made.source, made.seed, made.race, made.chart_set, made.edition) == ("real", None, None, "", "")
    assert "as they were" in str(made)
    assert "as they were" not in str(ts.odds(LADIES_CLASSIC, seed=1))


def test_r8_odds_of_an_unknown_source():
    assert SOURCES == ("chart", "real")
    with pytest.raises(ts.InputError) as refused:
        ts.odds(LADIES_CLASSIC, source="board")
    assert str(refused.value) == "odds: found 'board', allowed chart or real"


def test_r8_no_real_odds_at_all():
    with pytest.raises(ts.InputError) as refused:
        ts.odds(card({}, {}), source="real")
    assert str(refused.value) == (
        "Test: odds: found 'no real odds on the card', allowed a column odds with those that are known"
    )


def test_r8_the_race_number_is_a_whole_number_from_0():
    with pytest.raises(ts.InputError, match=r"^race: found -1, allowed a whole number, 0 or more$"):
        ts.odds(LADIES_CLASSIC, seed=1, race=-1)


def test_r8_the_charts_in_use_take_off_for_distance():
    race = card({"power_dirt": 20, "range_high": 5}, {"power_dirt": 20}, distance=9)
    charts = attrs.evolve(ts.load_charts(), distance=np.array([0, 0], np.int16))
    assert [line.code for line in ts.odds(race, seed=1, charts=charts).lines] == ["Fav", "Fav"]
    assert [line.code for line in ts.odds(race, seed=1).lines] != ["Fav", "Fav"]


def test_r8_d17_points_beyond_the_last_row_are_read_there():
    charts = ts.load_charts()
    last = len(charts.odds_codes) - 1
    assert odds_codes([last + 20, 0], charts) == odds_codes([last, 0], charts) == [0, int(charts.odds_codes[last, 0])]
    assert odds_codes([last, 1], charts) == [0, int(charts.odds_codes[last - 1, 0])]


def test_r8_odds_are_equal_by_their_lines():
    log = ts.odds(LADIES_CLASSIC, seed=1).log
    assert Odds(LINES) == Odds(LINES, log, "real", 1, 2, "a set", "an edition")
    assert Odds(LINES) != Odds(LINES[:2])


def test_r8_odds_of_lines_alone():
    made = Odds(LINES)
    assert (made.log, made.source, made.seed, made.race, made.chart_set, made.edition) == (
        (),
        "chart",
        None,
        None,
        "",
        "",
    )
    assert made.by_post == {1: Fraction(7, 2), 2: None, 3: Fraction(1)}
    assert made.texts == {1: "7-2", 3: LINES[2].text}
    assert made.inverse_sum == pytest.approx(2 / 9 + 1 / 2, abs=1e-12)
    assert [line.text for line in LINES][:2] == ["7-2", ""]


def test_r8_odds_as_rows_and_as_a_frame():
    rows = Odds(LINES).rows()
    assert rows[:2] == [
        {"post": 1, "horse": "One", "code": "A", "odds": 3.5, "text": "7-2"},
        {"post": 2, "horse": "Two", "code": "", "odds": None, "text": ""},
    ]
    frame = Odds(LINES).to_frame()
    assert list(frame.columns) == ["post", "horse", "code", "odds", "text"]
    assert frame["odds"].tolist()[0] == 3.5
    assert frame["horse"].tolist() == ["One", "Two", "Three"]
    assert list(Odds(()).to_frame().columns) == ["post", "horse", "code", "odds", "text"]


def test_r8_odds_print_and_show_their_runners():
    made = Odds(LINES)
    for text in (str(made), repr(made), made._repr_html_()):
        assert "7-2" in text
        assert "Three" in text
