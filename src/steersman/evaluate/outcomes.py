"""Outcomes row by row, in a form that adds up: the ground of every resampling.

A row's outcome is one vector: whether it is right, then for each class whether the row is a true
positive, a false positive, a false negative of it. Measures are functions of sums of such vectors.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.evaluate.measures import checked_labels

__all__ = ["MEASURES", "Measure", "measured", "outcomes"]

Floats = NDArray[np.float64]
Measure = Callable[[NDArray[np.generic], NDArray[np.generic]], float]


def outcomes(y_true: ArrayLike, *y_preds: ArrayLike) -> list[Floats]:
    """(rows, 1 + 3 classes) outcomes of each prediction, over all classes that occur in any.

    >>> outcomes(["a", "b"], ["a", "a"])[0]
    array([[1., 1., 0., 0., 0., 0., 0.],
           [0., 0., 0., 1., 0., 0., 1.]])
    """
    pairs = [checked_labels(y_true, y_pred) for y_pred in y_preds]
    true = pairs[0][0]
    classes = None
    if true.ndim == 1:
        classes = np.unique(np.concatenate([true, *(predicted for _, predicted in pairs)]))
    actual = memberships(true, classes)
    found = []
    for _, predicted in pairs:
        said = memberships(predicted, classes)
        right = (actual == said).all(axis=1, keepdims=True)
        parts = [right, actual & said, ~actual & said, actual & ~said]
        found.append(np.hstack(parts).astype(np.float64))
    return found


def memberships(
    labels: NDArray[np.generic], classes: NDArray[np.generic] | None
) -> NDArray[np.bool_]:
    """(rows, classes): whether each row is said to belong to each class."""
    if classes is None:
        return labels.astype(bool)
    return np.asarray(labels[:, np.newaxis] == classes)


def quotient(part: Floats, whole: Floats) -> Floats:
    """part / whole, and 0 where there is nothing to divide by."""
    return np.divide(part, whole, out=np.zeros(np.broadcast(part, whole).shape), where=whole > 0)


def class_cells(sums: Floats) -> tuple[Floats, Floats, Floats]:
    """True positives, false positives and false negatives, (..., classes) each."""
    n_classes = (sums.shape[-1] - 1) // 3
    tp, fp, fn = np.split(sums[..., 1:], [n_classes, 2 * n_classes], axis=-1)
    return tp, fp, fn


def accuracy_of(sums: Floats, n_rows: int) -> Floats:
    return sums[..., 0] / n_rows


def f1_macro_of(sums: Floats, n_rows: int) -> Floats:  # noqa: ARG001
    tp, fp, fn = class_cells(sums)
    return np.asarray(quotient(2 * tp, 2 * tp + fp + fn).mean(axis=-1))


def f1_micro_of(sums: Floats, n_rows: int) -> Floats:  # noqa: ARG001
    tp, fp, fn = (cells.sum(axis=-1) for cells in class_cells(sums))
    return quotient(2 * tp, 2 * tp + fp + fn)


def f1_weighted_of(sums: Floats, n_rows: int) -> Floats:  # noqa: ARG001
    tp, fp, fn = class_cells(sums)
    scores, support = quotient(2 * tp, 2 * tp + fp + fn), tp + fn
    return quotient((scores * support).sum(axis=-1), support.sum(axis=-1))


MEASURES: dict[str, Callable[[Floats, int], Floats]] = {
    "accuracy": accuracy_of,
    "f1_macro": f1_macro_of,
    "f1_micro": f1_micro_of,
    "f1_weighted": f1_weighted_of,
}
"""Measures by scikit-learn's names: from (..., 1 + 3 classes) sums over rows to (...) values."""


def measured(measure: str, sums: Floats, n_rows: int) -> Floats:
    """The measure called `measure` of summed outcomes."""
    if measure not in MEASURES:
        raise SteersmanError(
            f"there is no measure {measure!r}",
            todo=f"choose one of {', '.join(MEASURES)}, or give a function of (y_true, y_pred)",
        )
    return MEASURES[measure](sums, n_rows)
