"""What every verb of the command does alike: formats, files written whole or not at all, messages on stderr."""

import csv
import io
import json
import math
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from .columns import disarmed
from .errors import TopstretchError, clean, fault


class Format(StrEnum):
    """How a verb writes its result."""

    TEXT = "text"
    CSV = "csv"
    JSON = "json"


def note(text: str) -> None:
    """A line on stderr: progress and notes never mix with results."""
    print(clean(text), file=sys.stderr)


def emit(text: str, out: Path | None, *, force: bool = False) -> None:
    """A result to stdout, or to a file. A terminal that cannot show a character gets the nearest plain one."""
    text = text if text.endswith("\n") else text + "\n"
    if out is not None:
        write_whole(out, text, force=force)
        return
    if sys.stdout is None:
        raise TopstretchError("stdout is closed: there is nowhere to write the result")
    encoding = sys.stdout.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.replace("─", "-").encode(encoding, "replace").decode(encoding)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise TopstretchError(f"stdout: {error.strerror}") from None


NEW_FILE = "a new file, or --force to write over it"


def check_new(*paths: Path | None, force: bool) -> None:
    """Raise InputError where files to be written cannot be, or exist already, before any work is done."""
    named = [path for path in paths if path is not None]
    for path in named:
        if not kind_of(path.parent, Path.is_dir):
            raise fault(str(path), "no such folder", "a file in a folder that is there")
        if kind_of(path, Path.is_dir):
            raise fault(str(path), "a folder", "a file name")
        if kind_of(path, Path.exists) and not kind_of(path, Path.is_file):
            raise fault(str(path), "something that is no plain file", "a file name")
        if kind_of(path, Path.exists) and not force:
            raise fault(str(path), "an existing file", NEW_FILE)
    if len({path.resolve() for path in named}) < len(named):
        raise fault(str(named[0]), "the same file twice", "a file for each")


def kind_of(path: Path, question: Callable[[Path], bool]) -> bool:
    """Ask the system about a path; raises InputError for a name that no file can have."""
    try:
        return question(path)
    except (OSError, ValueError) as error:
        found = getattr(error, "strerror", None) or "no file name"
        raise fault(str(path), found, "a file name") from None


def write_whole(path: Path, text: str, *, force: bool = False) -> None:
    """Write a file whole or not at all; an existing one is kept unless `force`. Raises InputError where it cannot be."""
    check_new(path, force=force)
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".topstretch-")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~current_umask())
        put_in_place(temporary, path, force=force)
    except FileExistsError:
        raise fault(str(path), "an existing file", NEW_FILE) from None
    except OSError as error:
        raise fault(str(path), error.strerror or "an error", "a file that can be written") from None
    finally:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)


def put_in_place(temporary: str, path: Path, *, force: bool) -> None:
    """Give a written file its name at once; raises FileExistsError where one has come up meanwhile, unless `force`."""
    if force:
        os.replace(temporary, path)
        return
    try:
        os.link(temporary, path)
    except FileExistsError:
        raise
    except OSError:
        # A disk without hard links: claim the name, then put the file there.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        try:
            os.replace(temporary, path)
        except OSError:
            os.unlink(path)
            raise


def current_umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def csv_text(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Rows as CSV. A text that a spreadsheet would run as a formula is written behind an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([csv_cell(row[name]) for name in columns])
    return out.getvalue()


def csv_cell(value: Any) -> Any:
    """One cell: nothing for None, formulas disarmed, control characters written out."""
    if isinstance(value, str):
        return disarmed(clean(value))
    return "" if value is None or not_finite(value) else value


def not_finite(value: Any) -> bool:
    """Whether a value is no number that a file could hold: not a number, or infinite."""
    return isinstance(value, float) and not math.isfinite(value)


def json_text(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as a JSON array; not-a-number becomes null."""
    return json.dumps(
        [{name: json_value(value) for name, value in row.items()} for row in rows], indent=1, ensure_ascii=False
    )


def json_value(value: Any) -> Any:
    """A value that JSON can hold."""
    if not_finite(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def report(error: TopstretchError) -> None:
    """Each fault on a line of stderr."""
    print(error, file=sys.stderr)
