"""Conjugate gradients with a diagonal preconditioner."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

__all__ = ["conjugate_gradient"]

Floats = NDArray[np.float64]


def conjugate_gradient(
    product: Callable[[Floats], Floats],
    right: Floats,
    diagonal: Floats,
    *,
    tol: float = 1e-6,
    max_iter: int = 500,
    start: Floats | None = None,
) -> Floats:
    """The solution of product(solution) = right, for a symmetric positive (semi)definite product.

    Stops when the residual, measured in the norm of the inverse `diagonal`, is at most `tol` times
    that of `right`, after `max_iter` products, or in a direction without curvature.

    >>> matrix = np.array([[2.0, 1.0], [1.0, 3.0]])
    >>> conjugate_gradient(lambda v: matrix @ v, np.array([3.0, 4.0]), np.diagonal(matrix)).round(6)
    array([1., 1.])
    """
    inverse = 1.0 / np.maximum(diagonal, 1e-12 * float(diagonal.max()))
    solution = np.zeros_like(right) if start is None else start.copy()
    residual = right.copy() if start is None else right - product(solution)
    guide = inverse * residual
    size = float(np.vdot(residual, guide))
    enough = tol**2 * float(np.vdot(right, inverse * right))
    search = guide
    for _ in range(max_iter):
        if size <= enough or size == 0.0:
            break
        curved = product(search)
        bend = float(np.vdot(search, curved))
        if bend <= 1e-16 * float(np.vdot(search, diagonal * search)):
            break
        length = size / bend
        solution += length * search
        residual -= length * curved
        guide = inverse * residual
        new_size = float(np.vdot(residual, guide))
        search = guide + (new_size / size) * search
        size = new_size
    return solution
