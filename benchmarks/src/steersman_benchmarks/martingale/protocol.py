"""The protocol of the martingale study: data, splits, wants and what is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.model_selection import StratifiedKFold, StratifiedShuffleSplit

from steersman.data import load
from steersman.learn.wants import Want
from steersman.maths.martingale import confusion_matrix

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
LEVELS = 15
BINARY = ("spambase", "ionosphere", "sonar", "bupa")
DATA = (*BINARY, "splice", "iris")
FAVORED = {"spambase": 0, "ionosphere": 0, "sonar": 0, "bupa": 1, "splice": 0, "iris": 2}
"""The class that tuning is in favor of; the paper does not name it for splice and iris."""


@dataclass(frozen=True)
class Subject:
    """A table of the study, its classes numbered in sorted order."""

    name: str
    X: Floats
    codes: Codes
    classes: tuple[str, ...]
    favored: int


class StudyPart(NamedTuple):
    """Some rows with their classes."""

    X: Floats
    codes: Codes


class StudySplit(NamedTuple):
    """One outer split: `build` (60 %) falls into three train and holdout pairs."""

    build: StudyPart
    train: StudyPart
    holdout: StudyPart
    test: StudyPart
    inner: tuple[tuple[StudyPart, StudyPart], ...]


class Accuracies(NamedTuple):
    """In per cent: the classes not tuned for, the one tuned for, and overall.

    For two classes these are the second and the first class, whichever is tuned for.
    """

    rest: float
    tuned: float
    overall: float


class Figures(NamedTuple):
    """Mean and spread (standard deviation over the splits) of the accuracies."""

    mean: Accuracies
    spread: Accuracies


def subject_of(name: str) -> Subject:
    """The table called `name`, dense."""
    data = load(name)
    X = data.X.toarray() if isinstance(data.X, csr_matrix) else data.X
    classes, codes = np.unique(np.asarray(data.y), return_inverse=True)
    names = tuple(str(label) for label in classes)
    return Subject(name, np.asarray(X, dtype=np.float64), codes, names, FAVORED[name])


def parts_of(subject: Subject) -> Iterator[StudySplit]:
    """The five 60/40 splits, each with its three inner folds; the first one trains and holds."""
    outer = StratifiedShuffleSplit(5, test_size=0.4, random_state=0)
    for number, (build, test) in enumerate(outer.split(subject.X, subject.codes)):
        folds = StratifiedKFold(3, shuffle=True, random_state=number)
        inner = tuple(
            (part(subject, build[train]), part(subject, build[held]))
            for train, held in folds.split(build, subject.codes[build])
        )
        yield StudySplit(part(subject, build), *inner[0], part(subject, test), inner)


def part(subject: Subject, rows: Codes) -> StudyPart:
    """Some rows of a subject."""
    return StudyPart(subject.X[rows], subject.codes[rows])


def accuracies(subject: Subject, test: StudyPart, predicted: NDArray[np.generic]) -> Accuracies:
    """The accuracies of predictions, in percent."""
    matrix = confusion_matrix(test.codes, predicted.astype(np.intp), len(subject.classes))
    tuned = 0 if len(subject.classes) == 2 else subject.favored
    right, rows = np.diagonal(matrix), matrix.sum(axis=1)
    others = np.arange(len(rows)) != tuned
    return Accuracies(
        100.0 * float(right[others].sum() / rows[others].sum()),
        100.0 * float(right[tuned] / rows[tuned]),
        100.0 * float(right.sum() / rows.sum()),
    )


def summary(found: list[Accuracies]) -> Figures:
    """Mean and spread over the splits."""
    values = np.array(found)
    spread = values.std(axis=0, ddof=1) if len(values) > 1 else np.zeros(3)
    return Figures(Accuracies(*values.mean(axis=0)), Accuracies(*spread))


def half_error_want(subject: Subject, holdout: StudyPart, predicted: NDArray[np.generic]) -> Want:
    """The want of every tuned model: half as many holdout errors on the favored class."""
    mine = holdout.codes == subject.favored
    rate = float(np.mean(predicted[mine] != subject.favored)) / 2.0
    return Want(f"recall({subject.favored}) >= {1.0 - rate:.6f}")
