"""Counts add, subtract and merge; presence keeps what is not zero."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_matrix
from scipy.sparse import random as random_sparse

from steersman.maths.likelihood import ClassCounts, category_counts, class_counts, presence_of
from steersman.maths.likelihood.counts import presence


def some_presence(seed: int = 0, documents: int = 60, features: int = 25) -> csr_matrix:
    rng = np.random.default_rng(seed)
    return presence(csr_matrix(random_sparse(documents, features, density=0.2, random_state=rng)))


def test_counts_equal_the_dense_sums_for_csr_and_presence_alike() -> None:
    present = some_presence()
    weights = np.random.default_rng(1).random(60)
    weights[::3] = 0.0
    for form in (present, presence_of(present)):
        counts = class_counts(form, weights)
        assert_allclose(counts.features, present.toarray().T @ weights)
        assert_allclose(counts.documents, weights.sum())


def test_merged_counts_equal_counts_of_the_union() -> None:
    present = some_presence()
    first = np.arange(60) < 22
    one = class_counts(present, first.astype(float))
    other = class_counts(present, (~first).astype(float))
    both = class_counts(present, np.ones(60))
    merged = one.plus(other)
    assert merged.documents == both.documents
    assert_array_equal(merged.features, both.features)
    left = both.minus(other)
    assert left.documents == one.documents
    assert_array_equal(left.features, one.features)


@settings(max_examples=40)
@given(
    st.lists(
        st.integers(0, 5).map(float) | st.sampled_from([-1.0, 0.5, 4095.0, 4096.0, 1e300, np.inf])
    )
)
def test_different_counts_are_those_of_the_features_and_small_ones_come_once(
    listed: list[float],
) -> None:
    counts = ClassCounts(10.0, np.array(listed))
    values, place = counts.different
    assert_array_equal(values[place], counts.features)
    for whole in (0.0, 1.0, 5.0, 4095.0):
        assert np.count_nonzero(values == whole) == (whole in listed)


def test_counts_that_were_merged_are_numbered_anew() -> None:
    one = ClassCounts(3.0, np.array([1.0, 1.0]))
    assert_array_equal(one.different.values, [1.0])
    assert_array_equal(one.plus(ClassCounts(2.0, np.array([0.0, 1.0]))).different.values, [1, 2])


def test_explicit_zeros_are_not_present() -> None:
    X = csr_matrix((np.array([2.0, 0.0, 1.0]), [0, 1, 1], [0, 2, 3]), shape=(2, 2))
    expected = [[1.0, 0.0], [0.0, 1.0]]
    assert_array_equal(presence(X).toarray(), expected)
    slim = presence_of(X)
    assert_array_equal(slim.indices, [0, 1])
    assert_array_equal(slim.indptr, [0, 1, 2])
    assert X.nnz == 3


def test_rows_of_a_presence_are_the_rows_of_its_matrix() -> None:
    present = some_presence(2)
    chosen = np.array([5, 0, 59, 5])
    rows, expected = presence_of(present).rows(chosen), presence_of(present[chosen])
    assert_array_equal(rows.indices, expected.indices)
    assert_array_equal(rows.indptr, expected.indptr)
    assert rows.shape == expected.shape
    marked = np.arange(60) % 7 == 3
    assert_array_equal(
        presence_of(present).rows(marked).matrix().toarray(), present[marked].toarray()
    )
    assert_array_equal(presence_of(present).row(59), present[59].indices)


def test_a_presence_takes_four_bytes_a_nonzero() -> None:
    slim = presence_of(some_presence())
    assert slim.nbytes == 4 * len(slim.indices) + 8 * 61


def test_the_sides_of_overlapping_categories_are_counted_from_their_own_members() -> None:
    present = some_presence(3)
    members = np.random.default_rng(4).random((60, 3)) < 0.4
    weights = np.random.default_rng(5).random(60)
    counts = category_counts(present, members, weights)
    for category in range(3):
        positive, negative = counts.sides(category)
        for side, expected in (
            (positive, class_counts(present, weights * members[:, category])),
            (negative, class_counts(present, weights * ~members[:, category])),
        ):
            assert_allclose(side.documents, expected.documents)
            assert_allclose(side.features, expected.features, atol=1e-12)


def test_taking_a_part_away_leaves_the_counts_of_the_rest() -> None:
    present = some_presence(6)
    members = np.random.default_rng(7).random((60, 2)) < 0.5
    held = (np.arange(60) % 3 == 0).astype(float)
    everything = category_counts(present, members, np.ones(60))
    left = everything.minus(category_counts(present, members, held))
    rest = category_counts(present, members, 1.0 - held)
    assert_array_equal(left.documents, rest.documents)
    assert_array_equal(left.features, rest.features)
    assert_array_equal(left.everything.features, rest.everything.features)
    again = left.plus(category_counts(present, members, held))
    assert_array_equal(again.features, everything.features)


def test_rounding_dust_never_makes_a_count_negative() -> None:
    present = csr_matrix(np.ones((3, 1)))
    counts = category_counts(
        present, np.ones((3, 1), dtype=bool), np.array([0.1, 0.2, 0.3])
    )._replace(everything=ClassCounts(0.6, np.array([0.6 - 1e-16])))
    _, negative = counts.sides(0)
    assert negative.documents >= 0.0
    assert negative.features.min() >= 0.0


def test_a_presence_and_its_matrix_share_the_places_of_the_entries() -> None:
    ones = some_presence()
    present = presence_of(ones)
    assert np.shares_memory(present.indices, ones.indices)
    long = csr_matrix((ones.data, ones.indices, ones.indptr), shape=ones.shape)
    long.indptr = ones.indptr.astype(np.int64)
    assert np.shares_memory(presence_of(long).indptr, long.indptr)
    matrix = present.matrix()
    assert np.shares_memory(matrix.indices, present.indices)
    assert_array_equal(matrix.toarray(), ones.toarray())
    assert present.nbytes == 4 * ones.nnz + 8 * 61
