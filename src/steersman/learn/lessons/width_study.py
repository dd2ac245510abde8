"""More features than points: what a linear machine learns from columns of noise."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC

from steersman.learn.lessons.dimension_study import SIGNAL, ManyColumns
from steersman.tasks import Task

Floats = NDArray[np.float64]
MOST_STEPS = 20_000
MEASURES = ("training", "test", "shuffled")


@dataclass(frozen=True)
class WidthStudy:
    """Errors so far of a linear machine for each number of columns, and of an RBF machine.

    `shuffled` is its training error on labels that have nothing to do with the points.
    """

    columns: tuple[int, ...]
    errors: Floats  # (draws, measures, columns)
    radial: Floats  # (draws,) test error of an RBF machine on the two informative columns


def width_study(
    columns: tuple[int, ...], *, points: int, c: float, draws: int, seed: int, task: Task
) -> Iterator[WidthStudy]:
    """The study so far after each draw."""
    errors, radial = [], []
    for number, stream in enumerate(np.random.SeedSequence(seed).spawn(draws)):
        task.report(f"Draw {number + 1} of {draws}", number / draws)
        rng = np.random.default_rng(stream)
        X, labels = ManyColumns().draw(points, max(columns), rng)
        # Both classes must be there, also in the smallest sample.
        labels[:2] = 0.0, 1.0
        shuffled = rng.permutation(labels[:points])
        with warnings.catch_warnings():
            # Labels that no line separates take a machine with a large C long; it need not end.
            warnings.simplefilter("ignore", ConvergenceWarning)
            errors.append(
                np.array([linear_errors(X[:, :each], labels, shuffled, c) for each in columns]).T
            )
            radial.append(radial_error(X[:, :SIGNAL], labels, points, c))
        yield WidthStudy(columns, np.array(errors), np.array(radial))


def radial_error(X: Floats, labels: Floats, n: int, c: float) -> float:
    """The test error with an RBF kernel, learned from the first n rows."""
    machine = SVC(C=c, gamma=0.5, max_iter=MOST_STEPS).fit(X[:n], labels[:n])
    return float((machine.predict(X[n:]) != labels[n:]).mean())


def linear_errors(X: Floats, labels: Floats, shuffled: Floats, c: float) -> list[float]:
    """The training and test error, and the training error on shuffled labels."""
    n = len(shuffled)
    # On the Gram matrix, a thousand columns take no longer than ten.
    gram = X @ X[:n].T
    machine = SVC(C=c, kernel="precomputed", max_iter=MOST_STEPS).fit(gram[:n], labels[:n])
    wrong = machine.predict(gram) != labels
    machine.fit(gram[:n], shuffled)
    return [
        float(wrong[:n].mean()),
        float(wrong[n:].mean()),
        float((machine.predict(gram[:n]) != shuffled).mean()),
    ]
