"""R1: each rating's rule, case by case, and what a missing fact gives."""

from fractions import Fraction

import pytest
import topstretch as ts
from hypothesis import given
from hypothesis import strategies as st
from topstretch.rating import rate
from topstretch.rating_facts import LEVELS, RECORDS, STYLES, WET_FORM
from topstretch.rating_riders import ride, trouble
from topstretch.rating_rules import (
    class_,
    distance_range,
    form,
    half_up,
    jockey,
    overall,
    pace,
    power,
    speed,
    trip,
    wet,
    wire,
    work,
)
from topstretch.ratings import Kind

from rating.making import facts, feat, honour, period

CHARTS = ts.load_charts()
SEASON = (7 + 3 * Fraction(10, 20)) / (10 + 3)  # the plain season: 7 of 10, with three starts at the career's half
PLAIN_POWER = Fraction(45, 2) + 2 * SEASON


def points(**changes):
    """Power before it is rounded, as the working gives it."""
    return float(power(period(**changes)).why.rpartition("= ")[2])


def ends(**changes):
    low, high = distance_range(period(**changes))
    return low.value, high.value


# Power


def test_power_is_the_level_and_twice_the_share_of_wins():
    assert points() == pytest.approx(float(PLAIN_POWER), abs=0.005)
    assert power(period()).value == half_up(float(PLAIN_POWER)) == 24
    assert points(kind="career") == pytest.approx(22.5 + 2 * 10 / 20 - 0.5, abs=0.005)


@pytest.mark.parametrize(
    ("changes", "more"),
    [
        ({"honours": [honour("title")]}, 0.5),
        ({"honours": [honour("title", year=1981)]}, 0.25),
        ({"honours": [honour("title"), honour("title", year=1981)]}, 0.75),
        ({"honours": [honour("classics", 1)]}, 0),
        ({"honours": [honour("classics", 2)]}, 0.25),
        ({"honours": [honour("classics", 3)]}, 0.25),
        ({"honours": [honour("margin", 9.75)]}, 0),
        ({"honours": [honour("margin", 10)]}, 0.25),
        ({"honours": [honour("weight", 130), honour("weight", 138)]}, 0.25),
        ({"honours": [honour("weight", 138, year=1981)]}, 0),
        ({"running_style": "front"}, 0.625),
        ({"running_style": "presser"}, 0),
        ({"running_style": "closer"}, -0.75),
        ({"running_style": "deep closer"}, -0.75),
        ({"sex": "filly"}, -0.25),
        ({"sex": "filly", "honours": [honour("males")]}, 0),
        ({"age_best_year": 2}, -0.75),
        ({"level": "grade 1"}, -2.5),
        ({"level": "maiden"}, -12.5),
    ],
)
def test_power_counts_each_honour_once(changes, more):
    assert points(**changes) - points() == pytest.approx(more, abs=0.011)


def test_power_of_a_career_counts_the_honours_of_every_year():
    titles = [honour("title"), honour("title", year=1981), honour("title", year=1982)]
    assert points(kind="career", honours=titles) - points(kind="career") == pytest.approx(0.75)
    assert points(kind="career", honours=[honour("weight", 138, year=None)]) > points(kind="career")


@pytest.mark.parametrize("name", ["best_year_starts", "best_year_wins"])
def test_power_of_an_unknown_season_is_by_the_career_and_marked(name):
    worked = power(period(**{name: None}))
    assert worked.neutral
    assert points(**{name: None}) == pytest.approx(22.5 + 2 * 10 / 20)


def test_power_of_an_unknown_record_is_neutral_and_marked():
    worked = power(period(kind="career", career_wins=None))
    assert worked.neutral
    assert float(worked.why.rpartition("= ")[2]) == pytest.approx(22.5 + 2 * 0.56 - 0.5, abs=0.005)
    assert not power(period(kind="career")).neutral


def test_power_without_a_level_is_that_of_stakes_and_marked():
    assert power(period(level=None)).neutral
    assert points(level=None) == points(level="stakes")
    assert points(level=None, rank=100) == points()  # one of a list of champions


# Power on dirt and turf


def surfaces(dirt, turf, *honours):
    raced = {"best_year_raced_dirt": dirt, "best_year_raced_turf": turf}
    worked = {one.rating: one for one in work(period(honours=honours, **raced), CHARTS)}
    return worked["power_dirt"], worked["power_turf"]


@pytest.mark.parametrize(
    ("dirt", "turf", "marks", "expected"),
    [
        ("yes", "no", (), (24, None)),
        ("no", "yes", (), (None, 24)),
        ("yes", "yes", (), (24, 23)),
        ("yes", "yes", ("turf equal",), (24, 24)),
        ("yes", "yes", ("turf best",), (22, 24)),
        ("yes", "yes", ("turf poor",), (24, 20)),
        ("yes", None, (), (24, None)),
    ],
)
def test_power_by_surface(dirt, turf, marks, expected):
    made = surfaces(dirt, turf, *(honour(mark, year=None) for mark in marks))
    assert tuple(one.value for one in made) == expected


def test_an_unknown_surface_is_not_rated_and_marked():
    assert surfaces("yes", None)[1].neutral
    assert surfaces("yes", "yes")[1].neutral  # turf form not known apart
    assert not surfaces("yes", "no")[1].neutral


# Range


@pytest.mark.parametrize(
    ("shortest", "longest", "expected"),
    [
        (8, 12, (8, 12)),
        (5, 12, (7, 12)),
        (6, 12, (7, 12)),
        (6.5, 12, (8, 12)),
        (7.5, 8, (8, 9)),
        (5, 7, (5, 7)),  # no win at a mile: the short ones are its own
        (6, 6, (6, 7)),
        (8.3, 9.2, (8.5, 9.5)),  # inwards to half furlongs, then a furlong wide
        (8.5, 15.5, (8.5, 15.5)),
        (None, 9, (8, 9)),
        (None, 6, (6, 7)),
        (6, None, (7, 10)),
        (11, None, (11, 12)),
        (None, None, (8, 10)),
    ],
)
def test_range_from_the_shortest_to_the_longest_win(shortest, longest, expected):
    assert ends(best_year_shortest_win_furlongs=shortest, best_year_longest_win_furlongs=longest) == expected


def test_a_feat_from_the_age_of_three_keeps_its_distance_in_the_range():
    routes = {"best_year_shortest_win_furlongs": 5.0}
    assert ends(**routes, feats=[feat(distance=6.0)])[0] == 6
    assert ends(**routes, feats=[feat(distance=6.0)], age_best_year=2)[0] == 7
    assert ends(feats=[feat(distance=13.0)])[1] == 13


def test_an_end_of_the_range_that_is_not_known_is_marked():
    low, high = distance_range(period(best_year_shortest_win_furlongs=None))
    assert (low.neutral, high.neutral) == (True, False)


# The other ratings


@pytest.mark.parametrize(("word", "value"), [("excellent", 3), ("good", 2), ("neutral", 1), ("poor", 0)])
def test_wet(word, value):
    assert (wet(period(off_track_form=word)).value, wet(period(off_track_form=word)).neutral) == (value, False)


@pytest.mark.parametrize("word", ["unknown", None])
def test_wet_not_known(word):
    assert (wet(period(off_track_form=word)).value, wet(period(off_track_form=word)).neutral) == (1, True)


@pytest.mark.parametrize(
    ("style", "shortest", "longest", "value"),
    [
        ("front", 6, 7.5, 9),
        ("front", 6, 8, 8),
        ("front", 7, 10, 8),
        ("front", 8, 10, 7),
        ("front", None, 10, 8),
        ("presser", 6, 8, 6),
        ("stalker", 6, 8, 5),
        ("midpack", 6, 8, 4),
        ("closer", 6, 8, 3),
        ("deep closer", 6, 8, 0),
    ],
)
def test_pace(style, shortest, longest, value):
    made = period(running_style=style, best_year_shortest_win_furlongs=shortest, best_year_longest_win_furlongs=longest)
    assert pace(made).value == value


def test_pace_not_known():
    assert (pace(period(running_style=None)).value, pace(period(running_style=None)).neutral) == (5, True)


@pytest.mark.parametrize(
    ("starts", "placed", "letter"),
    [
        (19, 19, "A"),
        (18, 18, "B"),
        (19, 17, "B"),
        (19, 16, "C"),
        (19, 13, "C"),
        (19, 10, "D"),
        (19, 9, "E"),
        (2, 2, "C"),
    ],
)
def test_form_by_the_share_in_the_first_three(starts, placed, letter):
    made = period(best_year_starts=starts, best_year_wins=placed, best_year_seconds=0, best_year_thirds=0)
    assert form(made).value == letter


@pytest.mark.parametrize("name", ["starts", "wins", "seconds", "thirds"])
def test_form_and_trip_not_known(name):
    made = period(**{f"best_year_{name}": None})
    assert (form(made).value, form(made).neutral) == ("C", True)
    assert (trip(made).value, trip(made).neutral) == (1, True)


@pytest.mark.parametrize(
    ("style", "starts", "value"), [("front", 9, 2), ("closer", 9, 1), ("deep closer", 9, 1), ("deep closer", 30, -2)]
)
def test_trip_is_style_and_steadiness(style, starts, value):
    assert trip(period(running_style=style, best_year_starts=starts)).value == value


def test_a_style_not_known_is_a_stalkers_for_pace_and_trip_and_marked():
    unknown, stalker = period(running_style=None), period(running_style="stalker")
    assert (pace(unknown).value, trip(unknown).value) == (pace(stalker).value, trip(stalker).value)
    assert trip(unknown).neutral
    assert not trip(stalker).neutral


def test_class_is_the_company_beaten():
    beaten = [honour("champion", note="this one"), honour("champion", note="that one")]
    assert class_(period(honours=beaten)).value == 2
    assert class_(period(honours=[*beaten, honour("males"), honour("champion", note="a third")])).value == 3
    assert class_(period(honours=[beaten[0], beaten[0]])).value == 1
    assert class_(period(honours=[honour("males")])).value == 2
    assert class_(period(honours=[honour("males"), beaten[0]])).value == 3
    assert (class_(period()).value, class_(period()).neutral) == (0, True)
    assert class_(period(level="maiden")).value == -2


@pytest.mark.parametrize(
    ("records", "value"),
    [(["none"], 0), (["race", "none"], 1), (["track"], 2), (["national"], 2), (["none", "world"], 3)],
)
def test_speed_is_the_best_record(records, value):
    made = speed(period(feats=[feat(record) for record in records]))
    assert (made.value, made.neutral) == (value, False)


def test_speed_of_a_season_leaves_other_years_out():
    assert speed(period(feats=[feat(year=1981), feat(year=None)])).neutral
    assert speed(period(kind="career", feats=[feat(year=None)])).value == 3


@pytest.mark.parametrize(("wins", "seconds", "value"), [(7, 1, 8), (10, 0, 9), (1000, 0, 9), (0, 9, 0), (1, 1, 5)])
def test_wire_is_the_tenths_of_firsts_among_firsts_and_seconds(wins, seconds, value):
    assert wire(period(best_year_wins=wins, best_year_seconds=seconds)).value == value


def test_wire_not_known():
    assert (wire(period(best_year_seconds=None)).value, wire(period(best_year_seconds=None)).neutral) == (7, True)


def test_the_rider_of_a_card():
    assert jockey(period()).value == "Eddie Arcaro"
    assert jockey(period(kind="career")).value == "Ted Atkinson"
    assert (jockey(period(best_year_jockey=None)).value, jockey(period(best_year_jockey=None)).neutral) == (
        "Ted Atkinson",
        True,
    )


def test_overall_follows_from_the_higher_power():
    assert overall([20, 24], CHARTS) == overall([24], CHARTS)
    assert overall([24], CHARTS).value < overall([25], CHARTS).value


# Riders


def rider(**changes):
    plain = {"name": "A. Rider", "career_mounts": None, "career_wins": None, "win_pct": None, "notable": None}
    return plain | changes


@pytest.mark.parametrize(
    ("changes", "value"),
    [
        ({"career_mounts": 100, "career_wins": 18}, 1),
        ({"career_mounts": 1000, "career_wins": 179}, 0),
        ({"win_pct": 12.0}, 0),
        ({"win_pct": 11.9}, -1),
        ({"win_pct": 7.9}, -2),
        ({"win_pct": 7.9, "notable": "Hall of Fame 1955"}, 1),
        ({"career_mounts": 100, "career_wins": 7, "win_pct": 20.0}, -2),  # counted before quoted
    ],
)
def test_ride_by_the_share_of_wins_or_a_hall_of_fame(changes, value):
    assert (ride(rider(**changes), None).value, ride(rider(**changes), None).neutral) == (value, False)


def test_ride_as_quoted_stands_and_not_known_is_neutral():
    assert ride(rider(win_pct=1.0), 2).value == 2
    assert (ride(rider(), None).value, ride(rider(), None).neutral) == (0, True)


@pytest.mark.parametrize(
    ("wins", "share", "value"),
    [(0, None, 5), (500, None, 6), (1500, None, 7), (3000, None, 8), (5000, None, 9), (499, 20.0, 6), (5000, 21.0, 9)],
)
def test_trouble_by_career_wins(wins, share, value):
    assert trouble(rider(career_wins=wins, win_pct=share), None).value == value


def test_trouble_as_quoted_and_not_known():
    assert trouble(rider(), 2).value == 10
    assert (trouble(rider(), None).value, trouble(rider(), None).neutral) == (7, True)


# Whatever the facts


COUNT = st.one_of(st.none(), st.integers(0, 300))
MILES = st.one_of(st.none(), st.integers(8, 90).map(lambda quarters: quarters / 4))
YES = st.sampled_from(["yes", "no", None])
ANY = st.fixed_dictionaries(
    {
        "sex": st.sampled_from(["colt", "filly", "gelding", "horse", "mare"]),
        "level": st.sampled_from([*LEVELS, None]),
        "career_starts": st.one_of(st.none(), st.integers(1, 300)),
        "career_wins": COUNT,
        "career_seconds": COUNT,
        "career_thirds": COUNT,
        "oldest_age_stakes_win": st.one_of(st.none(), st.integers(2, 30)),
        "age_best_year": st.integers(2, 30),
        "best_year_starts": st.one_of(st.none(), st.integers(1, 300)),
        "best_year_wins": COUNT,
        "best_year_seconds": COUNT,
        "best_year_thirds": COUNT,
        "raced_turf": YES,
        "best_year_raced_turf": YES,
        "shortest_major_win_furlongs": MILES,
        "longest_major_win_furlongs": MILES,
        "best_year_shortest_win_furlongs": MILES,
        "best_year_longest_win_furlongs": MILES,
        "running_style": st.sampled_from([*STYLES, None]),
        "off_track_form": st.sampled_from([*WET_FORM, None]),
        "career_main_jockey": st.sampled_from(["Eddie Arcaro", None]),
    }
)
FEATS = st.lists(
    st.builds(
        feat, st.sampled_from(RECORDS), st.sampled_from([None, 2.0, 9.2, 24.0]), st.sampled_from([None, 1979, 1980])
    ),
    max_size=3,
)
HONOURED = st.lists(
    st.builds(
        honour,
        st.sampled_from(["title", "classics", "champion", "males", "weight", "margin", "turf best", "turf poor"]),
        st.sampled_from([None, 1.0, 150.0]),
        st.sampled_from([None, 1980, 1981]),
    ),
    max_size=4,
)


@given(changes=ANY, feats=FEATS, honours=HONOURED)
def test_any_facts_make_two_possible_cards(changes, feats, honours):
    for kind in Kind:
        card = rate(facts(feats, honours, **changes), kind, CHARTS).horse  # a card that cannot be is refused
        assert card.kind is kind
        assert card.range_high - card.range_low >= 1


@given(changes=ANY)
def test_one_more_win_never_lowers_power(changes):
    starts, wins = changes["best_year_starts"], changes["best_year_wins"]
    if starts is None or wins is None:
        return
    more = power(period(**changes | {"best_year_wins": wins + 1})).value
    assert more >= power(period(**changes)).value
