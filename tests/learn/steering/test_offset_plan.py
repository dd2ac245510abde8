"""Guarantees for several classes at once: planned on some rows, tested on the others."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import binom
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

from steersman import Want, steer
from steersman.learn.steering.offset_plan import OffsetPlan, limits_several_classes
from steersman.tasks import Task

Floats = NDArray[np.float64]
WANT = "recall(0) >= 75% and recall(1) >= 75% and recall(2) >= 75%"


class ByScores(ClassifierMixin, BaseEstimator):
    """Decides for the highest of its features; nothing to learn."""

    def fit(self, X: Floats, y: NDArray[np.int64]) -> ByScores:
        self.classes_ = np.unique(y)
        return self

    def decision_function(self, X: Floats) -> Floats:
        return np.asarray(X)

    def predict(self, X: Floats) -> NDArray[np.int64]:
        return np.asarray(self.classes_[np.asarray(X).argmax(axis=1)])


def leaning_rows(seed: int, rows: int, lead: float) -> tuple[Floats, NDArray[np.int64]]:
    """Scores that lean to one class and away from another: one offset cannot mend both."""
    rng = np.random.default_rng(seed)
    y = rng.choice(3, size=rows, p=(0.4, 0.3, 0.3))
    return lead * np.eye(3)[y] + rng.normal(size=(rows, 3)) + [0.0, 0.8, -0.6], y


def test_limits_on_several_classes_are_guaranteed_by_several_offsets() -> None:
    X, y = leaning_rows(0, 900, 2.6)
    model = make_pipeline(FunctionTransformer(), ByScores()).fit(X, y)
    steering = steer(model, X, y, WANT, 0.9)
    assert steering.assurance == "guaranteed"
    assert len(steering.guarantees) == 3
    assert np.sum(np.diff(steering.model.steps[-1][1].setting()) != 0.0) == 2  # type: ignore[attr-defined]
    many, truth = leaning_rows(1, 30_000, 2.6)
    decided = steering.model.predict(many)
    assert all(np.mean(decided[truth == each] == each) >= 0.75 for each in range(3))


def test_a_setting_just_below_a_limit_passes_no_more_often_than_the_risk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng, risk, draws = np.random.default_rng(2), 0.2, 200
    want = Want("recall(0) >= 75% and recall(1) >= 60% and recall(2) >= 60%").resolve([0, 1, 2])
    assert limits_several_classes(want)
    monkeypatch.setattr(OffsetPlan, "planned_offsets", lambda plan, _task: [plan.start] * 3)
    passed = 0
    for _ in range(draws):
        y = rng.choice(3, size=150)
        right = rng.random(150) < np.where(y == 0, 0.749, 0.9)
        scores = np.eye(3)[np.where(right, y, (y + 1) % 3)]
        plan = OffsetPlan(want, scores, y, np.zeros(3), risk)
        passed += bool(plan.passed_offsets(Task(5.0)))
    assert binom.ppf(0.001, draws, 0.05) <= passed <= binom.ppf(0.999, draws, risk)
