"""The slices of the tuning rows on which a model of the matrix room does worst."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.pipeline import Pipeline

from steersman.data import Dataset
from steersman.data.text_parts import is_text_part
from steersman.evaluate import SliceTable, row_rate, slice_table
from steersman.evaluate.slice_candidates import (
    SliceRows,
    Sparse,
    cluster_slices,
    column_slices,
    word_slices,
)
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.model_jobs import MOST_QUICK_NUMBERS, numbers_in
from steersman.session.matrix.model_registry import RegisteredModel
from steersman.session.matrix.models import MatrixModels
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.state import State
from steersman.tasks import Task
from steersman.workers import WorkerJob

Columns = Mapping[str, NDArray[np.generic]]

ERROR_RATE = "error rate"
CLUSTERS = 8
FEWEST_ROWS = 20
MOST_SLICES = 40
REPORTED = 5
LEVEL = 0.05


def fewest_rows(problem: MatrixProblem) -> int:
    """Slices with fewer rows are left out: 20, or of few rows a fifth."""
    return min(FEWEST_ROWS, max(3, len(problem.holdout.rows) // 5))


def slice_candidates(corpus: Corpus, problem: MatrixProblem, task: Task) -> list[SliceRows]:
    """Groups of the tuning rows by columns, words and clusters, whatever the model does.

    Those of large data are a worker's.
    """
    dataset, rows = corpus.dataset, problem.holdout.rows
    columns = {name: dataset.column(name)[rows] for name in dataset.columns}
    words = text_features(dataset, corpus, problem)
    clusters = CLUSTERS if len(rows) > CLUSTERS * FEWEST_ROWS else 0
    given = (words, columns, fewest_rows(problem), clusters)
    job = WorkerJob("slice-candidates", given, "groups of the tuning rows")
    return task.result(
        "slice candidates",
        lambda: (problem.holdout.rows, problem.holdout.X),
        lambda: slices_of_rows(*given, task),
        job=job if numbers_in(problem.holdout) > MOST_QUICK_NUMBERS else None,
        stored=False,
    )


def slices_of_rows(
    words: Sparse | None, columns: Columns, fewest: int, clusters: int, task: Task
) -> list[SliceRows]:
    """Groups of rows by columns, words and, where they are many enough, clusters."""
    task.report("looking for slices")
    found = column_slices(columns)
    if words is not None:
        everywhere = np.ones(words[0].shape[0], dtype=bool)
        found += word_slices(*words, everywhere, fewest)
    if clusters:
        task.report("clustering the tuning rows")
        found += cluster_slices(words, columns, clusters)
    return found


def text_features(
    dataset: Dataset, corpus: Corpus, problem: MatrixProblem
) -> tuple[csr_matrix, list[str]] | None:
    """The words of the tuning rows, and what they are called; None where there are none."""
    if not dataset.is_sparse:
        return None
    X, names = csr_matrix(problem.holdout.X), list(corpus.column_names)
    if dataset.table is None or not isinstance(dataset.from_raw, Pipeline):
        return X, names
    parts = dataset.from_raw["features"].output_indices_
    held = [part for name, part in parts.items() if is_text_part(name)]
    if not held:
        return None
    places = np.concatenate([np.arange(part.start, part.stop) for part in held])
    return csr_matrix(X[:, places]), [names[at] for at in places.tolist()]


def model_slices(
    room: MatrixModels,
    state: State,
    problem: MatrixProblem,
    shelved: RegisteredModel,
    candidates: Sequence[SliceRows],
    measure: str = ERROR_RATE,
    *,
    fewest: int | None = None,
) -> SliceTable:
    """The worst of these groups under one model."""
    classes = problem.classes
    decided: NDArray[np.str_] = room.registry(state).predicted_classes(
        shelved.model, problem.holdout, classes
    )
    rate = row_rate(measure, problem.holdout.y, decided, classes, problem.positive)
    least = fewest_rows(problem) if fewest is None else fewest
    return slice_table(rate, candidates, min_rows=least, most=MOST_SLICES)


def slice_lines(
    room: MatrixModels, corpus: Corpus, state: State, shelved: RegisteredModel, task: Task
) -> list[str]:
    """The worst slices of a model for its report: those that chance does not explain."""
    problem = room.problem(corpus, state)
    candidates = slice_candidates(corpus, problem, task)
    table = model_slices(room, state, problem, shelved, candidates)
    worst = table.significant(LEVEL)[:REPORTED]
    if not worst:
        return [f"none of {table.tried:,} slices is worse than the others by more than chance"]
    return [
        f"{each.name}: {each.part:,} of {each.rows:,} wrong ({each.value:.1%}, 95 % interval "
        f"{each.low:.1%} to {each.high:.1%}; other rows {each.rest:.1%}; "
        f"p {each.adjusted:.2g} after correction for {table.tried:,} slices)"
        for each in worst
    ]
