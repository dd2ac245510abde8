"""Features of rows by their values that may differ from zero, written by several sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

Floats = NDArray[np.float64]


Places = NDArray[np.int32]


class CellSource(NamedTuple):
    """Writes the features of some rows of a table by the values that may differ from zero.

    Every row has so many `cells`, of a `width` of so many features. `write` is given the rows, room
    for their values and for the feature of each value, and the number of the first feature. Zero
    values have any feature. Several threads may write at a time.
    """

    cells: int
    width: int
    write: Callable[[slice, Floats, Places, int], None]


def sparse_rows(
    sources: Sequence[CellSource], rows: slice, memory: CellMemory | None = None
) -> csr_matrix:
    """(rows, features of all sources) side by side; zeros are not kept.

    The matrix is written into the `memory`, if some is given.

    >>> numbers = written_values(np.array([[3.0, 0.0]]))
    >>> sparse_rows([numbers, numbers], slice(0, 1)).toarray().tolist()
    [[3.0, 0.0, 3.0, 0.0]]
    """
    count, n_cells = rows.stop - rows.start, sum(source.cells for source in sources)
    memory = memory or CellMemory.of(count * n_cells)
    shape = (count, n_cells)
    values = memory.values[: count * n_cells].reshape(shape)
    places = memory.places[: count * n_cells].reshape(shape)
    column, width = 0, 0
    for source in sources:
        beside = slice(column, column + source.cells)
        source.write(rows, values[:, beside], places[:, beside], width)
        column, width = beside.stop, width + source.width
    bounds = n_cells * np.arange(count + 1)
    made = csr_matrix((values.ravel(), places.ravel(), bounds), shape=(count, width), copy=False)
    # In place, which takes half the time of choosing the others by a mask.
    made.eliminate_zeros()
    made.has_canonical_format = True
    return made


class CellMemory(NamedTuple):
    """Room for the values of some rows, and for the feature of each; used again and again."""

    values: Floats
    places: Places

    @classmethod
    def of(cls, cells: int) -> CellMemory:
        """Room for so many values."""
        return cls(np.empty(cells), np.empty(cells, np.int32))


def written_values(values: Floats) -> CellSource:
    """Features that there are already, most of them not zero."""
    width = values.shape[1]

    def write(rows: slice, out: Floats, places: Places, first: int) -> None:
        out[:] = values[rows]
        places[:] = np.arange(first, first + width, dtype=np.int32)

    return CellSource(width, width, write)
