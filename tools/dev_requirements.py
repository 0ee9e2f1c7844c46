"""Print what the project and the named extras need, one requirement a line, from pyproject.toml."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
extras = project["optional-dependencies"]
names = [*project["dependencies"], *(name for extra in sys.argv[1:] for name in extras[extra])]
print("\n".join(name for name in names if not name.startswith("topstretch[")))
