"""The fingerprint of a model of the matrix room, to compare rows in use with."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.pipeline import Pipeline

from steersman.data.arrow.documents import JoinedDocuments, document_rows
from steersman.data.arrow.frames import frame_from_columns
from steersman.data.dataset import Dataset
from steersman.learn.files import (
    ColumnPrint,
    Fingerprint,
    column_prints,
    number_print,
    raw_model,
)
from steersman.learn.steering import group_step
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.problem import MatrixProblem, Part
from steersman.tasks import Task

# Bins need no more rows than this, and counting the words of texts takes time.
MOST_TRAINING_ROWS = 5000


def model_fingerprint(
    pipeline: Pipeline, model: Any, corpus: Corpus, problem: MatrixProblem
) -> Fingerprint:
    """What the model makes of the final test rows, without their labels, and their columns."""
    part, dataset = problem.test, corpus.dataset if corpus.test is None else corpus.test.dataset
    if not len(part.rows):
        part, dataset = problem.holdout, corpus.dataset
    last = group_step(model)
    # The decisions about rows of known groups, without their columns.
    known = model if last is None else last.for_rows(dataset.column(last.column)[part.rows])
    counted = Fingerprint.of(known, part.X)
    training = problem.training.rows[:MOST_TRAINING_ROWS]
    if dataset.text is not None:
        columns = column_prints(
            pipeline,
            text_rows(pipeline, corpus.dataset, training),
            text_rows(pipeline, dataset, part.rows),
        )
        return Fingerprint(counted.classes, counted.scores, columns)
    prints = number_prints(pipeline, problem, part)
    return Fingerprint(counted.classes, counted.scores, prints)


def features_and_fingerprint(
    model: Any, corpus: Corpus, problem: MatrixProblem, task: Task
) -> tuple[Pipeline, Fingerprint]:
    """The steps from raw rows to the features of a model, and its fingerprint.

    Both take long on texts: all their words are counted.
    """
    task.report("comparing its rows", 0.3)
    pipeline = raw_model(corpus.dataset, model)
    features = Pipeline(pipeline.steps[:-1])
    return features, model_fingerprint(pipeline, model, corpus, problem)


def text_rows(pipeline: Pipeline, dataset: Dataset, rows: Any) -> Any:
    """Rows of a data set of texts as the pipeline takes them; other columns are empty."""
    assert dataset.text is not None  # noqa: S101
    columns = pipeline.steps[0][1]
    documents = document_rows(dataset.text, np.asarray(rows, dtype=np.intp))
    empty: dict[str, object] = dict.fromkeys(columns.words, [""] * len(documents))
    empty |= dict.fromkeys([*columns.numbers, *columns.dates], [None] * len(documents))
    # Of several columns of text that were joined before they came here, the first holds all.
    texts: dict[str, object] = {name: [""] * len(documents) for name in columns.text[1:]}
    texts[columns.text[0]] = list(documents)
    if isinstance(documents, JoinedDocuments):
        texts |= {name: list(part) for name, part in documents.parts.items()}
    return frame_from_columns({**empty, **texts}).to_native()


def number_prints(
    pipeline: Pipeline, problem: MatrixProblem, part: Part
) -> tuple[ColumnPrint, ...]:
    """The columns of numbers, which are features of the same name, with gaps filled in."""
    if problem.sparse:
        return ()
    place = {name: at for at, name in enumerate(problem.feature_names)}
    training, rows = np.asarray(problem.training.X), np.asarray(part.X)
    return tuple(
        number_print(name, training[:, place[name]], "filled number").with_rows(
            rows[:, place[name]]
        )
        for name in pipeline.steps[0][1].numbers
        if name in place
    )
