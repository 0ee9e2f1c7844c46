"""The table of docs/third-party.md: every package that pyproject.toml names, with the licence that its own metadata state.

    PYTHONPATH=tests python -m trust.third_party --write docs/third-party.md

A package that is not installed keeps the row that the document has.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageMetadata, PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

from attrs import frozen

from trust.sections import write_section
from trust.versions import name_of

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs/third-party.md"
USES = {
    "dependencies": "at run time", "plots": "extra `plots`", "testing": "extra `testing`", "build": "to build it",
    "docs": "documentation", "dev": "development",
}  # fmt: skip
NOT_STATED = "not stated"
FAMILIES = re.compile(r"\b(MIT|BSD|Apache|MPL|Mozilla|PSF|Python Software Foundation|ISC|GPL|LGPL)\b")
SHORT = {"Mozilla": "MPL", "Python Software Foundation": "PSF"}


@frozen
class Package:
    """A row: a package, what needs it, and its licence as of a version."""

    name: str
    use: str
    licence: str
    version: str

    def row(self) -> str:
        """The row in the document."""
        return f"| {self.name} | {self.use} | {self.licence} | {self.version} |"


def needed(described: Mapping[str, Any]) -> dict[str, str]:
    """The packages by name, and what each is first needed for."""
    table = described["project"]
    groups = {"dependencies": table["dependencies"], "build": described["build-system"]["requires"]}
    groups |= table["optional-dependencies"]
    ordered = sorted(groups, key=list(USES).index)
    uses: dict[str, str] = {}
    for group in ordered:
        for requirement in groups[group]:
            if not requirement.startswith(f"{table['name']}["):
                uses.setdefault(name_of(requirement), USES[group])
    return uses


def licence_of(stated: PackageMetadata) -> str:
    """The licence that metadata state: by expression, by classifier, or in a few words."""
    if "License-Expression" in stated:
        return stated["License-Expression"]
    classifiers = [
        text.rpartition(" :: ")[2] for text in stated.get_all("Classifier", []) if text.startswith("License :: OSI")
    ]
    if classifiers:
        return ", ".join(classifiers)
    words = stated["License"].strip() if "License" in stated else ""
    return words if words and len(words) < 40 else NOT_STATED


def installed(name: str) -> tuple[str, str] | None:
    """Licence and version of an installed package; None where it is not installed."""
    try:
        stated = metadata(name)
    except PackageNotFoundError:
        return None
    return licence_of(stated), stated["Version"]


def families(licence: str) -> set[str]:
    """The kinds of licence that a text names: the wording differs from release to release."""
    return {SHORT.get(found, found) for found in FAMILIES.findall(licence)}


def written(document: Path) -> dict[str, Package]:
    """The rows of the document."""
    rows = re.findall(
        r"^\| ([\w.-]+) \| ([^|]+) \| ([^|]+) \| ([\d.]+) \|$", document.read_text(encoding="utf-8"), re.MULTILINE
    )
    return {row[0]: Package(*row) for row in rows}


def packages(described: Mapping[str, Any], kept: Mapping[str, Package]) -> list[Package]:
    """Every package, as it is installed; as the document has it where it is not. Raises KeyError where neither is."""
    found = []
    for name, use in needed(described).items():
        here = installed(name)
        found.append(Package(name, use, *here) if here else Package(name, use, kept[name].licence, kept[name].version))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table, or write it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", type=Path, help="the document to put the table into")
    options = parser.parse_args(arguments)
    document = options.write or DOCUMENT
    head = "| package | needed | licence | as of version |\n| --- | --- | --- | --- |"
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = packages(described, written(document) if document.exists() else {})
    text = "\n".join([head, *(package.row() for package in found)]) + "\n"
    sys.stdout.write(text)
    if options.write is not None:
        write_section(options.write, "packages", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
