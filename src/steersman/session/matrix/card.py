"""The card of a model of the matrix room, as a file."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.learn.export import (
    Card,
    ScoreReport,
    card_html,
    card_markdown,
    error_counts,
    score_report,
)
from steersman.learn.steering import cost_lines
from steersman.learn.wants import measure_named
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.actions import ExportCard
from steersman.session.matrix.card_reasons import card_importance, card_rows
from steersman.session.matrix.final_test import final_bounds
from steersman.session.matrix.model_registry import RegisteredModel
from steersman.session.matrix.model_views import frontier_points
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.outcome import Outcome
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.python_lines import ancestry, model_lines
from steersman.session.matrix.shapes import ModelPythonFrame
from steersman.session.matrix.worst_slices import slice_lines
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task


def lines_view(room: MatrixModels, corpus: Corpus, state: State, number: int) -> View:
    """The Python lines that make a model again."""
    room.check_number(state, number)
    text = model_lines(room, corpus, state, number)
    return View("model-python", ModelPythonFrame(number=number, text=text))


def card_view(
    room: MatrixModels, corpus: Corpus, state: State, asked: ExportCard, task: Task
) -> View:
    """The card of one model as Markdown or HTML."""
    number, kind = asked.number, asked.kind
    room.check_number(state, number)
    card = card_of(room, corpus, state, number, task)
    text = card_html(card) if kind == "html" else card_markdown(card)
    content = np.frombuffer(text.encode(), dtype=np.uint8)
    name = f"{state.dataset}-{number}.{kind}"
    return View("file", FileFrame(name=name), (Column("bytes", content, version=(number, kind)),))


def card_of(room: MatrixModels, corpus: Corpus, state: State, number: int, task: Task) -> Card:
    """The story of one model."""
    problem, family = room.problem(corpus, state), ancestry(room, state, number)
    shelved, first = family[-1], family[0]
    told_of = [each for each in room.outcomes_of(state) if each.after == number and each.tells]
    outcome = told_of[-1] if told_of else None
    told = "the model is as fitted" if shelved is first else f"{shelved.gap:g} rows short"
    matrices = {"Before, on the tuning rows": first.counts} if shelved is not first else {}
    matrices |= {
        "After, on the tuning rows": shelved.counts,
        "On the training rows": room.registry(state).training(shelved, problem),
    }
    if number in room.models_looked_at(state):
        sealed = room.registry(state).matrix(shelved.model, problem.test, problem.classes)
        matrices["On the final test rows"] = sealed
    return Card(
        title=f"{corpus.dataset.name}: {shelved.recipe.title}, {shelved.label}",
        data={
            "source": corpus.dataset.provenance.source,
            "question": problem.positive or ", ".join(problem.classes),
            "features": len(problem.feature_names),
            "training rows": problem.training.size,
            "tuning rows": problem.holdout.size,
            "final test rows": problem.test.size,
            "looks at the final test rows": room.look_count(state),
            "seed of the folds": state.seed,
            **({"labels corrected": len(state.corrections)} if state.corrections else {}),
        },
        want=shelved.label,
        met=shelved.gap == 0.0,
        reason=outcome.reason if outcome else told,
        classes=problem.classes,
        matrices=matrices,
        confidence=shelved.origin.confidence,
        promises=outcome.guarantees if outcome else (),
        warnings=card_warnings(outcome) if outcome else (),
        final_test=final_test_lines(room, corpus, state, shelved),
        frontier=frontier_of(room, corpus, state, number),
        marks=marks(problem, first, shelved),
        knobs=shelved.knobs,
        history=[step(each) for each in family],
        python=model_lines(room, corpus, state, number),
        scores=score_reports(room, state, problem, shelved),
        costs=cost_lines(outcome.row_costs) if outcome else (),
        slices=slice_lines(room, corpus, state, shelved, task),
        uses=card_importance(corpus, problem, shelved.model),
        explained=card_rows(corpus, problem, shelved.model, room.registry(state)),
    )


def card_warnings(outcome: Outcome) -> tuple[str, ...]:
    """What to know before the model is relied on."""
    models, risk = outcome.guaranteed_models, 1.0 - (outcome.confidence or 1.0)
    if not outcome.guarantees or models <= outcome.among:
        return outcome.warnings
    left = max(0.0, 1.0 - models * risk)
    chosen = (
        f"A guarantee was asked of {models} models on the tuning rows. "
        f"For the best of them, the confidence is {left:.0%}."
    )
    return (*outcome.warnings, chosen)


def score_reports(
    room: MatrixModels, state: State, problem: MatrixProblem, shelved: RegisteredModel
) -> list[ScoreReport]:
    """How good the scores of the class to catch are; on final test rows after the final test."""
    if problem.positive is None:
        return []
    parts = {"tuning rows": problem.holdout}
    if shelved.number in room.models_looked_at(state):
        parts["final test rows"] = problem.test
    return [
        score_report(shelved.model, part.X, part.y, problem.positive, name)
        for name, part in parts.items()
    ]


def final_test_lines(
    room: MatrixModels, corpus: Corpus, state: State, shelved: RegisteredModel
) -> list[str]:
    """A line for each limit that was tested on the final test rows; none before the test."""
    if shelved.number not in room.models_looked_at(state):
        return []
    lines = []
    for tested in final_bounds(room, corpus, state, shelved):
        counted = (
            "" if tested["part"] is None else f"{tested['part']:,} of {tested['rows']:,} rows, "
        )
        verdict = "holds" if tested["holds"] else "does not hold"
        noise = ", within the noise" if tested["within_noise"] else ""
        cost = measure_named(tested["bound"]["measure"]).is_cost
        show = "{:.3g}".format if cost else plain_share
        where = f" in {tested['bound']['each_group']} {tested['group']}" if tested["group"] else ""
        lines.append(
            f"{tested['bound']['measure']} {tested['bound']['relation']} {show(tested['limit'])} "
            f"{verdict}{noise}{where}: {counted}{show(tested['value'])} "
            f"(95 % interval {show(tested['low'])} to {show(tested['high'])})"
        )
    return lines


def plain_share(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.3g} %"


def frontier_of(
    room: MatrixModels, corpus: Corpus, state: State, number: int
) -> list[tuple[int, int]]:
    """A model's frontier, where one class is looked for."""
    problem = room.problem(corpus, state)
    if problem.positive is None:
        return []
    return [
        (int(fp), int(fn))
        for fp, fn in frontier_points(room, problem, state, (number, problem.positive))
    ]


def marks(
    problem: MatrixProblem, first: RegisteredModel, shelved: RegisteredModel
) -> dict[str, tuple[int, int]]:
    """The errors of a model, and before that of the one it was steered from."""
    if problem.positive is None:
        return {}
    chosen = list(problem.classes).index(problem.positive)
    before = {} if first is shelved else {first.label: error_counts(first.holdout, chosen)}
    return before | {f"model {shelved.number}": error_counts(shelved.holdout, chosen)}


def step(shelved: RegisteredModel) -> str:
    """One step on the way to a model."""
    matrix: NDArray[np.int64] = shelved.holdout
    right = f"{int(np.trace(matrix)):,} of {int(matrix.sum()):,} tuning rows correct"
    return f"{shelved.label}: {right}"
