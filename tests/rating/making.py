"""Facts made up for tests, and what the packaged cards and the page of the hundred have to say."""

import re
import sys
from collections import Counter
from pathlib import Path

from topstretch.hundred import sense_check, sense_text
from topstretch.locate import data_dir
from topstretch.rating import horse_cards_text, jockey_cards_text, neutral_counts, rate_horses, rate_jockeys
from topstretch.rating_facts import Feat, Honour, HorseFacts
from topstretch.rating_method import method_text
from topstretch.ratings import Kind
from topstretch.rosters import load_horses

PAGE = Path(__file__).parents[2] / "docs" / "the-hundred.md"
PLAIN = {
    "name": "Plain Jane",
    "sex": "colt",
    "level": "champion",
    "career_starts": 19,
    "career_wins": 10,
    "career_seconds": 4,
    "career_thirds": 2,
    "oldest_age_stakes_win": 4,
    "best_year": 1980,
    "age_best_year": 3,
    "best_year_starts": 10,
    "best_year_wins": 7,
    "best_year_seconds": 1,
    "best_year_thirds": 1,
    "best_year_jockey": "Eddie Arcaro",
    "career_main_jockey": "Ted Atkinson",
    "raced_dirt": "yes",
    "raced_turf": "no",
    "best_year_raced_dirt": "yes",
    "best_year_raced_turf": "no",
    "shortest_major_win_furlongs": 8.0,
    "longest_major_win_furlongs": 12.0,
    "best_year_shortest_win_furlongs": 8.0,
    "best_year_longest_win_furlongs": 10.0,
    "running_style": "stalker",
    "off_track_form": "neutral",
}


def facts(feats=(), honours=(), **changes):
    """A horse's facts, plain but for the changes."""
    return HorseFacts(PLAIN | changes, tuple(feats), tuple(honours))


def period(kind="best-year", feats=(), honours=(), **changes):
    """The facts of one card of a horse, plain but for the changes."""
    return facts(feats, honours, **changes).period(Kind(kind))


def feat(record="world", distance=9.0, year=1980):
    return Feat("Plain Jane", year, distance, 105.4, "dirt", record, "a race")


def honour(what, value=None, year=1980, note="a note"):
    return Honour("Plain Jane", year, what, value, note, "facts")


def facts_text(rows, columns=None):
    """A fact file as text; an empty cell for what a row does not say."""
    names = columns or list(PLAIN)
    return "\n".join([",".join(names), *(",".join(str(row.get(name) or "") for name in names) for row in rows)]) + "\n"


# --- what is made from the packaged facts: cards, and the blocks of the page ---


def horse_cards():
    return horse_cards_text(rate_horses(), ["horses.csv", "feats.csv", "honours.csv"])


def jockey_cards():
    return jockey_cards_text(rate_jockeys(), ["jockeys.csv", "quoted.csv"])


def neutral_table():
    """The count of neutral values as the page has it."""
    lines = ["| rating | best-year | career |", "| --- | --- | --- |"]
    lines += [f"| {row['rating']} | {row['best-year']} | {row['career']} |" for row in neutral_counts(rate_horses())]
    riders = [f"{row['rating']} {row['riders']}" for row in neutral_counts(rate_jockeys())]
    return "\n".join([*lines, "", f"Riders: {', '.join(riders)} of {len(rate_jockeys())}."])


def printed(senses):
    return "```text\n" + "\n\n".join(sense_text(one) for one in senses) + "\n```"


def cards_table():
    """How many cards of each kind have which Power (the higher one), and how the two cards of a horse compare."""
    rosters = {str(kind): load_horses(kind) for kind in Kind}
    powers = {kind: {card.name: max(card.power_dirt or 0, card.power_turf or 0) for card in roster.values()}
              for kind, roster in rosters.items()}  # fmt: skip
    found = sorted({power for of_kind in powers.values() for power in of_kind.values()})
    lines = ["| Power | " + " | ".join(map(str, found)) + " |", "| --- |" + " --- |" * len(found)]
    for kind, of_kind in powers.items():
        counts = Counter(of_kind.values())
        lines.append(f"| {kind} cards | " + " | ".join(str(counts[power]) for power in found) + " |")
    best, career = powers.values()
    better = sum(best[name] > career[name] for name in best)
    worse = [name for name in best if best[name] < career[name]]
    level = len(best) - better - len(worse)
    return "\n".join(
        [*lines, "", f"Best-year card higher: {better}; level: {level}; career card higher: {', '.join(worse)}."]
    )


BLOCKS = {
    "cards": cards_table,
    "method": method_text,
    "neutral": neutral_table,
    "sense": lambda: printed(sense_check(kind) for kind in Kind),
}


def block_of(page, name):
    """A block of the page: what stands between its two marks."""
    return re.search(rf"<!-- {name} -->\n(.*?)\n<!-- /{name} -->", page, re.DOTALL).group(1)


def refreshed(page):
    """The page with every block made anew."""
    for name, make in BLOCKS.items():
        start, end = f"<!-- {name} -->\n", f"\n<!-- /{name} -->"
        page = page[: page.index(start) + len(start)] + make() + page[page.index(end) :]
    return page


if __name__ == "__main__":  # writes the cards, then the page: `python tests/rating/making.py` from the checkout
    (data_dir("horses") / "cards.csv").write_text(horse_cards(), encoding="utf-8")
    (data_dir("jockeys") / "cards.csv").write_text(jockey_cards(), encoding="utf-8")
    PAGE.write_text(refreshed(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    sys.stdout.write(f"cards and {PAGE.name} written\n")
