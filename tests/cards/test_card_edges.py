"""A race card at its limits: the last value that is taken, the first that is not, and the whole of what is then said."""

from fractions import Fraction

import attrs
import numpy as np
import pytest
import topstretch as ts

from rules.making import PLAIN, card, entry

JOCKEY = ts.Jockey("Jockey", 0, 7)
RIDER = ts.Jockey("Rider", 1, 8)


def horse(name="New Horse", **changes):
    return ts.Horse(name, **{**PLAIN, **changes})


def posted(*posts):
    """A card of plain runners on these posts, named after them."""
    entries = tuple(attrs.evolve(entry(number), post=post) for number, post in enumerate(posts, 1))
    return ts.RaceCard("Test", 8, "dirt", "fast", entries)


def said(wrong, *args, **options):
    """What the refusal says."""
    with pytest.raises(ts.InputError) as refused:
        wrong(*args, **options)
    return str(refused.value)


# What a card's texts may be


@pytest.mark.parametrize(("field", "limit"), [("name", 200), ("date", 200), ("track", 200), ("source", 4000)])
def test_texts_of_a_card_up_to_their_limit(field, limit):
    assert getattr(card({}, {}, **{field: "x" * limit}), field) == "x" * limit
    assert said(card, {}, {}, **{field: "x" * (limit + 1)}).startswith(
        f"{field}: found '{'x' * 80}'... ({limit + 1} char"
    )


@pytest.mark.parametrize("field", ["date", "track", "source"])
def test_date_track_and_source_may_be_blank_and_are_so_if_not_given(field):
    assert getattr(card({}, {}, **{field: ""}), field) == getattr(card({}, {}), field) == ""
    assert getattr(card({}, {}, **{field: " "}), field) == " "


def test_a_text_with_a_control_character_is_refused_by_name():
    assert said(card, {}, {}, track="Bel\nmont") == (
        "track: found 'Bel\\nmont', allowed printable text of at most 200 characters"
    )


def test_what_is_no_text_is_refused_by_name():
    assert said(card, {}, {}, source=5) == "source: found 5, allowed printable text of at most 4000 characters"


@pytest.mark.parametrize("name", ["", "  "])
def test_a_race_without_a_name_is_refused(name):
    assert said(card, {}, {}, name=name) == (
        f"name: found {name!r}, allowed a name, printable text of at most 200 characters"
    )


def test_a_distance_that_is_no_number_is_refused():
    assert said(card, {}, {}, distance="a mile") == "distance: found 'a mile', allowed furlongs as a number"
    assert said(card, {}, {}, distance=None) == "distance: found None, allowed furlongs as a number"
    assert said(card, {}, {}, distance="nan") == "distance: found 'nan', allowed furlongs as a number"
    assert said(card, {}, {}, distance=float("nan")) == "Test: distance: found nan, allowed furlongs as a number"
    assert said(card, {}, {}, distance="1_0") == "distance: found '1_0', allowed furlongs as a number"
    for no_number in (np.True_, b"8", 10**400):
        assert said(card, {}, {}, distance=no_number).endswith("allowed furlongs as a number")
    assert "a whole number of 16610 bits" in said(card, {}, {}, distance=10**5000)
    assert said(card, {}, {}, distance=True) == "distance: found True, allowed furlongs as a number"
    assert card({}, {}, distance="8.5") == card({}, {}, distance=8.5)


# What an entry may be


@pytest.mark.parametrize("post", [1, 99])
def test_the_first_and_the_last_post(post):
    assert posted(post, 50).entry(post).post == post


@pytest.mark.parametrize("post", [0, 100, True, "1", 1.0, None])
def test_a_post_that_there_cannot_be(post):
    assert said(ts.Entry, post, horse(), JOCKEY) == f"post: found {post!r}, allowed a whole number from 1 to 99"


@pytest.mark.parametrize("power", [-30, 0, 60, None])
def test_an_adjusted_power_of_the_card_itself(power):
    assert entry(1, {"adj_power": power}).adj_power == power


@pytest.mark.parametrize("power", [-31, 61, False, "5", 0.5])
def test_an_adjusted_power_that_there_cannot_be(power):
    assert said(entry, 1, {"adj_power": power}) == f"adj_power: found {power!r}, allowed a whole number from -30 to 60"


def test_a_whole_number_of_numpy_is_a_whole_number():
    made = ts.Entry(np.int64(5), horse(), JOCKEY, adj_power=np.int16(-3))
    assert (made.post, type(made.post), made.adj_power, type(made.adj_power)) == (5, int, -3, int)


def test_a_horse_is_a_horse_and_a_jockey_a_jockey():
    assert said(ts.Entry, 1, "Secretariat", JOCKEY) == "horse: found 'Secretariat', allowed a Horse"
    assert said(ts.Entry, 1, horse(), 7) == "jockey: found 7, allowed a Jockey"
    assert "allowed a Jockey" in said(ts.Entry, 1, horse(), horse())


def test_an_entry_runs_or_is_scratched():
    assert [entry(1, {"scratched": scratched}).scratched for scratched in (True, False)] == [True, False]
    assert said(entry, 1, {"scratched": "yes"}) == "scratched: found 'yes', allowed True or False"
    assert said(entry, 1, {"scratched": 1}) == "scratched: found 1, allowed True or False"


def test_an_entry_has_nothing_that_is_not_given():
    made = ts.Entry(1, horse(), JOCKEY)
    assert (made.odds, made.scratched, made.adj_power, made.source) == (None, False, None, "")


ODDS = "odds to 1 above 0 and at most 9999, as 7-2 or 3.5"


@pytest.mark.parametrize("odds", [Fraction(9999), Fraction(1, 10**7), "9999", "1/1000"])
def test_the_longest_odds_and_very_short_ones(odds):
    assert entry(1, {"odds": odds}).odds == Fraction(odds)


@pytest.mark.parametrize("odds", [Fraction(0), Fraction(-1, 2), Fraction(99991, 10), "10000", "0", "x"])
def test_odds_that_there_cannot_be(odds):
    assert said(entry, 1, {"odds": odds}) == f"odds: found {odds!r}, allowed {ODDS}".replace(repr(odds), shown(odds))


def shown(odds):
    """Odds as a message quotes them."""
    return repr(odds) if isinstance(odds, str) else str(odds)


# How many there may be (D10), and where


def test_d10_one_runner_and_25_are_refused():
    assert said(card, {}) == "Test: entries: found 1 runners, allowed 2 to 24 runners"
    assert said(card, *[{}] * 25) == "Test: entries: found 25 runners, allowed 2 to 24 runners"
    assert [len(card(*[{}] * runners).runners) for runners in (2, 24)] == [2, 24]


def test_32_entries_with_those_that_are_scratched():
    gone = [{"scratched": True}] * 8
    assert len(card(*[{}] * 24, *gone).entries) == 32
    assert said(card, *[{}] * 24, *gone, {"scratched": True}) == (
        "Test: entries: found 33 entries, allowed at most 32, scratched ones too"
    )


def test_two_horses_on_one_post_are_named():
    assert said(posted, 1, 1) == "Test: post 1: found Horse 1 and Horse 2 on post 1, allowed one horse a post"


def test_three_horses_on_one_post_are_told_two_by_two():
    assert said(posted, 7, 7, 7).splitlines() == [
        "Test: post 7: found Horse 1 and Horse 2 on post 7, allowed one horse a post",
        "Test: post 7: found Horse 2 and Horse 3 on post 7, allowed one horse a post",
    ]


def test_r1_every_horse_without_a_power_for_the_surface_or_a_range_is_named():
    runners = (
        {"power_turf": None, "scratched": True},
        {"power_turf": None, "adj_power": 12},
        {"power_turf": None},
        {"range_low": None, "range_high": None},
        {"power_turf": None},
        {},
    )
    assert said(card, *runners, surface="turf", condition="firm").splitlines() == [
        "Test: post 3: found Horse 3, no Power on turf, allowed a horse with a Power rating for the surface it runs on",
        "Test: post 4: found Horse 4, no Range, allowed a Range for a horse with a Power rating",
        "Test: post 5: found Horse 5, no Power on turf, allowed a horse with a Power rating for the surface it runs on",
    ]


def test_r1_on_a_synthetic_track_a_power_on_dirt_is_missed():
    assert "found Horse 2, no Power on dirt," in said(card, {}, {"power_dirt": None}, surface="synthetic")


def test_entries_stand_in_post_order():
    assert [e.post for e in posted(9, 2, 30).entries] == [2, 9, 30]


def test_a_condition_is_read_in_any_case_and_with_any_blanks():
    assert card({}, {}, condition="  Wet   FAST ").condition == "wet fast"


def test_a_post_without_an_entry():
    assert said(posted(4, 6).entry, 5) == "Test: post: found 5, allowed one of 4, 6"


def test_a_card_is_equal_to_one_read_from_elsewhere():
    made = card({}, {})
    assert made == card({}, {}, places={"distance": "file.csv:1"})
    assert hash(made) == hash(card({}, {}, places={"distance": "file.csv:1"}))
    assert "places" not in ts.RaceCard.__repr__(card({}, {}, places={"distance": "file.csv:1"}))


# What a chart set allows


def test_d17_a_distance_beyond_the_time_chart():
    charts = ts.load_charts()
    low, high = (float(furlongs) for furlongs in charts.time_distances[[0, -1]])
    for furlongs in (low, high):
        card({}, {}, distance=furlongs).check(charts)
    for furlongs in (low - 0.5, high + 0.5):
        assert said(card({}, {}, distance=furlongs).check, charts) == (
            f"Test: distance: found {furlongs:g}, allowed {low:g} to {high:g} furlongs"
        )


@pytest.mark.parametrize(("surface", "rated_as"), [("dirt", "dirt"), ("turf", "turf"), ("synthetic", "dirt")])
def test_a_condition_that_the_charts_do_not_know(surface, rated_as):
    known = ", ".join(ts.load_charts().conditions(ts.Surface(surface)))
    assert said(card({}, {}, surface=surface, condition="frozen").adjusted_power) == (
        f"Test: condition: found 'frozen', allowed on {rated_as}: {known}"
    )


def test_d13_a_horse_that_runs_twice_is_named_with_both_posts():
    race = card({"name": "Man o' War"}, {}, {"name": "MAN O' WAR"}, {}, {"name": "Man o' War", "scratched": True})
    race.scratch(3).check_same_horse(False)
    assert said(race.check_same_horse, False) == (
        "Test: post 3: found MAN O' WAR on posts 1 and 3, allowed a horse once, or the rule allow_same_horse"
    )
    race.check_same_horse(True)


# New cards from old ones


def test_replace_takes_the_card_for_the_best_year_or_for_the_career():
    race = card({}, {}, {})
    best = race.replace(2, horse="Man o' War").entry(2).horse
    career = race.replace(2, horse="Man o' War", kind="career").entry(2).horse
    assert (best.kind.value, career.kind.value) == ("best-year", "career")
    assert best == ts.load_horses()["Man o' War"]
    assert career == ts.load_horses("career")["Man o' War"]


def test_replace_another_horse_comes_without_what_was_the_old_ones():
    race = ts.RaceCard("Test", 8, "dirt", "fast", (ts.Entry(1, horse(), JOCKEY, 3, False, 20, "a source"), entry(2)))
    made = race.replace(1, horse=horse("Other"), jockey=RIDER).entry(1)
    assert made == ts.Entry(1, horse("Other"), RIDER)


def test_replace_a_jockey_by_a_packaged_one():
    assert card({}, {}).replace(1, jockey="Eddie Arcaro").entry(1).jockey == ts.load_jockeys()["Eddie Arcaro"]


def test_on_says_where_what_cannot_be_came_from():
    race = card({}, {})
    assert said(race.on(condition="frozen").adjusted_power).startswith("Test: on condition: found 'frozen', allowed ")
    assert said(race.on(distance=1).adjusted_power).startswith("Test: on distance: found 1, allowed ")


def test_on_other_conditions_those_with_only_an_adjusted_power_are_named():
    race = card({"adj_power": 20}, {}, {"adj_power": 5}, {"adj_power": 6, "scratched": True})
    for change in ({"distance": 9}, {"surface": "turf"}, {"condition": "muddy"}):
        assert said(race.on, **change) == (
            "Test: on: found 'only the Adjusted Power of Horse 1, Horse 3', allowed a Power rating, to run under "
            "other conditions"
        )
    assert race.on(distance=8, surface="dirt", condition="fast") == race


def test_from_horses_of_records_and_of_packaged_names():
    made = ts.RaceCard.from_horses(["Man o' War", horse("Other")], distance=9, jockeys=["Eddie Arcaro", RIDER])
    assert (made.name, made.distance, made.surface, made.condition) == ("Match-up", 9, ts.Surface.DIRT, "fast")
    assert made.entries == (
        ts.Entry(1, ts.load_horses()["Man o' War"], ts.load_jockeys()["Eddie Arcaro"]),
        ts.Entry(2, horse("Other"), RIDER),
    )


def test_from_horses_the_usual_riders_are_up():
    names = ["Man o' War", "Secretariat", "Affirmed"]
    for kind in ("best-year", "career"):
        cards = [ts.load_horses(kind)[name] for name in names]
        made = ts.RaceCard.from_horses(names, distance=10, kind=kind)
        assert [e.horse for e in made.entries] == cards
        assert [e.jockey.name for e in made.entries] == [each.jockey for each in cards]
    assert ts.RaceCard.from_horses(names, distance=10) == ts.RaceCard.from_horses(names, distance=10, kind="best-year")


def test_from_horses_without_a_usual_rider_somebody_must_be_up():
    assert said(ts.RaceCard.from_horses, [horse("A"), "Man o' War"], distance=9).startswith(
        "jockey: found '', allowed a packaged name"
    )


def test_from_horses_one_jockey_a_horse():
    assert said(ts.RaceCard.from_horses, [horse("A"), horse("B")], distance=9, jockeys=[RIDER]) == (
        "jockeys: found '1', allowed 2, one a horse"
    )


def test_from_horses_every_unknown_name_at_once():
    told = said(ts.RaceCard.from_horses, ["Man o War Jr", horse("A"), "Secretariet"], distance=9).splitlines()
    assert len(told) == 2
    assert told[1] == "horse: found 'Secretariet', allowed a packaged name; did you mean Secretariat?"


@pytest.mark.parametrize(("surface", "usual"), [("dirt", "fast"), ("turf", "firm"), ("synthetic", "fast")])
def test_from_horses_the_usual_condition_of_a_surface_or_the_one_given(surface, usual):
    options = {"distance": 9, "surface": surface, "jockeys": [RIDER, JOCKEY]}
    assert ts.RaceCard.from_horses([horse("A"), horse("B")], **options).condition == usual
    given = ts.RaceCard.from_horses([horse("A"), horse("B")], **options, condition="good", name="Two")
    assert (given.condition, given.name) == ("good", "Two")


# How it reads


def test_the_working_of_an_adjusted_power_in_words():
    working = card({"power_dirt": 20, "range_low": 6, "range_high": 7, "wet": 1}, {}, distance=8, condition="muddy")
    first, second = working.adjusted_power()
    assert str(first) == f"Power 20 {first.distance:+d} distance {first.track:+d} track +1 Wet = {first.total}"
    assert first.distance < 0
    assert first.track < -1
    assert str(second) == f"Power 15 +0 distance {second.track:+d} track +0 Wet = {second.total}"


def test_an_adjusted_power_that_only_the_card_knows():
    first, second = card({"adj_power": 21}, {"adj_power": 0}).adjusted_power()
    assert [str(first), str(second)] == ["21 (as the card gives it)", "0 (as the card gives it)"]
    assert (first.power, first.furlongs_outside, first.distance, first.track, first.wet) == (None, 0.0, 0, 0, 0)


def test_a_card_in_a_notebook_names_its_runners():
    html = card({"name": "Sir Barton"}, {"name": "Exterminator"})._repr_html_()
    assert "Sir Barton" in html
    assert "Exterminator" in html


# A horse by name or post


def test_a_horse_that_does_not_run_is_told_who_does():
    sheet = ts.play(card({"name": "Sir Barton"}, {"name": "Exterminator"}), seed=1)
    for wrong, hint in (("Sir Bartn", "; did you mean Sir Barton?"), (7, ""), ("7", "")):
        assert said(sheet.line, wrong) == f"horse: found {wrong!r}, allowed one of Sir Barton, Exterminator{hint}"
    assert sheet.line("sir barton") == sheet.line(1)
