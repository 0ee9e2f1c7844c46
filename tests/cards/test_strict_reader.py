"""The strict CSV reader: a file is read rightly, or refused with file, line and column, what was found and what is allowed."""

from pathlib import Path

import pytest
import topstretch as ts
from topstretch import columns
from topstretch.columns import MAX_BYTES, Column, read_table, whole

from cards.texts import COLUMNS, FIRST, HEAD, HEADER_LINE, ROWS, SECOND, faults_of, row, text, write

CARD = ts.load_race


@pytest.fixture
def plain(tmp_path):
    return CARD(write(tmp_path, text(), "plain.csv"))


# Read rightly


READABLE = {
    "byte order mark": b"\xef\xbb\xbf" + text().encode(),
    "CRLF": text().replace("\n", "\r\n").encode(),
    "lone CR": text().replace("\n", "\r").encode(),
    "mixed line ends": text().replace("\n", "\r\n", 3).encode(),
    "no line end at the end": text().rstrip("\n").encode(),
    "blank rows": text().replace("post,", "\n,,,\n \t\npost,").replace("\n2,", "\n\n\n2,").encode(),
    "stray blanks": text().replace(",", " ,\t ").encode(),
    "blanks before the head": text().replace("# ", "  #  ").encode(),
    "every cell in quotes": "\n".join(
        line if line.startswith("#") else ",".join(f'"{cell}"' for cell in line.split(","))
        for line in text().splitlines()
    ).encode(),
    "padded by a spreadsheet": "\n".join(
        line + "," * (COLUMNS.count(",") if line.startswith("#") else 0) for line in text().splitlines()
    ).encode(),
    "empty cells beyond the header": text().replace(",0,7\n", ",0,7,,\n").encode(),
    "signs": text(row(0, power="+20"), row(1, class_="+1")).encode(),
    "capitals in the head": text().replace("# race", "# RACE").replace("dirt", "DIRT").encode(),
}


@pytest.mark.parametrize("kind", list(READABLE))
def test_a_file_is_read_the_same(kind, tmp_path, plain):
    assert CARD(write(tmp_path, READABLE[kind])) == plain


def test_columns_may_stand_in_any_order(tmp_path, plain):
    turned = "\n".join(",".join(reversed(line.split(","))) for line in [COLUMNS, *ROWS])
    assert CARD(write(tmp_path, HEAD + turned + "\n")) == plain


def test_a_quoted_comma_and_a_quoted_quote_are_part_of_the_cell(tmp_path):
    card = CARD(write(tmp_path, text(row(0, horse='"Alpha, ""the"" Great"'), ROWS[1])))
    assert card.entries[0].horse.name == 'Alpha, "the" Great'


def test_a_comma_in_a_head_line_is_part_of_its_value(tmp_path):
    head = HEAD.replace("Test Stakes", "Breeders' Cup, Ladies' Classic")
    assert CARD(write(tmp_path, text(head=head))).name == "Breeders' Cup, Ladies' Classic"


def test_names_of_every_script_are_kept(tmp_path):
    for name in ("Équipée", "Øre", "ディープインパクト", "Żółw", "O’Brien"):
        assert CARD(write(tmp_path, text(row(0, horse=name), ROWS[1]))).entries[0].horse.name == name


# Not text


LATIN, NULL = text(row(0, horse="Équipée"), ROWS[1]), text(ROWS[0], row(1, horse="Be\0ta"))
UNREADABLE = {
    "latin-1": (LATIN.encode("latin-1"), f"card.csv:{FIRST}: found 'byte 0xc9', allowed UTF-8 text"),
    "UTF-16": (text().encode("utf-16"), "card.csv:1: found 'UTF-16', allowed UTF-8 text"),
    "UTF-16 the other way": (b"\xfe\xff" + text().encode("utf-16-be"), "card.csv:1: found 'UTF-16', allowed UTF-8 text"),
    "UTF-16 without a mark": (text().encode("utf-16-le"), "card.csv:1: found 'a null character', allowed text"),
    "null character": (NULL.encode(), f"card.csv:{SECOND}: found 'a null character', allowed text"),
}  # fmt: skip


@pytest.mark.parametrize("kind", list(UNREADABLE))
def test_what_is_not_utf_8_text_is_refused_by_its_line(kind, tmp_path):
    content, expected = UNREADABLE[kind]
    assert faults_of(write(tmp_path, content)) == [expected]


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("bad", [b"\xc9", b"\0"])
def test_the_line_of_a_bad_byte_is_counted_by_every_line_end(end, bad, tmp_path):
    content = text().encode().replace(b"Beta", bad).replace(b"\n", end.encode())
    (fault,) = faults_of(write(tmp_path, content))
    assert fault.startswith(f"card.csv:{SECOND}: found ")


# No table


def test_an_empty_file(tmp_path):
    for content in ("", "\n\n", "﻿", " \n\t,,\n"):
        (fault,) = faults_of(write(tmp_path, content))
        assert fault.startswith("card.csv: found 'no header row', allowed post,horse,jockey,"), content


def test_a_head_and_no_table(tmp_path):
    assert faults_of(write(tmp_path, HEAD))[0].startswith("card.csv: found 'no header row', allowed ")


def test_a_header_and_no_rows(tmp_path):
    assert faults_of(write(tmp_path, HEAD + COLUMNS + "\n")) == ["card.csv: found 0 runners, allowed 2 to 24 runners"]


@pytest.mark.parametrize("read", [ts.load_race, ts.ReplayDice, ts.load_jockeys], ids=lambda read: read.__name__)
def test_a_folder_and_a_missing_file(read, tmp_path):
    folder = tmp_path / "folder.csv"
    folder.mkdir()
    assert faults_of(folder, read) == ["folder.csv: found 'Is a directory', allowed a file that can be read"]
    missing = tmp_path / "missing.csv"
    assert faults_of(missing, read) == [
        "missing.csv: found 'No such file or directory', allowed a file that can be read"
    ]


def test_a_file_that_may_not_be_read(tmp_path, monkeypatch):
    path = write(tmp_path, text())

    def refuse(self, mode="r", *more, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert faults_of(path) == ["card.csv: found 'Permission denied', allowed a file that can be read"]


@pytest.mark.parametrize("read", [ts.load_race, ts.load_charts, ts.ReplayDice], ids=lambda read: read.__name__)
@pytest.mark.parametrize("name", ["x" * 300, "x" * 5000, "x\0y", "x\0y.csv", ""])
def test_a_name_that_no_file_can_have(read, name):
    with pytest.raises(ts.InputError):
        read(name)


def test_a_file_beyond_20_megabytes(tmp_path, monkeypatch):
    assert MAX_BYTES == 20_000_000
    size = len(text().encode())
    path = write(tmp_path, text())
    monkeypatch.setattr("topstretch.columns.MAX_BYTES", size - 1)
    assert faults_of(path) == [f"card.csv: found 'more than {size - 1} bytes', allowed at most {size - 1} bytes"]
    monkeypatch.setattr("topstretch.columns.MAX_BYTES", size)
    assert len(CARD(path).entries) == 2


# Quotes and long cells


QUOTES = {
    "never closed": row(0, horse='"Alpha'),
    "closed inside a cell": row(0, horse='"Al"pha'),
    "a blank after the closing quote": row(0, horse='"Alpha" '),
}


@pytest.mark.parametrize("kind", list(QUOTES))
def test_unbalanced_quotes_are_refused_by_the_line_they_start_on(kind, tmp_path):
    (fault,) = faults_of(write(tmp_path, text(QUOTES[kind], ROWS[1])))
    assert fault.startswith(f"card.csv:{FIRST}: found ")
    assert fault.endswith("allowed quotes only around whole cells, and in pairs")


def test_a_quoted_line_end_is_refused_at_its_row(tmp_path):
    (fault,) = faults_of(write(tmp_path, text(row(0, horse='"Al\npha"'), ROWS[1])))
    assert fault == f"card.csv:{FIRST}:horse: found 'Al\\npha', allowed a name of 1 to 80 printable characters"


def test_rows_after_a_quoted_line_end_keep_their_line(tmp_path):
    found = faults_of(write(tmp_path, text(row(0, horse='"Al\npha"'), row(1, pace=10))))
    assert found[1].startswith(f"card.csv:{SECOND + 1}:pace: ")


@pytest.mark.parametrize("length", [81, 5_000, 100_000, 200_000, 2_000_000])
def test_a_very_long_cell_is_refused_for_its_length_in_a_short_message(length, tmp_path):
    (fault,) = faults_of(write(tmp_path, text(ROWS[0], row(1, horse="x" * length))))
    assert fault.startswith(f"card.csv:{SECOND}:")
    assert "characters" in fault.partition("allowed")[2]
    assert len(fault) < 1000


def test_a_very_long_header_or_number_has_a_short_message(tmp_path):
    for content in (text(columns=COLUMNS + "," + "y" * 50_000), text(row(0, pace="9" * 50_000), ROWS[1])):
        assert max(len(fault) for fault in faults_of(write(tmp_path, content))) < 1000


# Columns


def test_a_missing_column(tmp_path):
    content = text(*(line[2:] for line in ROWS), columns=COLUMNS[5:])
    assert faults_of(write(tmp_path, content)) == [f"card.csv:{HEADER_LINE}:post: found 'no such column', allowed one"]


def test_a_repeated_column(tmp_path):
    content = text(*(line + ",5" for line in ROWS), columns=COLUMNS + ",pace")
    assert faults_of(write(tmp_path, content)) == [
        f"card.csv:{HEADER_LINE}:pace: found '2 columns of that name', allowed one"
    ]


@pytest.mark.parametrize("name", ["weight", "Pace", "pace rating", "range-low", "klasse"])
def test_an_unknown_column(name, tmp_path):
    content = text(*(line + ",5" for line in ROWS), columns=f"{COLUMNS},{name}")
    (fault,) = faults_of(write(tmp_path, content))
    assert fault.startswith(f"card.csv:{HEADER_LINE}:{name}: found 'a column of that name', allowed post, horse, ")


NAMELESS = {  # a header, and what stands below its names
    "at the end": (COLUMNS + ",", (",5", ",5")),
    "over one cell": (COLUMNS + ",", ("", ",5")),
    "among padding": (COLUMNS + ",,,", (",,,", ",,5,")),
    "over a zero": (COLUMNS + ",", (",0", "")),
}


@pytest.mark.parametrize("kind", list(NAMELESS))
def test_a_column_without_a_name(kind, tmp_path):
    header, cells = NAMELESS[kind]
    found = faults_of(write(tmp_path, text(*(line + more for line, more in zip(ROWS, cells)), columns=header)))
    assert found[0].startswith(f"card.csv:{HEADER_LINE}:(no name): found ")


@pytest.mark.parametrize("padding", [("", ""), (",,,", ",,,"), (",", ",,,"), (", ,\t,", "")])
def test_a_header_padded_by_a_spreadsheet_is_read_as_if_it_were_not(padding, tmp_path, plain):
    content = text(*(line + more for line, more in zip(ROWS, padding)), columns=COLUMNS + ",,,")
    assert CARD(write(tmp_path, content)) == plain


def test_a_padded_header_without_rows_is_a_header_without_rows(tmp_path):
    expected = ["card.csv: found 0 runners, allowed 2 to 24 runners"]
    assert faults_of(write(tmp_path, HEAD + COLUMNS + ",,,\n")) == expected


def test_every_fault_of_a_header_at_once(tmp_path):
    content = text(columns=COLUMNS.replace("post", "Post").replace("wire", "pace"))
    found = faults_of(write(tmp_path, content))
    assert [fault.split(":")[2] for fault in found] == ["Post", "pace", "post"]


@pytest.mark.parametrize(("line", "cells"), [(ROWS[0] + ",9", 16), (ROWS[0][:-2], 14), ("1", 1)])
def test_a_row_of_another_length(line, cells, tmp_path):
    assert faults_of(write(tmp_path, text(line, ROWS[1])))[0] == (
        f"card.csv:{FIRST}: found '{cells} cells', allowed 15, as in the header"
    )


# Numbers


NO_NUMBERS = [
    "NaN", "nan", "inf", "-inf", "1e3", "1E1", "4.0", "4.", ".4", "４", "٤", "४", "0x4", "1_0", "1 0", "'4", "four",
    "4 points", "--4", "+-4", "−1", "–1", "١", "½", "4\u00a0", "TRUE", "#REF!", "=4", "4;5",
]  # fmt: skip


@pytest.mark.parametrize("cell", NO_NUMBERS)
def test_a_whole_number_is_plain_digits(cell, tmp_path):
    assert faults_of(write(tmp_path, text(ROWS[0], row(1, pace=cell)))) == [
        f"card.csv:{SECOND}:pace: found {cell!r}, allowed a whole number from 0 to 9"
    ]


@pytest.mark.parametrize(
    "cell", ["NaN", "inf", "8e0", "８", "٨", "8,5", "8.5.1", "8 1/2", "−8", "8.1", "1.75", "24.25"]
)
def test_furlongs_are_a_plain_decimal_in_quarters(cell, tmp_path):
    (fault,) = faults_of(write(tmp_path, text(ROWS[0], row(1, range_low=f'"{cell}"'))))
    assert fault == f"card.csv:{SECOND}:range_low: found {cell!r}, allowed a number from 2 to 24 in steps of 1/4"


@pytest.mark.parametrize("number", ["1,000", "1.000,5", "1 000"])
def test_no_thousands_separator(number, tmp_path):
    path = write(tmp_path, f'n\n"{number}"\n')
    table = read_table(path, [Column("n", whole(0, 10**6))])
    assert [str(fault) for fault in table.faults] == [
        f"{path}:2:n: found {number!r}, allowed a whole number from 0 to 1000000"
    ]


# Several at once


def test_every_fault_of_every_row_at_once_in_line_order(tmp_path):
    content = text(row(0, pace=10, form="F", wet="x"), row(1, post=0, trouble=13, range_low=6.1))
    found = faults_of(write(tmp_path, content))
    places = [fault.split(": found")[0] for fault in found]
    assert places == [
        f"card.csv:{FIRST}:wet", f"card.csv:{FIRST}:pace", f"card.csv:{FIRST}:form", f"card.csv:{SECOND}:post",
        f"card.csv:{SECOND}:range_low", f"card.csv:{SECOND}:trouble",
    ]  # fmt: skip


def test_control_characters_never_reach_the_message(tmp_path):
    (fault,) = faults_of(write(tmp_path, text(ROWS[0], row(1, horse="\x1b[31mBeta\x07"))))
    assert fault.isprintable()
    assert "\\x1b[31mBeta\\x07" in fault


@pytest.mark.parametrize(("mark", "marks"), [(";", "semicolons"), ("\t", "tabs")])
def test_columns_set_apart_by_another_mark_are_named_as_such(tmp_path, mark, marks):
    path = tmp_path / "card.csv"
    path.write_text(f"# race: Test\npost{mark}horse{mark}jockey\n1{mark}Alpha{mark}Beta\n", encoding="utf-8")
    with pytest.raises(ts.InputError) as caught:
        ts.load_race(path)
    assert str(caught.value) == f"{path}:2: found 'columns set apart by {marks}', allowed commas between columns"


def test_the_limits_of_a_file_are_those_of_the_documentation():
    page = " ".join((Path(__file__).parents[2] / "docs" / "command.md").read_text(encoding="utf-8").split())
    assert f"at most {MAX_BYTES:,} bytes, {columns.MAX_LINES:,} lines and {columns.MAX_CELLS:,} cells" in page
    assert f"a row {columns.LONGEST_ROW:,} characters; reading ends after {columns.MOST_FAULTS:,} faults" in page
