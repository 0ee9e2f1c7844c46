"""Dice logs: a log is its race again; a roll that is missing, repeated, left over or impossible is named."""

import attrs
import pandas as pd
import pytest
import topstretch as ts
from topstretch.console import csv_text
from topstretch.scoresheet import LOG_COLUMNS

from cards.texts import faults_of, write
from golden.kept import FOLDER, KEPT
from rules.champagne import CARD, champagne
from rules.making import SetDice, card, run

VERSIONS = ("quickplay", "fullplay")
SHEET = champagne(FOLDER)  # with a photo between posts 3, 4 and 6, and a pace by one die
SHORT = ("roll", "post", "horse", "red", "white")


def rows(sheet=SHEET):
    return [{name: row[name] for name in SHORT} for row in sheet.log_rows()]


def as_file(tmp_path, table, columns=SHORT):
    return write(tmp_path, csv_text(table, columns), "log.csv")


def replay(log, version="fullplay", card=CARD, charts=KEPT):
    return ts.play(card, version=version, dice=ts.ReplayDice(log), charts=charts)


def told(tmp_path, table, columns=SHORT, **options):
    """Every fault of a log, and of its race."""
    return faults_of(as_file(tmp_path, table, columns), lambda path: replay(path, **options))


# The same race


@pytest.mark.parametrize("version", VERSIONS)
def test_a_log_is_its_race_again(version, tmp_path):
    for race in range(25):
        sheet = ts.play(CARD, seed=77, race=race, version=version, charts=KEPT)
        assert replay(sheet.dice_log(), version) == sheet
        path = write(tmp_path, csv_text(sheet.log_rows(), LOG_COLUMNS), f"{race}.csv")
        assert replay(path, version) == replay(str(path), version) == sheet


def test_provenance_is_not_content():
    again = replay(SHEET.dice_log())
    assert (again.seed, again.race) == (None, None)
    assert again == SHEET
    assert hash(again) == hash(SHEET)


def test_the_order_of_the_rows_does_not_matter(tmp_path):
    assert replay(as_file(tmp_path, rows()[::-1])) == SHEET


def test_a_log_may_do_without_horses_and_further_columns(tmp_path):
    bare = [{**row, "horse": None} for row in rows()]
    assert replay(as_file(tmp_path, bare)) == SHEET
    noted = [{**row, "note": "a good roll"} for row in rows()]
    assert replay(as_file(tmp_path, noted, (*SHORT, "note"))) == SHEET


def test_a_horse_is_known_whatever_its_case_and_apostrophes(tmp_path):
    other = [{**row, "horse": row["horse"] and f" {row['horse'].upper()}’ "} for row in rows()]
    assert replay(as_file(tmp_path, other)) == SHEET


def test_a_log_of_pandas_with_floats_and_gaps_is_read():
    frame = pd.DataFrame(rows())
    assert frame["post"].dtype == float  # as a frame with gaps comes out of read_csv
    assert replay(frame) == SHEET


@pytest.mark.parametrize("version", VERSIONS)
def test_all_out_and_scratched_fields_replay(version):
    card = CARD.scratch(2, 5)
    sheet = ts.play(card, seed=1, version=version, charts=KEPT)
    assert replay(sheet.dice_log(), version, card) == sheet


# Missing, repeated, left over


@pytest.mark.parametrize("at", range(len(SHEET.log)))
def test_d18_a_missing_roll_is_named(at, tmp_path):
    table = rows()
    gone = table.pop(at)
    whom = f" for post {gone['post']} ({gone['horse']})" if gone["post"] else ""
    assert (
        told(tmp_path, table)[0]
        == f"log.csv: found no roll {gone['roll']}{whom}, allowed every roll that the race needs in its version"
    )


def test_d18_every_missing_roll_of_a_step_is_named(tmp_path):
    table = [row for row in rows() if row["roll"] != "form"]
    assert len(told(tmp_path, table)) == 6


@pytest.mark.parametrize("at", [0, 6, 12, 19])
def test_d18_a_repeated_roll_is_named_with_both_lines(at, tmp_path):
    again = rows()[at]
    found = told(tmp_path, [*rows(), {**again, "red": 1}])
    assert found == [
        f"log.csv:{len(rows()) + 2}:roll: found '{again['roll']}, as on line {at + 2}', allowed each roll once"
    ]


SURPLUS = [("trouble", 1), ("trouble_test", 3), ("disqualification", 2), ("photo", 2), ("pace", None)]


@pytest.mark.parametrize(("roll", "post"), SURPLUS)
def test_d18_a_roll_that_is_left_over_is_named(roll, post, tmp_path):
    extra = {"roll": roll, "post": post, "horse": None, "red": 3, "white": None if roll == "disqualification" else 3}
    assert told(tmp_path, [*rows(), extra]) == [
        f"log.csv:{len(rows()) + 2}:roll: found {roll!r}, allowed only rolls that the race needs"
    ]


def test_d18_no_roll_for_a_horse_after_it_is_out(tmp_path):
    # Aspire out: a form roll of 3, and 12 on Trouble; its final speed is then left over.
    table = [{**row, "red": 1, "white": 2} if (row["roll"], row["post"]) == ("form", 3) else row for row in rows()]
    table.append({"roll": "trouble", "post": 3, "horse": "Aspire", "red": 6, "white": 6})
    lines = [i for i, row in enumerate(table, start=2) if row["post"] == 3 and row["roll"] in ("final_speed", "photo")]
    assert told(tmp_path, table) == [
        f"log.csv:{line}:roll: found {table[line - 2]['roll']!r}, allowed only rolls that the race needs"
        for line in lines
    ]


def test_the_other_versions_log_is_refused():
    quick = ts.play(CARD, seed=3).dice_log()
    with pytest.raises(ts.InputError, match="no roll break for post 1"):
        replay(quick)
    with pytest.raises(ts.InputError, match="no roll pace"):
        replay(SHEET.dice_log(), version="quickplay")


# Impossible rolls


FACE, POST = "a whole number from 1 to 6", "a whole number from 1 to 99"
BAD_CELLS = [
    ("red", "0", FACE), ("red", "7", FACE), ("red", "", FACE), ("red", "3.0", FACE), ("red", "３", FACE), ("white", "x", FACE),
    ("white", "-1", FACE), ("post", "0", POST), ("post", "one", POST),
]  # fmt: skip


@pytest.mark.parametrize(("column", "cell", "allowed"), BAD_CELLS)
def test_an_impossible_cell(column, cell, allowed, tmp_path):
    table = [{**row, column: cell} if i == 3 else row for i, row in enumerate(rows())]
    assert told(tmp_path, table)[0] == f"log.csv:5:{column}: found {cell!r}, allowed {allowed}"


def test_an_unknown_roll(tmp_path):
    for name in ("breaks", "", "Trouble test", "race pace"):
        (fault,) = told(tmp_path, [{**rows()[0], "roll": name}])
        assert fault.startswith(f"log.csv:2:roll: found {name!r}, allowed one of pace, race_pace, race_factors, form, ")


def test_one_die_or_two(tmp_path):
    two = [{**row, "white": 4} if row["roll"] == "race_pace" else row for row in rows()]
    line = next(i for i, row in enumerate(rows(), start=2) if row["roll"] == "race_pace")
    assert told(tmp_path, two) == [f"log.csv:{line}:white: found '4', allowed a blank: one die is thrown"]
    one = [{**row, "white": None} if i == 0 else row for i, row in enumerate(rows())]
    assert told(tmp_path, one) == ["log.csv:2:white: found '', allowed a face 1 to 6"]


def test_a_post_or_none(tmp_path):
    whole = [{**row, "post": 1} if row["roll"] == "race_factors" else row for row in rows()]
    line = next(i for i, row in enumerate(rows(), start=2) if row["roll"] == "race_factors")
    assert told(tmp_path, whole) == [
        f"log.csv:{line}:post: found '1', allowed a blank: this roll is for the whole race"
    ]
    none = [{**row, "post": None} if i == 0 else row for i, row in enumerate(rows())]
    assert told(tmp_path, none) == ["log.csv:2:post: found '', allowed the post it is for"]


def test_a_post_that_does_not_run(tmp_path):
    other = [{**row, "post": 9} if i == 2 else row for i, row in enumerate(rows())]
    assert told(tmp_path, other) == ["log.csv:4:post: found 9, allowed a post that runs: 1, 2, 3, 4, 5, 6"]


def test_the_wrong_horse_on_a_post(tmp_path):
    wrong = [{**row, "horse": "Dublin"} if i in (0, 1) else row for i, row in enumerate(rows())]
    assert told(tmp_path, wrong) == [
        "log.csv:2:horse: found 'Dublin', allowed Super Saver, who is on that post",
        "log.csv:3:horse: found 'Dublin', allowed Overlap, who is on that post",
    ]


def test_a_wrong_total_chart_or_result_is_told_and_a_blank_passes(tmp_path):
    table = SHEET.log_rows()
    assert (
        replay(as_file(tmp_path, [{**row, "total": None, "chart": None, "result": None} for row in table], LOG_COLUMNS))
        == SHEET
    )
    wrong = [dict(row) for row in table]
    wrong[0]["total"], wrong[1]["chart"], wrong[2]["result"] = 99, "form", "21"
    assert told(tmp_path, wrong, LOG_COLUMNS) == [
        f"log.csv:2:total: found '99', allowed {table[0]['total']}, or a blank",
        "log.csv:3:chart: found 'form', allowed break_segment, or a blank",
        f"log.csv:4:result: found '21', allowed {table[2]['result']}, or a blank",
    ]


def test_a_log_of_other_charts_is_found_out(tmp_path):
    own = attrs.evolve(KEPT, final_speed=KEPT.final_speed + 1)
    assert told(tmp_path, SHEET.log_rows(), LOG_COLUMNS, charts=own) == [
        f"log.csv:{line}:result: found '{row.result}', allowed {int(row.result) + 1}, or a blank"
        for line, row in enumerate(SHEET.log, start=2)
        if row.roll == "final_speed"
    ]


def test_a_log_without_a_column(tmp_path):
    path = as_file(tmp_path, rows(), SHORT[:4])
    assert faults_of(path, ts.ReplayDice) == ["log.csv:1:white: found 'no such column', allowed one"]


@pytest.mark.parametrize("log", [5, [1, 2], {"roll": []}, None])
def test_what_cannot_be_a_log_is_refused(log):
    with pytest.raises(ts.InputError):
        ts.ReplayDice(log)


def test_a_log_that_was_refused_by_one_race_serves_another():
    """The faults of one use are not those of the next."""
    field = card({"power_dirt": 20}, {"power_dirt": 9})
    sheet = run(field)
    dice = ts.ReplayDice(sheet.dice_log())
    with pytest.raises(ts.InputError, match=r"final_speed|result"):
        ts.play(field.on(condition="heavy"), dice=dice)
    assert ts.play(field, dice=dice) == sheet


# Odds rows


LADIES = ts.load_race("ladies-classic-2009")
ODDS = ts.odds(LADIES, dice=SetDice({("odds", post): (post % 6 + 1, post % 5 + 1) for post in range(1, 9)}))


def with_odds():
    race = ts.play(LADIES, seed=12)
    return race, [*race.log_rows(), *(row.as_dict() for row in ODDS.log)]


def test_odds_uses_the_odds_rows_and_play_passes_over_them(tmp_path):
    race, table = with_odds()
    path = as_file(tmp_path, table, LOG_COLUMNS)
    assert ts.odds(LADIES, dice=ts.ReplayDice(path)) == ODDS
    assert ts.play(LADIES, dice=ts.ReplayDice(path)) == race
    assert ts.ReplayDice(path).has_odds
    assert not ts.ReplayDice(race.dice_log()).has_odds


ALL_OR_NONE = "the odds' rolls of every runner, or of none"


@pytest.mark.parametrize("call", [ts.odds, ts.play], ids=lambda call: call.__name__)
def test_odds_rows_are_all_there_or_none(call, tmp_path):
    _, table = with_odds()
    for missing in ([8], [1, 5], [1, 2, 3, 4, 5, 6, 7]):
        left = [row for row in table if row["roll"] != "odds" or row["post"] not in missing]
        path = as_file(tmp_path, left, LOG_COLUMNS)
        assert faults_of(path, lambda file: call(LADIES, dice=ts.ReplayDice(file))) == [
            f"log.csv: found no roll odds for post {post} ({LADIES.entry(post).horse.name}), allowed {ALL_OR_NONE}"
            for post in missing
        ]


@pytest.mark.parametrize(("column", "cell"), [("total", "12"), ("chart", "form"), ("result", "99-1")])
def test_a_wrong_total_chart_or_result_of_an_odds_row_is_told(column, cell, tmp_path):
    _, table = with_odds()
    table[-1][column] = cell
    path = as_file(tmp_path, table, LOG_COLUMNS)
    with pytest.raises(ts.InputError, match=f"log.csv:{len(table) + 1}:{column}: found '{cell}'"):
        ts.odds(LADIES, dice=ts.ReplayDice(path))


def test_a_log_without_odds_rows_has_no_odds():
    race, _ = with_odds()
    with pytest.raises(ts.InputError, match="no roll odds for post 1"):
        ts.odds(LADIES, dice=ts.ReplayDice(race.dice_log()))
