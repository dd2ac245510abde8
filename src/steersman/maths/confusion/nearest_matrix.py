"""The nearest confusion matrix that meets linear bounds and keeps its row sums."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csc_matrix

Floats = NDArray[np.float64]

TIME_LIMIT_S = 5.0
NEW_ERROR = 1.001  # a move that makes an error costs a trace more than one that mends an error


def nearest_matrix(matrix: Floats, weights: Floats, least: Floats) -> Floats | None:
    """The nearest whole-number matrix with the same row sums that meets every bound, or None.

    Bound b of a matrix C is sum(weights[b] * C) >= least[b].

    >>> fewer_fp = np.array([[[0.0, -1.0], [0.0, 0.0]]])
    >>> nearest_matrix(np.array([[90.0, 9.0], [4.0, 7.0]]), fewer_fp, np.array([-5.0]))
    array([[94.,  5.],
           [ 4.,  7.]])
    """
    met = np.einsum("bij,ij->b", weights, matrix) >= least
    if met.all():
        return matrix
    shapes = matrix.shape, weights.shape
    if matrix.shape == (2, 2):
        # Each bound limits the errors of one class: their nearest allowed numbers are clear.
        sides = np.stack([weights[:, 0, 1] - weights[:, 0, 0], weights[:, 1, 0] - weights[:, 1, 1]])
        if not sides.all(axis=0).any():
            return nearest_in_box(matrix, weights, least, sides)
    found = solve_nearest(shapes, matrix.tobytes(), weights.tobytes(), least.tobytes())
    return None if found is None else found.copy()


def nearest_in_box(matrix: Floats, weights: Floats, least: Floats, sides: Floats) -> Floats | None:
    """The nearest matrix of two classes where each bound is on the errors of one class, or None.

    `sides` (2, bounds) is what one more error of each class adds to each bound.
    """
    sums, errors = matrix.sum(axis=1), []
    # What is still missing without any errors; with the slack of the program below.
    missing = least - weights[:, [0, 1], [0, 1]] @ sums - slack_of(least)
    if (missing[~sides.any(axis=0)] > 0.0).any():
        return None
    for side, total, now in zip(sides, sums, (matrix[0, 1], matrix[1, 0])):
        rising, falling = side > 0.0, side < 0.0
        lowest = np.ceil(missing[rising] / side[rising]).max(initial=0.0)
        highest = np.floor(missing[falling] / side[falling]).min(initial=total)
        if lowest > highest:
            return None
        errors.append(min(max(now, lowest), highest))
    return np.array([[sums[0] - errors[0], errors[0]], [errors[1], sums[1] - errors[1]]])


def slack_of(least: Floats) -> Floats:
    """How much less than a limit a sum may be.

    A solver meets constraints to a tolerance: without slack a bound that can only be met exactly
    may be called infeasible.
    """
    return np.asarray(1e-7 * (1.0 + np.abs(least)))


@lru_cache(maxsize=64)
def solve_nearest(
    shapes: tuple[tuple[int, ...], tuple[int, ...]], cells: bytes, lines: bytes, limits: bytes
) -> Floats | None:
    """The mixed integer program of `nearest_matrix`; one steering asks the same three times."""
    matrix = np.frombuffer(cells).reshape(shapes[0])
    weights = np.frombuffer(lines).reshape(shapes[1])
    least = np.frombuffer(limits)
    n_classes, n_columns = matrix.shape
    size = n_classes * n_columns
    row_sums, flat = matrix.sum(axis=1), matrix.ravel()
    # The unknowns are the cells, then their changes. |cell - now| <= change becomes two
    # inequalities, cell - change <= now and cell + change >= now.
    constraints = LinearConstraint(
        constrained_sums(weights.reshape(len(least), size), n_classes),
        np.concatenate([row_sums, np.full(size, -np.inf), flat, least - slack_of(least)]),
        np.concatenate([row_sums, flat, np.full(size + len(least), np.inf)]),
    )
    price = np.where(np.eye(n_classes, n_columns, dtype=bool), 1.0, NEW_ERROR).ravel()
    top = np.repeat(row_sums, n_columns)
    # Only cells must be whole numbers: whole cells have whole changes, and fewer integer unknowns
    # are faster.
    solution = milp(
        np.concatenate([np.zeros(size), price]),
        constraints=constraints,
        bounds=Bounds(0.0, np.concatenate([top, top])),
        integrality=np.concatenate([np.ones(size), np.zeros(size)]),
        options={"time_limit": TIME_LIMIT_S},
    )
    if solution.x is None:
        return None
    wanted: Floats = np.round(solution.x[:size]).reshape(n_classes, n_columns)
    return wanted


def constrained_sums(bounds: Floats, n_classes: int) -> csc_matrix:
    """The weights of the unknowns in the sums of each class, in cell - change and cell + change of
    each cell, and in the bounds. Sparse: 34 classes have 2,312 unknowns and more inequalities."""
    size = bounds.shape[1]
    cells, (bound, bounded) = np.arange(size), np.nonzero(bounds)
    below, above, first_bound = n_classes + cells, n_classes + size + cells, n_classes + 2 * size
    ones = np.ones(size)
    places = (
        np.concatenate(
            [cells // (size // n_classes), below, below, above, above, first_bound + bound]
        ),
        np.concatenate([cells, cells, size + cells, cells, size + cells, bounded]),
    )
    weights = np.concatenate([ones, ones, -ones, ones, ones, bounds[bound, bounded]])
    return csc_matrix((weights, places), shape=(first_bound + len(bounds), 2 * size))


def bounds_are_compatible(weights: Floats, least: Floats) -> bool:
    """Whether some matrix with at least one row of each class has sum(weights[b] * C) >= least[b].

    Row sums are free here: rates and counts that no data at all could have together are found.
    """
    n_bounds, n_classes, n_columns = weights.shape
    same_sums = np.kron(np.eye(n_classes), np.ones(n_columns))
    solution = linprog(
        np.zeros(n_classes * n_columns),
        A_ub=np.vstack([-weights.reshape(n_bounds, -1), -same_sums]),
        b_ub=np.concatenate([-least, -np.ones(n_classes)]),
        options={"time_limit": TIME_LIMIT_S},
    )
    # Status 2 is a proof of infeasibility. A time-out proves nothing and must not refuse a want.
    return bool(solution.status != 2)
