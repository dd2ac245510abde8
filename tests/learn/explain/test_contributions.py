"""Contributions add up to the score, and are those that theory says."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.pipeline import Pipeline

from steersman import explain, model_named
from steersman.learn.catalog import MODELS
from steersman.learn.explain import class_score, single_features
from steersman.learn.explain.shapley import shapley_values
from steersman.learn.steering import ThresholdedClassifier, class_scores

Floats = NDArray[np.float64]
ADDITIVE = {
    "logistic", "plane", "basic", "regressions", "perceptron", "ascent", "gaussian", "bernoulli",
    "multinomial", "binned", "linear-svm",
}  # fmt: skip


@pytest.fixture(scope="module")
def tumors() -> tuple[Floats, NDArray[np.str_]]:
    data = load_breast_cancer()
    return data.data[:, :8], np.where(data.target == 0, "malignant", "benign")


@pytest.mark.parametrize("name", [entry.name for entry in MODELS])
def test_contributions_of_every_family_add_up_to_the_score_of_either_class(
    name: str, tumors: tuple[Floats, NDArray[np.str_]]
) -> None:
    X, y = tumors
    settings = {"forest": {"n_estimators": 30}}.get(name, {})
    model = model_named(name, sparse=False, settings=settings).fit(X[:300], y[:300])
    rows = X[300:303]
    found = explain(model, rows, background=X[:300])
    other = explain(model, rows, background=X[:300], category="benign")
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), found.scores, atol=1e-8)
    np.testing.assert_allclose(found.values, -other.values, atol=1e-8)
    assert found.exact == (name in ADDITIVE)
    decided = np.where(found.scores > found.cutoff, "malignant", "benign")
    assert decided.tolist() == found.predicted.tolist() == model.predict(rows).tolist()
    if found.scale == "score":
        np.testing.assert_allclose(found.scores, model.decision_function(rows))
    elif found.scale == "probability":
        np.testing.assert_allclose(found.scores, model.predict_proba(rows)[:, 1])
    else:
        shares = model.predict_proba(rows)
        np.testing.assert_allclose(
            1 / (1 + np.exp(-found.scores)), shares[:, 1], rtol=1e-6, atol=1e-12
        )


@pytest.mark.parametrize("name", ["logistic", "forest", "gaussian", "linear-svm", "plane"])
def test_of_several_classes_the_lead_over_the_strongest_rival_is_explained(name: str) -> None:
    X, y = load_wine(return_X_y=True)
    settings = {"n_estimators": 30} if name == "forest" else {}
    model = model_named(name, sparse=False, settings=settings).fit(X[::2], y[::2])
    rows = X[1:9:3]
    found = explain(model, rows, background=X[::2])
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), found.scores, atol=1e-8)
    assert found.category.tolist() == model.predict(rows).tolist()
    assert (found.category != found.rival).all()
    assert (found.scores >= 0).all()


def test_a_linear_contribution_is_the_weight_times_the_distance_from_the_mean(
    tumors: tuple[Floats, NDArray[np.str_]],
) -> None:
    X, y = tumors
    model = model_named("logistic", sparse=False).fit(X, y)
    assert isinstance(model, Pipeline)
    found = explain(model, X[:3], background=X)
    scale = model[0].scale_
    np.testing.assert_allclose(found.values, model[-1].coef_[0] * (X[:3] - X.mean(axis=0)) / scale)
    assert found.base[0] == pytest.approx(model.decision_function(X).mean())


def test_a_moved_cut_off_is_the_cut_off_of_the_explanation(
    tumors: tuple[Floats, NDArray[np.str_]],
) -> None:
    X, y = tumors
    for name in ("logistic", "gaussian", "forest"):
        settings = {"n_estimators": 30} if name == "forest" else {}
        model = model_named(name, sparse=False, settings=settings).fit(X[:300], y[:300])
        last = model[-1] if isinstance(model, Pipeline) else model
        design = model[:-1].transform(X) if isinstance(model, Pipeline) else X
        cut = float(np.quantile(class_scores(last, design).values, 0.8))
        moved = ThresholdedClassifier.around(last, cut)
        steered = Pipeline([*model.steps[:-1], ("x", moved)]) if design is not X else moved
        for category in ("malignant", "benign"):
            rows = X[300:400] if name != "forest" else X[300:306]
            found = explain(steered, rows, background=X[:8], category=category)
            expected = steered.predict(rows) == category
            assert (found.predicted == category).tolist() == expected.tolist()
            clear = np.abs(found.scores - found.cutoff) > 1e-9
            assert ((found.scores > found.cutoff) == expected)[clear].all()


def brute_force(score, row: Floats, background: Floats) -> Floats:  # type: ignore[no-untyped-def]
    """The mean gain over every order."""
    features = row.shape[1]
    gains = np.zeros(features)
    orders = list(permutations(range(features)))
    for order in orders:
        mixed = background.copy()
        before = score(mixed).mean()
        for feature in order:
            mixed[:, feature] = row[0, feature]
            after = score(mixed).mean()
            gains[feature] += after - before
            before = after
    return gains / len(orders)


def test_shapley_values_are_the_mean_gain_over_every_order() -> None:
    rng = np.random.default_rng(3)
    X = rng.normal(size=(200, 5))
    model = RandomForestClassifier(20, random_state=0).fit(X, X[:, 0] * X[:, 1] + X[:, 2] > 0)

    def score(rows: Floats) -> Floats:
        return np.asarray(model.predict_proba(rows)[:, 1])

    row, background = X[[7]], X[20:28]
    expected = brute_force(score, row, background)
    values, base = shapley_values(score, row, background, np.arange(5))
    np.testing.assert_allclose(values, expected)
    assert base == pytest.approx(score(background).mean())
    sparse, _ = shapley_values(
        lambda rows: score(rows.toarray()), csr_matrix(row), csr_matrix(background), np.arange(5)
    )
    np.testing.assert_allclose(sparse, expected)


def test_random_orders_are_exact_for_a_sum_and_near_for_products() -> None:
    rng = np.random.default_rng(4)
    X, weights = rng.normal(size=(30, 12)), rng.normal(size=12)
    of = np.arange(12)
    linear, _ = shapley_values(lambda rows: rows @ weights, X[[0]], X[1:9], of)
    np.testing.assert_allclose(linear, weights * (X[0] - X[1:9].mean(axis=0)))

    def product(rows: Floats) -> Floats:
        return rows @ weights + rows[:, 0] * rows[:, 1]

    values, base = shapley_values(product, X[[0]], X[1:9], of)
    assert base + values.sum() == pytest.approx(product(X[[0]])[0])
    # A product of two is divided in halves, which an order and its reverse do exactly.
    np.testing.assert_allclose(values[2:], (weights * (X[0] - X[1:9].mean(axis=0)))[2:])
    exact = brute_force(lambda rows: rows[:, 0] * rows[:, 1], X[[0], :2], X[1:9, :2])
    np.testing.assert_allclose(values[:2], (weights * (X[0] - X[1:9].mean(axis=0)))[:2] + exact)


def test_coefficients_that_are_not_the_score_are_not_taken_for_it() -> None:
    class Cubed:
        classes_ = np.array([0, 1])
        coef_ = np.array([[1.0, 2.0]])
        intercept_ = np.array([0.0])

        def decision_function(self, X: Floats) -> Floats:
            return np.asarray((X @ self.coef_[0]) ** 3)

        def predict(self, X: Floats) -> NDArray[np.int64]:
            return (self.decision_function(X) > 0).astype(np.int64)

    X = np.random.default_rng(5).normal(size=(40, 2))
    assert class_score(Cubed(), rows=X).additive is None
    found = explain(Cubed(), X[:2], background=X, groups=single_features(["a", "b"]))
    assert not found.exact
    np.testing.assert_allclose(found.base + found.values.sum(axis=1), (X[:2] @ [1, 2]) ** 3)
