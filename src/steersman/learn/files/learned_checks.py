"""What a model learned, checked against itself: shapes, ranges and sums that no fit breaks.

A forged number that some training set could have given looks like a real one. What no
training set gives is refused: counts below zero, probabilities that do not add up, weights of
another number of columns, programs whose paths lead nowhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

# Only for types: a model of one family is loaded without importing the others.
if TYPE_CHECKING:
    from sklearn.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB
    from sklearn.preprocessing import StandardScaler
    from sklearn.tree import DecisionTreeClassifier

    from steersman.learn.likelihood import LikelihoodSpaceClassifier
    from steersman.learn.martingale import MartingaleBoostClassifier, Node, Program

NEAR = 1e-6


def numbers(value: Any, *shape: int) -> bool:
    """Whether these are finite floats of a shape."""
    return (
        isinstance(value, np.ndarray)
        and value.dtype in (np.float64, np.float32)
        and value.shape == shape
        and bool(np.isfinite(value).all())
    )


def counts(value: Any, *shape: int) -> bool:
    """Whether these are floats of a shape, none below zero."""
    return numbers(value, *shape) and bool((value >= 0).all())


def near(left: ArrayLike, right: ArrayLike) -> bool:
    return bool(np.allclose(left, right, rtol=NEAR, atol=NEAR))


def sizes(model: Any) -> tuple[int, int]:
    """The number of classes and of features; an error where classes are named twice."""
    classes, features = model.classes_, model.n_features_in_
    if np.ndim(classes) != 1 or len(set(classes.tolist())) != len(classes):
        raise ValueError("classes are named twice")
    return len(classes), int(features)


def scaler_fits(model: StandardScaler) -> bool:
    """Whether means, variances and scales of columns belong together."""
    features = int(model.n_features_in_)
    seen = np.asarray(model.n_samples_seen_)
    if model.with_mean and not numbers(model.mean_, features):
        return False
    if model.with_std:
        # A column that never varies is not scaled.
        varied = counts(model.var_, features) and numbers(model.scale_, features)
        moved = varied and (model.scale_ != 1.0)
        if not varied or not near(model.scale_[moved] ** 2, model.var_[moved]):
            return False
    return seen.shape in ((), (features,)) and bool((seen > 0).all())


def linear_fits(model: Any) -> bool:
    """Whether there is a weight for each column, and an intercept for each row of weights."""
    classes, features = sizes(model)
    rows = 1 if classes == 2 else classes
    intercept = np.atleast_1d(np.asarray(model.intercept_, dtype=np.float64))
    return numbers(model.coef_, rows, features) and numbers(
        np.broadcast_to(intercept, (rows,)), rows
    )


def gaussian_fits(model: GaussianNB) -> bool:
    """Whether every class has a mean and a variance for each column, and a share."""
    classes, features = sizes(model)
    return (
        numbers(model.theta_, classes, features)
        and counts(model.var_, classes, features)
        and counts(model.class_prior_, classes)
        and near(model.class_prior_.sum(), 1.0)
        and counts(model.class_count_, classes)
        and float(model.epsilon_) >= 0.0
        # It was added to every variance, those of columns that never vary too.
        and bool((model.var_ >= float(model.epsilon_) * (1 - NEAR)).all())
    )


def counting_fits(model: BernoulliNB | MultinomialNB) -> bool:
    """Whether words were counted, and the probabilities of classes add up."""
    classes, features = sizes(model)
    chances = model.feature_log_prob_
    return (
        counts(model.class_count_, classes)
        and counts(model.feature_count_, classes, features)
        and chances.dtype.kind == "f"
        and chances.shape == (classes, features)
        and bool((chances <= NEAR).all())
        and model.class_log_prior_.shape == (classes,)
        and near(np.exp(model.class_log_prior_).sum(), 1.0)
    )


def plane_fits(model: LikelihoodSpaceClassifier) -> bool:
    """Whether the documents with a word are no more than there are, and sums are sums."""
    classes, features = sizes(model)
    documents, words, all_words = (
        model.class_count_,
        model.feature_count_,
        model.total_feature_count_,
    )
    if not (
        counts(documents, classes)
        and counts(words, classes, features)
        and counts(all_words, features)
        and bool((words <= documents[:, np.newaxis] + NEAR).all())
        and bool((words <= all_words + NEAR).all())
        and bool((all_words <= model.total_count_ + NEAR).all())
    ):
        return False
    # A document of several classes is counted in each of them, but once in all.
    return bool(model.overlapping_) or (
        near(words.sum(axis=0), all_words) and near(documents.sum(), model.total_count_)
    )


def tree_fits(model: DecisionTreeClassifier) -> bool:
    """Whether every node of a tree has shares of the classes, and cuts at a number."""
    tree, classes = model.tree_, len(model.classes_)
    inner = tree.children_left != -1
    return (
        int(model.n_outputs_) == 1
        and int(model.n_classes_) == classes == int(tree.max_n_classes)
        and counts(np.ascontiguousarray(tree.value), tree.node_count, 1, classes)
        and near(tree.value.sum(axis=2), 1.0)
        and bool(np.isfinite(tree.threshold[inner]).all())
    )


def program_fits(model: MartingaleBoostClassifier) -> bool:
    """Whether all paths of a program lead on, level by level, to a class."""
    (classes, _), program = sizes(model), model.graph_
    nodes = program.nodes
    return (
        program.classes == classes
        and len(program.decisions) == len(nodes) == len(program.labels)
        and numbers(model._end_logits, len(nodes), classes)
        and is_matrix(model.matrix_, classes)
        and all(node_fits(each, program, classes) for each in nodes)
        and all(decision_fits(each, classes) for each in program.decisions)
        and all(
            each.dtype.kind == "f" and np.isfinite(each).all()
            for each in vars(model._features).values()
            if isinstance(each, np.ndarray)
        )
    )


def node_fits(node: Node, program: Program, classes: int) -> bool:
    """Whether one node ends in a class, or leads on with one child a class."""
    links = [int(each) for each in node.children]
    if node.label >= 0:
        return node.label < classes and 0 <= node.level <= program.levels
    return (
        len(node.votes) == len(node.rows) == len(links) == classes
        and min(*node.votes, *node.rows) >= 0
        and sum(node.votes) == node.level
        and all(0 < each < len(program.nodes) for each in links)
        and all(program.nodes[each].level == node.level + 1 for each in links)
        and is_matrix(node.matrix, classes)
        and len(node.shift) in (0, classes)
        and not np.isnan(np.asarray(node.shift, dtype=np.float64)).any()
    )


def decision_fits(decision: object, classes: int) -> bool:
    """Whether the weights of a node are those of all classes."""
    weights = getattr(decision, "weights", None)
    if weights is None:
        return True
    # An absent class has an intercept of -inf.
    highest = np.max(weights, initial=-np.inf)
    return bool(weights.ndim == 2 and len(weights) == classes and highest < np.inf)


def is_matrix(value: Any, classes: int) -> bool:
    """Whether this is a confusion matrix."""
    return bool(value.shape == (classes, classes) and value.dtype.kind == "i" and value.min() >= 0)


LEARNED: Mapping[str, Callable[[Any], bool]] = {
    "sklearn.StandardScaler": scaler_fits,
    "sklearn.LogisticRegression": linear_fits,
    "sklearn.LinearSVC": linear_fits,
    "steersman.SteerableLogisticRegression": linear_fits,
    "sklearn.GaussianNB": gaussian_fits,
    "sklearn.BernoulliNB": counting_fits,
    "sklearn.MultinomialNB": counting_fits,
    "steersman.LikelihoodSpaceClassifier": plane_fits,
    "sklearn.DecisionTreeClassifier": tree_fits,
    "steersman.MartingaleBoostClassifier": program_fits,
}
"""Checks by library and class."""
