"""Bayes' rule as pictures: one object in four spaces, and the eight objects of three features."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.maths.likelihood import (
    all_objects,
    bernoulli_likelihoods,
    data_slope,
    joint_points,
    likelihood_intercept,
    likelihood_points,
    posterior_points,
)
from steersman.session.bayes.actions import BayesDemo, BayesPlane
from steersman.session.bayes.shapes import (
    BayesDemoFrame,
    BayesPlaneFrame,
    BayesSpaceValues,
    SlopeValues,
)
from steersman.session.views import View

Floats = NDArray[np.float64]
FEATURES = 3


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
    values: BayesPlaneFrame = {
        "posterior": space_values(posterior_points(likelihoods, prior), m, 0.0),
        "joint": space_values(joint, m, 0.0),
        "data": space_values(likelihoods, steep, 0.0),
        "likelihood": space_values(likelihood_points(likelihoods), 1.0, intercept),
        "evidence": float(joint.sum()),
        "positive": bool(steep * likelihoods[0, 0] > likelihoods[0, 1]),
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
    }
    return View("bayes-demo", values)


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
