"""Numbers of Di Nunzio's *Geometry of Likelihood Spaces*, as `docs/papers-000.md` has them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit
from scipy.stats import beta as beta_distribution

from steersman.maths.likelihood import (
    ClassCounts,
    all_objects,
    all_regions,
    bernoulli_likelihoods,
    cost_ratio,
    data_curve,
    data_slope,
    joint_points,
    likelihood_curve,
    likelihood_intercept,
    local_slope,
    log_odds_and_fixed_part,
    long_product,
    posterior_points,
    power_curve,
    risks,
)

OBJECT = np.array([[0.26, 0.40]])
PRIOR = 0.7
RATES = np.array([[0.8, 0.3], [0.4, 0.65], [0.55, 0.45]])


def test_figures_1_to_4_have_one_object_and_one_decision() -> None:
    assert joint_points(OBJECT, PRIOR)[0] == pytest.approx([0.182, 0.120])
    assert joint_points(OBJECT, PRIOR).sum() == pytest.approx(0.302)
    assert posterior_points(OBJECT, PRIOR)[0] == pytest.approx([0.603, 0.397], abs=5e-4)
    assert data_slope(PRIOR) == pytest.approx(7 / 3)
    assert likelihood_intercept(PRIOR) == pytest.approx(0.847, abs=5e-4)
    assert risks(posterior_points(OBJECT, PRIOR), [[0, 1], [1, 0]])[0] == pytest.approx(
        [0.12 / 0.302, 0.182 / 0.302]
    )


def test_rebalancing_makes_the_bisector_decide() -> None:
    m = 0.3 / 0.7
    assert m == pytest.approx(0.429, abs=5e-4)
    assert data_slope(PRIOR, m) == pytest.approx(1.0)


def test_four_losses_have_the_ratio_of_their_differences() -> None:
    assert cost_ratio([[1, 3], [7, 2]]) == (7 - 2) / (3 - 1)


def test_the_eight_objects_of_figure_5() -> None:
    likelihoods = bernoulli_likelihoods(all_objects(3), RATES)
    assert likelihoods[0b101, 0] == pytest.approx(0.8 * 0.6 * 0.55)
    assert likelihoods.sum(axis=0) == pytest.approx([1, 1])
    decided = data_slope(0.2) * likelihoods[:, 0] > likelihoods[:, 1]
    assert not decided[0b110]
    assert data_slope(0.5) * likelihoods[0b110, 0] > likelihoods[0b110, 1]
    mute = bernoulli_likelihoods(all_objects(3), np.vstack([RATES[:2], [0.5, 0.5]]))
    assert mute[0b000] == pytest.approx(mute[0b001])


def test_no_region_is_more_powerful_than_that_of_the_likelihood_ratio() -> None:
    likelihoods = bernoulli_likelihoods(all_objects(3), RATES)
    rates = power_curve(likelihoods).rates
    regions = all_regions(likelihoods)
    assert len(np.unique(regions.round(12), axis=0)) == 256
    best = np.interp(regions[:, 0], rates[:, 0], rates[:, 1])
    assert np.all(regions[:, 1] <= best + 1e-12)


def test_a_hundred_features_of_a_hundredth_are_close_to_the_limit() -> None:
    long = long_product(0.01, 200)
    assert long.products[99] == pytest.approx(1e-200)
    assert (long.products[160] > 0, long.products[161], long.vanishes_at) == (True, 0.0, 162)
    assert long.log10_sums[-1] * np.log(10) == pytest.approx(-921.034, abs=1e-3)


def test_a_line_of_likelihood_space_in_data_space_and_the_converse() -> None:
    assert data_curve(np.array([0.26]), 1.5, 0.85)[0] == pytest.approx(0.310, abs=5e-4)
    assert local_slope(0.26, 1.5, 0.85) == pytest.approx(1.19, abs=5e-3)
    assert local_slope(0.26, 1.0, 0.847) == pytest.approx(local_slope(0.9, 1.0, 0.847))
    x = np.log(np.array([0.1, 0.5, 1.0]))
    assert likelihood_curve(x, 0.8, 0.15) == pytest.approx(np.log(0.8 * np.exp(x) + 0.15))
    assert np.isnan(likelihood_curve(x, 0.8, -0.4)).tolist() == [True, True, False]


def test_the_smoothed_estimate_is_the_mean_of_the_posterior() -> None:
    for alpha, beta in ((1.0, 1.0), (1e-5, 300.0), (0.01, 50.0)):
        counts = ClassCounts(141.0, np.array([4.0]))
        odds, fixed = log_odds_and_fixed_part(counts, alpha, beta)
        theta = beta_distribution(alpha + 4, beta + 141 - 4).mean()
        assert expit(odds[0]) == pytest.approx(theta)
        assert fixed == pytest.approx(np.log1p(-theta))
