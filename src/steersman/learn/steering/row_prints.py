"""Prints of rows, by which a model recognizes rows that it was fitted on."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.pipeline import Pipeline

Prints = NDArray[np.uint64]

KEPT = 1000  # prints that a model keeps
MIXER = np.uint64(0x9E3779B97F4A7C15)  # odd, so that the order of prints says nothing of the rows
# Where scikit-learn's models keep rows that they were fitted on.
KEPT_ROWS = ("_fit_X", "support_vectors_", "X_train_")
FEW = 0.1  # of the rows: so many may be duplicates of rows that were fitted on


class FittedRows(NamedTuple):
    """How many of some rows a model was fitted on, and whether the model remembers its rows."""

    rows: int = 0
    is_known: bool = False


NOT_KNOWN = FittedRows()
UNSEEN = FittedRows(0, True)  # of rows that were kept apart from the fit


def row_prints(X: Any) -> Prints:
    """(rows,): a number for each row, the same for equal rows in an array or a sparse matrix.

    >>> from scipy.sparse import csr_matrix
    >>> rows = np.array([[1.0, 2.0], [0.0, 3.0]])
    >>> bool(np.all(row_prints(rows) == row_prints(csr_matrix(rows))))
    True
    """
    rows: Any = X if issparse(X) else np.asarray(X)
    if rows.ndim != 2 or not np.issubdtype(rows.dtype, np.number):
        texts = (repr(each).encode() for each in rows.tolist())
        digests = [int.from_bytes(blake2b(text, digest_size=8).digest()) for text in texts]
        return np.array(digests, dtype=np.uint64)
    views = np.random.default_rng(0).normal(size=(rows.shape[1], 2))
    if not issparse(rows):
        rows = np.nan_to_num(rows.astype(np.float64))
    # Half precision of what is computed: sums in another order differ in their last digits.
    seen = np.asarray(rows @ views).astype(np.float32).view(np.uint32).astype(np.uint64)
    with np.errstate(over="ignore"):
        return np.asarray((seen[:, 0] << np.uint64(32) | seen[:, 1]) * MIXER)


def kept_prints(X: Any, earlier: Prints | None = None) -> Prints:
    """The smallest of the prints of rows, to be kept by a model that is fitted on them; with those
    that it keeps of earlier rows."""
    prints = row_prints(X)
    prints = prints if earlier is None else np.concatenate([prints, earlier])
    return np.unique(prints)[:KEPT]


def fitted_rows(model: Any, X: Any) -> FittedRows:
    """How many of the rows X a model was fitted on, as far as it remembers them."""
    if isinstance(model, Pipeline):
        if len(model.steps) == 1:
            return fitted_rows(model.steps[-1][1], X)
        return fitted_rows(model.steps[-1][1], model[:-1].transform(X))
    if type(model).__module__.startswith("steersman."):
        # Wrappers of our own; `estimator_` of a forest is its unfitted tree.
        for inner in ("estimator_", "model_"):
            if hasattr(model, inner):
                return fitted_rows(getattr(model, inner), X)
    members = getattr(model, "members", ())
    if members:
        found = [fitted_rows(each, X) for each in members]
        most = max(each.rows for each in found)
        return FittedRows(most, all(each.is_known for each in found))
    if hasattr(model, "fitted_prints_"):
        return FittedRows(rows_with_prints(X, model.fitted_prints_), True)
    for name in KEPT_ROWS:
        stored = getattr(model, name, None)
        if stored is not None and len(stored.shape) == 2 and stored.shape[1] == X.shape[1]:
            matched = int(np.isin(row_prints(X), row_prints(stored)).sum())
            # Support vectors are only some of the rows.
            return FittedRows(matched, name != "support_vectors_")
    return NOT_KNOWN


def rows_with_prints(X: Any, kept: Prints) -> int:
    """How many rows were among those of which the smallest prints are kept."""
    prints = row_prints(X)
    if len(kept) < KEPT:
        return int(np.isin(prints, kept).sum())
    # Larger prints were not kept: the share among the others stands for all rows.
    comparable = prints[prints <= kept[-1]]
    share = float(np.isin(comparable, kept).mean()) if len(comparable) else 0.0
    return round(share * len(prints))
