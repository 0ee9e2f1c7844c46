"""The rules of shape that a chart set should satisfy to play as the game does, each by name.

A set that breaks one still loads and plays; `topstretch charts check` and `check_charts` say so.
"""

from collections.abc import Mapping
from types import MappingProxyType

from . import invariant_prices as prices
from . import invariant_rules as racing
from . import invariant_whole as whole
from .charts import ChartSet
from .invariant_cells import Broken, Rule

__all__ = ["INVARIANTS", "Broken", "Rule", "check_charts"]

INVARIANTS: Mapping[str, Rule] = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            whole.complete,
            whole.in_range,
            racing.scenario_in_order,
            racing.scenario_moves,
            racing.effects_within_2,
            racing.effects_in_order,
            racing.effects_take_sides,
            racing.form_spread,
            racing.form_mean,
            racing.form_best,
            racing.form_marks,
            racing.trouble_as_the_rulebook,
            racing.factors_bring_ride,
            racing.factors_test_all,
            racing.final_speed_never_falls,
            racing.final_speed_slope,
            prices.times_fall,
            prices.times_grow,
            prices.lengths_positive,
            prices.lengths_follow,
            prices.lengths_change,
            racing.break_rises,
            racing.break_flattens,
            racing.setup_small,
            racing.race_pace_in_order,
            racing.race_pace_die_lines,
            racing.position_signs,
            racing.position_spread,
            racing.position_mean,
            racing.position_best,
            racing.position_marks,
            prices.odds_rise_along,
            prices.odds_rise_across,
            prices.codes_never_shorter,
            prices.codes_start_at_fav,
            prices.payoffs_follow,
            prices.usual_takes_nothing,
            prices.off_takes,
            prices.distance_never_rises,
            prices.distance_inside,
        )
    }
)


def check_charts(charts: ChartSet) -> list[Broken]:
    """Every place where a chart set breaks a rule of shape, in the order of `INVARIANTS`; empty where all hold.

    A chart with rows or columns too many or too few is named by `complete` alone: the rules that read it are passed over.
    """
    unreadable = {finding[0] for finding in whole.wrong_sizes(charts)}
    broken: list[Broken] = []
    for rule in INVARIANTS.values():
        if rule in ALWAYS or not unreadable.intersection(rule.charts):
            broken += rule(charts)
    return broken


ALWAYS = (whole.complete, whole.in_range)
