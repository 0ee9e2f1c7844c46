"""G9 and G12: what tickets score, by hand, and how totals run."""

from itertools import permutations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from topstretch import ticket
from topstretch.ticket.scoring import added, tokens

from ticket.making import PACKAGED

# Twenty results by hand. Order: the horses from first to last, those behind a bar disqualified. Ticket: the horses
# predicted 1st, 2nd, 3rd. Then the points of each, the bonus, and the sum.
#
#   order            ticket   1st 2nd 3rd bonus  sum
TWENTY = """
    7-5-4-2-1-3-6    7 3 5     7  -1   3     0    9
    7-5-4-2-1-3-6    7 5 4     7   5   4     5   21
    7-5-4-2-1-3-6    5 7 4     3   3   4     2   12
    7-5-4-2-1-3-6    5 4 7     3   3   3     2   11
    7-5-4-2-1-3-6    4 5 7     3   5   3     2   13
    7-5-4-2-1-3-6    7 4 5     7   3   3     2   15
    7-5-4-2-1-3-6    7 5 2     7   5  -1     0   11
    7-5-4-2-1-3-6    2 1 3    -1  -1  -1     0   -3
    7-5-4-2-1-3-6    1 5 6    -1   5  -1     0    3
    7-5-4-2-1-3-6    7 - -     7   .   .     0    7
    7-5-4-2-1-3-6    - 5 -     .   5   .     0    5
    7-5-4-2-1-3-6    - - 4     .   .   4     0    4
    7-5-4-2-1-3-6    - - 7     .   .   3     0    3
    7-5-4-2-1-3-6    6 - -    -1   .   .     0   -1
    7-5-4-2-1-3-6    7 5 -     7   5   .     0   12
    7-5-4-2-1-3-6    5 - 4     3   .   4     0    7
    7-5-4-2-1-3|6    6 - -    -2   .   .     0   -2
    7-5-4-2-1|3-6    3 7 6    -2   3  -2     0   -1
    7-5-4-2-1|3-6    - 3 -     .  -2   .     0   -2
    7-5|4-2-1-3-6    7 5 4     7   5  -2     0   10
"""


def result_of(order: str) -> ticket.Result:
    """The result of an order without level horses."""
    horses = [int(horse) for horse in order.replace("|", "-").split("-")]
    out = [int(horse) for horse in order.partition("|")[2].split("-") if horse]
    return ticket.Result(tuple(horses.index(horse) + 1 for horse in range(1, 8)), tuple(sorted(out)))


def read(line: str):
    order, *cells = line.split()
    prediction = tuple(None if cell == "-" else int(cell) for cell in cells[:3])
    points = tuple(None if cell == "." else int(cell) for cell in cells[3:6])
    return order, prediction, points, int(cells[6]), int(cells[7])


@pytest.mark.parametrize("line", TWENTY.strip().splitlines(), ids=lambda line: "_".join(line.split()[:4]))
def test_g9_scores_by_hand(line):
    order, prediction, points, bonus, total = read(line)
    assert prediction in ticket.legal_predictions()
    scored = ticket.score(prediction, result_of(order), PACKAGED)
    assert (scored.points, scored.bonus, scored.total) == (points, bonus, total)


def test_g9_there_are_twenty_of_them():
    assert len(TWENTY.strip().splitlines()) == 20


def test_g9_horses_that_share_fourth_are_no_shows():
    result = ticket.Result((1, 2, 3, 4, 4, 4, 7))
    assert ticket.score((4, 5, 6), result, PACKAGED).points == (-1, -1, -1)


def test_g9_the_table_is_keyed_by_place_predicted_and_place_taken():
    points = tuple(tuple(10 * predicted + taken for taken in range(1, 9)) for predicted in range(1, 4))
    tables = attrs.evolve(PACKAGED, points=points)
    result = result_of("1-2-3-4-5-6|7")
    for horses in permutations(range(1, 8), 3):
        expected = tuple(10 * place + (8 if horse == 7 else horse) for place, horse in enumerate(horses, 1))
        assert ticket.score(horses, result, tables).points == expected


@pytest.mark.parametrize(
    ("total", "points", "after"), [(0, 9, 9), (-7, -1, -8), (-7, -3, -8), (-8, -6, -8), (-8, 3, -5), (38, 5, 43)]
)
def test_g9_a_total_never_falls_under_minus_8(total, points, after):
    assert added(total, points) == after


@pytest.mark.parametrize(
    ("total", "held"),
    [(-8, (0, -8)), (0, (0, 0)), (39, (0, 39)), (40, (0, 40)), (41, (1, 1)), (80, (1, 40)), (81, (2, 1))],
)
def test_g9_over_40_a_token_is_taken_and_the_rest_counts_from_0(total, held):
    assert tokens(total) == held


@given(st.integers(-8, 500))
def test_g9_tokens_and_board_make_the_total(total):
    held, space = tokens(total)
    assert 40 * held + space == total
    assert space <= 40


def meeting_with(*totals):
    """A meeting that ended with these totals."""
    played = ticket.play(players=len(totals), seed=1, cards=3)
    return ticket.Meeting((attrs.evolve(played.races[-1], totals=totals),))


def test_g12_most_points_win_and_ties_are_shared():
    assert meeting_with(12, 30, 4).winners == (2,)
    tied = meeting_with(41, 12, 41)
    assert tied.winners == (1, 3)
    assert "Players 1 and 3 share the win with 41 points." in str(tied)
    assert "Player 1: 1 +40 token and 1 on the scoring board." in str(tied)
