"""Curves and figures of scores, with scikit-learn and brute force as oracles."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import calibration_curve
from sklearn.metrics import (
    average_precision_score,
    brier_score_loss,
    log_loss,
    precision_recall_curve,
    roc_auc_score,
    roc_curve,
)
from tests.errors import raises

from steersman.evaluate import auc_figure, reliability_curve, score_curves, score_figures
from steersman.evaluate.score_figures import delong_variance


def labeled_scores(rows: int = 200, *, ties: bool = True) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(3)
    y = rng.random(rows) < 0.3
    scores = 1.0 / (1.0 + np.exp(-(rng.normal(size=rows) + 1.2 * y)))
    return y, scores.round(2) if ties else scores


def test_curves_are_those_of_scikit_learn() -> None:
    y, scores = labeled_scores()
    curves = score_curves(y, scores)
    fpr, tpr, _ = roc_curve(y, scores, drop_intermediate=False)
    assert np.allclose(curves.false_positive_rate, fpr)
    assert np.allclose(curves.recall, tpr)
    precision, recall, _ = precision_recall_curve(y, scores)
    assert np.allclose(curves.precision, precision[::-1])
    assert np.allclose(curves.recall, recall[::-1])
    assert curves.auc == pytest.approx(roc_auc_score(y, scores))
    assert curves.average_precision == pytest.approx(average_precision_score(y, scores))


def test_a_threshold_gives_the_counts_beside_it() -> None:
    y, scores = labeled_scores()
    curves = score_curves(y, scores)
    for place in range(0, len(curves.thresholds), 7):
        called = scores > curves.thresholds[place]
        assert (curves.tp[place], curves.fp[place]) == ((called & y).sum(), (called & ~y).sum())
        assert curves.call_rate[place] == pytest.approx(called.mean())


@pytest.mark.parametrize("strategy", ["quantile", "uniform"])
def test_reliability_is_that_of_scikit_learn(strategy: str) -> None:
    y, shares = labeled_scores()
    curve = reliability_curve(y, shares, strategy=strategy)  # type: ignore[arg-type]
    observed, predicted = calibration_curve(y, shares, n_bins=10, strategy=strategy)
    assert np.allclose(curve.observed, observed)
    assert np.allclose(curve.predicted, predicted)
    assert curve.rows.sum() == len(y)
    assert (curve.low <= curve.observed + 1e-9).all()
    assert (curve.observed <= curve.high + 1e-9).all()


def test_figures_are_those_of_scikit_learn_inside_their_intervals() -> None:
    y, shares = labeled_scores()
    found = {figure.name: figure for figure in score_figures(y, shares, shares)}
    expected = {
        "auc": roc_auc_score(y, shares),
        "average_precision": average_precision_score(y, shares),
        "brier": brier_score_loss(y, shares),
        "log_loss": log_loss(y, shares),
    }
    for name, value in expected.items():
        assert found[name].value == pytest.approx(value), name
        assert found[name].low < value < found[name].high, name


def test_delong_is_the_variance_of_pairwise_orders() -> None:
    y, scores = labeled_scores(60)
    ordered = (scores[y][:, None] > scores[~y]) + 0.5 * (scores[y][:, None] == scores[~y])
    above, below = ordered.mean(axis=1), ordered.mean(axis=0)
    variance = above.var(ddof=1) / len(above) + below.var(ddof=1) / len(below)
    assert delong_variance(y, scores) == pytest.approx((ordered.mean(), variance))


def test_the_interval_of_auc_covers_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(0)
    # Two normals one standard deviation apart.
    truth = 0.7602
    hits = 0
    for _ in range(400):
        y = np.arange(120) < 40
        figure = auc_figure(y, rng.normal(size=120) + y)
        hits += figure.low <= truth <= figure.high
    # Four standard errors of 95 % of 400 draws.
    assert 0.95 - 4 * np.sqrt(0.95 * 0.05 / 400) <= hits / 400 <= 1.0


def test_scores_in_perfect_order_leave_some_doubt() -> None:
    figure = auc_figure([0, 0, 0, 1, 1, 1], [1, 2, 3, 4, 5, 6])
    assert (figure.value, figure.method) == (1.0, "Wilson")
    assert figure.low < 0.9


def test_what_cannot_be_measured_is_refused() -> None:
    with raises("one-class-only"):
        score_curves([1, 1], [0.1, 0.2])
    with raises("scores-shape"):
        score_curves([1, 0], [0.1])
    with raises("scores-not-finite"):
        score_curves([1, 0], [np.nan, 0.1])
    with raises("not-probabilities"):
        reliability_curve([1, 0], [1.5, 0.1])
