"""A want written as a confusion matrix."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants.bound import Bound

Floats = NDArray[np.float64]


def matrix_with_blanks(spec: ArrayLike) -> Floats:
    """A square matrix of wanted counts, NaN where there is no wish."""
    try:
        rows = np.array(spec, dtype=object)
        rows[(rows == None) | (rows == "")] = np.nan  # noqa: E711
        matrix = rows.astype(np.float64)
    except (TypeError, ValueError) as problem:
        raise SteersmanError(
            f"a want is a text such as 'fp <= 5' or a square matrix with blanks, not {spec!r}",
            code="not-a-want",
        ) from problem
    if matrix.ndim == 0:
        number = "5" if np.isnan(matrix) else f"{float(matrix):g}"
        example = f"fp <= {number}"
        raise SteersmanError(
            f"{spec!r} alone is no want",
            todo=f"write which errors it bounds, such as {example!r}",
            code="not-a-want",
            example=example,
        )
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or len(matrix) < 2:
        raise SteersmanError(
            f"the wanted matrix has shape {matrix.shape}",
            todo="give one row per true class and one column per predicted class",
            code="matrix-size",
            shape=matrix.shape,
        )
    if np.isnan(matrix).all():
        raise SteersmanError(
            "the wanted matrix is blank", todo="fill in at least one cell", code="want-empty"
        )
    if (matrix < 0).any() or np.isinf(matrix).any():
        raise SteersmanError(
            "a cell of the wanted matrix is negative or infinite", code="bad-count"
        )
    return matrix


def matrix_bounds(matrix: Floats) -> tuple[Bound, ...]:
    """A bound for every cell that is not blank."""
    filled = [(int(true), int(predicted)) for true, predicted in np.argwhere(~np.isnan(matrix))]
    return tuple(
        Bound("cell", cell, ">=" if cell[0] == cell[1] else "<=", float(matrix[cell]))
        for cell in filled
    )
