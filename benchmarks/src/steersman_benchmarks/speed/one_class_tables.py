"""Tables of several classes, and texts, as one class against the rest.

The class to catch is the one with the most rows, the last of equals; of two classes the second, as
everywhere. Of large tables a seeded part
of the rows is taken, so that a run has a bound.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator
from sklearn.calibration import CalibratedClassifierCV
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import ComplementNB, MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from steersman.data import load

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_ROWS = 1500
TEXTS = {"Ling-Spam": "lingspam", "Reuters": "reuters10-dinunzio", "Docstrings": "docstrings"}
SEVERAL_CLASSES = {
    "Wine": "wine",
    "Iris (UCI)": "iris",
    "Iris (Fisher)": "iris-fisher",
    "Digits": "digits",
    "Splice": "splice",
}
TEXT_PEERS: dict[str, Callable[[], BaseEstimator]] = {
    "logistic regression": lambda: make_pipeline(
        TfidfTransformer(sublinear_tf=True), LogisticRegression(max_iter=2000)
    ),
    "linear SVM, calibrated": lambda: make_pipeline(
        TfidfTransformer(sublinear_tf=True), CalibratedClassifierCV(LinearSVC(), cv=3)
    ),
    "ComplementNB": ComplementNB,
    "MultinomialNB": MultinomialNB,
}


def one_class_rows(name: str, most: int = MOST_ROWS) -> tuple[Floats | csr_matrix, Ints]:
    """Values or word counts, and 1 where a row is of the class to catch."""
    data = load(name)
    labels = np.asarray(data.y)
    if labels.ndim == 2:
        # Several labels a row: a column for each class.
        codes = labels[:, int(labels.sum(axis=0).argmax())].astype(np.int64)
    else:
        names, counts = np.unique(labels, return_counts=True)
        largest = names[np.flatnonzero(counts == counts.max())[-1]]
        codes = (labels == (names[1] if len(names) == 2 else largest)).astype(np.int64)
    kept = np.sort(np.random.default_rng(0).permutation(len(codes))[:most])
    rows = data.X[kept]
    if name in TEXTS.values():
        return csr_matrix(rows), codes[kept]
    return np.asarray(rows if isinstance(rows, np.ndarray) else rows.toarray(), float), codes[kept]
