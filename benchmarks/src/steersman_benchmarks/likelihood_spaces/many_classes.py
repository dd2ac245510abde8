"""Several classes: likelihood spaces weighed together beside naive Bayes and a linear SVM."""

from __future__ import annotations

from collections.abc import Callable, Iterator

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

SPLITS, TEST_SHARE, FEWEST_ROWS = 5, 0.3, 6
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
    """Mean macro F1 over the same five splits for all models."""
    rows = []
    for name, X, y in problems():
        ours = macro_f1(MulticlassLikelihoodSpaceClassifier, X, y)
        for peer, make in PEERS.items():
            theirs = macro_f1(make, X, y)
            note = f"{X.shape[0]:,} rows, {len(np.unique(y))} classes, {SPLITS} splits"
            rows.append(BenchmarkRow(f"{name}: macro F1", ours, theirs, "", peer, "higher", note))
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


def macro_f1(
    make: Callable[[], ClassifierMixin],
    X: csr_matrix | NDArray[np.float64],
    y: NDArray[np.generic],
) -> float:
    """The mean over splits."""
    splits = StratifiedShuffleSplit(SPLITS, test_size=TEST_SHARE, random_state=0).split(X, y)
    return float(
        np.mean(
            [
                f1_score(y[test], make().fit(X[train], y[train]).predict(X[test]), average="macro")
                for train, test in splits
            ]
        )
    )
