"""The strategies of `topstretch.testing`: only legal values, every end of every range, and small examples when a test fails."""

import pandas as pd
import pytest
import topstretch as ts
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from topstretch.card_files import COLUMNS, card_csv, card_parts
from topstretch.columns import parse_table
from topstretch.dice import ROLLS
from topstretch.ratings import RATINGS, SEXES
from topstretch.testing import (
    ONE_DIE,
    TWO_DICE,
    cards,
    dice_logs,
    horses,
    jockeys,
)

from invariants.breaking import Box
from invariants.seeing import seen

SET = ts.load_charts()
FIXED = settings(
    max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
QUICK_FIND = settings(max_examples=500, database=None, derandomize=True)
MATCH = ts.load_race("champagne-2009")
MATCH_RACE = MATCH.scratch(*[runner.post for runner in MATCH.runners[2:]])


# --- horses and jockeys ---


def test_every_rating_of_a_horse_comes_up_at_both_ends():
    drawn = seen(horses(), 500)
    for name in ("wet", "pace", "trip", "class_", "speed", "wire"):
        rating = RATINGS[name.rstrip("_")]
        assert {getattr(horse, name) for horse in drawn} == set(range(rating.low, rating.high + 1)), name
    for name, (low, high) in {"power_dirt": (0, 29), "power_turf": (0, 29), "overall": (0, 200)}.items():
        values = {getattr(horse, name) for horse in drawn}
        assert {low, high, None} <= values, name
    assert {str(horse.form) for horse in drawn} == set("ABCDE")
    assert {horse.sex for horse in drawn} == {None, *SEXES}
    assert {str(horse.kind) for horse in drawn} == {"best-year", "career"}
    assert min(horse.range_low for horse in drawn) == 2
    assert max(horse.range_high for horse in drawn) == 24
    assert any(horse.range_low == horse.range_high for horse in drawn)
    assert {len(horse.name) == 1 for horse in drawn} == {True, False}


def test_a_surface_and_a_name_can_be_fixed():
    for surface in ("dirt", "turf", "synthetic"):
        drawn = seen(horses("Man o' War", surface=surface), 60)
        assert all(horse.power(ts.Surface(surface)) is not None for horse in drawn)
        assert {horse.name for horse in drawn} == {"Man o' War"}
    assert {jockey.name for jockey in seen(jockeys("Arcaro"), 10)} == {"Arcaro"}


def test_every_rating_of_a_jockey_comes_up():
    drawn = seen(jockeys(), 300)
    assert {jockey.ride for jockey in drawn} == set(range(-2, 3))
    assert {jockey.trouble for jockey in drawn} == set(range(2, 13))


# --- cards ---


def test_cards_come_in_every_size():
    drawn = seen(cards(), 300)
    assert {2, 24} <= {len(card.runners) for card in drawn}
    assert {len(card.entries) - len(card.runners) for card in drawn} == set(range(4))
    entries = [entry for card in drawn for entry in card.entries]
    assert {1, 99} <= {entry.post for entry in entries}
    assert {None, -10, 40} <= {entry.adj_power for entry in entries}
    assert {entry.odds is None for entry in entries} == {True, False}


def test_cards_come_under_all_conditions():
    drawn = seen(cards(max_runners=2, max_scratched=0), 300)
    assert {(str(card.surface.rated_as), card.condition) for card in drawn} == set(SET.track_conditions)
    assert {str(card.surface) for card in drawn} == {"dirt", "turf", "synthetic"}
    assert {5.0, 16.0} <= {card.distance for card in drawn}


def test_the_number_of_runners_and_the_surfaces_can_be_fixed():
    drawn = seen(cards(3, 4, max_scratched=0, surfaces=["turf"]), 40)
    assert {len(card.entries) for card in drawn} == {3, 4}
    assert {str(card.surface) for card in drawn} == {"turf"}


@pytest.mark.parametrize(("low", "high"), [(1, 5), (2, 25), (6, 5)])
def test_d10_numbers_of_runners_that_no_race_has_are_refused(low, high):
    with pytest.raises(ts.InputError, match="allowed 2 to 24, the lower first"):
        seen(cards(low, high), 1)


@FIXED
@given(cards(max_runners=10))
def test_every_card_runs_and_can_be_written(card):
    card.check(SET)
    assert card_parts(parse_table("card.csv", card_csv(card), COLUMNS))["condition"] == card.condition
    for version in ("quickplay", "fullplay"):
        assert len(ts.play(card, version=version, seed=1).lines) == len(card.runners)


def test_cards_for_charts_of_one_s_own_keep_to_their_distances_and_conditions(tmp_path):
    box = Box()
    for row in box.charts["final_time"]:
        del row[4:-3]  # 5 and 5.5 furlongs, then 14 to 16
        row[3:5] = ["5.6" if row[3] == "5.5" else row[3], *row[4:5]]
    box.charts["track_conditions"] = [
        ["surface", "condition", "power"], ["dirt", "fast", "0"], ["dirt", "sticky", "-1"], ["turf", "firm", "0"],
    ]  # fmt: skip
    charts = box.load(tmp_path)
    drawn = seen(cards(max_runners=2, charts=charts), 120)
    assert {card.condition for card in drawn} == {"fast", "sticky", "firm"}
    assert (min(card.distance for card in drawn), max(card.distance for card in drawn)) == (5, 16)
    assert len(seen(cards(max_runners=3, charts=str(tmp_path)), 5)) == 5


# --- dice logs ---


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
def test_a_drawn_log_plays_its_card(version):
    def replayed(drawn):
        card, log, rules = drawn
        sheet = ts.play(card, version=version, dice=ts.ReplayDice(log), rules=rules)
        assert sheet.dice_log().equals(log)
        return sheet

    rules = st.sampled_from([ts.Rules(), ts.Rules(factor_target="dice")])
    races = st.tuples(cards(max_runners=6), rules).flatmap(
        lambda both: st.tuples(st.just(both[0]), dice_logs(both[0], version, rules=both[1]), st.just(both[1]))
    )
    sheets = seen(races, 240, replayed)
    thrown = {row.roll for sheet in sheets for row in sheet.log}
    only = {"quickplay": {"break", "setup", "race_pace"}, "fullplay": {"pace"}}[version]
    assert thrown == set(ROLLS) - only - {"odds"}
    statuses = {line.status.partition(" ")[0] for sheet in sheets for line in sheet.lines}
    assert statuses == {"finished", "out:", "disqualified"}


def test_a_log_with_odds_has_the_rolls_of_the_odds():
    for log in seen(dice_logs(MATCH, "fullplay", odds=True), 10):
        assert isinstance(log, pd.DataFrame)
        odds = ts.odds(MATCH, dice=ts.ReplayDice(log))
        assert [row.red for row in odds.log] == log[log["roll"] == "odds"]["red"].tolist()
        ts.play(MATCH, version="fullplay", dice=ts.ReplayDice(log))


def test_every_pair_of_faces_is_thrown():
    assert set(seen(TWO_DICE, 800)) == {(red, white) for red in range(1, 7) for white in range(1, 7)}
    assert set(seen(ONE_DIE, 100)) == set(range(1, 7))


def test_a_log_shrinks_to_what_matters():
    log = find(dice_logs(MATCH_RACE), lambda log: "disqualification" in set(log["roll"]), settings=QUICK_FIND)
    assert (log["roll"] == "trouble").sum() == 1
    assert "photo" not in set(log["roll"])
