"""Comparing models in the matrix room: frontiers, levels, nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.catalog import model_named
from steersman.learn.martingale import LinearDecision, adaptive_of, program_in
from steersman.learn.steering import frontier_of_scores, group_step
from steersman.session.datasets.corpus import Corpus
from steersman.session.ledger import Ledger
from steersman.session.matrix.known_scores import know_scores
from steersman.session.matrix.model_jobs import is_quick
from steersman.session.matrix.model_registry import ModelRegistry, RegisteredModel
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.session.matrix.requests import settings_of
from steersman.session.matrix.shapes import (
    FrontierCurve,
    FrontierFrame,
    LevelsFrame,
    LevelsPoint,
    NodeFeature,
    NodeFrame,
    TrainingFrame,
)
from steersman.session.state import State
from steersman.session.views import View
from steersman.tasks import Task
from steersman.workers import WorkerJob

MOST_COUNTED_HERE = 20
"""Models whose known scores of the training rows are counted in the session's process."""
FRONTIER_POINTS = 200
STRONGEST = 10


def frontier_view(room: MatrixModels, corpus: Corpus, state: State, focus: str = "") -> View:
    """False positives against false negatives, of the current and the pinned models."""
    problem, choice = room.problem(corpus, state), choice_of(state)
    focus = problem.positive or focus
    if focus not in problem.classes:
        raise SteersmanError(
            "false positives need a class to catch",
            todo=f"choose from: {', '.join(problem.classes)}",
            code="class-needed",
            classes=problem.classes,
        )
    chosen = {"shown": room.current_model(state).number}
    chosen |= {name: int(number) for number, name in choice.pins.items()}
    lines: list[FrontierCurve] = [
        {"name": name, "points": frontier_points(room, problem, state, (number, focus))}
        for name, number in chosen.items()
    ]
    return View("frontier", FrontierFrame(focus=focus, curves=lines))


def frontier_points(
    room: MatrixModels, problem: MatrixProblem, state: State, asked: tuple[int, str]
) -> list[tuple[float, float]]:
    """False positives and false negatives of a class along one model's frontier; found once."""
    number, focus = asked
    key = (*room.question(state), *asked)
    if key not in room.frontiers:
        model, holdout = room.registry(state).models[number].model, problem.holdout
        if holdout.whole is not None:
            place = problem.classes.index(focus)
            (matrices,) = holdout.whole.attainable(model).sweeps()
            cells = matrices.astype(np.float64)
            x, y = cells[:, 1 - place, place], cells[:, place, 1 - place]
        else:
            scores = room.registry(state).part_scores(model, holdout)
            names = np.asarray(problem.classes)
            curve = frontier_of_scores(scores, names, holdout.y, positive=focus)
            x, y = curve.x, curve.y
        kept = np.unique(np.linspace(0, len(x) - 1, FRONTIER_POINTS).astype(int))
        room.frontiers[key] = list(zip(x[kept].tolist(), y[kept].tolist()))
    return room.frontiers[key]


def training_view(room: MatrixModels, corpus: Corpus, state: State, task: Task) -> View:
    """The accuracy of every model visited on the rows it learned from, by number."""
    problem, shelf = room.problem(corpus, state), room.registry(state)
    know_training(room, state, problem, task)
    shares = []
    for shelved in shelf.models:
        know_training_scores(room, state, shelved, task)
        matrix = shelf.training(shelved, problem)
        shares.append(float(np.trace(matrix) / matrix.sum()))
    return View("training", TrainingFrame(accuracies=shares))


def know_training_scores(
    room: MatrixModels, state: State, shelved: RegisteredModel, task: Task
) -> None:
    """Let a worker score the training rows by a model that is not counted by one."""
    shelf, key = room.registry(state), (*room.question(state), shelved.number, "training")
    training = room.problems[room.question(state)].training
    if shelved.number not in shelf.training_matrices:
        know_scores(shelf, shelved.model, shelved.recipe.model, training, lambda: key, task)


def know_training(room: MatrixModels, state: State, problem: MatrixProblem, task: Task) -> None:
    """Let a worker count the training rows of models, but for a few whose scores are known."""
    shelf, training = room.registry(state), problem.training
    fresh = [
        each
        for each in shelf.models
        if each.number not in shelf.training_matrices and group_step(each.model) is None
    ]
    few = len(fresh) <= MOST_COUNTED_HERE and all(
        shelf.knows(each.model, training) for each in fresh
    )
    if few or is_quick(choice_of(state).model, problem) or training.whole is not None:
        return
    given = ([each.model for each in fresh], training, problem.classes)
    found = task.result(
        "training matrices",
        lambda: (*room.question(state), *(each.number for each in fresh)),
        lambda: training_matrices(*given, task),
        job=WorkerJob("training-matrices", given, "the training rows"),
        stored=False,
    )
    for each, matrix in zip(fresh, found, strict=True):
        shelf.training_matrices[each.number] = matrix


def training_matrices(
    models: Sequence[object], training: Part, classes: tuple[str, ...], task: Task
) -> list[NDArray[np.int64]]:
    """The matrix of each model on the rows that it learned from."""
    shelf, found = ModelRegistry(Ledger()), []
    for place, model in enumerate(models):
        task.report("scoring the training rows", place / len(models))
        found.append(shelf.matrix(model, training, classes)[:, : len(classes)])
    return found


def levels_view(room: MatrixModels, corpus: Corpus, state: State, task: Task) -> View:
    """Accuracy of programs with fewer and fewer levels, as they are grown (Figure 5)."""
    problem, choice = room.problem(corpus, state), choice_of(state)
    if adaptive_of(room.current_model(state).model) is None:
        program_in(room.current_model(state).model)
    steps = np.unique(np.linspace(1, choice.levels, min(choice.levels, 6)).round().astype(int))
    points: list[LevelsPoint] = []
    for place, levels in enumerate(steps):
        task.report(f"growing {levels} levels", place / len(steps))
        settings = {**settings_of(choice), "n_levels": int(levels)}
        model = model_named(choice.model, sparse=problem.sparse, settings=settings)
        model.fit(problem.training.X, problem.training.y)
        shares = []
        for part in (problem.holdout, problem.training):
            matrix = ModelRegistry(Ledger()).matrix(model, part, problem.classes)
            shares.append(float(np.trace(matrix) / matrix.sum()))
        points.append({"levels": int(levels), "holdout": shares[0], "training": shares[1]})
    return View("levels", LevelsFrame(points=points))


def node_view(room: MatrixModels, corpus: Corpus, state: State, number: int) -> View:
    """The features that a node's learner weighs most, where it weighs features."""
    problem = room.problem(corpus, state)
    program = program_in(room.current_model(state).model).graph_
    if not 0 <= number < len(program.nodes):
        raise SteersmanError(
            f"there is no node {number}",
            todo=f"choose one from 0 to {len(program.nodes) - 1}",
            code="unknown-node",
            node=number,
        )
    decision = program.decisions[number]
    columns = len(problem.feature_names) + 1
    if not isinstance(decision, LinearDecision) or decision.weights.shape[1] != columns:
        return View("node", NodeFrame(node=number, learner=learner_name(decision), features=[]))
    weights = np.nan_to_num(decision.weights[:, :-1])
    spread = weights - weights.mean(axis=0)
    strongest = np.argsort(-np.abs(spread).max(axis=0), kind="stable")[:STRONGEST]
    features: list[NodeFeature] = [
        {
            "name": problem.feature_labels[column],
            "class": problem.classes[int(spread[:, column].argmax())],
            "push": float(spread[:, column].max()),
        }
        for column in strongest
        if np.abs(spread[:, column]).max() > 0
    ]
    return View("node", NodeFrame(node=number, learner=learner_name(decision), features=features))


def learner_name(decision: object) -> str:
    if decision is None:
        return "none: the path ends here"
    return "logistic regression" if isinstance(decision, LinearDecision) else "one class"
