"""The models on the way to the best cut-off or offsets: each as it decides, the last the best."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.learn.promises.test_steering_promises import ByScore, scored_rows
from tests.learn.steering.test_offset_plan import ByScores, leaning_rows
from tests.learn.steering.test_offset_search import drawn

from steersman.learn.promises import promise_for
from steersman.learn.steering import Goal, Scores, SeenRanges, confusion_of
from steersman.learn.steering.by_scores import (
    OffsetDescent,
    best_setting,
    steered_by_offsets,
    steered_by_one_offset,
    steered_by_scores,
    with_one,
)
from steersman.learn.steering.ranking import Rank
from steersman.learn.wants import Want
from steersman.maths.confusion import cutoff_sweep
from steersman.tasks import Task

Floats = NDArray[np.float64]


def matrix_of(scores: Floats, codes: NDArray[np.int64], offsets: Any) -> NDArray[np.int64]:
    size = scores.shape[1]
    cells = size * codes + np.argmax(scores + np.asarray(offsets), axis=1)
    return np.bincount(cells, minlength=size * size).reshape(size, size)


def best_rank(goal: Goal, scores: Floats, codes: NDArray[np.int64], settings: Floats) -> Rank:
    """The rank of the best of some offsets."""
    matrices = np.array([matrix_of(scores, codes, each) for each in settings])
    return goal.rank(matrices[goal.best(matrices)])


def goal_of(text: str, classes: int) -> Goal:
    return Goal(Want(text).resolve(list(range(classes))))


@pytest.mark.parametrize("text", ["fp <= 4", "fn <= 5", "fp <= 30 and fn <= 30", "fpr <= 99%"])
def test_cut_offs_lead_from_the_model_to_the_best_in_even_steps(text: str) -> None:
    rows, codes = scored_rows(120, 100)
    model = ByScore().fit(rows, codes)
    goal, reach, heard = goal_of(text, 2), SeenRanges(Want(text).resolve([0, 1])), []
    task = Task(visited=lambda *seen: heard.append(seen))
    visited = steered_by_scores(model, rows, codes, goal, reach, task)
    sweep = cutoff_sweep(rows[:, 0], codes == 1)
    own = confusion_of(model, rows, codes, np.array([0, 1]))
    assert np.array_equal(visited[0].matrix, own)
    ranks = [goal.rank(each) for each in sweep.matrices]
    assert goal.rank(visited[-1].matrix) == min(ranks)
    calls = [int(each.matrix[:, 1].sum()) for each in visited]
    steps = np.diff(calls)
    assert len(visited) <= 24
    assert np.all(steps > 0) or np.all(steps < 0)
    assert len(heard) == len(visited)
    for each in visited:
        decided = confusion_of(each.model, rows, codes, np.array([0, 1]))
        assert np.array_equal(decided, each.matrix)
        assert (each.gap, each.objective) == goal.rank(each.matrix)[:2]
        assert each.knobs == {"threshold": each.model.threshold}  # type: ignore[attr-defined]
    assert np.array_equal(reach.free, [sweep.matrices.min(axis=0), sweep.matrices.max(axis=0)])


@pytest.mark.parametrize("seed", range(3))
def test_a_descent_ends_where_no_single_offset_helps(seed: int) -> None:
    scores, codes = leaning_rows(seed, 90, 1.5)
    goal = goal_of("recall(0) >= 75% and recall(2) >= 70%", 3)
    reach = SeenRanges(goal.want)
    turning = OffsetDescent(lambda offsets: tuple(offsets), scores, codes, goal, reach, Task())
    visited = turning.descend(np.zeros(3))
    ranks = [goal.rank(each.matrix) for each in visited]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)
    assert visited[0].knobs["offsets"] == (0.0, 0.0, 0.0)
    for each in visited:
        offsets = each.knobs["offsets"]
        assert each.model == offsets
        assert np.array_equal(matrix_of(scores, codes, offsets), each.matrix)
        assert (each.gap, each.objective) == goal.rank(each.matrix)[:2]
    # One offset at a time.
    for before, after in pairwise(visited):
        moved = np.subtract(after.knobs["offsets"], before.knobs["offsets"])  # type: ignore[call-overload]
        assert np.count_nonzero(moved) == 1
    last = np.array(visited[-1].knobs["offsets"])
    for place in range(3):
        turned = np.array([with_one(last, place, each) for each in np.linspace(-5.0, 5.0, 401)])
        assert best_rank(goal, scores, codes, turned) >= ranks[-1]
    better = turning.perturb(visited[-1])
    shaken = [goal.rank(each.matrix) for each in (visited[-1], *better)]
    assert shaken == sorted(shaken, reverse=True)
    assert len(set(shaken)) == len(shaken)
    assert [each.knobs for each in turning.perturb(visited[-1])] == [each.knobs for each in better]
    stopped = replace(turning, task=Task(0.0))
    assert len(stopped.descend(np.zeros(3))) <= 2
    assert stopped.perturb(visited[-1]) == []
    assert reach.ranges()[1, 1].tolist()[1] <= int((codes == 1).sum())


def test_shakes_find_what_a_descent_does_not() -> None:
    found = 0
    for seed in range(1, 4):
        scores, codes = drawn(80, 5, seed)
        goal = goal_of("precision(1) >= 90%", 5)
        turning = OffsetDescent(lambda _: None, scores, codes, goal, None, Task())
        found += len(turning.perturb(turning.descend(np.zeros(5))[-1]))
    assert found >= 3


def test_the_best_of_all_offsets_is_added_once() -> None:
    scores, codes = leaning_rows(1, 60, 1.2)
    goal = goal_of("recall(0) >= 80% and recall(1) >= 60%", 3)
    reach = SeenRanges(goal.want)
    visited = steered_by_offsets(
        lambda offsets: tuple(offsets), Scores(scores, np.zeros(3)), codes, goal, reach, Task()
    )
    grid = np.stack(np.meshgrid(*[np.linspace(-4, 4, 41)] * 2), axis=-1).reshape(-1, 2)
    best = best_rank(goal, scores, codes, np.column_stack([np.zeros(len(grid)), grid]))
    assert reach.exact
    assert goal.rank(visited[-1].matrix) <= best
    hurried = SeenRanges(goal.want)
    steered_by_offsets(
        lambda offsets: tuple(offsets), Scores(scores, np.zeros(3)), codes, goal, hurried, Task(0.0)
    )
    assert not hurried.exact
    turning = OffsetDescent(lambda _: None, scores, codes, goal, None, Task())
    before = len(visited)
    assert turning.add_exact_best(visited)
    assert len(visited) == before
    start = turning.descend(np.array([9.0, 0.0, 0.0]))[:1]
    assert turning.add_exact_best(start)
    assert len(start) == 2
    assert goal.rank(start[-1].matrix) <= goal.rank(visited[-1].matrix)


def test_the_best_setting_is_that_of_all_cut_offs_and_nearest_to_its_start() -> None:
    rows, codes = scored_rows(80, 70)
    goal = goal_of("fp <= 6", 2)
    sweep = cutoff_sweep(rows[:, 0], codes == 1)
    best = min(goal.rank(each) for each in sweep.matrices)
    for start in (-9.0, 9.0):
        cutoff = best_setting(rows[:, 0], codes, goal, Task(), start=start)
        same = [s for s, m in zip(sweep.settings, sweep.matrices) if goal.rank(m) == best]
        assert cutoff == min(same, key=lambda each: abs(each - start))
    scores, classes = leaning_rows(2, 70, 1.4)
    several = goal_of("recall(0) >= 75% and recall(2) >= 70%", 3)
    offsets = best_setting(scores, classes, several, Task())
    found = several.rank(matrix_of(scores, classes, offsets))
    others = np.random.default_rng(0).normal(size=(1500, 3)) * 2
    assert found <= best_rank(several, scores, classes, others)


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("recall(2) >= 60%", 2),
        ("fp <= 20 and precision(1) >= 55%", 1),
        ("maximize recall(1) subject to accuracy >= 30%", 1),
        ("accuracy >= 50%", 0),
    ],
)
def test_a_promise_turns_the_offset_of_its_class_to_the_best(text: str, moved: int) -> None:
    scores, codes = leaning_rows(3, 300, 2.0)
    want = Want(text).resolve([0, 1, 2], positive=1)
    sums = np.bincount(codes).astype(float)
    goal, reach = Goal(want, promise_for(want, sums, 0.8)), SeenRanges(want)
    start = np.array([0.2, 0.0, -0.1])
    model = ByScores().fit(scores, codes)
    visited = steered_by_one_offset(
        lambda offsets: tuple(offsets), Scores(scores, start), codes, goal, reach, Task()
    )
    assert model.classes_.tolist() == [0, 1, 2]
    assert len(visited) == 3
    own = matrix_of(scores, codes, start)
    # The model decides as one of the first two does.
    assert any(np.array_equal(each.matrix, own) for each in visited[:2])
    for each in visited:
        offsets = np.array(each.knobs["offsets"])
        assert np.array_equal(matrix_of(scores, codes, offsets), each.matrix)
        assert np.flatnonzero(offsets != start).tolist() in ([], [moved])
    path = np.unique([[-30.0], *(
        [each] for each in (np.delete(scores + start, moved, axis=1).max(axis=1) - scores[:, moved])
    ), [30.0]])  # fmt: skip
    middles = [path[0], *((path[1:] + path[:-1]) / 2), path[-1]]
    matrices = np.array([matrix_of(scores, codes, with_one(start, moved, each))
                         for each in middles])  # fmt: skip
    gaps = goal.gaps(matrices)
    assert (visited[-1].gap == 0.0) == (gaps == 0.0).any()
    best = matrices[goal.best(matrices)]
    assert visited[-1].objective == pytest.approx(float(goal.damages(best[np.newaxis])[0]))
