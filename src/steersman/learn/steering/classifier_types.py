"""Types of classifiers and of their rows, for type checkers."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Rows = Any
"""Rows in any form that a classifier takes: an array, a sparse matrix, a pandas or polars frame, a
list of texts. These have no type in common."""


@runtime_checkable
class SteerableClassifier(Protocol):
    """A fitted classifier, as `steer` and `load_model` return it.

    Every model in a pipeline, of the catalog and of scikit-learn that gives probabilities fits.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> isinstance(LogisticRegression().fit([[0.0], [1.0]], [0, 1]), SteerableClassifier)
    True
    """

    @property
    def classes_(self) -> NDArray[np.generic]:
        """The classes, in sorted order."""
        ...

    def predict(self, X: Rows) -> NDArray[np.generic]:
        """(rows,): the class of each row.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows,)
            Predicted class of each row.
        """
        ...

    def predict_proba(self, X: Rows) -> NDArray[np.float64]:
        """(rows, classes): probabilities, where the model has them.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_features)
            Rows.

        Returns
        -------
        ndarray of shape (n_rows, n_classes)
            Probability of each class, in the order of `classes_`.
        """
        ...
