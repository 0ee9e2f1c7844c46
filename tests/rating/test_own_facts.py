"""Horses and riders of one's own: the blank file, what is rated from it, and every fault that it can have."""

import pytest
import topstretch as ts
from topstretch.columns import read_table
from topstretch.rating import horse_cards_text, neutral_counts, rate_horses, rate_jockeys
from topstretch.rating_facts import HORSE_FACT_COLUMNS, JOCKEY_FACT_COLUMNS, blank_facts
from topstretch.rosters import load_horses

from rating.making import PLAIN, facts_text


def write(tmp_path, content, name="facts.csv"):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return path


def faults_of(tmp_path, *rows, columns=None, **others):
    """What is found at fault, as (line, column), with the file's name left out."""
    with pytest.raises(ts.InputError) as caught:
        rate_horses(write(tmp_path, facts_text(rows, columns)), **others)
    return [tuple(one.where.split(":")[1:]) for one in caught.value.faults]


@pytest.mark.parametrize(("riders", "columns"), [(False, HORSE_FACT_COLUMNS), (True, JOCKEY_FACT_COLUMNS)])
def test_the_blank_file_is_read_and_holds_nothing(tmp_path, riders, columns):
    table = read_table(write(tmp_path, blank_facts(riders=riders)), columns)
    assert (table.rows, table.faults) == ((), [])
    assert set(table.head) == set(table.header)


def test_a_blank_file_filled_in_makes_cards_that_load(tmp_path):
    row = ",".join(str(PLAIN.get(name, "")) for name in blank_facts().splitlines()[-1].split(","))
    rated = rate_horses(write(tmp_path, blank_facts() + row + "\n"))
    assert [(one.horse.name, str(one.horse.kind)) for one in rated] == [
        ("Plain Jane", "best-year"),
        ("Plain Jane", "career"),
    ]
    cards = write(tmp_path, horse_cards_text(rated, ["facts.csv"]), "cards.csv")
    assert load_horses("career", cards)["plain jane"] == rated[1].horse
    card = ts.RaceCard.from_horses([rated[0].horse, "Citation"], distance=9)
    assert ts.play(card, seed=1).line("Plain Jane").start == rated[0].horse.power_dirt


def test_what_is_not_known_is_neutral_and_counted(tmp_path):
    least = {
        name: PLAIN[name]
        for name in ("name", "sex", "best_year", "age_best_year", "raced_dirt", "best_year_raced_dirt")
    }
    rated = rate_horses(write(tmp_path, facts_text([least])))
    counts = {row["rating"]: (row["best-year"], row["career"]) for row in neutral_counts(rated)}
    assert {name for name, found in counts.items() if found == (1, 1)} == set(counts) - {"overall"}
    card = rated[0].horse
    assert (card.wet, card.pace, str(card.form), card.class_, card.speed, card.wire) == (1, 5, "C", 0, 0, 7)
    assert (card.range_low, card.range_high, card.power_turf, card.jockey) == (8, 10, None, None)


def test_feats_and_honours_come_in_files_of_their_own(tmp_path):
    feats = write(
        tmp_path, "horse,year,distance,seconds,surface,record,what\nplain jane,1980,9,105,dirt,world,mark\n", "f.csv"
    )
    honours = write(tmp_path, "horse,year,honour,value,note,basis\nPlain Jane,1980,males,,,own\n", "h.csv")
    path = write(tmp_path, facts_text([PLAIN]))
    bare, known = rate_horses(path)[0].horse, rate_horses(path, feats=feats, honours=honours)[0].horse
    assert (bare.speed, bare.class_) == (0, 0)
    assert (known.speed, known.class_) == (3, 2)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"best_year_starts": 8}, [("2", "best_year_starts")]),
        ({"career_starts": 15}, [("2", "career_starts")]),
        ({"shortest_major_win_furlongs": 12.5}, [("2", "shortest_major_win_furlongs")]),
        ({"best_year_longest_win_furlongs": 7}, [("2", "best_year_shortest_win_furlongs")]),
        ({"raced_dirt": "no"}, [("2", "raced_dirt"), ("2", "raced_dirt")]),
        ({"best_year_raced_turf": "yes"}, [("2", "raced_turf")]),
        ({"running_style": "sprinter"}, [("2", "running_style")]),
        ({"best_year": ""}, [("2", "best_year")]),
        ({"sex": "ridgling", "career_wins": -1}, [("2", "sex"), ("2", "career_wins")]),
        ({"career_starts": "0"}, [("2", "career_starts")]),
    ],
)
def test_a_fault_is_named_with_line_and_column(tmp_path, changes, expected):
    assert faults_of(tmp_path, PLAIN | changes) == expected


def test_a_name_that_stands_twice_is_a_fault(tmp_path):
    assert faults_of(tmp_path, PLAIN, PLAIN | {"name": "PLAIN JANE"}) == [("3", "name")]


def test_a_missing_column_is_a_fault(tmp_path):
    assert faults_of(tmp_path, PLAIN, columns=[name for name in PLAIN if name != "sex"]) == [("1", "sex")]


def test_a_feat_of_an_unknown_horse_is_a_fault_that_suggests_one(tmp_path):
    feats = write(
        tmp_path, "horse,year,distance,seconds,surface,record,what\nPlain Jan,1980,9,105,dirt,world,x\n", "f.csv"
    )
    with pytest.raises(ts.InputError, match=r"f\.csv:2:horse: found 'Plain Jan'.*did you mean Plain Jane\?"):
        rate_horses(write(tmp_path, facts_text([PLAIN])), feats=feats)


def test_riders_of_ones_own_are_rated_without_the_rulebooks_three(tmp_path):
    rows = "name,career_mounts,career_wins,win_pct,notable\nEddie Arcaro,24092,4779,,\nNobody,,,,\n"
    path = write(tmp_path, rows)
    own = {one.jockey.name: one.jockey for one in rate_jockeys(path)}
    assert (own["Eddie Arcaro"].ride, own["Eddie Arcaro"].trouble) == (1, 8)
    assert (own["Nobody"].ride, own["Nobody"].trouble) == (0, 7)
    quotes = write(tmp_path, "name,what,value,page\neddie arcaro,ride,2,5\n", "quotes.csv")
    assert rate_jockeys(path, quotes=quotes)[0].jockey.ride == 2


def test_more_wins_than_mounts_is_a_fault(tmp_path):
    path = write(tmp_path, "name,career_mounts,career_wins,win_pct,notable\nNobody,10,11,,\n")
    with pytest.raises(ts.InputError, match=r"facts\.csv:2:career_wins: found 11, allowed at most the 10 mounts"):
        rate_jockeys(path)
