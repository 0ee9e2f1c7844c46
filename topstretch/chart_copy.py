"""A copy of the standard charts, to key one's own into."""

import shutil
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from .chart_files import LAYOUTS
from .console import current_umask, kind_of
from .errors import clean, fault
from .locate import data_dir

README = """# A chart set of your own

These are the charts of the set `standard`. Change the cells to those of your printed charts and keep the headers and row
labels; change the line `# edition:` at the top of each file to say what you keyed in.

- `topstretch charts check {folder}` finds every fault, by file, line and column, and every rule of shape that is broken.
- `topstretch charts show form --charts {folder}` prints a chart as it is read.
- `topstretch play champagne-2009 --charts {folder}` runs a race by them; every verb takes `--charts`.
- In Python: `topstretch.load_charts("{folder}")`.

What each file holds:
"""


def copy_charts(folder: Path) -> int:
    """Write the standard charts and a README into a new (or empty) folder; gives the number of charts.

    Raises InputError where the folder holds anything: nothing is written over.
    """
    if kind_of(folder, Path.exists) and not folder.is_dir():
        raise fault(str(folder), "a file", "a new folder")
    if kind_of(folder, Path.exists) and kind_of(folder, holds_anything):
        raise fault(str(folder), "a folder that is not empty", "a new folder")
    source = data_dir("charts") / "standard"
    charts = [source / f"{name}.csv" for name in LAYOUTS]
    write_folder(folder, charts, {"README.md": README.format(folder=clean(folder)) + contents()})
    return len(LAYOUTS)


def holds_anything(folder: Path) -> bool:
    """Whether a folder is not empty."""
    return any(folder.iterdir())


def write_folder(folder: Path, copied: Iterable[Path], texts: Mapping[str, str] | None = None) -> None:
    """Write a new (or empty) folder of copied files and texts, whole or not at all. Raises InputError where it cannot be."""
    temporary = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=folder.parent, prefix=".topstretch-"))
        for file in copied:
            shutil.copyfile(file, temporary / file.name)
        for name, text in (texts or {}).items():
            (temporary / name).write_text(text, encoding="utf-8", newline="")
        temporary.chmod(0o777 & ~current_umask())
        temporary.replace(folder)
    except OSError as error:
        raise fault(str(folder), error.strerror or "an error", "a folder that can be written") from None
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def contents() -> str:
    """The table of the data's README that says what each chart holds."""
    text = (data_dir(".") / "README.md").read_text(encoding="utf-8")
    start = text.index("| file | first column")
    return "\n" + text[start : text.index("\n\n", start)] + "\n"
