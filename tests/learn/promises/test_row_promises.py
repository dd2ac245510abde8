"""The bounds behind guarantees of groups and of costs by row."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import beta, binom

from steersman.learn.promises import mean_p_values, rate_band


def test_the_band_of_a_rate_is_its_beta_quantile_at_the_anchors() -> None:
    low, high = rate_band(400, 0.1)
    # Where a bound changes, a planned order statistic begins.
    first = np.flatnonzero(np.diff(low)) + 1
    part = 0.1 / (2 * len(first))
    assert low[first] == pytest.approx(beta.ppf(part, first, 401 - first))
    assert high[first - 1] == pytest.approx(beta.isf(part, first, 401 - first))
    assert np.all(low <= np.arange(401) / 400)
    assert np.all(np.arange(401) / 400 <= high)
    assert np.all(np.diff(low) >= 0)
    assert np.all(np.diff(high) >= 0)
    # Many order statistics are planned: the band is not three times as wide as for one.
    alone = np.ptp(beta.interval(0.9, 200, 201))
    assert alone < high[200] - low[200] < 3 * alone


@pytest.mark.parametrize("rows", [30, 300])
@pytest.mark.parametrize("digits", [1, 9])
def test_the_band_holds_at_every_cut_off_at_once(rows: int, digits: int) -> None:
    """Continuous scores, and scores with many ties; broken at any cut-off counts."""
    rng = np.random.default_rng(rows + digits)
    low, high = rate_band(rows, 0.2)
    draws, broken = 2000, 0
    grid = np.linspace(0.0, 1.0, 11) if digits == 1 else None
    for _ in range(draws):
        scores = np.sort(rng.uniform(size=rows))
        if grid is None:
            # Just before and at each row: the extremes of the true share for a count.
            counts = np.arange(rows + 1)
            true_low = np.concatenate([[0.0], scores])
            true_high = np.concatenate([scores, [1.0]])
        else:
            counts = np.searchsorted(np.ceil(10 * scores) / 10, grid + 1e-9, side="right")
            true_low = true_high = grid
        broken += bool((true_low < low[counts]).any() or (true_high > high[counts]).any())
    assert broken <= binom.ppf(0.9999, draws, 0.2)
    # Planned parts of the risk leave some of it unused, but not all.
    assert digits == 1 or broken > 0.03 * draws


@pytest.mark.parametrize("kind", ["two values", "rare", "even"])
def test_the_test_of_a_mean_keeps_its_risk_at_the_bound(kind: str) -> None:
    rng = np.random.default_rng(3)
    draws, rows = 2000, 250
    losses, mean = {
        "two values": (rng.random((draws, rows)) < 0.1, 0.1),
        "rare": (10.0 * (rng.random((draws, rows)) < 0.01), 0.1),
        "even": (rng.random((draws, rows)), 0.5),
    }[kind]
    broken = int((mean_p_values(losses.astype(float), mean, losses.max(), 0.1) <= 0.1).sum())
    assert broken <= binom.ppf(0.9999, draws, 0.1)
    below = mean_p_values(losses.astype(float), 2.0 * mean, 10.0 if kind == "rare" else 1.0, 0.1)
    assert (below <= 0.1).mean() > (0.0 if kind == "rare" else 0.9)


def capital_of_bets(losses: list[float], limit: float, most: float, risk: float) -> float:
    """The largest capital of somebody who bets row by row, by its definition."""
    mean, n = limit / most, len(losses)
    summed, squares, capital, largest = 0.5, 0.25, 1.0, 1.0
    spread = 0.25
    for seen, loss in enumerate(losses, start=1):
        x = loss / most
        bet = min(np.sqrt(2.0 * np.log(1.0 / risk) / (n * spread)), 0.75 / (1.0 - mean))
        capital *= 1.0 + bet * (mean - x)
        largest = max(largest, capital)
        # The next bet may use this row.
        summed += x
        squares += (x - summed / (seen + 1)) ** 2
        spread = squares / (seen + 1)
    return largest


@pytest.mark.parametrize("risk", [0.01, 0.2])
@pytest.mark.parametrize("most", [1.0, 40.0])
def test_the_chance_is_that_of_bets_made_row_by_row(risk: float, most: float) -> None:
    losses = most * np.random.default_rng(8).beta(0.4, 2.0, size=(6, 90))
    limit = 0.3 * most
    expected = [1.0 / capital_of_bets(each.tolist(), limit, most, risk) for each in losses]
    assert mean_p_values(losses, limit, most, risk) == pytest.approx(expected)
    assert mean_p_values(losses, most, most, risk).tolist() == [0.0] * 6
    assert mean_p_values(losses, 0.0, most, risk).tolist() == [1.0] * 6
