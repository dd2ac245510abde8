"""Columns of lists of numbers, all of one length: embeddings and other dense vectors."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST_LENGTH = 2


def is_list_of_numbers(kind: pa.DataType) -> bool:
    """Whether the values of a column are lists of numbers."""
    lists = (
        pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)
    )
    if not lists:
        return False
    inner = kind.value_type
    return bool(pa.types.is_floating(inner) or pa.types.is_integer(inner))


def vector_length(column: pa.Array | pa.ChunkedArray) -> int | None:
    """How many numbers every value of a column has; None where they are no vectors of one length.

    >>> vector_length(pa.array([[1.0, 2.0], None, [3.0, 4.0]]))
    2
    >>> vector_length(pa.array([[1], [2, 3]])) is None
    True
    """
    if not is_list_of_numbers(column.type):
        return None
    lengths = pc.unique(pc.list_value_length(column)).drop_null()
    if len(lengths) != 1 or lengths[0].as_py() < LEAST_LENGTH:
        return None
    return int(lengths[0].as_py())


def vector_values(column: pa.Array | pa.ChunkedArray, length: int) -> Floats:
    """(rows, length) the numbers of a column; nan where a vector or a number is missing.

    >>> vector_values(pa.array([[1.0, 2.0], None]), 2)
    array([[ 1.,  2.],
           [nan, nan]])
    """
    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    there = np.asarray(pc.is_valid(whole))
    values = np.full((len(whole), length), np.nan)
    # Flattening leaves out the places of missing lists.
    flat = pc.list_flatten(whole).cast(pa.float64()).to_numpy(zero_copy_only=False)
    values[there] = flat.reshape(int(there.sum()), length)
    return values


def missing_vectors(rows: int) -> pa.Array:
    """A column of so many vectors, all of them missing."""
    return pa.nulls(rows, pa.list_(pa.float64()))


def vector_column(values: Floats) -> pa.FixedSizeListArray:
    """(rows, length) numbers as one column."""
    return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])
