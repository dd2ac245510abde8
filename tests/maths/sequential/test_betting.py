"""The e-process against exact enumeration, and its false alarms on simulated lives."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from scipy.stats import binom

from steersman.maths.sequential import (
    LARGEST,
    bet_on_rows,
    first_stake,
    log_mixture,
    mean_limits,
    wealth,
)
from steersman.maths.sequential.betting import (
    MEMORY,
    PRIOR_ERRORS,
    PRIOR_RATIO,
    SHARING_ERRORS,
)


def test_the_first_estimate_forgets_nothing_and_the_others_do() -> None:
    state = first_stake()
    bet_on_rows(state, np.array([1.0, 0.0, 1.0, 1.0]), 0.2)
    sums, weights = state[4:-1:2], state[5:-1:2]
    assert (sums[0], weights[0]) == (3.0, 4.0)
    assert (weights[1:] < 4.0).all()


@pytest.mark.parametrize("limit", [0.02, 0.3, 0.5, 0.85])
def test_the_expected_wealth_is_one_at_the_limit_and_never_more_below_it(limit: float) -> None:
    sequences = np.array(list(product([0.0, 1.0], repeat=10)))
    paths = np.array([bet_on_rows(first_stake(), each, limit) for each in sequences])
    ones = sequences.cumsum(axis=1)[:, -1]
    for p in (limit, limit / 2, 0.0):
        chances = p**ones * (1.0 - p) ** (10 - ones)
        means = chances @ paths
        assert (means <= 1.0 + 1e-12).all()
        if p == limit:
            np.testing.assert_allclose(means, 1.0, atol=1e-12)


def test_values_between_zero_and_one_are_bet_on_as_fairly() -> None:
    values, chances, limit = np.array([0.0, 0.4, 1.0]), np.array([0.7, 0.25, 0.05]), 0.15
    assert values @ chances == pytest.approx(limit)
    expected = sum(
        np.prod(chances[list(places)]) * bet_on_rows(first_stake(), values[list(places)], limit)[-1]
        for places in product(range(3), repeat=6)
    )
    assert expected == pytest.approx(1.0, abs=1e-12)


def test_wealth_is_never_negative_and_stops_at_the_largest() -> None:
    for limit in (0.01, 0.5, 0.99):
        assert bet_on_rows(first_stake(), np.tile([1.0, 0.0], 300), limit).min() > 0
    assert bet_on_rows(first_stake(), np.ones(2000), 0.1)[-1] == pytest.approx(LARGEST)


def test_rows_one_by_one_give_the_same_wealth_as_a_batch() -> None:
    values = (np.random.default_rng(0).random(300) < 0.07).astype(float)
    whole, single = first_stake(), first_stake()
    path = bet_on_rows(whole, values, 0.05)
    one_by_one = [bet_on_rows(single, values[at : at + 1], 0.05)[0] for at in range(300)]
    np.testing.assert_array_equal(path, one_by_one)
    np.testing.assert_array_equal(whole, single)
    assert wealth(single) == path[-1]


def test_false_alarms_of_lives_watched_after_every_row_stay_within_the_band() -> None:
    rng, lives, risk = np.random.default_rng(1), 400, 0.05
    for limit in (0.02, 0.2):
        rows = (rng.random((lives, 2000)) < limit).astype(float)
        alarms = sum(
            bool((bet_on_rows(first_stake(), life, limit) >= 1 / risk).any()) for life in rows
        )
        assert alarms <= binom.ppf(0.999, lives, risk)


def test_a_doubled_rate_is_found_at_once_and_after_a_quiet_time() -> None:
    rng = np.random.default_rng(2)
    for quiet, most_rows in ((0, 900), (2000, 2000)):
        delays = []
        for _ in range(60):
            rates = np.where(np.arange(quiet + 5000) < quiet, 0.015, 0.04)
            path = bet_on_rows(first_stake(), (rng.random(len(rates)) < rates).astype(float), 0.02)
            delays.append(int(np.argmax(path >= 20.0)) - quiet)
        assert 0 < np.median(delays) < most_rows


@pytest.mark.parametrize("p", [0.01, 0.3, 0.9])
def test_the_mixture_is_fair_so_that_its_limits_cover_at_all_times(p: float) -> None:
    rows, hits = 40, np.arange(41)
    chances = binom.pmf(hits, rows, p)
    evidence = np.array([log_mixture(float(k), rows, p) for k in hits])
    assert chances @ np.exp(evidence) == pytest.approx(1.0)
    for k in hits:
        low, high = mean_limits(lambda m, k=k: log_mixture(k, rows, m), k / rows, (0.0, 1.0), 0.05)
        # Away from rounding, a value lies between the limits where the evidence is small.
        assert (low <= p <= high) == (evidence[k] < np.log(20.0))


def test_money_is_shared_out_ever_more_slowly() -> None:
    limit = 0.1
    state = first_stake()
    shared = []
    for rows in (10, 1000, 10_000):
        bet_on_rows(state, np.zeros(rows), limit)
        # All but one purse are emptied: what the next row puts into them was shared out.
        purses = state.copy()
        purses[:4] = [0.0, 0.0, 0.0, 1.0]
        bet_on_rows(purses, np.zeros(1), limit)
        shared.append(purses[:3].sum())
    assert shared[0] > 2 * shared[1] > 4 * shared[2] > 0


def plain_wealth(values: np.ndarray, limit: float) -> list[float]:
    """By definition: every estimate is a mean of all earlier values, each with its own weight."""
    one_error = 1.0 / min(limit, 1.0 - limit)  # in rows
    purses = np.full(4, 0.25)
    path = []
    for row, value in enumerate(values):
        ages = np.arange(row)[::-1]
        for bettor, memory in enumerate(MEMORY):
            weights = 0.5 ** (ages / (memory * one_error)) if memory else np.ones(row)
            suspected = min(PRIOR_RATIO[bettor] * limit, (1.0 + limit) / 2.0)
            before = PRIOR_ERRORS[bettor] * one_error
            mean = (weights @ values[:row] + before * suspected) / (weights.sum() + before)
            kelly = (mean - limit) / (limit * (1.0 - limit))
            purses[bettor] *= 1.0 + max(0.0, kelly) * (value - limit)
        shared = 1.0 / (row + SHARING_ERRORS * one_error)
        purses = (1.0 - shared) * purses + shared * purses.mean()
        purses *= min(1.0, LARGEST / purses.sum())
        path.append(float(purses.sum()))
    return path


@pytest.mark.parametrize("limit", [0.02, 0.3, 0.5, 0.85])
@pytest.mark.parametrize("rate", [0.3, 1.0, 1.8])
def test_wealth_is_that_of_four_purses_with_kellys_bets(limit: float, rate: float) -> None:
    rng = np.random.default_rng(3)
    hits = rng.random(120) < min(0.95, rate * limit)
    values = np.where(rng.random(120) < 0.5, hits.astype(float), hits * rng.random(120))
    state = first_stake()
    path = bet_on_rows(state, values, limit)
    np.testing.assert_allclose(path, plain_wealth(values, limit), rtol=1e-9)
    assert state[-1] == 120.0


def test_wealth_at_the_largest_goes_on_as_plain_wealth_does() -> None:
    values = np.append(np.ones(150), np.zeros(60))
    path = bet_on_rows(first_stake(), values, 0.1)
    assert path.max() == pytest.approx(LARGEST)
    np.testing.assert_allclose(path, plain_wealth(values, 0.1), rtol=1e-9)
