"""Results that every supported Python, numpy and pandas must give alike, printed as JSON: texts by digest, floats as they are.

python -I tests/trust/fixed_results.py [RACES]
"""

import hashlib
import json
import platform
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import numpy as np
import topstretch as ts
from topstretch import scratch, ticket
from topstretch.console import json_text
from topstretch.dice import ROLLS, BatchDice, Stream
from topstretch.show.page import race_page

Result = dict[str, Any]
SEED = 7
VERSIONS = ("quickplay", "fullplay")
SHEETS = 12
PACKAGES = ("numpy", "pandas", "attrs", "typer", "rich", "jinja2")
COMMANDS = (
    "races", "horses Secretariat", "play champagne-2009 --seed 7", "play sprint --version fullplay --seed 7 --format csv",
    "odds ladies-classic-2009 --seed 7", "simulate champagne-2009 --races 3000 --seed 7", "exact woodward-1967 --format csv",
    "scratch play --seed 7", "ticket play --seed 7", "play no-such-race",
)  # fmt: skip
HELP = ("--help", "play --help", "charts --help", "scratch play --help", "ticket simulate --help")


def digest(*parts: object) -> str:
    """A digest of texts, frames as CSV and whole-number arrays."""
    made = hashlib.sha256()
    for part in parts:
        made.update(f"{as_text(part)}\0".encode())
    return made.hexdigest()


def as_text(part: Any) -> str:
    """A frame as CSV, an array of whole numbers in hexadecimal, anything else as it prints."""
    if not isinstance(part, np.ndarray):
        return part.to_csv(index=False) if hasattr(part, "to_csv") else str(part)
    if part.dtype.kind not in "iub":
        raise TypeError(f"{part.dtype} is not whole numbers")
    return f"{part.shape} {part.astype('<i8').tobytes().hex()}"


def numbers(*arrays: Any) -> list[float | str]:
    """The floats of arrays in a row; what is not finite as text."""
    return [x if np.isfinite(x) else str(x) for array in arrays for x in np.asarray(array, float).ravel().tolist()]


def columns(frame: Any) -> list[float | str]:
    """The float columns of a frame in a row."""
    return numbers(*(frame[name] for name in frame.columns if frame[name].dtype.kind == "f"))


def of_sheets(card: ts.RaceCard, kind: str) -> Iterator[tuple[str, object]]:
    """Scoresheets with odds and payoffs: frames, texts, pages, accounts, JSON."""
    sheets = [ts.play(card, seed=SEED, race=race, version=kind) for race in range(SHEETS)]
    odds = [ts.odds(card, seed=SEED, race=race) for race in range(SHEETS)]
    paid = [ts.payoffs(sheet, prices) for sheet, prices in zip(sheets, odds, strict=True)]
    yield (
        "sheets, frames",
        digest(*(made for sheet in sheets for made in (sheet.to_frame(), sheet.dice_log(), sheet.calls()))),
    )
    yield "sheets, texts", digest(*map(str, sheets))
    yield "sheets, JSON", digest(*(json_text(sheet.rows()) for sheet in sheets))
    yield "sheets, pages", digest(*(race_page(sheet) for sheet in sheets))
    yield (
        "sheets, accounts",
        digest(*(made for sheet in sheets for made in (sheet.explain(), sheet.explain().to_frame()))),
    )
    yield (
        "sheets, replayed",
        digest(*(ts.play(card, version=kind, dice=ts.ReplayDice(sheet.dice_log())) for sheet in sheets)),
    )
    yield "odds", digest(*(made for prices in odds for made in (prices.to_frame(), prices)))
    yield "payoffs", digest(*(made for pays in paid for made in (pays.to_frame(), pays)))


def of_many_races(card: ts.RaceCard, kind: str, races: int) -> Iterator[tuple[str, object]]:
    """Counts of simulated races, the frame made of them, exact chances, paired differences."""
    simulation = ts.simulate(card, races=races, version=kind, seed=SEED)
    tally = simulation.tally
    names = sorted(name for name in dir(tally) if isinstance(getattr(tally, name), np.ndarray))
    yield "simulation, counts", digest(*names, *(getattr(tally, name) for name in names))
    yield "simulation, frame", columns(simulation.to_frame())
    exact = ts.exact(card, version=kind)
    yield "exact chances", numbers(exact.finish, exact.win, exact.out, exact.disqualified, list(exact.paces.values()))
    yield "exact chances, frame", columns(exact.to_frame())
    comparison = ts.compare(card, card.on(distance=card.distance - 1), races=races, version=kind, seed=SEED)
    yield "paired differences", columns(comparison.to_frame())


def of_dice() -> Iterator[tuple[str, object]]:
    """The stream of a few seeds, every named roll."""
    for seed in (0, SEED, 2**63 - 1):
        dice = BatchDice(Stream(seed), 3, range(14))
        faces = [dice.roll(name, np.ones((1, 1), bool)) for name in ROLLS]
        yield f"dice of seed {seed}", digest(*(die for roll in faces for die in (roll.red, roll.white)))


def of_the_rest(races: int) -> Iterator[tuple[str, object]]:
    """The ratings, a made-up card, and the other two games."""
    yield "rated horses", digest(*ts.rate_horses())
    yield "rated jockeys", digest(*ts.rate_jockeys())
    yield "a matched field", digest(ts.matchmake(8, distance=9, seed=SEED))
    yield "scratch race, session", digest(scratch.play(players=5, seed=SEED))
    yield "scratch race, simulation", columns(scratch.simulate(races=races, seed=SEED).to_frame())
    chances = scratch.exact()
    yield "scratch race, exact", [*columns(chances.to_frame()), *columns(chances.by_set())]
    yield "ticket, meeting", digest(ticket.play(3, seed=SEED))
    yield "ticket, simulation", columns(ticket.simulate(meetings=3, seed=SEED).to_frame())


def of_the_strategies() -> Iterator[tuple[str, object]]:
    """Races and chart sets drawn by `topstretch.testing`: what is drawn hangs on Hypothesis, that it plays does not."""
    from hypothesis import HealthCheck, given, settings
    from hypothesis import strategies as st
    from topstretch import testing

    few = settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    done = {"races": 0, "chart sets": 0}

    @few
    @given(st.data())
    def race(data: st.DataObject) -> None:
        card = data.draw(testing.cards())
        ts.play(card, version="fullplay", dice=ts.ReplayDice(data.draw(testing.dice_logs(card, "fullplay"))))
        done["races"] += 1

    @few
    @given(testing.chart_sets(shaped=True))
    def chart_set(drawn: ts.ChartSet) -> None:
        testing.check_charts(drawn)
        done["chart sets"] += 1

    race()
    chart_set()
    yield "strategies of topstretch.testing", str({name: number >= 20 for name, number in done.items()})


def of_the_command() -> Iterator[tuple[str, object]]:
    """What the command prints; of its help only whether it is printed, since its layout is the library's."""

    def run(command: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-I", "-W", "error", "-m", "topstretch", *command.split()]
        return subprocess.run(program, capture_output=True, text=True, check=False)

    for command in COMMANDS:
        done = run(command)
        yield f"topstretch {command}", digest(done.returncode, done.stdout, done.stderr.strip())
    for command in HELP:
        done = run(command)
        yield f"topstretch {command}", f"status {done.returncode}, {'Usage: ' in done.stdout}"


def results(races: int, cards: tuple[str, ...] | None = None) -> Result:
    """Every result by name: a digest or a list of floats."""
    found: Result = {}
    for race in cards or ts.race_ids():
        card = ts.load_race(race)
        for kind in VERSIONS:
            for name, result in (*of_sheets(card, kind), *of_many_races(card, kind, races)):
                found[f"{race}, {kind}: {name}"] = result
    found.update(of_dice())
    found.update(of_the_rest(races))
    found.update(of_the_strategies())
    found.update(of_the_command())
    return found


def main() -> int:
    """Print the results with the versions that made them."""
    races = int(sys.argv[1]) if len(sys.argv) > 1 else 40_000
    made = {name: version(name) for name in PACKAGES}
    json.dump({"python": platform.python_version(), "packages": made, "results": results(races)}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
