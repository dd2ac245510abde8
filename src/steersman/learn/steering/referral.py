"""Steering with a third answer: rows that a classifier is not sure of go to a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman.learn.promises import Promise, check_confidence
from steersman.learn.steering.holdout import confusion_of
from steersman.learn.steering.last_step import at_last_step, last_step
from steersman.learn.steering.pipelines import with_last_step
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.referral_bands import GuaranteedBands
from steersman.learn.steering.referral_margins import MarginSearch
from steersman.learn.steering.referral_pairs import best_pair
from steersman.learn.steering.referral_plan import RateTest, ReferralPlan, promised_bounds
from steersman.learn.steering.referring import (
    ReferralSetting,
    ReferringClassifier,
    deciding_all,
    refuse_class_name,
)
from steersman.learn.steering.thresholded import Scores, ThresholdedClassifier, class_scores
from steersman.learn.steering.visited_model import VisitedModel
from steersman.learn.wants import ResolvedWant, Violation
from steersman.maths.confusion import CutoffPairs, with_referred
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ReferralChoice:
    """The setting taken, and what it came to."""

    start: VisitedModel
    chosen: VisitedModel
    promise: Promise | None
    violations: tuple[Violation, ...]


@dataclass(frozen=True, eq=False)
class ReferralSearch:
    """The rows, and what is asked of the decisions about them."""

    X: ArrayLike
    codes: Ints
    goal: Goal
    reach: SeenRanges
    referral: object
    task: Task

    @property
    def want(self) -> ResolvedWant:
        return self.goal.want

    def choice(
        self, model: object, confidence: float | None, starts: Sequence[object], *, keep: bool
    ) -> ReferralChoice:
        """The best setting with a referral of a model, or of others to begin at."""
        refuse_class_name(self.referral, np.asarray(self.want.classes))
        start = self.visit(model, self.matrix_of(model))
        self.see(start.matrix[np.newaxis])
        if confidence is not None and promised_bounds(self.want):
            return self.guaranteed_choice(start, confidence)
        promise = None if confidence is None else self.plan(model, confidence).promise(confidence)
        if start.gap == 0.0 and keep:
            return ReferralChoice(start, start, promise, ())
        found = [self.best_model(each) for each in (model, *starts)]
        best = min([start, *found], key=lambda seen: self.goal.rank(seen.matrix))
        return ReferralChoice(start, best, promise, self.want.violations(best.matrix))

    def guaranteed_choice(self, start: VisitedModel, confidence: float) -> ReferralChoice:
        """The best of the settings that hold on new data; without any, the closest as counted."""
        plan = self.plan(start.model, confidence)
        promise = plan.promise(confidence)
        passed = self.passed_settings(plan, promise)
        if not passed:
            return self.refused_choice(start, promise)
        # What passed was shown by more rows than those that test a plan.
        promise = replace(
            promise, bounds=tuple(replace(each, shortage=None) for each in promise.bounds)
        )
        matrices = np.stack([each.matrix(plan.scores.values, self.codes) for each in passed])
        self.see(matrices)
        # Counts are of these rows. Any choice among settings that passed is as valid: all of them
        # hold together.
        counted = [not each.is_promised for each in promise.bounds]
        gaps = self.want.gaps_by_bound(matrices)[:, counted].sum(axis=1)
        at, (gap, _, _) = self.goal.best_rank(matrices, gaps)
        if gap:
            return self.refused_choice(start, promise)
        taken = self.visit(self.referring(start.model, passed[at]), matrices[at], passed[at])
        return ReferralChoice(start, self.task.see(replace(taken, gap=0.0)), promise, ())

    def passed_settings(self, plan: ReferralPlan, promise: Promise) -> list[ReferralSetting]:
        """The settings that hold on new data, by all rows where they can show it."""
        if len(self.want.classes) == 2:
            bands = GuaranteedBands.of(self.want, plan.scores.values, self.codes, plan.risk)
            if bands is not None:
                return bands.settings()
        return [] if promise.shortages else plan.passed_settings(self.task)

    def refused_choice(self, start: VisitedModel, promise: Promise) -> ReferralChoice:
        """The closest setting as counted, and the limits that could not be guaranteed."""
        closest = self.best_model(start.model)
        best = min([start, closest], key=lambda seen: self.goal.rank(seen.matrix))
        cells = best.matrix.astype(np.float64)
        short = self.rows_short(best.matrix, promise)
        found = [
            Violation(each.bound.written, each.bound.value(cells, self.want.costs), rows,
                      each.is_promised)
            for each, rows in zip(promise.bounds, short)
            # Each may be shown alone where all are not shown together.
            if rows or (each.is_promised and not any(short))
        ]  # fmt: skip
        best = replace(best, gap=max(1.0, best.gap))
        found.sort(key=lambda violation: -violation.rows)
        return ReferralChoice(start, best, promise, tuple(found))

    def rows_short(self, matrix: Ints, promise: Promise) -> list[float]:
        """For each limit, the rows until it holds; of one that is promised, until a test at the
        whole risk shows it."""
        row_sums = np.bincount(self.codes, minlength=len(self.want.classes)).astype(np.float64)
        counted = self.want.gaps_by_bound(matrix[np.newaxis])[0].tolist()
        return [
            max(
                rows,
                RateTest.of(each.bound, row_sums).rows_too_many(matrix, 1.0 - promise.confidence),
            )
            if each.is_promised
            else rows
            for each, rows in zip(promise.bounds, counted)
        ]

    def plan(self, model: object, confidence: float) -> ReferralPlan:
        """The plan of a guarantee."""
        check_confidence(confidence)
        inner, rows = at_last_step(model, self.X)
        fitted = inner.estimator_ if isinstance(inner, ThresholdedClassifier) else inner
        # The model's own decisions: a cut-off that was turned may have been turned on these rows.
        scores = class_scores(fitted, rows)
        return ReferralPlan.of(self.want, scores, self.codes, 1.0 - confidence)

    def best_model(self, model: object) -> VisitedModel:
        """The model at its best setting, as counted on these rows."""
        inner, rows = at_last_step(model, self.X)
        scores = class_scores(deciding_all(inner), rows)
        # Only cut-offs were turned: a model with other settings may do better.
        self.reach.exact &= not (
            hasattr(inner, "steer_toward") or hasattr(inner, "search_settings")
        )
        setting = self.best_setting(scores)
        turned = self.referring(model, setting)
        matrix = setting.matrix(scores.values, self.codes)
        self.see(matrix[np.newaxis])
        return self.task.see(self.visit(turned, matrix, setting))

    def best_setting(self, scores: Scores) -> ReferralSetting:
        """The best two cut-offs of all, or the best offsets and margin that were found."""
        if scores.values.ndim == 2:
            self.reach.exact = False
            turning = MarginSearch(scores.values, self.codes, self.goal, self.task)
            return turning.best(np.asarray(scores.start, dtype=np.float64))
        pairs = CutoffPairs.of(scores.values, self.codes == 1)
        best = best_pair(pairs, self.goal)
        self.reach.exact &= best.proven
        return ReferralSetting((float(pairs.settings[best.low]), float(pairs.settings[best.high])))

    def referring(self, model: object, setting: ReferralSetting) -> object:
        """The model with a referral, also inside a pipeline."""
        if isinstance(model, Pipeline):
            last = self.referring(last_step(model), setting)
            return with_last_step(model, last)
        return ReferringClassifier.beside(model, setting, self.referral)

    def matrix_of(self, model: object) -> Ints:
        """(true, predicted or referred): the decisions of a model, which may refer no row."""
        matrix = confusion_of(model, self.X, self.codes, np.asarray(self.want.classes))
        if matrix.shape[1] > len(matrix):
            return matrix
        return with_referred(matrix.astype(np.float64)).astype(np.int64)

    def visit(
        self, model: object, matrix: Ints, setting: ReferralSetting | None = None
    ) -> VisitedModel:
        """The model, with how far it is from the want as counted."""
        gap, damage, _ = self.goal.rank(matrix)
        return VisitedModel(model, matrix, gap, damage, {} if setting is None else setting.knobs)

    def see(self, matrices: Ints) -> None:
        """Take the decided cells into account for the ranges."""
        by_bound = self.want.gaps_by_bound(matrices)
        self.reach.add(matrices[:, :, : len(self.want.classes)], by_bound)
