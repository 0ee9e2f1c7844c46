"""R9 at its limits: payoffs to the cent, and how they are told."""

from fractions import Fraction

import attrs
import pytest
import topstretch as ts
from topstretch.betting import PayoffLine, Payoffs, cut, paid, payoff_rule

from rules.making import card, run

NONE = {Fraction(10**6): (Fraction(1),) * 3}  # a chart that holds no odds of interest
CENTS = Fraction(1, 100)


def race(*odds):
    """A race of horses at these real odds that finish by post, and what it pays."""
    field = card(*({"power_dirt": 28 - 6 * place, "odds": price} for place, price in enumerate(odds)))
    sheet = run(field)
    return sheet, ts.payoffs(sheet, ts.odds(field, source="real"))


@pytest.mark.parametrize(
    ("odds", "win", "place", "show"),
    [
        (Fraction(1), "4", "3", "2.50"),
        (Fraction("0.05"), "2.10", "2.05", "2"),
        (Fraction("0.8"), "3.60", "2.80", "2.40"),
        (Fraction("8.1"), "18.20", "10.10", "6.05"),
        (Fraction("1.24"), "4.45", "3.20", "2.60"),
    ],
)
def test_d12_odds_that_are_not_on_the_chart(odds, win, place, show):
    assert payoff_rule(odds) == (Fraction(win), Fraction(place), Fraction(show))
    charts = attrs.evolve(ts.load_charts(), payoffs=NONE)
    assert paid(1, odds, charts) == [Fraction(win), Fraction(place), Fraction(show)]


def test_d12_an_amount_is_cut_to_the_5_cents_below():
    assert [cut(280 * CENTS), cut(284 * CENTS), cut(285 * CENTS), cut(Fraction(2))] == [
        280 * CENTS, 280 * CENTS, 285 * CENTS, 2,
    ]  # fmt: skip


def test_r9_each_place_is_paid_its_own_and_no_more():
    charts = ts.load_charts()
    win, place, show = charts.payoffs[Fraction(7, 2)]
    assert paid(1, Fraction(7, 2), charts) == [win, place, show]
    assert paid(2, Fraction(7, 2), charts) == [None, place, show]
    assert paid(3, Fraction(7, 2), charts) == [None, None, show]
    assert paid(4, Fraction(7, 2), charts) == [None, None, None]
    assert paid(1, None, charts) == [None, None, None]


def test_r9_odds_of_another_field_are_refused_by_name():
    sheet, _ = race(Fraction(3), Fraction(2), Fraction(5), Fraction(6))
    with pytest.raises(ts.InputError) as refused:
        ts.payoffs(sheet, ts.odds(card({}, {}), seed=1))
    assert str(refused.value) == "odds: found 'odds of another field', allowed odds of the runners of Test"


def test_r9_payoffs_as_rows_and_as_a_frame():
    _, made = race(Fraction(7, 2), None, Fraction(8, 5), Fraction(1))
    columns = ["post", "horse", "finish", "win", "place", "show"]
    rows = made.rows()
    assert [list(row) for row in rows] == [columns] * 3
    assert rows[0] == {"post": 1, "horse": "Horse 1", "finish": 1, "win": 9.0, "place": 5.5, "show": 3.75}
    assert rows[1] == {"post": 2, "horse": "Horse 2", "finish": 2, "win": None, "place": None, "show": None}
    assert rows[2] == {"post": 3, "horse": "Horse 3", "finish": 3, "win": None, "place": None, "show": 2.8}
    frame = made.to_frame()
    assert list(frame.columns) == columns
    assert frame["show"].tolist()[::2] == [3.75, 2.8]
    assert list(Payoffs(()).to_frame().columns) == columns


def test_r9_payoffs_print_and_show_their_horses():
    made = Payoffs((PayoffLine(3, "Exterminator", 1, Fraction(9), Fraction(11, 2), Fraction(15, 4)),))
    for text in (str(made), repr(made), made._repr_html_()):
        assert "Exterminator" in text
        assert "5.50" in text
