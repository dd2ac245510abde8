"""Weights of rows in the classifiers that see one row after another: so many visits."""

import numpy as np
import pytest
from sklearn import config_context
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from steersman.learn.classic import (
    LogisticAscentClassifier,
    MultiResponseLinearRegression,
    PerceptronClassifier,
)

RNG = np.random.default_rng(0)
X = RNG.normal(size=(40, 3))
Y = np.array(["a", "b", "c"])[(X[:, 0] + RNG.normal(size=40) > 0).astype(int) + (X[:, 1] > 1)]
TIMES = RNG.integers(0, 4, 40)
MODELS = [
    PerceptronClassifier(max_epochs=6, shuffle=False),
    PerceptronClassifier(max_epochs=6, start="centers"),
    LogisticAscentClassifier("stochastic", 0.1, 4),
    LogisticAscentClassifier("batch", 0.01, 9),
    LogisticAscentClassifier("mean", 0.5, 9, start="centers"),
]


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_a_weight_is_so_many_copies_of_the_row(model) -> None:
    copies = model.fit(np.repeat(X, TIMES, axis=0), np.repeat(Y, TIMES)).coef_
    np.testing.assert_allclose(model.fit(X, Y, sample_weight=TIMES).coef_, copies)


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_a_class_weight_is_a_weight_of_its_rows(model) -> None:
    factors = {"a": 2.0, "b": 0.5, "c": 1.0}
    by_rows = model.fit(X, Y, sample_weight=TIMES * np.vectorize(factors.get)(Y)).coef_
    by_class = type(model)(**{**model.get_params(), "class_weight": factors})
    np.testing.assert_allclose(by_class.fit(X, Y, sample_weight=TIMES).coef_, by_rows)


def test_part_of_a_weight_is_part_of_an_update() -> None:
    row, weights = np.array([[2.0, 1.0], [1.0, 1.0]]), np.array([1.0, 0.25])
    model = PerceptronClassifier(shuffle=False, max_epochs=1, trace=True)
    trace = model.fit(row, [0, 1], sample_weight=weights).traces_[0]
    # From zero, the first row is a mistake, and then the second, which moves a quarter as far.
    np.testing.assert_allclose(trace.weights, [[0, 0, 0], [-1, -2, -1], [-0.75, -1.75, -0.75]])


def test_balanced_regressions_are_those_of_weighted_rows() -> None:
    model = MultiResponseLinearRegression(class_weight="balanced").fit(X, Y)
    sizes = {name: np.sum(name == Y) for name in "abc"}
    weights = np.array([len(Y) / (3 * sizes[name]) for name in Y])
    peer = LinearRegression().fit(X, Y[:, None] == model.classes_, weights)
    np.testing.assert_allclose(model.coef_, peer.coef_)


def test_an_order_by_contents_makes_the_order_of_the_file_meaningless() -> None:
    order = np.random.default_rng(5).permutation(len(X))
    model = PerceptronClassifier(max_epochs=3, trace=True).fit(X, Y)
    mixed = PerceptronClassifier(max_epochs=3, trace=True).fit(X[order], Y[order])
    np.testing.assert_allclose(model.coef_, mixed.coef_)
    # Updates are told by the rows as they were given.
    one, other = model.traces_[0].examples, mixed.traces_[0].examples
    np.testing.assert_array_equal(one, order[other])


def test_weights_are_routed_through_a_pipeline() -> None:
    with config_context(enable_metadata_routing=True):
        pipeline = make_pipeline(
            StandardScaler().set_fit_request(sample_weight=False),
            PerceptronClassifier(max_epochs=3).set_fit_request(sample_weight=True),
        )
        routed = pipeline.fit(X, Y, sample_weight=TIMES)[-1].coef_
    scaled = StandardScaler().fit_transform(X)
    direct = PerceptronClassifier(max_epochs=3).fit(scaled, Y, sample_weight=TIMES).coef_
    np.testing.assert_array_equal(routed, direct)
