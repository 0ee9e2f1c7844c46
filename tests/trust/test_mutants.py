"""The mutation tests' own account: what is explained is there, what is said adds up, what is wrong is told."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "tools"


@pytest.fixture(scope="module")
def mutant(tools):
    from mutation import mutant

    return mutant


def explanations(mutant):
    return mutant.read_explanations(TOOLS / "mutation" / "explained.toml")


def test_what_an_explanation_is_about_stands_in_the_source(mutant):
    for explanation in explanations(mutant):
        file, function, was, becomes = explanation.key
        text = " ".join((ROOT / file).read_text(encoding="utf-8").split())
        assert was in text, explanation.key
        assert becomes != was
        assert f"def {function.rpartition('.')[2]}(" in text or f"class {function}" in text or not function
        assert explanation.reason.strip().endswith(".")


def test_no_mutant_is_explained_twice(mutant):
    keys = [explanation.key for explanation in explanations(mutant)]
    assert len(set(keys)) == len(keys)


def test_a_change_is_told_by_its_lines(mutant):
    before = "def f(a):\n    if a < 1:\n        return a\n    return 2\n"
    after = before.replace("<", "<=").replace("return a\n", "return None\n")
    assert mutant.changed_lines(before, after) == ("if a < 1: return a", "if a <= 1: return None")
    assert mutant.changed_lines("a = (\n    1,\n    2,\n)\n", "a = (\n    2,\n)\n") == ("1,", "")


def test_the_share_that_is_killed(mutant):
    one = mutant.Mutant("f 1", "f.py", "f", "a", "b", own=False)
    killed, timeout = one.with_status(mutant.KILLED), one.with_status(mutant.TIMEOUT)
    assert mutant.percent_killed([one, killed, timeout, killed]) == 75.0
    assert mutant.percent_killed([]) == 100.0
    assert killed.key == one.key == ("f.py", "f", "a", "b")
