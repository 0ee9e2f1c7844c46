"""R6, D7, D8 at their limits: fields of 24, horses level with the one that is moved, horses that are out."""

import numpy as np
from topstretch.rules.finish import official_place

from rules.making import card, run


def official(wire, dice):
    """The official places of horses with these places as run; `dice` has the die of each that is disqualified."""
    die = np.array([[dice.get(horse, 0)] for horse in range(len(wire))], np.uint8)
    moved = np.array([[horse in dice] for horse in range(len(wire))])
    return official_place(np.array(wire, np.uint8)[:, None], moved, die)[:, 0].tolist()


def test_d7_from_a_dead_heat_of_18_down_to_the_last_of_24():
    wire = [1] * 18 + [19, 20, 21, 22, 23, 24]
    assert official(wire, {0: 6}) == [24, *[1] * 17, 18, 19, 20, 21, 22, 23]
    assert official(wire, {0: 5}) == [23, *[1] * 17, 18, 19, 20, 21, 22, 24]
    assert official(wire, {0: 1}) == [19, *[1] * 17, 18, 20, 21, 22, 23, 24]


def test_d7_each_of_24_is_moved_by_every_die():
    for horse in range(24):
        for die in range(1, 7):
            order = [other for other in range(24) if other != horse]
            order.insert(min(horse + die, 23), horse)
            places = official(list(range(1, 25)), {horse: die})
            assert [places.index(place) for place in range(1, 25)] == order, (horse, die)


def test_d7_all_of_24_are_disqualified():
    assert official(list(range(1, 25)), dict.fromkeys(range(24), 3)) == list(range(1, 25))
    assert official([1] * 24, dict.fromkeys(range(24), 6)) == [1] * 24


def test_d8_a_horse_that_is_out_has_no_place_and_moves_nobody():
    assert official([1, 0, 2], {1: 1}) == [1, 0, 2]
    assert official([1, 0, 2], {0: 1, 1: 6}) == [2, 0, 1]
    assert official([0, 0], {}) == [0, 0]


def test_d7_every_race_of_many_is_its_own():
    wire = np.array([[1, 2, 1], [2, 1, 1], [3, 3, 3]], np.uint8)
    moved = np.array([[True, False, True], [False, True, False], [False, False, False]])
    die = np.array([[1, 0, 2], [0, 1, 0], [0, 0, 0]], np.uint8)
    assert official_place(wire, moved, die).tolist() == [[2, 1, 3], [1, 2, 1], [3, 3, 2]]


def test_d8_a_horse_that_is_out_is_not_one_that_finished_behind():
    given = {("form", 1): 3, ("trouble", 1): 10, ("disqualification", 1): 6, ("form", 2): 3, ("trouble", 2): 2}
    sheet = run(card({"power_dirt": 28}, {}), given)
    assert [(line.wire_place, line.place) for line in sheet.lines] == [(1, 1), (None, None)]
    sheet = run(card({"power_dirt": 28}, {}, {"power_dirt": 10}), given)
    assert [(line.wire_place, line.place) for line in sheet.lines] == [(1, 2), (None, None), (2, 1)]
