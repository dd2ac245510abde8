"""Prints of rows, by which a model recognizes rows that it was fitted on."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.model_selection import FixedThresholdClassifier, TunedThresholdClassifierCV
from sklearn.pipeline import Pipeline

from steersman.learn.steering.tree_memory import tree_fitted_share, tree_rows

Ints = NDArray[np.int64]
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


def fitted_rows(model: Any, X: Any, codes: Ints | None = None) -> FittedRows:
    """How many of the rows X a model was fitted on, as far as it remembers them.

    `codes`, the places of the rows' classes, are needed to recognize rows of bagged trees.
    """
    if isinstance(model, Pipeline):
        last = model.steps[-1][1]
        return fitted_rows(last, X if len(model.steps) == 1 else model[:-1].transform(X), codes)
    inner = inner_model(model)
    if inner is not None:
        return fitted_rows(inner, X, codes)
    members = getattr(model, "members", ())
    if members:
        found = [fitted_rows(each, X, codes) for each in members]
        most = max(each.rows for each in found)
        return FittedRows(most, all(each.is_known for each in found))
    if hasattr(model, "fitted_prints_"):
        kept = model.fitted_prints_
        return recognized_rows(X, rows_with_prints(X, kept), printed_rows(kept))
    for name in KEPT_ROWS:
        stored = getattr(model, name, None)
        if stored is not None and len(stored.shape) == 2 and stored.shape[1] == X.shape[1]:
            matched = int(np.isin(row_prints(X), row_prints(stored)).sum())
            found_here = recognized_rows(X, matched, stored.shape[0])
            # Support vectors are only some of the rows.
            return found_here._replace(is_known=found_here.is_known and name != "support_vectors_")
    if codes is None or (share := tree_fitted_share(model, X, codes)) is None:
        return NOT_KNOWN
    found_here = recognized_rows(X, round(share * len(codes)), tree_rows(model))
    return found_here if found_here.rows else NOT_KNOWN


def inner_model(model: Any) -> Any:
    """The fitted model that decides for another one by a cut-off; None where there is none."""
    own = type(model).__module__.startswith("steersman.")
    # `estimator_` of a forest is its unfitted tree.
    if own or isinstance(model, (FixedThresholdClassifier, TunedThresholdClassifierCV)):
        for name in ("estimator_", "model_"):
            if hasattr(model, name):
                return getattr(model, name)
    return None


def recognized_rows(X: Any, matched: int, of: int) -> FittedRows:
    """What is known where so many rows of X equal some of those that a model was fitted on.

    Where rows repeat, new ones equal fitted ones too. With a share r of rows of X that equal
    another row of X, at most 1 - (1 - r)^k of new rows should equal one of k times as many.
    """
    counts = np.unique(row_prints(X), return_counts=True)[1]
    rows = int(counts.sum())
    repeated = 1.0 - float((counts == 1).sum()) / rows
    by_chance = rows * (1.0 - (1.0 - repeated) ** max(1.0, of / rows))
    if matched > by_chance + FEW * rows:
        return FittedRows(matched, True)
    return FittedRows(0, by_chance <= FEW * rows)


def printed_rows(kept: Prints) -> int:
    """About how many different rows a model was fitted on that keeps the smallest prints."""
    if len(kept) < KEPT:
        return len(kept)
    return round(KEPT * (float(np.iinfo(np.uint64).max) / float(kept[-1])))


def rows_with_prints(X: Any, kept: Prints) -> int:
    """How many rows were among those of which the smallest prints are kept."""
    prints = row_prints(X)
    if len(kept) < KEPT:
        return int(np.isin(prints, kept).sum())
    # Larger prints were not kept: the share among the others stands for all rows.
    comparable = prints[prints <= kept[-1]]
    share = float(np.isin(comparable, kept).mean()) if len(comparable) else 0.0
    return round(share * len(prints))
