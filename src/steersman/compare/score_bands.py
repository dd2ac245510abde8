"""Curves of the scores of compared models: the mean over folds, with a band of all folds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from steersman.compare.cross_fitting import CrossFitted, Cuts, folds_of
from steersman.compare.model_figures import CONFIDENCE
from steersman.compare.refitting import Question
from steersman.evaluate import (
    Figure,
    ReliabilityCurve,
    ScoreCurves,
    reliability_curve,
    score_curves,
)
from steersman.evaluate.folds import corrected_interval
from steersman.evaluate.score_figures import row_losses

Floats = NDArray[np.float64]

GRID = np.linspace(0.0, 1.0, 101)
CURVES = ("roc", "pr", "gain")


@dataclass(frozen=True, eq=False)
class ScoreBand:
    """A curve at the places of `GRID`: the mean of the folds, the lowest and the highest."""

    mean: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, eq=False)
class ScoreStanding:
    """One model's scores for one class. `bands` are by "roc", "pr" and "gain".

    Figures are means over folds with Nadeau and Bengio's corrected interval; `reliability` is of
    all rows, each by the model that did not see it.
    """

    bands: dict[str, ScoreBand]
    figures: dict[str, Figure]
    reliability: ReliabilityCurve | None


def score_standing(
    question: Question, cuts: Cuts, crossed: CrossFitted, label: str
) -> ScoreStanding:
    """The scores of a recipe whose folds are all done, for the class `label`."""
    place = question.classes.index(label)
    truth = question.y == label
    curves: dict[str, list[Floats]] = {kind: [] for kind in CURVES}
    found: dict[str, list[float]] = {}
    parts = folds_of(question, cuts)[: cuts.folds]
    shares = crossed.shares[:, place]
    known = bool(np.isfinite(shares).all())
    for _, test in parts:
        in_fold = score_curves(truth[test], crossed.leads[test, place], positive=True)
        for kind in CURVES:
            curves[kind].append(on_grid(kind, in_fold))
        found.setdefault("auc", []).append(in_fold.auc)
        found.setdefault("average_precision", []).append(in_fold.average_precision)
        if known:
            for name, losses in row_losses(truth[test], shares[test]).items():
                found.setdefault(name, []).append(float(losses.mean()))
    overlap = len(parts[0][1]) / len(parts[0][0])
    return ScoreStanding(
        {kind: band_of(np.array(each)) for kind, each in curves.items()},
        {name: fold_mean(name, np.array(scores), overlap) for name, scores in found.items()},
        reliability_curve(truth, shares, True) if known else None,
    )


def on_grid(kind: str, curves: ScoreCurves) -> Floats:
    """(grid,) a curve at even places across."""
    if kind == "roc":
        return highest_before(curves.false_positive_rate, curves.recall)
    if kind == "gain":
        return np.interp(GRID, curves.call_rate, curves.recall)
    # The precision that is had once so much recall is reached.
    first = np.searchsorted(curves.recall, GRID - 1e-12)
    return curves.precision[np.minimum(np.maximum(first, 1), len(curves.recall) - 1)]


def highest_before(across: Floats, up: Floats) -> Floats:
    """(grid,) the highest value up that is had at no more than each place across."""
    return up[np.searchsorted(across, GRID + 1e-12, side="right") - 1]


def band_of(folds: Floats) -> ScoreBand:
    """The mean and the ends of (folds, grid) curves."""
    return ScoreBand(folds.mean(axis=0), folds.min(axis=0), folds.max(axis=0))


def fold_mean(name: str, scores: Floats, overlap: float) -> Figure:
    """The mean over folds with its interval, which is never below 0."""
    low, high = corrected_interval(scores, overlap, CONFIDENCE)
    most = np.inf if name == "log_loss" else 1.0
    method = "corrected resampled t"
    return Figure(name, float(scores.mean()), max(0.0, low), min(most, high), CONFIDENCE, method)
