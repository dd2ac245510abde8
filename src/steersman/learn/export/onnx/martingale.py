"""A martingale program as ONNX operations: every node is asked, and rows follow the votes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from steersman.errors import SteersmanError
from steersman.learn.export.onnx.graph import Graph
from steersman.learn.martingale import (
    FAR,
    LEAN,
    RBF_SCALE,
    LinearDecision,
    MartingaleBoostClassifier,
    NodeFeatures,
    Program,
)


def program_logits(graph: Graph, rows: str, model: MartingaleBoostClassifier) -> str:
    """(rows, classes): the logits of `MartingaleBoostClassifier`."""
    program, features = model.graph_, model._features
    if features is None or not isinstance(features, NodeFeatures):
        raise SteersmanError(
            "ONNX export does not support the kind of classifier in this program's nodes",
            todo="use logistic regression nodes, or save the model as skops",
            code="not-in-onnx",
        )
    at, scores = node_outputs(graph, design(graph, rows, features), program)
    ends = graph.constant(model._end_logits)
    reached = graph.add("Concat", *at, axis=1)
    logits = graph.add("MatMul", reached, ends)
    lean = graph.add("Sum", *scores.values())
    votes = graph.add("Sum", *(at[number] for number in scores))
    some = graph.add("Max", votes, graph.constant([[1.0]]))
    leaning = graph.add("Mul", graph.add("Div", lean, some), graph.constant(LEAN))
    return graph.add("Add", logits, leaning)


def node_outputs(graph: Graph, columns: str, program: Program) -> tuple[list[str], dict[int, str]]:
    """Masks of the rows that pass each node, and their leanings at nodes that decide.

    Masks are (rows, 1), leanings (rows, classes).
    """
    ones = graph.add("Mul", first_column(graph, columns), graph.constant([[0.0]]))
    nothing, arriving = ones, {0: [graph.add("Add", ones, graph.constant([[1.0]]))]}
    at: list[str] = []
    leanings: dict[int, str] = {}
    for number, node in enumerate(program.nodes):
        coming = arriving.get(number, [nothing])
        here = coming[0] if len(coming) == 1 else graph.add("Sum", *coming)
        at.append(here)
        decision: Any = program.decisions[number]
        if decision is None:
            continue
        weights = node_weights(decision, program.classes, program.decisions[0])
        scores = graph.affine(columns, weights.T, program.shifts[number])
        leanings[number] = graph.add("Mul", graph.add("Tanh", scores), here)
        edge = graph.add("ArgMax", scores, axis=1, keepdims=1)
        for place, child in enumerate(node.children):
            taken = graph.add("Equal", edge, graph.constant([[place]], np.int64))
            # The graph has no branches: every node scores every row, and the mask says who is
            # really there.
            sent = graph.add("Mul", graph.cast(taken, "DOUBLE"), here)
            arriving.setdefault(child, []).append(sent)
    return at, leanings


def node_weights(decision: Any, classes: int, root: Any) -> NDArray[np.float64]:
    """(classes, columns): a decision as weights; what was never seen is far behind."""
    if isinstance(decision, LinearDecision):
        # Large and finite does the same under ArgMax and Tanh without infinities in the file.
        return np.nan_to_num(decision.weights, neginf=-FAR)
    weights = np.zeros((classes, root.weights.shape[1]))
    weights[:, -1] = -FAR
    weights[decision.label, -1] = 0.0
    return weights


def first_column(graph: Graph, columns: str) -> str:
    """(rows, 1): some column, for its number of rows."""
    return graph.add("Gather", columns, graph.constant([0], np.int64), axis=1)


def design(graph: Graph, rows: str, features: NodeFeatures) -> str:
    """(rows, columns): what `NodeFeatures` makes of dense rows."""
    moved = graph.add("Sub", rows, graph.constant(features.middle))
    spread = graph.add("Div", moved, graph.constant(features.spread))
    # asinh written out, by the absolute value so that large negative numbers do not cancel.
    size = graph.add("Abs", spread)
    root = graph.add("Sqrt", graph.add("Add", graph.add("Mul", size, size), graph.constant(1.0)))
    bent = graph.add(
        "Mul", graph.add("Sign", spread), graph.add("Log", graph.add("Add", size, root))
    )
    centered = graph.add("Sub", bent, graph.constant(features.mean))
    plain = graph.add("Div", centered, graph.constant(features.deviation))
    parts = [plain]
    if features.landmarks is not None and features.whitening is not None:
        kernel = similarity(graph, plain, features.landmarks)
        whitened = graph.add("MatMul", kernel, graph.constant(RBF_SCALE * features.whitening))
        parts = [plain, whitened] if features.with_linear else [whitened]
    zero = graph.add("Mul", first_column(graph, plain), graph.constant([[0.0]]))
    ones = graph.add("Add", zero, graph.constant([[1.0]]))
    return graph.add("Concat", *parts, ones, axis=1)


def similarity(graph: Graph, rows: str, landmarks: Any) -> str:
    """(rows, landmarks): the Gaussian kernel of width one per feature."""
    squares = graph.add("ReduceSumSquare", rows, graph.constant([1], np.int64), keepdims=1)
    both = graph.add("Add", squares, graph.constant((landmarks**2).sum(axis=1)[None]))
    products = graph.add("MatMul", rows, graph.constant(-2.0 * landmarks.T))
    distances = graph.add("Max", graph.add("Add", both, products), graph.constant(0.0))
    return graph.add("Exp", graph.add("Mul", distances, graph.constant(-1.0 / landmarks.shape[1])))
