"""The proof of the dice in small: its tails are right, right dice pass, and loaded ones are noticed."""

import math
from fractions import Fraction

import numpy as np
import pytest
from topstretch.dice import BLOCK, REFUSED_FROM, ROLLS, Faces

from trust import dice_statistics as proof
from trust.chi_square import Check, as_small, chi_square_tails, families_of, out_of_order, uniformity

PLACE = proof.Place(20_261_130, 3, (0, 1, 5, 31))


# The tails


def upper(statistic, freedom):
    """The chance of a chi-square at least as large, by the finite sums for even and odd degrees of freedom."""
    half = statistic / 2
    if freedom % 2 == 0:
        return math.fsum(math.exp(i * math.log(half) - half - math.lgamma(i + 1)) for i in range(freedom // 2))
    terms = (math.exp((i - 0.5) * math.log(half) - half - math.lgamma(i + 0.5)) for i in range(1, (freedom + 1) // 2))
    return math.erfc(math.sqrt(half)) + math.fsum(terms)


@pytest.mark.parametrize("freedom", [1, 2, 5, 10, 25, 35, 105, 735, 1225, 1295])
def test_the_tails_of_chi_square_are_those_of_its_finite_sums(freedom):
    for times in (0.3, 0.7, 0.95, 1.0, 1.02, 1.2, 1.6, 3.0):
        low, high = chi_square_tails(freedom * times, freedom)
        exact = upper(freedom * times, freedom)
        assert low + high == pytest.approx(1, abs=1e-13)
        assert high == pytest.approx(exact, rel=1e-10, abs=2e-12), times
        if times > 1.05:  # the side that small chances are read on keeps its digits
            assert high == pytest.approx(exact, rel=1e-10), times


def test_the_tails_of_chi_square_at_quantiles_of_the_usual_tables():
    for freedom, quantile, chance in [(1, 3.841, 0.05), (5, 15.086, 0.01), (10, 29.588, 0.001), (35, 49.802, 0.05)]:
        assert chi_square_tails(quantile, freedom)[1] == pytest.approx(chance, rel=2e-3)
    assert chi_square_tails(0, 7) == (0, 1)


def test_the_lower_tail_keeps_its_digits_too():
    # With 2 degrees of freedom the lower tail is 1 - exp(-x / 2).
    for statistic in (1e-12, 1e-6, 0.01, 1):
        assert chi_square_tails(statistic, 2)[0] == pytest.approx(-math.expm1(-statistic / 2), rel=1e-12)


def test_the_spread_of_even_chances_is_even_and_of_others_is_not():
    number = 400
    assert uniformity((i + 0.5) / number for i in range(number)) == 1
    assert uniformity(((i + 0.5) / number) ** 2 for i in range(number)) < 1e-20
    # A distance of 1.36 over the root of the number is the 5 % point for many, 1.63 the 1 % point.
    for distance, chance in ((1.3581, 0.05), (1.6276, 0.01)):
        moved = distance / math.sqrt(4_000_000)
        chances = np.clip((np.arange(4_000_000) + 0.5) / 4_000_000 + moved, 0, 1)
        assert uniformity(chances) == pytest.approx(chance, rel=0.01)


def test_the_chance_of_the_smallest_of_many():
    assert as_small(0.5, 2) == pytest.approx(0.75)
    assert as_small(1e-12, 10) == pytest.approx(1e-11)
    assert as_small(1.0, 3) == 1


# What is in order


def test_checks_are_held_to_the_level_by_both_tails_and_their_spread():
    chances = [(i + 0.5) / 100 for i in range(100)]
    right = [Check("kind", str(i), 1 - chance, chance) for i, chance in enumerate(chances)]
    assert out_of_order(families_of(right)) == []
    for low, high, said in ((1.0, 1e-9, "as uneven"), (1e-9, 1.0, "as even")):
        (fault,) = out_of_order(families_of([*right, Check("kind", "the one", low, high)]))
        assert "kind, the one: chance 1e-09" in fault
        assert said in fault
    assert out_of_order(families_of([*right, Check("kind", "the one", 1.0, 1e-8)])) == []  # 101 checks, 1e-6 over both
    (fault,) = out_of_order(
        families_of([Check("kind", str(i), 1 - chance / 2, chance / 2) for i, chance in enumerate(chances)])
    )
    assert "not even" in fault


def test_the_bias_of_replaced_lanes_is_that_of_64_bits():
    way, face = proof.bias()
    assert 0 < face < way < Fraction(2**16 - REFUSED_FROM, 2**16) * Fraction(REFUSED_FROM, 2**64)


def test_dice_are_counted_once():
    assert proof.dice_of(PLACE) == BLOCK * (4 + 17 * 4)


# Right dice


def checks(source=proof.seeded, place=PLACE, replaced=False):
    return proof.check_seed(place, 2, source, replaced)


def test_right_dice_are_in_order():
    found = [*checks(replaced=True), *proof.borders([PLACE], 300, PLACE.entries)]
    families = families_of(found)
    assert out_of_order(families) == []
    two, one, all_rolls = 2 + 8 * 4, 1 + 4, 3 + 9 * 4  # named rolls of a race of 4
    expected = {
        "faces of two dice": two, "totals": two, "red and white die": two, "faces of one die": one,
        "two rolls of the race": 1, "the race's and a horse's": 2 * 9 * 4, "two rolls of a horse": 36 * 4,
        "rolls of two horses": 81 * 6, "next race": all_rolls, "2 races apart": all_rolls, "4 races apart": all_rolls,
        "lane of the word": all_rolls, "two adjacent seeds": all_rolls, "two adjacent blocks": all_rolls,
        "replaced lanes": 8, "across a block's border": len(ROLLS),
    }  # fmt: skip
    assert {family.name: family.number for family in families} == expected


def test_races_thrown_alone_are_those_of_their_block():
    seen, wrong = proof.alone(PLACE, 2, 5)
    assert seen > 800
    assert wrong == 0


# Loaded dice


SEEDED = proof.seeded


def spoiled(change):
    """The dice of a seed with something done to a roll's codes, (horses or 1, races)."""

    class Spoiled:
        def __init__(self, seed, block, entries):
            self.block, self.seed, self.dice = block, seed, SEEDED(seed, block, entries)

        def roll(self, name, needed):
            codes = proof.codes_of(name, self.dice.roll(name, needed)).copy()
            change(name, codes, self)
            if ROLLS[name].dice == 1:
                return Faces((codes + 1).astype(np.uint8), np.ones_like(codes, np.uint8))
            return Faces((codes // 6 + 1).astype(np.uint8), (codes % 6 + 1).astype(np.uint8))

    return Spoiled


def sometimes(every):
    return np.arange(BLOCK) % every == 0


def a_die_that_falls_on_six(name, codes, dice):
    if name == "form":
        codes[1, sometimes(8) & (codes[1] < 6)] += 30


def a_horse_that_copies_another(name, codes, dice):
    if name == "photo":
        codes[2, sometimes(16)] = codes[0, sometimes(16)]


def a_test_that_follows_its_trouble(name, codes, dice):
    if name == "trouble_test":
        trouble = proof.codes_of("trouble", dice.dice.roll("trouble", np.ones(codes.shape, bool)))
        codes[0, sometimes(16)] = trouble[0, sometimes(16)]


def a_race_that_repeats_the_last(name, codes, dice):
    if name == "pace":
        codes[0, 5::16] = codes[0, 4:-1:16]


def a_seed_that_is_its_neighbours(name, codes, dice):
    if name == "odds":
        right = SEEDED(PLACE.seed, dice.block, PLACE.entries).roll(name, np.ones(codes.shape, bool))
        codes[3, sometimes(16)] = proof.codes_of(name, right)[3, sometimes(16)]


def a_block_that_is_the_first(name, codes, dice):
    if name == "disqualification":
        right = SEEDED(dice.seed, PLACE.block, PLACE.entries).roll(name, np.ones(codes.shape, bool))
        codes[1, sometimes(8)] = proof.codes_of(name, right)[1, sometimes(8)]


def dice_too_even(name, codes, dice):
    if name == "break":
        codes[2] = np.arange(BLOCK) % 36


LOADED = {
    a_die_that_falls_on_six: ("faces of two dice", "form 1"),
    a_horse_that_copies_another: ("rolls of two horses", "photo 0, photo 5"),
    a_test_that_follows_its_trouble: ("two rolls of a horse", "trouble, trouble_test 0"),
    a_race_that_repeats_the_last: ("next race", "pace"),
    a_seed_that_is_its_neighbours: ("two adjacent seeds", "odds 31"),
    a_block_that_is_the_first: ("two adjacent blocks", "disqualification 1"),
    dice_too_even: ("faces of two dice", "break 5"),
}


@pytest.mark.parametrize("load", LOADED, ids=lambda load: load.__name__)
def test_a_loaded_die_is_noticed(load):
    family, name = LOADED[load]
    found = out_of_order(families_of(checks(spoiled(load))))
    assert any(fault.startswith(f"{family}, seed {PLACE.seed}: {name}: chance") for fault in found), found


def test_replaced_lanes_that_are_all_low_are_noticed(monkeypatch):
    right = proof.Stream.replacements
    monkeypatch.setattr(proof.Stream, "replacements", lambda *given: right(*given) // 2)
    found = out_of_order(families_of(checks(replaced=True)))
    assert any(fault.startswith("replaced lanes, ") for fault in found)


def test_a_race_alone_with_other_dice_is_noticed(monkeypatch):
    right = proof.SeededDice
    monkeypatch.setattr(proof, "SeededDice", lambda seed: right(seed + 1))
    _, wrong = proof.alone(PLACE, 1, 2)
    assert wrong > 0


# The program


def test_the_program_writes_its_section_and_says_whether_all_is_in_order(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(proof, "PLACES", (PLACE,))
    document = tmp_path / "accuracy.md"
    assert proof.main(["--dice", "1", "--borders", "100", "--write", str(document)]) == 0
    text = document.read_text(encoding="utf-8")
    assert text.count("<!-- dice: ") == 2
    assert "All are in order." in text
    monkeypatch.setattr(proof, "seeded", spoiled(a_race_that_repeats_the_last))
    assert proof.main(["--dice", "1", "--borders", "100"]) == 1
    assert "Not in order:" in capsys.readouterr().out
