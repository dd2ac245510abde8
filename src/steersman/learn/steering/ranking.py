"""Ranking of confusion matrices: the want first, then the least damage elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.learn.promises import Promise
from steersman.learn.wants import ResolvedWant
from steersman.maths.confusion import (
    Matrices,
    extreme_matrices,
    row_sums_of,
    stacked_matrices,
    sums_of,
    with_referred,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


Rank = tuple[float, float, int]
"""Rank of a matrix, smaller is better: gap, damage, minus the rows that are right."""


class Judge(Protocol):
    """Measure of how far settings are from a want."""

    def gaps(self, matrices: Ints) -> Floats:
        """(settings,): rows that must change."""
        ...


@dataclass(frozen=True, eq=False)
class Goal:
    """Ranks confusion matrices of the same rows: by gap, then damage, then all errors.

    Damage is what the want's objective makes small, where it has one. Otherwise it is the cost
    where costs are given, else the errors that the want does not speak of (all of them when it is
    about every kind; the rows that go to a person, where some do).
    """

    want: ResolvedWant
    judge: Judge | None = None
    given_prices: Floats | None = None

    def prices(self, row_sums: Floats) -> Floats | None:
        """(true, predicted): what each decision counts as damage among rows with these sums.

        None where the objective is a ratio, to which a decision adds no fixed amount.
        """
        if self.want.objective is not None:
            return self.want.objective.prices(row_sums, self.want.costs)
        return self.fixed_prices(row_sums)

    def fixed_prices(self, row_sums: Floats) -> Floats:
        """(true, predicted): damage without an objective, as often as it happens in use."""
        prices = self.given_prices if self.given_prices is not None else self.default_prices
        prior = self.want.prior
        return prices if prior is None else prices * prior.weights(row_sums)[:, np.newaxis]

    @cached_property
    def default_prices(self) -> Floats:
        """(true, predicted): damage without an objective."""
        refers = self.want.refers
        if self.want.costs is not None:
            return with_referred(self.want.costs) if refers else self.want.costs
        if not refers:
            return self.want.other_errors()
        errors = ~np.eye(len(self.want.classes), dtype=bool)
        others = (errors & ~self.want.bounded_errors()).astype(np.float64)
        return with_referred(others, 0.0 if others.any() else 1.0)

    def gaps(self, matrices: Matrices) -> Floats:
        """(settings,): rows that must change until the want holds, as the judge sees it."""
        return (
            self.want.gaps(matrices)
            if self.judge is None
            else self.judge.gaps(stacked_matrices(matrices))
        )

    def damages(self, matrices: Matrices | Floats) -> Floats:
        """(settings,): the damage of each matrix."""
        if self.want.objective is not None:
            return self.want.objective.losses(matrices, row_sums_of(matrices), self.want.costs)
        return sums_of(matrices, self.fixed_prices(row_sums_of(matrices)))

    def best(self, matrices: Matrices, distances: Floats | None = None) -> int:
        """Which matrix is best; among equals the one at the shortest distance."""
        return self.best_rank(matrices, self.gaps(matrices), distances)[0]

    def best_rank(
        self, matrices: Matrices, gaps: Floats, distances: Floats | None = None
    ) -> tuple[int, Rank]:
        """Which matrix is best, and its rank; their gaps are known."""
        size = len(self.want.classes)
        right = sums_of(matrices, np.eye(size, size + self.want.refers))
        near = np.zeros(len(matrices)) if distances is None else distances
        damages = self.damages(matrices)
        # The last key of `lexsort` is the most important one.
        first = self.distances_from_want(matrices, gaps)
        keys = (near, -right, self.unused_calls(matrices), damages, *first)
        at = int(np.lexsort(keys)[0])
        return at, (float(gaps[at]), float(damages[at]), -int(right[at]))

    def unused_calls(self, matrices: Matrices) -> Floats:
        """(settings,): calls that an objective under a promise leaves unused.

        Settings that differ by no row of the objective's here do on new rows, which a promise is
        about: there, the one that uses all the room is better.
        """
        direction = self.want.objective.call_direction if self.want.objective else None
        if direction is None or not isinstance(self.judge, Promise):
            return np.zeros(len(matrices))
        calls = np.zeros((len(self.want.classes),) * 2)
        calls[:, direction.column] = -direction.sign
        return sums_of(matrices, calls)

    def distances_from_want(self, matrices: Matrices, gaps: Floats) -> tuple[Floats, ...]:
        """(settings,) each: what settings are compared by first, the last above all.

        A promise is kept or not: settings that do not keep it are compared as counted, since being
        a row nearer to a promise is worth nothing.
        """
        if not isinstance(self.judge, Promise):
            return (gaps,)
        counted = np.where(gaps == 0.0, -1.0, self.want.gaps(matrices))
        return self.judge.unshown_counts(stacked_matrices(matrices)), counted

    def rank(self, matrix: Ints) -> Rank:
        """The rank of one matrix; smaller is better."""
        return self.ranks(matrix[np.newaxis])[0]

    def ranks(self, matrices: Ints) -> list[Rank]:
        """The rank of each matrix; of many it takes little longer than of one."""
        if not len(matrices):
            return []
        right = -np.trace(matrices, axis1=1, axis2=2)
        gaps, damages = self.gaps(matrices), self.damages(matrices)
        return list(zip(gaps.tolist(), damages.tolist(), right.tolist()))

    def best_ranks(self, stacks: Sequence[Ints]) -> list[Rank]:
        """The best rank in each of several stacks of matrices, none of them empty."""
        if not stacks:
            return []
        lengths = np.array([len(stack) for stack in stacks])
        starts = np.cumsum(lengths) - lengths
        whole = np.concatenate(stacks)
        right = -np.trace(whole, axis1=1, axis2=2)
        left, best = np.ones(len(whole), dtype=np.bool_), []
        for numbers in (self.gaps(whole), self.damages(whole), right.astype(np.float64)):
            least = np.minimum.reduceat(np.where(left, numbers, np.inf), starts)
            left &= numbers == np.repeat(least, lengths)
            best.append(least.tolist())
        return [(gap, damage, int(right)) for gap, damage, right in zip(*best)]


Kind = tuple[NDArray[np.bool_], NDArray[np.bool_]]
"""(bounds,) those that are not about some cells, and (classes, classes) these cells."""


@dataclass
class SeenRanges:
    """Ranges that the cells of the confusion matrix took over the settings seen so far.

    A cell's range is over settings that keep the bounds which are not about that cell, or over all
    settings where none keeps them. `exact` until a search of class offsets had to end before it was
    proven that no others are better.
    """

    want: ResolvedWant
    exact: bool = True
    kept: Floats = field(init=False)  # (2, classes, classes): lowest and highest
    free: Floats = field(init=False)
    kinds: list[Kind] = field(init=False)

    def __post_init__(self) -> None:
        size = len(self.want.classes)
        nothing = np.stack([np.full((size, size), np.inf), np.full((size, size), -np.inf)])
        self.kept, self.free = nothing.copy(), nothing.copy()
        masks = np.array(
            [bound.error_cells(size) for bound in self.want.bounds], dtype=bool
        ).reshape(-1, size, size)
        diagonal = np.eye(size, dtype=bool)
        # Row sums are fixed, so a bound on the errors of a class is about its right decisions as
        # well.
        about = masks | (diagonal & masks.any(axis=2, keepdims=True))
        # Cells that the same bounds are about share one test of the settings.
        patterns = np.unique(about.reshape(len(about), size * size).T, axis=0)
        self.kinds = [
            (~pattern, (about == pattern[:, np.newaxis, np.newaxis]).all(axis=0))
            for pattern in patterns
        ]

    def add(self, matrices: Matrices, by_bound: Floats | None = None) -> None:
        """Take the cells of these settings into account; their gaps by bound may be known."""
        ends = extreme_matrices(matrices, np.ones(len(matrices), dtype=bool))
        # In place: a search of offsets widens the same limits by compiled code.
        self.free[:] = widened_limits(self.free, ends)
        holds = (self.want.gaps_by_bound(matrices) if by_bound is None else by_bound) == 0.0
        for others, cells in self.kinds:
            kept = extreme_matrices(matrices, holds[:, others].all(axis=1)) if any(others) else ends
            if len(kept):
                self.kept[:, cells] = widened_limits(self.kept, kept)[:, cells]

    def ranges(self) -> Ints:
        """(classes, classes, 2): the lowest and the highest count of each cell."""
        known = np.where(np.isfinite(self.kept), self.kept, self.free)
        return np.moveaxis(known, 0, -1).astype(np.int64)


def widened_limits(limits: Floats, matrices: Ints) -> Floats:
    """The limits after these matrices were seen too."""
    widened = np.empty_like(limits)
    np.minimum(limits[0], matrices.min(axis=0), out=widened[0])
    np.maximum(limits[1], matrices.max(axis=0), out=widened[1])
    return widened
