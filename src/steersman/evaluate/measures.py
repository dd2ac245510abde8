"""Measures of predicted labels, for one label per row and for several."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics import (
    accuracy_score,
    confusion_matrix,
    multilabel_confusion_matrix,
    precision_recall_fscore_support,
)
from sklearn.utils.multiclass import type_of_target

from steersman.errors import SteersmanError, check_choice

Average = Literal["micro", "macro", "weighted"] | None


class PrecisionRecallF1(NamedTuple):
    """Three measures: numbers for an average, else (classes,) arrays. `f1` is F-beta."""

    precision: float | NDArray[np.float64]
    recall: float | NDArray[np.float64]
    f1: float | NDArray[np.float64]


def checked_labels(
    y_true: ArrayLike, y_pred: ArrayLike
) -> tuple[NDArray[np.generic], NDArray[np.generic]]:
    """Both as arrays: (rows,) of labels, or (rows, classes) of zeros and ones."""
    true, predicted = np.asarray(y_true), np.asarray(y_pred)
    if true.shape != predicted.shape or not 1 <= true.ndim <= 2:
        raise SteersmanError(
            f"true labels have shape {true.shape}, predicted labels {predicted.shape}",
            todo="pass two lists of labels, or two (rows, classes) tables, of the same shape",
            code="labels-shape",
            true=true.shape,
            predicted=predicted.shape,
        )
    if not len(true):
        raise SteersmanError(
            "there are no rows to measure",
            todo="pass at least one row",
            code="no-rows",
        )
    if true.ndim == 2 and type_of_target(true) != "multilabel-indicator" and true.shape[1] > 1:
        raise SteersmanError(
            "a (rows, classes) table of labels must contain only 0 and 1",
            todo="use one 0/1 column per class",
            code="labels-not-binary",
            shape=true.shape,
        )
    return true, predicted


def accuracy(y_true: ArrayLike, y_pred: ArrayLike) -> float:
    """The share of rows whose labels are right (all of them, where a row may have several).

    >>> accuracy(["a", "b", "b", "a"], ["a", "b", "a", "a"])
    0.75
    """
    return float(accuracy_score(*checked_labels(y_true, y_pred)))


def confusion(
    y_true: ArrayLike, y_pred: ArrayLike, labels: ArrayLike | None = None
) -> NDArray[np.int64]:
    """(classes, classes) counts: rows are true labels, columns predicted ones.

    `labels` chooses the classes and their order; without it, all that occur, sorted.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (rows,)
        True and predicted labels.
    labels : array-like, optional
        Classes to count, in this order.

    Returns
    -------
    array of shape (classes, classes)
        The counts.

    Examples
    --------
    >>> confusion(["ham", "ham", "spam"], ["ham", "spam", "spam"])
    array([[1, 1],
           [0, 1]])
    """
    true, predicted = checked_labels(y_true, y_pred)
    if true.ndim == 2:
        raise SteersmanError(
            "rows with several labels have no single confusion matrix",
            todo="use confusion_per_class",
            code="several-labels",
        )
    cells: NDArray[np.int64] = confusion_matrix(true, predicted, labels=labels)
    return cells


def confusion_per_class(
    y_true: ArrayLike, y_pred: ArrayLike, labels: ArrayLike | None = None
) -> NDArray[np.int64]:
    """(classes, 2, 2): for each class [[tn, fp], [fn, tp]] of the question "is it this class?".

    >>> confusion_per_class([[1, 0], [1, 1]], [[1, 1], [0, 1]]).tolist()
    [[[0, 0], [1, 1]], [[0, 1], [0, 1]]]
    """
    true, predicted = checked_labels(y_true, y_pred)
    cells: NDArray[np.int64] = multilabel_confusion_matrix(true, predicted, labels=labels)
    return cells


def precision_recall_f1(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    average: Average = None,
    labels: ArrayLike | None = None,
    beta: float = 1.0,
) -> PrecisionRecallF1:
    """Precision, recall and F-beta per class, or averaged; 0 where there is nothing to divide by.

    Parameters
    ----------
    y_true, y_pred : array-like of shape (rows,) or (rows, classes)
        True and predicted labels.
    average : {"micro", "macro", "weighted"} or None
        How to average over classes; None gives one number for each class.
    labels : array-like, optional
        Classes to include, in this order.
    beta : float
        Weight of recall in F-beta.

    Returns
    -------
    PrecisionRecallF1
        Numbers for an average, arrays of shape (classes,) without one.

    Examples
    --------
    >>> precision_recall_f1(["a", "a", "b"], ["a", "b", "b"]).recall
    array([0.5, 1. ])
    >>> precision_recall_f1(["a", "a", "b"], ["a", "b", "b"], average="macro").precision
    0.75
    """
    check_choice("average", average, (None, "micro", "macro", "weighted"))
    true, predicted = checked_labels(y_true, y_pred)
    measured = precision_recall_fscore_support(
        true, predicted, beta=beta, labels=labels, average=average, zero_division=0.0
    )[:3]
    return PrecisionRecallF1(*(value if average is None else float(value) for value in measured))
