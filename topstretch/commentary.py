"""A race told call by call. Each remark rests on facts of the sheet; which words it takes depends on them alone."""

from collections.abc import Iterator, Sequence

import numpy as np

from .additions import Ran, signed
from .charts import NORMAL, TEST_DISQUALIFIED, TEST_POWER
from .deciding import count, lengths_phrase, reason
from .finishing import finish, official
from .house import FULLPLAY
from .notation import ordinal
from .remarks import Call, Remark, calls_of, names, posts, s, sole_favourite
from .rules.pace import two_highest
from .scoresheet import Line

CLOSE_TOGETHER = 1.0  # lengths: a whole field within them


def commentary(ran: Ran) -> tuple[Remark, ...]:
    """The remarks of a race in the order of its calls."""
    found = [start(ran)]
    if ran.sheet.version == FULLPLAY:
        found += segments(ran)
    else:
        found += [quickplay_pace(ran), *biggest(ran, "form", "R4.2", "On form", form_changes(ran))]
    found += troubles(ran)
    found += factors(ran)
    found += finish(ran)
    found += official(ran)
    return tuple(found)


def start(ran: Ran) -> Remark:
    """The field, its highest Adjusted Power, and its favourite where all odds are known."""
    card, lines = ran.sheet.card, ran.sheet.lines
    at = f" at {card.track}" if card.track else ""
    text = f"{len(lines)} runners, {card.distance:g} furlongs on {card.surface}, {card.condition}{at}."
    highest = max(line.start for line in lines)
    best = [line for line in lines if line.start == highest]
    named: list[Line] = []
    if len(best) < len(lines):
        text += f" {names(best)} {'has' if len(best) == 1 else 'have'} the highest Adjusted Power, {highest}."
        named += best
    favourite = sole_favourite(lines)
    if favourite is not None:
        text += f" {favourite.horse} is the favourite at {favourite.odds}."
        named.append(favourite)
    return Remark("start", "R3", text, posts(*named))


def segments(ran: Ran) -> Iterator[Remark]:
    """R7.1 to R7.4: the break, the setup, the pace, race position."""
    calls = calls_of(ran)
    before = calls["break"]
    yield called("break", "R7.1", before, *break_text(before))
    if "setup" in calls:
        yield called("setup", "R7.2", calls["setup"], *lead_text(before, calls["setup"]))
        before = calls["setup"]
    yield fullplay_pace(ran, before)
    now = calls["position"]
    yield called("position", "R7.4", now, *lead_text(before, now, " at the top of the stretch"))
    yield from movers(before, now)
    yield from biggest(ran, "position", "R7.4", "On race position", form_changes(ran))


def called(name: str, clause: str, call: Call, text: str, named: Sequence[Line]) -> Remark:
    """What is said of the leaders at a call, and who is last."""
    last, behind = call.last
    if not call.next[0] or (last == call.next[0] and behind > CLOSE_TOGETHER):
        return Remark(name, clause, text, posts(*named))
    if behind <= CLOSE_TOGETHER:
        return Remark(name, clause, f"{text} The whole field is within {lengths_phrase(behind)}.", posts(*named))
    tail = f"{names(last)} {'is' if len(last) == 1 else 'are'} last, {lengths_phrase(behind)} behind."
    return Remark(name, clause, f"{text} {tail}", posts(*named, *last))


def break_text(call: Call) -> tuple[str, list[Line]]:
    """Who is first out of the gate, and the horses named."""
    second, behind = call.next
    if not second:
        return "All break level.", []
    verb = "is first out of the gate" if len(call.leaders) == 1 else "break together in front"
    text = f"{names(call.leaders)} {verb}, {lengths_phrase(behind)} ahead of {names(second)}."
    return text, [*call.leaders, *second]


def lead_text(before: Call, now: Call, where: str = "") -> tuple[str, list[Line]]:
    """Who leads now, by comparison with the call before, and the horses named."""
    old, new, (second, behind) = before.leaders, now.leaders, now.next
    if not second:
        return f"All are level{where}.", []
    joined = [line for line in new if line not in old]
    stayed = [line for line in new if line in old]
    if not stayed and second == old:
        text = f"{names(new)} take{s(new)} over from {names(old)}{where}, now {lengths_phrase(behind)} behind."
        return text, [*new, *old]
    if not joined and len(stayed) == len(old):
        text = f"{names(new)} still lead{s(new)}"
    elif not joined:
        text = f"{names(new)} lead{s(new)} alone now" if len(new) == 1 else f"{names(new)} lead now"
    elif stayed:
        text = f"{names(joined)} join{s(joined)} {names(stayed)} in front"
    else:
        text = f"{names(new)} take{s(new)} over from {names(old)}"
    text += f"{where}, {lengths_phrase(behind)} ahead of {names(second)}."
    return text, [*new, *([] if stayed else old), *second]


def movers(before: Call, now: Call) -> Iterator[Remark]:
    """R7.4: who made up most places, and who lost most; two at least."""
    moved: dict[tuple[int, int], list[Line]] = {}
    for row in now.rows:
        line = now.lines[row["post"]]
        moved.setdefault((before.row(line)["position"], row["position"]), []).append(line)
    gains = [old - new for old, new in moved]
    for most, verb, back in ((max(gains), "move", " up"), (min(gains), "drop", " back")):
        for (old, new), lines in moved.items():
            if old - new == most and (most >= 2 if verb == "move" else most <= -2):
                text = f"{names(lines)} {verb}{s(lines)}{back} from {ordinal(old)} to {ordinal(new)}."
                yield Remark("position", "R7.4", text, posts(*lines))


def fullplay_pace(ran: Ran, call: Call) -> Remark:
    """R7.3: the pace of the race from the two highest totals."""
    first, second = (row["points"] for row in call.rows[:2])
    text = f"The pace is {ran.sheet.pace_of_race}: the two highest totals, {first} and {second}, make {first + second}"
    die = ran.log.get(("race_pace", None))
    text += f" and the die shows {die.red}." if die else "."
    return pace_remark(ran, "R7.3", text)


def quickplay_pace(ran: Ran) -> Remark:
    """R4.1: the pace of the race from the two highest Pace ratings and one roll."""
    highest = two_highest(ran.course.runners.pace, ran.course.runners.running)[0, 0]
    roll = ran.log["pace", None].total
    text = f"The pace is {ran.sheet.pace_of_race}: the two highest Pace ratings make {highest} and the roll is {roll}."
    return pace_remark(ran, "R4.1", text)


def pace_remark(ran: Ran, clause: str, text: str) -> Remark:
    """The pace, and whom it helps and hurts most."""
    changes = [line.pace_adj for line in ran.sheet.lines]
    if ran.course.pace_of_race[0, 0] == NORMAL:
        return Remark("pace", clause, text)
    if not any(changes):
        return Remark("pace", clause, f"{text} It changes nobody's Adjusted Power.")
    sentence, named = extremes(ran.sheet.lines, changes)
    return Remark("pace", clause, f"{text} {sentence}", named)


def extremes(lines: Sequence[Line], changes: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """Who gains most and who loses most, in a sentence."""
    most, least = max(changes), min(changes)
    best = [line for line, change in zip(lines, changes, strict=True) if change == most]
    worst = [line for line, change in zip(lines, changes, strict=True) if change == least]
    if most == least:
        return f"It is {signed(most)} for everyone.", ()
    parts = []
    if most > 0:
        parts.append(f"{names(best)} gain{s(best)} most, {signed(most)}")
    if least < 0:
        parts.append(f"{names(worst)} lose{s(worst)} most, {signed(least)}")
    named = posts(*(best if most > 0 else []), *(worst if least < 0 else []))
    return "; ".join(parts) + ".", named


def form_changes(ran: Ran) -> list[int]:
    """What the Form roll gave each horse, without trouble."""
    return [int(change) for change in ran.course.form_change[:, 0]]


def biggest(ran: Ran, call: str, clause: str, opens: str, changes: Sequence[int]) -> Iterator[Remark]:
    """Who gained and lost most by a step; nothing where nobody did."""
    if any(changes):
        sentence, named = extremes(ran.sheet.lines, changes)
        yield Remark(call, clause, f"{opens}: {sentence[0].lower() + sentence[1:] if not named else sentence}", named)


# --- both versions: trouble and the stretch ---


def troubles(ran: Ran) -> Iterator[Remark]:
    """R5: what became of each horse that rolled a 3."""
    for place in np.flatnonzero(ran.course.trouble.troubled[:, 0]):
        line = ran.sheet.lines[place]
        yield Remark("trouble", "R5", f"{line.horse} meets trouble: {trouble_text(ran, int(place))}.", (line.post,))


def trouble_text(ran: Ran, place: int) -> str:
    """What trouble came to."""
    trouble, line = ran.course.trouble, ran.sheet.lines[place]
    outcome = trouble.outcome[place, 0]
    if trouble.out[place, 0]:
        return f"out of the race, {reason(line)}"
    if trouble.tested[place, 0]:
        total = ran.log["trouble_test", line.post].total
        test = f"a roll of {total} against the rider's Trouble rating of {line.trouble}"
        if total <= line.trouble:
            return f"{test} clears it"
        if outcome == TEST_POWER:
            return f"{test} costs it {count(-int(trouble.change[place, 0]), 'point')} of Adjusted Power"
        return f"{test} fails; it will be disqualified" if outcome == TEST_DISQUALIFIED else test
    return "it will be disqualified" if trouble.disqualified[place, 0] else "nothing comes of it"


def factors(ran: Ran) -> Iterator[Remark]:
    """R4.3: the factor tested, and whom it helps and hurts most."""
    sheet = ran.sheet
    finishers = [line for line in sheet.lines if line.factor_adj is not None]
    text = f"The race tests {sheet.factor}" + (" and Ride." if sheet.ride_counts else ".")
    changes = [line.factor_adj or 0 for line in finishers]
    if not any(changes):
        yield Remark("stretch", "R4.3", f"{text} It changes nothing." if finishers else text)
        return
    sentence, named = extremes(finishers, changes)
    yield Remark("stretch", "R4.3", f"{text} {sentence}", named)
