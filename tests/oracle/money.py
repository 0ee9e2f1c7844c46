"""Odds for the field and what the tickets pay."""

from fractions import Fraction

from oracle.charts import Charts, cell, find_label, odds_to_one
from oracle.dice import DiceLog

CODES = ["Fav", "A", "B", "C", "D", "E"]
FIVE_CENTS = Fraction(5, 100)
STAKE = 2


def odds(card: dict, start_aprs: dict[int, int], log: list[dict], charts: Charts) -> dict[int, tuple[str, str]]:
    """Each horse's own code and its odds (R8)."""
    dice = DiceLog([row for row in log if row["roll"] == "odds"])
    posts = sorted(runner["post"] for runner in card["runners"])
    highest = max(start_aprs[post] for post in posts)
    result = {}
    for post in posts:
        code = code_for(charts, highest - start_aprs[post], len(posts))
        red, white = dice.both("odds", post)
        column = code
        if red == white:
            column = neighbour(code, red)
        result[post] = (code, cell(charts, "odds", red, column))
    dice.check_all_used()
    return result


def code_for(charts: Charts, points_below: int, runners: int) -> str:
    """The code for a field of this size; 0 below is Fav, for any number of horses (D5)."""
    sizes = [name for name in charts["odds_codes"][0] if name != "points"]
    return cell(charts, "odds_codes", points_below, find_label(sizes, runners))


def neighbour(code: str, face: int) -> str:
    """Doubles of 1, 2, 3 go one chart to the right, of 4, 5, 6 one to the left (R8, D3).

    There is nothing beyond Fav and E: they stay (D4).
    """
    place = CODES.index(code)
    if face in (1, 2, 3):
        return CODES[min(place + 1, len(CODES) - 1)]
    return CODES[max(place - 1, 0)]


def payoffs(order: dict[int, int], odds: dict[int, Fraction], charts: Charts) -> dict[int, dict[str, Fraction | None]]:
    """Dollars for $2, by official place (R9); level horses are each paid in full (D11)."""
    result = {}
    for post, place in order.items():
        paid: dict[str, Fraction | None] = {"win": None, "place": None, "show": None}
        if place <= 3:
            win, second, show = prices(odds[post], charts)
            paid["show"] = show
            if place <= 2:
                paid["place"] = second
            if place == 1:
                paid["win"] = win
        result[post] = paid
    return result


def prices(odds: Fraction, charts: Charts) -> tuple[Fraction, Fraction, Fraction]:
    """Win, place and show prices at these odds: from the chart, else by its rule (D12)."""
    for line in charts["payoffs"]:
        if odds_to_one(line["odds"]) == odds:
            return Fraction(line["win"]), Fraction(line["place"]), Fraction(line["show"])
    profit = STAKE * odds
    return (
        to_five_cents(STAKE + profit),
        to_five_cents(STAKE + profit / 2),
        to_five_cents(STAKE + profit / 4),
    )


def to_five_cents(dollars: Fraction) -> Fraction:
    """Down to a whole number of five-cent pieces."""
    return dollars // FIVE_CENTS * FIVE_CENTS
