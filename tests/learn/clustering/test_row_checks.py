"""A mistake at the door of a clustering is one sentence that says what to do."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from tests.errors import raises

from steersman import MultinomialMixture, SphericalKMeans

X = csr_matrix([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0], [2.0, 0.0, 1.0]])


@pytest.mark.parametrize("kind", [MultinomialMixture, SphericalKMeans])
@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (["one text", "another"], "values-not-numbers"),
        ([[1.0, np.nan], [2.0, 3.0]], "values-missing"),
        ([[1.0, np.inf], [2.0, 3.0]], "values-infinite"),
        ([1.0, 2.0], "rows-shape"),
        (csr_matrix([[1.0, np.nan], [2.0, 3.0]]), "values-missing"),
        (csr_matrix([[1.0, -np.inf], [2.0, 3.0]]), "values-infinite"),
        ([[1.0, np.nan], [2.0, np.inf]], "values-missing"),
        (np.ones((2, 2, 2)), "rows-shape"),
        ([[1.0, 2.0], [3.0]], "rows-invalid"),
        (np.empty((0, 3)), "rows-invalid"),
        (np.ones((2, 2)) * 1j, "rows-invalid"),
    ],
)
def test_rows_that_cannot_be_clustered_are_told_with_what_to_do(kind, rows, code: str) -> None:
    with raises(code) as told:
        kind(2).fit(rows)
    assert told.value.todo
    assert "\n" not in str(told.value)


def test_negative_counts_are_told_wherever_they_come() -> None:
    below = X.copy()
    below.data[0] = -1
    fitted = MultinomialMixture(2, random_state=0).fit(X)
    for asked in (
        MultinomialMixture(2).fit,
        MultinomialMixture(2).partial_fit,
        fitted.predict,
        fitted.predict_proba,
        fitted.score_samples,
    ):
        with raises("counts-negative"):
            asked(below)
    assert len(SphericalKMeans(2, random_state=0).fit(below).labels_) == 3


@pytest.mark.parametrize("kind", [MultinomialMixture, SphericalKMeans])
def test_other_columns_than_those_fitted_are_told(kind) -> None:
    fitted = kind(2, random_state=0).fit(X)
    with raises("features-differ"):
        fitted.predict(X[:, :2])


@pytest.mark.parametrize(
    ("model", "name", "value"),
    [
        (MultinomialMixture(2.5), "n_components", 2.5),
        (MultinomialMixture("two"), "n_components", "two"),
        (MultinomialMixture(2, max_iter=0), "max_iter", 0),
        (MultinomialMixture(2, alpha="much"), "alpha", "much"),
        (MultinomialMixture(2, alpha=np.inf), "alpha", np.inf),
        (SphericalKMeans("2"), "n_clusters", "2"),
        (SphericalKMeans(2, n_init=1.5), "n_init", 1.5),
    ],
)
def test_settings_that_are_no_numbers_of_their_kind_are_told(model, name, value) -> None:
    with raises("bad-setting", name=name, value=value):
        model.fit(X)
