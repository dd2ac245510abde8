"""The whole job without a person: from a table to a steered pipeline, tested on rows kept apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from sklearn.pipeline import Pipeline

from steersman.data.raw_tables import RawTable
from steersman.data.row_splits import group_split, row_groups, time_order, time_split
from steersman.data.splits import held_out_rows
from steersman.errors import SteersmanError
from steersman.learn.automatic import SteeredClassifier, SteeredReport
from steersman.learn.catalog import BY_NAME, fit_or_refuse, model_named
from steersman.learn.files import Fingerprint
from steersman.learn.jobs.row_columns import RowColumns, row_gaps
from steersman.learn.promises import check_confidence
from steersman.learn.steering import (
    KEEP,
    UNSEEN,
    GroupThresholdClassifier,
    Steering,
    ThresholdedClassifier,
    confusion_of,
    free_label,
    pipeline_of,
    steer,
)
from steersman.learn.wants import Want, violations_on_other_sample

AUTO = "auto"
MOST_DENSE_FEATURES = 200
BUDGET_S = 60.0
Ints = NDArray[np.int64]
Positions = NDArray[np.intp]
Labeled = tuple[ArrayLike, NDArray[np.generic]]
Progress = Callable[[str, float | None], object]


@dataclass(frozen=True)
class Job:
    """A job: a want, the kind of model to steer to it, and the shares of the rows to use.

    `test` is the share of all rows kept apart, `holdout` that of the others which steer.
    `objective` is that of `steer`: what to make the best of, or "keep"; `prior` the share of the
    class to catch in use; `group` the column of groups, for limits on them (default: the columns
    that the want names); with `cutoff_per_group` each has a cut-off of its own. `cost_column` says
    what an error on each row costs.

    Parameters
    ----------
    want : str
        Error limits, such as ``'fpr <= 2%'``.
    confidence : float, optional
        Guarantee rates on new data with this confidence.
    model : str
        Name of a model, or 'auto' to try several.
    holdout : float
        Share of the other rows used for tuning.
    test : float
        Share of all rows kept for the final test.
    seed : int
        The same seed gives the same split and model.
    objective : str, optional
        What to make the best of within the limits, or 'keep'.
    prior : float, optional
        Share of the class to catch in use.
    group : str, optional
        Column of groups, for limits on them (default: the columns that the want names).
    cutoff_per_group : bool
        Whether each group may have a cut-off of its own.
    cost_column : str, optional
        Column that says what an error on each row costs.
    time : str, optional
        Column of times: the oldest rows are learned from, the newest test.
    group_folds : str, optional
        Column of groups whose rows stay in one part.
    budget : float
        Seconds for trying models with 'auto'; the quickest of the promising ones is always fitted.

    Examples
    --------
    >>> Job("fpr <= 2%", confidence=0.95, model="logistic").test
    0.2
    """

    want: str
    confidence: float | None = None
    model: str = AUTO
    holdout: float = 0.33
    test: float = 0.2
    seed: int = 0
    objective: str | None = None
    prior: float | None = None
    group: str | None = None
    cutoff_per_group: bool = False
    cost_column: str | None = None
    time: str | None = None
    group_folds: str | None = None
    budget: float = BUDGET_S


class Parts(NamedTuple):
    """Row numbers: to learn from, to steer on, to test with."""

    train: Positions
    holdout: Positions
    test: Positions


@dataclass(frozen=True, eq=False)
class SteeredTable:
    """The pipeline that predicts from raw rows, how it was steered, and how it fared.

    `skipped` are the families that the budget had no time for, and `fitted_rows` the number of
    training rows that there was time to fit the chosen ones on.
    `tested` is the confusion matrix on rows that nothing had seen (None without such rows) and
    `test_gaps` the sentences about what does not hold there. `fingerprint` is what the pipeline
    makes of those rows (without them, of the tuning rows), to compare rows in use with.
    """

    pipeline: Pipeline
    steering: Steering
    families: tuple[str, ...]
    parts: Parts
    tested: Ints | None
    test_gaps: tuple[str, ...]
    fingerprint: Fingerprint
    skipped: tuple[str, ...] = ()
    fitted_rows: int = 0


def steer_table(table: RawTable, job: Job, progress: Progress | None = None) -> SteeredTable:
    """Learn from one part of a table, steer on the second, test on the third.

    Parameters
    ----------
    table : RawTable
        Rows, from `raw_table`.
    job : Job
        The want and how to reach it.
    progress : callable, optional
        Called with what is being done and the part done.

    Returns
    -------
    SteeredTable
        The pipeline, its steering and its final test.

    Examples
    --------
    >>> from steersman.data.raw_tables import raw_table
    >>> done = steer_table(raw_table("breast-cancer"), Job("fp <= 3", model="logistic"))
    >>> done.steering.met, done.pipeline.steps[0][1].numbers[0]
    (True, 'mean radius')
    """
    tell: Progress = progress or (lambda _what, _done: None)
    check_job(job)
    beside = RowColumns.of(table, job)
    Want(job.want).resolve(
        np.unique(table.y),
        table.positive,
        prior=job.prior,
        grouped=beside.groups is not None,
        row_costs=beside.costs is not None,
    )
    parts = parted_rows(table.y, job, split_by_columns(table, job))
    tell("making features", 0.05)
    dense = not table.text and table.n_values <= MOST_DENSE_FEATURES
    features = table.features(dense=dense)
    train = features.fit_transform(table.frame[parts.train.tolist()])
    holdout = features.transform(table.frame[parts.holdout.tolist()])
    tell("fitting", 0.15)
    y_train, y_holdout = table.y[parts.train], table.y[parts.holdout]
    tuning = beside.rows(parts.holdout)
    if job.model == AUTO:
        labeled = (train, y_train), (holdout, y_holdout)
        report, steering = steered_families(*labeled, job, table.positive, tuning, tell)
        families, skipped, fitted_rows = report.chosen, report.skipped, report.fitted_rows
    else:
        families, skipped, fitted_rows = (job.model,), (), len(y_train)
        model = model_named(job.model, sparse=issparse(train), random_state=job.seed)
        fit_or_refuse(model, train, y_train)
        tell("steering", 0.5)
        steering = steer(
            model,
            holdout,
            y_holdout,
            job.want,
            job.confidence,
            objective=job.objective,
            positive=table.positive,
            prior=job.prior,
            groups=tuning.groups,
            cutoff_per_group=job.cutoff_per_group,
            cost_column=tuning.costs,
            referral=free_label(np.unique(y_train).tolist()),
        )
    # Whatever the model is, it was fitted on the other part.
    steering = replace(steering, fitted=UNSEEN)
    tell("testing", 0.9)
    if isinstance(steering.model, GroupThresholdClassifier):
        # Of a name in the want, the column that it stands for.
        steering.model.column = job.group or steering.model.column
    pipeline = pipeline_of([*features.steps, ("model", steering.model)])
    done = with_test_rows(table, pipeline, steering, families, parts)
    done = replace(done, skipped=skipped, fitted_rows=fitted_rows)
    return with_row_test(done, table, beside)


def check_job(job: Job) -> None:
    """Raise an error for a job that no table could make possible."""
    wanted = Want(job.want)
    if job.objective not in (None, KEEP):
        wanted.with_objective(job.objective)
    if job.model != AUTO and job.model not in BY_NAME:
        raise SteersmanError(
            f"there is no model {job.model!r}",
            todo=f"choose from: {AUTO}, {', '.join(BY_NAME)}",
            code="unknown-model",
            model=job.model,
        )
    if job.confidence is not None:
        check_confidence(job.confidence)
    if not job.budget > 0.0:
        raise SteersmanError(
            f"the budget is {job.budget:g} seconds",
            todo="use a number above 0",
            code="bad-budget",
            value=job.budget,
        )
    for name, share, least in (("holdout", job.holdout, 1e-9), ("test", job.test, 0.0)):
        if not least <= share < 1.0:
            raise SteersmanError(
                f"the {name} share is {share:g}",
                todo="use a share of the rows, such as 0.3",
                code="bad-share",
                name=name,
                share=share,
            )


def steered_families(
    training: Labeled,
    steering_rows: Labeled,
    job: Job,
    positive: object = None,
    beside: RowColumns | None = None,
    progress: Progress | None = None,
) -> tuple[SteeredReport, Steering]:
    """The report of the families that do best under the want on the training rows, and the steering
    on the holdout.

    Their cautious cut-off stays when it does on the holdout; before is their own one.
    """
    (train, y_train), (holdout, y_holdout) = training, steering_rows
    beside = beside or RowColumns()
    wanted = Want(job.want)
    if job.cost_column:
        wanted = wanted.with_cost_column(job.cost_column)
    # Families are compared by the rows that they would decide themselves.
    own = wanted.deciding_every_row() if wanted.refers else wanted
    scaled = own.for_all_rows().scaled_by(len(y_train) / len(y_holdout))
    found = SteeredClassifier(
        want=scaled,
        random_state=job.seed,
        positive=positive,
        budget=job.budget,
        progress=progress,
    )
    found.fit(train, y_train)
    blend = found.model_.estimator_
    unsteered = ThresholdedClassifier.around(blend, blend.start())
    promising = job.confidence is not None and scaled.has_rates
    # A cut-off that was chosen with a margin is kept where it holds: the room here is that margin.
    # It was chosen for the shares that the classes have here, not for those in use, and for all
    # rows together.
    cautious = not promising and job.prior is None and beside.is_empty and not wanted.refers
    start = found.model_ if cautious else unsteered
    objective = job.objective or (KEEP if cautious and not scaled.objective else None)
    steering = steer(
        start,
        holdout,
        y_holdout,
        job.want,
        job.confidence,
        objective=objective,
        positive=positive,
        prior=job.prior,
        groups=beside.groups,
        cutoff_per_group=job.cutoff_per_group,
        cost_column=beside.costs,
        referral=free_label(found.classes_.tolist()),
    )
    codes = np.searchsorted(found.classes_, y_holdout)
    before = confusion_of(unsteered, holdout, codes, found.classes_)
    if steering.want.refers:
        before = steering.want.checked_matrix(before).astype(np.int64)
    moved = not np.array_equal(before, steering.after)
    # the model found is where steering began, not what a person had before
    ended = "met" if moved and steering.ended == "already-met" else steering.ended
    return found.report_, replace(steering, before=before, ended=ended)


def with_test_rows(
    table: RawTable,
    pipeline: Pipeline,
    steering: Steering,
    families: tuple[str, ...],
    parts: Parts,
) -> SteeredTable:
    """The result with the matrix of the test rows; counts wanted are scaled to their number."""
    training = table.frame[parts.train.tolist()].to_native()
    if not len(parts.test):
        tuning = table.frame[parts.holdout.tolist()].to_native()
        rows_print = Fingerprint.of(pipeline, tuning, training)
        return SteeredTable(pipeline, steering, families, parts, None, (), rows_print)
    classes = np.asarray(steering.classes)
    codes = np.searchsorted(classes, table.y[parts.test])
    rows = table.frame[parts.test.tolist()].to_native()
    matrix = confusion_of(pipeline, rows, codes, classes)
    gaps = violations_on_other_sample(steering.want, matrix, len(parts.holdout))
    rows_print = Fingerprint.of(pipeline, rows, training)
    return SteeredTable(pipeline, steering, families, parts, matrix, gaps, rows_print)


def with_row_test(done: SteeredTable, table: RawTable, beside: RowColumns) -> SteeredTable:
    """The result with a sentence on each limit on groups and costs that the test rows break."""
    rows = done.parts.test
    if not len(rows) or beside.is_empty:
        return done
    classes = np.asarray(done.steering.classes)
    codes = np.searchsorted(classes, table.y[rows])
    predicted = np.searchsorted(classes, np.asarray(done.pipeline.predict(native(table, rows))))
    said = row_gaps(done.steering.want, beside.rows(rows), codes, predicted)
    return replace(done, test_gaps=(*done.test_gaps, *said))


def native(table: RawTable, rows: Positions) -> object:
    """Rows of the table as its own kind of frame."""
    return table.frame[rows.tolist()].to_native()


def split_by_columns(table: RawTable, job: Job) -> NDArray[np.str_] | None:
    """(rows,): train, validation or test, by time or groups if asked for, else as published."""
    if job.time is not None and job.group_folds is not None:
        raise SteersmanError(
            "rows cannot be split by time and by groups at once",
            todo="use --time or --group-folds",
            code="two-splits",
        )
    if job.time is not None:
        return time_split(time_order(table.frame, job.time, table.where), job.holdout, job.test)
    if job.group_folds is not None:
        groups = row_groups(table.frame, job.group_folds, table.where)
        return group_split(groups, job.holdout, job.test, job.seed)
    return table.split


def parted_rows(y: NDArray[np.generic], job: Job, split: NDArray[np.str_] | None = None) -> Parts:
    """The rows to learn from, to steer on and to test with, stratified by class.

    With a published split its test rows test, and its validation rows, if a class has any, steer.

    >>> parts = parted_rows(np.array(["ham", "spam"] * 10), Job("fp <= 1", holdout=0.25))
    >>> [len(part) for part in parts]
    [12, 4, 4]
    """
    if split is None:
        tested = held_out_rows(y, job.test, job.seed)
        train, held = ~tested, np.zeros(len(y), dtype=bool)
    else:
        train, held, tested = (split == part for part in ("train", "validation", "test"))
    open_rows = np.flatnonzero(train & ~np.isin(y, np.unique(y[held])))
    drawn = open_rows[held_out_rows(y[open_rows], job.holdout, job.seed, at_least=1)]
    held[drawn], train[drawn] = True, False
    for label in np.unique(y).tolist():
        if (train & (y == label)).sum() < 2 or not (held & (y == label)).any():
            where = "" if split is None else " beside those for testing"
            raise SteersmanError(
                f"the class {label!r} has {(y == label).sum()} rows{where}, too few "
                "for training, tuning and final test",
                todo="add rows, remove the class, or use smaller --holdout and --test shares",
                code="class-too-small",
                label=label,
                rows=int((y == label).sum()),
            )
    return Parts(*(np.flatnonzero(part) for part in (train, held, tested)))
