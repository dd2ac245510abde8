"""Find the settings of a model that meet a want with the least damage elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.steering.allowances import Allowance
    from steersman.learn.steering.attainable import Attainable
    from steersman.learn.steering.by_scores import (
        best_setting,
        steered_by_offsets,
        steered_by_scores,
    )
    from steersman.learn.steering.calibration import (
        calibrate,
        calibration_of,
        learn_calibration,
        with_calibration,
    )
    from steersman.learn.steering.classes_by_name import ClassesByName
    from steersman.learn.steering.classifier_types import Rows, SteerableClassifier
    from steersman.learn.steering.cutoff import CutoffPath, class_leads, cutoff_path, with_cutoff
    from steersman.learn.steering.error_frontier import Frontier, frontier, frontier_of_scores
    from steersman.learn.steering.group_pipeline import (
        GroupPipeline,
        group_column,
        group_step,
        with_one_cutoff,
    )
    from steersman.learn.steering.group_thresholds import GroupThresholdClassifier
    from steersman.learn.steering.groups import (
        MISSING,
        GivenGroups,
        Groups,
        column_of,
        group_labels,
        groupings_of,
        has_many_numbers,
    )
    from steersman.learn.steering.holdout import confusion_of
    from steersman.learn.steering.last_step import (
        at_last_step,
        copy_with_rows,
        last_step,
        scorer_of,
    )
    from steersman.learn.steering.pipelines import ReferringPipeline, pipeline_of, with_last_step
    from steersman.learn.steering.ranking import Goal, Rank, SeenRanges
    from steersman.learn.steering.reasons import Answer
    from steersman.learn.steering.referring import (
        REFERRAL,
        ReferralSetting,
        ReferringClassifier,
        answer_places,
        deciding_all,
        free_label,
        referring_step,
    )
    from steersman.learn.steering.row_costs import CostFigure, cost_lines, row_costs_of
    from steersman.learn.steering.row_limits import GroupOutcome, group_outcome
    from steersman.learn.steering.row_prints import (
        UNSEEN,
        FittedRows,
        fitted_rows,
        kept_prints,
        row_prints,
    )
    from steersman.learn.steering.score_calibration import (
        CALIBRATION_METHODS,
        CalibrationMethod,
        ScoreCalibration,
    )
    from steersman.learn.steering.steering import KEEP, steer
    from steersman.learn.steering.steering_display import SteeringDisplay
    from steersman.learn.steering.steering_result import Assurance, Steering, SteeringCode
    from steersman.learn.steering.steering_warnings import SteeringWarning, fits_few
    from steersman.learn.steering.sweep_steering import resolved_for_sweep, steer_sweep
    from steersman.learn.steering.thresholded import (
        Scores,
        ThresholdedClassifier,
        class_scores,
        scores_of,
        without_threshold,
    )
    from steersman.learn.steering.visited_model import SeeModel, VisitedModel

__all__ = [
    "CALIBRATION_METHODS",
    "KEEP",
    "MISSING",
    "REFERRAL",
    "UNSEEN",
    "Allowance",
    "Answer",
    "Assurance",
    "Attainable",
    "CalibrationMethod",
    "ClassesByName",
    "CostFigure",
    "CutoffPath",
    "FittedRows",
    "Frontier",
    "GivenGroups",
    "Goal",
    "GroupOutcome",
    "GroupPipeline",
    "GroupThresholdClassifier",
    "Groups",
    "Rank",
    "ReferralSetting",
    "ReferringClassifier",
    "ReferringPipeline",
    "Rows",
    "ScoreCalibration",
    "Scores",
    "SeeModel",
    "SeenRanges",
    "SteerableClassifier",
    "Steering",
    "SteeringCode",
    "SteeringDisplay",
    "SteeringWarning",
    "ThresholdedClassifier",
    "VisitedModel",
    "answer_places",
    "at_last_step",
    "best_setting",
    "calibrate",
    "calibration_of",
    "class_leads",
    "class_scores",
    "column_of",
    "confusion_of",
    "copy_with_rows",
    "cost_lines",
    "cutoff_path",
    "deciding_all",
    "fits_few",
    "fitted_rows",
    "free_label",
    "frontier",
    "frontier_of_scores",
    "group_column",
    "group_labels",
    "group_outcome",
    "group_step",
    "groupings_of",
    "has_many_numbers",
    "kept_prints",
    "last_step",
    "learn_calibration",
    "pipeline_of",
    "referring_step",
    "resolved_for_sweep",
    "row_costs_of",
    "row_prints",
    "scorer_of",
    "scores_of",
    "steer",
    "steer_sweep",
    "steered_by_offsets",
    "steered_by_scores",
    "with_calibration",
    "with_cutoff",
    "with_last_step",
    "with_one_cutoff",
    "without_threshold",
]

__getattr__ = lazy_exports(__name__, __file__)
