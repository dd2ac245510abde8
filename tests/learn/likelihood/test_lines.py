"""The best line against every line there is, on sets small enough to try them all."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from tests.errors import raises

from steersman import best_line
from steersman.learn.likelihood import best_intercept
from steersman.learn.likelihood.lines import best_line_under

METRICS = ["f1", "f2", ("fbeta", 0.5), "accuracy", "gmean", ("cost", 1.0, 3.0)]


def score_of(metric, tp, fp, positives, negatives):
    fn, tn = positives - tp, negatives - fp
    if metric == "accuracy":
        return (tp + tn) / (positives + negatives)
    if metric == "gmean":
        return np.sqrt(tp / positives * tn / negatives)
    if metric[0] == "cost":
        return -(metric[1] * fp + metric[2] * fn)
    beta = {"f1": 1.0, "f2": 2.0}.get(metric) or metric[1]
    return (1 + beta**2) * tp / ((1 + beta**2) * tp + beta**2 * fn + fp)


def slopes_between_events(x, y, low=None, high=None):
    """One slope in each interval between the slopes of all pairs of points, exactly."""
    events = {
        (y[i] - y[j]) / (x[i] - x[j]) for i in range(len(x)) for j in range(i) if x[i] != x[j]
    }
    if low is not None:
        events = {e for e in events if low < e < high} | {low, high}
        stops = sorted(events)
    else:
        stops = sorted(events) or [Fraction(0)]
        stops = [stops[0] - 2, *stops, stops[-1] + 2]
    return [(a + b) / 2 for a, b in pairwise(stops)]


def outcomes(x, y, positive, low=None, high=None):
    """All (tp, fp) that some line reaches, by exact arithmetic over all pairs of points."""
    x, y = [Fraction(float(v)) for v in x], [Fraction(float(v)) for v in y]
    reached = {(0, 0)}
    slopes = slopes_between_events(x, y, low, high)
    for slope in slopes + ([] if low is None else [low, high]):
        heights = [b - slope * a for a, b in zip(x, y)]
        for level in set(heights):
            under = [h <= level for h in heights]
            reached.add(
                (
                    sum(1 for u, p in zip(under, positive) if u and p),
                    sum(1 for u, p in zip(under, positive) if u and not p),
                )
            )
    return reached


def random_set(seed):
    """Few points, from a coarse grid (ties, duplicates, lines of three) or spread freely."""
    rng = np.random.default_rng(seed)
    count = int(rng.integers(2, 13))
    if seed % 3:
        side = int(rng.integers(2, 6))
        x, y = (
            rng.integers(0, side, count).astype(float),
            rng.integers(0, side, count).astype(float),
        )
    else:
        x, y = rng.normal(-1000, 200, count), rng.normal(-900, 250, count)
    positive = rng.random(count) < rng.uniform(0.2, 0.8)
    positive[:2] = [True, False]
    return x, y, positive


def recomputed(line, x, y, positive, metric):
    under = y < line.slope * x + line.intercept
    tp, fp = int((under & positive).sum()), int((under & ~positive).sum())
    assert (line.counts.tp, line.counts.fp) == (tp, fp)
    return score_of(metric, tp, fp, positive.sum(), (~positive).sum())


@pytest.mark.parametrize("block", range(6))
def test_no_line_through_any_pair_of_points_is_better(block):
    for seed in range(60 * block, 60 * block + 60):
        x, y, positive = random_set(seed)
        reached = outcomes(x, y, positive)
        for metric in METRICS:
            line = best_line(x, y, positive, metric)
            sizes = positive.sum(), (~positive).sum()
            best = max(score_of(metric, tp, fp, *sizes) for tp, fp in reached)
            assert line.score == pytest.approx(best, abs=1e-12), (seed, metric)
            assert line.upper_bound == line.score
            assert recomputed(line, x, y, positive, metric) == pytest.approx(line.score, abs=1e-12)


def test_no_line_in_a_range_of_slopes_is_better():
    low, high = Fraction(1, 2), Fraction(2)
    for seed in range(120):
        x, y, positive = random_set(seed)
        line = best_line(x, y, positive, slopes=(0.5, 2.0))
        sizes = positive.sum(), (~positive).sum()
        best = max(score_of("f1", *cell, *sizes) for cell in outcomes(x, y, positive, low, high))
        assert 0.5 <= line.slope <= 2.0
        assert line.score == pytest.approx(best, abs=1e-12), seed
        assert recomputed(line, x, y, positive, "f1") == pytest.approx(line.score, abs=1e-12)


def test_under_a_limit_on_one_error_the_other_is_least():
    for seed in range(120):
        x, y, positive = random_set(seed)
        reached = outcomes(x, y, positive)
        positives, most = int(positive.sum()), seed % 3
        few_fp = best_line_under(x, y, positive, max_fp=most)
        assert few_fp.counts.fp <= most
        assert -few_fp.score == few_fp.counts.fn
        assert few_fp.counts.fn == positives - max(tp for tp, fp in reached if fp <= most)
        few_fn = best_line_under(x, y, positive, max_fn=most)
        assert few_fn.counts.fn <= most
        assert few_fn.upper_bound == few_fn.score == -few_fn.counts.fp
        assert few_fn.counts.fp == min(fp for tp, fp in reached if positives - tp <= most)


def test_at_one_slope_no_intercept_is_better():
    for seed in range(120):
        x, y, positive = random_set(seed)
        line = best_intercept(x, y, positive, 1.0)
        sizes = positive.sum(), (~positive).sum()
        one = Fraction(1)
        best = max(score_of("f1", *cell, *sizes) for cell in outcomes(x, y, positive, one, one))
        assert line.slope == 1.0
        assert line.score == pytest.approx(best, abs=1e-12)
        assert best_line(x, y, positive, slopes=(1.0, 1.0)) == line


def test_the_search_is_not_worse_than_a_fine_grid_of_slopes_on_many_points():
    rng = np.random.default_rng(5)
    positive = rng.random(1500) < 0.1
    x = rng.normal(0, 300, 1500)
    y = 0.8 * x + rng.normal(0, 40, 1500) - 50 * positive
    line = best_line(x, y, positive)
    grid = [best_intercept(x, y, positive, slope).score for slope in np.linspace(0.5, 2, 151)]
    assert line.score == line.upper_bound >= max(grid)


def test_points_in_rows_and_shared_places_are_searched_to_the_end():
    rng = np.random.default_rng(9)
    held = rng.random((900, 12)) < 0.3
    positive = rng.random(900) < np.where(held[:, 0], 0.5, 0.1)
    x, y = held @ np.repeat([-1.0, -2.5, 0.75], 4), held @ np.tile([-1.25, -1.0, -2.0], 4)
    line = best_line(x, y, positive, most_ranges=5000)
    grid = [best_intercept(x, y, positive, slope).score for slope in np.linspace(-4, 4, 161)]
    assert line.score == line.upper_bound >= max(grid)


def test_scaling_and_shifting_the_plane_change_nothing():
    rng = np.random.default_rng(6)
    x, y, positive = rng.normal(size=80), rng.normal(size=80), rng.random(80) < 0.4
    plain = best_line(x, y, positive)
    assert best_line(1024 * x, y / 4096, positive).score == plain.score
    assert best_line(x + 7, y - 3 * x, positive).score == plain.score


def test_a_line_as_steep_as_needed_stands_for_a_vertical_one():
    line = best_line([0, 0, 0, 1, 1, 1], [-9, 0, 9, -9, 0, 9], [False] * 3 + [True] * 3)
    assert line.score == 1.0
    assert np.isfinite([line.slope, line.intercept]).all()


def test_a_search_stopped_early_says_what_it_may_have_missed():
    rng = np.random.default_rng(7)
    x, y, positive = rng.normal(size=400), rng.normal(size=400), rng.random(400) < 0.5
    early, late = best_line(x, y, positive, most_ranges=3), best_line(x, y, positive)
    assert early.score <= late.score <= early.upper_bound
    assert early.upper_bound > early.score
    assert late.upper_bound == late.score


@pytest.mark.parametrize(
    ("arguments", "code", "fields"),
    [
        (([0, 1], [0, 1], [True, True]), "class-single", {"name": "positive", "points": 2}),
        (([0, 1], [0, 1, 2], [True, False]), "points-shape", {"shapes": ((2,), (3,), (2,))}),
        (([0, np.nan], [0, 1], [True, False]), "points-not-finite", {}),
        (([0, 1], [0, 1], [True, False], "f"), "unknown-measure", {"measure": "f"}),
        (
            ([0, 1], [0, 1], [True, False], ("cost", -1, 2)),
            "unknown-measure",
            {"measure": ("cost", -1, 2)},
        ),
        (([0, 1], [0, 1], [True, False], None), "unknown-measure", {"measure": None}),
        (([0, 1], [0, 1], ["spam", "ham"]), "labels-not-binary", {"came": "spam"}),
        (([0, 1], [0, 1], [2, 3]), "labels-not-binary", {"came": "2"}),
    ],
)
def test_what_cannot_be_searched_is_said(arguments, code, fields):
    with raises(code, **fields):
        best_line(*arguments)


def test_a_metric_may_be_spelled_as_people_do():
    rng = np.random.default_rng(11)
    x, y, positive = rng.normal(size=30), rng.normal(size=30), rng.random(30) < 0.4
    for spelled, plain in [("G-mean", "gmean"), ("F1", "f1"), ("f_2", ("fbeta", 2.0))]:
        assert best_line(x, y, positive, spelled) == best_line(x, y, positive, plain)


def test_labels_of_one_and_minus_one_or_zero_are_true_and_false():
    x, y, positive = [0, 1, 2, 3], [1, 0, 3, 2], np.array([False, True, False, True])
    wanted = best_line(x, y, positive)
    for labels in (np.where(positive, 1, -1), positive.astype(float), positive.astype(object)):
        assert best_line(x, y, labels) == wanted


def test_exactly_one_limit_is_asked_for():
    with raises("bad-limits", max_fp=1, max_fn=2):
        best_line_under([0, 1], [0, 1], [True, False], max_fp=1, max_fn=2)
