"""The rows of the realism report: what is measured, the real figure and its source, and how near it must come."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import frozen

from .charts import FAST, NORMAL, SLOW
from .estimates import Estimate, average, deviation, median, per, skewness
from .population import DISTANCES
from .real_racing import BRIS, CHARTS_US, HKJC, JRA, KLEIN, NYRA, WOODBINE, Real, real
from .realism_races import RANKS, Block

Measure = Callable[[Block], Estimate]
PERCENT = 100.0
RUN_TO_RUN = "speed_figure_within_horse_sd_points"
SUCCESSIVE = "SD of successive difference / sqrt2"


@frozen
class Goal:
    """A row before it is measured.

    The real figure lies from `low` to `high` (None: there is none); the row is within where every version gives a value
    from `least` to `most` (None: reported only). `tolerance` says so in words.
    """

    figure: str
    unit: str
    measure: Measure
    low: float | None = None
    high: float | None = None
    source: str = ""
    tolerance: str = ""
    least: float | None = None
    most: float | None = None
    fullplay_only: bool = False
    digits: int = 2

    @property
    def judged(self) -> bool:
        """Whether the row has a tolerance."""
        return self.least is not None and self.most is not None

    def allows(self, value: float) -> bool:
        """Whether a value lies within the tolerance; not-a-number does not."""
        return self.least is not None and self.most is not None and self.least <= value <= self.most


INFINITE = float("inf")


def span(found: Iterable[Real], factor: float = 1.0) -> tuple[float, float, str]:
    """The range of some real figures in a row's unit, and their sources."""
    known = list(found)
    values = [one.value * factor for one in known]
    return min(values), max(values), "; ".join(dict.fromkeys(one.source for one in known))


def near(
    figure: str, unit: str, measure: Measure, found: tuple[float, float, str], tolerance: float, **more: Any
) -> Goal:
    """A row that must come within `tolerance` of the range of real figures."""
    low, high, _ = found
    return Goal(figure, unit, measure, *found, f"{tolerance:g}", low - tolerance, high + tolerance, **more)


def by_factor(figure: str, unit: str, measure: Measure, found: Real, factor: float) -> Goal:
    """A row that must come within a factor of the real figure."""
    at = found.value
    return Goal(figure, unit, measure, at, at, found.source, f"x {factor:g}", at / factor, at * factor)


def by_share(figure: str, unit: str, measure: Measure, found: Real, percent: float) -> Goal:
    """A row that must come within so many percent of the real figure."""
    at, part = found.value, percent / PERCENT
    return Goal(figure, unit, measure, at, at, found.source, f"{percent:g} %", at * (1 - part), at * (1 + part))


# --- measures ---

Where = Callable[[Block], Any]  # a mask of races


def percent_of(name: str, where: Where | None = None) -> Measure:
    """The mean of a value a race, in percent, over some of the races."""

    def measure(races: Block) -> Estimate:
        values = races[name] if where is None else races[name][where(races)]
        return average(values).times(PERCENT)

    return measure


def mean_of(name: str, where: Where | None = None) -> Measure:
    """The mean of a value a race in its own unit."""
    return lambda races: average(races[name] if where is None else races[name][where(races)])


def of_size(low: int, high: int) -> Where:
    """Races of so many starters."""
    return lambda races: (races["starters"] >= low) & (races["starters"] <= high)


def at(distance: float) -> Where:
    """Races over a distance."""
    return lambda races: races["distance"] == distance


def rank_win(rank: int) -> Measure:
    """How often the horse of an odds rank (0 first) wins, in percent of the races with as many starters."""
    return lambda races: average(races["rank_win"][races["starters"] > rank, rank]).times(PERCENT)


def pace_share(pace: int) -> Measure:
    """The share of races run at a pace, in percent."""
    return lambda races: average(races["pace"] == pace).times(PERCENT)


def rise_of_the_front(races: Block) -> Estimate:
    """Winners from the front third, Slow races less Fast ones, in percentage points."""
    slow, fast = (average(races["front_third"][races["pace"] == pace]) for pace in (SLOW, FAST))
    return slow.minus(fast).times(PERCENT)


def per_starter(name: str) -> Measure:
    """A count per hundred starters."""
    return lambda races: per(races[name], races["starters"]).times(PERCENT)


def long_return(races: Block) -> Estimate:
    """What a flat $2 win bet on every horse at 20-1 and more returns, in percent of the stakes."""
    return per(races["long_return"], races["long_bets"]).times(PERCENT)


def time_sd(distance: float) -> Measure:
    """The spread of the winner's time over a distance."""
    return lambda races: deviation(races["seconds"][at(distance)(races)])


# --- the rows ---


def goals() -> list[Goal]:
    """Every row of the report that is measured on the population, in order."""
    return [*betting_goals(), *finish_goals(), *luck_goals(), *pace_goals(), *time_goals(), *reported_goals()]


def betting_goals() -> Iterator[Goal]:
    """What the odds charts promise and the races keep."""
    sizes = {"all": None, "field 2-5": of_size(2, 5), "field 6-8": of_size(6, 8), "field 9-12": of_size(9, 12)}
    for group, where in sizes.items():
        found = span([real("favourite_win", group)], PERCENT)
        yield near(f"favourite wins, {group}", "%", percent_of("favourite_win", where), found, 3)
    for places in (2, 3):
        found = span([real(f"favourite_top{places}", "all")], PERCENT)
        yield near(f"favourite in the first {places}", "%", percent_of(f"favourite_top{places}"), found, 4)
    for rank in range(RANKS):
        found = span([real("win_by_odds_rank", f"all; rank {rank + 1}")], PERCENT)
        yield near(f"wins of odds rank {rank + 1}", "%", rank_win(rank), found, 2.5)
    found = span([real("sum_of_inverse_odds", "all")])
    yield near("inverse odds, sum of a field", "", mean_of("inverse_odds"), found, 0.05, digits=3)
    found = span([real("favourite_roi_flat_bet", "all")], PERCENT)
    yield near("return of bets on favourites", "%", percent_of("favourite_return"), found, 8)
    yield near("return of bets at 20-1 and up", "%", long_return, ABOUT_40, 20)


# By implied chance, NYRA's returns are -34 % below 5 in 100 and -65 % below 2 in 100, on few winners.
ABOUT_40 = (-40.0, -40.0, f"{NYRA}, by implied chance, about")


def finish_goals() -> Iterator[Goal]:
    """How a field is strung out at the wire, in lengths."""
    last, spread = real("first_to_last_lengths_q50", "all", CHARTS_US), real("within_race_sd_lengths", "all", CHARTS_US)
    mean, middle = (real(f"winning_margin_lengths_{which}", "all", BRIS) for which in ("mean", "q50"))
    yield by_share("first to last, median", "lengths", lambda races: median(races["first_to_last"]), last, 30)
    yield by_share("sd within a race", "lengths", mean_of("within_sd"), spread, 30)
    yield by_factor("winning margin, mean", "lengths", mean_of("margin"), mean, 1.6)
    yield by_factor("winning margin, median", "lengths", lambda races: median(races["margin"]), middle, 2.3)


def luck_goals() -> Iterator[Goal]:
    """How a horse's figure varies from run to run."""
    runs = [
        real(RUN_TO_RUN, f"BRIS speed rating; {SUCCESSIVE}", BRIS),
        real(RUN_TO_RUN, f"Equibase-type figure; {SUCCESSIVE}", WOODBINE),
        real(RUN_TO_RUN, "BRIS speed rating; horses with >=4 runs", BRIS),
    ]
    typical = "run-to-run sd of a horse"
    yield near(typical, "points", lambda races: deviation(races["typical"]), span(runs), 0.7)
    skews = span(real("residual_skew_of_performance", "all", source) for source in (HKJC, JRA))
    yield Goal("skew of its luck", "", lambda races: skewness(races["typical"]), *skews, "< -0.3", -INFINITE, -0.3)


def pace_goals() -> Iterator[Goal]:
    """What the pace does."""
    rises = span((front_rise(source) for source in (HKJC, JRA)), PERCENT)
    yield near("front third wins, Slow - Fast", "%", rise_of_the_front, rises, 8, fullplay_only=True)
    for name, pace in (("Slow", SLOW), ("Normal", NORMAL), ("Fast", FAST)):
        yield Goal(f"{name} races", "%", pace_share(pace), tolerance=">= 10", least=10, most=100)


def front_rise(source: str) -> Real:
    """Winners from the front third: the slowest fifth of early paces less the fastest."""
    slowest, fastest = (
        real("win_share_by_early_pace", f"all; pace {which} fifth; front third", source)
        for which in ("slowest", "fastest")
    )
    error = (slowest.error**2 + fastest.error**2) ** 0.5
    return Real(slowest.value - fastest.value, error, slowest.n + fastest.n, source)


def time_goals() -> Iterator[Goal]:
    """The winner's time and its spread on fast dirt."""
    for distance in DISTANCES:
        found = real("race_time_seconds_mean", f"dirt; {distance}f", BRIS)
        yield by_share(f"time of the winner, {distance:g}f", "s", mean_of("seconds", at(distance)), found, 1)
    for distance in DISTANCES:
        found = real("race_time_seconds_sd", f"dirt; {distance}f", BRIS)
        yield by_share(f"sd of that time, {distance:g}f", "s", time_sd(distance), found, 30)


def reported_goals() -> Iterator[Goal]:
    """What the rulebook or the population decides: shown, not judged."""
    out = [("all causes", HKJC), ("all causes (listed as stopped)", JRA), ("no finishing call (survivor-biased)", BRIS)]
    found = span((real("did_not_finish_rate_per_starter", *one) for one in out), PERCENT)
    yield Goal("out of the race, of starters", "%", per_starter("out"), *found)
    moved = [("order changed or disqualified", HKJC), ("dq flag", CHARTS_US)]
    found = span((real("demotion_or_dq_rate_per_starter", *one) for one in moved), PERCENT)
    yield Goal("disqualified, of starters", "%", per_starter("disqualified"), *found)
    found = span((real("dead_heat_race_rate", "for position 1", source) for source in (NYRA, HKJC)), PERCENT)
    yield Goal("dead heats to win, of races", "%", percent_of("dead_heat"), *found)
    found = span([real("leader_at_call_wins", FIRST_QUARTER, KLEIN)], PERCENT)
    yield Goal("leader after the break wins", "%", percent_of("leader_wins"), *found, fullplay_only=True)
    for name, call, segment in (("order_break", "c1", 1), ("order_stretch", "c2", 3)):
        found = span([real("spearman_call_position_vs_finish", f"all; {call}", CHARTS_US)])
        what = f"segment {segment} and finish, correlation"
        yield Goal(what, "", mean_of(name), *found, fullplay_only=True)


FIRST_QUARTER = "first quarter-mile leader, N. America, nine years to 2005"
