"""Partial dependence: the mean score when one feature has the same value in every row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.learn.explain.class_score import ClassScore
from steersman.learn.explain.feature_groups import FeatureGroups
from steersman.learn.explain.importance import with_value
from steersman.learn.explain.matrices import Rows, dense, is_sparse, spread_rows, stacked_tables

Floats = NDArray[np.float64]

POINTS = 25
AVERAGED_ROWS = 200


@dataclass(frozen=True, eq=False)
class DependenceCurve:
    """The mean score at each of some values; `shares` says how many rows have them.

    For a column of categories, `columns` are its features and each point is one of them.
    """

    columns: tuple[int, ...]
    values: Floats
    scores: Floats
    shares: Floats


def partial_dependence(
    score: ClassScore, X: Rows, groups: FeatureGroups, group: int, rows: int = AVERAGED_ROWS
) -> DependenceCurve:
    """The curve of one group of features, averaged over some of the rows X.

    A number takes up to 25 of the values seen, a word its counts, a category each of its values.
    """
    columns = groups.columns(group)
    seen = spread_rows(X, rows)
    if groups.kinds[group] == "category" and len(columns) > 1:
        shares = np.asarray(abs(X[:, columns]).mean(axis=0)).ravel()
        made = [with_member(seen, columns, int(column)) for column in columns]
        return DependenceCurve(
            tuple(columns.tolist()),
            np.arange(len(columns), dtype=np.float64),
            mean_scores(score, made),
            shares,
        )
    column = int(columns[0])
    observed = dense(X[:, [column]]).ravel()
    values = seen_values(observed, POINTS)
    made = [with_value(seen, column, float(value)) for value in values]
    edges = np.concatenate([[-np.inf], (values[1:] + values[:-1]) / 2, [np.inf]])
    shares = np.histogram(observed, edges)[0] / len(observed)
    return DependenceCurve((column,), values, mean_scores(score, made), shares)


def seen_values(observed: Floats, most: int) -> Floats:
    """Some of the values seen, from the lowest to the highest, most where most rows are."""
    distinct = np.unique(observed)
    if len(distinct) <= most:
        return distinct
    inner = np.quantile(observed, np.linspace(0.0, 1.0, most), method="nearest")
    return np.unique(inner)


def with_member(X: Rows, columns: NDArray[np.int64], member: int) -> Rows:
    """The rows with one feature of a category set, and the others of it not."""
    if not is_sparse(X):
        changed = X.copy()
        changed[:, columns] = 0.0
        changed[:, member] = 1.0
        return changed
    changed = csr_matrix(X, copy=True)
    changed.data = changed.data * ~np.isin(changed.indices, columns)
    return with_value(changed, member, 1.0)


def mean_scores(score: ClassScore, made: list[Rows]) -> Floats:
    """The mean score of each of some tables of equal height."""
    return np.asarray(score.scores(stacked_tables(made)).reshape(len(made), -1).mean(axis=1))
