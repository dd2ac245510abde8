"""Shapes of the answers of the lessons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NotRequired, TypedDict

from steersman.maths.lessons.line_losses import Loss

Interval = tuple[float, float, float]
"""A mean and its 95 % interval: mean, low, high."""

Sex = Literal["male", "female"]
Side = Literal["+", "−"]
World = Literal["true", "fitted"]


class CheckValues(TypedDict):
    """A figure as the lecture prints it, beside ours."""

    what: str
    printed: str
    ours: float
    agrees: bool
    note: str


class LessonAnswer(TypedDict):
    """The answer to a lesson's query."""

    python: NotRequired[str]
    """Lines that come to the same figures; not yet there while a study runs."""


class PeopleClassValues(TypedDict):
    """The Gaussians of one class, and what they say of the person asked about."""

    name: Sex
    rows: int
    prior: float
    means: list[float]
    deviations: list[float]
    densities: list[float]
    joint: float
    posterior: float
    other_posterior: float
    height_and_weight: float


class PeopleCurve(TypedDict):
    x: list[float]
    densities: list[list[float]]


class PeopleAnswer(LessonAnswer):
    """Every number of Gaussian naive Bayes."""

    classes: list[PeopleClassValues]
    decided: Sex
    pushes: list[float | None]
    """log density male minus log density female, column by column."""
    curves: list[PeopleCurve]
    checks: list[CheckValues]


class MailLineValues(TypedDict):
    sums: list[float]
    flagged: list[bool]
    right: int
    new: float


class MailCentersValues(TypedDict):
    spam: list[float]
    ham: list[float]
    w: list[float]
    t: float
    right: int
    new: float


class FractionValues(TypedDict):
    top: float
    bottom: float
    value: float | None


class MailClassValues(TypedDict):
    name: str
    prior: tuple[int, int]
    rates: list[FractionValues]
    product: float | None


class MailModelValues(TypedDict):
    """One naive Bayes model of the mails."""

    name: str
    classes: list[MailClassValues]
    posterior: float | None
    """P(spam) of the new mail; null where both products are 0."""
    mails: list[float | None]


class MailsAnswer(LessonAnswer):
    """A line and three naive Bayes models of a few mails."""

    line: MailLineValues
    centers: MailCentersValues
    models: list[MailModelValues]
    checks: list[CheckValues]


class ScoredTest(TypedDict):
    name: str
    about: str
    score: float


class ParameterCounts(TypedDict):
    joint: int
    naive: int
    gaussian: int


class RateValues(TypedDict):
    neighbors: float
    power: float
    excess: float
    alike: float
    """How many points of one dimension have the same rate's error."""


class KernelValues(TypedDict):
    lifted: list[list[float]]
    lifted_product: float
    product: float
    kernel: float


class TablesAnswer(LessonAnswer):
    """The small worked examples."""

    tests: list[ScoredTest]
    total: float
    flagged: bool
    cells: ParameterCounts
    rate: RateValues
    kernel: KernelValues
    checks: list[CheckValues]


class RiskSpread(TypedDict):
    low: float
    high: float
    above_printed: float


class PrintedRisks(TypedDict):
    bayes: float
    one: float
    chosen: float
    recommended: float


class NeighborsAnswer(LessonAnswer):
    """Error against k over many draws."""

    draws: int
    points: int
    p: float
    q: float
    means: list[float]
    low: list[float]
    high: list[float]
    validated: list[float]
    chosen: list[int]
    median_chosen: float
    best: int
    bayes_error: float
    recommended: float
    one: Interval
    at_best: Interval
    at_recommended: Interval
    at_chosen: Interval
    ones: RiskSpread
    printed: PrintedRisks


class ZonesAnswer(LessonAnswer):
    """One draw; the column `zones` has the side of every cell of a grid, rows from below."""

    neighbors: int
    side: int
    points: list[tuple[float, float]]
    labels: list[int]
    risk: float
    training: float


class LossLineValues(TypedDict):
    """The line that one loss leads to."""

    loss: Loss
    slope: float
    intercept: float
    residuals: list[float]
    pulling: list[bool]
    objective: float
    losses: Mapping[Loss, float]
    """Summed over the points."""
    fitted_by: str


class LossCurves(TypedDict):
    """Each loss at `z`."""

    z: list[float]
    epsilon: list[float]
    laplacian: list[float]
    gaussian: list[float]
    huber: list[float]


class LossesAnswer(LessonAnswer):
    """Four lines through the points."""

    lines: list[LossLineValues]
    curves: LossCurves


class ModelsAnswer(LessonAnswer):
    """Posteriors of a few models, the ways of choosing one, and what all of them say together."""

    priors: list[float]
    likelihoods: list[float]
    plus: list[float]
    evidence: float
    posterior: list[float]
    map: int
    ml: int | None
    map_says: Side
    ml_says: Side | None
    chance: float
    optimal_says: Side
    checks: list[CheckValues]


class AverageAnswer(LessonAnswer):
    """Errors on new data of averaging and of choosing, over the draws."""

    world: World
    draws: int
    names: list[str]
    members: list[Interval]
    weights: list[float]
    average: Interval
    map: Interval
    ml: Interval
    best: int
    against_map: Interval
    against_ml: Interval
    against_best: Interval
    judged_on: int


FRAMES = {
    "lesson-people": PeopleAnswer,
    "lesson-mails": MailsAnswer,
    "lesson-tables": TablesAnswer,
    "lesson-neighbors": NeighborsAnswer,
    "lesson-zones": ZonesAnswer,
    "lesson-losses": LossesAnswer,
    "lesson-models": ModelsAnswer,
    "lesson-average": AverageAnswer,
}
NEWS = {"lesson-neighbors": NeighborsAnswer, "lesson-average": AverageAnswer}
