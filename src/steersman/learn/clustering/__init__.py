"""Clusters of documents: multinomial mixtures, spherical k-means and maps."""

from steersman.learn.clustering.mixture import MultinomialMixture
from steersman.learn.clustering.spherical_kmeans import SphericalKMeans

__all__ = [
    "MultinomialMixture",
    "SphericalKMeans",
]
