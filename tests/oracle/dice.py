"""The dice log: which roll was thrown for which horse (R2, D18)."""


class MissingRoll(Exception):
    """A roll that the race needs is not in the log."""

    def __init__(self, name: str, post: int | None) -> None:
        super().__init__(f"no {name} roll for post {post}")
        self.name = name
        self.post = post


class SurplusRoll(Exception):
    """Rolls in the log that the race never asked for."""

    def __init__(self, rolls: list[tuple[str, int | None]]) -> None:
        super().__init__(f"rolls that nobody needed: {rolls}")
        self.rolls = rolls


class RepeatedRoll(Exception):
    """The same roll stands in the log twice."""

    def __init__(self, name: str, post: int | None) -> None:
        super().__init__(f"more than one {name} roll for post {post}")
        self.name = name
        self.post = post


class DiceLog:
    """The rolls of a log, taken out one by one as the rules ask for them."""

    def __init__(self, rows: list[dict]) -> None:
        self.left: dict[tuple[str, int | None], tuple[int, int | None]] = {}
        for row in rows:
            key = (row["roll"], row["post"])
            if key in self.left:
                raise RepeatedRoll(*key)
            self.left[key] = (row["red"], row["white"])

    def both(self, name: str, post: int | None = None) -> tuple[int, int]:
        """The red and the white die of a roll."""
        red, white = self._take(name, post)
        if white is None:
            raise ValueError(f"{name} for post {post}: the white die is missing")
        return red, white

    def total(self, name: str, post: int | None = None) -> int:
        """The sum of the two dice."""
        red, white = self.both(name, post)
        return red + white

    def single(self, name: str, post: int | None = None) -> int:
        """The one die of a roll that has only one."""
        red, white = self._take(name, post)
        if white is not None:
            raise ValueError(f"{name} for post {post}: one die only, found two")
        return red

    def check_all_used(self) -> None:
        """Nothing may be left over at the end."""
        if self.left:
            raise SurplusRoll(list(self.left))

    def _take(self, name: str, post: int | None) -> tuple[int, int | None]:
        if (name, post) not in self.left:
            raise MissingRoll(name, post)
        red, white = self.left.pop((name, post))
        for die in (red, white):
            if die is not None and die not in (1, 2, 3, 4, 5, 6):
                raise ValueError(f"{name} for post {post}: a die cannot show {die}")
        return red, white
