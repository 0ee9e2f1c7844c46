"""R2: two dice, red and white; a roll is their sum unless a chart reads them apart."""

import pytest

from oracle.charts import cell
from rules.making import card, cells, faces, run
from rules.reading import CHARTS

SPLIT = {4: [(1, 3), (2, 2), (3, 1)], 7: [(1, 6), (3, 4), (6, 1)], 10: [(4, 6), (5, 5), (6, 4)]}
FIELD = ({"form": "E", "pace": 9, "speed": 1}, {"form": "C", "pace": 1})
SUMMED = {
    "quickplay": [("pace", None), ("form", 1), ("final_speed", 1)],
    "fullplay": [("break", 1), ("setup", 1), ("form", 1), ("final_speed", 1)],
}


@pytest.mark.parametrize("total", list(SPLIT))
@pytest.mark.parametrize(("version", "call"), [(version, call) for version in SUMMED for call in SUMMED[version]])
def test_r2_only_the_sum_counts(version, call, total):
    sheets = [run(card(*FIELD), {call: pair}, version=version) for pair in SPLIT[total]]
    assert sheets[0].lines == sheets[1].lines == sheets[2].lines
    assert [next(row.total for row in sheet.log if (row.roll, row.post) == call) for sheet in sheets] == [total] * 3


LEVEL = card({}, {})
RARE = [
    ({}, ("photo", 1)),
    ({("form", 1): 3}, ("trouble", 1)),
    ({("form", 1): 3, ("trouble", 1): 7}, ("trouble_test", 1)),
]


@pytest.mark.parametrize("total", [4, 7, 10])
@pytest.mark.parametrize(("before", "call"), RARE, ids=lambda value: value[0] if isinstance(value, tuple) else "")
def test_r2_photo_trouble_and_its_test_read_the_sum(before, call, total):
    sheets = [run(LEVEL, {**before, call: pair}) for pair in SPLIT[total]]
    assert sheets[0].lines == sheets[1].lines == sheets[2].lines
    assert [row.total for row in sheets[0].log if (row.roll, row.post) == call] == [total]


def test_r2_race_factors_reads_the_dice_apart():
    ratings = {"Class": 1, "Speed": 2, "Trip": 3}
    field = card(
        {**{("class_" if name == "Class" else name.lower()): rating for name, rating in ratings.items()}, "ride": -1},
        {},
    )
    tested = {red: cell(CHARTS, "race_factors", red, "red") for red in (1, 6)}
    seen = {
        (red, white): (sheet.factor, sheet.ride_counts, cells(sheet, "Dice Roll Adj")[0])
        for red, white in ((1, 6), (6, 1))
        for sheet in [run(field, {("race_factors", None): (red, white)})]
    }
    assert seen == {(1, 6): (tested[1], False, ratings[tested[1]]), (6, 1): (tested[6], True, ratings[tested[6]] - 1)}


def test_r2_faces_of_a_total_are_faces():
    for total in range(2, 13):
        red, white = faces(total)
        assert red + white == total
        assert {red, white} <= set(range(1, 7))
