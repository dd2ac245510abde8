"""Rows in coordinates of their span: lengths and products stay, and so does what weights score."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.maths.logistic import in_span, with_ones


@pytest.mark.parametrize("sparse", [False, True])
def test_few_rows_have_as_many_coordinates_with_the_same_products(sparse: bool) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(5, 40)) * (np.arange(40) % 3 > 0)
    design = with_ones(csr_matrix(X) if sparse else X)
    small, span = in_span(design)
    assert span is not None
    assert small.shape == (5, 6)
    np.testing.assert_array_equal(small[:, -1], np.ones(5))
    np.testing.assert_allclose(small[:, :-1] @ small[:, :-1].T, X @ X.T, atol=1e-12)
    many, nothing = in_span(with_ones(X[:, :4]))
    assert nothing is None
    assert many.shape == (5, 5)
