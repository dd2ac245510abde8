"""What a model uses, why it scores a row as it does, and what would change its decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.explain.class_score import ClassScore, Scale, class_score
    from steersman.learn.explain.contributions import (
        Contributions,
        ScoreExplainer,
        explain,
        leading_classes,
    )
    from steersman.learn.explain.dependence import DependenceCurve, partial_dependence
    from steersman.learn.explain.feature_groups import (
        FeatureGroups,
        Kind,
        raw_feature_groups,
        single_features,
        word_groups,
    )
    from steersman.learn.explain.flips import Flip, ValueChange, smallest_flips
    from steersman.learn.explain.importance import (
        FeatureImportance,
        Importance,
        Measure,
        column_spreads,
        importance,
        likeliest_groups,
    )
    from steersman.learn.explain.matrices import is_sparse
    from steersman.learn.explain.occlusion import occlusion_pushes, usual_values
    from steersman.learn.explain.row_reasons import COMPARED_ROWS, RowReasons, reasons_text
    from steersman.learn.explain.shapley import shapley_values

__all__ = [
    "COMPARED_ROWS",
    "ClassScore",
    "Contributions",
    "DependenceCurve",
    "FeatureGroups",
    "FeatureImportance",
    "Flip",
    "Importance",
    "Kind",
    "Measure",
    "RowReasons",
    "Scale",
    "ScoreExplainer",
    "ValueChange",
    "class_score",
    "column_spreads",
    "explain",
    "importance",
    "is_sparse",
    "leading_classes",
    "likeliest_groups",
    "occlusion_pushes",
    "partial_dependence",
    "raw_feature_groups",
    "reasons_text",
    "shapley_values",
    "single_features",
    "smallest_flips",
    "usual_values",
    "word_groups",
]

__getattr__ = lazy_exports(__name__, __file__)
