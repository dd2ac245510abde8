"""Rows on their way through a martingale program: the nodes they pass, and what these say."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman.learn.martingale.base import Rows
from steersman.learn.martingale.program import LEAN, FrozenWhy, Program

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]


class PathStep(TypedDict):
    """A node on the way of a row: `scores` and `voted` where it decides, `label` at the end."""

    node: int
    level: int
    votes: list[int]
    scores: NotRequired[list[float]]
    voted: NotRequired[object]
    label: NotRequired[object]
    frozen: NotRequired[FrozenWhy]


def row_path(graph: Program, classes: NDArray[np.generic], design: Rows) -> list[PathStep]:
    """The nodes on the way of one row, and the class where it ends."""
    steps: list[PathStep] = []

    def note_node(number: int, rows: Codes, scores: Floats) -> None:  # noqa: ARG001
        node = graph.nodes[number]
        steps.append(
            {
                "node": number,
                "level": node.level,
                "votes": list(node.votes),
                "scores": scores[0].tolist(),
                "voted": classes[int(scores[0].argmax())],
            }
        )

    end = int(graph.terminal_nodes(design, note_node)[0])
    last = graph.nodes[end]
    steps.append(
        {
            "node": end,
            "level": last.level,
            "votes": list(last.votes),
            "label": classes[last.label],
            "frozen": last.frozen,
        }
    )
    return steps


def row_logits(graph: Program, design: Rows, end_logits: Floats) -> Floats:
    """(rows, classes): logits where each row ends, and a trace of the scores on its way."""
    lean = np.zeros((design.shape[0], end_logits.shape[1]))
    votes = np.zeros(design.shape[0])

    def note_node(number: int, rows: Codes, scores: Floats) -> None:  # noqa: ARG001
        # Scores of classes that a node never saw are infinite; tanh bounds every node's part.
        lean[rows] += np.tanh(scores)
        votes[rows] += 1

    ends = graph.terminal_nodes(design, note_node)
    return np.asarray(end_logits[ends] + LEAN * lean / np.maximum(votes, 1)[:, None])
