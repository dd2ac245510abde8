"""Intervals against scipy and simulation; folds against what folds must be."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, bootstrap, ttest_1samp
from sklearn.datasets import load_iris
from sklearn.metrics import accuracy_score, f1_score
from sklearn.naive_bayes import GaussianNB
from tests.errors import raises

from steersman.evaluate import (
    bootstrap_interval,
    cross_validate,
    figures,
    k_fold,
    repeated_k_fold,
    wilson,
)
from steersman.evaluate.folds import corrected_interval


@given(st.integers(1, 200), st.floats(0, 1), st.floats(0.5, 0.99))
def test_wilson_equals_scipy(trials: int, share: float, confidence: float) -> None:
    successes = round(share * trials)
    figure = wilson(successes, trials, confidence)
    expected = binomtest(successes, trials).proportion_ci(confidence, method="wilson")
    assert (figure.low, figure.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert figure.value == successes / trials


def test_the_bootstrap_agrees_with_scipys() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 150)
    predicted = np.where(rng.random(150) < 0.8, y, 1 - y)
    right = (y == predicted).astype(float)
    expected = bootstrap((right,), np.mean, method="percentile", rng=1).confidence_interval
    for measure in ("accuracy", lambda a, b: float(np.mean(a == b))):
        figure = bootstrap_interval(y, predicted, measure, n_resamples=3000)
        assert figure.value == pytest.approx(right.mean())
        assert (figure.low, figure.high) == pytest.approx(tuple(expected), abs=0.015)


@pytest.mark.parametrize("several", [False, True])
def test_every_figure_lies_in_its_interval_and_equals_scikit_learns(several: bool) -> None:
    rng = np.random.default_rng(4)
    y, predicted = rng.integers(0, 2 if several else 3, (2, 90, 3) if several else (2, 90))
    found = {figure.name: figure for figure in figures(y, predicted)}
    assert all(0 <= f.low <= f.value <= f.high <= 1 for f in found.values())
    assert found["accuracy"].value == pytest.approx(accuracy_score(y, predicted))
    assert found["f1_macro"].value == pytest.approx(f1_score(y, predicted, average="macro"))
    per_class = f1_score(y, predicted, average=None)
    assert [found[f"f1({k})"].value for k in range(3)] == pytest.approx(per_class)
    assert {f.method for f in found.values()} == {
        "Wilson", "percentile bootstrap", "Wilson of tp / (tp + fp + fn)",
    }  # fmt: skip


def test_the_bootstrap_interval_of_macro_f1_covers_the_truth_about_as_often_as_it_says() -> None:
    rng = np.random.default_rng(6)
    y = rng.integers(0, 3, 20_000)
    predicted = np.where(rng.random(20_000) < 0.7, y, rng.integers(0, 3, 20_000))
    truth = f1_score(y, predicted, average="macro")
    covered = 0
    for _ in range(200):
        rows = rng.integers(0, 20_000, 150)
        figure = bootstrap_interval(y[rows], predicted[rows], confidence=0.9, n_resamples=300)
        covered += figure.low <= truth <= figure.high
    assert 0.82 <= covered / 200 <= 0.97


@given(st.lists(st.sampled_from("abc"), min_size=6, max_size=40), st.integers(2, 6))
def test_every_row_is_tested_once_and_never_trained_on(labels: list[str], n_folds: int) -> None:
    folds = k_fold(labels, n_folds, seed=1)
    assert len(folds) == n_folds
    np.testing.assert_array_equal(
        np.sort(np.concatenate([test for _, test in folds])), np.arange(len(labels))
    )
    for train, test in folds:
        assert not set(train) & set(test)
        assert len(train) + len(test) == len(labels)


def test_repeats_cut_differently_and_the_same_seed_cuts_the_same() -> None:
    y = list("aabb") * 5
    folds = repeated_k_fold(y, 4, 3, seed=9)
    assert len(folds) == 12
    first, second = [np.concatenate([test for _, test in folds[i : i + 4]]) for i in (0, 4)]
    assert not np.array_equal(first, second)
    again = repeated_k_fold(y, 4, 3, seed=9)
    assert all(np.array_equal(a[1], b[1]) for a, b in zip(folds, again, strict=True))


def test_cross_validation_scores_each_fold_with_a_fresh_model() -> None:
    X, y = load_iris(return_X_y=True)
    folds = k_fold(y, 5, seed=0)
    found = cross_validate(GaussianNB(), X, y, folds, "f1_macro")
    expected = [
        f1_score(y[test], GaussianNB().fit(X[train], y[train]).predict(X[test]), average="macro")
        for train, test in folds
    ]
    np.testing.assert_allclose(found.scores, expected)
    assert found.mean.value == pytest.approx(np.mean(expected))
    assert found.mean.low < found.mean.value < found.mean.high
    assert found.mean.method == "corrected resampled t"


def test_the_corrected_interval_is_the_t_interval_when_training_sets_do_not_overlap() -> None:
    scores = np.array([0.8, 0.9, 0.85, 0.7])
    plain = ttest_1samp(scores, 0).confidence_interval(0.95)
    assert corrected_interval(scores, 0.0, 0.95) == pytest.approx((plain.low, plain.high))
    assert corrected_interval(scores, 0.25, 0.95)[0] < plain.low


def test_mistakes_are_named() -> None:
    with raises("bad-successes", successes=5, trials=4):
        wilson(5, 4)
    with raises("bad-confidence", confidence=95):
        wilson(1, 4, confidence=95)
