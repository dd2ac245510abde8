"""The numeric part of a model as an ONNX file: features in, classes and scores out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from sklearn.pipeline import Pipeline

from steersman.data.files.atomic_files import atomic_file
from steersman.data.raw_columns import RawColumns
from steersman.learn.export.onnx.graph import FEATURES, Graph
from steersman.learn.export.onnx.scores import graph_probabilities, graph_scores
from steersman.learn.steering import ReferringClassifier, calibration_of, referring_step


def numeric_part(model: Any) -> Any:
    """The part of a pipeline after the steps that make features from raw rows."""
    if isinstance(model, Pipeline) and isinstance(model.steps[0][1], RawColumns):
        return model.steps[-1][1]
    return model


def onnx_bytes(model: object, features: int | None = None) -> bytes:
    """An ONNX file: `features` (rows, columns) of 64-bit numbers in, `label` and `score` out.

    Of two classes the score is one number a row, the second class where it is above the cut-off;
    of more, one a class with its offset added, the highest chosen. The label of a row that goes to
    a person is the model's referral label; labels are then words unless all are numbers. A
    calibrated model also gives `probability` (rows, classes). What cannot be expressed in ONNX is
    refused in a sentence.
    """
    numeric = numeric_part(model)
    graph = Graph()
    scores = graph_scores(graph, FEATURES, numeric)
    classes = np.asarray(numeric.classes_)
    two = len(classes) == 2
    referring = referring_step(numeric)
    if two:
        above = graph.add("Greater", scores.values, graph.constant(float(scores.start)))
        place, score = graph.cast(above, "INT64"), scores.values
    else:
        score = graph.add("Add", scores.values, graph.constant(scores.start))
        place = graph.add("ArgMax", score, axis=1, keepdims=0)
    answers = classes
    if referring is not None:
        place = place_or_referral(graph, score, place, referring)
        answers = np.array([*classes.tolist(), referring.referral])
    kind = np.int64 if answers.dtype.kind in "iub" else object
    labels = graph.constant(answers.astype(str) if kind is object else answers, kind)
    graph.with_name(graph.add("Gather", labels, place, axis=0), "label")
    graph.with_name(score, "score")
    calibration = calibration_of(numeric)
    if calibration is not None:
        shares = graph_probabilities(graph, scores.values, calibration)
        graph.with_name(shares, "probability")
    columns = int(features or columns_of(numeric))
    shape = (columns, len(classes))
    return graph.model(shape, text=kind is object, calibrated=calibration is not None)


def place_or_referral(graph: Graph, score: str, place: str, model: ReferringClassifier) -> str:
    """(rows,): the place of each row's class; behind the last where a person decides."""
    setting, beyond = model.referral_setting, len(model.classes_)
    if beyond == 2:
        low, high = (graph.constant(each) for each in setting.threshold)
        above_low = graph.cast(graph.add("Greater", score, low), "INT64")
        above_high = graph.cast(graph.add("Greater", score, high), "INT64")
        # 0 below both, 2 between them, 1 above both.
        return graph.add("Sub", graph.add("Add", above_low, above_low), above_high)
    if setting.margin is None:
        return place
    top = graph.add("TopK", score, graph.constant([2], np.int64), outputs=2, axis=1)
    lead = graph.add("Sub", graph.column(top, 0), graph.column(top, 1))
    sure = graph.add("Greater", lead, graph.constant(setting.margin))
    return graph.add("Where", sure, place, graph.constant(beyond, np.int64))


def columns_of(model: Any) -> int:
    """How many features a fitted model takes."""
    found = getattr(model, "n_features_in_", None)
    if found is None and isinstance(model, Pipeline):
        found = columns_of(model.steps[0][1])
    if found is None:
        inner = getattr(model, "estimator_", None) or model.members[0]
        found = columns_of(inner)
    return int(found)


def save_onnx(model: object, path: Path) -> None:
    """Write the numeric part of a model, whole or not at all."""
    content = onnx_bytes(model)
    with atomic_file(path) as file:
        file.write(content)
