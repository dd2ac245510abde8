"""Finite-sample bounds against the binomial distribution itself."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from steersman.maths.confusion import (
    allowed_errors,
    interval,
    rows_needed,
)


@pytest.mark.parametrize("n", [0, 1, 10, 58, 59, 299, 1000])
@pytest.mark.parametrize("rate", [0.0, 0.01, 0.05, 0.5, 1.0])
@pytest.mark.parametrize("risk", [0.01, 0.05, 0.3])
def test_allowed_errors_is_the_most_whose_tail_is_within_the_risk(n, rate, risk) -> None:
    within = [e for e in range(n + 1) if binom.cdf(e, n, rate) <= risk]
    expected = n if rate == 1.0 else (within[-1] if within and rate > 0 else -1)
    assert allowed_errors(n, rate, risk) == expected


def test_rows_needed_is_where_none_erring_becomes_enough() -> None:
    for rate, risk in [(0.01, 0.05), (0.05, 0.05), (0.2, 0.01), (0.5, 0.3)]:
        needed = int(rows_needed(rate, risk))
        assert allowed_errors(needed, rate, risk) >= 0 > allowed_errors(needed - 1, rate, risk)
    assert rows_needed(0.01, 0.05) == 299
    assert rows_needed(0.0, 0.05) == np.inf


@pytest.mark.parametrize(("part", "whole"), [(0, 7), (3, 10), (10, 10), (45, 300)])
def test_the_interval_is_the_exact_one_of_scipy(part: int, whole: int) -> None:
    expected = binomtest(part, whole).proportion_ci(0.9, method="exact")
    assert interval(part, whole, 0.9) == pytest.approx((expected.low, expected.high))


@pytest.mark.parametrize(("n", "rate"), [(40, 0.1), (300, 0.02), (1000, 0.37)])
def test_a_risk_that_is_just_that_of_some_errors_allows_them(n: int, rate: float) -> None:
    """Shares of a risk are such chances, to the last bit."""
    for errors in range(0, int(n * rate) + 3):
        assert allowed_errors(n, rate, float(binom.cdf(errors, n, rate))) == errors
