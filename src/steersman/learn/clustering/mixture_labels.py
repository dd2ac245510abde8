"""Known labels as components of a mixture; -1 marks a row whose label is not known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError

Ints = NDArray[np.int64]

UNKNOWN = -1
USUAL_COMPONENTS = 8


class Components(NamedTuple):
    """The label of each component, and the component of each row that has a label."""

    labels: Ints  # (components,)
    known: Ints  # (rows,) component, or -1


def components_of(
    y: ArrayLike | None, n_rows: int, n_components: int | None = None, labels: Ints | None = None
) -> Components:
    """Components for the labels in `y`, or for given `labels`, in that order.

    Without `labels` the known labels come first, sorted; components beyond them get the smallest
    whole numbers that are no label yet. Without their number there are as many as labels, or 8.

    >>> components_of([7, -1, 2], 3, n_components=3)
    Components(labels=array([2, 7, 0]), known=array([ 1, -1,  0]))
    """
    said = whole_numbers(y, n_rows)
    seen = np.unique(said[said != UNKNOWN])
    if labels is None:
        total = n_components or len(seen) or USUAL_COMPONENTS
        unused = np.setdiff1d(np.arange(total + len(seen)), seen)
        labels = np.concatenate([seen, unused[: max(0, total - len(seen))]])
    elif len(strange := np.setdiff1d(seen, labels)):
        raise SteersmanError(
            f"labels {strange.tolist()} were not in the first call",
            todo=f"use labels of {labels.tolist()}, or -1 for an unknown label",
            code="unknown-labels",
            labels=strange.tolist(),
        )
    order = np.argsort(labels)
    place = order[np.searchsorted(labels, said, sorter=order) % len(labels)]
    return Components(labels, np.where(said == UNKNOWN, UNKNOWN, place))


def whole_numbers(y: ArrayLike | None, n_rows: int) -> Ints:
    """The labels of the rows as whole numbers, -1 for all when none are given."""
    if y is None:
        return np.full(n_rows, UNKNOWN, dtype=np.int64)
    given = np.asarray(y)
    if given.shape != (n_rows,):
        raise SteersmanError(
            f"y has shape {given.shape}, expected one label for each of {n_rows} rows",
            todo="pass one whole number per row, -1 for an unknown label",
            code="label-count",
            rows=n_rows,
            shape=given.shape,
        )
    if given.dtype.kind not in "biuf" or not np.array_equal(given, np.trunc(given)):
        raise SteersmanError(
            f"Unknown label type {given.dtype}: y must contain whole numbers, -1 "
            "for unknown labels",
            todo="number the labels, for example with numpy.unique(..., return_inverse=True)",
            code="labels-not-whole",
            dtype=str(given.dtype),
        )
    return given.astype(np.int64)
