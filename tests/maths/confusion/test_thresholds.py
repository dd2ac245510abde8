"""Sweeps of cut-offs and offsets against deciding the rows anew at every setting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import confusion_matrix

from steersman.maths.confusion import (
    cutoff_sweep,
    decided_classes,
    extreme_matrices,
    offset_sweep,
    row_sums_of,
    sums_of,
)
from steersman.maths.confusion import sweeps as thresholds
from steersman.maths.confusion.offset_path import adds_up_exactly
from steersman.maths.confusion.sweeps import offset_path

scored_rows = st.lists(st.tuples(st.integers(-5, 5), st.booleans()), min_size=1, max_size=40)


@settings(max_examples=80)
@given(scored_rows)
def test_each_matrix_of_a_cutoff_sweep_is_counted_there(rows: list) -> None:
    scores = np.array([score / 3.0 for score, _ in rows])
    positive = np.array([truth for _, truth in rows])
    sweep = cutoff_sweep(scores, positive)
    assert len(sweep.settings) == len(np.unique(scores)) + 1
    assert np.all(np.diff(sweep.settings) > 0)
    for cutoff, matrix in zip(*sweep):
        counted = confusion_matrix(positive, scores > cutoff, labels=[False, True])
        np.testing.assert_array_equal(matrix, counted)


def test_cutoffs_stay_on_the_right_side_of_neighboring_floats() -> None:
    one = np.nextafter(1.0, 2.0)
    # The middle of two neighbors is rounded to the even one: down in one pair, up in the other.
    scores = np.array([1.0, one, np.nextafter(one, 2.0), 1e308, -1e308, 0.0])
    sweep = cutoff_sweep(scores, np.ones(6, dtype=bool))
    called = [int(np.count_nonzero(scores > cutoff)) for cutoff in sweep.settings]
    assert called == [6, 5, 4, 3, 2, 1, 0]


@settings(max_examples=40)
@given(st.integers(0, 10_000), st.integers(1, 30), st.integers(3, 5))
def test_each_matrix_of_an_offset_sweep_is_counted_there(seed: int, n: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    scores, codes, offsets = rng.normal(size=(n, k)), rng.integers(0, k, n), rng.normal(size=k)
    for moved in range(k):
        for offset, matrix in zip(*offset_sweep(scores, codes, offsets, moved)):
            turned = offsets.copy()
            turned[moved] = offset
            decided = decided_classes(scores, turned)
            counted = confusion_matrix(codes, decided, labels=range(k))
            np.testing.assert_array_equal(matrix, counted)


def test_offsets_that_rounding_tells_apart_are_one_whatever_the_size_of_the_scores() -> None:
    codes = np.array([0, 1, 1])
    for size in (1.0, 1e6, 1e12):
        beside = np.nextafter(size, np.inf)
        scores = np.array([[size, 0.0, -1.0], [beside, 0.0, -1.0], [2.0 * size, 0.0, -1.0]])
        path = offset_path(scores, codes, np.zeros(3), 1)
        assert len(path.settings) == 3
        assert path.settings[1] == 0.5 * (beside + 2.0 * size)
        assert path.settings[0] < size
        assert path.settings[2] > 2.0 * size


@pytest.mark.parametrize(("most", "together"), [(90, 4), (91, 4), (89, 5), (359, 2), (360, 1)])
def test_a_sweep_of_very_many_offsets_takes_neighbors_together(
    most: int, together: int, monkeypatch
) -> None:
    monkeypatch.setattr(thresholds, "MOST_CELLS", most)
    rng = np.random.default_rng(0)
    scores, codes = rng.normal(size=(40, 3)), rng.integers(0, 3, 40)
    sweep = offset_sweep(scores, codes, np.zeros(3), 1)
    assert len(sweep.settings) == 1 + 40 // together
    turned = sweep.matrices[:, :, 1].sum(axis=1)
    assert turned.tolist() == list(range(0, 41, together))
    for offset, matrix in zip(*sweep):
        decided = decided_classes(scores, np.array([0.0, offset, 0.0]))
        np.testing.assert_array_equal(matrix, confusion_matrix(codes, decided, labels=range(3)))


@settings(max_examples=60)
@given(st.integers(0, 10_000), st.integers(1, 40), st.integers(2, 6))
def test_a_path_of_offsets_tells_what_its_matrices_would(seed: int, n: int, k: int) -> None:
    rng = np.random.default_rng(seed)
    scores, codes = rng.normal(size=(n, k)).round(1), rng.integers(0, k, n)
    path = offset_path(scores, codes, rng.normal(size=k), int(rng.integers(k)))
    stack = path.stack()
    np.testing.assert_array_equal(path.at(list(range(len(path)))), stack)
    np.testing.assert_array_equal(row_sums_of(path), row_sums_of(stack))
    for weights in (rng.integers(-9, 9, (k, k)) / 8.0, rng.normal(size=(k, k))):
        assert sums_of(path, weights).tolist() == np.einsum("mij,ij->m", stack, weights).tolist()
    chosen = rng.random(len(path)) < 0.3
    ends = extreme_matrices(path, chosen)
    assert len(ends) == (2 if chosen.any() else 0)
    if chosen.any():
        np.testing.assert_array_equal(ends.min(axis=0), stack[chosen].min(axis=0))
        np.testing.assert_array_equal(ends.max(axis=0), stack[chosen].max(axis=0))


def test_weights_in_steps_of_a_power_of_two_add_up_exactly() -> None:
    steps = np.array([[-3.0, 0.0], [1.0, 700.0]])
    assert adds_up_exactly(steps / 1024.0)
    assert not adds_up_exactly(steps / 2048.0)
    assert not adds_up_exactly(steps / 3.0)
