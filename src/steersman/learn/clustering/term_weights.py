"""Counts of terms, weighted by how well the terms distinguish rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfTransformer

Floats = NDArray[np.float64]


def term_weights(counts: csr_matrix, row_weights: Floats | None = None) -> csr_matrix:
    """(rows, terms) rows of length one: 1 + log count, times the inverse document frequency.

    `row_weights`, (rows,), say how often each row counts in the frequencies.

    >>> weights = term_weights(csr_matrix([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 9.0, 0.0]]))
    >>> weights.toarray().round(2)
    array([[0.86, 0.51, 0.  ],
           [0.  , 0.51, 0.86],
           [0.  , 1.  , 0.  ]])
    """
    transformer = TfidfTransformer(sublinear_tf=True).fit(counts)
    if row_weights is not None:
        held = counts.astype(bool).T @ row_weights
        transformer.idf_ = np.log((1.0 + row_weights.sum()) / (1.0 + held)) + 1.0
    weighted: csr_matrix = transformer.transform(counts)
    return weighted
