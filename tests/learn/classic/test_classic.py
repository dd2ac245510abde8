"""The classic models against scikit-learn, and the worlds against their own draws."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm
from sklearn.linear_model import LinearRegression, RidgeClassifier
from sklearn.naive_bayes import CategoricalNB, GaussianNB, MultinomialNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.preprocessing import KBinsDiscretizer
from sklearn.svm import SVC
from tests.errors import raises

from steersman.learn.classic import (
    CLASSIC_MODELS,
    BasicLinearClassifier,
    BinnedNaiveBayes,
    HardMarginClassifier,
    LogicTable,
    LogisticAscentClassifier,
    Moons,
    MultinomialNaiveBayes,
    MultiResponseLinearRegression,
    PerceptronClassifier,
    TwoGaussians,
    UniformSquare,
    Window,
    field_of,
    likelihood_curves,
    model_of,
)

WINDOW = Window(-3.0, 3.0, -2.5, 3.5)


@pytest.fixture(scope="module")
def cloud() -> tuple[np.ndarray, np.ndarray]:
    return TwoGaussians(n=150, spread=0.9, other_spread=1.2).draw(3)


@pytest.fixture(scope="module")
def three() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(2)
    y = np.arange(120) % 3
    return rng.normal(size=(120, 2)) + 1.5 * np.array([[0, 0], [1, 2], [2, 0]])[y], y


def test_the_basic_linear_classifier_is_w_p_minus_n_through_the_middle(cloud) -> None:
    X, y = cloud
    n, p = X[y == 0].mean(axis=0), X[y == 1].mean(axis=0)
    model = BasicLinearClassifier().fit(X, y)
    np.testing.assert_allclose(model.coef_[0], p - n)
    assert -model.intercept_[0] == pytest.approx((p @ p - n @ n) / 2)
    assert model.decision_function([(p + n) / 2])[0] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("data", ["cloud", "three"])
def test_centers_and_regressions_decide_as_scikit_learns(data, request) -> None:
    X, y = request.getfixturevalue(data)
    fresh = np.random.default_rng(1).normal(size=(500, 2)) * 2
    basic = BasicLinearClassifier().fit(X, y).predict(fresh)
    assert (basic == NearestCentroid().fit(X, y).predict(fresh)).all()
    several = MultiResponseLinearRegression().fit(X, y).predict(fresh)
    assert (several == RidgeClassifier(alpha=1e-9).fit(X, y).predict(fresh)).all()
    outputs = LinearRegression().fit(X, np.eye(y.max() + 1)[y]).predict(fresh)
    assert (several == outputs.argmax(axis=1)).all()


def test_binned_bayes_is_scikit_learns_categories_of_bins(three) -> None:
    X, y = three
    bins = KBinsDiscretizer(7, encode="ordinal", strategy="uniform").fit(X)
    peer = CategoricalNB(min_categories=7).fit(bins.transform(X), y)
    fresh = np.random.default_rng(1).normal(size=(300, 2)) * 3
    ours = BinnedNaiveBayes(bins=7).fit(X, y).predict_proba(fresh)
    np.testing.assert_allclose(ours, peer.predict_proba(bins.transform(fresh)), atol=1e-12)


def test_multinomial_bayes_takes_counts_as_they_are_and_moves_the_rest(three) -> None:
    X, y = three
    counts = np.random.default_rng(0).poisson(2.0, size=(120, 5))
    ours = MultinomialNaiveBayes(alpha=0.3).fit(counts, y)
    peer = MultinomialNB(alpha=0.3).fit(counts, y)
    np.testing.assert_allclose(ours.predict_proba(counts), peer.predict_proba(counts))
    below = X - X.max(axis=0) - 1
    moved = MultinomialNB().fit(X - X.min(axis=0), y).predict_proba(X - X.min(axis=0))
    ours = MultinomialNaiveBayes().fit(below, y).predict_proba(below)
    np.testing.assert_allclose(ours, moved, atol=1e-9)


def test_a_perceptron_can_start_at_the_centers_and_stop_on_the_way(cloud) -> None:
    X, y = cloud
    basic = BasicLinearClassifier().fit(X, y)
    still = PerceptronClassifier(start="centers", max_updates=0).fit(X, y)
    np.testing.assert_allclose(still.coef_, basic.coef_)
    whole = PerceptronClassifier(0.2, start="centers", max_epochs=9, trace=True).fit(X, y)
    some = PerceptronClassifier(0.2, start="centers", max_epochs=9, max_updates=11).fit(X, y)
    np.testing.assert_allclose(some.coef_[0], whole.traces_[0].weights[11][1:])


@pytest.mark.parametrize("method", ["batch", "mean", "stochastic"])
def test_ascent_cut_short_stands_where_the_whole_way_passed(cloud, method) -> None:
    X, y = cloud
    whole = LogisticAscentClassifier(method, 0.1, 12, trace=True).fit(X, y)
    path = whole.paths_[0]
    middle = len(path.updates) // 2
    short = LogisticAscentClassifier(method, 0.1, 12, max_updates=int(path.updates[middle]))
    np.testing.assert_allclose(short.fit(X, y).coef_[0], path.weights[middle][1:])
    with pytest.raises(ValueError, match="'stochastic'"):
        LogisticAscentClassifier("newton").fit(X, y)


@pytest.mark.parametrize(
    ("entry", "options"),
    [(entry.name, {}) for entry in CLASSIC_MODELS]
    + [("svm", {"kernel": kernel}) for kernel in ("poly", "rbf", "sigmoid")],
)
def test_the_field_is_what_the_model_says_at_each_cell(cloud, entry, options) -> None:
    X, y = cloud
    model = model_of(entry, {}, options, len(X)).fit(X, y)
    field = field_of(model, WINDOW, X, y == 1, side=23)
    cells = WINDOW.cells(23)
    says = (
        model.predict_proba(cells)[:, 1]
        if hasattr(model, "predict_proba")
        else model.decision_function(cells)
    )
    scale = np.abs(says).max()
    np.testing.assert_allclose(field.ravel(), says, atol=1e-5 * scale)
    sure = np.abs(field.ravel() - (0.5 if hasattr(model, "predict_proba") else 0)) > 1e-4 * scale
    middle = 0.5 if hasattr(model, "predict_proba") else 0.0
    assert ((field.ravel() > middle) == (model.predict(cells) == 1))[sure].all()


@pytest.mark.parametrize("name", ["gaussian", "binned"])
def test_fitted_densities_have_area_one_and_make_the_models_odds(cloud, name) -> None:
    X, y = cloud
    model = model_of(name, {}, {}, len(X)).fit(X, y)
    wide = Window.around(X).with_padding(1.0, square=False)
    curves = likelihood_curves(model, wide, 4000)
    for axis, (low, high) in enumerate([wide[:2], wide[2:]]):
        np.testing.assert_allclose(curves[axis].mean(axis=1) * (high - low), 1.0, atol=2e-3)
    inner = Window(-0.5, 0.5, -0.5, 0.5)
    curves = likelihood_curves(model, inner, 5)
    prior = np.bincount(y) / len(y)
    joint = prior[:, None, None] * curves[1][:, :, None] * curves[0][:, None, :]
    odds = joint[1] / joint.sum(axis=0)
    np.testing.assert_allclose(odds, field_of(model, inner, X, y == 1, 5), atol=1e-5)


@pytest.mark.parametrize("name", ["bernoulli", "multinomial"])
def test_the_factors_along_the_edges_make_the_models_odds(cloud, name) -> None:
    X, y = cloud
    model = model_of(name, {}, {}, len(X)).fit(X, y)
    curves = likelihood_curves(model, WINDOW, 9)
    prior = np.bincount(y) / len(y)
    joint = prior[:, None, None] * curves[1][:, :, None] * curves[0][:, None, :]
    np.testing.assert_allclose(
        joint[1] / joint.sum(axis=0), field_of(model, WINDOW, X, y == 1, 9), atol=1e-5
    )


def test_other_models_have_no_densities(cloud) -> None:
    assert likelihood_curves(BasicLinearClassifier().fit(*cloud), WINDOW, 5) is None


WORLDS = [
    TwoGaussians(),
    TwoGaussians(spread=0.5, other_spread=1.5, share=0.3),
    UniformSquare(p=0.1, q=0.7),
    Moons(noise=0.3),
    LogicTable("xor", 100, 0.3),
    LogicTable("and", 100, 0.2),
]


@pytest.mark.parametrize("world", WORLDS, ids=repr)
def test_the_bayes_error_is_what_the_true_posterior_errs_on_fresh_points(world) -> None:
    X, y = world.draw_test(5, n=40_000)
    wrong = ((world.posterior(X) > 0.5) != y).mean()
    error = world.bayes_error()
    assert abs(wrong - error) < 4 * np.sqrt(max(error, 1e-3) / 40_000)


@pytest.mark.parametrize("world", WORLDS, ids=repr)
def test_the_same_seed_draws_the_same_points_and_tests_with_others(world) -> None:
    X, y = world.draw(7)
    again, labels = world.draw(7)
    np.testing.assert_array_equal(X, again)
    np.testing.assert_array_equal(y, labels)
    assert set(y) == {0, 1}
    fresh, _ = world.draw_test(7, n=len(X))
    assert not np.isin(X[:, 0], fresh[:, 0]).any()


def test_the_bayes_error_of_equal_clouds_is_the_tail_of_a_normal() -> None:
    for share in (0.5, 0.2):
        world = TwoGaussians(
            positive_x=1.2, negative_x=-0.4, spread=0.7, other_spread=0.7, share=share
        )

        def lesser(x: float, share: float = share) -> float:
            return min(share * norm.pdf(x, 1.2, 0.7), (1 - share) * norm.pdf(x, -0.4, 0.7))

        assert world.bayes_error() == pytest.approx(quad(lesser, -6, 7, points=[0.4])[0], abs=1e-7)
        numeric = replace(world, other_spread=0.7 + 1e-9)
        assert numeric.bayes_error() == pytest.approx(world.bayes_error(), abs=1e-4)


def test_the_square_of_the_lecture_has_bayes_error_a_fifth() -> None:
    assert UniformSquare(p=0.2, q=0.8).bayes_error() == 0.2
    X = np.array([[0.5, 0.6], [0.5, 0.4], [0.0, 1.4]])
    np.testing.assert_array_equal(UniformSquare(p=0.1, q=0.9).posterior(X), [0.1, 0.9, 0.9])


def test_a_truth_table_without_spread_is_its_four_rows_in_the_order_of_the_emails() -> None:
    X, y = LogicTable("and").draw()
    np.testing.assert_array_equal(X, [[1, 1], [0, 0], [1, 0], [0, 1]])
    assert y.tolist() == [1, 0, 0, 0]
    assert LogicTable("or").draw()[1].tolist() == [1, 0, 1, 1]
    assert LogicTable("xor").draw()[1].tolist() == [0, 0, 1, 1]


def test_moons_on_a_grid_are_the_moons_point_by_point() -> None:
    world = Moons(noise=0.15)
    window = Window(-1.5, 2.5, -1.0, 1.5)
    np.testing.assert_allclose(
        world.posterior_on_grid(window, 17).ravel(), world.posterior(window.cells(17)), atol=1e-9
    )


def test_the_models_that_scikit_learn_has_are_its_own() -> None:
    kinds = {"gaussian": GaussianNB, "neighbors": KNeighborsClassifier, "svm": SVC}
    for name, kind in kinds.items():
        assert type(model_of(name, {}, {}, 10)) is kind
    poly = model_of("svm", {"degree": 2}, {"kernel": "poly", "margin": "hard"}, 10)
    assert type(poly) is HardMarginClassifier
    assert (poly.degree, poly.coef0, poly.gamma) == (2, 1.0, 1.0)


def test_a_hard_margin_decides_as_a_machine_with_a_bound_that_nothing_reaches() -> None:
    X, y = Moons(60, 0.1).draw(0)
    hard = HardMarginClassifier(kernel="rbf", gamma=2.0).fit(X, y)
    bounded = SVC(kernel="rbf", gamma=2.0, C=1e5, tol=1e-9).fit(X, y)
    at = np.random.default_rng(0).normal(size=(50, 2))
    np.testing.assert_allclose(hard.decision_function(at), bounded.decision_function(at), atol=1e-4)
    assert (hard.predict(at) == bounded.predict(at)).all()
    assert sorted(hard.support_) == sorted(bounded.support_)
    assert (hard.n_support_ == bounded.n_support_).all()


def test_a_sigmoid_that_is_no_kernel_is_refused_with_its_eigenvalue() -> None:
    X, y = LogicTable("xor").draw()
    with raises("kernel-not-definite") as caught:
        HardMarginClassifier(kernel="sigmoid", coef0=-1.0).fit(X, y)
    gram = np.tanh(X @ X.T - 1.0)
    assert caught.value.fields["eigenvalue"] == pytest.approx(np.linalg.eigvalsh(gram)[0])
    with raises("no-hard-margin") as caught:
        HardMarginClassifier().fit(X, y)
    assert caught.value.mixture is not None
    assert caught.value.fields["rows"] == (0, 1, 2, 3)


def test_the_example_of_the_lab_document_runs() -> None:
    text = (Path(__file__).parents[3] / "docs" / "lab.md").read_text()
    (example,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    said: dict[str, object] = {}
    exec(compile(example, "lab.md", "exec"), said)  # noqa: S102
    assert said["model"].converged_
