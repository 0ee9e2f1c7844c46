"""RaceCard in Python: new cards from old ones, from horses and from frames; every mistake of a call is told."""

import math
import pickle
from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts

from rules.making import PLAIN, card, entry

CHAMPAGNE = ts.load_race("champagne-2009")
JOCKEY = ts.Jockey("Jockey", 0, 7)


def horse(name="New Horse", **changes):
    return ts.Horse(name, **{**PLAIN, **changes})


# scratch, replace, on


def test_scratch_gives_a_new_card_and_keeps_posts_and_places():
    made = CHAMPAGNE.scratch(3, 5)
    assert [runner.post for runner in made.runners] == [1, 2, 4, 6]
    assert [runner.entry for runner in made.runners] == [0, 1, 3, 5]
    assert [e.post for e in made.entries] == [e.post for e in CHAMPAGNE.entries]
    assert len(CHAMPAGNE.runners) == 6


def test_scratch_the_same_horse_twice_is_the_same():
    once = CHAMPAGNE.scratch(3)
    assert once.scratch(3) == once
    assert CHAMPAGNE.scratch(3, 3) == once


def test_scratch_a_post_there_is_not():
    for post in (0, 7, -1, "3", None, 2.5):
        with pytest.raises(ts.InputError, match=r"Champagne Stakes: post: found .*, allowed one of 1, 2, 3, 4, 5, 6"):
            CHAMPAGNE.scratch(post)


def test_replace_another_jockey_keeps_the_horse_and_its_odds():
    rider = ts.Jockey("Other Rider", 2, 10)
    made = CHAMPAGNE.replace(1, jockey=rider)
    assert made.entries[0] == attrs.evolve(CHAMPAGNE.entries[0], jockey=rider)
    assert made.entries[1:] == CHAMPAGNE.entries[1:]
    assert CHAMPAGNE.entries[0].jockey.name == "Rider unknown"


def test_replace_another_horse_comes_without_the_old_ones_odds():
    made = CHAMPAGNE.replace(1, horse=horse())
    assert (made.entries[0].horse.name, made.entries[0].odds) == ("New Horse", None)
    assert made.entries[0].jockey == CHAMPAGNE.entries[0].jockey


@pytest.mark.parametrize("change", [{"horse": "No Such Horse Xyz"}, {"jockey": "No Such Rider Xyz"}])
def test_replace_by_a_name_that_is_not_packaged(change):
    with pytest.raises(ts.InputError, match=r"found 'No Such .* Xyz', allowed a packaged name"):
        CHAMPAGNE.replace(1, **change)


@pytest.mark.parametrize(
    "change", [{"horse": 5}, {"jockey": 5}, {"horse": JOCKEY}, {"jockey": horse()}, {"horse": ["x"]}]
)
def test_replace_by_what_is_no_horse_or_jockey(change):
    with pytest.raises(ts.InputError):
        CHAMPAGNE.replace(1, **change)


def test_replace_by_a_horse_that_cannot_run_there_names_the_call_not_the_file():
    with pytest.raises(ts.InputError) as refused:
        CHAMPAGNE.replace(3, horse=horse(power_dirt=None))
    assert "no Power on dirt" in str(refused.value)
    assert ".csv" not in str(refused.value)


def test_scratch_below_two_names_the_call_not_the_file():
    with pytest.raises(ts.InputError, match="found 1 runners, allowed 2 to 24 runners") as refused:
        CHAMPAGNE.scratch(1, 2, 3, 4, 5)
    assert ".csv" not in str(refused.value)


def test_on_gives_the_same_entries_other_conditions():
    made = CHAMPAGNE.on(distance=9, condition="Sloppy")
    assert (made.distance, made.surface, made.condition) == (9.0, ts.Surface.DIRT, "sloppy")
    assert made.entries == CHAMPAGNE.entries
    assert CHAMPAGNE.on() == CHAMPAGNE


def test_on_another_surface_takes_fast_or_firm():
    both = card({}, {}, condition="sloppy")
    assert both.on(surface="turf").condition == "firm"
    assert both.on(surface="synthetic").condition == "sloppy"
    assert both.on(surface="turf").on(surface="dirt").condition == "fast"
    assert both.on(surface="turf", condition="soft").condition == "soft"


def test_on_a_surface_that_a_runner_has_no_rating_for():
    with pytest.raises(ts.InputError) as refused:
        CHAMPAGNE.on(surface="turf")
    assert len(refused.value.faults) == 6


def test_on_other_conditions_an_adjusted_power_does_not_hold():
    fixed = card({"adj_power": 20}, {})
    assert fixed.on(distance=8) == fixed
    for change in ({"distance": 9}, {"surface": "turf"}, {"condition": "good"}):
        with pytest.raises(ts.InputError, match="found 'only the Adjusted Power of Horse 1', allowed a Power"):
            fixed.on(**change)


def test_on_a_condition_that_the_charts_do_not_know():
    with pytest.raises(ts.InputError, match="Champagne Stakes: on condition: found 'mud', allowed on dirt: fast, "):
        CHAMPAGNE.on(condition="mud").adjusted_power()


def test_entry_at_a_post():
    assert CHAMPAGNE.entry(6).horse.name == "Homeboykris"
    with pytest.raises(ts.InputError):
        CHAMPAGNE.entry(7)


# What cannot be a card


@pytest.mark.parametrize("distance", ["abc", None, math.nan, math.inf, [8], "8 furlongs"])
def test_a_distance_is_a_number(distance):
    with pytest.raises(ts.InputError, match="distance"):
        card({}, {}, distance=distance)
    with pytest.raises(ts.InputError, match="distance"):
        ts.RaceCard.from_horses([horse("A"), horse("B")], distance=distance, jockeys=[JOCKEY, JOCKEY])


@pytest.mark.parametrize("distance", ["abc", math.nan, [8]])
def test_on_a_distance_that_is_none(distance):
    with pytest.raises(ts.InputError, match="distance"):
        CHAMPAGNE.on(distance=distance)


@pytest.mark.parametrize("surface", ["mud", "", None, 1, "grass"])
def test_a_surface_is_one_of_three(surface):
    with pytest.raises(ts.InputError, match=r"surface: found .*, allowed one of dirt, turf, synthetic"):
        card({}, {}, surface=surface)


@pytest.mark.parametrize("post", [0, 100, -1, 1.0, True, "1", None])
def test_a_post_is_a_whole_number_from_1_to_99(post):
    with pytest.raises(ts.InputError) as refused:
        attrs.evolve(entry(5), post=post)
    assert str(refused.value) == f"post: found {post!r}, allowed a whole number from 1 to 99"
    assert [attrs.evolve(entry(5), post=end).post for end in (1, 99)] == [1, 99]


def test_every_fault_of_a_card_at_once():
    entries = (entry(1), entry(1, {"name": "Other"}), entry(4, {"power_dirt": None}))
    with pytest.raises(ts.InputError) as refused:
        ts.RaceCard("Test", math.nan, "dirt", "fast", entries)
    found = [fault.where for fault in refused.value.faults]
    assert found == ["Test: distance", "Test: post 1", "Test: post 4"]


@pytest.mark.parametrize("wrong", [
    {"horse": "Secretariat"}, {"jockey": "Ron Turcotte"}, {"horse": None}, {"adj_power": 40_000}, {"adj_power": "20"},
    {"adj_power": 20.5}, {"adj_power": True}, {"adj_power": -10**9}, {"scratched": "no"},
])  # fmt: skip
def test_what_cannot_be_an_entry_is_refused(wrong):
    with pytest.raises(ts.InputError):
        ts.play(ts.RaceCard("Test", 8, "dirt", "fast", (attrs.evolve(entry(1), **wrong), entry(2), entry(3))), seed=1)


@pytest.mark.parametrize("name", [None, "", 5, "\x1b[31mRed", "Line\nfeed"])
def test_a_race_has_a_printable_name(name):
    with pytest.raises(ts.InputError):
        card({}, {}, name=name)


def test_a_date_that_is_no_text_can_be_printed_or_is_refused():
    try:
        made = card({}, {}, date=2009)
    except ts.InputError:
        return
    assert "2009" in str(made)


def test_a_horse_without_a_range_needs_an_adjusted_power():
    without = {"range_low": None, "range_high": None}
    with pytest.raises(ts.InputError, match="Horse 2, no Range, allowed a Range for a horse with a Power rating"):
        card({}, without)
    assert card({}, {**without, "adj_power": 12}).adjusted_power()[1].total == 12


# from_horses, from_frame


def test_from_horses_takes_records_in_post_order():
    made = ts.RaceCard.from_horses([horse("A"), horse("B")], distance=10, jockeys=[JOCKEY, JOCKEY])
    assert [(e.post, e.horse.name) for e in made.entries] == [(1, "A"), (2, "B")]
    assert (made.distance, made.surface, made.condition) == (10.0, ts.Surface.DIRT, "fast")
    turf = ts.RaceCard.from_horses([horse("A"), horse("B")], distance=10, surface="turf", jockeys=[JOCKEY] * 2)
    assert turf.condition == "firm"


def test_from_horses_says_what_it_does_not_know():
    with pytest.raises(ts.InputError, match="horse: found 'No Such Horse Xyz', allowed a packaged name"):
        ts.RaceCard.from_horses(["No Such Horse Xyz", "B"], distance=10)
    with pytest.raises(ts.InputError, match="jockeys: found '1', allowed 2, one a horse"):
        ts.RaceCard.from_horses([horse("A"), horse("B")], distance=10, jockeys=[JOCKEY])
    with pytest.raises(ts.InputError, match="allowed one of best-year, career"):
        ts.RaceCard.from_horses(["A", "B"], distance=10, kind="season")


@pytest.mark.parametrize("race", ["champagne-2009", "ladies-classic-2009"])
def test_a_card_comes_back_from_its_frame(race):
    made = ts.load_race(race)
    assert ts.RaceCard.from_frame(made.to_frame()) == made
    assert ts.RaceCard.from_frame(made.scratch(2).to_frame()) == made.scratch(2)
    assert ts.play(ts.RaceCard.from_frame(made.to_frame()), seed=4) == ts.play(made, seed=4)


def test_from_frame_takes_conditions_over_those_of_the_frame():
    made = ts.RaceCard.from_frame(CHAMPAGNE.to_frame(), distance=9, condition="good", race="Renamed, it is")
    assert (made.distance, made.condition, made.name) == (9.0, "good", "Renamed, it is")


def test_from_frame_says_what_is_wrong():
    frame = CHAMPAGNE.to_frame()
    frame.attrs = {}
    with pytest.raises(ts.InputError) as refused:
        ts.RaceCard.from_frame(frame)
    assert [fault.where for fault in refused.value.faults] == ["frame:1:distance", "frame:1:surface"]
    with pytest.raises(ts.InputError, match="going: found a condition of that name, allowed race, date"):
        ts.RaceCard.from_frame(frame, distance=8, surface="dirt", going="fast")
    with pytest.raises(ts.InputError, match="post: found 'no such column', allowed one"):
        ts.RaceCard.from_frame(frame.drop(columns="post"), distance=8, surface="dirt")
    with pytest.raises(ts.InputError, match="pace: found '11', allowed a whole number from 0 to 9"):
        ts.RaceCard.from_frame(frame.assign(pace=11), distance=8, surface="dirt")


def test_from_frame_a_condition_of_none_is_as_if_not_given():
    made = ts.RaceCard.from_frame(CHAMPAGNE.to_frame(), date=None)
    assert made.date != "None"


def test_from_frame_reads_missing_numbers_as_blanks():
    frame = CHAMPAGNE.to_frame()
    frame["odds"] = np.nan
    assert [e.odds for e in ts.RaceCard.from_frame(frame).entries] == [None] * 6
    frame["odds"] = [2.0, 3.5, np.nan, np.nan, np.nan, np.nan]
    assert [e.odds for e in ts.RaceCard.from_frame(frame).entries][:2] == [Fraction(2), Fraction(7, 2)]


@pytest.mark.parametrize("name", ["NA", "nan", "None", "null", "1e5", "TRUE"])
def test_from_frame_keeps_a_name_that_looks_like_something_else(name):
    made = CHAMPAGNE.replace(1, horse=horse(name, power_turf=None))
    assert ts.RaceCard.from_frame(made.to_frame()) == made


# Same content, same card


def test_cards_are_equal_by_content():
    assert ts.load_race("champagne-2009") == CHAMPAGNE
    assert hash(ts.load_race("champagne-2009")) == hash(CHAMPAGNE)
    assert CHAMPAGNE.scratch(1) != CHAMPAGNE
    assert pickle.loads(pickle.dumps(CHAMPAGNE)) == CHAMPAGNE


def test_a_card_prints_its_field():
    text = str(CHAMPAGNE.scratch(2))
    assert text.splitlines()[0].startswith("Champagne Stakes, 2009-10-10, Belmont Park, 8 furlongs, dirt, fast")
    assert all(e.horse.name in text for e in CHAMPAGNE.entries)
    assert text.count("scratched") == 1
