"""Rows counted in one pass over what they hold, against sums of dense rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.likelihood import (
    Presence,
    class_counts,
    count_placed_rows,
    count_split_points,
    grouped_counts,
    placed_points,
    projected_points,
)

FOLDS, FEATURES, SIZE = 3, 7, 4


class Rows(NamedTuple):
    """Rows of very different lengths, some of them empty, in folds."""

    held: NDArray[np.bool_]
    fold: NDArray[np.uint8]
    positive: NDArray[np.bool_]
    tables: NDArray[np.float64]
    fixed: NDArray[np.float64]

    def present(self, kind: Any) -> Presence:
        matrix = csr_matrix(self.held)
        return Presence(
            matrix.indices.astype(kind), matrix.indptr.astype(np.int64), self.held.shape
        )

    @property
    def points(self) -> NDArray[np.float64]:
        return np.einsum("rf,rfc->rc", self.held, self.tables[self.fold]) + self.fixed[self.fold]


def some_rows(rows: int, features: int = FEATURES) -> Rows:
    rng = np.random.default_rng(rows)
    return Rows(
        rng.random((rows, features)) < rng.random((rows, 1)) * rng.integers(0, 2, (rows, 1)),
        rng.integers(0, FOLDS, rows).astype(np.uint8),
        rng.random(rows) < 0.5,
        rng.normal(size=(FOLDS, features, 2)),
        rng.normal(size=(FOLDS, 2)),
    )


@pytest.mark.parametrize("kind", [np.uint16, np.int32])
@pytest.mark.parametrize("rows", [1, 3, 4, 61, 1_030])
def test_rows_are_placed_decided_and_counted_as_dense_sums_say(kind: Any, rows: int) -> None:
    some = some_rows(rows)
    fold, positive, points = some.fold, some.positive, some.points
    slope, intercepts = 0.8, np.linspace(-1.0, 1.0, FOLDS)
    limits = np.array([-2.0, -2.0]), np.array([4.0, 4.0])
    cells = np.zeros((FOLDS, 4), dtype=np.int64)
    density = np.zeros((2, SIZE, SIZE), dtype=np.int64)
    model = some.tables, some.fixed, slope, intercepts
    beyond = count_placed_rows(some.present(kind), fold, positive, model, limits, cells, density)
    under = points[:, 1] < slope * points[:, 0] + intercepts[fold]
    kinds = [under & positive, under & ~positive, ~under & positive, ~under & ~positive]
    assert cells.tolist() == [
        [int((kind & (fold == number)).sum()) for kind in kinds] for number in range(FOLDS)
    ]
    for truth in (0, 1):
        assert np.array_equal(density[truth], grid_of(points[positive == truth]))
    assert beyond == rows - density.sum()


def grid_of(points: NDArray[np.float64]) -> NDArray[np.float64]:
    # In half-open cells, but for the last, which no point of these touches.
    edges = np.linspace(-2.0, 2.0, SIZE + 1)
    return np.histogram2d(points[:, 1], points[:, 0], bins=[edges, edges])[0]


@pytest.mark.parametrize("kind", [np.uint16, np.int32])
@pytest.mark.parametrize("rows", [0, 2, 5, 900])
def test_rows_side_by_side_are_placed_to_the_last_bit_as_one_by_one(kind: Any, rows: int) -> None:
    some = some_rows(rows, features=300)
    points = placed_points(some.present(kind), some.fold, some.tables, some.fixed)
    for fold in range(FOLDS):
        mine = np.flatnonzero(some.fold == fold)
        alone = projected_points(
            some.present(np.int32), some.tables[fold], some.fixed[fold], mine.astype(np.uint32)
        )
        assert np.array_equal(points[mine], alone)


def test_points_of_two_splits_are_counted_apart() -> None:
    some = some_rows(200)
    points, positive = some.points, some.positive
    split = some.fold  # the last of three is left out
    called = np.array([points[:, 1] < points[:, 0], points[:, 0] > 0.5])
    # With room for the split that is left out, which stays empty.
    limits = np.full((3, 2), -2.0), np.full((3, 2), 4.0)
    cells = np.zeros((3, 2, 4), np.int64)
    extent = np.array([[[np.inf] * 2, [-np.inf] * 2]] * 3)
    density = np.zeros((3, 2, SIZE, SIZE), np.int64)
    count_split_points(points, split, positive, called, limits, cells, extent, density)
    assert (split == 2).any()
    assert not cells[2].any()
    assert not density[2].any()
    assert np.isinf(extent[2]).all()
    for own in (0, 1):
        mine = split == own
        for decided, counted in zip(called, cells[own]):
            pairs = [(True, True), (True, False), (False, True), (False, False)]
            assert counted.tolist() == [
                int((mine & (decided == call) & (positive == truth)).sum()) for call, truth in pairs
            ]
        assert np.array_equal(extent[own], [points[mine].min(axis=0), points[mine].max(axis=0)])
        for truth in (0, 1):
            there = points[mine & (positive == truth)]
            assert np.array_equal(density[own, truth], grid_of(there))


def test_groups_are_counted_as_each_by_itself() -> None:
    some = some_rows(300)
    group = some.fold.astype(np.int64) - 1
    counts = grouped_counts(some.present(np.uint16), group, FOLDS)
    for number, found in enumerate(counts):
        alone = class_counts(some.present(np.int32), (group == number).astype(np.float64))
        assert found.documents == alone.documents
        assert np.array_equal(found.features, alone.features)
