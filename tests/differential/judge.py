"""Put a scoresheet to the oracle, column by column."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import topstretch as ts

from fields import for_oracle
from oracle import charts as oracle_charts
from oracle import money, race

load = cache(oracle_charts.load)
ROUNDED = {"Time (s)": "Time", "Lengths behind": "Lengths behind"}


def judge(sheet: ts.Scoresheet, charts: Path) -> None:
    """Replay the sheet's dice log through the oracle and compare every column and every call."""
    expected = race.run(
        for_oracle(sheet.card), sheet.log_rows(), load(charts), sheet.version, sheet.rules.factor_target
    )
    for row, wanted in zip(sheet.rows(), expected["rows"], strict=True):
        for name in row:
            if name == "Odds":
                continue
            if name in ROUNDED:
                close(row[name], wanted[ROUNDED[name]], row)
            else:
                assert row[name] == wanted[name], (name, row, wanted)
    for row, wanted in zip(sheet.call_rows(), expected["calls"], strict=True):
        close(row.pop("lengths_behind"), wanted.pop("lengths_behind"), row)
        assert row == wanted
    found = (sheet.pace_of_race, sheet.factor, sheet.ride_counts, [line.post for line in sheet.winners])
    assert found == tuple(expected[name] for name in ("pace", "factor", "ride", "winners"))
    close(sheet.seconds, expected["time"], sheet.rows())


def judge_money(sheet: ts.Scoresheet, odds: ts.Odds, payoffs: ts.Payoffs, charts: Path) -> None:
    """Compare odds and payoffs with the oracle's."""
    loaded = load(charts)
    powers = {line.post: line.start for line in sheet.lines}
    rolled = money.odds(for_oracle(sheet.card), powers, [row.as_dict() for row in odds.log], loaded)
    assert {line.post: (line.code, line.odds) for line in odds.lines} == {
        post: (code, oracle_charts.odds_to_one(text)) for post, (code, text) in rolled.items()
    }
    places = {line.post: line.place for line in sheet.finishers}
    wanted = money.payoffs(places, {line.post: line.odds for line in odds.lines}, loaded)
    paid = {line.post: {name: getattr(line, name) for name in ("win", "place", "show")} for line in payoffs.lines}
    assert paid == {post: amounts for post, amounts in wanted.items() if any(amounts.values())}


def close(found: float | None, wanted: Fraction | None, context: object) -> None:
    """Rounded to hundredths, or both empty."""
    assert (found is None) == (wanted is None), context
    assert found is None or abs(found - float(wanted)) <= 0.005 + 1e-9, (found, wanted, context)
