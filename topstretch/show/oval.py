"""The race as the page replays it: who is where on the oval at each call, and what is said there."""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from ..errors import clean
from ..house import FULLPLAY
from ..notation import lengths_text
from ..scoresheet import Line, Scoresheet
from .text import status_text

if TYPE_CHECKING:
    from ..remarks import Remark

LAP = 8.0  # furlongs once around
# In units of the drawing: the track's straights and turns along its middle, its lanes, and what a horse takes of a lane.
STRAIGHT, RADIUS, LANE, LANES, DISC, EDGE = 120.0, 150.0, 24.0, 5, 26.0, 8.0
HALF = LANES * LANE / 2 + 4
UNITS_A_LAP = 2 * STRAIGHT + 2 * math.pi * RADIUS
WIDTH, HEIGHT = STRAIGHT + 2 * (RADIUS + HALF + EDGE), 2 * (RADIUS + HALF + EDGE)
LENGTH = 8.5  # feet, about
MOST_A_LENGTH, ROOM = 18.0, 1.0  # units a length at most; the share of a segment that a field may take
CALLS = {"gate": "At the gate", "break": "Break", "setup": "Pace setup", "position": "Top of the stretch", "finish": "Finish",
         "official": "Official"}  # fmt: skip
# What is said at each call of the replay: the remarks of these calls.
SAID: dict[str, tuple[str, ...]] = {
    "gate": ("start",), "break": ("break",), "setup": ("setup", "pace"), "position": ("position", "trouble"),
    "finish": ("stretch", "finish"), "official": ("official",),
}  # fmt: skip
SAID_IN_SPRINTS: dict[str, tuple[str, ...]] = {**SAID, "break": ("break", "pace")}
SAID_IN_QUICKPLAY: dict[str, tuple[str, ...]] = {**SAID, "finish": ("pace", "form", "trouble", "stretch", "finish")}
# Saddle cloths by number as North American tracks have them, with the colour of the number.
CLOTHS = (
    ("#c8102e", "#ffffff"), ("#ffffff", "#000000"), ("#0b3d91", "#ffffff"), ("#ffd100", "#000000"), ("#00703c", "#ffffff"),
    ("#111111", "#ffd100"), ("#ff7f11", "#000000"), ("#ffb3c7", "#000000"), ("#40e0d0", "#000000"), ("#5b2a86", "#ffffff"),
    ("#9aa0a6", "#000000"), ("#a4d65e", "#000000"), ("#6b3e1d", "#ffffff"), ("#6d0f23", "#ffffff"), ("#d8c9a3", "#000000"),
    ("#8ecae6", "#000000"), ("#1b2a49", "#ffffff"), ("#1f4d2b", "#ffffff"), ("#24478f", "#ffffff"), ("#c154c1", "#000000"),
)  # fmt: skip


def replay_data(sheet: Scoresheet, remarks: Sequence["Remark"]) -> dict[str, Any]:
    """Everything the page's script needs: the horses, and each call with the horses in their order.

    `at` of a call is how far the leader has come, 0 to 1; of a horse, `back` is how far it is behind that in units of the
    drawing, `lane` 0 (the rail) to 4; both are None for a horse that is out of the race by then.
    """
    calls = [gate(sheet), *run_calls(sheet), official(sheet)]
    unit = units_a_length(sheet, calls)
    said = SAID_IN_QUICKPLAY if sheet.version != FULLPLAY else SAID if sheet.card.is_route else SAID_IN_SPRINTS
    for call in calls:
        set_lanes(call, unit)
        call["text"] = call_text(call["call"], [remark.text for remark in remarks if remark.call in said[call["call"]]])
    return {
        "units": round(sheet.card.distance / LAP * UNITS_A_LAP, 2),
        "straight": STRAIGHT, "radius": RADIUS, "lane": LANE, "middle": (LANES - 1) / 2, "x": WIDTH / 2, "y": HEIGHT / 2,
        "stretched": max(1, round(unit / (UNITS_A_LAP / (LAP * 660 / LENGTH)))),
        "horses": [horse(line) for line in sheet.lines],
        "calls": calls,
    }  # fmt: skip


def horse(line: Line) -> dict[str, Any]:
    """A horse's number, name and cloth."""
    cloth, ink = CLOTHS[(line.post - 1) % len(CLOTHS)]
    return {"post": line.post, "name": clean(line.horse), "cloth": cloth, "ink": ink}


def place(line: Line, position: int | None, behind: float | None, note: str = "") -> dict[str, Any]:
    """A horse at a call; no position once it is out of the race."""
    gap = "" if behind is None or not position else lengths_text(behind)
    return {"post": line.post, "position": position, "lengths": behind, "gap": gap, "note": clean(note)}


def gate(sheet: Scoresheet) -> dict[str, Any]:
    """The field in post order."""
    return {"call": "gate", "name": CALLS["gate"], "at": 0.0, "order": [place(line, None, 0.0) for line in sheet.lines]}


def run_calls(sheet: Scoresheet) -> list[dict[str, Any]]:
    """The calls of the sheet, evenly spread over the distance; in Quickplay the finish alone."""
    grouped = [(name, list(rows)) for name, rows in groupby(sheet.call_rows(), key=itemgetter("call"))]
    if not grouped or grouped[-1][0] != "finish":
        grouped.append(("finish", []))
    lines = {line.post: line for line in sheet.lines}
    found = []
    for number, (name, rows) in enumerate(grouped, start=1):
        order = [place(lines[row["post"]], row["position"], row["lengths_behind"]) for row in rows]
        if name == "finish":
            order += outs(sheet)
        found.append({"call": name, "name": CALLS[name], "at": number / len(grouped), "order": order})
    return found


def outs(sheet: Scoresheet) -> list[dict[str, Any]]:
    """The horses out of the race, with the reason."""
    return [place(line, None, None, line.status) for line in sheet.lines if line.place is None]


def official(sheet: Scoresheet) -> dict[str, Any]:
    """The official order; the horses stand where they finished."""
    order = [place(line, line.place, line.lengths_behind, status_text(line)) for line in sheet.finishers]
    return {"call": "official", "name": CALLS["official"], "at": 1.0, "order": order + outs(sheet)}


def units_a_length(sheet: Scoresheet, calls: Iterable[Mapping[str, Any]]) -> float:
    """How long a length is drawn: so that the widest field takes no more than its room in a segment."""
    most = max((row["lengths"] or 0.0 for call in calls for row in call["order"]), default=0.0)
    segments = (4 if sheet.card.is_route else 3) if sheet.version == FULLPLAY else 2
    room = ROOM * sheet.card.distance / LAP * UNITS_A_LAP / segments
    return min(MOST_A_LENGTH, room / most) if most else MOST_A_LENGTH


def set_lanes(call: dict[str, Any], unit: float) -> None:
    """Give each horse a lane in which nobody is near, from the rail out; level horses stand side by side."""
    free = [-2 * DISC] * LANES  # where the last horse of each lane stands
    running = [row for row in call["order"] if row["lengths"] is not None]
    for row in call["order"]:
        row["back"] = row["lane"] = None
    for number, row in enumerate(sorted(running, key=itemgetter("lengths", "post"))):
        # At the gate a large field stands in rows, as no lane is as narrow as a stall.
        row["back"] = number // LANES * room(0) if call["call"] == "gate" else round(row["lengths"] * unit, 2)
        clear = [lane for lane in range(LANES) if row["back"] - free[lane] >= room(lane)]
        row["lane"] = clear[0] if clear else min(range(LANES), key=lambda lane: free[lane])
        free[row["lane"]] = row["back"]


def room(lane: int) -> float:
    """What a horse takes of a lane, along the middle of the track: more near the rail, where the turns are tighter."""
    return max(DISC, DISC * RADIUS / (RADIUS + (lane - (LANES - 1) / 2) * LANE))


def call_text(call: str, said: Sequence[str]) -> str:
    """What is said at a call."""
    return clean(" ".join(said)) or ("The result is official as run." if call == "official" else "")
