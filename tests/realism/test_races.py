"""What the report takes from a race, on fields worked by hand and against the races of `play` and the odds of `odds`."""

from types import SimpleNamespace

import numpy as np
import pytest
import topstretch as ts
from topstretch.dice import BLOCK, BatchDice, Stream
from topstretch.house import Rules
from topstretch.playing import RUN
from topstretch.population import SIZES, Population, race_card
from topstretch.realism_races import (
    CHAMPION,
    RANKS,
    TYPICAL,
    Board,
    betting_block,
    finish_block,
    positions,
    race_block,
    rank_correlation,
    roll_board,
    run_blocks,
    seconds_of,
    with_entry,
)

CHARTS = ts.load_charts()
SEED = 21
CARDS = Population(SEED).block(0)
DICE = BatchDice(Stream(SEED), 0, range(SIZES[-1]))
BOARD = roll_board(CARDS, DICE, CHARTS)
COURSES = {version: run(CARDS.runners, DICE, CHARTS, Rules(), BLOCK) for version, run in RUN.items()}
SOME = range(0, 4000, 250)


def column(*values):
    return np.array(values)[:, None]


def board(odds):
    """A board of one race."""
    odds = column(*odds).astype(np.float32)
    shorter = (odds > odds.T).sum(axis=1, keepdims=True).astype(np.uint8)
    level = ((odds == odds.T).sum(axis=1, keepdims=True) - 1).astype(np.uint8)
    return Board(odds, 2 * (odds + 1), shorter, level)


def course(place, disqualified=None):
    return SimpleNamespace(place=column(*place).astype(np.uint8))


def field(runners):
    return SimpleNamespace(running=np.ones((runners, 1), bool), size=np.array([runners]))


def test_level_favourites_share_the_win_and_the_stake():
    found = betting_block(board([1.5, 1.5, 8, 30]), field(4), course([2, 1, 4, 3]))
    assert found["favourite_win"] == 0.5
    assert found["favourite_top2"] == 1
    assert found["favourite_return"] == pytest.approx((1.5 - 1) / 2)
    assert found["rank_win"][0].tolist() == [0.5, 0.5, 0, 0, 0, 0]
    assert (found["long_bets"], found["long_return"]) == (1, -1)
    assert found["inverse_odds"] == pytest.approx(2 / 2.5 + 1 / 9 + 1 / 31)


def test_a_dead_heat_shares_the_win_and_is_paid_in_full():
    found = betting_block(board([1, 25, 3]), field(3), course([1, 1, 3]))
    assert found["favourite_win"] == 0.5
    assert found["favourite_return"] == 1
    assert found["rank_win"][0].tolist() == [0.5, 0, 0.5, 0, 0, 0]
    assert found["long_return"] == 25
    assert found["dead_heat"] == 1


def test_a_favourite_that_is_out_is_in_no_place():
    found = betting_block(board([1, 2]), field(2), course([0, 1]))
    assert (found["favourite_win"], found["favourite_top2"], found["favourite_top3"]) == (0, 0, 0)
    assert found["favourite_return"] == -1


def test_positions_share_the_mean_of_level_horses():
    running = column(True, True, True, True, False)
    assert positions(column(20, 18, 20, 12, 99).astype(np.int16), running)[:4, 0].tolist() == [1.5, 3, 1.5, 4]


def test_rank_correlation_by_hand():
    running = column(True, True, True, True)
    wire = column(1.0, 2.0, 3.0, 4.0)
    assert rank_correlation(column(24, 22, 20, 18), wire, running)[0] == pytest.approx(1)
    assert rank_correlation(column(18, 20, 22, 24), wire, running)[0] == pytest.approx(-1)
    # Ranks 1 and 2 the other way round: 1 - 6 x 2 / (4 x 15).
    assert rank_correlation(column(22, 24, 20, 18), wire, running)[0] == pytest.approx(0.8)
    assert np.isnan(rank_correlation(column(20, 20, 20, 20), wire, running)[0])


def test_lengths_and_time_of_a_field_by_hand():
    distance = 8.0
    finished = column(True, True, True, False)
    raced = SimpleNamespace(
        finished=finished,
        figure=column(100, 96, 84, 120).astype(np.int16),
        pace_of_race=np.array([[2]]),
        trouble=SimpleNamespace(out=column(False, False, False, True), disqualified=column(False, True, False, False)),
    )
    cards = SimpleNamespace(size=np.array([4]), distance=np.array([distance]), running=np.ones((4, 1), bool))
    found = finish_block(cards, raced, CHARTS)
    points = CHARTS.points_a_length(distance)
    assert found["first_to_last"] == pytest.approx(16 / points)
    assert found["margin"] == pytest.approx(4 / points)
    assert found["within_sd"] == pytest.approx(np.std([100, 96, 84], ddof=1) / points)
    assert found["seconds"] == pytest.approx(float(CHARTS.seconds(100, distance, ts.Surface.DIRT)))
    assert (found["out"], found["disqualified"], found["pace"]) == (1, 1, 2)


def test_races_without_two_finishers_have_no_margin():
    alone = SimpleNamespace(
        finished=np.array([[True, False], [False, False]]),
        figure=np.array([[90, 0], [80, 0]], np.int16),
        pace_of_race=np.array([[1, 1]]),
        trouble=SimpleNamespace(out=np.array([[False, True], [True, True]]), disqualified=np.zeros((2, 2), bool)),
    )
    cards = SimpleNamespace(size=np.array([2, 2]), distance=np.array([6.0, 6.0]), running=np.ones((2, 2), bool))
    found = finish_block(cards, alone, CHARTS)
    assert np.isnan(found["margin"]).all()
    assert np.isnan(found["seconds"]).tolist() == [False, True]


@pytest.mark.parametrize("race", SOME)
def test_r8_the_board_is_what_odds_rolls_for_the_same_race(race):
    rolled = ts.odds(race_card(CARDS, race), seed=SEED, race=race)
    size = CARDS.size[race]
    assert BOARD.odds[:size, race].tolist() == pytest.approx([float(line.odds) for line in rolled.lines])


@pytest.mark.parametrize("version", list(RUN))
@pytest.mark.parametrize("race", SOME)
def test_a_race_is_the_one_that_play_opens(version, race):
    sheet = ts.play(race_card(CARDS, race), version=version, seed=SEED, race=race)
    raced = COURSES[version]
    assert [line.place or 0 for line in sheet.lines] == raced.place[: CARDS.size[race], race].tolist()
    block = race_block(BOARD, CARDS, raced, CHARTS)
    winner = min(sheet.lines, key=lambda line: line.wire_place or 99)
    assert block["best_figure"][race] == winner.figure
    assert block["seconds"][race] == pytest.approx(winner.seconds, abs=0.006)
    behind = [line.lengths_behind for line in sheet.lines if line.wire_place]
    assert block["first_to_last"][race] == pytest.approx(max(behind), abs=0.006)
    assert block["margin"][race] == pytest.approx(sorted(behind)[1], abs=0.006)


def test_where_the_winner_lay_is_told_for_fullplay_alone():
    calls = {"front_third", "leader_wins", "order_break", "order_stretch"}
    assert calls <= set(race_block(BOARD, CARDS, COURSES["fullplay"], CHARTS))
    assert not calls & set(race_block(BOARD, CARDS, COURSES["quickplay"], CHARTS))


def test_the_front_third_and_the_leader_of_one_race():
    block = race_block(BOARD, CARDS, COURSES["fullplay"], CHARTS)
    for race in SOME:
        sheet = ts.play(race_card(CARDS, race), version="fullplay", seed=SEED, race=race)
        early = {line.post: line.race2 or line.break_points for line in sheet.lines}
        first = [line for line in sheet.lines if line.place == 1]
        if len(first) != 1:
            continue
        own = early[first[0].post]
        ahead = sum(points > own for points in early.values())
        level = sum(points == own for points in early.values()) - 1
        front = (ahead + level / 2) <= (len(early) - 1) / 3
        assert block["front_third"][race] == front
        leaders = [line for line in sheet.lines if line.break_points == max(one.break_points for one in sheet.lines)]
        assert block["leader_wins"][race] == pytest.approx((first[0] in leaders) / len(leaders))


def test_entries_of_known_ratings_change_the_first_post_alone():
    for ratings in (TYPICAL, CHAMPION):
        changed = with_entry(CARDS.runners, ratings)
        for name, value in ratings.items():
            assert (getattr(changed, name)[0] == value).all()
            assert (getattr(changed, name)[1:] == getattr(CARDS.runners, name)[1:]).all()


def test_seconds_go_by_each_race_s_own_distance():
    figures, distances = np.array([90, 100, 100]), np.array([6.0, 9.0, 6.0])
    expected = [float(CHARTS.seconds(f, d, ts.Surface.DIRT)) for f, d in zip(figures, distances, strict=True)]
    assert seconds_of(CHARTS, figures, distances).tolist() == pytest.approx(expected, abs=1e-4)


def test_blocks_stand_end_to_end():
    whole, second = (run_blocks(CHARTS, "quickplay", SEED, blocks) for blocks in (range(2), [1]))
    assert len(whole["seconds"]) == 2 * BLOCK
    assert whole["rank_win"].shape == (2 * BLOCK, RANKS)
    for name, values in second.items():
        assert np.array_equal(whole[name][BLOCK:], values, equal_nan=True), name
