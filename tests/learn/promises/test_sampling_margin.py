"""Margins for the noise of a sample: against the next sample, drawn or by its exact law."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import betabinom, binom

from steersman import Want
from steersman.learn.promises import SamplingMargin
from steersman.learn.promises.sampling_margin import errors_within_noise


def test_the_margin_is_the_one_that_the_next_sample_needs() -> None:
    rng = np.random.default_rng(0)
    n, limit, risk, draws = 60, 9, 0.1, 3000
    allowed = errors_within_noise(n, limit, risk)
    assert betabinom.sf(limit, n, allowed + 1, n - allowed) <= risk
    assert betabinom.sf(limit, n, allowed + 2, n - allowed - 1) > risk
    first, second = rng.normal(size=(2, draws, n))
    cutoffs = np.sort(first, axis=1)[:, n - allowed - 1]
    broken = np.count_nonzero((second > cutoffs[:, np.newaxis]).sum(axis=1) > limit)
    exact = betabinom.sf(limit, n, allowed + 1, n - allowed)
    assert binom.ppf(0.0001, draws, exact) <= broken <= binom.ppf(0.9999, draws, exact)


@pytest.mark.parametrize("text", ["precision >= 80%", "accuracy >= 85%", "f1 >= 0.8", "fp <= 9"])
def test_caution_never_asks_for_less_than_the_want(text: str) -> None:
    want = Want(text).resolve(["ham", "spam"])
    falses, misses = np.random.default_rng(0).integers(0, 40, (2, 200))
    stack = np.array([[[60 - f, f], [m, 50 - m]] for f, m in zip(falses, misses)])
    gaps = SamplingMargin(want, np.array([60.0, 50.0]), 0.05).gaps(stack)
    assert np.all(gaps >= want.gaps(stack))
    assert np.any((gaps > 0) & (want.gaps(stack) == 0))


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("fp <= 11", (0, 1)),
        ("fp < 11", (0, 1)),
        ("fp < 11.5", (0, 1)),
        ("fpr <= 20%", (0, 1)),
        ("fpr < 20%", (0, 1)),
        ("specificity >= 80%", (0, 1)),
        ("specificity > 80%", (0, 1)),
        ("fnr <= 30%", (1, 0)),
        ("recall > 70%", (1, 0)),
        ("fn < 15 and fpr <= 90%", (1, 0)),
    ],
)
def test_caution_of_one_kind_of_error_is_that_of_the_next_sample(text: str, cell: tuple) -> None:
    """As many errors are allowed here as make more than the want allows unlikely in the next."""
    want, rows = Want(text).resolve(["ham", "spam"]), np.array([60, 50])
    stack = np.array([np.diag(rows)] * 50)
    stack[:, cell[0], cell[1]] = np.arange(50)
    stack[:, cell[0], cell[0]] -= np.arange(50)
    gaps = SamplingMargin(want, rows.astype(float), 0.1).gaps(stack)
    limit = np.count_nonzero(want.gaps(stack) == 0.0) - 1
    allowed = errors_within_noise(int(rows[cell[0]]), limit, 0.1 / len(want.bounds))
    assert 0 < allowed < limit
    assert gaps.tolist() == np.maximum(np.arange(50) - allowed, 0).tolist()


@pytest.mark.parametrize("text", ["accuracy >= 82%", "precision >= 75%", "f1 >= 77%"])
def test_caution_of_other_bounds_is_the_noise_of_two_samples(text: str) -> None:
    rng = np.random.default_rng(0)
    want, rows = Want(text).resolve(["ham", "spam"]), np.array([600, 400])
    stack = np.array([[[600 - f, f], [m, 400 - m]] for f, m in [(90, 80), (120, 60), (60, 130)]])
    (line,) = want.linear(rows.astype(float))
    gain = np.ptp(line.weights, axis=1).max()
    for matrix, gap in zip(stack, SamplingMargin(want, rows.astype(float), 0.05).gaps(stack)):
        shares = matrix / rows[:, np.newaxis]
        samples = np.stack([rng.multinomial(n, p, (2, 20_000)) for n, p in zip(rows, shares)], 2)
        apart = np.einsum("sdij,ij->sd", samples, line.weights)
        margin = np.quantile(apart[0] - apart[1], 0.95)
        missing = line.least + margin - np.sum(matrix * line.weights)
        assert gap == pytest.approx(max(missing / gain, 0.0), abs=2.0)


def test_a_want_without_limits_has_no_gap() -> None:
    want = Want("maximize accuracy").resolve(["ham", "spam"])
    margin = SamplingMargin(want, np.array([50.0, 50.0]))
    assert margin.gaps(np.array([[[50, 0], [25, 25]]])).tolist() == [0.0]
