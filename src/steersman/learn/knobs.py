"""A knob: one number of a model (or of made data) that a person may turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Knob:
    """One number that a person may turn; `default` None means that the model decides.

    A knob that `smooths` is a part of the prior of every feature.
    """

    name: str
    label: str
    low: float
    high: float
    default: float | None
    scale: Literal["linear", "log"]
    help: str
    whole: bool = False
    smooths: bool = False


RATE = Knob(
    "learning_rate", "rate η", 0.001, 5.0, 1.0, "log",
    "The learning rate: how far each update moves the weights.",
)  # fmt: skip
PASSES = Knob(
    "max_epochs", "passes", 1, 500, 50, "log",
    "Most passes through all points.", whole=True,
)  # fmt: skip
EPOCHS = Knob(
    "epochs", "epochs", 1, 500, 100, "log", "Number of passes through all points.", whole=True
)
ALPHA = Knob(
    "alpha", "alpha α", 0.01, 20.0, 1.0, "log",
    "Pseudo-count of each value in each class, so that no probability is zero.",
)  # fmt: skip
CUT = Knob(
    "binarize", "threshold", -2.0, 2.0, 0.0, "linear",
    "Threshold of each column, in standard deviations from its mean.",
)  # fmt: skip
BINS = Knob(
    "bins", "bins", 2, 40, 10, "linear",
    "Number of equal-width bins of each column.", whole=True,
)  # fmt: skip
NEIGHBORS = Knob("n_neighbors", "k", 1, 200, 5, "log", "How many neighbors vote.", whole=True)
SLACK = Knob(
    "C", "slack C", 0.01, 1000.0, 1.0, "log",
    "Cost of a point inside the margin or on the wrong side.",
)  # fmt: skip
GAMMA = Knob(
    "gamma", "gamma γ", 0.01, 50.0, 1.0, "log",
    "RBF: how quickly a support vector's influence falls. Sigmoid: κ1.",
)  # fmt: skip
DEGREE = Knob(
    "degree", "degree d", 1, 8, 3, "linear",
    "The degree of the polynomial (1 + ⟨x, y⟩)^d.", whole=True,
)  # fmt: skip
SHIFT = Knob(
    "coef0", "offset κ2", -5.0, 5.0, 0.0, "linear", "The sigmoid kernel is tanh(κ1⟨x, y⟩ + κ2)."
)
