"""Rows and what a model makes of them, as counts: predicted classes, scores, columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.files.column_prints import ColumnPrint, column_prints
from steersman.learn.steering import (
    ThresholdedClassifier,
    answer_places,
    class_scores,
    referring_step,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Fixed, since bins that depend on the rows would spoil the test: dense near 0, where scores decide.
HALF = (0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 12.0, 20.0, 50.0, 200.0, 1000.0)
EDGES = np.array([*(-edge for edge in reversed(HALF)), 0.0, *HALF])
BINS = len(EDGES) + 1


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """Counts of some rows: predicted classes, in the model's order, scores, if any, and columns.

    A model that refers rows has one class more, behind the others.
    """

    classes: Ints  # (classes,)
    scores: Ints | None  # (BINS,)
    columns: tuple[ColumnPrint, ...] = ()

    @classmethod
    def of(cls, model: Any, rows: Any, training: Any = None) -> Fingerprint:
        """The fingerprint of a fitted model on rows that it did not learn from.

        The bins of columns come from the training rows; without these no column is compared.
        """
        classes = np.asarray(model.classes_)
        predicted = answer_places(model.predict(rows), classes)
        scores = score_bins(model, rows)
        binned = None if scores is None else np.bincount(scores, minlength=BINS)
        columns = () if training is None else column_prints(model, training, rows)
        answers = len(classes) + (referring_step(model) is not None)
        return cls(np.bincount(predicted, minlength=answers), binned, columns)

    @classmethod
    def in_story(cls, story: Mapping[str, Any]) -> Fingerprint | None:
        """The fingerprint that a saved model has, if any."""
        found = story.get("fingerprint")
        if not isinstance(found, Mapping):
            return None
        scores = found.get("scores")
        binned = None if scores is None else np.array(scores, dtype=np.int64)
        columns = tuple(ColumnPrint.of_values(each) for each in found.get("columns", ()))
        return cls(np.array(found["classes"], dtype=np.int64), binned, columns)

    def values(self) -> dict[str, object]:
        """The counts as JSON."""
        scores = None if self.scores is None else self.scores.tolist()
        columns = [each.values() for each in self.columns]
        return {"classes": self.classes.tolist(), "scores": scores, "columns": columns}


def score_bins(model: Any, rows: Any) -> Ints | None:
    """(rows,): the bin of each row's score; None for a model without scores.

    The score is the model's own, before any threshold: of two classes the log odds or margin, of
    more the log probability of the likeliest.
    """
    if isinstance(model, Pipeline):
        return score_bins(model.steps[-1][1], model[:-1].transform(rows))
    if isinstance(model, ThresholdedClassifier):
        return score_bins(model.estimator_, rows)
    try:
        scores, start = class_scores(model, rows)
    except SteersmanError:
        return None
    if scores.ndim == 2:
        scores = scores.max(axis=1)
    elif start == 0.5:
        kept = np.clip(scores, 1e-9, 1.0 - 1e-9)
        scores = np.log(kept) - np.log1p(-kept)
    return np.searchsorted(EDGES, scores).astype(np.int64)
