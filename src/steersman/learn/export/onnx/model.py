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
from steersman.learn.steering import calibration_of


def numeric_part(model: Any) -> Any:
    """The part of a pipeline after the steps that make features from raw rows."""
    if isinstance(model, Pipeline) and isinstance(model.steps[0][1], RawColumns):
        return model.steps[-1][1]
    return model


def onnx_bytes(model: object, features: int | None = None) -> bytes:
    """An ONNX file: `features` (rows, columns) of 64-bit numbers in, `label` and `score` out.

    Of two classes the score is one number a row, the second class where it is above the cut-off;
    of more, one a class with its offset added, the highest chosen. A calibrated model also gives
    `probability` (rows, classes). What cannot be expressed in ONNX is refused in a sentence.
    """
    numeric = numeric_part(model)
    graph = Graph()
    scores = graph_scores(graph, FEATURES, numeric)
    classes = np.asarray(numeric.classes_)
    two = len(classes) == 2
    if two:
        above = graph.add("Greater", scores.values, graph.constant(float(scores.start)))
        place, score = graph.cast(above, "INT64"), scores.values
    else:
        score = graph.add("Add", scores.values, graph.constant(scores.start))
        place = graph.add("ArgMax", score, axis=1, keepdims=0)
    kind = np.int64 if classes.dtype.kind in "iub" else object
    labels = graph.constant(classes.astype(str) if kind is object else classes, kind)
    graph.with_name(graph.add("Gather", labels, place, axis=0), "label")
    graph.with_name(score, "score")
    calibration = calibration_of(numeric)
    if calibration is not None:
        shares = graph_probabilities(graph, scores.values, calibration)
        graph.with_name(shares, "probability")
    columns = int(features or columns_of(numeric))
    return graph.model(columns, classes, two, calibrated=calibration is not None)


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
