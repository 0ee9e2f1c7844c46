"""What the realism report takes from each race of a block: one value a race, by name, in float32."""

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt
from attrs import frozen

from .betting import BASE, paid
from .charts import ChartSet
from .dice import BLOCK, BatchDice, Stream
from .house import Rules
from .playing import RUN
from .population import DISTANCES, SIZES, Cards, Population
from .ratings import Surface
from .rules.finish import count_others
from .rules.pace import two_highest
from .rules.runners import Bools, Course, Runners

Floats = npt.NDArray[np.float32]
Block = dict[str, Floats]  # (races) or (races, ranks), by name

RANKS = 6
LONG_ODDS = 20.0
FRONT = 1 / 3
NO_ODDS = np.uint8(255)
FIELD_SIZES = (5, 8, 12)  # the last of each column of the odds codes


@frozen(eq=False)
class Board:
    """The odds of a block of races, each (horses, races).

    `shorter` counts the horses at shorter odds, `level` the others at the same; `returned` is what $2 to win pays.
    """

    odds: Floats
    returned: Floats
    shorter: npt.NDArray[np.uint8]
    level: npt.NDArray[np.uint8]


def roll_board(cards: Cards, dice: BatchDice, charts: ChartSet) -> Board:
    """R8 for a block: codes by points below the highest, two dice a horse, doubles read next door (D3, D4, D5, D17)."""
    running, start = cards.running, cards.runners.start
    highest = np.where(running, start, -1).max(axis=0)
    below = np.clip(highest - start, 0, len(charts.odds_codes) - 1)
    code = charts.odds_codes[below, np.searchsorted(FIELD_SIZES, cards.size)]
    faces = dice.roll("odds", running)
    step = np.where(faces.red <= 3, 1, -1) * (faces.red == faces.white)
    column = np.clip(code + step, 0, len(charts.odds[0]) - 1)
    red = faces.red - 1
    order = odds_order(charts)[red, column]
    order[~running] = NO_ODDS
    odds = np.array([[float(cell) for cell in row] for row in charts.odds], np.float32)
    pays = np.array([[float(paid(1, cell, charts)[0] or 0) for cell in row] for row in charts.odds], np.float32)
    return Board(
        odds=odds[red, column],
        returned=pays[red, column],
        shorter=count_others(np.less, order, order),
        level=count_others(np.equal, order, order),
    )


def odds_order(charts: ChartSet) -> npt.NDArray[np.uint8]:
    """The rank of each cell of the odds charts among all their odds, (6 faces, 6 codes)."""
    values = sorted({cell for row in charts.odds for cell in row})
    return np.array([[values.index(cell) for cell in row] for row in charts.odds], np.uint8)


def betting_block(board: Board, cards: Cards, course: Course) -> Block:
    """What the odds came to: level odds share a rank, a dead heat shares a win."""
    running = cards.running
    won = (course.place == 1) & running
    share = won / np.maximum(won.sum(axis=0), 1)
    favourite = (board.shorter == 0) & running
    favourites = favourite.sum(axis=0)
    long = (board.odds >= LONG_ODDS) & running
    profit = won * board.returned / BASE - 1

    def of_favourites(values: npt.NDArray[Any]) -> Floats:
        return np.asarray((values * favourite).sum(axis=0) / favourites, np.float32)

    return {
        "favourite_win": of_favourites(share),
        "favourite_top2": of_favourites((course.place >= 1) & (course.place <= 2)),
        "favourite_top3": of_favourites((course.place >= 1) & (course.place <= 3)),
        "favourite_return": of_favourites(profit),
        "long_bets": long.sum(axis=0).astype(np.float32),
        "long_return": (profit * long).sum(axis=0).astype(np.float32),
        "inverse_odds": (running / (board.odds + 1)).sum(axis=0).astype(np.float32),
        "rank_win": rank_wins(board, share),
        "dead_heat": (won.sum(axis=0) > 1).astype(np.float32),
    }


def rank_wins(board: Board, share: npt.NDArray[Any]) -> Floats:
    """The share of the win of each odds rank: (races, RANKS)."""
    each = share / (board.level + 1)
    last = board.shorter + board.level
    ranks = [(each * ((board.shorter <= rank) & (rank <= last))).sum(axis=0) for rank in range(RANKS)]
    return np.stack(ranks, axis=1).astype(np.float32)


def finish_block(cards: Cards, course: Course, charts: ChartSet) -> Block:
    """Lengths between the horses at the wire, the time, and who did not come through."""
    finished = course.finished
    length = np.array([charts.points_a_length(distance) for distance in DISTANCES])
    per = length[np.searchsorted(DISTANCES, cards.distance)]
    figure = course.figure
    best = np.where(finished, figure, np.int16(-999)).max(axis=0)
    worst = np.where(finished, figure, np.int16(999)).min(axis=0)
    finishers = finished.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = (figure * finished).sum(axis=0) / finishers
        spread = np.sqrt((((figure - mean) ** 2) * finished).sum(axis=0) / (finishers - 1))
    margin = 2 * best - two_highest(figure, finished)[0]
    several, some = finishers >= 2, finishers >= 1
    return {
        "first_to_last": as_float((best - worst) / per, several),
        "within_sd": as_float(spread / per, several),
        "margin": as_float(margin / per, several),
        "seconds": as_float(seconds_of(charts, best, cards.distance), some),
        "best_figure": as_float(best, some),
        "starters": cards.size.astype(np.float32),
        "out": (course.trouble.out & cards.running).sum(axis=0).astype(np.float32),
        "disqualified": (course.trouble.disqualified & finished).sum(axis=0).astype(np.float32),
        "pace": course.pace_of_race[0].astype(np.float32),
        "distance": cards.distance.astype(np.float32),
    }


def as_float(values: npt.NDArray[Any], known: Bools) -> Floats:
    """Values a race, not-a-number where a race has none."""
    return np.where(known, values, np.nan).astype(np.float32)


def seconds_of(charts: ChartSet, figure: npt.NDArray[Any], distance: npt.NDArray[np.float64]) -> Floats:
    """The time of each race's figure over its own distance, on dirt."""
    seconds = np.zeros(len(figure), np.float32)
    for furlongs in DISTANCES:
        there = distance == furlongs
        seconds[there] = charts.seconds(figure[there], furlongs, Surface.DIRT)
    return seconds


def calls_block(cards: Cards, course: Course) -> Block:
    """Fullplay: where the winner lay early, whether the leader won, and how early order agrees with the finish."""
    if course.break_points is None or course.setup_change is None or course.position_change is None:
        return {}
    running = cards.running
    after_break = course.break_points
    after_setup = after_break + course.setup_change
    early = positions(after_setup, running)
    won = (course.place == 1) & running
    share = won / np.maximum(won.sum(axis=0), 1)
    leader = (after_break == np.where(running, after_break, np.int16(-99)).max(axis=0)) & running
    finish = np.where(course.finished, course.wire_place, 0).astype(np.float64)
    return {
        "front_third": ((early - 1 <= FRONT * (cards.size - 1)) * share).sum(axis=0).astype(np.float32),
        "leader_wins": ((leader * share).sum(axis=0) / leader.sum(axis=0)).astype(np.float32),
        "order_break": rank_correlation(after_break, finish, course.finished),
        "order_stretch": rank_correlation(after_setup + course.position_change, finish, course.finished),
    }


def positions(points: npt.NDArray[Any], running: Bools) -> npt.NDArray[np.float64]:
    """Positions by points, most first, level horses sharing the mean of theirs: (horses, races)."""
    among = np.where(running, points, np.int16(-99))
    return 1 + count_others(np.greater, among, among) + 0.5 * count_others(np.equal, among, among)


def rank_correlation(points: npt.NDArray[Any], finish: npt.NDArray[Any], finished: Bools) -> Floats:
    """Spearman's correlation in each race of position by points with the place at the wire, among the finishers."""
    n = finished.sum(axis=0)
    first = positions(points, finished)
    second = finish + 0.5 * count_others(np.equal, finish, finish)

    def centred(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        return np.asarray((values - (values * finished).sum(axis=0) / np.maximum(n, 1)) * finished)

    a, b = centred(first), centred(second)
    with np.errstate(invalid="ignore", divide="ignore"):
        return as_float((a * b).sum(axis=0) / np.sqrt((a**2).sum(axis=0) * (b**2).sum(axis=0)), n >= 2)


def race_block(board: Board, cards: Cards, course: Course, charts: ChartSet) -> Block:
    """Everything a race of a block gives to the report."""
    return betting_block(board, cards, course) | finish_block(cards, course, charts) | calls_block(cards, course)


# Horses entered at the first post of every race, to see how the figures of one horse run in varied company.
TYPICAL: Mapping[str, int] = {
    "start": 15, "pace": 5, "form": 2, "class_": 1, "speed": 0, "trip": -1, "wire": 5, "ride": 0, "trouble": 7,
}  # fmt: skip
CHAMPION: Mapping[str, int] = {
    "start": 25, "pace": 7, "form": 1, "class_": 2, "speed": 2, "trip": 2, "wire": 8, "ride": 1, "trouble": 9,
}  # fmt: skip


def with_entry(runners: Runners, ratings: Mapping[str, int]) -> Runners:
    """The same fields with one horse of these ratings at the first post."""
    changed = {}
    for name, value in ratings.items():
        changed[name] = getattr(runners, name).copy()
        changed[name][0] = value
    return attrs.evolve(runners, **changed)


def run_blocks(charts: ChartSet, version: str, seed: int, blocks: Iterable[int]) -> Block:
    """The races of some blocks of a seed's population, end to end.

    Beside them the figures of the typical horse and of the champion (`typical`, `champion`), entered in the same races.
    """
    population, stream, rules = Population(seed), Stream(seed), Rules()
    parts = []
    for number in blocks:
        cards, dice = population.block(number), BatchDice(stream, number, range(SIZES[-1]))
        board = roll_board(cards, dice, charts)
        part = race_block(board, cards, RUN[version](cards.runners, dice, charts, rules, BLOCK), charts)
        for name, ratings in (("typical", TYPICAL), ("champion", CHAMPION)):
            course = RUN[version](with_entry(cards.runners, ratings), dice, charts, rules, BLOCK)
            part[name] = as_float(course.figure[0], course.finished[0])
        parts.append(part)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
