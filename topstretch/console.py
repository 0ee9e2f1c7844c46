"""What every verb of the command does alike: formats, files written whole or not at all, messages on stderr."""

import csv
import io
import json
import math
import os
import re
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

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
    """A result to stdout, or to a file."""
    text = text if text.endswith("\n") else text + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        write_whole(out, text, force=force)


def check_new(path: Path | None, *, force: bool) -> None:
    """Raise InputError where a file to be written exists already, before any work is done."""
    if path is not None and path.is_dir():
        raise fault(str(path), "a folder", "a file name")
    if path is not None and path.exists() and not force:
        raise fault(str(path), "an existing file", NEW_FILE)


NEW_FILE = "a new file, or --force to write over it"


def write_whole(path: Path, text: str, *, force: bool = False) -> None:
    """Write a file whole or not at all; an existing one is kept unless `force`. Raises InputError where it cannot be."""
    check_new(path, force=force)
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~current_umask())
        if force:
            os.replace(temporary, path)
        else:
            os.link(temporary, path)  # fails where the file has come up meanwhile
    except FileExistsError:
        raise fault(str(path), "an existing file", NEW_FILE) from None
    except OSError as error:
        raise fault(str(path), error.strerror or "an error", "a file that can be written") from None
    finally:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)


def current_umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


FORMULA = re.compile(r"[=@]|[+-](?![0-9])")


def csv_text(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> str:
    """Rows as CSV. A text that a spreadsheet would run as a formula is written behind an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([csv_cell(row[name]) for name in columns])
    return out.getvalue()


def csv_cell(value: Any) -> Any:
    """One cell: nothing for None, formulas disarmed."""
    if isinstance(value, str) and FORMULA.match(value):
        return "'" + value
    return "" if value is None else value


def json_text(rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as a JSON array; not-a-number becomes null."""
    return json.dumps(
        [{name: json_value(value) for name, value in row.items()} for row in rows], indent=1, ensure_ascii=False
    )


def json_value(value: Any) -> Any:
    """A value that JSON can hold."""
    if isinstance(value, float) and math.isnan(value):
        return None
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def report(error: TopstretchError) -> None:
    """Each fault on a line of stderr."""
    print(error, file=sys.stderr)
