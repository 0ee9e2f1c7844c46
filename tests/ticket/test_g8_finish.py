"""G8 and G11: the rank at the end of a race."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch import ticket
from topstretch.drawing import Draws

from ticket.making import PACKAGED

COURSE = PACKAGED.course()
# The rulebook's example: 7 won, 5 was second, 4 and 2 level for third, 2 nearer to the rail, then 1, 3, 6.
EXAMPLE = [(6, 1), (7, 2), (5, 4), (7, 5), (8, 3), (4, 6), (9, 7)]


def drawn(*horses):
    """A stack of photo-finish cards; each must be of a horse that is level."""
    left = list(horses)

    def pick(level, place):
        assert left[0] in level
        return left.pop(0)

    return pick


def nothing_drawn(level, place):
    raise AssertionError(f"a card was drawn among {level} for {place}")


def test_g8_the_example_by_a_drawn_card():
    result = ticket.finish(EXAMPLE, COURSE, "cards", drawn(4))
    assert str(result) == "7-5-4-2-1-3-6"
    assert result.photos == ((3, 4),)
    assert result.places == (5, 4, 6, 3, 2, 7, 1)


def test_g8_the_example_by_the_rail():
    result = ticket.finish(EXAMPLE, COURSE, "rail", nothing_drawn)
    assert str(result) == "7-5-2-4-1-3-6"
    assert result.photos == ()


def test_g8_the_first_three_are_drawn_one_after_the_other():
    level = [(5, lane) for lane in range(1, 5)] + [(3, 1), (2, 1), (1, 1)]
    result = ticket.finish(level, COURSE, "cards", drawn(2, 4, 1))
    assert result.photos == ((1, 2), (2, 4), (3, 1))
    assert str(result) == "2-4-1-3-5-6-7"


def test_g8_level_horses_for_fourth_to_sixth_share_the_better_place():
    spaces = [(9, 1), (8, 1), (7, 1), (5, 1), (5, 2), (5, 3), (1, 1)]
    result = ticket.finish(spaces, COURSE, "cards", nothing_drawn)
    assert result.places == (1, 2, 3, 4, 4, 4, 7)
    assert str(result) == "1-2-3-4=5=6-7"


def test_g8_the_last_place_is_drawn_too():
    spaces = [(9, 1), (8, 1), (7, 1), (6, 1), (5, 1), (5, 2), (5, 3)]
    result = ticket.finish(spaces, COURSE, "cards", drawn(6))
    assert result.photos == ((7, 6),)
    assert result.places == (1, 2, 3, 4, 5, 7, 5)


def test_g8_horses_level_from_third_to_last_are_drawn_for_third_and_for_last():
    spaces = [(9, 1), (8, 1), *[(5, lane) for lane in range(1, 6)]]
    result = ticket.finish(spaces, COURSE, "cards", drawn(5, 3))
    assert result.photos == ((3, 5), (7, 3))
    assert result.places == (1, 2, 7, 4, 3, 4, 4)


def test_g8_seven_level_horses_take_four_cards():
    result = ticket.finish([(2, lane) for lane in range(1, 8)], COURSE, "cards", drawn(7, 6, 5, 1))
    assert result.places == (7, 4, 4, 4, 3, 2, 1)


def test_g8_each_level_horse_is_drawn_as_often():
    draws = Draws(11)
    thirds = Counter(
        ticket.finish(EXAMPLE, COURSE, "cards", lambda level, place: draws.choice(level)).order[2] for _ in range(4000)
    )
    # A fair draw leaves 1800 to 2200 with a chance of less than 1 in 10**9.
    assert set(thirds) == {2, 4}
    assert 1800 < thirds[2] < 2200


HARNESS = PACKAGED.course("harness")
PRINTS = sorted(HARNESS.hoof_prints)  # (4, 3) the rearmost, (10, 6) the foremost


def test_g11_a_horse_on_a_hoof_print_is_disqualified_and_last():
    spaces = [(10, 6), (9, 2), (8, 1), (7, 1), (6, 1), (5, 2), (3, 1)]
    result = ticket.finish(spaces, HARNESS, "cards", nothing_drawn)
    assert result.disqualified == (1,)
    assert str(result) == "2-3-4-5-6-7-1d"
    assert [result.taken(horse) for horse in range(1, 8)] == [8, 1, 2, 3, 4, 5, 6]


def test_g11_the_same_spaces_are_safe_on_the_flat():
    spaces = [(10, 6), (9, 2), (8, 1), (7, 1), (6, 1), (5, 2), (3, 1)]
    assert ticket.finish(spaces, COURSE, "cards", nothing_drawn).disqualified == ()


def test_g11_several_disqualified_horses_are_last_in_the_order_they_stood():
    spaces = [(4, 3), (10, 6), (8, 1), (7, 1), (6, 1), (5, 2), (3, 1)]
    result = ticket.finish(spaces, HARNESS, "cards", nothing_drawn)
    assert str(result) == "3-4-5-6-7-2d-1d"


def test_g11_level_disqualified_horses_are_drawn_for_the_last_place():
    spaces = [(5, 1), (5, 6), (8, 1), (7, 1), (6, 1), (4, 1), (3, 1)]
    assert ticket.finish(spaces, HARNESS, "cards", drawn(1)).places == (7, 6, 1, 2, 3, 4, 5)
    assert ticket.finish(spaces, HARNESS, "rail", nothing_drawn).places == (6, 7, 1, 2, 3, 4, 5)


def test_g11_no_card_is_drawn_for_a_show_among_the_disqualified():
    spaces = [(10, 1), (8, 2), (9, 1), (9, 3), (5, 1), (5, 6), (4, 3)]
    result = ticket.finish(spaces, HARNESS, "cards", nothing_drawn)
    assert result.places == (1, 2, 3, 3, 5, 5, 7)
    assert [horse for horse in range(1, 8) if result.taken(horse) <= 3] == [1, 2]


def test_g11_a_horse_that_crossed_the_line_is_not_on_a_hoof_print():
    spaces = [(11, 6), (9, 2), (8, 1), (7, 1), (6, 1), (5, 2), (3, 1)]
    result = ticket.finish(spaces, HARNESS, "cards", nothing_drawn)
    assert (result.disqualified, result.places[0]) == ((), 1)


@settings(max_examples=300, deadline=None)
@given(st.permutations(COURSE.spaces()), st.sampled_from(["flat", "harness"]), st.sampled_from(["cards", "rail"]))
def test_g8_g11_who_stands_further_forward_is_ahead(spaces, style, photo):
    course = PACKAGED.course(style)
    horses = spaces[:7]
    result = ticket.finish(horses, course, photo, lambda level, place: level[-1])
    out = [space in course.hoof_prints for space in horses]
    for one in range(7):
        for two in range(7):
            if out[one] == out[two] and horses[one][0] > horses[two][0]:
                assert result.places[one] < result.places[two]
            if not out[one] and out[two]:
                assert result.places[one] < result.places[two]
    counted = Counter(result.places)
    assert all(count == 1 for place, count in counted.items() if place <= 3 and not any(out))
    assert all(sum(counted[place] for place in range(1, at)) == at - 1 for at in counted)
    assert photo == "cards" or max(counted.values()) == 1
