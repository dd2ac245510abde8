"""Clusters of documents: multinomial mixtures, spherical k-means and maps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.clustering.document_map import document_map
    from steersman.learn.clustering.mixture import MultinomialMixture
    from steersman.learn.clustering.spherical_kmeans import SphericalKMeans
    from steersman.learn.clustering.term_weights import term_weights

__all__ = [
    "MultinomialMixture",
    "SphericalKMeans",
    "document_map",
    "term_weights",
]

__getattr__ = lazy_exports(__name__, __file__)
