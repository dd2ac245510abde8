"""Bayes' rule as pictures: one object in four spaces, and the eight objects of three features."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError, check_range
from steersman.maths.likelihood import (
    all_objects,
    all_regions,
    bernoulli_likelihoods,
    data_curve,
    data_slope,
    joint_points,
    likelihood_curve,
    likelihood_intercept,
    likelihood_points,
    local_slope,
    long_product,
    posterior_points,
    power_curve,
    risks,
)
from steersman.session.bayes.actions import BayesCurve, BayesDemo, BayesPlane, BayesProduct
from steersman.session.bayes.shapes import (
    BayesCurveFrame,
    BayesDemoFrame,
    BayesPlaneFrame,
    BayesProductFrame,
    BayesSpaceValues,
    PowerValues,
    SlopeValues,
)
from steersman.session.views import View

Floats = NDArray[np.float64]
FEATURES = 3
SLOPES = (0.05, 20.0)
LOG_SHIFTS = (-10.0, 10.0)
SHIFTS = (-1.0, 1.0)
LOWEST = -12.0
"""The lowest logarithm to which curves are drawn."""
POINTS = 120
MOST_FEATURES = 1000


def bayes_plane_view(asked: BayesPlane) -> View:
    """The object's place and the decision line in each of the four spaces."""
    likelihoods = np.array(
        [
            [
                probability("P(o|c)", asked.positive_likelihood),
                probability("P(o|not c)", asked.negative_likelihood),
            ]
        ]
    )
    prior, m = probability("the prior", asked.prior), asked.cost_ratio
    if not 0 < m < np.inf:
        raise SteersmanError(
            f"the cost ratio is {m:g}",
            todo="enter a number above 0",
            code="bad-cost-ratio",
            ratio=m,
        )
    steep = data_slope(prior, m)
    joint = joint_points(likelihoods, prior)
    intercept = likelihood_intercept(prior, m)
    posteriors = posterior_points(likelihoods, prior)
    values: BayesPlaneFrame = {
        "posterior": space_values(posteriors, m, 0.0),
        "joint": space_values(joint, m, 0.0),
        "data": space_values(likelihoods, steep, 0.0),
        "likelihood": space_values(likelihood_points(likelihoods), 1.0, intercept),
        "evidence": float(joint.sum()),
        "positive": bool(steep * likelihoods[0, 0] > likelihoods[0, 1]),
        "odds": float(posteriors[0, 0] / posteriors[0, 1]),
        "threshold": 1.0 / m,
        "likelihood_ratio": float(likelihoods[0, 0] / likelihoods[0, 1]),
        "ratio_threshold": 1.0 / steep,
        "risks": pair_of(risks(posteriors, [[0.0, 1.0], [m, 0.0]])[0]),
    }
    return View("bayes-plane", values)


def space_values(points: Floats, slope: float, intercept: float) -> BayesSpaceValues:
    return {"point": pair_of(points[0]), "slope": slope, "intercept": intercept}


def pair_of(point: Floats) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def bayes_demo_view(asked: BayesDemo) -> View:
    """The eight labeled objects, where they lie in the space asked for, and the line."""
    if len(asked.rates) != 2 * FEATURES:
        raise SteersmanError(
            f"got {len(asked.rates)} rates",
            todo=f"send {2 * FEATURES}: two per feature",
            code="wrong-length",
            where="rates",
            length=len(asked.rates),
            expected=2 * FEATURES,
        )
    for place, rate in enumerate(asked.rates):
        probability(f"the rate of feature {place // 2 + 1}", rate)
    prior = probability("the prior", asked.prior)
    objects = all_objects(FEATURES)
    likelihoods = bernoulli_likelihoods(objects, np.array(asked.rates).reshape(FEATURES, 2))
    points, line = demo_space(likelihoods, prior, asked)
    decided = data_slope(prior) * likelihoods[:, 0] > likelihoods[:, 1]
    values: BayesDemoFrame = {
        "objects": [
            {"label": label(held), "point": pair_of(point), "positive": bool(positive)}
            for held, point, positive in zip(objects, points, decided)
        ],
        "line": line,
        "power": power_values(objects, likelihoods, decided),
        "regions": [pair_of(region) for region in all_regions(likelihoods)],
    }
    return View("bayes-demo", values)


def power_values(
    objects: NDArray[np.bool_], likelihoods: Floats, decided: NDArray[np.bool_]
) -> list[PowerValues]:
    """The regions of the likelihood ratio test, one object larger each time."""
    curve = power_curve(likelihoods)
    return [
        {
            "label": label(objects[place]),
            "threshold": float(threshold),
            "false_positives": float(rates[0]),
            "power": float(rates[1]),
            "accepted": bool(decided[place]),
        }
        for place, threshold, rates in zip(curve.order, curve.thresholds, curve.rates[1:])
    ]


def bayes_curve_view(asked: BayesCurve) -> View:
    """The object and the decision in data and in likelihood space."""
    x = probability("P(o|c)", asked.positive_likelihood)
    y = probability("P(o|not c)", asked.negative_likelihood)
    straight = asked.straight_in == "likelihood"
    check_range("the slope", asked.slope, *SLOPES)
    check_range("the intercept", asked.intercept, *(LOG_SHIFTS if straight else SHIFTS))
    line = asked.slope, asked.intercept
    # Even steps in both spaces: those of one alone leave long edges in the other.
    across = np.unique([*np.linspace(1e-4, 1.0, POINTS), *np.exp(np.linspace(LOWEST, 0, POINTS))])
    heights = data_curve(across, *line) if straight else line[0] * across + line[1]
    log_heights = (
        line[0] * np.log(across) + line[1] if straight else likelihood_curve(np.log(across), *line)
    )
    height = float(data_curve(np.array([x]), *line)[0]) if straight else line[0] * x + line[1]
    values: BayesCurveFrame = {
        "data": (x, y),
        "likelihood": (float(np.log(x)), float(np.log(y))),
        "data_curve": finite_points(across, heights),
        "likelihood_curve": finite_points(np.log(across), log_heights),
        "height": height,
        "local_slope": local_slope(x, *line) if straight else height / x,
        "positive": y < height,
    }
    return View("bayes-curve", values)


def finite_points(x: Floats, y: Floats) -> list[tuple[float, float]]:
    """The points of a curve where it exists."""
    return [pair_of(point) for point in np.column_stack([x, y])[np.isfinite(y)]]


def bayes_product_view(asked: BayesProduct) -> View:
    """The product of many probabilities as it is computed, and the sum of their logarithms."""
    each = probability("the probability of a feature", asked.probability)
    features = check_range("the number of features", asked.features, 1, MOST_FEATURES)
    long = long_product(each, features)
    computed = long.products[long.products > 0]
    values: BayesProductFrame = {
        "log10_products": np.log10(computed).tolist(),
        "log10_sums": long.log10_sums.tolist(),
        "product": float(long.products[-1]),
        "log_sum": float(long.log10_sums[-1] * np.log(10.0)),
        "vanishes_at": long.vanishes_at,
    }
    return View("bayes-product", values)


def demo_space(likelihoods: Floats, prior: float, asked: BayesDemo) -> tuple[Floats, SlopeValues]:
    """The points, and the line that decides between them, as the two switches ask."""
    if asked.normalized:
        points, slope = posterior_points(likelihoods, prior), 1.0
    else:
        points, slope = likelihoods, data_slope(prior)
    if asked.logarithmic:
        return np.log(points), {"slope": 1.0, "intercept": float(np.log(slope))}
    return points, {"slope": slope, "intercept": 0.0}


def label(held: NDArray[np.bool_]) -> str:
    """An object by the features it holds: 101 has the first and the third."""
    return "".join("1" if each else "0" for each in held)


def probability(name: str, value: float) -> float:
    if not 0 < value < 1:
        raise SteersmanError(
            f"{name} is {value:g}",
            todo="enter a number between 0 and 1",
            code="bad-probability",
            name=name,
            value=value,
        )
    return value
