"""Roots of counts as a scikit-learn transformer."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.utils.estimator_checks import parametrize_with_checks

from steersman.learn.catalog import CountRoots, model_named
from steersman.learn.files import TRUSTED_TYPES

COUNTS = np.random.default_rng(1).poisson(0.5, size=(60, 20)).astype(np.float64)


@parametrize_with_checks([CountRoots()])
def test_it_is_a_scikit_learn_transformer(estimator, check) -> None:
    check(estimator)


def test_sparse_rows_become_what_dense_rows_become_and_stay_as_they_were() -> None:
    signed = COUNTS - 2.0 * (COUNTS > 2)
    rows = csr_matrix(signed)
    roots = CountRoots().fit_transform(rows)
    np.testing.assert_array_equal(roots.toarray(), CountRoots().fit_transform(signed))
    np.testing.assert_allclose(np.sign(signed) * roots.toarray() ** 2, np.abs(signed))
    np.testing.assert_array_equal(rows.toarray(), signed)


def test_a_logistic_regression_of_words_is_saved_and_read_again() -> None:
    skops = pytest.importorskip("skops.io")
    y = np.where(COUNTS[:, 0] > 0, "spam", "ham")
    model = model_named("logistic", sparse=True).fit(csr_matrix(COUNTS), y)
    again = skops.loads(skops.dumps(model), trusted=list(TRUSTED_TYPES))
    assert again.predict(csr_matrix(COUNTS)).tolist() == model.predict(csr_matrix(COUNTS)).tolist()
