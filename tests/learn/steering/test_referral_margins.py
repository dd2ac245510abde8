"""A search over offsets and a margin of several classes, against plain loops."""

from __future__ import annotations

import numpy as np
import pytest

from steersman.learn.steering.ranking import Goal
from steersman.learn.steering.referral_margins import ROUNDS, MarginSearch, margin_path
from steersman.learn.wants import Want
from steersman.tasks import Task


def search(text: str, rows: int = 120, seconds: float = 30.0) -> MarginSearch:
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 3, rows)
    scores = rng.normal(size=(rows, 3)) + 2.0 * np.eye(3)[codes] + np.array([0.0, 0.8, 0.0])
    return MarginSearch(scores, codes, Goal(Want(text).resolve([0, 1, 2])), Task(seconds))


@pytest.mark.parametrize("rows", [30, 31])
@pytest.mark.parametrize("moved", [0, 1, 2])
def test_the_offsets_tried_are_quantiles_of_those_that_turn_the_nearest_half(
    rows: int, moved: int
) -> None:
    found, offsets = search("refer <= 20%", rows), np.array([0.2, -0.3, 0.5])
    others = [place for place in range(3) if place != moved]
    turning = (found.scores + offsets)[:, others].max(axis=1) - found.scores[:, moved]
    nearest = turning[np.argsort(np.abs(turning - offsets[moved]))[: rows // 2 + 1]]
    wanted = [np.quantile(nearest, share) for share in np.linspace(0.0, 1.0, 16)]
    tried = found.offsets_to_try(offsets, moved)
    assert tried.tolist() == pytest.approx(wanted)


@pytest.mark.parametrize("text", ["refer <= 10% and error rate <= 8%",
                                  "maximize accuracy subject to refer <= 15%"])  # fmt: skip
def test_the_search_is_that_of_a_plain_descent(text: str) -> None:
    found = search(text)
    offsets = np.zeros(3)
    rank = found.best_margin(offsets)[0]
    for turn in range(ROUNDS * 3):
        tried = [np.where(np.arange(3) == turn % 3, value, offsets)
                 for value in found.offsets_to_try(offsets, turn % 3)]  # fmt: skip
        ranks = [found.best_margin(each)[0] for each in tried]
        if min(ranks) < rank:
            rank = min(ranks)
            offsets = tried[ranks.index(rank)]
    best = found.best(np.zeros(3))
    assert best.threshold == tuple(offsets.tolist())
    assert found.goal.rank(best.matrix(found.scores, found.codes)) == rank
    assert rank < found.best_margin(np.zeros(3))[0]


def test_the_best_margin_is_that_of_all() -> None:
    found = search("refer <= 10% and error rate <= 8%")
    path = margin_path(found.scores, found.codes, np.zeros(3))
    ranks = [found.goal.rank(matrix) for matrix in path.stack()]
    rank, margin = found.best_margin(np.zeros(3))
    assert rank == min(ranks)
    assert ranks[int(np.flatnonzero(path.settings == margin)[0])] == rank


def test_a_search_without_time_makes_one_turn() -> None:
    asked = "refer <= 10% and error rate <= 8%"
    found, short = search(asked), search(asked, seconds=0.0)
    best = short.best(np.zeros(3))
    assert best.threshold[1:] == (0.0, 0.0)
    first = min(found.best_margin(np.array([value, 0.0, 0.0]))[0]
                for value in found.offsets_to_try(np.zeros(3), 0))  # fmt: skip
    rank = found.goal.rank(best.matrix(found.scores, found.codes))
    assert rank == min(first, found.best_margin(np.zeros(3))[0])
