"""ROC, precision-recall, gain and reliability curves of the scores of one class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError, check_choice
from steersman.evaluate.intervals import checked_z
from steersman.evaluate.outcomes import quotient
from steersman.maths.confusion import cutoff_sweep, wilson_interval

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class ScoreCurves:
    """Counts at every cut-off of a score, from no row called positive to all of them.

    A row is called positive where its score is above the threshold. All curves are properties:
    arrays of shape (points,) in the order of `thresholds`.
    """

    thresholds: Floats  # (points,), decreasing
    tp: Ints  # (points,) rows of the class that are called so
    fp: Ints  # (points,) other rows that are called so
    positives: int
    negatives: int

    @property
    def recall(self) -> Floats:
        """Share of the class that is found: the y axis of ROC and gain, the x axis of PR."""
        return self.tp / max(1, self.positives)

    @property
    def false_positive_rate(self) -> Floats:
        """Share of the other rows that are called positive: the x axis of ROC."""
        return self.fp / max(1, self.negatives)

    @property
    def precision(self) -> Floats:
        """Share of the calls that are right, 1 where nothing is called: the y axis of PR."""
        called = (self.tp + self.fp).astype(np.float64)
        return np.where(called > 0, quotient(self.tp.astype(np.float64), called), 1.0)

    @property
    def call_rate(self) -> Floats:
        """Share of all rows that are called positive: the x axis of gain."""
        return (self.tp + self.fp) / max(1, self.positives + self.negatives)

    @property
    def lift(self) -> Floats:
        """How many times more of the class is found than in as many rows drawn at random."""
        return np.where(self.call_rate > 0, quotient(self.recall, self.call_rate), 1.0)

    @property
    def auc(self) -> float:
        """Area under the ROC curve."""
        return float(np.trapezoid(self.recall, self.false_positive_rate))

    @property
    def average_precision(self) -> float:
        """Sum of precisions, each weighted by the recall that its cut-off adds."""
        return float(np.sum(np.diff(self.recall) * self.precision[1:]))

    def at(self, places: ArrayLike) -> Self:
        """The curves at these places only."""
        kept = np.asarray(places, dtype=np.intp)
        return type(self)(
            self.thresholds[kept], self.tp[kept], self.fp[kept], self.positives, self.negatives
        )


def score_curves(y: ArrayLike, scores: ArrayLike, positive: object = None) -> ScoreCurves:
    """Counts at every cut-off of a score, from which ROC, precision-recall and gain are read.

    Parameters
    ----------
    y : array-like of shape (rows,)
        True labels.
    scores : array-like of shape (rows,)
        Scores or probabilities of the positive class.
    positive : label, optional
        The positive class; without it, the second of two.

    Returns
    -------
    ScoreCurves
        The counts and, as properties, the curves.

    Examples
    --------
    >>> curves = score_curves([0, 1, 0, 1], [0.1, 0.4, 0.35, 0.8])
    >>> curves.auc, curves.recall.tolist()
    (1.0, [0.0, 0.5, 1.0, 1.0, 1.0])
    """
    truth, values = checked_scores(y, scores, positive)
    sweep = cutoff_sweep(values, truth)
    cells = sweep.matrices[::-1]
    counts = int(truth.sum()), int((~truth).sum())
    return ScoreCurves(sweep.settings[::-1], cells[:, 1, 1], cells[:, 0, 1], *counts)


@dataclass(frozen=True, eq=False)
class ReliabilityCurve:
    """Predicted probabilities against observed shares, over bins of rows that have some.

    `low` and `high` are Wilson's limits of the observed share.
    """

    predicted: Floats  # (bins,) mean probability
    observed: Floats  # (bins,) share of the class
    low: Floats
    high: Floats
    rows: Ints

    @property
    def error(self) -> float:
        """Expected calibration error: how far predicted and observed are apart, over all rows."""
        gaps = np.abs(self.predicted - self.observed)
        return float(np.sum(gaps * self.rows) / self.rows.sum())


def reliability_curve(
    y: ArrayLike,
    probabilities: ArrayLike,
    positive: object = None,
    *,
    bins: int = 10,
    strategy: Literal["quantile", "uniform"] = "quantile",
    confidence: float = 0.95,
) -> ReliabilityCurve:
    """Whether probabilities can be read as such: of rows with 80 %, are 80 % of the class?

    Parameters
    ----------
    y : array-like of shape (rows,)
        True labels.
    probabilities : array-like of shape (rows,)
        Predicted probabilities of the positive class.
    positive : label, optional
        The positive class; without it, the second of two.
    bins : int
        Number of bins; those without a row are left out.
    strategy : {"quantile", "uniform"}
        Bins with about as many rows each, or of the same width.
    confidence : float
        Confidence of the limits of each observed share.

    Returns
    -------
    ReliabilityCurve
        Mean probability, observed share, its limits and the rows of each bin.

    Examples
    --------
    >>> curve = reliability_curve([0, 0, 1, 1], [0.1, 0.3, 0.7, 0.9], bins=2)
    >>> curve.predicted.round(2).tolist(), curve.observed.tolist()
    ([0.2, 0.8], [0.0, 1.0])
    """
    check_choice("strategy", strategy, ("quantile", "uniform"))
    truth, shares = checked_probabilities(y, probabilities, positive)
    steps = np.linspace(0.0, 1.0, bins + 1)
    edges = np.quantile(shares, steps) if strategy == "quantile" else steps
    # As scikit-learn has it: a value on an inner edge belongs to the bin on its left.
    places = np.searchsorted(edges[1:-1], shares)
    rows = np.bincount(places, minlength=bins)
    kept = rows > 0
    rows = rows[kept]
    found = np.bincount(places, weights=truth, minlength=bins)[kept]
    summed = np.bincount(places, weights=shares, minlength=bins)[kept]
    z = checked_z(confidence)
    limits = [wilson_interval(part, whole, z) for part, whole in zip(found, rows, strict=True)]
    low, high = np.array(limits).T
    return ReliabilityCurve(summed / rows, found / rows, low, high, rows.astype(np.int64))


def checked_scores(y: ArrayLike, scores: ArrayLike, positive: object) -> tuple[Flags, Floats]:
    """(rows,) whether each row is of the positive class, and its score."""
    labels, values = np.asarray(y), np.asarray(scores, dtype=np.float64)
    if labels.ndim != 1 or values.shape != labels.shape or not len(labels):
        raise SteersmanError(
            f"labels have shape {labels.shape}, scores {values.shape}",
            todo="pass one label and one score for each row",
            code="scores-shape",
            labels=labels.shape,
            scores=values.shape,
        )
    if not np.isfinite(values).all():
        raise SteersmanError(
            "some scores are not finite numbers",
            todo="remove those rows, or replace their scores",
            code="scores-not-finite",
        )
    classes = np.unique(labels)
    truth = labels == (classes[-1] if positive is None and len(classes) == 2 else positive)
    if not 0 < truth.sum() < len(truth):
        raise SteersmanError(
            "the rows must be of the positive class and of another one",
            todo="pass positive= and rows of both kinds",
            code="one-class-only",
            classes=classes.tolist(),
        )
    return np.asarray(truth), values


def checked_probabilities(
    y: ArrayLike, probabilities: ArrayLike, positive: object
) -> tuple[Flags, Floats]:
    """(rows,) whether each row is of the positive class, and its probability."""
    truth, shares = checked_scores(y, probabilities, positive)
    if shares.min() < 0.0 or shares.max() > 1.0:
        raise SteersmanError(
            "some probabilities are below 0 or above 1",
            todo="pass probabilities, or calibrate the scores first",
            code="not-probabilities",
        )
    return truth, shares
