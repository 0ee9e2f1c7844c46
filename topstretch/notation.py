"""How the sport writes lengths, times, odds and places."""

from fractions import Fraction

# A length's smaller parts as US charts print them, with the value below which each is the nearest.
SMALL_LENGTHS = ((0.075, "nose"), (0.175, "head"), (0.375, "neck"))
ORDINAL_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def lengths_text(lengths: float) -> str:
    """Lengths to the nearest quarter, `1 1/4`; nose, head and neck below that; empty for none."""
    if lengths <= 0:
        return ""
    for below, name in SMALL_LENGTHS:
        if lengths < below:
            return name
    quarters = round(lengths * 4)
    whole, part = divmod(quarters, 4)
    fraction = ("", "1/4", "1/2", "3/4")[part]
    return f"{whole or ''} {fraction}".strip()


def time_text(seconds: float) -> str:
    """A time as charts print it: `1:34.40`, `:46.78` under a minute."""
    minutes, hundredths = divmod(round(seconds * 100), 6000)
    return f"{minutes or ''}:{hundredths / 100:05.2f}"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else ORDINAL_ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def one_in(odds: Fraction) -> str:
    """Odds to 1 as a chance: `1 in 4.5`."""
    number = float(odds) + 1
    return f"1 in {number:.4g}" if number < 1000 else f"1 in {number:.0f}"


def decimal_text(odds: Fraction) -> str:
    """Odds to 1 as decimal odds, the stake included: `4.50`."""
    return f"{float(odds) + 1:.2f}"


def dollars_text(amount: Fraction | None) -> str:
    """`$9.00`, or nothing."""
    return "" if amount is None else f"${float(amount):.2f}"
