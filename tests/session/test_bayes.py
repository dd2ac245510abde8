from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from steersman.session.bayes.actions import BayesCurve, BayesDemo, BayesPlane, BayesProduct
from steersman.session.bayes.views import (
    bayes_curve_view,
    bayes_demo_view,
    bayes_plane_view,
    bayes_product_view,
)

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


@given(share, share, share, st.floats(0.05, 20))
def test_risks_odds_and_likelihood_ratio_decide_as_the_line_does(
    positive, negative, prior, cost
) -> None:
    values = bayes_plane_view(BayesPlane(positive, negative, prior, cost)).values
    joint = np.array([positive * prior, negative * (1 - prior)])
    posterior = joint / joint.sum()
    # A false alarm costs 1 and a miss m; what is right costs nothing (Eq. 28 and 29).
    assert np.allclose(values["risks"], (posterior[1], cost * posterior[0]))
    assert np.isclose(values["odds"], joint[0] / joint[1])
    assert np.isclose(values["threshold"], 1 / cost)
    assert np.isclose(values["likelihood_ratio"], positive / negative)
    assert np.isclose(values["ratio_threshold"], (1 - prior) / (prior * cost))
    if abs(np.log(values["odds"] / values["threshold"])) > 1e-9:
        assert (values["odds"] > values["threshold"]) == values["positive"]
        assert (values["likelihood_ratio"] > values["ratio_threshold"]) == values["positive"]
        assert (values["risks"][0] < values["risks"][1]) == values["positive"]


@settings(max_examples=30)
@given(share, share, st.floats(0.5, 2), st.floats(-3, 3))
def test_a_line_of_likelihood_space_is_a_power_curve_in_data_space(x, y, slope, shift) -> None:
    values = bayes_curve_view(BayesCurve(x, y, slope, shift)).values
    assert np.isclose(values["height"], np.exp(shift) * x**slope)
    if abs(y - values["height"]) > 1e-9:
        assert values["positive"] == (np.log(y) < slope * np.log(x) + shift)
    # Bayes' rule with m' at this object lies on the curve.
    assert np.isclose(values["local_slope"] * x, values["height"])
    data, logs = (np.array(values[name]) for name in ("data_curve", "likelihood_curve"))
    assert np.allclose(logs[:, 1], slope * logs[:, 0] + shift)
    assert np.allclose(np.log(data), logs)


@settings(max_examples=30)
@given(share, share, st.floats(0.1, 4), st.floats(-0.5, 0.5))
def test_a_line_of_data_space_is_a_curve_in_likelihood_space(x, y, slope, shift) -> None:
    values = bayes_curve_view(BayesCurve(x, y, slope, shift, "data")).values
    data = np.array(values["data_curve"])
    logs = np.array(values["likelihood_curve"]).reshape(-1, 2)
    assert np.allclose(data[:, 1], slope * data[:, 0] + shift)
    # Where the line lies below 0 no object does: there is no curve.
    seen = data[data[:, 1] > 0]
    assert np.allclose(np.exp(logs), seen)
    assert values["positive"] == (y < slope * x + shift)


@settings(max_examples=20)
@given(st.tuples(*[share] * 6), share)
def test_no_set_of_objects_beats_the_likelihood_ratio_test(rates, prior) -> None:
    values = bayes_demo_view(BayesDemo(rates, prior)).values
    curve = [(each["false_positives"], each["power"]) for each in values["power"]]
    x, y = np.transpose([(0.0, 0.0), *curve])
    regions = np.array(values["regions"])
    assert len(regions) == 256
    assert np.all(regions[:, 1] <= np.interp(regions[:, 0], x, y) + 1e-9)
    accepted = {each["label"] for each in values["power"] if each["accepted"]}
    assert accepted == {each["label"] for each in values["objects"] if each["positive"]}


def test_a_product_of_many_features_becomes_0_and_its_logarithm_does_not() -> None:
    hundred = bayes_product_view(BayesProduct(0.01, 100)).values
    assert np.isclose(np.log10(hundred["product"]), -200)
    assert hundred["vanishes_at"] is None
    more = bayes_product_view(BayesProduct(0.01, 200)).values
    assert (more["product"], more["vanishes_at"]) == (0.0, 162)
    assert np.isclose(more["log_sum"], 200 * np.log(0.01))
    assert len(more["log10_products"]) == 161


def test_figure_3_cannot_hold_an_object_three_times_as_likely_under_not_c() -> None:
    # With P(c) = 0.7 and m = 1 the object is classified as c up to 0.7 / 0.3 = 2.33 times.
    assert bayes_plane_view(BayesPlane(0.22, 0.22 * 2.33, 0.7)).values["positive"]
    assert not bayes_plane_view(BayesPlane(0.22, 0.22 * 2.34, 0.7)).values["positive"]
    figure = bayes_plane_view(BayesPlane(0.22, 0.5, 0.7)).values
    assert figure["positive"]
    assert np.isclose(figure["evidence"], 0.304)
