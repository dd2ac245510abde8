"""The long work of the matrix room as jobs: everything they need comes with their arguments.

Small fits stay in the session's thread: a worker takes about 30 ms to start and answer.
"""

from __future__ import annotations

import logging
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from scipy.sparse import issparse

from steersman.errors import SteersmanError
from steersman.learn.blas import one_blas_thread
from steersman.learn.catalog import model_named
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.steering import Attainable, Steering, scorer_of, steer
from steersman.learn.wants import Want
from steersman.scale.engine import LocalEngine
from steersman.scale.part_rows import PartRows
from steersman.session.matrix.fitting import fit_with_progress
from steersman.session.matrix.live_progress import SteeringNews
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.session.matrix.row_answers import row_answers
from steersman.session.matrix.stored_models import pack_steering
from steersman.tasks import Task

log = logging.getLogger(__name__)
# Measured: up to here every model but the slow ones is fitted in 50 ms, and steered in 100 ms.
MOST_QUICK_NUMBERS = 20_000
# Measured: so many cut-offs are compared, and rows of so many numbers scored, in 20 ms each.
MOST_QUICK_CUTOFFS = 150_000
MOST_QUICK_SCORED = 2_000_000
COUNTED_MODEL = "plane"
SLOW_MODELS = ("martingale", "forest", "boosting")
UNSTOPPABLE_MODELS = ("forest", "boosting")
MOST_BRIEF_CLASSES = 10
# Measured: with so many, a want is met in about 0.1 s.
MOST_BRIEF_NUMBERS = 300_000
# A person waits: what was found by then is shown.
LONGEST_STEERING_S = 30.0
COUNTED_OPTIONS = ("confidence", "costs", "positive", "prior", "among")
Settings = Mapping[str, Any]


def is_quick(name: str, problem: MatrixProblem) -> bool:
    """Whether a model is fitted so fast that a worker would only delay it."""
    return name not in SLOW_MODELS and numbers_in(problem.training) <= MOST_QUICK_NUMBERS


def numbers_in(part: Part) -> int:
    """How many numbers the rows of a part hold."""
    sparse: bool = issparse(part.X)
    return int(part.X.nnz if sparse else part.X.size)


def brief_mark(question: Hashable, name: str, problem: MatrixProblem) -> Hashable | None:
    """The mark of jobs with a model that may be brief; None for those that a worker does at once.

    They have to look often whether they are still wanted, as predictions of forests do not, and
    searches among many classes.
    """
    looks_often = name not in UNSTOPPABLE_MODELS and len(problem.classes) <= MOST_BRIEF_CLASSES
    if problem.training.whole is not None or not looks_often:
        return None
    return (question, name) if numbers_in(problem.training) <= MOST_BRIEF_NUMBERS else None


def is_compared_quickly(
    name: str, problem: MatrixProblem, known: Sequence[Attainable | None]
) -> bool:
    """Whether the best cut-offs of some models, not all of them known yet, are found in no time."""
    rows, new = problem.holdout.X, sum(each is None for each in known)
    if problem.holdout.whole is not None or is_quick(name, problem):
        return True
    if (new and name in SLOW_MODELS) or len(known) * rows.shape[0] > MOST_QUICK_CUTOFFS:
        return False
    return new * int(rows.nnz if problem.sparse else rows.size) <= MOST_QUICK_SCORED


def is_fitted_here(name: str, problem: MatrixProblem) -> bool:
    """Whether a model is fitted in the session's process: quick ones, and those of a cluster."""
    whole = problem.training.whole
    if whole is None:
        return is_quick(name, problem)
    return name == COUNTED_MODEL or not isinstance(whole.dataset.engine, LocalEngine)


def fit_model(name: str, settings: Settings, problem: MatrixProblem, task: Task) -> object:
    """A model of the catalog, fitted to the training rows."""
    model = model_named(name, sparse=problem.sparse, settings=settings)
    if problem.training.whole is not None:
        return problem.training.whole.fit(model, task)
    fit_with_progress(model, problem, task)
    return model


def fit_with_answers(
    name: str, settings: Settings, problem: MatrixProblem, task: Task
) -> dict[str, object]:
    """A fitted model, and what it says of the training and tuning rows."""
    model = fit_model(name, settings, problem, task)
    task.report("computing the confusion matrix", 0.9)
    parts = [part for part in (problem.training, problem.holdout) if part.whole is None]
    return {"model": model, "answers": [row_answers(model, part) for part in parts]}


def attainable_matrices(
    name: str, settings: Settings, problem: MatrixProblem, task: Task
) -> Attainable:
    """The matrices that the thresholds of a model of the catalog can give."""
    model = fit_model(name, settings, problem, task)
    return problem.holdout.attainable(model)


def attainable_if_it_can(
    name: str, settings: Settings, problem: MatrixProblem, task: Task
) -> Attainable | None:
    """The matrices that a model's thresholds can give; None where it cannot learn."""
    try:
        return attainable_matrices(name, settings, problem, task)
    except (ValueError, ArithmeticError) as error:
        # scikit-learn raises these for rows it cannot learn from; other exceptions are bugs.
        log.info("%s has nothing to give: %s", name, error)
        return None


def counted_steering(
    model: object, rows: PartRows, want: Want, options: Mapping[str, Any]
) -> Steering:
    """The steering of a model by counts of rows in partitions."""
    counted = {name: each for name, each in options.items() if name in COUNTED_OPTIONS}
    return rows.steer(model, want, **counted)


def steering_toward(
    model: object, problem: MatrixProblem, want: Want, options: Mapping[str, Any], task: Task
) -> Steering:
    """The steering of a model to a want, which shows the models that it visits.

    Rows in partitions are counted: only the cut-off is turned then.
    """
    if problem.holdout.whole is not None:
        task.report("counting all tuning rows", 0.0)
        return counted_steering(model, problem.holdout.whole, want, options)
    # Products with the rows take less time than waking a second thread for each.
    with one_blas_thread():
        return steer(
            model,
            problem.holdout.X,
            problem.holdout.y,
            want,
            progress=task.report,
            cancelled=task.cancelled,
            visited=SteeringNews(problem, want, task).add,
            max_seconds=LONGEST_STEERING_S,
            hurried=task.hurried,
            **options,
        )


def steer_model(
    model: object,
    rows: tuple[Any, Any] | None,
    problem: MatrixProblem,
    want: Want,
    options: Mapping[str, Any],
    task: Task,
) -> dict[str, object]:
    """The steering of a model that came without its training rows, as it is stored."""
    attach_rows_behind(model, rows)
    return pack_steering(steering_toward(model, problem, want, options, task), model)


def attach_rows_behind(model: object, rows: tuple[Any, Any] | None) -> None:
    """Give a model its training rows again, which it has in the session's process."""
    scorer = scorer_of(model)
    if rows is None or not isinstance(scorer, SteerableLogisticRegression):
        return
    if rows_behind(model) is None:
        scorer.attach_rows(*rows)


def rows_behind(model: object) -> tuple[Any, Any] | None:
    """The training rows that a model keeps for steering, which are not saved with it."""
    scorer = scorer_of(model)
    if isinstance(scorer, SteerableLogisticRegression):
        with suppress(SteersmanError):
            rows = scorer.training_rows()
            return rows.X, scorer.classes_[rows.codes]
    return None


def fitted_part(problem: MatrixProblem) -> MatrixProblem:
    """The problem as a fit needs it: without the rows for the final test, and without names."""
    return replace(problem, test=no_rows(problem.test), feature_names=(), feature_labels=())


def steered_part(problem: MatrixProblem) -> MatrixProblem:
    """The problem as steering needs it: with the tuning rows only."""
    return replace(fitted_part(problem), training=no_rows(problem.training))


def no_rows(part: Part) -> Part:
    return Part(part.X[:0], part.y[:0], part.rows[:0])
