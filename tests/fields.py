"""Random fields, chart sets and the oracle's view of a card, for differential tests. Everything hangs on the `random.Random`
that is handed in."""

import csv
import random
import shutil
from fractions import Fraction
from pathlib import Path

import topstretch as ts
from topstretch.locate import data_dir

STANDARD = data_dir("charts") / "standard"
DIRT = ("fast", "wet fast", "good", "muddy", "sloppy", "slow", "heavy")
TURF = ("firm", "good", "yielding", "soft", "heavy")


def random_card(rng: random.Random, runners: int | None = None) -> ts.RaceCard:
    """A card of 2 to 24 runners with every rating anywhere in its range, and now and then a scratch."""
    count = rng.choice([2, 3, 4, 6, 8, 10, 12, 14, 24, rng.randint(2, 24)]) if runners is None else runners
    surface = rng.choice(["dirt", "turf", "synthetic"])
    distance = rng.choice([5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 12, 15.25, 16])
    posts = sorted(rng.sample(range(1, 40), count))
    close = rng.random() < 0.5  # half the fields are bunched, for photos and dead heats
    entries = [random_entry(rng, post, surface, close) for post in posts]
    condition = rng.choice(TURF if surface == "turf" else DIRT)
    card = ts.RaceCard("Random", distance, surface, condition, tuple(entries))
    if count > 2 and rng.random() < 0.3:
        card = card.scratch(rng.choice(posts))
    return card


def random_entry(rng: random.Random, post: int, surface: str, close: bool) -> ts.Entry:
    """A runner; one in ten with an Adjusted Power alone, from below 0 to above 29."""
    low = rng.choice([4, 5, 6, 7.5, 8, 9])
    adjusted = rng.randint(-8, 40) if rng.random() < 0.1 else None
    power = rng.randint(14, 16) if close else rng.randint(0, 29)
    horse = ts.Horse(
        f"Horse {post}",
        power_turf=power if surface == "turf" and adjusted is None else None,
        power_dirt=power if surface != "turf" and adjusted is None else None,
        range_low=low if adjusted is None else None,
        range_high=low + rng.choice([0, 0.5, 1, 2.25, 4]) if adjusted is None else None,
        wet=rng.randint(0, 3) if adjusted is None else 0,
        pace=rng.randint(0, 9),
        form=rng.choice("ABCDE"),
        trip=rng.randint(-3, 3),
        class_=rng.randint(-3, 3),
        speed=rng.randint(-3, 3),
        wire=4 if close else rng.randint(0, 9),
    )
    jockey = ts.Jockey(f"Jockey {post}", 0 if close else rng.randint(-2, 2), rng.randint(2, 12))
    return ts.Entry(post, horse, jockey, adj_power=adjusted)


def random_charts(rng: random.Random, folder: Path) -> Path:
    """A legal chart set with many cells changed, some so that trouble, outs and disqualifications are common."""
    folder.mkdir(parents=True)
    for path in STANDARD.glob("*.csv"):
        shutil.copy(path, folder)
    change(rng, folder, "form", lambda cell, row, name: f"{rng.randint(-9, 6):+d}" + mark(rng, cell))
    change(rng, folder, "final_speed", lambda cell, row, name: str(min(195, max(5, int(cell) + rng.randint(-3, 3)))))
    change(rng, folder, "pace_scenario", lambda cell, row, name: rng.choice(["Slow", "Fast", ""]))
    change(rng, folder, "pace_effects_quickplay", lambda cell, row, name: str(rng.randint(-4, 4)))
    change(rng, folder, "break_segment", lambda cell, row, name: str(max(0, int(cell) + rng.randint(-4, 4))))
    change(rng, folder, "pace_setup", lambda cell, row, name: str(rng.randint(-3, 3)))
    change(rng, folder, "odds_codes", lambda cell, row, name: rng.choice(["Fav", "A", "B", "C", "D", "E"]))
    change(rng, folder, "race_factors", lambda cell, row, name: rng.choice(FACTOR_CELLS[name]))
    positions = {}  # a t of Pos and Power agree

    def position(cell: str, row: str, name: str) -> str:
        form = name.split(maxsplit=1)[0]
        t = positions.setdefault((row, form), mark(rng, cell))
        return f"{rng.randint(-6, 6):+d}" + t

    change(rng, folder, "race_position", position)
    change_trouble(rng, folder)
    return folder


FACTOR_CELLS = {"red": ["Class", "Speed", "Trip"], "white": ["Ride", ""]}
OUTCOMES = ["out", "disqualified", "test: disqualified", "test: power", "nothing"]


def mark(rng: random.Random, cell: str) -> str:
    """The t of a cell, and now and then one more."""
    return "t" if cell.endswith("t") or rng.random() < 0.25 else ""


def change(rng: random.Random, folder: Path, name: str, make) -> None:
    """Write the chart again with each cell made anew, most of the time."""
    path = folder / f"{name}.csv"
    head = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    body = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    rows = list(csv.reader(body))
    if rng.random() < 0.2:
        return
    header = rows[0]
    changed = [[row[0], *(make(cell, row[0], column) for cell, column in zip(row[1:], header[1:]))] for row in rows[1:]]
    path.write_text("\n".join([*head, ",".join(header), *(",".join(row) for row in changed)]) + "\n", encoding="utf-8")


def change_trouble(rng: random.Random, folder: Path) -> None:
    """Any outcome on any roll; in one set of six every horse is out, in one every horse is disqualified."""
    everyone = rng.choice(["out", "disqualified", None, None, None, None])
    lines = ["roll,outcome,reason,power"]
    for roll in range(2, 13):
        outcome = everyone or rng.choice(OUTCOMES)
        reason = "went home" if outcome == "out" else ""
        power = f"-{rng.randint(1, 9)}" if outcome == "test: power" else ""
        lines.append(f"{roll},{outcome},{reason},{power}")
    (folder / "trouble.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if everyone:
        for name in ("form", "race_position"):
            change(rng, folder, name, lambda cell, row, column: cell.removesuffix("t") + "t")


def for_oracle(card: ts.RaceCard) -> dict:
    """A card as the oracle takes it."""
    runners = []
    for entry in card.starters:
        horse, jockey = entry.horse, entry.jockey
        known = horse.range_low is not None
        runners.append(
            {
                "post": entry.post,
                "horse": horse.name,
                "jockey": jockey.name,
                "power": None if entry.adj_power is not None else horse.power(card.surface),
                "adj_power": entry.adj_power,
                "range_low": Fraction(horse.range_low) if known else Fraction(0),
                "range_high": Fraction(horse.range_high) if known else Fraction(99),
                "wet": horse.wet,
                "pace": horse.pace,
                "form": str(horse.form),
                "class_": horse.class_,
                "speed": horse.speed,
                "trip": horse.trip,
                "wire": horse.wire,
                "ride": jockey.ride,
                "trouble": jockey.trouble,
            }
        )
    return {
        "distance": Fraction(card.distance),
        "surface": str(card.surface),
        "condition": card.condition,
        "runners": runners,
    }
