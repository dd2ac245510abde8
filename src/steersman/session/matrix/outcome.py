"""The outcome of a steering: a code, numbers, and a sentence made from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from steersman.learn.promises import BoundPromise, Shortage
from steersman.learn.steering import Allowance, CostFigure, Goal, GroupOutcome, Steering
from steersman.learn.wants import (
    Bound,
    ClassBound,
    Contradiction,
    Objective,
    Prior,
    Violation,
    Want,
)
from steersman.session.matrix.measured_shares import measured_share, share_interval, share_limit
from steersman.session.matrix.model_registry import RegisteredModel, stacked_counts
from steersman.session.matrix.problem import MatrixProblem


@dataclass(frozen=True)
class ReachedBound:
    """A bound that was asked for, or kept for a lock, and the value that was reached for it.

    That is `part` of `rows` rows where its measure counts rows. New rows are likely between `low`
    and `high`, as shares of rows (an average of a row where it is a cost); `tight` says that the
    limit is between them too, so that it may well be broken there.
    """

    bound: Bound
    reached: float
    part: int | None = None
    rows: int | None = None
    low: float = 0.0
    high: float = 1.0
    tight: bool = True


@dataclass(frozen=True)
class Alternatives:
    """Wants and models that are offered instead.

    `rates` can be promised in place of counts that hold. `looser` could be had in place of a want
    that was not met. `model` is a model visited before that does it with so much less damage,
    `saved`.
    """

    rates: Want | None = None
    looser: Want | None = None
    model: int | None = None
    saved: float = 0.0


@dataclass(frozen=True, eq=False)
class Outcome:
    """Models are numbers on the shelf of a `question`. `code` is that of a steering, or
    "contradiction", "lowest-cost", "node-met", "node-already-met", "node-missed"; `reason` says it.

    `clash` are the bounds that exclude each other. `counted` are bounds that hold and are not
    promised, though that was asked for. `afresh` says that it began with the model as fitted.
    `lowest_cost` is the cost found, where the lowest was asked for. Not `exact`: some settings
    were not tried. `asked` is the want as a person wrote it, `confidence` that of the guarantee
    asked for, `prior` the share of the class to catch in use. `among` models share its risk, so
    that one may be chosen; it was asked of `guaranteed_models` fitted models on these rows, this
    one included. Classes in `never` are predicted for no row, though the want is met; `warnings`
    say so, and `guarantees` what holds on new data, in sentences. `best` is
    what the objective reached. `allowances` say how many errors the bounds allow and how many were
    made."""

    code: str
    bounds: tuple[ReachedBound, ...]
    before: int
    after: int
    visited: tuple[int, ...]
    wanted: NDArray[np.float64]
    met: bool
    gap: float
    reason: str
    violations: tuple[Violation, ...] = ()
    node: int | None = None
    clash: tuple[Bound, ...] = ()
    promises: tuple[BoundPromise, ...] = ()
    shortages: tuple[Shortage, ...] = ()
    exact: bool = True
    counted: tuple[Bound, ...] = ()
    lowest_cost: float | None = None
    afresh: bool = False
    alternatives: Alternatives = Alternatives()
    question: tuple[object, ...] = ()
    asked: str = ""
    confidence: float | None = None
    among: int = 1
    guaranteed_models: int = 0
    never: tuple[str, ...] = ()
    guarantees: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    prior: float | None = None
    objective: Objective | None = None
    best: ReachedBound | None = None
    groups: tuple[GroupOutcome, ...] = ()
    row_guarantees: tuple[str, ...] = ()
    cost_column: str = ""
    row_costs: tuple[CostFigure, CostFigure] | None = None
    allowances: tuple[Allowance, ...] = ()

    @property
    def tells(self) -> bool:
        """Whether an outcome belongs to the history of its final model."""
        return self.met or self.before != self.after

    @property
    def want(self) -> Want:
        """The want of the steering, with its locks."""
        bounds = (each.bound for each in self.bounds)
        return Want.of_bounds(bounds, self.objective, self.cost_column)

    def without(self, left_out: Bound) -> Want | None:
        """The want without one of its bounds; None if nothing would be left, or it is a lock."""
        asked = [each.bound for each in self.bounds if not each.bound.locked]
        rest = [bound for bound in asked if bound != left_out]
        if not rest or left_out.locked:
            return None
        return Want.of_bounds(rest, self.objective, self.cost_column)


def reached_bounds(
    want: Want,
    matrix: NDArray[np.int64],
    problem: MatrixProblem,
    costs: NDArray[np.float64] | None,
    prior: Prior | None = None,
) -> tuple[ReachedBound, ...]:
    """The value of each bound of a want at a matrix."""
    return tuple(reached_bound(bound, matrix, problem, costs, prior) for bound in want.bounds)


def class_bound(
    bound: Bound, matrix: NDArray[np.int64], problem: MatrixProblem, prior: Prior | None
) -> ClassBound:
    """A bound with the places of the classes in a matrix."""
    positive = problem.classes.index(problem.positive) if problem.positive else None
    # A matrix with one more column has the rows that go to a person in it.
    refers = matrix.shape[1] > len(problem.classes)
    return ClassBound.of(bound, problem.classes, positive, prior, refers=refers)


def reached_bound(
    bound: Bound,
    matrix: NDArray[np.int64],
    problem: MatrixProblem,
    costs: NDArray[np.float64] | None,
    prior: Prior | None = None,
) -> ReachedBound:
    """The value of a bound at a matrix, and where it is likely on new rows."""
    if bound.definition.is_cost and costs is None:
        # Each row has a cost of its own, which no matrix knows.
        return ReachedBound(bound, 0.0)
    about = class_bound(bound, matrix, problem, prior)
    cells = matrix.astype(np.float64)
    share = measured_share(about, cells, costs)
    low, high = share_interval(about, cells, costs)
    tight = low <= share_limit(bound, share.rows or int(matrix.sum())) <= high
    reached = about.value(cells, costs)
    return ReachedBound(bound, reached, share.part, share.rows, low, high, tight)


def reached_objective(
    want: Want,
    matrix: NDArray[np.int64],
    problem: MatrixProblem,
    costs: NDArray[np.float64] | None,
    prior: Prior | None = None,
) -> ReachedBound | None:
    """What the objective of a want reached; None where it has none."""
    if want.objective is None:
        return None
    bound = Bound(want.objective.measure, want.objective.classes, ">=", 0.0)
    return reached_bound(bound, matrix, problem, costs, prior)


def steered_outcome(
    bounds: tuple[ReachedBound, ...],
    steering: Steering,
    visited: Sequence[int],
    after: int,
    target: NDArray[np.int64],
) -> Outcome:
    """The outcome of a steering that started from the first visited model."""
    promise = steering.promise if steering.met else None
    return Outcome(
        steering.code,
        bounds,
        visited[0],
        after,
        tuple(visited),
        np.asarray(target, dtype=np.float64)[:, : len(steering.classes)],
        steering.met,
        steering.gap,
        steering.reason,
        steering.violations,
        promises=promise.promised_bounds if promise else (),
        shortages=steering.promise.shortages if steering.promise else (),
        exact=steering.exact,
        counted=tuple(each.bound.written for each in promise.counted_bounds) if promise else (),
        alternatives=Alternatives(rates=rates_instead(steering) if promise else None),
        objective=steering.want.want.objective,
        allowances=steering.allowances,
        guarantees=steering.guarantees,
        warnings=steering.warning_texts,
        never=tuple(
            str(each.label) for each in steering.warnings if each.code == "never-predicted"
        ),
    )


def with_better_model(
    outcome: Outcome, steering: Steering, shelved: Sequence[RegisteredModel]
) -> Outcome:
    """The outcome, with the best of the models on the shelf where that is better than its own:
    steering starts from the current model, and an earlier one may have been nearer."""
    goal, want = Goal(steering.want), steering.want.want
    # A want that does not speak of a person decides every row.
    refers = want.refers
    shelved = [each for each in shelved if refers or not each.referred]
    if not shelved:
        return outcome
    matrices = stacked_counts(shelved, want)
    at, (gap, damage, _) = goal.best_rank(matrices, goal.gaps(matrices))
    own_gap, own_damage, _ = goal.rank(steering.after)
    # An earlier model is offered only if it meets the want, and does so with less damage.
    if gap > 0.0 or (own_gap == 0.0 and damage >= own_damage):
        return outcome
    saved = own_damage - damage if own_gap == 0.0 else 0.0
    better = replace(outcome.alternatives, model=shelved[at].number, saved=saved)
    return replace(outcome, alternatives=better)


def cheapest(outcome: Outcome, cost: float) -> Outcome:
    """The outcome where the lowest cost was asked for: whatever was found is the answer, and no
    cell was asked about."""
    reason = f"the lowest cost found is {cost:g}"
    return replace(outcome, code="lowest-cost", reason=reason, lowest_cost=cost)


def rates_instead(steering: Steering) -> Want | None:
    """What was asked, with a rate in place of each count; None where a count has none, and beside
    rates, which one more would leave less of the risk than they were promised with."""
    assert steering.promise is not None  # noqa: S101
    asked = [each for each in steering.promise.bounds if not each.bound.written.locked]
    rates = [each.instead for each in asked if each.instead is not None]
    if steering.judged_by_promise or len(rates) < len(asked):
        return None
    return steering.want.want.with_bounds(rates)


def contradiction_outcome(
    bounds: tuple[ReachedBound, ...], shown: RegisteredModel, found: Contradiction
) -> Outcome:
    """A want that no model can meet leaves the model as it was."""
    return Outcome(
        found.code,
        bounds,
        shown.number,
        shown.number,
        (shown.number,),
        np.asarray(shown.holdout, dtype=np.float64),
        False,
        0.0,
        found.what,
        clash=found.bounds,
    )


def node_outcome(
    node: int, reached: ReachedBound, before: RegisteredModel, after: RegisteredModel
) -> Outcome:
    """One node turned by hand until at most (on the diagonal: at least) so many go one way.

    Where that is so already nothing is turned, and the model is the same before and after.
    """
    bound, count = reached.bound, int(reached.reached)
    true, predicted = bound.classes
    met = count <= bound.value if bound.is_upper else count >= bound.value
    unturned = before is after
    already = " already" if unturned else ""
    missing = abs(count - bound.value)
    return Outcome(
        ("node-already-met" if unturned else "node-met") if met else "node-missed",
        (reached,),
        before.number,
        after.number,
        tuple(dict.fromkeys((before.number, after.number))),
        np.asarray(after.holdout, dtype=np.float64),
        met,
        0.0 if met else missing,
        f"{count} of {true!r} are called {predicted!r} at node {node}{already}",
        () if met else (Violation(bound, reached.reached, missing),),
        node,
    )
