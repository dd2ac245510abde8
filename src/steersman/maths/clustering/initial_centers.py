"""Initial centers of a clustering: rows far apart from each other, or rows at random."""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def random_rows(places: Ints, weights: Floats, n_picked: int, rng: np.random.Generator) -> Ints:
    """Different rows, drawn by their weights; rows are repeated only when there are too few.

    `places`, (rows,), numbers the different rows: equal rows count as one that weighs as much.
    """
    masses = np.bincount(places, weights)
    first = np.unique(places, return_index=True)[1]
    # The smallest of exponential times are a draw by weights without replacement.
    picked = np.argsort(rng.exponential(size=len(masses)) / masses)[:n_picked]
    return np.resize(first[picked], n_picked)


def far_apart_rows(
    unit: csr_matrix, places: Ints, weights: Floats, n_picked: int, rng: np.random.Generator
) -> Ints:
    """Rows of a matrix of unit rows, far apart from each other: greedy k-means++ on cosines.

    Each next row is drawn with a chance that grows with its weight and its distance from those
    picked before; of a few such draws the one that leaves the least distance over all is kept.
    `places`, (rows,), numbers the different rows; the draw depends on their order only.
    """
    # As many trials as scikit-learn's greedy k-means++ makes.
    n_trials = 2 + int(log(n_picked))
    order = np.argsort(places, kind="stable")
    picked = np.empty(n_picked, dtype=np.int64)
    picked[:1] = drawn_rows(weights, order, 1, rng)
    distance = distances(unit, picked[:1])[:, 0]
    for place in range(1, n_picked):
        if distance.sum() <= 0.0:  # every row equals a picked one
            picked[place:] = random_rows(places, weights, n_picked - place, rng)
            break
        tried = drawn_rows(weights * distance, order, n_trials, rng)
        left = np.minimum(distance[:, np.newaxis], distances(unit, tried))
        best = int(np.argmin(weights @ left))
        picked[place], distance = tried[best], left[:, best]
    return picked


def drawn_rows(chances: Floats, order: Ints, n_drawn: int, rng: np.random.Generator) -> Ints:
    """Rows drawn with chances in these proportions, rows taken in this order."""
    heights = np.cumsum(chances[order])
    drawn = np.searchsorted(heights, rng.random(n_drawn) * heights[-1])
    # Rounding of the running sum can put a draw behind the last row.
    return np.asarray(order[np.minimum(drawn, len(order) - 1)])


def distances(unit: csr_matrix, picked: Ints) -> Floats:
    """(rows, picked): one minus the cosine, 0 for rows that are equal."""
    similarities: Floats = unit @ unit[picked].toarray().T
    # The cosine of equal rows may exceed one by rounding, but a chance cannot be negative.
    return np.maximum(0.0, 1.0 - similarities, dtype=np.float64)
