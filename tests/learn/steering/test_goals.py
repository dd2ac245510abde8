"""How settings are ranked, and the ranges that cells took: against sorting and counting."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from steersman.learn.promises import Promise, promise_for
from steersman.learn.steering import Goal, SeenRanges
from steersman.learn.wants import Want
from steersman.maths.confusion import OffsetPath
from steersman.maths.confusion.sweeps import cutoff_sweep, offset_path

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
COSTS = [[0.0, 1.0], [4.0, -0.5]]


def sweep(seed: int, rows: int = 60, digits: int = 1) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 2, rows)
    found = cutoff_sweep((rng.normal(size=rows) + 1.5 * y).round(digits), y == 1)
    return found.settings, found.matrices


def path(seed: int, rows: int = 60) -> OffsetPath:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, rows)
    return offset_path(rng.normal(size=(rows, 3)) + np.eye(3)[y], y, np.zeros(3), 1)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("text", "costs", "damage"),
    [
        ("fp <= 9", None, lambda m: m[1, 0]),
        ("fp <= 9 and fn <= 9", None, lambda m: m[0, 1] + m[1, 0]),
        ("fn <= 12", COSTS, lambda m: m[0, 1] + 4.0 * m[1, 0] - 0.5 * m[1, 1]),
        ("minimize fn subject to fpr <= 20%", None, lambda m: m[1, 0]),
        ("maximize precision subject to recall >= 40%", None,
         lambda m: 1.0 - m[1, 1] / max(1, m[:, 1].sum()) if m[:, 1].sum() else 1.0),
    ],
)  # fmt: skip
def test_the_best_has_the_least_gap_then_damage_then_errors_then_distance(
    text: str, costs: object, damage: object, seed: int
) -> None:
    settings, matrices = sweep(seed)
    want = Want(text).resolve([0, 1], costs=costs)
    goal = Goal(want)
    distances = np.abs(settings - 0.3)
    keys = [
        (want.gap(matrix), round(float(damage(matrix)), 9), -np.trace(matrix), distance)  # type: ignore[operator]
        for matrix, distance in zip(matrices, distances)
    ]
    at = goal.best(matrices, distances)
    assert keys[at] == min(keys)
    found, rank = goal.best_rank(matrices, goal.gaps(matrices), distances)
    assert found == at
    assert rank == (keys[at][0], pytest.approx(keys[at][1]), keys[at][2])
    assert goal.rank(matrices[at]) == rank
    assert goal.best(matrices) == [key[:3] for key in keys].index(min(keys)[:3])


def test_with_a_prior_damage_counts_as_often_as_it_happens_in_use() -> None:
    _, matrices = sweep(0)
    want = Want("precision >= 40%").resolve([0, 1], row_sums=matrices[0].sum(axis=1), prior=0.1)
    sizes = matrices[0].sum(axis=1)
    weights = np.array([0.9, 0.1]) / (sizes / sizes.sum())
    prices = Goal(want).fixed_prices(sizes.astype(float))
    np.testing.assert_allclose(prices / prices[1, 0], np.array([[0, 0], [1, 0]]))
    given = Goal(want, given_prices=np.array([[0.0, 1.0], [3.0, 0.0]]))
    np.testing.assert_allclose(
        given.fixed_prices(sizes.astype(float)), np.array([[0, 1.0], [3.0, 0]]) * weights[:, None]
    )


@pytest.mark.parametrize(
    ("text", "costs", "prices"),
    [
        ("refer <= 10% and error rate <= 5%", None, [[0, 0, 1], [0, 0, 1]]),
        ("refer <= 10% and fpr <= 5%", None, [[0, 0, 0], [1, 0, 0]]),
        ("refer <= 10%", COSTS, [[0, 1, 0], [4, -0.5, 0]]),
    ],
)
def test_referred_rows_are_damage_where_all_errors_are_limited(
    text: str, costs: object, prices: list[list[float]]
) -> None:
    goal = Goal(Want(text).resolve([0, 1], costs=costs))
    assert goal.default_prices.tolist() == prices
    matrix = np.array([[[3, 4, 5], [6, 7, 8]]])
    assert goal.damages(matrix)[0] == float((np.array(prices) * matrix[0]).sum())
    assert goal.rank(matrix[0])[2] == -10


def test_under_a_promise_settings_not_shown_are_compared_as_counted() -> None:
    settings, matrices = sweep(1, 200, 2)
    want = Want("fpr <= 10% and precision >= 75%").resolve([0, 1])
    sums = matrices[0].sum(axis=1).astype(float)
    promise = promise_for(want, sums, 0.9)
    assert isinstance(promise, Promise)
    goal = Goal(want, promise)
    gaps = goal.gaps(matrices)
    unshown = (promise.bounds[1].evidence.gaps(matrices) > 0).astype(float)
    np.testing.assert_array_equal(promise.unshown_counts(matrices), unshown)
    keys = [
        (-1.0 if gap == 0.0 else want.gap(matrix), short, *goal.rank(matrix)[1:])
        for gap, short, matrix in zip(gaps, unshown, matrices)
    ]
    assert keys[goal.best(matrices)] == min(keys)
    missed = np.where(gaps == 0.0, 3.0, gaps)
    first, second = goal.distances_from_want(matrices, missed)
    np.testing.assert_array_equal(first, unshown)
    np.testing.assert_array_equal(second, want.gaps(matrices))
    assert len(settings) == len(matrices)


@pytest.mark.parametrize(
    ("objective", "column", "sign"),
    [("maximize recall", 1, 1.0), ("minimize fp", 1, -1.0), ("maximize f1", None, 0.0)],
)
def test_room_of_a_promise_is_used_by_more_calls_or_fewer(
    objective: str, column: int | None, sign: float
) -> None:
    _, matrices = sweep(2)
    want = Want(f"{objective} subject to fpr <= 30% and recall >= 20%").resolve([0, 1])
    sums = matrices[0].sum(axis=1).astype(float)
    promised = Goal(want, promise_for(want, sums, 0.8))
    calls = matrices[:, :, 1].sum(axis=1) if column else np.zeros(len(matrices))
    np.testing.assert_array_equal(promised.unused_calls(matrices), -sign * calls)
    assert not Goal(want).unused_calls(matrices).any()


@pytest.mark.parametrize("text", ["fp(1) <= 9", "fp(1) <= 9 and fn(1) <= 6", "cell(0, 2) <= 3",
                                  "errors <= 2 and tp(0) >= 5", ""])  # fmt: skip
def test_ranges_are_over_settings_that_keep_the_bounds_on_other_cells(text: str) -> None:
    along = path(3)
    matrices = along.stack()
    want = Want(text or "maximize accuracy").resolve([0, 1, 2])
    seen, at_once = SeenRanges(want), SeenRanges(want)
    for part in (matrices[:20], matrices[20:]):
        seen.add(part)
    at_once.add(along, want.gaps_by_bound(along))
    kept = want.gaps_by_bound(matrices) == 0.0
    about = []
    for bound in want.bounds:
        mask = bound.error_cells(3).astype(bool)
        # Rows are fixed: a bound on the errors of a class is about its right decisions as well.
        about.append(mask | np.diag(mask.any(axis=1)))
    for cell in np.ndindex(3, 3):
        others = [at for at, mask in enumerate(about) if not mask[cell]]
        holds = kept[:, others].all(axis=1) if others else np.ones(len(matrices), dtype=bool)
        values = matrices[holds if holds.any() else slice(None)][(slice(None), *cell)]
        assert seen.ranges()[cell].tolist() == [values.min(), values.max()]
    assert np.array_equal(seen.ranges(), at_once.ranges())
    assert seen.exact
