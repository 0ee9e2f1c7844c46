"""Figures of real racing, from the packaged facts: what the realism report is held against."""

from collections.abc import Mapping
from functools import cache

from attrs import frozen

from .columns import Column, decimal, read_table, text, whole
from .locate import data_dir


@frozen
class Real:
    """A figure of real racing: its value, standard error (0: not stated), number of races or horses, and source."""

    value: float
    error: float
    n: int
    source: str


COLUMNS = (
    Column("figure", text()),
    Column("group", text()),
    Column("value", decimal(-1000, 1000)),
    Column("se", decimal(0, 1000)),
    Column("n", whole(0, 10**9 - 1)),
    Column("source", text()),
)


@cache
def real_figures() -> Mapping[tuple[str, str, str], Real]:
    """Every packaged figure by (figure, group, source)."""
    table = read_table(data_dir("facts") / "racing_statistics.csv", COLUMNS)
    table.raise_faults()
    return {
        (row["figure"], row["group"], row["source"]): Real(row["value"], row["se"], row["n"], row["source"])
        for row in table.rows
    }


NYRA = "NYRA 2019 (AQU/BEL/SAR flat)"
BRIS = "US past-performance lines 2020-25 (BRIS)"
CHARTS_US = "US/Canada 2023 charts (6 TB cards)"
WOODBINE = "Woodbine 2014-17"
HKJC = "HKJC 2016-2026"
JRA = "JRA 2025 flat"
KLEIN = "published: edge.twinspires.com 2015-03-16 quoting S. Klein, The Power of Early Speed"


def real(figure: str, group: str, source: str = NYRA) -> Real:
    """One figure of real racing; a name that is not in the file is an error of ours."""
    return real_figures()[figure, group, source]
