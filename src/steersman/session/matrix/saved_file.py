"""A model of the matrix room as a file that reads raw rows, as those of `steersman steer` do."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from steersman.data import Dataset
from steersman.data.read_options import ReadOptions
from steersman.learn.files import raw_label, save_model
from steersman.learn.files.raw_model import raw_model
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.models import MatrixModels
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task


def file_view(room: MatrixModels, corpus: Corpus, state: State, number: int, task: Task) -> View:
    """The file of one model; its story says what it was steered to and which features it takes."""
    room.check_number(state, number)
    shelved, problem = room.registry(state).models[number], room.problem(corpus, state)
    story = {
        "source": corpus.dataset.name,
        "model": shelved.recipe.model,
        "want": shelved.label,
        "classes": list(problem.classes),
        "positive": problem.positive,
        "prior": shelved.origin.prior,
        "features": list(problem.feature_names),
        "holdout": shelved.counts.tolist(),
        "tuned": list(shelved.tuned),
        **reading_story(corpus.dataset),
    }
    task.report("writing the model", 0.5)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.skops"
        pipeline = raw_model(corpus.dataset, shelved.model)
        label = raw_label(corpus.dataset)
        identifier = corpus.dataset.provenance.options.get("id") or "id"
        save_model(pipeline, path, label=label, id=str(identifier), story=story)
        content = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    column = Column("bytes", content, version=number)
    return View("file", FileFrame(name=f"{state.dataset}-{number}.skops"), (column,))


def reading_story(dataset: Dataset) -> dict[str, object]:
    """How the file was read, which other files for the model will be like."""
    read = dataset.provenance.read_options or ReadOptions()
    # Unicode is detected from a file itself; other encodings are guesses worth repeating.
    encoding = None if read.text_encoding.startswith("utf") else read.encoding
    return {
        "separator": read.separator,
        "merge_labels": read.merge_labels,
        "rename_classes": dict(read.rename_classes),
        "reading": {"encoding": encoding, "header": read.header, "sheet": read.sheet},
    }
