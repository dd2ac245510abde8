"""Arrays of models that came from a file, checked before compiled code follows them.

Nearest neighbors, support vectors and sparse matrices are read by code that trusts the sizes and
the row and column numbers it is given: a forged file could send it out of its arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse

from steersman.errors import SteersmanError
from steersman.learn.files.learned_checks import LEARNED

METHODS = ("auto", "brute", "kd_tree", "ball_tree")


def check_arrays(value: object) -> None:
    """Raise an error for a part of a model whose arrays do not fit together."""
    try:
        if issparse(value):
            value.check_format(full_check=True)  # type: ignore[attr-defined]
        check = CHECKS.get(library_class(type(value)))
        # Models hold unfitted ones as their settings; scikit-learn lets those predict nothing.
        fits = check is None or not is_fitted(value) or check(value)
    except SteersmanError:
        raise
    # Missing arrays, or others than arrays, fail with any exception.
    except Exception as error:
        raise damage_error(type(value).__name__) from error
    if not fits:
        raise damage_error(type(value).__name__)


def library_class(kind: type) -> str:
    """The library and the name of a class, whatever modules lie between.

    >>> from sklearn.svm import SVC
    >>> library_class(SVC)
    'sklearn.SVC'
    """
    return f"{kind.__module__.partition('.')[0]}.{kind.__qualname__}"


def is_fitted(value: object) -> bool:
    """Whether a part has learned anything, by scikit-learn's rule of names."""
    return any(name.endswith("_") for name in vars(value))


def damage_error(kind: str) -> SteersmanError:
    return SteersmanError(
        f"the arrays of a {kind} in the model file do not fit together",
        todo="do not use it; train the model again",
        code="damaged-model",
        part=kind,
    )


def neighbors_fit(model: Any) -> bool:
    """Whether the rows and classes of nearest neighbors are those of one table."""
    rows, codes, classes = model._fit_X, np.asarray(model._y), model.classes_
    several = isinstance(classes, list)
    each = classes if several else [classes]
    columns = codes.reshape(len(codes), -1)
    return (
        rows.ndim == 2
        and rows.shape == (model.n_samples_fit_, model.n_features_in_)
        and rows.dtype.kind == "f"
        and bool(np.isfinite(values_of(rows)).all())
        and len(codes) == rows.shape[0]
        and codes.dtype.kind in "iu"
        and columns.shape[1] == len(each)
        and all(
            column.min() >= 0 and column.max() < len(known)
            for column, known in zip(columns.T, each)
        )
        and isinstance(model.n_neighbors, int | np.integer)
        and 1 <= model.n_neighbors <= rows.shape[0]
        and model._fit_method in METHODS
    )


def values_of(rows: Any) -> Any:
    """The numbers of a table, of a sparse one those that it holds."""
    sparse: bool = issparse(rows)
    return rows.data if sparse else rows


def vectors_fit(model: Any) -> bool:
    """Whether a support vector machine has a coefficient for each vector and pair of classes."""
    vectors, counts, classes = model.support_vectors_, np.asarray(model._n_support), model.classes_
    count, pairs = int(vectors.shape[0]), len(classes) * (len(classes) - 1) // 2
    coefficients = [model._dual_coef_, model.dual_coef_]
    intercepts = [np.asarray(model._intercept_), np.asarray(model.intercept_)]
    chances = [np.asarray(model._probA), np.asarray(model._probB)]
    return (
        vectors.ndim == 2
        and vectors.shape[1] == model.n_features_in_ == model.shape_fit_[1]
        and bool(issparse(vectors)) == bool(model._sparse)
        and all(bool(issparse(each)) == bool(model._sparse) for each in coefficients)
        and all(each.shape == (len(classes) - 1, count) for each in coefficients)
        and counts.dtype.kind == "i"
        and counts.shape == (len(classes),)
        and bool((counts >= 0).all())
        and int(counts.sum()) == count
        and all(each.shape == (pairs,) for each in intercepts)
        and all(len(each) in (0, pairs) for each in chances)
        and np.asarray(model.support_).shape == (count,)
        and all(np.isfinite(values_of(each)).all() for each in (vectors, *coefficients))
        # Signs differ with two classes, and nothing else.
        and abs(abs(coefficients[0]) - abs(coefficients[1])).max() == 0
        and all(np.isfinite(each).all() for each in intercepts)
        and model.kernel in ("linear", "poly", "rbf", "sigmoid")
    )


def bins_fit(model: Any) -> bool:
    """Whether gradient boosting knows which of its columns hold categories."""
    mapper, columns = model._bin_mapper, model.n_features_in_
    trees_per_round = 1 if len(model.classes_) == 2 else len(model.classes_)
    return (
        mapper is not None
        and len(mapper.is_categorical_) == columns
        and len(mapper.bin_thresholds_) == columns
        and len(mapper.n_bins_non_missing_) == columns
        and all(len(each) == trees_per_round for each in model._predictors)
        and np.asarray(model._baseline_prediction).shape == (1, trees_per_round)
    )


CHECKS = {
    **LEARNED,
    "sklearn.KNeighborsClassifier": neighbors_fit,
    "sklearn.SVC": vectors_fit,
    "sklearn.HistGradientBoostingClassifier": bins_fit,
}
