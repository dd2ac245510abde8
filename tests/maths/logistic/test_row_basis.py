"""Rows in coordinates of their span: lengths and products stay, and so does what weights score."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from steersman.maths.logistic import fit_logistic, in_span, problem_of, with_ones
from steersman.maths.logistic.row_basis import SPARSE_SPAN_ROWS


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


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("classes", [2, 3])
def test_a_fit_in_the_span_is_the_fit(classes: int, sparse: bool) -> None:
    rng = np.random.default_rng(1)
    X, codes = rng.normal(size=(8, 30)) * (np.arange(30) % 3 > 0), np.arange(8) % classes
    design = with_ones(csr_matrix(X) if sparse else X)
    small, span = in_span(design)
    assert span is not None
    outputs = 1 if classes == 2 else classes
    found, expected = (
        fit_logistic(
            problem_of(each, codes, classes, np.ones(8), np.full((outputs, each.shape[1] - 1), 0.5))
        ).weights
        for each in (small, design)
    )
    np.testing.assert_allclose(span.spread(found), expected, atol=1e-6)
    np.testing.assert_allclose(span.gather(expected), found, atol=1e-6)
    assert span.spread(found).shape == (outputs, 31)


@pytest.mark.parametrize(("rows", "columns", "fewer"), [(5, 6, True), (5, 5, False), (5, 4, False)])
def test_only_fewer_rows_than_columns_span_less(rows: int, columns: int, fewer: bool) -> None:
    X = np.random.default_rng(2).normal(size=(rows, columns))
    for design in (with_ones(X), with_ones(csr_matrix(X))):
        small, span = in_span(design)
        assert (span is not None) is fewer
        assert (small is design) is not fewer


def test_sparse_rows_that_are_many_or_hold_few_columns_stay_as_they_are() -> None:
    rng = np.random.default_rng(3)
    for rows, fewer in ((SPARSE_SPAN_ROWS, True), (SPARSE_SPAN_ROWS + 1, False)):
        design = with_ones(csr_matrix(rng.normal(size=(rows, SPARSE_SPAN_ROWS + 3))))
        assert (in_span(design)[1] is not None) is fewer
    for held, fewer in ((5, False), (6, True)):
        design = with_ones(csr_matrix(rng.normal(size=(5, 40)) * (np.arange(40) < held)))
        small, span = in_span(design)
        assert (span is not None) is fewer
        assert (small is design) is not fewer
