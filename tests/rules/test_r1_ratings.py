"""R1: what a rating may be, and which ratings count."""

import attrs
import numpy as np
import pytest
import topstretch as ts

from rules.making import PLAIN, card, cells, entry, run

HORSE_RANGES = {
    "power_dirt": (0, 29), "power_turf": (0, 29), "wet": (0, 3), "pace": (0, 9), "trip": (-3, 3), "class_": (-3, 3),
    "speed": (-3, 3), "wire": (0, 9),
}  # fmt: skip
JOCKEY_RANGES = {"ride": (-2, 2), "trouble": (2, 12)}


def horse(**changes):
    return ts.Horse("Horse", **{**PLAIN, **changes})


def jockey(**changes):
    return ts.Jockey("Jockey", **{"ride": 0, "trouble": 7, **changes})


def make(rating, value):
    return (horse if rating in HORSE_RANGES else jockey)(**{rating: value})


RANGES = [(name, *ends) for name, ends in {**HORSE_RANGES, **JOCKEY_RANGES}.items()]


@pytest.mark.parametrize(("rating", "low", "high"), RANGES)
def test_x24_every_value_of_the_range_is_a_rating(rating, low, high):
    for value in range(low, high + 1):
        assert getattr(make(rating, value), rating) == value


@pytest.mark.parametrize(("rating", "low", "high"), RANGES)
def test_x24_a_value_beyond_the_range_is_refused_by_name(rating, low, high):
    for value in (low - 1, high + 1):
        with pytest.raises(ts.InputError) as refused:
            make(rating, value)
        name = rating.rstrip("_")
        assert str(refused.value).endswith(f": {name}: found {value}, allowed a whole number from {low} to {high}")


@pytest.mark.parametrize("rating", [name for name, *_ in RANGES])
@pytest.mark.parametrize("value", [1.5, 2.0, "2", True, float("nan"), [2]])
def test_x24_a_rating_is_a_whole_number(rating, value):
    with pytest.raises(ts.InputError, match="allowed a whole number"):
        make(rating, value)


@pytest.mark.parametrize("letter", list("ABCDE"))
def test_x24_form_is_a_letter_from_a_to_e(letter):
    assert horse(form=letter).form == ts.Form(letter)
    assert horse(form=letter.lower()).form == ts.Form(letter)


@pytest.mark.parametrize("letter", ["F", "", "AB", 1, None, "Ａ"])
def test_x24_no_other_form(letter):
    with pytest.raises(ts.InputError, match="allowed one of A, B, C, D, E"):
        horse(form=letter)


@pytest.mark.parametrize(("low", "high"), [(5, 5), (8, 9), (7.5, 8.25), (2, 24)])
def test_x24_a_range_is_furlongs_from_low_to_high(low, high):
    made = horse(range_low=low, range_high=high)
    assert (made.range_low, made.range_high) == (low, high)


BAD_RANGES = [
    (9, 8), (1.75, 8), (8, 24.25), (8.1, 9), (8, None), (None, 8), (-8, 8), (8, float("nan")), (float("nan"), 8),
    (8, float("inf")), ("8", "9"),
]  # fmt: skip


@pytest.mark.parametrize(("low", "high"), BAD_RANGES)
def test_x24_no_other_range(low, high):
    with pytest.raises(ts.InputError, match="allowed low to high, 2 to 24 furlongs in quarters"):
        horse(range_low=low, range_high=high)


def test_x24_a_whole_number_of_numpy_is_a_whole_number():
    assert horse(pace=np.int64(4)) == horse(pace=4)


def test_x24_sex_is_one_that_a_horse_has():
    assert [horse(sex=sex).is_female for sex in ("colt", "horse", "gelding", "filly", "mare", None)] == [
        False, False, False, True, True, False,
    ]  # fmt: skip
    with pytest.raises(ts.InputError):
        horse(sex="dog")


def test_r1_overall_is_not_used_in_play():
    plain = card({}, {"pace": 8}, {"form": "E"})
    rated = card({"overall": 120}, {"pace": 8, "overall": 1}, {"form": "E", "overall": None})
    for version in ("quickplay", "fullplay"):
        assert ts.play(plain, seed=3, version=version).lines == ts.play(rated, seed=3, version=version).lines, version


def test_r1_power_counts_by_the_surface():
    ratings = {"power_dirt": 20, "power_turf": 11}
    start = {
        surface: cells(run(card(ratings, {}, surface=surface, condition=condition)), "Adj Power")[0]
        for surface, condition in (("dirt", "fast"), ("turf", "firm"), ("synthetic", "fast"))
    }
    assert start == {"dirt": 20, "turf": 11, "synthetic": 20}


@pytest.mark.parametrize(("missing", "surface"), [("power_turf", "turf"), ("power_dirt", "dirt")])
def test_r1_a_horse_that_never_ran_on_the_surface_is_refused(missing, surface):
    with pytest.raises(ts.InputError, match=f"post 2: found Horse 2, no Power on {surface}, allowed"):
        card({}, {missing: None}, surface=surface, condition="good")


def test_r1_a_synthetic_track_asks_for_a_dirt_rating():
    with pytest.raises(ts.InputError, match="no Power on dirt"):
        card({}, {"power_dirt": None}, surface="synthetic")
    assert card({}, {"power_turf": None}, surface="synthetic").surface is ts.Surface.SYNTHETIC


def test_r1_a_scratched_horse_needs_no_rating_for_the_surface():
    made = card({}, {}, {"power_dirt": None, "scratched": True})
    assert [runner.post for runner in made.runners] == [1, 2]


def test_r1_fillies_and_mares_run_as_they_are():
    mixed = card({"sex": "mare"}, {"sex": "colt"}, {"sex": "filly"})
    males = card({"sex": "horse"}, {"sex": "colt"}, {"sex": "gelding"})
    assert ts.play(mixed, seed=8).lines == ts.play(males, seed=8).lines


def test_r1_a_horse_may_run_outside_its_range():
    made = run(card({"range_low": 5, "range_high": 6}, {"range_low": 12, "range_high": 16}))
    assert all(cell < 15 for cell in cells(made, "Adj Power"))
    assert sorted(cells(made, "Fin")) in ([1, 1], [1, 2])


def test_r1_a_card_is_for_a_best_year_or_a_career():
    assert horse().kind is ts.Kind.BEST_YEAR
    assert horse(kind="career").kind is ts.Kind.CAREER
    with pytest.raises(ts.InputError, match="allowed one of best-year, career"):
        horse(kind="season")


@pytest.mark.parametrize(
    "name", ["", "  ", "Tab\tbed", "Bell\x07", "\x1b[31mRed", "Line\nfeed", "\u202eRight", "x" * 81, None]
)
def test_r1_a_name_is_printable_text(name):
    with pytest.raises(ts.InputError, match="allowed a name of 1 to 80 printable characters"):
        ts.Horse(name, **PLAIN)
    with pytest.raises(ts.InputError, match="allowed a name of 1 to 80 printable characters"):
        ts.Jockey(name, 0, 7)


def test_r1_records_cannot_be_changed():
    for record in (horse(), jockey(), entry(1)):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            record.source = "elsewhere"
