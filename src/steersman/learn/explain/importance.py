"""What a model uses: how much worse it gets when a feature is shuffled among the rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_matrix

from steersman._cached import cached_property
from steersman.learn.explain.class_score import ClassScore, class_score
from steersman.learn.explain.feature_groups import (
    FeatureGroups,
    Kind,
    raw_feature_groups,
    reads_raw_rows,
    single_features,
)
from steersman.learn.explain.matrices import Rows, dense, is_sparse, spread_rows, stacked_tables
from steersman.tasks import Task

Measure = Literal["auc", "balanced accuracy"]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

REPEATS = 5
DRAWS = 4
"""Samples of the rows for each repeat, for the interval."""
MOST_SAMPLED = 5
"""Sets of samples that are drawn; further shuffles use them again."""
NORMAL_95 = 1.96
ROUNDING = 1e-12
"""Scores that differ by at most this share of the largest are equal."""
MOST_FEATURES = 60
MOST_SCORED = 30
"""Features that are measured of a model without a sum: each takes several hundred scores."""
MOST_ROWS = 500
"""Rows that a model without a sum is measured on: each feature scores them several times."""
DIRECTION_ROWS = 100


@dataclass(frozen=True)
class FeatureImportance:
    """How much worse the model is without one group of features, with a 95 % interval.

    `direction` is the change of the class's score from a low to a high value (without a word, with
    it); 0 for a column of categories. `weight` is the coefficient, None where there is none.
    """

    name: str
    kind: Kind
    group: int
    drop: float
    low: float
    high: float
    direction: float
    weight: float | None


@dataclass(frozen=True, eq=False)
class Importance:
    """The features by importance, the largest first.

    `baseline` is the measure with all features as they are, on `rows` rows. `of` counts all
    groups of features, of which the likeliest were measured.
    """

    features: tuple[FeatureImportance, ...]
    measure: Measure
    baseline: float
    rows: int
    category: object
    of: int

    def table(self) -> list[tuple[str, float, float, float]]:
        """Name, drop and interval of each feature."""
        return [(each.name, each.drop, each.low, each.high) for each in self.features]


def importance(
    model: object,
    X: Rows,
    y: ArrayLike,
    *,
    category: object = None,
    names: Sequence[str] | None = None,
    groups: FeatureGroups | None = None,
    only: Sequence[int] | None = None,
    repeats: int = REPEATS,
    most: int | None = None,
    random_state: int = 0,
    task: Task | None = None,
) -> Importance:
    """Measure how much a fitted model relies on each feature, on rows it did not learn from.

    The values of a feature are shuffled among the rows, and the drop of the area under the ROC
    curve (of more than two classes: of the balanced accuracy) is its importance. The interval
    covers both the shuffling and the choice of the rows. Of very many features those are measured
    that can move the score most. A model without a sum over features is measured on at most
    500 rows.

    Parameters
    ----------
    model : classifier
        A fitted classifier or pipeline.
    X : array-like or data frame of shape (rows, features)
        Rows that the model was not fitted to.
    y : array-like of shape (rows,)
        Their classes.
    category : class label, optional
        The class that directions are for; by default the second.
    names : sequence of str, optional
        Names of the features.
    groups : FeatureGroups, optional
        Features to shuffle together, such as the columns of one category.
    only : sequence of int, optional
        Numbers of the groups to measure.
    repeats : int
        How often each feature is shuffled.
    most : int, optional
        How many features are measured at most; by default 60, or 30 for a model without a sum.
    random_state : int
        Seed of the shuffling.
    task : Task, optional
        Reports progress and can be stopped.

    Returns
    -------
    Importance

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(300, 2))
    >>> y = X[:, 0] > 0
    >>> found = importance(LogisticRegression().fit(X, y), X, y, names=["used", "not used"])
    >>> found.features[0].name, found.features[0].low > 0.4, abs(found.features[1].drop) < 0.01
    ('used', True, True)
    """
    task = task or Task()
    if reads_raw_rows(model):
        first, model = model[:2], model[2:]  # type: ignore[index]
        groups, X = groups or raw_feature_groups(first), first.transform(X)
    X = csr_matrix(X) if is_sparse(X) else np.asarray(X, dtype=np.float64)
    if groups is None:
        groups = single_features(names or [f"x{place}" for place in range(X.shape[1])])
    score = class_score(model, category, rows=X)
    codes = np.searchsorted(np.asarray(score.classes), np.asarray(y))
    shuffling = shuffling_of(score, X, codes, groups, random_state)
    most = most or (MOST_SCORED if score.additive is None else MOST_FEATURES)
    chosen = list(only) if only is not None else likeliest_groups(score, X, groups, most)
    directions = group_directions(score, X, groups, chosen, task.part(0.0, 0.2))
    found = []
    for place, group in enumerate(chosen):
        task.report("measuring importance", 0.2 + 0.8 * place / len(chosen))
        drop, spread = shuffling.drop(group, repeats)
        half = NORMAL_95 * spread
        found.append(
            FeatureImportance(
                groups.names[group],
                groups.kinds[group],
                group,
                drop,
                drop - half,
                drop + half,
                directions[group],
                group_weight(score, groups, group),
            )
        )
    found.sort(key=lambda each: -each.drop)
    measure: Measure = "auc" if len(score.classes) == 2 else "balanced accuracy"
    rows = len(shuffling.codes)
    return Importance(tuple(found), measure, shuffling.baseline, rows, score.category, len(groups))


@dataclass(frozen=True, eq=False)
class Shuffling:
    """Rows with their scores, and the scores that they get with one group of features shuffled."""

    values: Floats
    codes: Ints
    shuffled: Callable[[int, list[Ints]], list[Floats]]
    measure: Callable[[Floats, Ints, Floats], Floats]
    seed: int

    @cached_property
    def everything(self) -> Floats:
        """(1, rows) every row once."""
        return np.ones((1, len(self.codes)))

    @cached_property
    def baseline(self) -> float:
        """The measure with every feature as it is."""
        return float(self.measure(self.values, self.codes, self.everything)[0])

    @cached_property
    def samples(self) -> list[tuple[Floats, Floats]]:
        """For each shuffle some samples of the rows, as (samples, rows) counts, and the measure of
        each with every feature as it is; the same for all features."""
        rng, rows = np.random.default_rng(self.seed), len(self.codes)
        found = []
        for _ in range(MOST_SAMPLED):
            counts = np.array(
                [np.bincount(rng.integers(0, rows, rows), minlength=rows) for _ in range(DRAWS)],
                dtype=np.float64,
            )
            found.append((counts, self.measure(self.values, self.codes, counts)))
        return found

    def drop(self, group: int, repeats: int) -> tuple[float, float]:
        """The mean drop of the measure, and its standard error over shuffles and samples."""
        # A seed for each group: its figure must not depend on what else is measured.
        rng = np.random.default_rng((self.seed, group))
        orders = [rng.permutation(len(self.codes)) for _ in range(repeats)]
        drops, sampled = [], []
        for place, values in enumerate(self.shuffled(group, orders)):
            counts, before = self.samples[place % MOST_SAMPLED]
            after = self.measure(values, self.codes, np.vstack([self.everything, counts]))
            drops.append(self.baseline - float(after[0]))
            sampled += (before - after[1:]).tolist()
        return float(np.mean(drops)), float(np.std(sampled))


def shuffling_of(
    score: ClassScore, X: Rows, codes: Ints, groups: FeatureGroups, seed: int
) -> Shuffling:
    """What shuffles features of these rows: sums need no new scores, other models do."""
    if len(score.classes) == 2 and score.additive is not None:
        parts = groups.sums(score.additive.parts(score.design(X)))
        columns = parts.tocsc() if is_sparse(parts) else np.asfortranarray(parts)
        values = score.additive.scores(score.design(X))

        def part_swaps(group: int, orders: list[Ints]) -> list[Floats]:
            own = columns[:, [group]] if is_sparse(columns) else columns[:, group]
            part = dense(own).ravel()
            return [values + part[order] - part for order in orders]

        positive = (codes == score.column).astype(np.int64)
        return Shuffling(values, positive, part_swaps, areas_under_curve, seed)
    rows = np.linspace(0, X.shape[0] - 1, min(MOST_ROWS, X.shape[0])).astype(np.intp)
    X, codes = X[rows], codes[rows]

    def row_scores(rows: Rows) -> Floats:
        if len(score.classes) == 2:
            return score.scores(rows)
        return score.class_values(score.design(rows))

    def mixed_scores(group: int, orders: list[Ints]) -> list[Floats]:
        # All at once: a forest takes as long for a few rows as for many.
        made = stacked_tables([with_columns_of(X, X[order], groups, group) for order in orders])
        return np.split(row_scores(made), len(orders))

    if len(score.classes) == 2:
        positive = (codes == score.column).astype(np.int64)
        return Shuffling(row_scores(X), positive, mixed_scores, areas_under_curve, seed)
    return Shuffling(row_scores(X), codes, mixed_scores, balanced_accuracies, seed)


def with_columns_of(X: Rows, other: Rows, groups: FeatureGroups, group: int) -> Rows:
    """The rows with the features of one group taken from other rows."""
    if not is_sparse(X):
        columns = groups.columns(group)
        changed = X.copy()
        changed[:, columns] = other[:, columns]
        return changed
    own, taken = csr_matrix(X, copy=True), csr_matrix(other, copy=True)
    own.data = own.data * (groups.of[own.indices] != group)
    taken.data = taken.data * (groups.of[taken.indices] == group)
    changed = csr_matrix(own + taken)
    changed.eliminate_zeros()
    return changed


def areas_under_curve(scores: Floats, positive: Ints, counts: Floats) -> Floats:
    """(samples,) the share of pairs of a positive and a negative row that the scores put in order,
    where `counts` (samples, rows) says how often each row is in a sample."""
    order = np.argsort(scores)
    ordered, of_class = scores[order], positive[order] == 1
    held = counts[:, order]
    positives, negatives = held * of_class, held * ~of_class
    # Parts that are taken off and put back leave equal rows some last bits apart, and which ones
    # depends on the processor.
    largest = np.abs(ordered[np.isfinite(ordered)]).max(initial=0.0)
    with np.errstate(invalid="ignore"):  # equal infinities have no difference
        apart = np.diff(ordered) > ROUNDING * largest
    starts = np.flatnonzero(np.concatenate([[True], apart]))
    if len(starts) < len(ordered):
        positives = np.add.reduceat(positives, starts, axis=1)
        negatives = np.add.reduceat(negatives, starts, axis=1)
    below = np.cumsum(negatives, axis=1) - 0.5 * negatives
    pairs = positives.sum(axis=1) * negatives.sum(axis=1)
    areas = (positives * below).sum(axis=1)
    shares = np.divide(areas, pairs, out=np.full(len(pairs), 0.5), where=pairs > 0)
    return np.asarray(shares)


def balanced_accuracies(scores: Floats, codes: Ints, counts: Floats) -> Floats:
    """(samples,) the mean share of each class's rows that have the highest score for it."""
    right = scores.argmax(axis=1) == codes
    members = (codes[:, None] == np.arange(scores.shape[1])).astype(np.float64)
    sizes, hits = counts @ members, (counts * right) @ members
    shares = np.divide(hits, sizes, out=np.full_like(hits, np.nan), where=sizes > 0)
    return np.asarray(np.nanmean(shares, axis=1))


def likeliest_groups(score: ClassScore, X: Rows, groups: FeatureGroups, most: int) -> list[int]:
    """The groups that can move the score most: by the size of their parts, or by correlation."""
    if len(groups) <= most:
        return list(range(len(groups)))
    if score.additive is not None:
        parts = groups.sums(score.additive.parts(score.design(X)))
        strength = column_spreads(parts)
    else:
        seen = spread_rows(X, MOST_ROWS)
        scores = score.scores(seen)
        counts = groups.sums(seen)
        centered = scores - scores.mean()
        spreads = column_spreads(counts)
        shared = np.abs(np.asarray(counts.T @ centered)).ravel()
        strength = np.divide(shared, spreads, out=np.zeros_like(shared), where=spreads > 0)
    order = np.argsort(-strength, kind="stable")[:most]
    return [int(group) for group in order if strength[group] > 0]


def column_spreads(X: Rows) -> Floats:
    """(columns,) the standard deviation of each column."""
    if not is_sparse(X):
        return np.asarray(np.std(X, axis=0))
    mean = np.asarray(X.mean(axis=0)).ravel()
    square = np.asarray(X.multiply(X).mean(axis=0)).ravel()
    return np.asarray(np.sqrt(np.maximum(square - mean**2, 0.0)))


def group_weight(score: ClassScore, groups: FeatureGroups, group: int) -> float | None:
    """The coefficient of a single feature."""
    columns = groups.columns(group)
    weights = None if score.additive is None else score.additive.weights
    return float(weights[columns[0]]) if weights is not None and len(columns) == 1 else None


def group_directions(
    score: ClassScore, X: Rows, groups: FeatureGroups, chosen: Sequence[int], task: Task
) -> dict[int, float]:
    """By group, the change of the mean score from a low value to a high one; 0 for categories."""
    seen = spread_rows(X, DIRECTION_ROWS)
    found = {}
    for place, group in enumerate(chosen):
        task.report("measuring importance", place / len(chosen))
        found[group] = direction(score, X, seen, groups, group)
    return found


def direction(score: ClassScore, X: Rows, seen: Rows, groups: FeatureGroups, group: int) -> float:
    """The change of the mean score from a low value of a feature to a high one."""
    columns = groups.columns(group)
    if groups.kinds[group] in ("category", "date", "vector"):
        return 0.0
    # Of a word with its sequences, the word itself is written first.
    column = dense(X[:, [columns[0]]]).ravel()
    low, high = np.quantile(column, [0.1, 0.9])
    if groups.kinds[group] == "word" or low == high:
        low, high = float(column.min()), float(column.max())
    weights = None if score.additive is None else score.additive.weights
    if weights is not None and not score.steps:
        return float(weights[columns[0]] * (high - low))
    made = stacked_tables([with_value(seen, int(columns[0]), value) for value in (low, high)])
    below, above = np.split(score.scores(made), 2)
    return float(above.mean() - below.mean())


def with_value(X: Rows, column: int, value: float) -> Rows:
    """The rows with one value in a whole column."""
    if not is_sparse(X):
        changed = X.copy()
        changed[:, column] = value
        return changed
    changed = csr_matrix(X, copy=True)
    changed.data = changed.data * (changed.indices != column)
    if value:
        rows = X.shape[0]
        ones = (np.full(rows, value), (np.arange(rows), np.full(rows, column)))
        changed = csr_matrix(changed + csr_matrix(ones, shape=X.shape))
    changed.eliminate_zeros()
    return changed
