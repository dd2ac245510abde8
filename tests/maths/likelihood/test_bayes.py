"""One decision in four planes: Eq. 1 to 35, 41 to 43 and 48 to 51."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from steersman.maths.likelihood import (
    ClassCounts,
    bayes_intercept,
    log_odds_and_fixed_part,
    margins,
    under_line,
)
from steersman.maths.likelihood import bayes_geometry as bayes

PRIORS = st.floats(0.01, 0.99)
WEIGHTS = st.floats(0.05, 20.0)
SEEDS = st.integers(0, 10_000)


def likelihoods(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).uniform(1e-6, 1.0, size=(40, 2))


def positive_in_data_space(points: np.ndarray, prior: float, m: float = 1.0) -> np.ndarray:
    return bayes.data_slope(prior, m) * points[:, 0] > points[:, 1]


def away_from_the_line(points: np.ndarray, prior: float, m: float) -> np.ndarray:
    """Points whose decision rounding cannot turn."""
    gap = np.log(points[:, 0]) + bayes.likelihood_intercept(prior, m) - np.log(points[:, 1])
    return points[np.abs(gap) > 1e-9]


@given(seed=SEEDS, prior=PRIORS, m=WEIGHTS)
def test_decisions_are_the_same_in_all_four_planes(seed: int, prior: float, m: float) -> None:
    points = away_from_the_line(likelihoods(seed), prior, m)
    posterior, joint = bayes.posterior_points(points, prior), bayes.joint_points(points, prior)
    logs = bayes.likelihood_points(points)
    positive = m * posterior[:, 0] > posterior[:, 1]
    assert_array_equal(positive, m * joint[:, 0] > joint[:, 1])
    assert_array_equal(positive, positive_in_data_space(points, prior, m))
    assert_array_equal(positive, logs[:, 0] + bayes.likelihood_intercept(prior, m) > logs[:, 1])


@given(seed=SEEDS, prior=PRIORS)
def test_posteriors_lie_on_the_segment_and_joints_on_the_ray_to_the_origin(
    seed: int, prior: float
) -> None:
    points = likelihoods(seed)
    posterior = bayes.posterior_points(points, prior)
    joint = bayes.joint_points(points, prior)
    assert_allclose(posterior.sum(axis=1), 1.0)
    evidence = joint.sum(axis=1)
    assert np.all((evidence > 0) & (evidence < 1))
    assert_allclose(joint, posterior * evidence[:, None])


@given(seed=SEEDS, prior=PRIORS)
def test_above_one_half_is_positive(seed: int, prior: float) -> None:
    points = away_from_the_line(likelihoods(seed), prior, 1.0)
    posterior = bayes.posterior_points(points, prior)
    assert_array_equal(posterior[:, 0] > 0.5, positive_in_data_space(points, prior))


def test_a_strong_prior_outweighs_a_smaller_likelihood_until_m_rebalances() -> None:
    """The situation of Figure 3, with P(c) = 0.7."""
    point = np.array([[0.3, 0.6]])
    assert positive_in_data_space(point, prior=0.7)[0]
    assert not positive_in_data_space(point, prior=0.7, m=0.3 / 0.7)[0]
    assert_allclose(bayes.data_slope(0.7, m=0.3 / 0.7), 1.0)


@given(
    seed=SEEDS,
    prior=PRIORS,
    right=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    dearer=st.tuples(st.floats(0.1, 9), st.floats(0.1, 9)),
)
def test_the_lesser_risk_is_the_line_of_the_cost_ratio(
    seed: int, prior: float, right: tuple[float, float], dearer: tuple[float, float]
) -> None:
    costs = [[right[0], right[0] + dearer[0]], [right[1] + dearer[1], right[1]]]
    m = bayes.cost_ratio(costs)
    points = away_from_the_line(likelihoods(seed), prior, m)
    risk = bayes.risks(bayes.posterior_points(points, prior), costs)
    assert_array_equal(risk[:, 0] < risk[:, 1], positive_in_data_space(points, prior, m))
    assert_allclose(bayes.likelihood_intercept(prior, m), bayes_intercept(prior, 1 - prior, m))


def test_the_zero_one_loss_is_the_bisector() -> None:
    assert bayes.cost_ratio([[0, 1], [1, 0]]) == 1.0
    assert_allclose(bayes.likelihood_intercept(0.5, 1.0), 0.0)


@given(seed=SEEDS, slope=st.floats(0.5, 2.0), intercept=st.floats(-30, 30))
def test_dropping_the_fixed_part_equals_shifting_the_intercept(
    seed: int, slope: float, intercept: float
) -> None:
    rng = np.random.default_rng(seed)
    sides = [ClassCounts(30.0, rng.integers(0, 31, 8).astype(float)) for _ in range(2)]
    (x_odds, x_fixed), (y_odds, y_fixed) = (log_odds_and_fixed_part(s, 1.0, 2.0) for s in sides)
    held = bayes.all_objects(8).astype(float)
    varying = np.column_stack([held @ x_odds, held @ y_odds])
    whole = varying + np.array([x_fixed, y_fixed])
    clear = np.abs(margins(whole, slope, intercept)) > 1e-9
    shifted = bayes.intercept_without_fixed_part(intercept, slope, x_fixed, y_fixed)
    assert_array_equal(
        under_line(whole, slope, intercept)[clear], under_line(varying, slope, shifted)[clear]
    )


@given(seed=SEEDS, slope=st.floats(0.5, 2.0), intercept=st.floats(-2, 2))
def test_a_rotated_line_is_the_stated_curve_in_data_space(
    seed: int, slope: float, intercept: float
) -> None:
    points = likelihoods(seed)
    logs = bayes.likelihood_points(points)
    clear = np.abs(margins(logs, slope, intercept)) > 1e-9
    under_curve = points[:, 1] < bayes.data_curve(points[:, 0], slope, intercept)
    assert_array_equal(under_curve[clear], under_line(logs, slope, intercept)[clear])


def test_three_features_make_eight_objects_whose_likelihoods_sum_to_one() -> None:
    objects = bayes.all_objects(3)
    assert len({tuple(row) for row in objects.tolist()}) == 8
    rates = np.array([[0.2, 0.7], [0.5, 0.5], [0.9, 0.4]])
    points = bayes.bernoulli_likelihoods(objects, rates)
    assert_allclose(points.sum(axis=0), 1.0)
    assert_allclose(points[objects.tolist().index([True, False, True])], [0.09, 0.14])


def test_a_feature_with_equal_rates_makes_points_overlap_in_pairs() -> None:
    rates = np.array([[0.2, 0.7], [0.5, 0.5], [0.9, 0.4]])
    points = bayes.bernoulli_likelihoods(bayes.all_objects(3), rates)
    assert len(np.unique(points.round(12), axis=0)) == 4


def test_an_impossible_object_lies_at_minus_infinity() -> None:
    assert bayes.likelihood_points(np.array([[0.0, 1.0]]))[0].tolist() == [-np.inf, 0.0]
