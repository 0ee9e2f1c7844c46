"""A small race card as text, and what is wrong with a file."""

from collections.abc import Callable
from pathlib import Path

import pytest
import topstretch as ts

HEAD = "# race: Test Stakes\n# distance: 8\n# surface: dirt\n# condition: fast\n"
COLUMNS = "post,horse,jockey,power,range_low,range_high,wet,pace,form,class,speed,trip,wire,ride,trouble"
ROWS = ("1,Alpha,Ann Up,20,7,9,0,4,C,0,0,0,5,0,7", "2,Beta,Bob Up,18,7,9,1,6,B,1,0,-1,4,1,8")
HEADER_LINE, FIRST, SECOND = 5, 6, 7  # lines of the file


def text(*rows: str, head: str = HEAD, columns: str = COLUMNS) -> str:
    """A card file with these rows; the two of ROWS if there are none."""
    return head + "\n".join([columns, *(rows or ROWS)]) + "\n"


def row(of: int = 0, **cells: object) -> str:
    """A row of ROWS with other cells."""
    names = COLUMNS.split(",")
    values = dict(zip(names, ROWS[of].split(",")))
    assert set(cells) <= {*names, "class_"}, cells
    return ",".join(str(cells.get("class_" if name == "class" else name, values[name])) for name in names)


def write(folder: Path, content: str | bytes, name: str = "card.csv") -> Path:
    """A file with this content, byte for byte."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def faults_of(path: Path, read: Callable[[Path], object] = ts.load_race) -> list[str]:
    """Every fault of a file, one text each, without the folder."""
    with pytest.raises(ts.InputError) as refused:
        read(path)
    return [str(fault).replace(f"{path.parent}/", "") for fault in refused.value.faults]
