"""Steering of a martingale program: the shifts of its nodes are turned until a want is met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from steersman.learn.martingale.program import Bench, Program, send_on, walk_rows
from steersman.learn.steering import Goal
from steersman.learn.wants import ResolvedWant
from steersman.maths.martingale import advantages, confusion_matrix, sorted_turns
from steersman.tasks import Task

Floats = NDArray[np.float64]
Codes = NDArray[np.intp]
Granularity = Literal["root", "all", "select"]
Turn = TypeVar("Turn", float, Floats)
FEW_ROWS = 5  # a node with fewer rows of a class takes the root's shift as it is
STEERING_STEPS, STEERING_SECONDS = 400, 20.0
STEPS = 16  # turns tried in a direction of the root that is worth a search
COARSE_STEPS = 6  # turns tried in each direction to see which is worth it
HALVINGS = 4  # rounds of trying nearer to the best
SELECTED_SHARE = 0.8  # of the missing votes, at which "select" offers no more nodes
MOST_SELECTED = 5  # nodes that "select" offers
FURTHEST = 4.0  # times the root's shift, for a node that is hard to bring to the root's accuracy


class SteeringStep(NamedTuple):
    """One setting of the shifts, and what it does on the bench."""

    shifts: Floats  # (nodes, classes)
    matrix: NDArray[np.int64]
    rank: tuple[float, float, int]  # gap, damage, minus the rows that are right
    knobs: dict[str, object]

    @property
    def gap(self) -> float:
        return self.rank[0]

    @property
    def objective(self) -> float:
        return self.rank[1]


def step_at(
    program: Program, bench: Bench, goal: Goal, shifts: Floats, knobs: dict[str, object]
) -> SteeringStep:
    """The step that these shifts make: their matrix and rank on the bench."""
    walk = walk_rows(program, bench.scores, shifts)
    matrix = confusion_matrix(bench.codes, walk.predicted, program.classes)
    return SteeringStep(shifts, matrix, goal.rank(matrix), knobs)


def steering_steps(
    program: Program,
    bench: Bench,
    want: ResolvedWant,
    granularity: Granularity,
    threshold: float,
    task: Task,
) -> list[SteeringStep]:
    """The settings tried, the first as it was; the one with the least `rank` is the one to take.

    "root": the root is turned, and every other node is turned until its advantage for the classes
    that gain is what the root achieved, or as far as the root; the better of the two. "all": after
    that each node is turned by itself where that brings the want nearer, or saves errors once it
    is met. "select": the same, but only for the `weak_nodes`.
    """
    goal = Goal(want)
    steps = [step_at(program, bench, goal, program.shifts, {"root": "as it was"})]
    if steps[0].rank[0] == 0.0:
        return steps
    steps += root_steps(program, bench, goal, task)
    if granularity == "root":
        return steps
    best = min(steps, key=lambda step: step.rank)
    walk = walk_rows(program, bench.scores, best.shifts)
    settled = program.with_shifts(best.shifts).with_matrices(walk, bench.codes)
    nodes = settled.deciding if granularity == "all" else weak_nodes(settled, threshold)
    steps += node_steps(settled, bench, goal, nodes, task)
    return steps


def weak_nodes(program: Program, threshold: float) -> Codes:
    """The few nodes that are worth a person's effort (I-SELECT), the neediest first.

    Weak nodes have an advantage under the threshold for some class. They are ranked by the votes
    that they lack, and as many are taken as lack most of these, but no more than a few.
    """
    short = np.array([node.votes_short(threshold) for node in program.nodes])
    ranked = np.argsort(-short, kind="stable")[: np.count_nonzero(short)]
    before = np.cumsum(short[ranked]) - short[ranked]
    enough = before < SELECTED_SHARE * short.sum()
    return np.asarray(ranked[enough][:MOST_SELECTED])


def root_steps(program: Program, bench: Bench, goal: Goal, task: Task) -> list[SteeringStep]:
    """Settings in which the root is turned and the other nodes go along.

    A few turns in each direction show which are worth a search: the best, or the best two of many.
    """
    first: list[tuple[SteeringStep, RootTurns]] = []
    for direction, names in directions(program.classes):
        needed = turns_needed(bench.scores[0] + program.shifts[0], direction)
        reach = np.sort(needed[np.isfinite(needed) & (needed > 0)])
        if len(reach):
            turning = RootTurns(program, bench, goal, direction, names, reach)
            tried = search_ranks(turning.together, len(reach), task, steps=COARSE_STEPS, halvings=0)
            first += [(step, turning) for step in tried]
    steps = [step for step, _ in first]
    first.sort(key=lambda one: one[0].rank)
    # A dict keeps the order of first insertion: each direction once, by its best step.
    promising = list({id(turning): turning for _, turning in first}.values())
    for turning in promising[: 1 if program.classes == 2 else 2]:
        for tried_at in (turning.following, turning.together):
            steps += search_ranks(tried_at, len(turning.reach), task)
    return steps


@dataclass(frozen=True, eq=False)
class RootTurns:
    """The root's turns in one direction: `reach` are the turns at which a row changes sides."""

    program: Program
    bench: Bench
    goal: Goal
    direction: Floats
    names: str
    reach: Floats

    def following(self, rank: int) -> SteeringStep:
        """The root turned, and every node brought to the advantages that it achieves."""
        turn = just_past(float(self.reach[rank]))
        shifts = following(self.program, self.bench, turn, self.direction)
        return self.step(turn, shifts, "the nodes reach its advantages")

    def together(self, rank: int) -> SteeringStep:
        """Every node turned as far as the root."""
        turn = just_past(float(self.reach[rank]))
        turned = self.program.shifts + turn * self.direction
        shifts = np.where(self.program.labels[:, None] < 0, turned, 0.0)
        return self.step(turn, shifts, "the nodes turn as far")

    def step(self, turn: float, shifts: Floats, way: str) -> SteeringStep:
        knobs: dict[str, object] = {"root": f"{self.names}, {way}", "turn": turn}
        return step_at(self.program, self.bench, self.goal, shifts, knobs)


def search_ranks(
    tried_at: Callable[[int], SteeringStep],
    ranks: int,
    task: Task,
    *,
    steps: int = STEPS,
    halvings: int = HALVINGS,
) -> list[SteeringStep]:
    """Steps at ranks spread from near to far, then ever nearer to the best of them."""
    tried: dict[int, SteeringStep] = {}

    def attempt(rank: int) -> None:
        if rank not in tried and task.use_step("turning the nodes"):
            tried[rank] = task.see(tried_at(rank))

    # Small turns change few rows and do the least damage, so more of them are tried.
    for rank in np.unique(np.geomspace(1, ranks, steps).astype(np.intp)) - 1:
        attempt(int(rank))
    for _ in range(halvings):
        if tried:
            best = min(tried, key=lambda rank: (*tried[rank].rank, rank))
            known = sorted(tried)
            place = known.index(best)
            attempt((known[max(0, place - 1)] + best) // 2)
            attempt((known[min(len(known) - 1, place + 1)] + best + 1) // 2)
    return [tried[rank] for rank in sorted(tried)]


def just_past(turn: Turn) -> Turn:
    """A little further, so that the row in question has surely changed sides."""
    return turn * (1.0 + 1e-9) + 1e-12


def directions(classes: int) -> Iterator[tuple[Floats, str]]:
    """The ways to turn a node: towards one class, or away from it, with what to call them."""
    for label in range(classes):
        towards = np.zeros(classes)
        towards[label] = 1.0
        yield towards, f"towards class {label}"
        if classes > 2:
            yield 1.0 - towards, f"away from class {label}"


def turns_needed(scores: Floats, direction: Floats) -> Floats:
    """(rows,): how far to turn before the row's best class is one of those that gain."""
    gains = direction > direction.min()
    best_gaining = scores[:, gains].max(axis=1)
    best_losing = scores[:, ~gains].max(axis=1)
    with np.errstate(invalid="ignore"):
        needed = best_losing - best_gaining
    return np.where(np.isnan(needed), np.inf, needed)


def following(program: Program, bench: Bench, turn: float, direction: Floats) -> Floats:
    """(nodes, classes): the shifts when the root turns and every node reaches its advantages."""
    gains = np.flatnonzero(direction > direction.min())
    shifts = program.shifts.copy()
    at: dict[int, list[Codes]] = {0: [np.arange(len(bench.codes))]}
    asked = np.zeros(program.classes)
    for number in range(len(program.nodes)):
        if program.labels[number] >= 0:
            continue
        rows = np.concatenate(at.pop(number, [np.zeros(0, dtype=np.intp)]))
        scores, codes = bench.scores[number][rows], bench.codes[rows]
        own = turn
        if number:
            own = turn_for(scores + shifts[number], codes, asked, direction, turn)
        shifts[number] += own * direction
        edges = (scores + shifts[number]).argmax(axis=1)
        if number == 0:
            achieved = advantages(confusion_matrix(codes, edges, program.classes)) + 0.5
            asked[gains] = np.nan_to_num(achieved[gains])
        send_on(program.nodes[number].children, rows, edges, at)
    return shifts


def turn_for(scores: Floats, codes: Codes, asked: Floats, direction: Floats, turn: float) -> float:
    """How far to turn a node until its accuracy on the classes that gain is as asked."""
    own = 0.0
    for label in np.flatnonzero(direction > direction.min()):
        needed = sorted_turns(scores, codes, direction, label)
        if len(needed) < FEW_ROWS:
            own = max(own, turn)
            continue
        # The last row that must change sides; 1e-9 keeps rounding from asking for one more.
        rank = min(len(needed), int(np.ceil(asked[label] * len(needed) - 1e-9))) - 1
        if rank >= 0:
            own = max(own, just_past(float(needed[rank])))
    return min(max(own, 0.0), FURTHEST * turn)


def node_steps(
    program: Program, bench: Bench, goal: Goal, nodes: Codes, task: Task
) -> list[SteeringStep]:
    """Settings in which one node after another is turned by itself, each better than the last."""
    best = step_at(program, bench, goal, program.shifts, {})
    steps: list[SteeringStep] = []
    for number in nodes:
        for direction, names in directions(program.classes):
            needed = turns_needed(bench.scores[number] + best.shifts[number], direction)
            reach = np.sort(needed[np.isfinite(needed) & (needed > 0)])
            chosen = np.unique(np.geomspace(1, max(1, len(reach)), 6).astype(np.intp)) - 1
            for turn in reach[chosen[: len(reach)]] if len(reach) else ():
                if not task.use_step("turning the nodes"):
                    return steps
                shifts = best.shifts.copy()
                shifts[number] += just_past(float(turn)) * direction
                knobs: dict[str, object] = {f"node {number}": f"{names} {turn:+.4g}"}
                step = step_at(program, bench, goal, shifts, knobs)
                if step.rank < best.rank:
                    best = step
                    steps.append(task.see(step))
    return steps


def locally_turned_shifts(
    program: Program, bench: Bench, number: int, want: ResolvedWant
) -> Floats:
    """(nodes, classes): the shifts when one node is turned to meet a want about its own matrix."""
    goal = Goal(want)
    rows = np.flatnonzero((walk_rows(program, bench.scores).visited == number).any(axis=1))
    scores, codes = bench.scores[number][rows] + program.shifts[number], bench.codes[rows]
    turns = [np.zeros((1, program.classes))]
    matrices = [confusion_matrix(codes, scores.argmax(axis=1), program.classes)[np.newaxis]]
    for direction, _ in directions(program.classes):
        needed = turns_needed(scores, direction)
        reach = just_past(np.unique(needed[np.isfinite(needed) & (needed > 0)]))
        turns.append(reach[:, np.newaxis] * direction)
        matrices.append(matrices_past(scores, codes, direction, needed, reach))
    tried = np.concatenate(turns)
    shifts = program.shifts.copy()
    shifts[number] += tried[goal.best(np.concatenate(matrices), np.abs(tried).max(axis=1))]
    return shifts


def matrices_past(
    scores: Floats, codes: Codes, direction: Floats, needed: Floats, turns: Floats
) -> NDArray[np.int64]:
    """(turns, true, predicted): what each of some ascending turns makes of the rows of a node.

    A row changes to the best class that gains at the first turn that is more than it `needed`.
    """
    classes, gains = scores.shape[1], direction > direction.min()
    before = scores.argmax(axis=1)
    after = np.where(gains, scores, -np.inf).argmax(axis=1)
    place = np.searchsorted(turns, needed, side="right")
    moved = np.flatnonzero(~gains[before] & (place < len(turns)))
    changes = np.zeros((len(turns), classes, classes), dtype=np.int64)
    np.add.at(changes, (place[moved], codes[moved], after[moved]), 1)
    np.add.at(changes, (place[moved], codes[moved], before[moved]), -1)
    return confusion_matrix(codes, before, classes) + np.cumsum(changes, axis=0)
