"""Pairs of cut-offs against rows decided anew, and ranges against every pair of a box."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from steersman.maths.confusion import CutoffPairs, TermRanges

ROWS = st.lists(st.tuples(st.integers(-6, 6), st.booleans()), min_size=1, max_size=30)


def pairs_of(rows: list[tuple[int, bool]]) -> tuple[CutoffPairs, np.ndarray, np.ndarray]:
    scores = np.array([score / 3.0 for score, _ in rows])
    positive = np.array([truth for _, truth in rows])
    return CutoffPairs.of(scores, positive), scores, positive


@settings(max_examples=40)
@given(ROWS, st.integers(0, 10_000))
def test_each_pair_decides_the_rows_on_both_sides_and_refers_those_between(
    rows: list[tuple[int, bool]], seed: int
) -> None:
    pairs, scores, positive = pairs_of(rows)
    assert len(pairs) == len(np.unique(scores)) + 1
    lows, highs = np.triu_indices(len(pairs))
    weights = np.random.default_rng(seed).normal(size=(2, 3))
    low_terms, high_terms = pairs.terms(weights)
    for low, high, matrix in zip(lows, highs, pairs.matrices(lows, highs)):
        over, under = scores > pairs.settings[high], scores <= pairs.settings[low]
        sides = (under, over, ~over & ~under)
        counted = [[int((side & (positive == true)).sum()) for side in sides] for true in (0, 1)]
        assert matrix.tolist() == counted
        total = float((weights * matrix).sum())
        assert abs(low_terms[low] + high_terms[high] - total) < 1e-9


@settings(max_examples=40)
@given(ROWS, st.integers(0, 10_000))
def test_no_pair_of_a_box_is_outside_of_its_range(rows: list[tuple[int, bool]], seed: int) -> None:
    pairs, _, _ = pairs_of(rows)
    weights = np.random.default_rng(seed).normal(size=(2, 3))
    low, high = pairs.terms(weights)
    ranges = TermRanges.of(pairs, weights)
    assert len(ranges.least) == len(ranges.most) == int(np.ceil(np.log2(len(pairs)))) + 1
    for level in range(len(ranges.least)):
        size = 2**level
        boxes = np.arange(-(-len(pairs) // size))
        lows, highs = (each.ravel() for each in np.meshgrid(boxes, boxes))
        inside = [slice(box * size, (box + 1) * size) for box in boxes]
        least = [low[inside[a]].min() + high[inside[b]].min() for a, b in zip(lows, highs)]
        most = [low[inside[a]].max() + high[inside[b]].max() for a, b in zip(lows, highs)]
        np.testing.assert_array_equal(ranges.lowest(level, lows, highs), least)
        np.testing.assert_array_equal(ranges.highest(level, lows, highs), most)
