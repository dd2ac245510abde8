"""Lines and tuning on all rows of a fold, against the same searches in memory."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_matrix
from tests.scale.conftest import Whole

from steersman.errors import Cancelled
from steersman.learn.likelihood import LikelihoodSpaceClassifier, Setting, best_line
from steersman.learn.likelihood.cross_fitted_counts import FoldedDocuments
from steersman.learn.likelihood.lines import metric_goal
from steersman.learn.likelihood.tuning import SettingSearch
from steersman.maths.likelihood import (
    ClassCounts,
    class_counts,
    fold_counts,
    leave_one_out_plane,
    leave_one_out_tables,
    odds_table,
    placed_points,
    presence_of,
)
from steersman.scale import PartitionedDataset
from steersman.scale import best_line as line_module
from steersman.scale import tuning as tuning_module
from steersman.scale.best_line import searched_line
from steersman.scale.fold_groups import InnerFolds, SplitRows
from steersman.scale.fold_plane import FoldedRows, FoldPlane
from steersman.scale.plane_points import GroupedPoints
from steersman.scale.row_hashes import INNER_FOLDS, row_folds, row_hashes
from steersman.scale.tuning import tuned_on_all_rows
from steersman.tasks import Task

FOLDS, SEED, FOLD = 4, 2, 1
SLOPES = (0.5, 2.0)


@pytest.fixture(scope="module")
def rows(opened: PartitionedDataset) -> FoldedRows:
    return FoldedRows(opened.place(), FOLDS, SEED)


@pytest.mark.parametrize("split", ["training", "validation"])
@pytest.mark.parametrize("metric", ["f1", "accuracy"])
def test_the_best_line_of_a_split_is_that_of_its_points_in_memory(
    opened: PartitionedDataset,
    whole: Whole,
    rows: FoldedRows,
    monkeypatch: pytest.MonkeyPatch,
    split: str,
    metric: str,
) -> None:
    held_out = row_folds(whole.numbers, FOLDS, SEED) == FOLD
    meant = held_out if split == "validation" else ~held_out
    truth = whole.y == "spam"
    model = LikelihoodSpaceClassifier(0.3).fit(whole.X[~held_out], truth[~held_out])
    x, y = model.coordinates(whole.X[meant]).T
    memory = best_line(x, y, truth[meant], metric, slopes=SLOPES)
    counts = [
        class_counts(presence_of(whole.X), (~held_out & side).astype(float))
        for side in (truth, ~truth)
    ]
    table, fixed = odds_table(*counts, 0.3, 1.0, None)
    source = GroupedPoints("line", SplitRows(rows, FOLD, split), table[None], fixed[None])
    # A poor start, and room for few points: ranges of slopes have to be halved.
    monkeypatch.setattr(line_module, "SAMPLE_POINTS", 60)
    monkeypatch.setattr(line_module, "MOST_POINTS", 500)
    found = searched_line(opened, source, metric, 60.0, SLOPES)
    assert (found.score, found.upper_bound) == (memory.score, memory.upper_bound)
    assert SLOPES[0] <= found.slope <= SLOPES[1]
    assert sum(found.counts) == meant.sum()
    assert not any(source.file(partition).exists() for partition in opened.partitions)


def documents_in_memory(whole: Whole, folds: int, seed: int) -> FoldedDocuments:
    """The training rows of the fold, divided by the numbers of the rows."""
    mine = row_folds(whole.numbers, FOLDS, SEED) != FOLD
    present, truth = csr_matrix(whole.X[mine] > 0, dtype=float), whole.y[mine] == "spam"
    hashes = row_hashes(whole.numbers[mine], seed, INNER_FOLDS)
    inner = (hashes % np.uint64(folds)).astype(np.int64)
    counts = tuple(class_counts(present, side.astype(float)) for side in (truth, ~truth))
    return FoldedDocuments(present, truth, inner, counts, fold_counts(present, truth, inner))


@pytest.mark.parametrize("start", [Setting(), Setting(30.0, 200.0, 40, 1.2, 3.0)])
def test_tuning_on_all_rows_ends_where_tuning_in_memory_does(
    opened: PartitionedDataset, whole: Whole, rows: FoldedRows, start: Setting
) -> None:
    documents = documents_in_memory(whole, 3, seed=5)
    memory = SettingSearch(documents, "f1", metric_goal("f1", documents.positive), "frequency")
    begun = memory.try_start(tuning_module.checked_start(start, documents))
    expected = memory.best_from(begun, Task(), 1.0)
    seen: list[str] = []
    found = tuned_on_all_rows(
        FoldPlane(opened, rows),
        InnerFolds(rows, FOLD, 3, 5),
        start,
        Task(progress=lambda what, _: seen.append(what)),
    )
    assert found.score == expected.score > begun.score
    chosen = [(each.alpha, each.beta, each.max_features) for each in (found, expected)]
    assert chosen[0] == chosen[1]
    assert {"trying alpha", "trying beta", "searching for the best line"} <= set(seen)
    # The last line is found among rows that do not count themselves.
    left_out = documents.left_out_plane(*chosen[0], "frequency")
    lines = [
        np.count_nonzero(
            (left_out[:, 1] < each.slope * left_out[:, 0] + each.intercept) == documents.positive
        )
        for each in (found, expected)
    ]
    assert abs(lines[0] - lines[1]) <= 0.01 * len(left_out)


def test_few_sampled_rows_still_score_settings_on_all(
    opened: PartitionedDataset, whole: Whole, rows: FoldedRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning_module, "SAMPLE_ROWS", 300)
    found = tuned_on_all_rows(
        FoldPlane(opened, rows), InnerFolds(rows, FOLD, 3, 5), Setting(), Task()
    )
    documents = documents_in_memory(whole, 3, seed=5)
    search = SettingSearch(documents, "f1", metric_goal("f1", documents.positive), "frequency")
    for tried in found.trajectory:
        assert search.try_start(tried.setting).score == tried.score


def test_tuning_ends_when_it_is_cancelled(opened: PartitionedDataset, rows: FoldedRows) -> None:
    answers = iter([False] * 3 + [True] * 100)
    task = Task(cancelled=lambda: next(answers))
    with pytest.raises(Cancelled):
        tuned_on_all_rows(FoldPlane(opened, rows), InnerFolds(rows, FOLD, 3, 5), Setting(), task)


@pytest.mark.parametrize("selected", [None, 60])
def test_tables_place_rows_as_if_they_were_not_counted(whole: Whole, selected: int | None) -> None:
    present, truth = csr_matrix(whole.X > 0, dtype=float), whole.y == "spam"
    kept = None if selected is None else np.arange(present.shape[1]) < selected
    counts = class_counts(present, truth * 1.0), class_counts(present, ~truth * 1.0)
    tables, fixed = leave_one_out_tables(counts, 0.4, 2.0, kept)
    points = placed_points(presence_of(whole.X), truth.astype(np.uint8), tables, fixed)
    columns = present if kept is None else csr_matrix(present[:, kept])
    narrow = [replace_columns(each, kept) for each in counts]
    expected = leave_one_out_plane(columns, truth, (narrow[0], narrow[1]), 0.4, 2.0)
    assert np.allclose(points, expected, rtol=0.0, atol=1e-9)


def replace_columns(counts, kept):
    return counts if kept is None else ClassCounts(counts.documents, counts.features[kept])
