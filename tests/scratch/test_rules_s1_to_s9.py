"""The rules of the scratch race, clause by clause."""

from collections import Counter

import attrs
import pytest
from topstretch.errors import InputError
from topstretch.scratch import play
from topstretch.scratch.rules import HORSES, PACK, Settings, deal, leaders, payouts, roll, scratch, squares, ways

from scratch.making import after, table


def test_s1_columns_have_3_to_8_squares() -> None:
    assert {horse: squares(horse) for horse in HORSES} == {
        2: 3, 3: 4, 4: 5, 5: 6, 6: 7, 7: 8, 8: 7, 9: 6, 10: 5, 11: 4, 12: 3,
    }  # fmt: skip


def test_s1_tokens_start_on_the_first_square() -> None:
    assert table().rolled == (0,) * 11


def test_s2_four_tickets_of_each_horse() -> None:
    assert Counter(PACK) == dict.fromkeys(range(2, 13), 4)


@pytest.mark.parametrize("cards", [PACK[:-1], (*PACK[:-1], 2), (*PACK, 7)])
def test_s2_a_pack_that_is_not_whole_is_refused(cards) -> None:
    with pytest.raises(InputError, match=r"cards: found .*four tickets of each horse"):
        table(cards=cards)


def test_s3_all_start_with_equal_money_and_pay_the_fee() -> None:
    start, paid = deal(Settings(4, 100, 3), 1, PACK, (100,) * 4)
    assert (paid, start.money, start.pot) == ((3, 3, 3, 3), (97, 97, 97, 97), 12)


def test_s3_tickets_are_dealt_one_at_a_time_from_the_dealers_left() -> None:
    start = table(players=5, dealer=3)
    assert [start.holder(card) for card in range(7)] == [4, 5, 1, 2, 3, 4, 5]


def test_s3_some_get_one_more() -> None:
    race = play(players=5, seed=1, races=1).races[0]
    # 44 = 4 * 9 + 8: the four at the dealer's left have nine, the dealer eight.
    assert [len(race.hand(player)) for player in range(1, 6)] == [8, 9, 9, 9, 9]
    assert Counter(ticket for player in range(1, 6) for ticket in race.hand(player)) == Counter(PACK)


def test_s3_the_deal_passes_to_the_left() -> None:
    assert [race.dealer for race in play(players=3, seed=2, races=5, money=10_000).races] == [1, 2, 3, 1, 2]


def test_s4_the_player_left_of_the_dealer_throws_first() -> None:
    assert [table(players=4, dealer=dealer).roller for dealer in (1, 2, 3, 4)] == [2, 3, 4, 1]


def test_s4_a_scratch_costs_each_holder_one_fee() -> None:
    # Unshuffled, the twos lie at places 0 to 3: with three players the first of them, player 2, has two.
    step = scratch(table(players=3, fee=5), 2)
    assert (step.what, step.spot, step.paid) == ("scratched", 1, (5, 5, 5))
    assert step.table.pot == 15 + 15


def test_s4_a_player_without_its_ticket_pays_nothing() -> None:
    step = scratch(table(players=6, fee=5), 2)
    assert step.paid == (0, 5, 5, 5, 5, 0)


def test_s4_fee_per_ticket_is_the_house_rule() -> None:
    step = scratch(table(players=3, fee=5, fee_per_ticket=True), 2)
    assert step.paid == (5, 10, 5)


def test_s4_a_repeated_total_is_rolled_on_by_the_next_player_without_a_fee() -> None:
    once = after(table(), 6)
    step = scratch(once, 6)
    assert (step.what, step.spot, step.paid) == ("rolled on", 0, (0, 0, 0, 0))
    assert step.table.scratched == (6,)
    assert (once.roller, step.table.roller) == (3, 4)


def test_s4_four_different_horses_are_scratched() -> None:
    start = after(table(), 6, 6, 8, 6, 8, 2)
    assert (start.scratched, start.scratching) == ((6, 8, 2), True)
    start = after(start, 7)
    assert (start.scratched, start.scratching) == ((6, 8, 2, 7), False)


def test_s5_the_next_player_in_turn_starts_the_race() -> None:
    start = after(table(players=6), 6, 6, 8, 2, 7)
    assert start.roller == 1  # players 2 to 6 have thrown


def test_s5_a_running_horse_moves_one_square() -> None:
    step = roll(after(table(), 2, 3, 11, 12), 7)
    assert (step.what, step.spot, sum(step.paid)) == ("moved", 0, 0)
    assert step.table.rolled == (0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("total", "spot"), [(6, 1), (8, 2), (2, 3), (7, 4)])
def test_s5_a_scratched_total_costs_the_roller_the_spots_multiple(total, spot) -> None:
    start = after(table(fee=3), 6, 8, 2, 7)
    step = roll(start, total)
    assert (step.what, step.spot) == ("fee", spot)
    assert step.paid == tuple(3 * spot if player == start.roller else 0 for player in (1, 2, 3, 4))
    assert step.table.rolled == start.rolled


def test_s5_the_example_of_3x_is_three_fees() -> None:
    assert sum(roll(after(table(fee=1), 6, 8, 2, 7), 2).paid) == 3


@pytest.mark.parametrize("horse", [2, 3, 4, 5, 6, 7, 8])
def test_s6_a_horse_wins_from_its_last_square(horse) -> None:
    off = [other for other in HORSES if other != horse][-4:]
    start = after(table(), *off, *[horse] * (squares(horse) - 1))
    assert start.winner is None
    step = roll(start, horse)
    assert (step.what, step.table.winner) == ("won", horse)


def won(pot_left, *, players=4, money=100, last=False):
    """The payouts of a race that 7 wins, with so much in the pot on top of a multiple of four."""
    start = after(table(players=players, money=money, fee=1), 2, 3, 11, 12, *[7] * 8)
    return payouts(attrs.evolve(start, pot=40 + pot_left), last=last), start


def test_s7_the_pot_is_split_over_the_four_winning_tickets() -> None:
    end, start = won(0)
    assert (end.share, end.won, end.pot) == (10, (10, 10, 10, 10), 0)
    assert end.money == tuple(has + 10 for has in start.money)


def test_s7_a_player_with_two_of_them_gets_two_shares() -> None:
    end, start = won(0, players=3)
    # The sevens lie at places 20 to 23 and are dealt to players 1, 2, 3, 1.
    assert start.holders(7) == (1, 2, 3, 1)
    assert end.won == (20, 10, 10)


def test_s8_an_agreed_number_of_races() -> None:
    assert len(play(seed=3, races=6, money=10_000).races) == 6


def test_s8_without_a_number_everyone_deals_once() -> None:
    assert len(play(players=5, seed=3, money=10_000).races) == 5


def test_s8_a_player_out_of_money_ends_the_session_after_the_race() -> None:
    session = play(players=3, races=50, money=40, seed=1)
    assert len(session.races) == 1
    assert session.races[0].money[0] == 0
    assert session.races[0].winner == session.races[0].throws[-1].total


def test_s8_most_money_wins_and_ties_are_shared() -> None:
    assert leaders((3, 9, 1)) == (2,)
    assert leaders((9, 3, 9)) == (1, 3)


@pytest.mark.parametrize("left", [1, 2, 3])
def test_s9_odd_units_stay_in_the_pot(left) -> None:
    end, _ = won(left)
    assert (end.share, end.odd, end.pot, end.over) == (10, (0, 0, 0, 0), left, False)


def test_s9_the_pot_left_over_is_in_the_next_race() -> None:
    session = play(seed=11, races=3, fee=1, money=1000)
    lefts = [race.left for race in session.races]
    assert any(lefts[:-1])
    for before, race in zip(session.races, session.races[1:], strict=False):
        assert race.pot == before.left + sum(race.paid)


@pytest.mark.parametrize(("left", "odd"), [(1, (1, 0, 0)), (2, (1, 1, 0)), (3, (1, 1, 1))])
def test_s9_at_the_very_end_odd_units_go_to_the_winning_tickets(left, odd) -> None:
    end, start = won(left, players=3, last=True)
    assert (end.odd, end.pot, end.over) == (odd, 0, True)
    assert sum(end.money) == sum(start.money) + 40 + left


def test_s9_who_cannot_pay_in_full_pays_what_is_left() -> None:
    start = attrs.evolve(after(table(fee=3), 6, 8, 2, 7), money=(5, 5, 2, 5))
    start = attrs.evolve(start, roller=3)
    step = roll(start, 7)
    assert (step.paid, step.table.money) == ((0, 0, 2, 0), (5, 5, 0, 5))


def test_s9_who_has_nothing_left_throws_on_and_pays_nothing() -> None:
    start = attrs.evolve(after(table(fee=3), 6, 8, 2, 7), money=(5, 5, 0, 5), roller=3)
    step = roll(start, 7)
    assert (step.paid, step.table.money, step.table.roller) == ((0, 0, 0, 0), (5, 5, 0, 5), 4)


def test_s9_a_share_that_brings_money_back_keeps_the_session_going() -> None:
    start = after(table(players=4, fee=1), 2, 3, 11, 12, *[7] * 8)
    # All hold one seven; player 4 has spent everything and gets 10 back.
    end = payouts(attrs.evolve(start, money=(5, 5, 5, 0), pot=40))
    assert (end.money, end.over) == ((15, 15, 15, 10), False)


def test_s9_an_odd_unit_of_the_very_end_does_not_keep_the_session_going() -> None:
    start = after(table(players=4, fee=1), 2, 3, 11, 12, *[7] * 8)
    first = start.holders(7)[0]
    money = tuple(0 if player == first else 5 for player in range(1, 5))
    end = payouts(attrs.evolve(start, money=money, pot=3))
    assert (end.share, end.over, end.money[first - 1]) == (0, True, 1)


def test_s9_two_to_44_players_and_player_1_deals_first() -> None:
    assert play(players=44, seed=1, races=1).races[0].dealer == 1
    assert all(len(play(players=44, seed=1, races=1).races[0].hand(player)) == 1 for player in range(1, 45))


@pytest.mark.parametrize(
    ("settings", "where"),
    [
        ({"players": 1}, "players"),
        ({"players": 45}, "players"),
        ({"players": 2.0}, "players"),
        ({"players": True}, "players"),
        ({"money": 0}, "money"),
        ({"money": 10.5}, "money"),
        ({"money": 1_000_001}, "money"),
        ({"fee": 0}, "fee"),
        ({"money": 3, "fee": 4}, "fee"),
        ({"fee_per_ticket": 1}, "fee_per_ticket"),
        ({"races": 0}, "races"),
        ({"session": -1}, "session"),
        ({"seed": -1}, "seed"),
        ({"seed": "7"}, "seed"),
    ],
)
def test_s9_settings_out_of_range_are_refused_by_name(settings, where) -> None:
    with pytest.raises(InputError, match=f"^{where}: found .*, allowed "):
        play(**{"seed": 1, **settings})


def test_s10_two_dice_give_the_totals_their_ways() -> None:
    thrown = Counter(red + white for red in range(1, 7) for white in range(1, 7))
    assert {total: ways(total) for total in HORSES} == thrown
