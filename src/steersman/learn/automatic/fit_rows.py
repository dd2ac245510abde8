"""Training rows in any form a classifier takes: arrays, frames, sparse matrices, lists of texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn import get_config
from sklearn.base import BaseEstimator, clone
from sklearn.model_selection import StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import (
    _check_method_params,
    check_array,
    check_consistent_length,
    has_fit_parameter,
)

from steersman.data.row_splits import group_folds
from steersman.data.splits import held_out_rows
from steersman.errors import SteersmanError
from steersman.learn.openmp import few_threads
from steersman.learn.steering import Rows

Ints = NDArray[np.int64]
Places = NDArray[np.intp]
Fold = tuple[Places, Places]
"""The rows to fit on and the rows to score."""

WEIGHTS = "sample_weight"


@dataclass(frozen=True, eq=False)
class FitRows:
    """Rows as they were given, their classes, and what is passed on to `fit` with them.

    `codes` are places in `classes`. Rows of one group are never on both sides of a split. Nothing
    is converted: the classifiers see the kind of rows that the user gave.
    """

    X: Rows
    codes: Ints
    classes: NDArray[np.generic]
    fit_params: Mapping[str, object] = field(default_factory=dict)
    groups: NDArray[np.generic] | None = None

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def y(self) -> NDArray[np.generic]:
        """The label of each row."""
        return self.classes[self.codes]

    def rows(self, places: Places) -> object:
        """Some of the rows, in the form they were given."""
        return _safe_indexing(self.X, places)

    def at(self, places: Places) -> FitRows:
        """Some of the rows, with their part of everything else."""
        params = _check_method_params(self.X, dict(self.fit_params), indices=places)
        groups = None if self.groups is None else self.groups[places]
        return FitRows(self.rows(places), self.codes[places], self.classes, params, groups)

    def without_weightless(self) -> FitRows:
        """The rows without those of weight 0, which are as good as absent."""
        weights = self.fit_params.get(WEIGHTS)
        if weights is None or np.all(np.asarray(weights) != 0):
            return self
        return self.at(np.flatnonzero(np.asarray(weights)))

    def fit_copy(self, model: BaseEstimator) -> BaseEstimator:
        """A copy of a classifier, fitted on all of these rows."""
        copied = clone(model)
        with few_threads(len(self)):
            return copied.fit(self.X, self.y, **accepted_params(copied, self.fit_params))

    def folds(self, most: int, seed: int) -> list[Fold]:
        """At most so many folds, each with rows of every class."""
        # Every fold needs a row of every class.
        count = max(2, min(most, int(np.bincount(self.codes).min())))
        if self.groups is None:
            plain = StratifiedKFold(count, shuffle=True, random_state=seed)
            return list(plain.split(np.zeros(len(self)), self.codes))
        count = min(count, len(np.unique(self.groups)))
        if count < 2:
            raise SteersmanError(
                "all rows are of one group",
                todo="pass at least two groups",
                code="one-group",
            )
        return group_folds(self.groups, self.codes, count, seed)

    def split(self, share: float, seed: int) -> Fold:
        """The rows to fit on, and about this share of the rows kept apart."""
        if self.groups is not None:
            return self.folds(max(2, round(1.0 / share)), seed)[0]
        apart = held_out_rows(self.codes, share, seed, at_least=1)
        return np.flatnonzero(~apart), np.flatnonzero(apart)


def accepted_params(model: BaseEstimator, params: Mapping[str, object]) -> dict[str, object]:
    """The parameters for `fit`; in a pipeline, weights go to its last step.

    With scikit-learn's metadata routing the pipeline passes them on itself.
    """
    passed = dict(params)
    if WEIGHTS not in passed or get_config()["enable_metadata_routing"]:
        return passed
    weights, last = passed.pop(WEIGHTS), model
    prefix = ""
    while isinstance(last, Pipeline):
        prefix += f"{last.steps[-1][0]}__"
        last = last.steps[-1][1]
    # Classifiers that pass all parameters on do not name the weights.
    if isinstance(model, Pipeline) and not has_fit_parameter(last, WEIGHTS):
        raise SteersmanError(
            f"{type(last).__name__} takes no sample_weight",
            todo="leave the weights out, or choose a classifier that takes them",
            code="no-weights",
            model=type(last).__name__,
        )
    return passed | {f"{prefix}{WEIGHTS}": weights}


def checked_labels(X: Rows, y: ArrayLike | None) -> NDArray[np.generic]:
    """(rows,): a label for each row, none missing."""
    if y is None:
        raise ValueError("This classifier requires y to be passed, but the target y is None.")
    labels = check_array(
        np.asarray(y), ensure_2d=False, dtype=None, input_name="y", ensure_min_samples=0
    )
    check_consistent_length(X, labels)
    return np.asarray(labels)
