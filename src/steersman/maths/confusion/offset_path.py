"""Confusion matrices along the offsets of one class, computed without building each one.

Raising the offset of a class only ever turns rows to it, each once. So a weighted sum of cells is a
running sum over the rows, and every cell only rises (those of that class's column) or only falls.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

FINEST = 1024.0  # weights that are whole in units of its inverse add up without rounding


@dataclass(frozen=True, eq=False)
class OffsetPath:
    """Increasing offsets of class `moved`, and the decisions about the rows at each.

    A class behind the last one is a person: rows turn to it as the margin of sure decisions rises.
    """

    settings: Floats  # (settings,)
    turns: NDArray[np.intp]  # (rows,) the first setting at which each row is called `moved`
    codes: Ints  # (rows,) true classes
    rivals: NDArray[np.intp]  # (rows,) the class that it is called before
    moved: int
    classes: int

    def __len__(self) -> int:
        return len(self.settings)

    @property
    def columns(self) -> int:
        """How many columns each matrix has."""
        return max(self.classes, self.moved + 1)

    @cached_property
    def first(self) -> Ints:
        """(true, predicted): the matrix at the lowest offset."""
        size = self.classes * self.columns
        cells = np.bincount(self.codes * self.columns + self.rivals, minlength=size)
        return cells.reshape(self.classes, self.columns).astype(np.int64)

    @cached_property
    def first_turn(self) -> int:
        """The first setting that turns a row."""
        return int(self.turns.min()) if len(self.turns) else len(self)

    def sums(self, weights: Floats) -> Floats:
        """(settings,): the weighted sum of each matrix's cells.

        Exactly that of the matrices: weights whose sums would depend on their order are summed
        matrix by matrix.
        """
        if not adds_up_exactly(weights):
            return np.asarray(np.einsum("mij,ij->m", self.stack(), weights))
        gains = weights[self.codes, self.moved] - weights[self.codes, self.rivals]
        changes = np.bincount(self.turns, gains, minlength=len(self))
        changes[0] += float(np.sum(self.first * weights))
        return np.cumsum(changes)

    def at(self, places: Ints | list[int]) -> Ints:
        """(places, true, predicted): the matrices of these settings."""
        found = np.repeat(self.first[np.newaxis], len(places), axis=0)
        for matrix, place in zip(found, places):
            # The first setting turns no row, and sweeps ask for it again and again.
            if place < self.first_turn:
                continue
            turned = np.flatnonzero(self.turns <= place)
            cells = self.codes[turned] * self.columns + self.rivals[turned]
            matrix -= np.bincount(cells, minlength=matrix.size).reshape(matrix.shape)
            matrix[:, self.moved] += np.bincount(self.codes[turned], minlength=self.classes)
        return found

    def stack(self) -> Ints:
        """(settings, true, predicted): the matrices of all settings."""
        changes = np.zeros((len(self), self.classes, self.columns), dtype=np.int64)
        changes[0] = self.first
        np.subtract.at(changes, (self.turns, self.codes, self.rivals), 1)
        np.add.at(changes, (self.turns, self.codes, np.full_like(self.codes, self.moved)), 1)
        return np.cumsum(changes, axis=0)


def adds_up_exactly(weights: Floats) -> bool:
    """Whether weighted sums of rows are the same in any order, as with multiples of a power of two.

    Other weights would make a running sum differ in its last bits from the sum over a matrix, and
    bounds compare these.
    """
    return np.array_equal(np.rint(weights * FINEST), weights * FINEST)


Matrices = Ints | OffsetPath
"""Confusion matrices of the same rows: a stack of them, or those along a path."""


def stacked_matrices(matrices: Matrices) -> Ints:
    """(settings, true, predicted): every matrix."""
    return matrices.stack() if isinstance(matrices, OffsetPath) else matrices


def row_sums_of(matrices: Matrices | Floats) -> Floats:
    """(classes,): how many rows each true class has, in every matrix."""
    first = matrices.first if isinstance(matrices, OffsetPath) else matrices[0]
    return np.asarray(first.sum(axis=1), dtype=np.float64)


def sums_of(matrices: Matrices | Floats, weights: Floats) -> Floats:
    """(settings,): the weighted sum of each matrix's cells."""
    if isinstance(matrices, OffsetPath):
        return matrices.sums(weights)
    return np.asarray(np.einsum("mij,ij->m", matrices, weights))


def extreme_matrices(matrices: Matrices, chosen: NDArray[np.bool_]) -> Ints:
    """Chosen matrices that include every cell's lowest and highest count among all the chosen.

    Along a path these are the first and the last.
    """
    if not isinstance(matrices, OffsetPath):
        return matrices[chosen]
    places = np.flatnonzero(chosen)
    # Every cell only rises or only falls along a path, so its extremes are at the ends.
    return matrices.at([int(places[0]), int(places[-1])] if len(places) else [])
