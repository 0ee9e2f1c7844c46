"""Hypothesis strategies for cards and races of the engine."""

import attrs
import numpy as np
import topstretch as ts
from hypothesis import strategies as st

from rules.making import PLAIN

RATINGS = {
    "power_dirt": st.integers(0, 29), "power_turf": st.integers(0, 29), "wet": st.integers(0, 3), "pace": st.integers(0, 9),
    "form": st.sampled_from("ABCDE"), "trip": st.integers(-3, 3), "class_": st.integers(-3, 3), "speed": st.integers(-3, 3),
    "wire": st.integers(0, 9),
}  # fmt: skip
QUARTERS = st.integers(20, 64).map(lambda quarters: quarters / 4)  # 5 to 16 furlongs
CONDITIONS = {surface: ts.load_charts().conditions(ts.Surface(surface)) for surface in ("dirt", "turf", "synthetic")}
SEEDS = st.integers(0, 2**63 - 1)
VERSIONS = st.sampled_from(["quickplay", "fullplay"])
RULES = st.sampled_from([ts.Rules(), ts.Rules(factor_target="dice")])
# Charts by which every horse goes to Trouble, so that outs and disqualifications are in nearly every race.
TROUBLED = attrs.evolve(
    ts.load_charts(), name="troubled", form_trouble=np.ones((11, 5)), position_trouble=np.ones((11, 5))
)
CHARTS = st.sampled_from([ts.load_charts(), TROUBLED])
ODDS = st.none() | st.fractions(min_value="1/20", max_value=200, max_denominator=20)


@st.composite
def horses(draw, name="Horse"):
    """A horse with every rating anywhere in its range."""
    ends = sorted([draw(QUARTERS), draw(QUARTERS)])
    values = {rating: draw(strategy) for rating, strategy in RATINGS.items()}
    return ts.Horse(name, **{**PLAIN, **values, "range_low": ends[0], "range_high": ends[1]})


@st.composite
def jockeys(draw, name="Jockey"):
    """A jockey with both ratings anywhere in their ranges."""
    return ts.Jockey(name, draw(st.integers(-2, 2)), draw(st.integers(2, 12)))


@st.composite
def cards(draw, most=8):
    """A card of 2 to `most` runners on any posts, and up to three scratched ones."""
    runners, scratched = draw(st.integers(2, most)), draw(st.integers(0, 3))
    count = runners + scratched
    posts = draw(st.lists(st.integers(1, 99), min_size=count, max_size=count, unique=True))
    entries = tuple(
        ts.Entry(
            post,
            draw(horses(f"Horse {post}")),
            draw(jockeys(f"Jockey {post}")),
            odds=draw(ODDS),
            scratched=i < scratched,
        )
        for i, post in enumerate(posts)
    )
    surface = draw(st.sampled_from(["dirt", "turf", "synthetic"]))
    return ts.RaceCard("Property", draw(QUARTERS), surface, draw(st.sampled_from(CONDITIONS[surface])), entries)


@st.composite
def races(draw, most=8):
    """A card with what else makes a race of it."""
    seeds = {"seed": draw(SEEDS), "race": draw(SEEDS)}
    return draw(cards(most)), {"version": draw(VERSIONS), "rules": draw(RULES), "charts": draw(CHARTS), **seeds}
