"""Programs whose nodes are tuned by their penalties, as published."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression

from steersman import MartingaleBoostClassifier, Want, steer
from steersman.errors import SteersmanError
from steersman.learn.martingale.learners import balanced_weights
from steersman.learn.martingale.node_penalties import (
    CodedRows,
    accuracy_targets,
    local_want,
    tuned_decision,
)
from steersman.tasks import Task

PUBLISHED = {"routing": "resubstitution", "draw_to_root": False, "features": "linear"}


def noisy_rows(rows: int = 360, classes: int = 2) -> tuple[np.ndarray, np.ndarray]:
    return make_classification(
        rows,
        8,
        n_informative=5,
        n_classes=classes,
        flip_y=0.1,
        class_sep=0.8,
        random_state=3,
    )


def published(levels: int = 4, **settings: object) -> MartingaleBoostClassifier:
    return MartingaleBoostClassifier(
        n_levels=levels, tuning="penalties", random_state=0, **PUBLISHED, **settings
    )


def test_an_untuned_node_is_the_balanced_logistic_regression_of_scikit_learn() -> None:
    X, y = noisy_rows()
    rows = CodedRows(np.column_stack([X, np.ones(len(X))]), y)
    found = tuned_decision(rows, rows, {}, 2.0, 2, Task())
    assert found is not None
    peer = LogisticRegression(C=0.5, tol=1e-10, max_iter=1000)
    peer.fit(X, y, sample_weight=balanced_weights(y))
    assert found.weights[0] == pytest.approx(np.zeros(9))
    assert found.weights[1, :-1] == pytest.approx(peer.coef_[0], abs=1e-4)
    assert found.weights[1, -1] == pytest.approx(peer.intercept_[0], abs=1e-4)


def test_a_tuned_node_reaches_its_accuracy_where_the_untuned_one_does_not() -> None:
    X, y = noisy_rows()
    design = np.column_stack([X, np.ones(len(X))])
    train, held = CodedRows(design[:180], y[:180]), CodedRows(design[180:], y[180:])

    def recall(targets: dict[int, float]) -> float:
        found = tuned_decision(train, held, targets, 1.0, 2, Task())
        assert found is not None
        voted = found.scores(held.design).argmax(axis=1)
        return float(np.mean(voted[held.codes == 0] == 0))

    asked = recall({}) + 0.05
    assert recall({0: asked}) >= asked - 1e-6


def test_accuracies_asked_of_nodes_are_those_of_the_nearest_matrix_that_meets_the_want() -> None:
    want = Want("fp <= 3 and fn <= 4").resolve(["a", "b"])
    assert accuracy_targets(want, np.array([[30, 10], [2, 18]])) == {0: 37 / 40}
    assert accuracy_targets(want, np.array([[38, 2], [2, 18]])) == {}


def test_a_class_with_few_rows_at_a_node_is_not_tuned_for_there() -> None:
    present = np.array([0, 1])
    assert local_want(np.repeat([0, 1], [4, 9]), present, {0: 0.9}) is None
    assert local_want(np.repeat([0, 1], [5, 9]), present, {0: 0.9}) is not None


@pytest.mark.parametrize("classes", [2, 3])
def test_a_steered_program_counts_as_its_own_predictions_do(classes: int) -> None:
    X, y = noisy_rows(classes=classes)
    model = published().fit(X[:180], y[:180])
    before = np.sum((model.predict(X[180:]) != 0) & (y[180:] == 0))
    want = Want(f"cell(0, 0) >= {int(np.sum(y[180:] == 0) - before // 2)}").resolve(model.classes_)
    visited = model.steer_toward(X[180:], y[180:], want)
    assert visited[0].gap > 0
    best = min(visited, key=lambda seen: seen.gap)
    assert best.gap < visited[0].gap
    for seen in visited:
        counted = np.zeros((classes, classes), dtype=int)
        np.add.at(counted, (y[180:], seen.model.predict(X[180:])), 1)  # type: ignore[attr-defined]
        assert seen.matrix.tolist() == counted.tolist()


def test_a_loaded_program_tunes_penalties_only_after_it_got_its_rows_again() -> None:
    X, y = noisy_rows()
    model = published().fit(X[:180], y[:180])
    want = Want("fp <= 5").resolve(model.classes_)
    loaded = pickle.loads(pickle.dumps(model))  # noqa: S301
    with pytest.raises(SteersmanError) as error:
        loaded.steer_toward(X[180:], y[180:], want)
    assert error.value.code == "training-rows-missing"
    # Cut-offs are still there to be steered.
    assert steer(loaded, X[180:], y[180:], "fp <= 5").met
    loaded.attach_rows(X[:180], y[:180])
    first, again = (each.steer_toward(X[180:], y[180:], want) for each in (model, loaded))
    assert [seen.matrix.tolist() for seen in first] == [seen.matrix.tolist() for seen in again]


def test_a_want_in_fit_is_met_by_penalties_on_the_rows_kept_apart() -> None:
    X, y = noisy_rows()
    plain = published(holdout=0.4).fit(X, y)
    tuned = published(holdout=0.4, want=f"fp <= {plain.matrix_[0, 1] // 2}").fit(X, y)
    assert tuned.matrix_[0, 1] <= plain.matrix_[0, 1] // 2
    assert np.all(tuned.graph_.shifts == 0.0)


def test_nodes_without_penalties_cannot_be_tuned_by_them() -> None:
    X, y = noisy_rows(60)
    with pytest.raises(SteersmanError) as error:
        MartingaleBoostClassifier(LogisticRegression(), tuning="penalties").fit(X, y)
    assert (error.value.code, error.value.fields["name"]) == ("bad-setting", "tuning")
