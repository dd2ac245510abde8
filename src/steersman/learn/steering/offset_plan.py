"""Offsets of several classes that hold on new data under limits on more than one of them.

Along a single offset decisions are nested, and order statistics show what holds. Limits on several
classes need several offsets. Some of the rows, drawn without a look at labels, plan a few settings,
from cautious to bold; the others test them. At a setting that was fixed without these rows every
count of them is binomial. A setting is tested for all limits at once, each at the whole risk: it
passes by luck only if the test of a limit that it breaks does. The tests stop at the first that
fails (fixed-sequence testing).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.learn.promises import (
    BoundPromise,
    Promise,
    SamplingMargin,
    SeenCounts,
    mean_test,
)
from steersman.learn.steering.by_scores import best_setting
from steersman.learn.steering.last_step import at_last_step, scorer_of
from steersman.learn.steering.pipelines import with_last_step
from steersman.learn.steering.planning_rows import planning_rows
from steersman.learn.steering.ranking import Goal
from steersman.learn.steering.thresholded import ThresholdedClassifier, class_scores
from steersman.learn.steering.visited_model import VisitedModel
from steersman.learn.wants import ClassBound, PromisedBy, ResolvedWant
from steersman.maths.confusion import decided_classes
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PLAN_SHARE = 0.3
MARGIN_RISKS = (0.02, 0.1, 0.3, 0.5)
"""From cautious to bold: the chance that another sample of the planning rows breaks a limit."""
PLANNED = 0.5
"""Part of the risk of planned offsets; the rest is for a single offset, which all rows show."""


def limits_several_classes(want: ResolvedWant) -> bool:
    """Whether rates of more than one class are limited, and there are more than two."""
    classes = {each.places for each in tested_bounds(want)}
    return len(want.classes) > 2 and len(classes) > 1


def tested_bounds(want: ResolvedWant) -> list[ClassBound]:
    """The bounds on rates."""
    nothing = PromisedBy.NOTHING
    return [each for each in want.bounds if each.definition.promised_by is not nothing]


@dataclass(frozen=True, eq=False)
class OffsetPlan:
    """The scores (rows, classes) of rows with these classes, and the risk of a guarantee."""

    want: ResolvedWant
    scores: Floats
    codes: Ints
    start: Floats
    risk: float

    @property
    def plans(self) -> NDArray[np.bool_]:
        """(rows,): those that plan."""
        return planning_rows(len(self.codes), PLAN_SHARE)

    def passed_offsets(self, task: Task) -> list[Floats]:
        """The settings that keep all limits on new data but for the risk."""
        plans = self.plans
        if len(np.unique(self.codes[plans])) < len(self.want.classes):
            return []
        planned = self.planned_offsets(task)
        expected = self.chances(planned, plans)
        passed = []
        for at in np.argsort(expected, kind="stable"):
            if self.chances([planned[at]], ~plans)[0] > self.risk:
                break
            passed.append(planned[at])
        return passed

    def planned_offsets(self, task: Task) -> list[Floats]:
        """The model's own offsets, and the best on the planning rows with margins of some sizes."""
        plans = self.plans
        scores, codes = self.scores[plans], self.codes[plans]
        sums = np.bincount(codes, minlength=len(self.want.classes)).astype(np.float64)
        found = [self.start]
        for risk in MARGIN_RISKS:
            task.report("planning class offsets")
            goal = Goal(self.want, SamplingMargin(self.want, sums, risk))
            found.append(np.asarray(best_setting(scores, codes, goal, task)))
        return found

    def chances(self, settings: list[Floats], rows: NDArray[np.bool_]) -> Floats:
        """(settings,): the largest chance of a limit to look so good on some rows by luck."""
        matrices = np.stack([self.matrix(each, rows) for each in settings])
        sums = matrices[0].sum(axis=1).astype(np.float64)
        tests = [mean_test(each, sums) for each in tested_bounds(self.want)]
        worst: Floats = np.max([test.p_values(matrices) for test in tests], axis=0)
        return worst

    def matrix(self, offsets: Floats, rows: NDArray[np.bool_] | slice = slice(None)) -> Ints:
        """(true, predicted): the decisions about some rows with these offsets."""
        size = len(self.want.classes)
        decided = decided_classes(self.scores[rows], offsets)
        cells = np.bincount(self.codes[rows] * size + decided, minlength=size * size)
        return cells.reshape(size, size).astype(np.int64)

    def promise(self, confidence: float) -> Promise:
        """What the limits rest on where a planned setting is taken."""
        sums = np.bincount(self.codes, minlength=len(self.want.classes)).astype(np.float64)
        tested = tested_bounds(self.want)
        return Promise(
            confidence,
            tuple(
                BoundPromise(
                    each,
                    SeenCounts(tuple(each.linear(sums, self.want.costs))),
                    self.risk if each in tested else None,
                )
                for each in self.want.bounds
            ),
        )


def planned_model(
    model: object, X: ArrayLike, codes: Ints, goal: Goal, risk: float, task: Task
) -> tuple[VisitedModel, OffsetPlan] | None:
    """The model with the best planned offsets that hold on new data; None where none do."""
    last, rows = at_last_step(model, X)
    # The model's own offsets: those around it may have been chosen by the labels of these rows.
    scores = class_scores(scorer_of(last), rows)
    plan = OffsetPlan(goal.want, scores.values, codes, np.asarray(scores.start), risk)
    passed = plan.passed_offsets(task)
    if not passed:
        return None
    matrices = np.stack([plan.matrix(each) for each in passed])
    # Counts are of these rows. Settings that passed hold together, so that any choice is valid.
    counted = [each.definition.promised_by is PromisedBy.NOTHING for each in goal.want.bounds]
    gaps = goal.want.gaps_by_bound(matrices)[:, counted].sum(axis=1)
    at, (gap, damage, _) = Goal(goal.want).best_rank(matrices, gaps)
    moved = ThresholdedClassifier.around(last, passed[at])
    turned = with_last_step(model, moved) if last is not model else moved
    knobs = {"offsets": tuple(passed[at].tolist())}
    seen = VisitedModel(turned, matrices[at], gap, damage, knobs)
    return (task.see(replace(seen, gap=0.0)), plan) if gap == 0.0 else None
