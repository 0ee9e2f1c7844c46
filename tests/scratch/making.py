"""What several tests make: a table in the middle of a race, a session's log as a file."""

from topstretch.scratch.rules import PACK, Settings, deal, roll, scratch


def table(players=4, money=100, fee=2, *, fee_per_ticket=False, cards=PACK, dealer=1, pot=0):
    """A table after the deal and the entry fees; the pack is not shuffled unless `cards` are given."""
    return deal(Settings(players, money, fee, fee_per_ticket), dealer, cards, (money,) * players, pot)[0]


def after(start, *totals):
    """The table after some totals are thrown, scratches first."""
    for total in totals:
        start = (scratch if start.scratching else roll)(start, total).table
    return start


def write_log(path, session, change=None):
    """Write a session's log as a CSV; `change` alters the list of its rows first."""
    from topstretch.console import csv_text
    from topstretch.scratch.records import LOG_COLUMNS

    rows = [dict(row) for row in session.log_rows()]
    if change is not None:
        change(rows)
    path.write_text(csv_text(rows, LOG_COLUMNS), encoding="utf-8")
    return path
