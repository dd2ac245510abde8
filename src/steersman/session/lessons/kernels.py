"""The lesson of kernels: the Gram matrix and its eigenvalues, and Mercer's sum in one picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics.pairwise import pairwise_kernels

from steersman.errors import check_range
from steersman.learn.classic import gram_matrix
from steersman.maths.lessons import least_form, mercer_expansion
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion, matrix_of, rows_text
from steersman.session.views import View

Floats = NDArray[np.float64]
KernelName = Literal["linear", "poly", "rbf", "sigmoid"]
MOST_POINTS = 24
CURVE_POINTS = 81
SHOWN_VALUES = 10
MOST_TERMS = 20
ROUNDING = 1e-12


@dataclass(frozen=True)
class LessonKernels(Query):
    """A kernel, points for its Gram matrix, a place z and a number of terms of Mercer's sum."""

    rows: tuple[tuple[float, ...], ...]
    kernel: KernelName = "rbf"
    gamma: float = 1.0
    degree: int = 2
    coef0: float = -1.0
    z: float = 0.3
    terms: int = 3


class MercerValues(TypedDict):
    """K(x, z) on [-1, 1] and the first terms of sum of lambda e(x) e(z)."""

    x: list[float]
    kernel: list[float]
    sum: list[float]
    functions: list[list[float]]
    """The first three eigenfunctions."""
    values: list[float]
    """Eigenvalues, the largest in size first."""
    error: float
    """Largest distance of the two curves."""


class KernelsAnswer(LessonAnswer):
    """A Gram matrix, whether it is positive semidefinite, and Mercer's sum."""

    gram: list[list[float]]
    eigenvalues: list[float]
    """The largest first."""
    direction: list[float]
    """c of length 1 with the least c K c."""
    form: float
    """c K c"""
    definite: bool
    mercer: MercerValues


def kernels_view(asked: LessonKernels) -> View:
    """The Gram matrix of the points, and the expansion of the kernel on [-1, 1]."""
    X = matrix_of("points", asked.rows, 2, 2, MOST_POINTS)
    settings = gram_settings(asked)
    gram = gram_matrix(X, asked.kernel, **settings)
    form = least_form(gram)
    values: KernelsAnswer = {
        "gram": gram.tolist(),
        "eigenvalues": form.eigenvalues.tolist(),
        "direction": form.direction.tolist(),
        "form": form.value,
        "definite": bool(form.value >= -ROUNDING * max(1.0, float(form.eigenvalues[0]))),
        "mercer": mercer_values(asked, settings),
    }
    return View("lesson-kernels", values)


def gram_settings(asked: LessonKernels) -> dict[str, float]:
    """A polynomial is (1 + x z)^d; a sigmoid is tanh(gamma x z + coef0)."""
    degree = int(check_range("the degree", asked.degree, 1, 8))
    gamma = check_range("gamma", asked.gamma, 0.001, 100.0)
    coef0 = check_range("the shift", asked.coef0, -10.0, 10.0)
    if asked.kernel == "poly":
        gamma, coef0 = 1.0, 1.0
    return {"degree": degree, "gamma": gamma, "coef0": coef0}


def mercer_values(asked: LessonKernels, settings: dict[str, float]) -> MercerValues:
    z = check_range("z", asked.z, -1.0, 1.0)
    terms = int(check_range("the number of terms", asked.terms, 1, MOST_TERMS))

    def kernel(first: Floats, second: Floats) -> Floats:
        return np.asarray(
            pairwise_kernels(
                first[:, None], second[:, None], metric=asked.kernel, filter_params=True, **settings
            )
        )

    expansion = mercer_expansion(kernel)
    x = np.linspace(-1, 1, CURVE_POINTS)
    exact = kernel(x, np.array([z]))[:, 0]
    found = expansion.partial_sum(kernel, x, z, terms)
    known = min(3, int(np.count_nonzero(np.abs(expansion.values) > ROUNDING)))
    return {
        "x": x.tolist(),
        "kernel": exact.tolist(),
        "sum": found.tolist(),
        "functions": expansion.functions(kernel, x, known).T.tolist(),
        "values": expansion.values[:SHOWN_VALUES].tolist(),
        "error": float(np.abs(exact - found).max()),
    }


def kernels_lines(asked: LessonKernels) -> str:
    settings = gram_settings(asked)
    return f"""\
import numpy as np
from sklearn.metrics.pairwise import pairwise_kernels
from steersman.maths.lessons import least_form, mercer_expansion

settings = {settings!r}
def kernel(a, b):
    return pairwise_kernels(a, b, metric={asked.kernel!r}, filter_params=True, **settings)

X = {rows_text(asked.rows)}
form = least_form(kernel(X, X))
print("eigenvalues", form.eigenvalues, "least c K c", form.value)

expansion = mercer_expansion(lambda x, z: kernel(x[:, None], z[:, None]))
print("Mercer's eigenvalues", expansion.values[:{SHOWN_VALUES}])
"""


QUESTIONS = (LessonQuestion(LessonKernels, KernelsAnswer, kernels_view, kernels_lines),)
