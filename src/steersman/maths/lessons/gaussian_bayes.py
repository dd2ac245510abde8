"""Naive Bayes with a Gaussian for each class and column."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class ColumnGaussians(NamedTuple):
    """Mean and standard deviation of every column in every class, and each class's share."""

    means: Floats  # (classes, columns)
    deviations: Floats  # (classes, columns)
    priors: Floats  # (classes,)


def column_gaussians(X: Floats, codes: NDArray[np.intp], unbiased: bool = False) -> ColumnGaussians:
    """The Gaussians of rows whose classes are numbered 0, 1, ... in `codes`.

    Variances divide by the rows of a class (maximum likelihood), or by one less when `unbiased`.
    """
    classes = range(int(codes.max()) + 1)
    return ColumnGaussians(
        np.array([X[codes == each].mean(axis=0) for each in classes]),
        np.array([X[codes == each].std(axis=0, ddof=int(unbiased)) for each in classes]),
        np.bincount(codes) / len(codes),
    )


def densities(fitted: ColumnGaussians, values: Floats) -> Floats:
    """(classes, columns): the density of each column's value in each class.

    >>> one = ColumnGaussians(np.zeros((1, 1)), np.ones((1, 1)), np.ones(1))
    >>> round(float(densities(one, np.zeros(1))[0, 0]), 4)
    0.3989
    """
    z = (values - fitted.means) / fitted.deviations
    found: Floats = np.exp(-0.5 * z * z) / (np.sqrt(2.0 * np.pi) * fitted.deviations)
    return found


def joint_and_posterior(fitted: ColumnGaussians, values: Floats) -> tuple[Floats, Floats]:
    """(classes,) prior times the product of densities, and the same made to sum to one.

    The second is worked out in logarithms: it is right even where the first is too small to hold.
    """
    z = (values - fitted.means) / fitted.deviations
    logs = np.log(fitted.priors) - 0.5 * (z * z).sum(axis=1)
    logs -= np.log(np.sqrt(2.0 * np.pi) * fitted.deviations).sum(axis=1)
    shares = np.exp(logs - logs.max())
    return np.exp(logs), shares / shares.sum()
