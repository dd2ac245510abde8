"""A rate of a confusion matrix row by row: which rows it counts, and which of them are bad."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.wants import Bound, ClassBound, class_index, parsed_measure
from steersman.maths.confusion import MeasureParts

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class RowRate:
    """A rate of rows: those `counted`, and those of them that are `bad`.

    `rises` says that the measure is the share of bad rows; otherwise it is that of the others.
    """

    measure: str
    rises: bool
    counted: Mask  # (rows,)
    bad: Mask  # (rows,)

    def value_of(self, bad: int, rows: int) -> float:
        """The measure of so many rows with so many bad ones."""
        share = bad / rows if rows else 0.0
        return share if self.rises else 1.0 - share


def row_rate(
    measure: str,
    y_true: NDArray[np.generic],
    y_pred: NDArray[np.generic],
    classes: ArrayLike,
    positive: object = None,
) -> RowRate:
    """A measure, as it is written in a want, on rows with these decisions.

    >>> rate = row_rate("recall(b)", np.array(list("abb")), np.array(list("aab")), ["a", "b"])
    >>> rate.counted.tolist(), rate.bad.tolist()
    ([False, True, True], [False, True, False])
    """
    names = np.asarray(classes)
    known = names.tolist()
    place = (1 if len(known) == 2 else None) if positive is None else class_index(positive, known)
    name, written = parsed_measure(measure)
    bound = ClassBound.of(Bound(name, written, "<=", 0.5), known, place)
    size = len(known)
    parts = None if bound.definition.is_cost else bound.parts(np.ones(size), None)
    if parts is None or parts.whole is None or not is_share_of_rows(parts):
        raise SteersmanError(
            f"{measure} is no rate of rows",
            todo="use for example error rate, recall, fpr or precision",
            code="not-a-rate",
            measure=measure,
        )
    part, whole = parts.part, parts.whole
    cells = np.searchsorted(names, y_true), np.searchsorted(names, y_pred)
    counted = whole[cells] > 0
    rises = bound.definition.rises_with_errors
    hit = part[cells] > 0
    return RowRate(measure, rises, counted, counted & (hit if rises else ~hit))


def is_share_of_rows(parts: MeasureParts) -> bool:
    """Whether a measure counts each row once or not at all, out of rows that it counts."""
    flags = [np.isin(each, (0.0, 1.0)).all() for each in parts if each is not None]
    return all(flags)
