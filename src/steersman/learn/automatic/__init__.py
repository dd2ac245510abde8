"""Choose a model family, tune it and steer it automatically."""

from steersman.learn.automatic.score_blend import ScoreBlend
from steersman.learn.automatic.steered_classifier import SteeredClassifier

__all__ = [
    "ScoreBlend",
    "SteeredClassifier",
]
