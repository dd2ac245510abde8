"""Comparing two classifiers on the same rows by resampling: permutations and the bootstrap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.evaluate.discordance import p_value_meaning
from steersman.evaluate.measures import checked_labels
from steersman.evaluate.outcomes import Floats, Measure, measured, outcomes

__all__ = ["PairedBootstrap", "PermutationTest", "paired_bootstrap", "permutation_test"]

BATCH_CELLS = 1 << 22
TIE = 1e-12  # differences that are equal but for rounding count as equal


@dataclass(frozen=True)
class PermutationTest:
    """The outcome of a paired permutation test. `difference` is measure(a) - measure(b)."""

    difference: float
    p_value: float
    measure: str
    n_resamples: int
    meaning: str


@dataclass(frozen=True)
class PairedBootstrap:
    """The difference measure(a) - measure(b), its percentile interval and a p-value."""

    difference: float
    low: float
    high: float
    confidence: float
    p_value: float
    measure: str
    n_resamples: int
    meaning: str


def permutation_test(
    y: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    measure: str | Measure = "accuracy",
    *,
    n_resamples: int = 9999,
    random_state: int | np.random.Generator = 0,
) -> PermutationTest:
    """Whether it matters which of two classifiers made which prediction.

    Each row's two predictions are swapped or not by the toss of a coin. The p-value counts the
    observed arrangement among the others, so it is never zero.

    >>> permutation_test([1] * 12, [1] * 10 + [0] * 2, [0] * 9 + [1] * 3).p_value < 0.1
    True
    """
    pair = Pair.of(y, a, b, measure)
    rng = np.random.default_rng(random_state)
    drawn = [
        pair.swapped(rng.integers(0, 2, (size, pair.n_rows), dtype=np.int8))
        for size in batches(n_resamples, pair.n_rows)
    ]
    observed = pair.difference()
    as_large = np.count_nonzero(np.abs(np.concatenate(drawn)) >= abs(observed) - TIE)
    p_value = (1 + int(as_large)) / (1 + n_resamples)
    null = "it made no difference which of the two classifiers a prediction comes from"
    meaning = p_value_meaning(p_value, null)
    return PermutationTest(observed, p_value, pair.measure_name, n_resamples, meaning)


def paired_bootstrap(
    y: ArrayLike,
    a: ArrayLike,
    b: ArrayLike,
    measure: str | Measure = "accuracy",
    *,
    confidence: float = 0.95,
    n_resamples: int = 9999,
    random_state: int | np.random.Generator = 0,
) -> PairedBootstrap:
    """How far measure(a) - measure(b) moves when the rows are drawn anew, with replacement.

    The interval holds the middle `confidence` of the drawn differences. The p-value is the share
    of draws that stray from the observed difference by at least as much as it differs from zero.

    >>> test = paired_bootstrap([1] * 12, [1] * 10 + [0] * 2, [0] * 9 + [1] * 3)
    >>> test.low < test.difference < test.high
    True
    """
    pair = Pair.of(y, a, b, measure)
    rng = np.random.default_rng(random_state)
    drawn = np.concatenate(
        [
            pair.resampled(rng.integers(0, pair.n_rows, (size, pair.n_rows)))
            for size in batches(n_resamples, pair.n_rows)
        ]
    )
    observed = pair.difference()
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    as_large = np.count_nonzero(np.abs(drawn - observed) >= abs(observed) - TIE)
    p_value = (1 + int(as_large)) / (1 + n_resamples)
    meaning = p_value_meaning(p_value, "the two classifiers were equally good on rows like these")
    return PairedBootstrap(
        observed,
        float(low),
        float(high),
        confidence,
        p_value,
        pair.measure_name,
        n_resamples,
        meaning,
    )


def batches(n_resamples: int, n_rows: int) -> Iterator[int]:
    """Sizes that add up to `n_resamples`, each small enough to be held in memory at once."""
    if n_resamples < 1:
        raise SteersmanError(f"n_resamples={n_resamples} draws nothing", todo="give 1 or more")
    size = max(1, BATCH_CELLS // n_rows)
    for start in range(0, n_resamples, size):
        yield min(size, n_resamples - start)


@dataclass(frozen=True)
class Pair:
    """Two predictions of the same rows and a measure; named measures are computed from sums."""

    true: NDArray[np.generic]
    first: NDArray[np.generic]
    second: NDArray[np.generic]
    measure: str | Measure
    outcomes: tuple[Floats, ...]  # of first and second, if the measure is a named one

    @classmethod
    def of(cls, y: ArrayLike, a: ArrayLike, b: ArrayLike, measure: str | Measure) -> Pair:
        """The pair, checked."""
        true, first = checked_labels(y, a)
        _, second = checked_labels(y, b)
        named = tuple(outcomes(true, first, second)) if isinstance(measure, str) else ()
        return cls(true, first, second, measure, named)

    @property
    def n_rows(self) -> int:
        return len(self.true)

    @property
    def measure_name(self) -> str:
        return self.measure if isinstance(self.measure, str) else self.measure.__name__

    def difference(self) -> float:
        """measure(first) - measure(second) on the rows as they are."""
        return float(self.swapped(np.zeros((1, self.n_rows), dtype=np.int8))[0])

    def swapped(self, swap: NDArray[np.int8]) -> Floats:
        """(draws,) differences with the two predictions exchanged where `swap` is 1."""
        if isinstance(self.measure, str):
            first, second = self.outcomes
            moved = swap.astype(np.float64) @ (second - first)
            sums = first.sum(axis=0) + moved, second.sum(axis=0) - moved
            return self.of_sums(*sums)
        swap_labels = swap.astype(bool)[(..., *[np.newaxis] * (self.true.ndim - 1))]
        exchanged = (
            (np.where(s, self.second, self.first), np.where(s, self.first, self.second))
            for s in swap_labels
        )
        return np.array(
            [self.measure(self.true, one) - self.measure(self.true, two) for one, two in exchanged]
        )

    def resampled(self, rows: NDArray[np.int64]) -> Floats:
        """(draws,) differences on the given rows, (draws, rows)."""
        if isinstance(self.measure, str):
            offsets = np.arange(len(rows))[:, np.newaxis] * self.n_rows
            times = np.bincount((rows + offsets).ravel(), minlength=rows.size).reshape(rows.shape)
            weights = times.astype(np.float64)
            return self.of_sums(weights @ self.outcomes[0], weights @ self.outcomes[1])
        return np.array(
            [
                self.measure(self.true[drawn], self.first[drawn])
                - self.measure(self.true[drawn], self.second[drawn])
                for drawn in rows
            ]
        )

    def of_sums(self, first: Floats, second: Floats) -> Floats:
        """Differences of the named measure of summed outcomes."""
        name = str(self.measure)
        return measured(name, first, self.n_rows) - measured(name, second, self.n_rows)
