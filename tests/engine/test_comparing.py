"""Two cards under the same luck, against both cards played race by race."""

import math
import random
import statistics

import attrs
import numpy as np
import pytest
import topstretch as ts
from topstretch.dice import BLOCK

from engine.making import VERSIONS, all_to_trouble, close_card, coarse, troubled_charts
from fields import random_card
from rules.making import card as plain_card

RACES = 250
MEASURES = ("win", "place", "show", "figure")


def changes(card):
    """The card after each kind of change."""
    post = card.runners[1].post
    return {
        "jockey": card.replace(post, jockey=ts.Jockey("Best", 2, 12)),
        "horse": card.replace(post, horse=ts.Horse("Best", power_dirt=25, range_low=6, range_high=12, wet=2, pace=9, form="A",
                                                   trip=1, class_=2, speed=3, wire=9)),
        "scratch": card.scratch(card.runners[3].post),
        "distance": card.on(distance=6),
        "condition": card.on(condition="sloppy"),
        "nothing": card,
    }  # fmt: skip


def measured(sheet, post):
    """The measures of a post in one race; no figure where it is out."""
    line = sheet.line(post)
    return [*(float(line.place is not None and line.place <= best) for best in (1, 2, 3)), line.figure]


def check_by_hand(row, pairs):
    """A row of the comparison against pairs of races."""
    for number, name in enumerate(MEASURES):
        both = [(a[number], b[number]) for a, b in pairs if a[number] is not None and b[number] is not None]
        first, second = (statistics.fmean(values) for values in zip(*both))
        apart = [b - a for a, b in both]
        error = statistics.pstdev(apart) / math.sqrt(len(both))
        assert row[name] == pytest.approx(first, rel=1e-12)
        assert row[f"{name}_other"] == pytest.approx(second, rel=1e-12)
        assert row[f"{name}_difference"] == pytest.approx(second - first, rel=1e-9, abs=1e-12)
        assert row[f"{name}_difference_se"] == pytest.approx(error, rel=1e-9, abs=1e-7)
        unpaired = math.sqrt(sum(statistics.pvariance(values) for values in zip(*both)) / len(both))
        wanted = unpaired / error if error else math.nan
        assert row[f"{name}_times_smaller"] == pytest.approx(wanted, rel=1e-6, nan_ok=True)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("change", changes(close_card(6)))
def test_differences_are_those_of_the_races_played_on_both_cards(tmp_path, version, change):
    charts = ts.load_charts(coarse(troubled_charts(tmp_path / "charts")))
    card = close_card(6)
    other = changes(card)[change]
    comparison = ts.compare(card, other, races=RACES, version=version, seed=17, charts=charts)
    play = {"version": version, "seed": 17, "charts": charts}
    sheets = [[ts.play(one, race=race, **play) for race in range(RACES)] for one in (card, other)]
    rows = comparison.rows()
    assert [row["post"] for row in rows] == [line.post for line in sheets[1][0].lines]
    for row in rows:
        names = (row["horse"], row["horse_other"])
        assert names == (card.entry(row["post"]).horse.name, other.entry(row["post"]).horse.name)
        check_by_hand(row, [[measured(sheet, row["post"]) for sheet in race] for race in zip(*sheets)])


@pytest.mark.parametrize("version", VERSIONS)
def test_the_dice_of_the_others_stay(version):
    """Whatever changes on one post, the others' rolls that both races need show the same faces."""
    card = close_card(6)
    for name, other in changes(card).items():
        shared = 0
        for race in range(25):
            logs = [
                {
                    (row.roll, row.post): (row.red, row.white)
                    for row in ts.play(one, version=version, seed=4, race=race).log
                }
                for one in (card, other)
            ]
            both = logs[0].keys() & logs[1].keys()
            assert all(logs[0][call] == logs[1][call] for call in both), name
            shared += len(both)
        assert shared > 25 * 10


def test_a_scratch_in_quickplay_moves_no_figure_of_the_others():
    """Unless it was one of the two with the highest Pace, which set the pace of the race."""
    card = plain_card(*({"pace": 9} if post < 2 else {"pace": 3, "form": "C"} for post in range(6)))
    comparison = ts.compare(card, card.scratch(4), races=5000, seed=1)
    for row in comparison.rows():
        assert row["figure_difference"] == row["figure_difference_se"] == 0
        assert math.isnan(row["figure_times_smaller"])
        assert row["win_difference"] > 0  # one horse less to beat
    assert 4 not in [row["post"] for row in comparison.rows()]


def test_each_side_is_the_simulation_of_its_card():
    """Over more than one block, the last in part."""
    races = 2 * BLOCK + 123
    card = ts.load_race("ladies-classic-2009")
    other = card.scratch(5)
    frame = ts.compare(card, other, races=races, seed=6, version="fullplay").to_frame().set_index("post")
    for one, tail in ((card, ""), (other, "_other")):
        wanted = ts.simulate(one, races=races, seed=6, version="fullplay").to_frame().set_index("post")
        for name in ("win", "place", "show"):
            assert np.allclose(frame[name + tail], wanted.loc[frame.index, name], rtol=1e-12)


def test_pairing_makes_the_errors_smaller():
    rng = random.Random("paired")
    for _ in range(6):
        card = random_card(rng, 8)
        post = card.runners[2].post
        frame = ts.compare(card, card.replace(post, jockey=ts.Jockey("Best", 2, 12)), races=20_000, seed=1).to_frame()
        for name in MEASURES:
            factor = frame[f"{name}_times_smaller"]
            assert (factor[factor.notna()] > 1.05).all(), name
        assert frame["figure_times_smaller"].notna().any()


def test_the_paired_error_is_what_many_comparisons_show():
    """200 comparisons of 400 races: their spread is the printed error, within 4.5 of its own errors (1 in 20)."""
    card = close_card(5)
    other = card.replace(1, jockey=ts.Jockey("Best", 2, 12))
    rows = [ts.compare(card, other, races=400, seed=seed).rows()[0] for seed in range(200)]
    for name in ("win", "show", "figure"):
        differences = [row[f"{name}_difference"] for row in rows]
        ratio = statistics.stdev(differences) / statistics.fmean(row[f"{name}_difference_se"] for row in rows)
        assert abs(ratio - 1) < 4.5 / math.sqrt(2 * 199), name


def test_the_same_card_twice_differs_in_nothing():
    for row in ts.compare("champagne-2009", "champagne-2009", races=2000, seed=1).rows():
        for name in MEASURES:
            assert row[name] == row[f"{name}_other"]
            assert row[f"{name}_difference"] == row[f"{name}_difference_se"] == 0


def test_horses_that_never_finish_have_no_figure_to_compare(tmp_path):
    charts = ts.load_charts(all_to_trouble(tmp_path / "out", "out"))
    for row in ts.compare("champagne-2009", "champagne-2009", races=100, seed=1, charts=charts).rows():
        assert row["win"] == row["win_difference"] == 0
        assert math.isnan(row["figure"])


def test_cards_without_a_common_post_are_refused():
    card = ts.load_race("champagne-2009")
    far = attrs.evolve(card, entries=tuple(attrs.evolve(entry, post=entry.post + 30) for entry in card.entries))
    with pytest.raises(ts.InputError, match=r"compare: found .*no post that runs on both cards"):
        ts.compare(card, far, races=10, seed=1)
    with pytest.raises(ts.InputError, match="races: found 0"):
        ts.compare(card, card, races=0)
