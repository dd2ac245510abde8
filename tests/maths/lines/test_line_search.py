"""The bound of a range of slopes against the lines in it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy.special import ndtr

from steersman.maths.lines import (
    SearchLimits,
    accuracy_goal,
    best_cut,
    cost_goal,
    f_beta_goal,
    fewest_fp_goal,
    g_mean_goal,
    goal_value,
    most_tp_goal,
    widest_margin,
)
from steersman.maths.lines.certified_line import (
    certified_line,
    freedom,
    off_the_points,
    point_frame,
    positives_under_line,
)
from steersman.maths.lines.line_search import (
    Floats,
    best_edge,
    best_threshold,
    binned_bound_and_strip,
    binned_threshold,
    bound_and_strip,
    bound_of_bins,
    crossings,
    heights_at,
    narrow_range,
    open_points,
    range_bins,
    searched_line,
)
from steersman.maths.lines.smoothed_threshold import PLACES, expected_above, steady_threshold

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


@pytest.mark.parametrize("shift", [-9.0, 0.0, 9.0])
@pytest.mark.parametrize("s", [-0.7, 0.0, 0.4])
def test_the_freedom_of_a_line_is_the_gap_between_both_sides(s: float, shift: float) -> None:
    rng = np.random.default_rng(4)
    points = np.column_stack([rng.normal(size=(25, 2)) + shift, np.ones((25, 2))])
    heights = heights_at(s, points)
    order = np.argsort(heights)
    under = heights <= heights[order[9]]
    distance, threshold, middle = freedom(points, under, s)
    below, above = points[order[9], :2], points[order[10], :2]
    normal = np.array([s, 1.0 - abs(s)])
    assert distance == pytest.approx((above - below) @ normal / np.linalg.norm(normal))
    assert threshold == pytest.approx(0.5 * (above + below) @ normal)
    np.testing.assert_allclose(middle, 0.5 * (above + below))


def test_a_point_on_the_line_is_not_under_it():
    x, y = np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.0, 2.0, 3.0, 8.0])
    on_or_under = np.array([True, True, True, False])
    assert positives_under_line(x, y, on_or_under, 2.0, 0.0) == (1, 0)
    assert positives_under_line(x, y, ~on_or_under, 2.0, 0.0) == (0, 1)


TP, FP = 2.0, 1.0  # positives and negatives that lie under all thresholds


@st.composite
def height_ranges(draw: st.DrawFn) -> tuple[Floats, Floats, Floats, Floats, float]:
    """Heights that vary over a range of slopes, labels, a goal, and a score to beat."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size = draw(st.integers(1, 60))
    decimals = draw(st.integers(0, 3))
    low = np.round(rng.normal(size=size), decimals)
    high = low + np.round(rng.random(size) * draw(st.sampled_from([0.0, 0.1, 2.0])), decimals)
    points = np.zeros((size, 4))
    points[:, 2] = rng.integers(0, 3, size)
    points[:, 3] = rng.integers(0, 3, size)
    sizes = float(points[:, 2].sum()) + TP, float(points[:, 3].sum()) + FP
    goal = draw(st.sampled_from([f_beta_goal(1.0, *sizes), accuracy_goal(*sizes)]))
    return low, high, points, goal, draw(st.sampled_from([-1.0, 0.2, 0.5, 0.7]))


@given(height_ranges())
def test_bins_bound_at_least_what_sorting_bounds(given_ranges) -> None:
    low, high, points, goal, best = given_ranges
    under = np.array([TP, FP])
    bound, start, end = bound_and_strip(low, high, points, under, goal, best)
    loose, first, last = binned_bound_and_strip(low, high, points, under, goal, best)
    assert loose >= bound
    if bound > best:
        assert first <= start
        assert last >= end


@given(height_ranges())
def test_a_bound_is_the_best_of_all_low_ends_and_its_strip_holds_all_that_beat_the_score(
    given_ranges,
) -> None:
    low, high, points, goal, best = given_ranges
    under = np.array([TP, FP])
    bound, start, end = bound_and_strip(low, high, points, under, goal, best)
    values = {-np.inf: goal_value(goal, TP, FP)}
    for threshold in low[points[:, 2] > 0]:
        tp, fp = points[low <= threshold, 2].sum(), points[high <= threshold, 3].sum()
        values[threshold] = goal_value(goal, TP + tp, FP + fp)
    assert bound == max(values.values())
    better = [threshold for threshold, value in values.items() if value > best]
    assert start == min(better, default=np.inf)
    if better:
        # The strip ends where the last of them has too many negatives, or the next is no better.
        tp, last = TP + points[low <= max(better), 2].sum(), max(better)
        worse = {t for t in values if t > last} | {
            t
            for t in high[(points[:, 3] > 0) & (high > last)]
            if goal_value(goal, tp, FP + points[high <= t, 3].sum()) <= best
        }
        assert end == min(worse, default=np.inf)


@given(height_ranges())
def test_bounds_and_edges_of_bins_are_those_of_every_bin_tried(given_ranges) -> None:
    low, high, points, goal, best = given_ranges
    under, bins = np.array([TP, FP]), np.array([low.min(), 0.01])
    counts = range_bins(low, high, points, *bins)
    tp, fp = TP + np.cumsum(counts[0]), FP + np.cumsum(counts[1])
    before = np.append(FP, fp[:-1])
    at_most = [goal_value(goal, *each) for each in zip(tp, before)]
    bound, first, last = bound_of_bins(counts, bins, under, goal, best)
    nothing_under = goal_value(goal, TP, FP)
    assert bound == max(nothing_under, *at_most)
    beaten = np.flatnonzero(np.array(at_most) > best)
    if nothing_under > best or (len(beaten) and beaten[0] == 0):
        assert first == -np.inf
    else:
        assert first == (bins[0] + (beaten[0] - 1) * bins[1] if len(beaten) else np.inf)
    if len(beaten) and beaten[-1] <= len(tp) - 3:
        assert last == bins[0] + (beaten[-1] + 2) * bins[1]
    edges = [goal_value(goal, *each) for each in zip(tp, fp)]
    value, edge = best_edge(counts, bins, under, goal)
    assert value == max(nothing_under, *edges)
    if value > nothing_under:
        assert edge == bins[0] + (np.argmax(edges) + 1) * bins[1]


@given(height_ranges())
def test_the_best_threshold_is_the_best_of_all_gaps(given_ranges) -> None:
    heights, _, points, goal, _ = given_ranges
    window = np.array([-1.0, 1.0, 0.05])
    best, where = best_threshold(heights, points, np.array([TP, FP]), goal, window)
    stops = np.concatenate([[-1.0], np.maximum(np.sort(heights), -1.0), [1.0]])
    middles = 0.5 * (stops[:-1] + stops[1:])
    wide = (np.diff(stops) > 0.05) & (np.abs(middles) < 1.0)
    values = [
        goal_value(goal, *(np.array([TP, FP]) + points[heights < middle, 2:].sum(axis=0)))
        for middle in middles[wide]
    ]
    assert best == max(values, default=-np.inf)
    if values:
        assert where == middles[wide][np.argmax(values)]


@given(height_ranges(), st.integers(0, 2**32 - 1))
def test_open_points_are_those_in_between_and_the_others_are_counted(given_ranges, seed) -> None:
    _, _, points, _, _ = given_ranges
    side = np.random.default_rng(seed).integers(-1, 2, len(points))
    left, under = open_points(points, side, np.array([2.0, 3.0]))
    assert_array_equal(left, points[side == 0])
    assert_array_equal(under, np.array([2.0, 3.0]) + points[side < 0, 2:].sum(axis=0))


@given(height_ranges())
def test_the_best_edge_of_a_bin_is_a_threshold_with_that_score(given_ranges) -> None:
    heights, _, points, goal, _ = given_ranges
    under = np.array([TP, FP])
    value, where = binned_threshold(heights, points, under, goal)
    window = np.array([-10.0, 10.0, 0.0])
    best, _ = best_threshold(heights, points, under, goal, window)
    # No two of these heights are so near to each other that they share a bin.
    assert value == best
    below = (
        heights <= where + 1e-9
        if value > goal_value(goal, TP, FP)
        else np.zeros_like(heights, bool)
    )
    assert goal_value(goal, *(under + points[below, 2:].sum(axis=0))) == value


def test_a_search_that_stops_early_has_a_bound_that_no_slope_exceeds() -> None:
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(2, 6_000))
    positive = rng.random(6_000) < 0.4
    goal = accuracy_goal(float(positive.sum()), float((~positive).sum()))
    whole = certified_line(x, y, positive, goal)
    assert whole.upper_bound == whole.score
    gaps = []
    for ranges in (8, 40, 200):
        early = certified_line(x, y, positive, goal, limits=SearchLimits(ranges=ranges))
        assert early.score <= whole.score <= early.upper_bound
        gaps.append(early.upper_bound - early.score)
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 0.05
    slopes = np.tan(rng.uniform(-1.5, 1.5, 40))
    assert max(best_cut(x, y, positive, goal, s).score for s in slopes) <= whole.upper_bound
    near = certified_line(x, y, positive, goal, limits=SearchLimits(tolerance=0.02))
    assert near.upper_bound - near.score <= 0.02
    hurried = certified_line(x, y, positive, goal, limits=SearchLimits(seconds=0.0))
    assert hurried.upper_bound < 1.0
    points, grid = point_frame(x, y, positive).points, np.linspace(-1.0, 1.0, 7)
    # Every range of the grid is bounded, and then no other is visited.
    assert searched_line(points, goal, grid, SearchLimits(seconds=-1.0)).ranges == 6
    for ranges in (0, 3, 40):
        found = searched_line(points, goal, grid, SearchLimits(ranges=ranges))
        assert found.ranges == ranges
        assert found.upper_bound >= whole.score
    unhurried = searched_line(points, goal, grid)
    assert unhurried.ranges > 40
    assert unhurried.score == unhurried.upper_bound == whole.score


@pytest.mark.parametrize("seed", [1, 3, 10, 11])
def test_a_line_between_two_clouds_is_turned_until_it_is_far_from_both(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, normal = rng.normal(size=(40, 2)), rng.normal(size=2)
    normal /= np.linalg.norm(normal)
    under = X @ normal < 0.3 * rng.normal()
    X += 0.4 * np.where(under, -1.0, 1.0)[:, None] * normal
    points = np.column_stack([X, under, ~under]).astype(float)
    # The line that is turned away from this one as far as it goes.
    steepest = normal[0] / (abs(normal[0]) + normal[1])
    for s in np.minimum(steepest + np.linspace(0.3, 0.0, 31), 0.99):
        heights = heights_at(s, points)
        low, high = heights[under].max(), heights[~under].min()
        if low < high:
            break
    turned, threshold = off_the_points(points, s, low + 1e-6 * (high - low), np.array([-1.0, 1.0]))
    after = heights_at(turned, points)
    assert threshold == pytest.approx(0.5 * (after[under].max() + after[~under].min()))
    before, distance = freedom(points, under, s)[0], freedom(points, under, turned)[0]
    assert distance > 1.5 * before
    assert 0.7 < distance / widest_margin(X @ X.T, under).width < 1.0 + 1e-9


@pytest.mark.parametrize("side", [-1.0, 1.0])
@pytest.mark.parametrize("shift", [(64.0, -64.0), (-64.0, -64.0), (64.0, 64.0), (-64.0, 64.0)])
def test_points_far_from_the_origin_have_the_best_line_of_those_near_it(
    shift: tuple[float, float], side: float
) -> None:
    rng = np.random.default_rng(5)
    # In steps of which sums with the shift are exact.
    x, y = np.round(64.0 * rng.normal(size=(2, 80))) / 64.0
    positive = side * x - y + rng.normal(size=80) > 0.5
    goal = f_beta_goal(1.0, positive.sum(), (~positive).sum())
    near = certified_line(x, y, positive, goal)
    far = certified_line(x + shift[0], y + shift[1], positive, goal)
    assert far.score == far.upper_bound == near.score == near.upper_bound


def test_points_at_one_place_are_counted_there() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.integers(0, 5, (2, 200)) / 4.0
    positive = rng.random(200) < 0.4
    frame = point_frame(x, y, positive)
    where, place = np.unique(np.column_stack([x, y]), axis=0, return_inverse=True)
    counts = np.zeros((len(where), 2))
    np.add.at(counts, place.ravel(), np.column_stack([positive, ~positive]))
    units = [frame.x_unit, frame.y_unit]
    np.testing.assert_array_equal(frame.points, np.column_stack([where / units, counts]))


@pytest.mark.parametrize("seed", range(6))
def test_a_search_ends_where_no_line_beats_what_is_there(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.normal(size=(2, 300))
    positive = x - y + rng.normal(size=300) > 0.5
    goal = f_beta_goal(1.0, positive.sum(), (~positive).sum())
    best = certified_line(x, y, positive, goal)
    below = SearchLimits(beat=best.score - 1e-9)
    assert certified_line(x, y, positive, goal, limits=below) == best
    ended = certified_line(x, y, positive, goal, limits=SearchLimits(beat=best.score))
    assert ended.score <= best.score <= ended.upper_bound


@pytest.mark.parametrize(("spread", "width"), [(0.07, 1.0), (30.0, 1.0), (30.0, 50.0)])
def test_expected_counts_are_those_of_errors_in_all_margins(spread: float, width: float) -> None:
    rng = np.random.default_rng(0)
    margins, places = np.sort(width * rng.normal(size=400)), np.linspace(-5.0, 5.0, 50)
    expected = [ndtr((margins - place) / spread).sum() for place in places]
    np.testing.assert_allclose(expected_above(margins, places, spread), expected, atol=1e-12)


@pytest.mark.parametrize("unit", [(1.0, 1.0), (1e-3, 500.0), (64.0, 0.25)])
def test_a_frame_has_both_axes_of_about_one_size_and_the_lines_of_the_points(
    unit: tuple[float, float],
) -> None:
    rng = np.random.default_rng(6)
    x, y = rng.normal(size=(2, 30)) * np.array(unit)[:, None]
    frame = point_frame(x, y, rng.random(30) < 0.5)
    assert np.log2([frame.x_unit, frame.y_unit]) % 1.0 == pytest.approx([0.0, 0.0])
    extents = np.ptp(frame.points[:, :2], axis=0)
    assert (extents >= np.sqrt(0.5) - 1e-9).all()
    assert (extents <= np.sqrt(2.0) + 1e-9).all()
    # One place alone is measured in ones.
    assert point_frame(np.ones(3), np.full(3, 7.0), np.ones(3, bool))[1:] == (1.0, 1.0)
    for angle in (-80.0, -30.0, 0.0, 10.0, 75.0):
        slope = np.tan(np.radians(angle)) * unit[1] / unit[0]
        s = frame.s_of(slope)
        heights = heights_at(s, frame.points)
        order = np.argsort(heights)
        threshold = 0.5 * (heights[order[11]] + heights[order[12]])
        found = frame.line_of(s, threshold)
        assert found[0] == pytest.approx(slope)
        where = frame.points[:, :2] * [frame.x_unit, frame.y_unit]
        under = where[:, 1] < found[0] * where[:, 0] + found[1]
        assert set(np.flatnonzero(under)) == set(order[:12])
    assert (frame.s_of(np.inf), frame.s_of(-np.inf)) == (-1.0, 1.0)


@pytest.mark.parametrize("slopes", [(-np.inf, np.inf), (-0.5, 2.0), (0.3, np.inf), (1.0, 1.0)])
@pytest.mark.parametrize("goal_of", GOALS)
def test_a_certified_line_is_the_best_of_all_that_pass_next_to_two_points(
    goal_of, slopes: tuple[float, float]
) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        x, y = rng.normal(size=(2, 11))
        positive = np.arange(11) % 3 == 0
        goal = goal_of(float(positive.sum()), float((~positive).sum()))
        first, second = np.triu_indices(11, 1)
        turns = (y[first] - y[second]) / (x[first] - x[second])
        # Between two slopes at which a pair of points ties, no decision depends on the slope.
        stops = np.clip(np.sort(np.append(turns, [-1e6, 1e6])), *slopes)
        best = -np.inf
        for slope in 0.5 * (stops[:-1] + stops[1:]):
            heights = np.sort(y - slope * x)
            cuts = [heights[0] - 1.0, *(0.5 * (heights[:-1] + heights[1:])), heights[-1] + 1.0]
            counts = (positives_under_line(x, y, positive, slope, cut) for cut in cuts)
            best = max(best, *(goal_value(goal, *each) for each in counts))
        found = certified_line(x, y, positive, goal, slopes)
        assert found.score == found.upper_bound == pytest.approx(best)
        assert slopes[0] <= found.slope <= slopes[1]
        counted = positives_under_line(x, y, positive, found.slope, found.intercept)
        assert counted == (found.tp, found.fp)
        assert goal_value(goal, *counted) == found.score


@pytest.mark.parametrize("far", [1.0, 1e6])
def test_a_cut_of_one_slope_may_lie_beyond_all_points(far: float) -> None:
    rng = np.random.default_rng(7)
    x, y = far + rng.normal(size=(2, 20))
    goal = accuracy_goal(20.0, 0.0)
    every = best_cut(x, y, np.ones(20, bool), goal, 0.5)
    assert (every.tp, every.fp, every.score, every.upper_bound) == (20, 0, 1.0, 1.0)
    none = best_cut(x, y, np.zeros(20, bool), accuracy_goal(0.0, 20.0), 0.5)
    assert (none.tp, none.fp, none.score) == (0, 0, 1.0)


@pytest.mark.parametrize(
    ("count", "goal_of", "ranges"),
    [
        (300, lambda p, n: f_beta_goal(1.0, p, n), 560),
        (300, accuracy_goal, 515),
        (300, lambda p, n: most_tp_goal(5.0, p, n), 215),
        (5_000, accuracy_goal, 700),
    ],
)
def test_a_search_visits_no_more_ranges_than_tight_bounds_leave(
    count: int, goal_of, ranges: int
) -> None:
    """Looser bounds and strips find the same lines, after more ranges."""
    visited = 0
    for seed in range(2 if count > 1_000 else 8):
        rng = np.random.default_rng(seed)
        x, y = rng.normal(size=(2, count))
        if seed % 2:
            x, y = np.round(8.0 * x) / 8.0, np.round(8.0 * y) / 8.0
        positive = x - y + rng.normal(size=count) > 0.5
        goal = goal_of(float(positive.sum()), float((~positive).sum()))
        points = point_frame(x, y, positive).points
        found = searched_line(points, goal, np.linspace(-1.0, 1.0, 9))
        assert found.score == found.upper_bound
        visited += found.ranges
    assert visited <= ranges


@pytest.mark.parametrize("tremble", [0.01, 0.1, 1.0])
@pytest.mark.parametrize("goal_of", [GOALS[0], GOALS[2], accuracy_goal])
def test_a_steady_threshold_has_the_best_expected_counts(tremble: float, goal_of) -> None:
    rng = np.random.default_rng(8)
    positive = rng.random(80) < 0.4
    margins = 3.0 * rng.normal(size=80) + 2.0 * positive + 7.0
    goal = goal_of(float(positive.sum()), float((~positive).sum()))
    spread = tremble * margins.std()
    places = np.linspace(margins.min() - spread, margins.max() + spread, PLACES)
    above = ndtr((margins - places[:, None]) / spread)
    expected = [goal_value(goal, *each) for each in zip(above @ positive, above @ ~positive)]
    assert steady_threshold(margins, positive, goal, tremble) == places[np.argmax(expected)]


def test_equal_margins_have_a_steady_threshold_next_to_them() -> None:
    positive = np.arange(6) < 4
    goal = accuracy_goal(4.0, 2.0)
    assert steady_threshold(np.full(6, 3.0), positive, goal) == pytest.approx(3.0, abs=1e-9)
