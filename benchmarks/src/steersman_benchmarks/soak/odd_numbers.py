"""Tables whose numbers are at the edge of what numbers can be: steered, and judged once more."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from steersman.data import load
from steersman.data.columns.values import LARGEST_VALUE, LEAST_VALUE
from steersman.errors import SteersmanError
from steersman.learn.catalog import model_named
from steersman.learn.steering import steer
from steersman.learn.wants import Want
from steersman.session import Session
from steersman.session.matrix.actions import AskWant, OpenMatrix
from steersman.session.views import View
from steersman_benchmarks.soak.registry import SoakRow

Floats = NDArray[np.float64]
ROWS = 60
# A want that no setting meets is looked for that long.
SEARCH_S = 0.1
WANTS = ("fp <= 2", "recall >= 90%", "precision >= 80% and fpr <= 20%", "npv >= 95%", "fn <= 0")
QUICK_MODELS = ("gaussian", "logistic", "neighbors")
MODELS = ("gaussian", "logistic", "neighbors", "forest", "svm", "basic", "bernoulli", "linear-svm")


def odd_numbers(long: bool) -> list[SoakRow]:
    """Every table with every model and want; in the long form 400 tables, on all cores."""
    drawn = [name for name in TABLES if name not in SAME_EACH_TIME]
    draws = 400 // len(drawn) if long else 1
    cases = [(name, number) for name in TABLES for number in range(draws if name in drawn else 1)]
    results = Parallel(n_jobs=-1 if long else 1)(
        delayed(table_faults)(name, number, long) for name, number in cases
    )
    rows = []
    for name in TABLES:
        tries, met, faults = zip(*(found for case, found in zip(cases, results) if case[0] == name))
        every = tuple(fault for found in faults for fault in found)
        rows.append(SoakRow(name, sum(tries), every, f"met {sum(met):,}"))
    if long:
        X, y = many_classes(np.random.default_rng(0))
        rows.append(SoakRow("2,000 classes", 1, tuple(page_faults(X, y))))
    return rows


def table_faults(name: str, number: int, long: bool) -> tuple[int, int, list[str]]:
    """How many wants were asked of a table, how many were met, and what was wrong."""
    faults: list[str] = []
    tries = met = 0
    with threadpool_limits(1):
        X, y = TABLES[name](np.random.default_rng(number))
        for model in MODELS if long else QUICK_MODELS:
            fitted, refused = fitted_model(model, X, y)
            faults += [f"{model}: {fault}" for fault in refused]
            for want in WANTS[: None if long else 2]:
                tries += 1
                held, found = judged_steering(fitted, X, y, want)
                met += held
                faults += [f"{model}, {want}: {fault}" for fault in found]
        if number == 0:
            faults += [f"page: {fault}" for fault in page_faults(X, y)]
    return tries, met, faults


def fitted_model(name: str, X: Floats, y: NDArray[np.str_]) -> tuple[Any, list[str]]:
    """A model of every second row, and what is wrong with it; None where it cannot learn."""
    half = np.arange(len(y)) % 2 == 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            X = np.asarray(load(named_columns(X, y), label="kind").X)
            return model_named(name, sparse=False).fit(X[half], y[half]), []
    except (SteersmanError, ValueError) as error:
        # scikit-learn refuses rows that it cannot learn from with a ValueError.
        return None, [] if str(error) else ["an error without words"]


def judged_steering(
    model: Any, X: Floats, y: NDArray[np.str_], want: str
) -> tuple[bool, list[str]]:
    """Whether a want was met, and what is wrong with the answer."""
    if model is None:
        return False, []
    half = np.arange(len(y)) % 2 == 0
    classes = np.unique(y)
    positive = str(classes[-1])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rows, labels = X[~half], y[~half]
            found = steer(model, rows, labels, want, positive=positive, max_seconds=SEARCH_S)
            predicted = np.asarray(found.model.predict(X[~half]))
    except (SteersmanError, ValueError) as error:
        return False, [] if str(error) else ["an error without words"]
    faults = []
    counts = np.zeros((len(classes), len(classes)), np.int64)
    np.add.at(counts, (np.searchsorted(classes, y[~half]), np.searchsorted(classes, predicted)), 1)
    if len(classes) == 2:
        resolved = Want(want).resolve(list(classes), positive, row_sums=counts.sum(axis=1))
        recomputed = resolved.gap(counts) == 0.0
        if found.met and not recomputed:
            faults.append("met, but not when it is recomputed")
        if not np.array_equal(counts, found.after):
            faults.append("the matrix is not that of the predictions")
    if math.isnan(found.gap):
        faults.append("the gap is not a number")
    return found.met, faults


def page_faults(X: Floats, y: NDArray[np.str_]) -> list[str]:
    """What is wrong with what the page would be sent."""
    faults: list[str] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            session = Session(load(named_columns(X, y), label="kind"))
            for action in (OpenMatrix(), AskWant("fp <= 2")):
                faults += not_numbers(session.perform(action))
    except SteersmanError:
        return faults
    except Exception as error:  # noqa: BLE001  (this is what is looked for)
        return [*faults, f"{type(error).__name__} {str(error)[:150]}"]
    return faults


def named_columns(X: Floats, y: NDArray[np.str_]) -> pd.DataFrame:
    """Numbers and their labels, as a person has them in a file."""
    return pd.DataFrame(X).add_prefix("c").assign(kind=y)


def not_numbers(view: View) -> Iterator[str]:
    """Where a view is no JSON: NaN and infinite numbers are none."""
    for name, values in view.values.items():
        try:
            json.dumps(values, allow_nan=False, default=str)
        except ValueError as error:
            yield f"{name}: {error}"


def kinds(rows: int = ROWS) -> NDArray[np.str_]:
    return np.array(["ham", "spam"])[np.arange(rows) // 2 % 2]


def separable(rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    y = kinds()
    return (y == "spam")[:, None] * 10.0 + rng.normal(size=(ROWS, 2)), y


def constant(_rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    return np.ones((ROWS, 2)), kinds()


def huge(rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    return rng.normal(size=(ROWS, 2)) * 1e300, kinds()


def largest(rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    return rng.uniform(-1, 1, size=(ROWS, 2)) * LARGEST_VALUE, kinds()


def least(rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    return rng.uniform(-2, 2, size=(ROWS, 2)) * LEAST_VALUE, kinds()


def tiny(rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    return rng.normal(size=(ROWS, 2)) * 1e-300, kinds()


def duplicates(rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    return np.repeat(rng.normal(size=(3, 2)), ROWS // 3, axis=0), kinds()


def two_rows(_rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    return np.array([[0.0], [1.0], [0.0], [1.0]]), np.array(["ham", "ham", "spam", "spam"])


def many_classes(rng: np.random.Generator) -> tuple[Floats, NDArray[np.str_]]:
    return rng.normal(size=(8000, 2)), np.array([f"k{n // 2 % 2000:04}" for n in range(8000)])


TABLES: dict[str, Callable[[np.random.Generator], tuple[Floats, NDArray[np.str_]]]] = {
    "separable": separable,
    "constant": constant,
    "numbers around 1e300": huge,
    "numbers around 1e-300": tiny,
    "the largest that are read": largest,
    "the least that are read": least,
    "duplicates": duplicates,
    "two rows of each part": two_rows,
}
# Always the same rows, or refused when they are read.
SAME_EACH_TIME = (
    "constant", "two rows of each part", "numbers around 1e300", "numbers around 1e-300",
)  # fmt: skip
