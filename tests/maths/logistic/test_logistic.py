"""Fits against scikit-learn's, and on data that is hard to fit."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from steersman.maths.logistic import (
    LogisticFit,
    LogisticProblem,
    class_probabilities,
    fit_logistic,
    problem_of,
    with_ones,
)
from steersman.maths.logistic.column_merging import reduced_problem
from steersman.maths.logistic.hessian_solver import hessian_solver
from steersman.maths.logistic.newton import (
    MANY_PARAMETERS,
    chosen_solver,
    descended_start,
    wide_softmax,
)
from steersman.maths.logistic.objective import gradient, hessian, hessian_diagonal, hessian_product

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
SOLVERS = ["cholesky", "cg"]


def drawn_rows(
    rows: int, features: int, classes: int, seed: int
) -> tuple[Floats, NDArray[np.intp]]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rows, features)) * rng.uniform(0.2, 3.0, features)
    noise = rng.gumbel(size=(rows, classes))
    return X, (X @ rng.normal(size=(features, classes)) + noise).argmax(axis=1)


def problem_with(
    X: Floats | csr_matrix, codes: Codes, penalty: float | Floats, seed: int = 0
) -> LogisticProblem:
    weights = np.random.default_rng(seed).uniform(0.2, 3.0, len(codes))
    penalties = np.broadcast_to(penalty, (1, X.shape[1]))
    return problem_of(with_ones(X), codes, int(codes.max()) + 1, weights, penalties)


def largest_slope(problem: LogisticProblem, fit: LogisticFit) -> float:
    return float(np.abs(gradient(problem, fit.weights, fit.probabilities)).max())


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("classes", [2, 3, 5])
@pytest.mark.parametrize("penalty", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_fit_equals_scikit_learn(solver: str, classes: int, penalty: float, sparse: bool) -> None:
    X, codes = drawn_rows(300, 12, classes, seed=classes)
    problem = problem_with(csr_matrix(X) if sparse else X, codes, penalty)
    fit = fit_logistic(problem, solver=solver)
    peer = LogisticRegression(C=1 / penalty, solver="newton-cholesky", tol=1e-12, max_iter=1000)
    peer.fit(X, codes, sample_weight=problem.weights)
    centered = peer.intercept_ - (peer.intercept_.mean() if classes > 2 else 0.0)
    assert fit.converged
    assert np.abs(fit.weights[:, :-1] - peer.coef_).max() < 1e-5
    assert np.abs(fit.weights[:, -1] - centered).max() < 1e-5


@pytest.mark.parametrize("classes", [2, 4])
def test_wide_sparse_fit_equals_scikit_learn(classes: int) -> None:
    rng = np.random.default_rng(3)
    X = csr_matrix((rng.random((200, 3000)) < 0.02).astype(float))
    codes = rng.integers(0, classes, 200)
    fit = fit_logistic(problem_with(X, codes, 0.5))
    peer = LogisticRegression(C=2, solver="newton-cg", tol=1e-10, max_iter=1000)
    peer.fit(X, codes, sample_weight=problem_with(X, codes, 0.5).weights)
    assert np.abs(fit.weights[:, :-1] - peer.coef_).max() < 1e-5


@pytest.mark.parametrize("classes", [2, 12])
def test_columns_of_one_row_or_none_are_weighed_as_scikit_learn_weighs_them(classes: int) -> None:
    rng = np.random.default_rng(4)
    X = csr_matrix(rng.poisson(0.004, (150, 4000)).astype(float))
    codes = np.arange(150) % classes
    lean = reduced_problem(problem_with(X, codes, 0.5))
    assert lean is not None
    assert lean.problem.design.shape[1] < 800
    heard: list[int] = []
    fit = fit_logistic(problem_with(X, codes, 0.5), stepped=heard.append)
    assert heard == sorted(set(heard))
    peer = LogisticRegression(C=2, solver="newton-cg", tol=1e-10, max_iter=1000)
    peer.fit(X, codes, sample_weight=problem_with(X, codes, 0.5).weights)
    assert np.abs(fit.weights[:, :-1] - peer.coef_).max() < 1e-5
    again = fit_logistic(problem_with(X, codes, 0.5), start=fit.weights)
    assert again.iterations <= 2
    assert again.weights == pytest.approx(fit.weights, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_merged_columns_give_every_row_the_score_and_every_weight_the_penalty(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = csr_matrix(rng.poisson(0.02, (60, 300)) * (np.arange(60) != 7)[:, None] * 1.0)
    X.data[rng.random(X.nnz) < 0.2] = 0.0  # stored all the same
    stored = X.copy()
    problem = problem_with(X, np.arange(60) % 2, 0.5)
    lean = reduced_problem(problem)
    assert lean is not None
    weights = rng.normal(size=lean.problem.penalties.shape)
    whole = lean.whole(weights)
    assert lean.problem.design @ weights[0] == pytest.approx(problem.design @ whole[0], abs=1e-12)
    assert np.sum(lean.problem.penalties * weights**2) == pytest.approx(
        np.sum(problem.penalties * whole**2)
    )
    assert lean.problem.design.has_canonical_format
    assert lean.lean(whole) == pytest.approx(weights, abs=1e-12)
    assert (stored != X).nnz == 0
    assert X.nnz == stored.nnz


def test_columns_are_merged_under_one_common_penalty_only() -> None:
    X = csr_matrix(np.random.default_rng(4).poisson(0.004, (150, 4000)).astype(float))
    codes, unequal = np.arange(150) % 2, np.full((1, 4000), 0.5)
    unequal[0, -1] = 0.6
    for penalty, merged in ((0.5, True), (unequal, False), (0.0, False)):
        assert (reduced_problem(problem_with(X, codes, penalty)) is not None) is merged


@pytest.mark.parametrize(
    ("own", "lone", "empty", "merged"),
    [(17, 0, 2, True), (18, 0, 1, False), (16, 3, 0, True), (16, 4, 0, False), (1, 8, 0, True)],
)
def test_columns_are_merged_where_that_saves_more_than_a_tenth_of_them(
    own: int, lone: int, empty: int, merged: bool
) -> None:
    """Two lone columns count as one, and the column of ones is never alone."""
    X = np.zeros((12, own + lone + empty))
    X[:5, :own] = 1.0
    X[6, own : own + lone] = 2.0
    found = reduced_problem(problem_with(csr_matrix(X), np.arange(12) % 2, 0.5))
    assert (found is not None) is merged
    if found is not None:
        assert found.problem.design.shape[1] == own + 1 + (lone > 0)


def test_a_wide_softmax_starts_down_the_slope_and_ends_at_the_minimum() -> None:
    rng = np.random.default_rng(5)
    X = csr_matrix(rng.poisson(0.05, (300, 1500)).astype(float))
    codes = rng.integers(0, 20, 300)
    problem = problem_with(X, codes, 1.0)
    assert problem.parameters > MANY_PARAMETERS
    fit = fit_logistic(problem)
    slope = gradient(problem, fit.weights, fit.probabilities)
    assert np.abs(slope).max() < 1e-4
    start, steps = descended_start(problem)
    assert 0 < steps <= 30
    assert np.abs(start).max() > 0


@pytest.mark.parametrize("classes", [2, 3])
def test_a_penalty_per_feature_is_one_penalty_on_scaled_features(classes: int) -> None:
    X, codes = drawn_rows(200, 6, classes, seed=1)
    penalties = np.array([0.01, 0.1, 1.0, 10.0, 100.0, 3.0])
    each = fit_logistic(problem_with(X, codes, penalties))
    scaled = fit_logistic(problem_with(X / np.sqrt(penalties), codes, 1.0))
    assert each.weights[:, :-1] == pytest.approx(
        scaled.weights[:, :-1] / np.sqrt(penalties), abs=1e-6
    )


def test_integer_weights_equal_repeated_rows() -> None:
    X, codes = drawn_rows(80, 5, 3, seed=2)
    times = np.random.default_rng(0).integers(0, 4, 80)
    penalties = np.ones((1, 5))
    weighed = problem_of(with_ones(X), codes, 3, times.astype(float), penalties)
    repeated = np.repeat(np.arange(80), times)
    plain = problem_of(with_ones(X[repeated]), codes[repeated], 3, np.ones(times.sum()), penalties)
    assert fit_logistic(weighed).weights == pytest.approx(fit_logistic(plain).weights, abs=1e-6)


@pytest.mark.parametrize("classes", [2, 3])
def test_hessian_is_the_derivative_of_the_gradient(classes: int) -> None:
    X, codes = drawn_rows(50, 4, classes, seed=4)
    problem = problem_with(X, codes, 0.7)
    rng = np.random.default_rng(5)
    weights, vector = (rng.normal(size=problem.penalties.shape) for _ in range(2))

    def slope(there: Floats) -> Floats:
        return gradient(problem, there, class_probabilities(problem.design @ there.T))

    here = class_probabilities(problem.design @ weights.T)
    numeric = (slope(weights + 1e-5 * vector) - slope(weights - 1e-5 * vector)) / 2e-5
    full = hessian(problem, here)
    if classes > 2:  # the constant along which all intercepts move together
        full = full @ (np.eye(len(full)) - projector_on_common_intercept(problem))
        vector = vector - vector.mean(axis=0) * (np.arange(5) == 4)
    product = hessian_product(problem, here, vector)
    assert product == pytest.approx(numeric, abs=1e-6)
    assert (full @ vector.ravel()).reshape(product.shape) == pytest.approx(product, abs=1e-8)
    if classes == 2:
        assert hessian_diagonal(problem, here).ravel() == pytest.approx(np.diagonal(full))


def test_what_is_added_to_a_softmax_hessian_lies_along_the_moves_that_cost_nothing() -> None:
    """It is of the size of the first output's own curvature in an unpenalized column."""
    X, codes = drawn_rows(50, 3, 3, seed=4)
    penalties = np.tile([0.7, 0.0, 0.2], (3, 1))
    problem = problem_of(with_ones(X), codes, 3, np.ones(50), penalties)
    chances = class_probabilities(np.random.default_rng(5).normal(size=(50, 3)))
    full = hessian(problem, chances).reshape(3, 4, 3, 4)
    plain = np.zeros((3, 4, 3, 4))
    for a, b in np.ndindex(3, 3):
        share = chances[:, a] * ((a == b) - chances[:, b])
        plain[a, :, b] = problem.design.T @ (share[:, None] * problem.design)
        plain[a, :, b] += np.diag(problem.penalties[a]) * (a == b)
    added = np.zeros((3, 4, 3, 4))
    for column in (1, 3):
        added[:, column, :, column] = plain[0, column, 0, column]
    np.testing.assert_allclose(full - plain, added, atol=1e-12)


@pytest.mark.parametrize("classes", [2, 3])
def test_hessian_products_of_a_sparse_design_are_those_of_the_dense_one(classes: int) -> None:
    rng = np.random.default_rng(6)
    X, codes = rng.poisson(0.3, (70, 9)).astype(float), np.arange(70) % classes
    dense, sparse = problem_with(X, codes, 0.7), problem_with(csr_matrix(X), codes, 0.7)
    weights, vector = (rng.normal(size=dense.penalties.shape) for _ in range(2))
    chances = class_probabilities(dense.design @ weights.T)
    product = hessian_product(sparse, chances, vector)
    assert product == pytest.approx(hessian_product(dense, chances, vector), abs=1e-12)


def projector_on_common_intercept(problem: LogisticProblem) -> Floats:
    outputs, columns = problem.penalties.shape
    common = np.zeros((outputs, columns))
    common[:, -1] = 1 / np.sqrt(outputs)
    return np.outer(common, common)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("classes", [2, 3])
def test_a_warm_start_at_the_solution_stays_there(solver: str, classes: int) -> None:
    X, codes = drawn_rows(150, 8, classes, seed=6)
    problem = problem_with(X, codes, 1.0)
    cold = fit_logistic(problem, solver=solver)
    warm = fit_logistic(problem, solver=solver, start=cold.weights)
    assert warm.iterations == 1
    assert warm.weights == pytest.approx(cold.weights, abs=1e-6)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_a_start_from_classes_that_weighed_the_other_way_round_leads_to_the_same_place(
    classes: int, seed: int
) -> None:
    X, codes = drawn_rows(138, 6, classes, seed)
    rng = np.random.default_rng(seed)
    penalties = 10.0 ** rng.uniform(-2, 0.5, (1 if classes == 2 else classes, 6))
    factors = np.array([30.0, 1 / 30, 1.0])
    solve = hessian_solver()
    weights = None
    for turned in (factors, np.roll(factors[:classes], 1), factors):
        problem = problem_of(with_ones(X), codes, classes, turned[codes], penalties)
        fit = fit_logistic(problem, solver="cg", start=weights, solve=solve)
        weights = fit.weights
        assert fit.converged
        assert fit.iterations < 30
        assert weights == pytest.approx(fit_logistic(problem).weights, abs=1e-4)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("classes", [2, 3])
def test_hard_columns_are_fitted(solver: str, classes: int) -> None:
    X, codes = drawn_rows(200, 6, classes, seed=7)
    X[:, 0] *= 1e6
    X[:, 1] = 3.0
    X[:, 2] = X[:, 3]
    X[:, 4] = 0.0
    fit = fit_logistic(problem_with(X, codes, 1.0), solver=solver)
    assert fit.converged
    assert np.all(np.isfinite(fit.weights))
    assert fit.weights[:, 4] == pytest.approx(0.0)
    assert fit.weights[:, 2] == pytest.approx(fit.weights[:, 3], rel=1e-4, abs=1e-5)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("penalty", [0.0, 1e-9])
@pytest.mark.parametrize("classes", [2, 3])
def test_separable_rows_without_a_penalty_end_within_the_bound(
    solver: str, penalty: float, classes: int
) -> None:
    X, _ = drawn_rows(90, 5, classes, seed=8)
    codes = np.minimum((X[:, 0] > 0).astype(np.intp) + (X[:, 0] > 1.0), classes - 1)
    fit = fit_logistic(problem_with(X, codes, penalty), solver=solver, max_iter=60)
    assert fit.iterations <= 60
    assert np.all(np.isfinite(fit.weights))
    right = fit.probabilities[:, 0] > 0.5 if classes == 2 else fit.probabilities.argmax(axis=1)
    assert np.array_equal(right, codes)


def test_known_scores_are_added_to_the_rows() -> None:
    X, codes = drawn_rows(120, 4, 2, seed=9)
    problem = problem_with(X, codes, 1.0)
    shift = 0.8
    shifted = fit_logistic(problem, offset=shift)
    plain = fit_logistic(problem)
    assert shifted.weights[0, -1] == pytest.approx(plain.weights[0, -1] - shift, abs=1e-6)
    assert shifted.weights[0, :-1] == pytest.approx(plain.weights[0, :-1], abs=1e-6)


def test_a_large_row_count_is_worked_through_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    X, codes = drawn_rows(97, 5, 3, seed=10)
    whole = hessian(problem_with(X, codes, 1.0), np.full((97, 3), 1 / 3))
    monkeypatch.setattr("steersman.maths.logistic.objective.CHUNK_CELLS", 100)
    assert hessian(problem_with(X, codes, 1.0), np.full((97, 3), 1 / 3)) == pytest.approx(whole)


@pytest.mark.parametrize("classes", [2, 3])
def test_only_a_chunk_of_rows_is_copied_at_a_time(
    classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = problem_with(np.ones((20_000, 9)), np.arange(20_000) % classes, 1.0)
    monkeypatch.setattr("steersman.maths.logistic.objective.CHUNK_CELLS", 1_000)
    tracemalloc.start()
    try:
        hessian(problem, np.full(problem.truth.shape, 0.3))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # A few numbers for each row, but no copy of its ten columns.
    assert most < 8 * 20_000 * 8


def test_the_slope_at_the_fit_is_flat() -> None:
    X, codes = drawn_rows(400, 20, 2, seed=11)
    problem = problem_with(X, codes, 1.0)
    assert largest_slope(problem, fit_logistic(problem)) < 1e-6 * problem.weights.sum()


@pytest.mark.parametrize("size", [1.0, 1e4, 1e300])
def test_probabilities_of_many_classes_are_finite_however_far_apart_the_scores(size: float) -> None:
    scores = np.array([[size, -size, 0.0], [-size, -size, -size], [0.0, size, size]])
    probabilities = class_probabilities(scores)
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0)
    np.testing.assert_allclose(probabilities[1], 1.0 / 3.0)
    assert probabilities[0].argmax() == 0


def test_a_hessian_that_takes_too_many_products_is_not_factored() -> None:
    for rows, columns, expected in ((40, 300, "cholesky"), (50, 300, "cg"), (5, 1200, "cg")):
        X, codes = np.ones((rows, columns)), np.arange(rows) % 2
        problem = problem_of(with_ones(X), codes, 2, np.ones(rows), np.ones((1, columns)))
        assert chosen_solver(problem, "auto") == expected
        assert chosen_solver(problem, "lbfgs") == "lbfgs"
        assert not wide_softmax(problem)


@pytest.mark.parametrize(
    ("columns", "classes", "sparse", "wide"),
    [(MANY_PARAMETERS, 3, True, True), (MANY_PARAMETERS, 3, False, False),
     (MANY_PARAMETERS, 2, True, False), (20, 3, True, False)],
)  # fmt: skip
def test_only_large_sparse_problems_of_several_classes_start_down_the_slope(
    columns: int, classes: int, sparse: bool, wide: bool
) -> None:
    X = csr_matrix((6, columns)) if sparse else np.zeros((6, columns))
    problem = problem_with(X, np.arange(6) % classes, 1.0)
    assert wide_softmax(problem) is wide
