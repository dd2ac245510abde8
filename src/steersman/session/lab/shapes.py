"""Shapes of what the page shows of the lab, and of its answers."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from steersman.session.lab.actions import Point
from steersman.session.shapes import EntryValues


class LabKnobValues(TypedDict):
    """A knob: its range and its value."""

    name: str
    label: str
    low: float
    high: float
    default: float
    scale: Literal["linear", "log"]
    help: str
    whole: bool
    value: float


class LabOptionValues(TypedDict):
    """A word that a person may choose, and the one chosen; each value has a name and a title."""

    name: str
    label: str
    values: list[tuple[str, str]]
    help: str
    value: str


class ErrorsValues(TypedDict):
    """Points on the wrong side."""

    wrong: int
    of: int
    rate: float
    interval: tuple[float, float]


class WayValues(TypedDict):
    """How far a training was played, and how it ended."""

    kind: Literal["perceptron", "ascent"]
    steps: int
    step: int
    updates: int
    epoch: int | None
    converged: bool | None
    likelihood: NotRequired[float]
    verdict: str


class ProofValues(TypedDict):
    """A mixture of positives that is also a mixture of negatives: no line parts them."""

    point: tuple[float, float] | None
    """None where the mixtures meet in a kernel's space."""
    rows: list[int]
    shares: list[float]
    sentence: str


class SupportValues(TypedDict):
    """The support vectors in figures."""

    count: int
    at_bound: int | None
    width: float | None
    C: float | None
    """None, as `at_bound`, where the margin is hard."""
    warning: str


class LabModelValues(TypedDict):
    """One model on the bench."""

    model: str
    title: str
    family: Literal["linear", "logistic", "bayes", "neighbors", "svm"]
    says: Literal["probability", "score"]
    knobs: list[LabKnobValues]
    options: list[LabOptionValues]
    refusal: str
    training: ErrorsValues | None
    test: ErrorsValues | None
    weights: tuple[float, float, float] | None
    """Homogeneous: −t, w1, w2."""
    centers: tuple[tuple[float, float], tuple[float, float]] | None
    """Of the negatives, of the positives."""
    scale: float
    training_way: WayValues | None
    proof: ProofValues | None
    support: SupportValues | None
    recommended_k: float | None
    densities: bool


class LabSourceValues(TypedDict):
    """Where the points come from."""

    name: str
    title: str
    knobs: list[LabKnobValues]
    columns: list[str]
    chosen: list[str]


class LabPointsValues(TypedDict):
    """The points on the bench in figures."""

    count: int
    positives: int
    window: tuple[float, float, float, float]
    """x low, x high, y low, y high"""
    axes: tuple[str, str]
    classes: tuple[str, str]
    """negative, positive"""
    bayes_error: float | None
    test: int


class LabView(TypedDict):
    """The view of the lab; columns named `lab.` hold the points and each model's scores."""

    sources: list[EntryValues]
    catalog: list[EntryValues]
    source: LabSourceValues
    points: LabPointsValues
    models: list[LabModelValues]


class NeighborCurveFrame(TypedDict):
    """The best k and the recommended one; the columns `errors` and `spread` have every k."""

    parts: int
    best: int
    recommended: float


class LabPythonFrame(TypedDict):
    """Python lines that make a model of the bench again."""

    place: int
    text: str


FRAMES = {"neighbor-curve": NeighborCurveFrame, "lab-python": LabPythonFrame}
VIEW = LabView
NAMED = {"Point": Point}
