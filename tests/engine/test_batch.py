"""A block of races by look-ups is the races that `play` runs one by one, and both are as the plain oracle judges them."""

import random

import numpy as np
import pytest
import topstretch as ts
from topstretch.batch import Compiled, run_block
from topstretch.dice import BLOCK, Stream
from topstretch.rules.finish import PHOTO_SPAN
from topstretch.tables import compile_tables

from differential.judge import judge
from engine.making import FACTORS, PACES, column, is_disqualified, random_cases, troubled_charts
from fields import random_card

MUST_BE_SEEN = (
    "scratch", "sprint", "2 runners", "24 runners", "out", "all out", "disqualified", "several disqualified",
    "all disqualified", "dead heat", "photo", "power below 0", "power above 29", "factor on the dice", "later block",
)  # fmt: skip


def block_of(card, charts, version, rules, seed, number):
    """One block of a card."""
    return run_block(Compiled.of(compile_tables(card, version, charts, rules)), Stream(seed), number)


def chosen_races(block, rng):
    """Places in a block to look at: both ends, some at random, and some of each rare kind."""
    finished = block.key > 0
    fouls = block.was_disqualified()
    kinds = (
        ~finished.any(axis=0),
        finished.any(axis=0) & (fouls == finished).all(axis=0),
        fouls.sum(axis=0) > 1,
        (np.count_nonzero(block.place == 1, axis=0) > 1),
        block.photo_for_the_win(),
    )
    rare = [int(race) for kind in kinds for race in np.flatnonzero(kind)[:2]]
    return sorted({0, BLOCK - 1, *rare, *(rng.randrange(BLOCK) for _ in range(4))})


def check_race(block, place, sheet):
    """Every array of the block at one race against the sheet."""
    for row, line in enumerate(sheet.lines):
        out = line.place is None
        key = int(block.key[row, place])
        assert (block.place[row, place], block.wire[row, place]) == (line.place or 0, line.wire_place or 0)
        assert (key == 0) == out
        assert bool(block.was_disqualified()[row, place]) == is_disqualified(line)
        if not out:
            assert (key - 1) // PHOTO_SPAN == line.figure
            assert line.photo_total in (None, (key - 1) % PHOTO_SPAN)
    assert PACES[block.pace[place]] == sheet.pace_of_race
    assert (FACTORS[block.factor[place] // 2], bool(block.factor[place] % 2)) == (sheet.factor, sheet.ride_counts)
    first = [line for line in sheet.lines if line.wire_place == 1]
    assert bool(block.photo_for_the_win()[place]) == any(line.photo_total is not None for line in first)


def kinds(sheet, number):
    """What is special about a race."""
    fouls = sum(is_disqualified(line) for line in sheet.lines)
    places = [line.place for line in sheet.finishers]
    powers = [line.final_power for line in sheet.finishers]
    found = {
        "scratch": len(sheet.card.entries) > len(sheet.lines),
        "sprint": not sheet.card.is_route,
        f"{len(sheet.lines)} runners": True,
        "out": len(places) < len(sheet.lines),
        "all out": not places,
        "disqualified": fouls > 0,
        "several disqualified": fouls > 1,
        "all disqualified": fouls == len(places) > 0,
        "dead heat": len(set(places)) < len(places),
        "photo": any(line.photo_total is not None for line in sheet.lines),
        "power below 0": min(powers, default=0) < 0,
        "power above 29": max(powers, default=0) > 29,
        "factor on the dice": sheet.rules.factor_target == "dice",
        "later block": number > 0,
    }
    return {name for name, there in found.items() if there}


def test_every_array_of_a_block_is_the_race_played_alone_and_judged_by_the_oracle(tmp_path):
    rng = random.Random("blocks")
    seen: set[str] = set()
    races = 0
    for case, (card, folder, version, rules) in enumerate(random_cases("blocks", tmp_path, 40)):
        charts, seed = ts.load_charts(folder), rng.getrandbits(60)
        number = (0, 1, 61_035, 2**40)[case // 2 % 4]
        block = block_of(card, charts, version, rules, seed, number)
        for turn, place in enumerate(chosen_races(block, rng)):
            race = number * BLOCK + place
            sheet = ts.play(card, version=version, seed=seed, race=race, rules=rules, charts=charts)
            check_race(block, place, sheet)
            if turn % 3 == 0:
                judge(sheet, folder)
            seen |= {f"{version}: {kind}" for kind in kinds(sheet, number)}
            races += 1
    assert races > 250
    for version in ("quickplay", "fullplay"):
        for kind in MUST_BE_SEEN:
            assert f"{version}: {kind}" in seen, (version, kind)


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
@pytest.mark.parametrize("target", ["figure", "dice"])
def test_300_races_in_a_row_with_much_trouble(tmp_path, version, target):
    charts = ts.load_charts(troubled_charts(tmp_path / "charts"))
    card, rules = random_card(random.Random(f"in a row {target}"), 6), ts.Rules(factor_target=target)
    block = block_of(card, charts, version, rules, 5, 0)
    for race in range(300):
        check_race(block, race, ts.play(card, version=version, seed=5, race=race, rules=rules, charts=charts))
    assert block.was_disqualified()[:, :300].sum() > 50


@pytest.mark.parametrize("version", ["quickplay", "fullplay"])
def test_a_scratched_horse_moves_no_dice_of_the_others(version):
    whole = random_card(random.Random("scratched"), 12)
    post = whole.runners[4].post
    charts, rules = ts.load_charts(), ts.Rules()
    cards = (whole, whole.scratch(post))
    sheets = [[ts.play(card, version=version, seed=3, race=race) for race in range(40)] for card in cards]
    blocks = [block_of(card, charts, version, rules, 3, 0) for card in cards]
    for block, played in zip(blocks, sheets):
        for race, sheet in enumerate(played):
            check_race(block, race, sheet)
    stay = [row for row, runner in enumerate(whole.runners) if runner.post != post]
    same = (blocks[0].key[stay] == blocks[1].key) | (blocks[0].pace != blocks[1].pace)
    assert same.all() if version == "quickplay" else same.mean() > 0.9
    assert (blocks[0].factor == blocks[1].factor).all()


def test_the_last_block_in_part_is_the_front_of_the_whole_block(tmp_path):
    charts = ts.load_charts(troubled_charts(tmp_path / "charts"))
    card = random_card(random.Random("part"), 6)
    block = block_of(card, charts, "fullplay", ts.Rules(), 1, 0)
    for races in (1, 2, 777, BLOCK - 1, BLOCK):
        part = block.first(races)
        for name in ("key", "wire", "place"):
            assert np.array_equal(getattr(part, name), getattr(block, name)[:, :races])
        assert np.array_equal(part.was_disqualified(), block.was_disqualified()[:, :races])
        assert np.array_equal(part.photo_for_the_win(), block.photo_for_the_win()[:races])
        assert part.pace.shape == part.factor.shape == (races,)


def test_figures_of_a_simulation_are_those_of_its_scoresheets():
    simulation = ts.simulate("champagne-2009", races=200, seed=11, version="fullplay")
    sheets = [simulation.scoresheet(race) for race in range(200)]
    figures = column(sheets, "figure")
    counted = np.array([np.bincount(row[row > 0], minlength=256) for row in figures])
    assert np.array_equal(counted, simulation.tally.figures)
