"""Confusion counts: measures, threshold sweeps, offsets and finite-sample bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.maths.confusion.cutoff_pairs import CutoffPairs, TermRanges
    from steersman.maths.confusion.finite_sample import (
        allowed_errors,
        allows_errors,
        f1_interval,
        interval,
        rows_needed,
        wilson_interval,
    )
    from steersman.maths.confusion.mean_tests import BinomialTest, MeanTest, StratifiedMeanTest
    from steersman.maths.confusion.measures import (
        BinaryCounts,
        CellWeights,
        Formula,
        MeasureParts,
        accuracy_formula,
        average_cost_formula,
        balanced_accuracy_formula,
        binary_counts,
        cell_formula,
        cell_rate_formula,
        class_formula,
        cost_formula,
        error_rate_formula,
        errors_formula,
        one_against_rest,
        refer_formula,
        referrals_formula,
        rows_to_move,
        tolerance_of,
        with_referred,
    )
    from steersman.maths.confusion.nearest_matrix import bounds_are_compatible, nearest_matrix
    from steersman.maths.confusion.offset_path import (
        Matrices,
        OffsetPath,
        adds_up_exactly,
        extreme_matrices,
        row_sums_of,
        stacked_matrices,
        sums_of,
    )
    from steersman.maths.confusion.offset_zones import (
        RowsToStudy,
        ZoneStudy,
        cell_middle,
        halves,
        rows_to_study,
        study_zone,
        whole_zone,
        zone_middle,
    )
    from steersman.maths.confusion.sweeps import (
        Sweep,
        cutoff_sweep,
        decided_classes,
        matrices_below,
        offset_path,
        offset_sweep,
        places_between,
    )
    from steersman.maths.confusion.turn_search import (
        PathLimits,
        PathRanking,
        best_turn,
        rivals_of,
    )

__all__ = [
    "BinaryCounts",
    "BinomialTest",
    "CellWeights",
    "CutoffPairs",
    "Formula",
    "Matrices",
    "MeanTest",
    "MeasureParts",
    "OffsetPath",
    "PathLimits",
    "PathRanking",
    "RowsToStudy",
    "StratifiedMeanTest",
    "Sweep",
    "TermRanges",
    "ZoneStudy",
    "accuracy_formula",
    "adds_up_exactly",
    "allowed_errors",
    "allows_errors",
    "average_cost_formula",
    "balanced_accuracy_formula",
    "best_turn",
    "binary_counts",
    "bounds_are_compatible",
    "cell_formula",
    "cell_middle",
    "cell_rate_formula",
    "class_formula",
    "cost_formula",
    "cutoff_sweep",
    "decided_classes",
    "error_rate_formula",
    "errors_formula",
    "extreme_matrices",
    "f1_interval",
    "halves",
    "interval",
    "matrices_below",
    "nearest_matrix",
    "offset_path",
    "offset_sweep",
    "one_against_rest",
    "places_between",
    "refer_formula",
    "referrals_formula",
    "rivals_of",
    "row_sums_of",
    "rows_needed",
    "rows_to_move",
    "rows_to_study",
    "stacked_matrices",
    "study_zone",
    "sums_of",
    "tolerance_of",
    "whole_zone",
    "wilson_interval",
    "with_referred",
    "zone_middle",
]

__getattr__ = lazy_exports(__name__, __file__)
