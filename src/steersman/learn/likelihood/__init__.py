"""Naive Bayes in the likelihood plane: the classifier, its best line and its tuning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.likelihood.binned_columns import (
        Intervals,
        cut_into_intervals,
        leading,
        measured_columns,
        scales,
    )
    from steersman.learn.likelihood.boundary import Boundary
    from steersman.learn.likelihood.classifier import LikelihoodSpaceClassifier
    from steersman.learn.likelihood.cross_fitted_counts import Both, FoldedDocuments
    from steersman.learn.likelihood.feature_selection import selected_features
    from steersman.learn.likelihood.likelihood_plane import LikelihoodPlane, LikelihoodPlaneDisplay
    from steersman.learn.likelihood.lines import (
        MAX_SECONDS,
        Line,
        Metric,
        best_intercept,
        best_line,
        goal_for_sizes,
    )
    from steersman.learn.likelihood.multiclass import MulticlassLikelihoodSpaceClassifier
    from steersman.learn.likelihood.tuning import (
        STEEPEST,
        Setting,
        SettingSearch,
        TriedSetting,
        TunedSetting,
        autotune,
        checked_start,
    )

__all__ = [
    "MAX_SECONDS",
    "STEEPEST",
    "Both",
    "Boundary",
    "FoldedDocuments",
    "Intervals",
    "LikelihoodPlane",
    "LikelihoodPlaneDisplay",
    "LikelihoodSpaceClassifier",
    "Line",
    "Metric",
    "MulticlassLikelihoodSpaceClassifier",
    "Setting",
    "SettingSearch",
    "TriedSetting",
    "TunedSetting",
    "autotune",
    "best_intercept",
    "best_line",
    "checked_start",
    "cut_into_intervals",
    "goal_for_sizes",
    "leading",
    "measured_columns",
    "scales",
    "selected_features",
]

__getattr__ = lazy_exports(__name__, __file__)
