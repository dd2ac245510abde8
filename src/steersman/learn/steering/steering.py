"""Find the setting of a fitted classifier that meets a want with the least damage elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.learn.promises import Promise, check_confidence, promise_for
from steersman.learn.steering.allowances import Allowance, allowances
from steersman.learn.steering.classifier_types import Rows, SteerableClassifier
from steersman.learn.steering.group_cutoffs import best_cutoffs
from steersman.learn.steering.groups import GivenGroups, Groups, groupings_of
from steersman.learn.steering.holdout import checked_holdout, confusion_of, refuse_unmeasurable
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.reasons import Answer, assumptions, guarantees, steering_answer
from steersman.learn.steering.referral import ReferralSearch
from steersman.learn.steering.referring import REFERRAL, deciding_all
from steersman.learn.steering.row_costs import CostFigure, row_costs_of
from steersman.learn.steering.row_limits import GroupOutcome
from steersman.learn.steering.row_prints import NOT_KNOWN, FittedRows, fitted_rows
from steersman.learn.steering.row_sweep import (
    RowChoice,
    TuningRows,
    best_cutoff,
    check_row_limits,
)
from steersman.learn.steering.search import best_verified, candidate_models, models_from_starts
from steersman.learn.steering.steering_display import SteeringDisplay, steering_html
from steersman.learn.steering.steering_warnings import (
    SteeringWarning,
    fits_few,
    steering_warnings,
    warning_text,
)
from steersman.learn.steering.thresholded import (
    ThresholdedClassifier,
    class_scores,
    without_threshold,
)
from steersman.learn.steering.visited import SeeModel, VisitedModel
from steersman.learn.wants import ClassBound, Objective, ResolvedWant, Violation, Want
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


SteeringCode = Literal["met", "already-met", "closest", "closest-with-locks", "too-few-rows"]
"""How steering ended: the want holds (by the model as it was), or the closest model was taken (of
those that keep the locked cells), or no setting could promise it from so few rows."""


Assurance = Literal["guaranteed", "these-rows", "none"]
"""What a result says about new data: its rates are guaranteed, nothing (it holds on these rows, and
about half of such settings do not on others), or it does not even hold here."""

KEEP = "keep"


@dataclass(frozen=True, eq=False, repr=False)
class Steering:
    """Result of steering: the model, how it ended (`code`), and why in words (`reason`).

    `before` and `after` are confusion matrices on the holdout (rows true, columns predicted, in
    the order of `classes`, and then, where a person decides some rows, those); `gap` is how many
    rows still have to change; `trajectory` holds every
    model visited, the first one unchanged; `ranges` (classes, classes, 2) the lowest and highest
    count each cell was seen to take while the bounds that are not about it hold. With a confidence
    asked, `met` says whether it is reached and `promise` what holds for new data. `exact` is False
    where some setting of the model was not tried, so that one may exist which is better. `groups`
    has every limit on groups in every group, the worst first. `row_values` are the gaps between
    groups, and the costs, that limits are about; `row_costs` what errors cost before and after,
    where each row has a cost of its own. `fitted` says how many of these rows the model was fitted
    on, where it remembers them.
    """

    model: SteerableClassifier
    met: bool
    before: Ints
    after: Ints
    gap: float
    trajectory: tuple[VisitedModel, ...]
    code: SteeringCode
    ranges: Ints
    want: ResolvedWant
    violations: tuple[Violation, ...] = ()
    promise: Promise | None = None
    exact: bool = True
    groups: tuple[GroupOutcome, ...] = ()
    row_values: Mapping[ClassBound, float] = field(default_factory=dict)
    row_costs: tuple[CostFigure, CostFigure] | None = None
    fitted: FittedRows = NOT_KNOWN

    def __repr__(self) -> str:
        before, after = int(np.trace(self.before)), int(np.trace(self.after))
        return (
            f"<Steering {self.code}: {self.want}; gap {self.gap:g}, {before} -> {after} "
            f"of {int(self.after.sum())} rows right, {len(self.trajectory)} models visited>"
        )

    def _repr_html_(self) -> str:
        return steering_html(self)

    def plot(self, axes: Sequence[Any] | None = None) -> SteeringDisplay:
        """Draw the matrices before and after and, of two classes, the models on the way.

        Needs matplotlib: ``pip install 'steersman[plot]'``.

        Parameters
        ----------
        axes : sequence of matplotlib.axes.Axes, optional
            Axes to draw in; without them a new figure.

        Returns
        -------
        SteeringDisplay
            The display, with `figure_` and `axes_`.
        """
        return SteeringDisplay.of(self).plot(axes)

    @property
    def answer(self) -> Answer:
        """The result in sentences: what was reached, its price, what is guaranteed, what helps."""
        return steering_answer(self)

    @property
    def reason(self) -> str:
        """The answer in one line."""
        return str(self.answer)

    @property
    def guarantees(self) -> tuple[str, ...]:
        """What holds for new rows, a sentence for each rate."""
        return guarantees(self)

    @property
    def classes(self) -> tuple[object, ...]:
        """The classes in the order of the matrices' rows and columns."""
        return self.want.classes

    @property
    def allowances(self) -> tuple[Allowance, ...]:
        """How many errors each bound allows on these rows, and how many there are."""
        judge = self.promise if self.judged_by_promise else None
        return allowances(self.want, judge, self.after)

    @property
    def referrals(self) -> Ints:
        """(classes,): how many rows of each class go to a person."""
        beyond: Ints = self.after[:, len(self.classes) :].sum(axis=1)
        return beyond

    @property
    def assurance(self) -> Assurance:
        """What can be relied on: a guarantee, these rows only, or nothing."""
        if not self.met:
            return "none"
        sure = self.judged_by_promise and not self.is_fitted_here
        return "guaranteed" if sure else "these-rows"

    @property
    def is_fitted_here(self) -> bool:
        """Whether a promise was asked from rows of which the model was fitted on more than a few:
        then nothing is guaranteed."""
        rows = int(self.before.sum())
        return self.judged_by_promise and not fits_few(self.fitted.rows, rows)

    @property
    def warnings(self) -> tuple[SteeringWarning, ...]:
        """What makes the result worth less than it says, each with a code."""
        return steering_warnings(self)

    @property
    def warning_texts(self) -> tuple[str, ...]:
        """The warnings as sentences."""
        return tuple(warning_text(each, self) for each in self.warnings)

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What a guarantee needs to be true; empty where nothing is guaranteed."""
        return assumptions(self)

    @property
    def judged_by_promise(self) -> bool:
        """Whether the want is judged by a promise: a confidence was asked, and of some rate."""
        return self.promise is not None and self.promise.is_of_rates

    def violations_at(self, matrix: Ints, gap: float) -> tuple[Violation, ...]:
        """The bounds that do not hold (with a promise: are not promised) at one setting."""
        return violations_at(self.want, self.promise, matrix, gap)

    def target(self) -> Ints:
        """(classes, classes): the matrix nearest to the first that meets what was asked."""
        if self.promise is None or not self.judged_by_promise:
            return self.want.target(self.before)
        return self.promise.target(self.want, self.before)


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
        are cut at their quartiles. One cut-off is turned for all groups. For two classes.
    cutoff_per_group : bool
        Whether each group may have a cut-off of its own. To predict, the model then needs the
        groups: as the column, or as `groups=`.
    cost_column : array-like of shape (rows,) or str, optional
        What an error on each row costs, or the column of X that says it (default: the column that
        the want names). For two classes, in place of `costs`.
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
    promise = replace(found.promise, confidence=confidence, among=among)
    return replace(found, promise=promise, fitted=fitted_rows(model, X))


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
    classes, codes = checked_holdout(model, X, y)
    row_sums = np.bincount(codes, minlength=len(classes)).astype(np.float64)
    wanted = Want(want)
    if objective is not None and objective != KEEP:
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
    if resolved.refers and by_rows:
        raise SteersmanError(
            "rows cannot be referred under limits on groups or costs of rows",
            todo="leave out refer, or the limits on groups and the cost column",
            code="referral-by-rows",
        )
    if resolved.refers:
        search = ReferralSearch(X, codes, Goal(resolved), SeenRanges(resolved), referral, task)
        return steered_with_referral(search, model, confidence, starts, keep=objective == KEEP)
    model = deciding_all(model)
    if by_rows:
        check_row_limits(resolved, grouped=bool(groupings), used=cutoff_per_group)
        rows = TuningRows(class_scores(model, X), codes, groupings, row_costs, own_cutoff(model, X))
        return steered_by_rows(
            model, X, rows, resolved, confidence, keep=objective == KEEP, several=cutoff_per_group
        )
    before = confusion_of(model, X, codes, classes)
    promise = None
    if confidence is not None:
        own_calls = calls_without_threshold(model, X, classes, before)
        promise = promise_for(resolved, row_sums, confidence, own_calls=own_calls)
    judge = promise if promise is not None and promise.promised_bounds else None
    goal, reach = Goal(resolved, judge), SeenRanges(resolved)
    reach.add(before[np.newaxis])
    gap = float(goal.gaps(before[np.newaxis])[0])
    if judge is not None:
        # A share of calls is shown by a whole sweep only: the one matrix of the start leaves it in
        # doubt.
        gap = max(gap, float(judge.shown_by_sweep))
    start = VisitedModel(model, before, gap, float(goal.damages(before[np.newaxis])[0]))
    keep = objective == KEEP
    if judge is None and gap == 0.0 and keep:
        return steering_result(goal, reach, [start], start, promise)
    found = candidate_models(model, X, codes, goal, reach, task)
    if judge is None:
        found += models_from_starts(starts, found, X, codes, goal, reach, task)
        best = best_verified(goal, [start, *found], X, codes)
        return steering_result(goal, reach, [start, *found], best, promise)
    best = promised_model(goal, start, found, keep=keep)
    whole = [start] if best.model is model else [start, *found]
    return steering_result(goal, reach, whole, best, promise)


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


def own_cutoff(model: object, X: Rows) -> float:
    """The cut-off of a model of two classes by itself, where a threshold was put around it."""
    inner = without_threshold(model)
    few = X[:1] if not hasattr(X, "head") else X.head(1)
    return float(class_scores(inner, few).start)


def given_row_costs(
    cost_column: ArrayLike | str | None,
    costs: ArrayLike | None,
    want: Want,
    X: ArrayLike,
    rows: int,
) -> Floats | None:
    """(rows,): what an error on each row costs, where that is given or named in the want."""
    given = cost_column if cost_column is not None else want.cost_column or None
    if given is None:
        return None
    if costs is not None:
        raise SteersmanError(
            "costs came for each kind of error and for each row",
            todo="give costs or cost_column",
            code="costs-twice",
        )
    return row_costs_of(given, X, rows)


def steered_by_rows(
    model: object,
    X: ArrayLike,
    rows: TuningRows,
    want: ResolvedWant,
    confidence: float | None,
    *,
    keep: bool,
    several: bool,
) -> Steering:
    """The model with the best cut-off under limits that single rows decide, or with several."""
    before = confusion_of(model, X, rows.codes, np.asarray(want.classes))
    start, reach = VisitedModel(model, before, 0.0, 0.0), SeenRanges(want)
    if several:
        groups = single_grouping(rows.groupings)
        common = best_cutoff(start, rows, SeenRanges(want), None, keep=False).chosen
        at = common.model.setting() if isinstance(common.model, ThresholdedClassifier) else None
        near = rows.start if at is None else float(at)
        choice = best_cutoffs(start, rows, reach, confidence, groups, near)
    else:
        choice = best_cutoff(start, rows, reach, confidence, keep=keep)
    # Only cut-offs were turned: a model with other settings may do better.
    reach.exact &= not (hasattr(model, "steer_toward") or hasattr(model, "search_settings"))
    return row_result(choice, reach)


def row_result(choice: RowChoice, reach: SeenRanges) -> Steering:
    """The result of a choice among cut-offs."""
    visited = [choice.start] if choice.chosen is choice.start else [choice.start, choice.chosen]
    ended = steering_result(Goal(reach.want), reach, visited, choice.chosen, choice.promise)
    return replace(
        ended,
        groups=choice.outcomes,
        violations=choice.violations,
        row_values=choice.values,
        row_costs=choice.costs,
    )


def single_grouping(groupings: Mapping[str, Groups]) -> Groups:
    """The groups that each get a cut-off of their own."""
    found = list({id(each): each for each in groupings.values()}.values())
    if len(found) == 1:
        return found[0]
    raise SteersmanError(
        "a cut-off for each group needs groups of one kind, "
        + (f"and there are {', '.join(groupings)}" if found else "and there are none"),
        todo="give groups=... (--group COLUMN)",
        code="one-grouping-needed",
        groupings=tuple(groupings),
    )


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


def steering_result(
    goal: Goal,
    reach: SeenRanges,
    visited: Sequence[VisitedModel],
    best: VisitedModel,
    promise: Promise | None,
) -> Steering:
    """The result, with the code that says how it ended."""
    return Steering(
        model=cast(SteerableClassifier, best.model),
        met=best.gap == 0.0,
        before=visited[0].matrix,
        after=best.matrix,
        gap=best.gap,
        trajectory=tuple(visited),
        code=steering_code(best, promise, unchanged=best.model is visited[0].model),
        ranges=reach.ranges(),
        want=goal.want,
        violations=violations_at(goal.want, promise, best.matrix, best.gap),
        promise=promise,
        exact=reach.exact,
    )


def steering_code(best: VisitedModel, promise: Promise | None, *, unchanged: bool) -> SteeringCode:
    """How steering ended with the best model visited."""
    if best.gap == 0.0:
        return "already-met" if unchanged else "met"
    return "too-few-rows" if promise is not None and promise.shortages else "closest"


def violations_at(
    want: ResolvedWant, promise: Promise | None, matrix: Ints, gap: float
) -> tuple[Violation, ...]:
    """The bounds that do not hold, or are not promised where some can be; furthest away first."""
    if promise is None or not promise.promised_bounds:
        return want.violations(matrix)
    return promise.violations(want, matrix, gap)
