"""What a simulation counts against the same races played alone, for the proof `trust.races`."""

from collections.abc import Sequence

import numpy as np
import topstretch as ts
from attrs import fields
from topstretch.counting import DETAILS, Tally

from trust.race_items import Different, Plan, Seen, same

NAMES = tuple(attribute.name for attribute in fields(Tally))


def tally(plan: Plan, number: int, seen: Seen, *, part: str = "tally", first: Sequence[int] = (0,), races: int = 100):
    """Simulate, play every race from the first one on alone, and compare every count."""
    item = plan.item(part, number)
    start = first[number % len(first)]
    after = ts.simulate(item.card, races=start + races, seed=item.seed, details=DETAILS, **item.options)
    sheets = [item.play(race) for race in range(start, start + races)]
    before = ts.simulate(item.card, races=start, seed=item.seed, details=DETAILS, **item.options) if start else None
    wanted = count(sheets)
    for name in NAMES:
        counted = np.asarray(getattr(after.tally, name)) - (0 if before is None else getattr(before.tally, name))
        if not np.array_equal(counted, wanted[name]):
            at = tuple(np.argwhere(counted != wanted[name])[0].tolist())
            raise Different(f"races {start} on, {name} at {at}: found {counted[at]}, wanted {wanted[name][at]}")
        seen.counts["counts", part] += counted.size
    for sheet in (sheets[0], sheets[len(sheets) // 2], sheets[-1]):
        same(f"scoresheet of race {sheet.race}", after.scoresheet(sheet.race), sheet)
    seen.counts["sheets",] += len(sheets)


def count(sheets: Sequence[ts.Scoresheet]) -> dict[str, np.ndarray]:
    """What a Tally counts, from the sheets one by one."""
    horses = len(sheets[0].lines)
    shapes = {"official": (horses, horses + 1), "wire": (horses, horses + 1), "figures": (horses, 256), "paces": (3,)}
    shapes |= {"dead_heats": (horses,), "disqualified": (horses,), "factors": (6,), "exacta": (horses,) * 2}
    shapes |= {"trifecta": (horses,) * 3, "head_to_head": (horses,) * 2}
    found = {name: np.zeros(shapes.get(name, ()), int) for name in NAMES}
    for sheet in sheets:
        count_race(sheet, found)
    return found


def count_race(sheet: ts.Scoresheet, found: dict[str, np.ndarray]) -> None:
    """Add a race."""
    places = [line.place or 0 for line in sheet.lines]
    order = [[horse for horse, other in enumerate(places) if other == place] for place in (1, 2, 3)]
    found["races"] += 1
    found["paces"][("Slow", "Normal", "Fast").index(sheet.pace_of_race)] += 1
    found["factors"][2 * ("Class", "Speed", "Trip").index(sheet.factor) + sheet.ride_counts] += 1
    found["photos"] += any(line.wire_place == 1 and line.photo_total is not None for line in sheet.lines)
    found["win_dead_heats"] += places.count(1) > 1
    found["no_finish"] += not any(places)
    for number, name in ((2, "exacta"), (3, "trifecta")):
        if all(len(level) == 1 for level in order[:number]):
            found[name][tuple(level[0] for level in order[:number])] += 1
    for horse, (line, place) in enumerate(zip(sheet.lines, places, strict=True)):
        found["official"][horse, place] += 1
        found["wire"][horse, line.wire_place or 0] += 1
        found["disqualified"][horse] += line.status.startswith("disqualified")
        found["dead_heats"][horse] += place > 0 and places.count(place) > 1
        if line.figure is not None:
            found["figures"][horse, line.figure] += 1
        for other, its in enumerate(places):
            found["head_to_head"][horse, other] += place > 0 and (its == 0 or place < its)
