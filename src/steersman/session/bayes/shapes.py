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


class BayesObjectValues(TypedDict):
    """One of the eight objects of three features; 101 has the first and the third."""

    label: str
    point: tuple[float, float]
    positive: bool


class SlopeValues(TypedDict):
    """A line."""

    slope: float
    intercept: float


class BayesDemoFrame(TypedDict):
    """The eight objects and the line that decides between them."""

    objects: list[BayesObjectValues]
    line: SlopeValues


FRAMES = {"bayes-plane": BayesPlaneFrame, "bayes-demo": BayesDemoFrame}
