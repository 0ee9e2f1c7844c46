"""Random races of every kind, replayed through the plain oracle from their dice logs, column by column."""

import random

import pytest
import topstretch as ts

from differential.judge import judge, judge_money
from fields import STANDARD, random_card, random_charts

VERSIONS = ("quickplay", "fullplay")
MUST_BE_SEEN = (
    "match race", "24 runners", "dead heat", "several disqualified", "all disqualified", "out", "all out",
    "power below 0", "power above 29", "factor on the dice", "winner disqualified", "sprint", "scratch",
)  # fmt: skip


def run_and_judge(rng: random.Random, charts, rounds: int) -> list[ts.Scoresheet]:
    sheets = []
    loaded = ts.load_charts(charts)
    for _ in range(rounds):
        card = random_card(rng)
        rules = ts.Rules(factor_target=rng.choice(["figure", "dice"]))
        seed, number = rng.getrandbits(40), rng.randrange(10**6)
        sheet = ts.play(card, version=rng.choice(VERSIONS), seed=seed, race=number, rules=rules, charts=loaded)
        judge(sheet, charts)
        odds = ts.odds(card, seed=seed, race=number, charts=loaded)
        judge_money(sheet, odds, ts.payoffs(sheet, odds, charts=loaded), charts)
        again = ts.play(card, version=sheet.version, dice=ts.ReplayDice(sheet.dice_log()), rules=rules, charts=loaded)
        assert again == sheet
        sheets.append(sheet)
    return sheets


def kinds(sheet: ts.Scoresheet) -> set[str]:
    """What is special about a race, to show that the random ones hold every kind."""
    dq = sum(line.status.startswith("disqualified") for line in sheet.lines)
    places = [line.place for line in sheet.finishers]
    found = {
        "match race": len(sheet.lines) == 2,
        "24 runners": len(sheet.lines) == 24,
        "dead heat": len(set(places)) < len(places),
        "triple dead heat": any(places.count(place) >= 3 for place in places),
        "photo of three": any(
            sum(other.figure == line.figure for other in sheet.finishers) >= 3 for line in sheet.finishers
        ),
        "disqualified": dq == 1,
        "several disqualified": dq >= 2,
        "all disqualified": dq == len(sheet.finishers) > 0,
        "out": len(sheet.finishers) < len(sheet.lines),
        "all out": not sheet.finishers,
        "power below 0": any(line.final_power is not None and line.final_power < 0 for line in sheet.lines),
        "power above 29": any(line.final_power is not None and line.final_power > 29 for line in sheet.lines),
        "factor on the dice": sheet.rules.factor_target == "dice",
        "winner disqualified": any(line.wire_place == 1 and (line.place or 0) > 1 for line in sheet.lines),
        "sprint": not sheet.card.is_route,
        "scratch": len(sheet.card.entries) > len(sheet.lines),
    }
    return {name for name, there in found.items() if there}


@pytest.mark.parametrize("seed", range(4))
def test_standard_charts(seed):
    run_and_judge(random.Random(f"standard {seed}"), STANDARD, 40)


def test_charts_of_every_sort(tmp_path):
    rng = random.Random("charts")
    seen: set[str] = set()
    for number in range(24):
        charts = random_charts(rng, tmp_path / str(number))
        for sheet in run_and_judge(rng, charts, 8):
            seen |= {f"{sheet.version}: {kind}" for kind in kinds(sheet)}
    for version in VERSIONS:
        for kind in MUST_BE_SEEN:
            assert f"{version}: {kind}" in seen, (version, kind)
