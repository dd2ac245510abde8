"""Confusion counts, and measures as linear parts of a confusion matrix (rows true)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.maths.confusion.offset_path import OffsetPath, row_sums_of, sums_of

__all__ = [
    "COUNT_MEASURES",
    "ROW_RATES",
    "BinaryCounts",
    "MeasureParts",
    "binary_counts",
    "one_against_rest",
    "one_class_measure",
    "rows_to_move",
    "whole_matrix_measure",
]


def ratio(part: float, whole: float) -> float:
    """part / whole, and 0 where there is nothing to divide by."""
    return part / whole if whole else 0.0


class BinaryCounts(NamedTuple):
    """The four cells of a yes/no decision."""

    tp: int
    fp: int
    fn: int
    tn: int

    @property
    def recall(self) -> float:
        return ratio(self.tp, self.tp + self.fn)

    @property
    def precision(self) -> float:
        return ratio(self.tp, self.tp + self.fp)

    @property
    def f1(self) -> float:
        return ratio(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    @property
    def accuracy(self) -> float:
        return ratio(self.tp + self.tn, sum(self))


def binary_counts(positive: NDArray[np.bool_], decided: NDArray[np.bool_]) -> BinaryCounts:
    """Cells of the decisions `decided` about rows whose truth is `positive`.

    >>> binary_counts(np.array([True, True, False]), np.array([True, False, False]))
    BinaryCounts(tp=1, fp=0, fn=1, tn=1)
    """
    tp = int(np.count_nonzero(positive & decided))
    positives = int(np.count_nonzero(positive))
    found = int(np.count_nonzero(decided))
    return BinaryCounts(tp, found - tp, positives - tp, len(positive) - positives - found + tp)


Floats = NDArray[np.float64]

COUNT_MEASURES = ("cell", "cost", "errors", "fn", "fp", "predicted", "tn", "tp")
"""Measures in rows (or in the unit of the costs); every other measure lies between 0 and 1."""

ROW_RATES = {"fnr": "fn", "fpr": "fp", "recall": "tp", "specificity": "tn"}
"""Rates among the rows of known truth, so with a denominator that no model can change."""


class MeasureParts(NamedTuple):
    """A measure of a confusion matrix C as sum(part * C) / sum(whole * C); no whole means 1."""

    part: Floats  # (classes, classes)
    whole: Floats | None

    def value(self, matrix: Floats) -> float:
        """The measure of one matrix, 0 where there is nothing to divide by."""
        part = float(np.sum(self.part * matrix))
        return part if self.whole is None else ratio(part, float(np.sum(self.whole * matrix)))


def one_against_rest(n_classes: int, chosen: int) -> dict[str, Floats]:
    """The cells that are tp, fp, fn and tn when class `chosen` is the positive one, as masks."""
    is_chosen = np.zeros(n_classes)
    is_chosen[chosen] = 1.0
    rest = 1.0 - is_chosen
    return {
        "tp": np.outer(is_chosen, is_chosen),
        "fp": np.outer(rest, is_chosen),
        "fn": np.outer(is_chosen, rest),
        "tn": np.outer(rest, rest),
    }


def one_class_measure(name: str, n_classes: int, chosen: int) -> MeasureParts:
    """The parts of a measure of one class against the rest: fp, recall, precision, f1 and so on."""
    masks = one_against_rest(n_classes, chosen)
    tp, fp, fn, tn = masks["tp"], masks["fp"], masks["fn"], masks["tn"]
    if name in masks:
        return MeasureParts(masks[name], None)
    if name in ROW_RATES:
        count = ROW_RATES[name]
        return MeasureParts(masks[count], tp + fn if count in ("tp", "fn") else fp + tn)
    wholes = {
        "predicted": MeasureParts(tp + fp, None),
        "precision": MeasureParts(tp, tp + fp),
        "fdr": MeasureParts(fp, tp + fp),
        "npv": MeasureParts(tn, tn + fn),
        "f1": MeasureParts(2 * tp, 2 * tp + fp + fn),
    }
    return wholes[name]


def whole_matrix_measure(name: str, row_sums: Floats) -> MeasureParts:
    """The parts of accuracy, balanced accuracy, errors or error rate for these row sums."""
    right = np.eye(len(row_sums))
    everything = np.ones_like(right)
    if name == "balanced accuracy":
        present = row_sums > 0
        shares = np.divide(1.0, row_sums, out=np.zeros_like(row_sums), where=present)
        return MeasureParts(np.diag(shares / max(1, int(present.sum()))), None)
    if name == "accuracy":
        return MeasureParts(right, everything)
    wrong = everything - right
    return MeasureParts(wrong, everything if name == "error rate" else None)


def rows_to_move(matrices: Floats | OffsetPath, weights: Floats, least: float) -> Floats:
    """(matrices,): the fewest rows to predict otherwise until sum(weights * C) >= least.

    Every row can move once, to the column of its own row of C that helps most; taking the most
    helpful moves first is optimal. Infinite where moving every row is not enough.

    >>> rows_to_move(np.array([[[90.0, 9.0], [4.0, 7.0]]]), np.array([[0.0, -1.0], [0, 0]]), -5.0)
    array([4.])
    """
    rows = float(row_sums_of(matrices).sum())
    tolerance = 1e-13 * max(1.0, float(np.abs(weights).max()) * rows)
    missing = least - sums_of(matrices, weights)
    gains = weights.max(axis=1, keepdims=True) - weights
    moved = np.zeros(len(matrices))
    for gain in np.unique(gains)[::-1]:
        if gain <= 0 or not np.any(missing > tolerance):
            break
        movable = sums_of(matrices, (gains == gain).astype(np.float64))
        needed = np.ceil(np.maximum(missing - tolerance, 0.0) / gain)
        taken = np.minimum(needed, movable)
        moved += taken
        missing = missing - taken * gain
    return np.where(missing > tolerance, np.inf, moved)
