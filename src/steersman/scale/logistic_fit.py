"""Logistic regression over partitions: every step of Newton's method from sums of all of them.

Sums of floats are added in another order than in memory, so that the minimum is the same and the
weights agree as far as the tolerance of the fit goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import clone

from steersman.errors import SteersmanError
from steersman.learn.blas import one_blas_thread
from steersman.learn.class_weights import factors_of_classes
from steersman.learn.logistic import SteerableLogisticRegression, expanded_penalties
from steersman.maths.logistic import (
    LossSums,
    SumRequest,
    last_value,
    loss_sums,
    minimum_by_sums,
    problem_of,
    two_class_sums,
    with_ones,
)
from steersman.scale.partition import Partition
from steersman.scale.prepared_rows import PreparedRows, RowChunk, float_rows
from steersman.scale.row_draws import drawn_rows
from steersman.tasks import Task

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]
Longs = NDArray[np.int64]

WHOLE_PARAMETERS = 300
"""Parameters up to which every pass sums the whole Hessian; beyond, products with vectors."""
START_ROWS = 50_000
"""Rows that the first weights of a fit by products are found on."""
LEFT_AFTER_PASS = 0.93
NO_PENALTY = np.zeros((1, 1))


@dataclass(frozen=True, eq=False)
class SummedLosses:
    """Sums the losses of a partition's rows and what else is asked for."""

    rows: PreparedRows
    request: SumRequest
    class_factors: Floats  # (classes,): the weight of each row

    def __call__(self, partition: Partition) -> LossSums:
        found = no_losses(self.request)
        with one_blas_thread():
            for chunk in self.rows.chunks(partition, dense=self.request.whole):
                row_weights = self.class_factors[chunk.codes]
                found = found.plus(chunk_sums(self.request, chunk, row_weights))
        return found


def chunk_sums(request: SumRequest, chunk: RowChunk, row_weights: Floats) -> LossSums:
    """What is asked for, of some rows."""
    X, outputs = chunk.X, len(request.weights)
    if isinstance(X, csr_matrix) and outputs == 1:
        return two_class_sums(request, X, (chunk.codes == 1).astype(np.float64), row_weights)
    classes = max(outputs, 2)
    problem = problem_of(with_ones(float_rows(X)), chunk.codes, classes, row_weights, NO_PENALTY)
    return loss_sums(request, problem)


def no_losses(request: SumRequest) -> LossSums:
    """The sums over no rows."""
    shape, size = request.weights.shape, request.weights.size
    if request.along is not None:
        return LossSums(0.0, np.zeros(shape), np.zeros(0))
    return LossSums(0.0, np.zeros(shape), np.zeros((size, size) if request.whole else shape))


@dataclass(frozen=True)
class ClassSizes:
    """Counts the rows of each class in a partition."""

    rows: PreparedRows
    classes: int

    def __call__(self, partition: Partition) -> Longs:
        return np.bincount(self.rows.codes(partition), minlength=self.classes)


def fit_logistic_model(
    dataset: PartitionedDataset, model: SteerableLogisticRegression, rows: PreparedRows, task: Task
) -> None:
    """Fit a logistic regression to rows, one pass over the partitions for each sum it asks for."""
    task.report("counting classes", 0.0)
    sizes = dataset.reduce(ClassSizes(rows, len(dataset.classes)), np.add)
    factors = class_factors(model, dataset.classes, sizes)
    outputs = len(dataset.classes) if len(dataset.classes) > 2 else 1
    features = dataset.partitions[0].features
    penalties = np.zeros((outputs, features + 1))
    penalties[:, :-1] = expanded_penalties(model.penalties, model.groups, outputs, features)
    whole = penalties.size <= WHOLE_PARAMETERS
    start = None
    if not whole:
        task.report(f"fitting to {START_ROWS:,} rows first", 0.02)
        start = weights_of_sample(dataset, model, rows, int(sizes.sum()))
    steps = minimum_by_sums(
        penalties,
        float(sizes @ factors),
        whole=whole,
        start=start,
        tol=model.tol,
        max_iter=model.max_iter,
    )
    passes = iter(range(1, 1_000_000_000))

    def answer(request: SumRequest) -> LossSums:
        number = next(passes)
        # Nobody knows how many passes there will be: each takes a share of what is left.
        task.report(f"fitting all rows: pass {number}", 1.0 - 0.95 * LEFT_AFTER_PASS**number)
        return dataset.reduce(SummedLosses(rows, request, factors), LossSums.plus)

    fit = last_value(steps, answer)
    classes = np.asarray(dataset.classes)
    model.take_weights(fit.weights, classes, fit.iterations, converged=fit.converged)


def class_factors(
    model: SteerableLogisticRegression, classes: Sequence[object], sizes: Longs
) -> Floats:
    """(classes,): the weight of each row by its class."""
    held = np.flatnonzero(sizes)
    if len(held) < 2:
        raise SteersmanError(
            f"{len(held)} classes have training rows, expected at least 2",
            todo="pass rows of at least two classes",
            code="class-single",
            classes=len(held),
        )
    factors = np.ones(len(classes))
    if model.class_weight == "balanced":
        factors[held] = sizes.sum() / (len(held) * sizes[held])
    elif model.class_weight is not None:
        labels = np.asarray(classes)
        factors = factors_of_classes(model.class_weight, labels, labels)
    return factors


def weights_of_sample(
    dataset: PartitionedDataset, model: SteerableLogisticRegression, rows: PreparedRows, total: int
) -> Floats | None:
    """(outputs, columns): the weights of some rows, under penalties in proportion to their number.

    They are close to those of all rows, so that few passes over all are left. None where a class
    was not drawn.
    """
    drawn = drawn_rows(dataset, START_ROWS, 0, rows.shares, rows.part)
    share = len(drawn.codes) / total
    penalties = share * np.asarray(model.penalties, dtype=np.float64)
    first = clone(model).set_params(penalties=penalties, warm_start=False)
    first.fit(rows.transform(drawn.X), np.asarray(dataset.classes)[drawn.codes])
    if len(first.classes_) < len(dataset.classes):
        return None
    return np.column_stack([first.coef_, first.intercept_])
