"""Beta priors against scipy, and the prior that gives a feature a weight."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import beta as beta_distribution

from steersman.maths.likelihood import (
    ClassCounts,
    axis_end,
    credible_interval,
    interval_probabilities,
    prior_for_weight,
    prior_reach,
)
from steersman.maths.likelihood.beta_prior import crossing
from steersman.maths.likelihood.smoothing_targets import line_weights


@pytest.mark.parametrize("prior", [(1.0, 1.0), (1e-5, 300.0), (0.01, 50.0), (7.0, 40.0)])
def test_intervals_have_the_probability_of_the_beta_distribution(prior) -> None:
    edges = np.linspace(0.0, 0.2, 41)
    exact = beta_distribution(*prior)
    assert interval_probabilities(*prior, edges) == pytest.approx(np.diff(exact.cdf(edges)))
    assert credible_interval(*prior) == pytest.approx(exact.interval(0.9))
    assert prior_reach(*prior) == pytest.approx(exact.ppf(0.99))
    assert axis_end(prior_reach(*prior)) >= prior_reach(*prior)


@given(
    st.integers(1, 60),
    st.integers(1, 200),
    st.floats(0.0, 1.0),
    st.floats(0.0, 1.0),
    st.floats(0.0, 0.98),
    st.sampled_from([0.5, 0.8, 1.0, 1.2, 2.0]),
)
def test_a_weight_between_the_present_one_and_none_is_reached_at_slope_1(
    positives, negatives, share, other, part, slope
) -> None:
    counts = (
        ClassCounts(float(positives), np.array([np.floor(share * positives)])),
        ClassCounts(float(negatives), np.array([np.floor(other * negatives)])),
    )

    def weight(alpha: float, beta: float) -> float:
        odds = [
            np.log((own.features[0] + alpha) / (own.documents - own.features[0] + beta))
            for own in counts
        ]
        return float(slope * odds[0] - odds[1])

    wanted = part * weight(1.0, 1.0)
    found = prior_for_weight(*counts, wanted, slope, (1.0, 1.0))
    if slope == 1.0 or found is not None:
        assert found is not None
        assert weight(*found) == pytest.approx(wanted, abs=1e-3)


def test_a_weight_beyond_the_counts_is_out_of_reach_at_slope_1() -> None:
    counts = ClassCounts(9.0, np.array([4.0])), ClassCounts(20.0, np.array([1.0]))
    bare = np.log((4 / 5) / (1 / 19))
    assert prior_for_weight(*counts, bare - 1e-3, 1.0, (1.0, 1.0)) is not None
    assert prior_for_weight(*counts, bare + 0.01, 1.0, (1.0, 1.0)) is None


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_weight_that_a_way_does_not_cross_is_not_reached_on_it(sign: float) -> None:
    counts = ClassCounts(30.0, np.array([20.0])), ClassCounts(40.0, np.array([5.0]))
    way = np.log([1.0, 1.0]), np.log([300.0, 400.0])
    ends = [float(line_weights(*counts, end[:, np.newaxis], 1.0)[0][0]) for end in way]
    beyond = (max(ends) if sign > 0 else min(ends)) + sign
    assert crossing(*counts, beyond, 1.0, way) is None
    between = 0.3 * ends[0] + 0.7 * ends[1]
    found = crossing(*counts, between, 1.0, way)
    assert found is not None
    logs = np.log(found)[:, np.newaxis]
    assert line_weights(*counts, logs, 1.0)[0][0] == pytest.approx(between)
