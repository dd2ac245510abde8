"""Documents of one category cut into folds, with the counts outside each fold."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix, issparse

from steersman.data.splits import fold_numbers
from steersman.errors import SteersmanError
from steersman.learn.likelihood.feature_selection import selected_features
from steersman.learn.likelihood.lines import truths
from steersman.maths.likelihood import (
    ClassCounts,
    class_counts,
    fold_counts,
    leave_one_out_plane,
    plane_coordinates,
    presence,
)

Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]
Both = tuple[ClassCounts, ClassCounts]


@dataclass(frozen=True)
class FoldedDocuments:
    """Documents with their features, class and fold, and the counts they give.

    The counts are those of all documents and of all but each fold, positives first. `masks` are the
    features selected outside each fold so far.
    """

    present: csr_matrix  # (documents, features), ones
    positive: Booleans  # (documents,)
    folds: NDArray[np.int64]  # (documents,)
    counts: Both
    outside: list[Both]
    masks: dict[tuple[int, int | None, str], Booleans | None] = field(default_factory=dict)

    def held_out_plane(
        self, alpha: float, beta: float, max_features: int | None, feature_score: str
    ) -> Floats:
        """(documents, 2): the coordinates of each document by the counts outside its fold."""
        plane = np.empty((len(self.positive), 2))
        for fold, counts in enumerate(self.outside):
            rows = np.flatnonzero(self.folds == fold)
            # Features are selected by the counts outside the fold: selected by all, they would know
            # the documents that are held out.
            chosen = fold, max_features, feature_score
            if chosen not in self.masks:
                self.masks[chosen] = selected_features(*counts, max_features, feature_score)
            kept = self.masks[chosen]
            plane[rows] = plane_coordinates(self.present, *counts, alpha, beta, kept, rows)
        return plane

    def left_out_plane(
        self, alpha: float, beta: float, max_features: int | None, feature_score: str
    ) -> Floats:
        """(documents, 2): the coordinates of each document by all counts but its own.

        They lie where a model of all documents puts new ones; those of folds, from fewer counts,
        lie elsewhere, the further the more features there are.
        """
        kept = selected_features(*self.counts, max_features, feature_score)
        chosen = self if kept is None else self.columns(np.flatnonzero(kept))
        return leave_one_out_plane(chosen.present, self.positive, chosen.counts, alpha, beta)

    def columns(self, chosen: NDArray[np.int64]) -> FoldedDocuments:
        """These documents with only the features numbered `chosen`."""

        def narrow(both: Both) -> Both:
            first, second = (ClassCounts(c.documents, c.features[chosen]) for c in both)
            return first, second

        present = csr_matrix(self.present[:, chosen])
        outside = [narrow(both) for both in self.outside]
        return FoldedDocuments(present, self.positive, self.folds, narrow(self.counts), outside)


def folded_documents(
    X: csr_matrix | ArrayLike, positive: ArrayLike, folds: int, seed: int
) -> FoldedDocuments:
    """Documents X (documents, features) of two classes, each spread evenly over the folds."""
    values = csr_matrix(X if issparse(X) else np.atleast_2d(np.asarray(X, dtype=np.float64)))
    # A feature that is stored twice for one document would be counted twice.
    values.sum_duplicates()
    present = presence(values)
    truth = truths(positive)
    if truth.shape != (present.shape[0],):
        raise SteersmanError(
            f"there are {present.shape[0]} documents but positive has the shape {truth.shape}",
            todo="give one true or false for each document",
            code="label-count",
            rows=present.shape[0],
            shape=truth.shape,
        )
    least = int(min(np.count_nonzero(truth), np.count_nonzero(~truth)))
    if not 2 <= folds <= least:
        few = "1 document" if least == 1 else f"{least} documents"
        raise SteersmanError(
            f"{few} of one class cannot be spread over {folds} folds",
            todo=f"ask for 2 to {least} folds" if least >= 2 else "give more documents of it",
            code="folds-impossible",
            rows=least,
            folds=folds,
        )
    numbers = fold_numbers(truth, folds, seed).astype(np.int64)
    counts = (
        class_counts(present, truth.astype(np.float64)),
        class_counts(present, (~truth).astype(np.float64)),
    )
    return FoldedDocuments(present, truth, numbers, counts, fold_counts(present, truth, numbers))
