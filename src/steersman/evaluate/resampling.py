"""Comparing two classifiers on the same rows by resampling: permutations and the bootstrap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from steersman.errors import SteersmanError
from steersman.evaluate.mcnemar_test import p_value_meaning
from steersman.evaluate.measures import checked_labels
from steersman.evaluate.outcomes import Floats, Measure, measure_values, outcomes

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
    """Test two classifiers on the same rows by swapping their predictions at random.

    Each row's two predictions are swapped or not by the toss of a coin. The p-value counts the
    observed arrangement among the others, so it is never zero.

    Parameters
    ----------
    y : array-like of shape (rows,)
        True labels.
    a, b : array-like of shape (rows,)
        Predictions of the two classifiers for the same rows.
    measure : str or callable
        A name such as "accuracy" or "f1_macro", or a function of (y_true, y_pred).
    n_resamples : int
        Number of random resamples.
    random_state : int or numpy.random.Generator
        Seed or generator of the draws.

    Returns
    -------
    PermutationTest
        The observed difference, its p-value and a sentence on what it means.

    Examples
    --------
    >>> permutation_test([1] * 12, [1] * 10 + [0] * 2, [0] * 9 + [1] * 3).p_value < 0.1
    True
    """
    pair = PredictionPair.of(y, a, b, measure)
    rng = np.random.default_rng(random_state)
    drawn = pair.permuted_differences(n_resamples, rng)
    observed = pair.difference()
    # Sums in another order differ by rounding: draws equal to the observed difference must count.
    as_large = np.count_nonzero(np.abs(drawn) >= abs(observed) - TIE)
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
    """Interval and p-value of measure(a) - measure(b), from rows drawn with replacement.

    The interval holds the middle `confidence` of the drawn differences. The p-value is the share
    of draws that stray from the observed difference by at least as much as it differs from zero.

    Parameters
    ----------
    y : array-like of shape (rows,)
        True labels.
    a, b : array-like of shape (rows,)
        Predictions of the two classifiers for the same rows.
    measure : str or callable
        A name such as "accuracy" or "f1_macro", or a function of (y_true, y_pred).
    confidence : float
        Share of the drawn differences that the interval holds.
    n_resamples : int
        Number of random resamples.
    random_state : int or numpy.random.Generator
        Seed or generator of the draws.

    Returns
    -------
    PairedBootstrap
        The observed difference with its interval, p-value and a sentence on what it means.

    Examples
    --------
    >>> test = paired_bootstrap([1] * 12, [1] * 10 + [0] * 2, [0] * 9 + [1] * 3)
    >>> test.low < test.difference < test.high
    True
    """
    pair = PredictionPair.of(y, a, b, measure)
    rng = np.random.default_rng(random_state)
    drawn = pair.bootstrap_differences(n_resamples, rng)
    observed = pair.difference()
    low, high = np.quantile(drawn, [(1 - confidence) / 2, (1 + confidence) / 2])
    # Centered on the observed difference, the draws show how it would vary if the true one were 0.
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


def checked_draws(n_resamples: int) -> int:
    if n_resamples < 1:
        raise SteersmanError(
            f"n_resamples={n_resamples} is too small",
            todo="use 1 or more",
            code="bad-setting",
            name="n_resamples",
            value=n_resamples,
        )
    return n_resamples


def batches(n_resamples: int, n_rows: int) -> Iterator[int]:
    """Sizes that add up to `n_resamples`, each small enough to be held in memory at once."""
    size = max(1, BATCH_CELLS // n_rows)
    for start in range(0, checked_draws(n_resamples), size):
        yield min(size, n_resamples - start)


def distinct_rows(rows: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """The different rows in ascending order, and how often each occurs; rows hold no NaN.

    It returns what `np.unique(rows, axis=0, return_counts=True)` does, but sorts rows of zeros and
    ones by 64 columns at a time.
    """
    keys = rows
    if np.all((rows == 0) | (rows == 1)):
        packed = np.packbits(rows.astype(bool), axis=1)
        padded = np.pad(packed, [(0, 0), (0, -packed.shape[1] % 8)])
        # The first column is the highest bit, so that numbers sort as rows do.
        keys = padded.view(">u8").astype(np.uint64)
    order = np.lexsort(keys.T[::-1])
    ordered = keys[order]
    begins = np.flatnonzero(np.r_[True, (ordered[1:] != ordered[:-1]).any(axis=1)])
    return rows[order[begins]], np.diff(begins, append=len(rows))


def resampled_sums(rows: Floats, n_resamples: int, rng: np.random.Generator) -> Iterator[Floats]:
    """(draws, parts) sums of outcomes over rows drawn with replacement, batch by batch.

    Rows with the same outcome are alike, so what is drawn is how often each kind comes up.
    """
    kinds, times = distinct_rows(rows)
    for size in batches(n_resamples, len(kinds)):
        yield rng.multinomial(len(rows), times / len(rows), size=size) @ kinds


@dataclass(frozen=True)
class PredictionPair:
    """Two predictions of the same rows and a measure; named measures are computed from sums."""

    true: NDArray[np.generic]
    first: NDArray[np.generic]
    second: NDArray[np.generic]
    measure: str | Measure
    outcomes: tuple[Floats, ...]  # of first and second, if the measure is a named one

    @classmethod
    def of(cls, y: ArrayLike, a: ArrayLike, b: ArrayLike, measure: str | Measure) -> PredictionPair:
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
        if isinstance(self.measure, str):
            sums = [rows.sum(axis=0, keepdims=True) for rows in self.outcomes]
            return float(self.of_sums(sums[0], sums[1])[0])
        return self.measure(self.true, self.first) - self.measure(self.true, self.second)

    def permuted_differences(self, n_resamples: int, rng: np.random.Generator) -> Floats:
        """(draws,) differences with each row's two predictions exchanged by the toss of a coin.

        Rows with the same two outcomes are alike, so what is drawn is how many of them are swapped.
        """
        if not isinstance(self.measure, str):
            tossed = (
                rng.integers(0, 2, self.n_rows).astype(bool)
                for _ in range(checked_draws(n_resamples))
            )
            return np.array([self.swapped_difference(swap, self.measure) for swap in tossed])
        first, second = self.outcomes
        kinds, times = distinct_rows(np.hstack([first, second]))
        one, two = np.hsplit(kinds, 2)
        found = []
        for size in batches(n_resamples, len(kinds)):
            # Swapping rows moves the difference of their outcomes from one sum to the other.
            moved = rng.binomial(times, 0.5, (size, len(kinds))) @ (two - one)
            found.append(self.of_sums(first.sum(axis=0) + moved, second.sum(axis=0) - moved))
        return np.concatenate(found)

    def swapped_difference(self, swap: NDArray[np.bool_], measure: Measure) -> float:
        """The difference by a function, with the predictions exchanged where `swap` is true."""
        # One toss for a row, also where it has several labels.
        places = swap[(..., *[np.newaxis] * (self.true.ndim - 1))]
        one = np.where(places, self.second, self.first)
        two = np.where(places, self.first, self.second)
        return measure(self.true, one) - measure(self.true, two)

    def bootstrap_differences(self, n_resamples: int, rng: np.random.Generator) -> Floats:
        """(draws,) differences on rows drawn with replacement."""
        if isinstance(self.measure, str):
            # Both outcomes of a row are drawn together, which keeps the comparison paired.
            both = resampled_sums(np.hstack(self.outcomes), n_resamples, rng)
            halves = (np.hsplit(sums, 2) for sums in both)
            return np.concatenate([self.of_sums(first, second) for first, second in halves])
        picks = (
            rng.integers(0, self.n_rows, self.n_rows) for _ in range(checked_draws(n_resamples))
        )
        return np.array(
            [
                self.measure(self.true[pick], self.first[pick])
                - self.measure(self.true[pick], self.second[pick])
                for pick in picks
            ]
        )

    def of_sums(self, first: Floats, second: Floats) -> Floats:
        """Differences of the named measure of summed outcomes."""
        name = str(self.measure)
        return measure_values(name, first, self.n_rows) - measure_values(name, second, self.n_rows)
