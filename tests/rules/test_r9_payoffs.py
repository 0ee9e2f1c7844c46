"""R9: what $2 pays, by a horse's odds and official place."""

from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts

from oracle import money
from oracle.charts import odds_to_one
from rules.making import SetDice, card, run
from rules.reading import CHARTS
from rules.test_r8_odds import LADIES_CLASSIC, ROLLS

# Rolls of final speed, by post, that bring Careless Jewel, Lethal Heat and Life Is Sweet in first, second and third by a
# chart on which the roll is all that counts.
ORDER = {("final_speed", post): total for post, total in enumerate([12, 10, 2, 11, 2, 2, 2, 2], start=1)}
BY_THE_ROLL = np.repeat(np.arange(60, 170, 10)[:, None], 30, axis=1)


def ladies_classic():
    sheet = run(LADIES_CLASSIC, ORDER, charts=attrs.evolve(ts.load_charts(), final_speed=BY_THE_ROLL))
    assert [line.horse for line in sheet.finishers[:3]] == ["Careless Jewel", "Lethal Heat", "Life Is Sweet"]
    return ts.payoffs(sheet, ts.odds(LADIES_CLASSIC, dice=SetDice(ROLLS)))


def dollars(line):
    return tuple(None if amount is None else float(amount) for amount in (line.win, line.place, line.show))


def test_x6_7_to_2_pays_9_win_5_50_place_and_3_75_show():
    line = ladies_classic().lines[0]
    assert (line.horse, line.finish, dollars(line)) == ("Careless Jewel", 1, (9.0, 5.5, 3.75))


def test_x7_11_to_1_in_second_pays_13_place_and_7_50_show():
    line = ladies_classic().lines[1]
    assert (line.horse, line.finish, dollars(line)) == ("Lethal Heat", 2, (None, 13.0, 7.5))


def test_x8_8_to_5_in_third_pays_2_80_show():
    line = ladies_classic().lines[2]
    assert (line.horse, line.finish, dollars(line)) == ("Life Is Sweet", 3, (None, None, 2.8))


def test_r9_only_the_first_three_are_paid():
    assert len(ladies_classic().lines) == 3


def paid(odds, *runners, given=None, charts=None):
    """Payoffs of a race between horses at these real odds."""
    field = card(*({**runner, "odds": price} for runner, price in zip(runners, odds)))
    sheet = run(field, given)
    return sheet, ts.payoffs(sheet, ts.odds(field, source="real"), charts=charts)


@pytest.mark.parametrize("row", CHARTS["payoffs"], ids=lambda row: row["odds"])
def test_r9_every_line_of_the_chart_is_paid_by_place(row):
    odds = odds_to_one(row["odds"])
    _, made = paid([odds] * 4, *({"power_dirt": power} for power in (25, 20, 15, 10)))
    win, place, show = (Fraction(row[name]) for name in ("win", "place", "show"))
    assert [(line.win, line.place, line.show) for line in made.lines] == [
        (win, place, show), (None, place, show), (None, None, show),
    ]  # fmt: skip


def test_r9_the_chart_in_use_is_paid_where_it_has_the_odds():
    amounts = (Fraction(99), Fraction(50), Fraction(20))
    charts = attrs.evolve(ts.load_charts(), payoffs={Fraction(3): amounts})
    _, made = paid([Fraction(3), Fraction(4)], {"power_dirt": 20}, {}, charts=charts)
    assert (made.lines[0].win, made.lines[0].place, made.lines[0].show) == amounts
    assert made.lines[1].place == money.prices(Fraction(4), CHARTS)[1]


def test_r9_a_match_race_pays_two():
    _, made = paid([Fraction(3), Fraction(1)], {"power_dirt": 20}, {})
    assert [(line.post, line.finish) for line in made.lines] == [(1, 1), (2, 2)]


def test_r9_the_official_order_is_paid():
    given = {("form", 1): 3, ("trouble", 1): 10, ("disqualification", 1): 3}
    fields = [{"power_dirt": power} for power in (28, 21, 16, 9)]
    sheet, made = paid([Fraction(3)] * 4, *fields, given=given)
    assert sheet.lines[0].wire_place == 1
    assert [(line.post, line.finish) for line in made.lines] == [(2, 1), (3, 2), (4, 3)]


def test_r9_a_horse_without_odds_is_not_paid():
    _, made = paid([None, Fraction(3), Fraction(2)], {"power_dirt": 25}, {"power_dirt": 20}, {})
    assert dollars(made.lines[0]) == (None, None, None)
    assert dollars(made.lines[1]) == (None, *(float(amount) for amount in money.prices(Fraction(3), CHARTS)[1:]))


def test_r9_odds_of_another_field_are_refused():
    sheet = run(card({}, {}, {"power_dirt": 5}))
    for other in (card({}, {}), card({}, {}, {}).scratch(1), card({}, {}, {}, {})):
        with pytest.raises(ts.InputError, match="odds of another field"):
            ts.payoffs(sheet, ts.odds(other, seed=1))


def test_r9_odds_of_other_horses_on_the_same_posts_are_refused():
    sheet = run(card({}, {}, {"power_dirt": 5}))
    other = card({"name": "Stranger"}, {}, {"power_dirt": 5})
    with pytest.raises(ts.InputError, match="odds of another field"):
        ts.payoffs(sheet, ts.odds(other, seed=1))
