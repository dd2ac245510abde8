from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linprog

from steersman.maths.lessons import homogeneous
from steersman.maths.lines import common_point

CORNERS = np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])


def test_and_is_separable_and_xor_is_not_because_both_diagonals_meet() -> None:
    assert common_point(CORNERS, np.array([True, False, False, False])) is None
    assert common_point(CORNERS, np.array([True, False, True, True])) is None
    proof = common_point(CORNERS, np.array([False, False, True, True]))
    assert proof is not None
    np.testing.assert_allclose(proof.point, [0.5, 0.5])
    assert sorted(proof.rows) == [0, 1, 2, 3]
    np.testing.assert_allclose(proof.shares, 0.5)


@pytest.mark.parametrize("seed", range(30))
def test_the_proof_holds_and_is_missing_only_where_a_hyperplane_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 4))
    X = rng.normal(size=(12, d)) * 100.0 ** rng.integers(-1, 2)
    positive = np.arange(12) < 4
    X[positive] += rng.choice([0.0, 3.0]) * X.std(axis=0)
    proof = common_point(X, positive)
    rows = np.where(positive, -1.0, 1.0)[:, np.newaxis] * homogeneous(X / X.std())
    plane = linprog(np.zeros(d + 1), A_ub=rows, b_ub=-np.ones(12), bounds=(None, None))
    assert (proof is None) == plane.success
    if proof is None:
        return
    for side in (True, False):
        mine = positive[proof.rows] == side
        np.testing.assert_allclose(proof.shares[mine].sum(), 1.0)
        np.testing.assert_allclose(
            proof.shares[mine] @ X[proof.rows[mine]], proof.point, atol=1e-7 * np.abs(X).max()
        )
    assert len(proof.rows) <= d + 2


def test_one_class_alone_needs_no_line() -> None:
    assert common_point(CORNERS, np.zeros(4, dtype=bool)) is None
