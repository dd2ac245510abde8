"""Priors that give each feature a wanted weight on a line."""

import numpy as np
import pytest

from steersman.maths.likelihood import ClassCounts, log_odds_and_fixed_part, smoothing_for_weights
from steersman.maths.likelihood.smoothing_targets import line_weights


def some_counts(features=400):
    rng = np.random.default_rng(4)
    positive = ClassCounts(60.0, np.floor(61 * rng.random(features) ** 5))
    negative = ClassCounts(900.0, np.floor(901 * rng.random(features) ** 5))
    return positive, negative


@pytest.mark.parametrize("slope", [0.5, 1.3, 2.0])
@pytest.mark.parametrize("shared", [(1.0, 1.0), (1e-4, 200.0)])
def test_every_wanted_weight_is_reached(slope, shared):
    counts = some_counts()
    wanted = np.random.default_rng(5).normal(0, 4, 400)
    alpha, beta = smoothing_for_weights(*counts, wanted, slope, np.array(shared))
    assert (alpha > 0).all()
    assert (beta > 0).all()
    (x_odds, _), (y_odds, _) = (log_odds_and_fixed_part(c, alpha, beta) for c in counts)
    np.testing.assert_allclose(slope * x_odds - y_odds, wanted, atol=1e-7)


def test_a_feature_that_has_its_weight_keeps_the_shared_prior():
    counts = some_counts()
    logs = np.log(np.full((2, 400), [[0.3], [7.0]]))
    already, _ = line_weights(*counts, logs, 2.0)
    alpha, beta = smoothing_for_weights(*counts, already, 2.0, np.array([0.3, 7.0]))
    np.testing.assert_allclose(alpha, 0.3)
    np.testing.assert_allclose(beta, 7.0)


def test_the_derivatives_are_those_of_central_differences():
    counts = some_counts(50)
    logs = np.random.default_rng(6).normal(size=(2, 50))
    _, slants = line_weights(*counts, logs, 1.7)
    for k in range(2):
        step = np.zeros((2, 50))
        step[k] = 1e-5
        ahead, behind = (line_weights(*counts, logs + d, 1.7)[0] for d in (step, -step))
        np.testing.assert_allclose((ahead - behind) / 2e-5, slants[k], atol=1e-7)


def test_a_weight_nearby_is_reached_on_the_steepest_way():
    counts = some_counts()
    start = np.log(np.full((2, 400), [[0.3], [7.0]]))
    already, slants = line_weights(*counts, start, 2.0)
    found = smoothing_for_weights(*counts, already + 1e-3, 2.0, np.array([0.3, 7.0]))
    shortest = 1e-3 * slants / np.sum(slants**2, axis=0)
    steep = np.sum(slants**2, axis=0) > 1e-2
    assert steep.sum() > 100
    np.testing.assert_allclose((np.log(found) - start)[:, steep], shortest[:, steep], atol=1e-3)
    assert np.abs(np.log(found) - start)[:, steep].max() < 0.02
