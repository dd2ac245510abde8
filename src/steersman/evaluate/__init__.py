"""Measures, intervals, cross-validation, significance tests and clustering measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.evaluate.cluster_figures import cluster_figures
    from steersman.evaluate.clusters import (
        adjusted_rand,
        contingency,
        matched_accuracy,
        matched_clusters,
        mutual_information,
        nmi,
        purity,
    )
    from steersman.evaluate.folds import CrossValidation, cross_validate, k_fold, repeated_k_fold
    from steersman.evaluate.intervals import (
        Figure,
        bootstrap_interval,
        class_figures,
        figures,
        wilson,
    )
    from steersman.evaluate.mcnemar_test import McNemar, mcnemar
    from steersman.evaluate.measures import (
        PrecisionRecallF1,
        accuracy,
        confusion,
        confusion_per_class,
        precision_recall_f1,
    )
    from steersman.evaluate.pairs import ComparedPair, compare_all, holm
    from steersman.evaluate.resampling import (
        PairedBootstrap,
        PermutationTest,
        paired_bootstrap,
        permutation_test,
    )
    from steersman.evaluate.row_rates import RowRate, row_rate
    from steersman.evaluate.score_curves import (
        ReliabilityCurve,
        ScoreCurves,
        reliability_curve,
        score_curves,
    )
    from steersman.evaluate.score_figures import auc_figure, score_figures
    from steersman.evaluate.slices import Slice, SliceTable, find_slices, slice_table

__all__ = [
    "ComparedPair",
    "CrossValidation",
    "Figure",
    "McNemar",
    "PairedBootstrap",
    "PermutationTest",
    "PrecisionRecallF1",
    "ReliabilityCurve",
    "RowRate",
    "ScoreCurves",
    "Slice",
    "SliceTable",
    "accuracy",
    "adjusted_rand",
    "auc_figure",
    "bootstrap_interval",
    "class_figures",
    "cluster_figures",
    "compare_all",
    "confusion",
    "confusion_per_class",
    "contingency",
    "cross_validate",
    "figures",
    "find_slices",
    "holm",
    "k_fold",
    "matched_accuracy",
    "matched_clusters",
    "mcnemar",
    "mutual_information",
    "nmi",
    "paired_bootstrap",
    "permutation_test",
    "precision_recall_f1",
    "purity",
    "reliability_curve",
    "repeated_k_fold",
    "row_rate",
    "score_curves",
    "score_figures",
    "slice_table",
    "wilson",
]

__getattr__ = lazy_exports(__name__, __file__)
