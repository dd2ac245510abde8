"""A model of the matrix room as a file that `load_model` reads."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from steersman.learn.saved_model import save_model
from steersman.session.corpus import Corpus
from steersman.session.matrix_models import MatrixModels, choice_of
from steersman.session.state import State
from steersman.session.views import Column, View

__all__ = ["file_view"]


def file_view(room: MatrixModels, corpus: Corpus, state: State, number: int) -> View:
    """The file of one model; its story says what it was steered to and which features it takes."""
    room.known(state, number)
    shelved, problem = room.shelf(state).models[number], room.problem(corpus, state)
    story = {
        "dataset": state.dataset,
        "model": choice_of(state).model,
        "want": shelved.label,
        "classes": list(problem.classes),
        "features": list(problem.feature_names),
        "holdout": shelved.holdout.tolist(),
        "tuned": list(shelved.tuned),
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.skops"
        save_model(shelved.model, path, story=story)
        content = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    column = Column("bytes", content, version=number)
    return View("file", {"name": f"{state.dataset}-{number}.skops"}, (column,))
