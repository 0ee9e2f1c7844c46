"""G1 to G4: whole meetings, what holds at every step of them, and how they are repeated."""

import pickle
from collections import Counter

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch import ticket
from topstretch.errors import InputError
from topstretch.ticket.meeting import RACES
from topstretch.ticket.moves import moved
from topstretch.ticket.tables import Style

from ticket.making import PACKAGED

MEETINGS = st.fixed_dictionaries(
    {
        "players": st.integers(2, 6),
        "seed": st.integers(0, 2**62),
        "style": st.sampled_from([*Style, None]),
        "photo": st.sampled_from(["cards", "rail", None]),
        "hidden": st.sampled_from([True, False, None]),
        "cards": st.sampled_from([None, 3, 7]),
        "by": st.sampled_from(["random", "look-ahead"]),
    }
)


def states_of(record):
    """Every state of a race; each move is checked by `apply`."""
    states = [record.started]
    for move in record.moves:
        states.append(ticket.apply(states[-1], move))
    assert states[-1] == record.ended
    return states


@settings(max_examples=60, deadline=None)
@given(MEETINGS)
def test_what_holds_at_every_step_of_every_meeting(options):
    for record in ticket.play(**options).races:
        course = record.started.course
        states = states_of(record)
        for state in states:
            cards = [*state.undealt, *state.discards, *(card for hand in state.hands for card in hand)]
            assert sorted(cards) == list(range(1, 46))
            assert len(set(state.horses)) == 7
            assert all(1 <= row <= course.rows + 1 and 1 <= lane <= course.lanes for row, lane in state.horses)
            assert all(row != course.river for row, _ in state.horses)
            assert sum(row > course.rows for row, _ in state.horses) <= 1
        for before, after in zip(states, states[1:]):
            assert not before.over
            assert len(after.discards) == len(before.discards) + 1
            for old, new in zip(before.horses, after.horses):
                assert not any(new[0] < hedge <= old[0] for hedge in course.hedges)
        assert states[-1].over
        assert states[-1].winner is not None or not any(states[-1].hands)


@pytest.mark.parametrize(("players", "races"), [(players, races) for players in RACES for races in RACES[players]])
def test_g1_the_races_of_a_meeting(players, races):
    meeting = ticket.play(players=players, races=races, seed=3, cards=3, by="random")
    assert len(meeting.races) == races
    firsts = [record.started.first for record in meeting.races]
    assert all(after == before % players + 1 for before, after in zip(firsts, firsts[1:]))


def test_g1_the_least_number_of_races_where_none_is_said():
    assert [len(ticket.play(players=players, seed=1, cards=3).races) for players in range(2, 7)] == [4, 3, 4, 5, 6]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "players: found 1, allowed 2 to 6"),
        ({"players": 7}, "players: found 7, allowed 2 to 6"),
        ({"players": 2.0}, "players: found 2.0, allowed a whole number"),
        ({"players": 3, "races": 4}, "races: found 4, allowed 3 or 6 with 3 players"),
        ({"cards": 8}, "cards: found 8, allowed 3 to 7"),
        ({"cards": 2}, "cards: found 2, allowed 3 to 7"),
        ({"style": "trot"}, "style: found 'trot', allowed one of flat, obstacle, steeplechase, harness"),
        ({"photo": "coin"}, "photo: found 'coin', allowed one of cards, rail"),
        ({"hidden": "no"}, "hidden: found 'no', allowed true or false"),
        ({"river": 3}, "river: found 3, allowed in a steeplechase, one of the rows 4, 5, 7, 8"),
        ({"style": "steeplechase", "river": 6}, "river: found 6, allowed in a steeplechase"),
        ({"by": "chance"}, "by: found 'chance', allowed one of random, look-ahead"),
        ({"by": ["random"]}, "by: found 1, allowed one player, or one for each of the 3 seats"),
        ({"by": [1, 2, 3]}, "by: found 1, allowed a player function or its name"),
        ({"seed": -1}, "seed: found -1, allowed a whole number, 0 or more"),
        ({"meeting": -1}, "meeting: found -1, allowed a whole number, 0 or more"),
    ],
)
def test_g1_g2_what_the_rules_do_not_allow_is_named(options, message):
    with pytest.raises(InputError) as caught:
        ticket.play(**{"seed": 1, **options})
    assert str(caught.value).startswith(message)


def test_g2_what_is_settled_holds_for_every_race():
    meeting = ticket.play(players=2, races=6, seed=4, cards=4, style="harness", hidden=True, photo="rail")
    assert {record.started.setup for record in meeting.races} == {ticket.Setup(4, "harness", True, "rail")}


def test_g2_the_first_player_settles_what_is_left_open():
    asked = []

    def chooser(view, options, draws):
        if view.phase == "setup":
            asked.append((view.player, view.first, len(options)))
            return options[-1]
        return draws.choice(options)

    meeting = ticket.play(players=2, seed=4, style=None, hidden=None, photo=None, by=chooser)
    firsts = [record.started.first for record in meeting.races]
    # Five sizes of hand, times hidden or open, times cards or rail, times flat, obstacle, harness and four rivers.
    assert asked == [(first, first, 5 * 2 * 2 * (3 + 4)) for first in firsts]
    assert {record.started.setup for record in meeting.races} == {ticket.Setup(7, "harness", True, "rail")}


def test_g2_every_setup_is_open_to_the_first_player():
    meetings = [ticket.play(players=2, races=6, seed=9, meeting=k, style=None, by="random") for k in range(30)]
    setups = [record.started.setup for meeting in meetings for record in meeting.races]
    assert {setup.cards for setup in setups} == {3, 4, 5, 6, 7}
    assert {setup.style for setup in setups} == set(Style)
    rivers = {setup.river for setup in setups if setup.style == "steeplechase"}
    assert rivers == set(PACKAGED.rivers)
    assert {setup.river for setup in setups if setup.style != "steeplechase"} == {None}


@pytest.mark.parametrize("hidden", [True, False])
def test_g3_hidden_tickets_are_seen_by_their_owner_alone(hidden):
    seen = []

    def player(view, options, draws):
        if view.phase == "prediction":
            assert view.predictions == ()  # everyone predicts at once
        if view.phase == "move":
            seen.append((view.player, view.predictions))
        return draws.choice(options)

    ticket.play(players=3, seed=2, hidden=hidden, by=player)
    assert seen
    for player_, tickets in seen:
        others = [found for seat, found in enumerate(tickets, 1) if seat != player_]
        assert tickets[player_ - 1] is not None
        assert all((found is None) == hidden for found in others)


def test_g3_a_player_sees_no_other_hand_and_not_the_undealt_cards():
    views = []

    def player(view, options, draws):
        views.append(view)
        return draws.choice(options)

    meeting = ticket.play(players=2, seed=2, cards=3, by=player)
    states = [state for record in meeting.races for state in states_of(record)[:-1]]
    moves = [view for view in views if view.phase == "move"]
    assert len(moves) == len(states)
    for view, state in zip(moves, states):
        assert view.hand == state.hands[view.player - 1]
        assert not hasattr(view, "hands")
        assert not hasattr(view, "undealt")


def test_g3_a_ticket_that_is_none_of_the_options_is_refused():
    def stubborn(view, options, draws):
        return (7, 7, None) if view.phase == "prediction" else draws.choice(options)

    with pytest.raises(InputError, match=r"race 1: prediction of player 1: found .* one of its 357 options"):
        ticket.play(players=2, seed=2, by=stubborn)


def test_g4_players_move_in_turn_from_the_first():
    record = ticket.play(players=4, seed=8, cards=3, by="random").races[0]
    turns = [state.turn for state in states_of(record)[:-1]]
    first = record.started.first
    assert turns == [(first - 1 + turn) % 4 + 1 for turn in range(12)] == record.players()


def test_g4_a_race_that_is_won_over_the_line_leaves_cards_in_hands():
    records = [
        record
        for k in range(40)
        for record in ticket.play(players=6, seed=1, meeting=k, cards=7, races=6).races
        if record.ended.winner
    ]
    assert records
    assert any(any(record.ended.hands) for record in records)
    for record in records:
        assert record.result.places[record.ended.winner - 1] == 1
        assert not any(state.over for state in states_of(record)[:-1])


def test_all_cards_are_shuffled_for_each_race():
    dealt = Counter(
        card
        for k in range(60)
        for record in ticket.play(players=2, races=4, seed=6, meeting=k, cards=7, by="random").races
        for hand in record.started.hands
        for card in hand
    )
    # 240 races deal each of the 45 cards 74.7 times on average, with a standard deviation of 7.2.
    assert set(dealt) == set(range(1, 46))
    assert max(abs(count - 240 * 14 / 45) for count in dealt.values()) < 5 * 7.2


def test_the_start_order_and_the_first_player_are_drawn():
    records = [ticket.play(players=3, seed=6, meeting=k, cards=3, by="random").races[0] for k in range(90)]
    assert {record.started.first for record in records} == {1, 2, 3}
    assert {record.started.horses[0] for record in records} == set(PACKAGED.starts)
    assert all(set(record.started.horses) == set(PACKAGED.starts) for record in records)


def test_the_same_seed_gives_the_same_meeting_and_another_another():
    one, two = (ticket.play(players=3, seed=7, meeting=5) for _ in range(2))
    assert one == two
    assert str(one) == str(two)
    assert one != ticket.play(players=3, seed=8, meeting=5)
    assert one != ticket.play(players=3, seed=7, meeting=6)


def test_without_a_seed_the_meeting_says_which_it_took():
    meeting = ticket.play(players=2)
    assert ticket.play(players=2, seed=meeting.seed) == meeting


def test_a_meeting_can_be_pickled():
    meeting = ticket.play(players=2, seed=3, style="steeplechase")
    assert pickle.loads(pickle.dumps(meeting)) == meeting


def test_scores_and_totals_are_those_of_the_tickets():
    meeting = ticket.play(players=3, races=6, seed=12, style=None)
    totals = [0, 0, 0]
    for record in meeting.races:
        for seat, ticket_ in enumerate(record.started.predictions):
            scored = ticket.score(ticket_, record.result, PACKAGED)
            assert record.scores[seat] == scored
            totals[seat] = max(-8, totals[seat] + scored.total)
        assert record.totals == tuple(totals)
    assert [row["total"] for row in meeting.rows()[-3:]] == totals


def test_deal_and_predict_refuse_what_cannot_be():
    setup, order = ticket.Setup(cards=3), [1, 2, 3, 4, 5, 6, 7]
    hands = [[1, 2, 3], [4, 5, 6]]
    for bad, message in (
        ({"hands": [[1, 2, 3]]}, "hands: found 1, allowed 2 to 6 players"),
        ({"hands": [[1, 2, 3], [4, 5]]}, "allowed 3 cards each"),
        ({"hands": [[1, 2, 3], [3, 4, 5]]}, "allowed cards 1 to 45, each once"),
        ({"hands": [[1, 2, 3], [4, 5, 46]]}, "allowed cards 1 to 45, each once"),
        ({"horses": [1, 1, 3, 4, 5, 6, 7]}, "allowed the seven horses, each once"),
        ({"first": 3}, "first: found 3, allowed a player, 1 to 2"),
        ({"setup": ticket.Setup(cards=3, style="steeplechase", river=6)}, "river: found 6, allowed one of the rows"),
    ):
        with pytest.raises(InputError) as caught:
            ticket.deal(**{"tables": PACKAGED, "setup": setup, "hands": hands, "horses": order, **bad})
        assert message in str(caught.value)
    state = ticket.deal(PACKAGED, setup, hands, order)
    with pytest.raises(InputError, match="player 2: prediction"):
        ticket.predict(state, [(1, None, None), (None, None, None)])
    with pytest.raises(InputError, match="one for each of the 2 players"):
        ticket.predict(state, [(1, None, None)])
    predicted = ticket.predict(state, [(1, None, None), (2, None, 3)])
    with pytest.raises(InputError, match="a second set"):
        ticket.predict(predicted, [(1, None, None), (2, None, 3)])
    assert moved(predicted, ticket.legal_moves(predicted)[0]).turn == 2


def test_g9_the_totals_of_a_meeting_stop_at_minus_8():
    bad = attrs.evolve(PACKAGED, points=((-5,) * 8,) * 3)

    def one_horse(view, options, draws):
        return (3, None, None) if view.phase == "prediction" else draws.choice(options)

    meeting = ticket.play(players=2, seed=1, by=one_horse, tables=bad)
    assert [record.totals for record in meeting.races] == [(-5, -5), (-8, -8), (-8, -8), (-8, -8)]
    assert meeting.winners == (1, 2)
