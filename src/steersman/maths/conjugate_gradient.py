"""Conjugate gradients with a preconditioner."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["Solution", "conjugate_gradient"]

Floats = NDArray[np.float64]


class Solution(NamedTuple):
    """What was found, and how many products it took."""

    vector: Floats
    products: int


def conjugate_gradient(
    product: Callable[[Floats], Floats],
    right: Floats,
    precondition: Callable[[Floats], Floats],
    *,
    tol: float = 1e-6,
    max_iter: int = 500,
) -> Solution:
    """The solution of product(vector) = right, for a symmetric positive (semi)definite product.

    `precondition` applies the inverse of something near the product's matrix. Stops when the
    residual, measured in the norm of that inverse, is at most `tol` times that of `right`, after
    `max_iter` products, or in a direction without curvature.

    >>> matrix = np.array([[2.0, 1.0], [1.0, 3.0]])
    >>> diagonal = np.diagonal(matrix)
    >>> right = np.array([3.0, 4.0])
    >>> conjugate_gradient(lambda v: matrix @ v, right, lambda v: v / diagonal).vector.round(6)
    array([1., 1.])
    """
    vector = np.zeros_like(right)
    residual = right.copy()
    guide = precondition(residual)
    size = float(np.vdot(residual, guide))
    enough = tol**2 * size
    search = guide
    for products in range(max_iter):
        if size <= enough or size <= 0.0:
            return Solution(vector, products)
        curved = product(search)
        bend = float(np.vdot(search, curved))
        if not bend > 0.0:
            return Solution(vector, products + 1)
        length = size / bend
        vector += length * search
        residual -= length * curved
        guide = precondition(residual)
        new_size = float(np.vdot(residual, guide))
        search = guide + (new_size / size) * search
        size = new_size
    return Solution(vector, max_iter)
