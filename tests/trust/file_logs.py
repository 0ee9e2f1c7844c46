"""The dice log, and what the two other games read, as files to hand in."""

from pathlib import Path

import topstretch as ts
from topstretch.console import csv_text
from topstretch.locate import data_dir
from topstretch.replay import COLUMNS as DICE_COLUMNS
from topstretch.scoresheet import LOG_COLUMNS
from topstretch.scratch import playing as scratch
from topstretch.scratch.records import LOG_COLUMNS as SCRATCH_LOG_COLUMNS
from topstretch.scratch.replaying import COLUMNS as SCRATCH_COLUMNS
from topstretch.scratch.replaying import ReplayLog
from topstretch.ticket import log as ticket_log
from topstretch.ticket import playing as ticket
from topstretch.ticket import tables as ticket_tables
from topstretch.ticket.replaying import replay as replay_meeting

from trust.file_kind import SMALL, VERSIONS, Kind, Share
from trust.mutating import Good


def dice_log(version: str) -> str:
    """The log of a race with its odds."""
    board = ts.odds(SMALL[0], seed=5)
    sheet = ts.play(SMALL[0], version=version, seed=5).with_odds(board.texts, board.log)
    return csv_text(sheet.log_rows(), LOG_COLUMNS)


def use_dice_log(dice: ts.ReplayDice, path: Path, share: Share) -> None:
    """The race of the log, in the version that it fits best, with its odds if it has them."""
    version = "fullplay" if any(row["roll"] == "break" for row in dice._table.rows) else "quickplay"
    if dice.has_odds:
        ts.odds(SMALL[0], dice=dice)
    ts.play(SMALL[0], version=version, dice=dice).log_rows()


def use_scratch_log(log: ReplayLog, path: Path, share: Share) -> None:
    """The session of the log."""
    session = scratch.play(2, 1, log=log)
    if share.of(0.01):
        str(session)


def use_tables(tables: ticket_tables.Tables, path: Path, share: Share) -> None:
    """Meetings by the tables, now and then."""
    if share.of(0.01):
        style = share.rng.choice((*ticket_tables.Style, None))
        by = share.rng.choice(("random", "look-ahead"))
        str(
            ticket.play(
                2, share.rng.randrange(1000), style=style, hidden=None, cards=None, photo=None, by=by, tables=tables
            )
        )


def game_kinds() -> list[Kind]:
    """The dice log, and what the two other games read."""
    session = csv_text(scratch.play(2, 1, seed=1).log_rows(), SCRATCH_LOG_COLUMNS)
    meetings = [
        ticket.play(3, 1, cards=3, style="harness"),
        ticket.play(2, 2, cards=4, style="steeplechase", photo="rail"),
    ]
    logs = [csv_text(meeting.log_rows(), ticket_log.LOG_COLUMNS) for meeting in meetings]
    return [
        Kind("dice-log", "dice.csv", tuple(Good.of(dice_log(version), DICE_COLUMNS) for version in VERSIONS),
             ts.ReplayDice, use_dice_log, 6),
        Kind("scratch-log", "scratch.csv", (Good.of(session, SCRATCH_COLUMNS),), ReplayLog, use_scratch_log, 2),
        *(Kind(f"ticket-{name}", f"{name}.csv", (Good.of((data_dir("ticket") / f"{name}.csv").read_text("utf-8"), columns),),
               lambda path: ticket_tables.load_tables(path.parent), use_tables, 0.6)
          for name, columns in ticket_tables.COLUMNS.items()),
        Kind("ticket-log", "meeting.csv", tuple(Good.of(log, ticket_log.COLUMNS) for log in logs), replay_meeting,
             lambda meeting, path, share: None, 1),
    ]  # fmt: skip
