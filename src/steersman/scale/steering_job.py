"""The whole job on partitions: learn from one part of the rows, steer on the second, test."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, clone
from sklearn.pipeline import Pipeline

from steersman.errors import SteersmanError
from steersman.learn.catalog import model_named
from steersman.learn.files import Fingerprint
from steersman.learn.jobs import AUTO, Job, Parts, SteeredTable, check_job
from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.learn.steering import (
    KEEP,
    UNSEEN,
    Goal,
    Steering,
    class_scores,
    resolved_for_sweep,
    steer_sweep,
)
from steersman.learn.wants import ResolvedWant, violations_on_other_sample
from steersman.maths.confusion import Sweep
from steersman.scale.class_counts import PartShares
from steersman.scale.model_fits import fit_model
from steersman.scale.partition import Partition
from steersman.scale.partitioned_dataset import PartitionedDataset
from steersman.scale.row_hashes import TEST, TRAIN, TUNE
from steersman.scale.score_counts import MergedScores
from steersman.tasks import Task

Ints = NDArray[np.int64]

PLANE = "plane"
NOT_HERE = ("group", "cutoff_per_group", "cost_column", "time", "group_folds")


@dataclass(frozen=True)
class PartSizes:
    """Counts the rows of each class in each part of a partition."""

    classes: int
    shares: PartShares

    def __call__(self, partition: Partition) -> Ints:
        rows = partition.open()
        sizes = np.zeros((3, self.classes), np.int64)
        np.add.at(sizes, (self.shares.parts(rows), rows.codes), 1)
        return sizes


@dataclass(frozen=True)
class CountedDecisions:
    """The confusion matrix of a model on one part of a partition."""

    model: Any
    classes: tuple[object, ...]
    shares: PartShares
    part: int

    def __call__(self, partition: Partition) -> Ints:
        rows = partition.open()
        mine = np.flatnonzero(self.shares.parts(rows) == self.part)
        matrix = np.zeros((len(self.classes),) * 2, np.int64)
        if len(mine):
            answers = np.searchsorted(np.asarray(self.classes), self.model.predict(rows.X[mine]))
            np.add.at(matrix, (rows.codes[mine], answers), 1)
        return matrix


def check_partitioned_job(job: Job) -> None:
    """Raise an error for a job that needs all rows in memory."""
    check_job(job)
    asked = [name for name in NOT_HERE if getattr(job, name)]
    if asked:
        options = ", ".join(f"--{name.replace('_', '-')}" for name in asked)
        raise SteersmanError(
            f"partitions cannot be steered with {options}",
            todo="leave it out, or load files that fit into memory",
            code="job-needs-memory",
            options=asked,
        )


def steer_partitions(
    dataset: PartitionedDataset, job: Job, task: Task, model: BaseEstimator | None = None
) -> SteeredTable:
    """What `PartitionedDataset.steer` returns."""
    check_partitioned_job(job)
    asked, several = dataset.positive, len(dataset.classes) > 2
    # Of more than two classes, all are alike until a person asks about one.
    if several and dataset.read_options.positive is None:
        raise SteersmanError(
            f"{dataset.name} has {len(dataset.classes)} classes, expected two",
            todo="choose the class to catch with positive= (--positive)",
            code="classes-many",
            classes=list(dataset.classes),
        )
    dataset = dataset.against_others(asked)
    shares = PartShares(job.holdout, job.test, job.seed)
    sizes = dataset.reduce(PartSizes(2, shares), np.add)
    check_sizes(dataset, sizes)
    row_sums = sizes[TUNE].astype(np.float64)
    want = resolved_for_sweep(
        job.want,
        dataset.classes,
        row_sums,
        objective=job.objective,
        positive=dataset.positive,
        prior=job.prior,
    )
    name, unfitted = unfitted_model(dataset, job, model)
    task.report(f"fitting {name}", 0.1)
    fitted = fitted_on_training(dataset, unfitted, shares, task.part(0.1, 0.5))
    task.report("steering", 0.5)
    scores = MergedScores(dataset, fitted, shares, int(row_sums.sum()))
    steering = steered_by_counts(scores, want, job)
    task.report("testing", 0.8)
    return tested_pipeline(dataset, steering, (name,), shares, sizes)


def check_sizes(dataset: PartitionedDataset, sizes: Ints) -> None:
    """Raise an error where a class has no rows to learn from or to tune on."""
    for place, label in enumerate(dataset.classes):
        if sizes[TRAIN, place] < 2 or not sizes[TUNE, place]:
            rows = int(sizes[:, place].sum())
            raise SteersmanError(
                f"the class {label!r} has {rows} rows, too few for training, tuning and final test",
                todo="add rows, or use smaller --holdout and --test shares",
                code="class-too-small",
                label=label,
                rows=rows,
            )


def fitted_on_training(
    dataset: PartitionedDataset, model: BaseEstimator, shares: PartShares, task: Task
) -> Any:
    """The model, fitted on the training rows or on a sample of them."""
    fitted = fit_model(dataset, model, task, shares, TRAIN)
    if isinstance(fitted, LikelihoodSpaceClassifier):
        # Words that no training row has were counted on other rows: a guarantee must not know them.
        seen = int(np.count_nonzero(fitted.total_feature_count_))
        fitted.set_params(max_features=None if seen == fitted.n_features_in_ else seen)
    return fitted


def unfitted_model(
    dataset: PartitionedDataset, job: Job, model: BaseEstimator | None
) -> tuple[str, BaseEstimator]:
    """The model to fit, with its name: the one given, else the one that the job names."""
    if model is not None:
        return type(model).__name__, clone(model)
    name = (PLANE if dataset.has_text else "logistic") if job.model == AUTO else job.model
    sparse = issparse(dataset.partitions[0].open().X)
    return name, cast(BaseEstimator, model_named(name, sparse=sparse, random_state=job.seed))


def steered_by_counts(scores: MergedScores, want: ResolvedWant, job: Job) -> Steering:
    """The model steered by the counts of its scores on all tuning rows."""
    goal = Goal(want)
    own = own_cutoff(scores)

    def best(coarse: Sweep) -> int:
        return int(goal.best(coarse.matrices, np.abs(coarse.settings - own)))

    sweep = scores.sweep(best, own)
    # The last setting at or below the cut-off decides as it does, but for ties with a score.
    begin = int(np.searchsorted(sweep.settings, own, side="right")) - 1
    exact = scores.dataset.reduce(
        CountedDecisions(scores.model, scores.dataset.classes, scores.shares, TUNE), np.add
    )
    same = np.flatnonzero((sweep.matrices == exact).all(axis=(1, 2)))
    begin = int(same[np.argmin(np.abs(same - begin))]) if len(same) else max(begin, 0)
    steering = steer_sweep(
        scores.model, sweep, (own, begin), want, job.confidence, keep=job.objective == KEEP
    )
    # The rows were not among those that it learned from.
    return replace(steering, fitted=UNSEEN)


def own_cutoff(scores: MergedScores) -> float:
    """The cut-off at which the model itself decides."""
    first = scores.dataset.partitions[0].open()
    return float(class_scores(scores.model, first.X[:1]).start)


def tested_pipeline(
    dataset: PartitionedDataset,
    steering: Steering,
    families: tuple[str, ...],
    shares: PartShares,
    sizes: Ints,
) -> SteeredTable:
    """The pipeline from raw rows (from features, of data without them), and the test's matrix."""
    before = [] if dataset.from_raw is None else dataset.from_raw.steps
    pipeline = Pipeline([*before, ("model", steering.model)])
    rows = [int(part.sum()) for part in sizes]
    tested = gaps = None
    if rows[TEST]:
        decided = CountedDecisions(steering.model, dataset.classes, shares, TEST)
        tested = dataset.reduce(decided, np.add)
        gaps = violations_on_other_sample(steering.want, tested, rows[TUNE])
    # Only the numbers of rows are of interest; the rows are on disk.
    parts = Parts(*(cast(Any, range(rows[part])) for part in (TRAIN, TUNE, TEST)))
    seen = tested if tested is not None else steering.after
    return SteeredTable(
        pipeline, steering, families, parts, tested, gaps or (), Fingerprint(seen.sum(axis=0), None)
    )
