"""pandas, polars and Arrow frames, through narwhals."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

import narwhals as nw
import numpy as np
from narwhals.exceptions import DuplicateError
from scipy.sparse import csr_matrix

from steersman.data.columns.kinds import Frame
from steersman.data.dataset import Dataset
from steersman.errors import SteersmanError

SCALARS = (str, int, float, Decimal, np.generic)


def frame_of(source: object) -> tuple[Frame, str]:
    """The frame and what it is a frame of; a lazy one is collected."""
    try:
        frame = nw.from_native(source)  # type: ignore[call-overload]
    except DuplicateError as error:
        raise repeated_names(list(getattr(source, "columns", ()))) from error
    except (TypeError, ValueError) as error:
        raise SteersmanError(
            f"cannot read data from a {type(source).__name__}",
            todo="use a data set name, a path, or a pandas, polars or Arrow frame",
            code="source-unreadable",
            came=type(source).__name__,
        ) from error
    eager = frame.collect() if isinstance(frame, nw.LazyFrame) else frame
    if len(set(eager.columns)) < len(eager.columns):
        raise repeated_names(eager.columns)
    levels = next((name for name in eager.columns if isinstance(name, tuple)), None)
    if levels is not None:
        raise SteersmanError(
            f"the frame has multi-level column names, such as {levels}",
            todo="give each one name: frame.columns = ['_'.join(map(str, c)) for c in "
            "frame.columns]",
            code="column-names-nested",
            came=levels,
        )
    reader = str(eager.implementation).lower()
    named = eager.rename({c: str(c) for c in eager.columns if not isinstance(c, str)})
    return with_words(named), reader


def with_words(frame: Frame) -> Frame:
    """The frame, columns of mixed numbers and words as words; lists and the like as they are.

    >>> import pandas as pd
    >>> mixed = nw.from_native(pd.DataFrame({"size": [1, "big", 2.5]}), eager_only=True)
    >>> with_words(mixed)["size"].to_list()
    ['1', 'big', '2.5']
    """
    spelled = []
    for name, dtype in frame.schema.items():
        if dtype != nw.Object:
            continue
        column = frame.get_column(name)
        absent = column.is_null().to_list()
        values = [None if gone else value for value, gone in zip(column.to_list(), absent)]
        if all(value is None or isinstance(value, SCALARS) for value in values):
            texts = [None if value is None else str(value) for value in values]
            spelled.append(nw.new_series(name, texts, nw.String, backend=frame.implementation))
    return frame.with_columns(*spelled) if spelled else frame


def repeated_names(columns: Sequence[object]) -> SteersmanError:
    """The error for a frame with two columns of one name."""
    repeated = sorted({str(name) for name in columns if columns.count(name) > 1})
    return SteersmanError(
        f"the frame has more than one column called {', '.join(repeated)}",
        todo="rename the duplicate columns",
        code="column-repeated",
        columns=tuple(repeated),
    )


def digest_of(dataset: Dataset) -> Dataset:
    """The dataset with the SHA-256 of its values in its provenance."""
    digest = hashlib.sha256("\0".join(dataset.feature_names).encode())
    X = dataset.X
    parts = [X.data, X.indices, X.indptr] if isinstance(X, csr_matrix) else [X]
    for part in parts:
        digest.update(np.ascontiguousarray(part).tobytes())
    digest.update("\0".join(map(str, dataset.y.ravel().tolist())).encode())
    return replace(dataset, provenance=replace(dataset.provenance, sha256=digest.hexdigest()))
