"""Rows written to partitions come back as they were."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.scale.partition import MOST_NARROW, PartitionRows, write_partition
from steersman.scale.row_hashes import TEST


@pytest.mark.parametrize("features", [MOST_NARROW, MOST_NARROW + 1])
def test_numbers_of_features_take_two_bytes_where_they_suffice(
    tmp_path: Path, features: int
) -> None:
    # The last number of all, a row without any, and a zero that was stored.
    X = csr_matrix(([1.0, 2.0, 0.0, 3.0], [0, features - 1, 5, 7], [0, 2, 2, 4]), (3, features))
    rows = PartitionRows(X, np.array([1, 0, 1]), np.array([4, 6, 9]), None)
    stored = write_partition(tmp_path / "part", rows, "made").open()
    assert (stored.X != X).nnz == 0
    assert stored.X.indices.dtype == np.int32
    assert stored.presence.indices.dtype.itemsize == (2 if features == MOST_NARROW else 4)
    assert [stored.presence.row(row).tolist() for row in range(3)] == [[0, features - 1], [], [7]]
    assert (stored.codes.tolist(), stored.numbers.tolist()) == ([1, 0, 1], [4, 6, 9])
    assert stored.split is None
    # What was given is not changed.
    assert X.nnz == 4


def test_rows_without_zeros_left_out_come_back_whole(tmp_path: Path) -> None:
    X = np.array([[0.5, -1.0], [0.0, 2.0]])
    rows = PartitionRows(X, np.array([1, 0]), np.array([0, 1]), np.array([0, TEST], np.uint8))
    partition = write_partition(tmp_path / "part", rows, "made").with_codes((1, 0))
    stored = partition.open()
    assert np.array_equal(stored.X, X)
    assert stored.codes.tolist() == [0, 1]
    assert stored.split is not None
    assert stored.split.tolist() == [0, TEST]
    assert [stored.presence.row(row).tolist() for row in range(2)] == [[0], [1]]


def test_a_partition_without_any_feature_is_read(tmp_path: Path) -> None:
    rows = PartitionRows(csr_matrix((2, 3)), np.zeros(2, np.int64), np.arange(2), None)
    stored = write_partition(tmp_path / "part", rows, "made").open()
    assert stored.X.nnz == len(stored.presence.indices) == 0
    assert stored.X.shape == (2, 3)
