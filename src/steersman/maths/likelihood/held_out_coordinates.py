"""Likelihood coordinates of documents that do not count themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.likelihood.coordinates import log_odds_and_fixed_part
from steersman.maths.likelihood.counts import ClassCounts, class_counts

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]


def fold_counts(
    present: csr_matrix, positive: Booleans, folds: NDArray[np.int64]
) -> list[tuple[ClassCounts, ClassCounts]]:
    """Counts of positives and negatives outside each fold: those of all, less the fold's own."""
    both = []
    for truth in (positive, ~positive):
        everyone = class_counts(present, truth.astype(np.float64))
        held = [
            class_counts(present, (truth & (folds == k)).astype(np.float64))
            for k in range(int(folds.max()) + 1)
        ]
        both.append([everyone.minus(part) for part in held])
    return list(zip(*both))


def leave_one_out_plane(
    present: csr_matrix,
    positive: Booleans,
    counts: tuple[ClassCounts, ClassCounts],
    alpha: float,
    beta: float,
) -> Floats:
    """(documents, 2): each document's coordinates from the counts without that document.

    `counts` are those of the positive and of the negative rows of `present`.

    >>> rows = csr_matrix(np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]))
    >>> truth = np.array([True, True, False])
    >>> both = class_counts(rows, truth * 1.0), class_counts(rows, ~truth * 1.0)
    >>> np.exp(leave_one_out_plane(rows, truth, both, 1.0, 1.0)[0]).round(3)
    array([0.222, 0.111])
    """
    columns = []
    for own, truth in zip(counts, (positive, ~positive)):
        odds, fixed = log_odds_and_fixed_part(own, alpha, beta)
        weights, constant = weights_without_itself(own, alpha, beta)
        columns.append(np.where(truth, present @ weights + constant, present @ odds + fixed))
    return np.column_stack(columns)


def leave_one_out_tables(
    counts: tuple[ClassCounts, ClassCounts],
    alpha: float,
    beta: float,
    selected: Booleans | None = None,
) -> tuple[Floats, Floats]:
    """(2, features, 2) weights and (2, 2) fixed parts, of negatives first, without the row itself.

    They place a row where `leave_one_out_plane` does.
    """
    kept = slice(None) if selected is None else selected
    tables, fixed = np.zeros((2, len(counts[0].features), 2)), np.zeros((2, 2))
    for side, everyone in enumerate(counts):
        own = ClassCounts(everyone.documents, everyone.features[kept])
        # Positives are on the side 0, and have the second table.
        itself, other = 1 - side, side
        tables[other, kept, side], fixed[other, side] = log_odds_and_fixed_part(own, alpha, beta)
        tables[itself, kept, side], fixed[itself, side] = weights_without_itself(own, alpha, beta)
    return tables, fixed


def weights_without_itself(own: ClassCounts, alpha: float, beta: float) -> tuple[Floats, float]:
    """What each feature that a document of a class holds adds, and the part that it always has.

    Without itself a document finds n - 1 of N - 1 for a feature it holds, n of N - 1 else.
    """
    # The floors only keep logarithms finite: of a feature that no document of the class holds,
    # or every one, the floored term is not used or cancels.
    absent = np.log(np.maximum(own.documents - 1 - own.features, 0.0) + beta)
    total = np.log(own.documents - 1 + alpha + beta)
    held = np.log(np.maximum(own.features - 1, 0.0) + alpha)
    return held - absent, float(np.sum(absent - total))
