"""A model of the matrix room as a file that reads raw rows, as those of `steersman steer` do."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from steersman.data import Dataset
from steersman.data.read_options import ReadOptions
from steersman.learn.files import SavedModel, raw_label, save_model
from steersman.learn.steering import pipeline_of
from steersman.learn.wants import future_text
from steersman.session.datasets.corpus import Corpus
from steersman.session.matrix.model_fingerprint import features_and_fingerprint
from steersman.session.matrix.model_jobs import is_quick
from steersman.session.matrix.model_registry import RegisteredModel
from steersman.session.matrix.models import MatrixModels, choice_of
from steersman.session.matrix.problem import MatrixProblem
from steersman.session.shapes import FileFrame
from steersman.session.state import State
from steersman.session.views import Column, View
from steersman.tasks import Task
from steersman.workers import WorkerJob


def saved_model_of(
    room: MatrixModels, corpus: Corpus, state: State, number: int, task: Task
) -> SavedModel:
    """One model as it is saved; its story says what it was steered to and which rows it takes."""
    room.check_number(state, number)
    shelved, problem = room.registry(state).models[number], room.problem(corpus, state)
    given, job = (shelved.model, corpus, problem), None
    if not is_quick(shelved.recipe.model, problem):
        job = WorkerJob("model-fingerprint", given, "the model")
    features, fingerprint = task.result(
        "model fingerprint",
        lambda: (*room.question(state), number),
        lambda: features_and_fingerprint(*given, task),
        job=job,
        stored=False,
    )
    want, confidence, promises = limits_of(room, state, shelved, problem)
    story = {
        "source": corpus.dataset.name,
        "model": shelved.recipe.model,
        "want": want,
        "confidence": confidence,
        "promises": promises,
        "classes": list(problem.classes),
        "positive": problem.positive,
        "prior": shelved.origin.prior,
        "features": list(problem.feature_names),
        "rows": {
            "train": problem.training.size,
            "holdout": problem.holdout.size,
            "test": problem.test.size,
        },
        "holdout": shelved.counts.tolist(),
        "tuned": list(shelved.tuned),
        "fingerprint": fingerprint.values(),
        **reading_story(corpus.dataset),
    }
    pipeline = pipeline_of([*features.steps, ("model", shelved.model)])
    identifier = corpus.dataset.provenance.options.get("id") or "id"
    return SavedModel(pipeline, raw_label(corpus.dataset), str(identifier), story)


def limits_of(
    room: MatrixModels, state: State, shelved: RegisteredModel, problem: MatrixProblem
) -> tuple[str, float | None, list[str]]:
    """What a model was last steered to and met, the confidence asked for, and its guarantees."""
    led = [each for each in room.outcomes_of(state) if each.after == shelved.number and each.met]
    if not led:
        origin = shelved.origin
        return str(origin.want or shelved.label), origin.confidence, []
    last = led[-1]
    promised = [each.bound.written for each in last.promises if each.is_promised]
    if not promised:
        return str(last.want), last.confidence, []
    costs = choice_of(state).costs or None
    want = last.want.resolve(
        problem.classes,
        problem.positive,
        costs=costs,
        prior=last.prior,
        grouped=True,
        row_costs=costs is None,
    )
    sure = "" if last.confidence is None else f"With {100 * last.confidence:g} % confidence, "
    said = [
        f"{sure}{future_text(bound, want)}." for bound in want.bounds if bound.written in promised
    ]
    return str(last.want), last.confidence, said


def file_view(room: MatrixModels, corpus: Corpus, state: State, number: int, task: Task) -> View:
    """The file of one model."""
    task.report("writing the model", 0.5)
    saved = saved_model_of(room, corpus, state, number, task)
    return model_file_view(saved, f"{state.dataset}-{number}.skops", number)


def model_file_view(saved: SavedModel, name: str, version: int | None) -> View:
    """A saved model as a file to download."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.skops"
        save_model(saved.model, path, label=saved.label, id=saved.id, story=saved.story)
        content = np.frombuffer(path.read_bytes(), dtype=np.uint8)
    return View("file", FileFrame(name=name), (Column("bytes", content, version=version),))


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
