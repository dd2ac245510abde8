"""Families of classifiers that are tried by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, issparse
from sklearn.base import BaseEstimator
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.svm import LinearSVC

from steersman.errors import SteersmanError
from steersman.learn.catalog import model_named
from steersman.learn.logistic import SteerableLogisticRegression

Rows = NDArray[np.float64] | csr_matrix
Candidates = Mapping[str, BaseEstimator] | Sequence[BaseEstimator | tuple[str, BaseEstimator]]

FEW_COLUMNS = 2000


def default_candidates(X: Rows, seed: int) -> dict[str, BaseEstimator]:
    """The default candidates for the rows X, by name.

    A line in the plane for counts, logistic regression, a martingale program, a support vector
    machine, two kinds of forest and boosted trees; the linear ones alone for wide sparse rows.
    """
    found: dict[str, BaseEstimator] = {}
    if is_counts(X):
        found["line in the plane"] = model_named("plane", sparse=False)
    if issparse(X) or X.shape[1] > FEW_COLUMNS:
        return found | {
            "logistic regression": SteerableLogisticRegression(),
            "linear support vector machine": LinearSVC(),
        }

    def of_catalog(name: str, **settings: object) -> BaseEstimator:
        return model_named(name, sparse=False, random_state=seed, settings=settings)

    return found | {
        "logistic regression": of_catalog("logistic"),
        "martingale program": of_catalog("martingale", n_levels=9),
        "support vector machine": of_catalog("svm"),
        "random forest": of_catalog("forest", n_estimators=100, min_samples_leaf=1),
        "extremely random forest": ExtraTreesClassifier(100, random_state=seed),
        "boosted trees": of_catalog("boosting"),
    }


def is_counts(X: Rows) -> bool:
    """Whether every value is a whole number from 0 on and most of them are 0."""
    values = X.data if issparse(X) else X
    whole = bool(np.all(values >= 0) and np.all(values == np.floor(values)))
    return whole and np.count_nonzero(values) < 0.5 * X.shape[0] * X.shape[1]


def named_candidates(candidates: Candidates) -> dict[str, BaseEstimator]:
    """The candidates given, each with a name."""
    if isinstance(candidates, str):
        raise SteersmanError(
            f"candidates must be classifiers, but {candidates!r} looks like a want",
            todo=f"pass want={candidates!r}",
            code="want-as-candidates",
        )
    if isinstance(candidates, Mapping):
        found = dict(candidates)
    else:
        found = {}
        for given in candidates:
            name, model = given if isinstance(given, tuple) else (type(given).__name__, given)
            found[name if name not in found else f"{name} {len(found) + 1}"] = model
    if not found:
        raise SteersmanError(
            "the list of candidates is empty",
            todo="pass classifiers, or None for the default",
            code="no-candidates",
        )
    for name, model in found.items():
        if not hasattr(model, "fit"):
            raise SteersmanError(
                f"candidate {name!r} is not a classifier: {model!r}",
                code="not-a-classifier",
                name=name,
            )
    return found
