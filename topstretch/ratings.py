"""The ratings of horses and jockeys (R1, rulebook pages 7 and 8) as records that cannot hold an impossible value."""

import math
import operator
from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

import attrs
from attrs import field, frozen

from . import columns
from .errors import InputError, fault


class Surface(StrEnum):
    """What a race is run on. Synthetic tracks are read as dirt by every chart and rating (page 7)."""

    DIRT = "dirt"
    TURF = "turf"
    SYNTHETIC = "synthetic"

    @property
    def rated_as(self) -> "Surface":
        """The surface whose Power rating and charts count: dirt or turf."""
        return Surface.DIRT if self is Surface.SYNTHETIC else self


class Form(StrEnum):
    """How much a horse varies from race to race (page 8): A the steadiest, E the most erratic."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"

    @property
    def column(self) -> int:
        """0 for A to 4 for E: the column of the charts that read it."""
        return "ABCDE".index(self.value)


class Kind(StrEnum):
    """What period a horse's card is for (page 5)."""

    BEST_YEAR = "best-year"
    CAREER = "career"


SEXES = ("colt", "horse", "gelding", "filly", "mare")
FEMALE = ("filly", "mare")


@frozen
class Rating:
    """What a rating may be: whole numbers from `low` to `high`, on page `page` of the rulebook."""

    name: str
    low: int
    high: int
    page: int
    meaning: str

    @property
    def allowed(self) -> str:
        """The allowed values, as a message gives them."""
        return f"a whole number from {self.low} to {self.high}"

    @property
    def parse(self) -> Callable[[str], int]:
        """Reads a cell that holds this rating."""
        return columns.whole(self.low, self.high)


RATINGS: Mapping[str, Rating] = {
    rating.name: rating
    for rating in (
        Rating("overall", 0, 200, 7, "the speed figure to expect on the best surface, distance and condition"),
        Rating("power", 0, 29, 7, "ability under the conditions it prefers"),
        Rating("wet", 0, 3, 7, "how much of a wet track's loss it gets back"),
        Rating("pace", 0, 9, 7, "8 and 9 want the lead, 0 drops back and makes one run"),
        Rating("trip", -3, 3, 8, "getting a clean trip"),
        Rating("class", -3, 3, 8, "rising to the company"),
        Rating("speed", -3, 3, 8, "running fast outright"),
        Rating("wire", 0, 9, 8, "photo finishes"),
        Rating("ride", -2, 2, 8, "the jockey's influence on the figure and in a photo"),
        Rating("trouble", 2, 12, 8, "a roll at or below it steers clear of trouble"),
    )
}
RANGE_LOW, RANGE_HIGH = 2.0, 24.0  # furlongs: the shortest and longest flat races


def plain_int(value: object) -> object:
    """Attrs converter: a whole number of any kind, numpy's too, as an int; anything else as it is."""
    if isinstance(value, bool):
        return value
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return value


def check_rating(instance: Any, attribute: "attrs.Attribute[Any]", value: object) -> None:
    """Attrs validator: a rating is a whole number in the range of its name."""
    rating = RATINGS[attribute.name.rstrip("_").split("_")[0]]
    if isinstance(value, bool) or not isinstance(value, int) or not rating.low <= value <= rating.high:
        raise fault(f"{instance.name}: {attribute.name.rstrip('_')}", value, rating.allowed)


def check_name(instance: Any, attribute: "attrs.Attribute[Any]", value: object) -> None:
    """Attrs validator: a name is printable text that is not blank."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > 80:
        raise fault(attribute.name, value, "a name of 1 to 80 printable characters")


E = TypeVar("E", bound=StrEnum)


def as_enum(kind: type[E]) -> Callable[[Any], E]:
    """Attrs converter: a member of `kind` from its value, in any case."""

    def convert(value: Any) -> E:
        for member in kind:
            if isinstance(value, str) and value.lower() == member.value.lower():
                return member
        raise fault(kind.__name__.lower(), value, "one of " + ", ".join(member.value for member in kind))

    return convert


def rating_field(**options: Any) -> Any:
    """An attrs field that holds a rating of R1."""
    return field(validator=check_rating, converter=plain_int, **options)


def optional_rating() -> Any:
    """An attrs field for a rating that may be unknown (None)."""
    return field(default=None, kw_only=True, converter=plain_int, validator=attrs.validators.optional(check_rating))


def check_sex(instance: Any, attribute: "attrs.Attribute[Any]", value: object) -> None:
    """Attrs validator: a sex, or None where it is not known."""
    if value is not None and value not in SEXES:
        raise fault(f"{instance.name}: sex", value, ", ".join(SEXES))


def check_whole(instance: Any, attribute: "attrs.Attribute[Any]", value: object) -> None:
    """Attrs validator: a whole number from 1 up, or None where it is not known."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int) or value < 1):
        raise fault(f"{instance.name}: {attribute.name}", value, "a whole number, 1 or more")


def as_form(value: object) -> Form:
    """A Form from its letter."""
    return as_enum(Form)(value)


def as_kind(value: object) -> Kind:
    """A Kind from its name."""
    return as_enum(Kind)(value)


@frozen
class Horse:
    """A horse's card for one period.

    `power_dirt` and `power_turf` are 0 to 29, None for a surface that it did not race on in the period; `range_low` and
    `range_high` are furlongs, both None where a card knows only the Adjusted Power; the rest as in `RATINGS`. Raises
    InputError for a value outside its range.
    """

    name: str = field(validator=check_name)
    power_dirt: int | None = optional_rating()
    power_turf: int | None = optional_rating()
    range_low: float | None = field(kw_only=True)
    range_high: float | None = field(kw_only=True)
    wet: int = rating_field(kw_only=True)
    pace: int = rating_field(kw_only=True)
    form: Form = field(kw_only=True, converter=as_form)
    trip: int = rating_field(kw_only=True)
    class_: int = rating_field(kw_only=True)
    speed: int = rating_field(kw_only=True)
    wire: int = rating_field(kw_only=True)
    kind: Kind = field(default=Kind.BEST_YEAR, kw_only=True, converter=as_kind)
    year: int | None = field(default=None, kw_only=True, converter=plain_int, validator=check_whole)
    age: int | None = field(default=None, kw_only=True, converter=plain_int, validator=check_whole)
    sex: str | None = field(default=None, kw_only=True, validator=check_sex)
    overall: int | None = optional_rating()
    jockey: str | None = field(default=None, kw_only=True, validator=attrs.validators.optional(check_name))
    source: str = field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        low, high = self.range_low, self.range_high
        if low is None and high is None:
            return
        if low is None or high is None or not is_range(low, high):
            raise fault(f"{self.name}: range_low", f"{low} to {high}", RANGE_ALLOWED)

    def power(self, surface: Surface) -> int | None:
        """The Power rating for a surface; None where it never ran on it. Synthetic counts as dirt."""
        return self.power_turf if surface is Surface.TURF else self.power_dirt

    @property
    def is_female(self) -> bool:
        """Whether it may run in a race for fillies and mares."""
        return self.sex in FEMALE


def is_range(low: float, high: float) -> bool:
    """Whether these are a Range: quarters of a furlong, low to high."""
    try:
        if not (math.isfinite(low) and math.isfinite(high)):
            return False
    except TypeError:
        return False
    quarters = all(Fraction(end) % Fraction(1, 4) == 0 for end in (low, high))
    return RANGE_LOW <= low <= high <= RANGE_HIGH and quarters


RANGE_ALLOWED = f"low to high, {RANGE_LOW:g} to {RANGE_HIGH:g} furlongs in quarters"


@frozen
class Jockey:
    """A jockey's card: Ride -2 to 2 and Trouble 2 to 12, one for the whole career (page 5)."""

    name: str = field(validator=check_name)
    ride: int = rating_field()
    trouble: int = rating_field()
    source: str = ""


furlongs: Callable[[str], float] = columns.decimal(RANGE_LOW, RANGE_HIGH, step=Fraction(1, 4))

HORSE_RATING_COLUMNS = (
    columns.Column("range_low", furlongs),
    columns.Column("range_high", furlongs),
    columns.Column("wet", RATINGS["wet"].parse),
    columns.Column("pace", RATINGS["pace"].parse),
    columns.Column("form", columns.one_of(*Form)),
    columns.Column("trip", RATINGS["trip"].parse),
    columns.Column("class", RATINGS["class"].parse),
    columns.Column("speed", RATINGS["speed"].parse),
    columns.Column("wire", RATINGS["wire"].parse),
)
JOCKEY_RATING_COLUMNS = (
    columns.Column("ride", RATINGS["ride"].parse),
    columns.Column("trouble", RATINGS["trouble"].parse),
)


def build(record: Callable[..., Any], table: columns.Table, row: columns.Row, values: dict[str, Any]) -> Any:
    """Make a record from a row's values; what the record refuses is noted at the row, and gives None."""
    try:
        return record(**{("class_" if name == "class" else name): value for name, value in values.items()})
    except InputError as error:
        for one in error.faults:
            table.note(one.in_file(table.path, row.line))
        return None
