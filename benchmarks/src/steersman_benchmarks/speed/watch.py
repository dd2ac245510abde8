"""False alarms and delay of `Monitor`'s test on simulated lives, looked at after every row."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln
from scipy.stats import binom
from sklearn.linear_model import LogisticRegression

from steersman.learn.monitor import LabelingPlan, labeling_plan
from steersman.maths.sequential import bet_on_rows, first_stake
from steersman_benchmarks.registry import BenchmarkRow

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

LIMIT, BROKEN, RISK = 0.02, 0.04, 0.05
LIVES, ROWS = 2000, 5000
BREAK_LIVES, BREAK_ROWS = 500, 10_000
POOL, PLANS, DRAWS = 5000, 400, 600
SEED = 7


def watch() -> list[BenchmarkRow]:
    """False alarms of 2,000 lives within the limit; delay until a broken limit is shown."""
    rng = np.random.default_rng(SEED)
    quiet = simulated_lives(rng, LIVES, ROWS, ROWS)
    rows = [
        BenchmarkRow(
            f"false alarms in {LIVES:,} lives of {ROWS:,} rows at fpr 2 %",
            100 * alarm_share(betting_alarms(quiet)),
            100 * alarm_share(repeated_test_alarms(quiet)),
            "% of lives",
            "binomial test at 5 %, repeated after every row",
            note="5 % were allowed; the peer answers to one look only",
        ),
        BenchmarkRow(
            "the same, beside a sequential peer",
            100 * alarm_share(betting_alarms(quiet)),
            100 * alarm_share(mixture_alarms(quiet)),
            "% of lives",
            "Robbins' mixture of likelihood ratios",
        ),
    ]
    for start in (0, 2500):
        lives = simulated_lives(rng, BREAK_LIVES, start + BREAK_ROWS, start)
        where = "from the first row" if start == 0 else f"after {start:,} good rows"
        what = f"delay when fpr becomes 4 % {where}"
        ours = median_delay(betting_alarms(lives), start)
        for name, peer in (
            ("Robbins' mixture of likelihood ratios", median_delay(mixture_alarms(lives), start)),
            (
                "Wald's test, which knows both rates and the row of the break",
                wald_delay(lives, start),
            ),
            ("one binomial test at 5 %, begun at the break, half of them right", fixed_rows()),
        ):
            rows.append(BenchmarkRow(what, ours, peer, "rows (median)", name))
    return [*rows, *sampling_rows()]


def sampling_rows() -> list[BenchmarkRow]:
    """Estimates and labels of sampling plans beside plain samples of the same rows."""
    rng = np.random.default_rng(SEED)
    X = rng.normal(size=(2 * POOL, 1))
    y = X[:, 0] + rng.normal(size=2 * POOL) > 1.0
    model = LogisticRegression().fit(X[:POOL], y[:POOL])
    new, labels = X[POOL:], y[POOL:]
    wrong = model.predict(new) & ~labels
    means: dict[bool, list[float]] = {False: [], True: []}
    needed: dict[bool, list[float]] = {False: [], True: []}
    limit = float(wrong.sum() / (~labels).sum())
    for seed, even in product(range(PLANS), (False, True)):
        plan = labeling_plan(
            model, new, DRAWS, want=f"fpr <= {limit / 2:.6f}", even=even, random_state=seed
        )
        means[even].append(float(np.mean(plan.weights * wrong[plan.draws])))
        needed[even].append(deciding_draws(plan, labels))
    bias = abs(np.mean(means[False]) - wrong.mean()) / (np.std(means[False]) / np.sqrt(PLANS))
    return [
        BenchmarkRow(
            f"bias of the estimate of {PLANS} plans of {DRAWS} labels",
            float(bias),
            3.0,
            "standard errors",
            "the band of an unbiased estimate",
        ),
        BenchmarkRow(
            "standard deviation of that estimate",
            100 * float(np.std(means[False])),
            100 * float(np.std(means[True])),
            "% of rows",
            "a plain sample of the same size",
        ),
        BenchmarkRow(
            "labels until a rate twice the limit is shown",
            float(np.median(needed[False])),
            float(np.median(needed[True])),
            "labels (median)",
            "a plain sample, same test",
        ),
    ]


def deciding_draws(plan: LabelingPlan, labels: NDArray[np.bool_]) -> float:
    """The number of draws after which the limit is shown to be broken."""
    (bound,), drawn = plan.bounds, (labels[plan.draws].astype(int), plan.predicted[plan.draws])
    low, high = 1, len(plan.draws) + 1
    for count in range(low, high, 5):
        parts = drawn[0][:count], drawn[1][:count], plan.weights[:count]
        if bound.evidence(*parts, bound.bound.value) >= -np.log(RISK):
            return count
    return np.inf


def simulated_lives(rng: np.random.Generator, lives: int, rows: int, start: int) -> Floats:
    """(lives, rows): 1 for a false positive; the rate doubles at the row `start`."""
    rates = np.where(np.arange(rows) < start, LIMIT, BROKEN)
    return (rng.random((lives, rows)) < rates).astype(np.float64)


def first_rows(alarms: NDArray[np.bool_]) -> Ints:
    """(lives,): the first row with an alarm, -1 where there is none."""
    return np.where(alarms.any(axis=1), alarms.argmax(axis=1), -1)


def betting_alarms(lives: Floats) -> Ints:
    """(lives,): the row at which `Monitor` says broken, -1 for never."""
    paths = np.stack([bet_on_rows(first_stake(), life, LIMIT) for life in lives])
    return first_rows(paths >= 1.0 / RISK)


def repeated_test_alarms(lives: Floats) -> Ints:
    """(lives,): the first row at which a binomial test has p <= 5 %."""
    counts = np.arange(1, lives.shape[1] + 1)
    return first_rows(lives.cumsum(axis=1) > binom.isf(RISK, counts, LIMIT))


def mixture_alarms(lives: Floats) -> Ints:
    """(lives,): the first row at which a confidence sequence lies above the limit."""
    ones = lives.cumsum(axis=1)
    counts = np.arange(1, lives.shape[1] + 1)
    mixed = gammaln(0.5 + ones) + gammaln(0.5 + counts - ones) - gammaln(1.0 + counts)
    likelihood = ones * np.log(LIMIT) + (counts - ones) * np.log1p(-LIMIT)
    evidence = mixed - 2.0 * gammaln(0.5) - likelihood
    return first_rows((evidence >= -np.log(RISK)) & (ones > LIMIT * counts))


def wald_delay(lives: Floats, start: int) -> float:
    """Median rows after the break until the likelihood ratio of the true rates reaches 20."""
    lost = np.log((1 - BROKEN) / (1 - LIMIT))
    gains = lost + lives[:, start:] * (np.log(BROKEN / LIMIT) - lost)
    return median_delay(first_rows(gains.cumsum(axis=1) >= -np.log(RISK)), 0)


def fixed_rows() -> float:
    """Rows that one binomial test needs to find the broken rate in half of all cases."""
    counts = np.arange(10, 2000)
    power = binom.sf(binom.isf(RISK, counts, LIMIT), counts, BROKEN)
    return float(counts[np.argmax(power >= 0.5)])


def alarm_share(found: Ints) -> float:
    """The share of lives with an alarm."""
    return float(np.mean(found >= 0))


def median_delay(found: Ints, start: int) -> float:
    """Median rows from the break to the alarm; alarms before it do not count."""
    delays = np.where(found < 0, np.inf, found - start + 1)
    return float(np.median(delays[delays > 0]))
