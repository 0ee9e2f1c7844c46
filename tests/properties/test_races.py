"""Laws of races, whatever the field, the version, the dice and the rules."""

import topstretch as ts
from hypothesis import given, settings
from hypothesis import strategies as st
from topstretch.dice import ROLLS
from topstretch.notation import ordinal

from properties.strategies import ODDS, SEEDS, cards, races

SOME = settings(max_examples=120, deadline=None)
BEFORE_THE_STRETCH = {"form", "trouble", "trouble_test", "break", "setup"}


def is_ranking(places):
    """Competition ranking: each place is one more than the number of better ones."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


@SOME
@given(races())
def test_places_are_competition_rankings(race):
    card, options = race
    sheet = ts.play(card, **options)
    official = [line.place for line in sheet.lines if line.place is not None]
    as_run = [line.wire_place for line in sheet.lines if line.wire_place is not None]
    assert is_ranking(official)
    assert is_ranking(as_run)
    assert len(official) == len(as_run) == len(sheet.finishers)
    assert len(sheet.finishers) + sum(line.status.startswith("out") for line in sheet.lines) == len(card.runners)


@SOME
@given(races())
def test_the_order_as_run_is_by_figure_then_by_photo(race):
    card, options = race
    passed = [line for line in ts.play(card, **options).lines if line.wire_place]
    by_hand = {line.post: (line.figure, line.photo_total or 0) for line in passed}
    for line in passed:
        assert line.wire_place == 1 + sum(other > by_hand[line.post] for other in by_hand.values())
        assert (line.photo_total is not None) is (sum(other.figure == line.figure for other in passed) > 1)
        assert line.figure >= 0
        assert line.lengths_behind >= 0


@SOME
@given(races())
def test_power_adds_up_along_the_sheet(race):
    card, options = race
    sheet = ts.play(card, **options)
    for line in sheet.lines:
        if line.place is not None:
            assert line.final_power == line.start + line.pace_adj + line.form_adj
            added = line.factor_adj if sheet.rules.factor_target == "figure" else 0
            assert line.figure == line.chart_figure + added


@SOME
@given(races())
def test_the_log_has_each_roll_once_and_only_what_can_be_asked(race):
    card, options = race
    sheet = ts.play(card, **options)
    calls = [(row.roll, row.post) for row in sheet.log]
    assert len(set(calls)) == len(calls)
    running = {line.post for line in sheet.lines}
    out = {line.post for line in sheet.lines if line.status.startswith("out")}
    for row in sheet.log:
        assert (row.post is None) is ROLLS[row.roll].whole_race
        assert (row.white is None) is (ROLLS[row.roll].dice == 1)
        assert row.post is None or row.post in running
        assert row.post not in out or row.roll in BEFORE_THE_STRETCH
    photos = {post for roll, post in calls if roll == "photo"}
    assert photos == {line.post for line in sheet.lines if line.photo_total is not None}
    moved = {post for roll, post in calls if roll == "disqualification"}
    assert moved == {line.post for line in sheet.lines if line.status.startswith("disqualified")}


@settings(max_examples=40, deadline=None)
@given(races())
def test_a_log_is_its_race_again(race):
    card, options = race
    sheet = ts.play(card, **options)
    with_log = {**options, "seed": None, "race": 0, "dice": ts.ReplayDice(sheet.dice_log())}
    again = ts.play(card, **with_log)
    assert again == sheet
    assert ts.play(card, **options) == sheet


@SOME
@given(races())
def test_d7_no_clean_horse_loses_a_place_and_clean_horses_keep_their_order(race):
    card, options = race
    lines = [line for line in ts.play(card, **options).lines if line.place is not None]
    clean = [line for line in lines if line.status == "finished"]
    for line in clean:
        assert line.place <= line.wire_place
        for other in clean:
            assert (line.place < other.place) is (line.wire_place < other.wire_place)
    if len(clean) == len(lines) or not clean:
        assert all(line.place == line.wire_place for line in lines)


@SOME
@given(races())
def test_what_a_sheet_says_in_words_is_what_it_says_in_numbers(race):
    card, options = race
    sheet = ts.play(card, **options)
    text = str(sheet)
    for line in sheet.lines:
        if line.status.startswith("disqualified"):
            assert line.status == f"disqualified from {line.wire_place}"
            assert f"disqualified from {ordinal(line.wire_place)}, placed {ordinal(line.place)}" in text
        elif line.place is None:
            assert line.status in " ".join(text.split())
    assert max(len(row) for row in text.splitlines()) <= 100
    assert all(row.isprintable() for row in text.splitlines())


@SOME
@given(races(), st.data())
def test_calls_are_competition_rankings_and_the_leader_is_level_with_itself(race, data):
    card, options = race
    sheet = ts.play(card, **options)
    rows = sheet.call_rows()
    for call in {row["call"] for row in rows}:
        own = [row for row in rows if row["call"] == call]
        assert is_ranking([row["position"] for row in own])
        assert min(row["lengths_behind"] for row in own) == 0
        assert [row["position"] for row in own] == sorted(row["position"] for row in own)


@SOME
@given(cards(), SEEDS)
def test_odds_are_on_the_chart_and_payoffs_follow_the_places(card, seed):
    charts = ts.load_charts()
    odds = ts.odds(card, seed=seed)
    assert all(line.odds in {price for row in charts.odds for price in row} for line in odds.lines)
    assert "Fav" in {line.code for line in odds.lines}
    sheet = ts.play(card, seed=seed)
    paid = ts.payoffs(sheet, odds).lines
    assert [line.post for line in paid] == [line.post for line in sheet.finishers if line.place <= 3]
    for line in paid:
        assert (line.win is not None, line.place is not None, line.show is not None) == (
            line.finish == 1, line.finish <= 2, line.finish <= 3,
        )  # fmt: skip
        amounts = [amount for amount in (line.win, line.place, line.show) if amount is not None]
        assert amounts == sorted(amounts, reverse=True)
        assert min(amounts) >= 2


@SOME
@given(ODDS.filter(bool))
def test_d12_payoffs_off_the_chart_are_whole_nickels_and_never_more_than_the_odds(odds):
    from topstretch.betting import payoff_rule

    win, place, show = payoff_rule(odds)
    for amount, share in ((win, 1), (place, 2), (show, 4)):
        exact = 2 + 2 * odds / share
        assert amount % (odds.__class__(1, 20)) == 0
        assert 0 <= exact - amount < odds.__class__(1, 20)
