"""The same results from every supported Python, with the oldest packages that the project allows and with the newest.

    PYTHONPATH=tests python -m trust.versions --suite 3.11/oldest 3.13/newest --write docs/accuracy.md

The oldest are the lower bounds of pyproject.toml to the letter, so a bound that does not hold fails here. Each venv gets the
built wheel of the last commit (or of --source) and runs trust/fixed_results.py with warnings as errors.
"""

import argparse
import json
import re
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from trust.sections import write_section
from trust.venvs import ROOT, FailedError, Venv, build, export, run

KINDS = ("oldest", "newest")
TOLERANCE = 1e-12
SHOWN = ("numpy", "pandas", "attrs", "typer", "rich", "jinja2")
TEST_PACKAGES = ("pytest", "pytest-xdist")
# The first releases with wheels for a Python, where that is later than the lower bound.
FIRST_WHEELS = {
    "3.12": {"pandas": "2.1.1"},
    "3.13": {"numpy": "2.1.0", "pandas": "2.2.3", "matplotlib": "3.9.2"},
    "3.14": {"numpy": "2.3.2", "pandas": "2.3.3", "matplotlib": "3.10.5"},
}
# Old releases use what later ones of their own dependencies warn of.
CONTEMPORARIES = {"typer": "click<8.3", "matplotlib": "pyparsing<3.3"}
Results = Mapping[str, Any]


@frozen
class Environment:
    """A Python with a set of packages, and what came of it."""

    python: str  # 3.11
    kind: str
    interpreter: Path | None = None
    release: str = ""  # 3.11.7
    packages: Mapping[str, str] = field(factory=dict)
    results: Results = field(factory=dict)
    failure: str = ""
    suite: str = "-"
    suite_failed: bool = False

    @property
    def name(self) -> str:
        """As the command line names it."""
        return f"{self.python}/{self.kind}"


@frozen
class Comparison:
    """How results agree with those of the first environment that has any."""

    same: int
    different: tuple[str, ...]
    largest: float  # relative difference of two floats


def project(tree: Path = ROOT) -> Mapping[str, Any]:
    """The project's table of a tree's pyproject.toml."""
    read: Mapping[str, Any] = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return read


def supported(described: Mapping[str, Any]) -> list[str]:
    """The Pythons that the classifiers name."""
    return re.findall(r"Python :: (3\.\d+)\b", "\n".join(described["classifiers"]))


def requirements(described: Mapping[str, Any], python: str, kind: str) -> list[str]:
    """What a venv needs: run-time packages and those of the tests, at their lower bounds or as they come."""
    extras = described["optional-dependencies"]
    dev = [needed for needed in extras["dev"] if name_of(needed) in TEST_PACKAGES]
    listed = [*described["dependencies"], *extras["plots"], *extras["testing"], *dev]
    if kind == "newest":
        return [name_of(needed) for needed in listed]
    first = FIRST_WHEELS.get(python, {})
    pinned = [f"{name_of(needed)}=={first.get(name_of(needed), bound_of(needed))}" for needed in listed]
    return [*pinned, *(CONTEMPORARIES[name] for name in map(name_of, listed) if name in CONTEMPORARIES)]


def name_of(requirement: str) -> str:
    """The package's name."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


def bound_of(requirement: str) -> str:
    """The lower bound."""
    found = re.search(r">=\s*([\d.]+)", requirement)
    if found is None:
        raise ValueError(f"no lower bound: {requirement}")
    return found[1]


def interpreter_of(python: str) -> tuple[Path, str] | None:
    """An interpreter of a version, on PATH or among pyenv's, with its full version; None where there is none."""
    on_path = shutil.which(f"python{python}")
    own = sorted((Path.home() / ".pyenv/versions").glob(f"{python}.*/bin/python"))
    for candidate in (*([Path(on_path)] if on_path else ()), *own):
        try:
            release = run(candidate, "-c", "import platform, ensurepip; print(platform.python_version())").strip()
        except (FailedError, OSError):
            continue
        if release.startswith(f"{python}."):
            return candidate, release
    return None


def compare(reference: Results, results: Results) -> Comparison:
    """Compare texts to the letter and floats within the tolerance."""
    different, largest = [], 0.0
    for name in {**reference, **results}:
        one, other = reference.get(name), results.get(name)
        if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
            apart = max((distance(a, b) for a, b in zip(one, other, strict=True)), default=0.0)
            largest = max(largest, apart)
            if apart > TOLERANCE:
                different.append(name)
        elif one is None or one != other:
            different.append(name)
    return Comparison(len(reference) - len(different), tuple(different), largest)


def distance(one: float | str, other: float | str) -> float:
    """The relative difference of two numbers; those that are not finite are written as text, and are the same or not."""
    if isinstance(one, str) or isinstance(other, str):
        return 0.0 if one == other else float("inf")
    return abs(one - other) / max(abs(one), abs(other)) if one != other else 0.0


def tried(environment: Environment, folder: Path, wheel: Path, races: int, tree: Path, suite: bool) -> Environment:
    """The environment with its results, and where asked for, with the test suite of the tree run."""
    try:
        asked = requirements(project(tree), environment.python, environment.kind)
        venv = Venv.make(folder, [*asked, wheel], environment.interpreter or "")
        script = ROOT / "tests/trust/fixed_results.py"
        found = json.loads(run(venv.python, "-I", "-W", "error", script, str(races), cwd=folder))
    except FailedError as failure:
        return evolve(environment, failure=str(failure))
    environment = evolve(environment, packages=found["packages"], results=found["results"])
    if not suite:
        return environment
    try:
        venv.install("--upgrade", "hypothesis")  # some tests count what it draws, which is each release's own
        options = "-q", "-n", "1", "-p", "no:cacheprovider", "--ignore=tests/browser"
        said = run(venv.bin / "pytest", *options, "tests", cwd=tree)
    except FailedError as failure:
        return evolve(
            environment, suite=str(failure).splitlines()[-1].strip("= "), suite_failed=True, failure=str(failure)
        )
    return evolve(environment, suite=said.strip().splitlines()[-1].strip("= "))


def row(environment: Environment, reference: Environment) -> str:
    """A line of the table."""
    found = compare(reference.results, environment.results)
    if not environment.results:
        said = "failed"
    elif environment is reference:
        said = f"{len(environment.results)} results, compared with"
    else:
        said = f"{found.same} of {len(reference.results)} the same; floats within {found.largest:.1g}"
    versions = [environment.packages.get(name, "-") for name in SHOWN]
    return f"| {' | '.join((environment.release, environment.kind, *versions, said, environment.suite))} |"


def section(environments: Sequence[Environment], missing: Sequence[str], races: int, seconds: float) -> str:
    """The section of docs/accuracy.md."""
    reference = reference_of(environments)
    head = ("Python", "packages", *SHOWN, "fixed results", "test suite")
    lines = [f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head))]
    table = "\n".join([*lines, *(row(environment, reference) for environment in environments)])
    absent = f" Not run, since there was no interpreter: Python {', '.join(missing)}." if missing else ""
    suites = " ".join(environment.name for environment in environments if environment.suite != "-")
    asked = f" --suite {suites}" if suites else ""
    faults = "".join(f"\n- {fault}" for fault in faults_of(environments))
    return f"""## Versions

Made by `PYTHONPATH=tests python -m trust.versions{asked} --write docs/accuracy.md`
({seconds:.0f} s). Each Python with the oldest packages that pyproject.toml allows, or the first that have wheels for it, and
with the newest; the wheel as it is built. The fixed results are scoresheets of every packaged race in both versions with odds
and payoffs, as frames, text, JSON and pages; counts of {races:,} simulated races; exact chances; paired differences; the dice
of three seeds; the ratings; the other two games; the command; that `topstretch.testing` draws races and charts. Texts and
counts are compared to the letter, floats within {TOLERANCE:g} of themselves; a warning is an error. The suite is without the
tests in a browser, and its Hypothesis is the newest.{absent}

{table}
{f"{chr(10)}Not in order:{chr(10)}{faults}{chr(10)}" if faults else ""}"""


def reference_of(environments: Sequence[Environment]) -> Environment:
    """The environment that the others are compared with: the last one with results, which is the newest."""
    return next((one for one in reversed(environments) if one.results), environments[-1])


def faults_of(environments: Sequence[Environment]) -> list[str]:
    """What is not as it should be."""
    reference, faults = reference_of(environments), []
    for one in environments:
        if one.failure:
            faults.append(f"{one.name}: {' '.join(one.failure.split())}")
        if one.results and (different := compare(reference.results, one.results).different):
            faults.append(f"{one.name}, other results than {reference.name}: {'; '.join(different)}")
    return faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Run every environment; 1 where one fails or differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pythons", nargs="*", help="versions such as 3.11; those of pyproject.toml without it")
    parser.add_argument("--packages", nargs="*", choices=KINDS, default=KINDS)
    parser.add_argument(
        "--suite", nargs="*", default=(), help="environments to run the test suite in, such as 3.11/oldest"
    )
    parser.add_argument("--races", type=int, default=40_000)
    parser.add_argument("--source", type=Path, help="a tree to build from; the last commit without it")
    parser.add_argument("--write", type=Path, help="the document to put the section into")
    options = parser.parse_args(arguments)
    # Started in the background, this program and all that it starts would not hear the Ctrl-C that the suite sends.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    start = time.perf_counter()
    found = {python: interpreter_of(python) for python in options.pythons or supported(project(options.source or ROOT))}
    wanted = [
        Environment(python, kind, *there) for python, there in found.items() if there for kind in options.packages
    ]
    unknown = set(options.suite) - {environment.name for environment in wanted}
    if unknown:
        parser.error(f"no such environment: {', '.join(sorted(unknown))}")
    environments = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        tree = export(folder / "tree", options.source)
        wheel = build(Venv.make(folder / "tools", ["build"]), tree, "wheel", folder / "wheel")
        for environment in wanted:
            own = folder / f"{environment.python}-{environment.kind}"
            environments.append(
                tried(environment, own, wheel, options.races, tree, suite=environment.name in options.suite)
            )
            sys.stderr.write(f"{environment.name}: {environments[-1].failure or environments[-1].suite}\n")
    missing = [python for python, there in found.items() if there is None]
    text = section(environments, missing, options.races, time.perf_counter() - start)
    sys.stdout.write(text)
    if options.write is not None:
        write_section(options.write, "versions", text)
    return int(bool(faults_of(environments)))


if __name__ == "__main__":
    sys.exit(main())
