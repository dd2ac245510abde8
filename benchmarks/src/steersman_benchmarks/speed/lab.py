"""Benchmark `lab`: the decision regions of every classic model on a grid of 200 x 200."""

from __future__ import annotations

from functools import partial

from sklearn.base import clone
from sklearn.neighbors import KNeighborsClassifier

from steersman.learn.classic import (
    CLASSIC_MODELS,
    GRID_SIDE,
    Model,
    Moons,
    Window,
    field_of,
    model_of,
)
from steersman.maths.lessons import recommended_k
from steersman_benchmarks.registry import BenchmarkRow, best_seconds

POINTS = 2_000
GOAL_MS = {"linear": 50, "logistic": 50, "bayes": 50, "neighbors": 200, "svm": 200}
PEER = "plain scikit-learn predict on the same cells"
KERNELS = ("linear", "poly", "rbf", "sigmoid")


def lab() -> list[BenchmarkRow]:
    """Regions of each model fitted to 2,000 points, beside its own plain predict on the grid."""
    X, y = Moons(n=POINTS, noise=0.3).draw(0)
    window = Window.around(X).with_padding(0.08, square=True)
    cells = window.cells(GRID_SIDE)
    rows = []
    for entry in CLASSIC_MODELS:
        for title, model in variants(entry.name, entry.title):
            model.fit(X, y)
            ours = best_seconds(partial(field_of, model, window, X, y == 1))
            plain = plain_model(model).fit(X, y)
            peer = best_seconds(partial(plain.predict, cells), repeats=2)
            goal = f"goal: {GOAL_MS[entry.family]}"
            rows.append(BenchmarkRow(title, 1e3 * ours, 1e3 * peer, "ms", PEER, note=goal))
    return rows


def plain_model(model: Model) -> Model:
    """The model as one would write it without us: neighbors find their own algorithm."""
    if isinstance(model, KNeighborsClassifier):
        return KNeighborsClassifier(model.n_neighbors)
    return clone(model)


def variants(name: str, title: str) -> list[tuple[str, Model]]:
    """A model as it is shown: with each kernel, with the k that theory recommends and with 12."""
    if name == "svm":
        return [
            (f"{title}, {kernel}", model_of(name, {}, {"kernel": kernel}, POINTS))
            for kernel in KERNELS
        ]
    if name == "neighbors":
        return [
            (f"{title}, k = {k}", model_of(name, {"n_neighbors": k}, {}, POINTS))
            for k in (1, 12, round(recommended_k(POINTS, 2)))
        ]
    return [(title, model_of(name, {}, {}, POINTS))]
