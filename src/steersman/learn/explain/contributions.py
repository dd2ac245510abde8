"""Why rows are scored as they are: a contribution of each feature, which add up to the score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman._cached import cached_property
from steersman.learn.explain.class_score import ClassScore, Scale, class_score
from steersman.learn.explain.feature_groups import (
    FeatureGroups,
    raw_feature_groups,
    reads_raw_rows,
    single_features,
)
from steersman.learn.explain.matrices import Rows, dense, is_sparse, spread_rows
from steersman.learn.explain.occlusion import occlusion_pushes, usual_values
from steersman.learn.explain.shapley import shapley_values
from steersman.learn.explain.tree_contributions import ForestScore
from steersman.tasks import Task

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BACKGROUND_ROWS = 24
"""How many background rows a model without a sum is compared with."""
MOST_PLAYERS = 24
"""Of more groups, the others share what is left to them together."""


@dataclass(frozen=True, eq=False)
class Contributions:
    """What each group of features adds to the score of each row.

    `base` plus the sum of a row's `values` is its score; above `cutoff` the model decides for
    `category`. `held` says which words and categories a row holds, and is true of numbers; a word
    that it does not hold can contribute, too.
    """

    names: tuple[str, ...]
    values: Floats  # (rows, groups)
    held: NDArray[np.bool_]  # (rows, groups)
    base: Floats  # (rows,)
    scores: Floats  # (rows,)
    cutoff: float
    category: NDArray[np.object_]  # (rows,)
    rival: NDArray[np.object_]  # (rows,)
    predicted: NDArray[np.generic]  # (rows,)
    scale: Scale
    exact: bool
    """Whether the model's score is a sum, so that nothing was estimated."""

    def strongest(self, row: int = 0, count: int = 10) -> list[tuple[str, float]]:
        """The groups that add most to the score of a row, either way."""
        order = np.argsort(-np.abs(self.values[row]), kind="stable")[:count]
        return [(self.names[place], float(self.values[row, place])) for place in order]

    def reasons(self, row: int = 0, count: int = 10) -> list[tuple[str, float]]:
        """The strongest groups of a row; a word that it does not hold is called so."""
        places = {name: place for place, name in enumerate(self.names)}
        return [
            (name if self.held[row, places[name]] else f"without {name}", part)
            for name, part in self.strongest(row, count)
            if part
        ]

    def __len__(self) -> int:
        return len(self.scores)


def explain(
    model: object,
    X: Rows,
    *,
    background: Rows | None = None,
    category: object = None,
    names: Sequence[str] | None = None,
    groups: FeatureGroups | None = None,
    random_state: int = 0,
    task: Task | None = None,
) -> Contributions:
    """Explain the scores of rows by contributions of the features that add up to them.

    For linear models, naive Bayes and a line in the likelihood plane the contributions are exact:
    a feature's part of the score minus its average part in the background rows. For other models
    they are Shapley values: exact up to 8 groups of features, else averaged over a few orders.

    Parameters
    ----------
    model : classifier
        A fitted classifier or pipeline, steered or not. One that was saved with its first steps
        takes rows as a file holds them, and columns are explained as a whole.
    X : array-like or data frame of shape (rows, features)
        Rows to explain.
    background : array-like, optional
        Rows to compare with, best the training rows. By default X itself or, for one row, a row of
        zeros.
    category : class label, optional
        The class that the score is for. By default the second of two classes; of more, the class
        that is predicted for a row. Of more than two classes the score is the lead over the
        strongest other class.
    names : sequence of str, optional
        Names of the features.
    groups : FeatureGroups, optional
        Features to explain together.
    random_state : int
        Seed of the orders.
    task : Task, optional
        Reports progress and can be stopped.

    Returns
    -------
    Contributions

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> X = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]])
    >>> model = LogisticRegression().fit(X, [0, 0, 1, 1])
    >>> found = explain(model, X, names=["age", "dose"])
    >>> bool(np.allclose(found.base + found.values.sum(axis=1), model.decision_function(X)))
    True
    >>> found.strongest(row=3, count=1)[0][0]
    'age'
    """
    task = task or Task()
    if reads_raw_rows(model):
        first = model[:2]  # type: ignore[index]
        groups = groups or raw_feature_groups(first)
        X = first.transform(X)
        background = None if background is None else first.transform(background)
        model = model[2:]  # type: ignore[index]
    X = csr_matrix(X) if is_sparse(X) else np.atleast_2d(np.asarray(X, dtype=np.float64))
    if groups is None:
        groups = single_features(names or [f"x{place}" for place in range(X.shape[1])])
    if background is None:
        background = X if X.shape[0] > 1 else X * 0.0
    elif not is_sparse(background):
        background = np.asarray(background, dtype=np.float64)
    return one_table(
        [
            explained_part(
                ScoreExplainer(score, background, groups, random_state), X[places], places, task
            )
            for score, places in pairs_of_classes(model, X, category, background)
        ],
        groups,
        np.asarray(model.predict(X)),  # type: ignore[attr-defined]
    )


def pairs_of_classes(
    model: object, X: Rows, category: object, background: Rows
) -> list[tuple[ClassScore, Ints]]:
    """The scores to explain, and the rows to explain with each."""
    first = class_score(model, category, rows=background)
    everything = np.arange(X.shape[0])
    if len(first.classes) == 2:
        return [(first, everything)]
    pairs = leading_classes(first, X, category)
    found = []
    for own_class, rival in np.unique(pairs, axis=0).tolist():
        score = class_score(model, first.classes[own_class], first.classes[rival], rows=background)
        found.append((score, np.flatnonzero((pairs == (own_class, rival)).all(axis=1))))
    return found


def leading_classes(score: ClassScore, X: Rows, category: object = None) -> Ints:
    """(rows, 2) the class of each row and the one that comes next to it, of more than two."""
    columns = replace(score, additive=None).class_values(score.design(X)).copy()
    own = columns.argmax(axis=1) if category is None else np.full(len(columns), score.column)
    columns[np.arange(len(columns)), own] = -np.inf
    return np.column_stack([own, columns.argmax(axis=1)])


class ScoreExplainer:
    """Explains one score against background rows; what these contribute is computed once."""

    def __init__(
        self, score: ClassScore, background: Rows, groups: FeatureGroups, seed: int = 0
    ) -> None:
        self.score, self.groups, self.seed = score, groups, seed
        self.background = background

    @cached_property
    def usual(self) -> Floats:
        """(groups,) the mean part of each group in the background, for a score that is a sum."""
        return np.asarray(self.parts(self.background).mean(axis=0), dtype=np.float64).ravel()

    @cached_property
    def compared_rows(self) -> Rows:
        """The background rows that any other score is compared with."""
        return spread_rows(self.background, BACKGROUND_ROWS)

    def parts(self, X: Rows) -> Rows:
        """(rows, groups) the parts of a score that is a sum."""
        assert self.score.additive is not None, "the score is a sum"  # noqa: S101
        return self.groups.sums(self.score.additive.parts(self.score.design(X)))

    def contributions(self, X: Rows, task: Task) -> tuple[Floats, Floats]:
        """(rows, groups) what each group adds to each row's score, and (rows,) what it adds to."""
        rows = X.shape[0]
        if self.score.additive is not None:
            base = self.score.additive.fixed + float(self.usual.sum())
            return dense(self.parts(X)) - self.usual, np.full(rows, base)
        found = [
            self.row_contributions(X[[row]], task.part(row / rows, 1.0)) for row in range(rows)
        ]
        values = np.array([each for each, _ in found]).reshape(rows, len(self.groups))
        return values, np.array([each for _, each in found])

    @cached_property
    def forest(self) -> ForestScore | None:
        """The trees of a score that is their average."""
        return ForestScore.of(self.score)

    def row_contributions(self, row: Rows, task: Task) -> tuple[Floats, float]:
        """(groups,) what each group adds to the score of a row, which is no sum, and to what."""
        background, groups = self.compared_rows, self.groups
        if self.forest is not None:
            return self.forest.contributions(row, background, groups.of)
        return shapley_row(self.score, row, background, groups, self.seed, task)


@dataclass(frozen=True, eq=False)
class ExplainedPart:
    """The contributions of the rows that share a score."""

    score: ClassScore
    places: Ints
    values: Floats
    held: NDArray[np.bool_]
    base: Floats
    scores: Floats


def explained_part(explainer: ScoreExplainer, X: Rows, places: Ints, task: Task) -> ExplainedPart:
    """The contributions to one score."""
    values, base = explainer.contributions(X, task)
    groups = explainer.groups
    may_be_absent = np.array([kind in ("word", "category") for kind in groups.kinds], dtype=bool)
    held = (dense(groups.sums(abs(X))) > 0) | ~may_be_absent
    score = explainer.score
    return ExplainedPart(score, places, values, held, base, score.scores(X))


def shapley_row(
    score: ClassScore, row: Rows, background: Rows, groups: FeatureGroups, seed: int, task: Task
) -> tuple[Floats, float]:
    """(groups,) the contributions to one row's score, and the background's mean score.

    Of very many groups, those that change the score most when hidden get their own value; the
    others, and the words that the row does not hold, share their part in equal measure.
    """
    if len(groups) <= MOST_PLAYERS:
        return shapley_values(score.scores, row, background, groups.of, seed=seed, task=task)
    usual = usual_values(background)
    features, pushes = occlusion_pushes(score.scores, row, usual)
    strength = np.bincount(groups.of[features], np.abs(pushes), minlength=len(groups))
    single = np.argsort(-strength, kind="stable")[: MOST_PLAYERS - 2]
    single = single[strength[single] > 0]
    held = np.zeros(len(groups), dtype=bool)
    held[groups.of[np.flatnonzero(dense(row).ravel())]] = True
    player = np.where(held, len(single), len(single) + 1)
    player[single] = np.arange(len(single))
    # Numbered without gaps: one of the two shared players may be empty.
    numbers, player = np.unique(player, return_inverse=True)
    found, base = shapley_values(
        score.scores, row, background, player[groups.of], seed=seed, task=task
    )
    sizes = np.bincount(player, minlength=len(numbers))
    return (found / sizes)[player], base


def one_table(
    parts: Sequence[ExplainedPart], groups: FeatureGroups, predicted: NDArray[np.generic]
) -> Contributions:
    """The parts as one, rows in their order."""
    order = np.argsort(np.concatenate([part.places for part in parts]), kind="stable")

    def rows(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])[order]

    def class_column(name: str) -> NDArray[np.object_]:
        named = np.empty(len(order), dtype=object)
        for part in parts:
            named[part.places] = class_names(part.score)[name]
        return named

    first = parts[0].score
    return Contributions(
        groups.names,
        rows("values"),
        rows("held"),
        rows("base"),
        rows("scores"),
        first.cutoff,
        class_column("category"),
        class_column("rival"),
        predicted,
        first.scale,
        all(part.score.additive is not None for part in parts),
    )


def class_names(score: ClassScore) -> dict[str, object]:
    """The class that a score speaks for, and the one that it speaks against."""
    against = 1 - score.column if len(score.classes) == 2 else score.rival
    return {
        "category": score.category,
        "rival": None if against is None else score.classes[against],
    }
