"""What a model uses, why it scores a row as it does, and what would change its decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.explain.class_score import ClassScore, class_score
    from steersman.learn.explain.contributions import (
        Contributions,
        ScoreExplainer,
        explain,
        leading_classes,
    )
    from steersman.learn.explain.dependence import DependenceCurve, partial_dependence
    from steersman.learn.explain.feature_groups import (
        FeatureGroups,
        raw_feature_groups,
        single_features,
    )
    from steersman.learn.explain.flips import Flip, ValueChange, smallest_flips
    from steersman.learn.explain.importance import (
        FeatureImportance,
        Importance,
        importance,
        likeliest_groups,
    )
    from steersman.learn.explain.occlusion import occlusion_pushes, usual_values
    from steersman.learn.explain.row_reasons import COMPARED_ROWS, RowReasons, reasons_text

__all__ = [
    "COMPARED_ROWS",
    "ClassScore",
    "Contributions",
    "DependenceCurve",
    "FeatureGroups",
    "FeatureImportance",
    "Flip",
    "Importance",
    "RowReasons",
    "ScoreExplainer",
    "ValueChange",
    "class_score",
    "explain",
    "importance",
    "leading_classes",
    "likeliest_groups",
    "occlusion_pushes",
    "partial_dependence",
    "raw_feature_groups",
    "reasons_text",
    "single_features",
    "smallest_flips",
    "usual_values",
]

__getattr__ = lazy_exports(__name__, __file__)
