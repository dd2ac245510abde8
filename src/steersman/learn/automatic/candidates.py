"""Families of classifiers that are tried by default."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import narwhals
import numpy as np
from scipy.sparse import csr_array, csr_matrix, issparse
from sklearn.base import BaseEstimator, clone
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.impute import SimpleImputer
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils import _safe_indexing, check_array
from sklearn.utils.validation import _num_samples

from steersman.data.counting import default_counter
from steersman.data.raw_columns import raw_features
from steersman.errors import SteersmanError
from steersman.learn.catalog import model_named
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.steering import Rows

Candidates = Mapping[str, BaseEstimator] | Sequence[BaseEstimator | tuple[str, BaseEstimator]]

FEW_COLUMNS = 2000
SAMPLE = 200  # rows that show how columns look once they are encoded


def default_candidates(X: Rows, seed: int, n_classes: int = 2) -> dict[str, BaseEstimator]:
    """The default candidates for the rows X, by name.

    A line in the plane for counts (of several classes, all planes together), logistic regression,
    a martingale program, a support vector machine, two kinds of forest and boosted trees; the
    linear ones alone for wide sparse rows and for texts. Texts are counted, and columns of words
    and missing values encoded, by a first step that is learned with the classifier.
    """
    prepare = first_step(X)
    if prepare is None:
        return numeric_candidates(X, seed, n_classes)
    # A few rows show what the classifiers will see.
    seen = clone(prepare).fit_transform(_safe_indexing(X, np.arange(min(SAMPLE, _num_samples(X)))))
    found = numeric_candidates(seen, seed, n_classes)
    return {name: make_pipeline(prepare, model) for name, model in found.items()}


def first_step(X: Rows) -> BaseEstimator | None:
    """The step that makes numbers of the rows X; None where they are numbers already."""
    if issparse(X):
        return None
    if is_text(X):
        return default_counter()
    if hasattr(X, "columns"):
        frame = narwhals.from_native(X, eager_only=True)
        words = [name for name in frame.columns if not frame[name].dtype.is_numeric()]
        if words:
            numbers = [name for name in frame.columns if name not in words]
            return raw_features(numbers, words, dense=True)
    values = np.asarray(X)
    if values.dtype.kind == "f" and np.isnan(values).any():
        return SimpleImputer(strategy="median", keep_empty_features=True)
    return None


def is_text(X: Rows) -> bool:
    """Whether the rows are texts: a list or a column of strings."""
    if hasattr(X, "columns") or np.ndim(X) != 1 or not len(X):
        return False
    return isinstance(_safe_indexing(X, [0])[0] if isinstance(X, list) else np.asarray(X)[0], str)


def numeric_candidates(given: object, seed: int, n_classes: int = 2) -> dict[str, BaseEstimator]:
    """The default candidates for rows of numbers, by name."""
    # The classifiers check their rows themselves, so what is no number is left to them.
    try:
        X = check_array(given, accept_sparse="csr", ensure_all_finite=False)
    except ValueError:
        return {"logistic regression": model_named("logistic", sparse=False)}
    found: dict[str, BaseEstimator] = {}
    if is_counts(X):
        several = n_classes > 2
        name = "lines in all planes" if several else "line in the plane"
        found[name] = model_named("planes" if several else "plane", sparse=False)
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
    values = X.data if isinstance(X, csr_matrix | csr_array) else X
    whole = bool(np.all(values >= 0) and np.all(values == np.floor(values)))
    return whole and np.count_nonzero(values) < 0.5 * X.shape[0] * X.shape[1]


def checked_estimator(estimator: object, candidates: object = None) -> dict[str, BaseEstimator]:
    """The one estimator by its name, unless it is none or there are candidates as well."""
    if isinstance(estimator, str):
        raise SteersmanError(
            f"the estimator must be a classifier, but {estimator!r} looks like a want",
            todo=f"pass want={estimator!r}",
            code="want-as-candidates",
            want=estimator,
        )
    if candidates is not None:
        raise SteersmanError(
            "both an estimator and candidates were given",
            todo="put the estimator among the candidates",
            code="estimator-and-candidates",
        )
    name = type(estimator).__name__
    if not hasattr(estimator, "fit"):
        raise SteersmanError(
            f"{estimator!r} is not a classifier",
            todo="pass a classifier, or several as candidates=",
            code="not-a-classifier",
            name=name,
        )
    return {name: estimator}


def named_candidates(candidates: Candidates) -> dict[str, BaseEstimator]:
    """The candidates given, each with a name."""
    if isinstance(candidates, str):
        raise SteersmanError(
            f"candidates must be classifiers, but {candidates!r} looks like a want",
            todo=f"pass want={candidates!r}",
            code="want-as-candidates",
            want=candidates,
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
