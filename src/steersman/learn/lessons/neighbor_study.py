"""S. Gadat's simulated k-NN example (2014), repeated: the true error of each k, the k chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t

from steersman.data.splits import fold_numbers
from steersman.maths.lessons import (
    NoisySquare,
    decisions_for_all_k,
    draw_points,
    grid_points,
    true_risks,
)
from steersman.tasks import Task

Floats = NDArray[np.float64]
FOLDS = 10
GRID_SIDE = 60


@dataclass(frozen=True)
class NeighborDraw:
    """One draw: the true error of every k, what cross-validation says of it, and the k taken."""

    risks: Floats  # (k,)
    validated: Floats  # (k,)
    chosen: int


@dataclass(frozen=True)
class NeighborStudy:
    """All draws so far."""

    risks: Floats  # (draws, k)
    validated: Floats  # (draws, k)
    chosen: NDArray[np.int64]  # (draws,)

    @property
    def chosen_risks(self) -> Floats:
        """(draws,) the true error with the k that cross-validation took."""
        found: Floats = self.risks[np.arange(len(self.chosen)), self.chosen - 1]
        return found


def neighbor_study(
    square: NoisySquare, points: int, draws: int, seed: int, task: Task, every: int = 5
) -> Iterator[NeighborStudy]:
    """The study so far after every few draws, the whole at the end; each draw has its own seed."""
    at = grid_points(GRID_SIDE)
    chances = square.chances(at)
    found: list[NeighborDraw] = []
    for number, stream in enumerate(np.random.SeedSequence(seed).spawn(draws)):
        task.report(f"Draw {number + 1} of {draws}", number / draws)
        rng = np.random.default_rng(stream)
        X, labels = draw_points(square, points, rng)
        decided = decisions_for_all_k(X, labels, at, points)
        validated = cross_validation_errors(X, labels, int(rng.integers(2**31)))
        chosen = int(validated.argmin()) + 1
        found.append(NeighborDraw(true_risks(decided, chances), validated, chosen))
        if len(found) % every == 0 or len(found) == draws:
            yield NeighborStudy(
                np.array([each.risks for each in found]),
                np.array([each.validated for each in found]),
                np.array([each.chosen for each in found]),
            )


def cross_validation_errors(X: Floats, labels: NDArray[np.int64], seed: int) -> Floats:
    """(k,) the error of each k on the points of ten parts, each held out in turn."""
    folds = fold_numbers(labels, FOLDS, seed)
    most = len(labels) - int(np.bincount(folds).max())
    wrong = np.zeros(most)
    for fold in range(FOLDS):
        held = folds == fold
        decided = decisions_for_all_k(X[~held], labels[~held], X[held], most)
        wrong += (decided != (labels[held] == 1)[:, None]).sum(axis=0)
    found: Floats = wrong / len(labels)
    return found


def mean_interval(values: Floats, confidence: float = 0.95) -> tuple[float, float, float]:
    """The mean of independent draws with Student's interval; no width for a single one.

    >>> mean, low, high = mean_interval(np.array([1.0, 2.0, 3.0]))
    >>> round(mean, 2), round(low, 2), round(high, 2)
    (2.0, -0.48, 4.48)
    """
    mean = float(values.mean())
    if len(values) < 2:
        return mean, mean, mean
    error = float(values.std(ddof=1)) / len(values) ** 0.5
    half = float(t.ppf((1 + confidence) / 2, len(values) - 1)) * error
    return mean, mean - half, mean + half
