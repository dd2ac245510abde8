"""Queries of the Bayes room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from steersman.session.actions import Query


@dataclass(frozen=True)
class BayesPlane(Query):
    """One object in the four spaces of Bayes' rule (the paper's Figures 1 to 4)."""

    positive_likelihood: float
    negative_likelihood: float
    prior: float
    cost_ratio: float = 1.0


@dataclass(frozen=True)
class BayesDemo(Query):
    """The eight objects of three binary features (Figure 5).

    `rates` are P(f1|c), P(f1|not c), P(f2|c) and so on; `space` is how they are drawn.
    """

    rates: tuple[float, ...]
    prior: float
    normalized: bool = False
    logarithmic: bool = False


@dataclass(frozen=True)
class BayesCurve(Query):
    """One object, and a line that is drawn in one space and is a curve in the other (Eq. 48-51)."""

    positive_likelihood: float
    negative_likelihood: float
    slope: float
    intercept: float
    straight_in: Literal["likelihood", "data"] = "likelihood"


@dataclass(frozen=True)
class BayesProduct(Query):
    """The likelihood of an object of so many features, each of the same probability (Eq. 36-37)."""

    probability: float
    features: int
