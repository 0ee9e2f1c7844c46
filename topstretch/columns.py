"""Declared column types, and the one strict CSV reader: all faults of a file at once, nothing repaired in silence."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from attrs import field, frozen

from .errors import Fault, InputError, clean

# What a file may hold at most: far beyond any card, chart or log, and little enough to be read in seconds.
MAX_BYTES = 20_000_000
MAX_LINES = 150_000
MAX_CELLS = 1_000_000
LONGEST_ROW = 1_000_000  # characters
MOST_FAULTS = 1_000  # reading stops there
BLANKS = " \t"
WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
ODDS = re.compile(r"([0-9]{1,6})[-/:]([1-9][0-9]{0,5})")


NUMBER = r"[+-][0-9]+(?:\.[0-9]+)?t?\Z"  # of a chart or log, as -2 or +3t
# What a spreadsheet runs as a formula: a text that starts with one of these signs and is no such number.
FORMULA = re.compile(rf"'*(?:[\t\r\n]|\s*(?:[=@＝＠＋－]|(?!{NUMBER})[+-]))")


def disarmed(text: str) -> str:
    """A text as a CSV holds it: behind an apostrophe where a spreadsheet would run it as a formula."""
    return f"'{text}" if FORMULA.match(text) else text


def as_meant(cell: str) -> str:
    """The text of a cell: without the apostrophe that `disarmed` puts before a formula."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell[1:]) else cell


class Refused(ValueError):
    """A cell is not what its column allows; the message says what is allowed."""


def whole(low: int, high: int) -> Callable[[str], int]:
    """Whole numbers from `low` to `high`, in plain ASCII digits with an optional sign."""
    allowed = f"a whole number from {low} to {high}"

    def parse(text: str) -> int:
        if not WHOLE.fullmatch(text) or not low <= int(text) <= high:
            raise Refused(allowed)
        return int(text)

    return parse


def decimal(low: float, high: float, *, step: Fraction | None = None) -> Callable[[str], float]:
    """Plain decimal numbers from `low` to `high` (no exponent, no NaN), on a multiple of `step` if one is given."""
    allowed = f"a number from {low:g} to {high:g}" + (f" in steps of {step}" if step else "")

    def parse(text: str) -> float:
        if not DECIMAL.fullmatch(text) or not low <= float(text) <= high:
            raise Refused(allowed)
        if step and Fraction(text) % step:
            raise Refused(allowed)
        return float(text)

    return parse


def one_of(*names: str) -> Callable[[str], str]:
    """One of the names, in any case; gives the name as declared."""
    by_lower = {name.lower(): name for name in names}
    allowed = "one of " + ", ".join(name or "a blank" for name in names)

    def parse(text: str) -> str:
        if text.lower() not in by_lower:
            raise Refused(allowed)
        return by_lower[text.lower()]

    return parse


def nonblank(limit: int = 80) -> Callable[[str], str]:
    """Printable text that is not blank, up to `limit` characters; what is `disarmed` is taken as it is meant."""

    def parse(cell: str) -> str:
        cell = as_meant(cell)
        if not cell.strip() or len(cell) > limit or not cell.isprintable():
            raise Refused(f"a name of 1 to {limit} printable characters")
        return cell

    return parse


def text(limit: int = 500, *, of_a_cell: bool = True) -> Callable[[str], str]:
    """Any printable text up to `limit` characters, that of a cell `disarmed` or not; a control character is refused."""

    def parse(cell: str) -> str:
        cell = as_meant(cell) if of_a_cell else cell
        if len(cell) > limit or not cell.isprintable():
            raise Refused(f"text of at most {limit} printable characters")
        return cell

    return parse


LONGEST_ODDS = 9999
ODDS_ALLOWED = f"odds to 1 above 0 and at most {LONGEST_ODDS}, as 7-2 or 3.5"


def odds_to_1(cell: str) -> Fraction:
    """Odds to 1: `7-2`, `7/2`, `7:2`, `evens` or a number such as `3.5`; above 0 and at most 9999."""
    match = ODDS.fullmatch(cell)
    if cell.lower() in ("even", "evens"):
        value = Fraction(1)
    elif match:
        value = Fraction(int(match[1]), int(match[2]))
    elif DECIMAL.fullmatch(cell) and not cell.startswith("-"):
        value = Fraction(cell)
    else:
        value = Fraction(0)
    if not 0 < value <= LONGEST_ODDS:
        raise Refused(ODDS_ALLOWED)
    return value


@frozen
class Column:
    """A column of a file: its header, how a cell is read, and whether the column or a cell may be missing."""

    name: str
    parse: Callable[[str], Any]
    optional: bool = False  # the whole column may be missing
    blank: bool = False  # a cell may be empty; it reads as None


@frozen
class Row:
    """A row as read: `values` by column name (None where empty), and the line it starts on, from 1.

    `whole` is False where a cell was refused; `values` then lacks that cell.
    """

    line: int
    values: Mapping[str, Any]
    raw: Mapping[str, str]
    whole: bool = True

    def __getitem__(self, name: str) -> Any:
        return self.values.get(name)


@frozen
class Table:
    """A file as read: the `# name: value` head, the header in file order, and the rows."""

    path: Path
    head: Mapping[str, str]
    head_lines: Mapping[str, int]
    header: tuple[str, ...]
    header_line: int
    rows: tuple[Row, ...]
    faults: list[Fault] = field(factory=list)

    def fault(self, line: int, column: str, found: object, allowed: str) -> None:
        """Note one more fault of this file."""
        self.note(Fault.at(self.path, line, column, found, allowed))

    def note(self, fault: Fault) -> None:
        """Note a fault; raises all of them where there are so many that no more need to be looked for."""
        self.faults.append(fault)
        if len(self.faults) >= MOST_FAULTS:
            allowed = "fewer: what comes after them was not read"
            self.faults.append(Fault.at(self.path, fault.line, "", f"{len(self.faults)} faults", allowed))
            self.raise_faults()

    def raise_faults(self) -> None:
        """Raise every fault noted so far, in the order of the lines."""
        if self.faults:
            raise InputError(sorted(self.faults, key=lambda fault: fault.line))


def read_table(path: Path | str, columns: Sequence[Column], *, extra: bool = False) -> Table:
    """Read a CSV by its declared columns.

    Columns that are not declared are a fault unless `extra`; then their cells are kept as text in `Row.raw`. Cell
    faults are noted in `Table.faults`: the caller adds its own and calls `raise_faults`, so that a user sees all of a
    file's faults at once. A file that cannot be read as a table at all raises InputError here.
    """
    path = Path(path)
    return parse_table(path, decode(path), columns, extra=extra)


def parse_table(path: Path, content: str, columns: Sequence[Column], *, extra: bool = False) -> Table:
    """As `read_table`, from text that is already at hand; `path` is the name that faults give."""
    count = content.count("\n") + content.count("\r") - content.count("\r\n")
    if count > MAX_LINES:
        raise InputError([Fault.at(path, MAX_LINES + 1, "", f"{count} lines", f"at most {MAX_LINES}")])
    head, head_lines, lines = split_head(path, records(path, content))
    header_line, header = next(lines, (0, []))
    if not header:
        raise InputError([Fault.at(path, 0, "", "no header row", ",".join(c.name for c in columns) + " and rows")])
    names = [name.strip(BLANKS) for name in header]
    body = list(lines)
    if not names[-1]:  # a spreadsheet pads every row to the longest
        width = max((i + 1 for _, cells in body for i, cell in enumerate(cells) if cell.strip(BLANKS)), default=0)
        while len(names) > max(width, 1) and not names[-1]:
            names.pop()
    table = Table(path, head, head_lines, tuple(names), header_line, ())
    check_header(table, columns, extra)
    table.raise_faults()
    by_name = {column.name: column for column in columns}
    rows = [read_row(table, line, cells, by_name) for line, cells in body]
    return Table(path, head, head_lines, table.header, header_line, tuple(rows), table.faults)


def records(path: Path, content: str) -> Iterator[tuple[int, list[str]]]:
    """Each record of a CSV that is not wholly blank, with the line it starts on."""
    length = count = 0

    def lines() -> Iterator[str]:
        nonlocal length
        for line in LINE.finditer(content):
            length += line.end() - line.start()
            if length > LONGEST_ROW:
                raise csv.Error("a longer row", f"rows of at most {LONGEST_ROW} characters")
            yield line[0]

    reader = csv.reader(lines(), strict=True)
    start = 1
    try:
        for cells in reader:
            length, count = 0, count + len(cells)
            if count > MAX_CELLS:
                raise csv.Error("more cells", f"at most {MAX_CELLS} cells in a file")
            if any(cell.strip(BLANKS) for cell in cells):
                yield start, cells
            start = reader.line_num + 1
    except csv.Error as error:
        raise InputError([Fault.at(path, start, "", *csv_fault(error))]) from None


def csv_fault(error: csv.Error) -> tuple[str, str]:
    """What was found where the text is no CSV, and what is allowed."""
    if len(error.args) == 2:
        found, allowed = error.args
        return found, allowed
    if "limit" in str(error):
        return "a longer cell", f"cells of at most {csv.field_size_limit()} characters"
    return str(error), "quotes only around whole cells, and in pairs"


def decode(path: Path) -> str:
    """The text of a UTF-8 file, with or without a byte order mark."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError([Fault.at(path, 0, "", error.strerror or "no file", "a file that can be read")]) from None
    except ValueError:
        raise InputError([Fault.at(clean(path), 0, "", "a null byte in the name", "a file name")]) from None
    if len(data) > MAX_BYTES:
        raise InputError([Fault.at(path, 0, "", f"more than {MAX_BYTES} bytes", f"at most {MAX_BYTES} bytes")])
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError([Fault.at(path, 1, "", "UTF-16", "UTF-8 text")])
    try:
        decoded = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = line_at(data[: error.start].decode("utf-8", "replace"))
        found = f"byte 0x{data[error.start]:02x}"
        raise InputError([Fault.at(path, line, "", found, "UTF-8 text")]) from None
    if "\0" in decoded:
        line = line_at(decoded[: decoded.index("\0")])
        raise InputError([Fault.at(path, line, "", "a null character", "text")])
    return decoded


def line_at(before: str) -> int:
    """The line that comes after some text, by any kind of line end."""
    return before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


def split_head(
    path: Path, lines: Iterator[tuple[int, list[str]]]
) -> tuple[dict[str, str], dict[str, int], Iterator[tuple[int, list[str]]]]:
    """Take the `# name: value` lines off the top; gives them, where they stand, and the records from the header on."""
    head: dict[str, str] = {}
    places: dict[str, int] = {}
    faults: list[Fault] = []
    first: tuple[int, list[str]] | None = None
    for line, cells in lines:
        if not cells[0].lstrip(BLANKS).startswith("#"):
            first = (line, cells)
            break
        # A spreadsheet pads the line with empty cells, and an unquoted comma splits it: both read as one text.
        while not cells[-1].strip(BLANKS):
            cells.pop()
        name, _, value = ",".join(cells).lstrip("#" + BLANKS).partition(":")
        key = name.strip(BLANKS).lower()
        if key in head:
            faults.append(Fault.at(path, line, key, "a second line of that name", "one"))
        elif not value.isprintable():
            faults.append(Fault.at(path, line, key, value, "printable text"))
        head[key] = value.strip(BLANKS)
        places[key] = line
        if len(faults) == MOST_FAULTS:
            break
    if faults:
        raise InputError(faults)

    def rest() -> Iterator[tuple[int, list[str]]]:
        if first is not None:
            yield first
        yield from lines

    return head, places, rest()


def check_header(table: Table, columns: Sequence[Column], extra: bool) -> None:
    """Note missing, repeated and unknown columns."""
    known = [column.name for column in columns]
    for mark, marks in ((";", "semicolons"), ("\t", "tabs")):
        if len(table.header) == 1 < len(columns) and mark in table.header[0]:
            table.fault(table.header_line, "", f"columns set apart by {marks}", "commas between columns")
            return
    for name, count in Counter(table.header).items():
        if count > 1:
            table.fault(table.header_line, name or "(no name)", f"{count} columns of that name", "one")
        elif name not in known and not extra:
            table.fault(table.header_line, name or "(no name)", "a column of that name", ", ".join(known))
    for column in columns:
        if column.name not in table.header and not column.optional:
            table.fault(table.header_line, column.name, "no such column", "one")


def read_row(table: Table, line: int, cells: list[str], by_name: Mapping[str, Column]) -> Row:
    """Read one record's cells by their columns, noting each cell that its column refuses."""
    cells = [cell.strip(BLANKS) for cell in cells]
    if len(cells) > len(table.header) and not any(cells[len(table.header) :]):
        cells = cells[: len(table.header)]
    if len(cells) != len(table.header):
        table.fault(line, "", f"{len(cells)} cells", f"{len(table.header)}, as in the header")
        return Row(line, {}, {}, whole=False)
    raw = dict(zip(table.header, cells, strict=True))
    values: dict[str, Any] = {}
    faults_before = len(table.faults)
    for name, cell in raw.items():
        column = by_name.get(name)
        if column is None:
            continue
        if not cell and column.blank:
            values[name] = None
            continue
        try:
            values[name] = column.parse(cell)
        except Refused as refused:
            table.fault(line, name, cell, str(refused))
    return Row(line, values, raw, whole=len(table.faults) == faults_before)


def frame_text(frame: Any) -> str:
    """A pandas frame as the CSV text that `parse_table` reads: whole numbers without a decimal point."""
    made = frame.convert_dtypes()
    for place, kind in enumerate(made.dtypes):
        if kind.kind == "O":  # texts, or of several kinds
            made.isetitem(place, [disarmed(cell) if isinstance(cell, str) else cell for cell in made.iloc[:, place]])
    return str(made.to_csv(index=False))
