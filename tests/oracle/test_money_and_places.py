"""The oracle on the examples of odds, payoffs and disqualifications."""

import itertools
from fractions import Fraction

import pytest

from oracle import charts as chart_files
from oracle import finish, money, race
from oracle.making import CHARTS, dice, packaged, small_card, two

# The Ladies' Classic: odds and payoffs


def test_x1_to_x5_odds_of_the_ladies_classic() -> None:
    card = packaged("ladies-classic-2009")
    start = {runner["post"]: race.start_apr(runner, card, CHARTS) for runner in card["runners"]}
    assert list(start.values()) == [20, 22, 20, 17, 16, 13, 21, 15]
    faces = [(3, 2), (4, 1), (2, 2), (6, 6), (1, 2), (3, 3), (4, 4), (5, 6)]
    log = [dice("odds", post, *pair) for post, pair in enumerate(faces, start=1)]
    log.append(two("pace", None, 7))
    odds = money.odds(card, start, log, CHARTS)
    assert [code for code, _ in odds.values()] == ["A", "Fav", "A", "C", "C", "E", "A", "D"]
    assert [text for _, text in odds.values()][:4] == ["7-2", "8-5", "7-1", "11-1"]
    assert odds[6] == ("E", "36-1")  # D4: right of E stays E
    assert odds[7] == ("A", "8-5")
    with pytest.raises(race.MissingRoll, match="odds roll for post 8"):
        money.odds(card, start, log[:7], CHARTS)


def test_x6_to_x8_payoffs() -> None:
    odds = {1: Fraction(7, 2), 4: Fraction(11), 2: Fraction(8, 5), 3: Fraction(7)}
    paid = money.payoffs({1: 1, 4: 2, 2: 3, 3: 4}, odds, CHARTS)
    assert paid[1] == {"win": 9, "place": Fraction("5.50"), "show": Fraction("3.75")}
    assert paid[4] == {"win": None, "place": 13, "show": Fraction("7.50")}
    assert paid[2] == {"win": None, "place": None, "show": Fraction("2.80")}
    assert paid[3] == {"win": None, "place": None, "show": None}


def test_d4_and_d5_favourites() -> None:
    card = small_card({}, {}, {})
    log = [dice("odds", 1, 4, 4), dice("odds", 2, 1, 1), dice("odds", 3, 2, 5)]
    odds = money.odds(card, {1: 20, 2: 20, 3: 19}, log, CHARTS)
    assert odds == {1: ("Fav", "8-5"), 2: ("Fav", "5-2"), 3: ("A", "3-1")}


def test_d11_each_level_horse_is_paid_in_full() -> None:
    odds = {post: Fraction(4) for post in (1, 2, 3, 4, 5)}
    paid = money.payoffs({1: 1, 2: 1, 3: 3, 4: 3, 5: 5}, odds, CHARTS)
    assert paid[1] == paid[2] == {"win": 10, "place": 6, "show": 4}
    assert paid[3] == paid[4] == {"win": None, "place": None, "show": 4}
    assert paid[5] == {"win": None, "place": None, "show": None}


def test_d12_odds_off_the_chart() -> None:
    assert money.prices(Fraction("5.6"), CHARTS) == (
        Fraction("13.20"),
        Fraction("7.60"),
        Fraction("4.80"),
    )
    assert money.prices(Fraction("3.47"), CHARTS) == (
        Fraction("8.90"),
        Fraction("5.45"),
        Fraction("3.70"),
    )
    without = CHARTS | {"payoffs": []}
    for line in CHARTS["payoffs"]:
        odds = chart_files.odds_to_one(line["odds"])
        assert money.prices(odds, without) == money.prices(odds, CHARTS)


# Disqualifications


def read(text: str) -> tuple[list[list[str]], dict[str, int]]:
    """`A*2=B C` as an order and the dice of the disqualified."""
    die = {name[0]: int(name[2]) for name in text.replace("=", " ").split() if "*" in name}
    return [[name[0] for name in level.split("=")] for level in text.split()], die


@pytest.mark.parametrize(
    ("as_run", "official"),
    [
        ("A*2 B C D E", "B C A D E"),
        ("A B C D*1", "A B C D"),
        ("A*1=B C D", "B C A D"),
        ("A*1 B=C D", "B=C A D"),
        ("A*1 B*1 C D", "C A B D"),
        ("A*2 B C*1 D E", "B D A C E"),
        ("A*2 B*2 C*1 D E", "D C E A B"),
        ("A*6 B C*1 D", "B D A C"),
        ("A*1 B=C*1 D", "B A D C"),
        ("A*2=B*2 C D E", "C D A=B E"),
        ("A*1 B*3=C*2", "A B=C"),  # all disqualified: as run
        ("A B*4=C", "A C B"),  # nobody strictly behind
    ],
)
def test_d7_cases(as_run: str, official: str) -> None:
    assert race.disqualify(*read(as_run)) == read(official)[0]


def test_d7_places() -> None:
    order = race.disqualify(*read("A*2=B*2 C D E"))
    assert finish.places(order) == {"C": 1, "D": 2, "A": 3, "B": 3, "E": 5}
    order = race.disqualify(*read("A*1 B=C D"))
    assert finish.places(order) == {"B": 1, "C": 1, "A": 3, "D": 4}


def test_d7_no_clean_horse_loses_a_place() -> None:
    for ties in itertools.product(" =", repeat=3):
        for dies in itertools.product(["", "*1", "*2", "*6"], repeat=4):
            names = [name + die for name, die in zip("ABCD", dies)]
            text = names[0] + "".join(tie + name for tie, name in zip(ties, names[1:]))
            as_run, die = read(text)
            before = finish.places(as_run)
            after = finish.places(finish.disqualify(as_run, die))
            assert sorted(after) == list("ABCD")
            for name in set("ABCD") - set(die):
                assert after[name] <= before[name], text
                others = set("ABCD") - set(die) - {name}
                assert {o for o in others if before[o] < before[name]} == {
                    o for o in others if after[o] < after[name]
                }, text
