"""Which columns the nodes of a martingale program learn from, chosen on honest scores."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse

from steersman.learn.martingale_features import FeatureKind, NodeFeatures, node_features
from steersman.learn.martingale_learners import LogisticLearner, balanced_weights
from steersman.maths.logistic_objective import loss_and_probabilities

__all__ = ["chosen_features"]

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
WIDEST_RBF = 500  # features beyond which the Gaussian kernel is not tried
LARGEST_TRIAL = 5000  # rows that are enough to choose by


def chosen_features(
    X: Floats | csr_matrix,
    codes: Codes,
    asked: Literal["auto"] | FeatureKind,
    penalty: float,
    seed: int,
) -> NodeFeatures:
    """The map asked for; for "auto" linear or rbf, by the leave-one-out loss at the root."""
    kinds: tuple[FeatureKind, ...] = ("linear", "rbf") if asked == "auto" else (asked,)
    if (issparse(X) or asked == "auto") and X.shape[1] > WIDEST_RBF:
        kinds = ("linear",)
    maps = [node_features(X, kind, np.random.default_rng(seed)) for kind in kinds]
    if len(maps) == 1:
        return maps[0]
    rows = np.sort(np.random.default_rng(seed).permutation(len(codes))[:LARGEST_TRIAL])
    if len(np.unique(codes[rows])) < len(np.unique(codes)):
        rows = np.arange(len(codes))
    learner = LogisticLearner(int(codes.max()) + 1, penalty)
    losses = [honest_loss(learner, columns(X[rows]), codes[rows]) for columns in maps]
    return maps[int(np.argmin(losses))]


def honest_loss(learner: LogisticLearner, design: Floats | csr_matrix, codes: Codes) -> float:
    """The class-balanced log loss of leave-one-out scores."""
    fit = learner(design, codes, None, np.random.default_rng(0))
    leads = fit.honest[:, 1:] - fit.honest[:, :1] if learner.classes == 2 else fit.honest
    truth = np.eye(learner.classes)[codes][:, -leads.shape[1] :]
    return loss_and_probabilities(leads, truth, balanced_weights(codes))[0]
