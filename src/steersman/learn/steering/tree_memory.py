"""Rows that trees were fitted on, by what fitted trees keep of them: sizes of leaves and seeds.

A forest can draw its bootstrap samples again, so for each row that it was fitted on we know how
often each tree has seen it. A row of this number must then be in a leaf of the tree with that many
rows of its class. A new row of a class that some trees mistake fits no number: each of those trees
lets only rows pass that it has not seen, about a third. Trees without a bootstrap have no such
numbers, but no leaf can have more of their own rows than it counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from scipy.special import gammaincinv, gammaln

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST_ROWS = 2000  # compared with bootstrap samples
MOST_TELLING = 300  # of those that few numbers fit
MOST_DRAWS = 2 * 10**7  # rows times trees of which the samples are drawn again
TELLING = 1.0  # numbers that a new row fits by chance: rows that fit more say nothing
LUCK = 1e-4  # chance that new rows look like rows that were fitted on


@dataclass(frozen=True, eq=False)
class FittedTree:
    """A fitted tree, the columns that it uses, and the rows that it was fitted on, if drawn."""

    tree: Any
    columns: Ints | None
    sample: Ints | None

    def leaves(self, X: Any) -> Ints:
        """(rows,): the leaf of each row."""
        leaves: Ints = self.tree.apply(X if self.columns is None else X[:, self.columns])
        return leaves

    def most_draws(self, leaves: Ints, codes: Ints, draws: Ints) -> Ints:
        """(rows,): how often the tree can have seen a row of this class in this leaf at most.

        `draws` is how often it has seen each row that the forest was fitted on.
        """
        shares = self.tree.value[leaves, 0, :]
        weights = self.tree.weighted_n_node_samples[leaves]
        own = shares[np.arange(len(codes)), codes] / shares.sum(axis=1) * weights
        if not np.isclose(self.tree.weighted_n_node_samples[0], draws.sum()):
            # Classes or rows have weights: only a leaf without any row of the class is certain.
            return np.where(own > 0.0, draws.max(), 0)
        most = own
        if self.tree.n_node_samples[0] == np.count_nonzero(draws):
            # Each of the other rows of the leaf was seen at least once.
            most = np.minimum(most, weights - self.tree.n_node_samples[leaves] + 1)
        return np.asarray(np.rint(most), dtype=np.int64)


def fitted_trees(model: Any) -> list[FittedTree]:
    """The trees of a fitted model; none if it is not made of trees alone."""
    members = list(np.ravel(np.asarray(getattr(model, "estimators_", [model]), dtype=object)))
    trees: list[Any] = [getattr(each, "tree_", None) for each in members]
    if not trees or any(each is None for each in trees):
        return []
    columns = getattr(model, "estimators_features_", [None] * len(trees))
    drawn = getattr(model, "bootstrap", False) is True
    if drawn and trees[0].n_node_samples[0] * len(trees) > MOST_DRAWS:
        return []
    samples = model.estimators_samples_ if drawn else [None] * len(trees)
    return [FittedTree(*each) for each in zip(trees, columns, samples)]


def tree_rows(model: Any) -> int:
    """How many rows a model made of trees was fitted on."""
    each = fitted_trees(model)[0]
    return int(each.tree.n_node_samples[0] if each.sample is None else each.sample.max() + 1)


def tree_input(X: Any) -> Any:
    """The rows as trees take them: single precision, sparse rows one after the other."""
    rows: Any = X if issparse(X) else np.asarray(X)
    return rows.astype(np.float32).tocsr() if issparse(X) else rows.astype(np.float32)


def tree_fitted_share(model: Any, X: Any, codes: Ints) -> float | None:
    """The share of rows that a model made of trees was fitted on; None where nothing shows any.

    `codes` are the places of the rows' classes. New rows that equal fitted ones count too.
    """
    trees = fitted_trees(model)
    if not trees:
        return None
    rows = tree_input(X)
    if trees[0].sample is None:
        return 1.0 if leaf_evidence(trees, rows) >= -np.log(LUCK) else None
    at = np.random.default_rng(0).permutation(rows.shape[0])[:MOST_ROWS]
    return bootstrap_share(trees, rows[at], codes[at])


def bootstrap_share(trees: list[FittedTree], X: Any, codes: Ints) -> float | None:
    """The share of rows that fit the number of a row in the samples beyond those that would by
    chance; None where chance may explain them."""
    samples = [each.sample for each in trees if each.sample is not None]
    size = 1 + max(int(each.max()) for each in samples)
    draws = [np.bincount(each, minlength=size) for each in samples]
    most = [
        each.most_draws(each.leaves(X), codes, drawn) for each, drawn in zip(trees, draws)
    ]  # (trees,) of (rows,)
    # Trees draw independently, so that the chances of a number multiply.
    passing = [
        np.cumsum(np.bincount(drawn))[np.minimum(limit, drawn.max())] / size
        for limit, drawn in zip(most, draws)
    ]
    by_chance = size * np.prod(passing, axis=0)
    telling = np.flatnonzero(by_chance <= TELLING)[:MOST_TELLING]
    unmatched = sum(
        not is_matched([limit[row] for limit in most], [each[row] for each in passing], draws)
        for row in telling.tolist()
    )
    expected = float(np.exp(-by_chance[telling]).sum())
    # At most so many would not fit, were all as few as seen.
    if gammaincinv(unmatched + 1, 1.0 - LUCK) >= expected:
        return None
    return 1.0 - unmatched / expected


def is_matched(limits: list[int], passing: list[float], draws: list[Ints]) -> bool:
    """Whether some row of the samples was seen by no tree more often than its limit there."""
    left = np.arange(len(draws[0]))
    # Trees that let few pass come first.
    for tree in np.argsort(passing).tolist():
        left = left[draws[tree][left] <= limits[tree]]
        if not len(left):
            return False
    return True


def leaf_evidence(trees: list[FittedTree], X: Any) -> float:
    """The logarithm of how much likelier the rows are to fall in these leaves if they are some of
    those that the trees count there than if they are new.

    The mean over all trees, so that its chance to reach s with new rows is at most 1 / s.
    """
    found = []
    for each in trees:
        leaves, rows = np.unique(each.leaves(X), return_counts=True)
        counted, whole = each.tree.n_node_samples[leaves], int(each.tree.n_node_samples[0])
        if np.any(rows > counted):
            return -np.inf
        drawn = falling_share(counted, rows).sum()
        found.append(drawn - falling_share(np.array([whole]), np.array([X.shape[0]]))[0])
    return float(np.logaddexp.reduce(found) - np.log(len(found)))


def falling_share(whole: Ints, part: Ints) -> Floats:
    """log of n (n - 1) ... (n - k + 1) / n^k: k draws without replacement beside those with it."""
    return np.asarray(gammaln(whole + 1.0) - gammaln(whole - part + 1.0) - part * np.log(whole))
