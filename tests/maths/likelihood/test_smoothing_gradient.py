"""The loss of per-feature smoothing against numbers and against a solver of the same problem."""

import numpy as np
from scipy.sparse import csr_matrix, hstack
from sklearn.svm import LinearSVC

from steersman.maths.likelihood import TuningProblem, tuned_correction
from steersman.maths.likelihood.smoothing_gradient import BIAS_SCALE, LINE_SCALE, tuning_loss


def some_problem(seed, looseness=0.3):
    rng = np.random.default_rng(seed)
    present = csr_matrix((rng.random((120, 40)) < 0.15).astype(float))
    sign = np.where(present @ rng.normal(size=40) + rng.normal(size=120) > 0.3, 1.0, -1.0)
    plane, scale = rng.normal(size=(120, 2)), rng.uniform(0.2, 2.0, 40)
    return TuningProblem(present, csr_matrix(present.T), plane, sign, scale, looseness)


def unknowns_of(correction, problem):
    line = correction.line / LINE_SCALE
    return np.concatenate(
        [correction.features / problem.scale, line, [correction.bias / BIAS_SCALE]]
    )


def test_the_gradient_is_that_of_central_differences():
    for seed in range(5):
        problem = some_problem(seed)
        at = np.random.default_rng(seed).normal(0, 0.5, 43)
        _, gradient = tuning_loss(at, problem)
        for k in range(len(at)):
            step = np.zeros(len(at))
            step[k] = 1e-5
            rise = tuning_loss(at + step, problem)[0] - tuning_loss(at - step, problem)[0]
            assert abs(rise / 2e-5 - gradient[k]) <= 1e-4 * max(1.0, abs(gradient[k]))


def test_the_tuned_correction_is_the_least_loss_that_another_solver_finds():
    for seed in range(3):
        problem = some_problem(seed)
        found = unknowns_of(tuned_correction(problem), problem)
        value, gradient = tuning_loss(found, problem)
        columns = [problem.present.multiply(problem.scale), LINE_SCALE * problem.plane]
        peer = LinearSVC(
            C=problem.looseness, intercept_scaling=BIAS_SCALE, tol=1e-9, max_iter=100_000
        ).fit(hstack(columns).tocsr(), problem.sign)
        theirs = np.append(peer.coef_.ravel(), peer.intercept_ / BIAS_SCALE)
        np.testing.assert_allclose(value, tuning_loss(theirs, problem)[0], rtol=1e-6)
        assert np.linalg.norm(gradient) < 1e-2


def test_without_freedom_every_feature_stays_at_the_shared_prior():
    problem = some_problem(9)
    correction = tuned_correction(problem._replace(scale=np.full(40, 1e-9)))
    assert np.abs(correction.features).max() < 1e-12
    assert np.abs(correction.line).max() > 0.01
