"""Every pair of cut-offs of a score, with rows in between that nobody but a person decides.

A weighted sum of a pair's confusion matrix is a sum of two terms, one for each cut-off. So the
least and the most of many pairs at once are known from the least and the most of each term.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from steersman.maths.confusion.sweeps import places_between

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class CutoffPairs:
    """Places for a cut-off on some rows: at place p, the p lowest distinct scores are below it."""

    settings: Floats  # (places,)
    below: Ints  # (places, 2): rows of each class with a score at or below each place

    @classmethod
    def of(cls, scores: Floats, positive: NDArray[np.bool_]) -> Self:
        """The places of all cut-offs that decide these rows differently.

        >>> pairs = CutoffPairs.of(np.array([0.1, 0.4, 0.8]), np.array([False, True, True]))
        >>> pairs.matrices(np.array([1]), np.array([2])).tolist()
        [[[1, 0, 0], [0, 1, 1]]]
        """
        values, inverse = np.unique(scores, return_inverse=True)
        rows = np.stack(
            [np.bincount(inverse[positive == each], minlength=len(values)) for each in (0, 1)],
            axis=1,
        )
        below = np.concatenate([np.zeros((1, 2), dtype=np.int64), np.cumsum(rows, axis=0)])
        return cls(places_between(values), below)

    def __len__(self) -> int:
        return len(self.settings)

    def matrices(self, lows: Ints, highs: Ints) -> Ints:
        """(pairs, 2, 3): rows decided for either class, and referred, at each pair of places."""
        found = np.empty((len(lows), 2, 3), dtype=np.int64)
        found[:, :, 0] = self.below[lows]
        found[:, :, 1] = self.below[-1] - self.below[highs]
        found[:, :, 2] = self.below[highs] - self.below[lows]
        return found

    def terms(self, weights: Floats) -> tuple[Floats, Floats]:
        """(places,) twice: what a low and a high cut-off add to the weighted sum of the cells."""
        low = self.below @ (weights[:, 0] - weights[:, 2])
        high = self.below @ (weights[:, 2] - weights[:, 1]) + self.below[-1] @ weights[:, 1]
        return low, high


@dataclass(frozen=True, eq=False)
class TermRanges:
    """The least and the most of a weighted sum over boxes of pairs, at every size of box."""

    least: tuple[tuple[Floats, Floats], ...]  # by size 1, 2, 4, ...: of blocks of low and of high
    most: tuple[tuple[Floats, Floats], ...]

    @classmethod
    def of(cls, pairs: CutoffPairs, weights: Floats) -> Self:
        """The ranges of the sum with these weights."""
        low, high = pairs.terms(weights)
        least, most = [(low, high)], [(low, high)]
        while len(least[-1][0]) > 1:
            least.append((in_twos(least[-1][0], np.minimum), in_twos(least[-1][1], np.minimum)))
            most.append((in_twos(most[-1][0], np.maximum), in_twos(most[-1][1], np.maximum)))
        return cls(tuple(least), tuple(most))

    def lowest(self, level: int, lows: Ints, highs: Ints) -> Floats:
        """(boxes,): no pair of the box has less."""
        return np.asarray(self.least[level][0][lows] + self.least[level][1][highs])

    def highest(self, level: int, lows: Ints, highs: Ints) -> Floats:
        """(boxes,): no pair of the box has more."""
        return np.asarray(self.most[level][0][lows] + self.most[level][1][highs])


def in_twos(values: Floats, take: np.ufunc) -> Floats:
    """The lesser (or the greater) of every two neighbors; a last one without a neighbor stays."""
    paired = values[: len(values) // 2 * 2].reshape(-1, 2)
    return np.concatenate([take.reduce(paired, axis=1), values[len(paired) * 2 :]])
