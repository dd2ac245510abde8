"""Decisions of a fitted classifier over a grid, fast enough to follow a dragged point."""

from __future__ import annotations

from collections.abc import Callable
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.base import ClassifierMixin
from sklearn.naive_bayes import BernoulliNB, GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import Pipeline
from sklearn.svm import SVC

from steersman.learn.classic.bayes import BayesAround
from steersman.learn.classic.window import Window
from steersman.maths.lessons import grid_votes

GRID_SIDE = 200
Floats = NDArray[np.float64]
Field = NDArray[np.float32]


def field_of(
    model: object, window: Window, X: Floats, positive: NDArray[np.bool_], side: int = GRID_SIDE
) -> Field:
    """(side, side) P(second class), or the score of a model without probabilities; lowest y first.

    `X` and `positive` are the points that the model has learned from, of which neighbors vote.
    Support vectors, neighbors and naive Bayes have ways of their own that use the grid's evenness.
    """
    xs, ys = window.axes(side)
    if isinstance(model, KNeighborsClassifier):
        return grid_votes(xs, ys, X, positive, model.n_neighbors)
    if isinstance(model, SVC):
        return svm_field(model, xs, ys)
    if is_naive(model):
        return naive_field(model, xs, ys)
    cells = window.cells(side)
    said = (
        model.predict_proba(cells)[:, 1]
        if hasattr(model, "predict_proba")
        else model.decision_function(cells)  # type: ignore[attr-defined]
    )
    return np.asarray(said, dtype=np.float32).reshape(side, side)


def is_naive(model: object) -> bool:
    """Whether the log odds are a sum of one term for each column."""
    last = model[-1] if isinstance(model, Pipeline) else model
    return isinstance(last, GaussianNB | BernoulliNB | BayesAround)


def naive_field(model: ClassifierMixin, xs: Floats, ys: Floats) -> Field:
    """Log odds along one row and one column of cells: all others are sums of these."""
    across = np.column_stack([xs, np.full(len(xs), ys[0])])
    up = np.column_stack([np.full(len(ys), xs[0]), ys])
    logs = model.predict_log_proba(np.vstack([across, up]))
    odds = logs[:, 1] - logs[:, 0]
    row, column = odds[: len(xs)], odds[len(xs) :]
    # The corner cell is part of both the row and the column, so it is taken away once.
    return np.asarray(expit(row + column[:, np.newaxis] - row[0]), dtype=np.float32)


def svm_field(model: SVC, xs: Floats, ys: Floats) -> Field:
    """(ys, xs) the decision function: dual coefficient times kernel, over all support vectors.

    `gamma` must be a number, not a rule.
    """
    duals = model.dual_coef_[0]
    kernels: dict[str, Callable[[SVC, Floats, Floats, Floats], Floats]] = {
        "linear": linear_sum,
        "poly": polynomial_sum,
        "rbf": radial_sum,
        "sigmoid": sigmoid_sum,
    }
    total = kernels[model.kernel](model, duals, xs, ys)
    return np.asarray(total + model.intercept_[0], dtype=np.float32)


def linear_sum(model: SVC, duals: Floats, xs: Floats, ys: Floats) -> Floats:
    across, up = duals @ model.support_vectors_
    return np.asarray(across * xs + up * ys[:, np.newaxis])


def radial_sum(model: SVC, duals: Floats, xs: Floats, ys: Floats) -> Floats:
    """The kernel is a product of one factor for each axis, so the sum is a matrix product."""
    gamma = model.gamma
    across = np.exp(-gamma * (xs[:, np.newaxis] - model.support_vectors_[:, 0]) ** 2)
    up = np.exp(-gamma * (ys[:, np.newaxis] - model.support_vectors_[:, 1]) ** 2)
    return np.asarray((up * duals) @ across.T)


def polynomial_sum(model: SVC, duals: Floats, xs: Floats, ys: Floats) -> Floats:
    """(coef0 + gamma <s, x>) ** d, written out: the sum is one polynomial in x1 and x2."""
    gamma, degree = model.gamma, model.degree
    first, second = model.support_vectors_.T
    coefficients = np.zeros((degree + 1, degree + 1))
    for i in range(degree + 1):
        for j in range(degree + 1 - i):
            moment = float(duals @ (first**i * second**j))
            ways = comb(degree, i) * comb(degree - i, j)
            rest = float(model.coef0) ** (degree - i - j)
            coefficients[j, i] = ways * gamma ** (i + j) * rest * moment
    return np.asarray(
        np.vander(ys, degree + 1, increasing=True)
        @ coefficients
        @ np.vander(xs, degree + 1, increasing=True).T
    )


def sigmoid_sum(model: SVC, duals: Floats, xs: Floats, ys: Floats) -> Floats:
    """Row by row in single precision: tanh has no shorter way."""
    gamma = np.float32(model.gamma)
    first, second = model.support_vectors_.astype(np.float32).T
    across = gamma * xs.astype(np.float32)[:, np.newaxis] * first + np.float32(model.coef0)
    up = gamma * ys.astype(np.float32)[:, np.newaxis] * second
    weights = duals.astype(np.float32)
    return np.array([np.tanh(across + row) @ weights for row in up], dtype=np.float64)
