"""Benchmark `families`: what a budget costs where several families are tried.

Each table is split once into training rows and test rows, and steered twice: with the budget of
`steersman steer --model auto`, and with every family compared on all training rows, however long it
takes. The want is at most half of the false alarms of default logistic regression on the training
rows, by cross-validation, as in `steering`; test rows have no part in any choice. Tables of several
classes are one class against the rest. The budget is of CPU time, which other programs do not use.
The last rows are of a generated table that is too large to compare families on all of it; there the
peer is a fit of the family that was chosen.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.datasets import make_classification
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict, train_test_split

from steersman.learn.automatic import (
    SteeredClassifier,
    SteeredReport,
    family_trial,
    first_look,
    numeric_candidates,
    steered_classifier,
    trial_time,
)
from steersman.learn.blas import one_blas_thread
from steersman_benchmarks.registry import BenchmarkRow
from steersman_benchmarks.speed.one_class_tables import SEVERAL_CLASSES, one_class_rows
from steersman_benchmarks.speed.steering import (
    LEAST_LIMIT,
    PEERS,
    TABLES,
    coded_table,
    error_rate,
)

BUDGET_S, SEED, TEST_SHARE = 60.0, 0, 0.4
MOST_ROWS, LARGE_ROWS, LARGE_COLUMNS, START_S = 5000, 100_000, 20, 10.0
EVERY = "every family on all rows"


class Outcome(NamedTuple):
    """What a steered classifier took, chose and reached on test rows."""

    report: SteeredReport
    cpu_s: float
    accuracy: float
    error: float


def families() -> list[BenchmarkRow]:
    """Balanced accuracy, errors and time with a budget, beside those of every family in full."""
    with cpu_clock():
        found = [row for table in [*TABLES, *SEVERAL_CLASSES] for row in table_rows(table)]
        return [*found, *large_rows()]


@contextmanager
def cpu_clock() -> Iterator[None]:
    """Let budgets be of CPU time."""
    modules = (family_trial, first_look, steered_classifier, trial_time)
    before = [vars(module)["monotonic"] for module in modules]
    for module in modules:
        vars(module)["monotonic"] = process_time
    try:
        yield
    finally:
        for module, clock in zip(modules, before):
            vars(module)["monotonic"] = clock


def table_rows(table: str) -> list[BenchmarkRow]:
    """The rows of one table."""
    name, rate = TABLES.get(table, (SEVERAL_CLASSES.get(table, ""), "fpr"))
    X, codes = coded_table(name) if table in TABLES else one_class_rows(name, MOST_ROWS)
    parts = train_test_split(X, codes, test_size=TEST_SHARE, stratify=codes, random_state=SEED)
    most = limit_of(parts[0], parts[2], rate)
    limited = outcome(parts, rate, most, BUDGET_S)
    rows_before = first_look.FIRST_LOOK_ROWS
    first_look.FIRST_LOOK_ROWS = len(X)  # No family is left out by a look at a sample.
    try:
        full = outcome(parts, rate, most, None)
    finally:
        first_look.FIRST_LOOK_ROWS = rows_before
    note = (
        f"{table}: {len(parts[0]):,} training rows, {rate} <= {most:.3f}; chosen "
        f"{' + '.join(limited.report.chosen)}; of all: {' + '.join(full.report.chosen)}; "
        f"{rate} on test rows {limited.error:.3f}, of all {full.error:.3f}"
    )
    accuracies, times = (limited.accuracy, full.accuracy), (limited.cpu_s, full.cpu_s)
    return [
        BenchmarkRow(
            f"{table}: balanced accuracy", *accuracies, "share", EVERY, "higher", note=note
        ),
        BenchmarkRow(f"{table}: time", *times, "s of CPU", EVERY),
    ]


def limit_of(X: NDArray[np.float64], codes: NDArray[np.int64], rate: str) -> float:
    """Half of the errors of default logistic regression on training rows."""
    folds = StratifiedKFold(5, shuffle=True, random_state=SEED)
    usual = cross_val_predict(PEERS["logistic regression"](), X, codes, cv=folds)
    return max(error_rate(codes, usual, rate) / 2.0, LEAST_LIMIT)


def outcome(
    parts: list[NDArray[np.generic]], rate: str, most: float, budget: float | None
) -> Outcome:
    """What steering reaches on test rows."""
    X, X_test = parts[:2]
    codes, codes_test = (np.asarray(each, np.int64) for each in parts[2:])
    started = process_time()
    model = SteeredClassifier(want=f"{rate} <= {most:.8f}", budget=budget, random_state=SEED)
    with one_blas_thread(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model.fit(X, codes)
    cpu_s = process_time() - started
    predicted = np.asarray(model.predict(X_test), np.int64)
    accuracy = float(balanced_accuracy_score(codes_test, predicted))
    return Outcome(model.report_, cpu_s, accuracy, error_rate(codes_test, predicted, rate))


def large_rows() -> list[BenchmarkRow]:
    """The time on many rows beside its goal: twice a fit of what was chosen, and ten seconds."""
    X, codes = make_classification(
        LARGE_ROWS, LARGE_COLUMNS, n_informative=8, flip_y=0.05, random_state=SEED
    )
    parts = train_test_split(X, codes, test_size=TEST_SHARE, stratify=codes, random_state=SEED)
    limited = outcome(parts, "fpr", 0.1, BUDGET_S)
    candidates = numeric_candidates(parts[0], SEED)
    single_s = max(
        fit_seconds(candidates[name], parts[0], parts[2]) for name in limited.report.chosen
    )
    note = (
        f"generated, {len(parts[0]):,} training rows x {LARGE_COLUMNS}, fpr <= 0.100; chosen "
        f"{' + '.join(limited.report.chosen)}, fitted on {limited.report.fitted_rows:,} rows; "
        f"balanced accuracy {limited.accuracy:.3f}"
    )
    goal = f"goal: twice a fit of the slowest chosen and {START_S:.0f} s"
    return [
        BenchmarkRow(
            "many rows: time", limited.cpu_s, 2 * single_s + START_S, "s of CPU", goal, note=note
        )
    ]


def fit_seconds(model: BaseEstimator, X: NDArray[np.generic], codes: NDArray[np.generic]) -> float:
    """CPU seconds of one fit."""
    started = process_time()
    model.fit(X, codes)
    return process_time() - started
