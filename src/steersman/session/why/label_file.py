"""All rows with their labels as a file; of many rows a worker writes it."""

from __future__ import annotations

import numpy as np

from steersman.data.files.csv_cells import csv_bytes
from steersman.session.datasets.corpus import Corpus
from steersman.session.datasets.row_fields import RowFields
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task
from steersman.workers import WorkerJob

QUICK_ROWS = 500


def labels_file(corpus: Corpus, state: State, task: Task) -> View:
    """All rows with their labels as CSV."""
    job = None
    if corpus.rows > QUICK_ROWS:
        job = WorkerJob("label-file", (corpus, state), "the file of labels")
    return task.result(
        "label file",
        lambda: state.data_key,
        lambda: written_labels(corpus, state, task),
        job=job,
        stored=False,
    )


def written_labels(corpus: Corpus, state: State, task: Task) -> View:
    """The file; its third column has what a corrected label was."""
    fields = RowFields(corpus)
    columns = [field.name for field in fields.fields] if fields.can_edit else []
    lines: list[list[object]] = [["id", "label", "label before", *columns]]
    for row in range(corpus.rows):
        if row % QUICK_ROWS == 0:
            task.report("writing the labels", row / corpus.rows)
        label = ", ".join(corpus.labels(row))
        before = ", ".join(corpus.as_loaded.labels(row)) if str(row) in state.corrections else ""
        values = fields.values(row) if columns else {}
        lines.append([corpus.dataset.ids[row], label, before, *values.values()])
    content = np.frombuffer(csv_bytes(lines, "\r\n"), dtype=np.uint8)
    name = f"{corpus.dataset.name} corrected.csv"
    return View("file", FileFrame(name=name), (Column("bytes", content, state.data_key),))
