"""Rows that trees were fitted on are recognized, new ones are not."""

from __future__ import annotations

from itertools import product
from math import factorial, perm

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import ClassifierMixin
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesClassifier,
    GradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeClassifier

from steersman.learn.steering.tree_memory import (
    FittedTree,
    bootstrap_share,
    falling_share,
    fitted_trees,
    leaf_evidence,
    tree_fitted_share,
)

BAGGED = {
    "forest": RandomForestClassifier(60),
    "cautious": RandomForestClassifier(60, min_samples_leaf=5),
    "shallow": RandomForestClassifier(60, max_depth=4),
    "few rows each": RandomForestClassifier(60, max_samples=0.3),
    "balanced": RandomForestClassifier(60, class_weight="balanced"),
    "bootstrap of extra trees": ExtraTreesClassifier(60, bootstrap=True),
    "bagging": BaggingClassifier(n_estimators=60),
    "bagging of columns": BaggingClassifier(n_estimators=60, max_features=0.5),
}
WHOLE = {
    "extra trees": ExtraTreesClassifier(60),
    "tree": DecisionTreeClassifier(),
    "shallow tree": DecisionTreeClassifier(max_depth=5),
    "boosting": GradientBoostingClassifier(n_estimators=40),
}


def noisy_rows(n: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    return rng.normal(size=(n, 5)) + y[:, np.newaxis], y


@pytest.mark.parametrize("name", [*BAGGED, *WHOLE])
def test_the_own_rows_of_trees_are_recognized_in_any_order_and_new_ones_are_not(name: str) -> None:
    X, y = noisy_rows(600)
    model = ({**BAGGED, **WHOLE}[name]).set_params(random_state=0).fit(X[:300], y[:300])
    order = np.random.default_rng(1).permutation(300)
    assert tree_fitted_share(model, X[order], y[order]) == 1.0
    assert tree_fitted_share(model, csr_matrix(X[order]), y[order]) == 1.0
    assert tree_fitted_share(model, X[300:], y[300:]) is None


@pytest.mark.parametrize("name", ["forest", "balanced", "bagging", "bootstrap of extra trees"])
def test_a_forest_recognizes_the_part_that_it_has_seen(name: str) -> None:
    X, y = noisy_rows(900)
    model = BAGGED[name].set_params(random_state=0).fit(X[:600], y[:600])
    assert tree_fitted_share(model, X[450:600], y[450:600]) == 1.0
    half = tree_fitted_share(model, X[450:750], y[450:750])
    assert half == pytest.approx(0.5, abs=0.12)


@pytest.mark.parametrize("name", BAGGED)
@pytest.mark.parametrize("weighted", [False, True])
def test_every_own_row_fits_its_own_number(name: str, weighted: bool) -> None:
    """No tree has seen a row more often than the limit of the leaf that the row is in."""
    X, y = noisy_rows(200)
    weights = {"sample_weight": np.random.default_rng(3).uniform(0.1, 3.0, 200)} if weighted else {}
    model = BAGGED[name].set_params(random_state=2).fit(X, y, **weights)
    for each in fitted_trees(model):
        draws = np.bincount(each.sample, minlength=200)
        limits = each.most_draws(each.leaves(X.astype(np.float32)), y, draws)
        assert np.all(draws <= limits)


def test_new_rows_are_hardly_ever_taken_for_fitted_ones() -> None:
    """The chance that is allowed is one in 10,000; real rows have neighbors, too."""
    X, y = load_breast_cancer(return_X_y=True)
    rng = np.random.default_rng(0)
    for seed in range(30):
        order = rng.permutation(len(y))
        train, new = order[:280], order[280:]
        for model in (
            RandomForestClassifier(25, random_state=seed),
            DecisionTreeClassifier(max_leaf_nodes=4, random_state=seed),
        ):
            model.fit(X[train], y[train])
            assert tree_fitted_share(model, X[new], y[new]) is None


def test_models_that_are_not_of_trees_alone_remember_nothing() -> None:
    X, y = noisy_rows(90)
    assert tree_fitted_share(LogisticRegression().fit(X, y), X, y) is None
    bagged = BaggingClassifier(LogisticRegression(), n_estimators=3).fit(X, y)
    assert tree_fitted_share(bagged, X, y) is None
    # Stumps split most rows alike: that the sizes agree is no surprise.
    stumps = AdaBoostClassifier(n_estimators=2, random_state=0).fit(X, y)
    assert tree_fitted_share(stumps, X[:20], y[:20]) is None


class OneFeatureTree(ClassifierMixin):
    """A tree whose leaves are the values of its one column."""

    def __init__(self, counts: list[int]) -> None:
        # The root is not a leaf.
        self.n_node_samples = np.array([sum(counts), *counts])

    def apply(self, X: np.ndarray) -> np.ndarray:
        return X[:, 0].astype(np.int64)


@pytest.mark.parametrize(("counts", "rows"), [([2, 1, 1], 2), ([3, 2], 4), ([1, 4, 2], 3)])
def test_the_evidence_of_leaves_is_one_in_the_mean_for_new_rows(
    counts: list[int], rows: int
) -> None:
    """All draws of new rows, each weighed by its chance; and it is the ratio of two chances."""
    whole, trees = sum(counts), [FittedTree(OneFeatureTree(counts), None, None)]
    mean = 0.0
    for drawn in product(range(1, len(counts) + 1), repeat=rows):
        new = np.prod([counts[each - 1] / whole for each in drawn])
        found = np.bincount(drawn, minlength=len(counts) + 1)[1:]
        own = np.prod([perm(n, k) for n, k in zip(counts, found)]) / perm(whole, rows)
        evidence = np.exp(leaf_evidence(trees, np.array(drawn)[:, np.newaxis]))
        assert evidence == pytest.approx(own / new)
        mean += new * evidence
    assert mean == pytest.approx(1.0)


def test_draws_without_replacement_are_compared_with_those_with_it() -> None:
    for whole, part in ((5, 0), (5, 3), (9, 9)):
        exact = factorial(whole) / factorial(whole - part) / whole**part
        assert np.exp(falling_share(np.array([whole]), np.array([part])))[0] == pytest.approx(exact)


def test_the_share_of_a_sample_that_no_number_fits_is_found_by_hand() -> None:
    """One tree per row of the samples, so that a class which it mistakes rules out what it saw."""

    class Stump:
        n_node_samples = np.array([4, 2, 2])
        weighted_n_node_samples = np.array([4.0, 2.0, 2.0])
        value = np.array([[[0.5, 0.5]], [[1.0, 0.0]], [[0.0, 1.0]]])

        def apply(self, X: np.ndarray) -> np.ndarray:
            return 1 + (X[:, 0] > 0).astype(np.int64)

    rng = np.random.default_rng(0)
    trees = [FittedTree(Stump(), None, np.sort(rng.integers(0, 40, 40))) for _ in range(40)]
    # In leaves of the other class everywhere: only a number that no tree has drawn would fit.
    X, codes = np.ones((60, 1)), np.zeros(60, dtype=np.int64)
    seen = set(np.concatenate([each.sample for each in trees]).tolist())
    assert seen == set(range(40))
    assert bootstrap_share(trees, X, codes) is None
    # In leaves of their own class any number that was drawn rarely fits: chance explains it.
    assert bootstrap_share(trees, X, 1 - codes) is None
