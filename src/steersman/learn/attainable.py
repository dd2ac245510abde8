"""What each cell of a confusion matrix can be made by turning a fitted model's cut-off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.pipeline import Pipeline

from steersman.learn.thresholded import class_scores
from steersman.maths.offset_path import Matrices, OffsetPath, extreme_matrices, sums_of
from steersman.maths.thresholds import cutoff_sweep, offset_path

__all__ = ["Attainable"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Attainable:
    """The scores of some rows, whose matrices at every cut-off are made when they are asked for:
    of many classes they are too many to keep.

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
        """What a fitted model can give on rows X of classes y."""
        if isinstance(model, Pipeline) and len(model.steps) > 1:
            return cls.of(model.steps[-1][1], model[:-1].transform(X), y)
        values, start = class_scores(model, X)
        codes = np.searchsorted(model.classes_, np.asarray(y))  # type: ignore[attr-defined]
        return cls(values, start, codes)

    def sweeps(self) -> Iterator[Matrices]:
        """The matrix at every cut-off; of several classes, one class's offsets at a time."""
        if self.values.ndim == 1:
            yield cutoff_sweep(self.values, self.codes == 1).matrices
            return
        start = np.asarray(self.start, dtype=np.float64)
        for moved in range(len(start)):
            yield offset_path(self.values, self.codes, start, moved)

    def ranges(self, least_accuracy: float = 0.0) -> Ints:
        """(classes, classes, 2) lowest and highest count of each cell.

        Only cut-offs with at least that accuracy count, or the best of them: every cell can be
        emptied by a cut-off that nobody would use.
        """
        enough = least_accuracy * len(self.codes)
        best = -1.0
        found: list[Ints] = []
        for matrices in self.sweeps():
            right = rightly(matrices)
            top = float(right.max())
            if top > best and best < enough:
                found = []
            best = max(best, top)
            usable = extreme_matrices(matrices, right >= min(enough, best))
            if len(usable):
                found.append(np.stack([usable.min(axis=0), usable.max(axis=0)], axis=-1))
        every = np.stack(found)
        return np.stack([every[..., 0].min(axis=0), every[..., 1].max(axis=0)], axis=-1)

    def most_right(self) -> int:
        """The most rows that any cut-off decides rightly."""
        return max(int(rightly(each).max()) for each in self.sweeps())

    def lowest_cost(self, costs: Floats) -> float:
        """The least sum of costs (true, predicted) that any cut-off gives."""
        return min(float(sums_of(each, costs).min()) for each in self.sweeps())


def rightly(matrices: Matrices) -> Floats:
    """(settings,): how many rows each matrix has on its diagonal."""
    classes = matrices.classes if isinstance(matrices, OffsetPath) else matrices.shape[-1]
    return sums_of(matrices, np.eye(classes))
