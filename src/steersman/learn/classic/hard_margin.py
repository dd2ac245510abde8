"""The support vector machine with a hard margin, solved exactly or refused with a proof."""

from __future__ import annotations

from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.metrics.pairwise import pairwise_kernels
from sklearn.svm import SVC

from steersman.errors import SteersmanError
from steersman.maths.lines import CommonMixture, widest_margin

Floats = NDArray[np.float64]
Kernel = Literal["linear", "poly", "rbf", "sigmoid"]
DEFINITE_TOLERANCE = 1e-10


class NoHardMarginError(SteersmanError):
    """No hard margin exists; `mixture` proves it, or the kernel itself is not definite."""

    mixture: CommonMixture | None = None


class HardMarginClassifier(SVC):
    """Two classes with the widest margin that no point may enter.

    scikit-learn's `SVC` has a bound C on every coefficient, and keeps the kernel in single
    precision. Here the problem without a bound is solved in double precision.

    Parameters
    ----------
    kernel : {"linear", "poly", "rbf", "sigmoid"}, default="linear"
    degree : int, default=3
    gamma : float, default=1.0
    coef0 : float, default=0.0
        As in `sklearn.svm.SVC`.

    Examples
    --------
    >>> from steersman.learn.classic import HardMarginClassifier
    >>> X = [[0, 0], [1, 1], [0, 1], [1, 0]]
    >>> model = HardMarginClassifier(kernel="rbf").fit(X, [0, 0, 1, 1])
    >>> model.decision_function(X).round(6)
    array([-1., -1.,  1.,  1.])
    """

    def __init__(
        self,
        *,
        kernel: Kernel = "linear",
        degree: int = 3,
        gamma: float = 1.0,
        coef0: float = 0.0,
    ) -> None:
        super().__init__(kernel=kernel, degree=degree, gamma=gamma, coef0=coef0)

    def fit(self, X: ArrayLike, y: ArrayLike) -> Self:
        """Find the widest margin.

        Raises
        ------
        NoHardMarginError
            With the code `no-hard-margin` and a proof, or `kernel-not-definite`.
        """
        # Checks the rows and sets what SVC needs to predict; its solution is replaced below.
        super().fit(X, y)
        rows = np.asarray(X, dtype=np.float64)
        positive = np.asarray(y) == self.classes_[1]
        found = widest_margin(definite_gram(self, rows), positive)
        if isinstance(found, CommonMixture):
            error = NoHardMarginError(
                "the classes have no hard margin: mixtures of both are at the same place",
                todo="allow slack or choose another kernel",
                code="no-hard-margin",
                rows=tuple(found.rows.tolist()),
                distance=found.distance,
            )
            error.mixture = found
            raise error
        signs = np.where(positive, 1.0, -1.0)
        vectors = np.flatnonzero(found.alpha)
        # libsvm keeps the support vectors of the first class first.
        vectors = vectors[np.argsort(signs[vectors], kind="stable")]
        self.width_ = found.width
        self.support_ = vectors.astype(np.int32)
        self.support_vectors_ = rows[vectors]
        self._n_support = np.array([(signs[vectors] < 0).sum(), (signs[vectors] > 0).sum()], "i4")
        self.dual_coef_ = (found.alpha * signs)[vectors][np.newaxis]
        self.intercept_ = np.array([found.bias])
        # Of two classes, libsvm itself counts the first as the positive one.
        self._dual_coef_, self._intercept_ = -self.dual_coef_, -self.intercept_
        return self


def definite_gram(model: SVC, X: Floats) -> Floats:
    """(rows, rows) the kernel of every pair; an error where it has a negative eigenvalue."""
    gram = gram_matrix(X, model.kernel, model.degree, model.gamma, model.coef0)
    if model.kernel == "sigmoid":
        values = np.linalg.eigvalsh(gram)
        if values[0] < -DEFINITE_TOLERANCE * max(1.0, values[-1]):
            raise NoHardMarginError(
                f"this sigmoid is no kernel: the Gram matrix has the eigenvalue {values[0]:.3g}",
                todo="choose another kernel",
                code="kernel-not-definite",
                eigenvalue=float(values[0]),
            )
    return gram


def gram_matrix(
    X: Floats, kernel: str, degree: float = 3, gamma: float = 1.0, coef0: float = 0.0
) -> Floats:
    """(rows, rows) K(x, z) for every pair of rows."""
    settings = {"degree": degree, "gamma": gamma, "coef0": coef0}
    return np.asarray(pairwise_kernels(X, metric=kernel, filter_params=True, **settings))
