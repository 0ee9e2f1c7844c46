"""Quickplay as one writes it on an evening: a loop over the horses, `random.randint` for every die, the charts as lists.

It plays by the same charts and the same rules as the package, R4 to R6 and D7, and gives the official places.
"""

import random

import topstretch as ts
from topstretch.charts import DISQUALIFIED, OUT, TEST_DISQUALIFIED, TEST_POWER

Charts = dict[str, list]  # type: ignore[type-arg]
Horse = dict[str, int]


def charts_of(charts: ts.ChartSet) -> Charts:
    """The charts that Quickplay reads, as plain lists."""
    names = (
        "pace_scenario", "pace_effects_quickplay", "form", "form_trouble", "trouble", "trouble_power", "factor_red",
        "factor_ride", "final_speed",
    )  # fmt: skip
    return {name: getattr(charts, name).tolist() for name in names}


def horses_of(card: ts.RaceCard, charts: ts.ChartSet) -> list[Horse]:
    """The runners' ratings."""
    starts = [working.total for working in card.adjusted_power(charts)]
    return [
        {
            "start": start, "pace": entry.horse.pace, "form": entry.horse.form.column, "0": entry.horse.class_,
            "1": entry.horse.speed, "2": entry.horse.trip, "wire": entry.horse.wire, "ride": entry.jockey.ride,
            "trouble": entry.jockey.trouble,
        }
        for entry, start in zip(card.starters, starts, strict=True)
    ]  # fmt: skip


def roll() -> int:
    """Two dice."""
    return random.randint(1, 6) + random.randint(1, 6)  # noqa: S311


def race(horses: list[Horse], charts: Charts) -> dict[int, int]:
    """Run a race; the official place of each horse that finishes, by its number in the list."""
    highest = sorted(horse["pace"] for horse in horses)[-2:]
    pace = charts["pace_scenario"][roll() - 2][sum(highest)]
    red, white = random.randint(1, 6), random.randint(1, 6)  # noqa: S311
    tested, ride = str(charts["factor_red"][red - 1]), charts["factor_ride"][white - 1]

    figures: dict[int, int] = {}
    disqualified = []
    for number, horse in enumerate(horses):
        power = horse["start"] + charts["pace_effects_quickplay"][pace][horse["pace"]]
        total = roll()
        power += charts["form"][total - 2][horse["form"]]
        if charts["form_trouble"][total - 2][horse["form"]]:
            total = roll()
            outcome = charts["trouble"][total - 2]
            if outcome == OUT:
                continue
            if outcome == TEST_POWER and roll() > horse["trouble"]:
                power += charts["trouble_power"][total - 2]
            elif outcome == DISQUALIFIED or (outcome == TEST_DISQUALIFIED and roll() > horse["trouble"]):
                disqualified.append(number)
        figure = charts["final_speed"][roll() - 2][max(0, min(29, power))] + horse[tested]
        figures[number] = figure + horse["ride"] if ride else figure
    return after_rulings(as_run(horses, figures), disqualified)


def as_run(horses: list[Horse], figures: dict[int, int]) -> list[list[int]]:
    """The order at the wire, level horses together; equal figures go to a photo."""
    order = []
    for figure in sorted(set(figures.values()), reverse=True):
        level = [number for number in figures if figures[number] == figure]
        if len(level) == 1:
            order.append(level)
            continue
        photo = {number: roll() + horses[number]["wire"] + horses[number]["ride"] for number in level}
        for total in sorted(set(photo.values()), reverse=True):
            order.append([number for number in level if photo[number] == total])  # noqa: PERF401  plain on purpose
    return order


def after_rulings(order: list[list[int]], disqualified: list[int]) -> dict[int, int]:
    """Move the disqualified down and number the places."""
    if disqualified:
        order = moved_down(order, disqualified)
    places = {}
    place = 1
    for level in order:
        for number in level:
            places[number] = place
        place += len(level)
    return places


def moved_down(order: list[list[int]], disqualified: list[int]) -> list[list[int]]:
    """Each disqualified horse goes behind as many clean ones that finished behind it as its die shows (D7)."""
    clean = [[number for number in level if number not in disqualified] for level in order]
    clean = [level for level in clean if level]
    if not clean:
        return order
    behind_level: list[list[list[int]]] = [[] for _ in clean]
    for at, level in enumerate(order):
        behind = [number for later in order[at + 1 :] for number in later if number not in disqualified]
        spots: dict[int, list[int]] = {}
        for number in level:
            if number in disqualified:
                die = random.randint(1, 6)  # noqa: S311
                spot = len(clean) - 1
                if behind:
                    last_passed = behind[min(die, len(behind)) - 1]
                    spot = next(i for i, together in enumerate(clean) if last_passed in together)
                spots.setdefault(spot, []).append(number)
        for spot, together in spots.items():
            behind_level[spot].append(together)
    return [level for ahead, moved in zip(clean, behind_level, strict=True) for level in (ahead, *moved)]
