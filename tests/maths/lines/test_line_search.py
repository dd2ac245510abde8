"""The bound of a range of slopes against the lines in it."""

import numpy as np
import pytest

from steersman.maths.lines import (
    accuracy_goal,
    cost_goal,
    f_beta_goal,
    fewest_fp_goal,
    g_mean_goal,
    goal_value,
    most_tp_goal,
)
from steersman.maths.lines.certified_line import off_the_points, point_frame, positives_under_line
from steersman.maths.lines.line_search import (
    best_threshold,
    bound_and_strip,
    crossings,
    heights_at,
    narrow_range,
)

GOALS = [
    lambda p, n: f_beta_goal(1.0, p, n),
    lambda p, n: f_beta_goal(0.5, p, n),
    lambda p, n: cost_goal(2.0, 1.0, p, n),
    accuracy_goal,
    g_mean_goal,
    lambda p, n: most_tp_goal(2.0, p, n),
    lambda p, n: fewest_fp_goal(1.0, p, n),
]


def some_points(rng, count=30):
    labels = np.arange(count) % 3 == 0
    return np.column_stack([rng.normal(size=(count, 2)), labels, ~labels]).astype(float)


@pytest.mark.parametrize("goal_of", GOALS)
def test_a_score_rises_with_true_and_falls_with_false_positives(goal_of):
    goal = goal_of(5.0, 7.0)
    values = np.array([[goal_value(goal, tp, fp) for fp in range(8)] for tp in range(6)])
    assert (values[1:] >= values[:-1]).all()
    assert (values[:, 1:] <= values[:, :-1]).all()


@pytest.mark.parametrize("goal_of", GOALS)
def test_no_line_in_a_range_exceeds_its_bound_and_those_that_beat_the_best_lie_in_its_strip(
    goal_of,
):
    rng = np.random.default_rng(0)
    for _ in range(40):
        points = some_points(rng)
        goal = goal_of(points[:, 2].sum(), points[:, 3].sum())
        low = rng.uniform(-1, 0.9) if rng.random() < 0.5 else rng.uniform(0, 0.9)
        high = min(low + rng.uniform(0.01, 0.2), 0.0 if low < 0 else 1.0)
        ends = np.array([low, high, rng.normal(), rng.normal()])
        best = goal_value(goal, 6.0, 2.0)
        bound, strip, side = narrow_range(points, ends, np.zeros(2), goal, best, 3.0)
        for share in rng.random(15):
            heights = heights_at(low + share * (high - low), points)
            strip = strip if bound > best else np.zeros(6)  # nothing beats the best: no strip
            edges = strip[2::2] + share * (strip[3::2] - strip[2::2])
            for threshold in rng.choice(heights, 8) + 1e-9:
                under = heights < threshold
                value = goal_value(goal, points[under, 2].sum(), points[under, 3].sum())
                assert value <= bound
                if value > best:
                    assert edges[0] < threshold <= edges[1]
                    assert under[side == -1].all()
                    assert not under[side == 1].any()


def test_a_range_of_no_width_is_bounded_by_its_best_threshold():
    points = some_points(np.random.default_rng(1))
    goal = f_beta_goal(1.0, points[:, 2].sum(), points[:, 3].sum())
    heights = heights_at(0.3, points)
    window = np.array([-9.0, 9.0, 0.0])
    best, threshold = best_threshold(heights, points, np.zeros(2), goal, window)
    bound, _, _ = bound_and_strip(heights, heights, points, np.zeros(2), goal, -1.0)
    under = heights < threshold
    assert best == bound == goal_value(goal, points[under, 2].sum(), points[under, 3].sum())


def test_at_a_crossing_a_positive_and_a_negative_have_the_same_height():
    points = some_points(np.random.default_rng(2), 9)
    stops = crossings(points, np.array([-1.0, 1.0]))
    assert len(stops) == 2 + 3 * 6
    for s in stops[1:-1]:
        heights = heights_at(s, points)
        apart = np.abs(heights[points[:, 2] > 0][:, None] - heights[points[:, 3] > 0])
        assert apart.min() < 1e-12


def test_a_line_moved_off_the_points_decides_the_same_from_further_away():
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(2, 60))
    points = point_frame(x, y, rng.random(60) < 0.5).points
    heights = np.sort(heights_at(0.25, points))
    threshold = heights[20] + 1e-6 * (heights[21] - heights[20])
    s, moved = off_the_points(points, 0.25, threshold, np.array([-1.0, 1.0]))
    before, after = heights_at(0.25, points) - threshold, heights_at(s, points) - moved
    assert ((before < 0) == (after < 0)).all()
    assert np.abs(after).min() > 100 * np.abs(before).min()


def test_a_point_on_the_line_is_not_under_it():
    x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 2.0, 3.0, 8.0])
    on_or_under = np.array([True, True, True, False])
    assert positives_under_line(x, y, on_or_under, 2.0, 0.0) == (1, 0)
    assert positives_under_line(x, y, ~on_or_under, 2.0, 0.0) == (0, 1)
