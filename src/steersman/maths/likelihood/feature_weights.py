"""A weight for each feature, so that the margins of documents have the sign of their class.

A beta prior for each feature moves that feature's share of the margin, slope * x - y, and any
share can be reached (see `smoothing_targets`). So the margin is written as a line over the plane
of the shared prior plus one correction per present feature:

    margin = line[0] * (x - y) + line[1] * x + bias + sum of correction_f over the features held

with x and y standardized coordinates of documents that were left out of the counts. The loss is
the squared hinge of the margin; the corrections are penalized, each on its own scale, so that a
heavy penalty keeps every feature at the shared prior.

The least loss is found in the dual: each document pulls the weights toward its class with a
strength of its own, and one strength after the other is set to its best value. Most documents
have a clear margin and no strength; they are passed over until the others have settled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LINE_SCALE = 2.0
BIAS_SCALE = 3.0
"""How freely the line and the bias move, in the unit of a feature whose scale is 1."""

CLOSE = 1e-4
"""A search ends when no margin is further than this from where its strength wants it."""
MOST_ROUNDS = 10_000


class TuningProblem(NamedTuple):
    """Documents whose margins are to have the sign of their class."""

    present: csr_matrix  # (documents, features), ones
    plane: Floats  # (documents, columns): standardized x - y and x, left out of the counts
    sign: Floats  # (documents,): 1 for a positive, -1 for a negative
    scale: Floats  # (features,): how freely each feature may leave the shared prior
    looseness: float | Floats  # weight of a document's loss against the penalty, or of each
    entries: Floats | None = None  # (documents,): what a document adds to a feature it holds; 1
    bias_scale: float = BIAS_SCALE  # how freely the bias moves


class Correction(NamedTuple):
    """Amounts added to a document's margin: per feature held, along the line, and always."""

    features: Floats  # (features,)
    line: Floats  # (columns,)
    bias: float


def tuned_correction(problem: TuningProblem, close: float = CLOSE) -> Correction:
    """The correction with the least penalized loss, up to `close` in every margin.

    >>> documents = csr_matrix([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
    >>> sign, nothing = np.array([1.0, 1.0, -1.0]), np.zeros((3, 0))
    >>> problem = TuningProblem(documents, nothing, sign, np.ones(2), 1e6)
    >>> tuned_correction(problem).features.round(2)
    array([ 2. , -0.1])
    """
    documents, columns = problem.plane.shape
    entries = np.ones(documents) if problem.entries is None else problem.entries
    features, line = np.zeros(len(problem.scale)), np.zeros(columns + 1)
    # The bias is one more column of the plane.
    bias_entry = problem.bias_scale / LINE_SCALE
    ones = np.full((documents, 1), bias_entry)
    ascend(
        (problem.present.indices, problem.present.indptr, entries),
        np.ascontiguousarray(np.hstack([problem.plane, ones])),
        problem.sign,
        problem.scale**2,
        np.broadcast_to(np.asarray(problem.looseness, dtype=np.float64), documents).copy(),
        (features, line),
        close,
    )
    return Correction(features, line[:-1], float(line[-1] * bias_entry))


@njit(cache=True, nogil=True)
def ascend(
    rows: tuple[NDArray[np.int32], NDArray[np.int32], Floats],
    plane: Floats,
    sign: Floats,
    freedom: Floats,
    looseness: Floats,
    weights: tuple[Floats, Floats],
    close: float,
) -> int:
    """Write the weights that follow from the best strengths; the rounds come back.

    Hsieh et al., A dual coordinate descent method for large-scale linear SVM (2008), with their
    way of passing over documents.
    """
    documents = len(sign)
    strengths, curvature = np.zeros(documents), np.empty(documents)
    for number in range(documents):
        curvature[number] = own_curvature(rows, plane, freedom, number)
    order = np.arange(documents)
    active, clear, state = documents, np.inf, np.uint64(1)
    for round_number in range(MOST_ROUNDS):
        state = shuffle(order, active, state)
        highest, lowest, place = -np.inf, np.inf, 0
        while place < active:
            number = order[place]
            if looseness[number] > 0.0:
                ridge = 0.5 / looseness[number]
                margin = margin_of(rows, plane, weights, number)
                slope = sign[number] * margin - 1.0 + strengths[number] * ridge
            else:
                # A document without weight has no strength.
                ridge, slope = 1.0, np.inf
            if strengths[number] == 0.0 and slope > clear:
                active -= 1
                order[place], order[active] = order[active], order[place]
                continue
            if strengths[number] > 0.0 or slope < 0.0:
                highest, lowest = max(highest, slope), min(lowest, slope)
                best = max(strengths[number] - slope / (curvature[number] + ridge), 0.0)
                pull = (best - strengths[number]) * sign[number]
                strengths[number] = best
                move_weights(rows, plane, freedom, weights, number, pull)
            else:
                highest, lowest = max(highest, 0.0), min(lowest, 0.0)
            place += 1
        if highest - lowest <= close:
            if active == documents:
                return round_number
            # All documents are looked at again before the search ends.
            active, clear = documents, np.inf
        else:
            clear = highest if highest > 0.0 else np.inf
    return MOST_ROUNDS


@njit(cache=True, nogil=True)
def margin_of(
    rows: tuple[NDArray[np.int32], NDArray[np.int32], Floats],
    plane: Floats,
    weights: tuple[Floats, Floats],
    number: int,
) -> float:
    """The margin of a document."""
    indices, indptr, entries = rows
    features, line = weights
    margin = 0.0
    for at in range(np.uint64(indptr[number]), np.uint64(indptr[number + 1])):
        margin += features[np.uint64(indices[at])]
    margin *= entries[number]
    for column in range(len(line)):
        margin += line[column] * plane[number, column]
    return float(margin)


@njit(cache=True, nogil=True)
def move_weights(
    rows: tuple[NDArray[np.int32], NDArray[np.int32], Floats],
    plane: Floats,
    freedom: Floats,
    weights: tuple[Floats, Floats],
    number: int,
    pull: float,
) -> None:
    """Pull the weights of what a document holds, each as far as it is free."""
    indices, indptr, entries = rows
    features, line = weights
    amount = pull * entries[number]
    for at in range(np.uint64(indptr[number]), np.uint64(indptr[number + 1])):
        feature = np.uint64(indices[at])
        features[feature] += amount * freedom[feature]
    for column in range(len(line)):
        line[column] += LINE_SCALE**2 * pull * plane[number, column]


@njit(cache=True, nogil=True)
def own_curvature(
    rows: tuple[NDArray[np.int32], NDArray[np.int32], Floats],
    plane: Floats,
    freedom: Floats,
    number: int,
) -> float:
    """How much a document's margin moves with its own strength."""
    indices, indptr, entries = rows
    moved = 0.0
    for at in range(np.uint64(indptr[number]), np.uint64(indptr[number + 1])):
        moved += freedom[np.uint64(indices[at])]
    moved *= entries[number] ** 2
    for column in range(plane.shape[1]):
        moved += LINE_SCALE**2 * plane[number, column] ** 2
    return float(moved)


@njit(cache=True, nogil=True)
def shuffle(order: Ints, count: int, state: np.uint64) -> np.uint64:
    """Put the first `count` of `order` in a random order; the generator's next state comes back."""
    for place in range(count):
        # Knuth's linear congruential generator: chance of its own, the same in every process.
        state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        other = place + np.int64((state >> np.uint64(33)) % np.uint64(count - place))
        order[place], order[other] = order[other], order[place]
    return state
