"""Benchmark `steering`: wants kept on test rows, beside scikit-learn's tuned thresholds.

Outer splits of the reference tables (five times 60/40). The want is that the false-positive rate
(for Liver the false-negative rate) is at most half of default logistic regression's, which is
measured on the training rows by cross-validation; no test row has a part in any choice. Peers are
four families under `TunedThresholdClassifierCV`, whose scorer is the balanced accuracy where the
want holds and minus the excess where it does not.

The defaults of `SteeredClassifier` (a margin risk of 0.05, a blend of three) were settled while the
test results of the reference splits (seed 0) were in view, so those rows flatter it. The fair test
is a seed that nobody had looked at: the small tables are split anew by `FRESH_SEED` and have rows
of their own. After a default is changed with those in view, another seed has to be taken.

Tables of several classes and texts are one class against the rest (`one_class_tables`), and texts
have peers of their own. As a model often makes no error there, the limit is at least 2 %.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, make_scorer
from sklearn.model_selection import (
    StratifiedKFold,
    StratifiedShuffleSplit,
    TunedThresholdClassifierCV,
    cross_val_predict,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from steersman.data import load
from steersman.learn.automatic import SteeredClassifier
from steersman.learn.blas import one_blas_thread
from steersman_benchmarks.registry import BenchmarkRow
from steersman_benchmarks.speed.one_class_tables import (
    SEVERAL_CLASSES,
    TEXT_PEERS,
    TEXTS,
    one_class_rows,
)

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TABLES = {
    "Spambase": ("spambase", "fpr"),
    "Ionosphere": ("ionosphere", "fpr"),
    "Sonar": ("sonar", "fpr"),
    "Liver": ("bupa", "fnr"),
    "Breast cancer": ("breast-cancer", "fpr"),
}
ONE_CLASS = {table: (name, "fpr") for table, name in (SEVERAL_CLASSES | TEXTS).items()}
REFERENCE_TABLES = ("Spambase", "Ionosphere", "Sonar", "Liver")
PEERS: dict[str, Callable[[], BaseEstimator]] = {
    "logistic regression": lambda: make_pipeline(
        StandardScaler(), LogisticRegression(max_iter=2000)
    ),
    "RBF SVM": lambda: make_pipeline(StandardScaler(), SVC(C=10.0)),
    "random forest": lambda: RandomForestClassifier(random_state=0),
    "histogram boosting": lambda: HistGradientBoostingClassifier(random_state=0),
}
SPLITS = 5
FRESH_SEED = 2026
SMALL_TABLES = ("Ionosphere", "Sonar", "Liver")
MANY_SEED, MANY_SPLITS = 2027, 30
# One to three errors are allowed there; the margin for that was made with seed 2027 in view.
TIGHT_TABLES, TIGHT_SEED, TIGHT_SPLITS = ("Breast cancer",), 2030, 20
OTHER_SEED = 2031
OTHER_SPLITS = {"Wine": 15, "Iris (UCI)": 10, "Iris (Fisher)": 10, "Digits": 10, "Splice": 5}
TEXT_SEED, TEXT_SPLITS = 2032, dict.fromkeys(TEXTS, 15)
LEAST_LIMIT = 0.02  # of one class against the rest


@dataclass(frozen=True)
class HeldOutResult:
    """One model on one test part: whether it broke the want, by how much, and the rest."""

    table: str
    model: str
    broken: bool
    excess: float
    balanced_accuracy: float


def steering() -> list[BenchmarkRow]:
    """Wants broken and balanced accuracy, for each table and on average, beside each peer: on the
    reference splits, on fresh ones and on many of the small tables, and on all other tables."""
    parts = {
        "": held_out_results(),
        "fresh splits, ": held_out_results(SMALL_TABLES, FRESH_SEED),
        "many splits, ": held_out_results(SMALL_TABLES, MANY_SEED, MANY_SPLITS),
        "tight limit, ": held_out_results(TIGHT_TABLES, TIGHT_SEED, TIGHT_SPLITS),
        "one class, ": one_class_results(OTHER_SPLITS, OTHER_SEED),
        "text, ": one_class_results(TEXT_SPLITS, TEXT_SEED),
    }
    return [row for title, found in parts.items() for row in rows_of(list(found), title)]


def rows_of(seen: list[HeldOutResult], splits: str = "") -> list[BenchmarkRow]:
    """Two rows for each table, and on average, and each peer."""
    rows = []
    peers = [model for model in dict.fromkeys(kept.model for kept in seen) if model != "ours"]
    for table in [*dict.fromkeys(kept.table for kept in seen), "average"]:
        for peer in peers:
            name = f"{peer} under TunedThresholdClassifierCV"
            ours, theirs = (mean_broken(seen, table, model) for model in ("ours", peer))
            what = f"{splits}{table}: want broken"
            rows.append(BenchmarkRow(what, ours, theirs, "of splits", name))
            ours, theirs = (mean_accuracy(seen, table, model) for model in ("ours", peer))
            what = f"{splits}{table}: balanced accuracy"
            rows.append(BenchmarkRow(what, ours, theirs, "share", name, better="higher"))
    return rows


def mean_broken(seen: list[HeldOutResult], table: str, model: str) -> float:
    """The share of splits in which the want was broken; the tables weigh alike on average."""
    return mean_of(seen, table, model, lambda kept: float(kept.broken))


def mean_accuracy(seen: list[HeldOutResult], table: str, model: str) -> float:
    """The mean balanced accuracy over the splits."""
    return mean_of(seen, table, model, lambda kept: kept.balanced_accuracy)


def mean_of(
    seen: list[HeldOutResult], table: str, model: str, value: Callable[[HeldOutResult], float]
) -> float:
    """The mean of a value over the splits of a table, or over all tables."""
    tables = {kept.table for kept in seen} if table == "average" else {table}
    values = [value(kept) for kept in seen if kept.table in tables and kept.model == model]
    return float(np.mean(values))


def held_out_results(
    tables: tuple[str, ...] = REFERENCE_TABLES, seed: int = 0, splits: int = SPLITS
) -> Iterator[HeldOutResult]:
    """Every model on every test part; each core takes some of the splits."""
    cases = [(table, seed, splits, number) for table in tables for number in range(splits)]
    for found in Parallel(n_jobs=-1)(delayed(split_results)(*case) for case in cases):
        yield from found


def one_class_results(counts: dict[str, int], seed: int) -> Iterator[HeldOutResult]:
    """Every model on so many test parts of tables with one class against the rest."""
    for table, splits in counts.items():
        yield from held_out_results((table,), seed, splits)


def split_results(table: str, seed: int, splits: int, number: int) -> list[HeldOutResult]:
    """Every model on the test part of one split of a table."""
    name, rate = (TABLES | ONE_CLASS)[table]
    X, codes = coded_table(name) if table in TABLES else one_class_rows(name)
    peers = TEXT_PEERS if table in TEXTS else PEERS
    outer = StratifiedShuffleSplit(splits, test_size=0.4, random_state=seed)
    train, test = list(outer.split(X, codes))[number]
    folds = StratifiedKFold(5, shuffle=True, random_state=number)
    found = []
    with one_blas_thread(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain = peers["logistic regression"]()
        usual = cross_val_predict(plain, X[train], codes[train], cv=folds)
        # From the training rows alone: a want that knew the test rows would be no test.
        most = error_rate(codes[train], usual, rate) / 2.0
        most = most if table in TABLES else max(most, LEAST_LIMIT)
        for model, fitted in contestants(rate, most, number, folds, peers):
            fitted.fit(X[train], codes[train])
            predicted = fitted.predict(X[test])
            found.append(judge_on_test(table, model, codes[test], predicted, rate, most))
    return found


def contestants(
    rate: str,
    most: float,
    number: int,
    folds: StratifiedKFold,
    peers: Mapping[str, Callable[[], BaseEstimator]] = PEERS,
) -> Iterator[tuple[str, BaseEstimator]]:
    """Our model and the peers, all with the same want."""

    def want_kept(truth: Ints, predicted: Ints) -> float:
        excess = error_rate(truth, predicted, rate) - most
        return float(balanced_accuracy_score(truth, predicted)) if excess <= 0.0 else -excess

    yield "ours", SteeredClassifier(want=f"{rate} <= {most:.8f}", random_state=number)
    for peer, family in peers.items():
        scorer = make_scorer(want_kept)
        yield peer, TunedThresholdClassifierCV(family(), scoring=scorer, cv=folds)


def judge_on_test(
    table: str, model: str, truth: Ints, predicted: Ints, rate: str, most: float
) -> HeldOutResult:
    """The result of a model on test rows."""
    excess = error_rate(truth, predicted, rate) - most
    accuracy = float(balanced_accuracy_score(truth, predicted))
    # The want is written with eight decimals, so a difference below that is rounding.
    return HeldOutResult(table, model, excess > 1e-8, max(0.0, excess), accuracy)


def error_rate(truth: Ints, predicted: Ints, rate: str) -> float:
    """The false-positive or false-negative rate."""
    of_class = 0 if rate == "fpr" else 1
    rows = truth == of_class
    return float(np.mean(predicted[rows] != of_class)) if rows.any() else 0.0


def coded_table(name: str) -> tuple[Floats, Ints]:
    """A table's rows and its classes as 0 and 1 in sorted order; Spambase on a log scale."""
    data = load(name)
    X = np.asarray(data.X, dtype=np.float64)
    codes = np.searchsorted(np.asarray(data.classes), np.asarray(data.y)).astype(np.int64)
    return (np.log1p(X) if name == "spambase" else X), codes
