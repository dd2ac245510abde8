from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from steersman.session.bayes.actions import BayesDemo, BayesPlane
from steersman.session.bayes.views import bayes_demo_view, bayes_plane_view

share = st.floats(0.01, 0.99)
SPACES = ("posterior", "joint", "data", "likelihood")


@given(share, share, share, st.floats(0.05, 20))
def test_all_four_spaces_decide_alike(positive, negative, prior, cost) -> None:
    values = bayes_plane_view(BayesPlane(positive, negative, prior, cost)).values
    for space in SPACES:
        drawn = values[space]
        x, y = drawn["point"]
        distance = drawn["slope"] * x + drawn["intercept"] - y
        if abs(distance) > 1e-9:
            assert (distance > 0) == values["positive"]
    assert np.isclose(sum(values["posterior"]["point"]), 1)
    assert np.isclose(sum(values["joint"]["point"]), values["evidence"])


@given(st.tuples(*[share] * 6), share, st.booleans(), st.booleans())
def test_the_demo_draws_the_same_decisions_in_every_space(rates, prior, normal, logs) -> None:
    values = bayes_demo_view(BayesDemo(rates, prior, normal, logs)).values
    assert [each["label"] for each in values["objects"]][:3] == ["000", "001", "010"]
    slope, intercept = values["line"]["slope"], values["line"]["intercept"]
    for each in values["objects"]:
        x, y = each["point"]
        distance = slope * x + intercept - y
        if abs(distance) > 1e-9:
            assert (distance > 0) == each["positive"]


def test_likelihoods_of_the_eight_objects_sum_to_one() -> None:
    values = bayes_demo_view(BayesDemo((0.2, 0.3, 0.9, 0.4, 0.5, 0.6), 0.3)).values
    assert np.allclose(np.sum([each["point"] for each in values["objects"]], axis=0), 1)
