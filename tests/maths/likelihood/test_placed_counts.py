"""Rows counted in one pass over what they hold, against sums of dense rows."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_matrix

from steersman.maths.likelihood import count_placed_rows

FOLDS, FEATURES, SIZE = 3, 7, 4


def test_rows_are_placed_decided_and_counted_as_dense_sums_say() -> None:
    rng = np.random.default_rng(2)
    held = rng.random((60, FEATURES)) < 0.4
    present = csr_matrix(held)
    fold = rng.integers(0, FOLDS, 60).astype(np.uint8)
    positive = rng.random(60) < 0.5
    tables, fixed = rng.normal(size=(FOLDS, FEATURES, 2)), rng.normal(size=(FOLDS, 2))
    slope, intercepts = 0.8, rng.normal(size=FOLDS)
    low, width = np.array([-2.0, -2.0]), np.array([4.0, 4.0])
    cells = np.zeros((FOLDS, 4), dtype=np.int64)
    density = np.zeros((2, SIZE, SIZE), dtype=np.int64)
    beyond = count_placed_rows(
        present.indices, present.indptr.astype(np.int64), fold, positive,
        tables, fixed, slope, intercepts, low, width, cells, density,
    )  # fmt: skip
    points = np.einsum("rf,rfc->rc", held, tables[fold]) + fixed[fold]
    under = points[:, 1] < slope * points[:, 0] + intercepts[fold]
    kinds = [under & positive, under & ~positive, ~under & positive, ~under & ~positive]
    assert cells.tolist() == [
        [int((kind & (fold == number)).sum()) for kind in kinds] for number in range(FOLDS)
    ]
    edges = np.linspace(-2.0, 2.0, SIZE + 1)
    for truth in (0, 1):
        there = points[positive == truth]
        # In half-open cells, as above, but for the last, which no point of these touches.
        grid = np.histogram2d(there[:, 1], there[:, 0], bins=[edges, edges])[0]
        assert np.array_equal(density[truth], grid)
    assert beyond == 60 - density.sum() > 0
