"""Find the settings of a model that meet a want with the least damage elsewhere."""

from steersman.learn.steering.allowances import Allowance
from steersman.learn.steering.attainable import Attainable
from steersman.learn.steering.by_scores import best_setting, steered_by_offsets, steered_by_scores
from steersman.learn.steering.calibration import (
    calibrate,
    calibration_of,
    learn_calibration,
    with_calibration,
)
from steersman.learn.steering.classifier_types import Rows, SteerableClassifier
from steersman.learn.steering.cutoff import CutoffPath, cutoff_path, with_cutoff
from steersman.learn.steering.error_frontier import Frontier, frontier
from steersman.learn.steering.groups import MISSING, GroupOutcome
from steersman.learn.steering.holdout import confusion_of
from steersman.learn.steering.ranking import Goal, SeenRanges
from steersman.learn.steering.reasons import Answer
from steersman.learn.steering.score_calibration import (
    CALIBRATION_METHODS,
    CalibrationMethod,
    ScoreCalibration,
)
from steersman.learn.steering.steering import KEEP, Assurance, Steering, SteeringCode, steer
from steersman.learn.steering.thresholded import Scores, ThresholdedClassifier, class_scores
from steersman.learn.steering.visited import SeeModel, VisitedModel

__all__ = [
    "CALIBRATION_METHODS",
    "KEEP",
    "MISSING",
    "Allowance",
    "Answer",
    "Assurance",
    "Attainable",
    "CalibrationMethod",
    "CutoffPath",
    "Frontier",
    "Goal",
    "GroupOutcome",
    "Rows",
    "ScoreCalibration",
    "Scores",
    "SeeModel",
    "SeenRanges",
    "SteerableClassifier",
    "Steering",
    "SteeringCode",
    "ThresholdedClassifier",
    "VisitedModel",
    "best_setting",
    "calibrate",
    "calibration_of",
    "class_scores",
    "confusion_of",
    "cutoff_path",
    "frontier",
    "learn_calibration",
    "steer",
    "steered_by_offsets",
    "steered_by_scores",
    "with_calibration",
    "with_cutoff",
]
