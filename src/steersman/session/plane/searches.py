"""The long searches of the plane: its best line, and its tuning.

They are done by workers, on the rows in memory or on all rows of partitions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from steersman.learn.likelihood import Setting, TunedSetting, autotune, best_line
from steersman.scale.best_line import searched_line
from steersman.scale.engine import LocalEngine
from steersman.scale.fold_groups import InnerFolds, SplitRows
from steersman.scale.fold_plane import FoldPlane
from steersman.scale.plane_points import GroupedPoints
from steersman.scale.tuning import tuned_on_all_rows
from steersman.session.history import Split
from steersman.session.plane.actions import BestLine
from steersman.session.plane.plane import Plane
from steersman.tasks import Task
from steersman.workers import WorkerJob

Floats = NDArray[np.float64]
SLOPES = (0.5, 2.0)
INNER_FOLDS = 5
SECONDS = 60.0


class ProvenLine(NamedTuple):
    """The best line that was found, its score, and the score that no line exceeds."""

    slope: float
    intercept: float
    score: float
    bound: float


@dataclass(frozen=True)
class LineBound:
    """What is known of the line that a search found."""

    asked: BestLine
    score: float
    bound: float


def best_line_of(plane: Plane, split: Split, metric: str, task: Task) -> ProvenLine:
    """The best line of all for a split of a plane."""
    if plane.whole is not None:
        return best_line_of_all(plane, plane.whole, split, metric, task)
    points = plane.split(split)
    given = (points.coordinates, points.positive, metric)
    # The search for a proof can take a minute and hears no cancel: only a process can be ended.
    return ProvenLine(
        *task.result(
            "line and bound",
            lambda: given,
            lambda: line_through(*given, task),
            job=WorkerJob("best-line", given, "the best line"),
        )
    )


def line_through(
    coordinates: Floats, positive: NDArray[np.bool_], metric: str, task: Task
) -> tuple[float, ...]:
    """The best line between points."""
    task.report("searching for the best line", 0.0)
    x, y = coordinates.T
    line = best_line(x, y, positive, metric, slopes=SLOPES)
    return line.slope, line.intercept, line.score, line.upper_bound


def best_line_of_all(
    plane: Plane, whole: FoldPlane, split: Split, metric: str, task: Task
) -> ProvenLine:
    """The best line for all rows of a split in partitions."""
    weights = plane.places.weights(plane.fold)
    given = (whole.for_workers, SplitRows(whole.rows, plane.fold, split), *weights, metric)
    return ProvenLine(
        *task.result(
            "line of all rows",
            lambda: (whole.content_key, plane.fold, split, *weights, metric),
            lambda: line_of_all(*given, task),
            job=worker_job(whole, "best-line-of-all", given, "the best line"),
        )
    )


def line_of_all(
    whole: FoldPlane, groups: SplitRows, table: Floats, fixed: Floats, metric: str, task: Task
) -> tuple[float, ...]:
    """The best line between the points of all rows of a split."""
    key = sha256(repr(groups.rows.key).encode())
    key.update(np.ascontiguousarray(table).data)
    name = f"{key.hexdigest()[:16]}-{groups.fold}-{groups.split}"
    source = GroupedPoints(name, groups, table[None], fixed[None])
    line = searched_line(whole.dataset, source, metric, SECONDS, SLOPES, task)
    return line.slope, line.intercept, line.score, line.upper_bound


def worker_job(
    whole: FoldPlane, name: str, arguments: tuple[object, ...], label: str
) -> WorkerJob | None:
    """A job on partitions; on a cluster others do the work already."""
    here = isinstance(whole.dataset.engine, LocalEngine)
    return WorkerJob(name, arguments, label) if here else None


def autotune_plane(plane: Plane, seed: int, per_feature: bool, task: Task) -> TunedSetting:
    """Tune a plane by cross-validation inside its training rows, from its present setting."""
    places = plane.places.smoothing
    start = Setting(*places.chosen, places.features, plane.slope, plane.intercept)
    folds = inner_folds(plane)
    # A prior for each word is sought among rows in memory.
    if plane.whole is not None and not per_feature:
        whole = plane.whole
        groups = InnerFolds(whole.rows, plane.fold, folds, seed)
        given = (whole.for_workers, groups, start)
        return task.result(
            "tuning of all rows",
            lambda: (whole.content_key, plane.fold, start, folds, seed),
            lambda: tuned_on_all_rows(*given, task),
            job=worker_job(whole, "tune-all-rows", given, "the tuning"),
        )
    points = plane.split("training")
    rows = plane.counts.corpus.present.rows(points.rows).matrix()
    options = {"start": start, "folds": folds, "seed": seed, "per_feature": per_feature}
    return task.result(
        "tuning",
        lambda: (rows, points.positive, start, folds, seed, per_feature),
        lambda: tune_rows(rows, points.positive, options, task),
        job=WorkerJob("tune-plane", (rows, points.positive, options), "the tuning"),
    )


def inner_folds(plane: Plane) -> int:
    """In how many folds the training rows are divided when they are tuned on."""
    points = plane.split("training")
    least = min(points.positives, len(points.rows) - points.positives)
    # No more folds than rows of the smaller class, or a fold would have none of it.
    return min(INNER_FOLDS, max(least, 2))


def tune_rows(
    rows: csr_matrix, positive: NDArray[np.bool_], options: Mapping[str, Any], task: Task
) -> TunedSetting:
    """Tune a setting on some rows."""
    return autotune(rows, positive, progress=task.report, cancelled=task.cancelled, **options)
