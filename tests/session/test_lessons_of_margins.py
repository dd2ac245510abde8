"""Lessons of margins and kernels: conditions of optimality, eigenvalues, gaps of zero."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC, SVR
from tests.errors import raises
from tests.lesson_examples import EIGHT_POINTS, TEN_POINTS, TUBE

from steersman.session.lessons.dual import dual_view
from steersman.session.lessons.kernels import kernels_view
from steersman.session.lessons.tube import LessonTube, tube_view
from steersman.session.lessons.wide import LessonWide, wide_view
from steersman.tasks import Task


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_the_dual_closes_the_gap_and_every_condition_holds(kernel: str) -> None:
    view = dual_view(replace(TEN_POINTS, kernel=kernel))
    values = view.values
    assert values["converged"]
    assert list(values["kkt"].values()) == pytest.approx([0, 0, 0, 0], abs=1e-5)
    rows = np.array(TEN_POINTS.rows)
    settings = {"poly": {"gamma": 0.1, "coef0": 1.0, "degree": 2}, "rbf": {"gamma": 0.2}}
    peer = SVC(kernel=kernel, C=1.0, tol=1e-9, **settings.get(kernel, {}))
    peer.fit(rows[:, :2], rows[:, 2])
    margins = np.where(rows[:, 2] == 1, 1, -1) * peer.decision_function(rows[:, :2])
    assert values["margins"] == pytest.approx(margins.tolist(), abs=1e-3)
    assert np.count_nonzero(np.array(values["alpha"]) > 1e-6) == len(peer.support_)
    assert view.columns[0].values.shape == (values["side"] ** 2,)


def test_each_pair_climbs_from_zero_and_a_step_shows_its_alpha() -> None:
    start = dual_view(replace(TEN_POINTS, step=0)).values
    assert start["alpha"] == [0.0] * 10
    # With beta = 0 the better class alone has slack, 2 for each of its five points.
    assert (start["dual"][0], start["primal"][0]) == pytest.approx((0, 10))
    one = dual_view(replace(TEN_POINTS, step=1)).values
    assert np.count_nonzero(one["alpha"]) == 2
    assert one["kkt"]["gap"] > 0
    assert (np.diff(start["dual"]) > 0).all()
    with raises("class-single"):
        dual_view(replace(TEN_POINTS, rows=TEN_POINTS.rows[:5]))


def test_the_sigmoid_fails_with_a_vector_that_proves_it() -> None:
    values = kernels_view(replace(EIGHT_POINTS, kernel="sigmoid")).values
    gram, c = np.array(values["gram"]), np.array(values["direction"])
    X = np.array(EIGHT_POINTS.rows)
    np.testing.assert_allclose(gram, np.tanh(X @ X.T - 1))
    assert not values["definite"]
    assert c @ gram @ c == pytest.approx(values["form"])
    assert values["form"] == pytest.approx(-3.922, abs=1e-3)
    assert min(values["mercer"]["values"]) < 0


def test_kernels_are_definite_and_mercers_sum_closes_in() -> None:
    for kernel, terms in (("linear", 1), ("poly", 3), ("rbf", 12)):
        values = kernels_view(replace(EIGHT_POINTS, kernel=kernel, terms=terms)).values
        assert values["definite"]
        assert values["mercer"]["error"] < 1e-8
    gram = rbf_kernel(np.array(EIGHT_POINTS.rows), gamma=1.0)
    values = kernels_view(EIGHT_POINTS).values
    assert values["eigenvalues"] == pytest.approx(np.linalg.eigvalsh(gram)[::-1].tolist())
    assert sum(values["eigenvalues"]) == pytest.approx(8)


def test_more_features_than_points_separate_shuffled_labels_and_cost_test_errors() -> None:
    values = wide_view(LessonWide(points=20, draws=4, c=1000.0), Task()).values
    wide = [i for i, p in enumerate(values["features"]) if p >= 80]
    assert [values["shuffled"][i][0] for i in wide] == [0] * len(wide)
    assert [values["separable"][i] for i in wide] == [1] * len(wide)
    assert values["test"][-1][0] > values["test"][0][0] + 0.15
    assert values["radial"][0] < values["test"][-1][0] - 0.15


@pytest.mark.parametrize("kernel", ["linear", "poly", "rbf"])
def test_the_tube_has_no_gap_and_its_conditions_hold(kernel: str) -> None:
    asked = replace(TUBE, kernel=kernel)
    values = tube_view(asked).values
    assert values["primal"] == pytest.approx(values["dual"], rel=1e-4)
    assert values["balance"] == pytest.approx(0, abs=1e-9)
    assert values["complementarity"] < 1e-3
    for point in values["points"]:
        assert point["alpha"] * point["alpha_star"] == 0
        assert point["above"] * point["below"] == 0
        assert max(point["alpha"], point["alpha_star"]) <= asked.c + 1e-12


def test_the_dual_of_the_tube_is_the_one_a_general_solver_finds() -> None:
    values = tube_view(TUBE).values
    x, y, n = np.array(TUBE.x), np.array(TUBE.y), len(TUBE.x)
    gram = rbf_kernel(x[:, None], gamma=0.3)

    def loss(both: np.ndarray) -> float:
        a = both[:n] - both[n:]
        return a @ gram @ a / 2 + TUBE.epsilon * both.sum() - a @ y

    found = minimize(
        loss, np.zeros(2 * n), bounds=[(0, TUBE.c)] * (2 * n), method="SLSQP", tol=1e-12,
        constraints={"type": "eq", "fun": lambda both: both[:n].sum() - both[n:].sum()},
        options={"maxiter": 500},
    )  # fmt: skip
    assert -found.fun == pytest.approx(values["dual"], rel=1e-4)
    signed = [point["alpha"] - point["alpha_star"] for point in values["points"]]
    assert signed == pytest.approx((found.x[:n] - found.x[n:]).tolist(), abs=2e-2)


def test_points_inside_the_tube_can_be_removed() -> None:
    values = tube_view(TUBE).values
    kept = [i for i, each in enumerate(values["points"]) if each["alpha"] + each["alpha_star"] > 0]
    assert 2 < len(kept) < len(TUBE.x)
    rest = replace(TUBE, x=tuple(TUBE.x[i] for i in kept), y=tuple(TUBE.y[i] for i in kept))
    assert tube_view(rest).values["curve"]["y"] == pytest.approx(values["curve"]["y"], abs=1e-3)


def test_a_straight_tube_is_the_one_of_the_four_losses() -> None:
    x = (0.6, 1.4, 2.1, 2.9, 3.6, 4.4, 5.2, 5.9, 6.7, 7.4, 8.3, 9.2)
    y = (1.4, 1.2, 2.3, 2.2, 3.4, 3.1, 4.4, 4.2, 5.3, 5.2, 6.3, 1.2)
    curve = tube_view(LessonTube(x, y)).values["curve"]
    slope = (curve["y"][-1] - curve["y"][0]) / 10
    peer = SVR(kernel="linear", C=1, epsilon=0.5, tol=1e-8).fit(np.array(x)[:, None], y)
    assert (slope, curve["y"][0]) == pytest.approx((peer.coef_[0, 0], peer.intercept_[0]), abs=1e-3)
    assert (slope, curve["y"][0]) == pytest.approx((0.5849, 0.8811), abs=1e-3)
    with raises("lengths-differ"):
        tube_view(LessonTube((1.0, 2.0), (1.0,)))
