"""Random races against the oracle, column by column; simulations and exact chances against single races.

    PYTHONPATH=tests python -m trust.races --races 20000 --workers 1 --write docs/accuracy.md

Everything hangs on one seed, each item of each part on its own number, so that it can be run again alone
(`--only race:17`); a failure tells how. The proof fails where anything differs, and where a kind of race that it claims to
hold was hardly seen.
"""

import argparse
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path
from unittest.mock import patch

import numpy as np
import topstretch as ts
from attrs import evolve
from topstretch.dice import BLOCK

from differential.judge import judge, load
from fields import STANDARD, TRACKS, for_oracle, kinds
from oracle import charts as oracle_charts
from oracle import money
from oracle.charts import odds_to_one
from trust.race_chances import LIMIT, SIMULATED, chances, fractions
from trust.race_counts import tally
from trust.race_items import RULES, SETS, SIZES, VERSIONS, Different, Item, Plan, Seen, loaded, same
from trust.sections import write_section

SEED = 20_261_130
AT_A_TIME, REPLAYED = 50, 5
LEAST, LEAST_OF_A_SIZE, LEAST_OF_A_SET = 400, 40, 1000  # one race in so many, at least
FULLPLAY_ALONE = ("pace decided by a die",)
LATER = (BLOCK - 50, BLOCK, 8 * BLOCK - 50, 8 * BLOCK)  # first races: over the end of a block and of a worker's task
READ_ONCE = lru_cache(1 << 18)(
    Fraction
)  # the oracle reads every text again for every horse: half the time of the proof


# A race against the oracle


def race(plan: Plan, number: int, seen: Seen) -> None:
    """Play a race; put the sheet, the odds and the payoffs to the oracle; replay its log."""
    item = plan.item("race", number)
    card, sheet = item.card, item.play()
    judge(sheet, item.charts)
    seen.counts["cells", "scoresheet"] += sum(len(row) - 1 for row in sheet.rows())  # the odds are compared below
    seen.counts["cells", "calls"] += sum(map(len, sheet.call_rows()))
    seen.counts["cells", "race"] += 5  # pace, factor, Ride, winners, time
    found = kinds(sheet) | bet(item, sheet, seen) | {"standard charts": item.charts == STANDARD}
    seen.counts.update({("kind", name, item.version): int(there) for name, there in found.items()})
    facts = ("runners", len(sheet.lines)), ("track", str(card.surface), card.condition), ("charts", item.charts.name)
    seen.counts.update([*facts, ("version", item.version), ("rules", str(item.rules))])
    if number % REPLAYED == 0:
        again = ts.play(card, dice=ts.ReplayDice(sheet.dice_log()), **item.options)
        same("the race replayed from its log", again, sheet)
        seen.counts["replayed",] += 1
    if item.rules.allow_same_horse:
        try:
            ts.play(card, seed=1, **item.options | {"rules": evolve(item.rules, allow_same_horse=False)})
        except ts.InputError:
            seen.counts["refused",] += 1
        else:
            raise Different("two cards of one horse were not refused")


def bet(item: Item, sheet: ts.Scoresheet, seen: Seen) -> dict[str, bool]:
    """Odds and payoffs against the oracle's, by the charts and by the card's own odds; gives what kinds they were."""
    charts, tables = load(item.charts), loaded(item.charts)
    odds = ts.odds(item.card, seed=item.seed, race=item.race, charts=tables)
    powers = {line.post: line.start for line in sheet.lines}
    rolled = money.odds(for_oracle(item.card), powers, [row.as_dict() for row in odds.log], charts)
    wanted = {post: (code, odds_to_one(text)) for post, (code, text) in rolled.items()}
    same("odds", {line.post: (line.code, line.odds) for line in odds.lines}, wanted)
    column = {row["PP"]: odds_to_one(row["Odds"]) for row in sheet.with_odds(odds.texts).rows()}
    for post, (_, to_1) in wanted.items():
        if abs(column[post] - to_1) > Fraction(1, 200):  # odds off the board are printed to hundredths
            raise Different(f"column Odds of post {post}: found {column[post]}, wanted {to_1}")
    seen.counts["cells", "odds"] += 3 * len(wanted)
    paid = pay(item, sheet, odds, seen)
    real = [entry.odds for entry in item.card.starters if entry.odds is not None]
    paid += pay(item, sheet, ts.odds(item.card, source="real"), seen) if real else []
    priced = {odds_to_one(line["odds"]) for line in charts["payoffs"]}
    return {
        "doubles at the odds": any(row.red == row.white for row in odds.log),
        "real odds on the card": bool(real),
        "real odds of some runners alone": 0 < len(real) < len(sheet.lines),
        "odds off the payoff chart": not {line.odds for line in odds.lines} <= priced,
        "a payoff of $0.00": 0 in paid,
    }


def pay(item: Item, sheet: ts.Scoresheet, odds: ts.Odds, seen: Seen) -> list[Fraction | None]:
    """Payoffs at some odds against the oracle's, where $0.00 is not the same as not paid; gives the amounts."""
    bets = ("win", "place", "show")
    places = {line.post: line.place for line in sheet.finishers if line.place <= len(bets)}
    known = {line.post: line.odds for line in odds.lines if line.odds is not None}
    prices = money.payoffs({post: place for post, place in places.items() if post in known}, known, load(item.charts))
    wanted = {post: (place, *(prices.get(post, {}).get(bet) for bet in bets)) for post, place in places.items()}
    lines = ts.payoffs(sheet, odds, charts=loaded(item.charts)).lines
    same("payoffs", {line.post: (line.finish, *(getattr(line, bet) for bet in bets)) for line in lines}, wanted)
    seen.counts["cells", "payoffs"] += 3 * len(wanted)
    return [amount for _, *amounts in wanted.values() for amount in amounts]


# Running the parts

PARTS: dict[str, tuple[Callable, int]] = {  # how to compare an item, and one item for how many races
    "race": (race, 1),
    "tally": (tally, 100),
    "later": (partial(tally, part="later", first=LATER), 1000),
    "whole": (partial(tally, part="whole", races=BLOCK + 100), 10_000),
    "chances": (chances, 400),
    "fractions": (fractions, 250),
}


def run(plan: Plan, part: str, numbers: Iterable[int]) -> Seen:
    """Compare some items of a part; whatever goes wrong is a failure of its item."""
    seen = Seen()
    with patch.object(oracle_charts, "Fraction", READ_ONCE):
        for number in numbers:
            try:
                PARTS[part][0](plan, number, seen)
                seen.counts["items", part] += 1
            except Exception as error:
                seen.failures.append(told(plan, part, number, error))
    return seen


def told(plan: Plan, part: str, number: int, error: Exception) -> str:
    """A failure: the item, what differs, and how to see it again."""
    again = f"python -m trust.races --seed {plan.seed} --sets {plan.sets} --charts FOLDER --only {part}:{number}"
    try:
        item = str(plan.item(part, number))
    except Exception:  # then this is what failed
        item = f"{part} {number}"
    return f"{item}\n    {type(error).__name__}: {error}\n    again: PYTHONPATH=tests {again}"


def run_all(plan: Plan, races: int, workers: int) -> Seen:
    """Compare every item of every part, some at a time."""
    seen = Seen()
    for number in range(plan.sets):
        plan.charts(number)
    for part, (_, races_an_item) in PARTS.items():
        start, items = time.perf_counter(), races // races_an_item
        chunks = [range(first, min(first + AT_A_TIME, items)) for first in range(0, items, AT_A_TIME)]
        work = partial(run, plan, part)
        with ProcessPoolExecutor(workers) if workers > 1 else nullcontext() as pool:
            for found in pool.map(work, chunks) if pool else map(work, chunks):
                seen.add(found)
                sys.stderr.writelines(f"{failure}\n" for failure in found.failures)
        seen.largest["seconds", part] = time.perf_counter() - start
        sys.stderr.write(
            f"{part}: {items} items, {len(seen.failures)} failures, {seen.largest['seconds', part]:.0f} s\n"
        )
    return seen


def shortfalls(seen: Seen, plan: Plan, races: int) -> list[str]:
    """What was hardly seen."""
    wanted = {key: races // LEAST for key in seen.counts if key[0] == "kind"}
    wanted |= {("runners", size): races // LEAST_OF_A_SIZE for size in SIZES}
    wanted |= {("track", *track): races // LEAST_OF_A_SIZE for track in TRACKS}
    wanted |= {("charts", plan.name(number)): races // LEAST_OF_A_SET for number in range(plan.sets)}
    wanted |= {("rules", str(rules)): races // 5 for rules in RULES}
    wanted |= dict.fromkeys((("kind", name, "quickplay") for name in FULLPLAY_ALONE), 0)
    hardly = {key: least for key, least in wanted.items() if seen.counts[key] < least}
    return [
        f"{': '.join(map(str, key))}: seen {seen.counts[key]} times, wanted {least}" for key, least in hardly.items()
    ]


# The section


def counted(seen: Seen, name: str) -> dict:
    """The counts of a name, by what follows it."""
    return {key[1:]: number for key, number in seen.counts.items() if key[0] == name}


def least(seen: Seen, name: str) -> str:
    """How many there are of a name, and the smallest count of them."""
    found = counted(seen, name).values()
    return f"{len(found)}, each at least {min(found, default=0):,} times"


def of_races(seen: Seen) -> str:
    """What is told of the races."""
    counts = seen.counts
    sets = sum(number for (name,), number in counted(seen, "charts").items() if name != STANDARD.name)
    return f"""**Races, odds and payoffs** ({seconds(seen, "race")}): {counts["items", "race"]:,} races,
{counts["version", "quickplay"]:,} of Quickplay and {counts["version", "fullplay"]:,} of Fullplay, at least
{min(counted(seen, "runners").values(), default=0):,} for each number of runners from 2 to 24. Surfaces with a condition:
{least(seen, "track")}; settings of the house rules: {least(seen, "rules")}; chart sets, the standard one and random legal
ones: {least(seen, "charts")}, the random ones in {sets:,} races. Compared were {counts["cells", "scoresheet"]:,} cells of
scoresheets, {counts["cells", "calls"]:,} of calls, {counts["cells", "race"]:,} facts of the whole race (pace, factor, Ride,
winners, time), {counts["cells", "odds"]:,} cells of odds, and {counts["cells", "payoffs"]:,} of payoffs by the charts' odds and
by real ones. {counts["replayed",]:,} races were run again from their dice logs. {counts["refused",]:,} cards with two cards of
one horse ran by the house rule and were refused without it."""


def of_simulations(seen: Seen) -> str:
    """What is told of the simulations."""
    counts = seen.counts
    time_of = ", ".join(seconds(seen, part) for part in ("tally", "later", "whole"))
    starts = ", ".join(f"{start:,}" for start in LATER)
    return f"""**Counts of simulations** ({time_of}): {counts["items", "tally"]:,} cards of 100 races,
{counts["items", "later"]:,} cards of 100 races that start at one of the races {starts} (a block is {BLOCK:,} races), and
{counts["items", "whole"]:,} cards of {BLOCK + 100:,} races. All {counts["sheets",]:,} races were played alone, and
{sum(counted(seen, "counts").values()):,} counts of `simulate`, those of its details among them, are the sums over them."""


def of_chances(seen: Seen) -> str:
    """What is told of the exact chances."""
    counts, largest = seen.counts, seen.largest
    compared = counts["chances",]
    alarms, squares = compared * math.erfc(LIMIT / math.sqrt(2)), counts["squares",] / max(compared, 1)
    return f"""**Exact chances against simulated races** ({seconds(seen, "chances")}): {counts["items", "chances"]:,} fields of
{SIMULATED:,} races, {compared:,} comparisons of counts expected more than 50 times. The largest z-score is
{largest.get("z", 0):.2f}, the limit {LIMIT}, one above which would be expected {alarms:.4f} times; their squares are
{squares:.3f} on average, where right chances have 1. Official place and show are at most
{largest.get("beyond", 0):.2f} standard errors beyond their bound. Nothing happened that has no chance.

**Exact chances against rational numbers** ({seconds(seen, "fractions")}): {counts["items", "fractions"]:,} fields of 2 and 3
runners by {len(counted(seen, "fraction charts"))} chart sets, every way of their dice gone through;
{counts["fractions",]:,} chances. The largest difference is {largest.get("exact", 0):.1e}; official place and show are
within their bound."""


def seconds(seen: Seen, part: str) -> str:
    """How long a part took."""
    return f"{seen.largest['seconds', part]:.0f} s"


def section(seen: Seen, plan: Plan, races: int, workers: int) -> str:
    """The section of docs/accuracy.md: what was compared, how often each kind was seen, and the result."""
    told = "\n\n".join([of_races(seen), of_simulations(seen), of_chances(seen)])
    names = dict.fromkeys(name for name, _ in counted(seen, "kind"))
    rows = [(name, *(f"{seen.counts['kind', name, version]:,}" for version in VERSIONS)) for name in names]
    table = "\n".join(f"| {' | '.join(row)} |" for row in [("kind", "Quickplay", "Fullplay"), ("---",) * 3, *rows])
    return f"""## Random races against the oracle

Made by `PYTHONPATH=tests python -m trust.races --races {races} --workers {workers} --write docs/accuracy.md`, seed
{plan.seed} (numpy {np.__version__}, {os.cpu_count()} cores). The oracle (`tests/oracle`) states the rules a second time, one
horse at a time, and shares no code with the package. Differences found: {len(seen.failures)}.

{told}

How many races there were of each kind; fewer than {races // LEAST} in a version that can have it would be a failure:

{table}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare everything, or one item; 1 where anything differs or was hardly seen."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--races", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--sets", type=int, default=SETS, help="random chart sets")
    parser.add_argument("--charts", type=Path, help="a folder for the random chart sets, to look at them")
    parser.add_argument("--only", help="PART:NUMBER, to compare one item again")
    parser.add_argument("--write", type=Path, help="the document to put the section into, where nothing differs")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        plan = Plan(options.seed, options.charts or Path(folder), options.sets)
        if options.only:
            part, _, number = options.only.partition(":")
            if part not in PARTS or not number.isdecimal():
                parser.error(f"--only: found {options.only}, allowed PART:NUMBER with PART one of {', '.join(PARTS)}")
            failures = run(plan, part, [int(number)]).failures
            sys.stdout.write("\n".join(failures or [f"{plan.item(part, int(number))}: nothing differs"]) + "\n")
            return int(bool(failures))
        seen = run_all(plan, options.races, options.workers)
    text = section(seen, plan, options.races, options.workers)
    hardly = shortfalls(seen, plan, options.races)
    sys.stdout.write(text)
    sys.stderr.writelines(f"{line}\n" for line in hardly)
    if seen.failures or hardly:
        return 1
    if options.write is not None:
        write_section(options.write, "races", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
