"""K-means, Gaussian mixtures and the bound of EM against scikit-learn, scipy and grids."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize_scalar
from scipy.stats import norm
from sklearn.cluster import KMeans
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import GaussianMixture

from steersman.maths.lessons import (
    LineMixture,
    bound_steps,
    gaussian_mixture_steps,
    kmeans,
    kmeans_steps,
    nearest_centers,
    random_centers,
    round_gaussians,
    voronoi_cells,
)
from steersman.maths.lessons.em_bound import SETTLED
from steersman.maths.lessons.gaussian_mixture import ellipse

X = make_blobs(90, centers=4, cluster_std=1.3, random_state=3)[0]
BOX = (-12.0, 12.0, -13.0, 13.0)


@pytest.mark.parametrize("seed", range(5))
def test_kmeans_ends_where_scikit_learn_does_from_the_same_start(seed: int) -> None:
    start = random_centers(X, 4, np.random.default_rng(seed))
    peer = KMeans(4, init=start, n_init=1, tol=0).fit(X)
    ours = kmeans(X, start)
    assert ours.labels is not None
    assert ours.labels.tolist() == peer.labels_.tolist()
    assert ours.centers == pytest.approx(peer.cluster_centers_)
    assert ours.squares == pytest.approx(peer.inertia_)


def test_no_half_round_of_kmeans_raises_the_sum_of_squares() -> None:
    steps = list(kmeans_steps(X, X[:4]))
    squares = [step.squares for step in steps[1:]]
    assert np.diff(squares).max() < 1e-9
    assert squares[-1] < squares[0] - 1
    assert [step.half for step in steps[:4]] == ["start", "assign", "update", "assign"]
    assert steps[-1].half == "assign"


def test_a_center_without_points_stays() -> None:
    far = np.vstack([X[:2], [[99.0, 99.0]]])
    assert kmeans(X, far).centers[2].tolist() == [99.0, 99.0]


def test_a_place_lies_in_the_cell_of_its_nearest_center() -> None:
    centers = X[:6]
    cells = voronoi_cells(centers, BOX)
    rng = np.random.default_rng(0)
    places = np.column_stack([rng.uniform(-12, 12, 400), rng.uniform(-13, 13, 400)])
    nearest, _ = nearest_centers(places, centers)
    for place, own in zip(places, nearest, strict=True):
        held = [inside(cell, place) for cell in cells]
        assert held == [number == own for number in range(6)]


def test_the_cells_fill_the_box() -> None:
    x0, x1, y0, y1 = BOX
    areas = [area(cell) for cell in voronoi_cells(X[:7], BOX)]
    assert sum(areas) == pytest.approx((x1 - x0) * (y1 - y0))
    # A center elsewhere may have no part of the box.
    assert len(voronoi_cells(np.array([[0.0, 0.0], [900.0, 0.0]]), BOX)[1]) == 0


def inside(corners: np.ndarray, place: np.ndarray) -> bool:
    edges = np.roll(corners, -1, axis=0) - corners
    to = place - corners
    return bool((edges[:, 0] * to[:, 1] - edges[:, 1] * to[:, 0] >= 0).all())


def area(corners: np.ndarray) -> float:
    x, y = corners.T
    return 0.5 * abs(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def test_rounds_of_the_mixture_are_scikit_learns() -> None:
    start = round_gaussians(X[:3], 1.5)
    steps = list(gaussian_mixture_steps(X, start, learn_spread=True))
    for rounds in (1, 3, 8):
        peer = GaussianMixture(
            3,
            max_iter=rounds,
            tol=0,
            weights_init=start.weights,
            means_init=start.means,
            precisions_init=np.linalg.inv(start.covariances),
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            peer.fit(X)
        half, ours, _, likelihood = steps[2 * rounds]
        assert half == "update"
        assert ours.means == pytest.approx(peer.means_, rel=1e-8)
        assert ours.weights == pytest.approx(peer.weights_, rel=1e-8)
        assert ours.covariances == pytest.approx(peer.covariances_, rel=1e-7)
        assert likelihood == pytest.approx(peer.score(X) * len(X))


def test_the_log_likelihood_of_a_mixture_never_falls() -> None:
    for learned in (False, True):
        steps = gaussian_mixture_steps(X, round_gaussians(X[:4], 1.0), learned)
        values = [step.log_likelihood for step in steps]
        assert np.diff(values).min() > -1e-9
        assert values[-1] > values[0] + 1


def test_kmeans_is_the_limit_of_the_mixture_as_the_deviation_goes_to_0() -> None:
    start = X[[0, 20, 40, 60]]
    hard = kmeans(X, start)
    away = []
    for sigma in (3.0, 0.5, 0.1):
        *_, last = gaussian_mixture_steps(X, round_gaussians(start, sigma), learn_spread=False)
        away.append(float(np.abs(last.gaussians.means - hard.centers).max()))
    assert away == sorted(away, reverse=True)
    assert away[0] > 0.1
    assert away[-1] < 1e-6
    assert last.shares is not None
    assert last.shares.max(axis=1).min() > 1 - 1e-6
    assert last.shares.argmax(axis=1).tolist() == list(hard.labels)


def test_the_ellipse_of_a_covariance_has_its_deviations_as_axes() -> None:
    turn = np.array([[np.cos(0.4), -np.sin(0.4)], [np.sin(0.4), np.cos(0.4)]])
    long, short, angle = ellipse(turn @ np.diag([9.0, 4.0]) @ turn.T)
    assert (long, short) == pytest.approx((3.0, 2.0))
    assert np.tan(angle) == pytest.approx(np.tan(0.4))


LINE = LineMixture(
    np.array([-2.1, -1.7, -1.2, -0.6, 1.4, 1.9, 2.2, 2.6, 3.1]), other=2.0, sigma=1.0, share=0.5
)


def test_the_log_likelihood_is_the_bound_and_the_divergence_for_any_q() -> None:
    rng = np.random.default_rng(1)
    for theta in (-4.0, -1.0, 0.3, 5.0):
        q = rng.dirichlet((1.0, 1.0), size=len(LINE.x))
        bound = LINE.lower_bound(q, theta)
        assert bound + LINE.divergence(q, theta) == pytest.approx(LINE.log_likelihood(theta))
        assert bound < LINE.log_likelihood(theta)


def test_after_the_e_step_the_bound_touches_the_likelihood_with_the_same_slope() -> None:
    for theta in (-3.0, 0.0, 2.5):
        q = LINE.posterior(theta)
        assert LINE.lower_bound(q, theta) == pytest.approx(LINE.log_likelihood(theta))
        slopes = [
            approx_fprime([theta], lambda at: LINE.lower_bound(q, at[0]), 1e-6),  # noqa: B023
            approx_fprime([theta], lambda at: LINE.log_likelihood(at[0]), 1e-6),
        ]
        assert slopes[0] == pytest.approx(slopes[1], abs=1e-4)


def test_the_m_step_finds_the_top_of_the_bound() -> None:
    q = LINE.posterior(0.7)
    peer = minimize_scalar(
        lambda theta: -LINE.lower_bound(q, theta), bounds=(-6, 6), method="bounded"
    )
    assert LINE.best_mean(q, 0.7) == pytest.approx(peer.x, abs=1e-4)


def test_em_climbs_to_a_top_of_the_likelihood() -> None:
    steps = list(bound_steps(LINE, 4.5))
    climbed = [LINE.log_likelihood(step.theta) for step in steps]
    assert np.diff(climbed).min() > -1e-12
    grid = np.linspace(-6, 6, 2401)
    best = grid[np.argmax([LINE.log_likelihood(each) for each in grid])]
    assert steps[-1].theta == pytest.approx(best, abs=0.005)


NARROW = LineMixture(LINE.x, other=1.5, sigma=0.4, share=0.3)


def test_the_joint_is_that_of_two_normals_and_the_posterior_its_shares() -> None:
    joint = NARROW.joint(-0.7)
    expected = [0.3 * norm.pdf(LINE.x, -0.7, 0.4), 0.7 * norm.pdf(LINE.x, 1.5, 0.4)]
    assert joint == pytest.approx(np.column_stack(expected))
    assert NARROW.posterior(-0.7) == pytest.approx(joint / joint.sum(axis=1)[:, None])
    assert NARROW.log_likelihood(-0.7) == pytest.approx(np.log(joint.sum(axis=1)).sum())


@pytest.mark.parametrize("theta", [-6.0, 5.0])
def test_points_far_from_both_means_have_shares_and_a_likelihood(theta: float) -> None:
    """Their densities are too small for a number."""
    far = LineMixture(np.array([6.0, -5.0, -5.5]), other=-4.0, sigma=0.2, share=0.3)
    logs = np.column_stack(
        [np.log(0.3) + norm.logpdf(far.x, theta, 0.2), np.log(0.7) + norm.logpdf(far.x, -4.0, 0.2)]
    )
    assert far.log_joint(theta) == pytest.approx(logs)
    assert far.joint(-6.0)[0].tolist() == [0.0, 0.0]
    assert far.log_likelihood(theta) == pytest.approx(np.logaddexp(*logs.T).sum())
    q = far.posterior(theta)
    assert q.sum(axis=1) == pytest.approx([1.0] * 3)
    assert q[0].argmax() == logs[0].argmax()
    for shares in (q, np.full((3, 2), 0.5)):
        bound, gap = far.lower_bound(shares, theta), far.divergence(shares, theta)
        assert gap >= 0.0
        assert bound + gap == pytest.approx(far.log_likelihood(theta))
    assert all(np.isfinite(step.theta) for step in bound_steps(far, theta))


def test_a_mean_that_no_point_is_near_stays() -> None:
    alone = LineMixture(np.array([4.0, 5.0, 6.0]), other=5.0, sigma=0.2, share=0.5)
    assert [step.theta for step in bound_steps(alone, -6.0)] == [-6.0, -6.0, -6.0]
    assert alone.best_mean(np.array([[0.0, 1.0], [0.5, 0.5], [0.0, 1.0]]), -6.0) == 5.0


@pytest.mark.parametrize("mixture", [LINE, NARROW])
def test_rounds_of_the_bound_go_on_until_the_mean_rests(mixture: LineMixture) -> None:
    start, *steps = bound_steps(mixture, 3.0)
    assert (start.half, start.theta) == ("start", 3.0)
    assert (start.q == 0.5).all()
    assert [step.half for step in steps] == ["assign", "update"] * (len(steps) // 2)
    theta, moves = 3.0, []
    for assigned, updated in zip(steps[::2], steps[1::2], strict=True):
        assert assigned.theta == theta
        assert assigned.q == pytest.approx(mixture.posterior(theta))
        assert updated.theta == pytest.approx(np.average(mixture.x, weights=assigned.q[:, 0]))
        moves.append(abs(updated.theta - theta))
        theta = updated.theta
    assert moves[-1] < SETTLED * mixture.sigma <= min(moves[:-1])


@pytest.mark.parametrize("learned", [False, True])
def test_rounds_of_the_mixture_end_at_the_first_small_gain(learned: bool) -> None:
    start = round_gaussians(X[:3], 1.5)
    assert start.weights == pytest.approx([1 / 3] * 3)
    assert start.covariances == pytest.approx(np.stack([2.25 * np.eye(2)] * 3))
    first, *steps = gaussian_mixture_steps(X, start, learned, tolerance=1e-3)
    assert (first.half, first.gaussians, first.shares) == ("start", start, None)
    assert [step.half for step in steps] == ["assign", "update"] * (len(steps) // 2)
    heights = [first.log_likelihood, *(step.log_likelihood for step in steps[1::2])]
    gains = np.diff(heights)
    assert gains[-1] < 1e-3 * len(X) <= min(gains[:-1])
    for before, assigned, updated in zip([first, *steps[1::2]], steps[::2], steps[1::2]):
        assert assigned.gaussians is before.gaussians
        assert assigned.log_likelihood == before.log_likelihood
        assert updated.shares is assigned.shares
    if not learned:
        assert steps[-1].gaussians.covariances is start.covariances
    few = list(gaussian_mixture_steps(X, start, learned, tolerance=-np.inf, most_rounds=4))
    assert len(few) == 9


def test_a_flat_ellipse_has_no_width() -> None:
    long, short, angle = ellipse(np.array([[4.0, 4.0], [4.0, 4.0]]))
    assert (long, short) == pytest.approx((np.sqrt(8.0), 0.0), abs=1e-7)
    assert np.tan(angle) == pytest.approx(1.0)
