"""What is mutated, and which tests should notice: the fast ones of the rules, the dice, the cards and the money."""

from collections.abc import Mapping

SOURCES = (
    "topstretch/rules/*.py",
    "topstretch/dice.py",
    "topstretch/card.py",
    "topstretch/entries.py",
    "topstretch/betting.py",
)
COPIED = ("topstretch", "data", "tests", "docs", "README.md", "pyproject.toml")
TESTS = ("tests/rules", "tests/dice", "tests/cards", "tests/golden", "tests/oracle", "tests/sheets")
# Asked first where a mutant has a process of its own: the tests that are about its file.
FIRST: Mapping[str, tuple[str, ...]] = {
    "topstretch/dice.py": ("tests/dice/test_roll_edges.py",),
    "topstretch/card.py": ("tests/cards/test_card_edges.py",),
    "topstretch/entries.py": ("tests/cards/test_card_edges.py",),
    "topstretch/betting.py": ("tests/rules/test_r8_edges.py", "tests/rules/test_r9_edges.py"),
}
FIRST_OF_RULES = ("tests/rules/test_r2_edges.py", "tests/rules/test_r4_edges.py", "tests/rules/test_r6_edges.py")
PYTEST = ("-p", "no:cacheprovider", "-p", "quickest", "-W", "ignore::pytest.PytestAssertRewriteWarning")
ENOUGH = 95.0  # percent killed
# Appended to the copy's tests/conftest.py: a failing example is enough, the smallest one is not looked for.
NO_SHRINKING = """

from hypothesis import Phase

settings.register_profile("mutants", settings.get_profile("steady"), phases=[Phase.explicit, Phase.generate])
settings.load_profile("mutants")
"""


def first_tests(file: str) -> tuple[str, ...]:
    """The tests that are about a source file."""
    return FIRST.get(file, FIRST_OF_RULES)
