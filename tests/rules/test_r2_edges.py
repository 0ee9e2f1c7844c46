"""R2, D18: what the dice are asked for: each roll by name, with a mask of who needs it, (horses or 1, races) of booleans."""

import numpy as np
import pytest
import topstretch as ts

from rules.making import card, run
from rules.recorded import Recorded

ORDER = {
    "quickplay": ["pace", "form", "trouble", "trouble_test", "race_factors", "final_speed", "photo", "disqualification"],
    "fullplay": [
        "break", "setup", "race_pace", "form", "trouble", "trouble_test", "race_factors", "final_speed", "photo",
        "disqualification",
    ],
}  # fmt: skip
ONCE = ("pace", "race_pace", "race_factors")
FIELD = card(*({"power_dirt": 15 + post % 2, "form": "E", "wire": 3, "pace": 6} for post in range(12)))


@pytest.mark.parametrize("version", list(ORDER))
def test_the_rolls_of_a_race_in_their_order_each_asked_for_once(version):
    dice = Recorded()
    ts.play(FIELD, version=version, dice=dice)
    assert [name for name, _ in dice.asked] == ORDER[version]
    for name, needed in dice.asked:
        assert (needed.shape, needed.dtype) == ((1 if name in ONCE else 12, 1), np.dtype(bool)), name


@pytest.mark.parametrize("version", list(ORDER))
@pytest.mark.parametrize("seed", range(12))
def test_who_needs_each_roll(version, seed):
    dice = Recorded(seed)
    sheet = ts.play(FIELD, version=version, dice=dice)
    asked = dict(dice.asked)
    assert all(asked[name].all() for name in ("form", "race_factors"))
    assert asked["final_speed"][:, 0].tolist() == [line.figure is not None for line in sheet.lines]
    assert asked["photo"][:, 0].tolist() == [line.photo_total is not None for line in sheet.lines]
    assert asked["disqualification"][:, 0].tolist() == ["disqualified" in line.status for line in sheet.lines]


@pytest.mark.parametrize("furlongs", [7.5, 8])
def test_r7_no_setup_roll_under_8_furlongs(furlongs):
    dice = Recorded()
    ts.play(card({}, {}, distance=furlongs), version="fullplay", dice=dice)
    assert dict(dice.asked)["setup"].tolist() == [[furlongs == 8]] * 2


def test_a_roll_that_is_given_and_not_needed_fails():
    with pytest.raises(AssertionError, match="setup"):
        run(card({}, {}, distance=7), {("setup", 1): 7}, version="fullplay")
