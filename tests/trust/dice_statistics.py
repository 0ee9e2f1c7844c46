"""The dice by a seed put to chi-square tests: every named roll, and every way two of them could hang together.

    PYTHONPATH=tests python -m trust.dice_statistics --dice 100000000 --write docs/accuracy.md

A table of two rolls is tested for what it shows beyond the faces of either: chi-square against even chances of all its
cells, less that of its rows and of its columns. The parts are orthogonal, so a test tells nothing of the others.
"""

import argparse
import math
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import numpy as np
import numpy.typing as npt
from attrs import field, frozen
from topstretch.dice import BLOCK, REFUSED_FROM, ROLLS, SHARE, WAYS, BatchDice, Dice, Faces, SeededDice, Stream, row_of

from trust.chi_square import (
    LEVEL,
    Check,
    Codes,
    Counts,
    Family,
    Tables,
    as_small,
    even,
    families_of,
    out_of_order,
    together,
)
from trust.sections import write_section

LAGS = (1, 2, 4)  # the next race, and the same lane of the next word
LAST = 2**63 - 1
RACE_ROLLS = ("pace", "race_factors")  # race_pace is the red die of pace
HORSE_ROLLS = tuple(name for name, roll in ROLLS.items() if not roll.whole_race)
TOTALS = np.array([6 - abs(7 - total) for total in range(2, 13)]) / 36
PLANES = sorted({roll.plane for roll in ROLLS.values()})
Source = Callable[[int, int, Sequence[int]], Dice]


@frozen
class Place:
    """A seed, its first block of races, and the entries that run."""

    seed: int
    block: int
    entries: tuple[int, ...]


NEAR, SPREAD, FAR = tuple(range(10)), (0, 1, 2, 3, 7, 8, 15, 16, 30, 31), tuple(range(22, 32))
PLACES = (
    Place(0, 0, NEAR), Place(1, 0, NEAR), Place(2, 0, SPREAD), Place(97, 1, FAR), Place(2026, 610, SPREAD),
    Place(2**32 - 1, 0, NEAR), Place(2**32 + 1, 61_035, SPREAD), Place(LAST - 1, 0, FAR), Place(LAST, 2**30, SPREAD),
)  # fmt: skip


@frozen
class Runner:
    """A runner of whom only the entry counts."""

    entry: int


def faces_checks(name: str, counts: Counts) -> Iterator[Check]:
    """A roll's own faces; of two dice also their total, and red against white."""
    if counts.size == 6:
        yield Check.of("faces of one die", name, even(counts), 5)
        return
    yield Check.of("faces of two dice", name, even(counts), 35)
    by_total = np.array(
        [sum(counts[red * 6 + total - red] for red in range(6) if 0 <= total - red < 6) for total in range(11)]
    )
    expected = counts.sum() * TOTALS
    yield Check.of("totals", name, float(((by_total - expected) ** 2 / expected).sum()), 10)
    yield together("red and white die", name, counts.reshape(6, 6))


def ways_of(name: str) -> int:
    """How many faces a roll has."""
    return 36 if ROLLS[name].dice == 2 else 6


def codes_of(name: str, faces: Faces) -> Codes:
    """The faces of a roll as one number, 0 to 5 or 0 to 35."""
    red = faces.red.astype(np.uint16) - np.uint16(1)
    return red if ROLLS[name].dice == 1 else red * np.uint16(6) + faces.white - np.uint16(1)


def seeded(seed: int, block: int, entries: Sequence[int]) -> Dice:
    """The dice of a block of a seed."""
    return BatchDice(Stream(seed), block, entries)


def codes_in(dice: Dice, horses: int, races: int) -> dict[str, Codes]:
    """Every named roll of some races, (horses or 1, races)."""
    return {
        name: codes_of(name, dice.roll(name, np.ones((1 if roll.whole_race else horses, races), bool)))
        for name, roll in ROLLS.items()
    }


@frozen
class Block:
    """The codes of one block."""

    place: Place
    number: int
    codes: dict[str, Codes]

    def in_a_race(self, tables: Tables) -> None:
        """Every two rolls of a horse, of a horse and the race, and of two horses."""
        codes, entries = self.codes, self.place.entries
        tables.add("two rolls of the race", "pace, race_factors", codes["pace"], codes["race_factors"])
        for i, entry in enumerate(entries):
            for a, b in product(RACE_ROLLS, HORSE_ROLLS):
                tables.add("the race's and a horse's", f"{a}, {b} {entry}", codes[a][0], codes[b][i], (36, ways_of(b)))
            for a, b in combinations(HORSE_ROLLS, 2):
                ways = ways_of(a), ways_of(b)
                tables.add("two rolls of a horse", f"{a}, {b} {entry}", codes[a][i], codes[b][i], ways)
        for (i, one), (j, other) in combinations(enumerate(entries), 2):
            for a, b in product(HORSE_ROLLS, repeat=2):
                ways = ways_of(a), ways_of(b)
                tables.add("rolls of two horses", f"{a} {one}, {b} {other}", codes[a][i], codes[b][j], ways)

    def rows(self) -> Iterator[tuple[str, int, str, Codes]]:
        """Each roll of the race or of a horse: its name, its row, what to call it, its codes."""
        for name, codes in self.codes.items():
            for i, row in enumerate(codes):
                yield name, i, name if ROLLS[name].whole_race else f"{name} {self.place.entries[i]}", row

    def along(self, tables: Tables) -> None:
        """Every roll with itself some races on, and with its place in the stream's words."""
        lane = (np.arange(BLOCK) % 4).astype(np.uint16)
        for name, _, label, row in self.rows():
            ways = ways_of(name)
            for lag in LAGS:
                tables.add(f"{lag} races apart" if lag > 1 else "next race", label, row[:-lag], row[lag:], (ways, ways))
            tables.add("lane of the word", label, lane, row, (4, ways))

    def beside(self, family: str, tables: Tables, other: "Block") -> None:
        """Every roll with the same one of another block, at the same address within."""
        for name, i, label, row in self.rows():
            tables.add(family, label, row, other.codes[name][i], (ways_of(name), ways_of(name)))


@frozen
class Replaced:
    """The lanes of a seed that were refused and replaced: what stood there, what came, and where, in order."""

    raw: list[npt.NDArray[np.uint16]] = field(factory=list)
    value: list[npt.NDArray[np.uint16]] = field(factory=list)
    lanes: list[int] = field(factory=list)

    def collect(self, place: Place, number: int) -> None:
        """Take those of a block."""
        stream = Stream(place.seed)
        for plane in PLANES:
            rows = [row_of(plane, entry) for entry in (place.entries if plane else (0,))]
            drawn = np.concatenate([stream.lanes(number, row) for row in rows])
            refused = drawn >= REFUSED_FROM
            self.raw.append(drawn[refused])
            self.value.append(BatchDice(stream, number, place.entries).lanes(plane)[refused])
            self.lanes.append(drawn.size)

    def checks(self, prefix: str) -> Iterator[Check]:
        """Their number, their values, each with the one before, and with what was refused."""
        raw, value = np.concatenate(self.raw), np.concatenate(self.value)
        expected = np.array([REFUSED_FROM, 2**16 - REFUSED_FROM]) / 2**16 * sum(self.lanes)
        found = np.array([sum(self.lanes) - len(raw), len(raw)])
        family = "replaced lanes"
        yield Check.of(family, f"{prefix}number", float(((found - expected) ** 2 / expected).sum()), 1)
        yield Check.of(family, f"{prefix}refused", even(np.bincount(raw - REFUSED_FROM, minlength=736) * 1.0), 735)
        yield Check.of(family, f"{prefix}both rolls", even(np.bincount(value // SHARE, minlength=WAYS) * 1.0), WAYS - 1)
        yield Check.of(family, f"{prefix}within", even(np.bincount(value % SHARE, minlength=SHARE) * 1.0), SHARE - 1)
        first, second = value // (SHARE * 36), value // SHARE % 36
        tables = Tables()
        tables.add(family, "first and second roll", first, second)
        tables.add(family, "after another", value[:-1] // (SHARE * 36), first[1:])
        tables.add(family, "second after first", first[:-1], second[1:])
        tables.add(family, "with what was refused", (raw - np.uint16(REFUSED_FROM)) // np.uint16(92), first, (8, 36))
        yield from tables.checks(prefix)


def check_seed(place: Place, blocks: int, source: Source, replaced: bool) -> list[Check]:
    """All checks of a seed's blocks from its first one on."""
    tables, refused, before = Tables(), Replaced(), None
    beside = place.seed + 1 if place.seed < LAST else place.seed - 1
    faces: dict[str, Counts] = defaultdict(lambda: np.zeros(1))
    for number in range(place.block, place.block + blocks):
        dice = source(place.seed, number, place.entries)
        block = Block(place, number, codes_in(dice, len(place.entries), BLOCK))
        for name, _, label, row in block.rows():
            faces[label] = faces[label] + np.bincount(row, minlength=ways_of(name))
        block.in_a_race(tables)
        block.along(tables)
        other = codes_in(source(beside, number, place.entries), len(place.entries), BLOCK)
        block.beside("two adjacent seeds", tables, Block(place, number, other))
        if before is not None:
            before.beside("two adjacent blocks", tables, block)
        if replaced:
            refused.collect(place, number)
        before = block
    prefix = f"seed {place.seed}: "
    own = [check for name, counts in faces.items() for check in faces_checks(f"{prefix}{name}", counts)]
    return [*own, *tables.checks(prefix), *(refused.checks(prefix) if replaced else ())]


def borders(places: Sequence[Place], number: int, entries: Sequence[int] = (0, 9, 31)) -> list[Check]:
    """The last race of a block with the first of the next, `number` borders in all, each race thrown alone."""
    tables = Tables()
    runners = [Runner(entry) for entry in entries]
    each = -(-number // len(places))
    for place in places:
        dice = SeededDice(place.seed)
        ends: dict[tuple[str, int], list[Codes]] = defaultdict(list)
        for border in range(place.block + 1, place.block + 1 + each):
            for side, race in enumerate((border * BLOCK - 1, border * BLOCK)):
                for name, codes in codes_in(dice.seat(runners, race), len(runners), 1).items():  # type: ignore[arg-type]
                    ends[name, side].append(codes)
        for name in ROLLS:
            before, after = (np.concatenate(ends[name, side]) for side in (0, 1))
            tables.add("across a block's border", name, before, after, (ways_of(name), ways_of(name)))
    return tables.checks("")


def alone(place: Place, blocks: int, number: int) -> tuple[int, int]:
    """Rolls of races thrown alone, and how many differ from those of the same races in their block."""
    rng = np.random.Generator(np.random.PCG64DXSM(place.seed))
    runners = [Runner(entry) for entry in place.entries]
    seen = wrong = 0
    for block in range(place.block, place.block + blocks):
        whole = codes_in(seeded(place.seed, block, place.entries), len(runners), BLOCK)
        refused = np.flatnonzero(Stream(place.seed).lanes(block, row_of(1, place.entries[0]))[0] >= REFUSED_FROM)
        for at in {0, 1, BLOCK - 1, *refused[:number].tolist(), *rng.integers(BLOCK, size=number).tolist()}:
            dice = SeededDice(place.seed).seat(runners, block * BLOCK + at)  # type: ignore[arg-type]
            for name, codes in codes_in(dice, len(runners), 1).items():
                seen += codes.size
                wrong += int((codes[:, 0] != whole[name][:, at]).sum())
    return seen, wrong


def dice_of(place: Place) -> int:
    """The dice of a block that are looked at: of every roll, race_pace being one of pace's."""
    each = [
        roll.dice * (1 if roll.whole_race else len(place.entries))
        for name, roll in ROLLS.items()
        if name != "race_pace"
    ]
    return BLOCK * sum(each)


def bias() -> tuple[Fraction, Fraction]:
    """The largest relative error of the chance of a way of two rolls, and of a die's face, from replaced lanes."""
    words, low = divmod(2**64, REFUSED_FROM)
    refused = Fraction(2**16 - REFUSED_FROM, 2**16)

    def chance(values: int, favoured: int) -> Fraction:
        return Fraction(values, 2**16) + refused * Fraction(values * words + favoured, 2**64)

    def worst(parts: int) -> Fraction:
        size = REFUSED_FROM // parts
        # The values below `low` come up once more in 2**64 words.
        shares = [chance(size, min(max(low - part * size, 0), size)) * parts - 1 for part in range(parts)]
        return max(map(abs, shares))

    return worst(WAYS), worst(6)


@frozen
class Result:
    """A whole run."""

    families: list[Family]
    dice: int
    blocks: int
    borders: int
    rolls: int  # of races thrown alone
    wrong: int  # of those, other than in their block
    seconds: float

    def faults(self) -> list[str]:
        """What is not in order."""
        wrong = [f"{self.wrong} of {self.rolls} rolls of races thrown alone are others than in their block"]
        return [*out_of_order(self.families), *(wrong if self.wrong else ())]


def run(dice: int, border_number: int, places: Sequence[Place]) -> Result:
    """All checks over at least so many dice."""
    start = time.perf_counter()
    blocks = max(2, -(-dice // sum(map(dice_of, places))))
    checks, rolls, wrong = [], 0, 0
    for place in places:
        checks += check_seed(place, blocks, seeded, replaced=True)
        sys.stderr.write(f"seed {place.seed}: {len(checks)} checks, {time.perf_counter() - start:.0f} s\n")
        seen, other = alone(place, blocks, 20)
        rolls, wrong = rolls + seen, wrong + other
    checks += borders(places, border_number)
    seconds = time.perf_counter() - start
    return Result(families_of(checks), blocks * sum(map(dice_of, places)), blocks, border_number, rolls, wrong, seconds)


HEAD = (
    "kind",
    "tests",
    "smallest p",
    "chance of one as small",
    "smallest 1 - p",
    "chance of one as small",
    "spread of p",
)


def row(family: Family) -> str:
    """A line of the table."""
    tails = family.highest.high, family.lowest.low
    shown = [cell for tail in tails for cell in (f"{tail:.2g}", f"{as_small(tail, family.number):.3f}")]
    return f"| {' | '.join((family.name, f'{family.number:,}', *shown, f'{family.spread:.3f}'))} |"


def opening(result: Result) -> str:
    """What was thrown."""
    command = (
        f"python -m trust.dice_statistics --dice {result.dice} --borders {result.borders} --write docs/accuracy.md"
    )
    seeds = ", ".join(str(place.seed) for place in PLACES)
    return f"""## Dice

Made by `PYTHONPATH=tests {command}`
(numpy {np.__version__}, {result.seconds:.0f} s). {result.dice:,} dice were thrown: every named roll of {len(NEAR)} entries in
{result.blocks} blocks of {BLOCK:,} races for each of the seeds {seeds}; first
blocks and far ones, entries next to each other and spread over all. Beside them the same blocks of an adjacent seed (the
next, for the last the one before)."""


def closing(result: Result) -> str:
    """Races thrown alone, and what is left of bias."""
    way, face = bias()
    refused, more = 2**16 - REFUSED_FROM, 2**64 % REFUSED_FROM
    return f"""{result.rolls:,} rolls were thrown again in races by themselves, replaced lanes and the ends of blocks among
them: {result.wrong} differ from the same roll in its block. The stream itself is pinned by `tests/golden/dice_stream.csv`.

What is left of bias, the words of the stream and of the hash taken as even: {refused} of the {2**16:,} values of a lane are
refused and replaced by a 64-bit number modulo {REFUSED_FROM:,}, so values below {more:,} come up once more in 2^64.
The chance of a way of two rolls, 1 in {WAYS:,}, is off by at most {float(way):.2g} of itself; that of a face of a roll's
die, 1 in 6, by at most {float(face):.2g}."""


def section(result: Result) -> str:
    """The section of docs/accuracy.md."""
    number = sum(family.number for family in result.families)
    smallest = min(family.highest.high for family in result.families)
    median = -math.expm1(-math.log(2) / number)
    table = "\n".join(
        [*(f"| {' | '.join(cells)} |" for cells in (HEAD, ["---"] * len(HEAD))), *map(row, result.families)]
    )
    faults = "".join(f"\n- {fault}" for fault in result.faults())
    verdict = f"Not in order:\n{faults}" if faults else "All are in order."
    return f"""{opening(result)}

Each kind is a family of chi-square tests: the faces of a roll; what two rolls of a race show together beyond either's faces,
for every two named rolls of a horse, of two horses, and of the race and a horse; each roll with itself in the next race, 2
and 4 races on (a word of the stream has 4 lanes), in the next block, in the adjacent seed, and across the border of two
blocks ({result.borders:,} borders, each race thrown alone); the lanes that were refused and replaced, by themselves. p is the
chance of a table at least as uneven, 1 - p of one at least as even. The spread is the p-value of Kolmogorov and Smirnov's
test that the p-values of a family are even from 0 to 1. Of {number:,} tests of right dice the smallest p is under {median:.1g}
in half of all runs; here it is {smallest:.2g}. The program fails where right dice would do as badly once in {1 / LEVEL:,.0f}
runs: half of that is shared among both tails of all tests, half among the spreads. {verdict}

{table}

{closing(result)}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checks; 1 where they are not in order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dice", type=int, default=100_000_000, help="at least so many")
    parser.add_argument("--borders", type=int, default=18_000, help="borders of blocks, over all seeds")
    parser.add_argument("--write", type=Path, help="the document to put the section into")
    options = parser.parse_args(arguments)
    result = run(options.dice, options.borders, PLACES)
    text = section(result)
    sys.stdout.write(text)
    if options.write is not None:
        write_section(options.write, "dice", text)
    for fault in result.faults():
        sys.stderr.write(f"{fault}\n")
    return int(bool(result.faults()))


if __name__ == "__main__":
    sys.exit(main())
