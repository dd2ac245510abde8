"""Exact contributions to the probability of a forest, from its trees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import OneToOneFeatureMixin
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier

from steersman.learn.explain.class_score import ClassScore
from steersman.learn.explain.matrices import Rows, is_sparse
from steersman.maths.tree_shapley import TreeArrays, tree_shapley_gains

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Singles = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ForestScore:
    """A score that is the average of trees: the trees, and how many they are."""

    score: ClassScore
    trees: TreeArrays

    @classmethod
    def of(cls, score: ClassScore) -> ForestScore | None:
        """The trees behind the probability of one of two classes; None for any other score."""
        forest = score.scorer
        known = isinstance(forest, RandomForestClassifier | ExtraTreesClassifier)
        plain = score.scale == "probability" and len(score.classes) == 2
        # Groups are those of the columns of the rows: each must stay a column of its own.
        aligned = all(isinstance(step, OneToOneFeatureMixin) for _, step in score.steps)
        if not (known and plain and aligned):
            return None
        return cls(score, stacked_trees(forest, score.column))

    def contributions(self, row: Rows, background: Rows, of: Ints) -> tuple[Floats, float]:
        """(groups,) exact Shapley values of one row (1, features) against the background rows, and
        the mean score of these.

        `of` (features,) is the group of each feature.
        """
        groups, own = int(of.max()) + 1, single_row(self.score.design(row), 0)
        behind = self.score.design(background)
        gains, base = np.zeros(groups), 0.0
        for place in range(behind.shape[0]):
            other = single_row(behind, place)
            found, value = tree_shapley_gains(self.trees, own, other, of, groups)
            gains, base = gains + found, base + value
        pairs = len(self.trees.roots) * behind.shape[0]
        return gains / pairs, base / pairs


def single_row(X: Rows, row: int) -> Singles:
    """(features,) a row in the numbers that scikit-learn's trees compare."""
    if not is_sparse(X):
        return np.asarray(X[row], dtype=np.float32)
    rows = csr_matrix(X)
    found = np.zeros(rows.shape[1], dtype=np.float32)
    part = slice(rows.indptr[row], rows.indptr[row + 1])
    found[rows.indices[part]] = rows.data[part]
    return found


def stacked_trees(forest: RandomForestClassifier | ExtraTreesClassifier, column: int) -> TreeArrays:
    """The nodes of all trees, with the share of a class as the value of each."""
    parts = [each.tree_ for each in forest.estimators_]
    roots = np.cumsum([0, *(tree.node_count for tree in parts[:-1])])
    shares = [tree.value[:, 0, :] for tree in parts]

    def children(name: str) -> Ints:
        moved = [
            np.where(getattr(tree, name) < 0, -1, getattr(tree, name) + root)
            for tree, root in zip(parts, roots)
        ]
        return np.concatenate(moved).astype(np.int64)

    return TreeArrays(
        roots.astype(np.int64),
        children("children_left"),
        children("children_right"),
        np.concatenate([tree.feature for tree in parts]).astype(np.int64),
        np.concatenate([tree.threshold for tree in parts]),
        np.concatenate([each[:, column] / each.sum(axis=1) for each in shares]),
    )
