"""Venvs outside the checkout, and the project as git has it: what the proofs of packaging and of versions stand on."""

import os
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]


class FailedError(Exception):
    """A program that ended with another status than 0: what was run, and the end of what it said."""


def clean_environment() -> dict[str, str]:
    """The environment without anything that leads Python elsewhere."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}


def run(*command: str | Path, cwd: Path | None = None, path: Path | None = None, statuses: Sequence[int] = (0,)) -> str:
    """What a program prints, run in a clean environment; `path` goes before PATH. Raises FailedError for another status."""
    environment = clean_environment()
    if path is not None:
        environment["PATH"] = f"{path}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode not in statuses:
        raise FailedError(f"{Path(command[0]).name}: status {done.returncode}\n{gist(done.stdout + done.stderr)}")
    return done.stdout


def gist(said: str) -> str:
    """What a program that failed said: the lines that name errors and failed tests, and its last ones."""
    lines = [line.strip() for line in said.splitlines() if line.strip(" ^~")]
    telling = [line for line in lines if "Error" in line or line.startswith(("FAILED ", "ERROR "))]
    return "\n".join(list(dict.fromkeys([*telling, *lines[-2:]]))[-12:])


def export(folder: Path, tree: Path | None = None) -> Path:
    """Put the last commit's files into a new folder; those of `tree` as they lie, where one is given."""
    if tree is None:
        packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    else:
        listed = subprocess.run(
            ["git", "ls-files", "-coz", "--exclude-standard"], cwd=tree, capture_output=True, check=True
        ).stdout
        names = [name for name in listed.decode().split("\0") if name and (tree / name).is_file()]
        made = BytesIO()
        with tarfile.open(fileobj=made, mode="w") as archive:
            for name in names:
                archive.add(tree / name, name)
        packed = made.getvalue()
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


@frozen
class Venv:
    """A venv in a folder of its own."""

    folder: Path

    @classmethod
    def make(cls, folder: Path, requirements: Sequence[str | Path], python: Path | str = sys.executable) -> "Venv":
        """A new venv of an interpreter with these packages, from wheels only. Raises FailedError where it cannot be."""
        run(python, "-m", "venv", folder)
        made = cls(folder)
        if requirements:
            made.install(*requirements)
        return made

    @property
    def bin(self) -> Path:
        """Where its programs are."""
        return self.folder / "bin"

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.bin / "python"

    def install(self, *requirements: str | Path) -> None:
        """Install packages from wheels."""
        run(
            self.python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--only-binary=:all:",
            *requirements,
        )


def build(tools: Venv, tree: Path, kind: str, into: Path) -> Path:
    """Build the `wheel` or `sdist` of a tree; `tools` has `build`."""
    run(tools.python, "-m", "build", f"--{kind}", "--outdir", into, tree)
    (made,) = into.iterdir()
    return made
