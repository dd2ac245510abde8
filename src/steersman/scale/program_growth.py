"""Martingale programs over partitions: all nodes of a level are fitted in the same passes.

Every step of every node comes from gradients and Hessians summed over the rows that reach it. Rows
are carried on by leave-one-out scores where columns are dense, as in memory, else by three folds
drawn by the numbers of the rows.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from steersman.errors import SteersmanError
from steersman.learn.blas import one_blas_thread
from steersman.learn.martingale import (
    LEAVE_ONE_OUT_PARAMETERS,
    ConstantDecision,
    Decision,
    Growth,
    LinearDecision,
    LogisticLearner,
    MartingaleBoostClassifier,
    Node,
    NodePlace,
    NodeProblem,
    Program,
    after,
    learnable,
    linked_nodes,
    settled_node,
)
from steersman.maths.logistic import (
    LossSums,
    SummedFit,
    SumRequest,
    inverse_hessian,
    penalized_hessian,
)
from steersman.scale.logistic_fit import ClassSizes, no_losses
from steersman.scale.partition import Partition
from steersman.scale.prepared_rows import PreparedRows, float_rows
from steersman.scale.program_walk import ALL, ENDED, NodeRows, ProgramWalk
from steersman.scale.row_draws import drawn_rows
from steersman.tasks import Task

if TYPE_CHECKING:
    from steersman.scale.partitioned_dataset import PartitionedDataset

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Ints = NDArray[np.int64]

SAMPLED_ROWS = 100_000
"""Rows that the columns of the nodes are chosen on."""


class FitKey(NamedTuple):
    """A node of a level, and the fold whose rows are left out of a fit."""

    node: int
    fold: int


@dataclass(frozen=True, eq=False)
class NodeFit:
    """A fit at a node: what is learned, and the weights where it stopped."""

    problem: NodeProblem
    fit: SummedFit
    inverse: Floats | None  # of the Hessian, where leave-one-out scores need it

    @property
    def decision(self) -> LinearDecision:
        """The decision of the node."""
        return self.problem.decision(self.fit.weights)


@dataclass(frozen=True, eq=False)
class FoldSizes:
    """Counts the rows of each class in each fold of each node of a level."""

    walk: ProgramWalk
    shape: tuple[int, int, int]  # nodes, folds, classes

    def __call__(self, partition: Partition) -> Ints:
        found = np.zeros(self.shape, np.int64)
        at, rows = self.walk.nodes_of(partition), partition.open()
        places = self.walk.rows.places(rows)
        places = places[at[places] >= 0]
        fold = self.walk.row_folds(rows.numbers[places])
        np.add.at(found, (at[places], fold, rows.codes[places]), 1)
        return found


@dataclass(frozen=True, eq=False)
class LevelSums:
    """Sums what the fits of a level ask for over the rows of a partition."""

    walk: ProgramWalk
    problems: Mapping[FitKey, NodeProblem]
    requests: Mapping[FitKey, SumRequest]

    def __call__(self, partition: Partition) -> dict[FitKey, LossSums]:
        found = {key: no_losses(request) for key, request in self.requests.items()}
        nodes = np.unique([key.node for key in self.requests])
        with one_blas_thread():
            for rows in self.walk.arrivals(partition, nodes):
                for key, request in self.requests.items():
                    if key.node != rows.node:
                        continue
                    some = rows.without_fold(key.fold)
                    if len(some.codes):
                        sums = self.problems[key].sums(request, some.design, some.codes)
                        found[key] = found[key].plus(sums)
        return found


def joined_sums(
    one: dict[FitKey, LossSums], other: dict[FitKey, LossSums]
) -> dict[FitKey, LossSums]:
    """The sums of two sets of rows."""
    return {key: sums.plus(other[key]) for key, sums in one.items()}


@dataclass(frozen=True, eq=False)
class LevelMoves:
    """Votes on the rows of a partition at a level, honestly, and writes where they go.

    `constant` has the class of nodes that pass all rows on to it, -1 for the others; `certain` the
    class of folds without which a node has rows of that class only.
    """

    walk: ProgramWalk
    fits: Mapping[FitKey, NodeFit]
    certain: Mapping[FitKey, int]
    constant: Codes  # (nodes,)
    classes: int
    resubstitution: bool

    def __call__(self, partition: Partition) -> Ints:
        nodes = len(self.constant)
        matrices = np.zeros((nodes, self.classes, self.classes), np.int64)
        moves = np.full(partition.rows, ENDED, np.int32)
        voting = np.unique([key.node for key in self.fits]).astype(np.intp)
        voting = np.union1d(voting, np.flatnonzero(self.constant >= 0))
        with one_blas_thread():
            for rows in self.walk.arrivals(partition, voting):
                votes = self.votes(rows)
                moves[rows.places] = rows.node * self.classes + votes
                np.add.at(matrices[rows.node], (rows.codes, votes), 1)
        self.walk.write_moves(partition, moves)
        return matrices

    def votes(self, rows: NodeRows) -> Codes:
        """(rows,): the class that each row is voted to, by a fit without it."""
        if self.constant[rows.node] >= 0:
            return np.full(len(rows.codes), self.constant[rows.node])
        whole = self.fits[FitKey(rows.node, ALL)]
        if whole.inverse is not None:
            design, weights = rows.design, whole.fit.weights
            honest = whole.problem.honest_scores(weights, whole.inverse, design, rows.codes)
            return np.asarray(honest.argmax(axis=1))
        if self.resubstitution:
            return np.asarray(whole.decision.scores(rows.design).argmax(axis=1))
        votes = np.zeros(len(rows.codes), np.intp)
        for fold in range(self.walk.folds):
            held, key = np.flatnonzero(rows.fold == fold), FitKey(rows.node, fold)
            votes[held] = self.certain.get(key, 0)
            if len(held) and key in self.fits:
                scores = self.fits[key].decision.scores(rows.design[held])
                votes[held] = scores.argmax(axis=1)
        return votes


def is_summed_program(model: object) -> bool:
    """Whether a program can be grown by sums: logistic nodes, all rows, steered afterwards."""
    return (
        isinstance(model, MartingaleBoostClassifier)
        and model.estimator is None
        and model.holdout is None
        and model.want is None
        and model.tuning == "shifts"
    )


def grow_program(
    dataset: PartitionedDataset,
    model: MartingaleBoostClassifier,
    rows: PreparedRows,
    task: Task,
) -> None:
    """Grow a program with logistic nodes on rows, one pass over the partitions for each round."""
    task.report("choosing columns", 0.0)
    drawn = drawn_rows(dataset, SAMPLED_ROWS, 0, rows.shares, rows.part)
    growth = model.growth_on(rows.transform(drawn.X), np.asarray(dataset.classes)[drawn.codes])
    if growth.classes < len(dataset.classes):
        raise SteersmanError(
            f"{len(drawn.codes):,} rows drawn from {dataset.name} are not of all classes",
            todo="leave out rare classes, or choose another model",
            code="class-not-drawn",
            classes=list(dataset.classes),
        )
    features, learner = model.node_features_, growth.learner
    assert features is not None  # noqa: S101
    assert isinstance(learner, LogisticLearner)  # noqa: S101
    design = features(float_rows(rows.transform(drawn.X[:1])))
    with walk_folder(dataset) as folder:
        start = np.zeros(0, np.intp)
        walk = ProgramWalk(rows, features, folder, 0, start, learner.folds, growth.seed)
        grower = ProgramGrower(dataset, growth, learner, walk, design.shape[1], issparse(design))
        model.take_program(grower.program(task.part(0.05, 1.0)))


@contextmanager
def walk_folder(dataset: PartitionedDataset) -> Iterator[str]:
    """A folder beside the partitions for the rows' way through a program."""
    folder = Path(dataset.partitions[0].path).parent / f"walk-{uuid4().hex}"
    folder.mkdir()
    try:
        yield str(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, eq=False)
class GrownLevel:
    """The nodes of a level, what decides there, and their confusion matrices."""

    nodes: list[Node]
    decisions: list[Decision | None]
    matrices: Ints  # (nodes, classes, classes)


@dataclass(frozen=True, eq=False)
class ProgramGrower:
    """Grows a program level by level on the rows of a data set."""

    dataset: PartitionedDataset
    growth: Growth
    learner: LogisticLearner
    walk: ProgramWalk
    columns: int
    sparse: bool

    def program(self, task: Task) -> Program:
        """The program, its nodes with the matrices of honest votes on all rows."""
        growth, walk = self.growth, self.walk
        totals = self.dataset.reduce(ClassSizes(walk.rows, growth.classes), np.add)
        places = [NodePlace(0, (0,) * growth.classes, totals)]
        near: list[Decision | None] = [None]
        nodes: list[Node] = []
        decisions: list[Decision | None] = []
        for depth in range(growth.levels + 1):
            task.report(f"growing level {depth + 1} of {growth.levels}", depth / growth.levels)
            root = decisions[0] if decisions else None
            grown = self.level(walk, places, near, totals, root)
            nodes += grown.nodes
            decisions += grown.decisions
            places, near, onward = next_level(grown, growth.classes)
            walk = replace(walk, level=depth + 1, onward=onward)
        linked = linked_nodes(growth, nodes, decisions)
        return Program(linked, tuple(decisions), growth.classes, growth.levels)

    def level(
        self,
        walk: ProgramWalk,
        places: list[NodePlace],
        near: list[Decision | None],
        totals: Codes,
        root: Decision | None,
    ) -> GrownLevel:
        """All nodes of a level."""
        growth, classes = self.growth, self.growth.classes
        wanted = [n for n, place in enumerate(places) if learnable(growth, place, totals)]
        problems, certain = self.problems(walk, places, wanted, root)
        fits = self.fits(walk, problems, near)
        constant = self.constants(places, wanted)
        matrices = np.zeros((len(places), classes, classes), np.int64)
        if wanted or np.any(constant >= 0):
            as_fitted = self.learner.routing == "resubstitution"
            voted = LevelMoves(walk, fits, certain, constant, classes, as_fitted)
            matrices = self.dataset.reduce(voted, np.add)
        nodes: list[Node] = []
        decisions: list[Decision | None] = []
        for number, place in enumerate(places):
            learned = matrices[number] if number in wanted else None
            node = settled_node(growth, place, learned, totals)
            decision: Decision | None = None
            if node.label >= 0:
                matrices[number] = 0
                matrices[number][:, node.label] = place.counts
            elif learned is None:
                decision = ConstantDecision(int(constant[number]), classes)
            else:
                decision = fits[FitKey(number, ALL)].decision
            nodes.append(replace(node, matrix=matrices[number]))
            decisions.append(decision)
        return GrownLevel(nodes, decisions, matrices)

    def constants(self, places: list[NodePlace], wanted: list[int]) -> Codes:
        """(nodes,): the class that a node passes all rows on to; -1 where it learns or ends."""
        labels = np.full(len(places), -1, np.intp)
        for number, place in enumerate(places):
            held = place.level < self.growth.levels and place.counts.sum() > 0
            if self.growth.freeze is None and held and number not in wanted:
                labels[number] = int(np.argmax(place.counts))
        return labels

    def leaves_one_out(self, problem: NodeProblem) -> bool:
        """Whether votes on training rows are by leave-one-out scores."""
        return self.learner.routing == "leave-one-out" and self.is_whole(problem)

    def is_whole(self, problem: NodeProblem) -> bool:
        """Whether passes sum the whole Hessian of a node."""
        return not self.sparse and problem.outputs * self.columns <= LEAVE_ONE_OUT_PARAMETERS

    def problems(
        self,
        walk: ProgramWalk,
        places: list[NodePlace],
        wanted: list[int],
        root: Decision | None,
    ) -> tuple[dict[FitKey, NodeProblem], dict[FitKey, int]]:
        """What is fitted at the nodes of a level, and the folds that need no fit."""
        base = None
        if self.learner.draw_to_root and isinstance(root, LinearDecision):
            base = root.weights
        found = {
            FitKey(number, ALL): NodeProblem(places[number].counts, self.learner.penalty, base)
            for number in wanted
        }
        certain: dict[FitKey, int] = {}
        folded = [
            key.node
            for key, problem in found.items()
            if self.learner.routing != "resubstitution" and not self.leaves_one_out(problem)
        ]
        if folded:
            shape = (len(places), walk.folds, self.growth.classes)
            sizes = self.dataset.reduce(FoldSizes(walk, shape), np.add)
        for number in folded:
            for fold in range(walk.folds):
                left = places[number].counts - sizes[number, fold]
                key = FitKey(number, fold)
                if np.count_nonzero(left) > 1:
                    found[key] = NodeProblem(left, self.learner.penalty, base)
                else:
                    certain[key] = int(np.argmax(left))
        return found, certain

    def fits(
        self,
        walk: ProgramWalk,
        problems: Mapping[FitKey, NodeProblem],
        near: list[Decision | None],
    ) -> dict[FitKey, NodeFit]:
        """The fits of a level, all asked for in the same passes over the rows."""
        running = {}
        for key, problem in problems.items():
            guess = near[key.node] if key.fold == ALL else None
            weights = guess.weights if isinstance(guess, LinearDecision) else None
            whole = self.is_whole(problem)
            running[key] = problem.minimization(self.columns, weights, whole=whole)
        requests = {key: next(steps) for key, steps in running.items()}
        found: dict[FitKey, NodeFit] = {}
        while requests:
            work = LevelSums(walk, {key: problems[key] for key in requests}, requests)
            sums = self.dataset.reduce(work, joined_sums)
            asked: dict[FitKey, SumRequest] = {}
            for key in requests:
                try:
                    asked[key] = running[key].send(sums[key])
                except StopIteration as end:
                    found[key] = self.finished_fit(problems[key], end.value)
            requests = asked
        return found

    def finished_fit(self, problem: NodeProblem, fit: SummedFit) -> NodeFit:
        """A fit with the inverse Hessian, where leave-one-out scores need it."""
        if not self.leaves_one_out(problem):
            return NodeFit(problem, fit, None)
        penalties = np.full(fit.weights.shape, problem.penalty)
        penalties[:, -1] = 0.0
        inverse = inverse_hessian(penalized_hessian(fit.curvature.copy(), penalties))
        return NodeFit(problem, fit, inverse)


def next_level(
    grown: GrownLevel, classes: int
) -> tuple[list[NodePlace], list[Decision | None], Codes]:
    """The places of the next level, the decisions they are near to, and where each move leads."""
    sent: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for number, decision in enumerate(grown.decisions):
        if decision is not None:
            for edge in range(classes):
                below = after(grown.nodes[number].votes, edge)
                sent.setdefault(below, []).append((number, edge))
    places: list[NodePlace] = []
    near: list[Decision | None] = []
    onward = np.full(len(grown.nodes) * classes, ENDED, np.intp)
    for place, votes in enumerate(sorted(sent)):
        counts = [grown.matrices[number][:, edge] for number, edge in sent[votes]]
        level = grown.nodes[sent[votes][0][0]].level + 1
        places.append(NodePlace(level, votes, np.sum(counts, axis=0)))
        most = int(np.argmax([each.sum() for each in counts]))
        near.append(grown.decisions[sent[votes][most][0]])
        for number, edge in sent[votes]:
            onward[number * classes + edge] = place
    return places, near, onward
