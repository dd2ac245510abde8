"""The compiled search of one offset against the whole path of it."""

from __future__ import annotations

import numpy as np
import pytest
from tests.learn.steering.test_offset_search import drawn

from steersman.learn.steering import Goal, SeenRanges
from steersman.learn.steering.offset_turns import (
    CompiledTurns,
    PathTurns,
    offset_turns,
    path_ranking,
)
from steersman.learn.wants import Want

COSTS = np.array([[0.0, 1, 5, 2], [3, 0, 1, 1], [2.5, 1, 0, 4], [1, 1, 1, 0]])
WANTS = (
    "cell(2, 1) <= 3",
    "recall(0) >= 90% and fpr(1) <= 4% and fp(2) <= 6",
    "precision(1) >= 95% and recall(1) >= 30%",
    "cell(0, 1) = 2 and fp(3) = 5",
    "f1(2) >= 85% and errors <= 20, maximize recall(3)",
    "fn(1) <= 4, maximize precision(1)",
    "maximize accuracy",
    "cost <= 30",
    "balanced accuracy >= 90%",
)


@pytest.mark.parametrize("text", WANTS)
@pytest.mark.parametrize("seed", range(3))
def test_compiled_turns_are_those_of_whole_paths(text: str, seed: int) -> None:
    scores, codes = drawn(70, 4, seed)
    # Some rows tie, others decide alike at any offset.
    scores[:20], scores[20:24, 2] = np.rint(scores[:20]), -700.0
    row_sums = np.bincount(codes, minlength=4).astype(float)
    costs = COSTS if "cost" in text else None
    want = Want(text).resolve(range(4), row_sums=row_sums, costs=costs)
    goal = Goal(want)
    plain, seen, rng = SeenRanges(want), SeenRanges(want), np.random.default_rng(seed)
    whole, found = PathTurns(scores, codes, goal, plain), offset_turns(scores, codes, goal, seen)
    assert isinstance(found, CompiledTurns) is (path_ranking(goal, row_sums) is not None)
    better = 0
    for _ in range(8):
        offsets = rng.normal(size=4)
        matrix = np.zeros((4, 4), dtype=np.int64)
        np.add.at(matrix, (codes, np.argmax(scores + offsets, axis=1)), 1)
        rank = goal.rank(matrix)
        for first in range(4):
            tried, turn = found.better(offsets, rank, first, 1)
            _, expected = whole.better(offsets, rank, first, 1)
            assert tried == 1
            assert (turn is None) is (expected is None)
            if turn is not None and expected is not None:
                better += 1
                assert turn.offsets.tolist() == expected.offsets.tolist()
                assert np.array_equal(turn.matrix, expected.matrix)
                assert turn.rank == expected.rank == goal.rank(turn.matrix)
            assert np.array_equal(seen.kept, plain.kept)
            assert np.array_equal(seen.free, plain.free)
    assert better


def test_classes_are_tried_in_turn_until_one_helps() -> None:
    scores, codes = drawn(70, 4, 0)
    goal = Goal(Want("cell(2, 1) <= 1").resolve(range(4)))
    turns, offsets = offset_turns(scores, codes, goal, None), np.zeros(4)
    alone = [turns.better(offsets, (9.0, 99.0, 0), first, 1)[1] is not None for first in range(4)]
    tried, turn = turns.better(offsets, (9.0, 99.0, 0), 0, 4)
    assert any(alone)
    assert tried == alone.index(True) + 1
    assert turn is not None
    assert turns.better(offsets, (-1.0, 0.0, 0), 2, 4) == (4, None)


def test_weights_that_do_not_add_up_exactly_take_whole_paths() -> None:
    scores, codes = drawn(70, 4, 0)
    row_sums = np.bincount(codes, minlength=4).astype(float)
    costs = COSTS / 3.0
    third = Goal(Want("cost <= 10").resolve(range(4), row_sums=row_sums, costs=costs))
    assert isinstance(offset_turns(scores, codes, third, None), PathTurns)
    whole = Goal(Want("cost <= 30").resolve(range(4), row_sums=row_sums, costs=COSTS))
    assert isinstance(offset_turns(scores, codes, whole, None), CompiledTurns)
