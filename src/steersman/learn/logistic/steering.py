"""Steering a logistic regression by its penalties and class weights.

The rows of the holdout that should be decided differently are given target states, and the settings
descend, by L-BFGS-B within a box, the divergence from those states. When a round of steps does not
meet the want, the states are drawn up anew and the rows that should change weigh more. The first
setting that meets the want is then brought back towards the last that did not, which keeps the
damage elsewhere small.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize
from scipy.sparse import csr_matrix, issparse
from sklearn.utils.validation import validate_data

from steersman.errors import SteersmanError
from steersman.learn.blas import one_blas_thread
from steersman.learn.logistic.penalty_search import PenaltySearch, SearchEffort, Stop
from steersman.learn.steering import VisitedModel
from steersman.learn.wants import ResolvedWant
from steersman.maths.logistic import SOLVERS, Aim, problem_of, with_ones, with_small_design_dense

if TYPE_CHECKING:
    from steersman.learn.logistic.classifier import SteerableLogisticRegression
from steersman.tasks import Task

Floats = NDArray[np.float64]
FIRST_STEP = 0.5  # the most that the first step of a round may change any logarithm
ROUND_STEPS = 5
FIRST_EMPHASIS = 4.0
EMPHASIS_GROWTH = 4.0
LAST_EMPHASIS = 1e9
BISECTIONS = 5
MOST_SETTINGS = 50_000  # penalties tuned one by one; beyond, the classes share those of a feature


def steered_models(
    model: SteerableLogisticRegression,
    holdout: tuple[ArrayLike | csr_matrix, ArrayLike],
    want: ResolvedWant,
    task: Task,
    *,
    class_weights: bool,
) -> list[VisitedModel]:
    """The fitted models on the way to meeting `want` on the holdout; the first is the model."""
    search = penalty_search(model, holdout, want, task, class_weights=class_weights)
    with one_blas_thread():
        stops = stops_towards(search, np.column_stack([model.coef_, model.intercept_]))
    return [visited_stop(model, search, stop) for stop in stops]


def penalty_search(
    model: SteerableLogisticRegression,
    holdout: tuple[ArrayLike | csr_matrix, ArrayLike],
    want: ResolvedWant,
    task: Task,
    *,
    class_weights: bool,
) -> PenaltySearch:
    """The search of a fitted model that still has its training rows."""
    rows = model.training_rows()
    penalties = model.full_penalties()
    checked, y = validate_data(model, *holdout, accept_sparse="csr", dtype=np.float64, reset=False)
    sparse = issparse(checked)
    unknown = np.setdiff1d(y, model.classes_)
    if len(unknown):
        raise SteersmanError(
            f"the holdout has the class {unknown[0]!r}, which the model was not fitted with",
            todo=f"pass only rows of: {', '.join(map(str, model.classes_))}",
            code="unknown-labels",
            labels=unknown.tolist(),
        )
    if model.groups is None and penalties.size <= MOST_SETTINGS:
        members = np.arange(penalties.size).reshape(penalties.shape)
    elif model.groups is None:
        members = np.broadcast_to(np.arange(penalties.shape[1]), penalties.shape)
    else:
        groups = np.unique(np.asarray(model.groups), return_inverse=True)[1]
        members = np.broadcast_to(groups, penalties.shape)
    problem = problem_of(
        with_ones(rows.X), rows.codes, len(model.classes_), rows.weights, penalties
    )
    return PenaltySearch(
        problem=with_small_design_dense(problem),
        codes=rows.codes,
        members=members,
        holdout=with_ones(csr_matrix(checked) if sparse else checked),
        holdout_codes=np.searchsorted(model.classes_, y),
        gap_of=want.gap,
        target_of=want.target,
        task=task,
        tol=model.tol,
        with_class_weights=class_weights,
        # Neighboring settings share a preconditioner, so products beat a factor for each.
        solve=SOLVERS["cg" if model.solver in ("auto", "cholesky") else model.solver](),
    )


def visited_stop(
    model: SteerableLogisticRegression, search: PenaltySearch, stop: Stop
) -> VisitedModel:
    """The stop as a model of its own."""
    penalties = search.problem_at(stop.setting).penalties[:, :-1]
    factors = np.exp(stop.setting[search.penalty_factors :])
    steered = copy(model)
    # At the origin the model keeps its parameters as the user wrote them.
    if np.any(stop.setting):
        steered.set_setting(penalties, factors, stop.fit.weights)
    knobs = {"penalties": steered.penalties, "class_weight": steered.class_weight}
    return VisitedModel(steered, stop.matrix, stop.gap, stop.objective, knobs)


class WantMet(Exception):  # noqa: N818  (not an error: the want is met)
    """The want is met at the last stop."""


def stops_towards(search: PenaltySearch, weights: Floats) -> list[Stop]:
    """The stops on the way to meeting the want; the first is the model with its `weights`."""
    stops = [search.start(weights)]
    emphasis = FIRST_EMPHASIS
    aim: Aim | None = None
    try:
        while stops[-1].gap > 0 and emphasis < LAST_EMPHASIS:
            aim = search.aim_from(stops[-1], emphasis)
            stops[-1] = search.with_divergence(aim, stops[-1])
            descend(search, aim, stops)
            emphasis *= EMPHASIS_GROWTH
    except WantMet:
        assert aim is not None  # noqa: S101
        retreat(search, aim, stops)
    except SearchEffort:
        pass
    return stops


def descend(search: PenaltySearch, aim: Aim, stops: list[Stop]) -> None:
    """Add to `stops` the accepted steps of one round; raise WantMet at one that meets the want."""
    last = stops[-1]
    seen: dict[bytes, Stop] = {}
    scale = 0.0

    def value_and_slope(setting: Floats) -> tuple[float, Floats]:
        nonlocal last, scale
        # The first call is at the last stop, whose weights are known.
        if not np.array_equal(setting, last.setting):
            last = search.with_divergence(aim, search.stop_at(setting.copy(), last.fit.weights))
        if last.gap == 0.0:
            stops.append(search.task.see(last))
            raise WantMet
        # The callback gets accepted settings only, without their fits: these are looked up by
        # value.
        seen[setting.tobytes()] = last
        slope = search.slope(aim, last)
        if not scale:
            # Inside a box, the first step of L-BFGS-B is the whole gradient: scaled, it changes no
            # logarithm by more than FIRST_STEP.
            scale = FIRST_STEP / max(float(np.abs(slope).max()), 1e-12)
        return scale * last.objective, scale * slope

    def accept(xk: np.ndarray[tuple[int], np.dtype[np.float64]]) -> None:
        stops.append(search.task.see(seen[xk.tobytes()]))

    minimize(
        value_and_slope,
        last.setting,
        jac=True,
        method="L-BFGS-B",
        bounds=search.limits,
        callback=accept,
        options={"maxiter": ROUND_STEPS},
    )


def retreat(search: PenaltySearch, aim: Aim, stops: list[Stop]) -> None:
    """Bisect between the last stop, which meets the want, and the last that does not.

    Adds the stops that meet the want, ever nearer to the other; the last is brought to weights as
    exact as the model asks for.
    """
    unmet = next(stop for stop in reversed(stops) if stop.gap > 0).setting
    try:
        for _ in range(BISECTIONS):
            met = stops[-1]
            middle = search.stop_at(0.5 * (unmet + met.setting), met.fit.weights)
            if middle.gap > 0:
                unmet = middle.setting
            else:
                stops.append(search.task.see(search.with_divergence(aim, middle)))
        # Loosely fitted weights may meet the want where exact ones do not.
        exact = search.stop_at(stops[-1].setting, stops[-1].fit.weights, exact=True)
        if exact.gap == 0.0:
            stops[-1] = search.with_divergence(aim, exact)
    except SearchEffort:
        return
