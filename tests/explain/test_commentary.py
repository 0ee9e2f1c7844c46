"""A race told from its facts: every remark has one, and nothing is told that is not so."""

import pickle
import random
import re

import pytest
import topstretch as ts
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.deciding import lengths_phrase
from topstretch.explaining import explain
from topstretch.notation import ordinal, time_text
from topstretch.remarks import CALLS

from explain.odd_races import random_race, some_races
from rules.champagne import champagne
from rules.making import card, run

CLAUSES = {"R3", "R4.1", "R4.2", "R4.3", "R4.4", "R4.5", "R4.6", "R5", "R6", "R7.1", "R7.2", "R7.3", "R7.4"}
NAME = re.compile(r"Horse \d+")
CALLED = {"break": "break_points", "setup": "race2", "position": "race3"}


def said(found, call):
    """What is said at a call."""
    return " ".join(remark.text for remark in found.commentary if remark.call == call)


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_each_remark_has_a_call_a_clause_and_the_posts_it_names(number):
    sheet, charts = random_race(random.Random(number))
    remarks = explain(sheet, charts=charts).commentary
    calls = [CALLS.index(remark.call) for remark in remarks]
    assert calls == sorted(calls)
    for remark in remarks:
        assert remark.clause in CLAUSES
        named = {int(name.split()[1]) for name in NAME.findall(remark.text)}
        assert named == set(remark.posts), remark
        assert remark.text.endswith(".")
        assert "  " not in remark.text


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_what_is_told_of_the_calls_is_so(number):
    sheet, charts = random_race(random.Random(number))
    found = explain(sheet, charts=charts)
    for call, column in CALLED.items():
        points = {line.horse: getattr(line, column) for line in sheet.lines if getattr(line, column) is not None}
        if not points:
            assert not said(found, call)
            continue
        ranked = sorted(points.values(), reverse=True)
        leaders = [name for name, value in points.items() if value == ranked[0]]
        first = said(found, call).split(".")[0]
        if len(leaders) < len(points):
            assert set(leaders) <= set(NAME.findall(first))
            behind = (ranked[0] - ranked[len(leaders)]) / 2
            assert re.search(rf", (now )?{re.escape(lengths_phrase(behind))} (ahead of|behind)", first)
        for name in re.findall(r"((?:Horse \d+(?:, | and )?)+) (?:is|are) last, ", said(found, call)):
            assert {points[horse] for horse in NAME.findall(name)} == {ranked[-1]}
        for name, old, new in re.findall(r"(Horse \d+) (?:moves up|drops back) from (\w+) to (\w+)", said(found, call)):
            assert new == ordinal(1 + sum(value > points[name] for value in points.values()))
            assert old != new


@given(st.integers(0, 10**9))
@settings(max_examples=100, deadline=None)
def test_what_is_told_of_trouble_the_finish_and_the_rulings_is_so(number):
    sheet, charts = random_race(random.Random(number))
    found = explain(sheet, charts=charts)
    by_name = {line.horse: line for line in sheet.lines}
    out = {line.horse for line in sheet.lines if line.place is None}
    assert set(re.findall(r"(Horse \d+) meets trouble: out of the race", said(found, "trouble"))) == out
    ruled = re.findall(
        r"(Horse \d+) is disqualified from (\w+); the die is (\d): (?:placed|stays) (\w+)\.", said(found, "official")
    )
    assert {name for name, *_ in ruled} == {line.horse for line in sheet.lines if line.status.startswith("disq")}
    for name, wire, die, place in ruled:
        line = by_name[name]
        assert (wire, place) == (ordinal(line.wire_place), ordinal(line.place))
        rows = [row for row in sheet.log if (row.roll, row.post) == ("disqualification", line.post)]
        assert int(die) == rows[0].red
    if sheet.finishers:
        assert f"The time is {time_text(sheet.seconds)}." in said(found, "finish")
        for name, total in re.findall(
            r"(Horse \d+)'s final-speed roll, (\d+), is the (?:high|low)est", said(found, "finish")
        ):
            rolls = {row.horse: row.total for row in sheet.log if row.roll == "final_speed"}
            assert rolls[name] == int(total)
            assert list(rolls.values()).count(int(total)) == 1
            assert by_name[name].wire_place == 1


def test_the_same_race_is_told_alike_each_time():
    for sheet, charts in some_races(10, seed=3):
        told = explain(sheet, charts=charts).commentary
        assert explain(sheet, charts=charts).commentary == told
        assert explain(pickle.loads(pickle.dumps(sheet)), charts=charts).commentary == told


def test_x12_x15_x16_x21_the_champagne_stakes_is_told_call_by_call():
    found = explain(champagne())
    assert said(found, "break") == (
        "Discreetly Mine is first out of the gate, 1 1/2 lengths ahead of Super Saver. Overlap is last, 4 lengths behind."
    )
    assert said(found, "setup") == (
        "Discreetly Mine still leads, 2 lengths ahead of Super Saver. Homeboykris is last, 5 lengths behind."
    )
    assert said(found, "pace").startswith(
        "The pace is Fast: the two highest totals, 24 and 20, make 44 and the die shows 4."
    )
    assert said(found, "position").startswith(
        "Discreetly Mine still leads at the top of the stretch, 2 1/2 lengths ahead of Super Saver. "
        "Homeboykris is last, 6 lengths behind."
    )
    assert "Overlap moves up from 4th to 3rd" not in said(found, "position")


@pytest.mark.parametrize(
    ("totals", "text"),
    [
        ([24, 20, 18], "Horse 1 still leads, 2 lengths ahead of Horse 2."),
        ([18, 22, 20], "Horse 2 takes over from Horse 1, 1 length ahead of Horse 3."),
        ([20, 24, 18], "Horse 2 takes over from Horse 1, now 2 lengths behind."),
        ([24, 24, 18], "Horse 2 joins Horse 1 in front, 3 lengths ahead of Horse 3."),
        ([20, 20, 20], "All are level."),
    ],
)
def test_who_leads_is_told_by_comparison_with_the_call_before(totals, text):
    from topstretch.commentary import lead_text
    from topstretch.remarks import Call

    lines = {line.post: line for line in run(card({}, {}, {})).lines}

    def call(points):
        order = sorted(points, key=lambda post: (-points[post], post))
        rows = [
            {"post": post, "position": 1 + sum(other > points[post] for other in points.values()),
             "lengths_behind": (max(points.values()) - points[post]) / 2}
            for post in order
        ]  # fmt: skip
        return Call(rows, lines)

    assert lead_text(call({1: 22, 2: 20, 3: 18}), call(dict(enumerate(totals, start=1))))[0] == text


def test_a_field_that_is_close_together_is_told_so():
    given = {("break", 1): 7, ("break", 2): 7}
    assert said(explain(run(card({}, {}), given, version="fullplay")), "break") == "All break level."


def test_how_the_winner_wins_hangs_on_the_margin():
    far = explain(run(card({"power_dirt": 29}, {"power_dirt": 15})))
    assert "Horse 1 draws away from Horse 2 by " in said(far, "finish")
    near = explain(run(card({"speed": 1}, {})))
    assert re.search(r"Horse 1 (just )?beats Horse 2 by ", said(near, "finish"))
    photo = explain(run(card({"wire": 1}, {})))
    assert "Horse 1 beats Horse 2 in the photo." in said(photo, "finish")
    three = explain(run(card({"wire": 1}, {"wire": 1}, {})))
    assert "Horse 1 and Horse 2 finish level in front, ahead of Horse 3 in the photo." in said(three, "finish")
    heat = explain(run(card({}, {}, {"power_dirt": 10})))
    assert "Horse 1 and Horse 2 finish level in front" in said(heat, "finish")


def test_where_the_winner_came_from_is_told_in_fullplay():
    rolls = {("break", 1): 12, ("break", 2): 2}
    held = explain(run(card({"pace": 9}, {}), rolls, version="fullplay"))
    assert "Horse 1, in front at every call, " in said(held, "finish")
    came = explain(run(card({"pace": 9}, {"power_dirt": 25}), rolls, version="fullplay"))
    assert "Horse 2 comes from 2nd, " in said(came, "finish")
    assert "Horse 1, in front at the top of the stretch, is caught and finishes 2nd." in said(came, "finish")
    assert "comes from" not in said(explain(run(card({}, {"power_dirt": 25}))), "finish")


def test_the_favourite_is_told_only_where_all_odds_are_known_and_one_is_shortest():
    from fractions import Fraction

    one = card({"odds": Fraction(1)}, {"odds": Fraction(5)}, {"odds": Fraction(9)})
    assert "Horse 1 is the favourite at 1-1." in said(explain(run(one)), "start")
    two = card({"odds": Fraction(1)}, {"odds": Fraction(1)})
    assert "favourite" not in said(explain(run(two)), "start")
    unknown = card({"odds": Fraction(1)}, {})
    assert "favourite" not in said(explain(run(unknown)), "start")


def test_quickplay_has_no_calls_but_the_finish():
    found = ts.play("champagne-2009", seed=7).explain()
    assert {remark.call for remark in found.commentary} <= {
        "start",
        "pace",
        "form",
        "trouble",
        "stretch",
        "finish",
        "official",
    }


def test_two_races_of_one_card_are_told_in_other_words():
    told = {
        " ".join(NAME.sub("", remark.text) for remark in explain(ts.play("champagne-2009", seed=n)).commentary)
        for n in range(8)
    }
    assert len(told) == 8
