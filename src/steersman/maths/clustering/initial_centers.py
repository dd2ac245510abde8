"""Initial centers of a clustering: rows far apart from each other, or rows at random."""

from __future__ import annotations

from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Ints = NDArray[np.int64]


def random_rows(n_rows: int, n_picked: int, rng: np.random.Generator) -> Ints:
    """Different rows, drawn evenly; rows are repeated only when there are too few."""
    picked = rng.permutation(n_rows)[:n_picked]
    return np.resize(picked, n_picked)


def far_apart_rows(unit: csr_matrix, n_picked: int, rng: np.random.Generator) -> Ints:
    """Rows of a matrix of unit rows, far apart from each other: greedy k-means++ on cosines.

    Each next row is drawn with a chance that grows with its distance from those picked before;
    of a few such draws the one that leaves the least distance over all is kept.
    """
    # As many trials as scikit-learn's greedy k-means++ makes.
    n_trials = 2 + int(log(n_picked))
    picked = np.empty(n_picked, dtype=np.int64)
    picked[0] = rng.integers(unit.shape[0])
    distance = distances(unit, picked[:1])[:, 0]
    for place in range(1, n_picked):
        total = distance.sum()
        if total <= 0.0:  # every row equals a picked one
            picked[place:] = random_rows(unit.shape[0], n_picked - place, rng)
            break
        draws = np.searchsorted(np.cumsum(distance), rng.random(n_trials) * total)
        # Rounding of the running sum can put a draw behind the last row.
        tried = np.minimum(draws, unit.shape[0] - 1)
        left = np.minimum(distance[:, np.newaxis], distances(unit, tried))
        best = int(np.argmin(left.sum(axis=0)))
        picked[place], distance = tried[best], left[:, best]
    return picked


def distances(unit: csr_matrix, picked: Ints) -> NDArray[np.float64]:
    """(rows, picked): one minus the cosine, 0 for rows that are equal."""
    similarities: NDArray[np.float64] = unit @ unit[picked].toarray().T
    # The cosine of equal rows may exceed one by rounding, but a chance cannot be negative.
    return np.maximum(0.0, 1.0 - similarities, dtype=np.float64)
