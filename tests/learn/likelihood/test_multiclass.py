"""Likelihood spaces of several classes, weighed together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.datasets import load_digits
from sklearn.metrics import f1_score
from sklearn.naive_bayes import MultinomialNB

from steersman.learn.files import load_model, save_model
from steersman.learn.likelihood import (
    LikelihoodSpaceClassifier,
    MulticlassLikelihoodSpaceClassifier,
)
from steersman.learn.likelihood.multiclass import (
    CrossFit,
    margins_of,
    presence_thresholds,
    spread_folds,
)


@pytest.fixture(scope="module")
def digits() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    X, y = load_digits(return_X_y=True)
    return X, y


def test_digits_are_told_apart_better_than_by_naive_bayes(digits) -> None:
    X, y = digits
    train, test = np.arange(len(y)) % 3 > 0, np.arange(len(y)) % 3 == 0
    models = MulticlassLikelihoodSpaceClassifier(), LikelihoodSpaceClassifier(), MultinomialNB()
    ours, plain, counts = (
        f1_score(y[test], model.fit(X[train], y[train]).predict(X[test]), average="macro")
        for model in models
    )
    assert ours > max(plain, counts) + 0.01


def test_margins_are_differences_of_log_likelihoods_over_the_root_of_the_length() -> None:
    X = np.array([[1, 1, 0], [1, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1], [0, 1, 0]], dtype=float)
    y = np.array(list("aabbcc"))
    space = LikelihoodSpaceClassifier(0.5, 2.0).fit(X, y)
    expected = (
        np.column_stack([np.subtract(*space.coordinates(X, name).T) for name in "abc"])
        / np.sqrt(np.maximum(X.sum(axis=1), 1))[:, None]
    )
    assert margins_of(space, X) == pytest.approx(expected)
    assert margins_of(space, csr_matrix(X)) == pytest.approx(expected)


def test_a_row_has_no_part_in_its_own_margin() -> None:
    rng = np.random.default_rng(0)
    X, y = (rng.random((30, 8)) < 0.4).astype(float), np.tile(["a", "b", "c"], 10)
    folds = np.arange(30) % 5
    cross = CrossFit(X, y, np.ones(30), folds)
    found = cross.margins(LikelihoodSpaceClassifier())
    for fold in range(5):
        held = folds == fold
        others = LikelihoodSpaceClassifier().fit(X[~held], y[~held])
        assert found[held] == pytest.approx(margins_of(others, X[held]))


def test_presence_in_dense_rows_may_begin_at_a_quartile() -> None:
    assert presence_thresholds(csr_matrix(np.eye(3)), np.ones(3)) == (0.0,)
    rows, weights = np.array([[0.0, 2.0], [4.0, 6.0]]), np.array([1.0, 3.0])
    assert presence_thresholds(rows, np.ones(2)) == (0.0, 2.0, 4.0, 6.0)
    # As of 2, 4, 4, 4, 6, 6 and 6.
    assert presence_thresholds(rows, weights) == (0.0, 4.0, 6.0)


def test_a_saved_model_predicts_the_same(digits, tmp_path: Path) -> None:
    X, y = digits[0][:300], digits[1][:300]
    model = MulticlassLikelihoodSpaceClassifier(alpha=0.1, binarize=5.0).fit(X, y)
    save_model(model, tmp_path / "digits.skops")
    loaded = load_model(tmp_path / "digits.skops")
    assert np.array_equal(loaded.predict_proba(X), model.predict_proba(X))


def test_a_weight_is_so_many_copies_of_the_row() -> None:
    rng = np.random.default_rng(3)
    codes = rng.integers(0, 3, 90)
    rows = csr_matrix(rng.poisson(0.3 + 1.2 * (np.arange(12) // 4 == codes[:, None])))
    times = rng.integers(0, 4, 90)
    model = MulticlassLikelihoodSpaceClassifier(class_weight="balanced")
    copies = model.fit(rows[np.repeat(np.arange(90), times)], np.repeat(codes, times))
    expected, setting = copies.decision_function(rows), copies.setting_
    model.fit(rows, codes, sample_weight=times)
    assert model.setting_ == setting
    np.testing.assert_allclose(model.decision_function(rows), expected, rtol=1e-6)


def test_folds_keep_equal_rows_together_and_spread_classes() -> None:
    codes = np.repeat([0, 1, 2], [40, 30, 7])
    keys = np.arange(77, dtype=np.uint64)
    keys[:20] = 5
    folds = spread_folds(keys, codes, 5)
    assert len(np.unique(folds[:20])) == 1
    for code in (1, 2):
        sizes = np.bincount(folds[codes == code], minlength=5)
        assert sizes.max() - sizes.min() <= 1
