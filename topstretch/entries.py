"""The entries of a race card: horse and jockey at a post, and the runners among them."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import attrs
from attrs import field, frozen

from .columns import LONGEST_ODDS, ODDS_ALLOWED, Refused, odds_to_1
from .errors import fault, suggest
from .ratings import Horse, Jockey, plain_int
from .rosters import key

MAX_ENTRIES = 32
MAX_POST = 99


def as_odds(value: Any) -> Fraction | None:
    """Attrs converter: odds to 1 from a Fraction, a number or a text such as 7-2; above 0."""
    if value is None:
        return None
    try:
        odds = value if isinstance(value, Fraction) else odds_to_1(str(value))
    except Refused:
        raise fault("odds", value, ODDS_ALLOWED) from None
    if not 0 < odds <= LONGEST_ODDS:
        raise fault("odds", value, ODDS_ALLOWED)
    return odds


def check_record(kind: type) -> Any:
    """An attrs validator for a field that holds a Horse or a Jockey."""

    def check(instance: Any, attribute: "attrs.Attribute[Any]", value: object) -> None:
        if not isinstance(value, kind):
            raise fault(attribute.name, value, f"a {kind.__name__}")

    return check


def check_whole_number(low: int, high: int) -> Any:
    """An attrs validator for whole numbers from `low` to `high`."""

    def check(instance: Any, attribute: "attrs.Attribute[Any]", value: object) -> None:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise fault(attribute.name, value, f"a whole number from {low} to {high}")

    return check


def check_scratched(instance: Any, attribute: "attrs.Attribute[Any]", value: object) -> None:
    """Attrs validator: scratched or not."""
    if not isinstance(value, bool):
        raise fault("scratched", value, "True or False")


LOWEST_ADJUSTED, HIGHEST_ADJUSTED = -30, 60


@frozen
class Entry:
    """A horse and jockey at a post, 1 to 99.

    `adj_power` stands for cards that know only the Adjusted Power; `odds` are real odds to 1; a scratched entry does not run
    and keeps its place. Raises InputError for what cannot be.
    """

    post: int = field(converter=plain_int, validator=check_whole_number(1, MAX_POST))
    horse: Horse = field(validator=check_record(Horse))
    jockey: Jockey = field(validator=check_record(Jockey))
    odds: Fraction | None = field(default=None, converter=as_odds)
    scratched: bool = field(default=False, validator=check_scratched)
    adj_power: int | None = field(
        default=None,
        converter=plain_int,
        validator=attrs.validators.optional(check_whole_number(LOWEST_ADJUSTED, HIGHEST_ADJUSTED)),
    )
    source: str = ""


@frozen
class Runner:
    """A horse that starts: its place among the card's entries (0 first), its post and its name."""

    entry: int
    post: int
    name: str


def row_of_horse(runners: Sequence[Runner], horse: str | int) -> int:
    """The row of a horse by its name or post; raises InputError that suggests the closest name."""
    for row, runner in enumerate(runners):
        if runner.post == horse or (isinstance(horse, str) and key(horse) == key(runner.name)):
            return row
    names = [runner.name for runner in runners]
    raise fault("horse", horse, "one of " + ", ".join(names) + suggest(str(horse), names))
