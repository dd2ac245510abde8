"""Choose a model family, tune it and steer it without being told which."""

from steersman.learn.automatic.score_blend import ScoreBlend
from steersman.learn.automatic.steered_classifier import SteeredClassifier

__all__ = [
    "ScoreBlend",
    "SteeredClassifier",
]
