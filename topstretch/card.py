"""A race card: the conditions of a race, its entries in post order, and their Adjusted Power at the start (R3)."""

import math
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

import attrs
import numpy as np
from attrs import field, frozen

from .charts import ChartSet, chart_set
from .columns import DECIMAL
from .entries import MAX_ENTRIES, Entry, Runner
from .errors import Fault, InputError, fault, shown
from .ratings import Horse, Jockey, Surface, as_enum
from .rosters import find_horse, find_jockey, key

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
R = TypeVar("R")
MIN_RUNNERS, MAX_RUNNERS = 2, 24  # D10
LONGEST_TEXT, LONGEST_SOURCE = 200, 4000  # characters
ROUTE = 8.0  # furlongs: from here a race is a route, with a pace setup segment (R7)


@frozen
class AdjustedPower:
    """How a runner's Adjusted Power at the start comes about (R3).

    `total` = `power` + `distance` (0 or less) + `track` (0 or less) + `wet` (what its Wet gives back). Where a card knows
    only the total, `power` is None and the parts are 0.
    """

    power: int | None
    furlongs_outside: float
    distance: int
    track: int
    wet: int
    total: int

    def __str__(self) -> str:
        if self.power is None:
            return f"{self.total} (as the card gives it)"
        return f"Power {self.power} {self.distance:+d} distance {self.track:+d} track {self.wet:+d} Wet = {self.total}"


def as_distance(value: Any) -> float:
    """Attrs converter: furlongs as a number, or as the text of one as files have it."""
    try:
        if isinstance(value, bool | np.bool_ | bytes) or (isinstance(value, str) and not DECIMAL.fullmatch(value)):
            raise TypeError
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise fault("distance", value, "furlongs as a number") from None


def check_text(limit: int, *, blank: bool = True) -> Any:
    """An attrs validator for printable text up to `limit` characters, which may be blank or not."""

    def check(instance: Any, attribute: "attrs.Attribute[Any]", value: object) -> None:
        if not isinstance(value, str) or not value.isprintable() or len(value) > limit or not (blank or value.strip()):
            raise fault(
                attribute.name, value, f"{'' if blank else 'a name, '}printable text of at most {limit} characters"
            )

    return check


def by_post(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries in post order."""
    return tuple(sorted(entries, key=operator.attrgetter("post")))


def lower_words(text: object) -> str:
    """Text in lower case with single blanks, as the charts name conditions."""
    return " ".join(str(text).lower().split())


def as_surface(surface: object) -> Surface:
    """A Surface from its name."""
    return Surface(as_enum(Surface)(surface))


@frozen
class RaceCard:
    """The conditions of a race and its entries, sorted by post.

    `distance` in furlongs; `surface` dirt, turf or synthetic; `condition` as the chart track_conditions names it. Immutable:
    `scratch`, `replace` and `on` give new cards. Raises InputError with every fault: fewer than 2 or more than 24
    runners (D10), two horses on a post, a runner without a rating for the surface.
    """

    name: str = field(validator=check_text(LONGEST_TEXT, blank=False))
    distance: float = field(converter=as_distance)
    surface: Surface = field(converter=as_surface)
    condition: str = field(converter=lower_words)
    entries: tuple[Entry, ...] = field(converter=by_post)
    date: str = field(default="", validator=check_text(LONGEST_TEXT))
    track: str = field(default="", validator=check_text(LONGEST_TEXT))
    source: str = field(default="", validator=check_text(LONGEST_SOURCE))
    # Where a value stands in the file it was read from, for messages: "distance", "condition", "post 3".
    places: Mapping[str, str] = field(factory=dict, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        faults = [*self._field_faults(), *self._post_faults(), *self._power_faults()]
        if faults:
            raise InputError(faults)

    def _place(self, what: str) -> str:
        return self.places.get(what, f"{self.name}: {what}")

    def _field_faults(self) -> Iterable[Fault]:
        runners = len(self.runners)
        if not MIN_RUNNERS <= runners <= MAX_RUNNERS:
            yield Fault(self._place("entries"), f"{runners} runners", f"{MIN_RUNNERS} to {MAX_RUNNERS} runners")
        if len(self.entries) > MAX_ENTRIES:
            yield Fault(
                self._place("entries"), f"{len(self.entries)} entries", f"at most {MAX_ENTRIES}, scratched ones too"
            )
        if not math.isfinite(self.distance):
            yield Fault(self._place("distance"), str(self.distance), "furlongs as a number")

    def _post_faults(self) -> Iterable[Fault]:
        seen: dict[int, Entry] = {}
        for entry in self.entries:
            place = self._place(f"post {entry.post}")
            if entry.post in seen:
                both = f"{seen[entry.post].horse.name} and {entry.horse.name} on post {entry.post}"
                yield Fault(place, both, "one horse a post")
            seen[entry.post] = entry

    def _power_faults(self) -> Iterable[Fault]:
        for entry in self.entries:
            if entry.scratched or entry.adj_power is not None:
                continue
            place = f"{self._place(f'post {entry.post}')}"
            if entry.horse.power(self.surface) is None:
                yield Fault(place, f"{entry.horse.name}, no Power on {self.surface.rated_as}", RUNS_ON)
            elif entry.horse.range_low is None:
                yield Fault(place, f"{entry.horse.name}, no Range", "a Range for a horse with a Power rating")

    # --- what it says ---

    @property
    def runners(self) -> tuple[Runner, ...]:
        """The entries that start, in post order."""
        return tuple(Runner(i, e.post, e.horse.name) for i, e in enumerate(self.entries) if not e.scratched)

    @property
    def starters(self) -> tuple[Entry, ...]:
        """The entries of the runners, in post order."""
        return tuple(entry for entry in self.entries if not entry.scratched)

    @property
    def is_route(self) -> bool:
        """8 furlongs or more: four segments in Fullplay, else three (R7)."""
        return self.distance >= ROUTE

    def entry(self, post: int) -> Entry:
        """The entry at a post."""
        for entry in self.entries:
            if entry.post == post:
                return entry
        raise fault(f"{self.name}: post", post, "one of " + ", ".join(str(e.post) for e in self.entries))

    def adjusted_power(self, charts: ChartSet | None = None) -> tuple[AdjustedPower, ...]:
        """The working of each starter's Adjusted Power, in post order, by a chart set (R3).

        Raises InputError where the set knows no such condition or the distance is off its time chart.
        """
        charts = chart_set(charts)
        self.check(charts)
        takes = charts.track_conditions[self.surface.rated_as, self.condition]
        return tuple(adjust(entry, self.distance, self.surface, takes, charts) for entry in self.starters)

    def check(self, charts: ChartSet) -> None:
        """Raise InputError for what a chart set does not allow: an unknown condition, a distance off the time chart (D17)."""
        faults = list(condition_faults(self.surface, self.condition, self.distance, charts, self._place))
        if faults:
            raise InputError(faults)

    def check_same_horse(self, allowed: bool) -> None:
        """Raise InputError where two cards of one horse meet (D13), unless that is `allowed`."""
        faults = [] if allowed else list(same_horse_faults(self.starters, self._place))
        if faults:
            raise InputError(faults)

    # --- new cards ---

    def scratch(self, *posts: int) -> Self:
        """A card without the horses at these posts; the others keep their posts and, under a seed, their dice."""
        gone = [self.entry(post) for post in posts]
        entries = tuple(attrs.evolve(entry, scratched=True) if entry in gone else entry for entry in self.entries)
        return self._with(entries, "entries")

    def _with(self, entries: tuple[Entry, ...], *changed: str) -> Self:
        """The card with other entries; what is changed no longer stands in the file it was read from."""
        places = {what: place for what, place in self.places.items() if what not in changed}
        return attrs.evolve(self, entries=entries, places=places)

    def replace(
        self,
        post: int,
        *,
        horse: Horse | str | None = None,
        jockey: Jockey | str | None = None,
        kind: str = "best-year",
    ) -> Self:
        """A card with another horse or jockey at a post: a record, or the name of a packaged one (`kind` of the horse).

        The post keeps its dice under a seed. Another horse comes without the old one's odds.
        """
        old = new = self.entry(post)
        if horse is not None:
            card = find_horse(horse, kind) if isinstance(horse, str) else horse
            new = attrs.evolve(new, horse=card, adj_power=None, odds=None, source="")
        if jockey is not None:
            new = attrs.evolve(new, jockey=find_jockey(jockey) if isinstance(jockey, str) else jockey)
        entries = tuple(new if entry is old else entry for entry in self.entries)
        return self._with(entries, f"post {post}")

    def on(self, *, distance: float | None = None, surface: str | None = None, condition: str | None = None) -> Self:
        """The same entries under other conditions. Another surface without a condition takes fast or firm.

        Raises InputError where a runner has no rating for the surface, or only an Adjusted Power, which holds for the
        card's own conditions.
        """
        new_surface = self.surface if surface is None else as_surface(surface)
        if condition is None:
            condition = (
                self.condition if new_surface.rated_as is self.surface.rated_as else usual_condition(new_surface)
            )
        card = attrs.evolve(
            self,
            distance=self.distance if distance is None else distance,
            surface=new_surface,
            condition=condition,
            places={what: f"{self.name}: on {what}" for what in ("distance", "condition")},
        )
        fixed = [entry for entry in self.starters if entry.adj_power is not None]
        if fixed and (card.distance, card.surface, card.condition) != (self.distance, self.surface, self.condition):
            names = ", ".join(entry.horse.name for entry in fixed)
            raise fault(
                f"{self.name}: on",
                f"only the Adjusted Power of {names}",
                "a Power rating, to run under other conditions",
            )
        return card

    @classmethod
    def from_horses(
        cls,
        horses: Iterable[Horse | str],
        *,
        distance: float,
        surface: str = "dirt",
        condition: str | None = None,
        kind: str = "best-year",
        jockeys: Iterable[Jockey | str] | None = None,
        name: str = "Match-up",
    ) -> Self:
        """A card of packaged horses by name, or of records, posts 1 up in the order given.

        `jockeys` are names or records in the same order; without them each horse's usual rider is up. Raises InputError
        for an unknown name, with the closest one.
        """
        field_of_horses = all_found(horses, lambda horse: find_horse(horse, kind) if isinstance(horse, str) else horse)
        riders = [horse.jockey or "" for horse in field_of_horses] if jockeys is None else list(jockeys)
        if len(riders) != len(field_of_horses):
            raise fault("jockeys", f"{len(riders)}", f"{len(field_of_horses)}, one a horse")
        up = all_found(riders, lambda rider: find_jockey(rider) if isinstance(rider, str) else rider)
        on = as_surface(surface)
        entries = [
            Entry(i + 1, horse, jockey) for i, (horse, jockey) in enumerate(zip(field_of_horses, up, strict=True))
        ]
        return cls(name, distance, on, usual_condition(on) if condition is None else condition, tuple(entries))

    @classmethod
    def from_frame(cls, frame: "pd.DataFrame", **conditions: Any) -> Self:
        """A card from a pandas frame with the columns of a card file, one row an entry.

        `conditions` are the head lines of a card file (distance, surface, condition, race, date, track, source); those not
        given are taken from `frame.attrs`, where `to_frame` leaves them.
        """
        from .card_files import card_from_frame

        return cls(**card_from_frame(frame, conditions))

    def to_frame(self) -> "pd.DataFrame":
        """One row an entry, columns as in a card file; the conditions are in `frame.attrs`."""
        import pandas as pd

        from .card_files import entry_rows, head_of

        frame = pd.DataFrame(entry_rows(self))
        frame.attrs.update(head_of(self))
        return frame

    def __str__(self) -> str:
        from .show.text import card_text

        return card_text(self)

    def _repr_html_(self) -> str:
        from .show.html import card_html

        return card_html(self)


def all_found(items: Iterable[T], find: Callable[[T], R]) -> list[R]:
    """What `find` makes of each item, with the faults of all of them at once."""
    found: list[R] = []
    faults: list[Fault] = []
    for item in items:
        try:
            found.append(find(item))
        except InputError as error:
            faults += error.faults
    if faults:
        raise InputError(faults)
    return found


RUNS_ON = "a horse with a Power rating for the surface it runs on"


def condition_faults(
    surface: Surface, condition: str, distance: float, charts: ChartSet, place: Callable[[str], str]
) -> Iterator[Fault]:
    """What a chart set does not allow of a race's conditions; `place` says where each of them stands."""
    low, high = charts.time_distances[[0, -1]]
    if not low <= distance <= high:
        yield Fault(place("distance"), f"{distance:g}", f"{low:g} to {high:g} furlongs")
    known = charts.conditions(surface)
    if condition not in known:
        yield Fault(place("condition"), shown(condition), f"on {surface.rated_as}: " + ", ".join(known))


def same_horse_faults(starters: Iterable[Entry], place: Callable[[str], str]) -> Iterator[Fault]:
    """Horses that run twice (D13)."""
    seen: dict[str, int] = {}
    for entry in starters:
        first = seen.setdefault(key(entry.horse.name), entry.post)
        if first != entry.post:
            found = f"{entry.horse.name} on posts {first} and {entry.post}"
            yield Fault(place(f"post {entry.post}"), found, "a horse once, or the rule allow_same_horse")


def usual_condition(surface: Surface) -> str:
    """Fast dirt, firm turf."""
    return "firm" if surface is Surface.TURF else "fast"


def adjust(entry: Entry, distance: float, surface: Surface, takes: int, charts: ChartSet) -> AdjustedPower:
    """R3: Power, less the reduction for a distance outside the Range, less what a wet track takes after Wet (D15)."""
    horse = entry.horse
    power = horse.power(surface)
    if entry.adj_power is not None or power is None or horse.range_low is None or horse.range_high is None:
        return AdjustedPower(None, 0.0, 0, 0, 0, entry.adj_power or 0)
    outside = max(horse.range_low - distance, distance - horse.range_high, 0.0)
    half_furlongs = math.ceil(2 * outside)
    loss = int(charts.distance[min(half_furlongs, len(charts.distance) - 1)])
    back = min(horse.wet, -takes)
    return AdjustedPower(power, outside, loss, takes, back, power + loss + takes + back)
