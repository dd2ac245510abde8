"""The peers of `steersman bench watch` against scipy, row by row."""

from __future__ import annotations

import numpy as np
from scipy.stats import binomtest

from steersman.maths.sequential import log_mixture
from steersman_benchmarks.speed import watch


def test_peers_alarm_where_scipy_and_the_formula_say() -> None:
    lives = (np.random.default_rng(0).random((12, 120)) < 0.06).astype(float)
    repeated, mixture = watch.repeated_test_alarms(lives), watch.mixture_alarms(lives)
    for place, life in enumerate(lives):
        counts = [(int(life[:n].sum()), n) for n in range(1, 121)]
        tested = [
            binomtest(k, n, watch.LIMIT, alternative="greater").pvalue <= watch.RISK
            for k, n in counts
        ]
        above = [
            k > watch.LIMIT * n and log_mixture(k, n, watch.LIMIT) >= np.log(20) for k, n in counts
        ]
        assert repeated[place] == (tested.index(True) if any(tested) else -1)
        assert mixture[place] == (above.index(True) if any(above) else -1)
    assert (repeated >= 0).any()
    assert (mixture >= 0).any()


def test_one_test_of_fixed_size_finds_half_of_the_breaks() -> None:
    rows = int(watch.fixed_rows())
    rng = np.random.default_rng(1)
    found = [
        binomtest(int(k), rows, watch.LIMIT, alternative="greater").pvalue <= watch.RISK
        for k in rng.binomial(rows, watch.BROKEN, size=300)
    ]
    assert 0.4 < np.mean(found) < 0.6
