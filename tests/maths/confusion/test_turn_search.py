"""The parts of the compiled search of one offset, each against a plain count."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from steersman.maths.confusion.turn_search import (
    best_setting,
    matrix_along,
    rivals_of,
    sort_again,
    sums_along,
    turns_of,
)

Floats = NDArray[np.float64]


def tied_scores(seed: int, rows: int = 40, classes: int = 4) -> Floats:
    rng = np.random.default_rng(seed)
    return rng.integers(0, 3, (rows, classes)).astype(float)


@pytest.mark.parametrize("seed", range(4))
def test_rivals_are_the_two_best_classes_and_of_equal_ones_the_first(seed: int) -> None:
    scores, offsets = tied_scores(seed), np.array([0.0, 1.0, 0.0, -1.0])
    order = np.argsort(-(scores + offsets), axis=1, kind="stable")[:, :2]
    found = rivals_of(scores, offsets)
    assert np.array_equal(found.classes, order)
    assert np.array_equal(found.scores, np.take_along_axis(scores + offsets, order, axis=1))


@pytest.mark.parametrize("size", [0, 1, 2, 5, 40, 300])
def test_places_are_sorted_whatever_their_order_was(size: int) -> None:
    rng = np.random.default_rng(size)
    values, order = rng.normal(size=size), rng.permutation(size)
    sort_again(order, values)
    assert np.array_equal(order, np.argsort(values))


@pytest.mark.parametrize("moved", range(3))
def test_turns_hold_every_way_one_offset_decides_the_rows(moved: int) -> None:
    rng = np.random.default_rng(moved)
    scores, codes = rng.normal(size=(30, 3)), rng.integers(0, 3, 30)
    scores[:6] = np.rint(scores[:6])
    offsets = np.array([0.3, -0.2, 0.1])
    turns = turns_of(scores, codes, rivals_of(scores, offsets), np.arange(30), moved)
    assert turns.turned[0] == 0
    assert turns.turned[-1] == 30
    assert (np.diff(turns.turned) > 0).all()
    weights = rng.integers(0, 9, (3, 3)).astype(float)
    sums = sums_along(turns, weights)
    places = []
    for offset, turned, total in zip(turns.offsets, turns.turned, sums, strict=True):
        at = offsets.copy()
        at[moved] = offset
        matrix = np.zeros((3, 3), np.int64)
        np.add.at(matrix, (codes, np.argmax(scores + at, axis=1)), 1)
        assert np.array_equal(matrix_along(turns, int(turned)), matrix)
        assert total == (weights * matrix).sum()
        places.append(matrix.tolist())
    # No offset in between decides the rows in a way that is not among these.
    for offset in np.linspace(turns.offsets[0] - 1.0, turns.offsets[-1] + 1.0, 500):
        at = offsets.copy()
        at[moved] = offset
        matrix = np.zeros((3, 3), np.int64)
        np.add.at(matrix, (codes, np.argmax(scores + at, axis=1)), 1)
        assert matrix.tolist() in places


def test_the_best_setting_has_the_least_gap_then_damage_then_most_rows_right() -> None:
    rng = np.random.default_rng(0)
    for _ in range(200):
        gaps = rng.integers(0, 2, (2, 6)).astype(float)
        damages, right = rng.integers(0, 3, (2, 6)).astype(float)
        offsets, own = np.sort(rng.normal(size=6)), float(rng.normal())
        ranks = [
            (gaps[:, at].sum(), damages[at], -right[at], abs(offsets[at] - own)) for at in range(6)
        ]
        at, gap = best_setting(gaps, damages, right, offsets, own)
        assert ranks[at] == min(ranks)
        assert gap == gaps[:, at].sum()


def test_values_of_any_number_are_sorted_again() -> None:
    rng = np.random.default_rng(3)
    for rows in range(1, 60):
        order, values = rng.permutation(rows), rng.integers(0, 9, rows).astype(float)
        sort_again(order, values)
        assert sorted(order.tolist()) == list(range(rows))
        assert (np.diff(values[order]) >= 0).all()
