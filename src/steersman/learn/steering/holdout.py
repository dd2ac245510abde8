"""Holdout rows: checked against the model and the want, and counted by its decisions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.validation import check_is_fitted

from steersman.errors import SteersmanError
from steersman.learn.steering.referring import answer_places, referring_step
from steersman.learn.wants import NeededRows, ResolvedWant, class_list

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def checked_holdout(model: object, X: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.generic], Ints]:
    """The model's classes and, for each row, the position of its class among them."""
    if not hasattr(model, "predict"):
        raise SteersmanError(
            f"{model!r} is not a classifier",
            todo="give a fitted classifier",
            code="not-a-classifier",
        )
    check_is_fitted(model)
    classes = np.asarray(getattr(model, "classes_", None))
    if classes.ndim != 1:
        raise SteersmanError(
            f"{type(model).__name__} decides several labels at once",
            todo="steer one at a time",
            code="several-labels",
        )
    labels = np.asarray(y)
    rows = X.shape[0] if hasattr(X, "shape") else len(X)  # type: ignore[arg-type]
    if labels.ndim != 1 or len(labels) != rows:
        raise SteersmanError(
            f"the holdout has {rows} rows and labels of shape {labels.shape}",
            todo="give one label per row",
            code="label-count",
            rows=rows,
            shape=labels.shape,
        )
    if not rows:
        raise SteersmanError(
            "the holdout has no rows", todo="give rows the model has not seen", code="no-rows"
        )
    unknown = np.setdiff1d(labels, classes)
    if len(unknown):
        raise SteersmanError(
            f"the holdout has labels that the model does not know: {class_list(unknown.tolist())}",
            todo=f"its classes are {class_list(classes.tolist())}",
            code="unknown-labels",
            labels=unknown.tolist(),
        )
    return classes, np.searchsorted(classes, labels).astype(np.int64)


def refuse_unmeasurable(want: ResolvedWant, row_sums: Floats) -> None:
    """Raise an error for a rate of a class that the holdout has no rows of."""
    for bound in want.bounds:
        needs = bound.definition.needs_rows
        if needs is NeededRows.ANY:
            continue
        of_class = row_sums[bound.places[0]]
        if not (of_class if needs is NeededRows.OF_CLASS else row_sums.sum() - of_class):
            raise SteersmanError(
                f"{bound} cannot be measured: the holdout has no rows of that class",
                todo="hold out rows of every class",
                code="unmeasurable",
                bound=bound.written,
            )


def confusion_of(model: object, X: ArrayLike, codes: Ints, classes: NDArray[np.generic]) -> Ints:
    """(true, predicted): how the model decides the rows; the last column of a model that refers
    rows has those."""
    size = len(classes)
    columns = size + (referring_step(model) is not None)
    predicted = answer_places(model.predict(X), classes)  # type: ignore[attr-defined]
    counts = np.bincount(codes * columns + predicted, minlength=size * columns)
    return counts.reshape(size, columns).astype(np.int64)
