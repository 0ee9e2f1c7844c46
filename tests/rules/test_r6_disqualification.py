"""R6: disqualification, after the race has been run to its end."""

import pytest

from golden.kept import KEPT
from rules.making import card, cells, rolls_of, run

POWERS = (27, 23, 19, 15, 11, 7)  # by the kept charts each is ahead of the next, a form roll of 3 or not


def race(disqualified, **options):
    """Six horses that pass the post in post order; `disqualified` has the die of each post that is moved down."""
    given = {}
    for post, die in disqualified.items():
        given |= {("form", post): 3, ("trouble", post): 10, ("disqualification", post): die}
    ability = [{"power_dirt": power, "form": "A"} for power in POWERS]
    return run(card(*ability), given, charts=KEPT, **options)


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("post", range(1, 7))
def test_r6_it_goes_below_as_many_horses_as_the_die_shows(post, die, version):
    sheet = race({post: die}, version=version)
    assert [line.wire_place for line in sheet.lines] == [1, 2, 3, 4, 5, 6]
    order = [other for other in range(1, 7) if other != post]
    order.insert(min(post - 1 + die, 5), post)
    assert [line.post for line in sheet.finishers] == order
    assert cells(sheet, "Fin") == [order.index(p) + 1 for p in range(1, 7)]
    assert cells(sheet, "Status")[post - 1] == f"disqualified from {post}"


def test_r6_the_horses_it_falls_behind_each_move_up_one():
    assert cells(race({2: 3}), "Fin") == [1, 5, 2, 3, 4, 6]


def test_r6_the_race_is_run_to_its_end_first():
    sheet = race({1: 2, 3: 1})
    calls = rolls_of(sheet)
    assert calls[-2:] == [("disqualification", 1), ("disqualification", 3)]
    assert cells(sheet, "Final Race Speed")[0] == max(cells(sheet, "Final Race Speed"))
    assert [row["post"] for row in sheet.call_rows()] == [1, 2, 3, 4, 5, 6]


def test_r6_figure_time_and_lengths_stay_its_own():
    field = card(*({"power_dirt": power} for power in POWERS))
    clear = run(field, {("form", 1): 3, ("trouble", 1): 6}, charts=KEPT)
    moved, same = race({1: 6}).lines[0], clear.lines[0]
    assert (moved.figure, moved.seconds, moved.lengths_behind) == (same.figure, same.seconds, same.lengths_behind)
    assert (moved.place, same.place) == (6, 1)
