"""Every measure that a want can bound, each defined once.

A new measure is one record here: the grammar reads its names, steering its formula, promises how it
is promised. Nothing else knows measures by name.
"""

from __future__ import annotations

from steersman.errors import SteersmanError
from steersman.learn.wants.measure import (
    Called,
    ErrorKind,
    Measure,
    NeededRows,
    PromisedBy,
    Scope,
    Unit,
)
from steersman.maths.confusion import (
    CellWeights,
    accuracy_formula,
    average_cost_formula,
    balanced_accuracy_formula,
    cell_formula,
    cell_rate_formula,
    class_formula,
    cost_formula,
    error_rate_formula,
    errors_formula,
    refer_formula,
    referrals_formula,
)

FP, FN = ErrorKind.FALSE_POSITIVES, ErrorKind.FALSE_NEGATIVES
CLASS, CELL, OVERALL = Scope.CLASS, Scope.CELL, Scope.OVERALL
SHARE, ROWS, COST = Unit.SHARE, Unit.ROWS, Unit.COST
TESTS, NOTHING = PromisedBy.TESTS, PromisedBy.NOTHING
ROW_RATE, CALLED_SHARE = PromisedBy.ROW_RATE, PromisedBy.CALLED_SHARE

OF_CLASS = CellWeights(tp=1, fn=1)
OF_OTHERS = CellWeights(fp=1, tn=1)
CALLED = CellWeights(tp=1, fp=1)
NOT_CALLED = CellWeights(fn=1, tn=1)

RECORDS = (
    Measure(
        "tp",
        "rows of the class that are predicted as it",
        class_formula(CellWeights(tp=1)),
        scope=CLASS,
        unit=ROWS,
        errors=FN,
        rises_with_errors=False,
        promised_by=NOTHING,
        aliases=("true positives", "caught"),
        rate="recall",
    ),
    Measure(
        "fp",
        "rows of other classes that are predicted as the class",
        class_formula(CellWeights(fp=1)),
        scope=CLASS,
        unit=ROWS,
        errors=FP,
        rises_with_errors=True,
        promised_by=NOTHING,
        aliases=("false positives", "false alarms"),
        rate="fpr",
    ),
    Measure(
        "fn",
        "rows of the class that are predicted as another",
        class_formula(CellWeights(fn=1)),
        scope=CLASS,
        unit=ROWS,
        errors=FN,
        rises_with_errors=True,
        promised_by=NOTHING,
        aliases=("false negatives", "misses", "missed"),
        rate="fnr",
    ),
    Measure(
        "tn",
        "rows of other classes that are not predicted as the class",
        class_formula(CellWeights(tn=1)),
        scope=CLASS,
        unit=ROWS,
        errors=FP,
        rises_with_errors=False,
        promised_by=NOTHING,
        aliases=("true negatives",),
        rate="specificity",
    ),
    Measure(
        "predicted",
        "rows that are predicted as the class",
        class_formula(CALLED),
        scope=CLASS,
        unit=ROWS,
        errors=FP,
        rises_with_errors=True,
        promised_by=NOTHING,
        aliases=("flagged", "alarms"),
    ),
    Measure(
        "recall",
        "of the rows of the class, the share predicted as it",
        class_formula(CellWeights(tp=1), OF_CLASS),
        scope=CLASS,
        unit=SHARE,
        errors=FN,
        rises_with_errors=False,
        promised_by=ROW_RATE,
        aliases=("sensitivity", "tpr", "true positive rate", "hit rate"),
        needs_rows=NeededRows.OF_CLASS,
    ),
    Measure(
        "fnr",
        "of the rows of the class, the share predicted as another",
        class_formula(CellWeights(fn=1), OF_CLASS),
        scope=CLASS,
        unit=SHARE,
        errors=FN,
        rises_with_errors=True,
        promised_by=ROW_RATE,
        aliases=("miss rate", "false negative rate"),
        needs_rows=NeededRows.OF_CLASS,
    ),
    Measure(
        "specificity",
        "of the rows of other classes, the share not predicted as the class",
        class_formula(CellWeights(tn=1), OF_OTHERS),
        scope=CLASS,
        unit=SHARE,
        errors=FP,
        rises_with_errors=False,
        promised_by=ROW_RATE,
        aliases=("tnr", "true negative rate"),
        needs_rows=NeededRows.OF_OTHERS,
    ),
    Measure(
        "fpr",
        "of the rows of other classes, the share predicted as the class",
        class_formula(CellWeights(fp=1), OF_OTHERS),
        scope=CLASS,
        unit=SHARE,
        errors=FP,
        rises_with_errors=True,
        promised_by=ROW_RATE,
        aliases=("false alarm rate", "fallout", "false positive rate"),
        needs_rows=NeededRows.OF_OTHERS,
    ),
    Measure(
        "precision",
        "of the rows predicted as the class, the share that is of it",
        class_formula(CellWeights(tp=1), CALLED),
        scope=CLASS,
        unit=SHARE,
        errors=FP,
        rises_with_errors=False,
        promised_by=CALLED_SHARE,
        aliases=("ppv",),
        needs_rows=NeededRows.OF_CLASS,
        needs_calls=True,
    ),
    Measure(
        "fdr",
        "of the rows predicted as the class, the share that is of another",
        class_formula(CellWeights(fp=1), CALLED),
        scope=CLASS,
        unit=SHARE,
        errors=FP,
        rises_with_errors=True,
        promised_by=CALLED_SHARE,
        aliases=("false discovery rate",),
    ),
    Measure(
        "npv",
        "of the rows not predicted as the class, the share that is not of it",
        class_formula(CellWeights(tn=1), NOT_CALLED),
        scope=CLASS,
        unit=SHARE,
        errors=FN,
        rises_with_errors=False,
        promised_by=CALLED_SHARE,
        called=Called.OTHER,
        needs_calls=True,
    ),
    Measure(
        "f1",
        "the harmonic mean of precision and recall",
        class_formula(CellWeights(tp=2), CellWeights(tp=2, fp=1, fn=1)),
        scope=CLASS,
        unit=SHARE,
        errors=ErrorKind.ALL,
        rises_with_errors=False,
        promised_by=TESTS,
        aliases=("f1 score",),
        needs_rows=NeededRows.OF_CLASS,
    ),
    Measure(
        "cell",
        "rows of one class that are predicted as another, or as their own",
        cell_formula,
        scope=CELL,
        unit=ROWS,
        errors=ErrorKind.CELL,
        rises_with_errors=True,
        promised_by=NOTHING,
    ),
    Measure(
        "cell rate",
        "of the rows of one class, the share predicted as another, or as their own",
        cell_rate_formula,
        scope=CELL,
        unit=SHARE,
        errors=ErrorKind.CELL,
        rises_with_errors=True,
        promised_by=ROW_RATE,
        needs_rows=NeededRows.OF_CLASS,
    ),
    Measure(
        "accuracy",
        "the share of all rows that are predicted as their own class",
        accuracy_formula,
        scope=OVERALL,
        unit=SHARE,
        errors=ErrorKind.ALL,
        rises_with_errors=False,
        promised_by=TESTS,
    ),
    Measure(
        "balanced accuracy",
        "the mean recall of the classes",
        balanced_accuracy_formula,
        scope=OVERALL,
        unit=SHARE,
        errors=ErrorKind.ALL,
        rises_with_errors=False,
        promised_by=TESTS,
        averages_classes=True,
    ),
    Measure(
        "errors",
        "rows that are predicted as another class than their own",
        errors_formula,
        scope=OVERALL,
        unit=ROWS,
        errors=ErrorKind.ALL,
        rises_with_errors=True,
        promised_by=NOTHING,
        aliases=("mistakes",),
    ),
    Measure(
        "error rate",
        "the share of all rows that are predicted as another class than their own",
        error_rate_formula,
        scope=OVERALL,
        unit=SHARE,
        errors=ErrorKind.ALL,
        rises_with_errors=True,
        promised_by=TESTS,
    ),
    Measure(
        "cost",
        "the sum of the costs of all rows",
        cost_formula,
        scope=OVERALL,
        unit=COST,
        errors=ErrorKind.ALL,
        rises_with_errors=True,
        promised_by=NOTHING,
        aliases=("total cost",),
    ),
    Measure(
        "average cost",
        "the average cost of a row",
        average_cost_formula,
        scope=OVERALL,
        unit=Unit.COST_PER_ROW,
        errors=ErrorKind.ALL,
        rises_with_errors=True,
        promised_by=TESTS,
        aliases=("cost per row", "mean cost", "expected cost"),
    ),
    Measure(
        "refer",
        "the share of all rows that go to a person",
        refer_formula,
        scope=OVERALL,
        unit=SHARE,
        errors=ErrorKind.NONE,
        rises_with_errors=True,
        promised_by=PromisedBy.PLAN,
        aliases=("referral rate", "abstain", "abstention rate", "rejection rate"),
        of_referred=True,
    ),
    Measure(
        "referrals",
        "rows that go to a person",
        referrals_formula,
        scope=OVERALL,
        unit=ROWS,
        errors=ErrorKind.NONE,
        rises_with_errors=True,
        promised_by=NOTHING,
        aliases=("referred", "abstentions", "go to a person", "to a person"),
        rate="refer",
        of_referred=True,
    ),
)

MEASURES = {measure.name: measure for measure in RECORDS}
"""Measures by the name that wants are written with."""

MEASURE_NAMES = {
    written: measure.name for measure in RECORDS for written in (measure.name, *measure.aliases)
}
"""What may be written -> the measure that is meant."""

SHARE_OF = {measure.name: measure.rate for measure in RECORDS if measure.rate} | {
    "cell": "cell rate",
    "errors": "error rate",
}
"""A count -> the share that the same words mean with a number in per cent."""


def measure_named(name: str) -> Measure:
    """The measure of that name; an error for any other.

    >>> measure_named("fpr").words
    'of the rows of other classes, the share predicted as the class'
    """
    if name not in MEASURES:
        raise SteersmanError(
            f"there is no measure {name!r}",
            todo=f"use {', '.join(sorted(MEASURES))}",
            code="unknown-measure",
            measure=name,
        )
    return MEASURES[name]
