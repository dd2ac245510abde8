"""Platt's curve against a numerical search, and where scores are far apart, equal or huge."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from steersman.maths.platt import platt_line, platt_loss


def targets_of(positive: np.ndarray) -> np.ndarray:
    ones, zeros = positive.sum(), (~positive).sum()
    return np.where(positive, (ones + 1) / (ones + 2), 1 / (zeros + 2))


@pytest.mark.parametrize("share", [0.5, 0.1, 0.9])
@pytest.mark.parametrize(
    ("lead", "times", "shift"),
    [(1.0, 1.0, 0.0), (9.0, 1.0, 4.0), (2.0, 300.0, -5000.0), (-3.0, 0.01, 0.2)],
)
def test_the_line_has_the_least_loss(lead: float, times: float, shift: float, share: float) -> None:
    rng = np.random.default_rng(1)
    positive = np.arange(80) < 80 * share
    scores = rng.normal(size=80) + lead * positive
    slope, intercept = platt_line(times * scores + shift, positive)
    targets = targets_of(positive)

    def loss(line: np.ndarray) -> float:
        return platt_loss(line[0] * scores + line[1], targets)

    best = minimize(
        loss, np.zeros(2), method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-13}
    )
    found = np.array([slope * times, intercept + slope * shift])
    assert loss(found) <= best.fun + 1e-9
    np.testing.assert_allclose(found, best.x, rtol=1e-4, atol=1e-4)


def test_equal_scores_say_the_share_of_the_class() -> None:
    positive = np.arange(50) < 15
    slope, intercept = platt_line(np.full(50, 7.0), positive)
    assert expit(slope * 7.0 + intercept) == pytest.approx(targets_of(positive).mean())


def test_the_loss_is_the_log_loss_also_far_from_zero() -> None:
    odds, targets = np.array([-3.0, 0.0, 2.0]), np.array([0.1, 0.4, 1.0])
    shares = expit(odds)
    expected = -np.sum(targets * np.log(shares) + (1 - targets) * np.log(1 - shares))
    assert platt_loss(odds, targets) == pytest.approx(expected)
    assert platt_loss(np.array([800.0]), np.array([0.0])) == pytest.approx(800.0)
