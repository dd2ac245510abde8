"""Figures of scores and probabilities with intervals: AUC, average precision, Brier, log loss."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import rankdata

from steersman.evaluate.intervals import Figure, checked_z
from steersman.evaluate.resampling import batches
from steersman.evaluate.score_curves import (
    Flags,
    Floats,
    Ints,
    checked_probabilities,
    checked_scores,
    score_curves,
)
from steersman.maths.confusion import wilson_interval

SURE = 1e-15  # probabilities closer to 0 or 1 count as this, so that no loss is infinite


def score_figures(
    y: ArrayLike,
    scores: ArrayLike,
    probabilities: ArrayLike | None = None,
    positive: object = None,
    *,
    confidence: float = 0.95,
    n_resamples: int = 500,
    random_state: int | np.random.Generator = 0,
) -> list[Figure]:
    """AUC, average precision, Brier score and log loss of one class against the rest.

    AUC has DeLong's interval on the logit scale, the others percentile bootstraps of the rows.
    Brier score and log loss need probabilities.

    Parameters
    ----------
    y : array-like of shape (rows,)
        True labels.
    scores : array-like of shape (rows,)
        Scores of the positive class.
    probabilities : array-like of shape (rows,), optional
        Predicted probabilities of the positive class.
    positive : label, optional
        The positive class; without it, the second of two.
    confidence : float
        Confidence of the intervals.
    n_resamples : int
        Number of bootstrap resamples.
    random_state : int or numpy.random.Generator
        Seed or generator of the draws.

    Returns
    -------
    list of Figure
        "auc" and "average_precision", then "brier" and "log_loss" where they can be computed.

    Examples
    --------
    >>> for figure in score_figures([0, 1, 0, 1], [1, 2, 3, 4], [0.2, 0.4, 0.6, 0.8]):
    ...     print(f"{figure.name} {figure.value:.2f} ({figure.method})")
    auc 0.75 (DeLong)
    average_precision 0.83 (percentile bootstrap)
    brier 0.20 (percentile bootstrap)
    log_loss 0.57 (percentile bootstrap)
    """
    truth, values = checked_scores(y, scores, positive)
    area = auc_figure(truth, values, confidence=confidence)
    rng = np.random.default_rng(random_state)
    precision = score_curves(truth, values).average_precision
    drawn = {"average_precision": resampled_precisions(truth, values, n_resamples, rng)}
    observed = {"average_precision": precision}
    if probabilities is not None:
        _, shares = checked_probabilities(truth, probabilities, None)
        for name, losses in row_losses(truth, shares).items():
            observed[name] = float(losses.mean())
            drawn[name] = resampled_means(losses, n_resamples, rng)
    ends = [(1 - confidence) / 2, (1 + confidence) / 2]
    found = [area]
    for name, value in observed.items():
        low, high = np.quantile(drawn[name], ends)
        found.append(
            Figure(name, value, float(low), float(high), confidence, "percentile bootstrap")
        )
    return found


def auc_figure(
    y: ArrayLike, scores: ArrayLike, positive: object = None, *, confidence: float = 0.95
) -> Figure:
    """Area under the ROC curve with DeLong's interval, taken on the logit scale.

    Where every pair of rows is in order DeLong's variance is 0; the interval then is Wilson's for
    as many successes as the smaller class has rows.

    >>> figure = auc_figure([0, 1] * 20, [1, 2, 3, 4] * 10)
    >>> figure.value, round(figure.low, 3), round(figure.high, 3)
    (0.75, 0.562, 0.875)
    """
    truth, values = checked_scores(y, scores, positive)
    z = checked_z(confidence)
    area, variance = delong_variance(truth, values)
    if variance <= 0.0 or not 0.0 < area < 1.0:
        fewer = int(min(truth.sum(), (~truth).sum()))
        low, high = wilson_interval(area * fewer, fewer, z)
        return Figure("auc", area, low, high, confidence, "Wilson")
    logit = np.log(area / (1.0 - area))
    half = z * sqrt(variance) / (area * (1.0 - area))
    low, high = 1.0 / (1.0 + np.exp(-(logit + np.array([-half, half]))))
    return Figure("auc", area, float(low), float(high), confidence, "DeLong")


def delong_variance(truth: Flags, scores: Floats) -> tuple[float, float]:
    """The area under the ROC curve and DeLong's variance of it, by midranks."""
    ranks = rankdata(scores)
    positives, negatives = int(truth.sum()), int((~truth).sum())
    # Of each row of one class, the share of the other class that it is in order with.
    above = (ranks[truth] - rankdata(scores[truth])) / negatives
    below = 1.0 - (ranks[~truth] - rankdata(scores[~truth])) / positives
    parts = [
        float(np.var(shares, ddof=1)) / len(shares) if len(shares) > 1 else 0.0
        for shares in (above, below)
    ]
    return float(above.mean()), sum(parts)


def row_losses(truth: Flags, shares: Floats) -> dict[str, Floats]:
    """(rows,) the squared and the logarithmic loss of each row."""
    given = np.clip(np.where(truth, shares, 1.0 - shares), SURE, 1.0)
    return {"brier": (shares - truth) ** 2, "log_loss": -np.log(given)}


def resampled_means(losses: Floats, n_resamples: int, rng: np.random.Generator) -> Floats:
    """(draws,) means of rows drawn with replacement."""
    drawn = [
        losses[rng.integers(0, len(losses), (size, len(losses)))].mean(axis=1)
        for size in batches(n_resamples, len(losses))
    ]
    return np.concatenate(drawn)


def resampled_precisions(
    truth: Flags, scores: Floats, n_resamples: int, rng: np.random.Generator
) -> Floats:
    """(draws,) average precisions of rows drawn with replacement."""
    order = np.argsort(-scores, kind="stable")
    ranked, sorted_truth = scores[order], truth[order]
    # Rows of the same score are called together: only the last of them is a cut-off.
    last = np.append(np.flatnonzero(np.diff(ranked)), len(ranked) - 1)
    found = []
    for size in batches(n_resamples, len(ranked)):
        times = drawn_times(len(ranked), size, rng)
        tp = np.cumsum(times * sorted_truth, axis=1)[:, last].astype(np.float64)
        called = np.cumsum(times, axis=1)[:, last].astype(np.float64)
        gained = np.diff(tp, axis=1, prepend=0.0)
        precision = np.divide(tp, called, out=np.zeros_like(tp), where=called > 0)
        # A draw without a row of the class has no average precision; its sum is 0.
        found.append((gained * precision).sum(axis=1) / np.maximum(tp[:, -1], 1.0))
    return np.concatenate(found)


def drawn_times(n_rows: int, size: int, rng: np.random.Generator) -> Ints:
    """(draws, rows) how often each row comes up when as many are drawn with replacement."""
    picks = rng.integers(0, n_rows, (size, n_rows)) + n_rows * np.arange(size)[:, np.newaxis]
    return np.bincount(picks.ravel(), minlength=size * n_rows).reshape(size, n_rows)
