"""R5: Trouble, in both versions."""

import pytest

from oracle.charts import cell, change, change_and_trouble
from rules.making import card, cells, rolls_of, run
from rules.reading import CHARTS

VERSIONS = ("quickplay", "fullplay")
READ_ON = {"quickplay": ("form", "{}"), "fullplay": ("race_position", "{} Power")}


def form_change(version, total, form):
    """What a form roll changes Adjusted Power by."""
    chart, column = READ_ON[version]
    return change_and_trouble(CHARTS, chart, total, column.format(form))[0]


FORM_3 = {version: form_change(version, 3, "C") for version in VERSIONS}
OTHERS = {version: [form_change(version, 7, "A")] * 2 for version in VERSIONS}  # those of plain horses
LOST = 2  # D1


def meet(version, trouble, test=None, rating=7, **more):
    """A race of three in which the first goes to Trouble; it is the best horse by far."""
    given = {("form", 1): 3, ("trouble", 1): trouble, **more}
    if test is not None:
        given["trouble_test", 1] = test
    field = card({"form": "C", "trouble": rating, "power_dirt": 28}, {"power_dirt": 14}, {"power_dirt": 9})
    return run(field, given, version=version)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("trouble", [2, 3, 12])
def test_r5_2_3_and_12_put_it_out_of_the_race_at_once(version, trouble):
    sheet = meet(version, trouble)
    reason = cell(CHARTS, "trouble", trouble, "reason")
    assert reason
    assert cells(sheet, "Status") == [f"out: {reason}", "finished", "finished"]
    assert cells(sheet, "Fin") == [None, 1, 2]
    assert cells(sheet, "Form Adj")[0] == FORM_3[version]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("trouble", [6, 9])
def test_r5_6_and_9_are_nothing_more(version, trouble):
    sheet = meet(version, trouble)
    assert cells(sheet, "Status") == ["finished"] * 3
    assert cells(sheet, "Form Adj") == [FORM_3[version], *OTHERS[version]]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("trouble", [10, 11])
def test_r5_10_and_11_disqualify_after_the_race(version, trouble):
    sheet = meet(version, trouble)
    assert cells(sheet, "Status")[0] == "disqualified from 1"
    assert cells(sheet, "Fin") == [2, 1, 3]
    assert cells(sheet, "Form Adj")[0] == FORM_3[version]


TESTS = [(rating, test) for rating in (2, 7, 12) for test in range(2, 13)]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("rating", "test"), TESTS)
def test_r5_4_5_7_8_test_the_jockeys_trouble_rating(version, rating, test):
    fails = test > rating
    for trouble in (4, 5):
        sheet = meet(version, trouble, test, rating)
        assert cells(sheet, "Status")[0] == ("disqualified from 1" if fails else "finished")
        assert cells(sheet, "Form Adj")[0] == FORM_3[version]
    for trouble in (7, 8):
        assert change(CHARTS, "trouble", trouble, "power") == -LOST
        sheet = meet(version, trouble, test, rating)
        assert cells(sheet, "Status")[0] == "finished"
        assert cells(sheet, "Form Adj")[0] == FORM_3[version] - (LOST if fails else 0)


@pytest.mark.parametrize("version", VERSIONS)
def test_r5_the_form_rolls_own_result_counts_first(version):
    plain = meet(version, 6)
    lost = meet(version, 7, 12)
    power = 28 + cells(plain, "Pace Adj")[0] + FORM_3[version]
    assert power <= 29
    chart = [change(CHARTS, "final_speed", 7, power - more) for more in (0, LOST)]
    assert [cells(sheet, "Speed Figure Roll")[0] for sheet in (plain, lost)] == chart


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("total", [total for total in range(2, 13) if total != 3])
def test_r5_only_a_3_goes_to_trouble(version, total):
    field = card(*({"form": form} for form in "ABCDE"))
    sheet = run(field, {("form", post): total for post in range(1, 6)}, version=version)
    assert not {"trouble", "trouble_test", "disqualification"} & {name for name, _ in rolls_of(sheet)}


@pytest.mark.parametrize("version", VERSIONS)
def test_r5_every_form_goes_to_trouble_on_a_3(version):
    field = card(*({"form": form} for form in "ABCDE"))
    given = {("form", post): 3 for post in range(1, 6)} | {("trouble", post): 6 for post in range(1, 6)}
    sheet = run(field, given, version=version)
    assert [call for call in rolls_of(sheet) if call[0] == "trouble"] == [("trouble", post) for post in range(1, 6)]


def test_r5_only_the_jockey_in_trouble_is_tested():
    given = {("form", 1): 3, ("form", 2): 3, ("trouble", 1): 7, ("trouble", 2): 6, ("trouble_test", 1): 8}
    sheet = run(card({"trouble": 7}, {"trouble": 2}, {}), given)
    in_trouble, plain = (form_change("quickplay", total, "A") for total in (3, 7))
    assert cells(sheet, "Form Adj") == [in_trouble - LOST, in_trouble, plain]
