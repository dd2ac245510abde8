"""Explanations of rows: a worker gives those that take long."""

from __future__ import annotations

from steersman.session.actions import kind_name
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.state import State
from steersman.session.views import View
from steersman.session.why.actions import AskDependence, FindFlips, TryRow, WhyRow
from steersman.session.why.explained_model import ExplainedModel
from steersman.session.why.question_rows import QuestionRows
from steersman.session.why.row_views import flips_view, row_view, tried_view
from steersman.session.why.views import dependence_view
from steersman.tasks import Task
from steersman.workers import WorkerJob

Explanation = AskDependence | WhyRow | TryRow | FindFlips
# Measured: so many numbers are made ready in 50 ms for a row to be compared with them.
MOST_QUICK_COMPARED = 2_000_000


def explanation(model: ExplainedModel, state: State, asked: Explanation, task: Task) -> View:
    """The answer about a row or a feature; of large data or a slow model a worker gives it."""
    job = None
    if not is_explained_here(model, asked):
        given = (model.corpus, model.problem, model.model, asked)
        job = WorkerJob("explain-rows", given, "the explanation")
    return task.result(
        "explanation",
        lambda: (model.key, kind_name(type(asked)), vars(asked), state.corrections),
        lambda: explained_answer(model, asked, task),
        job=job,
        stored=False,
    )


def is_explained_here(model: ExplainedModel, asked: Explanation) -> bool:
    """Whether an answer is there so fast that a worker would only delay it."""
    if model.quick:
        return True
    # The parts of a sum are computed for each class.
    numbers = model.known.size * len(model.problem.classes) // 2
    if numbers > MOST_QUICK_COMPARED or isinstance(asked, FindFlips):
        return False
    return model.is_sum


def explain_rows(
    corpus: Corpus, problem: MatrixProblem, model: object, asked: Explanation, task: Task
) -> View:
    """The answer about a row or a feature, from the data and the model alone."""
    explained = ExplainedModel((), QuestionRows(corpus, problem), model, quick=True)
    return explained_answer(explained, asked, task)


def explained_answer(model: ExplainedModel, asked: Explanation, task: Task) -> View:
    """The answer about a row or a feature."""
    match asked:
        case AskDependence():
            return dependence_view(model, asked)
        case WhyRow(row):
            return row_view(model, model.corpus, row, task)
        case TryRow():
            return tried_view(model, asked, task)
        case FindFlips():
            return flips_view(model, asked, task)
