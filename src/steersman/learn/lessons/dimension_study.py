"""Error against the number of columns: neighbors on all, on principal axes, on selected columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.stats import ortho_group
from sklearn.decomposition import PCA
from sklearn.feature_selection import SelectKBest, f_classif
from sklearn.neighbors import KNeighborsClassifier

from steersman.tasks import Task

Floats = NDArray[np.float64]
SIGNAL = 2
SHIFT = 1.0
"""Each of the two informative columns has mean +1 or -1 and deviation 1."""
TEST_POINTS = 400
WAYS = ("all", "pca", "selected")


@dataclass(frozen=True)
class ManyColumns:
    """Two informative columns among columns of noise; `turned` mixes all by a random rotation."""

    noise: float = 1.0
    turned: bool = False

    def draw(self, n: int, columns: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
        """(n, columns) rows, then as many for testing as `TEST_POINTS`; and their labels 0 or 1."""
        total = n + TEST_POINTS
        labels = (rng.random(total) < 0.5).astype(np.float64)
        X = rng.normal(size=(total, columns))
        X[:, SIGNAL:] *= self.noise
        X[:, :SIGNAL] += SHIFT * (2 * labels - 1)[:, None]
        if self.turned:
            X = X @ ortho_group.rvs(columns, random_state=rng)
        return X, labels


@dataclass(frozen=True)
class DimensionStudy:
    """Errors so far of each way (all columns, PCA, selection) for each number of columns."""

    columns: tuple[int, ...]
    errors: Floats  # (draws, ways, columns)


def dimension_study(
    world: ManyColumns,
    columns: tuple[int, ...],
    *,
    points: int,
    neighbors: int,
    draws: int,
    seed: int,
    task: Task,
) -> Iterator[DimensionStudy]:
    """The study so far after each draw; every number of columns has new points."""
    errors: list[list[list[float]]] = []
    for number, stream in enumerate(np.random.SeedSequence(seed).spawn(draws)):
        task.report(f"Draw {number + 1} of {draws}", number / draws)
        rng = np.random.default_rng(stream)
        found = [errors_of(world, points, each, neighbors, rng) for each in columns]
        errors.append(np.array(found).T.tolist())
        yield DimensionStudy(columns, np.array(errors))


def errors_of(
    world: ManyColumns, points: int, columns: int, neighbors: int, rng: np.random.Generator
) -> list[float]:
    """The test error of neighbors on all columns, on two principal axes and on two columns."""
    X, labels = world.draw(points, columns, rng)
    learn, fresh = X[:points], X[points:]
    reducers = (None, PCA(SIGNAL), SelectKBest(f_classif, k=SIGNAL))
    found = []
    for reducer in reducers:
        known, asked = learn, fresh
        if reducer is not None:
            known = reducer.fit_transform(learn, labels[:points])
            asked = reducer.transform(fresh)
        model = KNeighborsClassifier(neighbors, algorithm="brute").fit(known, labels[:points])
        found.append(float((model.predict(asked) != labels[points:]).mean()))
    return found
