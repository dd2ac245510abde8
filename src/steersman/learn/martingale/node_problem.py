"""The logistic regression at a node: class-balanced, its weights drawn to those of the root."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.learn.martingale.nodes import LinearDecision
from steersman.maths.logistic import (
    Design,
    LogisticProblem,
    LossSums,
    Minimization,
    SumRequest,
    class_probabilities,
    left_out_scores,
    loss_sums,
    minimum_by_sums,
    problem_of,
    scores_of,
)

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
NODE_TOL = 1e-5
NODE_STEPS = 50


def balanced_factors(counts: NDArray[np.integer]) -> Floats:
    """(classes,): row weights that sum to the number of rows, the same for every class present.

    >>> balanced_factors(np.array([3, 0, 1]))
    array([0.66666667, 0.        , 2.        ])
    """
    shared = np.count_nonzero(counts) * np.maximum(counts, 1)
    return np.asarray(np.where(counts > 0, counts.sum() / shared, 0.0))


def relative(scores: Floats) -> Floats:
    """(rows, outputs): for two classes the second's lead over the first, else the scores."""
    return scores[:, 1:] - scores[:, :1] if scores.shape[1] == 2 else scores


class NodeProblem(NamedTuple):
    """What is learned at a node: which classes have how many rows there, and the root's weights.

    `base` (classes, columns) are the weights that those of the node are drawn to, None for zero.
    """

    counts: NDArray[np.int64]  # (classes,)
    penalty: float
    base: Floats | None = None

    @property
    def present(self) -> Codes:
        """The classes that have rows at the node."""
        return np.flatnonzero(self.counts)

    @property
    def outputs(self) -> int:
        return 1 if len(self.present) == 2 else len(self.present)

    def problem(self, design: Design, codes: Codes, penalty: float) -> LogisticProblem:
        """The problem of some rows of the node."""
        local = np.searchsorted(self.present, codes)
        weights = balanced_factors(self.counts)[codes]
        penalties = np.full((self.outputs, 1), penalty)
        return problem_of(design, local, len(self.present), weights, penalties)

    def offset(self, X: Design) -> Floats | float:
        """(rows, outputs): the root's scores; the penalty shrinks the difference from them."""
        return 0.0 if self.base is None else relative(scores_of(X, self.base[self.present]))

    def start(self, guess: Floats | None) -> Floats | None:
        """(outputs, columns): the weights of another decision, beyond `base`."""
        if guess is None or not np.all(np.isfinite(guess[self.present])):
            return None
        beyond = guess if self.base is None else guess - self.base
        return np.ascontiguousarray(relative(beyond[self.present].T).T)

    def decision(self, weights: Floats) -> LinearDecision:
        """The decision with these (outputs, columns) weights beyond `base`."""
        whole = np.zeros((len(self.counts), weights.shape[1]))
        # A class without rows at this node can never win there.
        whole[:, -1] = -np.inf
        whole[self.present] = 0.0 if self.base is None else self.base[self.present]
        whole[self.present[-self.outputs :]] += weights
        return LinearDecision(whole)

    def with_absent_classes(self, scores: Floats) -> Floats:
        """(rows, classes): scores of the outputs as those of all classes."""
        every = np.full((len(scores), len(self.counts)), -np.inf)
        every[:, self.present[0]] = 0.0
        every[:, self.present[-self.outputs :]] = scores
        return every

    def minimization(self, columns: int, guess: Floats | None, *, whole: bool) -> Minimization:
        """The fit, as a generator that asks for sums over the rows of the node."""
        penalties = np.full((self.outputs, columns), self.penalty)
        penalties[:, -1] = 0.0
        return minimum_by_sums(
            penalties,
            float(self.counts.sum()),
            whole=whole,
            start=self.start(guess),
            tol=NODE_TOL,
            max_iter=NODE_STEPS,
        )

    def sums(self, request: SumRequest, X: Design, codes: Codes) -> LossSums:
        """What the fit asks for, of some rows of the node."""
        return loss_sums(request, self.problem(X, codes, 0.0), self.offset(X))

    def honest_scores(self, weights: Floats, inverse: Floats, X: Design, codes: Codes) -> Floats:
        """(rows, classes): leave-one-out scores of some rows, by the fit's inverse Hessian."""
        scores, offset = scores_of(X, weights), self.offset(X)
        problem = self.problem(X, codes, self.penalty)
        chances = class_probabilities(scores + offset)
        return self.with_absent_classes(left_out_scores(problem, scores, chances, inverse) + offset)
