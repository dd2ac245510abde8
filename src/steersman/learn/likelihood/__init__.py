"""Naive Bayes in the likelihood plane: the classifier, its best line and its tuning."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.likelihood.boundary import Boundary
    from steersman.learn.likelihood.classifier import LikelihoodSpaceClassifier
    from steersman.learn.likelihood.likelihood_plane import LikelihoodPlane, LikelihoodPlaneDisplay
    from steersman.learn.likelihood.lines import (
        Line,
        Metric,
        best_intercept,
        best_line,
        goal_for_sizes,
    )
    from steersman.learn.likelihood.multiclass import MulticlassLikelihoodSpaceClassifier
    from steersman.learn.likelihood.tuning import Setting, TunedSetting, autotune

__all__ = [
    "Boundary",
    "LikelihoodPlane",
    "LikelihoodPlaneDisplay",
    "LikelihoodSpaceClassifier",
    "Line",
    "Metric",
    "MulticlassLikelihoodSpaceClassifier",
    "Setting",
    "TunedSetting",
    "autotune",
    "best_intercept",
    "best_line",
    "goal_for_sizes",
]

__getattr__ = lazy_exports(__name__, __file__)
