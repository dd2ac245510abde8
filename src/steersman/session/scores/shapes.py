"""Shapes of the answers of the scores room."""

from __future__ import annotations

from typing import TypedDict

from steersman.session.scores.actions import Calibration


class ScoreFigureValues(TypedDict):
    """A measured figure with its interval; `method` says how that was made."""

    name: str
    value: float
    low: float
    high: float
    method: str


class ReliabilityValues(TypedDict):
    """Predicted probabilities against observed shares, bin by bin, with their 95 % limits."""

    predicted: list[float]
    observed: list[float]
    low: list[float]
    high: list[float]
    rows: list[int]
    error: float
    """How far predicted and observed are apart, on average over all rows."""


class ScoreFigures(TypedDict):
    """How good the scores of some rows are, whatever the cut-off."""

    figures: list[ScoreFigureValues]
    reliability: ReliabilityValues | None
    """Null where the model has no probabilities."""
    uncalibrated: ReliabilityValues | None
    """The same before calibration; null where the model is not calibrated."""


class ScoredRowsValues(ScoreFigures):
    """Scores of some rows, at settings of the cut-off from no row called positive to all."""

    rows: int
    positives: int
    settings: list[float]
    tp: list[int]
    fp: list[int]
    now: int
    """The place of the setting that decides as the model does."""


class ModelScoresFrame(TypedDict):
    """How good the scores of the current model are."""

    model: int
    focus: str
    """The class that the curves are about."""
    calibration: Calibration
    tuning: ScoredRowsValues
    test: ScoredRowsValues | None
    """Null until the final test has been run with these scores."""


FRAMES = {"model-scores": ModelScoresFrame}
NAMED = {"Calibration": Calibration}
