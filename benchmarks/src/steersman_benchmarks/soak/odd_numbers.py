"""Tables whose numbers are at the edge of what numbers can be: steered, and judged once more."""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from steersman.data import load
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
SEARCH_S = 0.3
WANTS = ("fp <= 2", "recall >= 90%", "precision >= 80% and fpr <= 20%", "npv >= 95%", "fn <= 0")
QUICK_MODELS = ("gaussian", "logistic", "neighbors")
MODELS = ("gaussian", "logistic", "neighbors", "forest", "svm", "basic", "bernoulli", "linear-svm")


def odd_numbers(long: bool) -> list[SoakRow]:
    """Every table with every model and want; in the long form 400 tables."""
    rng = np.random.default_rng(0)
    rows = []
    for name, make in TABLES.items():
        faults: list[str] = []
        tries = met = 0
        for _ in range(400 // len(TABLES) if long else 1):
            X, y = make(rng)
            for model in MODELS if long else QUICK_MODELS:
                fitted, refused = fitted_model(model, X, y)
                faults += [f"{model}: {fault}" for fault in refused]
                for want in WANTS[: None if long else 2]:
                    tries += 1
                    held, found = judged_steering(fitted, X, y, want)
                    met += held
                    faults += [f"{model}, {want}: {fault}" for fault in found]
        X, y = make(rng)
        faults += [f"page: {fault}" for fault in page_faults(X, y)]
        rows.append(SoakRow(name, tries, tuple(faults), f"met {met:,}"))
    if long:
        X, y = many_classes(rng)
        rows.append(SoakRow("2,000 classes", 1, tuple(page_faults(X, y))))
    return rows


def fitted_model(name: str, X: Floats, y: NDArray[np.str_]) -> tuple[Any, list[str]]:
    """A model of every second row, and what is wrong with it; None where it cannot learn."""
    half = np.arange(len(y)) % 2 == 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
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
    frame = pd.DataFrame(X, columns=[f"c{n}" for n in range(X.shape[1])])
    frame["kind"] = y
    faults: list[str] = []
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            session = Session(load(frame, label="kind"))
            for action in (OpenMatrix(), AskWant("fp <= 2")):
                faults += not_numbers(session.perform(action))
    except SteersmanError:
        return faults
    except Exception as error:  # noqa: BLE001  (this is what is looked for)
        return [*faults, f"{type(error).__name__} {str(error)[:150]}"]
    return faults


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
    "duplicates": duplicates,
    "two rows of each part": two_rows,
}
