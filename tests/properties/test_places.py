"""Laws of disqualification (D7) on places alone, for any field and any dice."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.rules.finish import official_place

SOME = settings(max_examples=300, deadline=None)


@st.composite
def finishes(draw):
    """Places at the wire (0: out of the race), who is disqualified, and a die for everybody."""
    levels = draw(st.lists(st.integers(0, 12), min_size=2, max_size=14))
    there = draw(st.lists(st.integers(0, 5).map(bool), min_size=len(levels), max_size=len(levels)))
    among = [level for level, runs in zip(levels, there) if runs]
    wire = [1 + sum(other < level for other in among) if runs else 0 for level, runs in zip(levels, there)]
    disqualified = [place > 0 and draw(st.integers(0, 2)) == 0 for place in wire]
    return wire, disqualified, draw(st.lists(st.integers(1, 6), min_size=len(wire), max_size=len(wire)))


def official(wire, disqualified, die):
    """One race through the engine."""
    columns = [
        np.array(values, dtype)[:, None] for values, dtype in ((wire, np.uint8), (disqualified, bool), (die, np.uint8))
    ]
    return official_place(*columns)[:, 0].tolist()


@SOME
@given(finishes())
def test_d7_official_places_are_a_competition_ranking(race):
    wire, places = race[0], official(*race)
    finished = [place for place in places if place]
    assert [place > 0 for place in places] == [place > 0 for place in wire]
    assert all(place == 1 + sum(other < place for other in finished) for place in finished)


@SOME
@given(finishes())
def test_d7_no_clean_horse_loses_a_place_or_passes_another(race):
    wire, disqualified, _ = race
    places = official(*race)
    clean = [i for i, (place, moved) in enumerate(zip(wire, disqualified)) if place and not moved]
    for i in clean:
        assert places[i] <= wire[i]
        for j in clean:
            assert (places[i] < places[j]) is (wire[i] < wire[j])


@SOME
@given(finishes(), st.randoms(use_true_random=False))
def test_d7_the_order_of_working_does_not_matter(race, random):
    order = list(range(len(race[0])))
    random.shuffle(order)
    shuffled = official(*([column[i] for i in order] for column in race))
    assert shuffled == [official(*race)[i] for i in order]


@SOME
@given(finishes())
def test_d7_a_horse_goes_below_as_many_clean_horses_as_its_die_shows(race):
    wire, disqualified, die = race
    places = official(*race)
    clean = [i for i, (place, moved) in enumerate(zip(wire, disqualified)) if place and not moved]
    for i, moved in enumerate(disqualified):
        if moved and clean:
            behind = sorted(wire[j] for j in clean if wire[j] > wire[i])
            passed = sum(1 for j in clean if wire[j] >= wire[i] and places[j] < places[i])
            level = sum(1 for j in clean if wire[j] == wire[i])
            reach = min(die[i], len(behind))
            last = behind[reach - 1] if reach else 0
            assert passed == level + sum(1 for place in behind if place <= last)
        elif moved:
            assert places[i] == wire[i]


@SOME
@given(finishes())
def test_d7_a_larger_die_never_moves_a_horse_less(race):
    wire, disqualified, die = race
    for i, moved in enumerate(disqualified):
        if moved:
            found = [official(wire, disqualified, [*die[:i], face, *die[i + 1 :]])[i] for face in range(1, 7)]
            assert found == sorted(found)


@SOME
@given(finishes())
def test_d7_without_a_disqualification_nothing_moves(race):
    wire, _, die = race
    assert official(wire, [False] * len(wire), die) == wire
