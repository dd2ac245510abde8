"""Shares of the risk: fixed by the rows of each class, never less than an equal share allows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from steersman.learn.promises import ClassRowLimit, promise_for, risk_shares
from steersman.learn.wants import Want
from steersman.maths.confusion import allowed_errors

LIMITS = st.builds(ClassRowLimit, st.integers(5, 3000), st.floats(0.002, 0.6))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.none(), LIMITS), min_size=1, max_size=4), st.floats(0.01, 0.3))
def test_shares_add_up_and_allow_no_less_than_equal_ones(
    limits: list[ClassRowLimit | None], risk: float
) -> None:
    shares = risk_shares(limits, risk)
    even = risk / len(limits)
    assert sum(shares) <= risk * (1.0 + 1e-9)
    allowed = [(allowed_errors(*limit, share), allowed_errors(*limit, even))
               for limit, share in zip(limits, shares) if limit]  # fmt: skip
    if all(least >= 0 for _, least in allowed):
        assert all(now >= least for now, least in allowed)
        assert all(share >= even for limit, share in zip(limits, shares) if limit is None)
    else:
        short = [sum(errors < 0 for errors in side) for side in zip(*allowed)]
        assert short[0] <= short[1]


def test_a_small_class_gets_what_a_large_one_does_not_need() -> None:
    want = Want("fpr <= 1% and recall >= 80%").resolve([0, 1])
    rows = np.array([330.0, 2000.0])
    assert rows[0] < 368  # which an equal share would need
    promise = promise_for(want, rows, 0.95)
    assert not promise.shortages
    assert sum(each.risk or 0.0 for each in promise.bounds) <= 0.05 + 1e-12


def test_what_is_left_goes_where_one_error_more_costs_least_of_the_errors_of_its_limit() -> None:
    even, limits = 0.05, [ClassRowLimit(200, 0.1), ClassRowLimit(500, 0.2)]
    errors = [allowed_errors(*limit, even) for limit in limits]
    shares = risk_shares(limits, 2 * even)
    more = [allowed_errors(*limit, share) for limit, share in zip(limits, shares)]
    left = 2 * even - sum(binom.cdf(n, *limit) for n, limit in zip(errors, limits))
    steps = [binom.pmf(n + 1, *limit) for n, limit in zip(errors, limits)]
    # There is room for one error more of either limit, and not of both.
    assert max(steps) <= left < sum(steps)
    worth = [step * limit.rows * limit.rate for step, limit in zip(steps, limits)]
    assert np.array(more).tolist() == [n + (cost == min(worth)) for n, cost in zip(errors, worth)]


@pytest.mark.parametrize("rows", [(60, 40), (300, 60), (200, 2000)])
def test_two_limits_are_broken_together_no_more_often_than_the_risk(rows: tuple[int, int]) -> None:
    risk, draws = 0.1, 2000
    want = Want("fpr <= 20% and recall >= 70%").resolve([0, 1])
    promise = promise_for(want, np.array(rows, dtype=np.float64), 1.0 - risk)
    rng = np.random.default_rng(0)
    # Order statistics of uniform scores: the true rate beyond the cut-off that uses all the room.
    rates = []
    for size, bound in zip(rows, promise.bounds):
        assert bound.allowed is not None
        errors = bound.allowed[0]
        rates.append(rng.beta(errors + 1, size - errors, size=draws))
    broken = np.sum((rates[0] > 0.2) | (rates[1] > 0.3))
    assert broken <= binom.ppf(0.999, draws, risk)
    assert broken >= binom.ppf(0.001, draws, 0.5 * risk)
