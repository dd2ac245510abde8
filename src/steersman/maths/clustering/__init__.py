"""Clustering as arrays: mixtures, spherical k-means, sparse rows and layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.maths.clustering.initial_centers import far_apart_rows, random_rows
    from steersman.maths.clustering.mixture_steps import (
        Method,
        MixtureProblem,
        MixtureStep,
        in_their_place,
        mixture_steps,
        weighted_shares,
    )
    from steersman.maths.clustering.mixtures import (
        MixtureCounts,
        MixtureParameters,
        mixture_counts,
        mixture_parameters,
        posteriors,
        smoothing_penalty,
    )
    from steersman.maths.clustering.nearest_centers import centers_of, turn_centers, unit_columns
    from steersman.maths.clustering.neighbor_layout import layout_points, nearest_rows
    from steersman.maths.clustering.sparse_rows import (
        Rows,
        row_products,
        rows_of,
        unit_rows,
        weighted_sums,
    )
    from steersman.maths.clustering.spherical import (
        SphericalStep,
        one_hot,
        spherical_steps,
    )
    from steersman.maths.clustering.term_odds import TermOdds, term_odds

__all__ = [
    "Method",
    "MixtureCounts",
    "MixtureParameters",
    "MixtureProblem",
    "MixtureStep",
    "Rows",
    "SphericalStep",
    "TermOdds",
    "centers_of",
    "far_apart_rows",
    "in_their_place",
    "layout_points",
    "mixture_counts",
    "mixture_parameters",
    "mixture_steps",
    "nearest_rows",
    "one_hot",
    "posteriors",
    "random_rows",
    "row_products",
    "rows_of",
    "smoothing_penalty",
    "spherical_steps",
    "term_odds",
    "turn_centers",
    "unit_columns",
    "unit_rows",
    "weighted_shares",
    "weighted_sums",
]

__getattr__ = lazy_exports(__name__, __file__)
