"""Find the setting of a fitted classifier that meets a want with the least damage elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.promises import check_confidence, promise_for
from steersman.learn.steering.classifier_types import Rows, SteerableClassifier
from steersman.learn.steering.group_pipeline import with_one_cutoff
from steersman.learn.steering.groups import GivenGroups, groupings_of
from steersman.learn.steering.holdout import checked_holdout, confusion_of, refuse_unmeasurable
from steersman.learn.steering.offset_plan import PLANNED, limits_several_classes, planned_model
from steersman.learn.steering.pipelines import with_last_step
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.referral import ReferralSearch
from steersman.learn.steering.referring import REFERRAL, deciding_all
from steersman.learn.steering.row_offsets import OffsetRows
from steersman.learn.steering.row_prints import fitted_rows
from steersman.learn.steering.row_steering import (
    given_row_costs,
    own_cutoff,
    steered_by_row_offsets,
    steered_by_rows,
)
from steersman.learn.steering.row_sweep import (
    TuningRows,
    check_row_limits,
)
from steersman.learn.steering.search import best_verified, candidate_models, models_from_starts
from steersman.learn.steering.steering_result import Steering, steering_result
from steersman.learn.steering.steering_start import SteeringStart
from steersman.learn.steering.thresholded import (
    class_scores,
    without_threshold,
)
from steersman.learn.steering.visited_model import SeeModel, VisitedModel
from steersman.learn.wants import Objective, ResolvedWant, Want
from steersman.tasks import Task

Ints = NDArray[np.int64]

KEEP = "keep"


def steer(
    model: object,
    X: Rows,
    y: ArrayLike,
    want: str | ArrayLike | Want,
    confidence: float | None = None,
    *,
    objective: str | Objective | None = None,
    costs: ArrayLike | None = None,
    positive: object = None,
    prior: float | None = None,
    groups: GivenGroups = None,
    cutoff_per_group: bool = False,
    cost_column: ArrayLike | str | None = None,
    referral: object = REFERRAL,
    among: int = 1,
    starts: Sequence[object] = (),
    progress: Callable[[str, float | None], object] | None = None,
    cancelled: Callable[[], bool] | None = None,
    visited: SeeModel | None = None,
    max_seconds: float = 60.0,
    hurried: Callable[[], bool] | None = None,
) -> Steering:
    """Steer a fitted classifier until `want` holds on the holdout rows X with classes y.

    The rows must not be those it was fitted on. The model given is never changed. `confidence`
    asks that rates hold on new data with that probability; only the cut-off is turned then, as a
    promise needs scores that learned nothing from these rows. Counts are never promised; a want of
    counts alone is steered as without a confidence. Within the limits the objective is made as
    good as possible. Without one it is the cost, where `costs` are given, else the number of errors
    that the want does not mention. A promise that no setting keeps is refused: the model returned
    is the closest as counted.

    Parameters
    ----------
    model : classifier
        Any fitted classifier with `predict` and `classes_`.
    X : array-like of shape (rows, features), sparse matrix, frame or list of str
        Holdout rows, in any form that the model takes.
    y : array-like of shape (rows,)
        Labels of the holdout rows.
    want : str, array-like or Want
        Bounds such as "fp <= 5 and recall >= 90%", or the wanted confusion matrix.
    confidence : float, optional
        Probability with which rates should hold on new data.
    objective : str or Objective, optional
        What to make as good as possible within the want, such as "maximize recall"; "keep" returns
        the very model if the want holds already.
    costs : array-like of shape (classes, classes), optional
        Cost of each decision, rows true and columns predicted.
    positive : label, optional
        Class that bounds without a class are about.
    prior : float, optional
        Share of the positive class where the model will be used, if it is not that of these rows.
        Precision, accuracy and other shares that depend on it are then those in use, and so are
        their guarantees. For two classes.
    groups : array-like of shape (rows,), str or mapping, optional
        Group of each row, or the column of X that has it, for limits such as "recall >= 90% for
        each clinic" and "fpr gap over gender <= 2%"; by the names in the want where it has several.
        Not needed for columns of X that are called as in the want. Numbers with more than 20 values
        are cut at their quartiles. One cut-off, or one offset per class, is turned for all groups.
    cutoff_per_group : bool
        Whether each group may have a cut-off of its own, of two classes. To predict, the model then
        needs the groups: as the column, or as `groups=`.
    cost_column : array-like of shape (rows,) or str, optional
        What an error on each row costs, or the column of X that says it (default: the column that
        the want names), in place of `costs`.
    referral : label
        What the model answers for rows that go to a person, where the want has a limit on `refer`.
        A want without one decides every row.
    among : int
        How many models are steered on these rows with a guarantee, if one of them will be chosen.
        They share the risk, so that the guarantee holds for the one that is chosen.
    starts : sequence of classifiers, optional
        Other fitted models to begin at, such as those visited before. Not used with a confidence,
        as a choice among models that were tuned on these rows cannot be promised of others.
    progress : callable, optional
        Called as progress(what, share) while the search goes on.
    cancelled : callable, optional
        Returns True once the work should stop with an error.
    visited : callable, optional
        Called with the matrix, gap and objective of each model on the way.
    max_seconds : float
        Time limit of the search.
    hurried : callable, optional
        Returns True once the best model found so far should be taken.

    Returns
    -------
    Steering
        The steered model, whether the want is met, and why.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.arange(12.0).reshape(-1, 1), np.array([0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 1])
    >>> steering = steer(LogisticRegression().fit(X, y), X, y, "fp <= 1")
    >>> steering.met, steering.before.tolist(), steering.after.tolist()
    (True, [[4, 2], [2, 4]], [[5, 1], [2, 4]])
    """
    found = steered_model(
        model,
        X,
        y,
        want,
        shared_confidence(confidence, among),
        objective=objective,
        costs=costs,
        positive=positive,
        prior=prior,
        groups=groups,
        cutoff_per_group=cutoff_per_group,
        cost_column=cost_column,
        referral=referral,
        starts=starts,
        task=Task(max_seconds, progress, cancelled, visited=visited, hurried=hurried),
    )
    if confidence is None or found.promise is None:
        return found
    codes = np.searchsorted(np.asarray(found.classes), np.asarray(y))
    promise = replace(found.promise, confidence=confidence, among=among)
    return replace(found, promise=promise, fitted=fitted_rows(model, X, codes))


def shared_confidence(confidence: float | None, among: int) -> float | None:
    """The confidence of each of several models, so that the one chosen has the confidence given."""
    if among < 1:
        raise SteersmanError(
            f"one of {among} models cannot be chosen",
            todo="give the number of models that are steered on these rows",
            code="bad-among",
            among=among,
        )
    if confidence is None:
        return None
    check_confidence(confidence)
    return 1.0 - (1.0 - confidence) / among


def steered_model(
    model: object,
    X: Rows,
    y: ArrayLike,
    want: str | ArrayLike | Want,
    confidence: float | None,
    *,
    objective: str | Objective | None,
    costs: ArrayLike | None,
    positive: object,
    prior: float | None,
    groups: GivenGroups,
    cutoff_per_group: bool,
    cost_column: ArrayLike | str | None,
    referral: object,
    starts: Sequence[object],
    task: Task,
) -> Steering:
    """Steer as `steer` does, by the means that the want needs."""
    # To turn cut-offs needs no groups; to predict with one for each group does.
    model = with_one_cutoff(model)
    classes, codes = checked_holdout(model, X, y)
    row_sums = np.bincount(codes, minlength=len(classes)).astype(np.float64)
    wanted, keep = Want(want), objective == KEEP
    if objective is not None and not keep:
        wanted = wanted.with_objective(objective)
    groupings = groupings_of(groups, wanted.groupings, X, len(codes))
    row_costs = given_row_costs(cost_column, costs, wanted, X, len(codes))
    resolved = wanted.resolve(
        classes,
        positive,
        row_sums=row_sums,
        costs=costs,
        prior=prior,
        grouped=all(name in groupings for name in wanted.groupings),
        row_costs=row_costs is not None,
    )
    refuse_unmeasurable(resolved, row_sums)
    task.report("evaluating the current model", 0.0)
    by_rows = groups is not None or bool(wanted.groupings) or row_costs is not None
    by_rows = by_rows or cutoff_per_group
    if resolved.refers:
        refuse_referral_by_rows(by_rows)
        search = ReferralSearch(X, codes, Goal(resolved), SeenRanges(resolved), referral, task)
        return steered_with_referral(search, model, confidence, starts, keep=keep)
    model = deciding_all(model)
    if not by_rows:
        settings = ModelSearch(X, codes, resolved, confidence, starts, task)
        return settings.steer_model(model, keep=keep)
    check_row_limits(resolved, grouped=bool(groupings), used=cutoff_per_group)
    if len(classes) > 2:
        no_scores = np.empty((len(codes), len(classes)))
        several = OffsetRows(resolved, no_scores, codes, groupings, row_costs)
        return steered_by_row_offsets(model, X, several, confidence, task, keep=keep)
    rows = TuningRows(class_scores(model, X), codes, groupings, row_costs, own_cutoff(model, X))
    return steered_by_rows(
        model, X, rows, resolved, confidence, keep=keep, several=cutoff_per_group
    )


def refuse_referral_by_rows(by_rows: bool) -> None:
    """Two cut-offs are not searched row by row."""
    if by_rows:
        raise SteersmanError(
            "groups, costs of rows and a referral cannot be asked together: two cut-offs are not "
            "searched row by row",
            todo="leave out refer, or the groups and the cost column",
            code="referral-by-rows",
        )


@dataclass(frozen=True)
class ModelSearch:
    """A search among the settings of a model, then among its thresholds and offsets."""

    X: Rows
    codes: Ints
    want: ResolvedWant
    confidence: float | None
    starts: Sequence[object]
    task: Task

    def steer_model(self, model: object, *, keep: bool) -> Steering:
        """The best setting; with `keep`, the model as it is where that does."""
        if isinstance(model, Pipeline) and len(model.steps) > 1 and not self.starts:
            # Transformed once: every model on the way has the same steps before the last.
            inside = replace(self, X=model[:-1].transform(self.X))
            return steering_in_pipeline(model, inside.steer_model(model.steps[-1][1], keep=keep))
        want = self.want
        before = confusion_of(model, self.X, self.codes, np.asarray(want.classes))
        promise = None
        several = self.confidence is not None and limits_several_classes(want)
        risk = 0.0 if self.confidence is None else 1.0 - self.confidence
        if self.confidence is not None:
            sure = 1.0 - (1.0 - PLANNED) * risk if several else self.confidence
            own_calls = calls_without_threshold(model, self.X, np.asarray(want.classes), before)
            promise = promise_for(
                want, before.sum(axis=1).astype(np.float64), sure, own_calls=own_calls
            )
        begun = SteeringStart.of(model, before, want, promise)
        goal, reach, start = begun.goal, begun.reach, begun.visited
        if begun.is_enough and keep:
            return begun.result([], start)
        found = candidate_models(model, self.X, self.codes, goal, reach, self.task)
        if not begun.is_judged:
            found += models_from_starts(
                self.starts, found, self.X, self.codes, goal, reach, self.task
            )
            return begun.result(found, best_verified(goal, [start, *found], self.X, self.codes))
        best = promised_model(goal, start, found, keep=keep)
        if several:
            planned = planned_model(model, self.X, self.codes, goal, PLANNED * risk, self.task)
            if planned is not None and (best.gap or planned[0].objective < best.objective):
                best, plan = planned
                return steering_result(
                    goal, reach, [start, *found, best], best, plan.promise(1.0 - risk)
                )
        return begun.result([] if best.model is model else found, best)


def steering_in_pipeline(pipeline: Pipeline, steering: Steering) -> Steering:
    """The steering of the last step of a pipeline, as one of the whole."""
    # By identity, as the model taken is one of those on the way, and may be the first.
    whole: dict[int, object] = {id(pipeline.steps[-1][1]): pipeline}
    for last in (*(seen.model for seen in steering.trajectory), steering.model):
        if id(last) not in whole:
            whole[id(last)] = with_last_step(pipeline, last)
    return replace(
        steering,
        model=cast(SteerableClassifier, whole[id(steering.model)]),
        trajectory=tuple(
            replace(seen, model=whole[id(seen.model)]) for seen in steering.trajectory
        ),
    )


def calls_without_threshold(
    model: object, X: ArrayLike, classes: NDArray[np.generic], matrix: Ints
) -> Ints:
    """(classes,): rows predicted as each class by the model itself, which decides as in `matrix`.

    A threshold around it may have been chosen by the labels of these rows, as no plan of tests may.
    """
    inner = without_threshold(model)
    if inner is model:
        return np.asarray(matrix.sum(axis=0))
    predicted = np.asarray(inner.predict(X))  # type: ignore[attr-defined]
    return np.bincount(np.searchsorted(classes, predicted), minlength=len(classes))


def steered_with_referral(
    search: ReferralSearch,
    model: object,
    confidence: float | None,
    starts: Sequence[object],
    *,
    keep: bool,
) -> Steering:
    """The model with the best cut-offs between which a person decides."""
    choice = search.choice(model, confidence, starts, keep=keep)
    stays = choice.chosen.model is model
    visited = [choice.start] if stays else [choice.start, choice.chosen]
    ended = steering_result(search.goal, search.reach, visited, choice.chosen, choice.promise)
    return replace(ended, violations=choice.violations)


def promised_model(
    goal: Goal, start: VisitedModel, found: Sequence[VisitedModel], *, keep: bool
) -> VisitedModel:
    """The model to take under a promise: the last one found, or the start where that does as well.

    Where nothing is promised it is the closest as counted, and never further away than the start.
    """
    last = found[-1]
    if last.gap == 0.0:
        # The first models found decide as the given one does. If one of them may stay, it is
        # returned as it is, without a wrapper.
        kept = found[:2] if keep else [last]
        same = any(np.array_equal(seen.matrix, start.matrix) and not seen.gap for seen in kept)
        return replace(start, gap=0.0) if same else last
    return start if goal.want.gap(start.matrix) <= goal.want.gap(last.matrix) else last
