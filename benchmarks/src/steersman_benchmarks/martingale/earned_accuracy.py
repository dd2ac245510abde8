"""Benchmark `programs`: when a martingale program is more accurate than one of its own nodes.

Each program of 15 levels is compared with a program of one level: its root, which is the same
classifier fitted once. Both learn from 60 % of a table and are judged on the other 40 %. The
settings were fixed before these splits were drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.model_selection import StratifiedShuffleSplit
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from steersman.data import load
from steersman.evaluate.folds import corrected_interval
from steersman.learn.blas import one_blas_thread
from steersman.learn.martingale import MartingaleBoostClassifier
from steersman_benchmarks.registry import BenchmarkRow

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]

LEVELS = 15
SPLITS = 10
TEST_SHARE = 0.4
SEED = 17  # other splits than those that the settings were tried on
MOST_ROWS = 1500
FEW_ROWS = 300  # up to which programs of several classes need not stop early
TABLES = (
    "breast-cancer", "wine", "iris-fisher", "digits", "ionosphere", "sonar", "bupa", "spambase",
    "splice",
)  # fmt: skip


@dataclass(frozen=True)
class NodeKind:
    """A classifier for the nodes, and whether paths stop early with it."""

    title: str
    estimator: Callable[[], BaseEstimator | None]
    freeze: bool = False


NODE_KINDS = (
    NodeKind("logistic regression", lambda: None, freeze=True),
    NodeKind("naive Bayes", GaussianNB),
    NodeKind("tree of depth 3", lambda: DecisionTreeClassifier(max_depth=3, min_samples_leaf=5)),
    NodeKind("stump", lambda: DecisionTreeClassifier(max_depth=1, min_samples_leaf=5)),
)


@dataclass(frozen=True)
class Gain:
    """Accuracies in percent on the test rows of each split, of a program and of its root."""

    table: str
    kind: NodeKind
    program: Floats
    single: Floats

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean gain, corrected for training rows that splits share."""
        ratio = TEST_SHARE / (1.0 - TEST_SHARE)
        return corrected_interval(self.program - self.single, ratio, 0.95)

    @property
    def verdict(self) -> str:
        """What the interval says about new rows of this table."""
        low, high = self.interval
        return "gains" if low > 0 else "loses" if high < 0 else "no difference shown"


def programs(splits: int = SPLITS, tables: tuple[str, ...] = TABLES) -> list[BenchmarkRow]:
    """A row for each table and kind of node: the program's accuracy beside its root's."""
    return [gain_row(gain) for gain in gains(splits, tables)]


def gains(splits: int, tables: tuple[str, ...]) -> Iterator[Gain]:
    """The gains of all kinds of programs on all tables."""
    for name in tables:
        X, codes = table_rows(name)
        # Several classes have hundreds of vote counts: with many rows, only paths that stop early
        # are affordable.
        large = len(np.unique(codes)) > 2 and len(codes) > FEW_ROWS
        for kind in NODE_KINDS:
            if kind.freeze or not large:
                yield gain_on(name, kind, (X, codes), splits)


def table_rows(name: str) -> tuple[Floats, Codes]:
    """The rows of a table, at most so many of them, and the numbers of their classes."""
    data = load(name)
    codes = np.unique(np.asarray(data.y), return_inverse=True)[1]
    kept = np.sort(np.random.default_rng(0).permutation(len(codes))[:MOST_ROWS])
    rows = data.X[kept]
    dense = rows if isinstance(rows, np.ndarray) else rows.toarray()
    return np.asarray(dense, dtype=np.float64), codes[kept]


def gain_on(name: str, kind: NodeKind, rows: tuple[Floats, Codes], splits: int) -> Gain:
    """The gain of one kind of program on the test rows of all splits."""
    X, codes = rows
    drawn = StratifiedShuffleSplit(splits, test_size=TEST_SHARE, random_state=SEED)
    right: list[tuple[float, float]] = []
    with one_blas_thread():
        for train, test in drawn.split(X, codes):
            found = [
                100.0 * float(np.mean(model.predict(X[test]) == codes[test]))
                for model in (
                    program(kind, levels).fit(X[train], codes[train]) for levels in (LEVELS, 1)
                )
            ]
            right.append((found[0], found[1]))
    whole, single = np.array(right).T
    return Gain(name, kind, whole, single)


def program(kind: NodeKind, levels: int) -> MartingaleBoostClassifier:
    """A program of so many levels; of one level it is its root alone."""
    return MartingaleBoostClassifier(
        kind.estimator(), levels, freeze=kind.freeze and levels > 1, random_state=0
    )


def gain_row(gain: Gain) -> BenchmarkRow:
    """The mean accuracies, with the interval of the gain."""
    low, high = gain.interval
    return BenchmarkRow(
        f"{gain.table}, {gain.kind.title} nodes",
        float(gain.program.mean()),
        float(gain.single.mean()),
        "% right",
        "one such classifier",
        "higher",
        note=f"{gain.table}, {gain.kind.title}: {gain.verdict}, {low:+.1f} to {high:+.1f} points",
    )
