"""Cut-offs beyond all rows, where so few errors are allowed that none is already too many."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import betabinom, binom
from sklearn.linear_model import LogisticRegression

from steersman import SteeredClassifier, Want
from steersman.learn.promises import SamplingMargin, cutoff_beyond
from steersman.learn.promises.sampling_margin import TightLimit
from steersman.learn.promises.tail_margin import tail_cutoff

DRAWS, RISK = 300, 0.05


@pytest.mark.parametrize("limit", [0, 1, 2])
@pytest.mark.parametrize("shape", ["exponential", "logistic", "normal"])
def test_the_next_sample_exceeds_the_limit_as_seldom_as_asked(shape: str, limit: int) -> None:
    rng = np.random.default_rng(limit)
    broken = at_highest = 0
    for first, second in getattr(rng, shape)(size=(DRAWS, 2, 120)):
        broken += int(np.sum(second > tail_cutoff(first, limit, RISK)) > limit)
        at_highest += int(np.sum(second > first.max()) > limit)
    assert broken <= binom.ppf(0.9999, DRAWS, RISK)
    # The highest row seen is no margin at all.
    assert at_highest > binom.ppf(0.999, DRAWS, RISK)
    if shape == "exponential":
        assert broken >= binom.ppf(0.001, DRAWS, RISK)


@pytest.mark.parametrize(("rows", "limit"), [(40, 0), (120, 1), (400, 0)])
def test_of_exponential_tails_the_chance_is_the_risk(rows: int, limit: int) -> None:
    rng = np.random.default_rng(rows)
    last = int(np.ceil(np.sqrt(rows)))
    scores = np.sort(rng.standard_exponential((20_000, rows)), axis=1)
    bases = scores[:, -1 - last]
    totals = scores[:, -last:].sum(axis=1) - last * bases
    # How far the cut-off lies beyond the base, in all excesses, is the same for any scores.
    moved = [tail_cutoff(own, limit, RISK) for own in scores[:3]]
    parts = (np.array(moved) - bases[:3]) / totals[:3]
    assert parts == pytest.approx(parts[0])
    assert (moved > scores[:3, -1]).all()
    chances = binom.sf(limit, rows, np.exp(-(bases + parts[0] * totals)))
    assert chances.mean() == pytest.approx(RISK, rel=0.035)


def test_few_rows_and_ties_are_no_error() -> None:
    assert tail_cutoff(np.array([3.0]), 0, RISK) == 3.0
    assert tail_cutoff(np.array([1.0, 3.0]), 0, RISK) == 3.0
    assert tail_cutoff(np.zeros(50), 1, RISK) == 0.0
    assert tail_cutoff(np.arange(9.0), 9, RISK) == 8.0


def test_a_limit_is_tight_where_order_statistics_leave_no_margin() -> None:
    want, sums = Want("fp <= 3 and fn <= 20").resolve(["ham", "spam"]), np.array([200.0, 90.0])
    (tight,) = SamplingMargin(want, sums, 0.1).tight_limits()
    assert tight == TightLimit(0, 3, 0.05)
    assert betabinom.sf(3, 200, 1, 200) > 0.05 > betabinom.sf(4, 200, 1, 200)
    assert not [*SamplingMargin(Want("fp <= 4").resolve(["a", "b"]), sums, 0.1).tight_limits()]


def test_the_cutoff_moves_away_from_the_class_that_is_limited() -> None:
    values = np.concatenate([np.linspace(-4, 0, 80), np.linspace(0, 4, 80)])
    codes = np.repeat([0, 1], 80)
    up = cutoff_beyond(values, codes, -1.0, TightLimit(0, 1, RISK))
    down = cutoff_beyond(values, codes, 1.0, TightLimit(1, 1, RISK))
    assert up > 0.0 > down
    assert up == pytest.approx(-down)
    assert cutoff_beyond(values, codes, 9.0, TightLimit(0, 1, RISK)) == 9.0


@pytest.mark.parametrize(("cost", "lost"), [(0.1, 8), (0.0, 0), (1.0, 80)])
def test_a_margin_costs_no_more_of_the_other_class_than_it_may(cost, lost) -> None:
    # Far beyond the last row of class 0 the cut-off would decide every row of class 1 otherwise.
    values = np.concatenate([np.linspace(-400, 0, 80), np.linspace(0.1, 1, 80)])
    codes = np.repeat([0, 1], 80)
    moved = cutoff_beyond(values, codes, 0.05, TightLimit(0, 1, RISK), cost)
    assert np.count_nonzero(values[codes == 1] <= moved) == lost
    back = cutoff_beyond(-values, 1 - codes, -0.05, TightLimit(1, 1, RISK), cost)
    assert back == pytest.approx(-moved)


def test_a_steered_classifier_breaks_a_tight_limit_seldom() -> None:
    rng = np.random.default_rng(3)
    broken, recalls = 0, []
    for _ in range(40):
        y = np.repeat([0, 1], [150, 60])
        X = rng.normal(2.4 * y)[:, np.newaxis]
        model = SteeredClassifier(LogisticRegression(), want="fpr <= 1%", random_state=0).fit(X, y)
        new = rng.normal(size=(150, 1))
        broken += int(np.sum(model.predict(new) == 1) > 1)
        recalls.append(np.mean(model.predict(2.4 + rng.normal(size=(400, 1))) == 1))
    assert broken <= binom.ppf(0.999, 40, 2 * RISK)
    assert np.mean(recalls) > 0.2
