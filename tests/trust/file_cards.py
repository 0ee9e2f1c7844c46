"""Race cards, cards of horses and riders, and the facts that these are rated from, as files to hand in."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs
import topstretch as ts
from topstretch import card_files, rating, rating_facts, rosters
from topstretch.columns import Column
from topstretch.console import csv_text
from topstretch.locate import data_dir
from topstretch.scoresheet import LOG_COLUMNS
from topstretch.show.page import race_page, scoresheet_page
from topstretch.tables import compile_tables

from rules.making import card as plain_card
from trust.file_kind import VERSIONS, Kind, Share, again, shortened
from trust.mutating import Good


def big_field(runners: int) -> str:
    """A card of made-up horses with every rating written out."""
    entries = [
        {"form": "ABCDE"[post % 5], "pace": post % 10, "odds": post, "sex": None} for post in range(1, runners + 1)
    ]
    return card_files.card_csv(plain_card(*entries))


def use_card(card: ts.RaceCard, path: Path, share: Share) -> None:
    """The card by the standard charts: races, odds, pages; written, it is the same card again."""
    if share.of(0.15):
        assert ts.load_race(path) == card, "another card without the charts"
    if share.of(0.1):
        for version in VERSIONS:
            sheet = ts.play(
                card, version=version, seed=share.rng.randrange(1000), rules=ts.Rules(allow_same_horse=True)
            )
    if share.of(0.1):
        written = path.with_name("log.csv")
        read = lambda: card_files.read_card(written)  # noqa: E731
        again(path, card_files.card_csv(card), read)
        assert read() == attrs.evolve(card, entries=tuple(plain_entry(e, card) for e in card.entries)), (
            "another card read again"
        )
    if share.of(0.01):
        board = ts.odds(card, seed=1)
        sheet = ts.play(card, version=share.rng.choice(VERSIONS), seed=1, rules=ts.Rules(allow_same_horse=True))
        log = csv_text(sheet.log_rows(), LOG_COLUMNS)
        again(path, log, lambda: ts.play(card, version=sheet.version, dice=ts.ReplayDice(path.with_name("log.csv")),
                                         rules=ts.Rules(allow_same_horse=True)))  # fmt: skip
        race_page(sheet, board, ts.payoffs(sheet, board))
        scoresheet_page(card)
        str(sheet), str(card)
    if share.of(0.01):
        compile_tables(card, "fullplay", ts.load_charts(), ts.Rules())


def plain_entry(entry: ts.Entry, card: ts.RaceCard) -> ts.Entry:
    """An entry with what a card file keeps of it: the ratings, the Power of the race's surface, its own sources."""
    kept = dict.fromkeys(("year", "age", "sex", "overall", "jockey", "power_dirt", "power_turf"))
    if entry.adj_power is None:
        kept["power_turf" if card.surface == "turf" else "power_dirt"] = entry.horse.power(card.surface)
    horse = attrs.evolve(entry.horse, **kept, source=entry.source)
    return attrs.evolve(entry, horse=horse, jockey=attrs.evolve(entry.jockey, source=""))


def read_card(path: Path) -> ts.RaceCard:
    """A card as `card check` reads it."""
    return card_files.read_card(path, ts.load_charts(), ts.Rules())


def use_horses(horses: Sequence[ts.Horse], path: Path, share: Share) -> None:
    """Two of the horses against each other, and the cards written and read again."""
    if share.of(0.15):
        rider = ts.Jockey("Rider", 0, 7)
        for surface in ("dirt", "turf"):
            rated = [one for one in horses if one.power(ts.Surface(surface)) is not None][:24]
            ts.play(ts.RaceCard.from_horses(rated, distance=9, surface=surface, jockeys=[rider] * len(rated)), seed=1,
                    rules=ts.Rules(allow_same_horse=True))  # fmt: skip
    if share.of(0.1):
        made = [rating.RatedHorse(horse, ()) for horse in horses]
        again(path, rating.horse_cards_text(made, ["x.csv"]), lambda: rosters.horse_cards(path.with_name("log.csv")))
        assert rosters.horse_cards(path.with_name("log.csv")) == tuple(horses), "other horses read again"


def use_jockeys(jockeys: rosters.Roster[ts.Jockey], path: Path, share: Share) -> None:
    """The riders up, and their cards written and read again."""
    names = list(jockeys)
    if names and share.of(0.15):
        horses = list(ts.load_horses().values())[: max(2, min(24, len(names)))]
        riders = (list(jockeys.values()) * 2)[: len(horses)]
        ts.play(ts.RaceCard.from_horses(horses, distance=9, jockeys=riders), seed=1)
    if share.of(0.1):
        made = [rating.RatedJockey(jockey, ()) for jockey in jockeys.values()]
        again(path, rating.jockey_cards_text(made, ["x.csv"]), lambda: ts.load_jockeys(path.with_name("log.csv")))
        assert dict(ts.load_jockeys(path.with_name("log.csv"))) == dict(jockeys), "other riders read again"


def roster_kinds() -> list[Kind]:
    """Race cards, and cards of horses and riders."""
    races = [(data_dir("races") / f"{name}.csv").read_text("utf-8") for name in ("champagne-2009", "turf-mile")]
    horses = shortened(data_dir("horses") / "cards.csv", range(0, 60, 11))
    jockeys = shortened(data_dir("jockeys") / "cards.csv", range(8))
    cards = tuple(
        Good.of(text, card_files.COLUMNS) for text in (*races, *races, big_field(4), big_field(3), big_field(24))
    )
    return [
        Kind("race-card", "card.csv", cards, read_card, use_card, 8),
        Kind("horses", "horses.csv", (Good.of(horses, rosters.HORSE_COLUMNS),), rosters.horse_cards, use_horses, 3),
        Kind("jockeys", "jockeys.csv", (Good.of(jockeys, rosters.JOCKEY_COLUMNS),), rosters.read_jockeys, use_jockeys, 2),
    ]  # fmt: skip


def few_facts(folder: Path) -> Path:
    """A file with the facts of some horses, for the files that name horses."""
    path = folder / "facts" / "few.csv"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(FACTS, encoding="utf-8", newline="")
    return path


FACTS = shortened(data_dir("facts") / "horses.csv", range(0, 60, 11), 40)


def use_facts(facts: Sequence[rating_facts.HorseFacts], path: Path, share: Share) -> None:
    """Cards by the facts, written and read again."""
    if share.of(0.4):
        rated = [rating.rate(horse, kind, ts.load_charts()) for horse in facts for kind in ts.Kind]
        again(path, rating.horse_cards_text(rated, ["x.csv"]), lambda: rosters.horse_cards(path.with_name("log.csv")))


def use_rider_facts(facts: Sequence[Any], path: Path, share: Share) -> None:
    """Riders' cards by the facts, written and read again."""
    if share.of(0.4):
        rated = [rating.rate_jockey(row, None) for row in facts]
        again(path, rating.jockey_cards_text(rated, ["x.csv"]), lambda: ts.load_jockeys(path.with_name("log.csv")))


def use_quotes(rows: Sequence[Any], path: Path, share: Share) -> None:
    """Riders' cards with quoted ratings."""
    if share.of(0.05):
        rating.rate_jockeys(data_dir("facts") / "jockeys.csv", quotes=path)


def fact_kinds() -> list[Kind]:
    """What cards are rated from."""
    folder = data_dir("facts")

    def with_feats(path: Path) -> Any:
        return rating_facts.read_horse_facts(few_facts(path.parent.parent), path, None)

    def with_honours(path: Path) -> Any:
        return rating_facts.read_horse_facts(few_facts(path.parent.parent), None, path)

    def good(name: str, columns: Sequence[Column], rows: int) -> tuple[Good]:
        return (Good.of(shortened(folder / f"{name}.csv", range(rows), 40), columns),)

    def named(name: str, columns: Sequence[Column]) -> tuple[Good]:
        known = {row.split(",")[1] for row in FACTS.splitlines()[1:]}
        table = ts.columns.read_table(folder / f"{name}.csv", columns)
        return (
            Good.of(
                shortened(folder / f"{name}.csv", [i for i, r in enumerate(table.rows) if r["horse"] in known], 40),
                columns,
            ),
        )

    return [
        Kind("horse-facts", "facts.csv", (Good.of(FACTS, rating_facts.HORSE_FACT_COLUMNS),),
             rating_facts.read_horse_facts, use_facts, 3),
        Kind("feats", "feats.csv", named("feats", rating_facts.FEAT_COLUMNS), with_feats, use_facts),
        Kind("honours", "honours.csv", named("honours", rating_facts.HONOUR_COLUMNS), with_honours, use_facts),
        Kind("jockey-facts", "riders.csv", good("jockeys", rating_facts.JOCKEY_FACT_COLUMNS, 8), rating_facts.read_jockey_facts,
             use_rider_facts, 2),
        Kind("quotes", "quotes.csv", good("quoted", rating_facts.QUOTED_COLUMNS, 7), rating_facts.quoted, use_quotes),
    ]  # fmt: skip
