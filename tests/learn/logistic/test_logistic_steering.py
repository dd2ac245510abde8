"""Steering by penalties and class weights."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import StratifiedKFold, StratifiedShuffleSplit
from sklearn.preprocessing import StandardScaler
from tests.errors import raises

from steersman.errors import Cancelled
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.logistic import steering as logistic_steering
from steersman.learn.steering import VisitedModel
from steersman.learn.wants import Want
from steersman.tasks import Task

Floats = NDArray[np.float64]
NAMES = np.array(["ham", "junk", "spam"])


def drawn(classes: int, seed: int, features: int = 6) -> tuple[Floats, NDArray[np.str_]]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(400, features))
    noise = 1.5 * rng.gumbel(size=(400, classes))
    return X, NAMES[[0, -1] if classes == 2 else slice(None)][
        (X @ rng.normal(size=(features, classes)) + noise).argmax(axis=1)
    ]


def steered(
    wish: str, classes: int = 2, seed: int = 0, **options: object
) -> tuple[list[VisitedModel], Floats, NDArray[np.str_]]:
    X, y = drawn(classes, seed)
    model = SteerableLogisticRegression(**options.pop("model", {})).fit(X[:250], y[:250])
    want = Want(wish).resolve(model.classes_)
    return model.steer_toward(X[250:], y[250:], want, **options), X, y


def errors(visited: VisitedModel) -> int:
    return int(visited.matrix.sum() - np.trace(visited.matrix))


def test_fewer_false_positives_are_reached() -> None:
    start = steered("fp <= 1000")[0][0]
    fewer = int(start.matrix[0, 1] * 2 / 3)
    visited, _, _ = steered(f"fp <= {fewer}")
    assert start.matrix[0, 1] > fewer
    assert visited[-1].gap == 0
    assert visited[-1].matrix[0, 1] <= fewer


def test_penalties_alone_descend_the_divergence_and_leave_the_class_weights() -> None:
    visited, _, _ = steered("fp <= 2", class_weights=False, max_iterations=6)
    objectives = [seen.objective for seen in visited]
    assert len(objectives) > 2
    assert objectives == sorted(objectives, reverse=True)
    assert np.shape(visited[-1].knobs["penalties"]) == (6,)
    assert visited[-1].knobs["class_weight"] is None


@pytest.mark.parametrize(
    "wish",
    ["recall(spam) >= 0.9", "cell(ham, spam) <= 2", "fpr(ham) <= 10%"],
)
def test_wants_about_three_classes_are_reached_or_approached(wish: str) -> None:
    visited, _, _ = steered(wish, classes=3, seed=1)
    assert visited[0].gap > 0
    assert min(seen.gap for seen in visited) < visited[0].gap


def test_a_want_that_holds_returns_the_model_alone_and_unchanged() -> None:
    visited, X, y = steered("fp <= 1000")
    fresh = SteerableLogisticRegression().fit(X[:250], y[:250])
    assert len(visited) == 1
    assert visited[0].gap == 0
    assert np.array_equal(visited[0].model.coef_, fresh.coef_)


def test_every_visited_model_makes_the_matrix_it_is_listed_with() -> None:
    visited, X, y = steered("fn <= 5", seed=2)
    assert len(visited) > 1
    for seen in visited:
        assert np.array_equal(confusion_matrix(y[250:], seen.model.predict(X[250:])), seen.matrix)


def test_a_visited_model_can_be_fitted_anew_from_its_parameters() -> None:
    visited, X, y = steered("fp <= 8", seed=3, model={"class_weight": "balanced"})
    last = visited[-1]
    assert last.gap == 0
    again = clone(last.model).fit(X[:250], y[:250])
    assert np.abs(again.coef_ - last.model.coef_).max() < 1e-4
    assert last.knobs["class_weight"] == last.model.class_weight


def test_steering_on_from_a_steered_model_keeps_what_was_reached() -> None:
    visited, X, y = steered("fp <= 8", seed=3)
    last = visited[-1].model
    onward = last.steer_toward(X[250:], y[250:], Want("fp <= 4").resolve(last.classes_))
    assert np.array_equal(onward[0].matrix, visited[-1].matrix)
    assert onward[-1].gap == 0


def test_groups_of_features_share_their_penalty() -> None:
    groups = ["a", "a", "b", "b", "b", "c"]
    visited, _, _ = steered("fp <= 8", seed=3, class_weights=False, model={"groups": groups})
    assert len(visited) > 1
    assert np.shape(visited[-1].knobs["penalties"]) == (3,)
    assert visited[-1].knobs["class_weight"] is None


@pytest.mark.parametrize("classes", [2, 3])
def test_sparse_rows_are_steered_as_dense_ones(classes: int) -> None:
    X, y = drawn(classes, seed=4)
    X[np.abs(X) < 0.7] = 0.0
    reached = []
    for rows in (X, csr_matrix(X)):
        model = SteerableLogisticRegression().fit(rows[:250], y[:250])
        want = Want("recall(spam) >= 0.9").resolve(model.classes_)
        reached.append(model.steer_toward(rows[250:], y[250:], want)[-1])
    assert np.array_equal(reached[0].matrix, reached[1].matrix)
    assert reached[0].model.coef_ == pytest.approx(reached[1].model.coef_, abs=1e-4)


def test_classes_share_the_penalties_of_a_feature_where_there_are_very_many(monkeypatch) -> None:
    monkeypatch.setattr(logistic_steering, "MOST_SETTINGS", 5)
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 4)), rng.integers(0, 3, 300)
    X[np.arange(300), y] += 1.0
    model = SteerableLogisticRegression().fit(X[:150], y[:150])
    want = Want("fn(1) <= 5").resolve(model.classes_)
    *_, last = model.steer_toward(X[150:], y[150:], want)
    penalties = np.asarray(last.model.full_penalties())
    assert last.gap < want.gap(confusion_matrix(y[150:], model.predict(X[150:])))
    assert np.ptp(penalties, axis=0).max() == 0.0
    assert np.ptp(penalties, axis=1).max() > 0.0


def test_wide_sparse_rows_are_steered() -> None:
    rng = np.random.default_rng(5)
    X = csr_matrix((rng.random((300, 2500)) < 0.02).astype(float))
    y = np.asarray(X[:, :200].sum(axis=1)).ravel() + rng.normal(size=300) > 4
    model = SteerableLogisticRegression().fit(X[:200], y[:200])
    start = confusion_matrix(y[200:], model.predict(X[200:]))
    want = Want(f"fp <= {start[0, 1] // 2}").resolve(model.classes_)
    assert model.steer_toward(X[200:], y[200:], want)[-1].gap == 0


@settings(max_examples=10)
@given(seed=st.integers(0, 1000), rate=st.floats(0.0, 0.3), classes=st.sampled_from([2, 3]))
def test_the_best_visited_is_never_further_from_the_want(
    seed: int, rate: float, classes: int
) -> None:
    visited, _, _ = steered(
        f"fpr(spam) <= {rate:.3f} and recall(spam) >= 0.8", classes, seed, max_iterations=15
    )
    assert min(seen.gap for seen in visited) <= visited[0].gap


def test_the_last_model_does_no_more_damage_than_the_first_that_met_the_want() -> None:
    for seed in range(6):
        visited, _, _ = steered("fp <= 6", seed=seed)
        met = [errors(seen) for seen in visited if seen.gap == 0]
        assert not met or min(met) <= met[0]


def test_bounds_on_fits_and_seconds_are_kept() -> None:
    impossible = "fp <= 0 and fn <= 0"
    assert len(steered(impossible, max_iterations=3)[0]) <= 4
    assert len(steered(impossible, max_seconds=0.0)[0]) == 1
    began = monotonic()
    steered(impossible, max_iterations=10**6, max_seconds=0.3)
    assert monotonic() - began < 5.0


def test_progress_is_told_and_cancelling_stops() -> None:
    told: list[float | None] = []
    steered("fp <= 3", task=Task(progress=lambda _what, done: told.append(done)))
    assert told
    assert all(done is not None and 0 <= done <= 1 for done in told)
    with pytest.raises(Cancelled):
        steered("fp <= 3", task=Task(cancelled=lambda: True))


def test_a_holdout_with_an_unknown_class_is_refused() -> None:
    X, y = drawn(2, seed=0)
    model = SteerableLogisticRegression().fit(X, y)
    with raises("unknown-labels", labels=["junk"]):
        model.steer_toward(
            X, np.where(y == "ham", "junk", y), Want("fp <= 1").resolve(model.classes_)
        )


def test_a_holdout_of_one_class_is_steered() -> None:
    X, y = drawn(2, seed=0)
    model = SteerableLogisticRegression().fit(X, y)
    ham = y == "ham"
    visited = model.steer_toward(X[ham], y[ham], Want("fp <= 2").resolve(model.classes_))
    assert visited[-1].gap == 0


def test_separable_rows_are_steered_within_the_bounds() -> None:
    rng = np.random.default_rng(6)
    X = rng.normal(size=(200, 3)) * [1.0, 1e6, 1.0]
    y = X[:, 0] > 0
    flipped = np.where(rng.random(200) < 0.2, ~y, y)
    model = SteerableLogisticRegression(1e-6).fit(X, y)
    visited = model.steer_toward(X, flipped, Want("fn <= 3").resolve(model.classes_))
    assert min(seen.gap for seen in visited) <= visited[0].gap
    assert all(np.all(np.isfinite(seen.model.coef_)) for seen in visited)


@pytest.mark.parametrize("seed", range(3))
def test_a_want_that_tears_the_class_weights_to_and_fro_is_steered(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(200, 6))
    codes = (0.4 * X[:, 0] + rng.logistic(size=200) > 0).astype(np.int64)
    model = SteerableLogisticRegression().fit(X[:130], codes[:130])
    visited = model.steer_toward(X[130:], codes[130:], Want("errors <= 10").resolve([0, 1]))
    refits = [clone(seen.model).fit(X[:130], codes[:130]) for seen in visited[1:]]
    for seen, refit in zip(visited[1:], refits):
        assert seen.model.coef_ == pytest.approx(refit.coef_, abs=0.05)


@pytest.mark.parametrize("scaled", [True, False])
def test_liver_disorders_are_steered_on_the_reference_splits(
    shared_data: Path, scaled: bool
) -> None:
    table = np.genfromtxt(shared_data / "bupa.csv.gz", delimiter=",", skip_header=1)
    X, codes = table[:, :-1], (table[:, -1] == table[:, -1].max()).astype(np.int64)
    outer = StratifiedShuffleSplit(5, test_size=0.4, random_state=0)
    for number, (rows, _) in enumerate(outer.split(X, codes)):
        inner = StratifiedKFold(3, shuffle=True, random_state=number)
        train, holdout = next(iter(inner.split(X[rows], codes[rows])))
        columns = StandardScaler().fit(X[rows[train]]).transform(X) if scaled else X
        model = SteerableLogisticRegression().fit(columns[rows[train]], codes[rows[train]])
        visited = model.steer_toward(
            columns[rows[holdout]], codes[rows[holdout]], Want("errors <= 15").resolve([0, 1])
        )
        assert all(np.all(np.isfinite(seen.model.coef_)) for seen in visited)
