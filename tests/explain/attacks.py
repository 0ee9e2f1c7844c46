"""A card and charts on which every text is an attack on a page that shows it."""

from fractions import Fraction

import attrs
import topstretch as ts

from rules.making import entry

EVIL = "<script>alert(1)</script>"
QUOTES = "\"'><img src=x onerror=alert(2)>"


def evil_card() -> ts.RaceCard:
    """A card on which every text is an attack."""
    first = {"name": EVIL, "jockey": EVIL, "odds": Fraction(7, 2)}
    second = {"name": QUOTES, "jockey": QUOTES, "odds": Fraction(3)}
    entries = (entry(1, first), entry(2, second), entry(3, {"name": "]]></script><script>", "odds": Fraction(9)}))
    return ts.RaceCard(EVIL, 8, "dirt", "fast", entries, date=EVIL, track=QUOTES, source=EVIL)


def evil_charts() -> ts.ChartSet:
    """Charts whose name, edition and reasons are attacks."""
    return attrs.evolve(ts.load_charts(), name=EVIL, edition=QUOTES, trouble_reasons=(EVIL,) * 11)
