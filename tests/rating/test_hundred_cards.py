"""R1: the packaged cards are what the method makes of the packaged facts, and keep what the rulebook says of them."""

import statistics
from collections import Counter

import attrs
import pytest
import topstretch as ts
from topstretch.locate import data_dir
from topstretch.rating import rate_horses, rate_jockeys
from topstretch.rating_facts import packaged_facts, quoted
from topstretch.rating_rules import NEUTRAL_SHARE, wire
from topstretch.ratings import Kind
from topstretch.rosters import HORSE_COLUMNS, find_horse, key

from rating.making import BLOCKS, PAGE, block_of, horse_cards, jockey_cards

BEST, CAREER = ts.load_horses("best-year"), ts.load_horses("career")
JOCKEYS = ts.load_jockeys()
CARDS = [*BEST.values(), *CAREER.values()]


def highest(card):
    return max(power for power in (card.power_dirt, card.power_turf) if power is not None)


def test_r1_the_horse_cards_are_made_by_the_method_byte_for_byte():
    assert (data_dir("horses") / "cards.csv").read_bytes() == horse_cards().encode()


def test_r1_the_jockey_cards_are_made_by_the_method_byte_for_byte():
    assert (data_dir("jockeys") / "cards.csv").read_bytes() == jockey_cards().encode()


@pytest.mark.parametrize("name", BLOCKS)
def test_the_page_says_what_the_commands_print(name):
    assert block_of(PAGE.read_text(encoding="utf-8"), name) == BLOCKS[name]()


def test_r1_a_hundred_horses_with_two_cards_each_and_every_rider():
    assert list(BEST) == list(CAREER) == [facts["name"] for facts in packaged_facts().values()]
    assert len(BEST) == 100
    assert len(JOCKEYS) == 122
    named = {name for facts in packaged_facts().values() for name in riders_of(facts)}
    assert named == set(JOCKEYS)


def riders_of(facts):
    names = [facts["best_year_jockey"], facts["career_main_jockey"], *(facts["other_jockeys"] or "").split(";")]
    return [name for name in names if name]


def test_r1_every_rider_of_a_card_has_a_card():
    assert not {card.jockey for card in CARDS} - set(JOCKEYS)


def test_the_columns_of_the_file_are_those_of_a_card_file():
    header = next(line for line in horse_cards().splitlines() if not line.startswith("#"))
    assert header == ",".join(column.name for column in HORSE_COLUMNS)


@pytest.mark.parametrize("row", quoted(), ids=lambda row: f"{row['name']}: {row['what']}")
def test_r1_what_the_rulebook_says_of_one_of_them_holds(row):
    if row["what"] == "ride":
        assert JOCKEYS[row["name"]].ride == row["value"]
    elif row["what"] == "career age":
        assert CAREER[row["name"]].age == row["value"]
    else:
        assert {getattr(roster[row["name"]], row["what"]) for roster in (BEST, CAREER)} == {row["value"]}


def test_r1_shoemaker_rides_nine_of_the_best_year_cards_by_the_public_facts():
    mounts = [card.name for card in BEST.values() if card.jockey == "Bill Shoemaker"]
    facts = [one["name"] for one in packaged_facts().values() if one["best_year_jockey"] == "Bill Shoemaker"]
    assert mounts == facts
    assert len(mounts) == 9


def test_r1_three_riders_alone_are_at_the_very_top_and_the_others_just_behind():
    top = {rider.name for rider in JOCKEYS.values() if rider.ride == 2}
    assert top == {"Eddie Arcaro", "Jerry Bailey", "Bill Shoemaker"}
    assert min(JOCKEYS[name].trouble for name in top) > max(r.trouble for r in JOCKEYS.values() if r.name not in top)
    assert {rider.ride for rider in JOCKEYS.values()} == {0, 1, 2}
    assert all(4 <= rider.trouble <= 10 for rider in JOCKEYS.values())


def test_r1_top_stakes_horses_have_power_24_or_25_and_nobody_is_near_29():
    powers = Counter(highest(card) for card in BEST.values())
    assert powers[24] + powers[25] > 50
    assert max(powers) <= 26
    assert max(powers) - min(powers) <= 4


def test_r1_a_best_year_is_usually_better_than_a_career_but_not_always():
    better = [name for name in BEST if highest(BEST[name]) > highest(CAREER[name])]
    worse = [name for name in BEST if highest(BEST[name]) < highest(CAREER[name])]
    assert len(better) > 50
    assert 1 <= len(worse) <= 10


def test_r1_ranges_of_old_horses_are_wide_and_of_modern_ones_narrow():
    width = {name: card.range_high - card.range_low for name, card in CAREER.items()}
    born = {facts["name"]: int(facts["foaled"]) for facts in packaged_facts().values()}
    old = [width[name] for name in width if born[name] < 1940]
    modern = [width[name] for name in width if born[name] >= 1975]
    assert statistics.mean(old) > statistics.mean(modern) + 2


@pytest.mark.parametrize("surface", ["dirt", "turf"])
def test_r1_a_power_only_for_a_surface_raced_on_in_the_period(surface):
    for name, facts in ((facts["name"], facts) for facts in packaged_facts().values()):
        for roster, column in ((BEST, f"best_year_raced_{surface}"), (CAREER, f"raced_{surface}")):
            assert (getattr(roster[name], f"power_{surface}") is not None) == (facts[column] == "yes"), name


def test_r1_overall_is_the_mean_figure_of_the_chart_at_the_higher_power():
    chart = ts.load_charts().final_speed
    for card in CARDS:
        mean = sum((6 - abs(7 - roll)) * int(chart[roll - 2, highest(card)]) for roll in range(2, 13)) / 36
        assert abs(card.overall - mean) <= 0.5


def test_r1_the_age_of_a_card_and_the_word_for_its_sex_agree():
    for card in CARDS:
        grown = card.age >= 5
        assert card.sex in ({"horse", "gelding", "mare"} if grown else {"colt", "gelding", "filly"}), card.name
    assert {card.year for card in CAREER.values()} == {None}


def test_every_rating_has_its_working_in_the_source():
    for rated in (*rate_horses(), *rate_jockeys()):
        card = rated.horse if hasattr(rated, "horse") else rated.jockey
        assert all(str(work) in card.source for work in rated.working)
        assert all(work.why for work in rated.working)


def test_a_neutral_value_is_marked_where_the_fact_is_missing():
    marked = {
        (one.horse.name, one.horse.kind)
        for one in rate_horses()
        for w in one.working
        if w.rating == "wet" and w.neutral
    }
    missing = {facts["name"] for facts in packaged_facts().values() if facts["off_track_form"] == "unknown"}
    assert marked == {(name, kind) for name in missing for kind in Kind}


@pytest.mark.parametrize("name", ["Man o' War", "man o war", "MAN O’ WAR", "  Man  o' war "])
def test_a_look_up_forgives_case_and_apostrophes(name):
    assert BEST[name].name == find_horse(name).name == "Man o' War"


def test_a_typo_is_answered_with_the_name_that_was_meant():
    with pytest.raises(ts.InputError, match="did you mean Secretariat\\?"):
        find_horse("Secretariet")
    with pytest.raises(KeyError, match="did you mean Secretariat\\?"):
        BEST["Secretariet"]
    assert key("Slew o' Gold") == key("slew o gold")


def test_the_neutral_values_are_those_of_the_middle_horse():
    periods = [facts.period(Kind.CAREER) for facts in packaged_facts().values()]
    share = statistics.median(period.wins / (period.starts + 1) for period in periods)
    assert share == pytest.approx(NEUTRAL_SHARE, abs=0.005)
    unknown = attrs.evolve(periods[0], seconds=None)
    assert statistics.median(card.wire for card in CAREER.values()) == wire(unknown).value
