"""Ranks against exact enumeration, and false alarms with few earlier rows."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import binom, kstest

from steersman.maths.sequential import (
    bet_on_ranks,
    bet_on_rows,
    first_stake,
    first_stakes,
    mean_wealth,
    tie_breakers,
    uniform_ranks,
)


def test_ranks_are_exactly_uniform_whatever_the_rows() -> None:
    """Over all orders of the same rows, rank intervals cover 0 to 1 evenly, tie by tie."""
    rows = (0, 0, 1, 2, 2)
    covered = np.zeros(5)
    for order in permutations(rows):
        reference = np.bincount(order[:4], minlength=3).astype(float)
        low = uniform_ranks(reference.copy(), np.array([order[4]]), np.array([0.0]))[0]
        high = uniform_ranks(reference.copy(), np.array([order[4]]), np.array([1.0]))[0]
        for fifth in range(5):
            inside = max(0.0, min(high, (fifth + 1) / 5) - max(low, fifth / 5))
            covered[fifth] += inside / (high - low)
    np.testing.assert_allclose(covered / covered.sum(), 0.2, atol=1e-12)


def test_tie_breakers_are_uniform_and_the_same_in_any_batches() -> None:
    whole = tie_breakers(0, 2000)
    np.testing.assert_array_equal(whole[700:], tie_breakers(700, 1300))
    assert kstest(whole, "uniform").pvalue > 0.01


@pytest.mark.parametrize(("earlier", "share"), [(40, 0.2), (400, 0.03)])
def test_false_alarms_stay_within_the_band_with_few_earlier_rows(
    earlier: int, share: float
) -> None:
    rng, lives = np.random.default_rng(0), 150
    alarms = 0
    for _ in range(lives):
        ones = rng.binomial(earlier, share)
        counts = np.array([earlier - ones, ones], dtype=float)
        ranks = uniform_ranks(counts, (rng.random(600) < share).astype(int), rng.random(600))
        alarms += bool((bet_on_ranks(first_stakes(), ranks) >= 20.0).any())
    assert alarms <= binom.ppf(0.999, lives, 0.05)


def test_a_shift_is_found() -> None:
    rng = np.random.default_rng(1)
    counts, stakes = np.array([400.0, 100.0]), first_stakes()
    ranks = uniform_ranks(counts, (rng.random(800) < 0.4).astype(int), rng.random(800))
    path = bet_on_ranks(stakes, ranks)
    assert path.max() > 20.0
    assert path[-1] == pytest.approx(mean_wealth(stakes))


def test_the_gamblers_bet_on_both_ends_of_the_ranks() -> None:
    ranks = np.random.default_rng(2).beta(0.6, 0.5, 90)
    owned = [
        bet_on_rows(first_stake(), hits.astype(float), tail)
        for tail in (0.02, 0.05, 0.1, 0.25, 0.5)
        for hits in (ranks >= 1.0 - tail, ranks <= tail)
    ]
    stakes = first_stakes()
    np.testing.assert_allclose(bet_on_ranks(stakes, ranks), np.mean(owned, axis=0))
    assert mean_wealth(stakes) == pytest.approx(np.mean(owned, axis=0)[-1])


def test_a_rank_lies_between_the_rows_below_and_those_of_its_own_value() -> None:
    rng = np.random.default_rng(3)
    counts, codes, ties = (
        rng.integers(0, 4, 6).astype(float),
        rng.integers(0, 6, 50),
        rng.random(50),
    )
    seen = np.repeat(np.arange(6), counts.astype(int)).tolist()
    for rank, code, tie in zip(uniform_ranks(counts, codes, ties), codes, ties, strict=True):
        seen.append(int(code))
        below, own = sum(each < code for each in seen), seen.count(int(code))
        assert rank == pytest.approx((below + tie * own) / len(seen))
    np.testing.assert_array_equal(counts, np.bincount(seen, minlength=6))
