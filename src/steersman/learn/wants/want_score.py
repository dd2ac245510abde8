"""A want as a score of predictions, for other people's searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import confusion_matrix

from steersman.learn.wants.resolved_want import ResolvedWant

if TYPE_CHECKING:
    from steersman.learn.wants.want import Want

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class WantScore:
    """How well predictions keep to a want: higher is better, from 0 on where it holds.

    First by how many rows are missing until the want holds, then by the objective: 1 minus its loss
    (without one, the share of right decisions where errors are not limited) where the
    want holds, else minus the rows missing and half of that loss, as a share of the rows.

    >>> from steersman.learn.wants import Want
    >>> score = WantScore(Want("fp <= 1"))
    >>> score([0, 0, 0, 1, 1], [0, 0, 1, 1, 0]), score([0, 0, 0, 1, 1], [1, 1, 1, 1, 1])
    (0.5, -0.4)
    """

    want: Want
    positive: object = None
    labels: Sequence[object] | None = None
    costs: ArrayLike | None = None
    prior: float | None = None

    @property
    def __name__(self) -> str:
        """The name by which scikit-learn lists scores of several scorers."""
        return str(self.want)

    def __repr__(self) -> str:
        return repr(self.want)

    def __call__(self, y_true: ArrayLike, y_pred: ArrayLike) -> float:
        """The score of predictions for rows with these labels."""
        truth, predicted = np.asarray(y_true), np.asarray(y_pred)
        seen = np.union1d(truth, predicted) if self.labels is None else np.asarray(self.labels)
        classes = np.sort(seen)
        resolved = self.want.resolve(classes, self.positive, costs=self.costs, prior=self.prior)
        matrix = confusion_matrix(truth, predicted, labels=classes).astype(np.float64)
        gap, loss = resolved.gap(matrix), loss_share(resolved, matrix)
        # Half of the loss: a row less of the gap counts for more than the whole objective.
        return 1.0 - loss if gap == 0.0 else -(gap + loss / 2.0) / len(truth)


def loss_share(want: ResolvedWant, matrix: Floats) -> float:
    """What the want's objective makes small, between 0 and 1; without one, the other errors."""
    row_sums = matrix.sum(axis=1)
    if want.objective is None:
        weights = want.other_errors() if want.costs is None else want.costs
        whole = None
    else:
        weights, whole = want.objective.parts(row_sums, want.costs)
    if whole is not None and want.objective is not None:
        return float(want.objective.losses(matrix[np.newaxis], row_sums, want.costs)[0])
    # A sum over rows: between what it would be if every row had its best and its worst decision.
    best, worst = row_sums @ weights.min(axis=1), row_sums @ weights.max(axis=1)
    return float((np.sum(weights * matrix) - best) / (worst - best)) if worst > best else 0.0
