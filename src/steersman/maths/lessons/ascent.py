"""Logistic regression by gradient ascent on the log conditional likelihood, with its path."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.special import expit

from steersman.maths.lessons.perceptron import homogeneous

Floats = NDArray[np.float64]
MOST_KEPT = 600


class AscentPath(NamedTuple):
    """Weights kept on the way, the start first and the end last.

    `updates[i]` is how many updates had been made for row i; long ways keep every so-manieth.
    """

    weights: Floats  # (kept, features + 1)
    updates: NDArray[np.int64]  # (kept,)


def log_conditional_likelihood(design: Floats, truth: Floats, weights: Floats) -> Floats:
    """(ways,) the sum of log P(y | x) over the rows for each row of (ways, columns) weights."""
    signs = 2 * truth - 1
    margins = signs[:, np.newaxis] * (design @ np.atleast_2d(weights).T)
    return np.asarray(-np.logaddexp(0, -margins).sum(axis=0))


def likelihood_gradient(
    design: Floats, truth: Floats, w: Floats, times: Floats | None = None
) -> Floats:
    """(columns,) the sum over rows of (y - p) x, each row so many `times`."""
    residuals = truth - expit(design @ w)
    return np.asarray((residuals if times is None else residuals * times) @ design)


def batch_ascent(
    X: Floats,
    truth: Floats,
    rate: float,
    epochs: int,
    start: Floats | None = None,
    *,
    mean: bool = False,
    times: Floats | None = None,
) -> AscentPath:
    """Each step follows the sum of the gradients of all rows, times the rate.

    With `mean` it is their mean: one rate then suits ten rows and ten thousand. Each row counts so
    many `times`, (rows,).
    """
    design = homogeneous(X)
    w = np.zeros(design.shape[1]) if start is None else np.array(start, dtype=np.float64)
    kept = kept_updates(epochs)
    weights = [w]
    wanted = set(kept.tolist())
    total = len(X) if times is None else float(times.sum())
    step = rate / total if mean else rate
    for update in range(1, epochs + 1):
        w = w + step * likelihood_gradient(design, truth, w, times)
        if update in wanted:
            weights.append(w)
    return AscentPath(np.array(weights), kept)


def stochastic_ascent(
    X: Floats,
    truth: Floats,
    rate: float,
    order: NDArray[np.int64],
    start: Floats | None = None,
    shares: Floats | None = None,
) -> AscentPath:
    """Each step follows one row's gradient, rows in the order given.

    `shares`, (steps,), are parts of a whole step.
    """
    design = homogeneous(X)
    w = np.zeros(design.shape[1]) if start is None else np.array(start, dtype=np.float64)
    kept = kept_updates(len(order))
    rates = np.full(len(order), rate) if shares is None else rate * shares
    return AscentPath(row_by_row(design, np.asarray(truth, float), order, rates, w, kept), kept)


def kept_updates(updates: int) -> NDArray[np.int64]:
    """The updates whose weights are kept: all of few, evenly spaced ones of many."""
    return np.unique(np.linspace(0, updates, min(updates, MOST_KEPT) + 1).round().astype(np.int64))


@njit(cache=True)
def row_by_row(
    design: Floats,
    truth: Floats,
    order: NDArray[np.int64],
    rates: Floats,
    start: Floats,
    kept: NDArray[np.int64],
) -> Floats:
    columns = design.shape[1]
    w = start.copy()
    weights = np.empty((len(kept), columns))
    weights[0] = w
    place = 1
    for update in range(len(order)):
        row = order[update]
        score = 0.0
        for j in range(columns):
            score += w[j] * design[row, j]
        pull = rates[update] * (truth[row] - 1.0 / (1.0 + np.exp(-score)))
        for j in range(columns):
            w[j] += pull * design[row, j]
        if place < len(kept) and kept[place] == update + 1:
            weights[place] = w
            place += 1
    return weights
