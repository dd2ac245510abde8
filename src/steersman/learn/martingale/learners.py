"""Learners of the decision at a node, with scores for rows that the node did not learn from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, clone

from steersman.learn.martingale.node_problem import (
    NODE_STEPS,
    NODE_TOL,
    NodeProblem,
    balanced_factors,
)
from steersman.learn.martingale.nodes import (
    FAR,
    Decision,
    EstimatorDecision,
    FittedNode,
    LinearDecision,
    Routing,
    Rows,
)
from steersman.maths.logistic import (
    Design,
    fit_logistic,
    in_span,
    leave_one_out_scores,
)

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
LEAVE_ONE_OUT_PARAMETERS = 1000  # more take folds instead


def balanced_weights(codes: Codes) -> Floats:
    """(rows,): weights that sum to the number of rows and give every class present the same share.

    >>> balanced_weights(np.array([0, 0, 0, 2]))
    array([0.66666667, 0.66666667, 0.66666667, 2.        ])
    """
    return balanced_factors(np.bincount(codes))[codes]


def out_of_fold(
    codes: Codes,
    folds: int,
    rng: np.random.Generator,
    scored: Callable[[Codes, Codes], Floats],
    classes: int,
) -> Floats:
    """(rows, classes): scores of each row by `scored(training, rows)` without the row's own fold.

    Folds hold the same share of every class. Where the rest of the rows has one class only, that
    class is the decision.
    """
    fold = np.empty(len(codes), dtype=np.intp)
    start = 0
    for code in np.unique(codes):
        members = rng.permutation(np.flatnonzero(codes == code))
        fold[members] = (np.arange(len(members)) + start) % folds
        # The next class goes on in the fold where this one ended, so that the folds have nearly the
        # same size.
        start += len(members)
    honest = np.zeros((len(codes), classes))
    for part in range(folds):
        held, kept = np.flatnonzero(fold == part), np.flatnonzero(fold != part)
        if not len(held):
            continue
        present = np.unique(codes[kept])
        if len(present) > 1:
            honest[held] = scored(kept, held)
        elif len(present) == 1:
            honest[np.ix_(held, present)] = FAR
    return honest


@dataclass(frozen=True)
class LogisticLearner:
    """Class-balanced logistic regression, its weights drawn to those of the root."""

    classes: int
    penalty: float = 1.0
    routing: Routing = "leave-one-out"
    folds: int = 3
    draw_to_root: bool = True

    def __call__(
        self,
        X: Rows,
        codes: Codes,
        root: Decision | None,
        rng: np.random.Generator,
        near: Decision | None = None,
    ) -> FittedNode:
        base = root.weights if self.draw_to_root and isinstance(root, LinearDecision) else None
        guess = near.weights if isinstance(near, LinearDecision) else None
        decision, honest = self.fit_decision(X, codes, base, guess)
        if honest is None:
            honest = out_of_fold(
                codes,
                self.folds,
                rng,
                lambda kept, held: self.fit_decision(X[kept], codes[kept], base)[0].scores(X[held]),
                self.classes,
            )
        return FittedNode(decision, honest)

    def fit_decision(
        self, X: Design, codes: Codes, base: Floats | None, guess: Floats | None = None
    ) -> tuple[LinearDecision, Floats | None]:
        """The decision of these rows, with its leave-one-out scores where they come with the fit.

        The fit starts from the weights `guess`.
        """
        counts = np.bincount(codes, minlength=self.classes)
        node = NodeProblem(counts, self.penalty, base)
        offset = node.offset(X)
        design, span = in_span(X)
        problem = node.problem(design, codes, self.penalty)
        begin = node.start(guess)
        if begin is not None and span is not None:
            begin = span.gather(begin)
        fit = fit_logistic(problem, start=begin, offset=offset, tol=NODE_TOL, max_iter=NODE_STEPS)
        decision = node.decision(fit.weights if span is None else span.spread(fit.weights))
        if self.routing == "resubstitution":
            return decision, decision.scores(X)
        if (
            self.routing == "out-of-fold"
            or issparse(X)
            or fit.weights.size > LEAVE_ONE_OUT_PARAMETERS
        ):
            return decision, None
        return decision, node.with_absent_classes(leave_one_out_scores(problem, fit) + offset)


@dataclass(frozen=True)
class EstimatorLearner:
    """Any scikit-learn classifier that takes weights, on the rows as they came."""

    estimator: BaseEstimator
    classes: int
    routing: Routing = "out-of-fold"
    folds: int = 5

    def __call__(
        self,
        X: Rows,
        codes: Codes,
        root: Decision | None,
        rng: np.random.Generator,
        near: Decision | None = None,
    ) -> FittedNode:
        del root, near  # they are of no use to a learner that we cannot look into
        seed = int(rng.integers(2**31 - 1))
        decision = self.fit_decision(X, codes, seed)
        if self.routing == "resubstitution":
            return FittedNode(decision, decision.scores(X))
        honest = out_of_fold(
            codes,
            self.folds,
            rng,
            lambda kept, held: self.fit_decision(X[kept], codes[kept], seed).scores(X[held]),
            self.classes,
        )
        return FittedNode(decision, honest)

    def fit_decision(self, X: Rows, codes: Codes, seed: int) -> EstimatorDecision:
        """The decision of these rows, weighted so that the classes count the same."""
        estimator = clone(self.estimator)
        if "random_state" in estimator.get_params():
            estimator.set_params(random_state=seed)
        estimator.fit(X, codes, sample_weight=balanced_weights(codes))
        return EstimatorDecision(estimator, self.classes)
