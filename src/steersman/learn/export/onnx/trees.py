"""Trees as one ONNX operation: those of forests and of boosting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steersman.learn.export.onnx.graph import Graph

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Tree(NamedTuple):
    """One tree by its nodes: to the left where a feature is at most the threshold.

    `left` is -1 at a leaf, whose `weights` (nodes, targets) are what it adds to each target.
    """

    features: Ints
    thresholds: Floats
    left: Ints
    right: Ints
    weights: Floats


def forest_trees(forest: Any) -> list[Tree]:
    """The trees of a forest; each leaf adds its share of the classes, over all trees."""
    trees = []
    for member in forest.estimators_:
        tree = member.tree_
        shares = tree.value[:, 0, :]
        shares = shares / shares.sum(axis=1, keepdims=True) / len(forest.estimators_)
        trees.append(
            Tree(tree.feature, tree.threshold, tree.children_left, tree.children_right, shares)
        )
    return trees


def boosted_trees(boosting: Any, targets: int) -> list[Tree]:
    """The trees of gradient boosting; each round has one for each target."""
    trees = []
    for members in boosting._predictors:
        for target, member in enumerate(members):
            nodes = member.nodes
            ends = nodes["is_leaf"].astype(bool)
            weights = np.zeros((len(nodes), targets))
            weights[:, target] = nodes["value"]
            left = np.where(ends, -1, nodes["left"].astype(np.int64))
            right = np.where(ends, -1, nodes["right"].astype(np.int64))
            features = nodes["feature_idx"].astype(np.int64)
            trees.append(Tree(features, nodes["num_threshold"], left, right, weights))
    return trees


def tree_scores(graph: Graph, rows: str, trees: Sequence[Tree]) -> str:
    """(rows, targets): what the leaves that rows reach add up to."""
    tensor = graph.onnx.numpy_helper.from_array
    sizes = [len(tree.left) for tree in trees]
    owner = np.repeat(np.arange(len(trees)), sizes)
    number = np.concatenate([np.arange(size) for size in sizes])
    left = np.concatenate([tree.left for tree in trees])
    right = np.concatenate([tree.right for tree in trees])
    features = np.concatenate([tree.features for tree in trees])
    thresholds = np.concatenate([tree.thresholds for tree in trees]).astype(np.float64)
    weights = np.concatenate([tree.weights for tree in trees])
    ends = left < 0
    targets = weights.shape[1]
    summed = graph.add(
        "TreeEnsembleRegressor",
        rows,
        domain="ai.onnx.ml",
        n_targets=targets,
        aggregate_function="SUM",
        post_transform="NONE",
        nodes_treeids=owner.tolist(),
        nodes_nodeids=number.tolist(),
        nodes_featureids=np.where(ends, 0, features).tolist(),
        nodes_values_as_tensor=tensor(np.where(ends, 0.0, thresholds)),
        nodes_modes=np.where(ends, "LEAF", "BRANCH_LEQ").tolist(),
        nodes_truenodeids=np.where(ends, 0, left).tolist(),
        nodes_falsenodeids=np.where(ends, 0, right).tolist(),
        target_treeids=np.repeat(owner[ends], targets).tolist(),
        target_nodeids=np.repeat(number[ends], targets).tolist(),
        target_ids=np.tile(np.arange(targets), int(ends.sum())).tolist(),
        target_weights_as_tensor=tensor(np.ascontiguousarray(weights[ends].ravel())),
    )
    return graph.cast(summed, "DOUBLE")
