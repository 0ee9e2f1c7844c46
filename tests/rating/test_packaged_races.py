"""The packaged races of the hundred: every one loads, runs in both versions, and says what it is and who is left out."""

import pytest
import topstretch as ts
from topstretch.card_files import COLUMNS
from topstretch.columns import read_table
from topstretch.locate import data_dir
from topstretch.rosters import key

HUNDRED = [race for race in ts.race_ids() if not race.endswith("-2009")]
FIELDS = {
    "triple-crown-winners": (12, "dirt", 11),
    "race-of-the-century-1968": (10, "dirt", 12),
    "fillies-and-mares": (9, "dirt", 12),
    "turf-mile": (8, "turf", 10),
    "sprint": (6, "dirt", 12),
    "two-miles": (16, "dirt", 12),
    "seabiscuit-war-admiral": (9.5, "dirt", 2),
    "affirmed-alydar": (12, "dirt", 2),
    "woodward-1967": (10, "dirt", 3),
    "marlboro-cup-1973": (9, "dirt", 2),
    "bc-classic-1989": (10, "dirt", 2),
}


def test_these_are_the_races():
    assert set(HUNDRED) == set(FIELDS)


@pytest.mark.parametrize("race", HUNDRED)
def test_a_race_is_run_over_its_distance_by_its_horses(race):
    card = ts.load_race(race)
    assert (card.distance, str(card.surface), len(card.runners)) == FIELDS[race]


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
@pytest.mark.parametrize("race", HUNDRED)
def test_a_race_runs(race, version):
    sheet = ts.play(race, version=version, seed=7)
    assert len(sheet.lines) == FIELDS[race][2]
    assert sheet.seconds is not None


@pytest.mark.parametrize("race", HUNDRED)
def test_horses_and_riders_are_looked_up_and_no_rider_has_two_mounts(race):
    card = ts.load_race(race)
    for entry in card.entries:
        assert entry.horse == ts.load_horses(entry.horse.kind)[entry.horse.name]
        assert entry.jockey == ts.load_jockeys()[entry.jockey.name]
    riders = [entry.jockey.name for entry in card.entries]
    assert len(set(riders)) == len(riders)
    assert len({key(entry.horse.name) for entry in card.entries}) == len(card.entries)


@pytest.mark.parametrize("race", HUNDRED)
def test_a_race_has_no_ratings_in_its_rows_and_says_what_it_is(race):
    table = read_table(data_dir("races") / f"{race}.csv", COLUMNS)
    assert set(table.header) <= {"post", "horse", "jockey", "kind", "odds"}
    assert "left out" in table.head["source"].lower() or "among the hundred" in table.head["source"]


def test_odds_of_a_real_race_can_be_used():
    board = ts.odds("affirmed-alydar", seed=1)
    assert len(board.rows()) == 2
    assert [float(entry.odds) for entry in ts.load_race("affirmed-alydar").entries] == [1.1, 0.6]


def test_fillies_and_mares_are_all_female():
    assert all(entry.horse.is_female for entry in ts.load_race("fillies-and-mares").entries)


@pytest.mark.parametrize("race", ["fillies-and-mares", "turf-mile", "two-miles"])
def test_horses_of_similar_range_are_grouped(race):
    assert {working.furlongs_outside for working in ts.load_race(race).adjusted_power()} <= {0.0, 0.5, 1.0}
