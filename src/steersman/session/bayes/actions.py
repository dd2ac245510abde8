"""Queries of the Bayes room."""

from __future__ import annotations

from dataclasses import dataclass

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
