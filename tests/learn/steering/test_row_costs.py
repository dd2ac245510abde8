"""Costs of single rows: the lowest, limits on them, and a guarantee of the average."""

from __future__ import annotations

import re

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom, bootstrap, norm
from tests.errors import raises
from tests.learn.steering.score_models import ScoreModel, drawn_rows

from steersman import Want, steer
from steersman.learn.steering import CostFigure, cost_lines


def cost_rows(seed: int, rows: int = 80) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X, y, groups = drawn_rows(rng, rows)
    return X, y, groups, rng.exponential(5.0, rows).round(2)


def costs_by_cutoff(X: np.ndarray, y: np.ndarray, costs: np.ndarray) -> list[float]:
    """What errors cost at every cut-off, by the definition."""
    return [
        float(costs[(X[:, 0] > cutoff) != (y == 1)].sum())
        for cutoff in [-np.inf, *np.unique(X[:, 0])]
    ]


@pytest.mark.parametrize("seed", range(10))
def test_the_lowest_cost_is_found(seed: int) -> None:
    X, y, _, costs = cost_rows(seed)
    model = ScoreModel().fit(X, y)
    steering = steer(model, X, y, "minimize cost", cost_column=costs)
    before, after = steering.row_costs or (None, None)
    assert after.total == pytest.approx(min(costs_by_cutoff(X, y, costs)))
    assert after.average == pytest.approx(after.total / len(y))
    assert before.total == pytest.approx(costs[model.predict(X) != y].sum())
    assert costs[steering.model.predict(X) != y].sum() == pytest.approx(after.total)


@pytest.mark.parametrize("seed", range(6))
def test_limits_on_cost_are_kept_with_the_least_damage(seed: int) -> None:
    X, y, _, costs = cost_rows(seed)
    model = ScoreModel().fit(X, y)
    lowest = min(costs_by_cutoff(X, y, costs)) / len(y)
    want = f"maximize recall subject to cost <= {lowest * 1.3:.6f} per row"
    steering = steer(model, X, y, want, cost_column=costs)
    recalls = [
        float((X[y == 1, 0] > cutoff).mean())
        for cutoff, cost in zip([-np.inf, *np.unique(X[:, 0])], costs_by_cutoff(X, y, costs))
        if cost <= float(f"{lowest * 1.3:.6f}") * len(y) + 1e-6
    ]
    assert steering.met
    assert steering.after[1, 1] / steering.after[1].sum() == pytest.approx(max(recalls))
    short = steer(model, X, y, f"cost <= {lowest * len(y) * 0.9:.4f}", cost_column=costs)
    assert not short.met
    assert short.violations[0].bound.measure == "cost"
    (value,) = short.row_values.values()
    assert value == pytest.approx(short.row_costs[1].total)


def test_the_column_may_be_named_in_the_want_or_given() -> None:
    X, y, groups, costs = cost_rows(1)
    frame = pd.DataFrame({"score": X[:, 0], "amount": costs, "site": groups})
    model = ScoreModel().fit(frame, y)
    want = "minimize cost subject to recall >= 60% for each site, cost column = amount"
    named = steer(model, frame, y, want)
    plain = "minimize cost subject to recall >= 60% for each site"
    given = steer(model, X, y, plain, cost_column=costs, groups=groups)
    assert np.array_equal(named.after, given.after)
    assert Want(str(Want(want))) == Want(want)
    alone = steer(model, frame, y, "cost column = amount")
    assert alone.row_costs[1].total == pytest.approx(min(costs_by_cutoff(X, y, costs)))
    apart = steer(model, frame, y, plain, cost_column="amount", cutoff_per_group=True)
    assert apart.row_costs[1].total <= named.row_costs[1].total + 1e-9
    decided = apart.model.predict(frame)
    assert costs[decided != y].sum() == pytest.approx(apart.row_costs[1].total)


def test_the_interval_of_an_average_cost_is_the_bootstraps() -> None:
    rng = np.random.default_rng(0)
    losses = rng.exponential(3.0, 400) * (rng.random(400) < 0.3)
    figure = CostFigure.of(losses)
    drawn = bootstrap((losses,), np.mean, method="percentile", rng=np.random.default_rng(5))
    assert figure.low == pytest.approx(drawn.confidence_interval.low, rel=0.05)
    assert figure.high == pytest.approx(drawn.confidence_interval.high, rel=0.05)
    many = np.tile(losses, 20)
    wide = CostFigure.of(many)
    half = norm.isf(0.025) * many.std(ddof=1) / np.sqrt(len(many))
    assert (wide.low, wide.high) == pytest.approx((many.mean() - half, many.mean() + half))


def test_an_average_cost_that_is_guaranteed_is_seldom_broken() -> None:
    """Flat at the bound near the best cut-off; the population's cost is known."""
    rng = np.random.default_rng(9)
    draws, given, broken = 150, 0, 0
    y = np.tile([0, 1], 400)

    def true_cost(cutoff: float) -> float:
        # A missed row costs 4 on average, a false alarm 1.
        return 0.5 * (4.0 * norm.cdf(cutoff, 1.5) + norm.sf(cutoff))

    lowest = min(true_cost(each) for each in np.linspace(-2, 3, 500))
    limit = 1.15 * lowest
    for _ in range(draws):
        X = rng.normal(1.5 * y)[:, np.newaxis]
        costs = np.where(y == 1, rng.choice([2.0, 6.0], 800), rng.choice([0.5, 1.5], 800))
        model = ScoreModel().fit(X, y)
        steering = steer(model, X, y, f"cost <= {limit:.6f} per row", 0.8, cost_column=costs)
        if steering.met:
            given += 1
            broken += true_cost(getattr(steering.model, "threshold", 0.0)) > limit
    assert given > 5
    assert broken <= binom.ppf(0.9999, draws, 0.2)


def test_a_guarantee_of_cost_names_what_it_assumes() -> None:
    X, y, _, costs = cost_rows(4, 900)
    steering = steer(ScoreModel().fit(X, y), X, y, "cost <= 3 per row", 0.9, cost_column=costs)
    assert steering.assurance == "guaranteed"
    assert steering.promise is not None
    (kept,) = steering.promise.by_row
    assert kept.most == costs.max()
    assert len(steering.guarantees) == 1
    with raises("unpromisable"):
        steer(ScoreModel().fit(X, y), X, y, "cost <= 3000", 0.9, cost_column=costs)


def test_costs_that_rows_cannot_have_are_refused() -> None:
    X, y, _, costs = cost_rows(1)
    model = ScoreModel().fit(X, y)
    for bad in (-costs, costs[:5], np.full(80, np.nan), ["a"] * 80):
        with raises("bad-row-costs"):
            steer(model, X, y, "minimize cost", cost_column=bad)
    with raises("unknown-cost-column", column="amount"):
        steer(model, X, y, "minimize cost, cost column = amount")
    with raises("costs-twice"):
        steer(model, X, y, "minimize cost", cost_column=costs, costs=[[0, 1], [1, 0]])
    with raises("not-with-referral"):
        steer(model, X, y, "minimize cost subject to refer <= 10%", cost_column=costs)
    with raises("referral-by-rows"):
        steer(model, X, y, "refer <= 10% and fpr <= 50%", groups=y, cutoff_per_group=True)
    with raises("cost-direction"):
        steer(model, X, y, "cost >= 3", cost_column=costs)


def test_a_report_has_a_line_of_costs_before_and_after_and_none_without_costs() -> None:
    before, after = CostFigure.of(np.array([0.0, 30.0])), CostFigure.of(np.array([0.0, 8.0]))
    first, second = cost_lines((before, after))
    assert re.findall(r"\d+", first)[:2] == ["30", "15"]
    assert re.findall(r"\d+", second)[:2] == ["8", "4"]
    assert cost_lines(None) == []
