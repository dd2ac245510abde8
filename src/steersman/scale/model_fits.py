"""Fit models to partitions: by sums over all rows where that is possible, else to a sample."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline

from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.steering import last_step
from steersman.scale.class_counts import PartShares, fitted_model
from steersman.scale.logistic_fit import fit_logistic_model
from steersman.scale.prepared_rows import SUMMED_STEPS, fitted_steps
from steersman.scale.program_growth import grow_program, is_summed_program
from steersman.scale.row_draws import drawn_rows
from steersman.tasks import Task

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Model = TypeVar("Model", bound=BaseEstimator)

FITTED_ROWS = 100_000
"""Rows that a model is fitted on that cannot be fitted by sums over partitions."""


def fit_model(
    dataset: PartitionedDataset,
    model: Model,
    task: Task,
    shares: PartShares | None = None,
    part: int = 0,
) -> Model:
    """Fit a model to all rows, or to those of one part, as `PartitionedDataset.fit` says."""
    last = last_step(model)
    steps = [step for _, step in model.steps[:-1]] if isinstance(model, Pipeline) else []
    if isinstance(last, LikelihoodSpaceClassifier) and not steps:
        task.report("counting", 0.0)
        fitted_model(dataset, last, shares, part)
    elif isinstance(last, SteerableLogisticRegression) and are_summed(steps):
        rows = fitted_steps(dataset, steps, shares, part)
        fit_logistic_model(dataset, last, rows, task)
    elif is_summed_program(last) and are_summed(steps):
        rows = fitted_steps(dataset, steps, shares, part)
        grow_program(dataset, last, rows, task)
    else:
        fit_to_sample(dataset, model, task, shares, part)
    return model


def are_summed(steps: list[Any]) -> bool:
    """Whether all of these steps can be fitted by sums."""
    return all(isinstance(step, SUMMED_STEPS) for step in steps)


def fit_to_sample(
    dataset: PartitionedDataset,
    model: Any,
    task: Task,
    shares: PartShares | None = None,
    part: int = 0,
) -> None:
    """Fit any model to at most 100,000 rows, drawn by the seed of the shares."""
    task.report("drawing rows", 0.0)
    seed = 0 if shares is None else shares.seed
    drawn = drawn_rows(dataset, FITTED_ROWS, seed, shares, part)
    task.report(f"fitting to {len(drawn.codes):,} rows", 0.2)
    model.fit(drawn.X, np.asarray(dataset.classes)[drawn.codes])
