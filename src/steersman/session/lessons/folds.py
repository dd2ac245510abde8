"""The lesson of cross-validation: who trains, who validates and who tests."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.errors import check_range
from steersman.learn.classic import Moons
from steersman.maths.lessons import decisions_for_all_k
from steersman.session.actions import Query
from steersman.session.lessons.lesson import LessonAnswer, LessonQuestion
from steersman.session.views import View

Floats = NDArray[np.float64]
NOISE = 0.35
TEST_SHARE = 4  # one row in so many is a test row
MOST_NEIGHBORS = 30


@dataclass(frozen=True)
class LessonFolds(Query):
    """Rows of two moons in `folds` parts; each part validates k neighbors of the others once."""

    rows: int = 120
    folds: int = 3
    neighbors: int = 1
    seed: int = 0


class FoldBand(TypedDict):
    """One round: the rows from `start` to `end` validate, the other training rows train."""

    start: int
    end: int
    error: float
    wrong: int


class FoldsAnswer(LessonAnswer):
    """Rounds of cross-validation, the error of each k, and the test rows apart."""

    training: int
    test: int
    bands: list[FoldBand]
    mean: float
    spread: float
    """Standard deviation over the rounds."""
    errors: list[float]
    """Cross-validated error from k = 1."""
    spreads: list[float]
    best: int
    test_error: float
    """Of the chosen k, trained on all training rows."""
    points: list[tuple[float, float]]
    labels: list[int]


def folds_view(asked: LessonFolds) -> View:
    """Every round of the cross-validation, then the test rows."""
    rows = int(check_range("the number of rows", asked.rows, 40, 200))
    test = rows // TEST_SHARE
    training = rows - test
    folds = int(check_range("the number of folds", asked.folds, 2, training))
    k = int(check_range("the number of neighbors", asked.neighbors, 1, MOST_NEIGHBORS))
    X, y = shuffled_moons(rows, asked.seed)
    wrong, ends = validation_errors(X[:training], y[:training], folds)
    sizes = np.diff(ends)
    shares = wrong / sizes[:, None]  # (folds, k)
    errors = wrong.sum(axis=0) / training
    best = int(errors.argmin()) + 1
    decided = decisions_for_all_k(X[:training], y[:training], X[training:], MOST_NEIGHBORS)
    test_errors = (decided != (y[training:] == 1)[:, None]).mean(axis=0)
    values: FoldsAnswer = {
        "training": training,
        "test": test,
        "bands": [
            {
                "start": int(ends[fold]),
                "end": int(ends[fold + 1]),
                "error": float(shares[fold, k - 1]),
                "wrong": int(wrong[fold, k - 1]),
            }
            for fold in range(folds)
        ],
        "mean": float(errors[k - 1]),
        "spread": float(shares[:, k - 1].std(ddof=1)),
        "errors": errors.tolist(),
        "spreads": shares.std(axis=0, ddof=1).tolist(),
        "best": best,
        "test_error": float(test_errors[k - 1]),
        "points": [(a, b) for a, b in X.round(3).tolist()],
        "labels": y.tolist(),
    }
    return View("lesson-folds", values)


def shuffled_moons(rows: int, seed: int) -> tuple[Floats, NDArray[np.int64]]:
    """Points of two moons in random order: blocks of rows are then random parts."""
    X, y = Moons(rows, NOISE).draw(seed)
    order = np.random.default_rng(seed).permutation(rows)
    return X[order], y[order].astype(np.int64)


def validation_errors(
    X: Floats, y: NDArray[np.int64], folds: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """(folds, k) errors on each block of rows, and (folds + 1,) where the blocks begin and end."""
    ends = np.linspace(0, len(X), folds + 1).round().astype(np.int64)
    wrong = []
    for start, end in pairwise(ends):
        held = np.arange(start, end)
        rest = np.delete(np.arange(len(X)), held)
        most = min(MOST_NEIGHBORS, len(rest))
        decided = decisions_for_all_k(X[rest], y[rest], X[held], most)
        errors = (decided != (y[held] == 1)[:, None]).sum(axis=0)
        # With fewer training rows than neighbors, all of them vote.
        wrong.append(np.pad(errors, (0, MOST_NEIGHBORS - most), mode="edge"))
    return np.array(wrong), ends


def folds_lines(asked: LessonFolds) -> str:
    return f"""\
import numpy as np
from sklearn.neighbors import KNeighborsClassifier
from steersman.learn.classic import Moons

rows, folds, k = {asked.rows}, {asked.folds}, {asked.neighbors}
X, y = Moons(rows, {NOISE}).draw({asked.seed})
order = np.random.default_rng({asked.seed}).permutation(rows)
X, y = X[order], y[order]
training = rows - rows // {TEST_SHARE}
ends = np.linspace(0, training, folds + 1).round().astype(int)
wrong = 0
for start, end in zip(ends, ends[1:]):
    rest = np.delete(np.arange(training), np.arange(start, end))
    model = KNeighborsClassifier(min(k, len(rest))).fit(X[rest], y[rest])
    missed = (model.predict(X[start:end]) != y[start:end]).sum()
    print("validated on", start, "to", end, "error", missed / (end - start))
    wrong += missed
print("cross-validated error", wrong / training)
model = KNeighborsClassifier(k).fit(X[:training], y[:training])
print("test error", (model.predict(X[training:]) != y[training:]).mean())
"""


QUESTIONS = (LessonQuestion(LessonFolds, FoldsAnswer, folds_view, folds_lines),)
