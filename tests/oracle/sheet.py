"""The scoresheet: what it holds of each horse, the calls and the official result."""

from dataclasses import dataclass
from fractions import Fraction

from oracle.charts import Charts, final_time, points_a_length
from oracle.finish import Order, places


@dataclass
class Horse:
    """A runner and what the sheet gathers about it as the race goes on."""

    runner: dict
    start: int
    break_points: int | None = None
    setup_points: int | None = None
    position_points: int | None = None
    pace_adj: int = 0
    form_adj: int = 0
    out: str | None = None
    to_be_disqualified: bool = False
    factor_adj: int | None = None
    figure_roll: int | None = None
    final: int | None = None

    @property
    def post(self) -> int:
        """Its post position."""
        return self.runner["post"]

    @property
    def apr(self) -> int:
        """Adjusted Power after pace and form (R4 step 4, R7 step 4)."""
        return self.start + self.pace_adj + self.form_adj

    def points_before_position(self) -> int:
        """Its race position points after the setup, or the break in a short race."""
        return self.break_points if self.setup_points is None else self.setup_points


def report(card: dict, horses: list[Horse], version: str, as_run: Order, official: Order, charts: Charts) -> dict:
    """The sheet's rows, the calls, who won and the time of the race (D14, D16)."""
    at_the_wire, final_places = places(as_run), places(official)
    by_post = {horse.post: horse for horse in horses}
    behind, times = {}, {}
    for post in at_the_wire:
        first = by_post[as_run[0][0]]
        figure = by_post[post].final
        a_length = points_a_length(charts, card["distance"])
        behind[post] = (first.final - figure) / a_length
        times[post] = final_time(charts, card["surface"], card["distance"], figure)

    rows = []
    for horse in horses:
        row = sheet_row(horse, version, final_places.get(horse.post))
        row["Status"] = status(horse, at_the_wire.get(horse.post))
        row["Time"] = times.get(horse.post)
        row["Lengths behind"] = behind.get(horse.post)
        rows.append(row)

    calls = calls_on_the_way(horses) if version == "fullplay" else []
    for post in sorted(at_the_wire, key=lambda post: (at_the_wire[post], post)):
        horse = by_post[post]
        calls.append(call("finish", at_the_wire[post], horse, horse.final, behind[post]))
    return {
        "rows": rows,
        "calls": calls,
        "winners": sorted(post for post, place in final_places.items() if place == 1),
        "time": times[as_run[0][0]] if as_run else None,
    }


def status(horse: Horse, place_at_the_wire: int | None) -> str:
    """How the race ended for a horse (D8)."""
    if horse.out is not None:
        return f"out: {horse.out}"
    if horse.to_be_disqualified:
        return f"disqualified from {place_at_the_wire}"
    return "finished"


def sheet_row(horse: Horse, version: str, place: int | None) -> dict:
    """A horse's line of the scoresheet; empty after it is out."""
    runner = horse.runner
    row = {"PP": horse.post, "Horse": runner["horse"], "Jockey": runner["jockey"]}
    for column in ("Pace", "Form", "Class", "Speed", "Trip", "Wire", "Ride"):
        row[column] = runner["class_" if column == "Class" else column.lower()]
    row["Trbl"] = runner["trouble"]
    if version == "quickplay":
        row["Adj Power"] = horse.start
        row["Pace Adj"] = horse.pace_adj
        row["Form Adj"] = horse.form_adj
        row["Dice Roll Adj"] = horse.factor_adj
        row["Speed Figure Roll"] = horse.figure_roll
        row["Final Race Speed"] = horse.final
    else:
        row["Start Adj Power"] = horse.start
        row["Break"] = horse.break_points
        row["Race2"] = horse.setup_points
        row["Pace Adj"] = horse.pace_adj
        row["Race3"] = horse.position_points
        row["Form Adj"] = horse.form_adj
        row["Final Adj Power"] = horse.apr if horse.out is None else None
        row["Race Factor Adj"] = horse.factor_adj
        row["Speed Figure Roll"] = horse.figure_roll
        row["Final Speed"] = horse.final
    row["Fin"] = place
    return row


def calls_on_the_way(horses: list[Horse]) -> list[dict]:
    """Break, setup and position calls: a point is half a length (R7)."""
    stages = {
        "break": {horse.post: horse.break_points for horse in horses},
        "setup": {horse.post: horse.setup_points for horse in horses},
        "position": {horse.post: horse.position_points for horse in horses},
    }
    by_post = {horse.post: horse for horse in horses}
    calls = []
    for name, points in stages.items():
        if None in points.values():
            continue  # no setup under a mile
        best = max(points.values())
        position = {post: 1 + sum(other > own for other in points.values()) for post, own in points.items()}
        for post in sorted(points, key=lambda post: (position[post], post)):
            behind = Fraction(best - points[post], 2)
            calls.append(call(name, position[post], by_post[post], points[post], behind))
    return calls


def call(name: str, position: int, horse: Horse, points: int, behind: Fraction) -> dict:
    """One line of a call."""
    return {
        "call": name,
        "position": position,
        "post": horse.post,
        "horse": horse.runner["horse"],
        "points": points,
        "lengths_behind": behind,
    }
