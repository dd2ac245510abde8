"""Offsets of the classes against every cell of the plane, and against other offsets."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from sklearn.datasets import load_digits, load_wine
from sklearn.metrics import confusion_matrix
from sklearn.naive_bayes import GaussianNB

from steersman.errors import Cancelled, SteersmanError
from steersman.learn.steering import Goal, class_scores, steer
from steersman.learn.steering.by_scores import OffsetDescent
from steersman.learn.steering.offset_search import best_offsets
from steersman.learn.wants import Want
from steersman.maths.confusion import cell_middle, decided_classes, rows_to_study
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
WANTS = (
    "cell(0, 1) <= 1", "recall(1) >= 90%", "precision(2) >= 80% and recall(0) >= 50%",
    "errors <= 2", "cell(0, 1) <= 0 and cell(1, 2) <= 0", "f1(1) >= 0.9", "predicted(2) = 3",
    "accuracy >= 90%", "balanced accuracy > 80%",
)  # fmt: skip


def drawn(rows: int, classes: int, seed: int, *, ties: bool = False) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, classes, rows)
    scores = rng.normal(size=(rows, classes)) + np.eye(classes)[codes]
    return (np.round(scores) + 0.0 if ties else scores), codes


def goal_of(want: str, codes: Ints, classes: int, costs: Floats | None = None) -> Goal | None:
    sums = np.bincount(codes, minlength=classes).astype(np.float64)
    try:
        return Goal(Want(want).resolve(range(classes), row_sums=sums, costs=costs))
    except SteersmanError:  # these few rows cannot meet it
        return None


def matrices_of(scores: Floats, codes: Ints, offsets: Floats) -> Ints:
    decided = (scores + offsets[:, np.newaxis]).argmax(axis=2)
    size = scores.shape[1]
    cells = [
        [((codes == t) & (decided == p)).sum(axis=1) for p in range(size)] for t in range(size)
    ]
    return np.moveaxis(np.array(cells, dtype=np.int64), 2, 0)


def every_cell(scores: Floats) -> Floats:
    """Offsets around every point in which two ties of three classes meet."""
    first, second = scores[:, 0] - scores[:, 1], scores[:, 0] - scores[:, 2]
    a, b = (grid.ravel() for grid in np.meshgrid(first, second))
    c, d = (grid.ravel() for grid in np.meshgrid(first, first - second))
    e, f = (grid.ravel() for grid in np.meshgrid(second, first - second))
    corners = np.vstack([np.column_stack(pair) for pair in ((a, b), (c, c - d), (e + f, e))])
    angles = np.arange(12) * np.pi / 6 + 0.13
    around = 1e-6 * np.column_stack([np.cos(angles), np.sin(angles)])
    points = np.unique((corners[:, np.newaxis] + around).reshape(-1, 2), axis=0)
    return np.column_stack([np.zeros(len(points)), points])


@settings(max_examples=40)
@given(
    st.integers(3, 10), st.integers(0, 10**6), st.booleans(), st.sampled_from(WANTS), st.booleans()
)
def test_offsets_of_three_classes_are_the_best_of_all_cells(
    rows: int, seed: int, ties: bool, want: str, priced: bool
) -> None:
    scores, codes = drawn(rows, 3, seed, ties=ties)
    costs = np.random.default_rng(seed).integers(0, 5, (3, 3)).astype(float) if priced else None
    goal = goal_of(want, codes, 3, costs)
    if goal is None:
        return
    found = best_offsets(scores, codes, goal, np.zeros(3), task=Task())
    matrices = matrices_of(scores, codes, every_cell(scores))
    assert found.proven
    assert goal.rank(found.matrix) == goal.rank(matrices[goal.best(matrices)])
    assert found.matrix.tolist() == matrices_of(scores, codes, found.offsets[None])[0].tolist()


@pytest.mark.parametrize("classes", [3, 4, 5])
@pytest.mark.parametrize("want", ["cell(0, 1) <= 1", "recall(1) >= 85% and precision(1) >= 60%"])
def test_no_drawn_offsets_are_better_than_proven_ones(classes: int, want: str) -> None:
    scores, codes = drawn(80, classes, seed=classes)
    goal = goal_of(want, codes, classes)
    assert goal is not None
    found = best_offsets(scores, codes, goal, np.zeros(classes), task=Task())
    others = np.random.default_rng(0).normal(size=(5000, classes))
    matrices = matrices_of(scores, codes, np.vstack([others, found.offsets + 0.1 * others]))
    assert found.proven
    assert goal.rank(found.matrix) <= goal.rank(matrices[goal.best(matrices)])


def test_an_objective_that_is_a_ratio_leaves_the_offsets_as_they_are() -> None:
    scores, codes = drawn(40, 3, seed=2)
    goal = goal_of("maximize precision(1) subject to recall(1) >= 50%", codes, 3)
    assert goal is not None
    start = np.array([0.0, 0.3, -0.2])
    found = best_offsets(scores, codes, goal, start, task=Task())
    assert not found.proven
    assert found.offsets.tolist() == start.tolist()
    assert found.matrix.tolist() == matrices_of(scores, codes, start[np.newaxis])[0].tolist()


def test_a_search_cut_short_says_so_and_is_no_worse_than_its_start() -> None:
    scores, codes = drawn(400, 6, seed=0)
    goal = goal_of("errors <= 100", codes, 6)
    assert goal is not None
    start = np.random.default_rng(0).normal(size=6)
    found = best_offsets(scores, codes, goal, start, task=Task(), most_cuts=100)
    first = matrices_of(scores, codes, start[None])[0]
    assert not found.proven
    assert goal.rank(found.matrix) < goal.rank(first)
    assert not best_offsets(scores, codes, goal, start, task=Task(0.0)).proven
    with pytest.raises(Cancelled):
        best_offsets(scores, codes, goal, start, task=Task(cancelled=lambda: True))


@pytest.mark.parametrize("size", [1.0, 1e6, 1e12])
def test_ties_that_rounding_tells_apart_are_one_whatever_the_size_of_the_scores(
    size: float,
) -> None:
    scores, codes = drawn(60, 3, seed=1)
    scores[0] = 0.0
    rows = rows_to_study(size * scores, codes, np.zeros((1, 3, 3)))
    assert size * np.finfo(np.float64).eps < rows.near < 1e-9 * size
    assert rows.near >= 1e-12


@pytest.mark.parametrize("classes", [3, 5])
def test_the_middle_of_a_cell_decides_the_rows_as_its_edge_does(classes: int) -> None:
    scores, codes = drawn(60, classes, seed=1)
    rows = rows_to_study(scores, codes, np.zeros((1, classes, classes)))
    for offsets in np.random.default_rng(2).normal(size=(30, classes)):
        middle = cell_middle(rows, offsets)
        assert np.array_equal(decided_classes(scores, middle), decided_classes(scores, offsets))
        ahead = np.sort(scores + middle, axis=1)
        before = np.sort(scores + offsets, axis=1)
        assert np.min(ahead[:, -1] - ahead[:, -2]) >= 0.2 * np.min(before[:, -1] - before[:, -2])


def test_steering_tells_whether_better_offsets_are_excluded() -> None:
    X, y = load_wine(return_X_y=True)
    model = GaussianNB().fit(X[::2, :3], y[::2])
    steering = steer(model, X[1::2, :3], y[1::2], "errors <= 2")
    assert steering.exact
    assert not steering.met
    hurried = steer(model, X[1::2, :3], y[1::2], "errors <= 2", max_seconds=0.0)
    assert not hurried.exact
    assert hurried.reason != steering.reason
    assert hurried.gap >= steering.gap


def test_offsets_of_six_classes_are_proven_and_of_ten_no_worse_than_those_of_a_plain_descent() -> (
    None
):
    X, y = load_digits(return_X_y=True)
    for classes in (6, 10):
        some = y < classes
        learned = np.arange(some.sum()) % 3 > 0
        model = GaussianNB().fit(X[some][learned], y[some][learned])
        held_X, held_y = X[some][~learned], y[some][~learned]
        errors = confusion_matrix(held_y, model.predict(held_X)) * (1 - np.eye(classes, dtype=int))
        true, said = np.unravel_index(errors.argmax(), errors.shape)
        want = f"cell({true}, {said}) <= {errors.max() // 2}"
        steering = steer(model, held_X, held_y, want, max_seconds=20.0)
        assert steering.met
        assert steering.exact or classes == 10
        scores = class_scores(model, held_X)
        goal = goal_of(want, held_y, classes)
        assert goal is not None
        turning = OffsetDescent(lambda _: None, scores.values, held_y, goal, None, Task())
        plain = turning.descend(np.asarray(scores.start))
        assert goal.rank(steering.after) <= goal.rank(plain[-1].matrix)


def test_a_promised_search_has_seen_all_decisions_along_one_offset() -> None:
    X, y = load_digits(n_class=3, return_X_y=True)
    model = GaussianNB(var_smoothing=1.0).fit(X[:60], y[:60])
    held_X, held_y = X[60:], y[60:]
    steering = steer(model, held_X, held_y, "recall(1) >= 60%", confidence=0.9)
    assert steering.promise is not None
    # No bound is about other cells, so that both ends of the offset count: nothing is called 1,
    # and everything is.
    assert steering.ranges[1, 1].tolist() == [0, np.count_nonzero(held_y == 1)]
    assert steering.ranges[0, 1].tolist() == [0, np.count_nonzero(held_y == 0)]
