"""Clustering as arrays: mixtures, spherical k-means, sparse rows and layouts."""

from steersman.maths.clustering.initial_centers import far_apart_rows, random_rows
from steersman.maths.clustering.mixture_steps import (
    Method,
    MixtureProblem,
    MixtureStep,
    in_their_place,
)
from steersman.maths.clustering.mixtures import (
    MixtureCounts,
    MixtureParameters,
    mixture_counts,
    mixture_parameters,
    posteriors,
)
from steersman.maths.clustering.neighbor_layout import layout_points, nearest_rows
from steersman.maths.clustering.sparse_rows import Rows, row_products, rows_of, unit_rows
from steersman.maths.clustering.spherical import SphericalStep, spherical_steps, unit_columns
from steersman.maths.clustering.term_odds import TermOdds

__all__ = [
    "Method",
    "MixtureCounts",
    "MixtureParameters",
    "MixtureProblem",
    "MixtureStep",
    "Rows",
    "SphericalStep",
    "TermOdds",
    "far_apart_rows",
    "in_their_place",
    "layout_points",
    "mixture_counts",
    "mixture_parameters",
    "nearest_rows",
    "posteriors",
    "random_rows",
    "row_products",
    "rows_of",
    "spherical_steps",
    "unit_columns",
    "unit_rows",
]
