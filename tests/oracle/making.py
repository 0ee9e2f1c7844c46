"""Race cards and dice for the oracle's own tests."""

import csv
from fractions import Fraction
from pathlib import Path

from oracle import charts as chart_files
from oracle import race

DATA = Path(__file__).parents[2] / "data"
# Charts as they stood when the expectations were worked out by hand, so that a recalibration does not touch them.
CHARTS = chart_files.load(Path(__file__).parents[1] / "golden" / "charts")


def packaged(name: str) -> dict:
    """A packaged race as the oracle takes it."""
    lines = (DATA / "races" / f"{name}.csv").read_text(encoding="utf-8").splitlines()
    head = dict(line[2:].split(": ", 1) for line in lines if line.startswith("#"))
    card = {"surface": head["surface"], "condition": head["condition"]}
    card["distance"] = Fraction(head["distance"])
    card["runners"] = []
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        runner = {name: row[name] for name in ("horse", "jockey", "form")}
        for name in ("post", "power", "wet", "pace", "speed", "trip", "wire", "ride", "trouble"):
            runner[name] = int(row[name])
        runner["class_"], runner["adj_power"] = int(row["class"]), None
        runner["range_low"] = Fraction(row["range_low"])
        runner["range_high"] = Fraction(row["range_high"])
        card["runners"].append(runner)
    return card


def small_card(*changes: dict, distance: str = "8", **track: str) -> dict:
    """Runners alike but for the changes given, one dict a runner."""
    card = {"distance": Fraction(distance), "surface": "dirt", "condition": "fast"} | track
    plain = {"jockey": "J", "power": None, "adj_power": 20, "wet": 0, "pace": 4, "form": "A"}
    plain |= {"range_low": Fraction(7), "range_high": Fraction(9), "trouble": 7}
    plain |= {"class_": 0, "speed": 0, "trip": 0, "wire": 0, "ride": 0}
    card["runners"] = [
        plain | {"post": post, "horse": f"H{post}"} | change for post, change in enumerate(changes, start=1)
    ]
    return card


def two(roll: str, post: int | None, total: int) -> dict:
    """A roll of two dice by its total."""
    red = max(1, total - 6)
    return {"roll": roll, "post": post, "red": red, "white": total - red}


def dice(roll: str, post: int | None, red: int, white: int | None = None) -> dict:
    """A roll by its faces."""
    return {"roll": roll, "post": post, "red": red, "white": white}


def each(roll: str, totals: list[int]) -> list[dict]:
    """The same roll for post 1, 2, 3 and so on."""
    return [two(roll, post, total) for post, total in enumerate(totals, start=1)]


def quick(card: dict, *log: dict, target: str = "figure") -> dict:
    """Quickplay with form and final speed rolls of 7 wherever the log has none."""
    rolls = {(row["roll"], row["post"]): row for row in log}
    rolls.setdefault(("pace", None), two("pace", None, 7))
    rolls.setdefault(("race_factors", None), dice("race_factors", None, 1, 6))
    for runner in card["runners"]:
        post = runner["post"]
        rolls.setdefault(("form", post), two("form", post, 7))
        trouble = rolls.get(("trouble", post))
        if trouble is None or trouble["red"] + trouble["white"] not in (2, 3, 12):
            rolls.setdefault(("final_speed", post), two("final_speed", post, 7))
    return race.run(card, list(rolls.values()), CHARTS, "quickplay", target)


def column(result: dict, name: str) -> list:
    """One column of the sheet, in post order."""
    return [row[name] for row in result["rows"]]


def champagne() -> tuple[dict, list[dict]]:
    """The rulebook's run; what it does not tell (the stretch) is ours."""
    log = each("break", [4, 3, 6, 9, 6, 4]) + each("setup", [5, 10, 4, 10, 3, 2])
    log += [dice("race_pace", None, 4)] + each("form", [6, 10, 6, 7, 7, 5])
    log += [dice("race_factors", None, 2, 1)] + each("final_speed", [7] * 6)
    log += [two("photo", 3, 8), two("photo", 4, 6), two("photo", 6, 6)]
    return packaged("champagne-2009"), log
