"""What each cell of a confusion matrix can be made by turning a fitted model's cut-off."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman.learn.thresholded import class_scores
from steersman.maths.thresholds import cutoff_sweep, offset_sweep

__all__ = ["attainable_matrices", "attainable_ranges"]


def attainable_matrices(model: object, X: ArrayLike, y: ArrayLike) -> NDArray[np.int64]:
    """(settings, classes, classes) the matrix at every cut-off, one cut-off turned at a time."""
    if isinstance(model, Pipeline) and len(model.steps) > 1:
        return attainable_matrices(model.steps[-1][1], model[:-1].transform(X), y)
    scores = class_scores(model, X)
    codes = np.searchsorted(model.classes_, np.asarray(y))  # type: ignore[attr-defined]
    if scores.values.ndim == 1:
        return cutoff_sweep(scores.values, codes == 1).matrices
    start = np.asarray(scores.start, dtype=np.float64)
    return np.concatenate(
        [offset_sweep(scores.values, codes, start, moved).matrices for moved in range(len(start))]
    )


def attainable_ranges(
    matrices: NDArray[np.int64], least_accuracy: float = 0.0
) -> NDArray[np.int64]:
    """(classes, classes, 2) lowest and highest count of each cell among some matrices.

    Only those with at least that accuracy count, or the best of them: every cell can be emptied by
    a cut-off that nobody would use.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.arange(6.0).reshape(-1, 1), np.array([0, 0, 1, 0, 1, 1])
    >>> matrices = attainable_matrices(LogisticRegression().fit(X, y), X, y)
    >>> attainable_ranges(matrices, 0.8)[0].tolist()
    [[2, 3], [0, 1]]
    """
    right = np.trace(matrices, axis1=1, axis2=2)
    enough = min(least_accuracy * float(matrices[0].sum()), float(right.max()))
    usable = matrices[right >= enough]
    return np.stack([usable.min(axis=0), usable.max(axis=0)], axis=-1)
