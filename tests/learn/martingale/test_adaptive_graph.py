"""The graph of an adaptive program, and its root turned."""

from __future__ import annotations

import numpy as np
import pytest

from steersman import AdaptiveMartingaleBoostClassifier, Want
from steersman.learn.martingale import adaptive_nodes

from .test_martingale import noisy_rows


def fitted(classes: int = 2) -> tuple[AdaptiveMartingaleBoostClassifier, np.ndarray, np.ndarray]:
    X, y = noisy_rows(classes=classes)
    model = AdaptiveMartingaleBoostClassifier(n_levels=5, random_state=0)
    return model.fit(X[:150], y[:150]), X[150:], y[150:]


@pytest.mark.parametrize("classes", [2, 3])
def test_rows_that_enter_a_cell_leave_it_or_end_there(classes: int) -> None:
    model, X, y = fitted(classes)
    nodes = adaptive_nodes(model, X, y)
    assert np.sum(nodes[0]["matrix"], axis=1).tolist() == np.bincount(y).tolist()
    entering = np.zeros((len(nodes), classes), dtype=int)
    for node in nodes:
        for child, flow in zip(node["children"], node["flows"]):
            assert nodes[child]["level"] == node["level"] + 1
            entering[child] += flow
        leaving = np.sum(node["flows"], axis=0) if node["flows"] else np.zeros(classes, dtype=int)
        passing = np.sum(node["matrix"], axis=1)
        assert leaving.tolist() == (passing.tolist() if node["label"] < 0 else [0] * classes)
    for number, node in enumerate(nodes[1:], 1):
        assert entering[number].tolist() == np.sum(node["matrix"], axis=1).tolist()


def test_the_ends_of_the_graph_count_as_the_predictions_do() -> None:
    model, X, y = fitted()
    nodes = adaptive_nodes(model, X, y)
    ends = np.sum([node["matrix"] for node in nodes if node["label"] >= 0], axis=0)
    counted = np.zeros((2, 2), dtype=int)
    np.add.at(counted, (y, model.predict(X)), 1)
    assert ends.tolist() == counted.tolist()


def test_turning_the_root_of_an_adaptive_program_comes_nearer_to_a_want() -> None:
    model, X, y = fitted()
    before = int(np.sum((model.predict(X) == 1) & (y == 0)))
    want = Want(f"fp <= {before // 2}").resolve([0, 1])
    visited = model.steer_toward(X, y, want)
    best = min(visited, key=lambda seen: seen.gap)
    assert best.gap < visited[0].gap
    for seen in (visited[0], best):
        counted = np.zeros((2, 2), dtype=int)
        np.add.at(counted, (y, seen.model.predict(X)), 1)  # type: ignore[attr-defined]
        assert seen.matrix.tolist() == counted.tolist()
    assert len(model.steer_toward(X, y, Want(f"fp <= {before}").resolve([0, 1]))) == 1
    assert not model.root_shift_.any()
