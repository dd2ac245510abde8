"""Per-feature smoothing by gradient, in the numbers in which the decision is straight.

A beta prior for each feature moves that feature's share of the margin, slope * x - y, and any
share can be reached (see `smoothing_targets`). So the margin is written as a line over the plane
of the shared prior plus one correction per present feature:

    margin = line[0] * (x - y) + line[1] * x + bias + sum of correction_f over the features held

with x and y standardized coordinates of documents that were left out of the counts. The loss is
the squared hinge of the margin; the corrections are penalized, each on its own scale, so that a
heavy penalty keeps every feature at the shared prior.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.maths.logistic.conjugate_gradient import conjugate_gradient

Floats = NDArray[np.float64]

LINE_SCALE = 2.0
BIAS_SCALE = 3.0
"""How freely the line and the bias move, in the unit of a feature whose scale is 1."""


CLOSE = 1e-5
"""A search ends when the gradient is this share of the one it started from."""
MOST_STEPS = 50
SHORTEST = 2.0**-20


class TuningProblem(NamedTuple):
    """Documents whose margins are to have the sign of their class."""

    present: csr_matrix  # (documents, features), ones
    transposed: csr_matrix  # (features, documents)
    plane: Floats  # (documents, 2): standardized x - y and x, left out of the counts
    sign: Floats  # (documents,): 1 for a positive, -1 for a negative
    scale: Floats  # (features,): how freely each feature may leave the shared prior
    looseness: float  # weight of a document's loss against the penalty


class Correction(NamedTuple):
    """Amounts added to a document's margin: per feature held, along the line, and always."""

    features: Floats  # (features,)
    line: Floats  # (2,)
    bias: float


def tuning_loss(unknowns: Floats, problem: TuningProblem) -> tuple[float, Floats]:
    """The penalized loss and its gradient; unknowns are corrections over scales, line and bias."""
    lacking = np.maximum(1.0 - problem.sign * margins_of(unknowns, problem), 0.0)
    value = problem.looseness * float(lacking @ lacking) + 0.5 * float(unknowns @ unknowns)
    push = -2.0 * problem.looseness * problem.sign * lacking
    return value, unknowns + unknowns_gradient(push, problem)


def correction_of(unknowns: Floats, scale: Floats) -> Correction:
    """The correction that the unknowns of the loss stand for."""
    line = LINE_SCALE * unknowns[len(scale) : -1]
    return Correction(scale * unknowns[: len(scale)], line, float(BIAS_SCALE * unknowns[-1]))


def margins_of(unknowns: Floats, problem: TuningProblem) -> Floats:
    """(documents,) margins under the unknowns."""
    correction = correction_of(unknowns, problem.scale)
    held: Floats = problem.present @ correction.features
    return held + problem.plane @ correction.line + correction.bias


def unknowns_gradient(push: Floats, problem: TuningProblem) -> Floats:
    """The gradient over the unknowns of margins @ push."""
    features = problem.scale * (problem.transposed @ push)
    return np.concatenate(
        [features, LINE_SCALE * (push @ problem.plane), [BIAS_SCALE * push.sum()]]
    )


def tuned_correction(problem: TuningProblem) -> Correction:
    """The correction with the least penalized loss, by Newton steps.

    Only documents whose margin is too small bend the loss, so each step works on them alone.
    """
    unknowns = np.zeros(len(problem.scale) + 3)
    value, gradient = tuning_loss(unknowns, problem)
    enough = CLOSE * float(np.linalg.norm(gradient))
    for _ in range(MOST_STEPS):
        if np.linalg.norm(gradient) <= enough:
            break
        direction = newton_direction(unknowns, gradient, problem)
        promised = float(gradient @ direction)
        length = 1.0
        while length > SHORTEST:
            trial = unknowns + length * direction
            trial_value, trial_gradient = tuning_loss(trial, problem)
            if trial_value <= value + 1e-4 * length * promised:
                break
            length *= 0.5
        else:
            break
        unknowns, value, gradient = trial, trial_value, trial_gradient
    return correction_of(unknowns, problem.scale)


def newton_direction(unknowns: Floats, gradient: Floats, problem: TuningProblem) -> Floats:
    """An inexact Newton direction: minus the gradient over the curvature, nearly."""
    bent = np.flatnonzero(problem.sign * margins_of(unknowns, problem) < 1.0)
    rows = csr_matrix(problem.present[bent])
    part = problem._replace(present=rows, transposed=csr_matrix(rows.T), plane=problem.plane[bent])

    def product(vector: Floats) -> Floats:
        pushed = 2.0 * part.looseness * margins_of(vector, part)
        return vector + unknowns_gradient(pushed, part)

    curvature = 1.0 + 2.0 * part.looseness * np.concatenate(
        [
            part.scale**2 * (part.transposed @ np.ones(len(bent))),
            LINE_SCALE**2 * np.sum(part.plane**2, axis=0),
            [BIAS_SCALE**2 * len(bent)],
        ]
    )
    # A rough direction is enough: the line search makes it descend and the next step corrects it.
    solved = conjugate_gradient(product, -gradient, lambda v: v / curvature, tol=0.1, max_iter=60)
    return solved.vector
