"""Coordinates by subtracted counts against coordinates by counting again."""

import numpy as np
from scipy.sparse import csr_matrix

from steersman.maths.likelihood import (
    class_counts,
    fold_counts,
    leave_one_out_plane,
    plane_coordinates,
)


def some_documents():
    rng = np.random.default_rng(8)
    present = csr_matrix((rng.random((40, 15)) < 0.3).astype(float))
    return present, np.arange(40) % 3 == 0, rng.integers(0, 4, 40)


def counted_again(present, positive, rows):
    return tuple(
        class_counts(csr_matrix(present[rows]), side[rows].astype(float))
        for side in (positive, ~positive)
    )


def test_leaving_one_out_is_counting_the_others():
    present, positive, _ = some_documents()
    counts = counted_again(present, positive, np.arange(40))
    plane = leave_one_out_plane(present, positive, counts, 0.2, 3.0)
    for row in range(40):
        others = counted_again(present, positive, np.delete(np.arange(40), row))
        again = plane_coordinates(csr_matrix(present[row]), *others, 0.2, 3.0)
        np.testing.assert_allclose(plane[row], again[0], rtol=1e-12)


def test_counts_outside_a_fold_are_those_of_the_other_documents():
    present, positive, folds = some_documents()
    for fold, (ours, theirs) in enumerate(fold_counts(present, positive, folds)):
        again = counted_again(present, positive, np.flatnonzero(folds != fold))
        for subtracted, direct in zip((ours, theirs), again):
            assert subtracted.documents == direct.documents
            np.testing.assert_array_equal(subtracted.features, direct.features)
