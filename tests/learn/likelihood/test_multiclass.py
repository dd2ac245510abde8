"""Likelihood spaces of several classes, calibrated together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.special import expit, softmax
from sklearn.datasets import load_digits
from sklearn.metrics import f1_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.svm import LinearSVC

from steersman.learn.files import load_model, save_model
from steersman.learn.likelihood import (
    LikelihoodSpaceClassifier,
    MulticlassLikelihoodSpaceClassifier,
)
from steersman.learn.likelihood.multiclass import (
    best_sharpness,
    spread_folds,
)
from steersman.learn.likelihood.presence_levels import presence_levels


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


def test_margins_of_each_class_are_those_of_a_linear_machine_on_scaled_rows() -> None:
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 3, 80)
    rows = csr_matrix(rng.poisson(0.3 + 1.2 * (np.arange(12) // 4 == codes[:, None])))
    model = MulticlassLikelihoodSpaceClassifier(levels=[0]).fit(rows, codes)
    present = (rows > 0).astype(float)[:, model.levels_.columns]
    unit = present.multiply(1.0 / np.sqrt(np.maximum(present.sum(axis=1), 1.0)))
    for code in range(3):
        own = codes == code
        shares = [(present[side].sum(axis=0) + 1) / (side.sum() + 2) for side in (own, ~own)]
        scale = np.sqrt(0.5 * np.abs(np.log(shares[0] / shares[1])))
        machine = LinearSVC(C=2.0, tol=1e-8, max_iter=100_000)
        expected = machine.fit(unit.multiply(scale).tocsr(), own).decision_function(
            unit.multiply(scale).tocsr()
        )
        found = model.decision_function(rows)[:, code] / model.sharpness_
        np.testing.assert_allclose(found, expected, atol=5e-3)


def test_the_probabilities_of_new_rows_suit_their_frequencies(digits) -> None:
    X, y = digits
    train, test = np.arange(len(y)) % 2 > 0, np.arange(len(y)) % 2 == 0
    model = MulticlassLikelihoodSpaceClassifier().fit(X[train], y[train])
    probabilities = model.predict_proba(X[test])
    assert np.array_equal(model.predict(X[test]), probabilities.argmax(axis=1))
    assert probabilities.sum(axis=1) == pytest.approx(1.0)
    right = np.mean(probabilities.argmax(axis=1) == y[test])
    assert probabilities.max(axis=1).mean() == pytest.approx(right, abs=0.02)


def test_the_best_sharpness_has_no_slope() -> None:
    rng = np.random.default_rng(0)
    margins, codes = rng.normal(size=(60, 3)), rng.integers(0, 3, 60)
    margins[np.arange(60), codes] += 1.0
    weights = rng.uniform(0.5, 2.0, 60)
    best = best_sharpness(margins, codes, weights)
    doubt = 1.0 / (weights.sum() + 2.0)
    targets = np.where(codes[:, None] == np.arange(3), 1.0 - doubt, doubt / 2.0)
    slope = weights @ ((softmax(best * margins, axis=1) - targets) * margins)
    assert slope.sum() == pytest.approx(0.0, abs=1e-3)


def test_margins_without_an_error_leave_a_doubt() -> None:
    margins, codes = np.array([[2.0, -2.0], [-2.0, 2.0]] * 5), np.array([0, 1] * 5)
    sharpness = best_sharpness(margins, codes, np.ones(10))
    # Platt: of ten right rows the next is taken to be wrong once in twelve.
    assert softmax(sharpness * margins, axis=1)[0, 1] == pytest.approx(1 / 12, rel=1e-3)


def test_two_classes_have_one_margin() -> None:
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 60)
    X = csr_matrix(rng.poisson(0.3 + (np.arange(8) // 4 == y[:, None])))
    model = MulticlassLikelihoodSpaceClassifier().fit(X, y)
    odds = model.decision_function(X)
    assert odds.shape == (60,)
    np.testing.assert_allclose(model.predict_proba(X)[:, 1], expit(odds))
    assert np.array_equal(model.predict(X), (odds > 0).astype(int))


def test_presence_has_levels_of_counts_or_of_each_column() -> None:
    counts = np.array([[0.0, 2.0], [4.0, 6.0], [1.0, 0.0]])
    dense, sparse = (
        presence_levels(rows, np.ones(3), None) for rows in (counts, csr_matrix(counts))
    )
    assert list(zip(*sparse)) == [(0, 0.0), (1, 0.0), (0, 1.0), (1, 1.0), (0, 3.0), (1, 3.0)]
    assert list(zip(*dense)) == [(0, 0.0), (0, 1.0), (1, 0.0), (1, 2.0)]
    for levels in (dense, sparse):
        expected = counts[:, levels.columns] > levels.thresholds
        for rows in (counts, csr_matrix(counts)):
            assert np.array_equal(levels.present(rows).toarray(), expected)
    # As of 2, 6, 6, 6 and 0.
    weighed = presence_levels(counts, np.array([1.0, 3.0, 1.0]), None)
    assert list(zip(*weighed)) == [(0, 0.0), (0, 1.0), (1, 0.0), (1, 2.0)]


def test_a_saved_model_predicts_the_same(digits, tmp_path: Path) -> None:
    X, y = digits[0][:300], digits[1][:300]
    model = MulticlassLikelihoodSpaceClassifier(levels=[3, 9]).fit(X, y)
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
    expected = copies.decision_function(rows)
    model.fit(rows, codes, sample_weight=times)
    assert np.array_equal(model.decision_function(rows), expected)


def test_folds_spread_classes() -> None:
    codes = np.random.default_rng(0).permutation(np.repeat([0, 1, 2], [40, 30, 7]))
    folds = spread_folds(codes, 5)
    for code in range(3):
        sizes = np.bincount(folds[codes == code], minlength=5)
        assert sizes.max() - sizes.min() <= 1
