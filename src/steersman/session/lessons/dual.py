"""The lesson of the dual: two coefficients at a time, until the conditions of optimality hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics.pairwise import pairwise_kernels

from steersman.errors import SteersmanError, check_range
from steersman.learn.classic import Window, gram_matrix
from steersman.learn.lessons import MachineKernel
from steersman.maths.lessons import dual_path, dual_state
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of, rows_text
from steersman.session.views import Column, View

Floats = NDArray[np.float64]
MOST_POINTS = 40
SIDE = 60
WINDOW = Window(0.0, 10.0, 0.0, 8.0)
POLYNOMIAL_SCALE = 1 / 10


@dataclass(frozen=True)
class LessonDual(Query):
    """Points with classes (x1, x2, 0 or 1), C and a kernel; `step` pairs moved, -1 for all."""

    rows: tuple[tuple[float, ...], ...]
    c: float = 1.0
    kernel: MachineKernel = "linear"
    gamma: float = 0.2
    degree: int = 2
    step: int = -1


class KktValues(TypedDict):
    """How far each condition of optimality is from holding; all are 0 at the solution."""

    balance: float
    """|sum of alpha y|"""
    margin: float
    """Largest |alpha (y f - 1 + xi)|."""
    slack: float
    """Largest |mu xi|, mu = C - alpha."""
    gap: float
    """Primal minus dual objective."""


class DualAnswer(LessonAnswer):
    """The climb of the dual; the column `field` has f on a grid, lowest row first."""

    side: int
    steps: int
    step: int
    converged: bool
    moved: list[int]
    """How many pairs had been moved, for each value of `dual` and `primal`."""
    dual: list[float]
    primal: list[float]
    alpha: list[float]
    margins: list[float]
    """y f of each point"""
    slacks: list[float]
    bias: float
    weights: tuple[float, float] | None
    """beta of a line"""
    length: float
    """|beta|"""
    kkt: KktValues


def dual_view(asked: LessonDual) -> View:
    """The objectives on the way, and every coefficient at one step."""
    rows = matrix_of("points", asked.rows, 3, 2, MOST_POINTS)
    X, signs = rows[:, :2], np.where(rows[:, 2] == 1, 1.0, -1.0)
    if abs(signs.sum()) == len(signs):
        raise SteersmanError(
            "all points have the same class",
            todo="keep at least one of each",
            code="class-single",
            label="positive" if signs[0] > 0 else "negative",
        )
    c = check_range("C", asked.c, 0.001, 1000.0)
    settings = kernel_settings(asked)
    gram = gram_matrix(X, asked.kernel, **settings)
    path = dual_path(gram, signs, c)
    states = [dual_state(gram, signs, c, alpha) for alpha in path.alphas]
    last = len(path.steps) - 1
    place = last if asked.step < 0 else int(np.searchsorted(path.steps, asked.step))
    place = min(place, last)
    alpha, state = path.alphas[place], states[place]
    beta = (alpha * signs) @ X
    values: DualAnswer = {
        "side": SIDE,
        "steps": int(path.steps[-1]),
        "step": int(path.steps[place]),
        "converged": path.converged,
        "moved": path.steps.tolist(),
        "dual": [each.dual for each in states],
        "primal": [each.primal for each in states],
        "alpha": alpha.tolist(),
        "margins": state.margins.tolist(),
        "slacks": state.slacks.tolist(),
        "bias": state.bias,
        "weights": (float(beta[0]), float(beta[1])) if asked.kernel == "linear" else None,
        "length": float(np.sqrt(max((alpha * signs) @ gram @ (alpha * signs), 0.0))),
        "kkt": {
            "balance": abs(float(alpha @ signs)),
            "margin": float(np.abs(alpha * (state.margins - 1 + state.slacks)).max()),
            "slack": float(np.abs((c - alpha) * state.slacks).max()),
            "gap": state.primal - state.dual,
        },
    }
    cells = WINDOW.cells(SIDE)
    across = pairwise_kernels(cells, X, metric=asked.kernel, filter_params=True, **settings)
    field = (across @ (alpha * signs) + state.bias).astype(np.float32)
    return View("lesson-dual", values, (Column("field", field, None),))


def kernel_settings(asked: LessonDual) -> dict[str, float]:
    """The parameters of the kernel; a polynomial's products are scaled to about 1."""
    degree = int(check_range("the degree", asked.degree, 1, 6))
    gamma = check_range("gamma", asked.gamma, 0.001, 100.0)
    scale = POLYNOMIAL_SCALE if asked.kernel == "poly" else gamma
    return {"degree": degree, "gamma": scale, "coef0": 1.0}


def dual_lines(asked: LessonDual) -> str:
    settings = kernel_settings(asked)
    return f"""\
import numpy as np
from steersman.learn.classic import gram_matrix
from steersman.maths.lessons import dual_path, dual_state

rows = {rows_text(asked.rows)}
X, y, C = rows[:, :2], np.where(rows[:, 2] == 1, 1.0, -1.0), {asked.c!r}
K = gram_matrix(X, {asked.kernel!r}, **{settings!r})
path = dual_path(K, y, C)
for steps, alpha in zip(path.steps, path.alphas):
    state = dual_state(K, y, C, alpha)
    print(steps, "dual", state.dual, "primal", state.primal)
print("alpha", alpha.round(4), "beta_0", state.bias)
"""


QUESTIONS = (LessonQuestion(LessonDual, DualAnswer, dual_view, dual_lines),)
