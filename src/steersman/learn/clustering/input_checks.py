"""The door of the estimators that find clusters: rows and settings, or what is wrong with them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_non_negative, validate_data

from steersman.errors import SteersmanError, first_line
from steersman.learn.row_order import row_weights

REMEDIES = {
    "values-not-numbers": "count the words first, for example with steersman.text.TextCounter",
    "counts-negative": "give counts, 0 or more; SphericalKMeans takes numbers of any sign",
    "values-missing": "fill in what is missing, or leave those rows out",
    "values-infinite": "replace infinite values",
    "features-differ": "give the columns it was fitted with, in the same order",
    "rows-shape": "Reshape your data: a matrix has one row for each document",
    "rows-invalid": "give a matrix of numbers with one row for each document",
}
"""What to do, by the code of what is wrong."""
ROUNDING = 1e-10


def numeric_rows(
    estimator: BaseEstimator, X: ArrayLike | csr_matrix, *, reset: bool, counts: bool = False
) -> csr_matrix:
    """The rows as sparse 64-bit numbers, none below 0 if they are counts.

    >>> from sklearn.cluster import KMeans
    >>> numeric_rows(KMeans(), [[1, -1]], reset=True, counts=True)
    Traceback (most recent call last):
    steersman.errors.SteersmanError: Negative values in data passed to KMeans; give counts, 0 or...
    """
    try:
        checked = validate_data(estimator, X, accept_sparse="csr", dtype=np.float64, reset=reset)
    except ValueError as error:
        fitted = None if reset else estimator.n_features_in_
        raise row_error(error, fault_of_rows(X, fitted)) from error
    try:
        if counts:
            check_non_negative(checked, type(estimator).__name__)
    except ValueError as error:
        raise row_error(error, "counts-negative") from error
    return csr_matrix(checked)


def row_error(error: ValueError, code: str) -> SteersmanError:
    """An error of scikit-learn about rows, with a code and what to do."""
    what = first_line(error).rstrip(".: ")
    return SteersmanError(what, todo=REMEDIES[code], code=code)


def fault_of_rows(X: ArrayLike | csr_matrix, fitted: int | None) -> str:
    """The code for what is wrong with refused rows; `fitted` is how many columns they must have."""
    try:
        given = X if issparse(X) else np.asarray(X)
    except ValueError:
        # Rows of different lengths.
        return "rows-invalid"
    if np.iscomplexobj(given):
        return "rows-invalid"
    try:
        rows = given.astype(np.float64)
    except (TypeError, ValueError):
        return "values-not-numbers"
    values = rows.data if issparse(rows) else rows
    if rows.ndim != 2:
        return "rows-shape"
    if np.isnan(values).any():
        return "values-missing"
    if np.isinf(values).any():
        return "values-infinite"
    return "rows-invalid" if fitted in (None, rows.shape[1]) else "features-differ"


class PositiveWeights(NamedTuple):
    """The numbers of the rows with a weight above 0, and their weights."""

    numbers: NDArray[np.int64]
    weights: NDArray[np.float64]


def counted_rows(sample_weight: ArrayLike | None, rows: csr_matrix) -> PositiveWeights:
    """The rows with a weight above 0: one of weight 0 counts as if it were left out."""
    weights = row_weights(sample_weight, rows)
    there = np.flatnonzero(weights)
    return PositiveWeights(there, weights[there])


def check_whole_numbers(estimator: Any, *names: str) -> None:
    """Raise an error unless each of the settings is a whole number of at least 1."""
    for name in names:
        value = getattr(estimator, name)
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 1:
            raise SteersmanError(
                f"{name}={value!r} must be a whole number of at least 1",
                todo="give 1 or more",
                code="bad-setting",
                name=name,
                value=value,
            )


def first_of_best(objectives: list[float]) -> int:
    """The first start whose objective is the largest but for rounding.

    Starts often end in the same clusters with other numbers, where rounding would decide.
    """
    most = max(objectives)
    return next(
        place for place, value in enumerate(objectives) if value >= most - ROUNDING * abs(most)
    )
