"""How a rider's facts become Ride and Trouble: one short rule each. `rating_method` states them."""

from collections.abc import Mapping
from typing import Any

from .rating_rules import Worked

HALL_OF_FAME = "hall of fame"
RIDE_FROM = ((18.0, 1), (12.0, 0), (8.0, -1))  # wins in 100 mounts, and the Ride from there up
LOWEST_RIDE = -2
TROUBLE_FROM = ((5000, 9), (3000, 8), (1500, 7), (500, 6), (0, 5))  # career wins, and the Trouble from there up
NEUTRAL_TROUBLE = 7
BEST_TROUBLE = 10  # of the riders whom the rulebook puts at the very top
GOOD_SHARE = 20.0


def win_share(facts: Mapping[str, Any]) -> float | None:
    """Wins in 100 mounts: counted where both are known, else as the source gives them."""
    mounts, wins = facts["career_mounts"], facts["career_wins"]
    if mounts and wins is not None:
        return float(100 * wins / mounts)
    given = facts["win_pct"]
    return None if given is None else float(given)


def ride(facts: Mapping[str, Any], quoted: int | None) -> Worked:
    """Ride, -2 to 2. The top value is the rulebook's to give: `quoted` is what it says of this rider."""
    if quoted is not None:
        return Worked("ride", quoted, "the rulebook says so (page 5)")
    share = win_share(facts)
    if HALL_OF_FAME in (facts["notable"] or "").lower():
        return Worked("ride", 1, "Hall of Fame")
    if share is None:
        return Worked("ride", 0, "neither the share of wins nor a Hall of Fame known", neutral=True)
    value = next((value for least, value in RIDE_FROM if share >= least), LOWEST_RIDE)
    return Worked("ride", value, f"won {share:.1f} % of its mounts")


def trouble(facts: Mapping[str, Any], quoted: int | None) -> Worked:
    """Trouble, 2 to 12."""
    if quoted is not None:
        return Worked("trouble", BEST_TROUBLE, "at the very top with the Ride that the rulebook gives")
    wins, share = facts["career_wins"], win_share(facts)
    if wins is None:
        return Worked("trouble", NEUTRAL_TROUBLE, "career wins not known", neutral=True)
    value = next(value for least, value in TROUBLE_FROM if wins >= least)
    good = share is not None and share >= GOOD_SHARE
    top = TROUBLE_FROM[0][1]
    why = f"{wins} wins" + (f", {share:.1f} % of the mounts" if good else "")
    return Worked("trouble", min(value + good, top), why)
