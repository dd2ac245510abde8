"""Tuning the nodes of a program by their penalties, as the paper on interactive boosting does.

A want about the whole program gives each class an accuracy to reach. From the root on, every node
is fitted anew with a penalty for each weight, and these are tuned on the holdout rows that reach it
until the node has that accuracy (Sections 4.3 to 4.5). Training and holdout rows go on by the votes
of the tuned node.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from steersman.learn.logistic import SteerableLogisticRegression
from steersman.learn.martingale.learners import balanced_weights
from steersman.learn.martingale.nodes import Decision, LinearDecision, Rows
from steersman.learn.martingale.program import Bench, Program
from steersman.learn.wants import ResolvedWant, Want
from steersman.tasks import Task

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
FEW_ROWS = 5  # a class with fewer holdout rows at a node is not tuned for there
NODE_REFITS = 12  # of one node
ROUNDS = 4  # of ever stricter targets


class CodedRows(NamedTuple):
    """The design of some rows, its last column ones, and the numbers of their classes."""

    design: Rows
    codes: Codes


def accuracy_targets(want: ResolvedWant, matrix: NDArray[np.int64]) -> dict[int, float]:
    """The accuracy that the want asks of each class that falls short of it (Acc_des).

    >>> want = Want("fp <= 1").resolve(["ham", "spam"])
    >>> accuracy_targets(want, np.array([[8, 2], [1, 9]]))
    {0: 0.9}
    """
    wanted = want.target(matrix)
    rows = np.maximum(matrix.sum(axis=1), 1)
    now, then = np.diagonal(matrix) / rows, np.diagonal(wanted) / rows
    return {int(label): float(then[label]) for label in np.flatnonzero(then > now)}


def stricter(targets: dict[int, float]) -> dict[int, float]:
    """Targets that allow half of the errors.

    >>> stricter({1: 0.5})
    {1: 0.75}
    """
    return {label: 0.5 + 0.5 * target for label, target in targets.items()}


def tuned_program(
    program: Program,
    training: CodedRows,
    holdout: CodedRows,
    targets: dict[int, float],
    penalty: float,
    task: Task,
) -> Program:
    """The program with every node refitted and tuned to the targets, from the root on."""
    decisions: list[Decision | None] = list(program.decisions)
    learned = {0: [np.arange(len(training.codes))]}
    judged = {0: [np.arange(len(holdout.codes))]}
    none = [np.zeros(0, dtype=np.intp)]
    for number, node in enumerate(program.nodes):
        if node.label >= 0:
            continue
        rows = np.sort(np.concatenate(learned.pop(number, none)))
        held = np.sort(np.concatenate(judged.pop(number, none)))
        here = CodedRows(training.design[rows], training.codes[rows])
        there = CodedRows(holdout.design[held], holdout.codes[held])
        tuned = tuned_decision(here, there, targets, penalty, program.classes, task)
        decision = tuned or program.decisions[number]
        assert decision is not None, "a node without a label decides"  # noqa: S101
        decisions[number] = decision
        send_rows(learned, node.children, decision, here.design, rows)
        send_rows(judged, node.children, decision, there.design, held)
    unturned = program.with_shifts(np.zeros_like(program.shifts))
    return replace(unturned, decisions=tuple(decisions))


def send_rows(
    waiting: dict[int, list[Codes]],
    children: tuple[int, ...],
    decision: Decision,
    design: Rows,
    rows: Codes,
) -> None:
    """Add the rows to those that wait at the nodes that they are voted to."""
    edges = decision.scores(design).argmax(axis=1) if len(rows) else np.zeros(0, dtype=np.intp)
    for edge in np.unique(edges):
        waiting.setdefault(children[edge], []).append(rows[edges == edge])


def tuned_decision(
    training: CodedRows,
    holdout: CodedRows,
    targets: dict[int, float],
    penalty: float,
    classes: int,
    task: Task,
) -> LinearDecision | None:
    """A node fitted to its training rows and tuned on its holdout rows; None without two classes.

    Penalties are tuned by the gradient of the divergence from the wanted states (Equation 4).
    """
    present = np.unique(training.codes)
    if len(present) < 2:
        return None
    model = SteerableLogisticRegression(penalty).fit(
        training.design[:, :-1], training.codes, balanced_weights(training.codes)
    )
    known = np.isin(holdout.codes, present)
    want = local_want(holdout.codes[known], present, targets)
    if want is not None and task.seconds_left > 0.0:
        visited = model.steer_toward(
            holdout.design[known][:, :-1],
            holdout.codes[known],
            want,
            max_iterations=NODE_REFITS,
            class_weights=False,
            # What is seen on the way to a node's own want says nothing about the program.
            task=replace(task, visited=None, progress=None),
        )
        best = min(visited, key=lambda seen: (seen.gap, seen.objective)).model
        model = cast(SteerableLogisticRegression, best)
    weights = np.zeros((classes, training.design.shape[1]))
    # A class without rows at this node can never win there.
    weights[:, -1] = -np.inf
    weights[present] = 0.0
    outputs = present[-len(model.coef_) :]
    weights[outputs] = np.column_stack([model.coef_, model.intercept_])
    return LinearDecision(weights)


def local_want(codes: Codes, present: Codes, targets: dict[int, float]) -> ResolvedWant | None:
    """The accuracies to reach at a node, of classes with enough rows there; None without any."""
    rows = np.bincount(codes, minlength=int(present[-1]) + 1)
    asked = [
        f"recall({label}) >= {target:.6f}"
        for label, target in targets.items()
        if label in present and rows[label] >= FEW_ROWS
    ]
    return Want(" and ".join(asked)).resolve(present.tolist()) if asked else None


def bench_of(program: Program, holdout: CodedRows) -> Bench:
    """The scores of the holdout rows at every node."""
    return Bench(program.scores(holdout.design), holdout.codes)
