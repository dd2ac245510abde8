"""Scores of partitioned rows as counts: every cut-off with its exact confusion matrix.

Up to a million tuning rows all distinct scores are merged. Of more rows, scores are counted between
65,536 quantiles first, and one by one only around the cut-off that is best; every count is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from steersman.learn.steering import class_scores
from steersman.maths.confusion import Sweep, matrices_below, places_between
from steersman.scale.class_counts import PartShares
from steersman.scale.partition import Partition
from steersman.scale.row_hashes import SAMPLES, TUNE, row_shares

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_DISTINCT = 1_000_000
BINS = 65_536
SAMPLED_SCORES = 500_000
AROUND = 2
"""Bins on either side of the best cut-off in which every score is looked at."""


@dataclass(frozen=True, eq=False)
class ScoreCounts:
    """Distinct scores, rising, and how many rows of the two classes have each."""

    values: Floats
    negatives: Ints
    positives: Ints

    def plus(self, other: ScoreCounts) -> ScoreCounts:
        """The counts of both sets of rows."""
        both = np.concatenate([self.values, other.values])
        values, inverse = np.unique(both, return_inverse=True)
        sums = []
        for one, more in ((self.negatives, other.negatives), (self.positives, other.positives)):
            total = np.zeros(len(values), np.int64)
            np.add.at(total, inverse, np.concatenate([one, more]))
            sums.append(total)
        return ScoreCounts(values, *sums)

    def sweep(self) -> Sweep:
        """All the cut-offs that decide the rows differently."""
        matrices = matrices_below(self.negatives, self.positives)
        return Sweep(places_between(self.values), matrices)


def counts_of(scores: Floats, positive: NDArray[np.bool_]) -> ScoreCounts:
    """The counts of rows with scores."""
    values, inverse = np.unique(scores, return_inverse=True)
    positives = np.bincount(inverse, weights=positive, minlength=len(values)).astype(np.int64)
    rows = np.bincount(inverse, minlength=len(values)).astype(np.int64)
    return ScoreCounts(values, rows - positives, positives)


@dataclass(frozen=True)
class ScoredRows:
    """Scores the rows of one part of a partition."""

    model: object
    shares: PartShares
    part: int = TUNE

    def scores(self, partition: Partition) -> tuple[Floats, NDArray[np.bool_], Ints]:
        """Scores of the second class, whether rows are of it, and the rows' numbers."""
        rows = partition.open()
        chosen = np.flatnonzero(self.shares.parts(rows) == self.part)
        if not len(chosen):
            return np.zeros(0), np.zeros(0, bool), np.zeros(0, np.int64)
        X = rows.X if len(chosen) == len(rows.codes) else rows.X[chosen]
        values = class_scores(self.model, X).values
        return values, rows.codes[chosen] == 1, rows.numbers[chosen]


@dataclass(frozen=True)
class DistinctScores(ScoredRows):
    """Counts the distinct scores of a partition, all or those within limits."""

    above: float = -np.inf
    up_to: float = np.inf

    def __call__(self, partition: Partition) -> ScoreCounts:
        values, positive, _ = self.scores(partition)
        within = (values > self.above) & (values <= self.up_to)
        return counts_of(values[within], positive[within])


@dataclass(frozen=True)
class SampledScores(ScoredRows):
    """Scores of a share of the rows of a partition."""

    share: float = 1.0

    def __call__(self, partition: Partition) -> Floats:
        values, _, numbers = self.scores(partition)
        return values[row_shares(numbers, self.shares.seed, SAMPLES) < self.share]


@dataclass(frozen=True)
class BinnedScores(ScoredRows):
    """Counts the rows of a partition between edges of scores."""

    edges: Floats = field(default_factory=lambda: np.zeros(0))

    def __call__(self, partition: Partition) -> Ints:
        values, positive, _ = self.scores(partition)
        # Bin k holds the scores above edge k - 1, up to edge k.
        place = np.searchsorted(self.edges, values, side="left")
        size = len(self.edges) + 1
        return np.array(
            [np.bincount(place[truth], minlength=size) for truth in (~positive, positive)]
        )


@dataclass(frozen=True, eq=False)
class MergedScores:
    """Scores of the tuning rows of all partitions, as counts."""

    dataset: PartitionedDataset
    model: object
    shares: PartShares
    rows: int

    @property
    def is_small(self) -> bool:
        """Whether every distinct score is looked at."""
        return self.rows <= MOST_DISTINCT

    def sweep(self, best: Callable[[Sweep], int], own: float) -> Sweep:
        """The cut-offs to choose from; `best` finds the best of a first, coarse choice.

        The model's own cut-off is among them.
        """
        scored = (self.model, self.shares)
        if self.is_small:
            return self.dataset.reduce(DistinctScores(*scored), ScoreCounts.plus).sweep()
        share = SAMPLED_SCORES / self.rows
        drawn = self.dataset.reduce(SampledScores(*scored, share=share), joined_scores)
        quantiles = np.quantile(drawn, np.linspace(0.0, 1.0, BINS), method="nearest")
        edges = np.unique(np.append(quantiles, own))
        counted = self.dataset.reduce(BinnedScores(*scored, edges=edges), np.add)
        coarse = coarse_sweep(edges, counted)
        at = best(coarse)
        low, high = max(at - AROUND, 0), min(at + AROUND, len(edges))
        above = -np.inf if low == 0 else float(edges[low - 1])
        up_to = np.inf if high == len(edges) else float(edges[high])
        fine = self.dataset.reduce(
            DistinctScores(*scored, above=above, up_to=up_to), ScoreCounts.plus
        )
        return spliced_sweep(edges, counted, (low, high), fine)


def joined_scores(one: Floats, other: Floats) -> Floats:
    """Scores one after the other."""
    return np.concatenate([one, other])


def coarse_sweep(edges: Floats, counted: Ints) -> Sweep:
    """The cut-offs at edges, below all scores and above all, with exact matrices."""
    matrices = matrices_below(counted[0], counted[1])
    # A row counts as positive when its score is above the cut-off: an edge itself separates bins.
    below = np.nextafter(edges[0], -np.inf) if counted[:, 0].sum() == 0 else -np.finfo(float).max
    return Sweep(np.concatenate([[below], edges, [np.finfo(float).max]]), matrices)


def spliced_sweep(edges: Floats, counted: Ints, bins: tuple[int, int], fine: ScoreCounts) -> Sweep:
    """The cut-offs at edges, with all distinct ones in a range of bins in their place."""
    low, high = bins
    coarse = coarse_sweep(edges, counted)
    negatives = np.concatenate([counted[0][:low], fine.negatives, counted[0][high + 1 :]])
    positives = np.concatenate([counted[1][:low], fine.positives, counted[1][high + 1 :]])
    # Setting k of a sweep stands before group k: settings up to `low` and from `high + 1` on stay.
    inner = places_between(fine.values)[1:-1] if len(fine.values) else np.zeros(0)
    first = coarse.settings[: low + 1] if len(fine.values) else coarse.settings[:low]
    settings = np.concatenate([first, inner, coarse.settings[high + 1 :]])
    return Sweep(settings, matrices_below(negatives, positives))
