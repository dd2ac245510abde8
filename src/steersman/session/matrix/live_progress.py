"""Live news of long work in the matrix room: visited models, levels of a program."""

from __future__ import annotations

from time import monotonic

import numpy as np
from numpy.typing import NDArray

from steersman.learn.martingale import Node
from steersman.learn.wants import Want
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.matrix.shapes import (
    ErrorCounts,
    GrowthNewsValues,
    PassingModel,
    SteeringNewsValues,
)
from steersman.session.matrix.want_values import bounds_values
from steersman.tasks import Task

# As often as an eye follows; a search visits hundreds of models a second.
PAUSE_S = 0.05


def figures_of(matrix: NDArray[np.int64], problem: MatrixProblem) -> ErrorCounts:
    """The errors that a confusion matrix of the held out rows counts."""
    place = problem.classes.index(problem.positive) if problem.positive else None
    # Rows that go to a person are neither right nor wrong.
    matrix = matrix[:, : len(matrix)]
    return {
        "fp": None if place is None else int(matrix[:, place].sum() - matrix[place, place]),
        "fn": None if place is None else int(matrix[place].sum() - matrix[place, place]),
        "errors": int(matrix.sum() - np.trace(matrix)),
        "accuracy": float(np.trace(matrix) / max(1, matrix.sum())),
    }


class SteeringNews:
    """Shows the models that steering visits, a few at a time."""

    def __init__(self, problem: MatrixProblem, want: Want, task: Task) -> None:
        self.problem, self.want, self.task = problem, want, task
        self.visited: list[PassingModel] = []
        self.shown = 0
        self.last = monotonic()

    def add(self, matrix: NDArray[np.int64], gap: float, objective: float) -> None:
        """One more model, by its matrix."""
        errors = figures_of(matrix, self.problem)
        figures: PassingModel = {
            "fp": errors["fp"],
            "fn": errors["fn"],
            "errors": errors["errors"],
            "accuracy": errors["accuracy"],
            "gap": gap,
            "objective": objective,
        }
        # With several classes, the page draws the errors of the class in focus.
        if not self.problem.positive:
            matrix = matrix[:, : len(matrix)]
            right = np.diagonal(matrix)
            figures["missed"] = (matrix.sum(axis=1) - right).tolist()
            figures["wrongly"] = (matrix.sum(axis=0) - right).tolist()
        self.visited.append(figures)
        if monotonic() - self.last >= PAUSE_S:
            fresh = self.visited[self.shown :]
            news: SteeringNewsValues = {
                "bounds": bounds_values(self.want.bounds, self.problem),
                "from": self.shown,
                "models": fresh,
            }
            self.task.show("steering", news)
            self.shown, self.last = len(self.visited), monotonic()


class GrowthNews:
    """Shows a program level by level while it is grown."""

    def __init__(self, levels: int, threshold: float, task: Task) -> None:
        self.levels, self.threshold, self.task = levels, threshold, task
        self.last = 0.0

    def hear(self, level: int, nodes: tuple[Node, ...]) -> None:
        """The nodes above the level that is grown next."""
        self.task.report(f"growing level {level} of {self.levels}", 0.9 * level / self.levels)
        if nodes and monotonic() - self.last >= PAUSE_S:
            news: GrowthNewsValues = {
                "levels": self.levels,
                "threshold": self.threshold,
                "nodes": [{**node.as_dict(), "short": None, "flows": []} for node in nodes],
            }
            self.task.show("growing", news)
            self.last = monotonic()
