"""The exact chances: against the race solved position by position, against simulation, and against themselves."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb, sqrt
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.errors import InputError
from topstretch.scratch import HORSES, exact, play, simulate
from topstretch.scratch.rules import PACK
from topstretch.scratch.solver import all_sets, expected_fees, order_of, set_chances

from scratch.recursion import WAYS, solve

SETS = list(combinations(HORSES, 4))
# From the shortest race to the longest, lopsided ones among them.
CHECKED = [(5, 6, 7, 8), (6, 7, 8, 9), (2, 6, 7, 8), (3, 4, 7, 9), (2, 3, 4, 5), (7, 10, 11, 12), (2, 3, 11, 12)]


@pytest.mark.parametrize("scratched", CHECKED)
def test_s5_s6_chances_are_those_of_the_recursion_in_fractions(scratched) -> None:
    win, rolls = solve(scratched)
    assert sum(win.values()) == 1
    found = set_chances(scratched)
    assert found.win.keys() == win.keys()
    for horse, chance in win.items():
        assert abs(Fraction(found.win[horse]) - chance) < 1e-14
    assert abs(Fraction(found.race_rolls) - rolls) < 1e-12


@pytest.mark.verify
@pytest.mark.parametrize("scratched", SETS)
def test_s5_s6_chances_of_every_set_are_those_of_the_recursion(scratched) -> None:
    win, rolls = solve(scratched)
    found = set_chances(scratched)
    assert all(abs(Fraction(found.win[horse]) - chance) < 1e-14 for horse, chance in win.items())
    assert abs(Fraction(found.race_rolls) - rolls) < 1e-12


def test_chances_of_every_set_add_up_to_1() -> None:
    for one in all_sets():
        assert abs(sum(one.win.values()) - 1) < 1e-12
        assert set(one.win) == set(HORSES) - set(one.scratched)
    assert abs(sum(one.chance for one in all_sets()) - 1) < 1e-12
    assert len(all_sets()) == 330


def test_s4_scratches_without_repeats_have_their_sequential_chances() -> None:
    for one in ((7, 6, 8, 5), (2, 12, 3, 11)):
        chance, throws, left = Fraction(1), Fraction(0), 36
        for horse in one:
            chance *= Fraction(WAYS[horse], left)
            throws += Fraction(36, left)
            left -= WAYS[horse]
        assert order_of(one).chance == pytest.approx(float(chance), rel=1e-14)
        assert order_of(one).throws == pytest.approx(float(throws), rel=1e-14)


def test_averages_are_those_over_the_sets() -> None:
    whole = exact()
    for place, horse in enumerate(HORSES):
        win = sum(one.chance * one.win.get(horse, 0.0) for one in all_sets())
        scratched = sum(one.chance for one in all_sets() if horse in one.scratched)
        assert whole.win[place] == pytest.approx(win, abs=1e-14)
        assert whole.scratch[place] == pytest.approx(scratched, abs=1e-14)
    assert whole.race_rolls == pytest.approx(sum(one.chance * one.race_rolls for one in all_sets()), abs=1e-11)
    assert abs(sum(whole.win) - 1) < 1e-12
    assert abs(sum(whole.scratch) - 4) < 1e-12


def test_horses_as_far_from_7_have_the_same_chances() -> None:
    for values in (exact().win, exact().scratch, exact().payoff):
        assert values == pytest.approx(values[::-1], abs=1e-13)


@settings(max_examples=30, deadline=None)
@given(st.permutations(HORSES).map(lambda horses: tuple(horses[:4])), st.integers(2, 44), st.booleans())
def test_the_order_of_scratches_changes_costs_and_not_chances(scratched, players, fee_per_ticket) -> None:
    ordered = exact(scratched, players=players, fee_per_ticket=fee_per_ticket)
    free = exact(set(scratched), players=players, fee_per_ticket=fee_per_ticket)
    assert ordered.win == pytest.approx(free.win, abs=1e-14)
    assert abs(sum(ordered.win) - 1) < 1e-12
    assert ordered.race_rolls == pytest.approx(free.race_rolls)
    for spot, horse in enumerate(scratched, 1):
        assert ordered.roll_fees[spot - 1] == pytest.approx(spot * WAYS[horse] / 36 * ordered.race_rolls)
    assert 4 * sum(ordered.payoff) == pytest.approx(ordered.pot)
    assert sum(row["net"] for row in ordered.rows()) == pytest.approx(0, abs=1e-11)


def test_a_set_is_the_average_of_its_orders() -> None:
    free = exact({2, 5, 7, 8})
    weights = [order_of(order).chance for order in permutations((2, 5, 7, 8))]
    pots = [exact(order).pot for order in permutations((2, 5, 7, 8))]
    assert free.pot == pytest.approx(np.average(pots, weights=weights))
    assert free.scratched == frozenset({2, 5, 7, 8})


@pytest.mark.parametrize("players", [2, 3, 4, 7, 44])
def test_s4_expected_fees_for_a_scratch_are_those_of_the_hands(players) -> None:
    holder = [place % players for place in range(len(PACK))]
    fours = [len({holder[place] for place in four}) for four in combinations(range(44), 4)]
    assert len(fours) == comb(44, 4)
    assert expected_fees(players, fee_per_ticket=False) == pytest.approx(sum(fours) / len(fours), rel=1e-12)
    assert expected_fees(players, fee_per_ticket=True) == 4


def test_the_pot_is_what_is_paid_into_it_and_out_of_it() -> None:
    for players in (2, 5):
        for fee_per_ticket in (False, True):
            whole = exact(players=players, fee_per_ticket=fee_per_ticket)
            summary = {row["quantity"]: row["mean"] for row in whole.summary_rows()}
            assert summary["pot"] == pytest.approx(
                summary["entry_fees"] + summary["scratch_fees"] + summary["roll_fees"]
            )
            assert 4 * sum(whole.payoff) == pytest.approx(summary["pot"])
            assert sum(row["net"] for row in whole.rows()) == pytest.approx(0, abs=1e-11)


@pytest.mark.parametrize(("players", "fee_per_ticket"), [(4, False), (7, True)])
def test_simulation_agrees_within_4_standard_errors(players, fee_per_ticket) -> None:
    # 55 figures of the horses and 9 others: a right program fails in one run of 250, and the seed is fixed.
    simulation = simulate(120_000, seed=20260, players=players, fee_per_ticket=fee_per_ticket)
    whole = exact(players=players, fee_per_ticket=fee_per_ticket)
    for found, right in zip(simulation.rows(), whole.rows(), strict=True):
        for name in ("win", "scratched", "payoff", "scratch_cost", "net"):
            assert abs(found[name] - right[name]) < 4 * found[f"{name}_se"], (found["horse"], name)
    for found, right in zip(simulation.summary_rows(), whole.summary_rows(), strict=True):
        assert found["quantity"] == right["quantity"]
        assert abs(found["mean"] - right["mean"]) <= 4 * found["se"] + 1e-12, found["quantity"]


def test_races_of_one_set_played_throw_by_throw_agree_within_4_standard_errors() -> None:
    # The commonest scratches: 5 to 9 but one.
    races = [play(2, 1, 77, 10_000, 1, session=session).races[0] for session in range(2500)]
    some = [race for race in races if {6, 7, 8} <= set(race.scratched)]
    assert len(some) > 150
    expected = np.zeros(11)
    for race in some:
        expected += np.array(exact(race.scratched).win)
    won = np.array([sum(race.winner == horse for race in some) for horse in HORSES])
    for count, mean in zip(won, expected, strict=True):
        assert abs(count - mean) <= 4 * sqrt(max(mean, 1e-9))


def test_all_330_sets_are_solved_in_less_than_2_seconds() -> None:
    set_chances.cache_clear()
    start = perf_counter()
    exact()
    assert perf_counter() - start < 2


def test_the_frames_have_the_columns_that_are_documented() -> None:
    whole = exact()
    assert list(whole.to_frame().columns) == [
        "horse", "win", "fair_odds", "scratched", "payoff", "scratch_cost", "net",
    ]  # fmt: skip
    assert len(whole.by_set()) == 330
    assert list(exact((2, 3, 4, 5)).by_set()["scratched"]) == ["2 3 4 5"]
    assert list(whole.summary().columns) == ["quantity", "mean"]


def test_a_scratched_horse_has_no_odds() -> None:
    rows = {row["horse"]: row for row in exact((2, 3, 4, 5)).rows()}
    assert rows[2]["fair_odds"] is None
    assert rows[7]["fair_odds"] == pytest.approx(1 / rows[7]["win"] - 1)


@pytest.mark.parametrize(
    ("scratched", "title"),
    [
        (None, "averaged over the scratches"),
        ((7, 6, 8, 5), "scratched 7 on 1X, 6 on 2X, 8 on 3X, 5 on 4X"),
        ({7, 6, 8, 5}, "scratched 5, 6, 7, 8 in any order"),
    ],
)
def test_the_text_says_which_scratches(scratched, title) -> None:
    assert str(exact(scratched)).startswith(f"Scratch race, exact: {title}; 4 players")


@pytest.mark.parametrize(
    "scratched", [(), (2, 3, 4), (2, 3, 4, 4), (2, 3, 4, 5, 6), (1, 2, 3, 4), (2, 3, 4, 13), "2345", 7, (2.5, 3, 4, 5)]
)
def test_anything_but_four_different_horses_is_refused(scratched) -> None:
    with pytest.raises(InputError, match=r"^scratched: found .*, allowed 4 different horses from 2 to 12"):
        exact(scratched)


@pytest.mark.parametrize("players", [1, 45, 2.5])
def test_players_out_of_range_are_refused(players) -> None:
    with pytest.raises(InputError, match=r"^players: found"):
        exact(players=players)
