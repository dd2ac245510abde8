"""Answers of the matrix room that take long, such as reports and files: workers give them."""

from __future__ import annotations

from steersman.learn.steering import group_step
from steersman.session.actions import kind_name
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.actions import (
    AskLevels,
    ExplainRow,
    ExportCard,
    ExportExamples,
    ExportModel,
)
from steersman.session.matrix.card import card_view
from steersman.session.matrix.examples import examples_file_view
from steersman.session.matrix.group_cutoffs import know_groups
from steersman.session.matrix.model_jobs import is_quick
from steersman.session.matrix.model_views import levels_view
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.reasons import has_weights, reasons_view
from steersman.session.matrix.saved_file import file_view
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task
from steersman.workers import WorkerJob

LongAnswer = ExportCard | ExportModel | ExportExamples | AskLevels | ExplainRow
ABOUT = {
    ExportCard: "the report",
    ExportModel: "the model file",
    ExportExamples: "the table of rows",
    AskLevels: "the levels of the program",
    ExplainRow: "the reasons",
}


def long_answer(
    models: MatrixModels, corpus: Corpus, state: State, asked: LongAnswer, task: Task
) -> View:
    """The answer to a question that takes long; on large data a worker gives it."""
    choice, problem, job = choice_of(state), models.problem(corpus, state), None
    # Weights are there; any other model scores the row once for each feature.
    here = isinstance(asked, ExplainRow) and has_weights(models.current_model(state).model, problem)
    if choice.shown is not None and not is_quick(choice.model, problem) and not here:
        given = (models.of_question(state), corpus, state, asked)
        job = WorkerJob("answer-matrix", given, ABOUT[type(asked)])
    about = (kind_name(type(asked)), vars(asked), state.plain, len(models.outcomes))
    return task.result(
        "answer",
        lambda: (*about, models.look_count(state), len(models.registry(state).models)),
        lambda: answer_question(models, corpus, state, asked, task),
        job=job,
        stored=False,
    )


def answer_question(
    models: MatrixModels, corpus: Corpus, state: State, asked: LongAnswer, task: Task
) -> View:
    """The answer to a question that takes long."""
    steps = [group_step(each.model) for each in models.registry(state).models]
    for column in sorted({step.column for step in steps if step is not None}):
        know_groups(models, corpus, state, column)
    match asked:
        case ExportCard():
            return card_view(models, corpus, state, asked, task)
        case ExportModel(number):
            return file_view(models, corpus, state, number, task)
        case ExportExamples():
            return examples_file_view(models, corpus, state, asked)
        case ExplainRow(row):
            return reasons_view(models, corpus, state, row)
        case AskLevels():
            return levels_view(models, corpus, state, task)
