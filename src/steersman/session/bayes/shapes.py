"""Shapes of the answers about Bayes' rule."""

from __future__ import annotations

from typing import TypedDict


class BayesSpaceValues(TypedDict):
    """A document and the line in one of the four spaces of Bayes' rule."""

    point: tuple[float, float]
    slope: float
    intercept: float


class BayesPlaneFrame(TypedDict):
    """One object in the four spaces."""

    posterior: BayesSpaceValues
    joint: BayesSpaceValues
    data: BayesSpaceValues
    likelihood: BayesSpaceValues
    evidence: float
    positive: bool
    odds: float
    """P(c|o) / P(not c|o), compared with k (Eq. 16)."""
    threshold: float
    """k = 1 / m."""
    likelihood_ratio: float
    """P(o|c) / P(o|not c), compared with M (Eq. 21)."""
    ratio_threshold: float
    """M = 1 / m'."""
    risks: tuple[float, float]
    """Of saying c and of saying not c, where a false alarm costs 1 and a miss m (Eq. 28-29)."""


class BayesObjectValues(TypedDict):
    """One of the eight objects of three features; 101 has the first and the third."""

    label: str
    point: tuple[float, float]
    positive: bool


class SlopeValues(TypedDict):
    """A line."""

    slope: float
    intercept: float


class PowerValues(TypedDict):
    """One region of the likelihood ratio test, which takes in the object `label` as its last."""

    label: str
    threshold: float
    false_positives: float
    power: float
    accepted: bool


class BayesDemoFrame(TypedDict):
    """The eight objects and the line that decides between them."""

    objects: list[BayesObjectValues]
    line: SlopeValues
    power: list[PowerValues]
    regions: list[tuple[float, float]]
    """False positive rate and power of all 256 sets of objects."""


class BayesCurveFrame(TypedDict):
    """One object and one decision in two spaces: a line in one, a curve in the other."""

    data: tuple[float, float]
    likelihood: tuple[float, float]
    data_curve: list[tuple[float, float]]
    likelihood_curve: list[tuple[float, float]]
    height: float
    """Of the decision at the object, in data space."""
    local_slope: float
    """m' that Bayes' rule would need to decide about this object as the line does."""
    positive: bool


class BayesProductFrame(TypedDict):
    """Products of more and more features; the computed ones end where they are 0."""

    log10_products: list[float]
    log10_sums: list[float]
    product: float
    log_sum: float
    vanishes_at: int | None


FRAMES = {
    "bayes-plane": BayesPlaneFrame,
    "bayes-demo": BayesDemoFrame,
    "bayes-curve": BayesCurveFrame,
    "bayes-product": BayesProductFrame,
}
