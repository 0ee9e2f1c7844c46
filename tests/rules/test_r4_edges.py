"""R4 at its limits: the key that orders a finish, and the course of one race."""

import attrs
import numpy as np
import pytest
import topstretch as ts
from topstretch.rules.finish import figure_of, finish_key, in_photo, wire_place
from topstretch.rules.fullplay import run_fullplay
from topstretch.rules.pace import two_highest
from topstretch.rules.quickplay import run_quickplay
from topstretch.rules.runners import Course, Runners

from rules.making import card
from rules.recorded import Recorded

RUN = {"quickplay": run_quickplay, "fullplay": run_fullplay}
# What only the stretch can say.
AFTER_THE_TOP = (
    "factor", "ride_counts", "factor_change", "chart_figure", "figure", "in_photo", "photo_total", "wire_place",
    "disqualification_die", "place",
)  # fmt: skip


def test_r4_5_a_finish_key_orders_by_figure_and_then_by_photo():
    figures, photos = np.arange(0, 201, dtype=np.int16)[:, None], np.arange(24, dtype=np.int16)[None, :]
    keys = finish_key(figures, photos)
    assert (keys.min(), keys.dtype) == (1, np.dtype(np.uint16))
    assert (np.diff(keys.ravel().astype(int)) > 0).all()
    assert (figure_of(keys) == figures).all()


def test_r4_5_a_horse_that_is_out_has_a_figure_far_above_any():
    assert figure_of(np.zeros(1, np.uint16))[0] > 2000


def test_d8_d11_level_keys_share_the_better_place_and_0_has_none():
    keys = np.array([[5], [9], [0], [5], [1]], np.uint16)
    assert wire_place(keys)[:, 0].tolist() == [2, 1, 0, 2, 4]


@pytest.mark.parametrize("version", list(RUN))
def test_one_race_is_run_where_no_number_of_races_is_said(version):
    field = card({}, {"power_dirt": 20}, {})
    charts = ts.load_charts()
    dice = Recorded().seat(field.runners, 0)
    course = RUN[version](Runners.of(field, charts), dice, charts, ts.Rules())
    assert course.place.shape == (3, 1)
    assert {needed.shape[1] for _, needed in dice.asked} == {1}


# Runners of whom many meet trouble and share figures, in both versions.
LEVEL = card(*({"power_dirt": 15 + post % 2, "form": "E", "wire": post % 3, "pace": 6} for post in range(14)))
PER_HORSE = (
    "pace_change", "form_change", "factor_change", "chart_figure", "figure", "in_photo", "photo_total", "wire_place",
    "disqualification_die", "place",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("version", list(RUN))
def test_a_course_says_who_threw_what(version, seed):
    charts = ts.load_charts()
    dice = Recorded(seed).seat(LEVEL.runners, 0)
    course = RUN[version](Runners.of(LEVEL, charts), dice, charts, ts.Rules())
    asked = dict(dice.asked)
    trouble = course.trouble
    for said, name in [
        (trouble.troubled, "trouble"),
        (trouble.tested, "trouble_test"),
        (trouble.disqualified, "disqualification"),
        (course.in_photo, "photo"),
        (course.finished, "final_speed"),
    ]:
        assert np.array_equal(said, asked[name]), name
    assert (course.photo_total[~course.in_photo] == 0).all()
    assert (trouble.outcome[~trouble.troubled] == 0).all()
    kinds = {name: getattr(course, name).dtype.kind for name in PER_HORSE}
    assert kinds.pop("in_photo") == "b"
    assert set(kinds.values()) <= {"i", "u"}
    assert trouble.outcome.dtype.kind in "iu"
    assert {getattr(course, name).shape for name in PER_HORSE if name != "pace_change"} == {(14, 1)}


def test_r4_5_a_horse_that_is_out_shares_no_figure():
    finished = np.array([[True], [False], [True]])
    for figure in range(201):
        figures = np.array([[figure], [figure], [figure + 1]], np.int16)
        assert not in_photo(figures, finished).any()
        assert in_photo(figures, ~finished | finished)[:, 0].tolist() == [True, True, False]


def test_what_the_stretch_has_not_said_is_not_there():
    field = card({}, {})
    charts = ts.load_charts()
    ran = run_quickplay(Runners.of(field, charts), Recorded().seat(field.runners, 0), charts, ts.Rules())
    course = Course(ran.runners, ran.pace_of_race, ran.pace_change, ran.form_change, ran.trouble)
    for name in AFTER_THE_TOP:
        assert not hasattr(course, name), name
    for name in ("break_points", "setup_change", "position_change"):
        assert getattr(course, name) is None, name
    with pytest.raises(TypeError, match="place"):
        Course(ran.runners, ran.pace_of_race, ran.pace_change, ran.form_change, ran.trouble, place=ran.place)


def test_courses_are_equal_only_to_themselves():
    field = card({}, {})
    charts = ts.load_charts()
    runners = Runners.of(field, charts)
    courses = [run_quickplay(runners, Recorded().seat(field.runners, 0), charts, ts.Rules()) for _ in range(2)]
    assert courses[0] == courses[0]
    assert courses[0] != courses[1]
    assert courses[0].trouble != courses[1].trouble
    assert len({runners, Runners.of(field, charts)}) == 2


def test_r4_1_the_two_highest_of_each_race():
    values = np.array([[1, 9], [3, 4], [5, 0]], np.int16)
    assert two_highest(values, np.ones((3, 1), bool)).tolist() == [[8, 13]]
    assert two_highest(values, np.array([[True], [True], [False]])).tolist() == [[4, 13]]
    assert two_highest(-values, np.array([[True, False], [True, True], [False, True]])).tolist() == [[-4, -4]]


def test_r3_the_runners_start_by_the_charts_in_use():
    field = card({"range_high": 6}, {}, distance=9)
    charts = attrs.evolve(ts.load_charts(), distance=np.array([0, -11], np.int16))
    assert Runners.of(field, charts).start[:, 0].tolist() == [4, 15]


def test_the_runners_of_a_card_as_arrays():
    first = {
        "power_dirt": 20, "pace": 9, "form": "E", "class_": 1, "speed": 2, "trip": 3, "wire": 4, "ride": -2,
        "trouble": 11,
    }  # fmt: skip
    runners = Runners.of(card(first, {"scratched": True}, {}, {}, distance=7), ts.load_charts())
    assert runners.start[:, 0].tolist() == [20, 15, 15]
    names = ("pace", "form", "class_", "speed", "trip", "wire", "ride", "trouble")
    assert [getattr(runners, name)[0, 0] for name in names] == [9, 4, 1, 2, 3, 4, -2, 11]
    assert {getattr(runners, name).dtype for name in ("start", *names)} == {np.dtype(np.int16)}
    assert {getattr(runners, name).shape for name in ("start", "running", *names)} == {(3, 1)}
    assert (runners.running.dtype, runners.running.all()) == (np.dtype(bool), True)
    assert runners.route.tolist() == [[False]]
    assert Runners.of(card({}, {}, distance=8), ts.load_charts()).route.tolist() == [[True]]


def test_those_courses_hold_every_roll():
    charts = ts.load_charts()
    needed = set()
    for version, play in RUN.items():
        for seed in range(8):
            dice = Recorded(seed).seat(LEVEL.runners, 0)
            play(Runners.of(LEVEL, charts), dice, charts, ts.Rules())
            needed |= {(version, name) for name, mask in dice.asked if mask.any()}
    assert needed >= {
        (version, name) for version in RUN for name in ("trouble", "trouble_test", "disqualification", "photo")
    }
    assert ("fullplay", "race_pace") in needed
