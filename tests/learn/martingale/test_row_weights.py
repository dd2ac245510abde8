"""Weights of rows in martingale programs: copies of the row, or a draw by weight."""

import numpy as np
import pytest
from sklearn.datasets import make_moons

from steersman import AdaptiveMartingaleBoostClassifier, MartingaleBoostClassifier
from steersman.learn.row_order import MOST_COPIES, class_prints, copies_of_rows

X, Y = make_moons(80, noise=0.3, random_state=0)
TIMES = np.random.default_rng(1).integers(0, 4, 80)


@pytest.mark.parametrize("kind", [MartingaleBoostClassifier, AdaptiveMartingaleBoostClassifier])
def test_a_whole_weight_is_so_many_copies_of_the_row(kind) -> None:
    model = kind(n_levels=5, random_state=0)
    copies = model.fit(np.repeat(X, TIMES, axis=0), np.repeat(Y, TIMES)).predict_proba(X)
    weighted = model.fit(X, Y, sample_weight=TIMES).predict_proba(X)
    np.testing.assert_allclose(weighted, copies, rtol=1e-6)


@pytest.mark.parametrize("scale", [0.01, 7.3, 1000.0])
def test_other_weights_are_shares_of_as_many_rows(scale: float) -> None:
    weights = np.random.default_rng(2).random(80) + 0.1
    shares = weights * 80 / weights.sum()
    drawn = []
    for seed in range(200):
        rows = copies_of_rows(scale * weights, class_prints(X, Y), np.random.default_rng(seed))
        counts = np.bincount(rows, minlength=80)
        assert len(rows) == 80
        assert np.all(np.abs(counts - shares) < 1)
        drawn.append(counts)
    np.testing.assert_allclose(np.mean(drawn, axis=0), shares, atol=4 * 0.5 / np.sqrt(200))


def test_large_whole_weights_do_not_fill_the_memory() -> None:
    rows = copies_of_rows(np.full(80, 1e9), class_prints(X, Y), np.random.default_rng(0))
    np.testing.assert_array_equal(rows, np.arange(80))
    most = copies_of_rows(np.full(80, MOST_COPIES), class_prints(X, Y), np.random.default_rng(0))
    assert len(most) == 80 * MOST_COPIES
