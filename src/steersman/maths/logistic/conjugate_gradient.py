"""Preconditioned conjugate gradients for symmetric positive (semi)definite systems."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ask = TypeVar("Ask")
Answer = TypeVar("Answer")
Value = TypeVar("Value")
FLAT = 1e-13  # of the strongest curvature met: no more than rounding leaves of none


class Solution(NamedTuple):
    """The solution vector and the number of matrix products it took."""

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
    `max_iter` products, or in a direction without curvature, along which a residual could never be
    undone. Where already the first direction has none, that direction is what is returned.

    >>> matrix = np.array([[2.0, 1.0], [1.0, 3.0]])
    >>> diagonal = np.diagonal(matrix)
    >>> right = np.array([3.0, 4.0])
    >>> conjugate_gradient(lambda v: matrix @ v, right, lambda v: v / diagonal).vector.round(6)
    array([1., 1.])
    """
    steps = conjugate_gradient_steps(right, precondition, tol=tol, max_iter=max_iter)
    return last_value(steps, product)


def last_value(steps: Generator[Ask, Answer, Value], answer: Callable[[Ask], Answer]) -> Value:
    """What a generator returns when every value that it yields is answered.

    >>> def steps():
    ...     return (yield 3) + (yield 4)
    >>> last_value(steps(), lambda asked: 2 * asked)
    14
    """
    try:
        asked = next(steps)
        while True:
            asked = steps.send(answer(asked))
    except StopIteration as end:
        value: Value = end.value
        return value


def conjugate_gradient_steps(
    right: Floats,
    precondition: Callable[[Floats], Floats],
    *,
    tol: float = 1e-6,
    max_iter: int = 500,
) -> Generator[Floats, Floats, Solution]:
    """The steps of `conjugate_gradient`, which yield each vector whose product they need."""
    vector = np.zeros_like(right)
    residual = right.copy()
    guide = precondition(residual)
    size = float(np.vdot(residual, guide))
    # `size` is a squared norm.
    enough = tol**2 * size
    # The squared length of `search` in the norm whose matrix `precondition` inverts.
    search, length_squared = guide, size
    strongest = 0.0
    for products in range(max_iter):
        if size <= enough or size <= 0.0:
            return Solution(vector, products)
        curved = yield search
        bend = float(np.vdot(search, curved))
        strongest = max(strongest, bend / length_squared)
        # Along a flat direction the step would be unbounded. Written with `not` so that NaN stops
        # too.
        if not bend > FLAT * strongest * length_squared:
            return Solution(vector if products else search, products + 1)
        step = size / bend
        vector += step * search
        residual -= step * curved
        guide = precondition(residual)
        new_size = float(np.vdot(residual, guide))
        turn = new_size / size
        search = guide + turn * search
        # The residual is orthogonal to the last search direction, so `guide` and `search` are
        # orthogonal in the preconditioner's norm and their squared lengths add up.
        length_squared = new_size + turn**2 * length_squared
        size = new_size
    return Solution(vector, max_iter)
