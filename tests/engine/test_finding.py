"""Races found by what happened in them, against a search through the scoresheets."""

import random

import pytest
import topstretch as ts
from topstretch.dice import BLOCK

from engine.making import VERSIONS, close_card, coarse, is_disqualified, played, troubled_charts

RACES = 250


@pytest.fixture(scope="module", params=VERSIONS)
def races(request, tmp_path_factory):
    """(simulation, its scoresheets), with much trouble in a close field."""
    charts = ts.load_charts(coarse(troubled_charts(tmp_path_factory.mktemp("finding") / "charts")))
    card = close_card(5)
    simulation = ts.simulate(card, races=RACES, seed=21, version=request.param, charts=charts)
    return simulation, played(simulation, range(RACES))


def happened(sheet, *, winner=None, order=(), dead_heat=None, disqualified=None, out=None, pace=None, photo=None):
    """Whether all of it happened on a sheet."""
    first = [line for line in sheet.lines if line.wire_place == 1]
    wanted = [
        winner is None or sheet.line(winner).place == 1,
        *(sheet.line(horse).place == place for place, horse in enumerate(order, 1)),
        dead_heat is None or (len(sheet.winners) > 1) == dead_heat,
        disqualified is None or is_disqualified(sheet.line(disqualified)),
        out is None or sheet.line(out).place is None,
        pace is None or sheet.pace_of_race == pace,
        photo is None or any(line.photo_total is not None for line in first) == photo,
    ]
    return all(wanted)


def wishes(posts, names):
    """Everything that can be asked for, alone, and many of it together."""
    rng = random.Random("wishes")
    choices = {
        "winner": [*posts, *names],
        "order": [rng.sample(posts, size) for size in (1, 2, 2, 2, 3, 3)],
        "dead_heat": [True, False],
        "disqualified": posts,
        "out": posts,
        "pace": ["Slow", "Normal", "Fast"],
        "photo": [True, False],
    }
    alone = [{name: value} for name, values in choices.items() for value in values]
    together = []
    for _ in range(150):
        asked = rng.sample(list(choices), rng.randint(2, 4))
        together.append({name: rng.choice(choices[name]) for name in asked})
    return [{}, *alone, *together]


def test_found_races_are_those_in_which_it_happened(races):
    simulation, sheets = races
    lines = sheets[0].lines
    found_some = 0
    for wish in wishes([line.post for line in lines], [line.horse for line in lines]):
        wanted = [race for race, sheet in enumerate(sheets) if happened(sheet, **wish)]
        assert simulation.find(**wish, limit=RACES) == wanted, wish
        assert simulation.find(**wish, limit=2) == wanted[:2], wish
        found_some += 0 < len(wanted) < RACES
    assert found_some > 40


def test_names_and_paces_are_read_in_any_case(races):
    simulation, _ = races
    name = simulation.card.runners[1].name
    assert simulation.find(winner=name.upper()) == simulation.find(winner=name)
    assert simulation.find(pace="FAST") == simulation.find(pace="Fast") != []


def test_every_block_is_searched_and_nothing_behind_the_last_race():
    races = 2 * BLOCK + 1000
    simulation = ts.simulate("champagne-2009", races=races, seed=5)
    heats = simulation.find(dead_heat=True, limit=races)
    assert len(heats) == simulation.tally.win_dead_heats
    assert [sum(race // BLOCK == block for race in heats) > 0 for block in range(3)] == [True] * 3
    assert heats == sorted(set(heats))
    assert max(heats) < races
    assert all(len(simulation.scoresheet(race).winners) > 1 for race in heats[-3:])
    assert len(simulation.find(out=1, limit=races)) == simulation.tally.official[0, 0]
    assert simulation.find(limit=races) == list(range(races))


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"winner": "Supr Saver"}, "horse: found 'Supr Saver', .*did you mean Super Saver"),
        ({"winner": 7}, "horse: found 7, allowed"),
        ({"order": [1, 99]}, "horse: found 99"),
        ({"pace": "quick"}, "pace: found 'quick', allowed Slow, Normal, Fast"),
        ({"limit": 0}, "limit: found 0"),
    ],
)
def test_a_wish_that_cannot_be_is_refused(wish, message):
    with pytest.raises(ts.InputError, match=message):
        ts.simulate("champagne-2009", races=100, seed=1).find(**wish)


def test_a_race_that_was_not_run_is_not_opened():
    simulation = ts.simulate("champagne-2009", races=100, seed=1)
    assert simulation.scoresheet(99) == ts.play("champagne-2009", seed=1, race=99)
    for race in (100, -1, 0.5):
        with pytest.raises(ts.InputError, match=r"^race: "):
            simulation.scoresheet(race)
