"""The sdist and the wheel of the last commit: what is in them, and whether they work where there is no checkout.

PYTHONPATH=tests python -m trust.packaging --write docs/accuracy.md
"""

import argparse
import email
import json
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from email.message import Message
from pathlib import Path
from typing import Any

from attrs import frozen

from trust.sections import write_section
from trust.venvs import FailedError, Venv, build, export, run

TOOLS = ("build", "twine")
TESTS_OF_SDIST = ("tests/golden", "tests/dice", "tests/charts", "tests/cards", "tests/test_layout.py")
LEFT_OUT = (".ci/",)  # of what git has, what the sdist does without
EXTRAS_NEEDED = {"topstretch.testing": "hypothesis", "topstretch.testing_charts": "hypothesis"}
COMMANDS = (
    "play champagne-2009 --seed 7", "play champagne-2009 --version fullplay --seed 7 --format csv",
    "play sprint --seed 7 --format html", "odds ladies-classic-2009 --seed 7", "races", "horses Secretariat",
    "simulate champagne-2009 --races 20000 --seed 7 --format csv", "exact champagne-2009 --format csv",
    "charts list", "scratch play --seed 7", "scratch exact", "ticket play --seed 7",
)  # fmt: skip
IMPORT_ALL = """
import importlib, pkgutil, topstretch
failed = {}
for found in pkgutil.walk_packages(topstretch.__path__, "topstretch."):
    if not found.name.endswith("__main__"):
        try:
            importlib.import_module(found.name)
        except ImportError as error:
            failed[found.name] = error.name
print(failed)
"""


@frozen
class Check:
    """Something that was looked at, what was found, and whether that is right; None where it could not be looked at."""

    what: str
    found: str
    right: bool | None = True


@frozen
class Built:
    """A tree and what was built of it."""

    tree: Path
    sdist: Path
    wheel: Path
    unpacked: Path  # the sdist's files

    @classmethod
    def of(cls, tools: Venv, tree: Path, folder: Path) -> "Built":
        """Build both, and unpack the sdist."""
        sdist, wheel = (build(tools, tree, kind, folder / kind) for kind in ("sdist", "wheel"))
        with tarfile.open(sdist) as archive:
            archive.extractall(folder / "unpacked", filter="data")
        (unpacked,) = (folder / "unpacked").iterdir()
        return cls(tree, sdist, wheel, unpacked)

    def project(self) -> Mapping[str, Any]:
        """The tree's pyproject.toml."""
        return tomllib.loads((self.tree / "pyproject.toml").read_text(encoding="utf-8"))


def members(wheel: Path) -> dict[str, bytes]:
    """The files of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def files_under(folder: Path) -> dict[str, bytes]:
    """The files of a folder, by path within."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def differences(found: Mapping[str, bytes], expected: Mapping[str, bytes]) -> list[str]:
    """What is there and should not be, the other way round, or has other contents."""
    missing = [f"no {name}" for name in sorted(expected.keys() - found.keys())]
    more = [f"also {name}" for name in sorted(found.keys() - expected.keys())]
    other = [f"another {name}" for name in sorted(expected.keys() & found.keys()) if expected[name] != found[name]]
    return [*missing, *more, *other]


def told(faults: Sequence[str], well: str) -> str:
    """The faults, or what is well."""
    return "; ".join(faults) if faults else well


# What is in them


def content_checks(built: Built, tools: Venv, folder: Path) -> Iterator[Check]:
    """The wheel holds the package, its data and its licence, from whichever source; the sdist what git has."""
    wheel = members(built.wheel)
    faults = differences(members(build(tools, built.unpacked, "wheel", folder / "again")), wheel)
    yield Check(
        "wheel built from the sdist, against the wheel built from the tree", told(faults, "the same"), not faults
    )

    package, data = files_under(built.tree / "topstretch"), files_under(built.tree / "data")
    expected = {f"topstretch/{name}": text for name, text in package.items()}
    expected |= {f"topstretch/data/{name}": text for name, text in data.items()}
    own = {name: text for name, text in wheel.items() if ".dist-info/" not in name}
    faults = differences(own, expected)
    well = f"the {len(package)} of the package, py.typed among them, and the {len(data)} of the data; no tests"
    faults += [] if "py.typed" in package else ["no py.typed"]
    yield Check("files of the wheel", told(faults, well), not faults)

    licences = [text for name, text in wheel.items() if name.endswith(".dist-info/licenses/LICENSE")]
    right = licences == [(built.tree / "LICENSE").read_bytes()]
    yield Check("licence in the wheel", "LICENSE as in the tree" if right else f"{len(licences)} found", right)

    kept = {name: text for name, text in files_under(built.tree).items() if not name.startswith(LEFT_OUT)}
    found = {name: text for name, text in files_under(built.unpacked).items() if name != "PKG-INFO"}
    faults = differences(found, kept)
    yield Check(
        "files of the sdist", told(faults, f"all {len(kept)} that git has, but for {', '.join(LEFT_OUT)}"), not faults
    )


def metadata_checks(built: Built, tools: Venv) -> Iterator[Check]:
    """What the wheel says of itself is what pyproject.toml and the package say."""
    (text,) = (text for name, text in members(built.wheel).items() if name.endswith(".dist-info/METADATA"))
    faults = metadata_faults(email.message_from_string(text.decode()), built.project()["project"])
    yield Check("metadata of the wheel, against pyproject.toml", told(faults, "the same"), not faults)
    try:
        run(tools.python, "-m", "twine", "check", "--strict", built.sdist, built.wheel)
        yield Check("`twine check --strict`", "passed for both")
    except FailedError as failure:
        yield Check("`twine check --strict`", str(failure), right=False)


def metadata_faults(said: Message, project: Mapping[str, Any]) -> list[str]:
    """Where the metadata are other than the project's table."""
    extras = project["optional-dependencies"]
    needs = {needed for needed in said.get_all("Requires-Dist", []) if "extra ==" not in needed}
    pairs = {
        "Name": project["name"],
        "Version": project["version"],
        "Summary": project["description"],
        "Requires-Python": project["requires-python"],
        "License-Expression": project["license"],
        "Description-Content-Type": "text/markdown",
    }
    faults = [f"{name} {said[name]}" for name, value in pairs.items() if said[name] != value]
    faults += [] if needs == set(project["dependencies"]) else [f"Requires-Dist {sorted(needs)}"]
    faults += [] if set(said.get_all("Provides-Extra", [])) == set(extras) else ["Provides-Extra"]
    faults += [] if said.get_all("License-File") == project["license-files"] else ["License-File"]
    faults += [] if said.get_all("Classifier") == project["classifiers"] else ["Classifier"]
    return faults


def bound_checks(built: Built, folder: Path) -> Iterator[Check]:
    """The oldest build backend that pyproject.toml allows builds the same wheel."""
    (needed,) = built.project()["build-system"]["requires"]
    oldest = needed.replace(">=", "==")
    try:
        venv = Venv.make(folder / "backend", ["build", oldest])
        run(venv.python, "-m", "build", "--no-isolation", "--wheel", "--outdir", folder / "oldest", built.tree)
        (wheel,) = (folder / "oldest").iterdir()
        made, as_now = (
            {n: t for n, t in members(one).items() if ".dist-info/" not in n} for one in (wheel, built.wheel)
        )
        faults = differences(made, as_now)
        (text,) = (text for name, text in members(wheel).items() if name.endswith(".dist-info/METADATA"))
        faults += metadata_faults(email.message_from_string(text.decode()), built.project()["project"])
        yield Check(f"wheel built by {oldest}", told(faults, "the same files and metadata"), not faults)
    except FailedError as failure:
        yield Check(f"wheel built by {oldest}", str(failure), right=False)


# Whether they work


def use_checks(built: Built, clean: Venv, folder: Path) -> Iterator[Check]:
    """Imports and commands in an empty folder, without the checkout, against those of the checkout."""
    run(clean.python, "-I", "-W", "error", "-c", "import topstretch", cwd=folder)
    failed = run(clean.python, "-I", "-W", "error", "-c", IMPORT_ALL, cwd=folder).strip()
    well = "all modules, but those of the extra `testing` for want of hypothesis"
    yield Check(
        "imports with warnings as errors",
        well if failed == str(EXTRAS_NEEDED) else failed,
        failed == str(EXTRAS_NEEDED),
    )

    faults = []
    for command in COMMANDS:
        here = run(sys.executable, "-m", "topstretch", *command.split(), cwd=built.tree)
        if run(clean.python, "-I", "-m", "topstretch", *command.split(), cwd=folder) != here:
            faults.append(f"another result of {command}")
        if run(clean.bin / "topstretch", *command.split(), cwd=folder) != here:
            faults.append(f"another result of the script's {command}")
    well = f"the same {len(COMMANDS)} results, by `python -I -m topstretch` and by the script"
    yield Check("commands in an empty folder, against the checkout", told(faults, well), not faults)

    run(clean.bin / "topstretch", "charts", "copy", "mine", cwd=folder)
    said = run(clean.bin / "topstretch", "charts", "check", "mine", cwd=folder).strip()
    own = files_under(built.tree / "data/charts/standard")
    own.pop("quoted_cells.csv")  # the test of the standard set alone
    mine = files_under(folder / "mine")
    mine.pop("README.md")
    faults = differences(mine, own)
    yield Check("`charts copy` and `charts check`", told(faults, said.splitlines()[-1]), not faults)


def sdist_checks(built: Built, clean: Venv) -> Iterator[Check]:
    """Some of the sdist's own tests, run where it was unpacked; with the extras, which the check of types needs too."""
    extras = built.project()["project"]["optional-dependencies"]
    clean.install("pytest", *extras["testing"], *extras["plots"])
    what = f"tests of the sdist, unpacked: {', '.join(TESTS_OF_SDIST)}"
    try:
        said = run(clean.bin / "pytest", "-q", "-p", "no:cacheprovider", *TESTS_OF_SDIST, cwd=built.unpacked)
        yield Check(what, said.strip().splitlines()[-1].strip("= "))
    except FailedError as failure:
        yield Check(what, str(failure), right=False)


def type_checks(clean: Venv, folder: Path) -> Iterator[Check]:
    """How much of the public interface has types that every checker reads alike; goal: all."""
    what = "`pyright --verifytypes topstretch --ignoreexternal`"
    try:
        checker = Venv.make(folder / "pyright", ["pyright[nodejs]"])
        said = run(
            checker.bin / "pyright", "--verifytypes", "topstretch", "--ignoreexternal", "--outputjson", cwd=folder,
            path=clean.bin, statuses=(0, 1),
        )  # fmt: skip
    except FailedError as failure:
        yield Check(what, f"not run: {failure}", right=None)
        return
    yield completeness(what, json.loads(said))


def completeness(what: str, said: Mapping[str, Any]) -> Check:
    """The score, and every symbol that is not wholly typed."""
    found = said["typeCompleteness"]
    score, counts = found["completenessScore"], found["exportedSymbolCounts"]
    # A symbol that lacks a type is often one that is made of another: those with a message of their own are the cause.
    lacking = sorted({symbol["name"] for symbol in found["symbols"] if symbol["isExported"] and symbol["diagnostics"]})
    text = f"pyright {said['version']}: {score:.1%} of {sum(counts.values()):,} symbols"
    return Check(what, f"{text}{': not ' if lacking else ''}{', '.join(lacking)}", score == 1)


def checks(source: Path | None, folder: Path) -> Iterator[Check]:
    """All of them."""
    tools = Venv.make(folder / "tools", TOOLS)
    built = Built.of(tools, export(folder / "tree", source), folder / "built")
    yield from content_checks(built, tools, folder)
    yield from metadata_checks(built, tools)
    yield from bound_checks(built, folder)
    clean, empty = Venv.make(folder / "clean", [built.wheel]), folder / "empty"
    empty.mkdir()
    yield from use_checks(built, clean, empty)
    yield from sdist_checks(built, clean)
    yield from type_checks(clean, folder)


def section(found: Sequence[Check], seconds: float) -> str:
    """The section of docs/accuracy.md."""
    verdicts = {True: "yes", False: "no", None: "not run"}
    lines = [f"| {check.what} | {' '.join(check.found.split())} | {verdicts[check.right]} |" for check in found]
    table = "\n".join(["| looked at | found | right |", "| --- | --- | --- |", *lines])
    release = ".".join(map(str, sys.version_info[:3]))
    return f"""## Packaging

Made by `PYTHONPATH=tests python -m trust.packaging --write docs/accuracy.md` (Python {release}, {seconds:.0f} s) from the
files of a commit. The wheel is installed by itself into a new venv and used in an empty folder, without the checkout.

{table}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all checks; 1 where one finds something wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=Path, help="a tree to build from; the last commit without it")
    parser.add_argument("--write", type=Path, help="the document to put the section into")
    options = parser.parse_args(arguments)
    start, found = time.perf_counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for check in checks(options.source, Path(folder)):
            sys.stderr.write(f"{'' if check.right else 'WRONG: '}{check.what}: {check.found}\n")
            found.append(check)
    text = section(found, time.perf_counter() - start)
    sys.stdout.write(text)
    if options.write is not None:
        write_section(options.write, "packaging", text)
    return int(any(check.right is False for check in found))


if __name__ == "__main__":
    sys.exit(main())
