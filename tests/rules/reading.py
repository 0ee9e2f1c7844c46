"""What the standard charts say where the rulebook quotes no cell, so that no test pins a number that is ours to change."""

from topstretch.locate import data_dir

from oracle.charts import cell, change, change_and_trouble, load

CHARTS = load(data_dir("charts") / "standard")  # as the oracle reads them


def faces_testing(rating: str, *, ride: bool) -> tuple[int, int]:
    """A red and a white face that test Class, Speed or Trip, with Ride or without."""
    red = next(face for face in range(1, 7) if cell(CHARTS, "race_factors", face, "red") == rating)
    return red, 1 if ride else 6  # X22


def form_change(total: int, form: str = "A") -> int:
    """What a form roll changes Adjusted Power by in Quickplay."""
    return change_and_trouble(CHARTS, "form", total, form)[0]


def figure_at(power: int, total: int = 7) -> int:
    """The figure of a roll at an Adjusted Power, which is read at the ends of the chart beyond them (D9)."""
    return change(CHARTS, "final_speed", total, max(0, min(29, power)))
