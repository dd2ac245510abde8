"""Limits judged at the class share in use, from rows with another one."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom, binomtest

from steersman.learn.monitor import Verdict, bound_verdicts
from steersman.learn.monitor.limits_in_use import limits_in_use
from steersman.learn.wants import Want

# Of 400 rows each: in use with 10 % spam, precision is 0.09 / (0.09 + 0.045) = 67 %.
MATRIX = np.array([[380, 20], [40, 360]])


@pytest.mark.parametrize(
    ("want", "prior", "verdict"),
    [
        ("precision >= 90%", None, Verdict.KEPT),
        ("precision >= 90%", 0.1, Verdict.BROKEN),
        ("precision >= 50%", 0.1, Verdict.KEPT),
        ("precision >= 66%", 0.1, Verdict.TOO_FEW),
        ("fdr <= 20%", 0.1, Verdict.BROKEN),
        ("fdr <= 45%", 0.1, Verdict.KEPT),
        ("accuracy >= 90%", 0.01, Verdict.KEPT),
        ("recall >= 85%", 0.1, Verdict.KEPT),
    ],
)
def test_a_limit_is_judged_at_the_share_in_use(
    want: str, prior: float | None, verdict: Verdict
) -> None:
    resolved = Want(want).resolve(["ham", "spam"], prior=prior)
    (found,) = bound_verdicts(resolved, MATRIX, None)
    assert found.verdict is verdict
    assert found.value == pytest.approx(resolved.bounds[0].value(MATRIX.astype(float), None))
    low, high = found.limits
    assert low <= found.value <= high


def test_at_the_share_of_the_rows_the_limits_are_exact() -> None:
    (bound,) = Want("precision >= 50%").resolve(["ham", "spam"], prior=0.5).bounds
    exact = binomtest(360, 380).proportion_ci(0.9, method="exact")
    assert limits_in_use(bound, MATRIX, 0.1) == pytest.approx((exact.low, exact.high), abs=1e-6)


def test_the_limits_hold_the_true_value_as_often_as_they_say() -> None:
    (bound,) = Want("precision >= 50%").resolve(["ham", "spam"], prior=0.1).bounds
    true = 0.1 * 0.8 / (0.1 * 0.8 + 0.9 * 0.05)
    rng = np.random.default_rng(0)
    missed = 0
    for _ in range(60):
        fp, tp = rng.binomial(300, 0.05), rng.binomial(300, 0.8)
        low, high = limits_in_use(bound, np.array([[300 - fp, fp], [300 - tp, tp]]), 0.2)
        missed += not low <= true <= high
    assert missed <= binom.ppf(0.9999, 60, 0.2)
