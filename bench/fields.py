"""The fields that are timed."""

import random

import topstretch as ts


def field_of(runners: int) -> ts.RaceCard:
    """A route with `runners` made-up horses of every Pace and Form, close together; the same on every machine."""
    rng = random.Random(f"bench {runners}")  # noqa: S311  a fixed field, not a secret
    entries = []
    for post in range(1, runners + 1):
        horse = ts.Horse(
            f"Horse {post}",
            power_dirt=rng.randint(14, 20),
            range_low=8,
            range_high=10,
            wet=0,
            pace=rng.randint(0, 9),
            form=rng.choice("ABCDE"),
            trip=rng.randint(-3, 3),
            class_=rng.randint(-3, 3),
            speed=rng.randint(-3, 3),
            wire=rng.randint(0, 9),
        )
        entries.append(ts.Entry(post, horse, ts.Jockey(f"Jockey {post}", rng.randint(-2, 2), rng.randint(4, 10))))
    return ts.RaceCard(f"A field of {runners}", 9, "dirt", "fast", tuple(entries))
