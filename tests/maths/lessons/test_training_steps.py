"""The perceptron's and the logistic ascent's training, step by step."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import approx_fprime
from sklearn.linear_model import LogisticRegression, Perceptron, SGDClassifier

from steersman.maths.lessons import (
    batch_ascent,
    homogeneous,
    log_conditional_likelihood,
    perceptron_trace,
    stochastic_ascent,
)
from steersman.maths.lessons.ascent import MOST_KEPT, kept_updates, likelihood_gradient

Floats = NDArray[np.float64]
EMAILS = np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
SPAM = np.array([1.0, -1.0, -1.0, -1.0])
BY_HAND = [  # e-mail that was wrong (from 1), then (w0, w1, w2) after the update
    (1, (1, 1, 1)), (2, (0, 1, 1)), (3, (-1, 0, 1)), (4, (-2, 0, 0)),
    (1, (-1, 1, 1)), (3, (-2, 0, 1)),
    (1, (-1, 1, 2)), (3, (-2, 0, 2)), (4, (-3, 0, 1)),
    (1, (-2, 1, 2)), (4, (-3, 1, 1)),
    (1, (-2, 2, 2)), (3, (-3, 1, 2)),
    (1, (-2, 2, 3)), (3, (-3, 1, 3)), (4, (-4, 1, 2)),
    (1, (-3, 2, 3)), (4, (-4, 2, 2)),
    (1, (-3, 3, 3)), (3, (-4, 2, 3)),
]  # fmt: skip


def test_the_trace_on_the_four_emails_is_the_one_by_hand() -> None:
    trace = perceptron_trace(EMAILS, SPAM)
    assert trace.converged
    told = [(row + 1, tuple(w)) for row, w in zip(trace.examples.tolist(), trace.weights[1:])]
    assert told == BY_HAND
    assert trace.epochs.tolist() == [1] * 4 + [2] * 2 + [3] * 3 + [4] * 2 + [5] * 2 + [6] * 3 + [
        7,
        7,
        8,
        8,
    ]
    assert (np.sign(homogeneous(EMAILS) @ trace.weights[-1]) == SPAM).all()


def test_the_weights_equal_scikit_learns_perceptron() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(80, 3))
    signs = np.where(X @ [1.0, -2.0, 0.5] + 0.2 * rng.normal(size=80) > 0.3, 1.0, -1.0)
    trace = perceptron_trace(X, signs, rate=0.7, max_epochs=6)
    peer = Perceptron(eta0=0.7, shuffle=False, tol=None, max_iter=6).fit(X, signs)
    np.testing.assert_allclose(trace.weights[-1], [*peer.intercept_, *peer.coef_[0]], atol=1e-12)


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.floats(0.05, 3.0))
def test_each_update_adds_its_own_mistaken_example(seed: int, rate: float) -> None:
    rng = np.random.default_rng(seed)
    X, signs = rng.normal(size=(30, 2)), rng.choice([-1.0, 1.0], 30)
    trace = perceptron_trace(X, signs, rate, start=rng.normal(size=3), max_epochs=5)
    rows = signs[:, np.newaxis] * homogeneous(X)
    for before, after, row in zip(trace.weights, trace.weights[1:], trace.examples):
        assert rows[row] @ before <= 0
        np.testing.assert_array_equal(after, before + rate * rows[row])
    assert trace.converged == bool((rows @ trace.weights[-1] > 0).all())


def test_a_trace_that_is_not_kept_ends_at_the_same_weights_and_one_cut_short_is_its_beginning():
    rng = np.random.default_rng(3)
    X, signs = rng.normal(size=(40, 2)), rng.choice([-1.0, 1.0], 40)
    whole = perceptron_trace(X, signs, max_epochs=4)
    bare = perceptron_trace(X, signs, max_epochs=4, keep=False)
    short = perceptron_trace(X, signs, max_epochs=4, max_updates=7)
    np.testing.assert_array_equal(bare.weights, whole.weights[-1:])
    np.testing.assert_array_equal(short.weights, whole.weights[:8])


def plain_perceptron(
    pull: Floats, visits: Floats, start: Floats, max_epochs: int, most: int
) -> tuple[list[tuple[int, int]], Floats]:
    """The row and the pass of each update by half of a row, and the last weights."""
    weights, made = start.copy(), []
    for epoch in range(1, max_epochs + 1):
        for row, times in enumerate(visits):
            for share in [1.0] * int(times) + [times % 1.0]:
                if share and pull[row] @ weights <= 0.0 and len(made) < most:
                    weights = weights + 0.5 * share * pull[row]
                    made.append((row, epoch))
    return made, weights


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(1, 8), st.integers(0, 60), st.booleans())
def test_updates_are_those_of_a_plain_perceptron(
    seed: int, max_epochs: int, most: int, separable: bool
) -> None:
    rng = np.random.default_rng(seed)
    X = rng.integers(-4, 5, (12, 2)).astype(float)
    signs = np.where(X @ [2.0, 1.0] > 0.5, 1.0, -1.0) if separable else rng.choice([-1.0, 1.0], 12)
    # Eighths, so that sums are exact in any order.
    visits, start = rng.integers(1, 20, 12) / 8.0, rng.integers(-2, 3, 3).astype(float)
    trace = perceptron_trace(
        X, signs, 0.5, start=start, max_epochs=max_epochs, max_updates=most, times=visits
    )
    pull = signs[:, np.newaxis] * homogeneous(X)
    made, weights = plain_perceptron(pull, visits, start, max_epochs, most)
    assert list(zip(trace.examples.tolist(), trace.epochs.tolist())) == made
    np.testing.assert_array_equal(trace.weights[-1], weights)
    assert trace.converged == bool((pull @ weights > 0.0).all())


def test_a_perceptron_that_never_converges_makes_every_pass_it_may() -> None:
    X, signs = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]]), np.array([1.0, 1, -1, -1])
    for passes in (1, 2, 3, 7):
        trace = perceptron_trace(X, signs, max_epochs=passes)
        assert trace.epochs[-1] == passes
        assert not trace.converged
    # Every row may be wrong at each of its visits, of which a part is one.
    often = perceptron_trace(X, signs, max_epochs=3, times=np.array([2.5, 1.0, 1.0, 0.5]))
    assert often.epochs[-1] == 3


@pytest.fixture
def cloud() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(1)
    truth = (np.arange(90) % 2).astype(float)
    return rng.normal(size=(90, 2)) + 0.8 * truth[:, np.newaxis], truth


def test_the_gradient_is_the_likelihoods_own(cloud) -> None:
    X, truth = cloud
    design, w = homogeneous(X), np.array([0.3, -0.2, 0.7])

    def likelihood(weights: np.ndarray) -> float:
        return float(log_conditional_likelihood(design, truth, weights)[0])

    numeric = approx_fprime(w, likelihood, 1e-7)
    np.testing.assert_allclose(likelihood_gradient(design, truth, w), numeric, rtol=1e-4)


def test_batch_ascent_climbs_every_step_and_ends_at_maximum_likelihood(cloud) -> None:
    X, truth = cloud
    path = batch_ascent(X, truth, rate=0.5, epochs=3000, mean=True)
    assert len(path.weights) == MOST_KEPT + 1
    assert path.updates[-1] == 3000
    likelihoods = log_conditional_likelihood(homogeneous(X), truth, path.weights)
    assert (np.diff(likelihoods) >= -1e-9).all()
    peer = LogisticRegression(C=np.inf, tol=1e-10).fit(X, truth)
    np.testing.assert_allclose(path.weights[-1], [*peer.intercept_, *peer.coef_[0]], atol=1e-4)


def test_stochastic_ascent_takes_the_steps_of_scikit_learns(cloud) -> None:
    X, truth = cloud
    order = np.tile(np.arange(len(X)), 3)
    path = stochastic_ascent(X, truth, 0.1, order)
    peer = SGDClassifier(
        loss="log_loss", penalty=None, learning_rate="constant", eta0=0.1, shuffle=False,
        max_iter=3, tol=None,
    ).fit(X, truth)  # fmt: skip
    np.testing.assert_allclose(path.weights[-1], [*peer.intercept_, *peer.coef_[0]], atol=1e-10)


def test_a_batch_step_is_the_sum_over_all_rows_and_the_mean_by_name(cloud) -> None:
    X, truth = cloud
    gradient = likelihood_gradient(homogeneous(X), truth, np.zeros(X.shape[1] + 1))
    summed = batch_ascent(X, truth, rate=0.01, epochs=1).weights[1]
    np.testing.assert_allclose(summed, 0.01 * gradient)
    averaged = batch_ascent(X, truth, rate=0.01, epochs=1, mean=True).weights[1]
    np.testing.assert_allclose(averaged, summed / len(X))


@pytest.mark.parametrize("updates", [0, 1, 7, MOST_KEPT, MOST_KEPT + 1, 5 * MOST_KEPT])
def test_all_of_few_updates_are_kept_and_evenly_spaced_ones_of_many(updates: int) -> None:
    kept = kept_updates(updates)
    assert len(kept) == min(updates, MOST_KEPT) + 1
    assert (kept[0], kept[-1]) == (0, updates)
    apart = np.diff(kept)
    if updates:
        assert apart.max() - apart.min() <= 1
        assert apart.min() >= 1


@pytest.mark.parametrize("mean", [False, True])
@pytest.mark.parametrize("started", [False, True])
def test_batch_ascent_is_a_plain_loop_of_steps(cloud, mean: bool, started: bool) -> None:
    X, truth = cloud
    times = (np.arange(90) % 3).astype(float)
    start = np.array([0.3, -0.1, 0.2]) if started else None
    path = batch_ascent(X, truth, 0.02, 1300, start, mean=mean, times=times)
    design, w = homogeneous(X), np.zeros(3) if start is None else start
    step = 0.02 / times.sum() if mean else 0.02
    plain = [w]
    for _ in range(1300):
        chances = 1.0 / (1.0 + np.exp(-design @ w))
        w = w + step * (times * (truth - chances)) @ design
        plain.append(w)
    np.testing.assert_allclose(path.weights, np.array(plain)[path.updates], atol=1e-12)
    repeated = np.repeat(np.arange(90), times.astype(int))
    again = batch_ascent(X[repeated], truth[repeated], 0.02, 1300, start, mean=mean)
    np.testing.assert_allclose(again.weights, path.weights, atol=1e-10)


@pytest.mark.parametrize("started", [False, True])
@pytest.mark.parametrize("parts", [False, True])
def test_stochastic_ascent_is_a_plain_loop_of_steps(cloud, started: bool, parts: bool) -> None:
    X, truth = cloud
    rng = np.random.default_rng(0)
    order = rng.integers(0, 90, 1300)
    start = np.array([0.3, -0.1, 0.2]) if started else None
    shares = rng.random(1300) if parts else None
    path = stochastic_ascent(X, truth, 0.3, order, start, shares)
    design, w = homogeneous(X), np.zeros(3) if start is None else start
    plain = [w]
    for place, row in enumerate(order):
        pull = truth[row] - 1.0 / (1.0 + np.exp(-design[row] @ w))
        w = w + (0.3 if shares is None else 0.3 * shares[place]) * pull * design[row]
        plain.append(w)
    np.testing.assert_allclose(path.weights, np.array(plain)[path.updates], atol=1e-12)
    likelihoods = log_conditional_likelihood(design, truth, path.weights[:3])
    scores = path.weights[:3] @ design.T
    chances = 1.0 / (1.0 + np.exp(-scores))
    expected = np.log(np.where(truth == 1, chances, 1.0 - chances)).sum(axis=1)
    np.testing.assert_allclose(likelihoods, expected)
