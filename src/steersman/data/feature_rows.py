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
from steersman.data.column_parts import CellPart, sparse_cells
from steersman.data.raw_columns import chosen_columns


def feature_rows(encoding: ColumnTransformer, table: Table) -> csr_matrix | NDArray[np.float64]:
    """What a fitted pipeline of `raw_features` without text makes of columns it took.

    >>> import pandas as pd
    >>> from steersman.data.raw_columns import raw_features
    >>> frame = pd.DataFrame({"age": [3, 0], "port": ["Oslo", "Bergen"]})
    >>> features = raw_features(["age"], ["port"]).fit(frame)
    >>> columns, encoding = features["columns"], features["features"]
    >>> feature_rows(encoding, columns.transform(frame)).toarray().tolist()
    [[3.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    cells = [
        part.cells(chosen_columns(table, columns))
        for part, columns in cell_parts(encoding.transformers_)
    ]
    if encoding.sparse_threshold:
        return sparse_cells(cells)
    return np.hstack([each.values for each in cells])


def stored_cells(features: Pipeline) -> int:
    """How many values a row of features has at most that are not zero."""
    encoding, n_words = features["features"], len(features["columns"].words)
    widths = {name: part.stop - part.start for name, part in encoding.output_indices_.items()}
    return sum(n_words if name == "words" else width for name, width in widths.items())


def cell_parts(transformers: list[tuple[str, Any, Any]]) -> Iterator[tuple[CellPart, Any]]:
    """The parts that make features of columns, each with its columns."""
    for _, made, columns in transformers:
        yield (made[0] if isinstance(made, Pipeline) else made), columns
