"""The models a person can take hold of, each with its knobs and their ranges, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["LIKELIHOOD_KNOBS", "Knob"]


@dataclass(frozen=True)
class Knob:
    """One number of a model that a person may turn; `default` None means that the model decides."""

    name: str
    label: str
    low: float
    high: float
    default: float | None
    scale: Literal["linear", "log"]
    help: str


LIKELIHOOD_KNOBS: tuple[Knob, ...] = (
    Knob(
        "alpha", "alpha", 1e-5, 2.0, 1.0, "log",
        "How many imagined documents of each class hold each word.",
    ),
    Knob(
        "beta", "beta", 0.5, 300.0, 1.0, "log",
        "How many imagined documents of each class do not hold each word.",
    ),
    Knob("slope", "slope", 0.5, 2.0, 1.0, "linear", "The line's angular coefficient."),
    Knob(
        "intercept", "shift", -300.0, 300.0, None, "linear",
        "Where the line starts; Bayes' rule puts it at the log of the prior odds.",
    ),
)  # fmt: skip
