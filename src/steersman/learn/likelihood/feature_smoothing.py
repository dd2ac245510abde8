"""A beta prior of its own for each feature, tuned by gradient on left-out documents.

The margin of a document is a line over its leave-one-out coordinates plus a correction for each
feature it holds (`maths.feature_weights`). Three beliefs about how freely a feature may leave
the shared prior are tuned and averaged: all alike, by the square root of how differently the
classes hold it, and by that difference. What comes out is one weight a feature; it is written
back as that feature's alpha and beta (`maths.smoothing_targets`), so the result is an ordinary
line in an ordinary plane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.learn.likelihood.cross_fitted_counts import FoldedDocuments
from steersman.maths.likelihood import (
    ClassCounts,
    TuningProblem,
    leave_one_out_plane,
    log_odds_and_fixed_part,
    smoothing_for_weights,
    tuned_correction,
)
from steersman.maths.lines import goal_value, steady_threshold
from steersman.tasks import Task

Floats = NDArray[np.float64]
Both = tuple[ClassCounts, ClassCounts]

BELIEFS = (0.0, 0.5, 1.0)
"""Powers of the difference between the classes that scale a feature's freedom."""
SLOPE = 2.0
"""Of the slopes offered to a person, the one at which the priors have most to say."""
LARGEST_WEIGHT = 8.0
"""Weights are written back in a size that keeps log odds within what smoothing is used to."""
LEAST_DOCUMENTS = 2
"""Features held by fewer documents are given no weight."""


class FeatureSmoothing(NamedTuple):
    """A prior for each feature, the line that goes with them, and the cross-validated score."""

    alpha: Floats  # (features,)
    beta: Floats  # (features,)
    slope: float
    intercept: float
    score: float


class WeightedDecision(NamedTuple):
    """A decision as one weight for each feature held, and a bias."""

    weights: Floats
    bias: float


def feature_smoothing(
    documents: FoldedDocuments,
    shared: tuple[float, float],
    goal: Floats,
    looseness: float,
    task: Task,
) -> FeatureSmoothing:
    """Priors for each feature around the `shared` alpha and beta, tuned for `goal`."""
    seen = documents.counts[0].features + documents.counts[1].features
    kept = np.flatnonzero(seen >= LEAST_DOCUMENTS)
    known = documents.columns(kept)
    held_out, last = np.zeros((len(known.positive), len(BELIEFS))), []
    parts = [*range(len(known.outside)), None]
    for place, belief in enumerate(BELIEFS):
        for done, fold in enumerate(parts):
            share = (place * len(parts) + done) / (len(BELIEFS) * len(parts))
            task.report("tuning per-feature priors", 0.5 + 0.5 * share)
            decision = tuned_decision(known, fold, shared, belief, looseness)
            rows = np.flatnonzero(known.folds == fold) if fold is not None else None
            if rows is None:
                last.append(decision)
            else:
                held_out[rows, place] = known.present[rows] @ decision.weights + decision.bias
    # The margins of the beliefs have different scales: each is divided by its spread before they
    # are added.
    spreads = np.maximum(held_out.std(axis=0), 1e-12)
    margins = np.sum(held_out / spreads, axis=1)
    threshold = steady_threshold(margins, known.positive, goal)
    tp, found = (int(np.count_nonzero(m > threshold)) for m in (margins[known.positive], margins))
    weights = np.zeros(len(seen))
    weights[kept] = sum(part.weights / spread for part, spread in zip(last, spreads))
    bias = sum(part.bias / spread for part, spread in zip(last, spreads)) - threshold
    score = float(goal_value(goal, tp, found - tp))
    return feature_prior(documents.counts, WeightedDecision(weights, bias), shared, score)


def tuned_decision(
    documents: FoldedDocuments,
    fold: int | None,
    shared: tuple[float, float],
    belief: float,
    looseness: float,
) -> WeightedDecision:
    """The tuned decision of the documents outside a fold, or of all."""
    rows = np.flatnonzero(documents.folds != fold) if fold is not None else slice(None)
    counts = documents.outside[fold] if fold is not None else documents.counts
    present, positive = csr_matrix(documents.present[rows]), documents.positive[rows]
    plane = leave_one_out_plane(present, positive, counts, *shared)
    turned = np.column_stack([plane[:, 0] - plane[:, 1], plane[:, 0]])
    middle, spread = turned.mean(axis=0), np.maximum(turned.std(axis=0), 1e-12)
    problem = TuningProblem(
        present,
        (turned - middle) / spread,
        np.where(positive, 1.0, -1.0),
        class_difference(*counts) ** belief,
        looseness,
    )
    correction = tuned_correction(problem)
    (x_odds, x_fixed), (y_odds, y_fixed) = (log_odds_and_fixed_part(c, *shared) for c in counts)
    along = correction.line / spread
    weights = correction.features + along[0] * (x_odds - y_odds) + along[1] * x_odds
    fixed = np.array([x_fixed - y_fixed, x_fixed])
    return WeightedDecision(weights, correction.bias + float(along @ (fixed - middle)))


def class_difference(positive: ClassCounts, negative: ClassCounts) -> Floats:
    """(features,) half the difference of the log shares of documents that hold each feature."""
    shares = [(own.features + 1.0) / (own.documents + 2.0) for own in (positive, negative)]
    difference: Floats = 0.5 * np.abs(np.log(shares[0]) - np.log(shares[1]))
    return difference


def feature_prior(
    counts: Both, decision: WeightedDecision, shared: tuple[float, float], score: float
) -> FeatureSmoothing:
    """A weighted decision written as a prior for each feature and a line."""
    largest = float(np.max(np.abs(decision.weights), initial=0.0))
    # A common factor on the weights and the bias changes no decision.
    size = LARGEST_WEIGHT / largest if largest > 0 else 1.0
    wanted = size * decision.weights
    alpha, beta = smoothing_for_weights(*counts, wanted, SLOPE, np.array(shared))
    (_, x_fixed), (_, y_fixed) = (log_odds_and_fixed_part(c, alpha, beta) for c in counts)
    intercept = size * decision.bias - (SLOPE * x_fixed - y_fixed)
    return FeatureSmoothing(alpha, beta, SLOPE, float(intercept), score)
