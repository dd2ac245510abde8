"""What makes a result worth less than it says: exactly from where on it is named."""

from __future__ import annotations

import numpy as np
import pytest
from tests.learn.steering.score_models import ScoreModel

from steersman import steer
from steersman.learn.steering.row_costs import MOST_DRAWN_ROWS, CostFigure, mean_interval
from steersman.learn.steering.row_prints import KEPT, FittedRows, kept_prints, rows_with_prints
from steersman.learn.steering.steering_warnings import fits_few


@pytest.mark.parametrize(
    ("rows", "errors", "warned"),
    [
        (100, 1, True),
        (100, 0, True),
        (100, 2, False),
        (99, 0, False),
        (300, 3, True),
        (300, 4, False),
    ],
)
def test_a_model_of_unknown_rows_is_suspected_of_so_few_errors(
    rows: int, errors: int, warned: bool
) -> None:
    y = np.arange(rows) % 2
    X = (2.0 * y - 1.0)[:, np.newaxis] * (1.0 + np.arange(rows)[:, np.newaxis] / rows)
    X[:errors] = -X[:errors]
    steering = steer(ScoreModel().fit(X, y), X, y, "fpr <= 40%", 0.9)
    assert steering.met
    assert int(np.trace(steering.before)) == rows - errors
    found = [(each.code, each.rows) for each in steering.warnings]
    assert found == ([("too-good", errors)] if warned else [])
    assert steer(ScoreModel().fit(X, y), X, y, "fpr <= 40%").warnings == ()


def test_a_tenth_of_the_rows_may_be_duplicates() -> None:
    assert fits_few(10, 100)
    assert not fits_few(11, 100)
    assert fits_few(0, 0)
    assert FittedRows() == FittedRows(0, False)


def test_the_share_of_fitted_rows_is_that_of_the_prints_that_could_be_kept() -> None:
    X = np.random.default_rng(0).normal(size=(4 * KEPT, 2))
    kept = kept_prints(X[: 2 * KEPT])
    assert np.array_equal(kept, np.sort(kept))
    prints = np.sort(kept_prints(X))
    comparable = int((np.isin(prints, kept)).sum())
    assert abs(rows_with_prints(X, kept) - 2 * KEPT) <= 200
    assert comparable <= KEPT
    few = kept_prints(X[:30])
    assert rows_with_prints(X[20:60], few) == 10
    assert np.array_equal(kept_prints(X[30:50], few), np.unique(kept_prints(X[:50])))


@pytest.mark.parametrize("rows", [MOST_DRAWN_ROWS, MOST_DRAWN_ROWS + 1])
@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_an_interval_of_a_mean_cost_is_about_the_normal_one_on_many_rows(
    rows: int, confidence: float
) -> None:
    losses = np.random.default_rng(2).exponential(3.0, rows) * (np.arange(rows) % 4 == 0)
    low, high = mean_interval(losses, confidence)
    z = {0.8: 1.2815515655, 0.95: 1.9599639845}[confidence]
    half = z * losses.std(ddof=1) / np.sqrt(rows)
    normal = rows > MOST_DRAWN_ROWS
    near = pytest.approx((losses.mean() - half, losses.mean() + half), rel=1e-8 if normal else 0.02)
    assert (low, high) == near
    rare = np.zeros(MOST_DRAWN_ROWS + 1)
    rare[0] = 1.0
    assert mean_interval(rare)[0] == 0.0
    assert mean_interval(np.zeros(5)) == (0.0, 0.0)
    assert mean_interval(losses, confidence) == (low, high)


def test_a_figure_of_costs_has_the_sum_the_mean_and_its_interval() -> None:
    losses = np.array([0.0, 4.0, 0.0, 2.0])
    figure = CostFigure.of(losses)
    assert (figure.total, figure.average) == (6.0, 1.5)
    assert (figure.low, figure.high) == mean_interval(losses)
    assert 0.0 <= figure.low < 1.5 < figure.high <= 4.0
