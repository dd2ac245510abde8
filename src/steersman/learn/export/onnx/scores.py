"""The scores of fitted classifiers as ONNX operations, in 64-bit numbers as they have them here."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.ensemble import (
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import MaxAbsScaler, StandardScaler
from sklearn.svm import SVC

from steersman.errors import SteersmanError
from steersman.learn.automatic import ScoreBlend, SteeredClassifier
from steersman.learn.catalog import CountRoots, DenseRows
from steersman.learn.export.onnx.graph import Graph
from steersman.learn.export.onnx.martingale import program_logits
from steersman.learn.export.onnx.trees import boosted_trees, forest_trees, tree_scores
from steersman.learn.likelihood import LikelihoodSpaceClassifier
from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.martingale import MartingaleBoostClassifier
from steersman.learn.steering import (
    GroupThresholdClassifier,
    ScoreCalibration,
    ThresholdedClassifier,
)

SOFTMAX = (SteerableLogisticRegression, LogisticRegression)
TINY = float(np.finfo(np.float64).tiny)


class GraphScores(NamedTuple):
    """As `Scores`: (rows,) for two classes, decided above `start`, else (rows, classes)."""

    values: str
    start: Any


def graph_scores(graph: Graph, rows: str, model: Any) -> GraphScores:
    """The value of `class_scores` for the rows called `rows`."""
    if isinstance(model, GroupThresholdClassifier):
        raise SteersmanError(
            "a model with a cut-off for each group cannot be written as ONNX",
            todo="use one cut-off for all groups",
            code="onnx-groups",
            column=model.column,
        )
    if isinstance(model, ThresholdedClassifier):
        return graph_scores(graph, rows, model.estimator_)._replace(start=model.setting())
    if isinstance(model, SteeredClassifier):
        return graph_scores(graph, rows, model.model_)
    if isinstance(model, Pipeline):
        for _, step in model.steps[:-1]:
            rows = scaler_output(graph, rows, step)
        return graph_scores(graph, rows, model.steps[-1][1])
    two = len(model.classes_) == 2
    values, probabilities = own_scores(graph, rows, model, two)
    if two:
        return GraphScores(values, 0.5 if probabilities else 0.0)
    offsets = np.zeros(len(model.classes_))
    if probabilities:
        values = graph.add("Log", graph.add("Max", values, graph.constant(TINY)))
    elif hasattr(model, "predict_proba"):
        values = graph.add("LogSoftmax", values, axis=1)
    return GraphScores(values, offsets)


def graph_probabilities(graph: Graph, values: str, calibration: ScoreCalibration) -> str:
    """(rows, classes) the probabilities that a calibration gives to the scores called `values`."""
    two = len(calibration.curves) == 1
    axis = graph.constant([1], np.int64)
    found = []
    for place, curve in enumerate(calibration.curves):
        scores = values if two else graph.column(values, place)
        column = graph.add("Unsqueeze", scores, axis)
        found.append(curve_output(graph, column, curve, calibration.method))
    if two:
        rest = graph.add("Sub", graph.constant(1.0), found[0])
        return graph.add("Concat", rest, found[0], axis=1)
    shares = graph.add("Concat", *found, axis=1)
    total = graph.add("ReduceSum", shares, axis, keepdims=1)
    even = graph.constant(np.full((1, len(found)), 1.0 / len(found)))
    some = graph.add("Greater", total, graph.constant(0.0))
    scaled = graph.add("Div", shares, graph.add("Max", total, graph.constant(TINY)))
    return graph.add("Where", some, scaled, even)


def curve_output(graph: Graph, column: str, curve: np.ndarray, method: str) -> str:
    """(rows, 1) the probabilities of one calibration curve for (rows, 1) scores."""
    if method == "sigmoid":
        slope, intercept = curve[0]
        scaled = graph.add("Mul", column, graph.constant(slope))
        return graph.add("Sigmoid", graph.add("Add", scaled, graph.constant(intercept)))
    places, shares = curve[:, 0], curve[:, 1]
    if len(places) == 1:
        flat = graph.add("Mul", column, graph.constant(0.0))
        return graph.add("Add", flat, graph.constant(shares[0]))
    # Every stretch between two points adds the part of its rise that the score has passed.
    passed = graph.add("Sub", column, graph.constant(places[:-1]))
    part = graph.add("Div", passed, graph.constant(np.diff(places)))
    inside = graph.add("Min", graph.add("Max", part, graph.constant(0.0)), graph.constant(1.0))
    return graph.affine(inside, np.diff(shares)[:, np.newaxis], shares[:1])


def own_scores(graph: Graph, rows: str, model: Any, two: bool) -> tuple[str, bool]:
    """A model's own scores, and whether they are probabilities.

    Scores are (rows,) for two classes, (rows, classes) for more.
    """
    if isinstance(model, ScoreBlend):
        return blend_output(graph, rows, model), False
    if isinstance(model, MartingaleBoostClassifier):
        logits = program_logits(graph, rows, model)
        return (difference(graph, logits) if two else logits), False
    if isinstance(model, LikelihoodSpaceClassifier) and two and model.curve == 1:
        return plane_margins(graph, rows, model), False
    if isinstance(model, RandomForestClassifier | ExtraTreesClassifier):
        # scikit-learn's forests round rows to 32 bits before they compare them.
        single = graph.cast(graph.cast(rows, "FLOAT"), "DOUBLE")
        shares = tree_scores(graph, single, forest_trees(model))
        return (graph.column(shares, 1) if two else shares), True
    if isinstance(model, HistGradientBoostingClassifier):
        targets = 1 if two else len(model.classes_)
        summed = tree_scores(graph, rows, boosted_trees(model, targets))
        raised = graph.add("Add", summed, graph.constant(np.ravel(model._baseline_prediction)))
        return (graph.column(raised, 0) if two else raised), False
    if isinstance(model, SVC) and two and model.kernel == "rbf":
        return support_scores(graph, rows, model), False
    soft = not hasattr(model, "predict_proba") or isinstance(model, SOFTMAX)
    if isinstance(getattr(model, "coef_", None), np.ndarray) and (two or soft):
        values = graph.affine(rows, model.coef_.T, np.ravel(model.intercept_))
        return (graph.column(values, 0) if model.coef_.shape[0] == 1 else values), False
    raise SteersmanError(
        f"{type(model).__name__} of {len(model.classes_)} classes cannot be exported to ONNX",
        todo="choose another model, or save it as skops with --out",
        code="not-in-onnx",
        model=type(model).__name__,
    )


def scaler_output(graph: Graph, rows: str, step: Any) -> str:
    """The rows as a scaler makes them."""
    if isinstance(step, StandardScaler):
        centered = graph.add("Sub", rows, graph.constant(step.mean_))
        return graph.add("Div", centered, graph.constant(step.scale_))
    if isinstance(step, MaxAbsScaler):
        return graph.add("Div", rows, graph.constant(step.scale_))
    if isinstance(step, TfidfTransformer) and step.norm == "l2" and not step.sublinear_tf:
        weighed = graph.add("Mul", rows, graph.constant(step.idf_ if step.use_idf else 1.0))
        length = graph.add("ReduceL2", weighed, graph.constant([1], np.int64), keepdims=1)
        return graph.add("Div", weighed, graph.add("Max", length, graph.constant(TINY)))
    if isinstance(step, DenseRows):
        return rows
    if isinstance(step, CountRoots):
        roots = graph.add("Sqrt", graph.add("Abs", rows))
        return graph.add("Mul", graph.add("Sign", rows), roots)
    raise SteersmanError(
        f"the step {type(step).__name__} cannot be exported to ONNX",
        todo="save the model as skops",
        code="not-in-onnx",
        step=type(step).__name__,
    )


def difference(graph: Graph, pairs: str) -> str:
    """(rows,): the second column less the first."""
    return graph.add("Sub", graph.column(pairs, 1), graph.column(pairs, 0))


def plane_margins(graph: Graph, rows: str, model: LikelihoodSpaceClassifier) -> str:
    """(rows,): how far below the line rows lie, which is linear in what they hold."""
    features = model.n_features_in_
    # The margin is linear in the features held: an empty document and each feature alone give all
    # its weights.
    held = np.vstack([np.zeros(features), np.eye(features)])
    margins = np.asarray(model.decision_function(held), dtype=np.float64)
    present = graph.cast(graph.add("Greater", rows, graph.constant(0.0)), "DOUBLE")
    weights = (margins[1:] - margins[0])[:, None]
    return graph.column(graph.affine(present, weights, margins[:1]), 0)


def support_scores(graph: Graph, rows: str, model: SVC) -> str:
    """(rows,): the margins of a support vector machine with a Gaussian kernel."""
    vectors = np.asarray(model.support_vectors_)
    squares = graph.add("ReduceSumSquare", rows, graph.constant([1], np.int64), keepdims=1)
    both = graph.add("Add", squares, graph.constant((vectors**2).sum(axis=1)[None]))
    products = graph.add("MatMul", rows, graph.constant(-2.0 * vectors.T))
    distances = graph.add("Add", both, products)
    kernel = graph.add("Exp", graph.add("Mul", distances, graph.constant(-float(model._gamma))))
    values = graph.affine(kernel, np.asarray(model.dual_coef_).T, np.ravel(model.intercept_))
    return graph.column(values, 0)


def blend_output(graph: Graph, rows: str, model: ScoreBlend) -> str:
    """(rows,) log odds, or (rows, classes): the members on one scale, averaged."""
    alike = []
    for member, center, scale in zip(model.members, model.centers_, model.scales_):
        scores = steady(graph, graph_scores(graph, rows, member), member)
        moved = graph.add("Sub", scores, graph.constant(center))
        alike.append(graph.add("Div", moved, graph.constant(scale)))
    total = graph.add("Sum", *alike)
    mean = graph.add("Mul", total, graph.constant(model.slope_ / len(alike)))
    if len(model.classes_) == 2:
        return graph.add("Add", mean, graph.constant(model.shift_))
    return mean


def steady(graph: Graph, scores: GraphScores, member: Any) -> str:
    """A member's scores without long tails, as `steady_scores` has them."""
    if np.ndim(scores.start) == 0 and scores.start == 0.5:
        kept = graph.add("Clip", scores.values, graph.constant(0.01), graph.constant(0.99))
        rest = graph.add("Sub", graph.constant(1.0), kept)
        return graph.add("Log", graph.add("Div", kept, rest))
    if np.ndim(scores.start) == 1 and hasattr(member, "predict_proba"):
        return graph.add("Max", scores.values, graph.constant(np.log(0.001)))
    return scores.values
