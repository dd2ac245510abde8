"""LikelihoodSpaceClassifier: peers, knobs without refitting, folds, labels, explanations."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array, csr_matrix
from sklearn.naive_bayes import BernoulliNB
from tests.errors import raises

from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.maths.likelihood import plane_coordinates, presence_of


def documents(seed: int = 0, rows: int = 90, features: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """Counts and three classes, each with words of its own."""
    rng = np.random.default_rng(seed)
    kind = rng.integers(0, 3, rows)
    chance = np.full((3, features), 0.15)
    chance[0, :4] = chance[1, 4:9] = chance[2, 9:12] = 0.6
    return rng.poisson(chance[kind]), np.array(["a", "b", "c"])[kind]


@pytest.fixture
def binary() -> tuple[np.ndarray, np.ndarray]:
    X, kind = documents()
    return X, np.where(kind == "a", "spam", "ham")


@pytest.fixture
def overlapping() -> tuple[np.ndarray, pd.DataFrame]:
    X, kind = documents(1)
    return X, pd.DataFrame(
        {"corn": (kind == "a").astype(int), "grain": (X[:, :9].sum(axis=1) > 3).astype(int)}
    )


def test_defaults_equal_bernoulli_naive_bayes(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    model, peer = LikelihoodSpaceClassifier().fit(X, y), BernoulliNB().fit(X, y)
    assert_array_equal(model.predict(X), peer.predict(X))
    assert_allclose(model.predict_proba(X), peer.predict_proba(X), rtol=1e-9, atol=1e-12)
    assert_allclose(model.feature_count_, peer.feature_count_)
    assert_allclose(model.class_count_, peer.class_count_)


def test_a_prior_equals_bernoulli_naive_bayes_with_it(
    binary: tuple[np.ndarray, np.ndarray],
) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier(prior=0.2).fit(X, y)
    peer = BernoulliNB(class_prior=[0.8, 0.2]).fit(X, y)
    assert_allclose(model.predict_proba(X), peer.predict_proba(X), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("kind", [csr_matrix, csr_array, pd.DataFrame])
def test_sparse_dense_and_frames_agree(kind: type, binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    expected = LikelihoodSpaceClassifier().fit(X, y).decision_function(X)
    frame = kind(X) if kind is not pd.DataFrame else pd.DataFrame(X).add_prefix("w")
    assert_array_equal(LikelihoodSpaceClassifier().fit(frame, y).decision_function(frame), expected)


def test_repeated_entries_and_explicit_zeros_count_once_and_never() -> None:
    X = csr_matrix(([1, 1, 0, 2], [0, 0, 1, 1], [0, 3, 4]), shape=(2, 2))
    model = LikelihoodSpaceClassifier().fit(X, ["a", "b"])
    assert_array_equal(model.feature_count_, [[1, 0], [0, 1]])
    assert X.nnz == 4


def test_the_line_decides_as_stated(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier(slope=1.2, intercept=1.5).fit(X, y)
    x, height = model.coordinates(X).T
    assert_array_equal(model.predict(X) == "spam", height < 1.2 * x + 1.5)
    assert_allclose(model.decision_function(X), 1.2 * x + 1.5 - height)


def test_turning_a_knob_equals_a_model_fitted_with_it(
    binary: tuple[np.ndarray, np.ndarray],
) -> None:
    X, y = binary
    turned = LikelihoodSpaceClassifier().fit(X, y)
    for knobs in (
        {"alpha": 0.01, "beta": 40.0},
        {"alpha": np.linspace(0.1, 2, 20)},
        {"slope": 0.8, "intercept": -3.0, "alpha": 1.0},
        {"intercept": None, "prior": 0.3, "costs": [[0, 1], [4, 0]]},
        {"max_features": 5, "feature_score": "chi2"},
    ):
        turned.set_params(**knobs)
        fresh = LikelihoodSpaceClassifier(**turned.get_params()).fit(X, y)
        assert_array_equal(turned.decision_function(X), fresh.decision_function(X))
        assert_array_equal(turned.predict_proba(X), fresh.predict_proba(X))


def test_costs_move_the_intercept_by_their_log_and_leave_probabilities(
    binary: tuple[np.ndarray, np.ndarray],
) -> None:
    X, y = binary
    plain = LikelihoodSpaceClassifier().fit(X, y)
    costly = LikelihoodSpaceClassifier(costs=[[0.5, 1.5], [6, 1]]).fit(X, y)
    shift = costly.boundary().intercept - plain.boundary().intercept
    assert_allclose(shift, np.log((6 - 1) / (1.5 - 0.5)))
    assert_allclose(costly.predict_proba(X), plain.predict_proba(X))
    by_risk = plain.predict_proba(X) @ np.array([[0.5, 1.5], [6, 1]])
    assert_array_equal(costly.predict(X) == "spam", by_risk[:, 1] < by_risk[:, 0])


def test_weights_equal_repeated_rows_and_zero_weights_absent_rows(
    binary: tuple[np.ndarray, np.ndarray],
) -> None:
    X, y = binary
    weights = np.arange(len(y)) % 3
    weighted = LikelihoodSpaceClassifier().fit(X, y, sample_weight=weights)
    repeated = LikelihoodSpaceClassifier().fit(X.repeat(weights, axis=0), y.repeat(weights))
    assert_array_equal(weighted.decision_function(X), repeated.decision_function(X))


def test_batches_equal_one_fit_and_a_fold_taken_away_equals_the_rest() -> None:
    X, y = documents(2)
    whole = LikelihoodSpaceClassifier().fit(X, y)
    batches = LikelihoodSpaceClassifier()
    for start in range(0, 90, 30):
        part = slice(start, start + 30)
        batches.partial_fit(X[part], y[part], classes=["a", "b", "c"])
    assert_array_equal(batches.decision_function(X), whole.decision_function(X))
    fold = np.arange(90) % 5 == 0
    rest = LikelihoodSpaceClassifier().fit(X[~fold], y[~fold])
    before = whole.feature_count_.copy()
    left = whole.without(X[fold], y[fold])
    assert_array_equal(left.decision_function(X), rest.decision_function(X))
    assert_array_equal(whole.feature_count_, before)


def test_a_batch_without_a_class_gives_it_no_chance() -> None:
    X, y = documents(2)
    some = y != "c"
    model = LikelihoodSpaceClassifier().partial_fit(X[some], y[some], classes=["a", "b", "c"])
    assert "c" not in model.predict(X)
    assert_allclose(model.predict_proba(X)[:, 2], 0.0)
    assert_allclose(model.predict_proba(X).sum(axis=1), 1.0)


def test_more_classes_are_one_binary_problem_each() -> None:
    X, y = documents(3)
    model = LikelihoodSpaceClassifier(slope={"a": 1.1, "b": 0.9, "c": 1.0}).fit(X, y)
    for column, (name, slope) in enumerate({"a": 1.1, "b": 0.9, "c": 1.0}.items()):
        alone = LikelihoodSpaceClassifier(slope=slope).fit(X, y == name)
        assert_allclose(model.decision_function(X)[:, column], alone.decision_function(X))
        assert_allclose(model.coordinates(X, name), alone.coordinates(X))
    assert_array_equal(
        model.predict(X), np.array(["a", "b", "c"])[model.decision_function(X).argmax(axis=1)]
    )
    assert_allclose(model.predict_proba(X).sum(axis=1), 1.0)


def test_labels_that_overlap_are_one_binary_problem_each(
    overlapping: tuple[np.ndarray, pd.DataFrame],
) -> None:
    X, labels = overlapping
    model = LikelihoodSpaceClassifier(intercept={"corn": -1.0, "grain": None}).fit(X, labels)
    assert model.classes_.tolist() == ["corn", "grain"]
    for column, intercept in (("corn", -1.0), ("grain", None)):
        alone = LikelihoodSpaceClassifier(intercept=intercept).fit(X, labels[column])
        place = model.classes_.tolist().index(column)
        assert_array_equal(model.predict(X)[:, place], alone.predict(X))
        assert_allclose(model.predict_proba(X)[:, place], alone.predict_proba(X)[:, 1])
        assert_allclose(model.coordinates(X, column), alone.coordinates(X))
    by_number = LikelihoodSpaceClassifier(intercept=[-1.0, None]).fit(X, labels.to_numpy())
    assert by_number.classes_.tolist() == [0, 1]
    assert_array_equal(by_number.predict(X), model.predict(X))
    sparse = LikelihoodSpaceClassifier(intercept=[-1.0, None]).fit(X, csr_matrix(labels))
    assert_array_equal(sparse.predict(X), model.predict(X))


def test_the_first_of_two_classes_has_the_coordinates_of_the_second_swapped(
    binary: tuple[np.ndarray, np.ndarray],
) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier().fit(X, y)
    assert_array_equal(model.coordinates(X, "ham"), model.coordinates(X, "spam")[:, ::-1])


def test_coordinates_are_those_of_the_plane(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier(alpha=0.2, beta=5.0).fit(X, y)
    expected = plane_coordinates(presence_of(csr_matrix(X)), *model.counts.sides(1), 0.2, 5.0)
    assert_array_equal(model.coordinates(X), expected)


@pytest.mark.parametrize("score", ["frequency", "chi2", "information_gain", "bi_normal_separation"])
def test_few_features_equal_a_model_of_those_alone(
    score: str, binary: tuple[np.ndarray, np.ndarray]
) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier(max_features=5, feature_score=score).fit(X, y)
    kept = [feature for feature in range(20) if feature in model.explain(np.ones((1, 20))).features]
    assert len(kept) == 5
    alone = LikelihoodSpaceClassifier().fit(X[:, kept], y)
    assert_allclose(model.coordinates(X), alone.coordinates(X[:, kept]))


def test_all_features_asked_are_all_features(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    every = LikelihoodSpaceClassifier(max_features=20, feature_score="chi2").fit(X, y)
    assert_array_equal(every.coordinates(X), LikelihoodSpaceClassifier().fit(X, y).coordinates(X))


@pytest.mark.parametrize("knobs", [{}, {"slope": 1.3, "max_features": 12}, {"curve": 3}])
def test_an_explanation_adds_up(knobs: dict, binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier(**knobs).fit(X, y)
    for row in range(6):
        told = model.explain(X[[row]])
        assert told.category == "spam"
        assert_allclose(told.coordinates, model.coordinates(X[[row]])[0], rtol=1e-12)
        assert_allclose(told.total_margin, model.decision_function(X[[row]])[0], rtol=1e-9)
        assert set(told.features) <= set(np.flatnonzero(X[row]))
        assert len(told.strongest(2)) <= 2


def test_one_document_needs_no_second_dimension(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    frame = pd.DataFrame(X).add_prefix("word")
    model, named = (LikelihoodSpaceClassifier().fit(rows, y) for rows in (X, frame))
    wanted = model.explain(X[[3]])
    for row in (X[3], X[3].tolist(), csr_array(X)[3], csr_matrix(X)[3]):
        assert_array_equal(model.explain(row).margin, wanted.margin)
    told = named.explain(frame.iloc[3])
    assert_array_equal(told.margin, wanted.margin)
    assert told.names == tuple(f"word{place}" for place in wanted.names)


def test_an_explanation_of_more_classes_tells_of_the_one_predicted() -> None:
    X, y = documents(4)
    frame = pd.DataFrame(X).add_prefix("word")
    model = LikelihoodSpaceClassifier().fit(frame, y)
    told = model.explain(frame.iloc[[7]])
    assert told.category == model.predict(frame.iloc[[7]])[0]
    assert all(str(name).startswith("word") for name in told.names)
    assert model.explain(frame.iloc[[7]], category="b").category == "b"


def test_an_empty_document_lies_at_the_fixed_part(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier().fit(X, y)
    told = model.explain(np.zeros((1, 20)))
    assert told.features.size == 0
    assert_allclose(model.coordinates(np.zeros((1, 20)))[0], [told.fixed_x, told.fixed_y])


def test_a_curve_separates_what_no_line_can() -> None:
    """Positives in the middle of the plane's x, negatives on both sides."""
    rng = np.random.default_rng(5)
    lengths = rng.integers(1, 40, 400)
    X = (np.arange(40) < lengths[:, None]).astype(int)
    y = (lengths > 12) & (lengths < 28)
    line = LikelihoodSpaceClassifier().fit(X, y)
    curve = LikelihoodSpaceClassifier(curve=4).fit(X, y)
    assert curve.score(X, y) > line.score(X, y)
    x, height = curve.coordinates(X).T
    assert_array_equal(curve.predict(X), height < curve.boundary().curve.heights(x))


def test_given_coefficients_are_the_curve(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier(curve=2, curve_coefficients=[1.5, 1.0, 0.01]).fit(X, y)
    x, height = model.coordinates(X).T
    assert_allclose(model.decision_function(X), 1.5 + x + 0.01 * x**2 - height)


def test_asking_both_sides_costs_nothing_to_the_fitted_line(
    binary: tuple[np.ndarray, np.ndarray],
) -> None:
    X, y = binary
    steep = LikelihoodSpaceClassifier(curve=2, costs=[[0, 1], [50, 0]]).fit(X, y)
    plain = LikelihoodSpaceClassifier(curve=2).fit(X, y)
    assert (steep.predict(X) == "spam").sum() >= (plain.predict(X) == "spam").sum()


@pytest.mark.parametrize(
    ("knobs", "code", "fields"),
    [
        ({"alpha": 0.0}, "bad-setting", {"name": "alpha", "value": 0.0}),
        ({"beta": -1}, "bad-setting", {"name": "beta", "value": -1}),
        ({"alpha": "much"}, "bad-setting", {"name": "alpha", "value": "much"}),
        ({"alpha": [1.0, 2.0]}, "smoothing-shape", {"name": "alpha", "features": 20}),
        ({"beta": np.r_[np.ones(19), np.nan]}, "bad-setting", {"name": "beta"}),
        ({"slope": np.inf}, "bad-setting", {"name": "slope", "value": np.inf}),
        ({"intercept": {"eggs": 1.0}}, "category-values", {"name": "intercept", "came": ["eggs"]}),
        ({"slope": [1.0, 2.0]}, "category-value-count", {"name": "slope", "came": 2}),
        ({"prior": 1.0}, "bad-setting", {"name": "prior", "value": 1.0}),
        ({"costs": [[0, 1], [0, 0]]}, "costs-reward-errors", {"costs": [[0, 1], [0, 0]]}),
        ({"costs": [0, 1]}, "category-value-count", {"name": "costs", "came": 2}),
        ({"costs": "dear"}, "costs-shape", {"costs": "dear"}),
        ({"curve_coefficients": [0.0, 1.0]}, "curve-is-line", {}),
        ({"max_features": 21}, "bad-setting", {"value": 21, "features": 20}),
        ({"max_features": 0}, "bad-setting", {"name": "max_features", "value": 0}),
        ({"max_features": 2.5}, "bad-setting", {"name": "max_features", "value": 2.5}),
        ({"feature_score": "luck"}, "bad-setting", {"name": "feature_score", "value": "luck"}),
        ({"curve": 0}, "bad-setting", {"name": "curve", "value": 0}),
        ({"curve": 2, "slope": 1.5}, "curve-has-no-line", {"degree": 2, "slope": 1.5}),
        (
            {"curve": 2, "curve_coefficients": [1.0, 2.0]},
            "curve-shape",
            {"shape": (2,), "degree": 2},
        ),
    ],
)
def test_a_wrong_knob_is_named(
    knobs: dict, code: str, fields: dict, binary: tuple[np.ndarray, np.ndarray]
) -> None:
    X, y = binary
    with raises(code, **fields):
        LikelihoodSpaceClassifier(**knobs).fit(X, y)
    fitted = LikelihoodSpaceClassifier().fit(X, y).set_params(**knobs)
    read = fitted.predict if knobs.get("curve", 1) == 1 else lambda X: fitted.fit(X, y)
    with raises(code, **fields):
        read(X)


def test_a_category_with_no_or_only_positives_is_named(
    overlapping: tuple[np.ndarray, pd.DataFrame],
) -> None:
    X, labels = overlapping
    for value, side in ((0, "positive"), (1, "negative")):
        with raises("category-one-sided", category="corn", **{side: 0}):
            LikelihoodSpaceClassifier().fit(X, labels.assign(corn=value))
    with raises("class-single", name="ham"):
        LikelihoodSpaceClassifier().fit(X, np.full(len(X), "ham"))


def test_a_refused_fit_leaves_the_model_as_it_was(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier().fit(X, y)
    before = model.predict(X)
    with raises("class-single", name="eggs"):
        model.fit(X, np.full(len(X), "eggs"))
    assert_array_equal(model.predict(X), before)


def test_questions_that_have_no_answer_say_so(binary: tuple[np.ndarray, np.ndarray]) -> None:
    X, y = binary
    model = LikelihoodSpaceClassifier().fit(X, y)
    with raises("category-unknown", category="eggs", categories=["ham", "spam"]):
        model.coordinates(X, "eggs")
    with raises("category-without-boundary", category="ham"):
        model.boundary("ham")
    with raises("not-one-row", rows=90):
        model.explain(X)
    with raises("documents-not-counted"):
        model.without(np.ones((90, 20)), y)
    with raises("unknown-labels", labels=["eggs"]):
        model.partial_fit(X, np.full(90, "eggs"))
    with raises("classes-needed"):
        LikelihoodSpaceClassifier().partial_fit(X, y)
    with raises("bad-setting", name="binarize", value=-1.0):
        LikelihoodSpaceClassifier(binarize=-1.0).fit(csr_matrix(X), y)
    with raises("category-needed"):
        LikelihoodSpaceClassifier().fit(*documents()).coordinates(X)
    with raises("curve-not-fitted", degree=2):
        LikelihoodSpaceClassifier().fit(X, y).set_params(curve=2).predict(X)
