"""Benchmark `label-noise`: boosting when some of the training labels are wrong.

The paper chooses martingale boosting for its tolerance to noise, and calls AdaBoost intolerant. A
share of the training labels is flipped at random; the test rows keep their labels.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.ensemble import AdaBoostClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from steersman.learn.blas import one_blas_thread
from steersman.learn.classic import BoostedLogisticClassifier
from steersman.learn.martingale import AdaptiveMartingaleBoostClassifier, MartingaleBoostClassifier
from steersman_benchmarks.martingale.earned_accuracy import TEST_SHARE, table_rows
from steersman_benchmarks.registry import BenchmarkRow

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

NOISES = (0.0, 0.1, 0.2, 0.3)
TABLES = ("breast-cancer", "ionosphere", "sonar")
SPLITS = 5
SEED = 23


def stump() -> DecisionTreeClassifier:
    """A tree of one question."""
    return DecisionTreeClassifier(max_depth=1, min_samples_leaf=5)


MODELS: dict[str, Callable[[], BaseEstimator]] = {
    "logistic regression": lambda: make_pipeline(
        StandardScaler(), LogisticRegression(max_iter=1000)
    ),
    "AdaBoost, logistic": lambda: make_pipeline(
        StandardScaler(), BoostedLogisticClassifier(random_state=0)
    ),
    "martingale, logistic": lambda: MartingaleBoostClassifier(features="linear", random_state=0),
    "adaptive, logistic": lambda: AdaptiveMartingaleBoostClassifier(
        features="linear", random_state=0
    ),
    "AdaBoost, stumps": lambda: AdaBoostClassifier(stump(), n_estimators=50, random_state=0),
    "martingale, stumps": lambda: MartingaleBoostClassifier(stump(), freeze=False, random_state=0),
}
PEERS = {
    "martingale, logistic": "AdaBoost, logistic",
    "adaptive, logistic": "AdaBoost, logistic",
    "martingale, stumps": "AdaBoost, stumps",
}


def label_noise(splits: int = SPLITS, tables: tuple[str, ...] = TABLES) -> list[BenchmarkRow]:
    """Points of accuracy lost to flipped labels, of each kind of boosting beside AdaBoost."""
    right = accuracies_by_noise(splits, tables)
    rows = []
    for name, peer in PEERS.items():
        for noise in NOISES[1:]:
            lost, peers = (right[each][0.0] - right[each][noise] for each in (name, peer))
            note = f"{name}, {noise:.0%}: {right[name][noise]:.1f} % right, {peer} "
            rows.append(
                BenchmarkRow(
                    f"{name} nodes, {noise:.0%} of labels flipped",
                    lost,
                    peers,
                    "points lost",
                    peer,
                    note=f"{note}{right[peer][noise]:.1f} %, logistic regression "
                    f"{right['logistic regression'][noise]:.1f} %",
                )
            )
    return rows


def accuracies_by_noise(splits: int, tables: tuple[str, ...]) -> dict[str, dict[float, float]]:
    """model -> share of flipped labels -> accuracy in percent, mean of all tables and splits."""
    found: dict[str, dict[float, list[float]]] = {
        name: {noise: [] for noise in NOISES} for name in MODELS
    }
    for table in tables:
        X, codes = table_rows(table)
        drawn = StratifiedShuffleSplit(splits, test_size=TEST_SHARE, random_state=SEED)
        for number, (train, test) in enumerate(drawn.split(X, codes)):
            for noise in NOISES:
                labels = with_flips(codes[train], noise, number)
                for name, make in MODELS.items():
                    with one_blas_thread():
                        predicted = make().fit(X[train], labels).predict(X[test])
                    found[name][noise].append(100.0 * float(np.mean(predicted == codes[test])))
    return {
        name: {noise: float(np.mean(values)) for noise, values in by_noise.items()}
        for name, by_noise in found.items()
    }


def with_flips(codes: Codes, share: float, seed: int) -> Codes:
    """The codes of two classes, that share of each class flipped.

    >>> with_flips(np.array([0, 0, 0, 0, 1, 1]), 0.5, 0).tolist()
    [1, 0, 1, 0, 1, 0]
    """
    rng = np.random.default_rng(seed)
    flipped = codes.copy()
    for label in (0, 1):
        rows = np.flatnonzero(codes == label)
        chosen = rng.permutation(rows)[: round(share * len(rows))]
        flipped[chosen] = 1 - label
    return flipped
