"""Growth of a martingale program, level by level."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from steersman.learn.martingale.nodes import (
    ConstantDecision,
    Decision,
    FittedNode,
    NodeLearner,
    Rows,
)
from steersman.learn.martingale.program import Bench, FrozenWhy, Node, Program
from steersman.maths.martingale import (
    confusion_matrix,
    freezing_threshold,
    tied_winner,
    winner,
)

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Votes = tuple[int, ...]
HearLevel = Callable[[int, tuple[Node, ...]], None]
"""Called with the level that is grown next and the nodes of those above it."""
LARGE_LEVEL = 1e8  # rows times squared columns and classes from which threads pay
BENCH_CELLS = 20_000_000  # scores kept to judge a program by


@dataclass(frozen=True)
class Growth:
    """How to grow: `freeze` None never ends a path early (pure nodes pass their rows on).

    With `ties_by_rows`, equal votes at the end go to the class with more of its training rows
    there, else to the first.
    """

    learner: NodeLearner
    classes: int
    levels: int
    freeze: float | None
    seed: int
    n_jobs: int | None = None
    ties_by_rows: bool = True


class GrownProgram(NamedTuple):
    """A program and the honest scores (nodes, rows, classes) of the rows it was grown on."""

    program: Program
    honest: list[tuple[int, Codes, Floats]]  # node, its training rows, their scores there


class NodePlace(NamedTuple):
    """Where a node is to be made, and how many rows of each class arrive there."""

    level: int
    votes: Votes
    counts: Codes  # (classes,)


class Arrivals(NamedTuple):
    """A node to be made and the training rows that arrive there."""

    place: NodePlace
    rows: Codes
    near: Decision | None  # of the node above that most of the rows come from

    @property
    def counts(self) -> Codes:
        """(classes,): the rows of each class."""
        return self.place.counts


class SentRows(NamedTuple):
    """Training rows that go on from one node to another."""

    rows: Codes
    decision: Decision | None


class GrownNode(NamedTuple):
    """A node with what decides there; None and None where it ends the path."""

    node: Node
    decision: Decision | None = None
    honest: Floats | None = None  # (rows, classes)


def grown_program(
    growth: Growth,
    X: Rows,
    codes: Codes,
    on_level: HearLevel | None = None,
) -> GrownProgram:
    """The program grown on the rows of X, whose classes are `codes`.

    `on_level(level, nodes)` is called before each level.
    """
    totals = np.bincount(codes, minlength=growth.classes)
    level = {(0,) * growth.classes: [SentRows(np.arange(len(codes)), None)]}
    nodes: list[Node] = []
    decisions: list[Decision | None] = []
    honest: list[tuple[int, Codes, Floats]] = []
    with Parallel(n_jobs=threads(growth, X), prefer="threads") as parallel:
        for depth in range(growth.levels + 1):
            if on_level is not None:
                on_level(depth, linked_nodes(growth, nodes, decisions))
            arriving = [
                arrivals_of(depth, votes, level[votes], codes, growth.classes)
                for votes in sorted(level)
            ]
            root = decisions[0] if decisions else None
            fits = fitted_level(growth, parallel, arriving, X, codes, totals, root)
            start, level = len(nodes), {}
            for place, (arrivals, fit) in enumerate(zip(arriving, fits)):
                node, decision, scores = grown_node(growth, arrivals, fit, codes, totals)
                nodes.append(node)
                decisions.append(decision)
                if decision is not None and scores is not None:
                    honest.append((start + place, arrivals.rows, scores))
                    send_on(level, arrivals, decision, scores)
    joined = linked_nodes(growth, nodes, decisions)
    return GrownProgram(Program(joined, tuple(decisions), growth.classes, growth.levels), honest)


def arrivals_of(
    level: int, votes: Votes, sent: list[SentRows], codes: Codes, classes: int
) -> Arrivals:
    """The rows that arrive at a node from those above."""
    # In one order, so that the rounding of a fit does not depend on which parent sent first.
    rows = np.sort(np.concatenate([part.rows for part in sent]))
    near = max(sent, key=lambda part: len(part.rows)).decision
    place = NodePlace(level, votes, np.bincount(codes[rows], minlength=classes))
    return Arrivals(place, rows, near)


def threads(growth: Growth, X: Rows) -> int | None:
    """How many threads to fit a level with: as asked, else all cores if its nodes are large."""
    rows, columns = X.shape
    large = rows * float(columns * (growth.classes - 1)) ** 2 >= LARGE_LEVEL
    return -1 if growth.n_jobs is None and large else growth.n_jobs


def fitted_level(
    growth: Growth,
    parallel: Parallel,
    arriving: list[Arrivals],
    X: Rows,
    codes: Codes,
    totals: Codes,
    root: Decision | None,
) -> list[FittedNode | None]:
    """The fits of a level's nodes, None where there is nothing to learn."""

    def fit_node(arrivals: Arrivals) -> FittedNode | None:
        if not learnable(growth, arrivals.place, totals):
            return None
        # A generator of its own for each node: the result does not depend on the order of the
        # threads.
        rng = np.random.default_rng([growth.seed, arrivals.place.level, *arrivals.place.votes])
        return growth.learner(X[arrivals.rows], codes[arrivals.rows], root, rng, arrivals.near)

    if len(arriving) == 1:
        return [fit_node(arriving[0])]
    fits: list[FittedNode | None] = parallel(delayed(fit_node)(arrivals) for arrivals in arriving)
    return fits


def learnable(growth: Growth, place: NodePlace, totals: Codes) -> bool:
    """Whether there is a decision to be learned: two classes, and not too rarely reached."""
    if place.level == growth.levels or np.count_nonzero(place.counts) < 2:
        return False
    return not rare(growth, place, totals)


def rare(growth: Growth, place: NodePlace, totals: Codes) -> bool:
    """Whether all classes but one reach the node less often than the freezing threshold."""
    if growth.freeze is None:
        return False
    shares = place.counts / totals
    limit = freezing_threshold(growth.freeze, growth.levels)
    return int(np.count_nonzero(shares >= limit)) < 2


def grown_node(
    growth: Growth, arrivals: Arrivals, fit: FittedNode | None, codes: Codes, totals: Codes
) -> GrownNode:
    """The node, its decision and the honest scores of its rows."""
    matrix = None
    if fit is not None:
        honest = fit.honest.argmax(axis=1)
        matrix = confusion_matrix(codes[arrivals.rows], honest, growth.classes)
    node = settled_node(growth, arrivals.place, matrix, totals)
    if node.label >= 0:
        return GrownNode(node)
    if fit is None:
        decision = ConstantDecision(int(np.argmax(arrivals.counts)), growth.classes)
        return GrownNode(node, decision, decision.scores(np.empty((len(arrivals.rows), 0))))
    return GrownNode(node, fit.decision, fit.honest)


def settled_node(
    growth: Growth, place: NodePlace, matrix: NDArray[np.int64] | None, totals: Codes
) -> Node:
    """The node with the matrix of its honest decisions, None where nothing was learned.

    It has a label where it ends the path.
    """
    level, votes, counts = place
    node = Node(level, votes, tuple(map(int, counts)))
    if level == growth.levels:
        # Shares of their class, as counts would favor the larger class.
        shares = counts / totals if growth.ties_by_rows else np.zeros(growth.classes)
        return replace(node, label=tied_winner(votes, shares))
    if not counts.sum():
        return replace(node, label=winner(votes), frozen="empty")
    label = int(np.argmax(counts))
    if matrix is None and growth.freeze is None:
        return node
    if matrix is None:
        why: FrozenWhy = "pure" if np.count_nonzero(counts) == 1 else "rare"
        return replace(node, label=label, frozen=why)
    # A weak root is kept: without it there would be no program to steer.
    if growth.freeze is not None and level > 0 and weak(matrix):
        return replace(node, label=label, frozen="weak")
    return replace(node, matrix=matrix)


def weak(matrix: NDArray[np.int64]) -> bool:
    """Whether decisions on unseen rows are no better than chance, class by class."""
    rows = matrix.sum(axis=1)
    present = rows > 0
    recalls = np.diagonal(matrix)[present] / rows[present]
    return bool(recalls.mean() <= 1.0 / np.count_nonzero(present) + 1e-12)


def send_on(
    level: dict[Votes, list[SentRows]], arrivals: Arrivals, decision: Decision, scores: Floats
) -> None:
    """Add the rows to the nodes of the next level, one for each class whether reached or not."""
    edges = scores.argmax(axis=1)
    for edge in range(scores.shape[1]):
        sent = SentRows(arrivals.rows[edges == edge], decision)
        level.setdefault(after(arrivals.place.votes, edge), []).append(sent)


def after(votes: Votes, edge: int) -> Votes:
    """The votes after one more for class `edge`."""
    return tuple(count + (place == edge) for place, count in enumerate(votes))


def linked_nodes(
    growth: Growth, nodes: list[Node], decisions: list[Decision | None]
) -> tuple[Node, ...]:
    """The nodes, each with the numbers of its children unless these have not been grown yet."""
    number = {(node.level, node.votes): place for place, node in enumerate(nodes)}
    last = nodes[-1].level if nodes else 0
    return tuple(
        node
        if decision is None or node.level == last
        else replace(
            node,
            children=tuple(
                number[node.level + 1, after(node.votes, edge)] for edge in range(growth.classes)
            ),
            shift=(0.0,) * growth.classes,
        )
        for node, decision in zip(nodes, decisions)
    )


def honest_bench(grown: GrownProgram, X: Rows, codes: Codes, seed: int) -> Bench:
    """The training rows (some of them, when they are many) at scores of nodes blind to them."""
    cells = len(grown.program.nodes) * grown.program.classes
    chosen = np.arange(len(codes))
    if len(codes) * cells > BENCH_CELLS:
        rng = np.random.default_rng(seed)
        chosen = np.sort(rng.permutation(len(codes))[: max(1000, BENCH_CELLS // cells)])
    scores = grown.program.scores(X[chosen])
    place = np.full(len(codes), -1)
    place[chosen] = np.arange(len(chosen))
    for node, rows, honest in grown.honest:
        there = place[rows]
        # A node's score of a row that it learned from flatters it: the score without that row takes
        # its place.
        scores[node][there[there >= 0]] = honest[there >= 0]
    return Bench(scores, codes[chosen])
