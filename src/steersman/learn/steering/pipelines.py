"""Pipelines by what their last step needs or answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.pipeline import Pipeline

from steersman.learn.steering.group_pipeline import GroupPipeline
from steersman.learn.steering.group_thresholds import GroupThresholdClassifier
from steersman.learn.steering.referring import referring_step


class ReferringPipeline(Pipeline):
    """A pipeline that leaves the rows that it is not sure of to a person.

    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.preprocessing import StandardScaler
    >>> from steersman.learn.steering import ReferringClassifier
    >>> X, y = np.array([[0.0], [1.0], [2.0], [3.0]]), np.array([0, 0, 1, 1])
    >>> last = ReferringClassifier(LogisticRegression(), threshold=(-1.0, 1.0))
    >>> model = ReferringPipeline([("scale", StandardScaler()), ("model", last)]).fit(X, y)
    >>> model.predict_referral(X)
    array([False,  True,  True, False])
    """

    def predict_referral(self, X: Any) -> NDArray[np.bool_]:
        """(rows,): whether a person should decide the row."""
        rows, last = X, self
        while isinstance(last, Pipeline):
            rows = last[:-1].transform(rows) if len(last.steps) > 1 else rows
            last = last.steps[-1][1]
        return np.asarray(last.predict_referral(rows))


def pipeline_of(steps: Iterable[tuple[str, Any]]) -> Pipeline:
    """The pipeline of these steps, with the methods of its last one."""
    found = list(steps)
    last = found[-1][1]
    if isinstance(last, GroupThresholdClassifier):
        return GroupPipeline(found)
    if referring_step(last) is not None:
        return ReferringPipeline(found)
    return Pipeline(found)


def with_last_step(pipeline: Pipeline, last: Any) -> Pipeline:
    """The pipeline with another last step; the steps before it are shared."""
    return pipeline_of([*pipeline.steps[:-1], (pipeline.steps[-1][0], last)])
