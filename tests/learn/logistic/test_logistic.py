"""The estimator: its parameters, its peers and its rows."""

from __future__ import annotations

import pickle
from copy import copy

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array, csr_matrix
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import scale
from tests.errors import raises

from steersman.learn.blas import one_blas_thread
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.wants import Want

Floats = NDArray[np.float64]


def cancer() -> tuple[Floats, NDArray[np.str_]]:
    data = load_breast_cancer()
    return scale(data.data), data.target_names[data.target]


@pytest.mark.parametrize("class_weight", [None, "balanced", {"benign": 2.0, "malignant": 0.5}])
@pytest.mark.parametrize("penalty", [0.1, 5.0])
def test_two_classes_equal_scikit_learn(class_weight: object, penalty: float) -> None:
    X, y = cancer()
    ours = SteerableLogisticRegression(penalty, class_weight=class_weight).fit(X, y)
    peer = LogisticRegression(C=1 / penalty, class_weight=class_weight, tol=1e-10, max_iter=10_000)
    peer.set_params(solver="newton-cholesky").fit(X, y)
    assert np.abs(ours.coef_ - peer.coef_).max() < 1e-5
    assert np.abs(ours.intercept_ - peer.intercept_).max() < 1e-5
    assert np.array_equal(ours.predict(X), peer.predict(X))
    assert ours.predict_proba(X) == pytest.approx(peer.predict_proba(X), abs=1e-5)
    assert ours.decision_function(X) == pytest.approx(peer.decision_function(X), abs=1e-4)


def test_classes_may_have_weights_by_names_that_are_digits() -> None:
    X, y = cancer()
    digits = np.where(y == "benign", "0", "1")
    ours = SteerableLogisticRegression(class_weight={"0": 2.0, "1": 0.5}).fit(X, digits)
    named = SteerableLogisticRegression(class_weight={"benign": 2.0, "malignant": 0.5}).fit(X, y)
    assert np.array_equal(ours.coef_, named.coef_)
    assert np.array_equal(
        ours.attach_rows(X, digits).training_rows().weights, named.training_rows().weights
    )
    with pytest.raises(ValueError, match="class_weight"):
        SteerableLogisticRegression(class_weight={"0": 2.0, "spam": 0.5}).fit(X, digits)


@pytest.mark.parametrize("container", [np.asarray, csr_matrix, csr_array])
def test_three_classes_equal_scikit_learn(container: type) -> None:
    X, y = load_iris(return_X_y=True)
    ours = SteerableLogisticRegression(0.5).fit(container(X), y)
    peer = LogisticRegression(C=2, solver="newton-cholesky", tol=1e-12, max_iter=1000).fit(X, y)
    assert np.abs(ours.coef_ - peer.coef_).max() < 1e-5
    assert ours.predict_proba(container(X)) == pytest.approx(peer.predict_proba(X), abs=1e-6)


def test_penalties_may_be_given_per_group_per_feature_or_per_class() -> None:
    X, y = load_iris(return_X_y=True)
    groups = ["sepal", "sepal", "petal", "petal"]
    by_group = SteerableLogisticRegression([2.0, 0.5], groups=groups).fit(X, y)
    by_feature = SteerableLogisticRegression([0.5, 0.5, 2.0, 2.0]).fit(X, y)
    by_class = SteerableLogisticRegression(np.tile([0.5, 0.5, 2.0, 2.0], (3, 1))).fit(X, y)
    assert np.array_equal(by_group.coef_, by_feature.coef_)
    assert np.array_equal(by_class.coef_, by_feature.coef_)


def test_a_heavily_penalized_feature_is_left_out() -> None:
    X, y = cancer()
    penalties = np.ones(X.shape[1])
    penalties[3] = 1e9
    with_it = SteerableLogisticRegression(penalties).fit(X, y)
    without = SteerableLogisticRegression().fit(np.delete(X, 3, axis=1), y)
    assert np.abs(np.delete(with_it.coef_, 3, axis=1) - without.coef_).max() < 1e-5


def test_a_warm_start_takes_fewer_steps() -> None:
    X, y = cancer()
    model = SteerableLogisticRegression(warm_start=True).fit(X, y)
    cold = model.n_iter_
    model.penalties = 1.1
    model.fit(X, y)
    assert model.n_iter_ < cold
    assert model.coef_ == pytest.approx(SteerableLogisticRegression(1.1).fit(X, y).coef_, abs=1e-6)


@pytest.mark.parametrize(
    ("parameters", "code", "fields"),
    [
        ({"penalties": [1.0, 2.0]}, "penalties-shape", {"shape": (2,)}),
        ({"penalties": -1.0}, "bad-penalties", {}),
        ({"penalties": np.nan}, "bad-penalties", {}),
        (
            {"penalties": [1.0, 2.0], "groups": ["a", "b"]},
            "groups-shape",
            {"groups": 2, "features": 4},
        ),
        ({"solver": "lbfgs"}, "bad-setting", {"name": "solver", "value": "lbfgs"}),
    ],
)
def test_bad_parameters_are_named(
    parameters: dict[str, object], code: str, fields: dict[str, object]
) -> None:
    X, y = load_iris(return_X_y=True)
    with raises(code, **fields):
        SteerableLogisticRegression(**parameters).fit(X, y)


def test_one_class_is_refused() -> None:
    with raises("class-single", classes=1):
        SteerableLogisticRegression().fit([[0.0], [1.0]], ["a", "a"])


def test_missing_values_are_refused() -> None:
    with pytest.raises(ValueError, match="NaN"):
        SteerableLogisticRegression().fit([[0.0], [np.nan]], ["a", "b"])


def test_too_few_steps_are_warned_about() -> None:
    X, y = cancer()
    with pytest.warns(ConvergenceWarning, match="max_iter"):
        SteerableLogisticRegression(max_iter=2).fit(X, y)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("penalty", [0.0, 1e-8, 1.0])
def test_hard_rows_end_with_finite_weights(penalty: float) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 5))
    X[:, 1] *= 1e6
    X[:, 2] = 7.0
    y = X[:, 0] > 0
    model = SteerableLogisticRegression(penalty).fit(X, y)
    assert np.all(np.isfinite(model.coef_))
    assert np.mean(model.predict(X) == y) > 0.95


def test_a_saved_model_predicts_but_no_longer_has_its_rows() -> None:
    X, y = cancer()
    model = SteerableLogisticRegression().fit(X, y)
    loaded = pickle.loads(pickle.dumps(model))  # noqa: S301
    assert np.array_equal(loaded.predict(X), model.predict(X))
    assert len(pickle.dumps(model)) < 10_000
    assert copy(model).training_rows() is model.training_rows()
    want = Want("fp <= 1").resolve(loaded.classes_)
    with raises("training-rows-missing"):
        loaded.steer_toward(X, y, want)
    with pytest.raises(NotFittedError):
        SteerableLogisticRegression().steer_toward(X, y, want)


def test_a_loaded_model_with_its_rows_again_is_steered_like_the_fitted_one() -> None:
    X, y = cancer()
    weights = dict(zip(np.unique(y).tolist(), (1.5, 0.5)))
    model = SteerableLogisticRegression(class_weight=weights).fit(X[::2], y[::2])
    loaded = pickle.loads(pickle.dumps(model)).attach_rows(X[::2], y[::2])  # noqa: S301
    want = Want("fp <= 1").resolve(model.classes_)
    mine, other = (each.steer_toward(X[1::2], y[1::2], want) for each in (loaded, model))
    assert len(mine) > 1
    assert [seen.objective for seen in mine] == [seen.objective for seen in other]
    assert np.array_equal(mine[-1].model.coef_, other[-1].model.coef_)


def test_rows_shared_by_another_model_are_those_that_attaching_gives() -> None:
    X, y = cancer()
    first = SteerableLogisticRegression(class_weight="balanced").fit(X, y)
    first.share_rows(SteerableLogisticRegression().fit(X, y))
    saved = pickle.loads(pickle.dumps(first))  # noqa: S301
    with raises("training-rows-missing"):
        saved.training_rows()
    rows, attached = first.training_rows(), first.attach_rows(X, y).training_rows()
    assert np.array_equal(rows.X, attached.X)
    assert np.array_equal(rows.codes, attached.codes)
    assert np.array_equal(rows.weights, attached.weights)
    assert np.array_equal(rows.class_factors, attached.class_factors)


def test_training_rows_are_not_copied() -> None:
    X, y = cancer()
    model = SteerableLogisticRegression().fit(X, y)
    assert np.shares_memory(model.training_rows().X, X)


def test_one_blas_thread_nests_and_gives_the_threads_back() -> None:
    from threadpoolctl import threadpool_info

    def threads() -> list[int]:
        return [lib["num_threads"] for lib in threadpool_info() if lib["user_api"] == "blas"]

    before = threads()
    with one_blas_thread():
        with one_blas_thread():
            assert set(threads()) == {1}
        assert set(threads()) == {1}
    assert threads() == before
