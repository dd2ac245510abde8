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
from steersman.learn.promises import mean_test
from steersman.learn.steering import Goal, offset_plan
from steersman.learn.steering.offset_plan import (
    OffsetPlan,
    limits_several_classes,
    planned_model,
)
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


def plan_of(text: str, seed: int = 0, rows: int = 400, risk: float = 0.2) -> OffsetPlan:
    X, y = leaning_rows(seed, rows, 2.4)
    return OffsetPlan(Want(text).resolve([0, 1, 2]), X, y, np.zeros(3), risk)


@pytest.mark.parametrize("text", [WANT, "recall(0) >= 60% and fpr(1) <= 20% and fp(2) <= 40"])
def test_settings_are_tested_from_the_surest_until_one_fails(text: str) -> None:
    for seed, risk in ((0, 0.3), (1, 0.05), (2, 0.3)):
        plan = plan_of(text, seed, risk=risk)
        drawn_first = np.random.default_rng(0).permutation(400)[:120]
        assert np.flatnonzero(plan.plans).tolist() == sorted(drawn_first)
        planned = plan.planned_offsets(Task())
        assert planned[0] is plan.start
        assert len(planned) == 5

        def chance(offsets: Floats, rows: NDArray[np.bool_], plan: OffsetPlan = plan) -> float:
            decided = np.argmax(plan.scores[rows] + offsets, axis=1)
            matrix = np.bincount(3 * plan.codes[rows] + decided, minlength=9).reshape(3, 3)
            assert np.array_equal(plan.matrix(offsets, rows), matrix)
            sums = matrix.sum(axis=1).astype(float)
            return max(
                float(mean_test(each, sums).p_values(matrix[np.newaxis])[0])
                for each in offset_plan.tested_bounds(plan.want)
            )

        order = sorted(range(5), key=lambda at: chance(planned[at], plan.plans))
        passed = []
        for at in order:
            if chance(planned[at], ~plan.plans) > risk:
                break
            passed.append(planned[at])
        found = plan.passed_offsets(Task())
        assert [each.tolist() for each in found] == [each.tolist() for each in passed]


def test_the_best_of_what_passed_is_taken_where_counts_hold_too() -> None:
    plan = plan_of("recall(0) >= 60% and recall(1) >= 60% and fp(2) <= 60", 0, 900)
    model = ByScores().fit(plan.scores, plan.codes)
    goal = Goal(plan.want)
    found = planned_model(model, plan.scores, plan.codes, goal, 0.2, Task())
    assert found is not None
    taken, made = found
    passed = made.passed_offsets(Task())
    ranks = [goal.rank(made.matrix(each)) for each in passed]
    kept = [rank for rank, each in zip(ranks, passed) if made.matrix(each)[:2, 2].sum() <= 60]
    assert taken.gap == 0.0
    assert taken.objective == min(kept)[1]
    assert np.array_equal(taken.matrix, made.matrix(np.array(taken.knobs["offsets"])))
    decided = taken.model.predict(plan.scores)  # type: ignore[attr-defined]
    cells = np.bincount(3 * plan.codes + decided, minlength=9).reshape(3, 3)
    assert np.array_equal(taken.matrix, cells)
    promise = made.promise(0.8)
    assert [each.risk for each in promise.bounds] == [0.2, 0.2, None]
    assert promise.confidence == 0.8
    few = Goal(Want("recall(0) >= 60% and recall(1) >= 60% and fp(2) <= 0").resolve([0, 1, 2]))
    assert planned_model(model, plan.scores, plan.codes, few, 0.2, Task()) is None
    hard = Goal(Want("recall(0) >= 99% and recall(1) >= 99%").resolve([0, 1, 2]))
    assert planned_model(model, plan.scores, plan.codes, hard, 0.2, Task()) is None


def test_rates_of_several_classes_need_several_offsets() -> None:
    def several(text: str, classes: int = 3) -> bool:
        return limits_several_classes(Want(text).resolve(list(range(classes))))

    assert several("recall(0) >= 60% and recall(1) >= 60%")
    assert not several("recall(0) >= 60% and fpr(0) <= 60%")
    assert not several("recall(0) >= 60% and fp(1) <= 9")
    assert not several("recall(0) >= 60% and recall(1) >= 60%", 2)
