"""A pipeline from raw rows whose last step needs the group of each row."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.steering.group_thresholds import GroupThresholdClassifier
from steersman.learn.steering.groups import column_names, column_of
from steersman.learn.steering.last_step import last_step
from steersman.learn.steering.thresholded import ThresholdedClassifier


class GroupPipeline(Pipeline):
    """A pipeline that gives its last step the groups of the rows, from a column of the frame.

    The column need not be one that the other steps use.
    """

    def predict(self, X: Any, **params: Any) -> NDArray[np.generic]:
        """(rows,): the class of each row at the threshold of its group."""
        last = self.steps[-1][1]
        groups = params.get("groups")
        if groups is None:
            groups = group_column(last, X)
        return np.asarray(last.predict(self[:-1].transform(X), groups=groups))


def group_column(model: GroupThresholdClassifier, frame: Any) -> ArrayLike:
    """(rows,): the groups of the rows of a frame."""
    if model.column not in column_names(frame):
        raise SteersmanError(
            f"this model has a cut-off for each {model.column} and needs that column to predict",
            todo=f"give rows with the column {model.column!r}",
            code="groups-needed",
            column=model.column,
        )
    return column_of(frame, model.column)


def group_step(model: object) -> GroupThresholdClassifier | None:
    """The part of a model that has a cut-off for each group, if there is one."""
    last = last_step(model)
    return last if isinstance(last, GroupThresholdClassifier) else None


def with_one_cutoff(model: Any) -> Any:
    """The model with its estimator's own cut-off for all groups; any other as it is."""
    last = group_step(model)
    if last is None:
        return model
    moved = ThresholdedClassifier.around(last, last.setting())
    if isinstance(model, Pipeline):
        return Pipeline([*model.steps[:-1], (model.steps[-1][0], moved)])
    return moved
