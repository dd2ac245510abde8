"""Several classes: likelihood spaces calibrated together beside naive Bayes and a linear SVM.

Nothing is chosen on test rows: our settings are the same everywhere, and those of the peers are
chosen by cross-validation within the training rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import ClassifierMixin
from sklearn.datasets import load_digits
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV, StratifiedShuffleSplit
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from steersman.data import load
from steersman.learn.likelihood import MulticlassLikelihoodSpaceClassifier
from steersman_benchmarks.registry import BenchmarkRow

SPLITS, TEST_SHARE, FEWEST_ROWS = 10, 0.3, 6
SMOOTHING = {"alpha": [0.001, 0.01, 0.03, 0.1, 0.3, 1.0]}
Problem = tuple[str, csr_matrix | NDArray[np.float64], NDArray[np.generic]]


def tuned(model: ClassifierMixin) -> GridSearchCV:
    """Naive Bayes with its best smoothing."""
    return GridSearchCV(model, SMOOTHING, cv=3, scoring="f1_macro")


PEERS: dict[str, Callable[[], ClassifierMixin]] = {
    "ComplementNB, tuned": lambda: tuned(ComplementNB()),
    "MultinomialNB, tuned": lambda: tuned(MultinomialNB()),
    "LinearSVC on tf-idf": lambda: make_pipeline(TfidfTransformer(sublinear_tf=True), LinearSVC()),
}


def many_classes() -> list[BenchmarkRow]:
    """Mean macro F1 over the same splits for all models, and the time to fit and predict."""
    rows = []
    for name, X, y in problems():
        ours = mean_score(MulticlassLikelihoodSpaceClassifier, X, y)
        note = f"{X.shape[0]:,} rows, {len(np.unique(y))} classes, {SPLITS} splits"
        for peer, make in PEERS.items():
            theirs = mean_score(make, X, y)
            rows += [
                BenchmarkRow(f"{name}: macro F1", ours.f1, theirs.f1, "", peer, "higher", note),
                BenchmarkRow(f"{name}: time", ours.seconds, theirs.seconds, "s of CPU", peer),
            ]
    return rows


def problems() -> Iterator[Problem]:
    """Texts and pictures of several classes, each row of one class."""
    for name in ("docstrings", "reuters10-dinunzio"):
        dataset = load(name)
        X, y = csr_matrix(dataset.X), np.asarray(dataset.y)
        if y.ndim == 2:
            single = y.sum(axis=1) == 1
            X, y = X[single], np.asarray(dataset.classes)[y[single].argmax(axis=1)]
        names, counts = np.unique(y, return_counts=True)
        kept = np.isin(y, names[counts >= FEWEST_ROWS])
        yield name, X[kept], y[kept]
    yield "digits", *load_digits(return_X_y=True)


class MeanScore(NamedTuple):
    """Means over splits: macro F1 on test rows, and seconds of CPU for fit and prediction."""

    f1: float
    seconds: float


def mean_score(
    make: Callable[[], ClassifierMixin],
    X: csr_matrix | NDArray[np.float64],
    y: NDArray[np.generic],
) -> MeanScore:
    """The figures of a model, fitted on the training rows of each split."""
    splits = StratifiedShuffleSplit(SPLITS, test_size=TEST_SHARE, random_state=0).split(X, y)
    found = []
    for train, test in splits:
        started = process_time()
        predicted = make().fit(X[train], y[train]).predict(X[test])
        taken = process_time() - started
        found.append((f1_score(y[test], predicted, average="macro"), taken))
    return MeanScore(*np.mean(found, axis=0).tolist())
