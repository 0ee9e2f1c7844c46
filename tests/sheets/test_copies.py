"""Results can be compared, copied and pickled; equality is of content, not of what made it."""

import copy
import pickle

import attrs
import numpy as np
import pytest
import topstretch as ts

from rules.making import PLAIN, card

SHEET = ts.play("champagne-2009", seed=5, race=3, version="fullplay")
ODDS = ts.odds("champagne-2009", seed=5, race=3)
RESULTS = {
    "sheet": SHEET,
    "line": SHEET.lines[0],
    "log row": SHEET.log[0],
    "card": SHEET.card,
    "entry": SHEET.card.entries[0],
    "horse": SHEET.card.entries[0].horse,
    "jockey": SHEET.card.entries[0].jockey,
    "odds": ODDS,
    "payoffs": ts.payoffs(SHEET, ODDS),
    "charts": ts.load_charts(),
    "rules": ts.Rules(),
    "seeded dice": ts.SeededDice(3),
}
AGAIN = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {protocol}": (lambda result, protocol=protocol: pickle.loads(pickle.dumps(result, protocol)))
       for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)},
}  # fmt: skip


@pytest.mark.parametrize("again", list(AGAIN))
@pytest.mark.parametrize("kind", list(RESULTS))
def test_a_copy_is_equal_and_hashes_alike(kind, again):
    made = AGAIN[again](RESULTS[kind])
    assert made == RESULTS[kind]
    assert hash(made) == hash(RESULTS[kind])
    assert type(made) is type(RESULTS[kind])


@pytest.mark.parametrize("again", list(AGAIN))
def test_a_copied_sheet_keeps_its_provenance_and_its_text(again):
    made = AGAIN[again](SHEET)
    assert (made.seed, made.race, made.chart_set, made.edition, made.rules) == (
        5,
        3,
        "standard",
        ts.load_charts().edition,
        ts.Rules(),
    )
    assert str(made) == str(SHEET)


def test_errors_can_be_pickled_with_their_faults():
    with pytest.raises(ts.InputError) as refused:
        ts.play("champagne-2009", seed=-1)
    made = pickle.loads(pickle.dumps(refused.value))
    assert (str(made), made.faults) == (str(refused.value), refused.value.faults)


def test_sheets_are_equal_by_content_whatever_made_them():
    again = ts.play("champagne-2009", dice=ts.ReplayDice(SHEET.dice_log()), version="fullplay")
    assert again == SHEET
    assert (again.seed, SHEET.seed) == (None, 5)
    assert {again, SHEET} == {SHEET}
    renamed = attrs.evolve(ts.load_charts(), name="mine", edition="first")
    assert ts.play("champagne-2009", seed=5, race=3, version="fullplay", charts=renamed) == SHEET


def test_sheets_of_other_content_differ():
    others = [
        ts.play("champagne-2009", seed=5, race=4, version="fullplay"),
        ts.play("champagne-2009", seed=5, race=3, version="quickplay"),
        ts.play(ts.load_race("champagne-2009").on(condition="muddy"), seed=5, race=3, version="fullplay"),
        ts.play(ts.load_race("champagne-2009").scratch(6), seed=5, race=3, version="fullplay"),
    ]
    for other in others:
        assert other != SHEET
    assert SHEET != "sheet"


def test_odds_are_equal_by_the_odds():
    assert ts.odds("champagne-2009", seed=5, race=3) == ODDS
    log = [row.as_dict() for row in ODDS.log]
    import pandas as pd

    assert ts.odds("champagne-2009", dice=ts.ReplayDice(pd.DataFrame(log))) == ODDS
    assert ts.odds("champagne-2009", seed=5, race=4) != ODDS


def test_what_made_a_sheet_can_make_it_again():
    rules = ts.Rules(factor_target="dice")
    sheet = ts.play("champagne-2009", rules=rules)
    again = ts.play(sheet.card, version=sheet.version, seed=sheet.seed, race=sheet.race, rules=sheet.rules)
    assert again == sheet


def test_odds_can_be_put_on_a_sheet():
    made = SHEET.with_odds(ODDS.texts, ODDS.log)
    assert [line.odds for line in made.lines] == [line.text for line in ODDS.lines]
    assert made.log == SHEET.log + ODDS.log
    assert made.with_odds(ODDS.texts, ODDS.log) == made
    assert [line.odds for line in SHEET.lines] != [line.odds for line in made.lines]


def test_a_line_is_found_by_name_and_by_post():
    assert SHEET.line("super saver") is SHEET.line(1) is SHEET.lines[0]
    for unknown in ("Supersaver", 7, 0, None):
        with pytest.raises(ts.InputError, match="horse: found"):
            SHEET.line(unknown)
    with pytest.raises(ts.InputError, match="did you mean Super Saver"):
        SHEET.line("Super Savor")


def test_results_hold_plain_numbers_not_numpys():
    for line in SHEET.lines:
        for value in attrs.astuple(line):
            assert not isinstance(value, np.generic), value
    for row in SHEET.log:
        assert not any(isinstance(value, np.generic) for value in attrs.astuple(row))


def test_winners_and_finishers_are_in_official_order():
    level = ts.play(card(*[{}] * 4), seed=3)
    places = [line.place for line in level.finishers]
    assert places == sorted(places)
    assert all(line.place == 1 for line in level.winners)
    assert ts.Horse("Horse", **PLAIN) == ts.Horse("Horse", **PLAIN)
