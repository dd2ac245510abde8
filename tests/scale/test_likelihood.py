"""Fit, knobs and lines over partitions equal those in memory."""

from __future__ import annotations

import numpy as np
import pytest
from tests.scale.conftest import Whole

from steersman import LikelihoodSpaceClassifier, best_line
from steersman.errors import SteersmanError
from steersman.maths.confusion import BinaryCounts, binary_counts
from steersman.maths.likelihood import bayes_intercept, under_line
from steersman.scale import PartitionedDataset
from steersman.scale import best_line as line_module
from steersman.scale.held_out_plane import GRID, SAMPLE_POINTS
from steersman.scale.row_hashes import row_folds


def test_a_fit_over_partitions_is_equal_to_the_last_bit(
    opened: PartitionedDataset, whole: Whole
) -> None:
    model = opened.fit(LikelihoodSpaceClassifier(alpha=0.5))
    memory = LikelihoodSpaceClassifier(alpha=0.5).fit(whole.X, whole.y)
    for name in ("class_count_", "feature_count_", "total_count_", "total_feature_count_"):
        assert np.array_equal(getattr(model, name), getattr(memory, name))
    assert np.array_equal(model.predict_proba(whole.X), memory.predict_proba(whole.X))


def test_a_knob_counts_every_fold_exactly(opened: PartitionedDataset, whole: Whole) -> None:
    folds = row_folds(whole.numbers, 5, seed=3)
    truth = whole.y == "spam"
    view = opened.plane(folds=5, seed=3).at(alpha=0.2, beta=3.0, slope=1.1)
    expected, points = [], np.empty((len(truth), 2))
    for fold in range(5):
        held = folds == fold
        model = LikelihoodSpaceClassifier(alpha=0.2, beta=3.0).fit(whole.X[~held], truth[~held])
        points[held] = model.coordinates(whole.X[held])
        intercept = bayes_intercept(truth[~held].sum(), (~truth[~held]).sum())
        expected.append(binary_counts(truth[held], under_line(points[held], 1.1, intercept)))
    assert list(view.counts) == expected
    assert view.total == BinaryCounts(*np.sum(expected, axis=0).tolist())
    inside = np.histogram2d(
        points[truth, 1], points[truth, 0], bins=GRID, range=[view.y_limits, view.x_limits]
    )[0]
    # A point just on an edge may fall to either side.
    assert np.abs(view.density[1] - inside).sum() <= 2
    assert view.density.sum() + view.beyond == len(truth)
    rows = {int(number): place for place, number in enumerate(whole.numbers)}
    drawn = [rows[int(number)] for number in view.sample.numbers]
    assert np.array_equal(view.sample.points, points[drawn])
    assert np.array_equal(view.sample.positive, truth[drawn])
    assert 0.8 * len(truth) <= len(drawn) <= SAMPLE_POINTS


@pytest.mark.parametrize("metric", ["f1", "accuracy", "gmean", ("cost", 1.0, 5.0)])
def test_the_best_line_is_that_of_all_points(
    opened: PartitionedDataset, whole: Whole, monkeypatch: pytest.MonkeyPatch, metric
) -> None:
    model = LikelihoodSpaceClassifier().fit(whole.X, whole.y)
    x, y = model.coordinates(whole.X).T
    memory = best_line(x, y, whole.y == "spam", metric)
    # A poor start, and room for few points: ranges of slopes have to be halved.
    monkeypatch.setattr(line_module, "SAMPLE_POINTS", 60)
    monkeypatch.setattr(line_module, "MOST_POINTS", 900)
    found = opened.best_line(model, metric=metric)
    assert (found.score, found.upper_bound) == (memory.score, memory.upper_bound)
    under = found.decides(x, y)
    assert found.counts == binary_counts(whole.y == "spam", under)


def test_a_search_without_time_leaves_a_bound(
    opened: PartitionedDataset, whole: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = LikelihoodSpaceClassifier().fit(whole.X, whole.y)
    best = best_line(*model.coordinates(whole.X).T, whole.y == "spam").score
    monkeypatch.setattr(line_module, "SAMPLE_POINTS", 60)
    monkeypatch.setattr(line_module, "MOST_POINTS", 10)
    found = opened.best_line(model, max_seconds=0.0)
    assert found.score <= best <= found.upper_bound < 1.0


def test_folds_that_cannot_be_are_refused(opened: PartitionedDataset) -> None:
    with pytest.raises(SteersmanError) as error:
        opened.plane(folds=1)
    assert error.value.code == "folds-impossible"
