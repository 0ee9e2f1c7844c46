"""What can be wrong with input, and where: every error a user meets is a `TopstretchError`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Self

from attrs import frozen


class TopstretchError(Exception):
    """What went wrong and why; `status` is the command's exit status: 2 where the input is at fault, else 1."""

    status = 1


def clean(text: object) -> str:
    """The text with control characters written out, so that no name can steer a terminal."""
    plain = str(text)
    return plain if plain.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in plain)


LONGEST_QUOTE = 80


def shown(found: object) -> str:
    """What was found, as a message quotes it; a long text is cut."""
    if isinstance(found, int) and found.bit_length() > 4 * LONGEST_QUOTE:  # Python itself refuses to write some of them
        return f"a whole number of {found.bit_length()} bits"
    if not isinstance(found, str):
        return str(found)
    return repr(found) if len(found) <= LONGEST_QUOTE else f"{found[:LONGEST_QUOTE]!r}... ({len(found)} characters)"


@frozen
class Fault:
    """One thing wrong: `where` (file, line and column, or the part of a call), what was found, what is allowed."""

    where: str
    found: str
    allowed: str
    line: int = 0

    @classmethod
    def at(cls, file: Path | str, line: int, column: str, found: object, allowed: str) -> Self:
        """A fault in a file; `line` counts from 1, `column` is the header's name (empty: the whole row)."""
        place = ":".join(part for part in (str(file), str(line) if line else "", column[:LONGEST_QUOTE]) if part)
        return cls(place, shown(found), allowed, line)

    def in_file(self, file: Path | str, line: int) -> "Fault":
        """The same fault of a record (`where` is `name: field`), placed on the line of the file it was read from."""
        return Fault(f"{file}:{line}:{self.where.rpartition(': ')[2]}", self.found, self.allowed, line)

    def __str__(self) -> str:
        return clean(f"{self.where}: found {self.found}, allowed {self.allowed}")


class InputError(TopstretchError):
    """All the faults of one input at once; `faults` is never empty."""

    status = 2

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self) -> tuple[type[Self], tuple[tuple[Fault, ...]]]:
        return type(self), (self.faults,)


def fault(where: str, found: object, allowed: str) -> InputError:
    """An error with one fault that is in a call, not in a file."""
    return InputError([Fault(where, shown(found), allowed)])


def suggest(name: str, known: Iterable[str]) -> str:
    """`"; did you mean X?"` for the closest known name, or nothing."""
    from difflib import get_close_matches

    by_lower = {candidate.lower(): candidate for candidate in known}
    close = get_close_matches(name.lower(), by_lower, n=1, cutoff=0.6)
    return f"; did you mean {by_lower[close[0]]}?" if close else ""
