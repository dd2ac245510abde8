"""Models of nearest neighbors, support vectors and sparse matrices whose arrays were forged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from steersman.errors import SteersmanError
from steersman.learn.files.tree_checks import check_trees

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 3))
Y = np.array(["a", "b", "c", "d"])[np.arange(40) % 4]


def neighbors() -> Any:
    return KNeighborsClassifier(3, algorithm="brute").fit(X, Y)


def vectors() -> Any:
    return SVC().fit(X, Y)


def sparse_vectors() -> Any:
    return SVC().fit(csr_matrix(X), Y)


def boosting() -> Any:
    return HistGradientBoostingClassifier(max_iter=2).fit(X, Y)


def forge(name: str, value: Callable[[Any], Any]) -> Callable[[Any], None]:
    def change(model: Any) -> None:
        setattr(model, name, value(getattr(model, name)))

    return change


def half(values: Any) -> Any:
    return values[: len(values) // 2]


def far_columns(matrix: Any) -> Any:
    matrix = matrix.copy()
    matrix.indices[0] = 10**6
    return matrix


FORGED = [
    (neighbors, forge("_y", half)),
    (neighbors, forge("_y", lambda codes: codes + 100)),
    (neighbors, forge("_y", lambda codes: codes - 1)),
    (neighbors, forge("_fit_X", half)),
    (neighbors, forge("_fit_X", lambda rows: rows[:, :2])),
    (neighbors, forge("_fit_X", lambda rows: rows.astype(object))),
    (neighbors, forge("n_neighbors", lambda _: 10**9)),
    (neighbors, forge("_fit_method", lambda _: "other")),
    (vectors, forge("support_vectors_", half)),
    (vectors, forge("support_vectors_", lambda rows: rows[:, :1])),
    (vectors, forge("_n_support", lambda counts: counts * 1000)),
    (vectors, forge("_n_support", lambda counts: -counts)),
    (vectors, forge("_n_support", half)),
    (vectors, forge("_dual_coef_", lambda table: table[:, :1])),
    (vectors, forge("_intercept_", half)),
    (vectors, forge("_probA", lambda _: np.zeros(2))),
    (vectors, forge("_sparse", lambda _: True)),
    (vectors, forge("support_", half)),
    (sparse_vectors, forge("support_vectors_", far_columns)),
    (boosting, forge("_baseline_prediction", lambda values: values[:, :1])),
    (boosting, forge("_predictors", lambda rounds: [each[:1] for each in rounds])),
    (boosting, forge("_bin_mapper", lambda _: None)),
]


@pytest.mark.parametrize("make", [neighbors, vectors, sparse_vectors, boosting])
def test_a_model_that_was_not_forged_passes(make: Callable[[], Any]) -> None:
    check_trees(make())


@pytest.mark.parametrize(("make", "change"), FORGED)
def test_a_forged_array_is_refused(make: Callable[[], Any], change: Callable[[Any], None]) -> None:
    model = make()
    change(model)
    with pytest.raises(SteersmanError) as caught:
        check_trees({"inside": [model]})
    assert caught.value.code == "damaged-model"
