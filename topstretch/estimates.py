"""Estimates from many races, each with its standard error. Races are independent: each has a card and dice of its own."""

import math
from typing import Any

import numpy as np
import numpy.typing as npt
from attrs import frozen

Numbers = npt.NDArray[Any]


@frozen
class Estimate:
    """A value and its standard error; not-a-number where there were too few races to say."""

    value: float
    error: float

    def times(self, factor: float) -> "Estimate":
        """The estimate in another unit."""
        return Estimate(self.value * factor, self.error * abs(factor))

    def minus(self, other: "Estimate") -> "Estimate":
        """The difference from an estimate of other races."""
        return Estimate(self.value - other.value, math.hypot(self.error, other.error))


NOTHING = Estimate(math.nan, math.nan)


def known(values: Numbers) -> npt.NDArray[np.float64]:
    """The values that are numbers, in double precision."""
    wide = values.astype(np.float64)
    return wide[~np.isnan(wide)]


def average(values: Numbers) -> Estimate:
    """The mean, with the standard deviation over the root of the number as its error."""
    kept = known(values)
    if len(kept) < 2:
        return NOTHING
    return Estimate(float(kept.mean()), float(kept.std(ddof=1)) / math.sqrt(len(kept)))


def per(total: Numbers, of: Numbers) -> Estimate:
    """The sum of `total` per unit of `of`; the error is that of the mean of total - ratio x of."""
    amount, base = total.astype(np.float64), of.astype(np.float64)
    if len(base) < 2 or not base.sum():
        return NOTHING
    ratio = float(amount.sum() / base.sum())
    rest = amount - ratio * base
    return Estimate(ratio, float(rest.std(ddof=1) / base.mean()) / math.sqrt(len(base)))


def quantile(values: Numbers, share: float) -> Estimate:
    """A quantile; its error is half the distance between the order statistics one standard deviation of rank either way."""
    kept = np.sort(known(values))
    count = len(kept)
    if count < 2:
        return NOTHING
    step = math.sqrt(count * share * (1 - share))
    low, high = math.floor((count - 1) * share - step), math.ceil((count - 1) * share + step)
    error = (kept[min(high, count - 1)] - kept[max(low, 0)]) / 2
    return Estimate(float(np.quantile(kept, share)), float(error))


def median(values: Numbers) -> Estimate:
    """The median, as a quantile."""
    return quantile(values, 0.5)


def deviation(values: Numbers) -> Estimate:
    """The standard deviation; its error is by the spread of the squares, so that tails count."""
    kept = known(values)
    if len(kept) < 2:
        return NOTHING
    spread = float(kept.std(ddof=1))
    squares = (kept - kept.mean()) ** 2
    error = float(squares.std(ddof=1)) / (2 * spread * math.sqrt(len(kept))) if spread else 0.0
    return Estimate(spread, error)


def skewness(values: Numbers) -> Estimate:
    """The third moment over the cubed standard deviation; its error is by what each value adds (its influence)."""
    kept = known(values)
    spread = float(kept.std()) if len(kept) > 1 else 0.0
    if not spread:
        return NOTHING
    z = (kept - kept.mean()) / spread
    skew = float((z**3).mean())
    influence = z**3 - 3 * z - skew * (1 + 1.5 * (z**2 - 1))
    return Estimate(skew, float(influence.std(ddof=1)) / math.sqrt(len(kept)))
