"""The packaged players."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch import ticket
from topstretch.drawing import Draws
from topstretch.errors import InputError
from topstretch.ticket.moves import placed
from topstretch.ticket.players import Phase, best_now, space_keys, view_of, worth
from topstretch.ticket.state import Photo

from ticket.making import PACKAGED, WILD, cards_of, pair_card, state


def view(race, player=1, phase=Phase.MOVE):
    return view_of(race, phase, player, 1, 3, (0, 0))


def test_look_ahead_brings_the_horse_of_its_ticket_to_the_front():
    spaces = [(4, lane) for lane in range(1, 8)]  # player 1 has predicted horse 1 first
    race = state(spaces, [cards_of(1)[0].number, cards_of(3)[1].number])
    move = best_now(view(race), ticket.legal_moves(race), Draws(1))
    assert (move.card, move.horse, move.to) == (cards_of(1)[0].number, 1, (7, 1))


def test_look_ahead_finds_the_one_way_that_makes_its_horse_first():
    race = state([(4, 1), (9, 2), (8, 3), (3, 4), (3, 5), (2, 6), (2, 7)], [pair_card(1, 2)])
    move = best_now(view(race), ticket.legal_moves(race), Draws(1))
    # Its ticket has horse 1 first: only in front of 2 is it ahead of 2 and 3.
    assert (move.horse, move.to) == (1, (10, 2))


def test_look_ahead_takes_each_of_equal_moves():
    race = state([(10, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7)], [cards_of(4)[0].number])
    chosen = {best_now(view(race), ticket.legal_moves(race), Draws(seed)).to for seed in range(60)}
    assert len(chosen) > 1


def test_look_ahead_predicts_the_horses_that_its_hand_helps_most():
    hand = [cards_of(3)[0].number, cards_of(3)[1].number, cards_of(6)[0].number, pair_card(1, 6)]
    race = state([(2, lane) for lane in range(1, 8)], hand)
    tickets = [ticket.look_ahead(view(race, phase=Phase.PREDICTION), (), Draws(seed)) for seed in range(200)]
    assert set(tickets) <= set(ticket.legal_predictions())
    named = {tuple(horse for horse in found if horse) for found in tickets}
    assert named == {(3,), (3, 6), (3, 6, 1)}
    assert len({tuple(horse is not None for horse in found) for found in tickets}) == 7


def test_look_ahead_plays_without_a_sight_of_other_tickets():
    race = state([(2, lane) for lane in range(1, 8)], [WILD], hidden=True)
    assert view(race).predictions == ((1, None, None), None)
    assert best_now(view(race), ticket.legal_moves(race), Draws(1)) in ticket.legal_moves(race)


def test_look_ahead_without_a_ticket_is_an_error():
    race = state([(2, lane) for lane in range(1, 8)], [WILD])
    no_ticket = ticket.View(Phase.MOVE, 1, 1, 1, 3, (0, 0), PACKAGED, race.setup, race.horses, race.hands[0])
    with pytest.raises(InputError, match="no ticket"):
        ticket.look_ahead(no_ticket, ticket.legal_moves(race), Draws(1))


@settings(max_examples=25, deadline=None)
@given(
    st.permutations([space for space in PACKAGED.course().spaces() if 4 <= space[0] <= 6]),
    st.sampled_from(ticket.legal_predictions()[:147]),
    st.sampled_from(["flat", "harness"]),
)
def test_what_a_ticket_of_one_or_two_horses_is_worth_is_the_mean_over_the_photos(spaces, prediction, style):
    course = PACKAGED.course(style)
    horses = spaces[:7]  # on three rows: many of them level
    scores = []
    for stack in permutations(range(1, 8)):
        result = ticket.finish(horses, course, "cards", lambda level, place, stack=stack: first_of(stack, level))
        scores.append(ticket.score(prediction, result, PACKAGED).total)
    keys = [space_keys(course, Photo.CARDS)[space] for space in horses]
    assert worth(keys, prediction, PACKAGED.points) == pytest.approx(sum(scores) / len(scores))


def first_of(stack, level):
    return next(horse for horse in stack if horse in level)


def test_what_a_trifecta_is_worth_when_it_is_sure():
    keys = [90, 80, 70, 10, 10, 10, 10]
    assert worth(keys, (1, 2, 3), PACKAGED.points) == 7 + 5 + 4 + 5
    assert worth(keys, (1, 3, 2), PACKAGED.points) == 7 + 3 + 3 + 2
    assert worth(keys, (1, 2, 4), PACKAGED.points) == 7 + 5 - 1
    level = [90, 90, 70, 10, 10, 10, 10]
    assert worth(level, (1, 2, 3), PACKAGED.points) == (7 + 3) / 2 + (3 + 5) / 2 + 4 + 2


def test_look_ahead_beats_random():
    simulation = ticket.simulate(60, players=2, seed=5, by=["look-ahead", "random"])
    best, other = simulation.seat_rows()
    assert best["points"] - other["points"] > 5 * (best["points_se"] + other["points_se"])


def test_the_rail_counts_where_the_photo_is_by_the_rail():
    keys = space_keys(PACKAGED.course(), Photo.RAIL)
    assert keys[5, 1] > keys[5, 2] > keys[5, 7] > keys[4, 1]
    level = space_keys(PACKAGED.course(), Photo.CARDS)
    assert level[5, 1] == level[5, 7] > level[4, 1]


def test_placed_moves_the_displaced_horse_too():
    horses = tuple((2, lane) for lane in range(1, 8))
    assert placed(horses, ticket.Move(1, 1, (2, 2), (3, 3)))[:2] == ((2, 2), (3, 3))
    assert placed(horses, ticket.Move(1)) == horses
