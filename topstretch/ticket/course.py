"""The racetrack of one race: where a horse can go from each space (G6, G7, G10), worked out once."""

from collections.abc import Mapping

from attrs import field, frozen

Space = tuple[int, int]  # (row, lane): row 1 is the rearmost, lane 1 the one at the inside rail

FORWARD, BACK, LEFT, RIGHT = range(4)
DIRECTIONS = ("forward", "back", "left", "right")
MOST_SPACES = 9  # the most that a card of one horse may show
WILD_SPACES = 3  # G5


@frozen
class Course:
    """A track of `rows` rows and `lanes` lanes with what stands on it.

    `rail` is the side of the inside rail as the horses run, `left` or `right`. A hedge of row h stands on the line between
    the rows h - 1 and h. `river` is a row. A horse over the dashed line is on row `rows` + 1, which is no space.

    `reach[space][direction][spaces - 1]` is where a move ends, None where it cannot be played; `wild[space]` are the ends
    of a wild card's moves; `beside[space]` the four spaces that adjoin it (None: off the track or river), by direction;
    `around[space]` those of the eight around it that a horse may be put on; `zone[row]` the hedges behind a row.
    """

    rows: int
    lanes: int
    rail: str
    hedges: tuple[int, ...] = ()
    river: int | None = None
    hoof_prints: frozenset[Space] = frozenset()
    zone: tuple[int, ...] = field(init=False, eq=False, repr=False)
    reach: Mapping[Space, tuple[tuple[Space | None, ...], ...]] = field(init=False, eq=False, repr=False)
    wild: Mapping[Space, tuple[Space, ...]] = field(init=False, eq=False, repr=False)
    beside: Mapping[Space, tuple[Space | None, ...]] = field(init=False, eq=False, repr=False)
    around: Mapping[Space, tuple[Space, ...]] = field(init=False, eq=False, repr=False)

    @zone.default
    def _zones(self) -> tuple[int, ...]:
        return tuple(sum(hedge <= row for hedge in self.hedges) for row in range(self.rows + 2))

    @reach.default
    def _reaches(self) -> dict[Space, tuple[tuple[Space | None, ...], ...]]:
        counts = range(1, MOST_SPACES + 1)
        return {
            space: tuple(tuple(self._end(space, way, count) for count in counts) for way in range(4))
            for space in self.spaces()
        }

    @wild.default
    def _wilds(self) -> dict[Space, tuple[Space, ...]]:
        return {
            space: tuple(dict.fromkeys(end for way in ways for end in way[:WILD_SPACES] if end is not None))
            for space, ways in self.reach.items()
        }

    @beside.default
    def _besides(self) -> dict[Space, tuple[Space | None, ...]]:
        return {space: tuple(self._adjoining(space, way) for way in range(4)) for space in self.spaces()}

    @around.default
    def _arounds(self) -> dict[Space, tuple[Space, ...]]:
        return {space: self._around(space) for space in self.spaces()}

    def spaces(self) -> list[Space]:
        """The spaces on which a horse may stand: the track without the river."""
        rows = (row for row in range(1, self.rows + 1) if row != self.river)
        return [(row, lane) for row in rows for lane in range(1, self.lanes + 1)]

    def step(self, way: int) -> tuple[int, int]:
        """One space in a direction: the change of row and of lane."""
        if way in (FORWARD, BACK):
            return (1 if way == FORWARD else -1), 0
        return 0, (-1 if DIRECTIONS[way] == self.rail else 1)

    def over_line(self, space: Space) -> bool:
        """Whether a horse on this row has crossed the dashed line (G4)."""
        return space[0] > self.rows

    def may_be_put(self, start: Space, space: Space) -> bool:
        """Whether a horse of `start` may be put on a space: not on the river, not back behind a hedge it has crossed."""
        return space[0] != self.river and self.zone[space[0]] >= self.zone[start[0]]

    def _end(self, start: Space, way: int, count: int) -> Space | None:
        """Where a move of `count` spaces ends; None where hedge or river leave it no space (the rail may, G6)."""
        rows, lanes = self.step(way)
        row = start[0] + rows * count
        lane = min(max(start[1] + lanes * count, 1), self.lanes)
        if row > self.rows:
            return self.rows + 1, lane
        stopped = max(row, max((hedge for hedge in self.hedges if hedge <= start[0]), default=1))
        if stopped == self.river:
            stopped -= rows
        at_the_end = way == BACK and start[0] == 1
        return None if rows and stopped == start[0] and not at_the_end else (stopped, lane)

    def _adjoining(self, space: Space, way: int) -> Space | None:
        rows, lanes = self.step(way)
        row, lane = space[0] + rows, space[1] + lanes
        return (row, lane) if row >= 1 and 1 <= lane <= self.lanes and row != self.river else None

    def _around(self, space: Space) -> tuple[Space, ...]:
        """Of the eight spaces around, those on the track and this side of the line that a displaced horse may take (G7)."""
        row, lane = space
        near = [(row + rows, lane + lanes) for rows in (1, 0, -1) for lanes in (-1, 0, 1) if rows or lanes]
        on_track = [(r, n) for r, n in near if 1 <= r <= self.rows and 1 <= n <= self.lanes]
        return tuple(end for end in on_track if self.may_be_put(space, end))
