"""The finish of a race told: who was first past the post and from where, the placed horses, photos, rulings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from .additions import Ran
from .deciding import lengths_phrase
from .notation import ordinal, time_text
from .remarks import Call, Remark, calls_of, names, posts, sole_favourite
from .scoresheet import Line

DRAWN_AWAY = 5.0  # lengths


def finish(ran: Ran) -> Iterator[Remark]:
    """R4.5: the order as run, from the first past the post to the last."""
    calls = calls_of(ran)
    if "finish" not in calls:
        yield Remark("finish", "R4.5", "Every horse is out of the race: nobody finishes.")
        return
    call, favourite = calls["finish"], sole_favourite(ran.sheet.lines)
    yield winners(ran, calls, call)
    yield from best_roll(ran, call.leaders)
    yield from third(call)
    yield from photos(ran)
    told = [*caught(calls, favourite), *last_horses(call)]
    yield from told
    if favourite and favourite.wire_place and not any(favourite.post in remark.posts for remark in told):
        verb = "wins" if favourite.place == 1 else f"finishes {ordinal(favourite.wire_place)}"
        yield Remark(
            "finish", "R4.5", f"{favourite.horse}, the favourite at {favourite.odds}, {verb}.", posts(favourite)
        )
    yield Remark("finish", "R4.6", f"The time is {time_text(call.leaders[0].seconds or 0)}.")


def winners(ran: Ran, calls: Mapping[str, Call], call: Call) -> Remark:
    """Who is first past the post, from where, and by how much."""
    first, (second, behind) = call.leaders, call.next
    named = posts(*first, *second)
    if not second:
        text = f"{names(first)} {'finish level' if len(first) > 1 else 'is the only finisher'}."
        return Remark("finish", "R4.5", text, named)
    if len(first) > 1:
        apart = (
            f"{lengths_phrase(behind)} before {names(second)}" if behind else f"ahead of {names(second)} in the photo"
        )
        text = f"{names(first)} finish level in front, {apart}."
        return Remark("finish", "R4.5", text, named)
    came = came_from(calls, first[0])
    return Remark("finish", "R4.5", f"{first[0].horse}{came} {beats(second, behind)}.", named)


def came_from(calls: Mapping[str, Call], line: Line) -> str:
    """Where the winner was before the stretch: nothing in Quickplay."""
    before = [calls[name].row(line) for name in ("break", "setup", "position") if name in calls]
    if not before:
        return ""
    if all(row["position"] == 1 for row in before):
        return ", in front at every call,"
    last = before[-1]
    if last["position"] == 1:
        return ", in front at the top of the stretch,"
    place, behind = ordinal(last["position"]), lengths_phrase(last["lengths_behind"])
    return f" comes from {place}, {behind} behind at the top of the stretch, and"


def beats(second: Sequence[Line], behind: float) -> str:
    """How the first past the post beats the next."""
    if behind <= 0:
        return f"beats {names(second)} in the photo"
    if behind >= DRAWN_AWAY:
        return f"draws away from {names(second)} by {lengths_phrase(behind)}"
    text = lengths_phrase(behind)
    return f"just beats {names(second)} by {text}" if text.startswith("a ") else f"beats {names(second)} by {text}"


def best_roll(ran: Ran, first: Sequence[Line]) -> Iterator[Remark]:
    """R4.4: that the first past the post had the highest final-speed roll of all, or the lowest."""
    rolls = {line.post: ran.log["final_speed", line.post].total for line in ran.sheet.lines if line.figure is not None}
    if len(first) > 1 or len(rolls) < 2:
        return
    own = rolls.pop(first[0].post)
    for which, beaten in (("highest", own > max(rolls.values())), ("lowest", own < min(rolls.values()))):
        if beaten:
            yield Remark(
                "finish",
                "R4.4",
                f"{first[0].horse}'s final-speed roll, {own}, is the {which} of the race.",
                posts(*first),
            )


def caught(calls: Mapping[str, Call], favourite: Line | None) -> Iterator[Remark]:
    """What became of a sole leader at the top of the stretch that is not first past the post."""
    if "position" not in calls or len(calls["position"].leaders) > 1:
        return
    leader = calls["position"].leaders[0]
    if leader.wire_place and leader.wire_place > 1:
        was = "the favourite and in front" if leader is favourite else "in front"
        verb = "is caught and finishes" if leader.wire_place <= 3 else "fades to"
        text = f"{leader.horse}, {was} at the top of the stretch, {verb} {ordinal(leader.wire_place)}."
        yield Remark("finish", "R4.5", text, posts(leader))


def third(call: Call) -> Iterator[Remark]:
    """Who is third as run, one horse or several."""
    found = call.at(3)
    if found:
        behind = call.row(found[0])["lengths_behind"]
        text = f"{names(found)} {'is' if len(found) == 1 else 'are level in'} third"
        text += f", {lengths_phrase(behind)} behind the first." if behind else " in the same photo."
        yield Remark("finish", "R4.5", text, posts(*found))


def last_horses(call: Call) -> Iterator[Remark]:
    """Who is last, behind the first three."""
    last, behind = call.last
    if call.rows[-1]["position"] > 3 and behind:
        are = "is" if len(last) == 1 else "are"
        yield Remark("finish", "R4.5", f"{names(last)} {are} last, {lengths_phrase(behind)} behind.", posts(*last))


def photos(ran: Ran) -> Iterator[Remark]:
    """R4.5: each photo, and whether it left a dead heat."""
    lines = [line for line in ran.sheet.lines if line.photo_total is not None]
    by_figure: Callable[[Line], int] = lambda line: -(line.figure or 0)  # noqa: E731
    for figure, level in groupby(sorted(lines, key=by_figure), key=by_figure):
        found = sorted(level, key=lambda line: -(line.photo_total or 0))
        totals = ", ".join(f"{line.horse} {line.photo_total}" for line in found)
        text = f"Photo for {ordinal(found[0].wire_place or 0)}, level on {-figure}: {totals}."
        heats = [a for a, b in pairwise(found) if a.photo_total == b.photo_total]
        text += " A dead heat." if heats else ""
        yield Remark("finish", "R4.5", text, posts(*found))


def official(ran: Ran) -> Iterator[Remark]:
    """R6: the rulings, and who is the winner by them."""
    sheet = ran.sheet
    ruled = [line for line in sheet.lines if line.status.startswith("disqualified")]
    for line in sorted(ruled, key=lambda line: line.wire_place or 0):
        die = ran.log["disqualification", line.post].red
        moved = (
            f"placed {ordinal(line.place or 0)}"
            if line.place != line.wire_place
            else f"stays {ordinal(line.place or 0)}"
        )
        text = f"{line.horse} is disqualified from {ordinal(line.wire_place or 0)}; the die is {die}: {moved}."
        yield Remark("official", "R6", text, posts(line))
    won = sheet.winners
    if won and [line.wire_place for line in won] != [line.place for line in won]:
        text = f"{names(won)} {'is' if len(won) == 1 else 'are'} placed first."
        yield Remark("official", "R6", text, posts(*won))
