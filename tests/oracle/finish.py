"""The order at the wire, the photos and the disqualifications.

An order is a list of levels, best first; a level is the list of the posts that share a
place. `[[4], [1, 2], [3]]`: 4 won, 1 and 2 are level behind it, 3 is last.
"""

from oracle.dice import DiceLog

Order = list[list[int]]


def levels(scores: dict[int, int]) -> Order:
    """The posts from the highest score down, equal scores on one level."""
    return [
        sorted(post for post in scores if scores[post] == score) for score in sorted(set(scores.values()), reverse=True)
    ]


def order_at_the_wire(figures: dict[int, int], photo_bonus: dict[int, int], dice: DiceLog) -> Order:
    """Highest figure first; horses level on it go to the photo (R4 step 5).

    The photo bonus is Wire + Ride; the photo adds a roll of two dice to it. Level even
    then is a dead heat.
    """
    order: Order = []
    for level in levels(figures):
        if len(level) == 1:
            order.append(level)
            continue
        photo = {post: dice.total("photo", post) + photo_bonus[post] for post in level}
        order.extend(levels(photo))
    return order


def places(order: Order) -> dict[int, int]:
    """Place numbers, one more than the horses ahead: 1, 1, 3 (D11)."""
    result = {}
    ahead = 0
    for level in order:
        for post in level:
            result[post] = ahead + 1
        ahead += len(level)
    return result


def disqualify(as_run: Order, die: dict[int, int]) -> Order:
    """Move the disqualified horses down (R6, D7); `die` has the face each of them threw.

    First the clean horses stand alone, in their order. Behind each level of them there
    is a place to wait. Every disqualified horse is sent to one of those, counted off
    among the clean horses that finished strictly behind it.
    """
    clean = [[post for post in level if post not in die] for level in as_run]
    clean = [level for level in clean if level]
    if not clean:
        return [list(level) for level in as_run]

    waiting: list[Order] = [[] for _ in clean]
    for number, level in enumerate(as_run):
        behind = [post for later in as_run[number + 1 :] for post in later if post not in die]
        spots: dict[int, list[int]] = {}
        for post in level:
            if post not in die:
                continue
            spot = len(clean) - 1
            if behind:
                last_passed_by = behind[min(die[post], len(behind)) - 1]
                spot = level_of(clean, last_passed_by)
            spots.setdefault(spot, []).append(post)
        for spot, still_level in spots.items():
            waiting[spot].append(still_level)

    official: Order = []
    for level, moved_down in zip(clean, waiting):
        official.append(level)
        official.extend(moved_down)
    return official


def level_of(order: Order, post: int) -> int:
    """Which level of an order a horse stands on, the first being 0."""
    for number, level in enumerate(order):
        if post in level:
            return number
    raise ValueError(f"post {post} is not in {order}")
