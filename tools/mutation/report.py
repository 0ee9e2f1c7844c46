"""The section of docs/accuracy.md."""

import textwrap
from collections.abc import Sequence
from importlib.metadata import version

from .mutant import KILLED, SURVIVED, TIMEOUT, Explanation, Mutant, percent_killed

WIDTH = 120
HEAD = ("file", "mutants of mutmut", "killed", "our own", "killed", "without end", "survived", "killed of all")


def section(mutants: Sequence[Mutant], explanations: Sequence[Explanation], seconds: float) -> str:
    """What was changed, how much of it the tests noticed, and why they cannot notice the rest."""
    files = sorted({mutant.file for mutant in mutants})
    rows = [row(file, [mutant for mutant in mutants if mutant.file == file]) for file in files]
    lines = [" | ".join(cells) for cells in (HEAD, ["---"] * len(HEAD), *rows, row("all", mutants))]
    table = "\n".join(f"| {line} |" for line in lines)
    survivors = [mutant for mutant in mutants if mutant.status == SURVIVED]
    own = sum(mutant.own for mutant in mutants)
    made = f"mutmut {version('mutmut')}, {seconds / 60:.0f} minutes"
    said = f"""
Made by `python tools/mutants.py --write docs/accuracy.md` ({made}). A mutant is the source with one small change: a number
one more, `<` for `<=`, `and` for `or`, an argument left out, a text spelt otherwise. It is killed when a test fails. Mutmut
changes functions and methods: {len(mutants) - own:,} mutants. It changes neither properties nor what runs when a module is
loaded, such as the table of the rolls: there {own:,} more are made in the same ways. {percent_killed(mutants):.2f} percent of
the {len(mutants):,} are killed; one with which a test does not come to an end counts as killed. No test can notice the
{len(survivors):,} others, for the reasons below."""
    return f"""## Mutants of the rules, the dice, the cards and the money

{textwrap.fill(" ".join(said.split()), WIDTH)}

{table}

{reasons(survivors, explanations)}"""


def row(name: str, mutants: Sequence[Mutant]) -> tuple[str, ...]:
    """A line of the table."""
    seen, own = ([mutant for mutant in mutants if mutant.own is kind] for kind in (False, True))
    killed = [sum(mutant.status != SURVIVED for mutant in some) for some in (seen, own)]
    count = {status: sum(mutant.status == status for mutant in mutants) for status in (KILLED, TIMEOUT, SURVIVED)}
    return (
        name.removeprefix("topstretch/"), str(len(seen)), str(killed[0]), str(len(own)), str(killed[1]),
        str(count[TIMEOUT]), str(count[SURVIVED]), f"{percent_killed(mutants):.1f} %",
    )  # fmt: skip


def reasons(survivors: Sequence[Mutant], explanations: Sequence[Explanation]) -> str:
    """Each reason with the survivors that it is about."""
    by_key = {explanation.key: explanation.reason for explanation in explanations}
    lines = []
    for reason in dict.fromkeys(explanation.reason for explanation in explanations):
        about = [mutant for mutant in survivors if by_key.get(mutant.key) == reason]
        if about:
            lines.append(f"- {reason} ({len(about)})")
            lines += [f"  - {place(mutant)}: `{mutant.was}` becomes `{mutant.becomes}`" for mutant in about]
    unexplained = [mutant for mutant in survivors if mutant.key not in by_key]
    if unexplained:
        lines.append(f"- Not explained ({len(unexplained)})")
        lines += [f"  - {place(mutant)}: `{mutant.was}` becomes `{mutant.becomes}`" for mutant in unexplained]
    return "".join(f"{line}\n" for line in lines)


def place(mutant: Mutant) -> str:
    """Where a mutant is."""
    return f"{mutant.file.removeprefix('topstretch/')} {mutant.function}".strip()
