"""Newton's method where only sums over rows are known: rows may lie in many places.

A minimization is a generator. It yields what it needs to know, a `SumRequest`, and is sent the
`LossSums` of all rows. Several can go on side by side with one pass over the rows for each round.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.logistic.conjugate_gradient import conjugate_gradient_steps
from steersman.maths.logistic.hessian_solver import (
    damped_diagonal,
    hessian_factor,
    solve_factored,
    with_common_moves,
)
from steersman.maths.logistic.newton import ARMIJO, centered_weights, step_tolerance
from steersman.maths.logistic.objective import (
    LogisticProblem,
    hessian_diagonal,
    hessian_product,
    loss_and_probabilities,
    penalized_hessian,
    row_curvature,
    scores_of,
    weighted_row_sums,
)
from steersman.maths.logistic.sparse_sums import sparse_hessian_product, sparse_loss_sums

Floats = NDArray[np.float64]
HALVINGS = 40


@dataclass(frozen=True, eq=False)
class SumRequest:
    """What to sum at some weights: losses with gradient and curvature, or a Hessian product.

    With `along`, only the product of the Hessian and that vector is asked for. The curvature is
    the `whole` Hessian, or its diagonal.
    """

    weights: Floats  # (outputs, columns)
    along: Floats | None = None  # (outputs, columns)
    whole: bool = False


@dataclass(frozen=True, eq=False)
class LossSums:
    """Sums over rows, without penalties; where a product was asked for it is the `gradient`."""

    loss: float
    gradient: Floats  # (outputs, columns)
    curvature: Floats  # (parameters, parameters), or (outputs, columns): the diagonal

    def plus(self, other: LossSums) -> LossSums:
        """The sums over both sets of rows."""
        return LossSums(
            self.loss + other.loss,
            self.gradient + other.gradient,
            self.curvature + other.curvature,
        )


class SummedFit(NamedTuple):
    """Where a minimization by sums stopped."""

    weights: Floats  # (outputs, columns)
    curvature: Floats  # of the rows' losses at these weights, as it was asked for
    iterations: int
    converged: bool


Minimization = Generator[SumRequest, LossSums, SummedFit]


def loss_sums(
    request: SumRequest, problem: LogisticProblem, offset: float | Floats = 0.0
) -> LossSums:
    """What is asked for, of the rows of a problem, whose penalties must be zero.

    `offset` (rows, outputs) is added to the scores.
    """
    scores = scores_of(problem.design, request.weights) + offset
    loss, probabilities = loss_and_probabilities(scores, problem.truth, problem.weights)
    if request.along is not None:
        product = hessian_product(problem, probabilities, request.along)
        return LossSums(0.0, product, np.zeros(0))
    residuals = (probabilities - problem.truth) * problem.weights[:, None]
    curvature = row_curvature if request.whole else hessian_diagonal
    return LossSums(
        loss, weighted_row_sums(problem.design, residuals), curvature(problem, probabilities)
    )


def two_class_sums(
    request: SumRequest,
    X: csr_matrix,
    truth: Floats,
    row_weights: Floats,
    offset: Floats | None = None,
) -> LossSums:
    """`loss_sums` of sparse rows of two classes, without a column of ones and without copies."""
    rows = (
        X.data.astype(np.float64, copy=False),
        X.indices.astype(np.int32, copy=False),
        X.indptr.astype(np.int64, copy=False),
    )
    known = np.zeros(len(truth)) if offset is None else offset
    weights, found = request.weights[0], np.zeros(request.weights.shape)
    if request.along is not None:
        sparse_hessian_product(*rows, row_weights, weights, known, request.along[0], found[0])
        return LossSums(0.0, found, np.zeros(0))
    diagonal = np.zeros_like(found)
    loss = sparse_loss_sums(*rows, truth, row_weights, weights, known, found[0], diagonal[0])
    return LossSums(float(loss), found, diagonal)


def minimum_by_sums(
    penalties: Floats,
    total_weight: float,
    *,
    whole: bool,
    start: Floats | None = None,
    tol: float = 1e-8,
    max_iter: int = 100,
) -> Minimization:
    """The minimum of the losses of all rows plus `penalties` (outputs, columns), as `fit_logistic`.

    `total_weight` is that of all rows. Steps are solved with the `whole` Hessian, or by conjugate
    gradients, one request for each product.
    """
    objective = PenalizedSums(penalties, whole)
    here = yield from objective.place(np.zeros_like(penalties))
    if start is not None:
        # From weights that are worse than none, Newton's steps run off.
        given = yield from objective.place(start)
        here = given if given.objective <= here.objective else here
    enough = tol * total_weight
    tolerance = step_tolerance(enough)
    for iteration in range(1, max_iter + 1):
        step = yield from objective.step(here, tolerance)
        descent = -float(np.vdot(here.slope, step))
        there = yield from objective.lower_place(here, step, descent)
        # As in `minimum`: where no step descends, only rounding is left.
        if there is None or descent <= 2.0 * enough:
            end = there or here
            weights = centered_weights(end.weights, penalties)
            return SummedFit(weights, end.curvature, iteration, True)
        here = there
    weights = centered_weights(here.weights, penalties)
    return SummedFit(weights, here.curvature, max_iter, False)


class SummedPlace(NamedTuple):
    """Weights with the objective, its slope and the curvature of the losses there."""

    weights: Floats
    objective: float
    slope: Floats
    curvature: Floats


class PenalizedSums(NamedTuple):
    """An objective of which sums over rows can be asked."""

    penalties: Floats
    whole: bool

    def place(self, weights: Floats) -> Generator[SumRequest, LossSums, SummedPlace]:
        """The place at these weights."""
        found = yield SumRequest(weights, whole=self.whole)
        pull = self.penalties * weights
        objective = found.loss + 0.5 * float(np.vdot(pull, weights))
        return SummedPlace(weights, objective, found.gradient + pull, found.curvature)

    def step(
        self, here: SummedPlace, tolerance: Callable[[float], float]
    ) -> Generator[SumRequest, LossSums, Floats]:
        """Newton's step."""
        if self.whole:
            factor = hessian_factor(penalized_hessian(here.curvature.copy(), self.penalties))
            return solve_factored(factor, -here.slope.ravel()).reshape(here.slope.shape)
        inverse = 1.0 / damped_diagonal(here.curvature + self.penalties, self.penalties)
        precondition = with_common_moves(lambda vector: inverse * vector, self.penalties)
        size = float(np.sqrt(np.vdot(here.slope, precondition(here.slope))))
        if size == 0.0:
            return np.zeros_like(here.slope)
        steps = conjugate_gradient_steps(-here.slope, precondition, tol=tolerance(size))
        try:
            along = next(steps)
            while True:
                found = yield SumRequest(here.weights, along)
                along = steps.send(found.gradient + self.penalties * along)
        except StopIteration as end:
            vector: Floats = end.value.vector
            return vector

    def lower_place(
        self, here: SummedPlace, step: Floats, descent: float
    ) -> Generator[SumRequest, LossSums, SummedPlace | None]:
        """The first place along the step, halved as needed, that lies low enough."""
        slack = 1e-14 * abs(here.objective)
        length = 1.0
        for _ in range(HALVINGS):
            there = yield from self.place(here.weights + length * step)
            if there.objective <= here.objective - ARMIJO * length * descent + slack:
                return there
            length *= 0.5
        return None
