"""Random fields, chart sets and the oracle's view of a card, for differential tests. Everything hangs on the `random.Random`
that is handed in."""

import csv
import random
import shutil
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import attrs
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


# Fields and charts for the long proofs: every size, every track, every chart.

TRACKS = tuple(
    (surface, condition)
    for surface, conditions in (("dirt", DIRT), ("turf", TURF), ("synthetic", DIRT))
    for condition in conditions
)
STYLES = ("apart", "close", "alike", "alike", "alike", "beyond")  # of those alike many are level at the wire


def any_card(
    rng: random.Random, runners: int, track: tuple[str, str], span: tuple[float, float], *, twins: bool = False
) -> ts.RaceCard:
    """A card of so many runners, scratched ones besides, over a distance in `span`; `twins`: two cards of one horse."""
    surface, condition = track
    style = rng.choice(STYLES)
    scratched = min(rng.choice([0, 0, 0, 1, 2, 8]), 32 - runners)
    posts = sorted(rng.sample(range(1, 100), runners + scratched))
    gone = rng.sample(posts, scratched)
    entries = [attrs.evolve(e, scratched=e.post in gone) for e in any_entries(rng, posts, surface, style)]
    if twins:
        first, second = rng.sample([i for i, entry in enumerate(entries) if not entry.scratched], 2)
        entries[second] = attrs.evolve(
            entries[second], horse=attrs.evolve(entries[second].horse, name=entries[first].horse.name)
        )
    if rng.random() < 0.5:
        entries = [attrs.evolve(entry, odds=real_odds(rng)) for entry in entries]
    quarters = rng.randint(round(4 * span[0]), round(4 * span[1]))
    distance = rng.choice([quarters / 4, quarters / 4, min(span[1], quarters // 4 + rng.randint(0, 999) / 1000)])
    return ts.RaceCard(f"Random, {style}", max(span[0], distance), surface, condition, tuple(entries))


def any_entries(rng: random.Random, posts: list[int], surface: str, style: str) -> Iterator[ts.Entry]:
    """Entries of a style: apart, close together, alike but for their names, or with Adjusted Power of any size."""
    like = random_entry(rng, 1, surface, close=True)
    for post in posts:
        entry = random_entry(rng, post, surface, close=style == "close")
        if style == "alike":
            entry = attrs.evolve(like, post=post, horse=attrs.evolve(like.horse, name=f"Horse {post}"))
        if style == "beyond" and rng.random() < 0.7:
            entry = attrs.evolve(entry, adj_power=rng.choice([rng.randint(-30, 3), rng.randint(26, 60)]))
        yield entry


def real_odds(rng: random.Random) -> Fraction | str | None:
    """Odds as a card may have them: on the payoff chart or off it, or not known."""
    return rng.choice([None, "7-2", "8-5", "40-1", Fraction(rng.randint(1, 2000), 20), Fraction(rng.randint(1, 99), 7)])


def any_charts(rng: random.Random, folder: Path, *, level: bool = False) -> Path:
    """A legal chart set in which every chart may be another: bands, times, odds, payoffs and all. `level`: most of these
    have one figure for every roll."""
    random_charts(rng, folder)
    if level or rng.random() < 0.4:
        step = 196 if level else rng.choice([10, 20, 196])  # 196: every figure is 5
        change(rng, folder, "final_speed", lambda cell, row, name: str(max(5, int(cell) // step * step)))
    write_bands(rng, folder, "race_pace", rng.randint(10, 60), lambda: race_pace_line(rng))
    write_bands(
        rng, folder, "pace_effects_fullplay", rng.randint(0, 30), lambda: [str(rng.randint(-5, 5)) for _ in "SF"]
    )
    write_bands(rng, folder, "odds_codes", 0, lambda: [rng.choice(["Fav", "A", "B", "C", "D", "E"]) for _ in range(4)])
    change(
        rng,
        folder,
        "odds",
        lambda cell, row, name: rng.choice([cell, f"{rng.randint(1, 99)}-5", f"{rng.random() * 90 + 0.1:.2f}"]),
    )
    change(
        rng, folder, "payoffs", lambda cell, row, name: rng.choice(["0.00", cell, f"{rng.randint(0, 4000) / 20:.2f}"])
    )
    change(
        rng, folder, "track_conditions", lambda cell, row, name: str(-rng.randint(0, 3)) if name == "power" else cell
    )
    change(rng, folder, "distance", lambda cell, row, name: str(-rng.randint(0, 12)))
    change(rng, folder, "lengths", lambda cell, row, name: f"{rng.uniform(0.3, 6):.2f}")
    change(
        rng, folder, "final_time", lambda cell, row, name: cell if name == "figure" else f"{rng.uniform(20, 300):.2f}"
    )
    if rng.random() < 0.3:
        stretch(folder)
    if rng.random() < 0.1:
        few_finish(rng, folder)
    return folder


def few_finish(rng: random.Random, folder: Path) -> None:
    """Every horse goes to Trouble, most of the time, where five of six are out."""
    lines = [f"{roll},out,went home," if 4 <= roll <= 10 else f"{roll},nothing,," for roll in range(2, 13)]
    (folder / "trouble.csv").write_text("roll,outcome,reason,power\n" + "\n".join(lines) + "\n", encoding="utf-8")
    for name in ("form", "race_position"):
        change(rng, folder, name, lambda cell, row, column: cell.removesuffix("t") + "t")


def write_bands(rng: random.Random, folder: Path, name: str, low: int, make) -> None:
    """Write a chart of bands again, most of the time: 1 to 8 rows from `low` up, the ends open or not."""
    if rng.random() < 0.2:
        return
    path = folder / f"{name}.csv"
    lines = path.read_text(encoding="utf-8").splitlines()
    text = [line for line in lines if line.startswith("#")]
    text.append(lines[len(text)])
    rows = rng.randint(1, 8)
    for row in range(rows):
        high = low + rng.choice([0, 0, 1, 2, 5])
        label = f"{low}" if low == high else f"{low}-{high}"
        if row == 0 and rows > 1 and name != "odds_codes" and rng.random() < 0.7:
            label = f"{high} or less"
        elif row == rows - 1 and rng.random() < 0.7:
            label = f"{low} or more"
        text.append(",".join([label, *make()]))
        low = high + 1
    path.write_text("\n".join(text) + "\n", encoding="utf-8")


def race_pace_line(rng: random.Random) -> list[str]:
    """One pace for all faces of the die, or the faces shared out among two or three."""
    cuts = sorted(rng.sample(range(1, 6), rng.choice([0, 1, 1, 2])))
    edges = [0, *cuts, 6]
    runs = [f"{a + 1}-{b}" if b > a + 1 else str(b) for a, b in zip(edges, edges[1:])]
    if runs == ["1-6"]:
        runs = [rng.choice(["all", "1-6"])]
    line = runs + [""] * (3 - len(runs))
    rng.shuffle(line)
    return line


def stretch(folder: Path) -> None:
    """Let the charts of times and of lengths reach from 2 to 24 furlongs."""
    for name, ends in (
        ("final_time", (",figure,5,", ",figure,2,", ",16\n", ",24\n")),
        ("lengths", ("\n5,", "\n2,", "\n16,", "\n24,")),
    ):
        path = folder / f"{name}.csv"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(ends[0], ends[1], 1).replace(ends[2], ends[3], 1), encoding="utf-8")


# What is special about a race, to count that the random ones hold every kind.


def kinds(sheet: ts.Scoresheet) -> dict[str, bool]:
    """Every kind of race by its name, and whether this is one."""
    return {**kinds_of_card(sheet), **kinds_of_run(sheet), **kinds_of_finish(sheet)}


def kinds_of_card(sheet: ts.Scoresheet) -> dict[str, bool]:
    """By the card and the rules."""
    card, runners = sheet.card, len(sheet.lines)
    starts = [line.start for line in sheet.lines]
    names = {line.horse for line in sheet.lines}
    rated = [entry.horse for entry in card.starters if entry.adj_power is None]
    return {
        "match race (2 runners)": runners == 2,
        "16 runners or more": runners >= 16,
        "24 runners": runners == 24,
        "horses scratched": len(card.entries) > runners,
        "more than 24 entries": len(card.entries) > 24,
        "sprint": card.distance < 8,
        "route": card.distance >= 8,
        "distance outside a Range": any(not h.range_low <= card.distance <= h.range_high for h in rated),
        "Adjusted Power alone on the card": len(rated) < runners,
        "Adjusted Power below 0 at the start": min(starts) < 0,
        "Adjusted Power above 29 at the start": max(starts) > 29,
        "two cards of one horse": len(names) < runners,
        "several favourites": starts.count(max(starts)) > 1,
        "factor on the figure": sheet.rules.factor_target == "figure",
        "factor on the dice": sheet.rules.factor_target == "dice",
    }


def kinds_of_run(sheet: ts.Scoresheet) -> dict[str, bool]:
    """By what happened before the wire."""
    powers = [line.final_power for line in sheet.finishers]
    out = len(sheet.lines) - len(sheet.finishers)
    rolls = {row.post: row.red + row.white for row in sheet.log if row.roll == "final_speed"}
    changed = [rolls[line.post] + line.factor_adj for line in sheet.finishers]
    return {
        **{f"{pace} pace": sheet.pace_of_race == pace for pace in ("Slow", "Normal", "Fast")},
        "Ride counts": sheet.ride_counts,
        "pace decided by a die": any(row.roll == "race_pace" for row in sheet.log),
        "jockey tested in Trouble": any(row.roll == "trouble_test" for row in sheet.log),
        "a horse out": out > 0,
        "every horse out": out == len(sheet.lines),
        "one finisher": len(sheet.finishers) == 1,
        "Adjusted Power below 0 at the final speed": min(powers, default=0) < 0,
        "Adjusted Power above 29 at the final speed": max(powers, default=0) > 29,
        "total changed to below 2 or above 12": sheet.rules.factor_target == "dice"
        and not all(2 <= total <= 12 for total in changed),
    }


def kinds_of_finish(sheet: ts.Scoresheet) -> dict[str, bool]:
    """By the finish and the rulings."""
    finishers = sheet.finishers
    places, as_run, figures = (
        [getattr(line, name) for line in finishers] for name in ("place", "wire_place", "figure")
    )
    fouls = [line for line in finishers if line.status.startswith("disqualified")]
    return {
        "photo": len(set(figures)) < len(figures),
        "photo of three or more": most(figures) >= 3,
        "dead heat": most(places) >= 2,
        "dead heat for the win": places.count(1) >= 2,
        "triple dead heat (three or more at a place)": most(places) >= 3,
        "triple dead heat for the win": places.count(1) >= 3,
        "one disqualified": len(fouls) == 1,
        "several disqualified": len(fouls) >= 2,
        "four or more disqualified": len(fouls) >= 4,
        "every finisher disqualified, two or more": len(fouls) == len(finishers) >= 2,
        "disqualified in a dead heat as run": any(as_run.count(line.wire_place) > 1 for line in fouls),
        "first past the post placed lower": any(line.wire_place == 1 and line.place > 1 for line in fouls),
        "nobody disqualified": bool(finishers) and not fouls,
    }


def most(numbers: list[int]) -> int:
    """How often the most frequent number occurs."""
    return max(map(numbers.count, set(numbers)), default=0)
