"""The odds codes and the odds: what the chances to win are worth at real take-out, on the steps of a tote board."""

from collections.abc import Mapping
from fractions import Fraction

import attrs
import numpy as np
import numpy.typing as npt
from topstretch.betting import column_read, payoff_rule
from topstretch.chart_files import CODES
from topstretch.charts import ChartSet
from topstretch.dice import BLOCK, BatchDice, Stream
from topstretch.house import VERSIONS, Rules
from topstretch.playing import RUN
from topstretch.population import SIZES, Population
from topstretch.real_racing import real
from topstretch.realism_races import FIELD_SIZES

SEED = 1813
BLOCKS = range(12)
POINTS = 11  # rows 0 to 9, then 10 or more
# The quoted codes for 6 to 8 runners (X1).
QUOTED = {0: 0, 1: 1, 2: 1, 5: 3, 6: 3, 7: 4, 9: 5}
QUOTED_SIZE = 1
# Odds to 1 by die, on the steps of a tote board; 8-5, 7-2, 7-1 and 11-1 are quoted (X2 to X5). Favourites as real ones go
# (quartiles 0.95, 1.45 and 2 to 1); E up to the longest that a horse so far below the rest would stand at on a real board.
ODDS: Mapping[str, str] = {
    "Fav": "3-5 4-5 1-1 8-5 9-5 2-1",
    "A": "5-2 3-1 7-2 4-1 9-2 5-1",
    "B": "6-1 7-1 8-1 9-1 10-1 11-1",
    "C": "12-1 13-1 14-1 15-1 16-1 17-1",
    "D": "18-1 20-1 22-1 25-1 28-1 30-1",
    "E": "35-1 40-1 45-1 50-1 60-1 70-1",
}


def price(charts: ChartSet) -> ChartSet:
    """The set with odds, payoffs by D12, and each code where its odds come nearest to what the chance is worth.

    The take-out by which a chance is priced is the one at which a field's inverse odds add up to the real sum.
    """
    odds = tuple(zip(*([odds_to_1(text) for text in ODDS[code].split()] for code in CODES), strict=True))
    payoffs = {cell: payoff_rule(cell) for cell in sorted({cell for row in odds for cell in row})}
    wins, horses = counts(charts)
    worth = np.array([inverse_odds(odds, code) for code in range(len(CODES))])
    aim = real("sum_of_inverse_odds", "all").value

    def miss(codes: npt.NDArray[np.int16]) -> float:
        return abs(float((worth[codes] * horses).sum()) / (len(BLOCKS) * BLOCK) - aim)

    tried = [coded(wins / np.maximum(horses, 1), worth, take / 100) for take in range(100, 141)]
    return attrs.evolve(charts, odds=odds, payoffs=payoffs, odds_codes=min(tried, key=miss))


def inverse_odds(odds: tuple[tuple[Fraction, ...], ...], code: int) -> float:
    """The mean of 1 / (odds + 1) of a code over the 36 rolls, doubles read next door."""
    faces = range(1, 7)
    rolls = [odds[red - 1][column_read(code, red, white)] for red in faces for white in faces]
    return float(sum(1 / (cell + 1) for cell in rolls) / len(rolls))


def coded(chances: npt.NDArray[np.float64], worth: npt.NDArray[np.float64], take: float) -> npt.NDArray[np.int16]:
    """The codes by points below the highest and field size at a take-out, never falling with either."""
    wanted = np.log(take * np.maximum(chances, 1e-6))[..., None]
    codes = np.maximum(1, np.abs(np.log(worth) - wanted).argmin(axis=-1)).astype(np.int16)
    codes[0] = 0
    for points, code in QUOTED.items():
        codes[points, QUOTED_SIZE] = code
    quoted = np.minimum.accumulate(codes[::-1, QUOTED_SIZE])[::-1]
    codes[:, QUOTED_SIZE] = quoted
    codes[:, :QUOTED_SIZE] = np.minimum(codes[:, :QUOTED_SIZE], quoted[:, None])
    return np.maximum.accumulate(np.maximum.accumulate(codes, axis=0), axis=1)


def odds_to_1(text: str) -> Fraction:
    """`7-2` as a number."""
    over, under = text.split("-")
    return Fraction(int(over), int(under))


def counts(charts: ChartSet) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Wins a version and horses, by points below the highest (0 to 9, 10 or more) and field size."""
    wins, horses = (np.zeros((POINTS, len(FIELD_SIZES) + 1)) for _ in range(2))
    population, stream = Population(SEED), Stream(SEED)
    for number in BLOCKS:
        cards, dice = population.block(number), BatchDice(stream, number, range(SIZES[-1]))
        there, start = cards.running, cards.runners.start
        below = np.clip(np.where(there, start, -1).max(axis=0) - start, 0, POINTS - 1)
        size = np.broadcast_to(np.searchsorted(FIELD_SIZES, cards.size), there.shape)
        np.add.at(horses, (below[there], size[there]), 1)
        for version in VERSIONS:
            won = (RUN[version](cards.runners, dice, charts, Rules(), BLOCK).place == 1) & there
            shared = won / np.maximum(won.sum(axis=0), 1) / len(VERSIONS)
            np.add.at(wins, (below[there], size[there]), shared[there])
    return wins, horses
