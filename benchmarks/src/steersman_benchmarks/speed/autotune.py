"""Automatic steering beside a linear SVM with tuned thresholds, on the published Reuters split.

Everything on our side is chosen by cross-validation inside the training documents.
"""

from __future__ import annotations

from time import process_time

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.model_selection import TunedThresholdClassifierCV
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC

from steersman.data import Dataset, load
from steersman.learn.likelihood import autotune
from steersman.maths.confusion import binary_counts
from steersman_benchmarks.registry import BenchmarkRow

PEER = "LinearSVC + TunedThresholdClassifierCV on tf-idf"

Decisions = tuple[NDArray[np.bool_], float]


def ours(train: Dataset, test: Dataset, category: str | int, per_feature: bool) -> Decisions:
    """Decisions about the test documents and seconds of CPU spent on training."""
    started = process_time()
    positive = train.positives(category)
    tuned = autotune(train.X, positive, per_feature=per_feature)
    model = tuned.model().fit(train.X, positive)
    return np.asarray(model.predict(test.X), dtype=np.bool_), process_time() - started


def peers(train: Dataset, test: Dataset, category: str | int) -> Decisions:
    """The figures of a linear SVM whose threshold is tuned by cross-validation."""
    started = process_time()
    machine = TunedThresholdClassifierCV(LinearSVC(), scoring="f1")
    model = make_pipeline(TfidfTransformer(sublinear_tf=True), machine)
    model.fit(train.X, train.positives(category))
    return np.asarray(model.predict(test.X), dtype=np.bool_), process_time() - started


def automatic_steering() -> list[BenchmarkRow]:
    """Test F1 of each category and their means: a prior per feature, and one shared prior."""
    data = load("reuters10-dinunzio")
    train, test = data.train(), data.test()
    rows, scores, seconds = [], [], []
    for category in train.classes:
        decisions = [
            ours(train, test, category, True),
            ours(train, test, category, False),
            peers(train, test, category),
        ]
        truth = test.positives(category)
        scores.append([binary_counts(truth, decided).f1 for decided, _ in decisions])
        seconds.append([took for _, took in decisions])
        row = BenchmarkRow(f"{category}: F1", scores[-1][0], scores[-1][2], "", PEER, "higher")
        rows.append(row)
    own, shared, peer = np.mean(scores, axis=0)
    own_s, shared_s, peer_s = np.mean(seconds, axis=0)
    note = "test split; chosen by cross-validation on training documents alone"
    rows += [
        BenchmarkRow("macro F1, a prior per feature", own, peer, "", PEER, "higher", note),
        BenchmarkRow("macro F1, one shared prior", shared, peer, "", PEER, "higher", note),
        BenchmarkRow("mean time, a prior per feature", own_s, peer_s, "s of CPU", PEER),
        BenchmarkRow("mean time, one shared prior", shared_s, peer_s, "s of CPU", PEER),
    ]
    return rows
