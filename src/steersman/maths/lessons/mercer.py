"""A kernel as a sum of products of functions (Mercer), and whether a Gram matrix allows one."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Kernel = Callable[[Floats, Floats], Floats]
"""(a, b) K(x, z) for a values x and b values z."""
NODES = 60


class MercerExpansion(NamedTuple):
    """Eigenvalues and functions of a kernel on [-1, 1], the largest in size first."""

    values: Floats  # (nodes,)
    nodes: Floats  # (nodes,)
    weighted: Floats  # (nodes, nodes) quadrature weight times eigenfunction, by columns

    def functions(self, kernel: Kernel, x: Floats, terms: int) -> Floats:
        """(x, terms) the first eigenfunctions at x."""
        return np.asarray(kernel(x, self.nodes) @ self.weighted[:, :terms] / self.values[:terms])

    def partial_sum(self, kernel: Kernel, x: Floats, z: float, terms: int) -> Floats:
        """(x,) the first terms of K(x, z) = sum of lambda e(x) e(z)."""
        terms = min(terms, int(np.count_nonzero(np.abs(self.values) > 1e-13)))
        at = self.functions(kernel, np.append(x, z), terms)
        return np.asarray((at[:-1] * self.values[:terms]) @ at[-1])


def mercer_expansion(kernel: Kernel) -> MercerExpansion:
    """The expansion with respect to the uniform distribution, by Gauss-Legendre quadrature.

    >>> expansion = mercer_expansion(lambda x, z: np.multiply.outer(x, z))
    >>> float(expansion.values[0].round(12)), float(abs(expansion.values[1]) < 1e-12)
    (0.333333333333, 1.0)
    """
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    roots = np.sqrt(weights / 2.0)
    values, vectors = np.linalg.eigh(roots[:, None] * kernel(nodes, nodes) * roots)
    order = np.argsort(-np.abs(values), kind="stable")
    return MercerExpansion(values[order], nodes, roots[:, None] * vectors[:, order])


class QuadraticForm(NamedTuple):
    """The direction in which c K c is least, and the eigenvalues of K, the largest first."""

    eigenvalues: Floats
    direction: Floats
    value: float


def least_form(gram: Floats) -> QuadraticForm:
    """The least c K c over vectors c of length 1: below 0, K is not positive semidefinite.

    >>> least_form(np.array([[0.0, 1.0], [1.0, 0.0]])).value
    -1.0
    """
    values, vectors = np.linalg.eigh(gram)
    direction = vectors[:, 0] * np.sign(vectors[np.abs(vectors[:, 0]).argmax(), 0])
    return QuadraticForm(values[::-1], direction, float(values[0]))


def separable_share(points: int, features: int) -> float:
    """The share of all labelings of points in general position that a hyperplane separates (Cover).

    >>> separable_share(4, 2), separable_share(10, 9), separable_share(20, 9)
    (0.875, 1.0, 0.5)
    """
    if features >= points - 1:
        return 1.0
    ways = sum(comb(points - 1, k) for k in range(features + 1))
    return float(ways / 2 ** (points - 1))
