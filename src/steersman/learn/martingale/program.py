"""Martingale programs: nodes that vote, level by level, and the rows' way through them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypedDict

import numpy as np
from numpy.typing import NDArray

from steersman._cached import cached_property
from steersman.learn.martingale.nodes import Decision, Rows
from steersman.learn.martingale.program_picture import program_html
from steersman.maths.martingale import advantages, class_rates, count_moves, reached_nodes

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
LEAN = 0.004  # how far scores on the way may move a log probability
LABEL_LEAD = 0.01  # by how much the label's log probability leads at least
FrozenWhy = Literal["", "pure", "empty", "rare", "weak"]


class NodeValues(TypedDict):
    """A node in plain values."""

    level: int
    votes: list[int]
    rows: list[int]
    """Training rows of each class that reach it."""
    label: int
    """The class at the end of a path, -1 where the node decides."""
    frozen: FrozenWhy
    """Why the path ends early."""
    children: list[int]
    shift: list[float]
    matrix: list[list[int]]
    advantages: list[float | None]


@dataclass(frozen=True)
class Node:
    """One node: the votes that rows have when they reach it, and what happens to them there.

    A node decides (it has a `decision` and one child per class) or ends the path with `label`: at
    the last level by most votes, earlier because it is `frozen`: "pure" (training rows of one
    class only), "empty" (none), "rare" (under the freezing threshold) or "weak" (no advantage
    on rows it had not seen). `shift` is added to the decision's scores: what steering turns.
    """

    level: int
    votes: tuple[int, ...]
    rows: tuple[int, ...]  # training rows of each class that reach it
    label: int = -1
    frozen: FrozenWhy = ""
    children: tuple[int, ...] = ()
    shift: tuple[float, ...] = ()
    matrix: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.int64))

    @property
    def advantages(self) -> Floats:
        """(classes,): accuracy on each class above one half, on the holdout; NaN without rows."""
        return advantages(self.matrix)

    def votes_short(self, threshold: float) -> float:
        """Rows of the holdout short of an advantage at the threshold for every class.

        As many more must be voted for correctly; 0 where the path ends.
        """
        lacking = np.nan_to_num(np.maximum(0.0, threshold - self.advantages))
        return 0.0 if self.label >= 0 else float(lacking @ self.matrix.sum(axis=1))

    def as_dict(self) -> NodeValues:
        """Plain values for a page to draw."""
        known = [None if np.isnan(value) else float(value) for value in self.advantages]
        return {
            "level": self.level,
            "votes": list(self.votes),
            "rows": list(self.rows),
            "label": self.label,
            "frozen": self.frozen,
            "children": list(self.children),
            "shift": list(self.shift),
            "matrix": self.matrix.tolist(),
            "advantages": known,
        }


def copied_node(node: Node, **changed: object) -> Node:
    """`dataclasses.replace` in a tenth of its time, for searches that copy thousands of nodes."""
    copied = object.__new__(Node)
    vars(copied).update(vars(node), **changed)
    return copied


def send_on(children: Sequence[int], rows: Codes, edges: Codes, at: dict[int, list[Codes]]) -> None:
    """Add rows that leave a node to those that arrive `at` its children."""
    for edge, child in enumerate(children):
        leaving = rows[edges == edge]
        if len(leaving):
            at.setdefault(child, []).append(leaving)


@dataclass(frozen=True, repr=False)
class Program:
    """A martingale program: its nodes, the root first and every edge leading onwards."""

    nodes: tuple[Node, ...]
    decisions: tuple[Decision | None, ...]
    classes: int
    levels: int

    def __repr__(self) -> str:
        return f"<Program: {self.levels} levels, {len(self.nodes)} nodes>"

    def _repr_html_(self) -> str:
        return program_html(self)

    @cached_property
    def children(self) -> Codes:
        """(nodes, classes): where each class's edge leads; -1 at the end of a path."""
        none = (-1,) * self.classes
        return np.array([node.children or none for node in self.nodes], dtype=np.intp)

    @cached_property
    def labels(self) -> Codes:
        """(nodes,): the class of a terminal node, -1 at the others."""
        return np.array([node.label for node in self.nodes], dtype=np.intp)

    @cached_property
    def shifts(self) -> Floats:
        """(nodes, classes): what is added to the scores at each node."""
        none = (0.0,) * self.classes
        return np.array([node.shift or none for node in self.nodes])

    @property
    def deciding(self) -> Codes:
        """The numbers of the nodes that decide."""
        return np.flatnonzero(self.labels < 0)

    def frozen_counts(self) -> dict[str, int]:
        """How many nodes are frozen, by the reason."""
        why = [node.frozen for node in self.nodes if node.frozen]
        return {reason: why.count(reason) for reason in ("pure", "empty", "rare", "weak")}

    def scores(self, X: Rows) -> Floats:
        """(nodes, rows, classes): the scores of every row at every deciding node."""
        scores = np.zeros((len(self.nodes), X.shape[0], self.classes))
        for node in self.deciding:
            decision = self.decisions[node]
            assert decision is not None  # noqa: S101
            scores[node] = decision.scores(X)
        return scores

    def terminal_nodes(
        self, X: Rows, seen: Callable[[int, Codes, Floats], None] | None = None
    ) -> Codes:
        """(rows,): the terminal node of each row; only the nodes that rows reach are asked.

        `seen(node, rows, scores)` is called for every decision on the way.
        """
        ends = np.zeros(X.shape[0], dtype=np.intp)
        at: dict[int, list[Codes]] = {0: [np.arange(X.shape[0])]}
        # Edges lead to higher numbers: when a node's turn comes, all its rows have arrived.
        for number, node in enumerate(self.nodes):
            if number not in at:
                continue
            rows = np.concatenate(at.pop(number))
            ends[rows] = number
            decision = self.decisions[number]
            if decision is None or not len(rows):
                continue
            # All rows are at the root: they need not be copied.
            scores = decision.scores(X[rows] if number else X) + self.shifts[number]
            if seen is not None:
                seen(number, rows, scores)
            send_on(node.children, rows, scores.argmax(axis=1), at)
        return ends

    def with_shifts(self, shifts: Floats) -> Program:
        """A copy of the program with other shifts."""
        nodes = tuple(
            copied_node(node, shift=tuple(shift)) if node.label < 0 else node
            for node, shift in zip(self.nodes, shifts.tolist())
        )
        return self.with_nodes(nodes)

    def with_matrices(self, walk: Walk, codes: Codes) -> Program:
        """A copy of the program with each node's local confusion matrix of these rows."""
        return self.with_node_matrices(local_matrices(self, walk, codes))

    def with_node_matrices(self, matrices: Iterable[NDArray[np.int64]]) -> Program:
        """A copy of the program with these (nodes, true, predicted) local confusion matrices."""
        nodes = tuple(copied_node(node, matrix=cells) for node, cells in zip(self.nodes, matrices))
        return self.with_nodes(nodes)

    def with_judged_shifts(self, shifts: Floats, matrices: Iterable[NDArray[np.int64]]) -> Program:
        """A copy of the program with other shifts and the matrices that these make."""
        nodes = tuple(
            copied_node(node, matrix=cells, shift=tuple(shift) if node.label < 0 else node.shift)
            for node, shift, cells in zip(self.nodes, shifts.tolist(), matrices)
        )
        return self.with_nodes(nodes)

    def with_nodes(self, nodes: tuple[Node, ...]) -> Program:
        """A copy of the program with other shifts or matrices at its nodes."""
        copied = replace(self, nodes=nodes)
        # A search copies hundreds of programs, whose edges it would collect anew each time.
        vars(copied).update(children=self.children, labels=self.labels)
        return copied

    def rates(self) -> Floats:
        """(true, predicted): the rates that the path weights of the local matrices give."""
        matrices = np.stack([node.matrix for node in self.nodes]).astype(np.float64)
        rows = matrices.sum(axis=2, keepdims=True)
        shares = np.divide(matrices, rows, out=np.zeros_like(matrices), where=rows > 0)
        return class_rates(self.children, self.labels, shares)


class Bench(NamedTuple):
    """Rows on which a program is judged: their scores at every node and their classes."""

    scores: Floats  # (nodes, rows, classes)
    codes: Codes  # (rows,)


class Walk(NamedTuple):
    """The way of some rows through a program."""

    ends: Codes  # (rows,): terminal nodes
    visited: Codes  # (rows, levels + 1): nodes on the way, -1 after its end
    predicted: Codes  # (rows,)


def walk_rows(program: Program, scores: Floats, shifts: Floats | None = None) -> Walk:
    """The way of rows with these (nodes, rows, classes) scores, under other shifts if given."""
    visited = np.empty((scores.shape[1], program.levels + 1), dtype=np.intp)
    turned = program.shifts if shifts is None else shifts
    ends = reached_nodes(program.children, program.labels, scores, turned, visited)
    return Walk(ends, visited, program.labels[ends])


def local_matrices(program: Program, walk: Walk, codes: Codes) -> list[NDArray[np.int64]]:
    """The confusion matrix at each node of the rows that pass it.

    A terminal node's column is its label.
    """
    shape = (len(program.nodes), program.classes, program.classes)
    cells = np.zeros(shape, dtype=np.int64)
    count_moves(program.children, walk.visited, walk.ends, codes, walk.predicted, cells)
    return list(cells)


def end_logits(program: Program, totals: Codes) -> Floats:
    """(nodes, classes): log shares of the classes that end there, the label's the highest."""
    prior = totals / totals.sum()
    ends = np.flatnonzero(program.labels >= 0)
    counts = np.stack([program.nodes[end].matrix.sum(axis=1) for end in ends]) + prior + 1e-3
    shares = np.log(counts / counts.sum(axis=1, keepdims=True))
    own = np.arange(len(ends)), program.labels[ends]
    top = shares.max(axis=1)
    # The votes may have chosen another class than most rows here have: the two are treated as even,
    # so that the most probable class is the label.
    even = np.where(shares[own] < top, (shares[own] + top) / 2.0, np.inf)
    shares = np.minimum(shares, even[:, np.newaxis])
    shares[own] = np.where(np.isfinite(even), even, shares[own]) + LABEL_LEAD
    logits = np.zeros((len(program.nodes), program.classes))
    logits[ends] = shares
    return logits
