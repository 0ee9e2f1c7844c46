"""A chart set: every chart of the game as typed, immutable arrays, read from a folder of CSV files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from attrs import field, fields, frozen

from .chart_checks import check_chart
from .chart_files import CODES, FACTORS, FIGURES, LAYOUTS, OUTCOMES, PACES, SURFACES, Band, read_chart
from .columns import Row, Table
from .errors import Fault, InputError, clean, fault, suggest
from .locate import data_dir, is_there
from .ratings import Form, Surface

if TYPE_CHECKING:
    import pandas as pd

Ints = npt.NDArray[np.int16]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]

SLOW, NORMAL, FAST = range(3)
NOTHING, OUT, DISQUALIFIED, TEST_DISQUALIFIED, TEST_POWER = range(5)


def array(dtype: type) -> Any:
    """An attrs field for an array that nobody can write to."""

    def lock(value: Any) -> npt.NDArray[Any]:
        locked: npt.NDArray[Any] = np.array(value, dtype=dtype)
        locked.setflags(write=False)
        return locked

    return field(converter=lock, repr=False)


@frozen
class Sheet:
    """A chart as printed: header and cells, with the head lines of its file."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    head: Mapping[str, str] = field(eq=False)


@frozen(eq=False, kw_only=True)
class ChartSet:
    """Every chart of the game. Rows of a roll run 2 to 12 at index 0 to 10; paces are Slow 0, Normal 1, Fast 2.

    Banded charts are dense from `*_first` on; a value beyond either end is read at the end (D17).
    """

    name: str
    edition: str
    sheets: Mapping[str, Sheet] = field(repr=False)
    pace_scenario: Ints = array(np.int16)  # (11 rolls, 19 sums of Pace): pace
    pace_effects_quickplay: Ints = array(np.int16)  # (3 paces, 10 Pace ratings): Adjusted Power
    form: Ints = array(np.int16)  # (11 rolls, 5 Forms): Adjusted Power
    form_trouble: Bools = array(np.bool_)  # (11, 5): goes to Trouble
    trouble: Ints = array(np.int16)  # (11 rolls): NOTHING, OUT, ...
    trouble_power: Ints = array(np.int16)  # (11 rolls): Adjusted Power lost by a failed test
    trouble_reasons: tuple[str, ...]  # (11 rolls): why it is out
    factor_red: Ints = array(np.int16)  # (6 faces): Class 0, Speed 1, Trip 2
    factor_ride: Bools = array(np.bool_)  # (6 faces): the white die brings Ride in
    final_speed: Ints = array(np.int16)  # (11 rolls, 30 Adjusted Powers): figure
    time_distances: Floats = array(np.float64)  # furlongs, rising
    final_time: Floats = array(np.float64)  # (dirt and turf, 21 figures by tens, distances): seconds
    length_distances: Floats = array(np.float64)  # furlongs, rising
    length_points: Floats = array(np.float64)  # figure points a length
    break_segment: Ints = array(np.int16)  # (11 rolls, 10 Pace ratings): points
    pace_setup: Ints = array(np.int16)  # (11 rolls, 10 Pace ratings): points added
    race_pace_first: int
    race_pace: Ints = array(np.int16)  # (sums of points, 6 faces): pace
    pace_effects_first: int
    pace_effects_fullplay: Ints = array(np.int16)  # (3 paces, points): Adjusted Power
    position_points: Ints = array(np.int16)  # (11 rolls, 5 Forms)
    position_power: Ints = array(np.int16)  # (11 rolls, 5 Forms)
    position_trouble: Bools = array(np.bool_)  # (11 rolls, 5 Forms)
    odds_codes: Ints = array(np.int16)  # (points below the highest, 4 field sizes): Fav 0, A 1 ... E 5
    odds: tuple[tuple[Fraction, ...], ...]  # (6 faces, 6 codes): to 1
    payoffs: Mapping[Fraction, tuple[Fraction, Fraction, Fraction]]  # odds: dollars to win, place, show
    track_conditions: Mapping[tuple[str, str], int]  # (dirt or turf, condition): 0 to -3
    distance: Ints = array(np.int16)  # (half furlongs outside the range): Adjusted Power

    def __eq__(self, other: object) -> bool:
        """Content alone: neither the name nor the edition, nor how a cell is written."""
        if not isinstance(other, ChartSet):
            return NotImplemented
        return all(same(getattr(self, name), getattr(other, name)) for name in CONTENT)

    def __hash__(self) -> int:
        return hash((self.form.tobytes(), self.final_speed.tobytes(), self.break_segment.tobytes()))

    def __reduce__(self) -> tuple[Callable[..., "ChartSet"], tuple[dict[str, Any]]]:
        """Copies and pickles are made anew, so that their arrays are locked too."""
        return make_chart_set, ({attribute.name: getattr(self, attribute.name) for attribute in fields(type(self))},)

    def conditions(self, surface: Surface) -> tuple[str, ...]:
        """The track conditions that this set knows for a surface."""
        return tuple(condition for kind, condition in self.track_conditions if kind == surface.rated_as)

    def seconds(self, figure: float | Ints | Floats, distance: float, surface: Surface) -> Floats:
        """The final time in seconds for figures (any shape) over `distance` furlongs: straight between chart cells."""
        chart = self.final_time[SURFACES.index(surface.rated_as)]
        by_figure = np.array([np.interp(distance, self.time_distances, row) for row in chart])
        return np.asarray(np.interp(np.asarray(figure, np.float64), [int(figure) for figure in FIGURES], by_figure))

    def points_a_length(self, distance: float) -> float:
        """Figure points that one length is worth at the wire of a race over `distance` furlongs."""
        return float(np.interp(distance, self.length_distances, self.length_points))

    def chart(self, name: str) -> "Chart":
        """One chart, to look at; raises InputError for a name there is not, with the closest one."""
        if name not in self.sheets:
            raise fault("chart", name, "one of " + ", ".join(self.sheets) + suggest(name, self.sheets))
        return Chart(self, name)

    def __getitem__(self, name: str) -> "Chart":
        if name not in self.sheets:
            raise KeyError(f"{name}{suggest(str(name), self.sheets)}")
        return Chart(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.sheets)

    def __len__(self) -> int:
        return len(self.sheets)

    def rows(self) -> list[dict[str, Any]]:
        """One row a chart: chart, rows, columns, quoted (what the rulebook quotes of it)."""
        return [
            {
                "chart": name,
                "rows": len(sheet.rows),
                "columns": len(sheet.header) - 1,
                "quoted": sheet.head.get("quoted", ""),
            }
            for name, sheet in self.sheets.items()
        ]

    def to_frame(self) -> "pd.DataFrame":
        """A pandas frame of what the set holds, one row a chart: chart, rows, columns, quoted."""
        import pandas as pd

        return pd.DataFrame(self.rows())

    def __repr__(self) -> str:
        return f"<chart set {self.name}, edition {self.edition}>"

    def _repr_html_(self) -> str:
        from .show.html import chart_set_html

        return chart_set_html(self)


@frozen
class Chart:
    """One chart of a set: printed, it looks as in the game box."""

    charts: ChartSet = field(repr=False)
    name: str

    def __str__(self) -> str:
        from .show.text import as_text, chart_table

        return as_text(chart_table(self.charts, self.name))

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        from .show.html import chart_html

        return chart_html(self)


def make_chart_set(values: dict[str, Any]) -> ChartSet:
    """A chart set of its fields' values."""
    return ChartSet(**values)


CONTENT = tuple(name for name in ChartSet.__annotations__ if name not in ("name", "edition", "sheets"))


def same(a: Any, b: Any) -> bool:
    """Whether two chart values are equal, arrays by content."""
    return bool(np.array_equal(a, b)) if isinstance(a, np.ndarray) else bool(a == b)


def load_charts(directory: Path | str | None = None) -> ChartSet:
    """The packaged chart set `standard`, or the set in a folder of your own.

    Raises InputError with every fault of every file: a chart that is missing, a cell that cannot be, a row twice.
    """
    return standard() if directory is None else read_charts(Path(directory))


@cache
def standard() -> ChartSet:
    """The packaged set, read once."""
    return read_charts(data_dir("charts") / "standard")


def chart_set(charts: "ChartSet | Path | str | None") -> ChartSet:
    """What a `charts=` argument means: a set, a folder of one, or the standard set."""
    return charts if isinstance(charts, ChartSet) else load_charts(charts)


def read_charts(directory: Path) -> ChartSet:
    """Read a folder of charts, with all faults of all files at once."""
    if not is_there(directory) or not directory.is_dir():
        raise fault(
            str(directory), "no folder of that name", "a folder with the charts, as `topstretch charts copy` writes it"
        )
    tables: dict[str, Table] = {}
    faults: list[Fault] = []
    for name in LAYOUTS:
        try:
            tables[name] = read_chart(directory / f"{name}.csv", name)
            check_chart(name, tables[name])
            tables[name].raise_faults()
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(faults)
    editions = dict.fromkeys(table.head.get("edition", "not stated") for table in tables.values())
    return ChartSet(
        name=clean(directory.resolve().name),
        edition="; ".join(editions),
        sheets={
            name: Sheet(t.header, tuple(tuple(r.raw.values()) for r in t.rows), t.head) for name, t in tables.items()
        },
        **build_fields(tables),
    )


def build_fields(tables: Mapping[str, Table]) -> dict[str, Any]:
    """The arrays of a ChartSet from its tables, which are known to be whole."""
    trouble = {row["roll"]: row for row in tables["trouble"].rows}
    rolls = [trouble[str(roll)] for roll in range(2, 13)]
    forms = pairs(tables["form"], "roll", [str(form) for form in Form])
    position = pairs(tables["race_position"], "roll", [f"{form} Pos" for form in Form])
    power = pairs(tables["race_position"], "roll", [f"{form} Power" for form in Form])
    factors = by_label(tables["race_factors"], "die")
    pace_first, pace_rows = dense(tables["race_pace"], "points")
    effects_first, effects_rows = dense(tables["pace_effects_fullplay"], "points")
    _, code_rows = dense(tables["odds_codes"], "points")
    lengths = sorted((row["distance"], row["points"]) for row in tables["lengths"].rows)
    return {
        "pace_scenario": [
            [PACES.index(cell or "Normal") for cell in row] for row in cells(tables["pace_scenario"], "roll")
        ],
        "pace_effects_quickplay": with_normal(cells(tables["pace_effects_quickplay"], "pace")),
        "form": [[number for number, _ in row] for row in forms],
        "form_trouble": [[mark for _, mark in row] for row in forms],
        "trouble": [OUTCOMES.index(row["outcome"]) for row in rolls],
        "trouble_power": [row["power"] or 0 for row in rolls],
        "trouble_reasons": tuple(row["reason"] or "" for row in rolls),
        "factor_red": [FACTORS.index(row["red"]) for row in factors],
        "factor_ride": [row["white"] is not None for row in factors],
        "final_speed": cells(tables["final_speed"], "roll"),
        "time_distances": [float(name) for name in tables["final_time"].header if name not in ("surface", "figure")],
        "final_time": time_grid(tables["final_time"]),
        "length_distances": [distance for distance, _ in lengths],
        "length_points": [points for _, points in lengths],
        "break_segment": cells(tables["break_segment"], "roll"),
        "pace_setup": cells(tables["pace_setup"], "roll"),
        "race_pace_first": pace_first,
        "race_pace": [[pace_of_face(row, face) for face in range(1, 7)] for row in pace_rows],
        "pace_effects_first": effects_first,
        "pace_effects_fullplay": with_normal(
            np.transpose([[row["Slow"], row["Fast"]] for row in effects_rows]).tolist()
        ),
        "position_points": [[number for number, _ in row] for row in position],
        "position_power": [[number for number, _ in row] for row in power],
        "position_trouble": [[mark for _, mark in row] for row in position],
        "odds_codes": [[CODES.index(row[size]) for size in row.values if size != "points"] for row in code_rows],
        "odds": tuple(tuple(row) for row in cells(tables["odds"], "red")),
        "payoffs": {row["odds"]: (row["win"], row["place"], row["show"]) for row in tables["payoffs"].rows},
        "track_conditions": {
            (row["surface"], row["condition"].lower()): row["power"] for row in tables["track_conditions"].rows
        },
        "distance": [row["power"] for row in tables["distance"].rows],
    }


def by_label(table: Table, corner: str) -> list[Row]:
    """The rows in the order of their labels, whatever the order of the file."""
    name = table.path.stem
    order = LAYOUTS[name].rows or ()
    return sorted(table.rows, key=lambda row: order.index(row[corner]))


def cells(table: Table, corner: str) -> list[list[Any]]:
    """The cells by row label, then by the layout's column order."""
    names = LAYOUTS[table.path.stem].cells
    return [[row[name] for name in names] for row in by_label(table, corner)]


def pairs(table: Table, corner: str, names: Sequence[str]) -> list[list[tuple[int, bool]]]:
    """Marked cells (number, t) of some columns by row label."""
    return [[row[name] for name in names] for row in by_label(table, corner)]


def with_normal(slow_and_fast: Sequence[Sequence[int]]) -> list[list[int]]:
    """Slow and Fast with the row of Normal, which changes nothing, between them."""
    slow, fast = (list(row) for row in slow_and_fast)
    return [slow, [0] * len(slow), fast]


def dense(table: Table, corner: str) -> tuple[int, list[Row]]:
    """A banded chart as (first number, the row of each number from there to the last)."""
    rows: list[Row] = []
    first = 0
    for row in table.rows:
        label: Band = row[corner]
        low = label.high if label.low is None else label.low
        high = label.low if label.high is None else label.high
        assert low is not None
        assert high is not None
        first = first if rows else low
        rows += [row] * (high - low + 1)
    return first, rows


def pace_of_face(row: Row, face: int) -> int:
    """The pace that a line of Race Pace gives for a die's face."""
    return next(i for i, pace in enumerate(PACES) if face in (row[pace] or ()))


def time_grid(table: Table) -> list[list[list[float]]]:
    """Seconds by surface, figure and distance."""
    names = [name for name in table.header if name not in ("surface", "figure")]
    rows = {(row["surface"], row["figure"]): [row[name] for name in names] for row in table.rows}
    return [[rows[surface, int(figure)] for figure in FIGURES] for surface in SURFACES]
