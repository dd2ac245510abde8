"""Choose a model family, tune it and steer it automatically."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.automatic.candidates import numeric_candidates
    from steersman.learn.automatic.score_blend import ScoreBlend
    from steersman.learn.automatic.steered_classifier import SteeredClassifier
    from steersman.learn.automatic.steered_report import SteeredReport

__all__ = [
    "ScoreBlend",
    "SteeredClassifier",
    "SteeredReport",
    "numeric_candidates",
]

__getattr__ = lazy_exports(__name__, __file__)
