"""Models that need dense rows learn from sparse ones too, while they fit into memory."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix, random_array
from tests.errors import raises

from steersman.learn.catalog import BY_NAME, MODELS, DenseRows, model_named, why_not_offered
from steersman.learn.catalog.dense_rows import MOST_DENSE_CELLS
from steersman.learn.files import load_model, save_model

RNG = np.random.default_rng(2)
Y = np.arange(120) % 2
X = (RNG.random((120, 6)) < 0.2 + 0.3 * Y[:, np.newaxis]).astype(float)


@pytest.mark.parametrize("name", [entry.name for entry in MODELS if not entry.sparse])
def test_a_model_decides_sparse_rows_as_it_does_dense_ones(name: str, tmp_path) -> None:
    dense = model_named(name, sparse=False).fit(X, Y)
    sparse = model_named(name, sparse=True).fit(csr_matrix(X), Y)
    assert np.array_equal(sparse.predict(csr_matrix(X)), dense.predict(X))
    save_model(sparse, tmp_path / "model.skops")
    loaded = load_model(tmp_path / "model.skops")
    assert np.array_equal(loaded.predict(csr_matrix(X)), dense.predict(X))


def test_what_does_not_fit_is_refused_and_said_beforehand() -> None:
    columns = MOST_DENSE_CELLS // 10 + 1
    rows = csr_matrix(random_array((10, columns), density=1e-6, rng=RNG))
    with raises("too-many-cells", rows=10, columns=columns):
        DenseRows().fit(rows).transform(rows)
    assert why_not_offered(BY_NAME["boosting"], 10, columns, sparse=True)
    assert not why_not_offered(BY_NAME["boosting"], 10, columns, sparse=False)
    assert not why_not_offered(BY_NAME["logistic"], 10, columns, sparse=True)
    assert not any(why_not_offered(entry, 1000, 60, sparse=True) for entry in MODELS)
