"""Views of the matrix room: the matrix, the steering, the trajectory, the program."""

from __future__ import annotations

import numpy as np

from steersman.errors import SteersmanError
from steersman.learn.catalog import MODELS, why_not_offered
from steersman.learn.martingale import (
    PathStep,
    Program,
    adaptive_of,
    program_in,
    program_of,
    weak_nodes,
)
from steersman.learn.steering import free_label
from steersman.learn.wants import want_examples
from steersman.maths.martingale import hoeffding_bound, majority_bound
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.choice import MatrixChoice
from steersman.session.matrix.final_test import sealed_values
from steersman.session.matrix.group_cutoffs import cutoff_columns, cutoff_values
from steersman.session.matrix.guarantee import tightest_rates
from steersman.session.matrix.live_progress import figures_of
from steersman.session.matrix.model_registry import ModelRegistry, RegisteredModel
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.problem import MatrixProblem, why_one_at_a_time
from steersman.session.matrix.reasons import MOST_REASONS
from steersman.session.matrix.row_wants import group_values
from steersman.session.matrix.shapes import (
    ErrorBoundValues,
    MatrixView,
    ModelFiguresValues,
    OutcomeValues,
    PathFrame,
    PathStepValues,
    ProgramValues,
)
from steersman.session.matrix.want_values import (
    allowance_values,
    bounds_values,
    example_values,
    promise_values,
    reached_values,
    shortage_values,
    violation_values,
    want_values,
)
from steersman.session.shapes import CatalogEntryValues
from steersman.session.state import State
from steersman.session.views import View

MOST_COLUMNS = 100


def matrix_values(room: MatrixModels, corpus: Corpus, state: State) -> MatrixView:
    """The view of the current model."""
    choice, problem, shown = (
        choice_of(state),
        room.problem(corpus, state),
        room.current_model(state),
    )
    tightest = tightest_rates(problem)
    # Rows in partitions have no columns here.
    by_counts = corpus.whole is not None
    return {
        "classes": list(problem.classes),
        "positive": problem.positive,
        "referral": free_label(problem.classes),
        "all_classes": choice.all_classes,
        "why_one_at_a_time": why_one_at_a_time(corpus),
        "catalog": catalog_values(problem),
        "rows": {
            "training": problem.training.size,
            "holdout": problem.holdout.size,
            "test": problem.test.size,
        },
        "tightest": tightest,
        "examples": [
            example_values(each)
            for each in want_examples(problem.classes, problem.positive, tightest)
        ],
        "shown": {
            **model_values(shown, problem),
            "group_cutoffs": cutoff_values(room, state, problem, shown),
            "knobs": {key: plain(value) for key, value in shown.knobs.items()},
        },
        "ranges": room.ranges(corpus, state).tolist(),
        "group_columns": []
        if by_counts or problem.positive is None
        else cutoff_columns(room, corpus, state),
        "cost_columns": [] if by_counts else cost_columns(corpus),
        "outcome": outcome_values(room, state, problem),
        "trajectory": trajectory_values(room.registry(state), problem),
        "test": sealed_values(room, corpus, state),
        "program": program_values(room, corpus, state),
        "rounds": room.rounds(corpus, state),
    }


def catalog_values(problem: MatrixProblem) -> list[CatalogEntryValues]:
    """All models, with the reason of those that cannot learn from the training rows."""
    rows, columns = problem.training.X.shape
    return [
        {
            "name": entry.name,
            "title": entry.title,
            "summary": entry.summary,
            "why_not": why_not_offered(entry, rows, columns, sparse=problem.sparse),
        }
        for entry in MODELS
    ]


def cost_columns(corpus: Corpus) -> list[str]:
    """The columns that may hold costs; of very many features those beside them."""
    found = list(corpus.dataset.number_columns)
    return found[:MOST_COLUMNS]


def trajectory_values(shelf: ModelRegistry, problem: MatrixProblem) -> list[ModelFiguresValues]:
    """All models of a shelf in figures; those of earlier steps are known already."""
    known = shelf.view_cache
    # Models never change once added, so only new ones are computed.
    for each in shelf.models[len(known) :]:
        known.append(model_values(each, problem))
    return known[: len(shelf.models)]


def model_values(shelved: RegisteredModel, problem: MatrixProblem) -> ModelFiguresValues:
    """One model in figures."""
    return {
        "number": shelved.number,
        "label": shelved.label,
        "want": want_values(shelved.origin.want, problem),
        "node": shelved.origin.node,
        "family": shelved.recipe.family,
        "matrix": shelved.holdout.tolist(),
        "referred": list(shelved.referred),
        **figures_of(shelved.holdout, problem),
        "gap": shelved.gap,
        "objective": shelved.objective,
        "tuned": list(shelved.tuned),
    }


def plain(value: object) -> object:
    """A knob's value for JSON; long arrays are summed up."""
    numbers = np.asarray(value)
    if numbers.dtype.kind not in "fiub":
        return str(value)
    if numbers.ndim == 0:
        return float(numbers) if np.isfinite(numbers) else None
    if numbers.size > MOST_REASONS:
        return f"{numbers.size} numbers from {numbers.min():.3g} to {numbers.max():.3g}"
    return [float(each) if np.isfinite(each) else None for each in numbers.ravel()]


def outcome_values(
    room: MatrixModels, state: State, problem: MatrixProblem
) -> OutcomeValues | None:
    """The outcome of the last steering, as fields."""
    number = choice_of(state).outcome
    if number is None:
        return None
    outcome = room.outcomes[number]
    models, instead = room.registry(state).models, outcome.alternatives
    return {
        "code": outcome.code,
        "asked": outcome.asked,
        "best": None if outcome.best is None else reached_values(outcome.best, problem),
        "confidence": outcome.confidence,
        "among": outcome.among,
        "guaranteed_models": outcome.guaranteed_models,
        "never": list(outcome.never),
        "prior": outcome.prior,
        "bounds": [reached_values(each, problem) for each in outcome.bounds],
        "before": models[outcome.before].holdout.tolist(),
        "referred_before": list(models[outcome.before].referred),
        "referred": list(models[outcome.after].referred),
        "wanted": outcome.wanted.tolist(),
        "after": models[outcome.after].holdout.tolist(),
        "met": outcome.met,
        "gap": outcome.gap,
        "reason": outcome.reason,
        "in_the_way": [violation_values(each, problem) for each in outcome.violations],
        "visited": list(outcome.visited),
        "node": outcome.node,
        "clash": bounds_values(outcome.clash, problem),
        "without": [want_values(outcome.without(bound), problem) for bound in outcome.clash],
        "promises": [promise_values(each, problem) for each in outcome.promises],
        "allowances": [allowance_values(each, problem) for each in outcome.allowances],
        "too_few_rows": [shortage_values(each, problem) for each in outcome.shortages],
        "exact": outcome.exact,
        "counted": bounds_values(outcome.counted, problem),
        "instead": want_values(instead.rates, problem),
        "looser": want_values(instead.looser, problem),
        "groups": [group_values(each) for each in outcome.groups],
        "row_guarantees": list(outcome.row_guarantees),
        "lowest_cost": outcome.lowest_cost,
        "afresh": outcome.afresh,
        "seen": instead.model,
        "saved": instead.saved,
    }


def program_values(room: MatrixModels, corpus: Corpus, state: State) -> ProgramValues | None:
    """The nodes of a program, in the order of their numbers, with their matrices of the holdout."""
    model = room.current_model(state).model
    program = program_of(model)
    if adaptive_of(model) is not None:
        return adaptive_values(room, corpus, state)
    if program is None:
        return None
    choice, judged = choice_of(state), room.judged_program(corpus, state)
    short = [node.votes_short(choice.threshold) for node in judged.nodes]
    return {
        "kind": "votes",
        "bound": bound_values(judged),
        "levels": program.graph_.levels,
        "nodes": [
            {**node.as_dict(), "short": lacking, "flows": []}
            for node, lacking in zip(judged.nodes, short)
        ],
        "frozen": program.frozen_,
        "offered": offered_nodes(judged, choice),
        "threshold": choice.threshold,
    }


def bound_values(program: Program) -> ErrorBoundValues | None:
    """The bounds of the least advantage of a node that decides; None where no row says anything."""
    known = [
        (float(advantage), int(node))
        for node in program.deciding
        for advantage in program.nodes[node].advantages
        if not np.isnan(advantage)
    ]
    if not known:
        return None
    advantage, node = min(known)
    return {
        "advantage": advantage,
        "node": node,
        "majority": majority_bound(advantage, program.levels),
        "lead": hoeffding_bound(advantage, program.levels, program.classes),
    }


def adaptive_values(room: MatrixModels, corpus: Corpus, state: State) -> ProgramValues:
    """The cells of an adaptive program that tuning rows pass; nothing is turned by hand."""
    choice = choice_of(state)
    nodes = room.adaptive_nodes(corpus, state)
    ended = [node["frozen"] for node in nodes]
    return {
        "kind": "positions",
        "bound": None,
        "levels": max(node["level"] for node in nodes),
        "nodes": [{**node, "short": None} for node in nodes],
        "frozen": {why: ended.count(why) for why in ("pure", "empty", "rare", "weak")}
        | {"fitted": sum(node["label"] < 0 for node in nodes), "saved": 0},
        "offered": [],
        "threshold": choice.threshold,
    }


def offered_nodes(program: Program, choice: MatrixChoice) -> list[int]:
    """The nodes to turn by hand at this granularity, those that lack the most votes first."""
    if choice.granularity == "root":
        return [0]
    if choice.granularity == "select":
        return [int(node) for node in weak_nodes(program, choice.threshold)]
    deciding = [int(node) for node in program.deciding]
    return sorted(deciding, key=lambda node: -program.nodes[node].votes_short(choice.threshold))


def path_view(room: MatrixModels, corpus: Corpus, state: State, row: int) -> View:
    """The way of one row through the program, node by node."""
    problem, shown = room.problem(corpus, state), room.current_model(state)
    program = program_in(shown.model)
    places = np.flatnonzero(problem.holdout.rows == row)
    if not places.size:
        raise SteersmanError(
            f"row {row} is not a tuning row",
            todo="choose one of a cell's examples",
            code="row-not-held-out",
            row=row,
        )
    X = problem.holdout_design(shown.model)[places]
    steps = program.path(X if problem.sparse else np.asarray(X)[0])
    values: PathFrame = {
        "row": row,
        "true": str(problem.holdout.y[places[0]]),
        "steps": [step_values(step) for step in steps],
    }
    return View("path", values)


def step_values(step: PathStep) -> PathStepValues:
    """A step of a path; a score that is not finite is none."""
    values: PathStepValues = {"node": step["node"], "level": step["level"], "votes": step["votes"]}
    if "scores" in step and "voted" in step:
        values["scores"] = [each if np.isfinite(each) else None for each in step["scores"]]
        values["voted"] = str(step["voted"])
    if "label" in step and "frozen" in step:
        values["label"], values["frozen"] = str(step["label"]), step["frozen"]
    return values
