"""Counts of terms, weighted by how well the terms distinguish rows."""

from __future__ import annotations

from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfTransformer


def term_weights(counts: csr_matrix) -> csr_matrix:
    """(rows, terms) rows of length one: 1 + log count, times the inverse document frequency.

    >>> weights = term_weights(csr_matrix([[1.0, 1.0, 0.0], [0.0, 1.0, 1.0], [0.0, 9.0, 0.0]]))
    >>> weights.toarray().round(2)
    array([[0.86, 0.51, 0.  ],
           [0.  , 0.51, 0.86],
           [0.  , 1.  , 0.  ]])
    """
    weighted: csr_matrix = TfidfTransformer(sublinear_tf=True).fit_transform(counts)
    return weighted
