"""The official win chances of a Quickplay field by icepool, a public library of dice, as somebody who knows it writes them.

The package serves for the charts and the Adjusted Power alone; the rules are put together from icepool's dice.
"""

from fractions import Fraction

import icepool
import topstretch as ts
from topstretch.chart_files import OUTCOMES

OUT = -1
PHOTO = 32  # more than any photo total
CLEAN = 2**14  # any clean horse beats any disqualified one


def win_chances(card: ts.RaceCard, charts: ts.ChartSet | None = None, *, plainly: bool = False) -> list[Fraction]:
    """The chance of each horse to be officially first, alone or in a dead heat.

    `plainly` compares two dice as icepool's documentation does, `mine >= best`, which goes through all pairs of outcomes;
    else the cumulative quantities are used, which is faster.
    """
    charts = charts or ts.load_charts()
    two = icepool.d6 + icepool.d6
    starts = [working.total for working in card.adjusted_power(charts)]
    highest = sum(sorted(entry.horse.pace for entry in card.starters)[-2:])
    pace_die = two.map(lambda total: int(charts.pace_scenario[total - 2, highest]))
    factor_die = icepool.map(
        lambda red, white: (int(charts.factor_red[red - 1]), bool(charts.factor_ride[white - 1])),
        icepool.d6,
        icepool.d6,
    )
    wins = [Fraction(0)] * len(starts)
    for pace in pace_die.outcomes():
        for factor in factor_die.outcomes():
            chance = pace_die.probability(pace) * factor_die.probability(factor)
            dice = [
                finish_die(entry, start, pace, factor, charts)
                for entry, start in zip(card.starters, starts, strict=True)
            ]
            for horse, mine in enumerate(dice):
                best = icepool.highest(dice[:horse] + dice[horse + 1 :])
                wins[horse] += chance * beats(mine, best, plainly=plainly)
    return wins


def beats(mine: icepool.Die, best: icepool.Die, *, plainly: bool) -> Fraction:
    """The chance that mine is not below the best of the others, and not out."""
    both_out = mine.probability(OUT) * best.probability(OUT)
    if plainly:
        return (mine >= best).probability(True) - both_out
    ways = sum(quantity * best.quantity("<=", outcome) for outcome, quantity in mine.items())
    return Fraction(ways, mine.denominator() * best.denominator()) - both_out


def finish_die(entry: ts.Entry, start: int, pace: int, factor: tuple[int, bool], charts: ts.ChartSet) -> icepool.Die:
    """One horse's rank in the official order: photo, figure, and whether it is clean."""
    two = icepool.d6 + icepool.d6
    horse, jockey = entry.horse, entry.jockey
    power = start + int(charts.pace_effects_quickplay[pace, horse.pace])
    trouble = trouble_die(jockey.trouble, charts)
    tested, ride = factor
    adjustment = (horse.class_, horse.speed, horse.trip)[tested] + (jockey.ride if ride else 0)
    photo = two + horse.wire + jockey.ride

    def after_form(total):
        change = int(charts.form[total - 2, horse.form.column])
        if not charts.form_trouble[total - 2, horse.form.column]:
            return (power + change, CLEAN)
        return trouble.map(lambda loss, standing: (power + change + loss, standing), star=True)

    def after_speed(reached, standing):
        if standing == OUT:
            return OUT
        column = min(max(reached, 0), 29)
        figure = two.map(lambda total: int(charts.final_speed[total - 2, column]) + adjustment)
        return figure * PHOTO + standing

    ranks = two.map(after_form).map(after_speed, star=True)
    return icepool.map(lambda rank: OUT if rank == OUT else rank + photo, ranks)


def trouble_die(rating: int, charts: ts.ChartSet) -> icepool.Die:
    """What Trouble does: (change of Adjusted Power, CLEAN, 0 for disqualified, or OUT)."""
    two = icepool.d6 + icepool.d6

    def outcome(total, test):
        name = OUTCOMES[charts.trouble[total - 2]]
        failed = test > rating
        if name == "out":
            return (0, OUT)
        if name == "disqualified" or (name == "test: disqualified" and failed):
            return (0, 0)
        return (int(charts.trouble_power[total - 2]) if failed else 0, CLEAN)

    return icepool.map(outcome, two, two)
