"""The packaged facts: feats and honours agree with the horses, with themselves and with the calendar."""

import re
from collections import Counter

import pytest
from topstretch.rating_facts import packaged_facts, quoted

HORSES = list(packaged_facts().values())
FEATS = [feat for horse in HORSES for feat in horse.feats]
HONOURS = [one for horse in HORSES for one in horse.honours]
TIME = re.compile(r"(?:(\d+))?:(\d\d(?:\.\d+)?)(?: (\d)/(\d))?")
BASES = {"facts", "polls", "retrospective", "record", "general"}


def seconds_of(text):
    """The time that a text gives as the sport writes it: 2:14 1/5, 1:59.58, :56."""
    minutes, seconds, fifths, parts = TIME.search(text).groups()
    return 60 * int(minutes or 0) + float(seconds) + (int(fifths) / int(parts) if fifths else 0)


def test_every_noted_feat_of_speed_is_in_the_table_of_feats():
    noted = {horse["name"] for horse in HORSES if horse["notable_speed_feat"]}
    assert noted == {feat.horse for feat in FEATS} - {"Alydar"}  # his is from a report of the race


@pytest.mark.parametrize("feat", [feat for feat in FEATS if TIME.search(feat.what)], ids=lambda feat: feat.what)
def test_the_seconds_of_a_feat_are_the_time_in_its_words(feat):
    assert feat.seconds == pytest.approx(seconds_of(feat.what))


def test_a_time_stands_with_its_distance_and_its_words():
    assert all(feat.distance and TIME.search(feat.what) for feat in FEATS if feat.seconds)


def test_the_times_of_feats_are_those_that_the_facts_note():
    for horse in HORSES:
        noted = horse["notable_speed_feat"] or ""
        for feat in horse.feats:
            found = TIME.search(feat.what)
            if found and horse["name"] != "Alydar":
                assert found[0] in noted, feat


def test_feats_and_honours_are_of_years_in_which_the_horse_could_race():
    born = {horse["name"]: horse["best_year"] - horse["age_best_year"] for horse in HORSES}
    for one in (*FEATS, *HONOURS):
        assert one.year is None or 2 <= one.year - born[one.horse] <= 10, one


def test_there_is_one_horse_of_the_year_and_three_classics_in_a_year():
    assert max(Counter(one.year for one in HONOURS if one.honour == "title").values()) == 1
    classics = Counter()
    for one in HONOURS:
        classics[one.year] += one.value if one.honour == "classics" else 0
    assert max(classics.values()) <= 3


def test_an_honour_has_a_number_where_its_sort_needs_one_and_a_known_basis():
    for one in HONOURS:
        assert (one.value is not None) == (one.honour in {"classics", "weight", "margin"}), one
        assert one.basis in BASES
        assert one.note or one.honour == "title" or one.honour == "weight", one
    assert all(one.value >= 130 for one in HONOURS if one.honour == "weight")


def test_only_fillies_and_mares_beat_males():
    female = {horse["name"] for horse in HORSES if horse["sex"] in ("filly", "mare")}
    assert {one.horse for one in HONOURS if one.honour == "males"} <= female


def test_what_the_rulebook_says_is_quoted_with_its_page():
    assert {row["page"] for row in quoted()} == {5, 6}
    assert Counter(row["what"] for row in quoted()) == {"ride": 3, "career age": 2, "range_low": 1, "range_high": 1}
