"""Ranks of many confusion matrices at once."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from steersman.learn.steering import Goal
from steersman.learn.wants import Want


@pytest.mark.parametrize(
    "want", ["fp <= 6", "fp <= 6 and recall >= 60%", "maximize precision subject to fn <= 9"]
)
def test_ranks_of_many_matrices_are_those_of_each(want: str) -> None:
    rng = np.random.default_rng(2)
    wrong = rng.integers(0, 15, size=(200, 2))
    matrices = np.stack(
        [np.array([[30 - fp, fp], [fn, 20 - fn]]) for fp, fn in wrong.tolist()]
    ).astype(np.int64)
    goal = Goal(Want(want).resolve(("no", "yes"), "yes", row_sums=matrices[0].sum(axis=1)))
    ranks = [goal.rank(each) for each in matrices]
    assert goal.ranks(matrices) == ranks
    assert len(set(ranks)) > 20
    ends = [0, 1, 40, 41, 170, 200]
    parts = list(pairwise(ends))
    best = goal.best_ranks([matrices[low:high] for low, high in parts])
    assert best == [min(ranks[low:high]) for low, high in parts]
    assert goal.best_ranks([]) == []
