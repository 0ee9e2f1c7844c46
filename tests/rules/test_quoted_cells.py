"""The cells that the rulebook quotes, one by one, as the engine's own arrays hold them."""

from fractions import Fraction

import pytest
import topstretch as ts

from rules.reading import CHARTS

SET = ts.load_charts()
PACES = ("Slow", "Normal", "Fast")
CODES = ("Fav", "A", "B", "C", "D", "E")
SIZES = ("2-5", "6-8", "9-12", "13 or more")
OUTCOMES = ("nothing", "out", "disqualified", "test: disqualified", "test: power")


def odds_codes(row, column):
    return CODES[SET.odds_codes[int(row), SIZES.index(column)]]


def odds(row, column):
    found = SET.odds[int(row) - 1][CODES.index(column)]
    return f"{found.numerator}-{found.denominator}"


def payoffs(row, column):
    over, under = row.split("-")
    amount = SET.payoffs[Fraction(int(over), int(under))][("win", "place", "show").index(column)]
    return f"{float(amount):.2f}"


def break_segment(row, column):
    return str(SET.break_segment[int(row) - 2, int(column)])


def pace_setup(row, column):
    return signed(SET.pace_setup[int(row) - 2, int(column)])


def race_pace(row, column):
    """The faces that give a pace at every sum of the row, as `3-6`."""
    low, high = (int(end) for end in row.split("-"))
    found = set()
    for points in range(low, high + 1):
        faces = SET.race_pace[points - SET.race_pace_first]
        given = [face for face in range(1, 7) if PACES[faces[face - 1]] == column]
        found.add(f"{given[0]}-{given[-1]}")
        assert given == list(range(given[0], given[-1] + 1))
    return found.pop() if len(found) == 1 else found


def pace_effects_fullplay(row, column):
    return signed(SET.pace_effects_fullplay[PACES.index(column), int(row) - SET.pace_effects_first])


def race_position(row, column):
    form, what = column.split()
    chart = SET.position_points if what == "Pos" else SET.position_power
    return signed(chart[int(row) - 2, "ABCDE".index(form)])


def race_factors(row, column):
    assert column == "white"
    return "Ride" if SET.factor_ride[int(row) - 1] else ""


def trouble(row, column):
    place = int(row) - 2
    return OUTCOMES[SET.trouble[place]] if column == "outcome" else signed(SET.trouble_power[place])


def signed(number):
    return f"{number:+d}" if number else "0"


READERS = {
    read.__name__: read
    for read in (
        odds_codes, odds, payoffs, break_segment, pace_setup, race_pace, pace_effects_fullplay, race_position, race_factors,
        trouble,
    )
}  # fmt: skip
QUOTED = CHARTS["quoted_cells"]


@pytest.mark.parametrize("quoted", QUOTED, ids=lambda quoted: "-".join(quoted.values()))
def test_x1_to_x22_a_quoted_cell_stands_in_the_set(quoted):
    assert READERS[quoted["chart"]](quoted["row"], quoted["column"]) == quoted["value"]


# Where the digest of the rulebook has each example, so that none can drop out of the file.
EXAMPLES = {
    "X1": [("odds_codes", str(points), "6-8") for points in (0, 1, 2, 5, 6, 7, 9)],
    "X2 to X5": [("odds", "3", "A"), ("odds", "4", "Fav"), ("odds", "2", "B"), ("odds", "6", "B")],
    "X6": [("payoffs", "7-2", bet) for bet in ("win", "place", "show")],
    "X7": [("payoffs", "11-1", bet) for bet in ("place", "show")],
    "X8": [("payoffs", "8-5", "show")],
    "X10, X11": [("break_segment", "4", "6"), ("break_segment", "3", "4")],
    "X13, X14": [("pace_setup", "5", "6"), ("pace_setup", "10", "4")],
    "X16": [("race_pace", "44-45", pace) for pace in ("Normal", "Fast")],
    "X17": [("pace_effects_fullplay", points, "Fast") for points in ("20", "16")],
    "X19": [("race_position", "6", f"C {what}") for what in ("Pos", "Power")],
    "X20": [("race_position", "10", f"D {what}") for what in ("Pos", "Power")],
    "X22": [("race_factors", str(face), "white") for face in range(1, 7)],
    "R5": [("trouble", str(roll), "outcome") for roll in range(2, 13)],
}


@pytest.mark.parametrize("example", list(EXAMPLES))
def test_x1_to_x22_the_file_has_every_quoted_cell(example):
    listed = {(quoted["chart"], quoted["row"], quoted["column"]) for quoted in QUOTED}
    assert set(EXAMPLES[example]) <= listed


def test_x22_a_3_and_only_a_3_goes_to_trouble():
    for marks in (SET.form_trouble, SET.position_trouble):
        assert marks[1].all()
        assert not marks[[0, *range(2, 11)]].any()
