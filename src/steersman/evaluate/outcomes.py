"""Outcomes of predictions row by row, in a form that can be summed and resampled.

A row's outcome is one vector: whether it is right, then for each class whether the row is a true
positive, a false positive, a false negative of it. Measures are functions of sums of such vectors.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.evaluate.measures import checked_labels

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
        # The classes of all predictions together, so that the columns of two classifiers agree.
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


def balanced_accuracy_of(sums: Floats, n_rows: int) -> Floats:  # noqa: ARG001
    tp, _, fn = class_cells(sums)
    # A resample may lack a rare class, whose recall is then left out of the mean.
    occurs = (tp + fn > 0).sum(axis=-1)
    return quotient(quotient(tp, tp + fn).sum(axis=-1), occurs.astype(np.float64))


def class_scores(score: str, tp: Floats, fp: Floats, fn: Floats) -> Floats:
    """Precision, recall or F1 from counts, 0 where there is nothing to divide by."""
    if score == "precision":
        return quotient(tp, tp + fp)
    return quotient(tp, tp + fn) if score == "recall" else quotient(2 * tp, 2 * tp + fp + fn)


def averaged_score(score: str, average: str) -> Callable[[Floats, int], Floats]:
    """Precision, recall or F1 over all classes: of summed counts, plainly averaged, or by size."""

    def of(sums: Floats, n_rows: int) -> Floats:  # noqa: ARG001
        tp, fp, fn = class_cells(sums)
        if average == "micro":
            return class_scores(score, *(cells.sum(axis=-1) for cells in (tp, fp, fn)))
        scores = class_scores(score, tp, fp, fn)
        if average == "macro":
            return np.asarray(scores.mean(axis=-1))
        support = tp + fn
        return quotient((scores * support).sum(axis=-1), support.sum(axis=-1))

    return of


MEASURES: dict[str, Callable[[Floats, int], Floats]] = {
    "accuracy": accuracy_of,
    "balanced_accuracy": balanced_accuracy_of,
} | {
    f"{score}_{average}": averaged_score(score, average)
    for average in ("macro", "weighted", "micro")
    for score in ("f1", "precision", "recall")
}
"""Measures by scikit-learn's names: from (..., 1 + 3 classes) sums over rows to (...) values."""

OTHER_NAMES_OF_ACCURACY = ("precision_micro", "recall_micro", "f1_micro", "recall_weighted")
"""With one label a row, each error is a false positive and a false negative: all are one figure."""


def measure_values(measure: str, sums: Floats, n_rows: int) -> Floats:
    """The measure called `measure` of summed outcomes."""
    check_measure(measure, "or give a function of (y_true, y_pred)")
    return MEASURES[measure](sums, n_rows)


def check_measure(measure: str, otherwise: str = "") -> None:
    """Raise an error unless there is a measure of this name."""
    if measure not in MEASURES:
        todo = f"choose one of {', '.join(MEASURES)}"
        raise SteersmanError(
            f"there is no measure {measure!r}",
            todo=f"{todo}, {otherwise}" if otherwise else todo,
            code="unknown-measure",
            measure=measure,
        )
