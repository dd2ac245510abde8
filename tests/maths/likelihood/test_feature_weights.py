"""Weights of features against another solver of the same problem and against its gradient."""

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.svm import LinearSVC

from steersman.maths.likelihood import TuningProblem, tuned_correction
from steersman.maths.likelihood.feature_weights import (
    BIAS_SCALE,
    LINE_SCALE,
    MOST_ROUNDS,
    ascend,
    margin_of,
    move_weights,
    own_curvature,
    shuffle,
)


def some_problem(seed, looseness=0.3):
    rng = np.random.default_rng(seed)
    present = csr_matrix((rng.random((120, 40)) < 0.15).astype(float))
    sign = np.where(present @ rng.normal(size=40) + rng.normal(size=120) > 0.3, 1.0, -1.0)
    plane, scale = rng.normal(size=(120, 2)), rng.uniform(0.2, 2.0, 40)
    return TuningProblem(present, plane, sign, scale, looseness)


def unknowns_of(correction, problem):
    line = correction.line / LINE_SCALE
    return np.concatenate(
        [correction.features / problem.scale, line, [correction.bias / BIAS_SCALE]]
    )


def loss_and_gradient(unknowns, problem):
    columns = hstack([problem.present.multiply(problem.scale), LINE_SCALE * problem.plane]).tocsr()
    columns = hstack([columns, np.full((columns.shape[0], 1), BIAS_SCALE)]).tocsr()
    lacking = np.maximum(1.0 - problem.sign * (columns @ unknowns), 0.0)
    weights = np.broadcast_to(problem.looseness, len(lacking))
    push = -2.0 * weights * problem.sign * lacking
    return float(weights @ lacking**2 + 0.5 * unknowns @ unknowns), unknowns + columns.T @ push


def test_the_tuned_correction_is_the_least_loss_that_another_solver_finds():
    for seed in range(3):
        problem = some_problem(seed)
        found = unknowns_of(tuned_correction(problem), problem)
        value, gradient = loss_and_gradient(found, problem)
        columns = [problem.present.multiply(problem.scale), LINE_SCALE * problem.plane]
        peer = LinearSVC(
            C=problem.looseness, intercept_scaling=BIAS_SCALE, tol=1e-9, max_iter=100_000
        ).fit(hstack(columns).tocsr(), problem.sign)
        theirs = np.append(peer.coef_.ravel(), peer.intercept_ / BIAS_SCALE)
        np.testing.assert_allclose(value, loss_and_gradient(theirs, problem)[0], rtol=1e-6)
        assert np.linalg.norm(gradient) < 1e-2


def test_without_freedom_every_feature_stays_at_the_shared_prior():
    problem = some_problem(9)
    correction = tuned_correction(problem._replace(scale=np.full(40, 1e-9)))
    assert np.abs(correction.features).max() < 1e-12
    assert np.abs(correction.line).max() > 0.01


def test_a_looser_document_counts_so_many_times_and_none_is_left_out():
    problem = some_problem(4)
    times = np.random.default_rng(4).integers(0, 4, 120)
    copies = np.repeat(np.arange(120), times)
    several = TuningProblem(
        problem.present[copies], problem.plane[copies], problem.sign[copies], problem.scale, 0.3
    )
    weighed = tuned_correction(problem._replace(looseness=0.3 * times), close=1e-9)
    np.testing.assert_allclose(
        weighed.features, tuned_correction(several, close=1e-9).features, atol=1e-7
    )


def test_entries_scale_what_a_document_holds():
    problem = some_problem(5)._replace(plane=np.zeros((120, 0)))
    entries = np.random.default_rng(5).uniform(0.2, 1.0, 120)
    found = tuned_correction(problem._replace(entries=entries), close=1e-9)
    scaled = problem.present.multiply(entries[:, None]).multiply(problem.scale)
    peer = LinearSVC(C=0.3, intercept_scaling=BIAS_SCALE, tol=1e-9, max_iter=100_000)
    peer.fit(csr_matrix(scaled), problem.sign)
    np.testing.assert_allclose(found.features, peer.coef_.ravel() * problem.scale, atol=1e-5)
    np.testing.assert_allclose(found.bias, peer.intercept_, atol=1e-5)


def test_the_curvature_of_a_document_is_that_of_its_features_and_of_the_line():
    indices, indptr = np.array([0, 2, 1], dtype=np.int32), np.array([0, 2, 3], dtype=np.int32)
    rows = (indices, indptr, np.array([0.5, 3.0]))
    plane, freedom = np.array([[1.0, 3.0], [0.0, 2.0]]), np.array([0.25, 5.0, 1.5])
    assert own_curvature(rows, plane, freedom, 0) == (0.25 + 1.5) * 0.25 + 4.0 * (1.0 + 9.0)
    assert own_curvature(rows, plane, freedom, 1) == 5.0 * 9.0 + 4.0 * 4.0


def test_an_order_is_shuffled_by_knuths_generator():
    order, state = np.arange(9), np.uint64(77)
    for count in (9, 5, 1, 0):
        plain, number = order.tolist(), int(state)
        for place in range(count):
            number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
            other = place + (number >> 33) % (count - place)
            plain[place], plain[other] = plain[other], plain[place]
        state = np.uint64(int(shuffle(order, count, state)) % 2**64)
        assert order.tolist() == plain
        assert int(state) == number


def test_a_pull_moves_the_margin_by_the_curvature():
    problem = some_problem(1)
    entries = np.random.default_rng(1).uniform(0.5, 2.0, 120)
    rows = problem.present.indices, problem.present.indptr, entries
    freedom, plane = problem.scale**2, problem.plane
    weights = np.zeros(40), np.zeros(2)
    for number, pull in ((3, 0.7), (50, -1.3), (3, 0.2)):
        before = margin_of(rows, plane, weights, number)
        move_weights(rows, plane, freedom, weights, number, pull)
        moved = margin_of(rows, plane, weights, number) - before
        np.testing.assert_allclose(moved, pull * own_curvature(rows, plane, freedom, number))
    held = problem.present.multiply(entries[:, None]) @ weights[0] + plane @ weights[1]
    margins = [margin_of(rows, plane, weights, number) for number in range(120)]
    np.testing.assert_allclose(margins, held)


def test_the_search_settles_in_few_rounds_and_the_sooner_the_less_is_asked():
    rounds = []
    for close in (1e-2, 1e-4, 1e-8):
        problem, weights = some_problem(2), (np.zeros(40), np.zeros(3))
        rows = problem.present.indices, problem.present.indptr, np.ones(120)
        plane = np.hstack([problem.plane, np.full((120, 1), BIAS_SCALE / LINE_SCALE)])
        looseness = np.full(120, 0.3)
        found = ascend(rows, plane, problem.sign, problem.scale**2, looseness, weights, close)
        margins = problem.sign * np.array(
            [margin_of(rows, plane, weights, number) for number in range(120)]
        )
        # Every strength follows from the margin: nothing is left to gain but what is asked.
        strengths = np.maximum(0.0, (1.0 - margins) * 2.0 * 0.3)
        pulled = problem.scale**2 * (problem.present.T @ (strengths * problem.sign))
        np.testing.assert_allclose(weights[0], pulled, atol=50.0 * close)
        rounds.append(found)
    assert 0 < rounds[0] < rounds[1] < rounds[2] < MOST_ROUNDS
    assert rounds[2] < 400
