"""Find the settings of a model that meet a want with the least damage elsewhere."""

from steersman.learn.steering.allowances import Allowance
from steersman.learn.steering.attainable import Attainable
from steersman.learn.steering.by_scores import best_setting, steered_by_offsets, steered_by_scores
from steersman.learn.steering.classifier_types import Rows, SteerableClassifier
from steersman.learn.steering.cutoff import CutoffPath, cutoff_path, with_cutoff
from steersman.learn.steering.error_frontier import Frontier, frontier
from steersman.learn.steering.groups import MISSING, GroupOutcome
from steersman.learn.steering.holdout import confusion_of
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.reasons import Answer
from steersman.learn.steering.steering import KEEP, Assurance, Steering, SteeringCode, steer
from steersman.learn.steering.steering_display import SteeringDisplay
from steersman.learn.steering.thresholded import Scores, ThresholdedClassifier, class_scores
from steersman.learn.steering.visited import SeeModel, VisitedModel

__all__ = [
    "KEEP",
    "MISSING",
    "Allowance",
    "Answer",
    "Assurance",
    "Attainable",
    "CutoffPath",
    "Frontier",
    "Goal",
    "GroupOutcome",
    "Rows",
    "Scores",
    "SeeModel",
    "SeenRanges",
    "SteerableClassifier",
    "Steering",
    "SteeringCode",
    "SteeringDisplay",
    "ThresholdedClassifier",
    "VisitedModel",
    "best_setting",
    "class_scores",
    "confusion_of",
    "cutoff_path",
    "frontier",
    "steer",
    "steered_by_offsets",
    "steered_by_scores",
    "with_cutoff",
]
