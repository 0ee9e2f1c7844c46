"""D7: several disqualifications, or one in a dead heat: ten cases, and many random ones against the literal text."""

import random

import numpy as np
import pytest
from topstretch.rules.finish import official_place

from oracle.finish import disqualify
from oracle.finish import places as places_of
from rules.making import card, run
from rules.reading import form_change

TEN = [
    ("A*2 B C D E", {"B": 1, "C": 2, "A": 3, "D": 4, "E": 5}),
    ("A B C D*1", {"A": 1, "B": 2, "C": 3, "D": 4}),
    ("A*1=B C D", {"B": 1, "C": 2, "A": 3, "D": 4}),
    ("A*1 B=C D", {"B": 1, "C": 1, "A": 3, "D": 4}),
    ("A*1 B*1 C D", {"C": 1, "A": 2, "B": 3, "D": 4}),
    ("A*2 B C*1 D E", {"B": 1, "D": 2, "A": 3, "C": 4, "E": 5}),
    ("A*2 B*2 C*1 D E", {"D": 1, "C": 2, "E": 3, "A": 4, "B": 5}),
    ("A*6 B C*1 D", {"B": 1, "D": 2, "A": 3, "C": 4}),
    ("A*1 B=C*1 D", {"B": 1, "A": 2, "D": 3, "C": 4}),
    ("A*2=B*2 C D E", {"C": 1, "D": 2, "A": 3, "B": 3, "E": 5}),
]


def read(text):
    """`A*2=B C` as places at the wire, by horse, and the dice of those that are disqualified."""
    wire, dice, place = {}, {}, 1
    for level in text.split():
        horses = level.split("=")
        for horse in horses:
            wire[horse[0]] = place
            if "*" in horse:
                dice[horse[0]] = int(horse[2])
        place += len(horses)
    return wire, dice


def official(wire, dice):
    """The engine's official places, by horse."""
    horses = list(wire)
    column = {
        "wire": np.array([[wire[horse]] for horse in horses], np.uint8),
        "disqualified": np.array([[horse in dice] for horse in horses]),
        "die": np.array([[dice.get(horse, 1)] for horse in horses], np.uint8),
    }
    return dict(zip(horses, official_place(**column)[:, 0].tolist()))


@pytest.mark.parametrize(("as_run", "expected"), TEN, ids=[text for text, _ in TEN])
def test_d7_ten_cases(as_run, expected):
    assert official(*read(as_run)) == expected


@pytest.mark.parametrize(("as_run", "expected"), TEN, ids=[text for text, _ in TEN])
def test_d7_ten_cases_by_the_literal_text(as_run, expected):
    wire, dice = read(as_run)
    assert places_of(disqualify(order_of(wire), dice)) == expected


@pytest.mark.parametrize(("as_run", "expected"), TEN, ids=[text for text, _ in TEN])
def test_d7_ten_cases_as_races(as_run, expected):
    """The same cases through a whole race: the powers give the order, equal photo rolls the dead heats."""
    wire, dice = read(as_run)
    posts = {horse: post for post, horse in enumerate(wire, start=1)}
    given = {}
    for horse, die in dice.items():
        given |= {("form", posts[horse]): 3, ("trouble", posts[horse]): 10, ("disqualification", posts[horse]): die}
    cost = form_change(7) - form_change(3)  # which those in trouble have to spare
    field = card(*({"adj_power": 26 - 4 * wire[horse] + (cost if horse in dice else 0)} for horse in wire))
    sheet = run(field, given)
    assert {horse: sheet.lines[posts[horse] - 1].wire_place for horse in wire} == wire
    assert {horse: sheet.lines[posts[horse] - 1].place for horse in wire} == expected


def order_of(wire):
    """Places at the wire as the oracle's levels."""
    return [[horse for horse in wire if wire[horse] == place] for place in sorted(set(wire.values()))]


def random_race(rng, horses, share):
    """Places at the wire with dead heats, and dice for a share of the field."""
    levels = sorted(rng.choice(range(horses)) if rng.random() < 0.5 else level for level in range(horses))
    wire = {horse: 1 + sum(other < level for other in levels) for horse, level in enumerate(levels)}
    return wire, {horse: rng.randint(1, 6) for horse in wire if rng.random() < share}


@pytest.mark.parametrize("horses", [2, 3, 4, 5, 7, 10, 14, 24])
def test_d7_random_cases_against_the_literal_text(horses):
    rng = random.Random(f"D7 {horses}")
    races = [random_race(rng, horses, share) for share in (0.1, 0.3, 0.6, 1.0) for _ in range(400)]
    wire = np.array([[race[horse] for race, _ in races] for horse in range(horses)], np.uint8)
    disqualified = np.array([[horse in dice for _, dice in races] for horse in range(horses)])
    die = np.array([[dice.get(horse, rng.randint(1, 6)) for _, dice in races] for horse in range(horses)], np.uint8)
    found = official_place(wire, disqualified, die)
    for column, (race, dice) in enumerate(races):
        expected = places_of(disqualify(order_of(race), dice))
        assert dict(enumerate(found[:, column].tolist())) == expected, (race, dice)


def test_d7_the_random_cases_hold_every_kind():
    rng = random.Random("kinds")
    races = [random_race(rng, 6, share) for share in (0.1, 0.3, 0.6, 1.0) for _ in range(400)]
    assert any(len(dice) == 6 for _, dice in races)
    assert any(not dice for _, dice in races)
    assert any(len(dice) >= 2 and len(set(wire.values())) < 6 for wire, dice in races)
    assert any(shares_a_place(wire, dice) for wire, dice in races)


def shares_a_place(wire, dice):
    """Whether a disqualified horse is level with a clean one."""
    return any(wire[one] == wire[other] for one in dice for other in wire if other not in dice)


def test_d7_horses_that_are_out_have_no_place_and_count_for_nothing():
    wire = np.array([[1], [0], [2], [3]], np.uint8)
    disqualified = np.array([[True], [False], [False], [False]])
    found = official_place(wire, disqualified, np.array([[1], [6], [1], [1]], np.uint8))
    assert found[:, 0].tolist() == [2, 0, 1, 3]
