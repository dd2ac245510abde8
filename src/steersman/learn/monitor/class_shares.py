"""What a change of class shares alone does to limits, computed from predictions without labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import nnls

from steersman.learn.monitor.value_text import value_text
from steersman.learn.monitor.watched_bound import WatchedBound
from steersman.learn.wants import Bound, PromisedBy

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
# Fewer rows say next to nothing about shares.
FEWEST_ROWS = 50


@dataclass(frozen=True)
class ShareEffect:
    """A limit that depends on class shares: its measure before, and with the shares of new rows."""

    bound: Bound
    before: float
    now: float

    @property
    def keeps(self) -> bool:
        """Whether the limit would still be kept."""
        limit = self.bound.value
        return self.now <= limit if self.bound.is_upper else self.now >= limit

    def sentence(self) -> str:
        """What becomes of the measure.

        >>> print(ShareEffect(Bound("precision", (), ">=", 0.9), 0.94, 0.88).sentence())
        If only the class shares changed, precision would be 88 % (94 % before), which breaks \
precision >= 90%.
        """
        now, before = (value_text(self.bound, each) for each in (self.now, self.before))
        verdict = "keeps" if self.keeps else "breaks"
        return (
            f"If only the class shares changed, {self.bound.definition.name} would be {now} "
            f"({before} before), which {verdict} {self.bound}."
        )

    def values(self) -> dict[str, object]:
        """The effect as JSON."""
        return {
            "bound": str(self.bound),
            "before": self.before,
            "now": self.now,
            "keeps": self.keeps,
        }


def matrix_in_story(story: Mapping[str, Any], shape: tuple[int, ...]) -> Ints | None:
    """The confusion matrix of the rows of the guarantee, if a saved model has one."""
    for name in ("tested", "after", "holdout"):
        matrix = np.asarray(story.get(name) or [], dtype=np.int64)
        if matrix.shape == shape and matrix.sum(axis=1).min() > 0:
            return matrix
    return None


def class_shares(matrix: Ints, predicted: Ints) -> Floats:
    """(classes,): the class shares under which a model predicts as it does.

    `matrix` (true, predicted) says how it confuses classes; while that stays, the shares of its
    predictions give those of the classes (Saerens and others 2002, Lipton and others 2018).

    >>> matrix = np.array([[90, 10], [20, 80]])
    >>> class_shares(matrix, np.array([550, 450])).round(3).tolist()
    [0.5, 0.5]
    """
    rates = matrix / matrix.sum(axis=1, keepdims=True)
    shares, _ = nnls(rates.T, predicted / predicted.sum())
    total = float(shares.sum())
    return shares / total if total else np.full(len(shares), 1.0 / len(shares))


def share_effects(
    forms: Sequence[WatchedBound | None], matrix: Ints, predicted: Ints
) -> tuple[ShareEffect, ...]:
    """For each limit that depends on class shares, its measure before and under the new shares."""
    if predicted.sum() < FEWEST_ROWS:
        return ()
    rates = matrix / matrix.sum(axis=1, keepdims=True)
    moved = class_shares(matrix, predicted)[:, None] * rates
    found = []
    for form in forms:
        if form is None or form.bound.written.definition.promised_by is PromisedBy.ROW_RATE:
            continue
        before, now = form.estimate(matrix), form.estimate(moved)
        if before is not None and now is not None:
            found.append(ShareEffect(form.bound.written, before, now))
    return tuple(found)
