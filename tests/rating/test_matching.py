"""Match-ups by the rulebook's advice (page 6): horses of similar Range, on a surface that they raced on."""

import pytest
import topstretch as ts
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.matching import furlongs_outside, matchmake, riders


def names(card):
    return [entry.horse.name for entry in card.entries]


def test_a_match_up_covers_the_distance():
    card = matchmake(8, distance=10)
    assert (len(card.runners), card.distance, str(card.surface), card.condition) == (8, 10, "dirt", "fast")
    assert all(furlongs_outside(entry.horse, 10) == 0 for entry in card.entries)
    assert [entry.post for entry in card.entries] == list(range(1, 9))
    assert "seed 7" in card.source


def test_where_too_few_cover_the_distance_the_nearest_join():
    horses = ts.load_horses().values()
    covering = [horse.name for horse in horses if horse.power_dirt is not None and furlongs_outside(horse, 6) == 0]
    assert 0 < len(covering) < 12
    card = matchmake(12, distance=6)
    outside = [furlongs_outside(entry.horse, 6) for entry in card.entries]
    others = [furlongs_outside(h, 6) for h in horses if h.power_dirt is not None and h.name not in names(card)]
    assert set(outside) <= {0.0, 1.0}
    assert max(outside) <= min(one for one in others if one > 0)


def test_on_turf_only_horses_that_raced_on_it():
    card = matchmake(10, distance=8, surface="turf", kind="career")
    assert card.condition == "firm"
    assert all(entry.horse.power_turf is not None and entry.horse.kind == "career" for entry in card.entries)


def test_synthetic_is_matched_as_dirt():
    assert names(matchmake(8, surface="synthetic")) == names(matchmake(8))


def test_fillies_and_mares_only():
    card = matchmake(12, distance=9, sex="female")
    assert all(entry.horse.is_female for entry in card.entries)
    assert card.name == "Match-up over 9 furlongs on dirt, fillies and mares"


def test_the_same_seed_draws_the_same_field_for_ever():
    assert matchmake(8, seed=7) == matchmake(8, seed=7)
    assert names(matchmake(8, seed=7)) != names(matchmake(8, seed=8))


def test_no_rider_has_two_mounts_where_another_is_known():
    changed = 0
    for seed in range(60):
        card = matchmake(12, seed=seed)
        up = [entry.jockey.name for entry in card.entries]
        assert all(entry.jockey.name in riders(entry.horse) for entry in card.entries)
        doubled = [entry.horse for entry in card.entries if up.count(entry.jockey.name) > 1]
        assert all(name in up for horse in doubled for name in riders(horse))  # nobody who rode it is free
        changed += any(entry.jockey.name != entry.horse.jockey for entry in card.entries)
    assert changed > 30  # Shoemaker and Arcaro are often drawn twice


def test_every_horse_that_covers_the_distance_is_drawn_sooner_or_later():
    covering = {h.name for h in ts.load_horses().values() if h.power_dirt is not None and furlongs_outside(h, 16) == 0}
    drawn = {name for seed in range(60) for name in names(matchmake(8, distance=16, seed=seed))}
    assert drawn == covering


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"count": 1}, r"count: found 1, allowed 2 to 24: 94 horses have a Power on dirt"),
        ({"count": 25}, r"count: found 25, allowed 2 to 24"),
        (
            {"count": 6, "surface": "turf", "sex": "female"},
            r"count: found 6, allowed 2 to 5: 5 fillies and mares have a Power on turf",
        ),
        ({"count": 8.5}, r"count: found 8.5, allowed a whole number"),
        ({"sex": "male"}, r"sex: found 'male', allowed None, or female"),
        ({"surface": "sand"}, r"surface: found 'sand', allowed one of dirt, turf, synthetic"),
        ({"kind": "best"}, r"kind: found 'best', allowed one of best-year, career"),
        ({"distance": 4}, r"distance: found 4, allowed 5 to 16 furlongs"),
        ({"distance": "ten"}, r"distance: found 'ten', allowed 5 to 16 furlongs"),
        ({"distance": float("nan")}, r"distance: found nan, allowed 5 to 16 furlongs"),
        ({"seed": -1}, r"seed: found -1, allowed a whole number, 0 or more"),
    ],
)
def test_what_cannot_be_is_refused_with_what_is_allowed(changes, message):
    with pytest.raises(ts.InputError, match=message):
        matchmake(**{"count": 8} | changes)


@settings(max_examples=60)
@given(
    count=st.integers(2, 19),
    distance=st.integers(10, 32).map(lambda half: half / 2),
    surface=st.sampled_from(["dirt", "turf"]),
    kind=st.sampled_from(["best-year", "career"]),
    seed=st.integers(0, 2**62),
)
def test_nobody_left_out_is_nearer_than_somebody_drawn(count, distance, surface, kind, seed):
    card = matchmake(count, distance, surface, kind=kind, seed=seed)
    assert len(set(names(card))) == count
    furthest = max(furlongs_outside(entry.horse, distance) for entry in card.entries)
    nearer = [
        horse
        for horse in ts.load_horses(kind).values()
        if horse.power(card.surface) is not None and furlongs_outside(horse, distance) < furthest
    ]
    assert len(nearer) < count or furthest == 0
