"""Clusters beside the categories that the data came with."""

from __future__ import annotations

import numpy as np

from steersman.evaluate import cluster_figures, contingency
from steersman.evaluate.clusters import matched_places
from steersman.session.clusters.groups import ClusterGroups
from steersman.session.clusters.shapes import ComparisonValues
from steersman.session.clusters.suggestion import UNKNOWN
from steersman.session.datasets.corpus import Corpus


def comparison_values(corpus: Corpus, groups: ClusterGroups) -> ComparisonValues | None:
    """The table of clusters and categories with its measures; None where nothing can be compared.

    Rows with several categories or none are left out, and so are rows whose label was used.
    Categories come by size; each cluster stands in the row of the category that it is matched
    with, clusters without one below. Pairs that share no row are no match.
    """
    category = groups.ground.category
    used = groups.clustering.known != UNKNOWN
    rows = np.flatnonzero((category != UNKNOWN) & ~used)
    if len(rows) < 2:
        return None
    true, cluster = category[rows], groups.labels[rows]
    categories, clusters = np.unique(true), np.unique(cluster)
    table = contingency(true, cluster)  # (categories, clusters)
    by_size = np.argsort(-table.sum(axis=1), kind="stable")
    partner = {
        int(categories[at]): int(clusters[found])
        for found, at in matched_places(table)
        if table[at, found]
    }
    matched = [partner[each] for each in categories[by_size].tolist() if each in partner]
    order = matched + [each for each in clusters.tolist() if each not in matched]
    places = np.searchsorted(clusters, order)
    return {
        "categories": [corpus.categories[each] for each in categories[by_size].tolist()],
        "category_sizes": table.sum(axis=1)[by_size].tolist(),
        "clusters": order,
        "table": table[by_size][:, places].T.tolist(),
        "partners": {str(found): corpus.categories[each] for each, found in partner.items()},
        "figures": [
            {
                "name": figure.name,
                "value": figure.value,
                "low": figure.low,
                "high": figure.high,
                "method": figure.method,
            }
            for figure in cluster_figures(true, cluster)
        ],
        "rows": len(rows),
        "several": int((category == UNKNOWN).sum()),
        "used": int(used.sum()),
    }
