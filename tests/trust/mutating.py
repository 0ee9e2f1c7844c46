"""Good files made bad, and good ones made extreme: what a person, a spreadsheet or an accident may do to a file."""

import csv
import io
import random
from collections.abc import Callable, Sequence

from attrs import define, frozen
from topstretch.columns import Column, Refused

from trust.file_bytes import (
    cut_off,
    cut_out,
    doubled_piece,
    encoded,
    flipped_bit,
    inserted_bytes,
    nothing_but,
    other_line_ends,
    other_separators,
    quoted_pieces,
    replaced_piece,
    spliced,
    very_long_line,
)
from trust.file_values import (
    NASTY,
    ODD_CHARACTERS,
    POOL,
)


@frozen
class Good:
    """A good file: its lines of comments, header and rows, and for each column values that it allows."""

    head: tuple[str, ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    allowed: tuple[tuple[str, ...], ...]

    @classmethod
    def of(cls, content: str, columns: Sequence[Column]) -> "Good":
        """A good file from its text and its declared columns."""
        lines = [cells for cells in csv.reader(io.StringIO(content, newline="")) if cells]
        head = tuple(cells[0] if len(cells) == 1 else ",".join(cells) for cells in lines if cells[0].startswith("#"))
        header, *rows = [tuple(cells) for cells in lines if not cells[0].startswith("#")]
        by_name = {column.name: column for column in columns}
        allowed = tuple(
            values_of(by_name.get(name), {row[at] for row in rows if at < len(row)}) for at, name in enumerate(header)
        )
        return cls(head, header, tuple(rows), allowed)


def values_of(column: Column | None, seen: set[str]) -> tuple[str, ...]:
    """Values that a column allows: those of the good file, and of the pool what it does not refuse."""
    return tuple(sorted(seen | {value for value in POOL if column is not None and takes(column, value)}))


def takes(column: Column, value: str) -> bool:
    """Whether a column allows a value."""
    try:
        column.parse(value)
    except Refused:
        return False
    return True


@define
class Draft:
    """A file while it is being changed."""

    good: Good
    rng: random.Random
    head: list[str]
    header: list[str]
    rows: list[list[str]]

    def text(self) -> str:
        """The file as text."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([line] for line in self.head)
        writer.writerow(self.header)
        writer.writerows(self.rows)
        return out.getvalue()

    def place(self) -> tuple[list[str], int]:
        """Any cell: its row, and its place there."""
        row = self.rng.choice(self.rows) if self.rows else self.header
        return row, int(self.rng.random() * len(row))

    def allowed(self, at: int) -> str:
        """A value that the column at a place of the good file allows."""
        return self.rng.choice(self.good.allowed[at]) if at < len(self.good.allowed) else ""


# --- cells ---


def nasty_cell(draft: Draft) -> None:
    row, at = draft.place()
    if row:
        row[at] = draft.rng.choice(NASTY)


def allowed_cells(draft: Draft) -> None:
    for _ in range(draft.rng.choice((1, 1, 1, 2, 3, 8, 40))):
        row, at = draft.place()
        if row and row is not draft.header:
            row[at] = draft.allowed(at)


def extreme_column(draft: Draft) -> None:
    at = int(draft.rng.random() * len(draft.header)) if draft.header else 0
    one = draft.allowed(at)
    for row in draft.rows:
        if at < len(row):
            row[at] = draft.allowed(at) if draft.rng.random() < 0.5 else one


def empty_cell(draft: Draft) -> None:
    row, at = draft.place()
    if row:
        row[at] = ""


def copied_cell(draft: Draft) -> None:
    (row, at), (other, there) = draft.place(), draft.place()
    if row and other:
        row[at] = other[there]


def edited_cell(draft: Draft) -> None:
    row, at = draft.place()
    if not row:
        return
    cell, where = row[at], int(draft.rng.random() * (len(row[at]) + 1))
    new = draft.rng.choice((draft.rng.choice(ODD_CHARACTERS), "", cell[:2], cell.upper(), " "))
    row[at] = cell[:where] + new + cell[where + draft.rng.randint(0, 1) :]


# --- rows ---


def dropped_row(draft: Draft) -> None:
    if draft.rows:
        del draft.rows[draft.rng.randrange(len(draft.rows))]


def doubled_row(draft: Draft) -> None:
    if draft.rows:
        row = draft.rng.choice(draft.rows)
        draft.rows.insert(draft.rng.randint(0, len(draft.rows)), list(row))


def moved_row(draft: Draft) -> None:
    if draft.rows:
        draft.rows.insert(
            draft.rng.randint(0, len(draft.rows) - 1), draft.rows.pop(draft.rng.randrange(len(draft.rows)))
        )


def shuffled_rows(draft: Draft) -> None:
    draft.rng.shuffle(draft.rows)


def cut_rows(draft: Draft) -> None:
    del draft.rows[draft.rng.randint(0, min(3, len(draft.rows))) :]


def row_of_another_length(draft: Draft) -> None:
    if draft.rows:
        row = draft.rng.choice(draft.rows)
        if draft.rng.random() < 0.5:
            row.extend(draft.rng.choice(NASTY) for _ in range(draft.rng.choice((1, 2, 30))))
        else:
            del row[draft.rng.randint(0, len(row)) :]


def grown(draft: Draft) -> None:
    """Many rows more, each with a number and a name of its own: fields of 24 and beyond."""
    wanted = draft.rng.choice((24, 24, 24, 24, 25, 32, 33, 100))
    given = [list(row) for row in draft.rows if row]
    while given and len(draft.rows) < wanted:
        row = list(draft.rng.choice(given))
        row[0] = str(len(draft.rows) + 1) if row[0].isdecimal() else f"{row[0]} {len(draft.rows)}"
        if len(row) > 1 and row[1] and not row[1].isdecimal():
            row[1] = f"{row[1]} {len(draft.rows)}"
        draft.rows.append(row)


def multiplied_rows(draft: Draft) -> None:
    times = draft.rng.choice((2, 2, 3, 3, 10))
    draft.rows[:] = [list(row) for row in draft.rows * times][:1000]


# --- columns ---


def dropped_column(draft: Draft) -> None:
    if draft.header:
        at = draft.rng.randrange(len(draft.header))
        for row in (draft.header, *draft.rows):
            del row[at : at + 1]


def doubled_column(draft: Draft) -> None:
    if draft.header:
        at, to = draft.rng.randrange(len(draft.header)), draft.rng.randint(0, len(draft.header))
        for row in (draft.header, *draft.rows):
            row[to:to] = row[at : at + 1]


def renamed_column(draft: Draft) -> None:
    if draft.header:
        at = draft.rng.randrange(len(draft.header))
        name = draft.header[at]
        draft.header[at] = draft.rng.choice(
            (name.upper(), name + " ", f"{name}_", draft.rng.choice(NASTY), name[:-1], "class", "8")
        )


def swapped_columns(draft: Draft) -> None:
    """The header alone, so that the cells stand under wrong names, or the cells too."""
    if draft.header:
        at, to = (draft.rng.randrange(len(draft.header)) for _ in range(2))
        for row in (draft.header, *(draft.rows if draft.rng.random() < 0.5 else ())):
            if max(at, to) < len(row):
                row[at], row[to] = row[to], row[at]


def new_column(draft: Draft) -> None:
    at = draft.rng.randint(0, len(draft.header))
    draft.header.insert(
        at, draft.rng.choice(("", "new", "total", "chart", "result", "jockey", "odds", "adj_power", "25", "6.5"))
    )
    for row in draft.rows:
        row.insert(at, draft.rng.choice(("", "1", "x")))


# --- comments ---

HEAD_NAMES = (
    "edition",
    "race",
    "distance",
    "surface",
    "condition",
    "date",
    "track",
    "source",
    "chart",
    "quoted",
    "",
    "x",
    "Distance",
)


def dropped_comment(draft: Draft) -> None:
    if draft.head:
        del draft.head[draft.rng.randrange(len(draft.head))]


def doubled_comment(draft: Draft) -> None:
    if draft.head:
        draft.head.append(draft.rng.choice(draft.head))


def new_comment(draft: Draft) -> None:
    value = draft.rng.choice(NASTY) if draft.rng.random() < 0.5 else draft.rng.choice(POOL)
    line = f"# {draft.rng.choice(HEAD_NAMES)}{draft.rng.choice((': ', ':', '', '::', ' : '))}{value}"
    draft.head.insert(draft.rng.randint(0, len(draft.head)), line)


def changed_comment(draft: Draft) -> None:
    if draft.head:
        at = draft.rng.randrange(len(draft.head))
        value = draft.rng.choice(NASTY if draft.rng.random() < 0.4 else POOL)
        draft.head[at] = draft.head[at].partition(":")[0] + ": " + value


def comment_among_rows(draft: Draft) -> None:
    draft.rows.insert(
        draft.rng.randint(0, len(draft.rows)), [draft.rng.choice(("# note", "#", "# distance: 9", " # x"))]
    )


Table = Callable[[Draft], None]
Bytes = Callable[[random.Random, bytes, bytes], bytes]
LEVELS: dict[str, tuple[tuple[Table, ...], tuple[Bytes, ...], int]] = {
    "cells": ((nasty_cell, nasty_cell, empty_cell, copied_cell, edited_cell), (), 24),
    "extremes": ((allowed_cells, allowed_cells, extreme_column, grown), (), 24),
    "rows": (
        (
            dropped_row,
            doubled_row,
            moved_row,
            dropped_row,
            doubled_row,
            moved_row,
            shuffled_rows,
            cut_rows,
            row_of_another_length,
            multiplied_rows,
        ),
        (),
        14,
    ),
    "columns": ((dropped_column, doubled_column, renamed_column, swapped_columns, new_column), (), 10),
    "comments": ((dropped_comment, doubled_comment, new_comment, changed_comment, comment_among_rows), (), 8),
    "bytes": (
        (),
        (
            flipped_bit,
            replaced_piece,
            inserted_bytes,
            cut_out,
            cut_off,
            doubled_piece,
            spliced,
            quoted_pieces,
            nothing_but,
        ),
        16,
    ),
    "encodings": ((), (encoded, other_line_ends, other_separators), 3),
    "long lines": ((), (very_long_line,), 1),
}
NAMES, WEIGHTS = tuple(LEVELS), tuple(weight for *_, weight in LEVELS.values())
COUNTS = (1, 1, 1, 1, 2, 2, 3)


def draft_of(good: Good, rng: random.Random) -> Draft:
    """A good file, to be changed."""
    return Draft(good, rng, list(good.head), list(good.header), [list(row) for row in good.rows])


def plain(good: Good) -> bytes:
    """A good file as it is."""
    return draft_of(good, random.Random(0)).text().encode()


def mutated(rng: random.Random, good: Good, other: bytes) -> tuple[bytes, tuple[str, ...]]:
    """A good file changed one to three times, and the levels that it was changed on; `other` is a file to splice in."""
    draft = draft_of(good, rng)
    levels = rng.choices(NAMES, WEIGHTS, k=rng.choice(COUNTS))
    for name in levels:
        for_tables = LEVELS[name][0]
        if for_tables:
            rng.choice(for_tables)(draft)
    data = draft.text().encode("utf-8", "surrogatepass")
    for name in levels:
        for_bytes = LEVELS[name][1]
        if for_bytes:
            data = rng.choice(for_bytes)(rng, data, other)
    return data, tuple(levels)
