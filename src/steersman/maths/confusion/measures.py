"""Confusion counts, and measures as linear parts of a confusion matrix (rows true)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.maths.confusion.offset_path import OffsetPath, row_sums_of, sums_of


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


class MeasureParts(NamedTuple):
    """A measure of a confusion matrix C as sum(part * C) / sum(whole * C); no whole means 1."""

    part: Floats  # (classes, classes)
    whole: Floats | None

    def value(self, matrix: Floats) -> float:
        """The measure of one matrix, 0 where there is nothing to divide by."""
        part = float(np.sum(self.part * matrix))
        return part if self.whole is None else ratio(part, float(np.sum(self.whole * matrix)))

    def sums(self, matrices: NDArray[np.int64] | Floats) -> tuple[Floats, Floats]:
        """(matrices,) twice: what is counted in each of many matrices, and out of what."""
        part = np.einsum("mij,ij->m", matrices, self.part)
        if self.whole is None:
            return part, np.ones_like(part)
        return part, np.einsum("mij,ij->m", matrices, self.whole)

    def values(self, matrices: NDArray[np.int64] | Floats) -> Floats:
        """(matrices,): the measure of each of many matrices."""
        part, whole = self.sums(matrices)
        return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


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


class CellWeights(NamedTuple):
    """How often each cell of a yes/no decision counts in a sum."""

    tp: float = 0.0
    fp: float = 0.0
    fn: float = 0.0
    tn: float = 0.0

    def weights(self, n_classes: int, chosen: int) -> Floats:
        """(classes, classes): the weights when class `chosen` is the positive one."""
        masks = one_against_rest(n_classes, chosen)
        return sum((each * masks[name] for name, each in self._asdict().items()), masks["tp"] * 0.0)


Formula = Callable[[Floats, tuple[int, ...], Floats | None], MeasureParts]
"""The parts of a measure, for matrices with these row sums, about the classes at these places;
the costs (true, predicted) matter to few."""


def class_formula(part: CellWeights, whole: CellWeights | None = None) -> Formula:
    """A measure of one class against the rest, such as recall: `tp` out of `tp + fn`.

    >>> recall = class_formula(CellWeights(tp=1), CellWeights(tp=1, fn=1))
    >>> recall(np.array([10.0, 4.0]), (1,), None).value(np.array([[9.0, 1.0], [1.0, 3.0]]))
    0.75
    """

    def parts(row_sums: Floats, places: tuple[int, ...], _costs: Floats | None) -> MeasureParts:
        size, chosen = len(row_sums), places[0]
        out_of = None if whole is None else whole.weights(size, chosen)
        return MeasureParts(part.weights(size, chosen), out_of)

    return parts


def cell_formula(row_sums: Floats, places: tuple[int, ...], _costs: Floats | None) -> MeasureParts:
    """The count of one cell, whose row and column are the places."""
    cell = np.zeros((len(row_sums), len(row_sums)))
    cell[places[0], places[1]] = 1.0
    return MeasureParts(cell, None)


def cell_rate_formula(
    row_sums: Floats, places: tuple[int, ...], costs: Floats | None
) -> MeasureParts:
    """The share of one cell among the rows of its true class."""
    rows = np.zeros((len(row_sums), len(row_sums)))
    rows[places[0]] = 1.0
    return MeasureParts(cell_formula(row_sums, places, costs).part, rows)


def cost_formula(_sums: Floats, _places: tuple[int, ...], costs: Floats | None) -> MeasureParts:
    """The sum of the costs."""
    assert costs is not None
    return MeasureParts(costs, None)


def average_cost_formula(
    row_sums: Floats, _places: tuple[int, ...], costs: Floats | None
) -> MeasureParts:
    """The cost of a row on average."""
    assert costs is not None
    return MeasureParts(costs, np.ones((len(row_sums), len(row_sums))))


def accuracy_formula(
    row_sums: Floats, _places: tuple[int, ...], _costs: Floats | None
) -> MeasureParts:
    """The share of rows on the diagonal."""
    right = np.eye(len(row_sums))
    return MeasureParts(right, np.ones_like(right))


def errors_formula(
    row_sums: Floats, _places: tuple[int, ...], _costs: Floats | None
) -> MeasureParts:
    """The count of rows off the diagonal."""
    return MeasureParts(1.0 - np.eye(len(row_sums)), None)


def error_rate_formula(
    row_sums: Floats, _places: tuple[int, ...], _costs: Floats | None
) -> MeasureParts:
    """The share of rows off the diagonal."""
    right = np.eye(len(row_sums))
    return MeasureParts(1.0 - right, np.ones_like(right))


def referrals_formula(
    row_sums: Floats, _places: tuple[int, ...], _costs: Floats | None
) -> MeasureParts:
    """The count of rows in the last column, behind those of the classes: a person decides them."""
    return MeasureParts(with_referred(np.zeros((len(row_sums), len(row_sums))), 1.0), None)


def refer_formula(row_sums: Floats, places: tuple[int, ...], costs: Floats | None) -> MeasureParts:
    """The share of rows in the last column, behind those of the classes."""
    part = referrals_formula(row_sums, places, costs).part
    return MeasureParts(part, np.ones_like(part))


def with_referred(cells: Floats, referred: float | NDArray[np.float64] = 0.0) -> Floats:
    """Cells (true, predicted) with one more column, for rows that a person decides.

    >>> with_referred(np.eye(2), np.array([3.0, 4.0]))
    array([[1., 0., 3.],
           [0., 1., 4.]])
    """
    return np.column_stack([cells, np.broadcast_to(referred, len(cells))])


def balanced_accuracy_formula(
    row_sums: Floats, _places: tuple[int, ...], _costs: Floats | None
) -> MeasureParts:
    """The mean recall over the classes that have rows."""
    present = row_sums > 0
    shares = np.divide(1.0, row_sums, out=np.zeros_like(row_sums), where=present)
    return MeasureParts(np.diag(shares / max(1, int(present.sum()))), None)


def tolerance_of(weights: Floats, rows: float) -> float:
    """How much less than its limit a weighted sum of so many rows may be by rounding.

    Without it a bound that is met exactly could ask for one more row.
    """
    return 1e-13 * max(1.0, float(np.abs(weights).max()) * rows)


def rows_to_move(matrices: Floats | OffsetPath, weights: Floats, least: float) -> Floats:
    """(matrices,): the fewest predictions to change until sum(weights * C) >= least.

    Every row can move once, to the column of its own row of C that helps most; taking the most
    helpful moves first is optimal. Infinite where moving every row is not enough.

    >>> rows_to_move(np.array([[[90.0, 9.0], [4.0, 7.0]]]), np.array([[0.0, -1.0], [0, 0]]), -5.0)
    array([4.])
    """
    rows = float(row_sums_of(matrices).sum())
    tolerance = tolerance_of(weights, rows)
    missing = least - sums_of(matrices, weights)
    moved = np.zeros(len(matrices))
    # Rows of equal gain are interchangeable, so each gain is one step, whatever the number of rows.
    for gain, cells in gains_of_moves(weights.shape, weights.tobytes()):
        if not np.any(missing > tolerance):
            break
        movable = sums_of(matrices, cells)
        needed = np.ceil(np.maximum(missing - tolerance, 0.0) / gain)
        taken = np.minimum(needed, movable)
        moved += taken
        missing = missing - taken * gain
    return np.where(missing > tolerance, np.inf, moved)


@lru_cache(maxsize=256)
def gains_of_moves(shape: tuple[int, ...], weights: bytes) -> list[tuple[float, Floats]]:
    """What a row can add to a weighted sum by moving, the most first, each with 1 for the cells
    whose rows can. One search asks the same hundreds of times."""
    cells = np.frombuffer(weights).reshape(shape)
    gains = cells.max(axis=1, keepdims=True) - cells
    helpful = np.unique(gains[gains > 0])[::-1]
    return [(float(gain), (gains == gain).astype(np.float64)) for gain in helpful]
