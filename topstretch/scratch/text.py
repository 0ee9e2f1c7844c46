"""Sessions and numbers of the scratch race as text."""

from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from .rules import SPOTS, TICKETS_A_HORSE, Settings, squares

if TYPE_CHECKING:
    from .records import Race, Session

UNCUT = 10_000


def table_text(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table as plain text in the house's layout, without colour and without blanks at the ends of lines."""
    from rich.console import Console

    from ..show.text import table

    out = StringIO()
    # Wider than any table: with 44 players no column is to be cut.
    Console(file=out, width=UNCUT, color_system=None, legacy_windows=False).print(table("", columns, rows, left=()))
    lines = [title, ""] * bool(title) + [line.rstrip() for line in out.getvalue().splitlines() if line.strip()]
    return "\n".join(lines) + "\n"


def count(number: int, what: str) -> str:
    """`1 race`, `4 races`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def listed(numbers: Sequence[int]) -> str:
    """`1`, `1 and 3`, `1, 2 and 3`."""
    *most, last = map(str, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def settings_text(settings: Settings, races: int) -> str:
    """What was agreed on, in a line."""
    scratched = ", a fee for each ticket scratched" if settings.fee_per_ticket else ""
    return f"{settings.players} players, {count(races, 'race')}, {settings.money} each, fee {settings.fee}{scratched}"


def session_text(session: "Session") -> str:
    """The account of a session: a row a race, and who won."""
    settings = session.settings
    title = f"Scratch race: {settings_text(settings, session.agreed)}"
    if session.seed is not None:
        title += f"; seed {session.seed}, session {session.session}"
    spots = [f"{spot}X" for spot in range(1, SPOTS + 1)]
    columns = ["Race", "Dealer", *spots, "Rolls", "Winner", "Pot", "Share"]
    columns += [f"Player {player}" for player in range(1, settings.players + 1)]
    rows = [
        [str(cell) for cell in (
            race.number, race.dealer, *race.scratched, f"{race.scratch_rolls} + {race.race_rolls}", race.winner, race.pot,
            race.share, *race.money,
        )]
        for race in session.races
    ]  # fmt: skip
    return table_text(title, columns, rows) + "\n" + ending(session) + "\n"


def ending(session: "Session") -> str:
    """Who won, and why the session ended where it ended early."""
    verb = "wins" if len(session.winners) == 1 else "share the win"
    who = "Player" if len(session.winners) == 1 else "Players"
    text = f"{who} {listed(session.winners)} {verb} with {max(session.money)}."
    if len(session.races) < session.agreed:
        race = session.races[-1]
        # Out before the odd units of the very end are given away (S9).
        out = [player for player, has in enumerate(race.money, 1) if has == race.odd[player - 1]]
        who = f"player {out[0]}" if len(out) == 1 else f"players {listed(out)}"
        text = f"Ended after {count(len(session.races), 'race')}: {who} ran out of money. {text}"
    return text


def race_text(race: "Race") -> str:
    """The account of a race: hands, throws and payments."""
    players = range(1, len(race.money) + 1)
    title = f"Race {race.number}, dealt by player {race.dealer}"
    hands = [f"Player {player}: {' '.join(map(str, race.hand(player)))}" for player in players]
    throws = [
        [str(cell) for cell in (
            throw.number, throw.player, f"{throw.red} + {throw.white}", throw.total, throw.result, sum(throw.paid) or "",
        )]
        for throw in race.throws
    ]  # fmt: skip
    table = table_text("", ["Roll", "Player", "Dice", "Horse", "Result", "To the pot"], throws)
    money = ", ".join(f"player {player} {race.money[player - 1]}" for player in players)
    end = (
        f"Horse {race.winner} wins with {squares(race.winner)} rolls. Pot {race.pot}: {race.share} for each of its "
        f"{TICKETS_A_HORSE} tickets, {race.left} left.\nMoney: {money}."
    )
    return "\n".join([title, "", *hands, "", table, end, ""])


def figure(value: Any) -> str:
    """A number of a table: five decimals, whole numbers whole, nothing for None."""
    return f"{value:.5f}" if isinstance(value, float) else "" if value is None else str(value)


def dict_rows_text(title: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows by column name as a table; the columns are those of the first."""
    return table_text(title, list(rows[0]), [[figure(value) for value in row.values()] for row in rows])
