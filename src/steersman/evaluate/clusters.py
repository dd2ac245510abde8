"""Measures of how well clusters agree with categories."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linear_sum_assignment
from scipy.stats import entropy, gmean
from sklearn.metrics import mutual_info_score

from steersman.data.splits import codes_and_sizes
from steersman.errors import SteersmanError, check_choice

Normalization = Literal["geometric", "arithmetic", "min", "max"]


def contingency(labels_true: ArrayLike, labels_pred: ArrayLike) -> NDArray[np.int64]:
    """(categories, clusters) counts of rows, both in the order of their sorted names.

    >>> contingency(["x", "x", "o"], [0, 1, 1])
    array([[0, 1],
           [1, 1]])
    """
    true, predicted = np.asarray(labels_true), np.asarray(labels_pred)
    if true.ndim != 1 or true.shape != predicted.shape or not len(true):
        raise SteersmanError(
            f"categories have shape {true.shape}, clusters {predicted.shape}",
            todo="pass one category and one cluster per row, with at least one row",
            code="labels-shape",
            true=true.shape,
            predicted=predicted.shape,
        )
    category, categories = codes_and_sizes(true)
    cluster, clusters = codes_and_sizes(predicted)
    cells = np.bincount(
        category * len(clusters) + cluster, minlength=len(categories) * len(clusters)
    )
    return cells.reshape(len(categories), len(clusters))


def purity(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """The share of rows that belong to the most frequent category of their cluster.

    It is 1 for clusters of one row each: read it together with `nmi`.

    >>> purity(["x", "x", "o", "o"], [0, 0, 0, 1])
    0.75
    """
    return purity_of_table(contingency(labels_true, labels_pred))


def purity_of_table(counts: NDArray[np.int64]) -> float:
    """Purity, from the (categories, clusters) counts of rows."""
    return float(counts.max(axis=0).sum() / counts.sum())


def matched_clusters(labels_true: ArrayLike, labels_pred: ArrayLike) -> dict[object, object]:
    """Cluster -> category, each used once, so that as many rows as possible agree (Hungarian).

    >>> matched_clusters(["x", "x", "o"], [7, 7, 3])
    {3: 'o', 7: 'x'}
    """
    counts = contingency(labels_true, labels_pred)
    categories, clusters = np.unique(labels_true).tolist(), np.unique(labels_pred).tolist()
    return {clusters[k]: categories[c] for k, c in matched_places(counts)}


def matched_places(counts: NDArray[np.int64]) -> list[tuple[int, int]]:
    """The best matching of a (categories, clusters) table: columns with their rows, in order."""
    category, cluster = linear_sum_assignment(counts, maximize=True)
    return sorted(zip(cluster.tolist(), category.tolist(), strict=True))


def matched_accuracy(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """The highest share of rows that agree when each cluster is matched to at most one category.

    >>> matched_accuracy(["x", "x", "o", "o"], [1, 1, 0, 1])
    0.75
    """
    return matched_share_of_table(contingency(labels_true, labels_pred))


def matched_share_of_table(counts: NDArray[np.int64]) -> float:
    """Matched accuracy, from the (categories, clusters) counts of rows."""
    return float(counts[linear_sum_assignment(counts, maximize=True)].sum() / counts.sum())


def nmi(
    labels_true: ArrayLike, labels_pred: ArrayLike, normalization: Normalization = "geometric"
) -> float:
    """Mutual information of categories and clusters, divided by a mean of their entropies.

    Parameters
    ----------
    labels_true, labels_pred : array-like of shape (rows,)
        Categories and clusters of the rows.
    normalization : {"geometric", "arithmetic", "min", "max"}
        Mean of the two entropies to divide by.

    Returns
    -------
    float
        0 for independent labels, 1 for the same partition.

    Examples
    --------
    >>> nmi(["x", "x", "o", "o"], [1, 1, 0, 0])
    1.0
    """
    counts = contingency(labels_true, labels_pred)
    check_choice("normalization", normalization, ("geometric", "arithmetic", "min", "max"))
    return nmi_of_table(counts, normalization)


def nmi_of_table(counts: NDArray[np.int64], normalization: Normalization = "geometric") -> float:
    """Normalized mutual information, from the (categories, clusters) counts of rows."""
    # Two partitions of one part each are the same.
    if counts.shape == (1, 1):
        return 1.0
    information = float(mutual_info_score(None, None, contingency=counts))
    if information == 0.0:
        return 0.0
    entropies = [float(entropy(counts.sum(axis=axis))) for axis in (1, 0)]
    means: dict[Normalization, Callable[[list[float]], float]] = {
        "geometric": gmean,
        "arithmetic": np.mean,
        "min": min,
        "max": max,
    }
    return float(information / means[normalization](entropies))


def mutual_information(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """How many bits the cluster of a row tells about its category, and the other way round.

    At most the entropy of either: one bit for two categories of the same size.

    >>> mutual_information(["x", "x", "o", "o"], [1, 1, 0, 0])
    1.0
    """
    return information_of_table(contingency(labels_true, labels_pred))


def information_of_table(counts: NDArray[np.int64]) -> float:
    """Mutual information in bits, from the (categories, clusters) counts of rows."""
    return float(mutual_info_score(None, None, contingency=counts) / np.log(2.0))


def adjusted_rand(labels_true: ArrayLike, labels_pred: ArrayLike) -> float:
    """Agreement over pairs of rows, corrected for chance: 0 expected by chance, 1 the same.

    >>> adjusted_rand(["x", "x", "o", "o"], [1, 1, 0, 0])
    1.0
    """
    return rand_of_table(contingency(labels_true, labels_pred))


def rand_of_table(counts: NDArray[np.int64]) -> float:
    """The adjusted Rand index, from the (categories, clusters) counts of rows."""
    # Of Python's numbers, which have no largest: pairs of pairs of rows are many.
    rows = int(counts.sum())
    together = int((counts**2).sum())
    same_category = int((counts.sum(axis=1) ** 2).sum()) - together
    same_cluster = int((counts.sum(axis=0) ** 2).sum()) - together
    apart = rows**2 - same_category - same_cluster - together
    both = together - rows
    if same_category == same_cluster == 0:
        return 1.0
    chance = (both + same_category) * (same_category + apart)
    chance += (both + same_cluster) * (same_cluster + apart)
    return 2.0 * (both * apart - same_category * same_cluster) / chance
