"""Target states for wanted confusion matrices."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steersman.maths.logistic.target_states import state_as, state_not_as, target_states


def test_the_three_kinds_of_state() -> None:
    assert state_as(2, 3).tolist() == [0, 0, 1]
    assert state_not_as(0, 3).tolist() == [0, 0.5, 0.5]
    current = np.array([[0.1, 0.6, 0.3], [0.3, 0.4, 0.3], [0.2, 0.7, 0.1]])
    codes, predicted = np.zeros(3, dtype=np.intp), np.ones(3, dtype=np.intp)
    one_way, moved = target_states(
        current, codes, predicted, np.array([[1, 2, 0], [0] * 3, [0] * 3])
    )
    assert moved.tolist() == [False, True, False]
    assert one_way[1].tolist() == [1, 0, 0]
    assert np.array_equal(one_way[[0, 2]], current[[0, 2]])
    two_ways, moved = target_states(
        current, codes, predicted, np.array([[1, 1, 1], [0] * 3, [0] * 3])
    )
    assert moved.tolist() == [True, True, False]
    assert two_ways[0].tolist() == [0.5, 0, 0.5]


@given(st.integers(0, 10_000), st.integers(2, 4))
def test_as_many_rows_move_as_the_matrices_differ_by(seed: int, classes: int) -> None:
    rng = np.random.default_rng(seed)
    current = rng.dirichlet(np.ones(classes), 60)
    codes, predicted = rng.integers(0, classes, 60), current.argmax(axis=1)
    cells = np.zeros((classes, classes), dtype=np.int64)
    np.add.at(cells, (codes, predicted), 1)
    wanted = np.array([rng.permutation(row) for row in cells])
    states, moved = target_states(current, codes, predicted, wanted)
    assert moved.sum() == np.maximum(cells - wanted, 0).sum()
    assert np.allclose(states.sum(axis=1), 1.0)
    assert np.array_equal(states[~moved], current[~moved])
    assert np.all(states[moved, predicted[moved]] == 0.0)
