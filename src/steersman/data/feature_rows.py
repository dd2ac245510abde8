"""The features of rows without text, straight from the fitted parts of a pipeline.

scikit-learn's column transformer makes a matrix of each part and then copies them side by side;
for a file of many rows that takes longer than reading it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.compose import ColumnTransformer
from sklearn.pipeline import Pipeline

from steersman.data.arrow.frames import Table
from steersman.data.cell_sources import CellMemory, CellSource, sparse_rows
from steersman.data.column_parts import CellPart
from steersman.data.raw_columns import chosen_columns
from steersman.data.stacking import stacked_sparse
from steersman.tasks import Task

LEAST_BLOCK_ROWS, BLOCK_ROWS = 4_096, 32_768


def feature_rows(
    encoding: ColumnTransformer, table: Table, task: Task | None = None
) -> csr_matrix | NDArray[np.float64]:
    """What a fitted pipeline of `raw_features` without text makes of columns it took.

    Some rows are made at a time, so that little is held beside the result. One thread does it:
    several wait for each other longer than they write.

    >>> import pandas as pd
    >>> from steersman.data.raw_columns import raw_features
    >>> frame = pd.DataFrame({"age": [3, 0], "port": ["Oslo", "Bergen"]})
    >>> features = raw_features(["age"], ["port"]).fit(frame)
    >>> columns, encoding = features["columns"], features["features"]
    >>> feature_rows(encoding, columns.transform(frame)).toarray().tolist()
    [[3.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    task = task or Task().monotone()
    with task.part(0.0, 0.1).as_current():
        sources = [
            part.cell_source(chosen_columns(table, columns))
            for part, columns in cell_parts(encoding.transformers_)
        ]
    rows, rest = table.num_rows, task.part(0.1, 1.0)
    # scikit-learn returns a dense array where every cell is filled, whatever was asked for.
    if encoding.sparse_threshold:
        most = rows * sum(source.cells for source in sources)
        return stacked_sparse(sparse_blocks(sources, rows, rest), most)
    return dense_features(sources, rows, rest)


def sparse_blocks(sources: list[CellSource], rows: int, task: Task) -> Iterator[csr_matrix]:
    """The features of some rows after the other; each block holds until the next is asked for."""
    parts = row_blocks(rows)
    n_cells = max((part.stop - part.start for part in parts), default=0) * sum(
        source.cells for source in sources
    )
    # Memory that is new takes longer to write to than memory that was written to before.
    memory = CellMemory.of(n_cells)
    for part in parts:
        yield sparse_rows(sources, part, memory)
        task.report("building features", part.stop / rows)


def dense_features(sources: list[CellSource], rows: int, task: Task) -> NDArray[np.float64]:
    """(rows, features) of sources that write all of them."""
    values = np.empty((rows, sum(source.width for source in sources)))

    for part in row_blocks(rows):
        column = 0
        for source in sources:
            beside = slice(column, column + source.width)
            out = values[part, beside]
            source.write(part, out, np.empty(out.shape, np.int32), 0)
            column = beside.stop
        task.report("building features", part.stop / rows)
    return values


def row_blocks(rows: int) -> list[slice]:
    """Blocks of rows, of fewer at a time where there are few.

    >>> row_blocks(5_000)
    [slice(0, 4096, None), slice(4096, 5000, None)]
    """
    size = min(max(rows // 32, LEAST_BLOCK_ROWS), BLOCK_ROWS)
    return [slice(start, min(start + size, rows)) for start in range(0, rows, size)]


def cell_parts(transformers: list[tuple[str, Any, Any]]) -> Iterator[tuple[CellPart, Any]]:
    """The parts that make features of columns, each with its columns."""
    for _, made, columns in transformers:
        yield (made[0] if isinstance(made, Pipeline) else made), columns
