"""Trees that came from a file, checked before anything walks down them.

scikit-learn follows the numbers in a tree without looking, so a forged file could send it out of
its arrays or round in circles. Here every child must come after its parent and within the tree,
every feature be one that the model has; search trees of neighbors are rebuilt.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble._hist_gradient_boosting.predictor import TreePredictor
from sklearn.neighbors import KDTree
from sklearn.tree._tree import Tree

from steersman.errors import SteersmanError
from steersman.learn.files.array_checks import check_arrays

Ints = NDArray[np.int64]
BITSET_WORDS = 8


def check_trees(model: object) -> None:
    """Raise an error for a malformed tree or array in the model; rebuild trees of neighbors."""
    for found, n_features in parts(model, None, set()):
        check_arrays(found)
        if isinstance(found, Tree):
            inner = found.children_left != -1
            nodes = found.children_left, found.children_right, found.feature
            check_tree(inner, *nodes, n_features or found.n_features)
        elif isinstance(found, TreePredictor):
            check_predictor(found, n_features or 0)
        elif isinstance(getattr(found, "_tree", None), KDTree):
            found._tree = KDTree(  # type: ignore[attr-defined]
                np.asarray(found._fit_X, dtype=np.float64),  # type: ignore[attr-defined]
                found.leaf_size,  # type: ignore[attr-defined]
                metric=found.effective_metric_,  # type: ignore[attr-defined]
                **found.effective_metric_params_,  # type: ignore[attr-defined]
            )


def parts(
    value: object, n_features: int | None, seen: set[int]
) -> Iterator[tuple[object, int | None]]:
    """Everything inside a model, each with the fewest features of what holds it."""
    if id(value) in seen or isinstance(value, str | bytes | int | float | None):
        return
    # Parts may be shared, and a forged file may have them refer to each other.
    seen.add(id(value))
    yield value, n_features
    inner: list[object] = []
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list | tuple | set | frozenset):
        inner = list(value)
    elif isinstance(value, np.ndarray):
        inner = list(value.ravel()) if value.dtype == object else []
    elif hasattr(value, "__dict__"):
        inner = list(vars(value).values())
        own = vars(value).get("n_features_in_")
        if isinstance(own, int | np.integer):
            # A forged part could claim more features than the rows it is given have.
            n_features = int(own) if n_features is None else min(n_features, int(own))
    for each in inner:
        yield from parts(each, n_features, seen)


def check_tree(
    inner: NDArray[np.bool_], left: Ints, right: Ints, feature: Ints, n_features: int
) -> None:
    """Raise an error unless every inner node leads on, within the tree, by a known feature."""
    place = np.arange(len(inner))
    fine = np.ones(len(inner), dtype=bool)
    for child in (left.astype(np.int64), right.astype(np.int64)):
        # With every child after its parent, no walk can go in circles.
        fine &= (child > place) & (child < len(inner))
    fine &= (feature >= 0) & (feature < n_features)
    if not len(inner) or not fine[inner].all():
        raise SteersmanError(
            "the model file contains an invalid tree",
            todo="do not use it; train the model again",
            code="damaged-model",
        )


def check_predictor(predictor: TreePredictor, n_features: int) -> None:
    """Check a tree of gradient boosting, whose categories are sets of bits."""
    nodes = predictor.nodes
    inner = nodes["is_leaf"] == 0
    check_tree(inner, nodes["left"], nodes["right"], nodes["feature_idx"], n_features)
    rows = nodes["bitset_idx"][inner & (nodes["is_categorical"] != 0)]
    for bits in (predictor.raw_left_cat_bitsets, predictor.binned_left_cat_bitsets):
        if len(rows) and (bits.shape[1:] != (BITSET_WORDS,) or rows.max() >= len(bits)):
            raise SteersmanError(
                "the model file contains a tree without its categories",
                todo="train the model again",
                code="damaged-model",
            )
