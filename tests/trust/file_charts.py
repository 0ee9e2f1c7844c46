"""The 18 charts of a set as files to hand in."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import topstretch as ts
from topstretch import chart_files, charts
from topstretch.chart_checks import check_chart
from topstretch.columns import Column, Table
from topstretch.console import csv_text
from topstretch.invariants import check_charts
from topstretch.locate import data_dir
from topstretch.scoresheet import LOG_COLUMNS
from topstretch.show.page import race_page
from topstretch.tables import compile_tables

from trust.file_kind import SMALL, VERSIONS, Kind, Share, Use, again
from trust.mutating import Good


@cache
def good_charts() -> dict[str, Table]:
    """The standard charts as tables."""
    return {name: read_chart(name)(data_dir("charts") / "standard" / f"{name}.csv") for name in chart_files.LAYOUTS}


def read_chart(name: str) -> Callable[[Path], Table]:
    """Reads one chart of a set as `load_charts` does."""

    def read(path: Path) -> Table:
        table = chart_files.read_chart(path, name)
        check_chart(name, table)
        table.raise_faults()
        return table

    return read


def set_with(name: str, table: Table) -> ts.ChartSet:
    """The standard set with one chart another."""
    tables = {**good_charts(), name: table}
    sheets = {
        other: charts.Sheet(t.header, tuple(tuple(r.raw.values()) for r in t.rows), t.head)
        for other, t in tables.items()
    }
    return ts.ChartSet(name="mine", edition="fuzzed", sheets=sheets, **charts.build_fields(tables))


def use_chart(name: str) -> Use:
    """Races by a set with one chart another; now and then its rules of shape, its tables and its exact chances."""

    def use(table: Table, path: Path, share: Share) -> None:
        made = set_with(name, table)
        card = share.rng.choice(SMALL)
        if share.of(0.15):
            for version in VERSIONS:
                sheet = ts.play(card, version=version, seed=share.rng.randrange(1000), charts=made)
        if share.of(0.1):
            ts.payoffs(
                sheet_of(card, made), ts.odds(card, seed=share.rng.randrange(1000), charts=made), charts=made
            ).rows()
        if share.of(0.01):
            check_charts(made)
            str(made.chart(name))
        if share.of(0.01):
            sheet = sheet_of(card, made)
            race_page(sheet, charts=made)
            log = csv_text(sheet.log_rows(), LOG_COLUMNS)
            again(
                path,
                log,
                lambda: ts.play(card, version="fullplay", dice=ts.ReplayDice(path.with_name("log.csv")), charts=made),
            )
        if share.of(0.01):
            for version in VERSIONS:
                compile_tables(card, version, made, ts.Rules())
            ts.simulate(card, races=1000, version="fullplay", seed=1, charts=made).rows()
        if share.of(0.002):
            ts.exact(SMALL[1], charts=made).rows()

    return use


def chart_columns(name: str) -> list[Column]:
    """The columns of a chart as it declares them; those of the time chart by distance are numbers of their own."""
    columns = chart_files.LAYOUTS[name].declared
    if name in chart_files.FIRST_COLUMNS:
        columns[0] = Column(columns[0].name, chart_files.FIRST_COLUMNS[name])
    if name == "final_time":
        seconds = ts.columns.decimal(1, 1000)
        columns += [Column("figure", ts.columns.whole(0, 200))]
        columns += [Column(distance, seconds) for distance in good_charts()[name].header[2:]]
    return columns


def chart_kinds() -> list[Kind]:
    """One kind for each of the 18 charts."""
    return [
        Kind(
            f"chart-{name}",
            f"{name}.csv",
            (Good.of((data_dir("charts") / "standard" / f"{name}.csv").read_text("utf-8"), chart_columns(name)),),
            read_chart(name),
            use_chart(name),
            0.5 if name in ("final_time", "payoffs", "pace_scenario") else 1.0,
        )
        for name in chart_files.LAYOUTS
    ]


def sheet_of(card: ts.RaceCard, made: ts.ChartSet | None = None) -> ts.Scoresheet:
    """A race in Fullplay."""
    return ts.play(card, version="fullplay", seed=3, charts=made)
