"""What a person has chosen: one frozen value that every view is a function of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from steersman.compare.model_figures import Interval
from steersman.compare.recipes import WEAK_UNDER, Granularity, Learner, Recipe
from steersman.evaluate.mcnemar_test import Method
from steersman.learn.catalog import LIKELIHOOD_KNOBS
from steersman.session.clusters.choice import ClusterChoice
from steersman.session.data.choice import DataChoice
from steersman.session.lab.actions import Point

__all__ = [
    "FIXED_BUDGET",
    "FIXED_TRAINING",
    "FIXED_VALIDATION",
    "FOLDS_RANGE",
    "Challenge",
    "CompareChoice",
    "LabChoice",
    "LabModel",
    "MatrixChoice",
    "State",
    "TunedFrom",
    "default_knobs",
    "number",
]

FOLDS_RANGE = (2, 10)


def default_knobs() -> dict[str, float | None]:
    """Each knob at the model's own default; None where the model decides."""
    return {knob.name: knob.default for knob in LIKELIHOOD_KNOBS}


FIXED_TRAINING, FIXED_VALIDATION, FIXED_BUDGET = 100, 50, 1000
"""The size of every game before games followed the data."""
FIXED_SIZE = {"budget": FIXED_BUDGET, "free": FIXED_TRAINING + FIXED_VALIDATION}


@dataclass(frozen=True)
class Challenge:
    """A game in progress: which rows were bought is decided by the seed and the two numbers.

    So many rows were `free` at its start, and so many more can be bought from the `budget`.
    """

    seed: int
    training: int
    validation: int
    budget: int = FIXED_BUDGET
    free: int = FIXED_TRAINING + FIXED_VALIDATION


@dataclass(frozen=True)
class MatrixChoice:
    """What is chosen in the matrix room. `shown` and `outcome` number models and steerings."""

    model: str = "logistic"
    levels: int = 15
    freeze: float = 0.1
    granularity: Granularity = "root"
    learner: Learner = "auto"
    threshold: float = WEAK_UNDER
    all_classes: bool = False
    locked: tuple[tuple[str, str], ...] = ()
    costs: tuple[tuple[float, ...], ...] = ()
    confidence: float | None = None
    shown: int | None = None
    outcome: int | None = None
    pins: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TunedFrom:
    """Where a prior with its own alpha and beta for each feature was tuned from.

    The training rows and the setting in which the search began decide it, so that it can be found
    again wherever this is known.
    """

    category: str
    folds: int
    fold: int
    seed: int
    challenge: Challenge | None
    features: int | None
    knobs: Mapping[str, float | None] = field(hash=False)


@dataclass(frozen=True)
class CompareChoice:
    """What is chosen in the room that compares models: which, on which folds, shown how.

    `pair` names two of the models, or none is chosen.
    """

    models: tuple[Recipe, ...] = ()
    all_classes: bool = False
    folds: int = 5
    repeats: int = 1
    seed: int = 0
    measure: str = "accuracy"
    interval: Interval = "rows"
    method: Method = "auto"
    pair: tuple[str, ...] = ()


@dataclass(frozen=True)
class LabModel:
    """A model on show in the lab; knobs and options that are not named are at their defaults.

    `step` is how far its training has been played, None all the way.
    """

    model: str = "basic"
    knobs: Mapping[str, float] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    step: int | None = None


@dataclass(frozen=True)
class LabChoice:
    """What is chosen in the lab: where the points come from, and one or two models.

    `painted` has a point (x, y, class 0 or 1) each; `columns` are two columns of the data set.
    """

    source: str = "gaussians"
    knobs: Mapping[str, float] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    painted: tuple[Point, ...] = ()
    seed: int = 0
    models: tuple[LabModel, ...] = (LabModel(),)


@dataclass(frozen=True)
class State:
    """The choices of one session.

    `features` None means all of them; `tuned` names a prior with its own alpha and beta for each
    feature, in force until alpha, beta or the features are moved; `curve` is the degree of the
    decision curve, 1 a line.
    """

    dataset: str
    category: str
    folds: int = 5
    fold: int = 0
    seed: int = 0
    features: int | None = None
    tuned: TunedFrom | None = None
    curve: int = 1
    challenge: Challenge | None = None
    matrix: MatrixChoice | None = None
    compare: CompareChoice | None = None
    lab: LabChoice | None = None
    clusters: ClusterChoice | None = None
    data: DataChoice | None = None
    knobs: Mapping[str, float | None] = field(default_factory=default_knobs)

    @cached_property
    def plain(self) -> Mapping[str, Any]:
        """The same in plain values, not to be changed."""
        values = asdict(self) | {"knobs": dict(self.knobs)}
        for part in (values, values["tuned"]):
            if part is not None and part["challenge"] is not None:
                part["challenge"] = without_size(part["challenge"])
        return values


def without_size(game: dict[str, int]) -> dict[str, int]:
    """A game in plain values, as it was written down before games had sizes if it has that one."""
    return {key: value for key, value in game.items() if (key, value) not in FIXED_SIZE.items()}


def number(value: float | None) -> float:
    """A knob that always has a number."""
    assert value is not None, "only the intercept may be left to the model"  # noqa: S101
    return value
