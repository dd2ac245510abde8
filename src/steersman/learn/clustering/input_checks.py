"""The door of the estimators that find clusters: rows and settings, or what is wrong with them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_non_negative, validate_data

from steersman.errors import SteersmanError
from steersman.learn.row_order import row_weights

REMEDIES = (
    (
        "could not convert string",
        "values-not-numbers",
        "count the words first, for example with steersman.text.TextCounter",
    ),
    (
        "Negative values",
        "counts-negative",
        "give counts, 0 or more; SphericalKMeans takes numbers of any sign",
    ),
    ("contains NaN", "values-missing", "fill in what is missing, or leave those rows out"),
    ("infinity", "values-infinite", "replace infinite values"),
    ("features, but", "features-differ", "give the columns it was fitted with, in the same order"),
    ("Reshape", "rows-shape", "Reshape your data: a matrix has one row for each document"),
)
"""The code and what to do, by a part of scikit-learn's message."""
ROUNDING = 1e-10
OTHERWISE = ("rows-invalid", "give a matrix of numbers with one row for each document")


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
        if counts:
            check_non_negative(checked, type(estimator).__name__)
    except ValueError as error:
        said = str(error)
        code, todo = next((found for part, *found in REMEDIES if part in said), OTHERWISE)
        raise SteersmanError(said.split("\n")[0].rstrip(".: "), todo=todo, code=code) from error
    return csr_matrix(checked)


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
