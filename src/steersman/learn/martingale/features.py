"""Which columns the nodes of a martingale program learn from, chosen on honest scores."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse

from steersman.learn.martingale.learners import LogisticLearner, balanced_weights
from steersman.maths.logistic import Design, loss_and_probabilities, with_ones

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
    # A sample that lacks a rare class cannot be compared fairly: take all rows.
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


FeatureKind = Literal["linear", "rbf", "both"]
LANDMARKS = 150
FEW_COLUMNS, FEW_CELLS = 500, 20_000_000  # up to which sparse rows are unpacked
RBF_SCALE = 3.0  # a column of the RBF map three times as wide bears a ninth of the penalty


def as_rows(checked: Floats | csr_matrix) -> Floats | csr_matrix:
    """The rows, in the one sparse type that is used here if they are sparse."""
    sparse = issparse(checked)
    return csr_matrix(checked) if sparse else checked


@dataclass(frozen=True)
class NodeFeatures:
    """A map from rows to columns of about unit size, with a last column of ones.

    Dense columns are centered on their median, bent by the inverse hyperbolic sine (linear for
    usual values, logarithmic for far ones) and standardized. Sparse ones are only scaled, so that
    zeros stay. With landmarks, the columns are those of a Gaussian kernel (Nystroem's method).
    """

    middle: Floats  # (features,)
    spread: Floats  # (features,)
    mean: Floats  # (features,)
    deviation: Floats  # (features,)
    landmarks: Floats | None = None  # (landmarks, features), bent and standardized
    whitening: Floats | None = None  # (landmarks, columns)
    with_linear: bool = False  # whether the columns themselves are kept next to the kernel's
    dense: bool = False  # whether sparse rows are few enough to be treated as dense ones

    def standardized_rows(self, X: Floats) -> Floats:
        """(rows, features): dense rows, bent and standardized."""
        bent = np.arcsinh((X - self.middle) / self.spread)
        return np.asarray((bent - self.mean) / self.deviation)

    def __call__(self, X: Floats | csr_matrix) -> Design:
        """(rows, columns): the design of the rows."""
        if self.dense:
            X = dense_rows(X)
        if isinstance(X, csr_matrix):
            return with_ones(csr_matrix(X.multiply(1.0 / self.deviation)))
        rows = self.standardized_rows(X)
        if self.landmarks is None or self.whitening is None:
            return with_ones(rows)
        kernel = RBF_SCALE * similarity(rows, self.landmarks) @ self.whitening
        return with_ones(np.hstack([rows, kernel]) if self.with_linear else kernel)


def dense_rows(X: Floats | csr_matrix) -> Floats:
    """The rows as a dense array."""
    return np.asarray(X.toarray()) if isinstance(X, csr_matrix) else X


def similarity(rows: Floats, landmarks: Floats) -> Floats:
    """(rows, landmarks): the Gaussian kernel of width one per feature."""
    squares = (rows**2).sum(axis=1)[:, None] + (landmarks**2).sum(axis=1)
    # The expanded square of a tiny distance may be negative by rounding.
    distances = np.maximum(squares - 2.0 * rows @ landmarks.T, 0.0)
    return np.asarray(np.exp(-distances / rows.shape[1]))


def or_one(values: Floats) -> Floats:
    """The values, with 1 for those that are too small to divide by."""
    return np.where(values > 1e-300, values, 1.0)


def node_features(
    X: Floats | csr_matrix, kind: FeatureKind, rng: np.random.Generator
) -> NodeFeatures:
    """The map learned from the rows of X.

    >>> X = np.array([[0.0, 5.0], [1.0, 5.0], [2.0, 5.0]])
    >>> node_features(X, "linear", np.random.default_rng(0))(X).round(2)
    array([[-1.22,  0.  ,  1.  ],
           [ 0.  ,  0.  ,  1.  ],
           [ 1.22,  0.  ,  1.  ]])
    """
    if isinstance(X, csr_matrix) and X.shape[1] <= FEW_COLUMNS and np.prod(X.shape) <= FEW_CELLS:
        return replace(node_features(dense_rows(X), kind, rng), dense=True)
    if isinstance(X, csr_matrix):
        nothing = np.zeros(X.shape[1])
        size = np.sqrt(np.asarray(X.multiply(X).mean(axis=0)).ravel())
        return NodeFeatures(nothing, nothing + 1.0, nothing, or_one(size))
    middle = np.median(X, axis=0)
    spread = or_one(np.abs(X - middle).mean(axis=0))
    bent = np.arcsinh((X - middle) / spread)
    linear = NodeFeatures(middle, spread, bent.mean(axis=0), or_one(bent.std(axis=0)))
    if kind == "linear":
        return linear
    chosen = np.sort(rng.permutation(len(X))[:LANDMARKS])
    landmarks = linear.standardized_rows(X[chosen])
    values, vectors = np.linalg.eigh(similarity(landmarks, landmarks))
    # Whitening divides by the root: smaller eigenvalues are rounding noise that it would magnify.
    kept = values > 1e-6
    whitening = vectors[:, kept] / np.sqrt(values[kept])
    return replace(
        linear,
        landmarks=landmarks,
        whitening=np.ascontiguousarray(whitening),
        with_linear=kind == "both",
    )
