"""Cross-validation: k folds, repeated k folds, and a measure's mean with a corrected interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Protocol, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from scipy.stats import t
from sklearn.base import clone

from steersman.data.splits import fold_numbers
from steersman.evaluate.intervals import Figure
from steersman.evaluate.measures import accuracy
from steersman.evaluate.outcomes import Measure, measure_values, outcomes

Rows = NDArray[np.intp]
Fold = tuple[Rows, Rows]
"""Rows to train on and rows to test on."""


class Model(Protocol):
    """Methods that cross-validation needs of an estimator."""

    def fit(self, X: csr_matrix | NDArray[np.float64], y: NDArray[np.generic]) -> Self: ...
    def predict(self, X: csr_matrix | NDArray[np.float64]) -> NDArray[np.generic]: ...


@dataclass(frozen=True)
class CrossValidation:
    """Scores of the folds, and their mean with an interval."""

    scores: NDArray[np.float64]  # (folds,)
    mean: Figure


def k_fold(y: ArrayLike, n_folds: int = 10, *, seed: int = 0) -> list[Fold]:
    """Rows to train on and to test on, fold by fold; classes are spread evenly.

    Parameters
    ----------
    y : array-like of shape (rows,)
        Labels, whose classes are spread evenly over the folds.
    n_folds : int
        Number of folds.
    seed : int
        Seed of the random order.

    Returns
    -------
    list of (train, test)
        Row numbers to train on and to test on, one pair for each fold.

    Examples
    --------
    >>> [(len(train), len(test)) for train, test in k_fold(["a", "b"] * 5, 5)]
    [(8, 2), (8, 2), (8, 2), (8, 2), (8, 2)]
    """
    numbers = fold_numbers(np.asarray(y), n_folds, seed)
    return [(np.flatnonzero(numbers != k), np.flatnonzero(numbers == k)) for k in range(n_folds)]


def repeated_k_fold(
    y: ArrayLike, n_folds: int = 10, n_repeats: int = 10, *, seed: int = 0
) -> list[Fold]:
    """The folds of `n_repeats` different cuts into `n_folds`.

    Parameters
    ----------
    y : array-like of shape (rows,)
        Labels, whose classes are spread evenly over the folds.
    n_folds, n_repeats : int
        Number of folds of each cut, and number of cuts.
    seed : int
        Seed of all cuts; fewer repeats give the first of more.

    Returns
    -------
    list of (train, test)
        Row numbers to train on and to test on, cut after cut.

    Examples
    --------
    >>> len(repeated_k_fold(["a", "b"] * 5, 5, 3))
    15
    """
    # The first seeds are the same for any number of them: fewer repeats are the first of more.
    seeds = np.random.SeedSequence(seed).generate_state(n_repeats).tolist()
    return [fold for each in seeds for fold in k_fold(y, n_folds, seed=each)]


def cross_validate(
    model: Model,
    X: csr_matrix | NDArray[np.float64],
    y: ArrayLike,
    folds: list[Fold],
    measure: str | Measure = accuracy,
    confidence: float = 0.95,
) -> CrossValidation:
    """The measure of a clone of the model on each fold, fitted on the fold's other rows.

    The interval is Nadeau and Bengio's corrected resampled t: scores of overlapping training sets
    are not independent, and the plain t interval is too narrow.

    Parameters
    ----------
    model : estimator
        An unfitted classifier; it is cloned for each fold.
    X : array or csr_matrix of shape (rows, features)
        Features.
    y : array-like of shape (rows,)
        Labels.
    folds : list of (train, test)
        Row numbers, as from `k_fold` or `repeated_k_fold`.
    measure : str or callable
        A name such as "accuracy" or "f1_macro", or a function of (y_true, y_pred).
    confidence : float
        Confidence of the interval.

    Returns
    -------
    CrossValidation
        The score of each fold, and their mean with its interval.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> cross_validate(GaussianNB(), X, y, k_fold(y, 5)).scores.shape
    (5,)
    """
    labels = np.asarray(y)
    scores = np.empty(len(folds))
    for number, (train, test) in enumerate(folds):
        predicted = clone(model).fit(X[train], labels[train]).predict(X[test])
        if isinstance(measure, str):
            (rows,) = outcomes(labels[test], predicted)
            scores[number] = measure_values(measure, rows.sum(axis=0), len(test))
        else:
            scores[number] = measure(labels[test], predicted)
    name = measure if isinstance(measure, str) else measure.__name__
    # Folds differ in size by a few rows at most, so the first gives the ratio.
    low, high = corrected_interval(scores, len(folds[0][1]) / len(folds[0][0]), confidence)
    figure = Figure(name, float(scores.mean()), low, high, confidence, "corrected resampled t")
    return CrossValidation(scores, figure)


def corrected_interval(
    scores: NDArray[np.float64], test_over_train: float, confidence: float
) -> tuple[float, float]:
    """Interval of the mean of scores whose training sets overlap."""
    # 1 / n alone would assume independent scores; the ratio is Nadeau and Bengio's allowance for
    # the rows that training sets share.
    spread = sqrt((1 / len(scores) + test_over_train) * scores.var(ddof=1))
    half = float(t.ppf((1 + confidence) / 2, len(scores) - 1)) * spread
    return float(scores.mean()) - half, float(scores.mean()) + half
