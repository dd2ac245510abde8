"""Likelihood coordinates against scikit-learn, Eq. 39 written out, and themselves."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_matrix
from sklearn.naive_bayes import BernoulliNB

from steersman.maths.likelihood import (
    ClassCounts,
    bayes_intercept,
    class_counts,
    log_odds_and_fixed_part,
    margins,
    plane_coordinates,
    presence_of,
    under_line,
)
from steersman.maths.likelihood import coordinates as plane


def problem(
    seed: int, documents: int = 50, features: int = 12
) -> tuple[csr_matrix, ClassCounts, ClassCounts]:
    rng = np.random.default_rng(seed)
    present = csr_matrix((rng.random((documents, features)) < 0.3).astype(float))
    positive = np.arange(documents) < documents // 3
    return (
        present,
        class_counts(present, positive.astype(float)),
        class_counts(present, (~positive).astype(float)),
    )


def written_out(
    present: csr_matrix, counts: ClassCounts, alpha: object, beta: object
) -> np.ndarray:
    """Eq. 39 and 47 as they stand."""
    theta = (counts.features + alpha) / (counts.documents + alpha + beta)
    held = present.toarray()
    return np.log(held * theta + (1 - held) * (1 - theta)).sum(axis=1)


@settings(max_examples=40)
@given(
    seed=st.integers(0, 10_000),
    alpha=st.floats(1e-5, 2.0),
    beta=st.floats(0.5, 300.0),
    own=st.booleans(),
)
def test_coordinates_equal_the_written_out_likelihood(
    seed: int, alpha: float, beta: float, own: bool
) -> None:
    present, positive, negative = problem(seed)
    alphas = alpha * np.linspace(0.5, 2.0, 12) if own else alpha
    for form in (present, presence_of(present)):
        coordinates = plane_coordinates(form, positive, negative, alphas, beta)
        assert_allclose(coordinates[:, 0], written_out(present, positive, alphas, beta), rtol=1e-10)
        assert_allclose(coordinates[:, 1], written_out(present, negative, alphas, beta), rtol=1e-10)


def test_alpha_and_beta_one_equal_bernoulli_naive_bayes() -> None:
    present, positive, negative = problem(1)
    labels = np.arange(50) < 50 // 3
    peer = BernoulliNB().fit(present, labels)
    joint = peer.predict_joint_log_proba(present) - peer.class_log_prior_
    assert_allclose(
        plane_coordinates(present, positive, negative, 1.0, 1.0), joint[:, ::-1], rtol=1e-12
    )


def test_one_number_and_the_same_number_for_each_feature_agree() -> None:
    present, positive, negative = problem(2)
    shared = plane_coordinates(present, positive, negative, 0.3, 7.0)
    own = plane_coordinates(present, positive, negative, np.full(12, 0.3), np.full(12, 7.0))
    assert_allclose(shared, own, rtol=1e-13)


def test_weights_that_are_not_whole_numbers_are_not_rounded() -> None:
    present, _, _ = problem(3)
    weights = np.random.default_rng(0).random(50) * 3
    positive, negative = class_counts(present, weights), class_counts(present, 3 - weights)
    coordinates = plane_coordinates(present, positive, negative, 0.5, 2.0)
    assert_allclose(coordinates[:, 0], written_out(present, positive, 0.5, 2.0), rtol=1e-12)


def test_counts_beyond_the_numbered_ones_are_exact() -> None:
    large = ClassCounts(9000.0, np.array([0.0, 4095.0, 4096.0, 8999.0, 9000.0]))
    odds, fixed = log_odds_and_fixed_part(large, 0.5, 2.0)
    theta = (large.features + 0.5) / 9002.5
    assert_allclose(odds, np.log(theta / (1 - theta)), rtol=1e-12)
    assert_allclose(fixed, np.log(1 - theta).sum(), rtol=1e-12)


@pytest.mark.parametrize("masked", [False, True])
def test_features_with_equal_counts_have_the_bits_of_a_feature_alone(masked: bool) -> None:
    rng = np.random.default_rng(7)
    sides = [ClassCounts(9.0, rng.integers(0, 10, 200) + 0.5 * rng.integers(0, 2, 200))] * 2
    sides[1] = ClassCounts(30.0, rng.integers(0, 31, 200).astype(float))
    selected = rng.random(200) < 0.5 if masked else None
    table, fixed = plane.odds_table(sides[0], sides[1], 0.3, 7.0, selected)
    for side, counts in enumerate(sides):
        total = 0.0
        for feature in range(200):
            alone = ClassCounts(counts.documents, counts.features[[feature]])
            odds, part = log_odds_and_fixed_part(alone, 0.3, 7.0)
            taken = selected is None or selected[feature]
            assert table[feature, side] == (odds[0] if taken else 0.0)
            total += part if taken else 0.0
        assert fixed[side] == total


def test_one_prior_for_all_features_is_the_same_for_each() -> None:
    counts = np.random.default_rng(7).integers(0, 10, (2, 50)).astype(float)
    sides = ClassCounts(9.0, counts[0]), ClassCounts(30.0, counts[1])
    table, fixed = plane.odds_table(*sides, 0.3, 7.0, None)
    alphas, betas = np.full(50, 0.3), np.full(50, 7.0)
    for priors in ((alphas, betas), (0.3, betas), (alphas, 7.0)):
        other, parts = plane.odds_table(*sides, *priors, None)
        assert_allclose(other, table, rtol=1e-12)
        assert_allclose(parts, fixed, rtol=1e-12)


@pytest.mark.parametrize("own", [False, True])
def test_features_left_out_equal_a_matrix_without_them(own: bool) -> None:
    present, positive, negative = problem(4)
    kept = np.arange(12) % 3 != 1
    alpha = np.linspace(0.1, 1.0, 12) if own else 0.7
    narrow = [ClassCounts(c.documents, c.features[kept]) for c in (positive, negative)]
    assert_allclose(
        plane_coordinates(present, positive, negative, alpha, 3.0, kept),
        plane_coordinates(
            csr_matrix(present[:, kept]), *narrow, alpha[kept] if own else alpha, 3.0
        ),
        rtol=1e-12,
    )


def test_an_empty_document_lies_at_the_fixed_part() -> None:
    _, positive, negative = problem(5)
    coordinates = plane_coordinates(csr_matrix((1, 12)), positive, negative, 1.0, 1.0)
    fixed = [log_odds_and_fixed_part(side, 1.0, 1.0)[1] for side in (positive, negative)]
    assert_allclose(coordinates[0], fixed)


def test_several_threads_give_the_same_bits_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    present, positive, negative = problem(6, documents=500)
    alone = plane_coordinates(present, positive, negative, 0.1, 9.0)
    monkeypatch.setattr(plane, "row_blocks", lambda *_: [(0, 123), (123, 124), (124, 500)])
    assert_array_equal(plane_coordinates(present, positive, negative, 0.1, 9.0), alone)


@pytest.mark.parametrize("rows", [[7, 3, 499, 3], [], list(range(500))])
def test_some_rows_lie_where_they_lie_among_all(rows: list[int]) -> None:
    present, positive, negative = problem(6, documents=500)
    every = plane_coordinates(present, positive, negative, 0.1, 9.0)
    numbers = np.array(rows, dtype=np.int64)
    some = plane_coordinates(present, positive, negative, 0.1, 9.0, rows=numbers)
    assert_array_equal(some, every[numbers])


def test_row_blocks_cover_every_row_once() -> None:
    for documents, nonzeros in ((0, 0), (1, 10**9), (7, 10**9), (10**6, 5 * 10**7)):
        blocks = plane.row_blocks(documents, nonzeros, plane.NONZEROS_PER_THREAD)
        rows = [row for start, stop in blocks[:8] for row in (start, stop)]
        assert rows[0] == 0
        assert rows[-1] == documents
        assert rows[1:-1:2] == rows[2::2]


def test_a_margin_above_zero_is_a_point_under_the_line() -> None:
    coordinates = np.random.default_rng(8).normal(size=(400, 2)).round(1)
    for slope, intercept in ((1.0, 0.0), (0.5, 0.3), (2.0, -1.0)):
        assert_array_equal(
            margins(coordinates, slope, intercept) > 0, under_line(coordinates, slope, intercept)
        )


def test_bayes_intercept_is_the_log_of_prior_odds_times_costs() -> None:
    assert_allclose(bayes_intercept(182, 6312, cost_ratio=5.0), np.log(182 / 6312 * 5))
