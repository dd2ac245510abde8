"""Wants about a classifier's errors: grammar, bounds, and how far a matrix is from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steersman._lazy import lazy_exports

if TYPE_CHECKING:
    from steersman.learn.wants.bound import Bound, column_word, quoted_name
    from steersman.learn.wants.class_bound import ClassBound, LinearBound
    from steersman.learn.wants.class_names import class_index, class_list
    from steersman.learn.wants.examples import WantExample, want_completions, want_examples
    from steersman.learn.wants.grammar import parsed_measure
    from steersman.learn.wants.measure import Called, Measure, NeededRows, PromisedBy, Scope, Unit
    from steersman.learn.wants.measures import MEASURES, measure_named
    from steersman.learn.wants.objective import CallDirection, ClassObjective, Objective
    from steersman.learn.wants.other_sample import violations_on_other_sample
    from steersman.learn.wants.prior import Prior, parsed_share
    from steersman.learn.wants.reader import WantSyntaxError
    from steersman.learn.wants.resolved_want import Contradiction, ResolvedWant, Violation
    from steersman.learn.wants.want import Want
    from steersman.learn.wants.want_score import WantScore
    from steersman.learn.wants.wording import (
        assumption_text,
        class_share_text,
        count_text,
        counts_text,
        future_text,
        gap_text,
        limit_text,
        reached_text,
        share_text,
        subject_name,
        violation_text,
    )

__all__ = [
    "MEASURES",
    "Bound",
    "CallDirection",
    "Called",
    "ClassBound",
    "ClassObjective",
    "Contradiction",
    "LinearBound",
    "Measure",
    "NeededRows",
    "Objective",
    "Prior",
    "PromisedBy",
    "ResolvedWant",
    "Scope",
    "Unit",
    "Violation",
    "Want",
    "WantExample",
    "WantScore",
    "WantSyntaxError",
    "assumption_text",
    "class_index",
    "class_list",
    "class_share_text",
    "column_word",
    "count_text",
    "counts_text",
    "future_text",
    "gap_text",
    "limit_text",
    "measure_named",
    "parsed_measure",
    "parsed_share",
    "quoted_name",
    "reached_text",
    "share_text",
    "subject_name",
    "violation_text",
    "violations_on_other_sample",
    "want_completions",
    "want_examples",
]

__getattr__ = lazy_exports(__name__, __file__)
