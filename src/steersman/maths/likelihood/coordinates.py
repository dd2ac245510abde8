"""Likelihood coordinates of the multivariate Bernoulli model with a beta prior.

Only the log odds of distinct counts are computed: most features share theirs with thousands of
others. Rows are then summed over indices alone, in blocks on several threads when there are many.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.likelihood.counts import ClassCounts
from steersman.maths.likelihood.presence import Presence
from steersman.maths.row_blocks import row_blocks, run_in_blocks

Floats = NDArray[np.float64]
Places = NDArray[np.complex128]
Mask = NDArray[np.bool_]
Numbers = NDArray[np.integer[Any]]
Counted = tuple[Floats, NDArray[np.uint32], float]
"""The different counts of the features, the place of each feature's among them, all documents."""

NONZEROS_PER_THREAD = 2_000_000  # below this a second thread costs more than it saves
EVERY_ROW: Numbers = np.empty(0, dtype=np.uint32)


def log_odds_and_fixed_part(
    counts: ClassCounts,
    alpha: float | Floats,
    beta: float | Floats,
    selected: Mask | None = None,
) -> tuple[Floats, float]:
    """Per-feature log theta / (1 - theta) and the sum of log(1 - theta) (Eq. 40 and 47).

    Features outside the mask `selected` have log odds 0 and no part in the sum.
    """
    table, fixed = odds_table(counts, counts, alpha, beta, selected)
    return np.ascontiguousarray(table[:, 0]), float(fixed[0])


def plane_coordinates(
    present: csr_matrix | Presence,
    positive: ClassCounts,
    negative: ClassCounts,
    alpha: float | Floats,
    beta: float | Floats,
    selected: Mask | None = None,
    rows: Numbers = EVERY_ROW,
) -> Floats:
    """(rows, 2): log P(o|c) and log P(o|not c) of each row, without the prior.

    Only the features in the mask `selected` belong to the model; None means all of them. With
    `rows` only the documents of these numbers are placed, without a copy of what they hold.

    >>> one, other = ClassCounts(1, np.array([1.0, 0.0])), ClassCounts(1, np.array([0.0, 1.0]))
    >>> np.exp(plane_coordinates(csr_matrix([[1, 0]]), one, other, 1.0, 1.0)).round(3)
    array([[0.444, 0.111]])
    """
    return projected_points(present, *odds_table(positive, negative, alpha, beta, selected), rows)


def projected_points(
    present: csr_matrix | Presence, table: Floats, fixed: Floats, rows: Numbers = EVERY_ROW
) -> Floats:
    """(rows, 2): the two fixed parts, plus the sums of the two weights of a row's features.

    `table` (features, 2) and `fixed` (2,) are those of `odds_table`.
    """
    documents = present.shape[0] if rows is EVERY_ROW else len(rows)
    places = np.empty(documents, np.complex128)
    if documents:
        held = present.indices, present.indptr, rows.astype(np.uint32, copy=False)
        weights, start = (np.ascontiguousarray(each).view(np.complex128) for each in (table, fixed))
        project = partial(project_rows, *held, weights.ravel(), start[0], places)
        # An estimate from the mean row is enough to choose the number of threads.
        nonzeros = len(present.indices) * documents // present.shape[0]
        run_in_blocks(project, row_blocks(documents, nonzeros, NONZEROS_PER_THREAD))
    return places.view(np.float64).reshape(-1, 2)


def bayes_intercept(positive: float, negative: float, cost_ratio: float = 1.0) -> float:
    """The intercept of Bayes' rule: log of the prior odds plus log of the cost ratio."""
    return float(np.log(positive) - np.log(negative) + np.log(cost_ratio))


def margins(coordinates: Floats, slope: float, intercept: float) -> Floats:
    """(documents,): how far below the line each point lies, above 0 for a positive."""
    return slope * coordinates[:, 0] + intercept - coordinates[:, 1]


def under_line(coordinates: Floats, slope: float, intercept: float) -> Mask:
    """True for each point that the line calls positive: y < slope * x + intercept."""
    return coordinates[:, 1] < slope * coordinates[:, 0] + intercept


def odds_table(
    positive: ClassCounts,
    negative: ClassCounts,
    alpha: float | Floats,
    beta: float | Floats,
    selected: Mask | None,
) -> tuple[Floats, Floats]:
    """(features, 2) log odds of each feature in the two classes, and the two fixed parts."""
    features = len(positive.features)
    table: Floats = np.empty((features, 2))
    fixed: Floats = np.empty(2)
    mask = np.empty(0, dtype=np.bool_) if selected is None else selected
    if np.ndim(alpha) == 0 and np.ndim(beta) == 0:
        sides = [(*each.different, float(each.documents)) for each in (positive, negative)]
        fill_shared_odds(*sides, float(alpha), float(beta), mask, table, fixed)
        return table, fixed
    alphas = np.broadcast_to(np.asarray(alpha, float), features)
    betas = np.broadcast_to(np.asarray(beta, float), features)
    for side, counts in enumerate((positive, negative)):
        smoothed = (counts.features, float(counts.documents), alphas, betas)
        fixed[side] = fill_own_odds(*smoothed, mask, table[:, side])
    return table, fixed


@njit(cache=True, nogil=True)
def fill_shared_odds(
    positive: Counted,
    negative: Counted,
    alpha: float,
    beta: float,
    selected: Mask,
    table: Floats,
    fixed: Floats,
) -> None:
    """Write each feature's log odds in both classes, and the two sums of log(1 - theta).

    An empty mask selects every feature.
    """
    x_odds, x_absent = logs_of_counts(positive, alpha, beta)
    y_odds, y_absent = logs_of_counts(negative, alpha, beta)
    x_place, y_place = positive[1], negative[1]
    x_fixed, y_fixed = 0.0, 0.0
    for feature in range(len(table)):
        if len(selected) and not selected[feature]:
            table[feature, 0] = table[feature, 1] = 0.0
            continue
        # Unsigned places spare a test for negative ones at every look-up.
        x, y = np.uint64(x_place[feature]), np.uint64(y_place[feature])
        table[feature, 0], table[feature, 1] = x_odds[x], y_odds[y]
        x_fixed += x_absent[x]
        y_fixed += y_absent[y]
    fixed[0], fixed[1] = x_fixed, y_fixed


@njit(cache=True, nogil=True)
def logs_of_counts(counted: Counted, alpha: float, beta: float) -> tuple[Floats, Floats]:
    """The log odds of each different count, and log(1 - theta)."""
    values, _, documents = counted
    odds, log_absent = np.empty(len(values)), np.empty(len(values))
    for each in range(len(values)):
        absent = documents - values[each] + beta
        odds[each] = np.log((values[each] + alpha) / absent)
        log_absent[each] = np.log(absent / (documents + alpha + beta))
    return odds, log_absent


@njit(cache=True, nogil=True)
def fill_own_odds(
    features: Floats, documents: float, alphas: Floats, betas: Floats, selected: Mask, odds: Floats
) -> float:
    """Write each feature's log odds into `odds`, with an alpha and a beta for each feature."""
    fixed = 0.0
    for feature in range(len(features)):
        if len(selected) and not selected[feature]:
            odds[feature] = 0.0
            continue
        present = features[feature] + alphas[feature]
        absent = documents - features[feature] + betas[feature]
        odds[feature] = np.log(present / absent)
        fixed += np.log(absent / (present + absent))
    return fixed


@njit(cache=True, nogil=True)
def project_rows(
    indices: NDArray[np.int32],
    indptr: NDArray[np.int64],
    rows: NDArray[np.uint32],
    weights: Places,
    fixed: complex,
    places: Places,
    start: int,
    stop: int,
) -> None:
    """Write the places of the rows from `start` up to `stop`; no `rows` means every row.

    A place is a complex number, x and y. Two rows are summed side by side, for a sum alone waits
    for each of its additions. Unsigned positions spare a test for negative ones at every look-up.
    """
    for one in range(start, stop, 2):
        other = min(one + 1, stop - 1)
        row = np.int64(rows[one]) if len(rows) else one
        next_row = np.int64(rows[other]) if len(rows) else other
        at, end = np.uint64(indptr[row]), np.uint64(indptr[row + 1])
        next_at, next_end = np.uint64(indptr[next_row]), np.uint64(indptr[next_row + 1])
        place, next_place = fixed, fixed
        shared = min(end - at, next_end - next_at)
        for k in range(shared):
            place += weights[np.uint64(indices[at + k])]
            next_place += weights[np.uint64(indices[next_at + k])]
        for k in range(at + shared, end):
            place += weights[np.uint64(indices[k])]
        for k in range(next_at + shared, next_end):
            next_place += weights[np.uint64(indices[k])]
        places[one], places[other] = place, next_place
