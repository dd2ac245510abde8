"""Find the settings of a model that meet a want with the least damage elsewhere."""

from steersman.learn.steering.allowances import Allowance
from steersman.learn.steering.attainable import Attainable
from steersman.learn.steering.by_scores import best_setting, steered_by_offsets, steered_by_scores
from steersman.learn.steering.error_frontier import frontier
from steersman.learn.steering.groups import MISSING, GroupOutcome
from steersman.learn.steering.holdout import confusion_of
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.reasons import Answer
from steersman.learn.steering.referring import (
    REFERRAL,
    ReferringClassifier,
    deciding_all,
    referring_step,
)
from steersman.learn.steering.steering import KEEP, Assurance, Steering, SteeringCode, steer
from steersman.learn.steering.thresholded import Scores, ThresholdedClassifier, class_scores
from steersman.learn.steering.visited import SeeModel, VisitedModel

__all__ = [
    "KEEP",
    "MISSING",
    "REFERRAL",
    "Allowance",
    "Answer",
    "Assurance",
    "Attainable",
    "Goal",
    "GroupOutcome",
    "ReferringClassifier",
    "Scores",
    "SeeModel",
    "SeenRanges",
    "Steering",
    "SteeringCode",
    "ThresholdedClassifier",
    "VisitedModel",
    "best_setting",
    "class_scores",
    "confusion_of",
    "deciding_all",
    "frontier",
    "referring_step",
    "steer",
    "steered_by_offsets",
    "steered_by_scores",
]
