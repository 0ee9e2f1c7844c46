"""Estimates and their standard errors, on arrays small enough to work by hand and on drawn ones."""

import math

import numpy as np
import pytest
from topstretch.estimates import Estimate, average, deviation, median, per, quantile, skewness

NAN = float("nan")


def test_an_average_passes_over_what_is_not_known():
    found = average(np.array([1.0, NAN, 3.0, 5.0], np.float32))
    assert found.value == 3
    assert found.error == pytest.approx(2 / math.sqrt(3))


def test_a_ratio_is_of_the_sums():
    found = per(np.array([1.0, 0.0, 5.0]), np.array([2.0, 1.0, 3.0]))
    assert found.value == 1
    # What is left over a ratio of 1: -1, -1, 2; their sd is the root of 3, the mean base 2.
    assert found.error == pytest.approx(math.sqrt(3) / 2 / math.sqrt(3))


def test_the_median_and_its_order_statistics():
    values = np.arange(1.0, 102.0)[::-1]
    found = median(values)
    # One standard deviation of the rank is half the root of 101, 5.02: ranks 45 and 57.
    assert (found.value, found.error) == (51, 6)
    assert quantile(values, 0.25).value == 26


def test_the_standard_deviation_of_two_values():
    assert deviation(np.array([0.0, 2.0])).value == pytest.approx(math.sqrt(2))
    assert deviation(np.array([3.0, 3.0, 3.0])) == Estimate(0, 0)


def test_skew_by_hand():
    # Values 0, 0, 0, 4: mean 1, variance 3, third moment 6.
    assert skewness(np.array([0.0, 0.0, 0.0, 4.0])).value == pytest.approx(6 / 3**1.5)
    assert skewness(-np.array([0.0, 0.0, 0.0, 4.0])).value == pytest.approx(-6 / 3**1.5)


@pytest.mark.parametrize("estimate", [average, median, deviation, skewness])
def test_too_few_values_are_not_a_number(estimate):
    for values in ([], [1.0], [NAN, 1.0]):
        assert math.isnan(estimate(np.array(values)).value)


def test_a_ratio_to_nothing_is_not_a_number():
    assert math.isnan(per(np.array([1.0, 1.0]), np.zeros(2)).value)


def test_units_and_differences():
    assert Estimate(0.25, 0.03).times(-100) == Estimate(-25, 3)
    assert Estimate(5, 3).minus(Estimate(1, 4)) == Estimate(4, 5)


@pytest.mark.parametrize("estimate", [average, median, deviation, skewness])
def test_errors_are_those_of_repeated_samples(estimate):
    """400 samples of 500: the mean standard error lies within 15 percent of their spread (5 of its own errors, about)."""
    rng = np.random.default_rng(5)
    found = [estimate(sample) for sample in rng.gamma(9, size=(400, 500))]
    spread = np.std([one.value for one in found])
    assert np.mean([one.error for one in found]) == pytest.approx(spread, rel=0.15)
