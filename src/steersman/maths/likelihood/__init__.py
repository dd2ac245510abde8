"""Likelihood coordinates: class counts, smoothing, curves and Bayes' rule in the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.maths.likelihood.bayes_geometry import (
        all_objects,
        bernoulli_likelihoods,
        cost_ratio,
        data_curve,
        data_slope,
        intercept_without_fixed_part,
        joint_points,
        likelihood_curve,
        likelihood_intercept,
        likelihood_points,
        local_slope,
        posterior_points,
        risks,
    )
    from steersman.maths.likelihood.beta_prior import (
        axis_end,
        credible_interval,
        interval_probabilities,
        prior_for_weight,
        prior_reach,
    )
    from steersman.maths.likelihood.coordinates import (
        EVERY_ROW,
        Numbers,
        bayes_intercept,
        log_odds_and_fixed_part,
        margins,
        odds_table,
        plane_coordinates,
        projected_points,
        under_line,
    )
    from steersman.maths.likelihood.counts import (
        CategoryCounts,
        ClassCounts,
        category_counts,
        class_counts,
        grouped_counts,
        presence,
    )
    from steersman.maths.likelihood.curves import Curve, fitted_curve
    from steersman.maths.likelihood.feature_scores import FEATURE_SCORES, frequency, top_features
    from steersman.maths.likelihood.feature_weights import TuningProblem, tuned_correction
    from steersman.maths.likelihood.held_out_coordinates import (
        fold_counts,
        leave_one_out_plane,
        leave_one_out_tables,
    )
    from steersman.maths.likelihood.likelihood_ratio import all_regions, long_product, power_curve
    from steersman.maths.likelihood.placed_counts import (
        count_placed_rows,
        count_split_points,
        placed_points,
    )
    from steersman.maths.likelihood.presence import Presence, presence_of
    from steersman.maths.likelihood.smoothing_targets import smoothing_for_weights

__all__ = [
    "EVERY_ROW",
    "FEATURE_SCORES",
    "CategoryCounts",
    "ClassCounts",
    "Curve",
    "Numbers",
    "Presence",
    "TuningProblem",
    "all_objects",
    "all_regions",
    "axis_end",
    "bayes_intercept",
    "bernoulli_likelihoods",
    "category_counts",
    "class_counts",
    "cost_ratio",
    "count_placed_rows",
    "count_split_points",
    "credible_interval",
    "data_curve",
    "data_slope",
    "fitted_curve",
    "fold_counts",
    "frequency",
    "grouped_counts",
    "intercept_without_fixed_part",
    "interval_probabilities",
    "joint_points",
    "leave_one_out_plane",
    "leave_one_out_tables",
    "likelihood_curve",
    "likelihood_intercept",
    "likelihood_points",
    "local_slope",
    "log_odds_and_fixed_part",
    "long_product",
    "margins",
    "odds_table",
    "placed_points",
    "plane_coordinates",
    "posterior_points",
    "power_curve",
    "presence",
    "presence_of",
    "prior_for_weight",
    "prior_reach",
    "projected_points",
    "risks",
    "smoothing_for_weights",
    "top_features",
    "tuned_correction",
    "under_line",
]

__getattr__ = lazy_exports(__name__, __file__)
