"""All measures of clusters against categories, with intervals."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import linear_sum_assignment
from scipy.special import comb, entr

from steersman.evaluate.clusters import (
    contingency,
    information_of_table,
    matched_share_of_table,
    nmi_of_table,
    purity_of_table,
    rand_of_table,
)
from steersman.evaluate.intervals import Figure, checked_z

Floats = NDArray[np.float64]


def cluster_figures(
    labels_true: ArrayLike,
    labels_pred: ArrayLike,
    *,
    confidence: float = 0.95,
    n_resamples: int = 500,
    random_state: int | np.random.Generator = 0,
) -> list[Figure]:
    """Purity, matched accuracy, NMI, adjusted Rand and mutual information in bits, with intervals.

    The intervals are percentile bootstrap intervals. Rows of one category and cluster are alike,
    so tables are drawn instead of rows; the clusters stay as they are. The matching is found anew
    for each table.

    >>> for figure in cluster_figures(list("xxoo") * 9, [0, 0, 1, 0] * 9):
    ...     print(f"{figure.name} {figure.value:.2f} [{figure.low:.2f}, {figure.high:.2f}]")
    purity 0.75 [0.61, 0.89]
    matched accuracy 0.75 [0.61, 0.89]
    NMI 0.35 [0.18, 0.58]
    adjusted Rand 0.23 [0.01, 0.59]
    mutual information 0.31 [0.14, 0.54]
    """
    checked_z(confidence)
    counts = contingency(labels_true, labels_pred)
    rng = np.random.default_rng(random_state)
    n_rows = int(counts.sum())
    # Drawing rows with replacement is drawing the cells of the table, at a cost without the rows.
    drawn = rng.multinomial(n_rows, counts.ravel() / n_rows, size=n_resamples)
    tables = drawn.reshape(n_resamples, *counts.shape).astype(np.float64)
    tails = [(1 - confidence) / 2, (1 + confidence) / 2]
    measured = {
        "purity": (purity_of_table(counts), tables.max(axis=1).sum(axis=1) / n_rows),
        "matched accuracy": (matched_share_of_table(counts), matched_counts(tables) / n_rows),
        "NMI": (nmi_of_table(counts), nmi_of_tables(tables)),
        "adjusted Rand": (rand_of_table(counts), rand_of_tables(tables)),
        "mutual information": (information_of_table(counts), bits_of_tables(tables)),
    }
    found = []
    for name, (value, resampled) in measured.items():
        low, high = (float(end) for end in np.quantile(resampled, tails))
        found.append(Figure(name, value, low, high, confidence, "percentile bootstrap"))
    return found


def matched_counts(tables: Floats) -> Floats:
    """(tables,) how many rows agree under each table's best matching."""
    return np.array([table[linear_sum_assignment(table, maximize=True)].sum() for table in tables])


def entropies_of_tables(tables: Floats) -> tuple[Floats, Floats, Floats]:
    """(tables,) each: entropies of the categories and of the clusters, and what they share."""
    shares = tables / tables.sum(axis=(1, 2), keepdims=True)
    of_categories = entr(shares.sum(axis=2)).sum(axis=1)
    of_clusters = entr(shares.sum(axis=1)).sum(axis=1)
    information = of_categories + of_clusters - entr(shares).sum(axis=(1, 2))
    return of_categories, of_clusters, np.maximum(information, 0.0)


def bits_of_tables(tables: Floats) -> Floats:
    """(tables,) mutual information in bits."""
    return np.asarray(entropies_of_tables(tables)[2] / np.log(2.0))


def nmi_of_tables(tables: Floats) -> Floats:
    """(tables,) mutual information over the geometric mean of the entropies."""
    of_categories, of_clusters, information = entropies_of_tables(tables)
    mean = np.sqrt(of_categories * of_clusters)
    # Two partitions of one part each are the same; if only one of them is, it tells nothing.
    trivial = np.where((of_categories == 0) & (of_clusters == 0), 1.0, 0.0)
    return np.where(mean > 0, information / np.where(mean > 0, mean, 1.0), trivial)


def rand_of_tables(tables: Floats) -> Floats:
    """(tables,) agreement over pairs of rows, corrected for chance."""
    together = comb(tables, 2).sum(axis=(1, 2))
    of_categories = comb(tables.sum(axis=2), 2).sum(axis=1)
    of_clusters = comb(tables.sum(axis=1), 2).sum(axis=1)
    expected = of_categories * of_clusters / comb(tables.sum(axis=(1, 2)), 2)
    most = (of_categories + of_clusters) / 2
    spread = most - expected
    # Without spread both put all rows together, or every row apart: they agree.
    return np.where(spread > 0, (together - expected) / np.where(spread > 0, spread, 1.0), 1.0)
