"""Hedged bets, mixtures and their limits against enumeration and beta functions."""

from __future__ import annotations

from itertools import product
from math import inf, log

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import betaln

from steersman.maths.sequential.confidence_sequence import log_mixture, mean_limits
from steersman.maths.sequential.hedged_bets import SIZES, growth, log_hedge

VALUES, CHANCES = np.array([-2.0, 0.5, 3.0]), np.array([0.3, 0.54, 0.11])
CHANCES = CHANCES / CHANCES.sum()


def test_the_hedge_is_the_mean_of_what_all_gamblers_own() -> None:
    draws = np.array([0.5, -2.0, 3.0, 3.0, -1.0])
    owned = [np.prod(1.0 + size * draws / 2.5) for size in SIZES]
    assert log_hedge(draws, -2.5) == pytest.approx(log(np.mean(owned)))
    assert log_hedge(draws[::-1], -2.5) == pytest.approx(log(np.mean(owned)))


def test_the_expected_evidence_is_one_where_the_mean_is_zero() -> None:
    values = VALUES - VALUES @ CHANCES
    low = float(values.min())
    expected = sum(
        np.prod(CHANCES[list(places)]) * np.exp(log_hedge(values[list(places)], low))
        for places in product(range(3), repeat=5)
    )
    assert expected == pytest.approx(1.0)


def test_values_that_cannot_be_negative_are_certain_once_one_is_above_zero() -> None:
    assert log_hedge(np.array([0.0, 0.2]), 0.0) == np.inf
    assert log_hedge(np.zeros(3), 0.0) == 0.0
    assert log_hedge(np.array([]), 0.1) == 0.0
    assert log_hedge(np.array([]), -1.0) == 0.0
    assert growth(np.array([0.0, 1.0]), np.array([0.9, 0.1]), 0.0) == np.inf
    assert growth(np.array([0.0, 1.0]), np.array([1.0, 0.0]), 0.0) == 0.0


def test_growth_is_that_of_the_best_bet_and_never_negative() -> None:
    rising = np.array([0.1, 0.3, 0.6])
    rates = [float(rising @ np.log1p(size * VALUES / 2.0)) for size in SIZES]
    assert growth(VALUES, rising, -2.0) == pytest.approx(max(rates))
    assert growth(VALUES, np.array([0.9, 0.1, 0.0]), -2.0) == 0.0


@pytest.mark.parametrize(("total", "rows"), [(0.0, 20), (20.0, 20), (3.0, 20), (2.6, 9), (0.0, 0)])
@pytest.mark.parametrize("mean", [0.02, 0.5, 0.97])
def test_the_mixture_is_a_ratio_of_beta_functions(total: float, rows: int, mean: float) -> None:
    rest = rows - total
    mixed = betaln(0.5 + total, 0.5 + rest) - betaln(0.5, 0.5)
    expected = mixed - total * np.log(mean) - rest * np.log1p(-mean)
    assert log_mixture(total, rows, mean) == pytest.approx(expected, abs=1e-12)


def test_means_that_the_values_exclude_have_all_the_evidence_against_them() -> None:
    assert log_mixture(1.0, 5, 0.0) == inf
    assert log_mixture(1.0, 5, 1.0) == inf
    assert log_mixture(0.0, 5, 0.0) < 0.0
    assert log_mixture(5.0, 5, 1.0) < 0.0
    assert log_mixture(5.0 + 1e-12, 5, 1.0) < 0.0


@pytest.mark.parametrize("risk", [0.05, 0.3])
def test_limits_are_where_the_evidence_reaches_the_bar(risk: float) -> None:
    def evidence(mean: float) -> float:
        return log_mixture(7.0, 60, mean) + log(risk)

    low, high = mean_limits(lambda p: log_mixture(7.0, 60, p), 7 / 60, (0.0, 1.0), risk)
    assert low == pytest.approx(brentq(evidence, 1e-9, 7 / 60))
    assert high == pytest.approx(brentq(evidence, 7 / 60, 1 - 1e-9))
    assert evidence(low) >= 0.0
    assert evidence(high) >= 0.0
    assert mean_limits(lambda _: 0.0, 0.4, (0.1, 0.8), risk) == (0.1, 0.8)
    assert mean_limits(lambda p: log_mixture(0.0, 60, p), 0.0, (0.0, 1.0), risk)[0] == 0.0
