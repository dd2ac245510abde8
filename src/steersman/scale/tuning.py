"""Automatic tuning on all training rows of a fold in partitions.

The way is that of `autotune`. Every setting is scored by exact counts of all rows, each placed by
the counts outside its inner fold; its line on the way is that of a sample of the rows. The last
lines are sought among all rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, vstack

from steersman.learn.likelihood import (
    MAX_SECONDS,
    STEEPEST,
    Both,
    FoldedDocuments,
    Line,
    Metric,
    Setting,
    SettingSearch,
    TriedSetting,
    TunedSetting,
    checked_start,
    goal_for_sizes,
    selected_features,
)
from steersman.maths.likelihood import leave_one_out_tables, odds_table, under_line
from steersman.maths.lines import SearchLimits, goal_value
from steersman.scale.best_line import searched_line
from steersman.scale.class_counts import FoldCounts, counted_folds, sum_of
from steersman.scale.fold_groups import InnerFolds, TruthGroups
from steersman.scale.fold_plane import FoldPlane
from steersman.scale.partition import Partition
from steersman.scale.partitioned_dataset import PartitionedDataset
from steersman.scale.plane_points import GroupedPoints, RowGroups
from steersman.scale.row_hashes import SAMPLES, row_shares
from steersman.tasks import Task

Floats = NDArray[np.float64]
Tables = tuple[Floats, Floats]
SAMPLE_ROWS = 20_000
FEATURE_SCORE = "frequency"


@dataclass(frozen=True, eq=False)
class TrainingDraw:
    """Some training rows: what they hold, their class and inner fold."""

    present: csr_matrix
    positive: NDArray[np.bool_]
    group: NDArray[np.int16]

    def plus(self, other: TrainingDraw) -> TrainingDraw:
        """Both sets of rows."""
        return TrainingDraw(
            csr_matrix(vstack([self.present, other.present], format="csr")),
            np.concatenate([self.positive, other.positive]),
            np.concatenate([self.group, other.group]),
        )


@dataclass(frozen=True)
class DocumentDraw:
    """Draws a share of the rows of a partition that are in a group."""

    groups: InnerFolds
    share: float

    def __call__(self, partition: Partition) -> TrainingDraw:
        rows = self.groups(partition)
        drawn = row_shares(rows.numbers, self.groups.seed, SAMPLES) < self.share
        drawn &= rows.group >= 0
        present = rows.present.rows(drawn).matrix()
        return TrainingDraw(present, rows.positive[drawn], rows.group[drawn])


@dataclass(frozen=True)
class InnerCounts:
    """Counts the features of both classes in each inner fold."""

    groups: InnerFolds

    def __call__(self, partition: Partition) -> FoldCounts:
        rows = self.groups(partition)
        return counted_folds(rows.present, rows.positive, rows.group, self.groups.folds)


@dataclass(frozen=True, eq=False)
class CountsUnderLine:
    """Counts the positives and the negatives under a line, each row placed by its group."""

    points: GroupedPoints
    line: tuple[float, float]

    def __call__(self, partition: Partition) -> NDArray[np.int64]:
        positive, _ = self.points.rows(partition)
        under = under_line(self.points.places(partition), *self.line)
        tp = np.count_nonzero(under & positive)
        return np.array([tp, np.count_nonzero(under) - tp])


@dataclass(frozen=True)
class AllRowsSearch(SettingSearch):
    """Scores settings on all rows; `documents` are a sample of them, with the counts of all."""

    dataset: PartitionedDataset
    groups: InnerFolds

    def held_out_tables(self, setting: Setting) -> Tables:
        """The weights that place the rows of each inner fold."""
        tables = [self.table_of(both, setting) for both in self.documents.outside]
        return np.array([table for table, _ in tables]), np.array([part for _, part in tables])

    def table_of(self, counts: Both, setting: Setting) -> Tables:
        """The weights of some counts."""
        kept = selected_features(*counts, setting.max_features, self.feature_score)
        return odds_table(*counts, setting.alpha, setting.beta, kept)

    def scored_setting(self, setting: Setting) -> TriedSetting:
        """The setting with its score on all rows."""
        assert setting.intercept is not None  # noqa: S101
        points = GroupedPoints("unused", self.groups, *self.held_out_tables(setting))
        work = CountsUnderLine(points, (setting.slope, setting.intercept))
        tp, fp = self.dataset.reduce(work, np.add).tolist()
        return TriedSetting(setting, float(goal_value(self.goal, tp, fp)))

    def try_start(self, start: Setting) -> TriedSetting:
        return self.scored_setting(start)

    def try_setting(self, setting: Setting, limits: SearchLimits) -> TriedSetting:
        # What a sample scores says little about what all rows do: every line is found.
        found = super().try_setting(setting, limits._replace(beat=-np.inf))
        return self.scored_setting(found.setting)

    def line_of(self, groups: RowGroups, tables: Tables, task: Task) -> Line:
        """The best line of all rows, placed by these weights."""
        key = sha256(repr(groups).encode())
        for array in tables:
            key.update(np.ascontiguousarray(array).data)
        source = GroupedPoints(key.hexdigest()[:16], groups, *tables)
        slopes = (1.0 / STEEPEST, STEEPEST)
        return searched_line(self.dataset, source, self.metric, MAX_SECONDS, slopes, task)

    def exact_setting(self, setting: Setting, task: Task) -> TriedSetting:
        line = self.line_of(self.groups, self.held_out_tables(setting), task)
        placed = replace(setting, slope=line.slope, intercept=line.intercept)
        return TriedSetting(placed, line.score)

    def with_full_data_line(self, setting: Setting, task: Task) -> Setting:
        groups = TruthGroups(self.groups.rows, self.groups.fold)
        counts = self.documents.counts
        kept = selected_features(*counts, setting.max_features, self.feature_score)
        tables = leave_one_out_tables(counts, setting.alpha, setting.beta, kept)
        line = self.line_of(groups, tables, task)
        return replace(setting, slope=line.slope, intercept=line.intercept)


def tuned_on_all_rows(
    plane: FoldPlane, groups: InnerFolds, start: Setting, task: Task, metric: Metric = "f1"
) -> TunedSetting:
    """The setting with the best cross-validated score on the training rows of a fold."""
    dataset = plane.dataset
    task.report("counting all rows", 0.0)
    counts = dataset.reduce(InnerCounts(groups), FoldCounts.plus)
    outside = [counts.outside(fold) for fold in range(groups.folds)]
    everything = sum_of(counts.positives), sum_of(counts.negatives)
    share = SAMPLE_ROWS / max(dataset.rows, 1)
    drawn = dataset.reduce(DocumentDraw(groups, share), TrainingDraw.plus)
    documents = FoldedDocuments(
        drawn.present, drawn.positive, drawn.group.astype(np.int64), everything, outside
    )
    sizes = (float(each.documents) for each in everything)
    goal = goal_for_sizes(metric, *sizes)
    search = AllRowsSearch(documents, metric, goal, FEATURE_SCORE, dataset, groups)
    begun = search.try_start(checked_start(start, documents))
    found = search.best_from(begun, task, 1.0)
    task.report("done", 1.0)
    return found
