"""G4 to G7 and G10: what can be played, case by case, and against the oracle on small tracks."""

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from topstretch import ticket
from topstretch.errors import InputError
from topstretch.ticket import Move
from topstretch.ticket.tables import Card

from ticket.making import PACKAGED, TICKETS, WILD, cards_of, oracle, pair_card, small, state, with_card

FAR = [(1, lane) for lane in range(1, 8)]


def at(**horses):
    """Spaces of the horses: the named ones (h5=(4, 3)), the others on the rearmost row."""
    spaces = list(FAR)
    for name, space in horses.items():
        spaces[int(name[1:]) - 1] = space
    return spaces


def ends(race, horse=None):
    return {move.to for move in ticket.legal_moves(race) if horse in (None, move.horse)}


def test_g5_the_rulebooks_card_of_horse_5_moves_3_forward_1_back_3_left_or_2_right():
    card = cards_of(5)[0]
    assert card.spaces == (3, 1, 3, 2)
    race = state(at(h5=(4, 5)), [card.number])
    assert ends(race) == {(7, 5), (3, 5), (4, 2), (4, 7)}
    assert all(move.horse == 5 for move in ticket.legal_moves(race))


def test_g5_with_the_rail_on_the_right_left_leads_away_from_it():
    race = state(at(h5=(4, 4)), [cards_of(5)[0].number], small(10, 7, rail="right"))
    assert ends(race) == {(7, 4), (3, 4), (4, 7), (4, 2)}


def test_g5_a_wild_card_moves_any_horse_1_to_3_spaces_and_never_diagonally():
    race = state(at(h5=(5, 4)), [WILD])
    assert ends(race, 5) == {
        (6, 4), (7, 4), (8, 4), (4, 4), (3, 4), (2, 4), (5, 3), (5, 2), (5, 1), (5, 5), (5, 6), (5, 7),
    }  # fmt: skip
    assert {move.horse for move in ticket.legal_moves(race)} == set(range(1, 8))


def test_g5_a_card_of_two_horses_can_be_played_in_eight_ways():
    race = state(at(h4=(3, 2), h5=(7, 5)), [pair_card(4, 5)])
    assert set(ticket.legal_moves(race)) == {
        *(Move(pair_card(4, 5), 5, to) for to in ((4, 2), (2, 2), (3, 1), (3, 3))),
        *(Move(pair_card(4, 5), 4, to) for to in ((8, 5), (6, 5), (7, 4), (7, 6))),
    }


@pytest.mark.parametrize("other", [(5, 5), (3, 5), (4, 4), (4, 6)])
def test_g5_two_horses_that_adjoin_already_need_not_move(other):
    race = state(at(h4=(4, 5), h5=other), [pair_card(4, 5)])
    stays = Move(pair_card(4, 5), 4, (4, 5))
    assert ticket.legal_moves(race).count(stays) == 1
    after = ticket.apply(race, stays)
    assert after.horses == race.horses
    assert after.discards == (pair_card(4, 5),)


def test_g5_two_horses_on_a_diagonal_do_not_adjoin():
    race = state(at(h4=(4, 5), h5=(5, 6)), [pair_card(4, 5)])
    assert (4, 5) not in ends(race, 4)


def test_g6_a_move_is_shortened_to_stay_on_the_track_and_may_be_of_no_space():
    card = cards_of(5)[0].number  # 3 forward, 1 back, 3 left, 2 right
    assert ends(state(at(h5=(4, 2)), [card])) == {(7, 2), (3, 2), (4, 1), (4, 4)}
    assert (4, 1) in ends(state(at(h5=(4, 1)), [card]))
    assert (1, 5) in ends(state(at(), [card]))


def test_g6_a_move_is_not_shortened_for_anything_else():
    race = state(at(h5=(4, 4)), [cards_of(5)[0].number])
    assert not ends(race) & {(5, 4), (6, 4), (4, 3), (4, 5)}


def test_g6_horses_are_passed_through():
    race = state(at(h5=(4, 4), h1=(5, 4), h2=(6, 4)), [cards_of(5)[0].number])
    assert Move(cards_of(5)[0].number, 5, (7, 4)) in ticket.legal_moves(race)


def test_g7_the_displaced_horse_goes_to_any_of_the_free_spaces_around():
    # The rulebook's example: red 5 moves two forward onto blue 4; purple 2 and orange 1 leave it six spaces.
    card = Card(cards_of(5)[1].number, (5,), (2, 9, 9, 9))
    race = state(at(h5=(3, 3), h4=(5, 3), h2=(6, 3), h1=(5, 4)), [card.number], with_card(PACKAGED, card))
    pushed = {move.pushed for move in ticket.legal_moves(race) if move.to == (5, 3)}
    assert pushed == {(6, 2), (6, 4), (5, 2), (4, 2), (4, 3), (4, 4)}
    after = ticket.apply(race, Move(card.number, 5, (5, 3), (6, 4)))
    assert (after.horses[4], after.horses[3]) == ((5, 3), (6, 4))


def test_g7_the_displaced_horse_may_take_the_space_that_the_mover_left():
    card = cards_of(5)[2]  # 1 forward
    race = state(at(h5=(3, 3), h4=(4, 3)), [card.number])
    assert Move(card.number, 5, (4, 3), (3, 3)) in ticket.legal_moves(race)


def test_g7_a_displaced_horse_cannot_cross_the_line():
    card = cards_of(5)[2]
    race = state(at(h5=(9, 3), h4=(10, 3)), [card.number])
    pushed = {move.pushed for move in ticket.legal_moves(race) if move.to == (10, 3)}
    assert pushed == {(10, 2), (10, 4), (9, 2), (9, 3), (9, 4)}


def test_g7_without_a_free_space_the_move_is_illegal():
    card = Card(cards_of(5)[0].number, (5,), (2, 1, 1, 1))
    boxed = [(3, 1), (3, 2), (2, 2), (2, 1), (1, 1), (1, 2), (3, 3)]
    race = state(boxed, [card.number], with_card(small(3, 3), card))
    assert (3, 1) not in ends(race)
    opened = state([*boxed[:1], (2, 3), *boxed[2:]], [card.number], with_card(small(3, 3), card))
    assert {move.pushed for move in ticket.legal_moves(opened) if move.to == (3, 1)} == {(3, 2)}


STUCK = [(3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (1, 1), (1, 2)]


def stuck(*hand):
    """Horse 3 behind a river, its hedge at its back; both ways aside lead onto horses that have no free space around."""
    numbers = [card.number for card in cards_of(3)[: len(hand) or 1]]
    cards = [Card(number, (3,), (1, 2, 2, 2)) for number in numbers]
    return state(STUCK, numbers, with_card(small(6, 5, (3, 5), (4,)), *cards), "steeplechase", 4, other=(1,))


def test_g7_unable_to_play_discards_one():
    race = stuck("two", "cards")
    moves = ticket.legal_moves(race)
    assert moves == [Move(card) for card in race.hands[0]]
    after = ticket.apply(race, moves[1])
    assert after.horses == race.horses
    assert after.hands[0] == race.hands[0][:1]
    assert after.discards == race.hands[0][1:]
    assert after.turn == 2


def test_g7_a_card_that_can_be_played_forbids_the_discard():
    race = stuck()
    hand = (*race.hands[0], WILD)
    moves = ticket.legal_moves(attrs.evolve(race, hands=(hand, ())))
    assert moves
    assert {move.card for move in moves} == {WILD}
    assert all(move.horse is not None for move in moves)


def test_g4_a_horse_that_crosses_the_line_wins_and_the_race_ends_at_once():
    race = state(at(h5=(9, 4)), [cards_of(5)[0].number, WILD], other=(1, 2))
    after = ticket.apply(race, Move(cards_of(5)[0].number, 5, (11, 4)))
    assert after.winner == 5
    assert after.over
    assert after.hands == ((WILD,), (1, 2))
    with pytest.raises(InputError, match="a race that is over"):
        ticket.legal_moves(after)


def test_g4_a_card_of_two_horses_across_the_line_wins():
    race = state(at(h4=(10, 2), h5=(3, 6)), [pair_card(4, 5)], other=(1,))
    after = ticket.apply(race, Move(pair_card(4, 5), 5, (11, 2)))
    assert (after.winner, after.over) == (5, True)


def test_g4_the_race_ends_when_all_cards_are_played_and_not_before():
    race = state(at(), [WILD], other=(1,))
    once = ticket.apply(race, ticket.legal_moves(race)[0])
    assert not once.over
    assert ticket.apply(once, ticket.legal_moves(once)[0]).over


def test_g4_an_illegal_move_and_a_move_before_the_tickets_are_refused():
    race = state(at(), [WILD])
    with pytest.raises(InputError, match=r"move: found .* allowed one of the"):
        ticket.apply(race, Move(WILD, 1, (9, 9)))
    with pytest.raises(InputError, match="found 'no predictions'"):
        ticket.legal_moves(attrs.evolve(race, predictions=()))


HEDGES = small(10, 7, (4, 7), (3, 4, 6, 7))


def test_g10_forward_over_a_hedge_is_as_on_the_flat():
    race = state(at(h5=(3, 4)), [WILD], HEDGES, "obstacle")
    assert {(4, 4), (5, 4), (6, 4)} <= ends(race, 5)


def test_g10_a_move_back_is_stopped_by_a_crossed_hedge_and_must_be_a_move():
    card = cards_of(5)[2].number  # 1 forward, 3 back, 2 left, 1 right
    assert ends(state(at(h5=(6, 4)), [card], HEDGES, "obstacle")) == {(7, 4), (4, 4), (6, 2), (6, 5)}
    assert ends(state(at(h5=(4, 4)), [card], HEDGES, "obstacle")) == {(5, 4), (4, 2), (4, 5)}
    assert (1, 4) in ends(state(at(h5=(3, 4)), [card], HEDGES, "obstacle"))


def test_g10_the_hedges_do_nothing_on_the_flat():
    card = cards_of(5)[2].number
    assert (3, 4) in ends(state(at(h5=(6, 4)), [card], HEDGES, "flat"))


def test_g10_a_card_of_two_horses_puts_none_back_behind_a_hedge():
    race = state(at(h4=(4, 4), h5=(6, 4)), [pair_card(4, 5)], HEDGES, "obstacle")
    assert ends(race, 5) == {(5, 4), (4, 3), (4, 5)}
    behind = state(at(h4=(2, 4), h5=(6, 4)), [pair_card(4, 5)], HEDGES, "obstacle")
    assert ends(behind, 5) == set()
    assert ends(behind, 4) == {(7, 4), (5, 4), (6, 3), (6, 5)}


def test_g10_a_displaced_horse_is_not_put_back_behind_a_hedge_but_may_go_forward_over_one():
    card = cards_of(5)[0].number  # 3 forward
    race = state(at(h5=(1, 4), h4=(4, 4), h1=(1, 1)), [card], HEDGES, "obstacle")
    assert {move.pushed for move in ticket.legal_moves(race) if move.to == (4, 4)} == {
        (5, 3), (5, 4), (5, 5), (4, 3), (4, 5),
    }  # fmt: skip
    before = state(at(h5=(3, 4), h4=(6, 4)), [card], HEDGES, "obstacle")
    pushed = {move.pushed for move in ticket.legal_moves(before) if move.to == (6, 4)}
    assert {(7, 3), (7, 4), (7, 5)} <= pushed


def test_g10_the_river_is_crossed_and_no_horse_stops_on_it():
    race = state(at(h5=(2, 4)), [WILD], HEDGES, "steeplechase", 3)
    assert {to for to in ends(race, 5) if to[1] == 4} == {(4, 4), (5, 4), (1, 4)}
    one = cards_of(5)[2].number  # 1 forward
    assert not [to for to in ends(state(at(h5=(2, 4)), [one], HEDGES, "steeplechase", 3)) if to[0] == 3]


def test_g10_a_move_that_would_end_on_the_river_is_shortened_to_before_it():
    card = cards_of(5)[0].number  # 3 forward
    assert (5, 4) in ends(state(at(h5=(3, 4)), [card], HEDGES, "steeplechase", 6))
    back = cards_of(5)[1].number  # 2 back: from 8 to the river at 6, stopped by the hedge at 7
    assert (7, 4) in ends(state(at(h5=(8, 4)), [back], HEDGES, "steeplechase", 6))
    behind = cards_of(5)[2].number  # 3 back: stopped by the hedge at 7, where the river lies
    assert (8, 4) in ends(state(at(h5=(9, 4)), [behind], HEDGES, "steeplechase", 7))
    assert not [to for to in ends(state(at(h5=(8, 4)), [behind], HEDGES, "steeplechase", 7)) if to[0] < 8]


def test_g10_no_horse_is_put_on_the_river():
    race = state(at(h4=(5, 4), h5=(2, 2)), [pair_card(4, 5)], HEDGES, "steeplechase", 6)
    assert ends(race, 5) == {(4, 4), (5, 3), (5, 5)}
    card = cards_of(5)[0].number
    pushing = state(at(h5=(2, 4), h4=(5, 4)), [card], HEDGES, "steeplechase", 6)
    assert {move.pushed[0] for move in ticket.legal_moves(pushing) if move.pushed} == {5, 4}


def test_g3_there_are_357_tickets():
    tickets = ticket.legal_predictions()
    assert len(tickets) == len(set(tickets)) == 3 * 7 + 3 * 7 * 6 + 7 * 6 * 5
    assert (None, None, 2) in tickets
    assert (None, None, None) not in tickets
    assert (3, 3, None) not in tickets


@st.composite
def races(draw):
    rows, lanes = draw(st.integers(4, 6)), draw(st.integers(2, 4))
    style = draw(st.sampled_from(["flat", "obstacle", "steeplechase"]))
    hedges = tuple(sorted(draw(st.lists(st.integers(2, rows), min_size=2, max_size=2, unique=True))))
    beside = sorted({row for hedge in hedges for row in (hedge - 1, hedge) if row > 1})
    river = draw(st.sampled_from(beside)) if style == "steeplechase" else None
    cards = [
        Card(number, (draw(st.integers(1, 7)),), tuple(draw(st.integers(1, 4)) for _ in range(4))) for number in (1, 2)
    ]
    tables = with_card(small(rows, lanes, hedges, beside, rail=draw(st.sampled_from(["left", "right"]))), *cards)
    spaces = [(row, lane) for row in range(1, rows + 1) for lane in range(1, lanes + 1) if row != river]
    horses = draw(st.permutations(spaces))[:7]
    hand = draw(st.sampled_from([(1,), (2,), (1, 2), (30,), (22,), (42,), (WILD,), (1, 25), (1, WILD)]))
    assume(len(horses) == 7)
    return state(horses, hand, tables, style, river)


@settings(max_examples=250, deadline=None)
@given(races())
def test_g5_to_g10_the_legal_moves_are_those_of_a_brute_force(race):
    moves = ticket.legal_moves(race)
    assert {tuple(move) for move in moves} == oracle(race)
    assert len(moves) == len(set(moves))


def test_the_oracle_finds_the_discards_too():
    race = stuck("two", "cards")
    assert oracle(race) == {tuple(move) for move in ticket.legal_moves(race)}
    assert TICKETS[0] in ticket.legal_predictions()
