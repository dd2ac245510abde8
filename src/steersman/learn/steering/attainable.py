"""Ranges of the cells of a confusion matrix over all cut-offs of a fitted model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman._cached import cached_property
from steersman.learn.steering.thresholded import class_scores
from steersman.maths.confusion import (
    Matrices,
    OffsetPath,
    cutoff_sweep,
    extreme_matrices,
    offset_path,
    sums_of,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

FINEST = 2.0**36


@dataclass(frozen=True, eq=False)
class Attainable:
    """Scores of some rows, from which the matrices at every cut-off are computed on demand.

    With many classes the matrices are too many to keep.

    >>> from sklearn.linear_model import LogisticRegression
    >>> X, y = np.arange(6.0).reshape(-1, 1), np.array([0, 0, 1, 0, 1, 1])
    >>> attainable = Attainable.of(LogisticRegression().fit(X, y), X, y)
    >>> attainable.ranges(least_accuracy=0.8)[0].tolist()
    [[2, 3], [0, 1]]
    """

    values: Floats  # (rows,) or (rows, classes)
    start: float | Floats  # the cut-off, or the offset of each class, as the model has them
    codes: NDArray[np.intp]  # (rows,)

    @classmethod
    def of(cls, model: object, X: ArrayLike, y: ArrayLike) -> Self:
        """Build from a fitted model and rows X of classes y."""
        if isinstance(model, Pipeline) and len(model.steps) > 1:
            return cls.of(model.steps[-1][1], model[:-1].transform(X), y)
        values, start = class_scores(model, X)
        codes = np.searchsorted(model.classes_, np.asarray(y))  # type: ignore[attr-defined]
        return cls(values, start, codes)

    @property
    def class_sizes(self) -> Ints:
        """(classes,) the number of rows of each class."""
        return np.bincount(self.codes)

    @cached_property
    def cutoffs(self) -> Ints:
        """(cut-offs, 2, 2): the matrix at every cut-off, of two classes."""
        return cutoff_sweep(self.values, self.codes == 1).matrices

    def sweeps(self) -> Iterator[Matrices]:
        """The matrix at every cut-off; of several classes, one class's offsets at a time."""
        if self.values.ndim == 1:
            yield self.cutoffs
            return
        start = np.asarray(self.start, dtype=np.float64)
        for moved in range(len(start)):
            yield offset_path(self.values, self.codes, start, moved)

    def ranges(self, least_accuracy: float = 0.0, least_balanced: float = np.inf) -> Ints:
        """(classes, classes, 2) lowest and highest count of each cell.

        Only cut-offs with at least that accuracy count, or with that balanced accuracy (of a rare
        class, all errors cost less accuracy than finding it), or the best of them: every cell can
        be emptied by a cut-off that nobody would use.
        """
        enough = least_accuracy * self.class_sizes.sum()
        fair_enough, weights = least_balanced * FINEST, self.balancing_weights()
        best = -1.0
        accurate: list[Ints] = []
        fair: list[Ints] = []
        for matrices in self.sweeps():
            right = rightly(matrices)
            top = float(right.max())
            # None was accurate enough so far and only the best were kept: a better one replaces
            # them.
            if top > best and best < enough:
                accurate = []
            best = max(best, top)
            accurate.append(extreme_matrices(matrices, right >= min(enough, best)))
            if least_balanced < np.inf:
                balanced = sums_of(matrices, weights) >= fair_enough
                fair.append(extreme_matrices(matrices, balanced))
        every = np.concatenate(accurate + fair)
        return np.stack([every.min(axis=0), every.max(axis=0)], axis=-1)

    def reaches(self, least_accuracy: float, least_balanced: float = np.inf) -> bool:
        """Whether some cut-off has that accuracy, or that balanced accuracy."""
        enough, weights = least_accuracy * self.class_sizes.sum(), self.balancing_weights()
        return any(
            rightly(each).max() >= enough or sums_of(each, weights).max() >= least_balanced * FINEST
            for each in self.sweeps()
        )

    def balancing_weights(self) -> Floats:
        """(classes, classes): what to weigh cells by for their balanced accuracy, times `FINEST`.

        Whole numbers, which are summed along a path without its matrices.
        """
        counts = self.class_sizes
        return np.diag(np.rint(FINEST / np.maximum(counts, 1) / len(counts)))

    def lowest_cost(self, costs: Floats) -> float:
        """The least sum of costs (true, predicted) that any cut-off gives."""
        return min(float(sums_of(each, costs).min()) for each in self.sweeps())


def rightly(matrices: Matrices) -> Floats:
    """(settings,): how many rows each matrix has on its diagonal."""
    classes = matrices.classes if isinstance(matrices, OffsetPath) else matrices.shape[-1]
    return sums_of(matrices, np.eye(classes))
