"""The attainable trade between two measures, against all cut-offs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import precision_score, recall_score
from tests.errors import raises

from steersman import frontier, steer

X, CODES = make_classification(300, 6, n_informative=3, flip_y=0.2, random_state=0)
Y = np.array(["ham", "spam"])[CODES]
MODEL = LogisticRegression().fit(X[:150], Y[:150])
HELD, TRUTH = X[150:], Y[150:]


def test_every_point_is_attained_and_none_is_beaten() -> None:
    (curve,) = frontier(MODEL, HELD, TRUTH)
    scores, positive = MODEL.decision_function(HELD), TRUTH == "spam"
    attained = {
        (np.count_nonzero(~positive & (scores > cut)), np.count_nonzero(positive & (scores <= cut)))
        for cut in [-np.inf, *scores]
    }
    points = list(zip(curve.x.astype(int).tolist(), curve.y.astype(int).tolist()))
    assert set(points) <= attained
    assert sorted(points) == points
    for fp, fn in attained:
        assert any(x <= fp and y <= fn for x, y in points)
    np.testing.assert_array_equal(curve.matrices[:, 0, 1], curve.x)
    np.testing.assert_array_equal(curve.matrices[:, 1, 0], curve.y)


def test_the_settings_of_the_points_make_them() -> None:
    (curve,) = frontier(MODEL, HELD, TRUTH, measures=("recall", "precision"))
    scores = MODEL.decision_function(HELD)
    for cutoff, x, y in zip(curve.threshold, curve.x, curve.y):
        called = np.where(scores > cutoff, "spam", "ham")
        assert recall_score(TRUTH, called, pos_label="spam") == pytest.approx(x)
        expected = precision_score(TRUTH, called, pos_label="spam", zero_division=0.0)
        assert expected == pytest.approx(y)
    assert np.all(np.diff(curve.x) < 0)
    assert np.all(np.diff(curve.y) > 0)


def test_bands_are_exact_intervals_of_the_rows_that_could_be_counted() -> None:
    (curve,) = frontier(MODEL, HELD, TRUTH, measures=("fpr", "fn"), confidence=0.9)
    negatives, positives = np.count_nonzero(TRUTH == "ham"), np.count_nonzero(TRUTH == "spam")
    for matrix, x_band, y_band in zip(curve.matrices, curve.x_band, curve.y_band):
        exact = binomtest(int(matrix[0, 1]), negatives).proportion_ci(0.9, method="exact")
        assert tuple(x_band) == pytest.approx((exact.low, exact.high))
        exact = binomtest(int(matrix[1, 0]), positives).proportion_ci(0.9, method="exact")
        assert tuple(y_band) == pytest.approx((exact.low * positives, exact.high * positives))


def test_models_are_named_and_steering_lands_on_the_frontier() -> None:
    forest = RandomForestClassifier(20, random_state=0).fit(X[:150], Y[:150])
    curves = frontier({"line": MODEL, "forest": forest}, HELD, TRUTH)
    assert [curve.name for curve in curves] == ["line", "forest"]
    assert [curve.name for curve in frontier([MODEL], HELD, TRUTH)] == ["LogisticRegression"]
    after = steer(MODEL, HELD, TRUTH, "fp <= 6").after
    fewest = curves[0].y[curves[0].x <= 6].min()
    assert after[1, 0] == fewest


def test_one_class_of_many_is_traded_against_the_rest() -> None:
    data, codes = make_classification(300, 6, n_informative=4, n_classes=3, random_state=1)
    model = LogisticRegression().fit(data, codes)
    (curve,) = frontier(model, data, codes, measures=("fp(2)", "recall(2)"), positive=2)
    assert curve.matrices.shape[1:] == (3, 3)
    np.testing.assert_array_equal(curve.matrices[:, :2, 2].sum(axis=1), curve.x)
    np.testing.assert_allclose(curve.matrices[:, 2, 2] / np.count_nonzero(codes == 2), curve.y)
    (whole,) = frontier(model, data, codes, measures=("errors", "balanced accuracy"))
    assert np.all(whole.x_band[:, 0] <= whole.x)
    assert np.all(whole.y_band[:, 1] >= whole.y)


def test_unknown_measures_classes_and_labels_are_told() -> None:
    with raises("unknown-measure", position=0):
        frontier(MODEL, HELD, TRUTH, measures=("speed", "fn"))
    with raises("unknown-class", name="eggs"):
        frontier(MODEL, HELD, TRUTH, measures=("fp", "fn"), positive="eggs")
    with raises("unknown-labels"):
        frontier(MODEL, HELD, np.full(150, "eggs"))
